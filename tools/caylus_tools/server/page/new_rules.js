// The rules to choose from, and variants on them. One that cannot be had with the rest says why, beside its tick.
import { el } from "./dom.js";
import { tick } from "./frame.js";
import { resized } from "./new_seats.js";
import { say } from "./strings.js";

export function rulesets({ rulesets: all }, order, change) {
  const pick = (one) => change({ base: one.name, variants: [], seats: resized(order.seats, nearest(one.counts, order.seats.length)) });
  const card = (one) =>
    el(
      "label",
      { class: "panel card pick" },
      el("span", { class: "row" }, el("input", { type: "radio", name: "rules", checked: one.name === order.base, data: { key: `rules ${one.name}` }, on: { change: () => pick(one) } }), el("b", {}, one.title)),
      el("span", { class: "small muted" }, `${one.name} ${one.version} · ${say.around.players(one.counts)}`),
      el("span", { class: "small muted" }, one.about),
    );
  return el("fieldset", { class: "picks" }, el("legend", { class: "unseen" }, say.open.rules), all.map(card));
}

const MANY = 8; // from so many on they can be searched

/** The variants of the ruleset, folded: the line says which are chosen. `fold` keeps whether it is open and what is sought in it. */
export function variants({ rulesets: all }, order, change, fold) {
  const base = all.find((one) => one.name === order.base);
  if (!base?.variants.length) return null;
  const chosen = base.variants.filter((one) => order.variants.includes(one.name)).map((one) => one.title);
  const list = el("div", { class: "list" }, base.variants.map((one) => variant(one, base, order, change)));
  const sift = () => base.variants.forEach((one, at) => (list.children[at].hidden = !`${one.title} ${one.about}`.toLowerCase().includes(fold.sought.toLowerCase())));
  const seek = el("input", { type: "search", value: fold.sought, placeholder: say.open.seek, "aria-label": say.open.seek, data: { key: "seek" }, on: { input } });
  function input() {
    fold.sought = seek.value;
    sift();
  }
  sift();
  const node = el(
    "details",
    { class: "panel variants fold", open: fold.isOpen, on: { toggle: () => (fold.isOpen = node.open) } },
    el("summary", { data: { key: "variants" } }, el("b", {}, say.open.variants(base.variants.length)), el("span", {}, say.open.chosen(chosen))),
    base.variants.length > MANY && seek,
    list,
  );
  return node;
}

function variant(one, base, order, change) {
  const on = order.variants.includes(one.name);
  const rival = base.variants.find((other) => order.variants.includes(other.name) && (other.conflicts.includes(one.name) || one.conflicts.includes(other.name)));
  const seats = order.seats.length;
  const missing = base.variants.filter((other) => one.needs.includes(other.name) && !order.variants.includes(other.name));
  const crowd = !one.counts.includes(seats);
  const barred = rival ? say.open.notWith(rival.title) : missing.length ? say.open.needs(missing.map((other) => other.title)) : null;
  const why = !on && (barred ?? (crowd ? say.open.crowd(one.counts, seats) : null));
  const put = (wished) => change({ variants: order.variants.filter((name) => name !== one.name).concat(wished ? [one.name] : []) });
  const fit = nearest(one.counts, seats);
  const resize = () => change({ variants: [...order.variants, one.name], seats: resized(order.seats, fit) });
  return el(
    "div",
    { class: "variant" },
    tick([el("b", {}, one.title), why && el("span", { class: "tag" }, why)], on, put, { key: `variant ${one.name}`, disabled: Boolean(why) }),
    why && !barred && el("button", { type: "button", class: "button small", on: { click: resize } }, say.open.resize(fit)),
    el("p", { class: "small muted" }, one.about),
  );
}

/** The number of seats next to one that there may be. */
export const nearest = (counts, number) => [...counts].sort((a, b) => Math.abs(a - number) - Math.abs(b - number))[0];
