// What every page needs: forms and buttons that talk to the house, and say what it answers.

export async function ask(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const data = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Error(data?.detail ?? `The house answered ${answer.status}.`);
  return data;
}

// Words in which every clause that they cite leads to its page in the rulebook.
export function cited(words) {
  const games = document.body.dataset.games.split(" ").join("|");
  return words.split(new RegExp(`\\b((?:${games})(?:\\.\\w+)+)`)).map((part, index) => {
    if (index % 2 === 0) return part;
    const link = Object.assign(document.createElement("a"), { textContent: part });
    link.href = `/rulebook/${encodeURIComponent(part)}`;
    return link;
  });
}

export function tell(words, place = document.querySelector(".problem")) {
  if (!place) return;
  place.replaceChildren(...cited(words));
  place.hidden = !words;
}

async function press(button) {
  if (button.dataset.sure && !confirm(button.dataset.sure)) return;
  try {
    await ask(button.dataset.method ?? "POST", button.dataset.post);
    location.assign(button.dataset.go ?? location.href);
  } catch (error) {
    tell(error.message);
  }
}

// Whoever is at the door comes in as a guest.
async function comeIn() {
  if (!document.querySelector(".who span")) await ask("POST", "/api/guest");
}

async function enter(link) {
  try {
    await comeIn();
  } catch {
    // a house without guests: the table's page leads to the login
  }
  location.assign(link.href);
}

// "Play now": a guest comes in if nobody is let in yet, and a table is found or opened.
async function playNow(button) {
  const game = button.dataset.play ?? button.dataset.begin;
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  try {
    await comeIn();
    const tables = await ask("GET", "/api/tables");
    const free = tables.find(
      (table) => table.game === game && table.dealer === "automated" && Object.keys(table.seated).length < table.seats,
    );
    const name = free?.name ?? `${game}-${Math.floor(performance.timeOrigin + performance.now()).toString(36).slice(-5)}`;
    if (!free) await ask("POST", "/api/tables", { name, game, config: JSON.parse(button.dataset.config) });
    location.assign(`/tables/${encodeURIComponent(name)}`);
  } catch (error) {
    tell(error.message);
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-post], [data-play], [data-begin], [data-enter]");
  if (!pressed) return;
  if (pressed.dataset.play || pressed.dataset.begin) playNow(pressed);
  else if (pressed.dataset.post) press(pressed);
  else if (!(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault();
    enter(pressed);
  }
});

// What a narrow screen keeps closed, a wide one has room for.
if (matchMedia("(min-width: 900px)").matches) {
  for (const box of document.querySelectorAll("details[data-wide]")) box.open = true;
}

for (const form of document.querySelectorAll("form[data-form]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await ask("POST", form.dataset.form, Object.fromEntries(new FormData(form)));
      location.assign(form.dataset.go ?? "/");
    } catch (error) {
      tell(error.message, form.querySelector(".problem"));
    }
  });
}
