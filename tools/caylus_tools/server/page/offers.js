// Options as a page shows them: what each is about, in which group it stands, how its button is called.
import { words } from "./marks.js";

const FEW = 3;
const BLOCK = "block"; // the figure of what belongs to somebody for good

/** The space called `name`, with its row; null if it is none. */
export function spaceOf(table, name) {
  for (const [row, cells] of Object.entries(table.shown.view.rows ?? {})) {
    const at = cells.findIndex((cell) => cell.name === name);
    if (at >= 0) return { row, number: at + 1, cell: cells[at], told: table.picture.rows[row] };
  }
  return null;
}

/** What lies on a space: its `thing` with all the picture knows of it, and the seats whose block stands there. */
export function standsOn(table, name) {
  const space = spaceOf(table, name);
  if (!space) return null;
  const { cell, told } = space;
  const lies = told?.head ? cell[told.head] : null;
  const owners = (told?.pieces ?? []).filter((state) => table.picture.pieces[state] === BLOCK && cell[state]);
  return { ...space, name: lies, thing: table.picture.things[lies] ?? null, owners: owners.map((state) => cell[state]) };
}

/**
 * What stands where each option is, by option: if all are the same act on places of their own, that tells one from another. Of
 * other options there is nothing: their texts tell them.
 */
export function places(table) {
  const acts = acting(table);
  const cells = acts.map((option) => option.cells[0]);
  const alike = acts.every(({ name, cells: { length } }) => name === acts[0].name && length === 1) && new Set(cells).size === acts.length;
  const found = alike ? cells.map((cell) => standsOn(table, cell)) : [];
  return new Map(found.every((on) => on?.thing) ? found.map((on, at) => [acts[at], on]) : []);
}

/** The options of this moment as they are listed: `[{title, options: [{option, on}]}]`, `on` as `places` has it. */
export function groups(table) {
  const stand = places(table);
  const found = new Map();
  for (const option of acting(table)) {
    const on = stand.get(option);
    const title = on ? on.told.title : option.group;
    if (!found.has(title)) found.set(title, { title, options: [] });
    found.get(title).options.push({ option, on });
  }
  return [...found.values()];
}

function acting(table) {
  const beside = apart(table);
  return table.options.filter((option) => !beside.includes(option));
}

/** Options that stand apart from the others: those that decline, and a few that need no more said where the others are picked. */
export function apart({ options }) {
  const bare = options.filter((option) => option.declines || !Object.keys(option.choices).length);
  return bare.length < options.length && bare.length <= FEW ? bare : options.filter((option) => option.declines);
}

/** An option's whole text with its amounts drawn. */
export const told = (table, option) => words(table.picture, option.text);

/** The options that use a cell. */
export const using = (table, cell) => table.options.filter((option) => option.cells?.includes(cell));

