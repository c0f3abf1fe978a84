// The pay-table designer: a changed number goes to the house, its exact edge comes back.
import { ask, cited, tell } from "../page.js";
import { readStudy } from "./lab.js";

const tables = document.getElementById("tables");
const turns = new Map();

function percent(text, digits = 4) {
  const [above, below] = text.split("/").map(Number);
  return `${((100 * above) / below).toFixed(digits)} %`.replace("-", "−");
}

function cost(text) {
  return percent(text.startsWith("-") ? text.slice(1) : `-${text}`);
}

function changed(form) {
  const rows = {};
  for (const field of form.querySelectorAll("input")) {
    if (field.value.trim() !== field.dataset.posted) rows[field.name] = field.value;
  }
  return rows;
}

async function price(form, bestPlay) {
  const mine = (turns.get(form) ?? 0) + 1;
  turns.set(form, mine);
  const game = document.getElementById("lab").dataset.game;
  const design = { game, config: readStudy().config, wager: form.dataset.wager, rows: changed(form), best_play: bestPlay };
  try {
    const priced = await ask("POST", "/api/lab/designer", design);
    if (turns.get(form) !== mine) return;
    show(form, priced);
    if (form.dataset.plays && !bestPlay) {
      clearTimeout(form.later);
      form.later = setTimeout(() => price(form, true), 500);
    }
  } catch (error) {
    if (turns.get(form) === mine) tell(error.message, form.querySelector(".problem"));
  }
}

const PLAY = {
  held: "with the play held as it was; the best play for it is being worked out…",
  best: "with the best play for these odds",
  fixed: "the play does not depend on it",
};

function show(form, priced) {
  tell("", form.querySelector(".problem"));
  const put = (name, text) => {
    const place = form.querySelector(`[data-value=${name}]`);
    if (place) place.textContent = text;
  };
  put("edge", cost(priced.ev));
  form.querySelector("[data-value=favours]").hidden = priced.edge_percent >= 0 || Boolean(form.dataset.award);
  put("hit", percent(priced.hit, 3));
  put("sd", priced.sd.toFixed(4));
  put("ev", priced.ev);
  if (priced.game_ev) {
    put("game", cost(priced.game_ev));
    put("play", PLAY[priced.play]);
  }
  form.querySelector("[data-value=warnings]").replaceChildren(
    ...priced.warnings.map((refusal) => {
      const line = Object.assign(document.createElement("li"), { className: "warning" });
      line.append(...cited(`${refusal.tried}: ${refusal.because} (${refusal.clauses.join(", ")}).`));
      return line;
    }),
  );
}

let waiting;
tables.addEventListener("input", (event) => {
  const form = event.target.closest("form");
  clearTimeout(waiting);
  waiting = setTimeout(() => price(form, false), 80);
});
tables.addEventListener("submit", (event) => event.preventDefault());
tables.addEventListener("reset", (event) => setTimeout(() => price(event.target, false)));
