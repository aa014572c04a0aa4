// Who will sit where, and how it goes at the table.
import { el } from "./dom.js";
import { choice, labelled, tick } from "./frame.js";
import { seatMark } from "./marks.js";
import { habit, keep } from "./prefs.js";
import { levelName, skill, slider } from "./strength.js";
import { say } from "./strings.js";

const LONGEST = 24;
const USUAL = 3;

/** A table as it is first offered: me, and friends by link. */
export const begun = (rules) => ({
  seats: resized([{ kind: "mine", label: habit("name"), policy: null }], Math.min(Math.max(rules.counts[0], USUAL), rules.counts.at(-1))),
  shuffle: true,
  title: "",
  public: false,
  spectators: true,
  clock: null,
  undo: "consent",
  match: null, // as the rules say
});

/** The same people on more or fewer seats; whoever is added comes by a link. */
export const resized = (seats, number) => [...seats, ...Array.from({ length: Math.max(0, number - seats.length) }, () => ({ kind: "person", label: "", policy: null }))].slice(0, number);

export function seats(order, played, policies, change) {
  const put = (index, changes) => change({ seats: order.seats.map((each, i) => (i === index ? { ...each, ...changes } : each)) });
  const names = played.seats;
  const bot = ({ policy }, name, index) => {
    const told = el("span", { class: "small muted" }, skill(policies, policy));
    return [slider(policies, policy, name, (chosen) => put(index, { policy: chosen }), (passed) => told.replaceChildren(skill(policies, passed))), told];
  };
  const row = (seat, index) =>
    el(
      "li",
      { class: "seatrow" },
      seatMark({ seats: played.marks }, names[index]),
      el("b", {}, say.seats.title(names[index])),
      choice(say.open.who(names[index]), kinds(policies), seat.kind === "bot" ? levelName(policies, seat.policy) : seat.kind, (value) => put(index, kind(value)), { key: `who ${index}` }),
      seat.kind === "bot" ? bot(seat, names[index], index) : named(seat, names[index], index),
    );
  const automaton = (title) => el("li", { class: "seatrow" }, el("b", { class: "grow" }, title), el("span", { class: "small muted" }, say.open.automaton));
  const most = Math.min(names.length, played.counts.at(-1));
  return el(
    "div",
    { class: "panel" },
    el("ul", {}, order.seats.slice(0, names.length).map(row), played.automata.map(automaton)),
    el(
      "div",
      { class: "row sheet" },
      order.seats.length < most && el("button", { type: "button", class: "button", data: { key: "more" }, on: { click: () => change({ seats: resized(order.seats, order.seats.length + 1) }) } }, say.open.more),
      order.seats.length > played.counts[0] && el("button", { type: "button", class: "button", data: { key: "fewer" }, on: { click: () => change({ seats: resized(order.seats, order.seats.length - 1) }) } }, say.open.fewer),
      el("span", { class: "grow" }),
      tick(say.open.shuffle, order.shuffle, (shuffle) => change({ shuffle }), { key: "shuffle" }),
    ),
    order.seats.filter((seat) => seat.kind === "mine").length > 1 && el("p", { class: "small muted sheet" }, say.open.hotSeat),
  );
}

const kinds = (policies) => [["mine", say.seats.me], ["person", say.seats.person], ...policies.map(({ name }) => [name, say.bot(name)])];
const kind = (value) => (value === "mine" || value === "person" ? { kind: value, policy: null } : { kind: "bot", policy: value });

/** A name beside a seat; written into the order as it is typed, for nothing else depends on it. */
function named(seat, name, index) {
  const field = el("input", { class: "grow", maxlength: LONGEST, value: seat.label, placeholder: say.open.name, "aria-label": say.open.nameOf(name), data: { key: `name ${index}` }, on: { input: write } });
  function write() {
    seat.label = field.value.trim();
    if (seat.kind === "mine" && index === 0) keep("name", seat.label);
  }
  return field;
}

/** Title, who may come and watch, clock, undo, a match. */
export function atTable(order, played, change) {
  const title = el("input", { maxlength: 60, value: order.title, data: { key: "title" }, on: { input: () => (order.title = title.value.trim()) } });
  const timed = (changes) => change({ clock: { ...order.clock, ...changes } });
  return el(
    "div",
    { class: "panel sheet" },
    labelled(say.open.title, title),
    tick(say.open.public, order.public, (value) => change({ public: value }), { key: "public" }),
    tick(say.open.spectators, order.spectators, (spectators) => change({ spectators }), { key: "spectators" }),
    labelled(say.open.undo, choice(say.open.undo, Object.entries(say.open.undoing), order.undo, (undo) => change({ undo }), { key: "undo" })),
    match(order.match ?? played.match ?? { games: 1 }, change),
    tick(say.open.clock, order.clock !== null, (on) => change({ clock: on ? { seconds: 1800, increment: 30, runs_out: "ask" } : null }), { key: "clock" }),
    order.clock && [
      labelled(say.open.seconds, number(order.clock.seconds / 60, 1, 10_000, (minutes) => timed({ seconds: minutes * 60 }), "minutes")),
      labelled(say.open.increment, number(order.clock.increment, 0, 86_400, (increment) => timed({ increment }), "increment")),
      labelled(say.open.runsOut, choice(say.open.runsOut, runningOut, order.clock.runs_out, (runs_out) => timed({ runs_out }), { key: "runs out" })),
    ],
  );
}

export const runningOut = Object.entries(say.open.runningOut);

const LENGTHS = { wins: 3, points: 3, "to wins": 2, "to points": 100 };

/** How many games are played, and what of them counts: as the rules say until somebody chooses something else. */
function match({ games, to, count = "wins" }, change) {
  const kind = to ? `to ${count}` : games === 1 ? "one" : count;
  const put = (wanted, length) => change({ match: wanted === "one" ? { games: 1 } : { [wanted.startsWith("to ") ? "to" : "games"]: length, count: wanted.split(" ").at(-1) } });
  return [
    labelled(say.open.match, choice(say.open.match, Object.entries(say.open.matches), kind, (wanted) => put(wanted, LENGTHS[wanted]), { key: "match" })),
    kind !== "one" && labelled(say.open.length[kind], number(to ?? games, 1, kind === "to points" ? 1_000_000 : 100, (length) => put(kind, length), "match length")),
  ];
}

/** A field for a whole number. */
export function number(value, least, most, change, key) {
  const field = el("input", { type: "number", min: least, max: most, value, data: { key }, on: { change: () => field.checkValidity() && field.value && change(Number(field.value)) } });
  return field;
}
