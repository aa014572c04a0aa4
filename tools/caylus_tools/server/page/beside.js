// What lies beside the way: rows that are not on it, lists, things with what has become of them, tables of the rules.
import { el, fill, icon } from "./dom.js";
import { parts, seatMark } from "./marks.js";
import { value } from "./pieces.js";
import { rows } from "./rows.js";
import { Scene } from "./scene.js";
import { say } from "./strings.js";
import { wander } from "./roving.js";

const wandering = new WeakSet();

/** Draws the panels of a moment that are not on the board; the handlers are the board's. */
export function draw(root, picture, state, handlers) {
  if (!wandering.has(root)) wander(root);
  wandering.add(root);
  root.classList.add("beside");
  const scene = new Scene(picture, state, handlers);
  fill(root, picture.panels.map((panel) => drawn(scene, panel)), legend(scene));
}

function drawn(scene, panel) {
  if (panel.row) return isOnBoard(scene, "row", panel.row) ? null : el("section", { class: "panel" }, rows(scene, [panel.row]));
  if (panel.lists) return lists(scene, panel.lists.filter((name) => !isOnBoard(scene, "list", name) && !isOnTile(scene, name)));
  if (panel.grid) return grid(scene, panel);
  return panel.things ? things(scene, panel) : null;
}

const isOnBoard = ({ picture }, key, name) => (picture.path ? picture.path.stops.some((stop) => stop[key] === name) : key === "row");
const isOnTile = ({ picture }, name) => Object.values(picture.upon).includes(name);

function lists(scene, names) {
  if (!names.length) return null;
  const told = names.map((name) => [el("dt", {}, scene.title(name)), el("dd", {}, value(scene, scene.told(name)))]);
  return el("section", { class: "panel lists" }, el("dl", {}, told));
}

function things(scene, panel) {
  const told = panel.names.map((name) => thing(scene, panel, name)).filter(Boolean);
  return told.length ? el("section", { class: "panel things" }, el("h2", {}, panel.title), told) : null;
}

/** A thing in the words that the manifest has for it, or with each of its fields that says something; none if nothing does. */
function thing(scene, panel, name) {
  const now = { ...panel.fixed[name], ...scene.view.objects?.[panel.of]?.[name] };
  const text = Object.entries(panel.texts).find(([flag]) => now[flag] === true)?.[1] ?? panel.texts.otherwise;
  const shown = panel.show.filter((field) => now[field] && now[field] !== "0" && !(typeof now[field] === "object" && !Object.keys(now[field]).length));
  if (text === undefined && !shown.length) return null;
  const words = text === undefined
    ? shown.map((field, at) => [at > 0 && " \u00b7 ", el("span", { class: "muted" }, `${scene.title(field)} `), value(scene, now[field])])
    : text.split(/\{([^{}]*)\}/).map((part, at) => (at % 2 ? (now[part] ? value(scene, now[part]) : "0") : part));
  const head = el("button", { class: "name", type: "button", data: { key: `thing ${name}` }, on: { click: () => scene.handlers.about?.(name) } }, scene.title(name));
  return el("div", { class: "thing" }, el("div", { class: "row" }, head, el("span", { class: "grow" }), el("span", { class: "small" }, words)), filled(scene, panel, name, now));
}

/** As many fields as a thing has parts, those that players have filled in their colours. */
function filled(scene, panel, name, now) {
  if (!panel.filled) return null;
  const owners = scene.view.players.flatMap((player) => Array(Number(player.state[panel.filled.by]?.[name] ?? 0)).fill(player.name));
  const fields = Array.from({ length: Number(now[panel.filled.of]) || 0 }, (_, at) => {
    const seat = scene.picture.seats.find((each) => each.name === owners[at]);
    return seat ? el("i", { data: { seat: seat.colour }, title: seat.title }, seat.letter) : el("i", {});
  });
  return el("div", { class: "filled" }, fields);
}

function grid(scene, panel) {
  const open = panel.open ? scene.view.values?.[panel.open] : null;
  const here = (row, column) => scene.view.players.filter((player) => panel.marker && player.state[panel.marker]?.[row] === column);
  const cell = (row, line, column) => {
    const isShut = typeof open === "number" && column > open;
    const seats = here(row.name, column).map((player) => seatMark(scene.picture, player.name, { named: true }));
    return el("td", { class: isShut ? "shut" : null }, line.length ? line.map((each) => el("span", { class: "line" }, parts(each))) : "\u2013", seats);
  };
  const lines = panel.rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.title), row.cells.map((line, at) => cell(row, line, at + 1))));
  const head = el("div", { class: "row" }, el("h2", {}, panel.title), el("span", { class: "grow" }), typeof open === "number" && el("span", { class: "muted small" }, say.board.open(open)));
  return el("section", { class: "panel grid" }, head, el("table", {}, el("tbody", {}, lines)));
}

/** What the signs under the places mean, where there are any. */
function legend(scene) {
  const row = Object.values(scene.picture.rows).find((each) => each.closed_by && each.margin);
  if (!row) return null;
  const who = scene.title(row.closed_by);
  const sign = icon(scene.picture.icons[row.closed_by]?.[0] ?? "pawn");
  const line = (look, text, words) => el("li", {}, el("span", { class: `risk ${look}` }, sign.cloneNode(true), text), words);
  return el("ul", { class: "legend" }, line("cut", "\u22122", say.board.back(who)), line("joined", "+1", say.board.forward(who)), row.dim && el("li", {}, el("span", { class: "hatch" }), scene.title(row.dim)));
}
