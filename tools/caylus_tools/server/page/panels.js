// What a table has besides the places of its way: rows that are not on it, lists, things with what has become of them, grids.
import { h } from "./dom.js";
import { parts, seatLetter, seatMark, words as marked } from "./marks.js";
import { value } from "./pieces.js";
import { rows } from "./rows.js";
import { isRowless } from "./scene.js";
import { say } from "./strings.js";

const OR = "or"; // between two amounts of a line of the rules
const BRIEF = 40; // letters of a property that has room beside the text of a panel

/** Every panel that has something to tell and is not on the board. */
export const panels = (scene) => scene.picture.panels.map((panel) => drawn(scene, panel)).filter(Boolean);

function drawn(scene, panel) {
  if (panel.row) return isOnBoard(scene, "row", panel.row) ? null : h("section", { class: "panel" }, rows(scene, [panel.row]));
  if (panel.lists) return lists(scene, panel.lists.filter((name) => !isOnBoard(scene, "list", name) && !isOnTile(scene, name)));
  if (panel.grid) return grid(scene, panel);
  if (panel.held) return held(scene, panel);
  return panel.things ? things(scene, panel) : null;
}

/** The panels beside the board in which one can choose, as `{title, icon}`. */
export function placesBeside(scene) {
  if (isRowless(scene)) return [];
  const { panels: all, icons } = scene.picture;
  const told = ({ row, grid, title }) => (grid ? { title } : row && !isOnBoard(scene, "row", row) ? ofRow(scene, row) : null);
  return all.map(told).filter(Boolean).map(({ name, title }) => ({ title: title.replace(/^the /, ""), icon: icons[name]?.[0] }));
}

/** A row of one place is called as what lies there. */
function ofRow({ picture, cells }, row) {
  const { title, spaces } = picture.rows[row];
  const cell = spaces.length === 1 ? cells.get(spaces[0].name) : null;
  const name = cell?.now[cell.row.head];
  return { name, title: picture.things[name]?.title ?? cell?.title ?? title };
}

const isOnBoard = ({ picture }, key, name) => (picture.path ? picture.path.stops.some((stop) => stop[key] === name) : key === "row");
const isOnTile = ({ picture, cells }, name) => cells.has(name) || Object.values(picture.upon).includes(name);

function lists(scene, names) {
  if (!names.length) return null;
  const lines = names.map((name) => [h("dt", {}, scene.title(name)), h("dd", {}, told(scene, name))]);
  return h("section", { class: "panel lists" }, h("dl", {}, lines));
}

function told(scene, name) {
  const now = scene.told(name);
  return Array.isArray(now) && !now.length ? h("span", { class: "muted" }, say.board.none) : value(scene, now);
}

function things(scene, panel) {
  const told = panel.names.map((name) => thing(scene, panel, name)).filter(Boolean);
  return told.length ? h("section", { class: "panel things" }, h("h2", { class: panel.filled && "unseen" }, panel.title), h("div", { class: "several" }, told)) : null;
}

/** What players hold of a kind, each thing beside the seat that has it. */
function held(scene, panel) {
  const owner = (name) => scene.view.objects?.[panel.of]?.[name]?.[panel.state] ?? scene.cells.get(name)?.now[panel.state];
  const known = panel.names.filter((name) => scene.isSeat(owner(name)));
  const told = known.map((name) => {
    const brief = h("p", { class: "brief" }, scene.picture.things[name]?.does.join(" "));
    return h("div", { class: "held" }, seatMark(scene.picture, owner(name), { named: true }), h("div", {}, naming(scene, name), brief));
  });
  return told.length ? h("section", { class: "panel things holdings" }, h("h2", {}, panel.title), h("div", { class: "several" }, told)) : null;
}

const naming = (scene, name) =>
  h("button", { class: "name", type: "button", data: { key: `thing ${name}`, thing: name }, on: { click: () => scene.handlers.about?.(name) } }, scene.title(name));

/** A thing in the words that the manifest has for it, or with each of its fields that says something; none if nothing does. */
function thing(scene, panel, name) {
  const now = { ...panel.fixed[name], ...scene.view.objects?.[panel.of]?.[name] };
  const text = Object.entries(panel.texts).find(([flag]) => now[flag] === true)?.[1] ?? panel.texts.otherwise;
  const shown = panel.show.filter((field) => now[field] && now[field] !== "0" && !(typeof now[field] === "object" && !Object.keys(now[field]).length));
  if (text === undefined && !shown.length && !isRowless(scene)) return null;
  const words = text === undefined
    ? shown.map((field, at) => [at > 0 && " \u00b7 ", h("span", { class: "muted" }, `${scene.title(field)} `), value(scene, now[field])])
    : text.split(/\{([^{}]*)\}/).map((part, at) => (at % 2 ? (now[part] ? value(scene, now[part]) : "0") : part));
  const isBrief = panel.filled !== null; // the fields say most of it
  return h("div", { class: "thing" }, h("div", { class: "row" }, naming(scene, name), panel.current && scene.value(panel.current, name) === name && h("span", { class: "tag first" }, say.board.current), h("span", { class: "grow" }), !isBrief && h("span", { class: "small" }, words)), filled(scene, panel, name, now), h("p", { class: "brief" }, isBrief && words, untold(scene, panel, name, text).map((told, at) => [(at > 0 || isBrief) && " \u00b7 ", told])));
}

/** The properties of a thing that the panel does not show; those that none of its texts names, if there are any, without long ones: its card has them. */
function untold({ picture }, panel, name, text) {
  const inTexts = Object.values(panel.texts).flatMap((each) => each.match(/\{[^{}]*\}/g) ?? []).map((part) => part.slice(1, -1));
  const named = [...(text === undefined ? panel.show : inTexts), panel.filled?.of];
  const facts = picture.things[name]?.facts.filter(({ of, text: fact }) => !named.includes(of) && (text === undefined || fact.length <= BRIEF)) ?? [];
  return facts.map((fact) => marked(picture, fact.text));
}

/** As many fields as a thing has parts, those that players have filled in their colours. */
function filled(scene, panel, name, now) {
  if (!panel.filled) return null;
  const owners = scene.view.players.flatMap((player) => Array(Number(player.state[panel.filled.by]?.[name] ?? 0)).fill(player.name));
  const fields = Array.from({ length: Number(now[panel.filled.of]) || 0 }, (_, at) => {
    const seat = scene.picture.seats.find((each) => each.name === owners[at]);
    return seat ? h("i", { data: { seat: seat.colour }, title: seat.title }, seatLetter(seat)) : h("i", {});
  });
  return h("div", { class: "filled" }, fields);
}

/** The title of a line of a grid: where one of the lines is chosen it is the place to choose it, or to ask why that cannot be. */
function heading(scene, panel, { name, title }) {
  const isLit = scene.offers.has(name);
  const isOff = !isLit && panel.rows.some((row) => scene.offers.has(row.name));
  const isChosen = scene.handlers.chosen === name;
  const look = ["name", isLit && "lit", isChosen && "chosen"].filter(Boolean).join(" ");
  const press = () => (isLit ? scene.handlers.choose : isOff ? scene.handlers.why : scene.handlers.about)?.(name);
  return h("button", { class: look, type: "button", data: { key: `line ${name}`, cell: name }, "aria-pressed": isLit ? String(isChosen) : null, "aria-disabled": isOff ? "true" : null, on: { click: press } }, title);
}

/** A word between two amounts of a cell as a stroke, so that all is on one line. */
const short = (part) => (part.word === OR ? { word: "/" } : part);

function grid(scene, panel) {
  const open = panel.open ? scene.view.values?.[panel.open] : null;
  const here = (row, column) => scene.view.players.filter((player) => panel.marker && player.state[panel.marker]?.[row] === column);
  const cell = (row, line, column) => {
    const isShut = typeof open === "number" && column > open;
    const seats = here(row.name, column).map((player) => seatMark(scene.picture, player.name, { named: true }));
    const gives = line.length ? line.map((each) => h("span", { class: "line" }, parts(each.map(short)))) : h("span", { class: "line" }, "\u2013");
    return h("td", { class: isShut ? "shut" : null }, h("span", { class: "filling" }, gives, seats));
  };
  const lines = panel.rows.map((row) => h("tr", {}, h("th", { scope: "row" }, heading(scene, panel, row)), row.cells.map((line, at) => cell(row, line, at + 1))));
  const head = h("div", { class: "row" }, h("h2", {}, panel.title), h("span", { class: "grow" }), typeof open === "number" && h("span", { class: "muted small" }, say.board.open(open)));
  return h("section", { class: "panel grid" }, head, h("table", {}, h("tbody", {}, lines)));
}
