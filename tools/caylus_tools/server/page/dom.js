// Elements from data. Text is only ever text: nothing that rules or people wrote becomes markup.

const SVG = "http://www.w3.org/2000/svg";
const SPRITE = new URL("icons.svg", import.meta.url).href;

function dress(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, heard] of Object.entries(value)) node.addEventListener(event, heard);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "style") for (const [property, text] of Object.entries(value)) node.style.setProperty(property, text);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An element: `props` are attributes, but `on` are listeners by event, `data` is its dataset, `style` are properties. */
export const el = (tag, props = {}, ...children) => dress(document.createElement(tag), props, children);

/** The same of a drawing. */
export const svg = (tag, props = {}, ...children) => dress(document.createElementNS(SVG, tag), props, children);

/** A symbol of the sprite; with a label it is told to those who do not see it. */
export function icon(symbol, label = "") {
  const told = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return svg("svg", { class: "icon", ...told }, label && svg("title", {}, label), svg("use", { href: `${SPRITE}#${symbol}` }));
}

/**
 * New children for a node. Who is focused stays focused and what is scrolled stays where it was, as long as something with the
 * same `data-key` is there again; a focus whose element has gone stays in the node.
 */
export function fill(node, ...children) {
  const active = document.activeElement;
  const inside = active !== node && node.contains(active);
  const focused = inside ? active.closest("[data-key]")?.getAttribute("data-key") : null;
  const scrolled = [...node.querySelectorAll("[data-key]")].filter((each) => each.scrollTop || each.scrollLeft);
  node.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const old of scrolled) {
    const again = keyed(node, old.dataset.key);
    if (again) [again.scrollTop, again.scrollLeft] = [old.scrollTop, old.scrollLeft];
  }
  if (!inside) return;
  const again = focused && keyed(node, focused);
  if (!again) node.tabIndex = -1;
  (again || node).focus({ preventScroll: true });
}

const keyed = (node, key) => node.querySelector(`[data-key="${CSS.escape(key)}"]`);
