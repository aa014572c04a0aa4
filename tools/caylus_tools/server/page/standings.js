// The strip of a narrow screen: each player's first two figures, who has passed, who leads.
import { fill, h, icon } from "./dom.js";
import { seatMark, seatOf } from "./marks.js";
import { named } from "./seating.js";
import { columnsOf, ordered, value } from "./players.js";
import { say } from "./strings.js";

export function draw(node, table) {
  const columns = columnsOf(table).slice(0, 2);
  const names = ordered(table);
  fill(node, names.map((name) => one(table, columns, name)));
}

function one(table, columns, name) {
  const player = table.shown.view.players.find((each) => each.name === name);
  const passed = table.shown.view.lists?.[table.picture.passed]?.includes(name);
  const note = table.shown.decides.includes(name) ? say.players.nowShort : passed ? say.players.passedShort : "";
  return h(
    "button",
    { class: `one ${name === table.seat ? "me" : ""}`, data: { seat: seatOf(table.picture, name).colour, key: `stand ${name}` }, "aria-expanded": String(table.rival === name), on: { click: () => table.showPlayer(name) } },
    seatMark(table.picture, name),
    h("span", { class: "unseen" }, named(table, name)),
    h(
      "span",
      { class: "sums" },
      columns.map((column, at) => h("span", { class: at ? "second" : "first" }, figure(value(table, player, column)), column.icon ? icon(column.icon, column.title) : h("small", {}, ` ${column.title ?? column.of}`))),
      h("span", { class: "small muted" }, note),
    ),
  );
}

/** A number, or how many there are of what is held. */
const figure = (has) => (has === null || has === undefined ? icon("hidden", say.players.down) : String(has.size ?? has.length ?? has));
