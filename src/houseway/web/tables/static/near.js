// The whole felt, or the player's own seat from near, turned so that it lies straight.

const felt = document.getElementById("felt");
const drawing = felt.querySelector("svg");
const whole = drawing.getAttribute("viewBox");
const narrow = matchMedia("(max-width: 700px)");
let chosen = null; // until somebody chooses, the width of the screen does

function mySeat() {
  return felt.querySelector(".plate.mine")?.closest("[data-near]");
}

export function look() {
  const button = document.getElementById("near");
  const seat = mySeat();
  const near = Boolean(seat) && (chosen ?? narrow.matches);
  button.hidden = !seat;
  button.textContent = near ? "Show the whole felt" : "Show my seat from near";
  button.setAttribute("aria-pressed", String(near));
  felt.classList.toggle("near", near);
  const world = document.getElementById("world");
  if (!near) {
    drawing.setAttribute("viewBox", whole);
    world.removeAttribute("transform");
    world.style.removeProperty("--turn");
    return;
  }
  const [x, y, turn, size] = seat.dataset.near.split(" ").map(Number);
  drawing.setAttribute("viewBox", `${x - size * 0.55} ${y - size / 2} ${size * 1.1} ${size}`);
  world.setAttribute("transform", `rotate(${-turn} ${x} ${y})`);
  world.style.setProperty("--turn", `${turn}deg`); // what is read stays upright
}

document.getElementById("near").addEventListener("click", () => {
  chosen = !felt.classList.contains("near");
  look();
});
narrow.addEventListener("change", look);
