// How rules differ from those they stand on, chapter by chapter, each with its line.
import { el } from "./dom.js";
import { say } from "./strings.js";

const SIGNS = { added: "+", removed: "−", changed: "≠", moved: "↕" };

/** `way(place)` leads to where a place such as `base/start.rules:4` can be read: an address, or what is done at a press. */
export function differences(list, way) {
  if (!list.length) return el("p", { class: "muted" }, say.rules.same);
  return el("div", { class: "differences" }, chapters(list).map(([chapter, ones]) => [el("h3", {}, chapter), el("ul", {}, ones.map((one) => difference(one, way)))]));
}

function chapters(list) {
  const found = new Map();
  for (const one of list) found.set(one.chapter, [...(found.get(one.chapter) ?? []), one]);
  return [...found];
}

function difference({ change, title, part, old, new: now, before, after, lines }, way) {
  const place = after ?? before;
  const told = el("span", { class: "grow" }, el("b", {}, part ? `${title}: ${part}` : title.replaceAll("_", " ")), change === "removed" ? struck(old) : becomes(old, now));
  return el(
    "li",
    { class: "difference" },
    el("span", { class: `sign ${change}`, role: "img", "aria-label": say.rules.changes[change] }, SIGNS[change]),
    lines.length ? el("details", { class: "grow" }, el("summary", {}, told), el("pre", { tabindex: 0 }, lines.map(line))) : told,
    place && source(place, way(place)),
  );
}

const struck = (old) => old && [" ", el("s", {}, old)];
const becomes = (old, now) => [old && [struck(old), " →"], now && ` ${now}`];
const line = (text) => el("span", { class: text.startsWith("-") ? "removed" : "added" }, `${text}\n`);

const source = (place, way) =>
  typeof way === "function" ? el("button", { type: "button", class: "inline place", on: { click: way } }, place) : el("a", { class: "place", href: way }, place);
