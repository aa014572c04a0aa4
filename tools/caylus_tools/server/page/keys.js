// The page by keyboard: one letter for each part, if its reader wants letters at all.
import { back } from "./detail.js";
import { open } from "./dialogs.js";
import { el } from "./dom.js";
import { apart } from "./offers.js";
import { habit } from "./prefs.js";
import * as stock from "./stock.js";
import { say } from "./strings.js";

const WRITING = "input, textarea, select, [contenteditable]";

/** The list of keys, in a box. */
export const list = () =>
  open(say.keys.heading, el("dl", { class: "facts" }, say.keys.list.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)])));

/** Focuses the first part of a node that can be seen. */
const first = (node, which = 'button, a, input, summary, [tabindex="0"]') => [...node.querySelectorAll(which)].find((each) => each.checkVisibility())?.focus();

const LETTERS = {
  c: (frame) => first(frame.choices, ".option, .doing button"),
  b: (frame) => first(frame.board, '[tabindex="0"], button'),
  l: (frame) => first(frame.log, "button, .lines"),
  w: (frame) => first(frame.wishes),
  s: (frame, table) => {
    if (!stock.has(table)) return;
    stock.flip(table);
    first(frame.stock, ".facecard, button");
  },
  u: (_, table) => table.state && table.takeBack && table.undo(),
  p: (_, table) => pass(table),
};

function pass(table) {
  const [option] = table.state ? [...apart(table), ...table.options.filter(({ declines }) => declines)] : [];
  if (!option) return;
  table.point(null, [option]);
  const deed = /** @type {HTMLElement | null} */ (document.querySelector('#choices [data-key="do"]'));
  deed?.focus();
}

export function listen(frame, table) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && table.rival) return table.showPlayer(null);
    if (event.key === "Escape" && (table.chosen || table.tip)) return back(frame, table, table.chosen?.cell ?? table.tip?.cell, event);
    const target = /** @type {Element} */ (event.target);
    if (target.closest(WRITING) || habit("letters") === "off") return;
    if (event.key === "?") list();
    else if (Object.hasOwn(LETTERS, event.key.toLowerCase()) && !event.repeat) LETTERS[event.key.toLowerCase()](frame, table);
    else return;
    event.preventDefault();
  });
}
