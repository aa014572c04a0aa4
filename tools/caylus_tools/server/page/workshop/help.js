// The language on one page beside the text: changes to begin with, which fit these rules, and every word with what it says.
import { el, fill } from "../dom.js";
import { marked, patience } from "../frame.js";
import { get } from "../net.js";
import { say } from "./strings.js";

export class Help {
  sought = "";
  /** @type {any} What can be begun on the base. */
  starts = null;

  constructor(shop) {
    this.shop = shop;
    this.found = el("div", {});
    this.changes = el("section", {});
    const find = el("input", { type: "search", "aria-label": say.findWord, placeholder: say.findWord, data: { key: "find word" }, on: { input: () => ((this.sought = find.value.trim().toLowerCase()), this.drawWords()) } });
    this.node = el("div", {}, this.changes, el("section", {}, el("h2", {}, say.words), find, this.found), el("section", {}, el("h2", {}, say.keyList), el("dl", { class: "facts" }, say.keys.map(([key, what]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, what)]))));
  }

  draw() {
    this.drawWords();
    if (!this.starts) this.look();
  }

  async look() {
    const { base } = this.shop.project;
    if (!base) return;
    fill(this.changes, el("p", { class: "muted", role: "status" }, patience(say.looking)));
    this.starts = await get(`/api/workshop/starts?${new URLSearchParams({ base })}`);
    fill(this.changes, el("h2", {}, say.patterns), el("p", { class: "muted" }, say.patternsAbout), this.starts.patterns.map(({ title, text }) => el("div", { class: "pattern" }, el("h3", {}, title), el("pre", {}, text), el("button", { type: "button", class: "button small", data: { key: `write ${title}` }, on: { click: () => this.write(text) } }, say.write))));
  }

  /** Puts a change at the end of the rules that are open, or of the first ones. */
  write(text) {
    const { project } = this.shop;
    const file = this.shop.file.endsWith(".rules") ? this.shop.file : project.names[0];
    const before = project.files[file].trimEnd();
    this.shop.replace(() => (project.change({ [file]: `${before}${before && "\n\n"}${text}\n` }), [file]));
  }

  drawWords() {
    const isSought = ([word, text]) => `${word} ${text}`.toLowerCase().includes(this.sought);
    fill(
      this.found,
      Object.entries(this.shop.language).map(([sort, told]) => {
        const words = Object.entries(told).filter(isSought);
        return words.length > 0 && [el("h3", {}, say.sorts[sort]), el("dl", { class: "words" }, words.map(([word, text]) => [el("dt", {}, el("code", {}, word)), el("dd", {}, marked(text))]))];
      }),
    );
  }
}
