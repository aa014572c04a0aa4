// What somebody writes: texts by name on a base. Every change is kept in this browser at once; the server keeps nothing unless asked.
import { newKey, post, read } from "../net.js";

const PLACE = "caylus.workshop.";
const MOST_STEPS = 500;
const TYPED_TOGETHER = 1000; // milliseconds
export const MANIFEST = "ruleset.yaml";
export const isScenarios = (file) => file.startsWith("scenarios/");

export class Project {
  /** @type {{file: string, line: number} | undefined} Where it is opened at first. */
  first;
  /** @type {any} */
  base;
  /** @type {any} */
  changed;
  /** @type {any} */
  files;
  /** @type {any} */
  id;
  /** @type {any} */
  variants;
  /** Whether another window has written the same, and nobody has said yet what holds. */
  held = false;
  /** @type {{old: Record<string, string | null>, typed: boolean, when: number}[]} */
  past = [];
  /** @type {{old: Record<string, string | null>, typed: boolean, when: number}[]} */
  future = [];

  /**
   * @param {{id?: string, base: string | null, variants: string[], files: Record<string, string>}} kept
   * @param {() => void} changed
   */
  constructor({ id = newKey(), base, variants, files }, changed = () => {}) {
    Object.assign(this, { id, base, variants, files: { ...files }, changed, saved: null });
  }

  get texts() {
    return { base: this.base, variants: this.variants, files: this.files };
  }

  get name() {
    return this.files[MANIFEST]?.match(/^name:\s*"?([\w-]+)/m)?.[1] ?? "own-rules";
  }

  get title() {
    const text = this.files[MANIFEST]?.match(/^title:(.*)$/m)?.[1].trim() || "House rules";
    try {
      return String(JSON.parse(text));
    } catch {
      return text;
    }
  }

  /** The files in the order in which people want them: rules, situations, what is said of it all. */
  get names() {
    const rank = (file) => (file === MANIFEST ? 2 : isScenarios(file) ? 1 : 0);
    return Object.keys(this.files).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  }

  // ---- changes, one history over all files

  /** Other texts for some files, null for one that goes, as one step that can be undone; what is typed in a row is one step. */
  change(files, typed = false) {
    const last = this.past.at(-1);
    const [file] = Object.keys(files);
    const now = Date.now();
    if (typed && last?.typed && file in last.old && now - last.when < TYPED_TOGETHER) last.when = now;
    else this.past.push({ old: this.now(files), typed, when: now });
    this.past.splice(0, this.past.length - MOST_STEPS);
    this.future = [];
    this.put(files);
  }

  now(files) {
    return Object.fromEntries(Object.keys(files).map((file) => [file, this.files[file] ?? null]));
  }

  put(files) {
    for (const [file, text] of Object.entries(files)) {
      if (text === null) delete this.files[file];
      else this.files[file] = text;
    }
    this.save();
    this.changed();
  }

  /** The files that are as they were before the last step; nothing where there is none. */
  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  step(from, to) {
    const step = from.pop();
    if (!step) return [];
    to.push({ ...step, old: this.now(step.old), typed: false });
    this.put(step.old);
    return Object.keys(step.old);
  }

  write(file, text, typed = false) {
    this.change({ [file]: text }, typed);
  }

  /** A new file; one of rules is put into the list of the manifest. */
  add(file, text) {
    const isListed = !isScenarios(file) && this.files[MANIFEST] && !(file in this.files);
    this.change({ [file]: text, ...(isListed && { [MANIFEST]: listed(this.files[MANIFEST], file) }) });
  }

  rename(file, to) {
    const manifest = this.files[MANIFEST];
    this.change({ [file]: null, [to]: this.files[file], ...(manifest && !isScenarios(file) && { [MANIFEST]: listed(unlisted(manifest, file), to) }) });
  }

  /** Gives the rules another title. */
  retitle(title) {
    this.write(MANIFEST, this.files[MANIFEST].replace(/^title:.*$/m, () => `title: ${JSON.stringify(title)}`));
  }

  remove(file) {
    this.change({ [file]: null, ...(this.files[MANIFEST] && { [MANIFEST]: unlisted(this.files[MANIFEST], file) }) });
  }

  ask(what, more = {}) {
    return post(`/api/workshop/${what}`, { ...this.texts, ...more });
  }

  save() {
    if (this.held) return;
    try {
      localStorage.setItem(PLACE + this.id, JSON.stringify({ id: this.id, title: this.title, when: Date.now(), ...this.texts }));
      this.saved = new Date();
    } catch {
      this.saved = null; // a private window, or no room
    }
  }
}

/** A list of rules on one line or on several, with a file that it may have already. */
function listed(manifest, file) {
  if (new RegExp(`(^\\s+- |^rules:.*[[, ])${file.replaceAll(".", "\\.")}"?\\s*([\\],]|$)`, "m").test(manifest)) return manifest;
  const line = /^(rules:\s*\[[^\]]*?)\s*\]/m;
  if (line.test(manifest)) return manifest.replace(line, (_, list) => `${list}${list.trimEnd().endsWith("[") ? "" : ", "}${file}]`);
  return manifest.replace(/^rules:[^\n]*\n((?:\s+-[^\n]*\n?)*)/m, (whole) => `${whole.trimEnd()}\n  - ${file}\n`);
}

const unlisted = (manifest, file) =>
  manifest
    .split("\n")
    .filter((line) => line.trim() !== `- ${file}`)
    .join("\n")
    .replace(/^(rules:\s*\[)([^\]]*)\]/m, (_, head, list) => `${head}${list.split(",").map((each) => each.trim()).filter((each) => each && each !== file).join(", ")}]`);

/** Tells of texts that another window of this browser has kept for the same project. */
export const watch = (id, heard) => addEventListener("storage", (event) => event.key === PLACE + id && event.newValue && heard(read(event.newValue)));

/** What this browser has, the last written first. */
export function kept() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PLACE));
    return keys.map((key) => read(localStorage.getItem(key))).sort((a, b) => b.when - a.when);
  } catch {
    return [];
  }
}

export const find = (id) => kept().find((one) => one.id === id) ?? null;
/** Whether other rules that this browser has are called so. */
export const isTaken = (title, id = null) => kept().some((one) => one.title === title && one.id !== id);
export const forget = (id) => localStorage.removeItem(PLACE + id);

export const BUSY = 503;
export const PAUSE = 2000; // until a server that is busy is asked again

/** Asks for what belongs to the newest text: one question at a time, and an answer to an older text is dropped. */
export class Latest {
  /** @type {any} */
  ask;
  /** @type {any} */
  done;
  /** @type {any} */
  failed;
  /** @type {any} */
  rest;
  /** @type {any} */
  wanted;

  constructor(ask, done, failed, rest = 0) {
    Object.assign(this, { ask, done, failed, rest, wanted: 0, busy: false });
  }

  want() {
    this.wanted += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), this.rest);
  }

  async run() {
    if (this.busy) return;
    this.busy = true;
    const asked = this.wanted;
    try {
      const answer = await this.ask();
      if (asked === this.wanted) this.done(answer);
    } catch (error) {
      if (asked === this.wanted) this.failed(error);
      if (asked === this.wanted && error.status === BUSY) this.timer = setTimeout(() => this.run(), PAUSE);
    } finally {
      this.busy = false;
      if (asked !== this.wanted) this.run();
    }
  }
}
