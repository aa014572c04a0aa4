// Elements from data. Text is only ever text: nothing that rules or people wrote becomes markup.
//
// `h` describes an element, `make` builds what is described, and `fill` brings a node to a description: it keeps every element that
// is still there, by its key or its place, and changes what differs. `el` builds at once, for what is made only once.
import { addressOf } from "./paths.js";

const SVG = "http://www.w3.org/2000/svg";
const SPRITE = new URL("icons.svg", import.meta.url).href;
const STATES = ["value", "checked"]; // what a person changes, so that the attribute alone does not tell

/** What an element is to be: `props` are attributes, but `on` are listeners by event, `data` is its dataset, `style` are properties. */
class Description {
  constructor(tag, props, children, isDrawing) {
    this.tag = tag;
    this.props = props;
    this.children = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
    this.isDrawing = isDrawing;
    this.key = props.data?.key ?? null;
  }

  /** Whether an element that shows another description can show this one. */
  fits(other) {
    return other !== undefined && other.tag === this.tag && other.isDrawing === this.isDrawing && other.key === this.key;
  }

  get text() {
    return this.children.map((child) => (child instanceof Description ? child.text : child instanceof Node ? child.textContent : String(child))).join("");
  }
}

/** @type {WeakMap<Node, Description>} What each element shows that was built from a description. */
const shown = new WeakMap();
/** @type {WeakMap<Node, Record<string, Function>>} */
const listeners = new WeakMap();

/** A description of an element. */
export const h = (tag, props = {}, ...children) => new Description(tag, props, children, false);

/** A description of an element of a drawing. */
export const svg = (tag, props = {}, ...children) => new Description(tag, props, children, true);

/** A description of a symbol of the sprite; with a label it is told to those who do not see it. */
export function icon(symbol, label = "") {
  const told = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", { class: "icon", ...told }, label && svg("title", {}, label), svg("use", { href: `${SPRITE}#${symbol}` }));
}

/** An element, built at once, that nothing is brought to later but its children. */
export function el(tag, props = {}, ...children) {
  const node = make(h(tag, props, ...children));
  shown.delete(node);
  return node;
}

const TURNED = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]";
const RUNS = new RegExp(`${TURNED}(?:(?:\\p{M}|\\u200c|\\u200d|[' ])*${TURNED})*`, "gu");

/** A text in which names in letters that run from right to left are isolated: they turn no amount around that stands beside them. */
export const isolate = (text) => text.replace(RUNS, "\u2068$&\u2069");

/** The node of a description; a text node of anything else that is no node yet. */
export function make(described) {
  if (described instanceof Node) return described;
  if (!(described instanceof Description)) return document.createTextNode(isolate(String(described)));
  const { tag, props, children, isDrawing } = described;
  const node = isDrawing ? document.createElementNS(SVG, tag) : document.createElement(tag);
  dress(node, {}, props);
  node.append(...children.map(make));
  shown.set(node, described);
  return node;
}

const isSet = (value) => value !== null && value !== undefined && value !== false;

/** Changes what differs between the properties that an element had and those that it is to have. */
function dress(node, before, after) {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name], after[name]];
    if (name === "on") listen(node, now ?? {});
    else if (name === "data") each(old, now, (key, value) => (isSet(value) || value === false ? (node.dataset[key] = value) : delete node.dataset[key]));
    else if (name === "style") each(old, now, (key, value) => (isSet(value) ? node.style.setProperty(key, value) : node.style.removeProperty(key)));
    else if (!isSet(now)) isSet(old) && node.removeAttribute(name);
    else if (now !== old) node.setAttribute(name, now === true ? "" : name === "href" && String(now).startsWith("/") ? addressOf(now) : now);
    if (STATES.includes(name) && name in node && node[name] !== now) node[name] = now ?? "";
  }
}

function each(before = {}, after = {}, change) {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) if (before[key] !== after[key]) change(key, after[key]);
}

/** Has the listeners of the last description heard, whichever element was built for an earlier one. */
function listen(node, on) {
  const known = listeners.get(node) ?? {};
  for (const event of Object.keys(on)) {
    if (!(event in known)) node.addEventListener(event, (heard) => listeners.get(node)?.[event]?.(heard));
  }
  listeners.set(node, { ...Object.fromEntries(Object.keys(known).map((event) => [event, undefined])), ...on });
}

/**
 * New children for a node: descriptions, texts, or nodes that are put in as they are. Elements that are still there stay, with
 * their focus and how far they were scrolled; a focus whose element has gone stays in the node.
 */
export function fill(node, ...children) {
  const active = document.activeElement;
  const inside = active !== null && active !== node && node.contains(active);
  const focused = inside ? active.closest("[data-key]")?.getAttribute("data-key") : null;
  bring(node, children.flat(Infinity).filter((child) => child !== "" && child !== 0 && child !== null && child !== undefined && child !== false));
  if (!inside || document.activeElement === active) return;
  const again = active.isConnected ? active : focused && node.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  if (!again) node.tabIndex = -1;
  (again || node).focus({ preventScroll: true });
}

/** Brings the children of a node to descriptions, texts and nodes. */
function bring(node, children) {
  const left = [...node.childNodes];
  const byKey = new Map(left.flatMap((child) => (shown.get(child)?.key ? [[shown.get(child)?.key, child]] : [])));
  const kept = new Set(children.filter((child) => child instanceof Node));
  let at = 0;
  /** The next child that can show a description or a text, of those that nothing before it has taken. */
  const take = (fits) => {
    for (let index = at; index < left.length; index += 1) {
      if (kept.has(left[index]) || !fits(left[index])) continue;
      at = index + 1;
      return left[index];
    }
    return null;
  };
  const now = children.map((child) => {
    if (child instanceof Node) return child;
    const isDescribed = child instanceof Description;
    const old = !isDescribed ? take((each) => each instanceof Text) : child.key === null ? take((each) => child.fits(shown.get(each))) : (byKey.get(child.key) ?? null);
    if (old === null || kept.has(old) || (isDescribed && !child.fits(shown.get(old)))) return make(child);
    kept.add(old);
    if (isDescribed) mend(old, child);
    else if (old.data !== isolate(String(child))) old.data = isolate(String(child));
    return old;
  });
  for (const child of left) if (!kept.has(child)) child.remove();
  let next = node.firstChild;
  for (const child of now) {
    if (child === next) next = next.nextSibling;
    else node.insertBefore(child, next);
  }
}

function mend(node, described) {
  const before = shown.get(node);
  dress(node, before.props, described.props);
  bring(node, described.children);
  shown.set(node, described);
}
