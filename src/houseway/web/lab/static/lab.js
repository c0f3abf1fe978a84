// The laboratory: as options change, the server draws the parts of the page again.
import { tell } from "../page.js";
import { readOptions } from "../options.js";

const lab = document.getElementById("lab");
const form = document.getElementById("options");
const game = lab.dataset.game;

// The options as the address carries them, here and on every link to another page of the lab.
export function readStudy() {
  const config = readOptions(form);
  const query = new URLSearchParams();
  if (Object.keys(config).length) query.set("config", JSON.stringify(config));
  const bets = {};
  for (const field of form.querySelectorAll("[data-bet]")) {
    if (field.value && field.value !== "0") bets[field.name] = field.value;
  }
  for (const [wager, antes] of Object.entries(bets)) query.set(wager, antes);
  return { config, bets, query };
}

export async function part(name, place, more = {}) {
  const query = readStudy().query;
  for (const [key, value] of Object.entries(more)) query.set(key, value);
  const response = await fetch(`/lab/${game}/parts/${name}?${query}`);
  const text = await response.text();
  if (!response.ok) throw new Error(JSON.parse(text).detail);
  place.innerHTML = text;
  place.removeAttribute("aria-busy");
}

let turn = 0;
async function draw() {
  const mine = ++turn;
  const problem = form.querySelector(".problem");
  await Promise.all(
    [...document.querySelectorAll("[data-part]")].map(async (place) => {
      place.setAttribute("aria-busy", "true");
      const fresh = document.createElement("div");
      try {
        await part(place.dataset.part, fresh);
        if (mine !== turn) return;
        place.replaceChildren(...fresh.childNodes);
        tell("", problem);
      } catch (error) {
        if (mine === turn) tell(error.message, problem);
      }
      if (mine === turn) place.removeAttribute("aria-busy");
    }),
  );
}

function link() {
  const { config, bets, query } = readStudy();
  const ending = query.size ? `?${query}` : "";
  history.replaceState(null, "", location.pathname + ending);
  for (const anchor of document.querySelectorAll("a[data-lab]")) anchor.href = anchor.pathname + ending;
  for (const anchor of document.querySelectorAll("a[data-file]")) anchor.href = `/lab/${game}/${anchor.dataset.file}${ending}`;
  const changed = [...Object.keys(config), ...Object.keys(bets)];
  document.getElementById("options-summary").textContent = changed.length
    ? `changed: ${changed.map((name) => name.replaceAll("_", " ")).join(", ")}`
    : "as printed";
}

let waiting;
form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    link();
    draw();
    document.dispatchEvent(new Event("options"));
  }, 250);
});
form.addEventListener("submit", (event) => event.preventDefault());
document.getElementById("as-printed").addEventListener("click", () => location.assign(location.pathname));

// Arrow keys move within a grid of cells or cards: one stop for Tab, not a hundred.
document.addEventListener("keydown", (event) => {
  const step = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
  const grid = event.target.closest?.("[data-arrows]");
  if (!step || !grid) return;
  event.preventDefault();
  const rows = [...grid.querySelectorAll("tr, .suit")].map((row) => [...row.children]);
  const row = rows.findIndex((cells) => cells.includes(event.target));
  const next = rows[row + step[0]]?.[rows[row].indexOf(event.target) + step[1]];
  if (!next) return;
  event.target.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
for (const kind of ["focusin", "mouseover"]) {
  document.addEventListener(kind, (event) => {
    const detail = event.target.closest?.("[role=gridcell]")?.dataset.value;
    if (detail) document.getElementById("grid-detail").textContent = detail;
  });
}

const find = document.getElementById("find-strategies");
find?.addEventListener("click", async () => {
  const note = document.getElementById("strategies-note");
  const began = performance.now();
  find.disabled = true;
  const clock = setInterval(() => {
    note.textContent = `Being worked out: ${Math.round((performance.now() - began) / 1000)} s…`;
  }, 1000);
  note.textContent = "Being worked out…";
  try {
    await part("strategies", document.getElementById("strategies"));
    note.textContent = "";
  } catch (error) {
    note.textContent = error.message;
  }
  clearInterval(clock);
  find.disabled = false;
});

if (matchMedia("(min-width: 1000px)").matches) document.getElementById("options-box").open = lab.dataset.room === "";
link();
draw();
