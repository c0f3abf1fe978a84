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

export function tell(words, place = document.querySelector(".problem")) {
  if (!place) return;
  place.textContent = words;
  place.hidden = !words;
}

async function press(button) {
  try {
    await ask(button.dataset.method ?? "POST", button.dataset.post);
    location.assign(button.dataset.go ?? location.href);
  } catch (error) {
    tell(error.message);
  }
}

// "Play now": a guest comes in if nobody is let in yet, and a table is found or opened.
async function playNow(game) {
  try {
    const me = await fetch("/api/me");
    if (me.status === 401) await ask("POST", "/api/guest");
    const tables = await ask("GET", "/api/tables");
    const free = tables.find(
      (table) => table.game === game && table.dealer === "automated" && Object.keys(table.seated).length < table.seats,
    );
    const name = free?.name ?? `${game}-${Math.floor(performance.timeOrigin + performance.now()).toString(36).slice(-5)}`;
    if (!free) await ask("POST", "/api/tables", { name, game, config: { minimums: { ante: 500 } } });
    location.assign(`/tables/${encodeURIComponent(name)}`);
  } catch (error) {
    tell(error.message);
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-post], [data-play]");
  if (!button) return;
  if (button.dataset.play) playNow(button.dataset.play);
  else press(button);
});

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
