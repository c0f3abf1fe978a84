// A replay: shows step by step what the server drew for this person. Without it every step is a page.

const replay = document.getElementById("replay");
const list = document.getElementById("step-list");
const felt = replay.querySelector(".felt-scroll");
const links = { first: "step-first", back: "step-back", on: "step-on", last: "step-last" };
for (const name of Object.keys(links)) links[name] = document.getElementById(links[name]);
let steps = null;
let current = Number(replay.dataset.step);

// A step has only what changed; the whole of a step is all before it together.
async function load() {
  const response = await fetch(replay.dataset.steps);
  if (!response.ok) throw new Error(`The house answered ${response.status}.`);
  const loaded = (await response.json()).steps;
  let whole = {};
  for (const step of loaded) step.whole = whole = { ...whole, ...step.set };
  return loaded;
}

function point(link, to) {
  if (to === null) {
    link.removeAttribute("href");
    link.setAttribute("aria-disabled", "true");
    link.setAttribute("role", "link");
  } else {
    link.href = `?step=${to}`;
    link.removeAttribute("aria-disabled");
    link.removeAttribute("role");
  }
}

// On a narrow screen the felt is wider than its box: what changed comes to its middle.
function look(place) {
  const box = felt.getBoundingClientRect();
  const change = place.getBoundingClientRect();
  felt.scrollLeft += change.left + change.width / 2 - box.left - box.width / 2;
}

function draw(step) {
  const shown = steps[current - 1].whole;
  let changed = null;
  for (const [id, drawn] of Object.entries(step.whole)) {
    const place = document.getElementById(id);
    if (!place || shown[id] === drawn) continue;
    place.innerHTML = drawn;
    if (drawn && felt.contains(place) && id !== "live-rack") changed = place;
  }
  if (changed) look(changed);
}

function describe(step) {
  document.getElementById("step-number").textContent = step.step;
  document.getElementById("step-words").textContent = step.words;
  document.getElementById("step-meta").textContent = `${step.by}, ${step.at}`;
  const cited = step.clauses.flatMap((clause) => {
    const link = Object.assign(document.createElement("a"), { textContent: clause });
    link.href = `/rulebook/${encodeURIComponent(clause)}`;
    return [link, " "];
  });
  document.getElementById("step-clauses").replaceChildren(...cited);
}

function mark(number) {
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = list.children[number - 1];
  line.firstElementChild.setAttribute("aria-current", "step");
  // Only the list scrolls, never the page.
  const low = line.offsetTop;
  if (low < list.scrollTop || low + line.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = low - list.clientHeight / 2;
}

function go(number) {
  if (number < 1 || number > steps.length || number === current) return;
  draw(steps[number - 1]);
  describe(steps[number - 1]);
  mark(number);
  current = number;
  point(links.first, number > 1 ? 1 : null);
  point(links.back, number > 1 ? number - 1 : null);
  point(links.on, number < steps.length ? number + 1 : null);
  point(links.last, number < steps.length ? steps.length : null);
  history.replaceState(null, "", `?step=${number}`);
  document.title = `${replay.dataset.title}, step ${number} · Houseway`;
}

replay.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="?step="]');
  if (!link || !steps || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(Number(new URLSearchParams(link.getAttribute("href")).get("step")));
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea, summary")) return;
  if (event.target === felt && felt.scrollWidth > felt.clientWidth) return; // the arrow keys move the felt
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!way) return;
  event.preventDefault();
  if (steps) go(current + way);
  else links[way < 0 ? "back" : "on"].click();
});

mark(current);
look(felt.querySelector("svg"));
load().then((loaded) => (steps = loaded)).catch(() => {}); // then the links lead to pages, as without a script
