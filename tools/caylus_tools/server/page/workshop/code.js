// The text: an ordinary text area, and below it the same text with colours, faults and line numbers. What is typed, undone, read aloud
// and pasted is the browser's own affair.
import { el } from "../dom.js";
import { pieces } from "./colours.js";
import { say } from "./strings.js";

const INDENT = "  ";
const LONGEST_LINE = 4000; // that is coloured

export class Code {
  /** `handlers` are `{written(text, isStep), moved(), key(event), before(event), point(place, box)}`. */
  constructor(words, handlers) {
    this.words = words;
    this.handlers = handlers;
    this.areas = new Map();
    this.faults = [];
    this.marks = [];
    this.lines = [];
    this.layer = el("pre", { class: "inked", "aria-hidden": "true" });
    this.sheet = el("div", { class: "shop-sheet" }, this.layer);
    this.node = el("div", { class: "shop-code" }, this.sheet);
    this.area = null;
    this.file = null;
    this.node.addEventListener("mousemove", (event) => this.point(event));
    this.node.addEventListener("mouseleave", () => this.handlers.point(null));
  }

  /** Shows a file, with the undo steps that it has had. */
  open(file, text) {
    this.file = file;
    let area = this.areas.get(file);
    if (!area) {
      area = el("textarea", { class: "ink", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": say.text(file), data: { key: "ink" }, on: { input: () => this.write(), keydown: (event) => this.handlers.key(event), keyup: () => this.handlers.moved(), click: () => this.handlers.moved(), beforeinput: (event) => this.handlers.before(event) } });
      area.value = text;
      this.areas.set(file, area);
    } else if (area.value !== text) area.value = text;
    if (this.area !== area) {
      this.area?.remove();
      this.area = area;
      this.sheet.append(area);
    }
    this.lines = [];
    this.draw();
  }

  forget(file) {
    this.areas.delete(file);
  }

  write() {
    this.draw();
    this.handlers.written(this.area.value, Boolean(this.isStep));
    this.handlers.moved();
  }

  show(faults) {
    this.faults = faults;
    this.draw();
  }

  /** Notes at the ends of lines: `{file, line, text, isBad}`. */
  mark(marks) {
    this.marks = marks;
    this.draw();
  }

  /** Puts the caret behind what differs from an older text of the same file. */
  goToChange(old) {
    const { value } = this.area;
    let same = 0;
    while (same < Math.min(old.length, value.length) && old.at(-1 - same) === value.at(-1 - same)) same += 1;
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(value.length - same, value.length - same);
    this.layer.children[this.caret.line - 1]?.scrollIntoView({ block: "nearest" });
    this.handlers.moved();
  }

  /** Draws the lines that have changed. */
  draw() {
    const isRules = this.file.endsWith(".rules");
    const own = this.faults.filter((fault) => fault.file === this.file);
    const lines = this.area.value.split("\n");
    lines.forEach((text, at) => {
      const here = own.filter((fault) => fault.line === at + 1);
      const told = here.toSorted((a, b) => Number(b.severity === "error") - Number(a.severity === "error")).slice(0, 1).map((fault) => ({ text: fault.text.replaceAll("`", ""), isBad: fault.severity === "error" }));
      const marks = [...told, ...this.marks.filter((mark) => mark.file === this.file && mark.line === at + 1)];
      const key = JSON.stringify([text, marks, here.map(({ column, end_column, end_line, severity }) => [column, end_column, end_line, severity])]);
      if (this.lines[at] === key && this.layer.children[at]) return;
      this.lines[at] = key;
      const drawn = this.line(text, at + 1, here, isRules, marks);
      if (this.layer.children[at]) this.layer.children[at].replaceWith(drawn);
      else this.layer.append(drawn);
    });
    while (this.layer.children.length > lines.length) this.layer.lastChild.remove();
    this.lines.length = lines.length;
  }

  line(text, number, faults, isRules, marks) {
    const worst = faults.some(({ severity }) => severity === "error") ? "error" : faults.length ? "warning" : null;
    const spans = [];
    let column = 1;
    for (const [look, piece] of text.length > LONGEST_LINE ? [["", text]] : pieces(text, isRules, this.words)) {
      const end = column + piece.length;
      const fault = faults.find((each) => each.column < end && (each.end_line > number || each.end_column > column || each.end_column === each.column));
      const hit = fault && (each(fault, number, column, end));
      spans.push(el("span", { class: [look, hit && `wavy ${fault.severity}`].filter(Boolean).join(" ") || null, data: { column } }, new Text(piece))); // as the text area has it
      column = end;
    }
    return el("div", { class: "row-of", data: { line: number, ...(worst && { worst }) } }, spans.length ? spans : "\u200b", marks.length > 0 && el("i", { class: "noted", style: { "--letters": text.length } }, marks.map((mark) => el("span", { class: mark.isBad ? "bad" : "muted" }, mark.text))));
  }

  // ---- the caret

  get caret() {
    const before = this.area.value.slice(0, this.area.selectionStart).split("\n");
    return { line: before.length, column: before.at(-1).length + 1 };
  }

  /** The number of letters before a place. */
  offset(line, column) {
    return offsetIn(this.area.value, line, column);
  }

  go(line, column = 1, endColumn = column) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(this.offset(line, column), this.offset(line, endColumn));
    this.layer.children[line - 1]?.scrollIntoView({ block: "nearest" });
    this.handlers.moved();
  }

  /** Writes in the place of some letters, as one step that can be undone. */
  replace(start, end, text) {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    this.isStep = true;
    const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
    if (!done && (start !== end || text)) {
      this.area.setRangeText(text, start, end, "end");
      this.write();
    }
    this.isStep = false;
  }

  /** A new line, indented as the one it ends; one step more after a `{`, whose `}` goes on a line of its own. */
  breakLine() {
    const { value, selectionStart: start, selectionEnd: end } = this.area;
    const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
    const indent = line.match(/^ */)[0];
    const opens = line.trimEnd().endsWith("{");
    const closes = opens && /^ *\}/.test(value.slice(end));
    this.replace(start, end, `\n${indent}${opens ? INDENT : ""}${closes ? `\n${indent}` : ""}`);
    if (closes) this.area.setSelectionRange(start + 1 + indent.length + INDENT.length, start + 1 + indent.length + INDENT.length);
    this.handlers.moved();
  }

  /** Writes a `}` at the beginning of a line one step to the left; false where something stands before it. */
  closeBlock() {
    const { value, selectionStart: start, selectionEnd: end } = this.area;
    const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
    if (line.trim() || !line.endsWith(INDENT)) return false;
    this.replace(start - INDENT.length, end, "}");
    return true;
  }

  /** The letters of a word or a number around the caret: `{start, end, text}`. */
  get word() {
    const { value, selectionStart: at } = this.area;
    const start = at - value.slice(0, at).match(/\w*$/)[0].length;
    const end = at + value.slice(at).match(/^\w*/)[0].length;
    return { start, end, text: value.slice(start, end) };
  }

  /** Where a place is on the screen, from the upper left of the sheet. */
  box(line, column) {
    const row = this.layer.children[line - 1];
    const span = [...(row?.children ?? [])].findLast((each) => Number(each.dataset.column) <= column);
    const within = this.sheet.getBoundingClientRect();
    if (!span) return { left: 60, top: (row?.offsetTop ?? 0) + (row?.offsetHeight ?? 20) };
    const range = document.createRange();
    const letters = Math.min(column - Number(span.dataset.column), span.firstChild.length);
    range.setStart(span.firstChild, letters);
    range.collapse(true);
    const found = range.getClientRects()[0] ?? span.getBoundingClientRect();
    return { left: found.left - within.left, top: found.bottom - within.top };
  }

  point(event) {
    const under = /** @type {HTMLElement[]} */ (document.elementsFromPoint(event.clientX, event.clientY));
    const over = under.find((each) => each.dataset?.column && this.layer.contains(each));
    this.handlers.point(over ? { line: Number(over.parentElement.dataset.line), column: Number(over.dataset.column), text: over.textContent } : null);
  }
}

/** The number of letters of a text before a place. */
export function offsetIn(text, line, column) {
  const lines = text.split("\n");
  return lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + Math.min(column - 1, (lines[line - 1] ?? "").length);
}

/** Whether a fault covers a piece of a line. */
function each({ line, column, end_line, end_column }, number, from, to) {
  const ends = end_line > number ? Infinity : end_column;
  return line === number && from < Math.max(ends, column + 1) && to > column;
}
