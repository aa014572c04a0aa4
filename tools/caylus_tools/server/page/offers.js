// Options as a page shows them: what each is about, in which group it stands, how its button is called.
import { words } from "./marks.js";
import { staysOf } from "./moves.js";
import { habit } from "./prefs.js";
import { say } from "./strings.js";

const BLOCK = "block"; // the figure of what belongs to somebody for good

/** A space with what lies on it: the `thing` with all the picture knows of it, and the seats whose block stands there; null if it is no space. */
export function standsOn({ scene, picture }, name) {
  const cell = scene.cells.get(name);
  if (!cell) return null;
  const { row, now } = cell;
  const owners = row.pieces.filter((state) => picture.pieces[state] === BLOCK && now[state]).map((state) => now[state]);
  return { ...cell, owners, thing: named(picture, now[row.head]) };
}

const named = (picture, name) => (Object.hasOwn(picture.things, name ?? "") ? { ...picture.things[name], name } : null);

/** The first place of the board that an option names; null where it names none. */
export const cellOf = ({ scene }, option) => option.cells.find((cell) => scene.cells.has(cell)) ?? null;

/** Whether an option can be chosen where the page shows what it names: on a place, or in a line of a panel. */
export const isShown = (table, option) => cellOf(table, option) !== null || table.picture.panels.some(({ grid, rows }) => grid && rows.some(({ name }) => option.cells.includes(name)));

/** The things that what is chosen would put on places, by place. */
export function arrivals(table) {
  const { scene, outcome, picture } = table;
  const found = new Map();
  for (const [place, now] of Object.entries(outcome?.places ?? {})) {
    const thing = now[scene.cells.get(place)?.row.head];
    if (thing && Object.hasOwn(picture.things, thing)) found.set(place, thing);
  }
  return found;
}

/**
 * What stands where each option is, by option: if all are the same act on places of their own, or join a queue, that tells one from another. Of
 * other options there is nothing: their texts tell them.
 */
export function places(table) {
  const acts = table.options.filter((option) => !isBare(option));
  const cells = acts.map((option) => option.cells[0]);
  const names = new Set(acts.filter((option) => !isQueued(table, option)).map(({ name }) => name));
  const alike = names.size === 1 && acts.every((option) => option.cells.length === 1) && new Set(cells).size === acts.length;
  const found = alike ? cells.map((cell) => standsOn(table, cell)) : [];
  return new Map(found.every(Boolean) && found.some((on) => on.thing) ? found.map((on, at) => [acts[at], on]) : []);
}

const isBare = (option) => option.declines || !(Object.keys(option.choices).length || option.cells.length);
const isQueued = ({ scene }, { name, cells }) => scene.cells.get(cells[0])?.joinedBy === name;

/** Options that stand apart: those that decline, and beside places all that are on none; not to leave a marker, which is a place like others. */
export function apart(table) {
  const stand = places(table);
  return table.options.filter((option) => (stand.size ? isBare(option) : option.declines) && !staysOf(table, option));
}

const QUESTION = 2; // options of a question that is answered at one click

/**
 * Whether a choice is made at one click here: placements, and questions of two options where nothing is hidden, at tables where
 * it can be taken back. Where a marker moves, one looks first.
 */
export function isAtOnce(table) {
  if (habit("once") !== "on" || table.told.options.undo === "none" || table.isForeseen(table.state)) return false;
  return places(table).size > 0 || (table.options.length === QUESTION && !table.state.secrets);
}

/** The options of this moment as they are listed: `[{title, options: [{option, on}]}]`, `on` as `places` has it. */
export function groups(table) {
  const stand = places(table);
  const beside = apart(table);
  const found = new Map();
  for (const option of table.options.filter((each) => !beside.includes(each))) {
    const on = stand.get(option);
    const title = staysOf(table, option) ? [...found.keys()][0] : on ? on.row.title : option.group; // it is one of those that move
    if (!found.has(title)) found.set(title, { title, options: [] });
    found.get(title).options.push({ option, on });
  }
  return [...found.values()];
}

/** An option's whole text with its amounts drawn. */
export const told = (table, option) => words(table.picture, option.text);

/** The same for those who are read to, with its price. */
export const spoken = (option) => (option.price ? `${option.text} ${say.choices.price} ${option.price}` : option.text);

/** The options that use a cell. */
export const using = (table, cell) => table.options.filter((option) => option.cells.includes(cell));

