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
  if (first) {
    const part = (name, look = "") => el("section", { class: look, data: { part: name } });
    fill(root, el("div", { class: "halves lobby" }, part("people", "waiting"), el("div", {}, part("start", "waiting"), rules(table, about), part("chat", "chat"))));
    const talk = root.querySelector("[data-part=chat]");
    chat(talk, table);
    talk.firstChild.open = true;
  }
  fill(root.querySelector("[data-part=people]"), sitting(table, policies), table.state.owner && about.spectators && watching(table));
  fill(root.querySelector("[data-part=start]"), starting(table));
}

async function asked(table) {
  const [about, policies] = await Promise.all([get(`/api/tables/${table.id}`), table.state.owner ? bots() : null]);
  return { about, policies };
}

const missing = ({ seats }) => seats.filter((seat) => seat.kind === "person" && !seat.taken).map((seat) => seat.name);

function sitting(table, policies) {
  const { seats, owner } = table.state;
  const left = missing(table.state).length;
  return [
    el("h2", {}, say.lobby.seats, " ", el("span", { class: "tag" }, say.lobby.taken(seats.length - left, seats.length))),
    people(table, policies),
    owner && left > 0 && ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) && el("p", { class: "small muted" }, say.lobby.near),
  ];
}

function starting(table) {
  const { owner, yours, match } = table.state;
  const left = missing(table.state);
  return [
    el("h2", {}, say.lobby.begin),
    el(
      "div",
      { class: "panel sheet" },
      match && el("p", {}, el("b", {}, match.game), ". ", match.terms, " ", match.standings),
      el("p", { role: "status" }, left.length ? say.lobby.missing(left) : say.lobby.complete),
      owner && doer(say.lobby.start, () => table.post("start", {}), { kind: "go", key: "start" }),
      owner && el("p", { class: "small muted" }, say.lobby.begins),
      !owner && yours.length === 0 && el("p", { class: "small muted" }, say.lobby.watching),
    ),
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
  return el("details", { class: "panel fold" }, el("summary", {}, say.lobby.forSpectators), el("div", { class: "sheet" }, place, doer(path ? say.people.replace : say.people.newLink, make, { key: "watch" })));
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
