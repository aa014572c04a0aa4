// How those are invited for whom a seat is free: by a link, and the same link as a code for cameras.
import { el, fill } from "./dom.js";
import { doer } from "./frame.js";
import { keep, kept, link } from "./links.js";
import { seatMark } from "./marks.js";
import { say } from "./strings.js";

const isNear = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** The panel; nothing where no seat is free, or where this reader has none to give away. */
export function invitation(table) {
  const { seats, owner, terms } = table.state;
  const free = seats.filter((seat) => seat.kind === "person" && !seat.taken).map((seat) => seat.name);
  if (!free.length || !(owner || terms.public)) return null;
  const place = el("div", { class: "invitation" });
  const choose = (name) => {
    table.invited = name;
    draw();
  };
  const draw = () => {
    const name = free.includes(table.invited) ? table.invited : free[0];
    const button = (each) => el("button", { type: "button", class: "button", "aria-pressed": String(each === name), data: { key: `invite ${each}` }, on: { click: () => choose(each) } }, seatMark(table.picture, each), say.seats.title(each));
    fill(place, free.length > 1 && el("div", { class: "row", role: "group", "aria-label": say.lobby.inviteTo }, free.map(button)), seatLink(table, name));
  };
  if (terms.public) fill(place, link(`/table/${table.id}`, table.state.title, { isOpen: true }));
  else draw();
  const how = [terms.public ? say.lobby.byTable : free.length > 1 ? say.lobby.bySeats : say.lobby.bySeat, isNear() && say.lobby.near];
  return [el("h2", { class: "row" }, say.lobby.invite), el("p", { class: "small muted" }, how.filter(Boolean).join(" ")), place];
}

/** The link of a seat as far as it is known here, and a button for a new one, which makes the old one worthless. */
function seatLink(table, name) {
  const path = kept(table.id)[name];
  const place = el("div", { class: "link-place" }, path && link(path, name, { isOpen: true }));
  const make = async () => {
    const { url } = await table.post(`seats/${encodeURIComponent(name)}/link`);
    keep(table.id, { [name]: url });
    place.replaceChildren(link(url, name, { isOpen: true }));
  };
  return [place, doer(path ? say.people.replace : say.people.newLink, make, { kind: path ? "plain" : "go", key: `link ${name}` })];
}
