// One line above the board: where the markers stand, and who leads.
import { el, fill } from "./dom.js";
import { seatMark } from "./marks.js";
import { figure } from "./pieces.js";
import { Scene } from "./scene.js";
import { say } from "./strings.js";

/** Draws the line; it stays empty where there is nothing to tell. */
export function draw(root, picture, state, handlers) {
  const scene = new Scene(picture, state, handlers);
  const stands = Object.values(picture.rows).flatMap((row) => Object.entries(row.markers));
  const markers = stands.filter(([marker]) => scene.view.table[marker] !== null).map(([marker, sign]) => whereabouts(scene, marker, sign));
  const who = standings(scene);
  root.classList.toggle("strip", Boolean(markers.length || who));
  fill(root, markers, el("span", { class: "grow" }), who);
}

function whereabouts(scene, marker, sign) {
  const place = scene.view.table[marker];
  const told = typeof place === "number" ? String(place) : scene.title(place);
  return el("span", { class: "where" }, figure(scene.picture, marker, sign, ""), say.board.on(scene.title(marker), told));
}

/** What counts in the end, highest first, as far as it is open. */
function standings(scene) {
  const lead = scene.picture.players.find((column) => column.lead);
  const known = scene.view.players.filter((player) => typeof player.resources[lead?.of] === "number");
  if (!lead || known.length < scene.view.players.length) return null;
  const best = [...known].sort((a, b) => b.resources[lead.of] - a.resources[lead.of]);
  const each = best.map((player) => el("span", { class: "where" }, seatMark(scene.picture, player.name, { named: true }), el("b", {}, String(player.resources[lead.of]))));
  return [el("span", { class: "muted" }, lead.title), each];
}
