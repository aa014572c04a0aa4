// A table that has not begun: who has come, how those are invited who have not, when it starts, and how it will be played.
import { el, fill } from "./dom.js";
import { rulebook } from "./citing.js";
import { differences } from "./differences.js";
import { choice, doer, labelled, tick } from "./frame.js";
import { invitation } from "./inviting.js";
import { keep, kept, link } from "./links.js";
import { lobbySeats } from "./lobby_seats.js";
import { get } from "./net.js";
import { number, runningOut } from "./new_seats.js";
import { bots } from "./people.js";
import * as prefs from "./prefs.js";
import { ring } from "./signals.js";
import { say } from "./strings.js";
import { chat } from "./talk.js";

const known = new WeakMap();
const PARTS = ["people", "invite", "start", "clock", "public", "chat", "habits", "rules"];
const BESIDE = PARTS.slice(1, 6); // on a wide screen these stand in a column of their own

/** Draws a table in `root`; called after every state. What does not change while it waits is asked for once. */
export async function draw(root, table) {
  if (!known.has(table)) known.set(table, asked(table));
  if (!root.firstChild) fill(root, el("p", { class: "muted", role: "status" }, say.lobby.looking));
  const { about, policies } = await known.get(table);
  const said = root.querySelector("[data-part=chat]");
  if (said) chat(said, table);
  const { seats, owner, yours, terms } = table.state;
  const shown = JSON.stringify([seats, owner, yours, terms, table.online]);
  if (root.dataset.shown === shown) return; // a name that is being typed stays
  const first = root.dataset.shown === undefined;
  root.dataset.shown = shown;
  if (first) begin(root, table, about);
  const parts = { people: people(table, about, policies), invite: invitation(table), start: starting(table), clock: clock(table), public: openness(table) };
  for (const [name, content] of Object.entries(parts)) {
    const part = root.querySelector(`[data-part=${name}]`);
    part.hidden = !content;
    fill(part, content ?? []);
  }
}

/** The frame, and the parts that stay as they are. */
function begin(root, table, about) {
  const part = (name) => el("section", { class: name === "chat" ? name : "panel", data: { part: name } });
  const parts = Object.fromEntries(PARTS.map((name) => [name, part(name)]));
  fill(root, el("div", { class: "lobby" }, parts.people, el("div", { class: "column" }, BESIDE.map((name) => parts[name])), parts.habits, parts.rules));
  fill(parts.habits, habits());
  fill(parts.rules, rules(table, about));
  chat(parts.chat, table);
  parts.chat.firstChild.open = true;
}

async function asked(table) {
  const [about, policies] = await Promise.all([get(`/api/tables/${table.id}`), table.state.owner ? bots() : null]);
  return { about, policies };
}

const missing = ({ seats }) => seats.filter((seat) => seat.kind === "person" && !seat.taken).map((seat) => say.seats.title(seat.name));

const head = (...words) => el("h2", { class: "row" }, words);

function people(table, about, policies) {
  const { seats, owner } = table.state;
  const left = missing(table.state).length;
  return [
    head(say.lobby.seats, el("span", { class: "tag" }, say.lobby.taken(seats.length - left, seats.length))),
    lobbySeats(table, policies),
    owner && about.spectators && watching(table),
  ];
}

/** What the start waits for. It comes by itself with the last person; the owner need not wait for that. */
function starting(table) {
  const { owner, yours, match } = table.state;
  const left = missing(table.state);
  return [
    match && el("p", {}, el("b", {}, match.game), ". ", match.terms, " ", match.standings),
    el("p", { class: "awaits", role: "status" }, left.length ? say.lobby.missing(left) : say.lobby.complete),
    owner && doer(say.lobby.start(left), () => table.post("start", {}), { key: "start" }),
    owner && left.length > 0 && el("p", { class: "small muted" }, say.lobby.begins),
    !owner && yours.length === 0 && el("p", { class: "small muted" }, say.lobby.watching),
  ];
}

const CLOCKS = Object.values(say.lobby.clocks);
const OTHER = "other";

/** The clock of the table: the owner chooses it until the game begins, the others read it. */
function clock(table) {
  const { owner, terms } = table.state;
  const put = (chosen) => table.send("terms", { public: terms.public, clock: chosen });
  if (!owner) return [head(say.lobby.clock), el("p", {}, say.lobby.clockIs(terms.clock))];
  const same = ({ clock: each }) => each?.seconds === terms.clock?.seconds && each?.increment === terms.clock?.increment;
  const at = CLOCKS.findIndex(same);
  const button = ({ title, clock: each }, number) =>
    el("button", { type: "button", class: "button", "aria-pressed": String(number === at), data: { key: `clock ${title}` }, on: { click: () => put(each && { ...each, runs_out: terms.clock?.runs_out ?? "ask" }) } }, title);
  return [
    head(say.lobby.clock),
    el("div", { class: "row" }, CLOCKS.map(button)),
    terms.clock && el("p", { class: "small muted" }, say.lobby.clockIs(terms.clock)),
    terms.clock && el("details", { class: "fold" }, el("summary", { data: { key: `clock ${OTHER}` } }, say.lobby.clockOther), el("div", { class: "sheet" }, clockFields(terms.clock, put))),
  ];
}

const clockFields = (now, put) => [
  labelled(say.open.seconds, number(now.seconds / 60, 1, 10_000, (minutes) => put({ ...now, seconds: minutes * 60 }), "minutes")),
  labelled(say.open.increment, number(now.increment, 0, 86_400, (increment) => put({ ...now, increment }), "increment")),
  labelled(say.open.runsOut, choice(say.open.runsOut, runningOut, now.runs_out, (runs_out) => put({ ...now, runs_out }), { key: "runs out" })),
];

/** Whether anybody may sit down. */
function openness(table) {
  const { owner, terms } = table.state;
  if (!owner) return terms.public ? el("p", {}, say.lobby.isPublic) : null;
  return [
    tick([el("b", {}, say.lobby.public)], terms.public, (on) => table.send("terms", { public: on, clock: terms.clock }), { key: "public" }),
    el("p", { class: "small muted" }, terms.public ? say.lobby.isPublic : say.lobby.isPrivate),
  ];
}

/** How this browser's reader plays: nobody else is concerned. */
const habits = () => [head(say.lobby.habits, el("span", { class: "small muted" }, say.lobby.yours)), el("ul", {}, Object.entries(say.lobby.helps).map(habit))];

function habit([name, { title, about }]) {
  const change = (on) => {
    prefs.keep(name, on ? "on" : "off");
    if (on && name === "sound") ring();
    if (on && name === "learn") prefs.keep("told", "");
  };
  return el("li", {}, tick([el("b", {}, title), el("span", { class: "small muted" }, about)], prefs.habit(name) === "on", change, { key: `habit ${name}` }));
}

function watching(table) {
  const path = kept(table.id)[""];
  const place = el("div", { class: "link-place" }, path && link(path, say.lobby.spectators));
  const make = async () => {
    const { url } = await table.post("watch-link", {});
    keep(table.id, { "": url });
    place.replaceChildren(link(url, say.lobby.spectators));
  };
  return el("details", { class: "fold" }, el("summary", {}, say.lobby.forSpectators), el("div", { class: "sheet" }, place, doer(path ? say.people.replace : say.people.newLink, make, { key: "watch" })));
}

/** What is played, and how it differs from what it stands on. */
export function rules({ id }, { rules: { title, version, variants }, diff }) {
  return [
    head(say.lobby.rules),
    el(
      "p",
      {},
      say.rules.played(title, version, variants.map((each) => each.title)),
      " ",
      el("a", { href: rulebook(), target: "_blank", rel: "noopener" }, say.rules.read),
      " ",
      el("a", { href: `/table/${id}/rules` }, say.rules.files),
    ),
    diff.length > 0 && differences(diff, (place) => `/table/${id}/rules#${place}`),
  ];
}
