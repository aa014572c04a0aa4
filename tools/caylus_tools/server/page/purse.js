// All that the reader has, over the board of a narrow screen: what can be paid is not chosen blindly.
import { fill, h, icon } from "./dom.js";
import { seatMark } from "./marks.js";
import { columnsOf, value } from "./players.js";
import { say } from "./strings.js";

export function draw(node, table) {
  const player = table.shown.view.players.find(({ name }) => name === table.seat);
  const has = player ? columnsOf(table).filter(({ lead }) => !lead).map((column) => ({ column, n: value(table, player, column) })) : [];
  const counted = has.filter(({ n, column }) => typeof n === "number" && column.key === undefined);
  node.hidden = counted.length === 0;
  fill(node, player && [seatMark(table.picture, player.name), h("span", { class: "unseen" }, say.players.purse)], counted.map(({ column, n }) => h("span", { class: n ? "amount" : "amount none" }, String(n), column.icon ? icon(column.icon, column.title) : ` ${column.title ?? column.of}`)));
}
