// The table's own menu: its seats, the page's habits, and what can be taken away from it.
import { open } from "./dialogs.js";
import { momentOf, rulebook } from "./citing.js";
import { el, fill } from "./dom.js";
import * as keys from "./keys.js";
import { bots, people } from "./people.js";
import * as prefs from "./prefs.js";
import { named } from "./seating.js";
import { ring } from "./signals.js";
import { say } from "./strings.js";

const STAND_IN = "normal"; // who plays for somebody who has to go

/** Opens the menu; it follows the table as long as it is open. */
export function menu(table) {
  const seats = el("div", {});
  let known = null;
  const box = open(say.menu.heading, [
    seats,
    hasKeys() && habit("letters", say.menu.letters),
    habit("sound", say.menu.sound, ring),
    habit("once", say.menu.once),
    habit("learn", say.menu.learn, () => {
      prefs.keep("told", "");
      table.changed();
    }),
    habit("warn", say.menu.warn),
    habit("hint", say.menu.hint, () => table.changed()),
    el(
      "p",
      { class: "row" },
      el("a", { class: "button", href: "/" }, say.page.home),
      el("a", { class: "button", href: "/settings" }, say.menu.remind),
      hasKeys() && el("button", { class: "button", on: { click: keys.list } }, say.menu.keys),
      el("a", { class: "button", href: rulebook(), target: "_blank", rel: "noopener" }, say.menu.rules),
      el("a", { class: "button", href: `/table/${table.id}/rules` }, say.menu.files),
      el("a", { class: "button", href: `/table/${table.id}/replay` }, say.menu.replay),
      el("a", { class: "button", href: momentOf(table), data: { key: "as situation" } }, say.menu.situation),
      el("a", { class: "button", href: table.address("save"), download: `${table.id}.json` }, say.menu.save),
      el("a", { class: "button", href: table.address("transcript"), download: `${table.id}-transcript.json` }, say.menu.transcript),
    ),
  ]);
  table.follow = () => fill(seats, table.seat ? own(table, () => box.close()) : el("p", { class: "muted" }, say.menu.watching), people(table, known));
  table.follow();
  box.addEventListener("close", () => (table.follow = null));
  if (table.state.owner) bots().then((all) => {
    known = all;
    table.follow?.();
  });
}

/** Whether there may be a keyboard: not where fingers are all there is. */
const hasKeys = () => matchMedia("(any-pointer: fine)").matches;

function habit(name, text, tried) {
  const change = (event) => {
    prefs.keep(name, event.target.checked ? "on" : "off");
    if (event.target.checked) tried?.();
  };
  return el("label", { class: "row wish" }, el("input", { type: "checkbox", checked: prefs.habit(name) === "on", on: { change } }), text);
}

/** What somebody may do with their own seats while the game goes on. */
function own(table, close) {
  const { yours, seats } = table.state;
  const button = (key, text, act) => {
    const click = () => {
      close();
      act();
    };
    return el("button", { class: "button", data: { key }, on: { click } }, text);
  };
  const absent = (name) => seats.find((seat) => seat.name === name)?.absent;
  return el(
    "p",
    { class: "row" },
    yours.filter((name) => name !== table.seat).map((name) => button(`sit ${name}`, say.menu.sit(named(table, name)), () => table.sit(name, true))),
    !absent(table.seat) && button("away", say.menu.putBot, () => table.standIn(STAND_IN)),
    absent(table.seat) && button("back", say.menu.giveBack, () => table.standIn(null)),
  );
}
