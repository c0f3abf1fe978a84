// A table: shows what the server draws, sends what is pressed. It knows no rules.

const table = document.getElementById("table");
const refusal = document.getElementById("refusal");
const connection = document.getElementById("connection");
const spoken = document.getElementById("say");
const history = document.getElementById("history");
const unanswered = new Map();
let socket;
let seq = -1;
let tries = 0;

// --- the connection

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/tables/${encodeURIComponent(table.dataset.table)}/live`);
  socket.addEventListener("open", () => {
    tries = 0;
    connection.textContent = "";
    for (const text of unanswered.values()) socket.send(text);
    if (advice && advice.value !== "off") sendAdvice();
  });
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    connection.textContent = "The connection is lost. Nothing is: your chips and cards are where they were. Coming back…";
    setTimeout(connect, Math.min(5000, 250 * 2 ** tries++));
  });
}

function hear(message) {
  if (message.type === "page") show(message);
  else if (message.type === "answer" || message.type === "refused") {
    unanswered.delete(message.id);
    refuse(message.type === "refused" ? message.problem.detail : message.done ? "" : "A second person must confirm this.");
  }
}

function refuse(words) {
  refusal.textContent = words;
  refusal.hidden = !words;
}

function send(message) {
  const text = JSON.stringify(message);
  if (message.id) unanswered.set(message.id, text);
  if (socket.readyState === WebSocket.OPEN) socket.send(text);
}

function command(data) {
  send({ type: "command", id: crypto.randomUUID(), command: data });
}

// --- what is shown

function show(message) {
  if (message.seq < seq) return;
  seq = message.seq;
  const focused = document.activeElement?.id;
  const chip = table.querySelector("input[name=chip]:checked")?.value;
  for (const [id, drawn] of Object.entries(message.set)) {
    const place = document.getElementById(id);
    if (!place) continue;
    const open = id === "advice" && place.querySelector("details")?.open;
    place.innerHTML = drawn;
    if (open) place.querySelector("details")?.setAttribute("open", "");
  }
  if (chip) document.getElementById(`chip-${chip}`)?.click();
  if (focused) document.getElementById(focused)?.focus();
  if (message.say.length) {
    spoken.textContent = message.say.join(" ");
    for (const words of message.say) history.prepend(Object.assign(document.createElement("li"), { textContent: words }));
    while (history.children.length > 60) history.lastChild.remove();
  }
  if ("status" in message.set) wind();
}

let winding;
function wind() {
  clearInterval(winding);
  const ends = [...document.querySelectorAll(".clock")].map((clock) => [clock, performance.now() + Number(clock.dataset.ms)]);
  if (!ends.length) return;
  winding = setInterval(() => {
    for (const [clock, end] of ends) {
      const left = Math.max(0, end - performance.now());
      clock.textContent = `${Math.ceil(left / 1000)} s`;
      clock.classList.toggle("soon", left < 5000);
    }
  }, 250);
}

// --- what is pressed

function chipValue() {
  return Number(table.querySelector("input[name=chip]:checked")?.value ?? 500);
}

function withInputs(button) {
  const data = JSON.parse(button.dataset.command);
  for (const input of button.parentElement.querySelectorAll("[data-with]")) {
    const value = input.type === "number" ? Number(input.value) : input.value;
    data[input.dataset.with] = input.dataset.times ? Math.round(value * Number(input.dataset.times)) : value;
  }
  return data;
}

function pressed(button) {
  const data = button.dataset;
  if (data.command) command(withInputs(button));
  else if (data.chip) send({ type: "chip", id: crypto.randomUUID(), ...JSON.parse(data.chip), cents: chipValue() });
  else if (data.takeBack) send({ type: "chip", id: crypto.randomUUID(), ...JSON.parse(data.takeBack), cents: 0 });
  else if (data.answer) answerRequest(data);
  else if (data.ready !== undefined) send({ type: "ready" });
  else if (data.repeat !== undefined) send({ type: "repeat", id: crypto.randomUUID() });
  else if (data.pick) toggle(button);
  else if (data.card) toggleSet(button);
  else if (data.confirmPick) command({ type: "choose", seat: Number(data.confirmPick), choice: picked().map((one) => Number(one.dataset.pick)) });
  else if (data.confirmSetting) confirmSetting(button);
}

// A request of somebody else's is answered over HTTP: it belongs to the house, not the table.
async function answerRequest(data) {
  const path = `/api/requests/${data.answer}`;
  const yes = data.yes !== undefined;
  const answer = await fetch(yes ? `${path}/confirm` : path, { method: yes ? "POST" : "DELETE" });
  refuse(answer.ok ? "" : (await answer.json()).detail);
}

function picked() {
  return [...table.querySelectorAll(".pick[aria-pressed=true]")];
}

function toggle(button) {
  const on = button.getAttribute("aria-pressed") === "true";
  if (!on && picked().length === 3) return;
  button.setAttribute("aria-pressed", String(!on));
  document.getElementById("confirm-pick").disabled = picked().length !== 3;
}

function toggleSet(button) {
  const box = button.closest(".setting");
  const on = button.getAttribute("aria-pressed") === "true";
  const high = box.querySelectorAll("[aria-pressed=true]").length;
  if (!on && high === 3) return;
  button.setAttribute("aria-pressed", String(!on));
  button.querySelector(".where").textContent = on ? "low" : "high";
  const found = chosenSetting(box);
  const full = box.querySelectorAll("[aria-pressed=true]").length === 3;
  box.querySelector(".totals").textContent = found
    ? `High ${found.high_points}, low ${found.low_points}.`
    : full ? "This setting is not allowed." : "Choose three cards for the high hand.";
  document.getElementById("confirm-setting").disabled = !found;
}

function chosenSetting(box) {
  const high = [...box.querySelectorAll("[aria-pressed=true]")].map((one) => one.dataset.card).sort().join();
  return JSON.parse(box.dataset.settings).find((one) => [...one.high].sort().join() === high);
}

function confirmSetting(button) {
  const found = chosenSetting(button.closest(".setting"));
  const choice = { decision: "play", high: found.high, low: found.low };
  command({ type: "choose", seat: Number(button.dataset.confirmSetting), choice });
}

table.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) return pressed(button);
  const area = event.target.closest("g.area.wager");
  if (!area) return;
  const seat = Number(area.dataset.owner.replace("seat-", ""));
  const add = document.getElementById(`add-${seat}-${area.dataset.area}`);
  if (add) pressed(add);
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

// Advice: off, after each choice, or live; kept here and told to the house.
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

connect();
