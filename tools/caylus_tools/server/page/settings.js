// What this browser remembers of its reader, and how to sit at the same tables with another.
import { el } from "./dom.js";
import { choice, doer, frame, labelled, waiting } from "./frame.js";
import { link } from "./links.js";
import { get, post } from "./net.js";
import { habit, keep, wear } from "./prefs.js";
import { say } from "./strings.js";

export async function show(main) {
  waiting(main, say.around.ways.settings);
  const { mine } = await get("/api/tables");
  const seats = mine.filter((table) => table.status !== "over").flatMap((table) => table.yours.map((seat) => ({ ...table, seat })));
  frame(
    main,
    say.around.ways.settings,
    el("section", { class: "panel sheet" }, el("h2", {}, say.settings.browser), Object.keys(say.settings.habits).map(setting)),
    el("section", { class: "panel sheet" }, el("h2", {}, say.settings.seats), el("p", { class: "muted" }, say.settings.move), seats.length ? el("ul", {}, seats.map(moving)) : el("p", {}, say.settings.noSeats)),
  );
}

function setting(name) {
  const { title, values } = say.settings.habits[name];
  const change = (value) => {
    keep(name, value);
    wear();
  };
  return labelled(title, choice(title, Object.entries(values), habit(name), change));
}

/** A seat with a button for a link that another device takes it over by. */
function moving({ table, title, seat }) {
  const place = el("div", {});
  const make = async () => place.replaceChildren(link((await post(`/api/tables/${table}/seats/${encodeURIComponent(seat)}/link`)).url, seat));
  return el("li", { class: "moving" }, el("a", { class: "grow", href: `/table/${table}` }, `${seat}, ${title}`), doer(say.settings.link, make), place);
}
