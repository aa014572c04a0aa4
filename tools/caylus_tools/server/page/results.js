// My results: the finished games of this browser's reader, summed by game, number of players and rivals.
import { el } from "./dom.js";
import { frame, waiting } from "./frame.js";
import { get } from "./net.js";
import { say } from "./strings.js";

export async function show(main) {
  waiting(main, say.around.ways.results);
  const { games, sums } = await get("/api/me/results");
  if (!games.length) return frame(main, say.around.ways.results, el("p", { class: "lead" }, say.results.none));
  frame(main, say.around.ways.results, el("p", { class: "muted" }, say.results.about(games.length)), table(sums), el("section", {}, el("h2", {}, say.results.games), el("ul", {}, games.map(line))));
}

const table = (sums) =>
  el(
    "div",
    { class: "panel sheet across", tabindex: 0, role: "region", "aria-label": say.around.ways.results },
    el("table", { class: "points" }, el("thead", {}, el("tr", {}, say.results.columns.map((column) => el("th", { scope: "col" }, column)))), el("tbody", {}, sums.map(row))),
  );

function row({ game, variants, players, rivals, games, won, points, best }) {
  const cells = [players, say.results.rivals[rivals], games, say.results.won(won, games), points, best];
  return el("tr", {}, el("th", { scope: "row" }, say.results.rules(game, variants)), cells.map((cell) => el("td", {}, String(cell))));
}

const line = ({ table, title, won, points, touched }) => el("li", {}, el("a", { href: `/table/${table}` }, title), ` ${say.results.ended(won, points, touched)}`);
