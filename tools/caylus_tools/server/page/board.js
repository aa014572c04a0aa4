// The board: places where pieces stand, along a way that winds or row by row. Every place that can be chosen is a button.
import { el, fill, h } from "./dom.js";
import { panels } from "./panels.js";
import { fold, rows, wayOf } from "./rows.js";
import { isRowless, Scene } from "./scene.js";
import { lay } from "./placing.js";
import { changed, move, ring, stood } from "./motion.js";
import { wander } from "./roving.js";

const WIDE = 600;
const NARROW = 322;
const LARGE = 230; // under which, with text as large as it is, three places in a row cut their words
const boards = new WeakMap();

/**
 * Draws all places of a moment; `handlers` are `{chosen, choose(cell), why(cell), about(cell)}`. Drawn again, it keeps the focus,
 * rings what has changed, and has new pieces come from their seat's row.
 */
export function draw(root, picture, state, handlers) {
  const board = boards.get(root) ?? begun(root);
  const scene = new Scene(picture, state, handlers);
  const news = changed(board.seen, scene);
  Object.assign(board, { scene, seen: news.seen });
  for (const { cell } of news.moved) board.rings.set(cell, performance.now());
  const before = stood(root);
  redraw(board);
  move(root, scene, before, news.moved);
}

/** Puts an element of the page's by a place, so that it covers no place that can be chosen or where somebody stands if there is any room. */
export function place(root, cell, element) {
  const { layer } = boards.get(root);
  const anchor = buttonOf(root, cell) ?? buttonOf(document, cell);
  if (element.parentNode !== layer) layer.replaceChildren(element);
  if (!anchor) return;
  const places = [...root.querySelectorAll(".cell"), ...document.querySelectorAll(".aside :is(.panel, .cell.lit), .players")].filter((each) => each !== anchor);
  const isKept = (each) => each.matches(".lit, .players, .cell:has(.foot .piece)");
  lay(layer, element, anchor, places.filter(isKept), places.filter((each) => !isKept(each)));
}

/** Gives the focus to a place. */
export function focus(root, cell) {
  buttonOf(root, cell)?.focus();
}

const buttonOf = (root, cell) => root.querySelector(`[data-cell="${CSS.escape(cell)}"]`);

function begun(root) {
  const board = { drawn: el("div", { class: "board" }), layer: el("div", { class: "layer" }), columns: 0, scene: null, seen: null, rings: new Map() };
  root.classList.add("boarded");
  root.replaceChildren(board.drawn, board.layer);
  wander(board.drawn);
  new ResizeObserver(() => {
    if (board.scene && columnsFor(board) !== board.columns) redraw(board);
  }).observe(root);
  boards.set(root, board);
  return board;
}

function columnsFor({ drawn, scene }) {
  const width = drawn.clientWidth / (drawn.clientWidth < WIDE ? largerText(drawn) : 1);
  return width >= WIDE || !width ? (scene.picture.path?.columns ?? 8) : width >= NARROW ? 4 : width >= LARGE ? 3 : 2;
}

/** How many times larger than written a phone shows its text, because its owner wishes so. */
function largerText({ parentElement: room }) {
  const probe = (adjusted) => el("span", { class: "unseen probe", "aria-hidden": "true", style: { "-webkit-text-size-adjust": adjusted } }, "0123456789");
  const [shown, written] = [probe("inherit"), probe("none")];
  room.append(shown, written);
  const larger = shown.scrollWidth / written.scrollWidth;
  shown.remove();
  written.remove();
  return larger || 1;
}

function redraw(board) {
  const { drawn, scene } = board;
  board.columns = columnsFor(board);
  const isNarrow = board.columns < (scene.picture.path?.columns ?? 8);
  drawn.classList.toggle("narrow", isNarrow);
  drawn.style.setProperty("--columns", board.columns);
  if (scene.picture.path) {
    const { shown, full, bare, folded } = fold(scene, wayOf(scene, board.columns), isNarrow);
    fill(drawn, h("div", { class: "way", style: { "--rows": full, "--bares": bare, "--seats": scene.picture.seats.length } }, shown), folded);
  } else {
    fill(drawn, isRowless(scene) ? panels(scene) : rows(scene, Object.keys(scene.picture.rows)));
  }
  ring(drawn, board.rings);
}
