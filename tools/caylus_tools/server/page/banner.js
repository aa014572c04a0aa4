// What stands over everything else: no line, a moment of the past, a request to take back, rules that have failed.
import { fill, h } from "./dom.js";
import { citation } from "./citing.js";
import { words } from "./marks.js";
import { wanted } from "./replay.js";
import { named } from "./seating.js";
import { say } from "./strings.js";

const button = (key, text, click, kind = "") => h("button", { class: `button ${kind}`, data: { key }, on: { click } }, text);

export function draw(node, table) {
  fill(node, offline(table), past(table), notices(table), absent(table), late(table), seatWanted(table), asked(table), broken(table));
}

function offline({ offline: since, restarts, isLate, busy }) {
  if (!since && isLate) return h("div", { class: "told warn", role: "status" }, busy.isTaken ? say.net.taken(busy.text) : say.net.late(busy.text));
  if (!since) return null;
  const time = since.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  return h("div", { class: "told warn", role: "status" }, restarts ? say.net.restarts(time) : say.net.offline(time));
}

function past(table) {
  if (!table.past || wanted(table)) return null; // the rail of a replay says it
  const { n } = table.past;
  return h(
    "div",
    { class: "told past row" },
    h("span", { class: "grow", role: "status" }, say.past.looking(n, table.state.choices), " ", h("b", {}, table.lines.filter((line) => line.n === n && !line.heading).map((line) => [words(table.picture, line.text), " "]))),
    button("past-back", say.past.back, () => table.look(n - 1)),
    button("past-on", say.past.on, () => table.look(n + 1)),
    button("past-now", say.past.now, () => table.now(), "go"),
  );
}

/** What nobody must miss, as the rules have it: such as that the last round has begun. */
function notices({ picture, shown }) {
  if (shown.status !== "playing") return null;
  return Object.entries(picture.notices).filter(([name]) => shown.view.values[name] === true).map(([name, title]) => h("div", { class: "told warn", role: "status", data: { key: `notice ${name}` } }, title));
}

function absent(table) {
  const seat = table.state.seats.find(({ name }) => name === table.seat);
  if (!seat?.absent) return null;
  return h("div", { class: "told act row" }, h("span", { class: "grow", role: "status" }, say.absent.told(say.bot(seat.policy))), button("back", say.absent.back, () => table.standIn(null), "go"));
}

/** A question about each seat that has no time left; whoever sits elsewhere may answer it, and whoever opened the table. */
function late(table) {
  const { seats, yours, owner } = table.state;
  return seats
    .filter((seat) => seat.late)
    .map(({ name }) => {
      const mine = yours.includes(name);
      const answers = !mine && (yours.length > 0 || owner);
      const told = mine ? say.late.yours : [say.late.told(named(table, name)), " ", answers ? say.late.ask : say.late.others];
      return h(
        "div",
        { class: "told act row", role: "status" },
        h("span", { class: "grow" }, told),
        answers && button(`late-bot ${name}`, say.late.bot, () => table.answerLate(name, false), "go"),
        answers && button(`late-wait ${name}`, say.late.wait, () => table.answerLate(name, true)),
      );
    });
}

/** What whoever opened the table asks of those who sit at this page. */
const seatWanted = (table) =>
  table.state.seats
    .filter((seat) => seat.wanted && table.state.yours.includes(seat.name))
    .map(({ name }) => {
      const answer = (gives) => () => table.send(`seats/${encodeURIComponent(name)}/answer`, { gives });
      return h(
        "div",
        { class: "told act row", role: "status" },
        h("span", { class: "grow" }, say.wanted.told(named(table, name))),
        button(`give ${name}`, say.wanted.give, answer(true)),
        button(`keep ${name}`, say.wanted.keep, answer(false), "go"),
      );
    });

function asked(table) {
  const wish = table.state.asked;
  if (!wish) return null;
  const mine = wish.waiting.includes(table.seat);
  return h(
    "div",
    { class: "told act row", role: "status" },
    h("span", { class: "grow" }, say.asked.by(named(table, wish.by), wish.text), " ", !mine && say.asked.waiting(wish.waiting.map((name) => named(table, name)))),
    mine && button("agree", say.asked.agree, () => table.consent(true), "go"),
    mine && button("refuse", say.asked.refuse, () => table.consent(false)),
  );
}

function broken(table) {
  const fault = table.state.broken;
  if (!fault) return null;
  return h(
    "div",
    { class: "told fault" },
    h("h2", {}, say.broken.heading),
    h("p", {}, fault.text, " ", citation(fault)),
    fault.source && h("pre", {}, fault.source),
    h("p", { class: "small" }, fault.final ? say.broken.final : say.broken.text),
  );
}
