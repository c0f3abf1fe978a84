// The pay-table designer: a changed number goes to the house, its exact edge comes back.
import { ask, cited, tell } from "./page.js";
import { given } from "./lab.js";

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
  const wanted = { game, config: given().config, wager: form.dataset.wager, rows: changed(form), best_play: bestPlay };
  try {
    const found = await ask("POST", "/api/lab/designer", wanted);
    if (turns.get(form) !== mine) return;
    show(form, found);
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

function show(form, found) {
  tell("", form.querySelector(".problem"));
  const put = (name, text) => {
    const place = form.querySelector(`[data-told=${name}]`);
    if (place) place.textContent = text;
  };
  put("edge", cost(found.ev));
  form.querySelector("[data-told=favours]").hidden = found.edge_percent >= 0 || form.dataset.wager === "ante_bonus";
  put("hit", percent(found.hit, 3));
  put("sd", found.sd.toFixed(4));
  put("ev", found.ev);
  if (found.game_ev) {
    put("game", cost(found.game_ev));
    put("play", PLAY[found.play]);
  }
  form.querySelector("[data-told=warnings]").replaceChildren(
    ...found.warnings.map((one) => {
      const line = Object.assign(document.createElement("li"), { className: "warning" });
      line.append(...cited(`${one.tried}: ${one.because} (${one.clauses.join(", ")}).`));
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
