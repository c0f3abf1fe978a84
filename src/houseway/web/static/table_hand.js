// A hand that is picked from or set by its player: three cards unseen, or three high and two low.

const table = document.getElementById("table");
const chosenIn = (box) => [...box.querySelectorAll("[aria-pressed=true]")];

// A choice says which decision it is meant for: pressed too late, it decides no other.
function choose(button, seat, choice) {
  const { stage, round } = button.closest(".decision").dataset;
  return { type: "choose", seat: Number(seat), choice, stage, round: Number(round) };
}

export function pressHand(button, command) {
  const data = button.dataset;
  if (data.pick) pick(button);
  else if (data.card) set(button);
  else if (data.confirmPick) {
    const cards = chosenIn(table.querySelector(".picks")).map((one) => Number(one.dataset.pick));
    command(choose(button, data.confirmPick, cards));
  } else if (data.confirmSetting) {
    const found = chosenSetting(button.closest(".setting"));
    const choice = { decision: "play", high: found.high, low: found.low };
    command(choose(button, data.confirmSetting, choice));
  }
}

function pick(button) {
  const box = button.closest(".picks");
  const on = button.getAttribute("aria-pressed") === "true";
  if (!on && chosenIn(box).length === 3) return;
  button.setAttribute("aria-pressed", String(!on));
  document.getElementById("confirm-pick").disabled = chosenIn(box).length !== 3;
}

function set(button) {
  const box = button.closest(".setting");
  const on = button.getAttribute("aria-pressed") === "true";
  if (!on && chosenIn(box).length === 3) return;
  button.setAttribute("aria-pressed", String(!on));
  button.querySelector(".where").textContent = on ? "low" : "high";
  box.querySelector(on ? ".low-box" : ".high-box").append(button);
  button.focus();
  const found = chosenSetting(box);
  const full = chosenIn(box).length === 3;
  box.querySelector(".totals").textContent = found
    ? `High ${found.high_points}, low ${found.low_points}.`
    : full ? "This setting is not allowed." : "Choose three cards for the high hand.";
  document.getElementById("confirm-setting").disabled = !found;
}

function chosenSetting(box) {
  const high = chosenIn(box).map((one) => one.dataset.card).sort().join();
  return JSON.parse(box.dataset.settings).find((one) => [...one.high].sort().join() === high);
}

// The own cards on the felt can be touched too, while they are picked or set.
export function markCards() {
  for (const old of table.querySelectorAll(".touchable")) old.classList.remove("touchable", "touched");
  const box = table.querySelector(".picks, .setting");
  if (!box) return;
  for (const card of table.querySelectorAll(`#felt [data-at^="seat-${box.dataset.seat}:"]`)) {
    card.classList.add("touchable");
    card.classList.toggle("touched", buttonOf(card)?.getAttribute("aria-pressed") === "true");
  }
}

export function buttonOf(card) {
  const number = Number(card.dataset.at.split(":")[1]) + 1;
  return document.getElementById(`pick-${number}`) ?? document.getElementById(`set-${number}`);
}

// The name under which live advice tells what the chosen setting is worth.
export function settingChosen() {
  const box = table.querySelector(".setting");
  return box ? `high:${box.dataset.seat}:${chosenIn(box).map((one) => one.dataset.card).sort().join()}` : "";
}
