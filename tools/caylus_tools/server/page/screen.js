// The screen: whether it is narrow or low, whether a finger points on it, and what lies in sight.
export const narrow = matchMedia("(max-width: 959px)");
export const sideways = matchMedia("(min-width: 560px) and (max-width: 959px) and (max-height: 560px)"); // a phone: choices lie beside the board
export const finger = matchMedia("(pointer: coarse)");

/** Whether a node lies within the part of the page that scrolls it. */
export function isWithin(node, room) {
  const [top, bottom] = beyond(node, room);
  return top >= 0 && bottom <= 0;
}

/** Scrolls a part of the page, and nothing around it, until a node in it lies at its `start`, in its `center`, or just in sight. */
export function bring(node, room, where) {
  const [top, bottom] = beyond(node, room);
  room.scrollTop += { start: top, center: (top + bottom) / 2, nearest: Math.min(top, 0) || Math.min(top, Math.max(bottom, 0)) }[where];
}

/** How far a node's top lies below that of its room, and its bottom below that of the room. */
function beyond(node, room) {
  const [inner, outer] = [node.getBoundingClientRect(), room.getBoundingClientRect()];
  return [inner.top - outer.top, inner.bottom - outer.bottom];
}
