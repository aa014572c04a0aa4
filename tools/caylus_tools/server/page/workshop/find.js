// A search in all that players meet: what is found shows its words and its rule, whose numbers can be changed at once.
import { el, fill } from "../dom.js";
import { say } from "./strings.js";

const MOST = 8;
const NUMBER = /"[^"\n]*"|--[^\n]*|(?<![\w.])\d+(?![\w.])/g; // as `changes.py` has it: texts and comments have none

export class Finder {
  sought = "";
  /** @type {{name: string, title: string, sort: string, words: string, text: string}[]} */
  changes = [];
  /** @type {any} The one that was chosen. */
  chosen = null;
  /** @type {HTMLInputElement[]} */
  fields = [];

  /** `picked()` is told when another one is chosen. */
  constructor(picked = () => {}) {
    this.picked = picked;
    this.words = el("span", {}, say.seek.change);
    const input = el("input", { type: "search", placeholder: say.findExample, data: { key: "find" }, on: { input: () => this.seek(input.value) } });
    this.input = input;
    this.list = el("div", { class: "found", role: "group", "aria-label": say.found });
    this.shown = el("div", { class: "sheet", role: "status" });
    this.node = el("div", { class: "finder" }, el("label", { class: "labelled" }, this.words, input), this.list, this.shown);
  }

  /** Searches in other changes, under other rules. */
  offer(changes, words = say.seek.change) {
    if (changes === this.changes) return;
    fill(this.words, words);
    Object.assign(this, { changes, chosen: null });
    this.shown.replaceChildren();
    this.draw();
  }

  seek(text) {
    Object.assign(this, { sought: text.trim().toLowerCase(), chosen: null });
    this.shown.replaceChildren();
    this.draw();
    this.picked();
  }

  /** Those that have all words in what players call them first, then in their sort, in what is said of them, in their text. */
  get found() {
    const words = this.sought.split(/\s+/);
    const rank = ({ title, sort, words: told, text }) => [title, `${title} ${sort}`, `${title} ${sort} ${told}`, `${title} ${told} ${text}`].findIndex((each) => words.every((word) => each.toLowerCase().includes(word)));
    const ranked = this.changes.map((change) => ({ change, rank: rank(change) })).filter((one) => one.rank >= 0);
    return ranked.toSorted((a, b) => a.rank - b.rank).map(({ change }) => change);
  }

  draw() {
    const all = this.found;
    const entry = (change) =>
      el("button", { type: "button", class: "entry panel", "aria-pressed": String(change === this.chosen), data: { key: `found ${change.name}` }, on: { click: () => this.choose(change) } }, el("b", {}, change.title), " ", el("span", { class: "small muted" }, change.sort), el("span", { class: "small words-of" }, change.words));
    fill(this.list, this.chosen ? entry(this.chosen) : all.slice(0, MOST).map(entry), !this.chosen && el("p", { class: "small muted" }, all.length ? say.foundMore(all.length - MOST) : this.changes.length > 0 && say.foundNone(this.sought)));
  }

  choose(change) {
    if (change === this.chosen) return this.seek(this.sought);
    this.chosen = change;
    this.fields = [];
    const parts = [];
    let at = 0;
    for (const match of change.text.matchAll(NUMBER)) {
      if (!/^\d/.test(match[0])) continue;
      const field = el("input", { type: "number", min: 0, max: 9999, value: match[0], "aria-label": say.numberIn(this.fields.length + 1, change.text.slice(at, match.index).split("\n").at(-1)?.trim() ?? ""), data: { key: `number ${this.fields.length}` }, on: { input: () => this.picked() } });
      this.fields.push(field);
      parts.push(change.text.slice(at, match.index), field);
      at = match.index + match[0].length;
    }
    fill(this.shown, el("pre", { class: "rule-of", tabindex: 0 }, parts, change.text.slice(at)), el("p", { class: "small muted" }, this.fields.length ? say.numbersOrText : say.textOnly));
    this.draw();
    this.picked();
  }

  /** What the server is asked for: nothing but the name, unless a number has been changed. */
  get wish() {
    const isSame = this.fields.every((field) => field.value === field.defaultValue);
    return { kind: "change", name: this.chosen?.name ?? "", numbers: isSame ? [] : this.fields.map((field) => Number(field.value)) };
  }
}
