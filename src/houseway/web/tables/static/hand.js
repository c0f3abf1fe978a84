// A hand that its player picks from, or splits into groups, as the offer's form says.

const table = document.getElementById("table");
const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
const pressedIn = (box) => [...box.querySelectorAll("[aria-pressed=true]")];
const cardsIn = (box) => [...box.querySelectorAll(".set-card")].map((button) => button.dataset.card);
const sorted = (cards) => [...cards].sort().join();

// A choice names the decision it is for, so that one sent too late cannot answer the next.
function choose(button, seat, choice) {
  const { stage, round } = button.closest(".decision").dataset;
  return { type: "choose", seat: Number(seat), choice, stage, round: Number(round) };
}

export function pressHand(button, command) {
  const data = button.dataset;
  if (data.pick) pick(button);
  else if (data.card) moveCard(button, nextBox(button));
  else if (data.confirmPick) {
    const places = pressedIn(table.querySelector(".picks")).map((card) => Number(card.dataset.pick));
    command(choose(button, data.confirmPick, places));
  } else if (data.confirmSplit) {
    command(choose(button, data.confirmSplit, chosenSplit(button.closest(".split")).answer));
  }
}

function pick(button) {
  const box = button.closest(".picks");
  const count = Number(box.dataset.count);
  if (!isPressed(button) && pressedIn(box).length === count) return;
  button.setAttribute("aria-pressed", String(!isPressed(button)));
  document.getElementById("confirm-pick").disabled = pressedIn(box).length !== count;
}

const boxesOf = (split) => [...split.querySelectorAll(".set-box")];
const hasRoom = (box) => cardsIn(box).length < Number(box.dataset.size);

// A press moves a card on to the next group with room; the last group holds the rest.
function nextBox(button) {
  const boxes = boxesOf(button.closest(".split"));
  const current = boxes.indexOf(button.closest(".set-box"));
  const others = [...boxes.slice(current + 1), ...boxes.slice(0, current)];
  return others.find((box) => box === boxes.at(-1) || hasRoom(box));
}

export function moveCard(button, box) {
  const split = button.closest(".split");
  const last = boxesOf(split).at(-1);
  if (!box || box === button.closest(".set-box") || (box !== last && !hasRoom(box))) return;
  button.setAttribute("aria-pressed", String(box !== last));
  button.setAttribute("aria-label", `${button.dataset.words}, ${box.dataset.label}`);
  button.querySelector(".where").textContent = box.dataset.label;
  box.querySelector(".set-cards").append(button);
  button.focus();
  const chosen = chosenSplit(split);
  const isFull = boxesOf(split).every((each) => cardsIn(each).length === Number(each.dataset.size));
  split.querySelector(".totals").textContent = chosen
    ? chosen.words
    : isFull ? "This is not allowed." : split.dataset.hint;
  document.getElementById("confirm-split").disabled = !chosen;
}

function chosenSplit(split) {
  const boxes = boxesOf(split);
  return JSON.parse(split.dataset.splits).find(({ answer }) =>
    boxes.every((box) => sorted(answer[box.dataset.group]) === sorted(cardsIn(box))));
}

// The own cards on the felt can be touched too, while they are picked or split.
export function markCards() {
  for (const card of table.querySelectorAll(".touchable")) card.classList.remove("touchable", "touched");
  const box = table.querySelector(".picks, .split");
  if (!box) return;
  for (const card of table.querySelectorAll(`#felt [data-at^="seat-${box.dataset.seat}:"]`)) {
    const button = buttonOf(card);
    card.classList.add("touchable");
    card.classList.toggle("touched", Boolean(button) && isPressed(button));
  }
}

export function buttonOf(card) {
  const number = Number(card.dataset.at.split(":")[1]) + 1;
  return document.getElementById(`pick-${number}`) ?? document.getElementById(`set-${number}`);
}

// The name under which live advice states the worth of the chosen split.
export function splitName() {
  const split = table.querySelector(".split");
  if (!split) return "";
  const groups = boxesOf(split).slice(0, -1).map((box) => sorted(cardsIn(box)));
  return `split:${split.dataset.seat}:${groups.join("/")}`;
}
