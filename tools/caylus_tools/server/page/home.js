// The first page: my tables, those where it is my turn first, tables to join or to watch, and how to begin.
import { el, fill, icon, svg } from "./dom.js";
import { doer, frame, refusal, waiting } from "./frame.js";
import { keep } from "./links.js";
import { get, post, postFile } from "./net.js";
import * as prefs from "./prefs.js";
import { say } from "./strings.js";

/** The largest save that is read before it is sent; the server has a bound of its own. */
const MOST = 4_000_000;
const TOWN = new URL("town.svg", import.meta.url).href;

export async function show(main) {
  waiting(main, say.around.site);
  const { mine, open } = await get("/api/tables");
  mine.sort((a, b) => urgency(a) - urgency(b) || b.touched - a.touched);
  frame(
    main,
    say.around.site,
    el(
      "section",
      { class: "welcome" },
      el("div", {}, el("p", { class: "lead" }, say.home.about), el("p", { class: "row" }, el("a", { class: "button go", href: "/new" }, say.around.ways.open), bringing())),
      el("div", { class: "town" }, svg("svg", { viewBox: "0 0 560 210", "aria-hidden": "true" }, svg("use", { href: `${TOWN}#town` }))),
    ),
    learning(),
    el("div", { class: "halves" }, section(say.home.mine, mine, say.home.noneMine), section(say.home.open, open, say.home.noneOpen)),
  );
}

const myTurn = (table) => table.seats.some((seat) => seat.to_move && table.yours.includes(seat.name));
const urgency = (table) => (myTurn(table) ? 0 : ["playing", "open", "over", "broken"].indexOf(table.status) + 1);

const section = (title, tables, none) =>
  el("section", {}, el("h2", {}, title), tables.length ? el("ul", { class: "tables" }, tables.map(card)) : el("p", { class: "muted" }, none));

function card(table) {
  return el(
    "li",
    { class: `panel card${myTurn(table) ? " due" : ""}` },
    el("div", { class: "row" }, el("a", { class: "grow", href: `/table/${table.table}` }, el("b", {}, table.title)), tag(table)),
    table.status === "playing" && el("p", { class: "small" }, turnOf(table), " · ", say.home.since(table.touched)),
    el("p", { class: "small muted" }, table.seats.map(who).join(", ")),
    el("p", { class: "small" }, table.yours.length > 0 && say.home.yours(table.yours), free(table) > 0 && say.home.free(free(table))),
  );
}

/** Whose turn it is; nothing of it is known of a table that nobody has looked at since the server began. */
function turnOf(table) {
  const due = table.seats.filter((seat) => seat.to_move);
  if (myTurn(table)) return say.home.mineNow;
  return due.length ? say.home.theirs(due.map(({ name, label }) => label || name)) : say.home.waits;
}

/** A first game of each ruleset: against two easy bots, with lessons. The buttons are there before the rules have been read. */
function learning() {
  const place = el("div", { class: "row" }, el("span", { class: "small muted" }, say.home.learn));
  const wait = el("span", { class: "small muted", role: "status" }, say.around.loading);
  place.append(wait);
  get("/api/rulesets/titles").then(({ rulesets }) => wait.replaceWith(...rulesets.map(({ name, title }) => doer([icon("flag"), " ", say.home.first(title)], () => firstGame(name), { key: `first ${name}` }))), () => place.remove());
  return el("section", { class: "panel sheet" }, el("h2", {}, say.home.never), place);
}

async function firstGame(name) {
  const { rulesets } = await get("/api/rulesets");
  const { counts, automata, first_game: first } = rulesets.find((rules) => rules.name === name);
  const people = (first.players ?? Math.min(Math.max(3, counts[0]), counts.at(-1))) - automata.length;
  const bots = Array.from({ length: people - 1 }, () => ({ kind: "bot", label: null, policy: "easy", mine: false }));
  const me = { kind: "person", label: prefs.habit("name") || null, policy: null, mine: true };
  const { table } = await post("/api/tables", { base: name, variants: first.with ?? [], draft: null, seats: [me, ...bots], title: "", public: false, spectators: false, clock: null, undo: "own" });
  prefs.keep("learn", "on");
  prefs.keep("told", "");
  location.assign(`/table/${table}`);
}

const who = ({ name, label, kind, policy }) => [name, label || (kind === "bot" && say.bot(policy))].filter(Boolean).join(": ");
const free = (table) => table.seats.filter((seat) => !seat.taken && seat.kind === "person").length;
const tag = (table) => el("span", { class: `tag${myTurn(table) ? " now" : ""}` }, myTurn(table) ? say.home.turn : say.home.status[table.status]);

/** A save from elsewhere becomes a table. */
function bringing() {
  const told = el("span", { class: "bad", role: "alert" });
  const field = el("input", { type: "file", accept: ".json,application/json", class: "unseen", on: { change: () => bring(field.files[0]) } });
  async function bring(file) {
    if (!file) return;
    told.replaceChildren();
    field.value = "";
    try {
      if (file.size > MOST) return told.append(say.home.tooLarge);
      const { table, links } = await postFile("/api/import", file, "application/json"); // as it is: it holds larger numbers than a page
      keep(table, links);
      location.assign(`/table/${table}`);
    } catch (error) {
      fill(told, ...refusal(error));
    }
  }
  return [el("label", { class: "button file" }, say.home.bring, field), told];
}
