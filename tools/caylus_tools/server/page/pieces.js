// What stands on a board: pieces of a seat, figures of the table, and values of any sort.
import { h, icon, svg } from "./dom.js";
import { seatLetter, seatMark, seatOf } from "./marks.js";

const SPRITE = new URL("icons.svg", import.meta.url).href;

/** A seat's piece: what is a block in the manifest is the bare shape, everything else has a head, so that no two are alike without colour. */
export function piece(picture, name, figure, title) {
  const seat = seatOf(picture, name);
  const isBare = figure === "block";
  const use = (place) => svg("use", { href: `${SPRITE}#${seat.shape}`, ...place });
  const drawn = isBare
    ? svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, use({}))
    : svg("svg", { viewBox: "0 0 24 28", "aria-hidden": "true" }, svg("circle", { cx: 12, cy: 5.6, r: 4.8 }), use({ x: 1.5, y: 7, width: 21, height: 21 }));
  const look = { class: `piece ${figure}`, title: `${seat.title}: ${title}`, data: { seat: seat.colour, shape: seat.shape } };
  return h("span", look, drawn, seatLetter(seat));
}

/** A figure that belongs to nobody, with its letter; one that only `comes` by what is chosen is drawn faintly. */
export function figure(picture, state, sign, title, comes = false) {
  const symbol = picture.icons[state]?.[0] ?? "disc";
  const letter = svg("text", { x: 12, y: 25, "text-anchor": "middle", "font-size": 12, "font-weight": 800 }, sign);
  const use = svg("use", { href: `${SPRITE}#${symbol}`, width: 24, height: 32 });
  return h("span", { class: comes ? "figure coming" : "figure", title, data: { key: `marker ${state}${comes ? " coming" : ""}` } }, svg("svg", { viewBox: "0 0 24 32", "aria-hidden": "true" }, use, letter));
}

/** A value of a view as elements: seats by their signs, things by their titles, what is hidden as hidden. */
export function value(scene, told) {
  if (told === null || told === undefined || told === 0 || told === false) return h("span", { class: "muted" }, "\u00b7");
  if (told === true) return icon("check", "yes");
  if (Array.isArray(told)) return told.length ? told.map((each, at) => [at > 0 && !scene.isSeat(each) && ", ", value(scene, each)]) : value(scene, null);
  if (typeof told === "object") return ofObject(scene, told);
  if (typeof told === "string" && scene.isSeat(told)) return seatMark(scene.picture, told, { named: true });
  return typeof told === "string" ? scene.title(told) : String(told);
}

/** Whether a value says anything: not one that is none, or holds nothing else. */
function says(told) {
  if (Array.isArray(told)) return told.length > 0;
  return told !== null && typeof told === "object" ? Object.values(told).some(says) : Boolean(told);
}

function ofObject(scene, told) {
  if (told.there) return icon("hidden", "face down");
  if (Object.keys(told).length === 1 && "size" in told) return `${told.size} \u00d7 face down`;
  const entries = Object.entries(told).filter(([, each]) => says(each));
  if (!entries.length) return value(scene, null);
  if (entries.some(([, each]) => typeof each === "object" && !Array.isArray(each))) return pairs(scene, Object.keys(told), entries);
  return entries.map(([name, each], at) => [at > 0 && ", ", `${scene.title(name)} `, value(scene, each)]);
}

/** What is kept for pairs of things, as a table in the order of `names`: the first of a pair says the row, the second the column. */
function pairs(scene, names, entries) {
  const known = new Set(entries.flatMap(([, each]) => Object.keys(each).filter((name) => says(each[name]))));
  const columns = [...new Set([...names, ...known])].filter((name) => known.has(name));
  const head = columns.map((name) => h("th", { scope: "col" }, scene.title(name)));
  const line = ([name, each]) => h("tr", {}, h("th", { scope: "row" }, scene.title(name)), columns.map((column) => h("td", {}, value(scene, each[column]))));
  return h("table", { class: "pairs" }, h("thead", {}, h("tr", {}, h("td", {}), head)), h("tbody", {}, entries.map(line)));
}
