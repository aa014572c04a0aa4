// A game gone through again: a rail ticked by round, the choices around, and the board as it was (which the table's page draws).
import { momentOf, rulebook } from "./citing.js";
import { el, fill } from "./dom.js";
import { doer } from "./frame.js";
import { history, rounds } from "./history.js";
import { keep } from "./links.js";
import { seatMark, words } from "./marks.js";
import { goTo } from "./paths.js";
import { say } from "./strings.js";

const AROUND = 3;
const REST = 120; // ms without another step before the board is asked for: a rail is dragged over many choices
const WRITTEN = "input:not([type=range]), textarea, select, dialog, .field"; // where arrows mean something else
const drawn = new WeakMap();

/** Whether this page is for going through a game again: one that is over, or that somebody came to look back at. */
export const wanted = (table) => table.state.status === "over" || location.pathname.endsWith("/replay");

/** Draws the rail in `root`, once for each revision; moving along it has the table looked at as it was then. */
export async function draw(root, table) {
  const last = drawn.get(root);
  if (last?.revision === table.state.revision) return last.replay?.follow();
  last?.replay?.end();
  const now = { revision: table.state.revision, replay: null };
  drawn.set(root, now);
  const steps = await history(table);
  if (drawn.get(root) !== now) return;
  if (steps.length < 2) return fill(root);
  now.replay = new Replay(root, table, steps);
}

/** A link to the paragraph about a rule, which opens beside the game. */
const beside = (rule, text, look = "") => el("a", { class: look, href: rulebook(rule), target: "_blank", rel: "noopener" }, text);

class Replay {
  constructor(root, table, steps) {
    this.root = root;
    this.table = table;
    this.steps = steps;
    this.last = steps.length - 1;
    this.rounds = rounds(steps);
    this.around = el("div", { class: "panel sheet around" });
    this.slider = el("input", { type: "range", min: 0, max: this.last, "aria-label": say.replay.choice, data: { key: "rail" }, on: { input: () => this.go(Number(this.slider.value)) } });
    const move = (words, sign, to) => el("button", { type: "button", class: "button plain", "aria-label": words, data: { key: words }, on: { click: () => this.go(to()) } }, sign);
    fill(
      root,
      el("div", { class: "panel scrub" }, move(say.replay.roundBefore, "«", () => this.round(-1)), move(say.replay.before, "‹", () => this.at - 1), el("div", { class: "rail" }, this.ticks(), this.slider), move(say.replay.next, "›", () => this.at + 1), move(say.replay.roundNext, "»", () => this.round(1))),
      this.around,
    );
    this.pressed = (event) => this.press(event);
    document.addEventListener("keydown", this.pressed);
    this.go(table.looked ?? (Number(location.hash.slice(1)) || this.last));
  }

  end() {
    clearTimeout(this.moving);
    document.removeEventListener("keydown", this.pressed);
  }

  /** The table may be looked at in other ways, too. */
  follow() {
    const at = this.table.looked ?? this.last;
    if (!this.moving && at !== this.at) this.show(at);
  }

  ticks() {
    const place = ([round, n]) => el("span", { style: { left: `${(n / this.last) * 100}%` } }, String(round));
    return el("div", { class: "ticks", "aria-hidden": "true" }, this.rounds.map(place));
  }

  /** The first choice of the round before or after. */
  round(way) {
    const starts = this.rounds.map(([, n]) => n);
    return way < 0 ? (starts.findLast((n) => n < this.at) ?? 0) : (starts.find((n) => n > this.at) ?? this.last);
  }

  press(event) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey || event.target.closest(WRITTEN)) return;
    event.preventDefault();
    this.go(event.shiftKey ? this.round(way) : this.at + way);
  }

  go(n) {
    const at = Math.min(this.last, Math.max(0, n));
    if (at === this.at) return;
    this.show(at);
    clearTimeout(this.moving);
    this.moving = setTimeout(() => {
      this.moving = null;
      this.table.look(at === this.last ? null : at);
    }, REST);
  }

  show(at) {
    this.at = at;
    this.slider.value = at;
    const step = this.steps[at];
    this.slider.setAttribute("aria-valuetext", say.replay.where(step.round, at, this.last));
    this.tell(step);
    window.history.replaceState(null, "", at === this.last ? location.pathname : `#${at}`);
  }

  tell(step) {
    const { id } = this.table;
    const around = this.steps.slice(Math.max(1, this.at - AROUND), this.at + AROUND + 1);
    fill(
      this.around,
      el("div", { class: "row" }, el("h2", { class: "grow" }, say.replay.where(step.round, this.at, this.last)), this.at < this.last && doer(say.replay.playOn, () => this.fork(), { key: "play on" })),
      el("ol", {}, around.map((each) => this.choice(each))),
      el("div", { class: "row small" }, el("a", { href: `/table/${id}/replay#${this.at}` }, say.replay.thisChoice), el("a", { href: momentOf({ ...this.table, id, seat: this.table.seat, looked: this.steps[this.at].n }) }, say.menu.situation), step.cited && beside(step.cited.rule, say.replay.rule)),
    );
  }

  choice(step) {
    const { picture } = this.table;
    const here = step.n === this.steps[this.at].n;
    return el(
      "li",
      { class: here ? "here" : "", "aria-current": here ? "step" : null },
      el("button", { type: "button", class: "inline", "aria-label": say.replay.goto(step.n), data: { key: `step ${step.n}` }, on: { click: () => this.go(step.n) } }, String(step.n)),
      step.seat && seatMark(picture, step.seat),
      el("span", { class: "grow" }, step.text.split("\n").map((line, i) => el("span", { class: i ? "after" : "" }, words(picture, line)))),
      step.cited && beside(step.cited.rule, step.cited.text, "cite"),
    );
  }

  async fork() {
    const { table, links } = await this.table.post("fork", { to: this.steps[this.at].n });
    keep(table, links);
    goTo(`/table/${table}`);
  }
}
