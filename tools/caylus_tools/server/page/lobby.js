// A table that has not begun: who has come, links for those who have not, and the rules that will hold.
import { el, fill } from "./dom.js";
import { differences } from "./differences.js";
import { doer } from "./frame.js";
import { keep, kept, link } from "./links.js";
import { get } from "./net.js";
import { bots, people } from "./people.js";
import { say } from "./strings.js";
import { chat } from "./talk.js";

const known = new WeakMap();

/** Draws a table in `root`; called after every state. What does not change while it waits is asked for once. */
export async function draw(root, table) {
  if (!known.has(table)) known.set(table, asked(table));
  const { about, policies } = await known.get(table);
  const said = root.querySelector("[data-part=chat]");
  if (said) chat(said, table);
  const shown = JSON.stringify([table.state.seats, table.state.owner, table.state.yours, table.online]);
  if (root.dataset.shown === shown) return; // a name that is being typed stays
  const first = root.dataset.shown === undefined;
  root.dataset.shown = shown;
  if (first) fill(root, el("div", { class: "halves" }, el("section", { class: "waiting", data: { part: "people" } }), el("div", {}, rules(table, about), el("section", { class: "chat", data: { part: "chat" } }))));
  if (first) {
    const talk = root.querySelector("[data-part=chat]");
    chat(talk, table);
    talk.firstChild.open = true;
  }
  fill(root.querySelector("[data-part=people]"), waiting(table, about, policies));
}

async function asked(table) {
  const [about, policies] = await Promise.all([get(`/api/tables/${table.id}`), table.state.owner ? bots() : null]);
  return { about, policies };
}

function waiting(table, about, policies) {
  const { seats, owner, yours } = table.state;
  const missing = seats.filter((seat) => seat.kind === "person" && !seat.taken).map((seat) => seat.name);
  return [
    el("h2", {}, say.lobby.seats),
    table.state.match && el("p", {}, el("b", {}, table.state.match.game), ". ", table.state.match.terms, " ", table.state.match.standings),
    el("p", { class: "lead", role: "status" }, missing.length ? say.lobby.missing(missing) : say.lobby.complete),
    people(table, policies),
    owner && [
      missing.length > 0 && ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) && el("p", {}, say.lobby.near),
      el("p", { class: "muted" }, say.lobby.begins),
      doer(say.lobby.start, () => table.post("start", {}), { kind: "go", key: "start" }),
      about.spectators && watching(table),
    ],
    !owner && yours.length === 0 && el("p", { class: "muted" }, say.lobby.watching),
  ];
}

function watching(table) {
  const path = kept(table.id)[""];
  const place = el("div", { class: "link-place" }, path && link(path, say.lobby.spectators));
  const make = async () => {
    const { url } = await table.post("watch-link", {});
    keep(table.id, { "": url });
    place.replaceChildren(link(url, say.lobby.spectators));
  };
  return el("div", { class: "panel sheet" }, el("h3", {}, say.lobby.forSpectators), place, doer(path ? say.people.replace : say.people.newLink, make, { key: "watch" }));
}

function rules({ id }, { rules: { title, version, variants }, diff }) {
  return el(
    "section",
    {},
    el("h2", {}, say.lobby.rules),
    el("p", {}, say.rules.played(title, version, variants.map((each) => each.title)), " ", el("a", { href: `/table/${id}/rulebook`, target: "_blank", rel: "noopener" }, say.rules.read), " ", el("a", { href: `/table/${id}/rules` }, say.rules.files)),
    diff.length > 0 && el("div", { class: "panel sheet" }, differences(diff, (place) => `/table/${id}/rules#${place}`)),
  );
}
