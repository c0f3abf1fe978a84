// The form of a new table: as options change, the exact edge changes with them.
import { ask, tell } from "../page.js";
import { readOptions } from "../options.js";

const form = document.getElementById("open");
const edge = document.getElementById("edge");
const warning = document.getElementById("edge-warning");

function read() {
  return {
    name: form.elements.name.value,
    game: form.dataset.game,
    config: readOptions(form),
    manner: {
      dealer: form.elements["manner.dealer"].value,
      betting_ms: 1000 * Number(form.elements["manner.betting"].value),
      decision_ms: 1000 * Number(form.elements["manner.decision"].value),
      away_ms: 60000 * Number(form.elements["manner.away"].value),
      training: form.elements["manner.training"]?.checked ?? false,
    },
  };
}

let turn = 0;
async function showEdge() {
  const mine = ++turn;
  try {
    const quote = await ask("POST", "/api/edges", read());
    if (mine !== turn) return;
    tellAll("");
    show(quote);
  } catch (error) {
    if (mine !== turn) return;
    tellAll(error.message);
    showNothing();
  }
}

// Beside the figures, which are always in sight; on a narrow screen by the button as well.
function tellAll(words) {
  for (const place of document.querySelectorAll("main .problem")) tell(words, place);
}

// A table that cannot be opened has no edge: the figures of another table go.
function showNothing() {
  for (const old of edge.querySelectorAll("[data-side]")) old.remove();
  for (const figure of edge.querySelectorAll("[data-edge]")) figure.textContent = "–";
  warning.hidden = true;
}

function show(quote) {
  const part = (text) => {
    const [above, below] = text.split("/").map(Number);
    return `${((-100 * above) / below).toFixed(4)} %`.replace("-", "−");
  };
  edge.querySelector("[data-edge=main]").textContent = quote ? part(quote.main) : "not installed";
  edge.querySelector("[data-edge=compulsory]").textContent = quote ? part(quote.compulsory) : "not installed";
  for (const old of edge.querySelectorAll("[data-side]")) old.remove();
  for (const [wager, ev] of Object.entries(quote?.side ?? {})) {
    edge.append(element("dt", words(wager)), element("dd", part(ev)));
  }
  edge.dataset.known = "yes";
  warning.textContent = quote?.warning ?? "";
  warning.hidden = !quote?.warning;
}

function element(kind, text) {
  const element = document.createElement(kind);
  element.dataset.side = "";
  element.textContent = text;
  return element;
}

function words(wager) {
  const name = wager.replaceAll("_", " ");
  return `${name[0].toUpperCase()}${name.slice(1)}, of itself`;
}

let waiting;
form.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(showEdge, 150);
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const table = read();
    await ask("POST", "/api/tables", table);
    location.assign(`/tables/${encodeURIComponent(table.name)}`);
  } catch (error) {
    tellAll(error.message);
  }
});
showEdge();
