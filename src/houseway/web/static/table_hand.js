// A hand that is picked from or set by its player: three cards unseen, or three high and two low.

const table = document.getElementById("table");
const chosenIn = (box) => [...box.querySelectorAll("[aria-pressed=true]")];

export function pressHand(button, command) {
  const data = button.dataset;
  if (data.pick) pick(button);
  else if (data.card) set(button);
  else if (data.confirmPick) {
    const cards = chosenIn(table.querySelector(".picks")).map((one) => Number(one.dataset.pick));
    command({ type: "choose", seat: Number(data.confirmPick), choice: cards });
  } else if (data.confirmSetting) {
    const found = chosenSetting(button.closest(".setting"));
    const choice = { decision: "play", high: found.high, low: found.low };
    command({ type: "choose", seat: Number(data.confirmSetting), choice });
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

// The name under which live advice tells what the chosen setting is worth.
export function settingChosen() {
  const box = table.querySelector(".setting");
  return box ? `high:${box.dataset.seat}:${chosenIn(box).map((one) => one.dataset.card).sort().join()}` : "";
}
