// One player's panel: where they stand in every order, what they have, what is theirs on the table.
import { fill, h, icon } from "./dom.js";
import { seatMark, seatOf } from "./marks.js";
import { value as drawn } from "./pieces.js";
import { columnsOf, ordered, value } from "./players.js";
import { named, standing } from "./seating.js";
import { say } from "./strings.js";
import { lines } from "./card.js";

export function draw(node, table) {
  const player = table.shown.view.players.find((each) => each.name === table.rival);
  node.hidden = !player;
  if (!player) return node.replaceChildren();
  node.dataset.seat = seatOf(table.picture, player.name).colour;
  const things = owned(table, player.name);
  fill(
    node,
    h(
      "div",
      { class: "row" },
      seatMark(table.picture, player.name),
      h("h2", {}, named(table, player.name)),
      h("span", { class: "muted small" }, standing(table, player.name)),
      h("span", { class: "grow" }),
      h("button", { class: "button plain", data: { key: "rival close" }, "aria-label": say.rival.close, on: { click: () => table.showPlayer(null) } }, icon("close")),
    ),
    h("p", { class: "small muted" }, places(table, player.name).join(" \u00b7 ")),
    h("dl", { class: "facts" }, columns(table, player), worth(table, player.name)),
    things.length > 0 && [h("h3", {}, say.rival.owns), h("div", { class: "cards" }, things.map((thing) => kept(table, thing)))],
    stands(table, player.name),
  );
}

/** In which place a player is, in the order of play and in every list of the table. */
function places(table, name) {
  const { lists } = table.shown.view;
  const order = say.rival.plays(ordered(table).indexOf(name) + 1);
  const others = Object.entries(lists).filter(([list, members]) => list !== table.picture.order && Array.isArray(members) && members.includes(name));
  return [order, ...others.map(([list, members]) => say.rival.place(table.scene.title(list), members.indexOf(name) + 1))];
}

const fact = (title, told) => [h("dt", {}, title), h("dd", {}, told)];

function columns(table, player) {
  return columnsOf(table).map((column) => {
    const has = value(table, player, column);
    if (has === 0) return null;
    const told = has === null || has === undefined ? [icon("hidden"), " ", say.players.down] : drawn(table.scene, has);
    return fact(column.under ? `${column.under}, ${column.title}` : [column.icon && icon(column.icon), " ", column.title ?? column.of], told);
  });
}

/** The values that the table has for each player, as an income: what is a number, or holds. */
function worth(table, name) {
  const movers = Object.values(table.picture.rows).flatMap((row) => Object.keys(row.movers)); // told above the board
  const values = Object.entries(table.shown.view.values ?? {}).filter(([of]) => !movers.includes(of)).map(([of, all]) => [of, Object.hasOwn(all ?? {}, name) ? all[name] : null]);
  return values.filter(([, now]) => now === true || (typeof now === "number" && now !== 0)).map(([of, now]) => fact(table.scene.title(of), drawn(table.scene, now)));
}

/** What lies under a block of theirs, and what names them as its holder. */
function owned({ scene, picture, shown }, name) {
  const isTheirs = (cell) => cell.row.pieces.some((state) => picture.pieces[state] === "block" && cell.now[state] === name);
  const built = [...scene.cells.values()].filter(isTheirs).map((cell) => ({ thing: cell.now[cell.row.head], place: cell.title }));
  const every = Object.values(shown.view.objects ?? {}).flatMap((things) => Object.entries(things));
  const held = every.filter(([, states]) => Object.values(states).includes(name)).map(([thing]) => ({ thing, place: "" }));
  return [...built, ...held].filter(({ thing }) => Object.hasOwn(picture.things, thing ?? ""));
}

const kept = (table, { thing, place }) =>
  h("div", { class: "facecard kept", tabindex: "0", role: "group", "aria-label": table.picture.things[thing].title, data: { tint: table.picture.things[thing].tint, thing } }, lines(table.scene, thing, { pays: {}, gains: {} }), place && h("span", { class: "small muted at" }, place));

/** Where their other pieces stand. */
function stands({ scene, picture }, name) {
  const found = [...scene.cells.values()].flatMap((cell) => cell.row.pieces.filter((state) => picture.pieces[state] !== "block" && cell.now[state] === name).map((state) => ({ cell, state })));
  if (!found.length) return null;
  const where = (cell) => (Object.hasOwn(picture.things, cell.now[cell.row.head] ?? "") ? `${scene.title(cell.now[cell.row.head])} (${cell.title})` : cell.title);
  return h("dl", { class: "facts" }, found.map(({ cell, state }) => fact(scene.title(state), where(cell))));
}
