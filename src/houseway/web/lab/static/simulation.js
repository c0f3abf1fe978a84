// A simulation: started here, played by the house, drawn as it goes.
import { ask, tell } from "../page.js";
import { readStudy } from "./lab.js";

const form = document.getElementById("simulate");
const stop = document.getElementById("stop");
const status = document.getElementById("simulated");
const chart = document.getElementById("running");
const figures = document.getElementById("running-figures");
const problem = document.getElementById("simulate-problem");
const title = chart.querySelector("title");
const SVG = "http://www.w3.org/2000/svg";
const [LEFT, RIGHT, TOP, BOTTOM] = [98, 690, 16, 304];
let job = null;

function number(text) {
  const [above, below] = text.split("/").map(Number);
  return above / below;
}

function element(name, attributes, words) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (words !== undefined) element.textContent = words;
  return element;
}

function draw(simulation) {
  const points = simulation.points.filter((point) => point.low !== null);
  if (!points.length) return;
  const exact = simulation.exact === null ? null : number(simulation.exact);
  const all = points.flatMap((point) => [point.low, point.high]).concat(exact ?? []);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = (high - low) * 0.08 || 0.001;
  const across = (rounds) => LEFT + ((RIGHT - LEFT) * rounds) / simulation.rounds;
  const up = (value) => BOTTOM - ((BOTTOM - TOP) * (value - low + room)) / (high - low + 2 * room);
  const path = (pick) => points.map((point) => `${across(point.rounds).toFixed(1)},${up(pick(point)).toFixed(1)}`);
  const parts = [title];
  for (let n = 0; n <= 4; n++) {
    const value = low + ((high - low) * n) / 4;
    const y = up(value).toFixed(1);
    parts.push(element("line", { class: "grid", x1: LEFT, x2: RIGHT, y1: y, y2: y }));
    parts.push(element("text", { class: "up", x: LEFT - 8, y: Number(y) + 4 }, value.toFixed(4).replace("-", "−")));
    const rounds = (simulation.rounds * n) / 4;
    parts.push(element("text", { class: n === 4 ? "across last" : "across", x: across(rounds), y: BOTTOM + 22 }, Math.round(rounds).toLocaleString("en")));
  }
  parts.push(element("text", { class: "across", x: (LEFT + RIGHT) / 2, y: BOTTOM + 46 }, "rounds"));
  parts.push(element("polygon", { class: "band", points: [...path((point) => point.high), ...path((point) => point.low).reverse()].join(" ") }));
  if (exact !== null) parts.push(element("line", { class: "exact-line", x1: LEFT, x2: RIGHT, y1: up(exact), y2: up(exact) }));
  parts.push(element("polyline", { class: "estimate", points: path((point) => point.mean).join(" ") }));
  const last = points.at(-1);
  parts.push(element("circle", { class: "now", cx: across(last.rounds), cy: up(last.mean), r: 4 }));
  chart.replaceChildren(...parts);
}

function show(simulation) {
  status.textContent = simulation.words;
  stop.disabled = ["done", "stopped", "failed"].includes(simulation.state);
  tell(simulation.state === "failed" ? simulation.words : "", problem);
  draw(simulation);
  const last = simulation.points.at(-1);
  figures.hidden = !last;
  if (!last) return;
  const put = (name, text) => (figures.querySelector(`[data-value=${name}]`).textContent = text.replaceAll("-", "−"));
  put("mean", `${last.mean.toFixed(6)} antes`);
  put("interval", last.low === null ? "not yet" : `${last.low.toFixed(6)} to ${last.high.toFixed(6)}`);
  put("exact", simulation.exact === null ? "not known" : `${number(simulation.exact).toFixed(6)} antes`);
  put("errors", simulation.errors === null ? "" : `${simulation.errors.toFixed(2)} standard errors`);
  put("pace", simulation.seconds > 0.2 && simulation.points.length > 1 ? Math.round((last.rounds - simulation.points[0].rounds) / simulation.seconds).toLocaleString("en") : "…");
}

async function watch(id) {
  while (job === id) {
    try {
      const simulation = await ask("GET", `/api/lab/simulations/${id}`);
      if (job !== id) return;
      show(simulation);
      if (["done", "stopped", "failed"].includes(simulation.state)) return;
    } catch (error) {
      return tell(error.message, problem);
    }
    await new Promise((go) => setTimeout(go, 400));
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = form.elements;
  const plan = { game: document.getElementById("lab").dataset.game, config: readStudy().config };
  for (const name of ["rounds", "seats", "seed"]) plan[name] = Number(fields[name].value);
  try {
    chart.replaceChildren(title);
    const simulation = await ask("POST", "/api/lab/simulations", plan);
    job = simulation.id;
    show(simulation);
    watch(job);
  } catch (error) {
    tell(error.message, problem);
  }
});
stop.addEventListener("click", async () => {
  if (job) show(await ask("DELETE", `/api/lab/simulations/${job}`));
});
