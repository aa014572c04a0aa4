// What lies beside the board, where there is one.
import { fill, h, icon } from "./dom.js";
import { isBare, risk } from "./cell.js";
import { panels } from "./panels.js";
import { wander } from "./roving.js";
import { isRowless, Scene } from "./scene.js";
import { say } from "./strings.js";

const wandering = new WeakSet();

/** Draws the panels of a moment that are not on the board; the handlers are the board's. */
export function draw(root, picture, state, handlers) {
  if (!wandering.has(root)) wander(root);
  wandering.add(root);
  root.classList.add("aside");
  const scene = new Scene(picture, state, handlers);
  fill(root, legend(scene), isRowless(scene) ? [] : panels(scene));
}

/** What the signs under the places mean, of which there are any now. */
function legend(scene) {
  const signs = [...scene.cells.values()].filter((cell) => !isBare(scene, cell)).map((cell) => risk(scene, cell)).filter(Boolean);
  if (!signs.length) return null;
  const row = Object.values(scene.picture.rows).find((each) => each.closed_by === signs[0].closer);
  const who = scene.title(row.closed_by);
  const sign = icon(scene.picture.icons[row.closed_by]?.[0] ?? "pawn");
  const line = (look, text, words) => h("li", {}, h("span", { class: `risk ${look}` }, sign, text), words);
  return h(
    "ul",
    { class: "legend" },
    signs.some(({ isCut }) => !isCut) && line("cut", "\u22122", say.board.back(who)),
    signs.some(({ isCut }) => isCut) && line("joined", "+1", say.board.forward(who)),
    row.dim && h("li", {}, h("span", { class: "hatch" }), scene.title(row.dim)),
  );
}
