// The advice explorer: cards chosen here, their values drawn by the house.
import { part } from "./lab.js";

const explorer = document.getElementById("explorer");
const values = document.getElementById("values");
const hand = Number(explorer.dataset.hand);
const boards = JSON.parse(explorer.dataset.boards); // how many cards the board may have
const most = { cards: hand, board: boards.at(-1), seen: 40 };
const names = { cards: "your own", board: "on the board", seen: "seen elsewhere" };
const marks = { cards: "own", board: "board", seen: "seen" };
const face = (card) => {
  const button = document.querySelector(`[data-deck="${card}"]`);
  return button.querySelector("b").textContent + button.querySelector("i").textContent;
};
const chosen = { cards: [], board: [], seen: [] };

function place() {
  return explorer.querySelector("[name=place]:checked").value;
}

function toggle(card) {
  const group = Object.values(chosen).find((cards) => cards.includes(card));
  if (group) group.splice(group.indexOf(card), 1);
  else if (chosen[place()].length < most[place()]) chosen[place()].push(card);
  const next = explorer.querySelector("[value=board]");
  if (next && place() === "cards" && chosen.cards.length === hand) next.checked = true;
  show();
}

function show() {
  for (const button of explorer.querySelectorAll("[data-deck]")) {
    const where = Object.keys(chosen).find((group) => chosen[group].includes(button.dataset.deck));
    button.setAttribute("aria-pressed", String(Boolean(where)));
    button.setAttribute("aria-label", where ? `${button.dataset.words}, ${names[where]}` : button.dataset.words);
    button.querySelector(".where").textContent = where ? marks[where] : "";
    button.dataset.where = where ?? "";
  }
  for (const group of Object.keys(chosen)) {
    const count = document.getElementById(`count-${group}`);
    const of = { cards: ` of ${hand}`, board: ` of ${count?.dataset.of}`, seen: "" }[group];
    if (count) count.textContent = chosen[group].length + of;
  }
  const filled = Object.keys(chosen).filter((group) => chosen[group].length);
  document.getElementById("chosen").textContent = filled.map((group) => `${names[group]}: ${chosen[group].map(face).join(" ")}`).join("; ");
  value();
}

let turn = 0;
let soon;
function value() {
  clearTimeout(soon);
  const mine = ++turn;
  const wait = (words) => values.replaceChildren(Object.assign(document.createElement("p"), { className: "waiting", textContent: words }));
  if (chosen.cards.length !== hand) return wait(`Choose ${hand} cards of your own.`);
  if (!boards.includes(chosen.board.length)) return wait(`The board has ${boards.join(" or ")} cards at a decision.`);
  const long = most.board && !chosen.board.length && chosen.seen.length;
  wait(long ? "Being worked out over every board: this takes a minute or so…" : "Being worked out…");
  soon = setTimeout(async () => {
    const fresh = document.createElement("div");
    try {
      const known = Object.fromEntries(Object.entries(chosen).map(([name, cards]) => [name, cards.join(" ")]));
      await part("values", fresh, known);
      if (mine === turn) values.replaceChildren(...fresh.childNodes);
    } catch (error) {
      if (mine === turn) wait(error.message);
    }
  }, long ? 1500 : 150);
}

explorer.addEventListener("click", (event) => {
  const button = event.target.closest("[data-deck]");
  if (button) toggle(button.dataset.deck);
});
document.getElementById("clear").addEventListener("click", () => {
  for (const cards of Object.values(chosen)) cards.length = 0;
  explorer.querySelector("[value=cards]").checked = true;
  show();
});
document.addEventListener("options", value);
