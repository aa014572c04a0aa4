// Help at the caret: what may stand here, what a word means, where it is defined, renaming. The server's engine answers.
import { el, fill } from "../dom.js";
import { marked } from "../frame.js";
import { say } from "./strings.js";

const REST = 400;
const MOST = 60;

export class Assist {
  /** @type {any} */
  asked;
  /** @type {any} */
  code;
  /** @type {any} */
  note;
  /** @type {any} */
  open;
  /** @type {any} */
  project;
  /** @type {any} */
  replace;

  /** `open(file, line, column)` leads to a place, `replace(change)` shows the files that a change has written. */
  constructor(project, code, { open, note, replace }) {
    Object.assign(this, { project, code, open, note, replace, items: [], at: 0, asked: 0 });
    this.list = el("div", { class: "offers panel", role: "listbox", "aria-label": say.complete, hidden: true });
    this.box = el("div", { class: "hovered panel", hidden: true });
    code.sheet.append(this.list, this.box);
  }

  ask(what, { line, column } = this.code.caret) {
    return this.project.ask("ask", { what, file: this.code.file, line, column });
  }

  // ---- completion

  get isOpen() {
    return !this.list.hidden;
  }

  async complete() {
    const asked = ++this.asked;
    const { items } = await this.ask("complete").catch(() => ({ items: [] }));
    if (asked !== this.asked) return;
    const typed = this.code.area.value.slice(this.code.word.start, this.code.area.selectionStart).toLowerCase();
    this.items = items.filter(({ label }) => label.toLowerCase().startsWith(typed) && label.toLowerCase() !== typed).slice(0, MOST);
    this.at = 0;
    this.drawList();
  }

  drawList() {
    this.list.hidden = !this.items.length;
    if (this.list.hidden) return;
    const { line, column } = this.code.caret;
    const { left, top } = this.code.box(line, column);
    Object.assign(this.list.style, { left: `${Math.max(8, Math.min(left, this.code.sheet.clientWidth - 340))}px`, top: `${top + 2}px` });
    fill(this.list, this.items.map((item, at) => el("div", { class: "offer", role: "option", "aria-selected": String(at === this.at), on: { mousedown: (event) => this.press(event, at) } }, el("b", {}, item.label), el("span", { class: "muted small" }, item.sort), el("span", { class: "small grow" }, item.detail === item.label ? "" : item.detail))));
    this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
  }

  press(event, at) {
    event.preventDefault();
    this.at = at;
    this.take();
  }

  take() {
    const item = this.items[this.at];
    const { start } = this.code.word;
    this.close();
    this.code.replace(start, this.code.area.selectionStart, item.insert);
  }

  close() {
    this.asked += 1;
    this.items = [];
    this.list.hidden = this.box.hidden = true;
  }

  /** Whether a key was for the list. */
  key(event) {
    if (!this.isOpen) return this.closeBox(event);
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way) this.at = (this.at + way + this.items.length) % this.items.length;
    else if (event.key === "Tab" || event.key === "Enter") return this.take(), true;
    else if (event.key === "Escape") return this.close(), true;
    else return false;
    this.drawList();
    return true;
  }

  /** Closes what a word means at any key; what a call takes stays while its arguments are written. Returns whether Escape did. */
  closeBox({ key }) {
    if (["Shift", "Control", "Alt", "Meta"].includes(key)) return false;
    clearTimeout(this.resting);
    this.asked += 1;
    const wasOpen = !this.box.hidden;
    const isWriting = this.signs && (/^[^)]$/.test(key) || key === "Backspace");
    if (!isWriting) this.box.hidden = true;
    return wasOpen && key === "Escape";
  }

  // ---- what a word means

  point(place) {
    clearTimeout(this.resting);
    if (!place || !/\w/.test(place.text)) return (this.box.hidden = true);
    this.resting = setTimeout(() => this.hover(place), REST);
  }

  async hover(place) {
    const asked = ++this.asked;
    const { lines, code } = await this.ask("hover", place).catch(() => ({ lines: [], code: "" }));
    if (asked !== this.asked) return;
    this.signs = false;
    this.box.hidden = !lines.length || this.isOpen;
    if (this.box.hidden) return;
    const { left, top } = this.code.box(place.line, place.column);
    Object.assign(this.box.style, { left: `${Math.max(8, Math.min(left, this.code.sheet.clientWidth - 380))}px`, top: `${top + 2}px` });
    fill(this.box, lines.map((line, at) => el("p", { class: at ? "small" : "" }, marked(line))), code && el("pre", {}, code));
    if (place.told) this.note(lines.join(" ").replaceAll(/[*`]/g, ""));
  }

  /** What the call around the caret is given, the part that is being written in bold. */
  async sign() {
    const { name, title, params, active } = await this.ask("signature").catch(() => ({ params: [] }));
    if (!params.length || this.isOpen) return;
    const { line, column } = this.code.caret;
    const { left, top } = this.code.box(line, column);
    Object.assign(this.box.style, { left: `${Math.max(8, Math.min(left, this.code.sheet.clientWidth - 380))}px`, top: `${top + 2}px` });
    const told = params.map((param, at) => [at ? ", " : "", at === active ? el("b", {}, param) : param]);
    fill(this.box, title && el("p", { class: "small" }, title), el("p", { data: { key: "signature" } }, `${name}(`, told, ")"));
    this.box.hidden = false;
    this.signs = true;
    this.note(`${name}: ${params[active]}`);
  }

  // ---- where it is defined, and another name

  async define() {
    const { places } = await this.ask("definition");
    if (places.length) this.open(places[0]);
  }

  async rename(to) {
    const { text } = this.code.word;
    const { places } = await this.ask("references");
    const { places: defined } = await this.ask("definition");
    if (!defined.length && this.code.faults.length) return this.note(say.renameFaults);
    if (!defined[0] || !(defined[0].file in this.project.files)) return this.note(say.renameNot);
    const own = [...places, ...defined].filter(({ file }) => file in this.project.files);
    const files = [...new Set(own.map((place) => place.file))];
    const written = Object.fromEntries(files.map((file) => [file, renamed(this.project.files[file], own.filter((place) => place.file === file), text, to)]));
    this.replace(() => (this.project.change(written), files));
    this.note(say.renamed(own.length));
  }
}

/** A text in which a word is another at some places, from the last to the first. */
function renamed(text, places, from, to) {
  const lines = text.split("\n");
  const known = new Map(places.map((place) => [`${place.line} ${place.column}`, place]));
  for (const { line, column } of [...known.values()].sort((a, b) => b.line - a.line || b.column - a.column)) {
    const old = lines[line - 1] ?? "";
    const at = old.indexOf(from, column - 1);
    if (at >= 0) lines[line - 1] = old.slice(0, at) + to + old.slice(at + from.length);
  }
  return lines.join("\n");
}
