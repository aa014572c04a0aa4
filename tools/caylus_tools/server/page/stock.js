// What can still come to the table, by kind: cards with cost and copies, lit where a player's purse is enough for them.
import { fill, h, icon } from "./dom.js";
import { seatMark } from "./marks.js";
import { habit, keep } from "./prefs.js";
import { named } from "./seating.js";
import { say } from "./strings.js";
import { isWordy, left, lines } from "./card.js";

/** Whether this game has a stock at all. */
export const has = ({ picture }) => stocks(picture).length > 0;
const stocks = (picture) => picture.panels.filter((panel) => panel.stock);

/** Opens or closes the stock, and remembers it. */
export function flip(table) {
  keep("stock", habit("stock") === "on" ? "off" : "on");
  table.changed();
}

export function draw(node, table) {
  node.hidden = !has(table);
  node.classList.toggle("closed", habit("stock") !== "on");
  if (node.hidden) return node.replaceChildren();
  const purse = table.purse ?? table.seat ?? table.shown.view.players[0].name;
  const all = stocks(table.picture);
  const names = all.flatMap((panel) => panel.stock.flatMap((kind) => kind.names)).filter((name) => left(table.scene, name) !== 0);
  const can = names.filter((name) => affordable(table, purse, name));
  fill(
    node,
    h(
      "div",
      { class: "row" },
      h("h2", {}, say.stock.heading),
      h("span", { class: "tag" }, say.stock.can(can.length, purse === table.seat ? null : named(table, purse))),
      h("span", { class: "grow" }),
      h("span", { class: "small muted" }, say.stock.purse),
      table.shown.view.players.map((player) => purseOf(table, player.name, purse)),
      h("button", { class: "button plain closes", data: { key: "stock close" }, "aria-label": say.stock.close, on: { click: () => flip(table) } }, icon("close")),
    ),
    all.map((panel) => panel.stock.map((kind) => shelf(table, kind, can))),
  );
}

function purseOf(table, name, purse) {
  const show = () => {
    table.purse = name;
    table.changed();
  };
  return h("button", { class: "purse", data: { key: `purse ${name}` }, "aria-pressed": String(name === purse), "aria-label": named(table, name), on: { click: show } }, seatMark(table.picture, name));
}

function shelf(table, kind, can) {
  const here = kind.names.filter((name) => left(table.scene, name) !== 0);
  if (!here.length) return null;
  return h(
    "section",
    { class: "shelf" },
    h("h3", {}, kind.title),
    h("div", { class: "cards" }, here.map((name) => kept(table, name, can.includes(name)))),
  );
}

const kept = (table, name, isLit) =>
  h(
    "div",
    { class: ["facecard kept", isLit && "can", isWordy(table.picture.things[name]) && "wordy"].filter(Boolean).join(" "), tabindex: "0", role: "group", "aria-label": table.picture.things[name].title, data: { key: `stock ${name}`, tint: table.picture.things[name].tint, thing: name } },
    lines(table.scene, name),
    isLit && h("span", { class: "unseen" }, say.stock.enough),
  );

/** Whether a player has what a thing costs in one of the ways to pay it; not where what they have is hidden. */
function affordable({ picture, shown }, name, thing) {
  const ways = picture.things[thing].facts.find(({ price }) => price)?.ways ?? [];
  const { resources } = shown.view.players.find((player) => player.name === name);
  return ways.some((way) => Object.entries(way).every(([of, n]) => resources[of] >= n));
}
