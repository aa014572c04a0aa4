// What is pointed at: what it does, what it costs, what is left; and why a place cannot be had now.
import * as board from "./board.js";
import { sources } from "./citing.js";
import { open } from "./dialogs.js";
import { doButton } from "./doing.js";
import { el, h, icon } from "./dom.js";
import { amounts, seatMark, words } from "./marks.js";
import { named } from "./seating.js";
import { moveOf, told as toldMove } from "./moves.js";
import { arrivals, isAtOnce, standsOn, using } from "./offers.js";
import { say } from "./strings.js";
import { bring, finger, isWithin, narrow } from "./screen.js";
import { thingOf } from "./card.js";

/** What the board and what stands beside it call when something is pressed. */
export const handlers = (frame, table) => ({
  chosen: table.chosen?.cell ?? null,
  arrivals: arrivals(table),
  coming: table.chosen?.options.length === 1 ? moveOf(table, table.chosen.options[0]) : null,
  choose(cell) {
    table.tip = null;
    table.high = false; // the sheet tells of the place instead
    const options = using(table, cell);
    if (options.length === 1 && isAtOnce(table) && !finger.matches) return table.choose(options[0]);
    table.point(cell, options);
    focusOn(frame, '[data-key^="do"]');
  },
  why: (cell) => why(frame, table, cell),
  about: (name) => tell(table, name),
});

/** A press elsewhere closes the reason that is shown, and a finger's on the board or a choice does nothing else. */
export function listen(table) {
  document.addEventListener(
    "click",
    (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!table.tip || target.closest(".popover")) return;
      table.tip = null;
      table.changed();
      if (finger.matches && target.closest(".middle, .choices")) event.stopPropagation();
    },
    true,
  );
}

const place = (frame) => (narrow.matches ? frame.choices : frame.board);
const focusOn = (frame, which) => place(frame).querySelector(which)?.focus({ preventScroll: true });

/** Puts what is pointed at beside its cell; on a narrow screen the sheet of choices holds it, and the board is scrolled to what is asked about. */
export function draw(frame, table) {
  const { chosen } = table;
  const had = frame.popover?.contains(document.activeElement) && document.activeElement.getAttribute("data-key");
  frame.popover?.remove();
  const [arrival] = arrivals(table).keys();
  if (narrow.matches) lead(frame, table, arrival);
  const cell = chosen?.cell ?? (chosen ? arrival : null);
  frame.popover = cell && !narrow.matches ? popover(frame, table, cell) : table.tip ? tip(table.tip) : null;
  if (!frame.popover) return;
  board.place(frame.board, cell ?? table.tip.cell, frame.popover);
  if (had) focusOn(frame, `[data-key="${CSS.escape(had)}"]`);
}

/** Scrolls to what a decision is about when it comes, to what is chosen when that changes, and to what would come of it. */
function lead(frame, table, arrival) {
  const { chosen, shown, moves } = table;
  const isMoved = moves?.revision === shown.revision;
  const about = [shown.revision, isMoved, chosen?.cell, arrival].join();
  if (frame.about === about) return;
  frame.about = about;
  if (table.state.status === "over" && !table.past) frame.middle.scrollTop = 0; // who has won
  const lit = [...frame.middle.querySelectorAll("[data-cell][aria-pressed]")];
  const marked = frame.middle.querySelector('.arrival, [data-cell][aria-pressed="true"]') ?? (isMoved && frame.board.querySelector(".barrier"));
  if (marked) return bring(marked, frame.middle, "center");
  if (frame.left !== undefined && lit.some((each) => frame.board.contains(each))) {
    frame.middle.scrollTop = frame.left; // back to where the board was left for what lies beside it
    frame.left = undefined;
  }
  const asks = frame.middle.querySelectorAll(".asks-now");
  const sought = asks.length ? [...asks] : lit;
  const isBeside = sought.length > 0 && !sought.some((each) => frame.board.contains(each));
  const isSeen = (each) => isWithin(each, frame.middle);
  if (isBeside ? sought.every(isSeen) : !sought.length || sought.some(isSeen)) return;
  if (isBeside) frame.left ??= frame.middle.scrollTop;
  for (const each of [sought.at(-1), sought[0]]) bring(each, frame.middle, "nearest");
}

function popover(frame, table, cell) {
  const { options } = table.chosen;
  return el(
    "div",
    { class: "popover", role: "dialog", "aria-label": titleOf(table, cell), on: { keydown: (event) => event.key === "Escape" && back(frame, table, table.chosen?.cell, event) } },
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

const titleOf = (table, cell) => standsOn(table, cell)?.thing?.title ?? table.scene.title(cell);

/** What is known of what is pointed at; nothing if that is nothing, or if the button says it all. */
export function about(table) {
  if (!table.chosen) return null;
  const { cell, options } = table.chosen;
  const move = options.length === 1 ? moveOf(table, options[0]) : null;
  if (move) return aboutMove(table, options[0], move);
  const on = cell ? standsOn(table, cell) : namedBy(table, options);
  const facts = options.length === 1 ? factsOf(table, options[0], on) : on?.thing ? [does(table, on.thing), has(table, on.thing, Boolean(on.name))] : [];
  return [
    on && head(table, on),
    facts.some(Boolean) && h("dl", { class: "facts" }, facts),
    options.length === 1 && warned(options[0]),
    on?.thing && sources(on.thing),
  ];
}

/** What a choice will cost its player, told before it is made. */
const warned = ({ warnings }) => warnings?.map((text) => h("p", { class: "costs" }, icon("warn"), h("span", {}, text)));

/** Where a marker goes, and whose work that changes. */
const aboutMove = (table, option, move) => [
  h("div", { class: "row" }, h("h2", {}, say.moves.title(table.scene.title(move.closer), move.to)), h("span", { class: "muted small" }, say.moves.forward(move.to - move.from))),
  h("div", { class: "who" }, toldMove(table, move)),
  h("dl", { class: "facts flat" }, Object.keys(option.pays).length > 0 && fact(say.detail.price, amounts(table.picture, option.pays)), leaves(table, option)),
  warned(option),
];

/** The one thing that some options name, as `standsOn` has what lies on a place. */
function namedBy(table, options) {
  const names = new Set(options.map((option) => thingOf(table, option)));
  const [name] = names;
  return names.size === 1 && name ? { thing: { ...table.picture.things[name], name }, owners: [] } : null;
}

const head = (table, on) =>
  h(
    "div",
    { class: "row" },
    h("h2", {}, on.thing?.title ?? on.title ?? on.name),
    h("span", { class: "muted small" }, on.thing ? [on.thing.kind, on.title ?? on.name].filter(Boolean).join(", ") : ""),
    h("span", { class: "grow" }),
    on.owners.map((owner) => [h("span", { class: "small" }, owner === table.seat ? say.detail.yours : say.detail.of(named(table, owner))), seatMark(table.picture, owner)]),
  );

const fact = (name, ...told) => [h("dt", {}, name), h("dd", {}, told)];
const does = ({ picture }, thing) => thing.does.length > 0 && fact(say.detail.does, thing.does.map((line) => h("div", {}, words(picture, line))));
/** Its properties: all but a price where nothing is to be paid any more. */
const has = ({ picture }, thing, isBuilt) => {
  const told = thing.facts.filter(({ price }) => !price || !isBuilt).map(({ text }) => h("div", {}, words(picture, text)));
  return told.length > 0 && fact(say.detail.has, told);
};

function factsOf(table, option, on) {
  const { picture } = table;
  const isPaid = Object.keys(option.pays).length > 0;
  const outcome = then(table, option);
  return [
    on?.thing && does(table, on.thing),
    on?.thing && has(table, on.thing, Boolean(on.name) || isPaid),
    isPaid && fact(say.detail.price, amounts(picture, option.pays)),
    !outcome && Object.keys(option.gains).length > 0 && fact(say.detail.gains, amounts(picture, option.gains)),
    leaves(table, option),
    outcome,
  ];
}

/** What is left of all that is paid with. */
function leaves({ picture, shown, seat }, option) {
  const mine = shown.view.players.find((player) => player.name === seat);
  const left = Object.keys(option.pays).filter((name) => Number.isInteger(mine?.resources[name]));
  return left.length > 0 && fact(say.detail.leaves, amounts(picture, Object.fromEntries(left.map((name) => [name, mine.resources[name] - option.pays[name]]))));
}

const then = ({ picture, outcome }, option) => outcome?.option === option.id && outcome.text && fact(say.detail.then, words(picture, outcome.text));

/** What a card does not say of the choice that it stands for; nothing if that is nothing. */
export function rest(table) {
  const [option] = table.chosen.options;
  const told = [leaves(table, option), then(table, option)].filter(Boolean);
  return [told.length > 0 && h("dl", { class: "facts" }, told), warned(option), sources({ ...table.picture.things[thingOf(table, option)], name: thingOf(table, option) })];
}

/** Asks why a cell cannot be had, and shows it beside the cell. */
async function why(frame, table, cell) {
  table.point(null, null);
  const joinedBy = table.scene.cells.get(cell)?.joinedBy;
  const answer = await table.ask("why", joinedBy ? { option: joinedBy } : { cell });
  if (!answer || !table.state) return;
  table.tip = { cell, title: titleOf(table, cell), text: answer.text, reasons: answer.reasons };
  draw(frame, table);
  document.getElementById("live").textContent = [say.detail.notNow(table.tip.title), answer.text, ...answer.reasons.map((reason) => reason.text)].filter(Boolean).join(". ");
}

const tip = ({ title, text, reasons }) =>
  el(
    "div",
    { class: "popover tip", role: "note" },
    h("strong", {}, say.detail.notNow(title)),
    reasons.length ? reasons.map((reason) => [h("p", {}, reason.text), reason.source && h("details", {}, h("summary", { class: "small" }, say.detail.source), h("pre", {}, reason.source.replace(/ {2,}/g, "\n  "))), sources(reason)]) : h("p", {}, text ?? say.detail.silent),
  );

/** Tells what something is, in a box of its own. */
async function tell(table, name) {
  const answer = await table.ask("about", { name });
  if (!answer) return;
  open(answer.title, [h("div", { class: "told" }, answer.text.map((line) => h("p", {}, words(table.picture, line)))), sources(answer)]);
}
