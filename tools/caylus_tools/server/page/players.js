// The players: one a row, numbered in the order of the game, so that what they have is compared down a column; and each in a few figures.
import { fill, h, icon } from "./dom.js";
import { left } from "./clocks.js";
import { bar, seatMark, seatOf } from "./marks.js";
import { value as drawn } from "./pieces.js";
import { named, standing } from "./seating.js";
import { say } from "./strings.js";

export function draw(node, table) {
  const { view } = table.shown;
  const columns = columnsOf(table);
  fill(
    node,
    h("h2", { class: "unseen" }, say.players.heading),
    h(
      "div",
      { class: "scroller", data: { key: "players" }, tabindex: "0", role: "region", "aria-label": say.players.heading },
      h(
        "table",
        {},
        h("thead", {}, heads(columns)),
        h("tbody", {}, ownFirst(table, ordered(table).map((name, at) => ({ name, at }))).map(({ name, at }) => row(table, columns, view.players.find((player) => player.name === name), at))),
      ),
    ),
  );
}

/** Names of the players as the game orders them; as they sit where it does not. */
export function ordered({ picture, shown }) {
  const names = shown.view.players.map((player) => player.name);
  const order = (shown.view.lists?.[picture.order] ?? []).filter((name) => names.includes(name));
  return [...new Set([...order, ...names])];
}

/** One's own row lies on top, whatever its number: it is read most, and the rows below may be off the screen. */
const ownFirst = ({ seat }, rows) => [...rows.filter(({ name }) => name === seat), ...rows.filter(({ name }) => name !== seat)];

/** The columns: those of the picture, one that has several keys spread over them; without a picture, all that a player has. */
export function columnsOf({ picture, shown }) {
  const all = picture.players.length ? picture.players : Object.keys(shown.view.players[0].resources).map((of) => ({ of, ...picture.resources.find(({ name }) => name === of) }));
  const told = picture.panels.map((panel) => panel.marker); // in a table of its own, beside the board
  return all.filter(({ of }) => !told.includes(of)).flatMap((column) => column.each?.map(({ name, title }) => ({ ...column, key: name, title, icon: null, under: column.title })) ?? [column]);
}

/** What a player has of a column, as the view has it, or the names of what is held; null is hidden from this seat. */
export function value({ shown }, player, { of, key, held }) {
  if (held) {
    const things = Object.entries(shown.view.objects?.[held.kind] ?? {}).filter(([, states]) => states[held.state] === player.name);
    return things.map(([name]) => name);
  }
  const all = of in player.resources ? player.resources[of] : of in player.lists ? player.lists[of] : player.state[of];
  return key === undefined ? all : all?.[key];
}

/** The headings; columns of several keys stand under what they are columns of. */
function heads(columns) {
  const isKeyed = ({ key }) => key !== undefined;
  if (!columns.some(isKeyed)) return h("tr", {}, h("th", { scope: "col" }, say.players.heading), columns.map((column) => head(column)));
  const upper = columns.map((column, at) => {
    if (!isKeyed(column)) return head(column, 2);
    if (at > 0 && isKeyed(columns[at - 1]) && columns[at - 1].of === column.of) return null;
    return h("th", { scope: "colgroup", class: "over", colspan: columns.filter((each) => isKeyed(each) && each.of === column.of).length }, column.under);
  });
  return [h("tr", {}, h("th", { scope: "col", rowspan: 2 }, say.players.heading), upper), h("tr", {}, columns.filter(isKeyed).map((column) => head(column)))];
}

const head = (column, rowspan = 1) =>
  h("th", { scope: "col", rowspan, class: `${column.icon ? "drawn" : ""} ${column.lead ? "lead" : ""}`, title: column.under ?? column.title }, column.icon && icon(column.icon), " ", h("span", {}, column.title ?? column.of));

function row(table, columns, player, at) {
  const seat = seatOf(table.picture, player.name);
  const decides = table.shown.decides.includes(player.name);
  const passed = (table.shown.view.lists?.[table.picture.passed] ?? []).indexOf(player.name);
  return h(
    "tr",
    { data: { seat: seat.colour, player: player.name }, class: `${player.name === table.seat ? "me" : ""} ${decides ? "current" : ""}` },
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "row" },
        h("span", { class: "muted small" }, String(at + 1)),
        seatMark(table.picture, player.name),
        h(
          "span",
          { class: "who" },
          h("button", { class: "whose", data: { key: `rival ${player.name}` }, "aria-expanded": String(table.rival === player.name), on: { click: () => table.showPlayer(player.name) } }, named(table, player.name)),
          h("span", { class: `muted small${table.state.yours.includes(player.name) ? " you" : ""}` }, standing(table, player.name)),
          decides && h("span", { class: "tag now" }, say.players.toMove),
          passed >= 0 && h("span", { class: "tag" }, say.players.passed(passed + 1)),
        ),
        left(table, player.name),
      ),
    ),
    columns.map((column) => cell(table, column, player)),
  );
}

function cell(table, column, player) {
  const has = value(table, player, column);
  const of = h("span", { class: "of muted", "aria-hidden": "true" }, column.icon ? icon(column.icon) : [column.key !== undefined && `${column.under ?? column.of} `, column.title ?? column.of], " ");
  if (has === null || has === undefined) return h("td", { class: "hidden" }, of, icon("hidden"), " ", say.players.down);
  if (column.lead && typeof has === "number") return h("td", { class: "lead" }, of, lead(table, column, has));
  if (has === 0) return h("td", {}, of, h("span", { "aria-hidden": "true", class: "muted" }, "\u00b7"), h("span", { class: "unseen" }, "0"));
  return h("td", { class: typeof has === "object" && "several" }, of, drawn(table.scene, has));
}

/** A figure that decides the game: its number, a bar, and how far behind it is; no leader is named where not all is open. */
function lead(table, column, has) {
  const all = table.shown.view.players.map((player) => value(table, player, column));
  const open = all.every((each) => typeof each === "number");
  const most = Math.max(...all.filter((each) => typeof each === "number"));
  const behind = most - has;
  return [
    h("b", {}, String(has)),
    has > 0 && bar(has / most),
    !open ? h("span", { class: "small muted" }, say.players.onlyYou) : behind ? h("span", { class: "small muted" }, say.players.behind(behind)) : most > 0 && h("span", { class: "tag first" }, say.players.leads),
  ];
}

/** All that the reader has, beside the choices: what can be paid is not chosen blindly. */
export function drawPurse(node, table) {
  const player = table.shown.view.players.find(({ name }) => name === table.seat);
  const has = player ? columnsOf(table).filter(({ lead }) => !lead).map((column) => ({ column, n: value(table, player, column) })) : [];
  const counted = has.filter(({ n, column }) => typeof n === "number" && column.key === undefined);
  node.hidden = counted.length === 0;
  fill(node, player && [seatMark(table.picture, player.name), h("span", { class: "unseen" }, say.players.purse)], counted.map(({ column, n }) => h("span", { class: n ? "amount" : "amount none" }, String(n), column.icon ? icon(column.icon, column.title) : ` ${column.title ?? column.of}`)));
}

/** The strip of a narrow screen: each player's first two figures, and who has passed. */
export function drawStandings(node, table) {
  const columns = columnsOf(table).slice(0, 2);
  const names = ordered(table);
  fill(node, names.map((name) => standingOf(table, columns, name)));
}

function standingOf(table, columns, name) {
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
