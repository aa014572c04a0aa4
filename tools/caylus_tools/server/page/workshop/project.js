// What somebody writes: texts by name on a base. Every change is kept in this browser at once; the server keeps nothing unless asked.
import { newKey, post, read } from "../net.js";

const PLACE = "caylus.workshop.";
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
    return this.files[MANIFEST]?.match(/^title:\s*(.*)$/m)?.[1].trim().replace(/^"(.*)"$/, "$1") || "House rules";
  }

  /** The files in the order in which people want them: rules, situations, what is said of it all. */
  get names() {
    const rank = (file) => (file === MANIFEST ? 2 : isScenarios(file) ? 1 : 0);
    return Object.keys(this.files).sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
  }

  write(file, text) {
    this.files[file] = text;
    this.save();
    this.changed();
  }

  /** A new file; one of rules is put into the list of the manifest. */
  add(file, text) {
    if (!isScenarios(file) && this.files[MANIFEST] && !(file in this.files)) this.files[MANIFEST] = listed(this.files[MANIFEST], file);
    this.write(file, text);
  }

  remove(file) {
    delete this.files[file];
    if (this.files[MANIFEST]) this.files[MANIFEST] = unlisted(this.files[MANIFEST], file);
    this.save();
    this.changed();
  }

  ask(what, more = {}) {
    return post(`/api/workshop/${what}`, { ...this.texts, ...more });
  }

  save() {
    try {
      localStorage.setItem(PLACE + this.id, JSON.stringify({ id: this.id, title: this.title, when: Date.now(), ...this.texts }));
      this.saved = new Date();
    } catch {
      this.saved = null; // a private window, or no room
    }
  }
}

/** A list of rules on one line or on several. */
function listed(manifest, file) {
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
export const forget = (id) => localStorage.removeItem(PLACE + id);

const BUSY = 503;
const PAUSE = 2000; // until a server that is busy is asked again

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
