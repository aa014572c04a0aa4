// Who sits at a table, and what those who may can do about it: names, links, bots, leaving.
import { el } from "./dom.js";
import { choice, doer } from "./frame.js";
import { forget, keep, kept, link } from "./links.js";
import { seatMark } from "./marks.js";
import { get } from "./net.js";
import { habit, keep as remember } from "./prefs.js";
import { levelName } from "./strength.js";
import { say } from "./strings.js";

let policies = null;

/** Bots that can sit down, asked for once. */
export async function bots() {
  policies ??= (await get("/api/rulesets")).policies;
  return policies;
}

/** A row for each seat. `known` are the bots there are; only who owns the table needs them. */
export const people = (table, known) => el("ul", { class: "panel" }, table.state.seats.map((seat) => row(table, seat, known)));

function row(table, seat, known) {
  const { owner, yours, status } = table.state;
  const mine = yours.includes(seat.name);
  const doing = (what, body = {}) => table.post(`seats/${encodeURIComponent(seat.name)}/${what}`, body);
  const over = status === "over";
  if (seat.taken && !mine) forget(table.id, seat.name);
  const open = !over && table.state.terms.public && !mine && seat.kind === "person" && !seat.taken;
  return el(
    "li",
    { class: "seatrow" },
    seatMark(table.picture, seat.name),
    el("b", {}, say.seats.title(seat.name)),
    open && doer(say.people.sit, () => sit(doing), { key: `sit ${seat.name}` }),
    mine ? named(seat, doing) : el("span", { class: "grow" }, called(seat), " ", presence(seat, table.online.includes(seat.name))),
    !over && owner && !mine && known && placed(seat, known, doing),
    !over && mine && link_(table, seat, doing, say.people.handOver),
    !over && owner && !mine && seat.kind === "person" && !seat.taken && link_(table, seat, doing, say.people.newLink),
    !over && mine && doer(say.people.leave, () => doing("leave"), { kind: "plain", key: `leave ${seat.name}` }),
    !over && owner && !mine && seat.kind === "person" && seat.taken && taking(seat, doing),
  );
}

/** Whoever opened the table may ask for a seat, and take it from who has been away for long; the server says for how long. */
export const taking = (seat, doing) => [
  seat.wanted ? el("span", { class: "tag" }, say.people.asked) : doer(say.people.ask, () => doing("ask"), { kind: "plain", key: `ask ${seat.name}` }),
  doer(say.people.remove, () => doing("leave"), { kind: "plain", key: `remove ${seat.name}` }),
];

/** A free seat of a public table is for whoever comes first. */
export async function sit(doing) {
  await doing("claim", { label: habit("name") });
  location.reload(); // the page speaks for that seat from now on
}

function called({ kind, label, policy, taken }) {
  if (kind === "bot") return say.bot(policy);
  if (taken) return label || say.seats.taken;
  return label ? say.people.expected(label) : say.seats.free;
}

export function presence({ kind, taken, absent }, online) {
  if (absent) return el("span", { class: "tag" }, say.seats.absent);
  return kind === "person" && taken && el("span", { class: `tag${online ? " now" : ""}` }, online ? say.people.here : say.people.away);
}

function named(seat, doing) {
  const field = el("input", { class: "grow", maxlength: 24, value: seat.label || habit("name"), "aria-label": say.open.nameOf(seat.name), data: { key: `name ${seat.name}` } });
  const save = async () => {
    await doing("label", { label: field.value.trim() });
    remember("name", field.value.trim());
  };
  return [field, doer(say.people.save, save, { key: `save ${seat.name}` }), el("span", { class: "tag" }, say.seats.you)];
}

/** The link of a seat as far as it is known here, and a button for a new one, which makes the old one worthless. */
function link_(table, seat, doing, words) {
  const path = kept(table.id)[seat.name];
  const place = el("div", { class: "link-place" }, path && link(path, say.seats.title(seat.name)));
  const make = async () => {
    const { url } = await doing("link");
    keep(table.id, { [seat.name]: url });
    place.replaceChildren(link(url, say.seats.title(seat.name)));
  };
  return [doer(path ? say.people.replace : words, make, { kind: path ? "plain" : "", key: `link ${seat.name}` }), place];
}

/** A person or a bot, as whoever owns the table likes. */
function placed(seat, known, doing) {
  const options = [["", say.people.person], ...known.map(({ name }) => [name, say.bot(name)])];
  const told = el("span", { class: "bad", role: "alert" });
  const put = (policy) => doing("bot", { policy: policy || null }).catch((error) => told.append(error.text));
  return [choice(say.open.who(seat.name), options, levelName(known, seat.policy) ?? "", put, { key: `bot ${seat.name}` }), told];
}
