// What has happened since the board was last drawn is seen: changed places are ringed, markers slide, pieces of others come from their seat's row.
import { isStill } from "./prefs.js";

const FLIGHT = 240;
const ALL = 1200;

/** The places whose pieces have changed since `before`, null at first; `moved` are `{cell, field, seat}`. */
export function changed(before, scene) {
  const seen = new Map();
  const moved = [];
  for (const [name, cell] of scene.cells) {
    const stands = Object.fromEntries([cell.row.head, ...cell.row.pieces].filter(Boolean).map((field) => [field, cell.now[field]]));
    seen.set(name, stands);
    const was = before?.get(name);
    if (!was) continue;
    for (const [field, now] of Object.entries(stands)) if (now && now !== was[field]) moved.push({ cell: name, field, seat: scene.isSeat(now) ? now : null });
  }
  return { seen, moved };
}

/** Rings the places that changed a moment ago, as far on as they are: `rings` has the time of each. */
export function ring(root, rings, now = performance.now()) {
  for (const [cell, since] of rings) {
    const button = root.querySelector(`[data-cell="${CSS.escape(cell)}"]`);
    button?.classList.remove("changed");
    if (!button || now - since >= ALL) {
      rings.delete(cell);
      continue;
    }
    button.style.setProperty("--since", `${since - now}ms`);
    void button.offsetWidth; // the ring begins anew
    button.classList.add("changed");
  }
}

/** Where on the page the markers stand, and what closes a row behind them, by their keys. */
export const stood = (root) => new Map([...root.querySelectorAll(".markers [data-key]")].map((each) => [each.dataset.key, each.getBoundingClientRect()]));

/** Lets the markers slide from where they stood, and then the pieces fly, one after another; any key has them arrive at once. */
export function move(root, scene, before, moved) {
  if (isStill()) return;
  const flights = [...slides(root, before), ...flown(root, scene, moved)];
  if (flights.length) addEventListener("keydown", () => flights.forEach((flight) => flight.finish()), { once: true });
}

const come = (node, from, to, delay = 0) =>
  node.animate([{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, offset: 0 }, { transform: "none" }], { duration: FLIGHT, delay, fill: "backwards", easing: "ease-out" });

function slides(root, before) {
  const now = [...root.querySelectorAll(".markers [data-key]")].map((node) => ({ node, from: before.get(node.dataset.key), to: node.getBoundingClientRect() }));
  return now.filter(({ from, to }) => from && (from.left !== to.left || from.top !== to.top)).map(({ node, from, to }) => come(node, from, to));
}

function flown(root, scene, moved) {
  const flights = [];
  moved.slice(0, 40).forEach(({ cell, seat }, number) => {
    const button = root.querySelector(`[data-cell="${CSS.escape(cell)}"]`);
    const colour = scene.picture.seats.find((each) => each.name === seat)?.colour;
    const piece = button && seat && [...button.querySelectorAll(".piece")].find((each) => each.dataset.seat === colour);
    const start = piece ? document.querySelector(`[data-player="${CSS.escape(seat)}"]`) : null;
    if (!start?.checkVisibility()) return;
    flights.push(come(piece, start.getBoundingClientRect(), piece.getBoundingClientRect(), Math.min(number * FLIGHT, ALL - FLIGHT)));
  });
  return flights;
}
