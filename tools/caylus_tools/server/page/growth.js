// Points over a game as lines, told apart by their shapes as well; and the same as a table for those who do not see them.
import { el, fill, icon, svg } from "./dom.js";
import { rounds } from "./history.js";
import { seatOf } from "./marks.js";
import { named } from "./seating.js";
import { say } from "./strings.js";

const HEIGHT = 280;
const [LEFT, RIGHT, TOP, BOTTOM] = [32, 64, 14, 26];
const BETWEEN = 19;
const SIGN = 12;
const TICK = 26;

/**
 * Draws into `root`, and again whenever its width changes. `steps` as `history` gives them, `names` the best first. The answer
 * marks a step, or none (null).
 */
export function growth(root, game, steps, names) {
  const place = el("div", { class: "growth" });
  let marked = null;
  const draw = () => place.clientWidth && fill(place, lines(place.clientWidth, game, steps, names, marked));
  root.append(place, table(game, steps, names));
  new ResizeObserver(draw).observe(place);
  return (n) => {
    if (n === marked) return;
    marked = n;
    draw();
  };
}

function lines(width, game, steps, names, marked) {
  const { picture } = game;
  const scores = steps.flatMap((step) => names.map((name) => step.scores[name])).filter((score) => score !== null);
  const [least, most] = [Math.min(0, ...scores), Math.max(1, ...scores)];
  const across = (i) => LEFT + (i / (steps.length - 1)) * (width - LEFT - RIGHT);
  const up = (score) => HEIGHT - BOTTOM - ((score - least) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const axis = levels(least, most).map((level) => [
    svg("path", { class: "level", d: `M${LEFT} ${up(level)}H${width - RIGHT}` }),
    svg("text", { x: LEFT - 6, y: up(level) + 4, "text-anchor": "end" }, String(level)),
  ]);
  const begun = rounds(steps).map(([round, n]) => [round, steps.findIndex((step) => step.n === n)]);
  const ticked = [];
  for (const [round, i] of begun) if (!ticked.length || across(i) - across(ticked.at(-1)[1]) >= TICK) ticked.push([round, i]);
  const ticks = ticked.map(([round, i]) => svg("text", { x: across(i), y: HEIGHT - 6, "text-anchor": "middle" }, String(round)));
  const ends = apart(names.map((name) => ({ name, score: steps.at(-1).scores[name] })).filter((end) => end.score !== null), up);
  const label = say.end.grown(ends.map(({ name, score }) => [named(game, name), score]));
  return svg(
    "svg",
    { width, height: HEIGHT, role: "img", "aria-label": label },
    axis,
    ticks,
    marked !== null && svg("path", { class: "marked", d: `M${across(marked)} ${TOP - 10}V${HEIGHT - BOTTOM}` }),
    names.map((name) => line(picture, name, steps, begun, across, up)),
    ends.map(({ name, score, y }) => svg("g", { "data-seat": seatOf(picture, name).colour }, sign(picture, name, width - RIGHT + 14, y), svg("text", { class: "end-score", x: width - RIGHT + 26, y: y + 5 }, String(score)))),
  );
}

/** A line with the seat's shape at every third round; it breaks where a score is not open. */
function line(picture, name, steps, begun, across, up) {
  let broken = true;
  let path = "";
  steps.forEach(({ scores }, i) => {
    if (scores[name] === null) return (broken = true);
    path += `${broken ? "M" : "L"}${across(i).toFixed(1)} ${up(scores[name]).toFixed(1)}`;
    broken = false;
  });
  const marks = begun.filter(([, i], nth) => nth % 3 === 2 && steps[i].scores[name] !== null);
  return svg("g", { "data-seat": seatOf(picture, name).colour }, svg("path", { class: "grown", d: path }), marks.map(([, i]) => sign(picture, name, across(i), up(steps[i].scores[name]))));
}

function sign(picture, name, x, y) {
  const { tag, props, children } = icon(seatOf(picture, name).shape);
  return svg(tag, { ...props, x: x - SIGN / 2, y: y - SIGN / 2, width: SIGN, height: SIGN, class: "sign" }, children);
}

/** Ends of lines from top to bottom, moved so that no two lie over each other. */
function apart(ends, up) {
  const sorted = ends.map((end) => ({ ...end, y: up(end.score) })).sort((a, b) => a.y - b.y);
  sorted.forEach((end, i) => i && (end.y = Math.max(end.y, sorted[i - 1].y + BETWEEN)));
  const over = Math.max(0, (sorted.at(-1)?.y ?? 0) - (HEIGHT - BOTTOM));
  return sorted.map((end) => ({ ...end, y: end.y - over }));
}

/** Three to six round levels. */
function levels(least, most) {
  const step = [1, 2, 5].flatMap((n) => [n, 10 * n, 100 * n, 1000 * n]).sort((a, b) => a - b).find((each) => (most - least) / each <= 5) ?? most - least;
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, i) => (first + i) * step);
}

function table(game, steps, names) {
  const after = rounds(steps).slice(1).map(([round, n]) => ({ words: say.end.after(round - 1), at: steps.findIndex((step) => step.n === n) - 1 }));
  const rows = [...after, { words: say.end.last, at: steps.length - 1 }];
  return el(
    "details",
    { class: "small" },
    el("summary", {}, say.end.asTable),
    el("div", { class: "across", tabindex: 0, role: "region", "aria-label": say.end.asTable }, el("table", { class: "points" }, el("thead", {}, el("tr", {}, el("td", {}), names.map((name) => el("th", { scope: "col" }, named(game, name))))), el("tbody", {}, rows.map(({ words, at }) => el("tr", {}, el("th", { scope: "row" }, words), names.map((name) => el("td", {}, String(steps[Math.max(0, at)].scores[name] ?? "·")))))))),
  );
}
