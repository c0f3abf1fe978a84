// By drag: chips from the tray in the panel onto a circle, and off a circle to take them back;
// cards of a hand that is set, from one box to another. A click does the same, and so do the
// buttons with the keyboard.

const FAR = 6; // pixels, before a press is a drag
const felt = document.getElementById("felt");
let drag = null;
let dragged = false;

const circle = (x, y) => document.elementsFromPoint(x, y).map((element) => element.closest?.("g.area.wager")).find(Boolean);
const boxAt = (x, y) => document.elementFromPoint(x, y)?.closest(".set-box");
const seatOf = (area) => Number(area.dataset.owner.replace("seat-", ""));
const addButton = (area) => document.getElementById(`add-${seatOf(area)}-${area.dataset.area}`);
const backButton = (area) => document.getElementById(`back-${seatOf(area)}-${area.dataset.area}`);

// Lights the circles that take a chip now: those with a button that adds one.
export function markCircles() {
  for (const area of felt.querySelectorAll("g.area.wager")) {
    area.classList.toggle("open", Boolean(addButton(area)));
  }
}

function begin(event) {
  if (event.button) return;
  dragged = false;
  const chip = event.target.closest(".chip-value");
  const card = event.target.closest(".set-card");
  const area = event.target.closest("g.area.wager");
  if (card) drag = { from: "hand", picture: card.querySelector(".big-card"), card };
  else if (chip) drag = { from: "tray", picture: chip.querySelector(".chip-face"), cents: Number(chip.querySelector("input").value) };
  else if (area && backButton(area) && !backButton(area).disabled) {
    const chips = document.querySelector(`#live-${area.dataset.owner} [data-bet="${area.dataset.area}"] .chip title`);
    drag = { from: "circle", area, words: chips?.textContent ?? "" };
  } else return;
  drag.x = event.clientX;
  drag.y = event.clientY;
  if (chip || card) event.target.releasePointerCapture?.(event.pointerId);
}

function lift() {
  const ghost = drag.picture ? drag.picture.cloneNode(true) : Object.assign(document.createElement("span"), { className: "chip-face chip-red", textContent: drag.words });
  ghost.classList.add("chip-ghost");
  document.body.append(ghost);
  drag.ghost = ghost;
  document.body.classList.add("dragging", `dragging-${drag.from}`);
}

function move(event) {
  if (!drag) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
  if (!drag.ghost) lift();
  event.preventDefault();
  drag.ghost.style.setProperty("left", `${event.clientX}px`);
  drag.ghost.style.setProperty("top", `${event.clientY}px`);
  mark(drag.from === "hand" ? boxAt(event.clientX, event.clientY) : circle(event.clientX, event.clientY));
}

function mark(over) {
  for (const element of document.querySelectorAll(".over")) element.classList.remove("over");
  over?.classList.add("over");
}

function end(event, act) {
  if (!drag) return;
  const done = drag;
  drag = null;
  done.ghost?.remove();
  mark(null);
  document.body.classList.remove("dragging", "dragging-tray", "dragging-circle", "dragging-hand");
  if (!done.ghost || event.type === "pointercancel") return;
  dragged = true;
  setTimeout(() => { dragged = false; }); // a finger's drag has no click after it
  const over = circle(event.clientX, event.clientY);
  if (done.from === "hand") dropCard(boxAt(event.clientX, event.clientY), done.card, act);
  else if (done.from === "tray") dropChip(over, done.cents, act);
  else if (over !== done.area) act.takeBack(seatOf(done.area), done.area.dataset.area);
}

function dropChip(over, cents, act) {
  if (over) act.put(seatOf(over), over.dataset.area, cents);
  else act.refuse("A chip goes onto one of the lit circles of your own seat: there it fell beside them, and nothing was bet.");
}

// A card that is dropped anywhere but over another box stays where it was.
function dropCard(box, card, act) {
  if (box && !box.contains(card)) act.moveCard(card, box);
}

export function watchDrags(table, act) {
  table.addEventListener("pointerdown", begin);
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", (event) => end(event, act));
  addEventListener("pointercancel", (event) => end(event, act));
  // The click that follows a drag is part of it.
  table.addEventListener("click", (event) => {
    if (!dragged) return;
    dragged = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, { capture: true });
}
