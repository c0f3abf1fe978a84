// The connection of a table's page: lost and found again without losing an act. What was sent
// and not answered is sent again, with its own id, so that it takes effect once.

const PING_MS = 10_000;
const SILENCE_MS = 25_000; // a connection that says nothing for so long is lost
const unanswered = new Map();
const banner = document.getElementById("connection");
let socket = null;
let tries = 0;
let lost = false;
let heard = 0;
let again = 0;
let hear = () => {};
let opened = () => {};
let path = "";

export function link(where, onMessage, onOpen) {
  [path, hear, opened] = [where, onMessage, onOpen];
  connect();
  setInterval(watch, PING_MS);
  addEventListener("offline", () => drop());
  addEventListener("online", connectNow);
}

export function send(message) {
  const text = JSON.stringify(message);
  if (message.id) unanswered.set(message.id, text);
  if (socket?.readyState === WebSocket.OPEN) socket.send(text);
}

function connect() {
  clearTimeout(again);
  again = 0;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}${path}`);
  socket = mine;
  heard = performance.now();
  mine.addEventListener("open", () => mine === socket && open());
  mine.addEventListener("message", (event) => mine === socket && listen(JSON.parse(event.data)));
  mine.addEventListener("close", () => mine === socket && drop());
}

function connectNow() {
  if (!lost) return;
  tries = 0;
  connect();
}

function open() {
  tries = 0;
  for (const text of unanswered.values()) socket.send(text);
  opened();
  if (!lost) return;
  lost = false;
  banner.className = "connection back";
  banner.textContent = "You are back. Nothing was lost.";
  setTimeout(() => lost || (banner.textContent = ""), 4000);
}

function listen(message) {
  heard = performance.now();
  if (message.type === "answer" || message.type === "refused") unanswered.delete(message.id);
  hear(message);
}

function drop() {
  const old = socket;
  socket = null;
  old?.close();
  tell();
  clearTimeout(again);
  again = setTimeout(connect, Math.min(5000, 250 * 2 ** tries++));
}

function tell() {
  if (lost) return;
  lost = true;
  banner.className = "connection lost";
  const words = document.getElementById("if-away")?.textContent ?? "";
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Try again now", id: "reconnect" });
  button.addEventListener("click", connectNow);
  const heading = Object.assign(document.createElement("strong"), { textContent: "The connection is lost. " });
  const text = Object.assign(document.createElement("span"), { textContent: `${words} What you pressed and had no answer to is sent again, once. This page comes back by itself.` });
  banner.replaceChildren(heading, text, button);
}

// Some losses make no sound: a connection that does not answer is one.
function watch() {
  if (socket?.readyState !== WebSocket.OPEN) return;
  if (performance.now() - heard > SILENCE_MS) drop();
  else socket.send('{"type":"ping"}');
}
