// What this browser remembers of its reader, and how to sit at the same tables with another.
import { el } from "./dom.js";
import { choice, doer, frame, labelled, waiting } from "./frame.js";
import { link } from "./links.js";
import { get, post } from "./net.js";
import { addressOf } from "./paths.js";
import { habit, keep, wear } from "./prefs.js";
import { reminding } from "./reminding.js";
import { say } from "./strings.js";

export async function show(main) {
  const [what, token] = location.hash.slice(1).split(".");
  if (what === "me" && token) return becoming(main, token);
  addEventListener("hashchange", () => show(main), { once: true }); // the link of a mail, followed where this page is open
  waiting(main, say.around.ways.settings);
  const confirmed = what === "confirm" && token ? await post("/api/me/confirm", { token }).then(() => say.reminding.confirmed, (error) => error.text) : null;
  const { mine } = await get("/api/tables");
  const seats = mine.filter((table) => table.status !== "over").flatMap((table) => table.yours.map((seat) => ({ ...table, seat })));
  frame(
    main,
    say.around.ways.settings,
    confirmed && el("p", { class: "lead", role: "status" }, confirmed),
    reminding(),
    el("section", { class: "panel sheet" }, el("h2", {}, say.settings.browser), Object.keys(say.settings.habits).map(setting)),
    el("section", { class: "panel sheet" }, el("h2", {}, say.settings.seats), el("p", { class: "muted" }, say.settings.move), seats.length ? el("ul", {}, seats.map(moving)) : el("p", {}, say.settings.noSeats)),
    returning(),
  );
}

/** A link that is kept for the day on which this browser has forgotten who it is. */
function returning() {
  const place = el("div", {});
  const make = async () => place.replaceChildren(link((await post("/api/me/link")).url, say.settings.me));
  return el("section", { class: "panel sheet" }, el("h2", {}, say.settings.again), el("p", { class: "muted" }, say.settings.againHow), doer(say.settings.makeMe, make, { key: "me" }), place);
}

/** Another person in this browser: only after a click, since a link may come from anybody. */
function becoming(main, token) {
  const become = async () => {
    await post("/api/me/return", { token });
    location.replace(addressOf("/"));
  };
  frame(main, say.settings.again, el("p", { class: "lead" }, say.settings.become), doer(say.settings.becomeIt, become, { kind: "go", key: "become" }));
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
  const make = async () => place.replaceChildren(link((await post(`/api/tables/${table}/seats/${encodeURIComponent(seat)}/link`)).url, say.seats.title(seat)));
  return el("li", { class: "moving" }, el("a", { class: "grow", href: `/table/${table}` }, `${say.seats.title(seat)}, ${title}`), doer(say.settings.link, make), place);
}
