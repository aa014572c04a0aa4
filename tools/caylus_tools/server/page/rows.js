// The places of a board in their order: along the way, or row by row where the manifest names no way.
import { h, icon } from "./dom.js";
import { seatMark } from "./marks.js";
import { figure } from "./pieces.js";
import { say } from "./strings.js";
import { button, isBare, milestone, risk } from "./cell.js";
import { stops, wind } from "./way.js";

/** Rows below each other, each under its title. */
export function rows(scene, names) {
  return names.map((name) => {
    const cells = scene.picture.rows[name].spaces.map((space) => scene.cells.get(space.name));
    const isOne = cells.length === 1;
    const stands = cells.map((cell) => h("div", { class: "stop" }, button(scene, cell), isOne ? null : below(scene, cell), figures(scene, scene.markersOn(cell))));
    const queue = scene.cells.get(scene.picture.rows[name].queue?.of);
    const title = isOne ? null : h("h3", {}, scene.picture.rows[name].title);
    return h("section", { class: isOne ? "places one" : "places" }, title, h("div", { class: "cells" }, stands, queue && h("div", { class: "stop joins" }, button(scene, queue))));
  });
}

/** The stops of the way, laid out in so many columns. */
export function wayOf(scene, columns) {
  const laid = wind(stops(scene), columns);
  const bare = new Set();
  for (let row = 0; row <= laid.at(-1).row; row += 1) {
    const isEmpty = (stop) => stop.cell && isBare(scene, stop.cell) && !marked(scene, laid, stop).length;
    if (laid.filter((stop) => stop.row === row).every(isEmpty)) bare.add(row);
  }
  return { laid, bare };
}

/** What is drawn of the way, how many `full` and `bare` rows that are, and a line for the empty rows at its end where there is little room. */
export function fold(scene, { laid, bare }, isNarrow) {
  let last = laid.at(-1).row;
  const first = last;
  while (isNarrow && bare.has(last)) last -= 1;
  const shown = laid.filter((stop) => stop.row <= last).map((stop) => drawn(scene, laid, stop, bare.has(stop.row)));
  const bares = [...bare].filter((row) => row <= last).length;
  const drawnRows = { shown, full: last + 1 - bares, bare: bares };
  if (last === first) return { ...drawnRows, folded: null };
  const cells = laid.filter((stop) => stop.row > last).map((stop) => stop.cell);
  const numbers = cells.map((cell) => cell.number);
  const marks = cells.map((cell) => milestone(scene, cell)).filter(Boolean);
  return { ...drawnRows, folded: h("p", { class: "folded" }, say.board.empty(Math.min(...numbers), Math.max(...numbers)), marks) };
}

function drawn(scene, laid, stop, isBareRow) {
  const look = `stop${stop.list ? " wide" : ""}${isBareRow ? " bare" : ""}`;
  const props = { class: look, data: { row: stop.row }, style: { "grid-row": stop.row + 1, "grid-column": `${stop.column + 1} / span ${stop.span}`, "--span": stop.span } };
  const at = figures(scene, marked(scene, laid, stop), stop.after ?? (stop.isBack ? "left" : "right"), stop.isBack);
  if (stop.list) return h("div", props, halves(scene, stop), list(scene, stop.list), at);
  return h("div", props, halves(scene, stop), button(scene, stop.cell), below(scene, stop.cell), at);
}

/** The two pieces of the lane that a stop lies on; what lies behind the marker is idle. */
function halves(scene, stop) {
  const isIdle = stop.cell && stop.cell.row.dim && scene.value(stop.cell.row.dim, stop.cell.name) === true;
  return [stop.before, stop.after].filter(Boolean).map((to) => h("i", { class: "half", data: { to, ...(isIdle && { idle: "" }), ...(stop.isBack && { back: "" }) } }));
}

/** The markers at a stop. One whose number is that of no space stands at the end that is nearer to it, so that none is lost. */
function marked(scene, laid, stop) {
  if (stop.cell) {
    const last = stop.cell.row.spaces.length;
    const astray = stop.cell.number === last ? Object.entries(stop.cell.row.markers).filter(([state]) => scene.view.table[state] > last) : [];
    return [...scene.markersOn(stop.cell), ...astray.map(([state, sign]) => ({ state, sign, cell: stop.cell }))];
  }
  const next = laid[laid.indexOf(stop) + 1]?.cell;
  const before = next ? Object.entries(next.row.markers).filter(([state]) => scene.view.table[state] === 0) : [];
  return before.map(([state, sign]) => ({ state, sign, cell: next }));
}

function figures(scene, markers, side = "right", isBack = false) {
  if (!markers.length) return null;
  const closer = markers.find(({ state, cell }) => state === cell.row.closed_by);
  const barrier = closer && h("i", { class: closer.comes ? "barrier coming" : "barrier", data: { key: `${closer.comes ? "coming" : "barrier"} ${closer.state}` } });
  const stand = markers.map(({ state, sign, comes }) => figure(scene.picture, state, sign, comes ? say.board.coming(scene.title(state)) : scene.title(state), comes));
  return h("div", { class: "markers", data: { side, ...(isBack && { back: "" }) } }, barrier, h("span", { class: "figures" }, stand));
}

/** Under a place: its number, what happens when a marker reaches it, what threatens it. */
function below(scene, cell) {
  const isEmpty = isBare(scene, cell);
  const number = isEmpty || cell.row.given ? null : h("span", { class: "number" }, milestone(scene, cell) ?? String(cell.number));
  const danger = isEmpty ? null : risk(scene, cell);
  return h("span", { class: "under", "aria-hidden": "true" }, number, danger && pill(scene, danger));
}

function pill(scene, { isCut, steps, closer, told }) {
  const sign = icon(scene.picture.icons[closer]?.[0] ?? "pawn");
  return h("span", { class: `risk ${isCut ? "joined" : "cut"}`, title: told }, sign, `${isCut ? "+" : "\u2212"}${steps}`);
}

/** A list on the way: who is in it, in order, and who may still come. */
function list(scene, name) {
  const members = scene.told(name) ?? [];
  const slots = scene.picture.seats.map((_, number) => {
    const look = number === members.length ? "slot next" : "slot";
    return h("li", { class: look }, members[number] ? seatMark(scene.picture, members[number], { named: true }) : String(number + 1));
  });
  return h("section", { class: "queue" }, h("h3", {}, scene.title(name)), h("ol", {}, slots));
}
