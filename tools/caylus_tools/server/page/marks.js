// The small signs that every part of a page draws alike: seats, amounts, and words with amounts in them.
import { h, icon, svg } from "./dom.js";

const unknown = (name) => ({ name, title: name, colour: "", shape: "shape-circle", letter: name.slice(0, 1).toUpperCase() });

/** What the picture tells of a seat; of one that it does not know, its name. */
export const seatOf = (picture, name) => picture.seats.find((seat) => seat.name === name) ?? unknown(name);

/** What tells a seat from others that have its colour: one letter, or two where seats have the same initial. */
export const seatLetter = (seat) => h("b", { class: seat.letter.length > 1 && "two", "aria-hidden": "true" }, seat.letter);

/** A seat's sign: its shape with its letter, in its colour. It is hidden from those who are read to: its name stands beside it or is put there. */
export function seatMark(picture, name, { named = false } = {}) {
  const seat = seatOf(picture, name);
  return h(
    "span",
    { class: "seat", data: { seat: seat.colour, shape: seat.shape }, title: seat.title },
    icon(seat.shape),
    seatLetter(seat),
    named && h("span", { class: "unseen" }, seat.title),
  );
}

const countedOf = (picture) => [...picture.resources, ...picture.groups];
const resourceOf = (picture, name) => countedOf(picture).find((counted) => counted.name === name);

/** An amount of a resource: the number and its icon, or its name where it has none. */
export function amount(picture, name, n) {
  const resource = resourceOf(picture, name) ?? { title: name };
  const called = n === 1 ? resource.title : (resource.plural ?? resource.title);
  return h("span", { class: "amount" }, String(n), resource.icon ? icon(resource.icon, called) : ` ${called}`);
}

/** Several amounts, `{resource: n}`, in a row. */
export const amounts = (picture, many) => Object.entries(many ?? {}).map(([name, n], at) => [at > 0 && " ", amount(picture, name, n)]);

/** A line of a face: numbers, icons, arrows and words. A number stays with the icon after it where the line is broken. */
export const parts = (line) =>
  line.map((each, at) => {
    if (each.n !== undefined && line[at + 1]?.icon) return h("span", { class: "pair" }, part(each), part(line[at + 1]));
    return each.icon && line[at - 1]?.n !== undefined ? null : part(each);
  });

function part({ n, icon: symbol, label, arrow, word }) {
  if (symbol) return icon(symbol, label);
  return n === undefined ? h("span", { class: "op" }, arrow ? "\u2192" : word) : h("b", {}, n);
}

const JOIN = "\u2060"; // no line ends here, though a drawing stands beside it

/** A text between two drawings, whose sign stays with the amount after it, and whose stop with the one before. */
const between = (text) => text.replace(/^[,.;:)]/, `${JOIN}$&`).replace(/[+\u2212(]$/, `$&${JOIN}`);

/** A text in which every number with a resource's name is drawn as that amount, and every title of a thing shows its card. */
export function words(picture, text) {
  const { pattern, things } = patternOf(picture);
  if (!pattern) return [text];
  const drawn = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    const named = found[3] && things.get(found[3]);
    drawn.push(between(text.slice(at, found.index)), named ? h("span", { class: "named", data: { thing: named } }, found[0]) : amount(picture, nameOf(picture, found[2]), Number(found[1])));
    at = found.index + found[0].length;
  }
  return drawn.length ? [...drawn, between(text.slice(at))] : [text];
}

const patterns = new WeakMap();

/** What is looked for in texts: an amount, or the title of a thing as a name has it, with a capital; `things` has all of a title. */
function patternOf(picture) {
  if (!patterns.has(picture)) {
    const counted = countedOf(picture).filter((resource) => resource.icon).flatMap(callings);
    const things = new Map();
    for (const [name, { title, mark }] of Object.entries(picture.things)) {
      for (const called of [title, mark && `${title} (${mark})`]) {
        if (called && /^\p{Lu}\p{L}/u.test(called)) things.set(called, [things.get(called), name].filter(Boolean).join(" "));
      }
    }
    const either = [counted.length && `(\\d+) (${longestFirst(counted)})(?!\\w)`, things.size && `(${longestFirst([...things.keys()])})(?![\\p{L}\\d])`];
    const parts = counted.length ? either : ["(\\b\\B)(\\b\\B)", either[1]]; // the groups keep their numbers
    const pattern = new RegExp(parts.filter(Boolean).map((part) => `(?<![\\w.])${part}`).join("|"), "gu");
    patterns.set(picture, { pattern: counted.length || things.size ? pattern : null, things });
  }
  return patterns.get(picture);
}

const longestFirst = (called) => [...called].sort((a, b) => b.length - a.length).map(escaped).join("|");
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const callings = (resource) => [resource.name, resource.title, resource.plural].filter(Boolean);
const nameOf = (picture, called) => countedOf(picture).find((resource) => callings(resource).includes(called)).name;

/** A bar as long as a share of the most. */
export const bar = (share) =>
  svg("svg", { class: "bar", viewBox: "0 0 70 8", "aria-hidden": "true" }, svg("rect", { width: Math.max(4, 70 * share), height: 8, rx: 4 }));
