// Below the text: the fault that is nearest to the caret with its mend, and the number at the caret with a button less and more.
import { el, fill } from "../dom.js";
import { marked, patience } from "../frame.js";
import { offsetIn } from "./code.js";
import { say } from "./strings.js";

export class Strip {
  constructor(shop) {
    this.shop = shop;
    this.state = el("span", { class: "grow", role: "status", data: { key: "state" } });
    this.fault = el("div", { class: "shop-fault", hidden: true });
    this.number = el("span", { class: "row" });
    this.where = el("span", { class: "small muted" });
    this.node = el("div", { class: "shop-strip" }, this.fault, el("div", { class: "row" }, this.state, this.number, this.where));
  }

  get own() {
    return this.shop.faults.filter(({ file }) => file in this.shop.project.files);
  }

  /** The fault that is told: in the open file the nearest to the caret, or else the first of another one. */
  get near() {
    const { line } = this.shop.code.caret;
    const here = this.own.filter(({ file }) => file === this.shop.file);
    return here.toSorted((a, b) => (a.severity === "error" ? 0 : 1000) - (b.severity === "error" ? 0 : 1000) + Math.abs(a.line - line) - Math.abs(b.line - line))[0] ?? this.own[0] ?? this.shop.faults[0] ?? null;
  }

  draw() {
    const { code, faults } = this.shop;
    const { line, column } = code.caret;
    const errors = faults.filter(({ severity }) => severity === "error").length;
    const { step } = this.shop;
    fill(this.state, step ? patience(step) : !this.shop.wasChecked ? say.unchecked : errors ? say.errors(errors) : faults.length ? say.warnings(faults.length) : say.sound);
    this.state.className = errors ? "grow bad" : "grow";
    this.where.textContent = say.place(line, column);
    this.drawNumber();
    const fault = this.near;
    const key = JSON.stringify([fault, this.own.length]);
    if (this.drawn === key) return;
    this.drawn = key;
    this.fault.hidden = !fault;
    if (!fault) return;
    this.fault.dataset.severity = fault.severity;
    const fixes = this.own.filter((each) => each.fix && !each.is_guess);
    fill(
      this.fault,
      el("button", { type: "button", class: "inline place", data: { key: "fault place" }, on: { click: () => this.shop.open(fault) } }, fault.file ? say.toLine(fault.file, fault.line) : fault.code),
      el("div", { class: "grow" }, el("b", {}, marked(fault.text)), fault.help && !fault.fix && el("p", {}, marked(fault.help))),
      fault.fix && el("button", { type: "button", class: "button go small", data: { key: "mend" }, on: { click: () => this.mend() } }, fault.fix.text.replaceAll("`", "").replace(/^./, (letter) => letter.toUpperCase()), " ", el("kbd", { "aria-hidden": "true" }, "Alt ↵")),
      fixes.length > 1 && el("button", { type: "button", class: "button small", data: { key: "mend all" }, on: { click: () => this.mendAll(fixes) } }, say.mendAll(fixes.length)),
      this.own.length > 1 && el("button", { type: "button", class: "button small", data: { key: "next fault" }, on: { click: () => this.next() } }, say.next, " ", el("kbd", { "aria-hidden": "true" }, "F8")),
    );
  }

  next() {
    const { own } = this;
    if (!own.length) return;
    this.index = ((this.index ?? -1) + 1) % own.length;
    this.shop.open(own[this.index]);
  }

  mend() {
    const fault = this.near;
    if (fault?.fix) this.write(fault.fix.edits);
  }

  mendAll(faults) {
    this.write(faults.flatMap(({ fix }) => fix.edits));
  }

  /** Writes edits in all their files as one step. */
  write(edits) {
    const { project } = this.shop;
    const files = {};
    for (const edit of edits.toSorted((a, b) => b.line - a.line || b.column - a.column)) {
      const text = files[edit.file] ?? project.files[edit.file];
      if (text !== undefined) files[edit.file] = text.slice(0, offsetIn(text, edit.line, edit.column)) + edit.text + text.slice(offsetIn(text, edit.end_line, edit.end_column));
    }
    this.shop.replace(() => (project.change(files), Object.keys(files)));
  }

  /** With a number at the caret, a press makes it one less or one more: also on a phone. */
  drawNumber() {
    const { code } = this.shop;
    const { text } = code.word;
    if (!/^\d{1,6}$/.test(text)) return this.number.childElementCount && this.number.replaceChildren();
    if (this.number.dataset.number === text && this.number.childElementCount) return;
    this.number.dataset.number = text;
    const step = (by) => () => {
      const now = code.word;
      const to = Math.max(0, Number(now.text) + by);
      code.replace(now.start, now.end, String(to));
      code.area.setSelectionRange(now.start, now.start);
      this.draw();
    };
    fill(this.number, el("button", { type: "button", class: "button small", "aria-label": say.less, data: { key: "less" }, on: { click: step(-1) } }, "−"), el("b", {}, text), el("button", { type: "button", class: "button small", "aria-label": say.more, data: { key: "more" }, on: { click: step(1) } }, "+"));
  }
}
