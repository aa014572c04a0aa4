// A place to write rules in: files to choose from, a text, its line numbers.
import { el, fill } from "./dom.js";
import { choice } from "./frame.js";
import { say } from "./strings.js";

/**
 * Writes into `rules.files` as one types. `rules.editing` says the file, and the line where the caret stands at first;
 * `typed()` is called at every change.
 */
export function editor(rules, typed) {
  const names = Object.keys(rules.files);
  const gutter = el("pre", { class: "gutter", "aria-hidden": "true" });
  const text = el("textarea", { class: "source", spellcheck: "false", autocapitalize: "off", wrap: "off", rows: 12, data: { key: "source" }, on: { input: write, scroll: follow } });

  function open(file, line) {
    rules.editing = { file };
    text.value = rules.files[file];
    text.setAttribute("aria-label", say.own.text(file));
    number();
    if (line) queueMicrotask(() => stand(line));
  }
  function number() {
    const faulty = new Set(rules.faults.filter((each) => each.file === rules.editing.file).map((each) => each.line));
    const count = text.value.split("\n").length;
    fill(gutter, Array.from({ length: count }, (_, i) => el("span", { class: faulty.has(i + 1) ? "bad" : "" }, `${i + 1}\n`)));
  }
  function stand(line) {
    const lines = text.value.split("\n").slice(0, line);
    const end = lines.join("\n").length;
    text.focus();
    text.setSelectionRange(end - lines.at(-1).length, end);
    text.scrollTop = (line - 4) * parseFloat(getComputedStyle(text).lineHeight);
  }
  function write() {
    rules.files[rules.editing.file] = text.value;
    number();
    typed();
  }
  function follow() {
    gutter.scrollTop = text.scrollTop;
  }

  open(rules.editing.file, rules.editing.line);
  const files = names.length > 1 && choice(say.own.file, names.map((name) => [name, name]), rules.editing.file, (name) => open(name), { key: "file" });
  return el("div", {}, files, el("div", { class: "editor" }, gutter, text));
}
