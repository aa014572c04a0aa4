// What has happened: since my last turn, or all of it; each line leads to its rule and to its moment.
import { fill, h, icon } from "./dom.js";
import { citation } from "./citing.js";
import { seatMark, words } from "./marks.js";
import { say } from "./strings.js";

const MORE = 12; // lines from before that are shown where little is new

export function draw(node, table) {
  const lines = table.past ? table.past.state.log : table.lines;
  const from = table.state.news_from ?? 0;
  const recent = lines.filter((line) => line.number >= from);
  const whole = table.wholeLog || table.past || !table.seat;
  const shown = whole ? lines : recent.length < MORE ? lines.slice(-MORE) : recent;
  const flip = () => {
    table.wholeLog = !table.wholeLog;
    draw(node, table);
  };
  fill(
    node,
    h(
      "div",
      { class: "row" },
      h("h2", { class: "grow", title: say.log.order }, whole ? say.log.all : say.log.heading),
      table.seat && !table.past && !whole && table.news.length > 0 && h("button", { class: "button plain small", data: { key: "retrace" }, on: { click: () => table.retrace() } }, say.log.retrace),
      table.seat && !table.past && h("button", { class: "button plain small", data: { key: "whole" }, "aria-expanded": String(Boolean(table.wholeLog)), on: { click: flip } }, table.wholeLog ? say.log.recent : say.log.whole),
    ),
    shown.length
      ? h("ol", { class: "lines", data: { key: "lines" }, tabindex: "0", "aria-label": say.log.all }, newestFirst(shown).map((line) => drawn(table, line, line.number < from)))
      : h("p", { class: "muted" }, say.log.empty),
  );
}

/** The rounds from the last one on, each under its heading, and in it the last line first. */
function newestFirst(lines) {
  const rounds = [[]];
  for (const line of lines) {
    if (line.heading) rounds.push([line]);
    else rounds.at(-1).splice(rounds.at(-1)[0]?.heading ? 1 : 0, 0, line);
  }
  return rounds.reverse().flat();
}

function drawn(table, line, old) {
  if (line.heading) return h("li", { class: "heading", data: { key: `entry ${line.number}` } }, line.text);
  return h(
    "li",
    { class: old && !table.wholeLog ? "old" : "", data: { key: `entry ${line.number}` } },
    line.by && seatMark(table.picture, line.by, { named: true }),
    h("span", { class: "grow" }, words(table.picture, line.by ? line.deed : line.text)),
    citation({ ...line, see: line.cited, name: line.rule }),
    h(
      "button",
      { class: "moment", title: say.log.moment(line.n), "aria-label": say.log.moment(line.n), data: { key: `line ${line.number}` }, on: { click: () => table.look(line.n) } },
      icon("eye"),
    ),
  );
}
