// The table's own menu: its seats, the page's habits, and what can be taken away from it.
import { open } from "./dialogs.js";
import { el, fill } from "./dom.js";
import * as keys from "./keys.js";
import { seatMark } from "./marks.js";
import { notice } from "./notices.js";
import { standing } from "./seating.js";
import * as prefs from "./prefs.js";
import { ring } from "./signals.js";
import { say } from "./strings.js";

const BOT = "greedy"; // who plays for somebody who is away

export function menu(table) {
  const list = el("ul", { class: "seats" });
  const again = () => fill(list, table.state.seats.map((seat) => one(table, seat, again)));
  again();
  const query = new URLSearchParams(table.seat ? { seat: table.seat } : {});
  const box = open(say.menu.heading, [
    el("h3", {}, say.menu.seats),
    list,
    !table.seat && el("p", { class: "muted" }, say.menu.watching),
    habit("letters", say.menu.letters),
    habit("sound", say.menu.sound, ring),
    el("p", { class: "row" },
      el("button", { class: "button", on: { click: keys.list } }, say.menu.keys),
      el("a", { class: "button", href: `/table/${table.id}/rules` }, say.menu.rules),
      el("a", { class: "button", href: `/api/tables/${table.id}/save?${query}`, download: `${table.id}.json` }, say.menu.save),
      el("a", { class: "button", href: `/api/tables/${table.id}/transcript?${query}`, download: `${table.id}-transcript.json` }, say.menu.transcript),
    ),
  ]);
  table.onMenu = again;
  box.addEventListener("close", () => (table.onMenu = null));
}

function habit(name, text, tried) {
  const change = (event) => {
    prefs.keep(name, event.target.checked ? "on" : "off");
    if (event.target.checked) tried?.();
  };
  return el("label", { class: "row wish" }, el("input", { type: "checkbox", checked: prefs.habit(name) === "on", on: { change } }), text);
}

function one(table, seat) {
  const mine = table.state.yours.includes(seat.name);
  const may = mine || table.state.owner;
  const away = seat.absent || seat.kind === "bot";
  const post = (what, body) => table.send(`seats/${encodeURIComponent(seat.name)}/${what}`, body);
  return el(
    "li",
    { class: "row" },
    seatMark(table.picture, seat.name),
    el("span", { class: "grow" }, seat.label || seat.name, " ", el("span", { class: "small muted" }, standing(table, seat.name) || (seat.taken ? say.menu.taken : say.menu.free))),
    mine && seat.name !== table.seat && button(say.menu.sit(seat.name), () => table.sit(seat.name)),
    may && seat.kind !== "bot" && button(seat.absent ? say.menu.giveBack : say.menu.putBot, () => post("bot", { policy: seat.absent ? null : BOT })),
    may && !away && button(say.menu.newLink, async () => link(await post("link"))),
  );
}

const button = (text, click) => el("button", { class: "button", on: { click } }, text);

async function link(answer) {
  if (!answer) return;
  const url = new URL(answer.url, location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    notice(say.menu.copied);
  } catch {
    open(say.menu.newLink, [el("p", {}, say.menu.link), el("input", { value: url, readonly: true, "aria-label": say.menu.newLink })]);
  }
}
