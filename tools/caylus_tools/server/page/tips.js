// Whatever names a thing shows its card: under a pointer, with the focus, or when a finger rests on it.
import { el, fill } from "./dom.js";
import { card } from "./card.js";
import { habit, keep } from "./prefs.js";
import { finger } from "./screen.js";
import { say } from "./strings.js";

const REST = 450; // ms after which a finger that rests asks for the card
const WAIT = 250; // ms that a pointer stays before the card comes
const LEAVE = 150; // ms in which it may go over to the card
const MOST = 4;
const STIR = 4; // pixels that a pointer moves before a card comes: a page that changes under it asks for none

/** Says how a finger reads a card, until one has. */
export function draw(node) {
  node.hidden = habit("held") === "on" || !finger.matches;
  fill(node, node.hidden ? "" : say.board.hold);
}

/** Has every element with `data-thing`, names with blanks between them, show the cards of these, in `main`; `scene()` is what is drawn. */
export function listen(main, scene) {
  const tip = el("div", { id: "card-tip", class: "cardtip", role: "tooltip", hidden: true });
  main.append(tip);
  let timer = 0;
  /** @type {Element | null} */
  let shown = null;

  const hide = () => {
    clearTimeout(timer);
    shown?.removeAttribute("aria-describedby");
    shown = null;
    tip.hidden = true;
  };
  const show = (anchor) => {
    const now = scene();
    const names = (anchor.dataset.thing ?? "").split(" ").filter((name) => now && Object.hasOwn(now.picture.things, name));
    if (!names.length || !anchor.isConnected) return hide();
    if (shown !== anchor) hide();
    shown = anchor;
    anchor.setAttribute("aria-describedby", tip.id);
    fill(tip, names.slice(0, MOST).map((name) => card(now, name)));
    tip.hidden = false;
    beside(tip, anchor.getBoundingClientRect(), anchor.closest("#choices")?.getBoundingClientRect());
  };
  const later = (act, ms) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
  const of = (event) => (event.target instanceof Element ? event.target.closest("[data-thing]") : null);

  /** @type {Element | null} The thing under the pointer, or the cards if it is over them. */
  let under = null;
  let [left, top] = [0, 0];
  const isStill = ({ clientX, clientY }) => Math.hypot(clientX - left, clientY - top) < STIR;
  const rest = ({ clientX, clientY }) => ([left, top] = [clientX, clientY]);
  addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || isStill(event)) return;
    rest(event);
    const isOver = event.target instanceof Node && tip.contains(event.target);
    const now = isOver ? tip : of(event);
    if (now === under) return;
    under = now;
    if (isOver) clearTimeout(timer);
    else if (now) later(() => show(now), WAIT);
    else later(hide, LEAVE);
  });
  addEventListener("focusin", (event) => {
    const anchor = of(event);
    if (anchor?.matches(":focus-visible")) show(anchor);
    else if (shown && shown !== anchor && !tip.contains(/** @type {Node} */ (event.target))) hide();
  });
  addEventListener("keydown", (event) => event.key === "Escape" && hide(), true);
  addEventListener("scroll", () => shown && hide(), true);
  let isAnswer = false; // the click of a finger that asked for cards, or closed them
  addEventListener("pointerdown", (event) => {
    isAnswer = false;
    if (event.target instanceof Node && tip.contains(event.target)) return;
    const anchor = of(event);
    rest(event);
    const isOpen = !tip.hidden;
    hide();
    if (event.pointerType !== "touch") return;
    isAnswer = isOpen;
    if (anchor && !isOpen) later(() => {
      isAnswer = true;
      keep("held", "on");
      show(anchor);
    }, REST);
  }, true);
  for (const ends of ["pointerup", "pointercancel"]) addEventListener(ends, (event) => /** @type {PointerEvent} */ (event).pointerType === "touch" && clearTimeout(timer), true);
  addEventListener("contextmenu", (event) => isAnswer && event.preventDefault(), true);
  addEventListener("click", (event) => {
    if (!isAnswer) return;
    isAnswer = false; // it chooses nothing
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** Puts the cards under an element or over it, within the window; beside the choices, of which they would cover others, if there is room. */
function beside(tip, anchor, choices) {
  const [wide, high] = [tip.offsetWidth, tip.offsetHeight];
  if (choices && choices.left - wide - 8 > innerWidth / 4) {
    tip.style.setProperty("left", `${choices.left - wide - 8}px`);
    tip.style.setProperty("top", `${Math.max(8, Math.min(anchor.top, innerHeight - high - 8))}px`);
    return;
  }
  const left = Math.max(8, Math.min(anchor.left, innerWidth - wide - 8));
  const under = anchor.bottom + 6;
  const top = under + high <= innerHeight - 8 ? under : Math.max(8, anchor.top - 6 - high);
  tip.style.setProperty("left", `${left}px`);
  tip.style.setProperty("top", `${top}px`);
}
