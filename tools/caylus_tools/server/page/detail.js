// What is pointed at: what it does, what it costs, what is left; and why a place cannot be had now.
import * as board from "./board.js";
import { citation } from "./citing.js";
import { open } from "./dialogs.js";
import { doButton } from "./doing.js";
import { el } from "./dom.js";
import { amount, amounts, seatMark, words } from "./marks.js";
import { named } from "./seating.js";
import { standsOn, using } from "./offers.js";
import { say } from "./strings.js";

export const NARROW = "(max-width: 639px)";

/** What the board and what stands beside it call when something is pressed. */
export const handlers = (frame, table) => ({
  chosen: table.chosen?.cell ?? null,
  choose(cell) {
    table.tip = null;
    table.point(cell, using(table, cell));
    focusOn(frame, '[data-key^="do"]');
  },
  why: (cell) => why(frame, table, cell),
  about: (name) => tell(table, name),
});

const place = (frame) => (matchMedia(NARROW).matches ? frame.choices : frame.board);
const focusOn = (frame, which) => place(frame).querySelector(which)?.focus({ preventScroll: true });

/** Puts what is pointed at beside its cell; on a narrow screen the sheet of choices holds it. */
export function draw(frame, table) {
  const { chosen } = table;
  const had = frame.popover?.contains(document.activeElement) && document.activeElement.getAttribute("data-key");
  frame.popover?.remove();
  if (chosen?.cell && chosen !== frame.shown) reveal(frame);
  frame.shown = chosen;
  frame.popover = chosen?.cell && !matchMedia(NARROW).matches ? popover(frame, table) : table.tip ? tip(table.tip) : null;
  if (!frame.popover) return;
  board.place(frame.board, chosen?.cell ?? table.tip.cell, frame.popover);
  if (had) focusOn(frame, `[data-key="${CSS.escape(had)}"]`);
}

/** On a narrow screen the sheet may cover what was chosen. */
const reveal = (frame) => frame.board.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest" });

function popover(frame, table) {
  const { cell, options } = table.chosen;
  return el(
    "div",
    { class: "popover", role: "dialog", "aria-label": titleOf(table, cell), on: { keydown: (event) => event.key === "Escape" && back(frame, table, cell, event) } },
    about(table),
    options.map((option, at) => doButton(table, option, `do ${at}`)),
  );
}

export function back(frame, table, cell, event) {
  event?.stopPropagation();
  table.tip = null;
  table.point(null, null);
  if (cell) board.focus(frame.board, cell);
}

const titleOf = (table, cell) => standsOn(table, cell)?.thing?.title ?? cell;

/** What is known of what is pointed at; nothing if that is nothing, or if the button says it all. */
export function about(table) {
  if (!table.chosen) return null;
  const { cell, options } = table.chosen;
  const on = cell && standsOn(table, cell);
  const facts = options.length === 1 ? factsOf(table, options[0], on) : on?.thing ? [does(table, on.thing)] : [];
  return [
    on && head(table, on),
    facts.some(Boolean) && el("dl", { class: "facts" }, facts),
    on?.thing && citation(on.thing),
  ];
}

const head = (table, on) =>
  el(
    "div",
    { class: "row" },
    el("h2", {}, on.thing?.title ?? on.name),
    el("span", { class: "muted small" }, on.thing ? [on.thing.kind, on.title ?? on.name].join(", ") : ""),
    el("span", { class: "grow" }),
    on.owners.map((owner) => [el("span", { class: "small" }, owner === table.seat ? say.detail.yours : say.detail.of(named(table, owner))), seatMark(table.picture, owner)]),
  );

const fact = (name, ...told) => [el("dt", {}, name), el("dd", {}, told)];
const does = ({ picture }, thing) => thing.about.length > 0 && fact(say.detail.does, thing.about.map((line) => el("div", {}, words(picture, line))));

function factsOf(table, option, on) {
  const { picture } = table;
  const pays = Object.keys(option.pays);
  const mine = table.shown.view.players.find((player) => player.name === table.seat);
  const leaves = pays.filter((name) => Number.isInteger(mine?.resources[name])).map((name) => amount(picture, name, mine.resources[name] - option.pays[name]));
  const outcome = table.outcome?.option === option.id && table.outcome.text;
  return [
    on?.thing && does(table, on.thing),
    pays.length > 0 && fact(say.detail.price, amounts(picture, option.pays)),
    !outcome && Object.keys(option.gains).length > 0 && fact(say.detail.gains, amounts(picture, option.gains)),
    leaves.length > 0 && fact(say.detail.leaves, leaves),
    outcome && fact(say.detail.then, words(picture, outcome)),
  ];
}

/** Asks why a cell cannot be had, and shows it beside the cell. */
async function why(frame, table, cell) {
  table.point(null, null);
  const answer = await table.ask("why", { cell });
  if (!answer || !table.state) return;
  table.tip = { cell, title: titleOf(table, cell), text: answer.text, reasons: answer.reasons };
  draw(frame, table);
  document.getElementById("live").textContent = [say.detail.notNow(table.tip.title), answer.text, ...answer.reasons.map((reason) => reason.text)].filter(Boolean).join(". ");
}

const tip = ({ title, text, reasons }) =>
  el(
    "div",
    { class: "popover tip", role: "note" },
    el("strong", {}, say.detail.notNow(title)),
    reasons.length ? reasons.map((reason) => [el("p", {}, reason.text), reason.source && el("pre", {}, reason.source.replace(/ {2,}/g, "\n  ")), citation(reason)]) : el("p", {}, text ?? say.detail.silent),
  );

/** Tells what something is, in a box of its own. */
async function tell(table, name) {
  const answer = await table.ask("about", { name });
  if (!answer) return;
  open(answer.title, [el("div", { class: "told" }, answer.text.map((line) => el("p", {}, words(table.picture, line)))), citation(answer)]);
}
