// Options as a page shows them: what each is about, in which group it stands, how its button is called.
import { words } from "./marks.js";
import { say } from "./strings.js";

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
 * How the options of this moment are listed: `[{title, options: [{option, on}]}]`. Where each option is the same act on a space of
 * its own, `on` says what stands there and the list need not repeat the act; else `on` is null and an option is told by its text.
 */
export function groups(table) {
  const beside = apart(table);
  const acts = table.options.filter((option) => !beside.includes(option));
  const on = alike(table, acts);
  const found = new Map();
  for (const option of acts) {
    const place = on ? standsOn(table, option.cells[0]) : null;
    const title = place ? place.told.title : (option.group ?? "");
    if (!found.has(title)) found.set(title, { title, options: [] });
    found.get(title).options.push({ option, on: place });
  }
  return [...found.values()];
}

function alike(table, options) {
  const cells = options.map((option) => (option.cells?.length === 1 ? option.cells[0] : null));
  const named = (cell) => cell && standsOn(table, cell)?.thing;
  return options.length > 0 && options.every((option) => option.name === options[0].name) && new Set(cells).size === cells.length && cells.every(named);
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

/** What a group is called when it needs a name beside others. */
export const groupTitle = (group) => group.title || say.choices.other;
