// The connection of a table's page, made again after a loss without losing an act. A message
// that was not answered is sent again under its own id, so that it takes effect once.

const PING_MS = 10_000;
const SILENCE_MS = 25_000; // a connection without a message for so long is lost
const unanswered = new Map();
const banner = document.getElementById("connection");
let socket = null;
let tries = 0;
let lost = false;
let lastMessageAt = 0;
let reconnection = 0;
let onMessage = () => {};
let onOpen = () => {};
let path = "";

export function link(address, receive, begin) {
  [path, onMessage, onOpen] = [address, receive, begin];
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
  clearTimeout(reconnection);
  reconnection = 0;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const opening = new WebSocket(`${scheme}://${location.host}${path}`);
  socket = opening;
  lastMessageAt = performance.now();
  opening.addEventListener("open", () => opening === socket && open());
  opening.addEventListener("message", (event) => opening === socket && listen(JSON.parse(event.data)));
  opening.addEventListener("close", () => opening === socket && drop());
}

function connectNow() {
  if (!lost) return;
  tries = 0;
  connect();
}

function open() {
  tries = 0;
  for (const text of unanswered.values()) socket.send(text);
  onOpen();
  if (!lost) return;
  lost = false;
  banner.className = "connection back";
  banner.textContent = "You are back. Nothing was lost.";
  setTimeout(() => lost || (banner.textContent = ""), 4000);
}

function listen(message) {
  lastMessageAt = performance.now();
  if (message.type === "answer" || message.type === "refused") unanswered.delete(message.id);
  onMessage(message);
}

function drop() {
  const old = socket;
  socket = null;
  old?.close();
  showLoss();
  clearTimeout(reconnection);
  reconnection = setTimeout(connect, Math.min(5000, 250 * 2 ** tries++));
}

function showLoss() {
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

// Not every loss is reported: a connection that does not answer is lost too.
function watch() {
  if (socket?.readyState !== WebSocket.OPEN) return;
  if (performance.now() - lastMessageAt > SILENCE_MS) drop();
  else socket.send('{"type":"ping"}');
}
