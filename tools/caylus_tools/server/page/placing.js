// Where something may lie over a board: near a place, and over no other that can be chosen if there is any room.

const GAP = 26;
const STEP = 20;
const KEPT = 8;
const FREE = 100; // what nobody can choose may be covered sooner

/** @typedef {{left: number, top: number, right: number, bottom: number}} Spot */

/**
 * Puts `element`, a child of `layer`, near the button that it belongs to; `others` are the buttons that it should not cover, and
 * `less` what it had better not.
 */
export function lay(layer, element, button, others, less) {
  const [room, own] = [layer.getBoundingClientRect(), button.getBoundingClientRect()];
  const [kept, free] = [others, less].map((all) => all.map((each) => each.getBoundingClientRect()));
  const [wide, high] = [element.offsetWidth, element.offsetHeight];
  const cost = (spot) => awry(spot, own) + kept.reduce((sum, each) => sum + overlap(each, spot), 0) / KEPT + free.reduce((sum, each) => sum + overlap(each, spot), 0) / FREE + overlap(own, spot);
  const spots = spotsIn(room, own, wide, high);
  const best = spots.map((spot) => ({ spot, cost: cost(spot) })).reduce((a, b) => (b.cost < a.cost ? b : a)).spot;
  element.style.left = `${best.left - room.left}px`;
  element.style.top = `${best.top - room.top}px`;
}

/**
 * Right under and over the button, and all over the room. Under it there is more of the page.
 * @returns {Spot[]}
 */
function spotsIn(room, own, wide, high) {
  const last = Math.max(room.left, room.right - wide);
  const lefts = [...steps(room.left, last), last];
  const tops = [own.bottom + GAP, Math.max(room.top, own.top - GAP - high), ...steps(room.top, Math.max(room.bottom, innerHeight - high - GAP))];
  return tops.flatMap((top) => lefts.map((left) => ({ left, top, right: left + wide, bottom: top + high })));
}

const steps = (from, to) => Array.from({ length: Math.max(0, Math.floor((to - from) / STEP)) + 1 }, (_, at) => from + at * STEP);

/** How far a spot lies from a button, and how far off its middle. */
function awry(spot, own) {
  const across = Math.max(0, spot.left - own.right, own.left - spot.right);
  const down = Math.max(0, spot.top - own.bottom, own.top - spot.bottom);
  return across + down + Math.abs(spot.left + spot.right - own.left - own.right) / 8;
}

function overlap(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 0 && down > 0 ? across * down : 0;
}
