// A table: shows what the server draws, sends what is pressed. It knows no rules.

import { markCircles, watchDrags } from "./drag.js";
import { buttonOf, markCards, moveCard, pressHand, splitName } from "./hand.js";
import { link, send } from "./link.js";
import { remember, show as showMotion } from "./motion.js";
import { look } from "./near.js";

const table = document.getElementById("table");
const controls = document.getElementById("controls");
const refusal = document.getElementById("refusal");
const spoken = document.getElementById("say");
const history = document.getElementById("history");
const KEPT_OPEN = ["advice", "console", "controls", "outcome"];
const KEPT_TYPED = ["console", "controls"];
let seq = -1;
let chip = null;
let worth = {};
let waits = false; // for a second person

const newId = () => crypto.randomUUID();
const command = (data) => send({ type: "command", id: newId(), command: data });

function receive(message) {
  if (message.type === "page") show(message);
  else if (message.type === "refused") refuse(message.problem.detail, message.problem.clauses);
  else if (message.type === "answer") {
    refuse(message.done ? "" : "A second person must confirm this: it waits on their screen.");
    waits = !message.done;
  }
}

// Once the request is answered, the message that it waits goes away.
function clearAnswered() {
  if (!waits || table.querySelector(".approvals")) return;
  waits = false;
  refuse("");
}

// Shows what was refused and why, with a link to the page of each clause.
function refuse(words, clauses = []) {
  const named = [...clauses].sort((a, b) => b.length - a.length).map((clause) => clause.replaceAll(".", "\\."));
  const pieces = named.length ? words.split(new RegExp(`(${named.join("|")})(?![\\w.]*\\w)`)) : [words];
  refusal.replaceChildren(...pieces.map((piece) => (clauses.includes(piece) ? citation(piece) : piece)));
  refusal.hidden = !words;
}

function citation(clause) {
  const anchor = Object.assign(document.createElement("a"), { textContent: clause });
  anchor.href = `/rulebook/${encodeURIComponent(clause)}`;
  return anchor;
}

// --- showing

function show(message) {
  if (message.seq < seq) return; // an older view never covers a newer one
  seq = message.seq;
  const focused = document.activeElement;
  const before = remember(Object.keys(message.set));
  for (const [id, drawn] of Object.entries(message.set)) draw(document.getElementById(id), drawn);
  if (chip) document.getElementById(`chip-${chip}`)?.setAttribute("checked", "");
  if (message.worth) worth = message.worth;
  showWorth();
  markCircles();
  markCards();
  look();
  keepFocus(focused);
  clearAnswered();
  if (message.moves) showMotion(before, message.moves);
  announce(message);
  if ("status" in message.set) wind();
}

// A part that had the focus and is drawn anew keeps it; where it is gone, the next
// press of Tab leads to the controls, and not to the top of the page.
function keepFocus(focused) {
  if (!focused || focused.isConnected) return;
  if (focused.id) document.getElementById(focused.id)?.focus();
  if (document.activeElement === document.body) controls.focus({ preventScroll: true });
}

// Draws a part anew; whatever the person opened or typed in it stays.
function draw(place, drawn) {
  if (!place) return;
  const open = KEPT_OPEN.includes(place.id) ? [...place.querySelectorAll("details[open][id]")].map((details) => details.id) : [];
  const typed = KEPT_TYPED.includes(place.id) ? [...place.querySelectorAll("input[id]:not([type=radio]), select[id]")].map((input) => [input.id, input.value]) : [];
  place.innerHTML = drawn;
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
}

function announce(message) {
  if (!message.say.length) return;
  spoken.textContent = message.say.join(" ");
  for (const words of message.say) history.prepend(Object.assign(document.createElement("li"), { textContent: words }));
  while (history.children.length > 60) history.lastChild.remove();
  if (message.say.includes("No more bets.")) call("No more bets");
}

// Shows a call of the dealer over the table.
function call(words) {
  const place = document.getElementById("call");
  place.textContent = words;
  place.classList.remove("called");
  void place.offsetWidth; // so that the same call is seen again
  place.classList.add("called");
}

// Live advice: the worth of each choice stands on its button.
function showWorth() {
  for (const old of table.querySelectorAll("button .worth")) old.remove();
  for (const [id, words] of Object.entries(worth)) writeOn(document.getElementById(id), words);
  writeOn(document.getElementById("confirm-split"), worth[splitName()]);
}

function writeOn(button, words) {
  if (words) button?.append(Object.assign(document.createElement("small"), { className: "worth", textContent: words }));
}

let winding;
function wind() {
  clearInterval(winding);
  const ends = [...document.querySelectorAll(".clock")].map((clock) => [clock, performance.now() + Number(clock.dataset.ms)]);
  if (!ends.length) return;
  winding = setInterval(() => {
    for (const [clock, end] of ends) {
      const left = Math.max(0, end - performance.now());
      clock.querySelector("b").textContent = Math.ceil(left / 1000);
      clock.classList.toggle("soon", left < 5000);
    }
  }, 250);
}

// --- pressing

function chipValue() {
  return Number(table.querySelector("input[name=chip]:checked")?.value ?? 500);
}

const putChip = (seat, wager, cents) => send({ type: "chip", id: newId(), seat, wager, cents });

function withInputs(button) {
  const data = JSON.parse(button.dataset.command);
  for (const input of button.parentElement.querySelectorAll("[data-with]")) {
    const value = input.type === "number" ? Number(input.value) : input.value;
    data[input.dataset.with] = input.dataset.times ? Math.round(value * Number(input.dataset.times)) : value;
  }
  return data;
}

function press(button) {
  const data = button.dataset;
  if (data.command) command(withInputs(button));
  else if (data.chip) {
    const { seat, wager, price } = JSON.parse(data.chip);
    putChip(seat, wager, price ?? chipValue());
  } else if (data.takeBack) {
    const { seat, wager } = JSON.parse(data.takeBack);
    putChip(seat, wager, 0);
  } else if (data.answer) answerRequest(data);
  else if (data.coupon) placeCoupon(data.coupon);
  else if (data.sight !== undefined) askToSee();
  else if (data.moreChips !== undefined) moreChips();
  else if (data.ready !== undefined) send({ type: "ready" });
  else if (data.repeat !== undefined) send({ type: "repeat", id: newId() });
  else {
    pressHand(button, command);
    markHand();
  }
}

function markHand() {
  markCards();
  showWorth();
}

// Messages to the house, and not to the table, go over HTTP: answers to requests, coupons.
async function ask(path, method, body) {
  const json = { "Content-Type": "application/json" };
  const answer = await fetch(path, body ? { method, headers: json, body: JSON.stringify(body) } : { method });
  const problem = answer.ok ? null : await answer.json();
  refuse(problem?.detail ?? "", problem?.clauses);
}

function answerRequest(data) {
  const path = `/api/requests/${data.answer}`;
  return data.yes === undefined ? ask(path, "DELETE") : ask(`${path}/confirm`, "POST");
}

function askToSee() {
  const reason = document.getElementById("sight-reason").value.trim();
  if (!reason) return refuse("Type the reason: it goes on record.");
  return ask(`/api/tables/${encodeURIComponent(table.dataset.table)}/sights`, "POST", { id: newId(), reason });
}

async function moreChips() {
  const answer = await fetch("/api/me/chips", { method: "POST" });
  const cage = await answer.json();
  refuse(answer.ok ? `The cage has $${(cage.chips / 100).toLocaleString("en-US")} for you: buy in.` : cage.detail);
}

function placeCoupon(seat) {
  const serial = document.getElementById(`serial-${seat}`).value.trim();
  if (!serial) return refuse("Type the serial number that is printed on the coupon.");
  return ask(`/api/tables/${encodeURIComponent(table.dataset.table)}/coupons`, "POST", { id: newId(), seat: Number(seat), serial });
}

watchDrags(table, {
  put: putChip,
  takeBack: (seat, wager) => putChip(seat, wager, 0),
  moveCard: (card, box) => {
    moveCard(card, box);
    markHand();
  },
  refuse,
});

table.addEventListener("change", (event) => {
  if (event.target.name === "chip") chip = event.target.value;
});

table.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) return press(button);
  const card = event.target.closest("#felt .touchable");
  if (card) return press(buttonOf(card));
  const area = event.target.closest("g.area.wager");
  if (!area) return;
  const seat = Number(area.dataset.owner.replace("seat-", ""));
  const add = document.getElementById(`add-${seat}-${area.dataset.area}`);
  if (add) press(add);
});

for (const box of document.querySelectorAll("[data-setting]")) {
  const name = `houseway-${box.dataset.setting}`;
  box.checked = localStorage.getItem(name) === "on";
  const apply = () => document.body.classList.toggle(box.dataset.setting, box.checked);
  box.addEventListener("change", () => {
    localStorage.setItem(name, box.checked ? "on" : "off");
    apply();
  });
  apply();
}

// Advice: off, after each choice, or live; the browser keeps the mode and sends it to the house.
const advice = document.getElementById("advice-mode");
function sendAdvice() {
  send({ type: "advice", mode: advice.value });
}
if (advice) {
  advice.value = localStorage.getItem("houseway-advice") ?? "off";
  advice.addEventListener("change", () => {
    localStorage.setItem("houseway-advice", advice.value);
    sendAdvice();
  });
}

link(`/tables/${encodeURIComponent(table.dataset.table)}/live`, receive, () => {
  if (advice && advice.value !== "off") sendAdvice();
});
