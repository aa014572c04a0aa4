/** Waits with redrawing while a pointer is down: a button that is replaced between press and release never gets its click. */

const LONGEST_MS = 2000; // a release outside of the window may never be told

let isDown = false;
let timer = 0;
/** @type {(() => void) | null} */
let due = null;

addEventListener("pointerdown", (event) => event.button === 0 && press(), true);
addEventListener("pointerup", () => setTimeout(release), true); // the click comes right after it
addEventListener("pointercancel", release, true);
addEventListener("blur", release);

/** Acts at once or, while a pointer is down, when it is up; of several acts the last. @param {() => void} act */
export function whenReleased(act) {
  if (isDown) due = act;
  else act();
}

function press() {
  isDown = true;
  clearTimeout(timer);
  timer = setTimeout(release, LONGEST_MS);
}

function release() {
  isDown = false;
  clearTimeout(timer);
  const act = due;
  due = null;
  act?.();
}
