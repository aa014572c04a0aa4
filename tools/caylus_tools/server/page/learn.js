// Lessons for a first game, each once on this device; a warning before a choice that is wasted; hints when they are asked for.
import { el, fill, icon } from "./dom.js";
import { habit, keep } from "./prefs.js";
import { finger, narrow } from "./screen.js";
import { say } from "./strings.js";

const GAME = "game";
const UNREAD = 400; // ms after which a warning may have been read: a second click until then is one on what stood there before

/** Whether the reader wants a help: `learn` (lessons), `warn` or `hint`. */
const wants = (help) => habit(help) === "on";

const told = () => new Set(habit("told").split(" ").filter(Boolean));
const key = (table, name) => `${table.picture.title}/${name}`.replaceAll(" ", "_");

/** The name of the lesson that is due, one at a time: on the game, then on phases that did something to the reader, then on the rules that ask. */
function due(table) {
  if (!wants("learn")) return null;
  const { lessons } = table.picture;
  const { decision, phases } = table.state;
  const rules = decision?.rules ? [GAME, ...phases, ...decision.rules] : phases;
  const known = told();
  return rules.flatMap((rule) => Object.keys(lessons).filter((name) => lessons[name].rule === rule)).find((name) => !known.has(key(table, name))) ?? null;
}

/** Called before a choice is sent: whether its warning has to be read first. Only the button under the warning confirms the choice. */
export function warns(table, option, isConfirmed) {
  if (!wants("warn") || !option.warnings?.length) return false;
  const { revision } = table.state;
  const { warned } = table;
  const isKnown = warned?.revision === revision && warned.option.id === option.id;
  if (!isKnown) table.warned = { revision, option, since: Infinity };
  return !(isKnown && isConfirmed && performance.now() - warned.since >= UNREAD);
}

export function draw(node, table) {
  const present = table.past || table.curtain || table.state.status !== "playing" ? null : table.state;
  const warned = present && table.warned?.revision === present.revision ? table.warned.option : null;
  const hints = present && table.hints?.revision === present.revision ? table.hints : null;
  const name = present && !warned && !hints ? due(table) : null;
  node.hidden = !(warned || hints || name || canHint(table));
  if (warned) table.warned.since = Math.min(table.warned.since, performance.now());
  node.classList.toggle("warned", Boolean(warned));
  node.classList.toggle("teaches", Boolean(name));
  node.classList.toggle("asks", !(warned || hints || name));
  if (node.hidden) return node.replaceChildren();
  fill(node, warned ? warning(table, warned) : hints ? hinted(table, hints) : name ? lesson(table, name) : asks(table));
}

const again = (table) => table.changed();

/** Whether a lesson is folded to its title: as its reader wants it, else on a narrow screen as soon as something is chosen. */
function isAside({ fold, chosen }, name) {
  if (fold?.name === name && fold.chosen === chosen) return fold.isFolded;
  return chosen !== null && narrow.matches;
}

function lesson(table, name) {
  const { title, lines } = table.picture.lessons[name];
  const read = () => {
    keep("told", [...told(), key(table, name)].join(" "));
    again(table);
  };
  const end = () => {
    keep("learn", "off");
    again(table);
  };
  const isFolded = isAside(table, name);
  const fold = () => {
    table.fold = { name, isFolded: !isFolded, chosen: table.chosen };
    again(table);
  };
  const shown = el("button", { class: "button plain", data: { key: "lesson fold" }, "aria-expanded": String(!isFolded), "aria-label": say.learn.fold(title), on: { click: fold } }, icon(isFolded ? "down" : "up"));
  const head = el("div", { class: "row subject" }, icon("flag"), el("h2", { class: "grow" }, title), shown);
  if (isFolded) return head;
  return [
    head,
    el("div", { class: "said" }, lines.map((line) => el("p", {}, line)), name === GAME && habit("once") === "on" && !finger.matches && el("p", {}, say.learn.presses)),
    el(
      "p",
      { class: "row" },
      el("button", { class: "button go", data: { key: "lesson read" }, on: { click: read } }, say.learn.read),
      el("button", { class: "button plain", data: { key: "lesson end" }, on: { click: end } }, say.learn.end),
    ),
  ];
}

function warning(table, option) {
  const other = () => {
    table.warned = null;
    table.point(null, null);
  };
  return [
    el("h2", {}, icon("warn"), " ", say.learn.careful),
    el("div", { class: "said" }, option.warnings.map((text) => el("p", {}, text))),
    el(
      "p",
      { class: "row" },
      el("button", { class: "button go", data: { key: "warned other" }, on: { click: other } }, say.learn.other),
      el("button", { class: "button", data: { key: "warned do" }, on: { click: () => table.choose(option, true) } }, say.learn.anyway),
    ),
  ];
}

const asks = (table) => el("p", { class: "row" }, el("button", { class: "button", data: { key: "hint" }, on: { click: () => ask(table) } }, say.learn.hint));

/** Whether a hint can be asked for. */
export const canHint = (table) => wants("hint") && table.state.status === "playing" && table.options.length > 1;

/** Asks what a bot would choose, and shows it. */
export async function ask(table) {
  const { revision } = table.state;
  const found = await table.ask("hint");
  if (!found || table.state.revision !== revision) return;
  table.hints = { revision, ...found };
  again(table);
}

function hinted(table, { hints, text }) {
  const close = () => {
    table.hints = null;
    again(table);
  };
  return [
    el("h2", {}, say.learn.would),
    el("div", { class: "said" }, el("ol", {}, hints.map(({ text: what, effect, compared, reasons }) => el("li", {}, el("b", {}, what), compared && ` (${compared})`, [effect, reasons].filter(Boolean).map((line) => el("div", { class: "small muted" }, line))))), el("p", { class: "small" }, text)),
    el("p", { class: "row" }, el("button", { class: "button", data: { key: "hint close" }, on: { click: close } }, say.net.close)),
  ];
}
