// Choices that move a marker which closes a row: whom each cuts off, and whom it lets work again.
import { h } from "./dom.js";
import { piece } from "./pieces.js";
import { say } from "./strings.js";

/** The row that a marker closes, by the marker. */
const rowOf = ({ picture }, closer) => Object.entries(picture.rows).find(([, row]) => row.closed_by === closer);

/** The number of a place, as a marker's state has it: a number, or the name of a place. */
function numberOf(table, [name, row], at) {
  return typeof at === "number" ? at : (row.spaces.find((space) => space.name === at)?.number ?? table.scene.cells.get(`${name} ${at}`)?.number ?? 0);
}

/**
 * What an option does to a marker that closes a row: `{closer, from, to, cut, freed}`, the last two as `{cell, state}` of pieces;
 * null for an option that moves none.
 */
export function moveOf(table, option) {
  const moved = Object.entries(table.moves?.revision === table.shown.revision ? (table.moves.found[option.id] ?? {}) : {})[0];
  const row = moved && rowOf(table, moved[0]);
  if (!row) return null;
  const [closer, at] = moved;
  const [from, to] = [numberOf(table, row, table.shown.view.table[closer]), numberOf(table, row, at)];
  const margin = (cell) => table.scene.value(row[1].margin, cell.name);
  const known = [...table.scene.cells.values()].filter((cell) => cell.row.margin === row[1].margin && typeof margin(cell) === "number");
  const changed = (isCut) => known.filter((cell) => margin(cell) < 0 !== isCut && margin(cell) + to - from < 0 === isCut).flatMap((cell) => standers(table, cell));
  return { closer, from, to, cut: changed(true), freed: changed(false) };
}

/** What an option that declines leaves as it is where all others move one marker: as `moveOf`, with those who are `idle`; null elsewhere. */
export function staysOf(table, option) {
  if (!option.declines) return null;
  const moves = table.options.filter((each) => !each.declines).map((each) => moveOf(table, each));
  if (!moves[0] || moves.some((move) => move?.closer !== moves[0].closer)) return null;
  const [{ closer, from }] = moves;
  const { margin } = rowOf(table, closer)[1];
  const idle = [...table.scene.cells.values()].filter((cell) => cell.row.margin === margin && table.scene.value(margin, cell.name) < 0).flatMap((cell) => standers(table, cell));
  return { closer, from, to: from, cut: [], freed: [], idle };
}

const standers = ({ picture, scene }, cell) =>
  cell.row.pieces.filter((state) => picture.pieces[state] !== "block" && scene.isSeat(cell.now[state])).map((state) => ({ cell, state }));

/** Whom a move cuts off or frees, and who is idle where there is none, as pieces with the numbers of their places. */
export const told = (table, { cut, freed, idle = [] }) => [
  freed.length > 0 && h("span", { class: "freed" }, "\u2713 ", say.moves.frees, " ", each(table, freed)),
  cut.length > 0 && h("span", { class: "cutoff" }, "\u2715 ", say.moves.cuts, " ", each(table, cut)),
  idle.length > 0 && h("span", { class: "muted" }, say.moves.idle, " ", each(table, idle)),
  !cut.length && !freed.length && !idle.length && h("span", { class: "muted" }, say.moves.nobody),
];

const each = ({ picture, scene }, pieces) =>
  pieces.map(({ cell, state }) => h("span", { class: "stander" }, piece(picture, cell.now[state], picture.pieces[state], scene.title(state)), h("b", {}, String(cell.number))));

/** The same in words, for those who are read to. */
export function spokenMove(table, { closer, to, cut, freed }) {
  const names = (pieces) => pieces.map(({ cell, state }) => `${table.scene.title(cell.now[state])} ${cell.number}`);
  return say.moves.spoken(table.scene.title(closer), to, names(freed), names(cut));
}
