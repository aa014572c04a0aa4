// A sentence above the board: where the markers stand, what that means, who can still move the one that closes a row, and who leads.
import { fill, h } from "./dom.js";
import { seatMark } from "./marks.js";
import { figure } from "./pieces.js";
import { Scene } from "./scene.js";
import { say } from "./strings.js";

/** Draws the line; it stays empty where there is nothing to tell. */
export function draw(root, picture, state, handlers) {
  const scene = new Scene(picture, state, handlers);
  const every = Object.values(picture.rows);
  const stands = whereabouts(scene, every);
  const who = standings(scene);
  root.classList.toggle("strip", Boolean(stands.length || who));
  fill(root, stands, every.map((row) => row.says && h("span", { class: "means" }, meaning(scene, row.says))), every.map((row) => row.closed_by && movers(scene, row)), who && h("span", { class: "standing" }, who));
}

/** Who can still move the marker that closes a row, in what way and how far: in the order of passing, and whoever has not passed behind. */
function movers(scene, row) {
  if (!scene.state.decides.length) return null; // nobody, once the game is over
  const ways = Object.entries(row.movers)
    .filter(([, phase]) => !scene.isOver(phase))
    .map(([way, phase]) => ({ way, can: yetToMove(scene, phase).filter((name) => scene.value(way, name) > 0) }))
    .filter(({ can }) => can.length);
  if (!ways.length) return null;
  return [
    h("span", { class: "muted" }, say.board.movers(scene.title(row.closed_by))),
    ways.map(({ way, can }) => {
      const reaches = [...new Set(can.map((name) => scene.value(way, name)))];
      const each = reaches.map((reach) => [can.filter((name) => scene.value(way, name) === reach).map((name) => seatMark(scene.picture, name, { named: true })), h("b", {}, String(reach))]);
      return h("span", { class: "where" }, each, scene.title(way));
    }),
  ];
}

/** All players; where the phase itself goes round asking them, those who have not been asked. */
function yetToMove(scene, phase) {
  const { lists, players, phase: present } = scene.view;
  const order = [scene.picture.passed, scene.picture.order].flatMap((list) => lists[list] ?? []);
  const names = [...new Set([...order, ...players.map((player) => player.name)])];
  const { decision } = scene.state;
  const goesRound = present?.name === phase && decision?.title === present.title;
  return goesRound ? names.slice(Math.max(0, names.indexOf(decision.player))) : names;
}

/** The markers by the places where they stand, a sentence for each place. */
function whereabouts(scene, rows) {
  const found = new Map();
  for (const [marker, sign] of rows.flatMap((row) => Object.entries(row.markers))) {
    const place = scene.view.table[marker];
    if (place !== null) found.set(place, [...(found.get(place) ?? []), { marker, sign }]);
  }
  return [...found].map(([place, there]) => {
    const figures = there.map(({ marker, sign }) => figure(scene.picture, marker, sign, ""));
    return h("span", { class: "where" }, figures, h("b", {}, say.board.on(there.map(({ marker }) => scene.title(marker)), numberOf(scene, place))));
  });
}

/** The number of a place of the board, or what a state of the table is called. */
const numberOf = (scene, told) => String(scene.cells.get(told)?.number ?? (typeof told === "number" ? told : scene.title(told)));

/** A sentence of the manifest with the states of the table that it names. */
const meaning = (scene, text) => text.split(/\{([^{}]*)\}/).map((part, at) => (at % 2 ? numberOf(scene, scene.view.table[part]) : part));

/** What counts in the end, highest first, as far as it is open. */
function standings(scene) {
  const lead = scene.picture.players.find((column) => column.lead);
  const known = scene.view.players.filter((player) => typeof player.resources[lead?.of] === "number");
  if (!lead || known.length < scene.view.players.length) return null;
  const best = [...known].sort((a, b) => b.resources[lead.of] - a.resources[lead.of]);
  const each = best.map((player) => h("span", { class: "where" }, seatMark(scene.picture, player.name, { named: true }), h("b", {}, String(player.resources[lead.of]))));
  return [h("span", { class: "muted" }, lead.title), each];
}
