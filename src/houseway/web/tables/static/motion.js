// Motion on the felt: card after card from the shoe to its place, in the order of the table's
// own events. What is drawn is always the end state; motion only holds parts of it back for a
// moment. Nothing waits for it, and anyone who wants no motion sees the end state at once.

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const BETWEEN = { deal: 90, burn: 90, turn: 150, bet: 40, pay: 150, collect: 120, return: 120 };
const MOST_MS = 2000; // all that waits is shown within this time, faster where it is much
const FLIGHT_MS = 260;
const SVG = "http://www.w3.org/2000/svg";

let queue = [];
let timer = 0;
const held = new Map(); // chips that lay on a spot, until the dealer moves them
const world = () => document.getElementById("world");
const moving = () => !STILL.matches && !document.hidden;

function all(selector) {
  return [...document.querySelectorAll(selector)];
}

// --- the parts of a move

function parts(move) {
  if (move.do === "deal") return all(`[data-at="${move.at}"]`);
  if (move.do === "turn") return all(`[data-at^="${move.at}:"]`);
  if (move.do === "bet") return all(`#live-${move.at} [data-bet="${move.wager}"]`);
  return all(`#live-${move.at} [data-result="${move.wager}"]`);
}

// Before a move's time its parts are hidden, or lie face down.
function holdBack(move) {
  if (move.do === "burn") return;
  for (const part of parts(move)) {
    const faceDown = move.do === "turn" || (move.do === "deal" && !move.at.startsWith("community"));
    if (faceDown) cover(part);
    if (move.do !== "turn") part.classList.add("to-come");
  }
}

function cover(part) {
  const face = part.querySelector(".face");
  if (part.classList.contains("unturned") || (part instanceof SVGElement && !face)) return;
  part.classList.add("unturned");
  if (!face) return;
  const back = document.createElementNS(SVG, "use");
  back.setAttribute("href", "#card-back");
  back.setAttribute("class", "cover");
  face.after(back);
}

function uncover(part) {
  part.classList.remove("unturned");
  part.querySelector(".cover")?.remove();
}

// --- the motion

const centre = (element) => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

// The way from one drawn thing to another, in the units of the first.
function way(element, target) {
  const [fromX, fromY] = centre(element);
  const [toX, toY] = centre(target);
  const inverse = element.parentNode.getScreenCTM().inverse();
  const [x, y] = [toX - fromX, toY - fromY];
  return `translate(${inverse.a * x + inverse.c * y}px, ${inverse.b * x + inverse.d * y}px)`;
}

function fly(element, target, { out = false, ms = FLIGHT_MS } = {}) {
  if (!target || !element.isConnected) return null;
  const away = { transform: way(element, target), opacity: 0.5 };
  const home = { transform: "translate(0px, 0px)", opacity: 1 };
  return element.animate(out ? [home, away] : [away, home], { duration: ms, easing: "ease-out" });
}

function flyAway(ghost, target) {
  const flight = fly(ghost, target, { out: true, ms: 340 });
  if (flight) flight.finished.then(() => ghost.remove(), () => ghost.remove());
  else ghost.remove();
}

const kit = (name) => document.querySelector(`#live-rack [data-kit="${name}"]`);
const tray = () => document.querySelector("#felt .tray");
const plate = (owner) => document.querySelector(`#live-${owner} .plate`) ?? tray();

function turnOver(part) {
  const card = part.querySelector(".lying") ?? part;
  if (!part.classList.contains("unturned")) return;
  const half = { duration: 110, easing: "ease-in" };
  const away = card.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0.05)" }], half);
  const turnUp = () => {
    uncover(part);
    markMotion();
    card.animate([{ transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }], { ...half, easing: "ease-out" });
  };
  away.finished.then(turnUp, () => {
    uncover(part);
    markMotion();
  });
}

const PLAY = {
  deal(pieces) {
    for (const part of pieces) {
      const card = part.querySelector(".lying");
      if (card) fly(card, kit("source"));
      else part.animate([{ opacity: 0, transform: "translateY(-12px)" }, { opacity: 1, transform: "none" }], 160);
    }
  },
  turn(pieces) {
    pieces.forEach(turnOver);
  },
  bet(pieces, move) {
    for (const part of pieces) fly(part, plate(move.at), { ms: 200 });
  },
  pay(pieces) {
    for (const part of pieces) fly(part, tray());
  },
  collect() {},
  return() {},
};

function burn() {
  const source = kit("source");
  if (!source) return;
  const ghost = document.createElementNS(SVG, "g");
  const back = document.createElementNS(SVG, "use");
  back.setAttribute("href", "#card-back");
  ghost.append(back);
  world().append(ghost);
  ghost.setAttribute("class", "ghost");
  const away = ghost.animate(
    [{ transform: way(ghost, source) }, { transform: way(ghost, kit("discard")), opacity: 0.4 }],
    { duration: 340, easing: "ease-in-out" },
  );
  away.finished.then(() => ghost.remove(), () => ghost.remove());
}

function release(move, pieces) {
  for (const part of pieces) part.classList.remove("to-come");
  const key = `${move.at}/${move.wager}`;
  const chips = held.get(key);
  if (!chips) return;
  held.delete(key);
  if (move.do === "collect") flyAway(chips, tray());
  else if (move.do === "return") flyAway(chips, plate(move.at));
  else chips.remove();
}

// The results of a round are shown once its last card lies there, and not before.
function markMotion() {
  const waits = queue.some((move) => move.do === "deal" || move.do === "turn");
  const cards = waits || document.querySelector("#felt .unturned") !== null;
  document.getElementById("table")?.classList.toggle("cards-move", cards);
}

function playNext() {
  timer = 0;
  while (queue.length) {
    const move = queue.shift();
    if (move.do === "burn") burn();
    else {
      const pieces = parts(move);
      if (!pieces.length && !held.has(`${move.at}/${move.wager}`)) continue;
      release(move, pieces);
      PLAY[move.do](pieces, move);
    }
    break;
  }
  markMotion();
  if (queue.length) timer = setTimeout(playNext, pause(queue[0]));
}

let pace = 1;
const pause = (move) => BETWEEN[move.do] * pace;

export function finish() {
  clearTimeout(timer);
  timer = 0;
  queue = [];
  for (const part of all(".to-come")) part.classList.remove("to-come");
  all(".unturned").forEach(uncover);
  all("#world .ghost").forEach((ghost) => ghost.remove());
  held.clear();
  markMotion();
}

// --- around a drawing

// Before a drawing: the pieces in the groups that are about to be drawn anew.
export function remember(ids) {
  if (!moving()) return [];
  const groups = ids.filter((id) => id.startsWith("live-")).map((id) => document.getElementById(id));
  return groups.filter(Boolean).flatMap((group) =>
    [...group.querySelectorAll("[data-at], [data-bet]")]
      .filter((piece) => !piece.classList.contains("to-come"))
      .map((piece) => ({ group: group.id, at: piece.dataset.at, bet: piece.dataset.bet, copy: piece.cloneNode(true) })),
  );
}

// After it: pieces that are gone move to the rack, and new pieces wait for their turn.
export function show(before, moves) {
  if (!moving()) return finish();
  queue.push(...moves.filter((move) => move.do in BETWEEN));
  for (const piece of before) {
    const selector = piece.at ? `#felt [data-at="${piece.at}"]` : `#${piece.group} [data-bet="${piece.bet}"]`;
    if (!document.querySelector(selector)) leave(piece);
  }
  queue.forEach(holdBack);
  const total = queue.reduce((sum, move) => sum + BETWEEN[move.do], 0);
  pace = Math.min(1, MOST_MS / total);
  if (queue.length && !timer) playNext();
}

function leave(piece) {
  const settled = piece.bet && queue.some((move) => move.wager === piece.bet && `live-${move.at}` === piece.group && move.do !== "bet");
  if (piece.bet && !settled) return;
  const ghost = document.createElementNS(SVG, "g");
  ghost.setAttribute("class", "ghost");
  ghost.append(piece.copy);
  for (const named of [piece.copy, ...piece.copy.querySelectorAll("[data-at], [data-bet]")]) {
    delete named.dataset.at;
    delete named.dataset.bet;
  }
  world().append(ghost);
  if (settled) held.set(`${piece.group.replace("live-", "")}/${piece.bet}`, ghost);
  else flyAway(ghost, kit("discard"));
}

document.addEventListener("visibilitychange", () => document.hidden && finish());
