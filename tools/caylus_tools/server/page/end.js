// How a game has come out: who has won and why, where the points came from, how they grew.
import { momentOf } from "./citing.js";
import { el, fill } from "./dom.js";
import { growth } from "./growth.js";
import { doer } from "./frame.js";
import { history } from "./history.js";
import { keep } from "./links.js";
import { goTo } from "./paths.js";
import { named } from "./seating.js";
import { bar, seatMark, seatOf } from "./marks.js";
import { say } from "./strings.js";
import { winners } from "./turn.js";

const marks = new WeakMap();

/** Draws the end of a table in `root`, once for each result; the moment that is looked at is marked in it. */
export async function draw(root, table) {
  const { result } = table.state;
  if (root.dataset.drawn === JSON.stringify(result)) return marks.get(root)?.(table.looked);
  root.dataset.drawn = JSON.stringify(result);
  const grown = el("div", { class: "panel sheet" }, el("h2", {}, say.end.growth));
  fill(root, outcome(table, result), grown);
  const steps = await history(table);
  if (steps.length > 1) marks.set(root, growth(grown, table, steps, result.standings.flatMap((each) => each.players)));
  else grown.remove();
  root.append(turns(table));
}

/** The rounds that turned the game, which takes some seconds to find. */
function turns(table) {
  const told = el("p", { class: "muted", role: "status" }, say.end.turnsWait);
  const place = el("div", { class: "panel sheet" }, el("h2", {}, say.end.turns), told);
  table.get("turning").then(({ turns }) => (turns.length ? told.replaceWith(el("ul", {}, turns.map((turn) => el("li", {}, turn)))) : place.remove()), () => place.remove());
  return place;
}

function outcome(table, result) {
  const { picture } = table;
  const won = winners(result);
  const others = result.standings.filter((each) => !each.has_won);
  return el(
    "div",
    { class: "panel sheet win", data: { seat: won.length ? seatOf(picture, won[0]).colour : "" } },
    el("h2", {}, won.map((name) => seatMark(picture, name)), " ", verdict(table, result), result.text),
    reason(table, result),
    others.length > 0 && el("p", { class: "muted" }, others.map((each) => say.end.standing(each.place, each.players.map((name) => named(table, name)), each.score)).join("; ")),
    points(table, result),
    table.state.match && el("p", { class: "lead" }, el("b", {}, table.state.match.game), ". ", table.state.match.standings),
    el(
      "div",
      { class: "row" },
      table.state.owner || table.state.yours.length ? doer(say.end.again(table.state.match), () => again(table), { key: "again", kind: "go" }) : null,
      el("a", { class: "button", href: table.address("save"), download: `${table.id}.json` }, say.end.save),
      el("a", { class: "button", href: table.address("transcript"), download: `${table.id}-transcript.json` }, say.end.transcript),
      el("a", { class: "button", href: momentOf(table) }, say.menu.situation),
    ),
  );
}

/** How the game went for who looks on, if that is one player. */
function verdict(table, { standings }) {
  const own = table.state.yours.length === 1 ? standings.find((each) => each.players.includes(table.state.yours[0])) : null;
  return own && standings.length > 1 ? `${own.has_won ? say.end.won : say.end.came(own.place)} ` : "";
}

/** Which source of points put the winner most before the next player; nothing where there is no one winner, or no points. */
function reason(table, { standings, sources }) {
  const [first, next] = standings.map((each) => each.players);
  if (!next || first.length > 1 || next.length > 1 || !standings[0].has_won || standings[1].has_won) return null;
  const [won, other] = [sources[first[0]] ?? {}, sources[next[0]] ?? {}];
  const ahead = (source) => (won[source] ?? 0) - (other[source] ?? 0);
  const [best] = Object.keys({ ...won, ...other }).sort((one, two) => ahead(two) - ahead(one));
  if (!best || ahead(best) <= 0) return null;
  return el("p", { class: "lead" }, say.end.because(best, named(table, first[0]), won[best] ?? 0, named(table, next[0]), other[best] ?? 0));
}

async function again(table) {
  const { table: id, links, watch } = await table.post("rematch", {});
  keep(id, { ...links, ...(watch && { "": watch }) });
  goTo(`/table/${id}`);
}

/** Points by what brought them: a column for each player, members of a team side by side, and one scale for all bars. */
function points(table, { standings, sources }) {
  const { picture } = table;
  const names = standings.flatMap((each) => each.players);
  const rows = [...new Set(names.flatMap((name) => Object.keys(sources[name] ?? {})))];
  if (!rows.length) return null;
  const most = Math.max(1, ...names.flatMap((name) => Object.values(sources[name] ?? {}).map(Math.abs)));
  const total = (name) => Object.values(sources[name] ?? {}).reduce((sum, each) => sum + each, 0);
  const cell = (name, n) => el("td", { data: { seat: seatOf(picture, name).colour } }, n ? [el("b", { class: n < 0 ? "bad" : "" }, signed(n)), el("span", { class: n < 0 ? "lost" : "" }, bar(Math.abs(n) / most))] : el("span", { class: "muted" }, "·"));
  const teams = standings.some((each) => each.players.length > 1);
  return el(
    "div",
    { class: "across", tabindex: 0, role: "region", "aria-label": say.end.points },
    el(
      "table",
      { class: "points" },
      el("thead", {}, el("tr", {}, el("td", {}), names.map((name) => el("th", { scope: "col" }, seatMark(picture, name), " ", named(table, name))))),
      el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row" }, names.every((name) => (sources[name]?.[row] ?? 0) <= 0) ? say.end.lost(row) : row), names.map((name) => cell(name, sources[name]?.[row]))))),
      el(
        "tfoot",
        {},
        el("tr", {}, el("th", { scope: "row" }, say.end.sum), names.map((name) => el("td", {}, el("b", {}, signed(total(name)))))),
        teams && el("tr", {}, el("th", { scope: "row" }, say.end.team), standings.map((each) => el("td", { colspan: each.players.length }, el("b", {}, signed(each.score))))),
      ),
    ),
  );
}

const signed = (n) => String(n).replace("-", "−");
