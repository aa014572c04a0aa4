// The first page: my tables, those where it is my turn first, tables to join or to watch, and how to begin.
import { el, fill, icon, svg } from "./dom.js";
import { doer, frame, refusal, waiting } from "./frame.js";
import { keep } from "./links.js";
import { seatMark } from "./marks.js";
import { get, post, postFile } from "./net.js";
import { goTo } from "./paths.js";
import * as prefs from "./prefs.js";
import { say } from "./strings.js";

/** The largest save that is read before it is sent; the server has a bound of its own. */
const MOST = 4_000_000;
const TOWN = new URL("town.svg", import.meta.url).href;

export async function show(main) {
  waiting(main, say.around.site);
  const { mine, open, keep_days: days } = await get("/api/tables");
  mine.sort((a, b) => urgency(a) - urgency(b) || b.touched - a.touched);
  const [past, now] = [mine.filter(isOver), mine.filter((table) => !isOver(table))];
  frame(
    main,
    say.around.site,
    !mine.length && welcome(),
    el(
      "div",
      { class: "hall" },
      mine.length > 0 && el("section", { class: "mine" }, el("h2", {}, say.home.mine, " ", waits(now)), list(now, say.home.noneNow), past.length > 0 && finished(past)),
      begin(!mine.length),
      el("section", {}, el("h2", {}, say.home.open), list(open, say.home.noneOpen)),
    ),
    el("footer", { class: "small muted" }, say.home.kept(days)),
  );
}

const isOver = (table) => table.status === "over";
const myTurn = (table) => table.seats.some((seat) => seat.to_move && table.yours.includes(seat.name));
const urgency = (table) => (myTurn(table) ? 0 : ["playing", "open", "broken"].indexOf(table.status) + 1);

/** What a visitor sees who sits at no table yet. */
const welcome = () =>
  el(
    "section",
    { class: "welcome" },
    el("p", { class: "lead" }, say.home.about),
    el("div", { class: "town" }, svg("svg", { viewBox: "0 0 560 214", "aria-hidden": "true" }, svg("use", { href: `${TOWN}#town` }))),
  );

function waits(tables) {
  const number = tables.filter(myTurn).length;
  return number > 0 && el("span", { class: "tag now" }, say.home.wait(number));
}

const list = (tables, none) => (tables.length ? el("ul", { class: "tables" }, tables.map(card)) : el("p", { class: "muted" }, none));

const finished = (tables) => el("details", { class: "fold" }, el("summary", {}, say.home.finished(tables.length)), list(tables, ""));

function card(table) {
  const address = `/table/${table.table}`;
  return el(
    "li",
    { class: `panel card${myTurn(table) ? " due" : ""}` },
    el(
      "div",
      {},
      el("div", { class: "row" }, el("a", { href: address }, table.title), tag(table)),
      el("p", { class: "muted" }, [table.game !== table.title && table.game, table.status === "playing" && [say.home.round(table.round, table.phase), !myTurn(table) && turnOf(table)]].flat().filter(Boolean).join(" \u00b7 ")),
      el("p", { class: "sitting" }, table.seats.map((seat) => el("span", {}, seatMark({ seats: table.marks }, seat.name), who(table, seat), isPoints(seat.score) && el("b", {}, String(seat.score)))), faceDown(table) && el("span", { class: "small muted" }, say.home.faceDown)),
    ),
    el(
      "div",
      { class: "onward" },
      el("a", { class: `button${myTurn(table) ? " go" : ""}`, href: address }, say.home.go(table.yours.length > 0, myTurn(table), free(table)), el("span", { class: "unseen" }, ` ${table.title}`)),
      table.status === "playing" && el("span", { class: "small muted" }, say.home.since(lastOf(table), table.touched)),
    ),
  );
}

const isPoints = (score) => typeof score === "number";

/** Whether a game that is known has points that not everybody may see. */
const faceDown = (table) => table.status === "playing" && table.round > 0 && !table.seats.some((seat) => isPoints(seat.score));

/** Who chose last, where that is known. */
function lastOf(table) {
  const seat = table.seats.find(({ name }) => name === table.last);
  return seat ? (table.yours.includes(seat.name) ? say.seats.you : seat.label || (seat.kind === "bot" ? say.bot(seat.policy) : say.seats.title(seat.name))) : "";
}

/** Whose turn it is; nothing of it is known of a table that nobody has looked at since the server began. */
function turnOf(table) {
  const due = table.seats.filter((seat) => seat.to_move);
  return due.length ? say.home.theirs(due.map(({ name, label }) => label || say.seats.title(name))) : say.home.waits;
}

/** How to begin: a table of one's own, a saved game, or a first game of each ruleset, which comes first for a new visitor. */
const begin = (isNew) =>
  el(
    "section",
    { class: "begin" },
    el("h2", {}, say.home.begin),
    isNew && learning(),
    el("div", { class: "panel sheet" }, el("a", { class: "button go", href: "/new" }, say.around.ways.open), bringing()),
    !isNew && learning(),
  );

/** A first game of each ruleset: against two easy bots, with lessons. */
function learning() {
  const wait = el("span", { class: "small muted", role: "status" }, say.around.loading);
  const place = el("section", { class: "panel sheet" }, el("h3", {}, say.home.never), el("p", { class: "small muted" }, say.home.learn), wait);
  const button = (game) => doer([icon("flag"), " ", say.home.first(game.title)], () => firstGame(game), { key: `first ${game.name}`, wait: say.home.laying });
  get("/api/rulesets/titles").then(({ rulesets }) => wait.replaceWith(...rulesets.map(button)), () => place.remove());
  return place;
}

async function firstGame({ name, first_game: { people, variants } }) {
  const bots = Array.from({ length: people - 1 }, () => ({ kind: "bot", label: null, policy: "easy", mine: false }));
  const me = { kind: "person", label: prefs.habit("name") || null, policy: null, mine: true };
  const { table } = await post("/api/tables", { base: name, variants, draft: null, seats: [me, ...bots], title: "", public: false, spectators: false, clock: null, undo: "own" });
  for (const help of ["learn", "warn", "hint"]) prefs.keep(help, "on");
  prefs.keep("told", "");
  goTo(`/table/${table}`);
}

function who({ yours }, { name, label, kind, policy, taken }) {
  if (yours.includes(name)) return label || say.seats.you;
  if (kind === "bot") return label || say.bot(policy);
  return label || (taken ? say.seats.title(name) : say.seats.free);
}

const free = (table) => table.seats.filter((seat) => !seat.taken && seat.kind === "person").length;

function tag(table) {
  if (myTurn(table)) return el("span", { class: "tag now" }, say.home.turn);
  return table.status === "playing" ? null : el("span", { class: "tag" }, table.status === "open" && free(table) > 0 ? say.home.free(free(table)) : say.home.status[table.status]);
}

/** A save from elsewhere becomes a table. */
function bringing() {
  const told = el("span", { class: "bad refused", role: "alert" });
  const field = el("input", { type: "file", accept: ".json,application/json", class: "unseen", on: { change: () => bring(field.files[0]) } });
  async function bring(file) {
    if (!file) return;
    told.replaceChildren();
    field.value = "";
    try {
      if (file.size > MOST) return told.append(say.home.tooLarge);
      const { table, links } = await postFile("/api/import", file, "application/json"); // as it is: it holds larger numbers than a page
      keep(table, links);
      goTo(`/table/${table}`);
    } catch (error) {
      fill(told, ...refusal(error));
    }
  }
  return [el("label", { class: "button file" }, say.home.bring, field), told];
}
