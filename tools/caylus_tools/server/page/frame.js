// What the pages around a game have in common: a head that leads on, and buttons that say why when something is refused.
import { el, fill } from "./dom.js";
import { Refused } from "./net.js";
import { pagePath } from "./paths.js";
import { say } from "./strings.js";

const WAYS = [
  ["/", say.around.ways.home],
  ["/new", say.around.ways.open],
  ["/workshop", say.around.ways.workshop],
  ["/results", say.around.ways.results],
  ["/settings", say.around.ways.settings],
];

/** Draws a page: its title, ways to the others, and what it is about. */
export function frame(main, title, ...content) {
  document.title = `${title} · ${say.around.site}`;
  const ways = WAYS.filter(([path]) => path !== pagePath()).map(([path, name]) => el("a", { href: path }, name));
  fill(main, el("header", { class: "head" }, el("h1", {}, title), el("nav", { "aria-label": say.around.ways.label }, ways)), content);
}

/** The same while what it is about is still asked for. */
export const waiting = (main, title, text = say.around.loading) => frame(main, title, el("p", { class: "muted", role: "status" }, patience(text)));

/** @type {Map<string, {node: HTMLElement, start: number}>} */
const waits = new Map();
/** @type {Map<string, number>} Seconds that each thing took the last time. */
const lasted = new Map();

/** What is being done, with the seconds that it takes so far, and those of the last time; it ends when it is taken off the page. */
export function patience(text) {
  const known = waits.get(text);
  if (known?.node.isConnected) return known.node;
  const seconds = el("span", { "aria-hidden": "true" });
  const wait = { node: el("span", { class: "patience" }, text, seconds), start: performance.now() };
  const ticking = setInterval(() => {
    const since = Math.round((performance.now() - wait.start) / 1000);
    if (wait.node.isConnected) return fill(seconds, ` ${say.around.since(since, lasted.get(text))}`);
    clearInterval(ticking);
    lasted.set(text, since);
  }, 1000);
  waits.set(text, wait);
  return wait.node;
}

/** Markdown of the engine, as far as it goes: bold and code. */
export const marked = (line) =>
  line.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => (part.startsWith("**") ? el("b", {}, part.slice(2, -2)) : part.startsWith("`") ? el("code", {}, part.slice(1, -1)) : part));

/** What was refused, in the server's words, or that there was no answer. */
export function refusal(error) {
  if (!(error instanceof Refused)) throw error;
  const reasons = error.reasons.map((reason) => el("li", {}, marked(reason.text), reason.file && el("code", {}, ` ${reason.file}:${reason.line}`)));
  return [el("span", {}, marked(error.text || say.around.unanswered)), reasons.length > 0 && el("ul", {}, reasons)];
}

const SOON = 400; // ms in which an answer may come before the reader is told to wait

/**
 * A button that does something on the server. It cannot be pressed twice before there is an answer, and a refusal stands beside it.
 * `deed` is awaited; `kind` is a class more, such as `go`; `wait` is said where the answer takes long.
 */
export function doer(label, deed, { kind = "", key = null, wait = say.around.loading } = {}) {
  const beside = el("span", { class: "bad refused", role: "alert" });
  const waits = el("span", { class: "small muted", role: "status" });
  let busy = false;
  const button = el("button", { type: "button", class: `button ${kind}`, data: key ? { key } : {}, on: { click: press } }, label);
  async function press() {
    if (busy || button.getAttribute("aria-disabled")) return;
    busy = true;
    button.setAttribute("aria-busy", "true");
    beside.replaceChildren();
    const slow = setTimeout(() => waits.replaceChildren(patience(wait)), SOON);
    try {
      await deed();
    } catch (error) {
      fill(beside, ...refusal(error));
    } finally {
      busy = false;
      clearTimeout(slow);
      waits.replaceChildren();
      button.removeAttribute("aria-busy");
    }
  }
  return el("span", { class: "doer" }, button, waits, beside);
}

/** A label with its field; `field` is an input, a select or a text area. */
export const labelled = (text, field) => el("label", { class: "labelled" }, el("span", {}, text), field);

/**
 * A tick with its words. `change(on)` is told of every change.
 * @param {string | (string | Node)[]} words
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 * @param {{key?: string, disabled?: boolean}} [how]
 */
export function tick(words, on, change, { key, disabled = false } = {}) {
  const box = el("input", { type: "checkbox", checked: on, disabled, data: key ? { key } : {}, on: { change: () => change(box.checked) } });
  return el("label", { class: "tick" }, box, el("span", {}, words));
}

/**
 * A select of `[value, words]`.
 * @param {string} name
 * @param {string[][]} options
 * @param {string} value
 * @param {(value: string) => void} change
 * @param {{key?: string, disabled?: boolean}} [how]
 */
export function choice(name, options, value, change, { key, disabled = false } = {}) {
  const items = options.map(([each, words]) => el("option", { value: each, selected: each === value }, words));
  const select = el("select", { "aria-label": name, disabled, data: key ? { key } : {}, on: { change: () => change(select.value) } }, items);
  return select;
}
