// The parts of the workshop together: what is written is checked, and when it is sound, everything that it makes is drawn anew.
import { open as dialog } from "../dialogs.js";
import { el, fill, icon } from "../dom.js";
import { doer, patience, refusal } from "../frame.js";
import { listing, mark } from "../listing.js";
import { get, post } from "../net.js";
import { goTo } from "../paths.js";
import * as prefs from "../prefs.js";
import { Assist } from "./assist.js";
import { Code } from "./code.js";
import { definedAt, drawFiles, outline } from "./files.js";
import { Finder } from "./find.js";
import { Games } from "./games.js";
import { Help } from "./help.js";
import { copyInto } from "./copying.js";
import { drawDiffers, drawMakes, drawSituations } from "./makes.js";
import { PositionEditor } from "./position.js";
import { BUSY, isScenarios, isTaken, Latest, MANIFEST, watch } from "./project.js";
import { drawShare, openTable, playNow } from "./share.js";
import { say } from "./strings.js";
import { Strip } from "./strip.js";

const PANELS = ["change", "makes", "differs", "situations", "position", "balance", "share", "help"];
const REST = 150;
const LONGEST_FILE = 256 * 1024; // letters that the server takes

export class Shop {
  /** @type {any} The words of the language by their sort, each with what it says. */
  language;
  /** @type {any} */
  at;
  /** @type {any} */
  faults;
  /** @type {any} */
  made;
  /** @type {any} */
  project;
  /** @type {any} */
  results;
  /** @type {any} The texts that were drawn, and those that were tried. */
  madeOf;
  /** @type {any} */
  testedOf;
  /** @type {any} */
  wasChecked;
  hasFailed = false;

  constructor(project, words, language) {
    Object.assign(this, { language, project, faults: [], made: null, results: null, told: null, at: null, file: null, panel: "makes", sound: false, guard: null, hints: [] });
    project.changed = () => this.changed();
    this.code = new Code(words, { written: (text, isStep) => project.write(this.file, text, !isStep), before: (event) => this.before(event), moved: () => this.moved(), key: (event) => this.key(event), point: (place) => this.assist.point(place) });
    this.assist = new Assist(project, this.code, { open: (place) => this.open(place), note: (text) => (this.live.textContent = text), replace: (change) => this.replace(change) });
    this.strip = new Strip(this);
    this.checked = new Latest(() => this.check(), (told) => this.hear(told), (error) => this.fail(error), REST);
    this.making = new Latest(() => project.ask("make", this.texts), (made) => this.make(made), (error) => this.fail(error));
    this.testing = new Latest(() => project.ask("test", this.texts), (results) => this.test(results), (error) => this.fail(error));
    this.frame();
  }

  frame() {
    const part = (tag, name, props = {}, ...children) => el(tag, { class: name, ...props }, ...children);
    this.top = part("header", "shop-top");
    this.left = part("nav", "shop-files", { "aria-label": say.files });
    this.tabs = part("div", "shop-tabs", { role: "tablist", "aria-label": say.panelList });
    this.shown = part("div", "shop-shown", { id: "shown", role: "tabpanel", tabindex: 0 });
    this.live = el("p", { class: "unseen", role: "status" });
    this.failed = el("p", { class: "bad", role: "alert" });
    this.link = el("div", { class: "link-place" });
    this.middle = part("section", "shop-text", { "aria-label": say.text("") }, this.code.node, this.strip.node);
    this.right = part("aside", "shop-right", { "aria-label": say.panelList }, this.tabs, this.failed, this.shown);
    this.node = part("div", "shop", {}, this.top, el("details", { class: "shop-left", open: innerWidth > 1000 }, el("summary", {}, say.files), this.left), this.middle, this.right, this.live);
    this.twice = part("div", "shop-twice row", { role: "alert", hidden: true });
    this.middle.prepend(this.twice);
    watch(this.project.id, (theirs) => this.hearOther(theirs));
    this.position = new PositionEditor(this);
    this.games = new Games(this);
    this.helps = new Help(this);
    this.finder = new Finder(() => this.drawFinder());
    this.found = part("div", "sheet");
  }

  begin() {
    const [first] = this.project.names;
    const wish = this.project.first;
    this.open(wish?.file in this.project.files ? wish : { file: first });
    if (wish && !(wish.file in this.project.files)) this.open(wish);
    if (this.project.view) {
      this.position.reset(this.project.view);
      this.panel = "position";
    }
    this.drawTop();
    this.drawPanel();
    this.checked.want();
  }

  // ---- what is written

  /** What was said of the text before this one is not said of this one. */
  changed() {
    Object.assign(this, { guard: null, hints: [], wasChecked: false, hasFailed: false });
    if (this.faults.length) this.code.show((this.faults = []));
    this.link.replaceChildren();
    this.mark();
    this.strip.draw();
    if (this.sound) {
      this.sound = false;
      this.drawPanel();
    }
    this.checked.want();
    this.drawTop();
  }

  /** What is made is made of the very texts that were found sound. */
  async check() {
    const texts = { ...this.project.texts, files: { ...this.project.files } };
    const long = this.project.names.find((file) => texts.files[file].length > LONGEST_FILE);
    if (long) return { checks: false, texts, faults: [{ code: "", severity: "error", text: say.tooLong(long, LONGEST_FILE), help: "", file: long, line: 1, column: 1, end_line: 1, end_column: 1, fix: null }] };
    return { ...(await this.project.ask("check", texts)), texts };
  }

  hear({ faults, checks, texts }) {
    if (checks) this.texts = texts;
    Object.assign(this, { faults, wasChecked: true });
    this.failed.replaceChildren();
    this.sound = checks;
    this.code.show(faults);
    this.strip.draw();
    drawFiles(this.left, this);
    this.drawPanel();
    if (!checks) return;
    this.making.want();
    this.testing.want();
  }

  make(made) {
    Object.assign(this, { made, madeOf: this.texts, told: null });
    this.failed.replaceChildren();
    drawFiles(this.left, this);
    this.drawPanel();
    this.strip.draw();
    this.follow();
    return this.hint();
  }

  /** What is being done with the text, in words; null once all is done. */
  get step() {
    if (this.hasFailed) return null;
    if (!this.wasChecked) return say.checking;
    if (!this.sound) return null;
    return this.madeOf !== this.texts ? say.making : this.testedOf !== this.texts ? say.testing : null;
  }

  // ---- notes at the ends of lines

  /** The values of constants, where they are used. */
  async hint() {
    const { file, texts } = this;
    if (!(file in (texts?.files ?? {})) || !file.endsWith(".rules")) return; // a new file was not checked yet
    const { hints } = await this.project.ask("ask", { ...texts, what: "hints", file, line: 1, column: 1 }).catch(() => ({ hints: [] }));
    if (texts !== this.texts || file !== this.file) return;
    const lines = texts.files[file].split("\n");
    const word = ({ line, column }) => lines[line - 1]?.slice(0, column - 1).match(/\w+$/)?.[0] ?? "";
    this.hints = hints.map((one) => ({ file, line: one.line, text: one.text.startsWith("=") ? `${word(one)} ${one.text}` : one.text }));
    this.mark();
  }

  /** Looks for what no situation notices, some changes at a time; what was found is kept until the text changes. */
  async findGaps() {
    const { texts } = this;
    const guard = (this.guard = { gaps: [], slips: [], next: 0, found: 1, isRunning: true });
    while (this.guard === guard && guard.isRunning && guard.next < guard.found) {
      this.drawPanel();
      const told = await this.project.ask("guard", { ...texts, start: guard.next }).catch((error) => this.fail(error));
      if (!told) break;
      Object.assign(guard, { gaps: [...guard.gaps, ...told.gaps], slips: [...guard.slips, ...told.slips], found: guard.next ? guard.found : told.found, next: told.next });
      if (this.guard === guard) this.mark();
    }
    guard.isRunning = false;
    if (this.guard === guard) this.drawPanel();
  }

  stopGaps() {
    this.guard.isRunning = false;
  }

  mark() {
    const missed = (this.guard?.slips ?? []).filter((slip) => !slip.noticed_by);
    const lines = new Map();
    for (const { file, line } of missed) lines.set(`${line} ${file}`, { file, line, n: (lines.get(`${line} ${file}`)?.n ?? 0) + 1 });
    const gaps = (this.guard?.gaps ?? []).map(({ file, line, what }) => ({ file, line, text: what, isBad: true }));
    this.code.mark([...this.hints, ...gaps, ...[...lines.values()].map(({ file, line, n }) => ({ file, line, text: say.unnoticed(n), isBad: true }))]);
  }

  test(results) {
    Object.assign(this, { results, testedOf: this.texts });
    this.failed.replaceChildren();
    this.drawPanel();
    this.strip.draw();
  }

  /** Writes what comes of scenarios into them. */
  async record(list) {
    for (const { file, name } of list) await this.take("record", { file, name });
  }

  /** Lists scenarios of the base as changed on purpose. */
  accept(list) {
    return this.take("accept", { names: list.map(({ name }) => name) });
  }

  /** Takes a file as the server writes it anew; the text in hand stays in view. */
  async take(what, asked) {
    const { file, text } = await this.project.ask(what, asked);
    this.project.change({ [file]: text });
    if (file === this.file) this.code.open(file, text);
  }

  fail(error) {
    fill(this.failed, ...refusal(error));
    this.hasFailed = error.status !== BUSY;
    this.strip.draw();
  }

  /** The caret has moved: the panel shows what stands there. */
  moved() {
    this.strip.draw();
    this.follow();
  }

  follow() {
    const at = this.file && !isScenarios(this.file) ? definedAt(this.code.area.value, this.file, this.code.caret.line)?.name : null;
    if (!at || at === this.at) return;
    Object.assign(this, { at, told: null });
    if (this.panel === "makes") this.drawPanel();
  }

  /** Shows what the rulebook says of what stands at the caret. */
  async tell() {
    this.told = await this.project.ask("tell", { ...this.texts, name: this.at });
    this.drawPanel();
  }

  // ---- undoing, and other windows

  /** The history is that of all files, so the browser's own, which knows one file, is not asked. */
  before(event) {
    const way = { historyUndo: "undo", historyRedo: "redo" }[event.inputType];
    if (!way) return;
    event.preventDefault();
    this.turnBack(way);
  }

  /** @param {"undo" | "redo"} way */
  turnBack(way) {
    this.replace(() => this.project[way]());
    this.live.textContent = say[way];
  }

  /** Shows files that `change` has written, the caret behind what is new in the one that is open, or in the first. */
  replace(change) {
    const old = { ...this.project.files };
    const files = change();
    if (!files.length) return;
    this.assist.close();
    for (const file of files) if (!(file in this.project.files)) this.code.forget(file);
    const wanted = files.includes(this.file) ? this.file : files[0];
    const file = wanted in this.project.files ? wanted : this.project.names[0];
    this.file = file;
    this.code.open(file, this.project.files[file]);
    this.code.show(this.faults);
    this.code.goToChange(old[file] ?? "");
    drawFiles(this.left, this);
    this.strip.draw();
  }

  /** Another window has written to the same rules: nothing is kept here until somebody says which texts hold. */
  hearOther(theirs) {
    if (JSON.stringify(theirs.files) === JSON.stringify(this.project.files)) return;
    this.project.held = true;
    const settle = (take) => () => {
      this.project.held = false;
      this.twice.hidden = true;
      const gone = Object.fromEntries(this.project.names.filter((file) => !(file in theirs.files)).map((file) => [file, null]));
      if (take) this.replace(() => (this.project.change({ ...gone, ...theirs.files }), [this.file]));
      else this.project.save();
      this.drawTop();
    };
    fill(this.twice, el("p", { class: "grow" }, say.twice), el("button", { type: "button", class: "button", data: { key: "take theirs" }, on: { click: settle(true) } }, say.takeTheirs), el("button", { type: "button", class: "button", data: { key: "keep mine" }, on: { click: settle(false) } }, say.keepMine));
    this.twice.hidden = false;
  }

  // ---- files

  /** @param {{file: string, line?: number, column?: number, end_column?: number}} place */
  open({ file, line, column, end_column }) {
    if (!(file in this.project.files)) return this.look(file, line);
    this.assist.close();
    if (file !== this.file) {
      this.file = file;
      this.code.open(file, this.project.files[file]);
      this.code.show(this.faults);
      drawFiles(this.left, this);
      this.hint();
    }
    if (line) this.code.go(line, column ?? 1, end_column ?? column ?? 1);
    this.strip.draw();
  }

  /** A file of what the rules stand on, to read; a definition in it can be changed in one's own. */
  async look(file, line) {
    const { base, variants } = this.project;
    try {
      const asking = new URLSearchParams({ base: base ?? this.baseOf(file), with: variants.join(","), file });
      const { text } = await get(`/api/rules/source?${asking}`);
      const shown = listing(file, text);
      let at = line;
      const copy = el("button", { type: "button", class: "button", disabled: !at, data: { key: "copy rule" }, on: { click: () => (box.addEventListener("close", () => copyInto(this, text, at)), box.close()) } }, say.copyRule);
      shown.addEventListener("click", (event) => {
        const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".line"));
        if (!row) return;
        for (const each of shown.querySelectorAll(".line.here")) each.classList.remove("here");
        row.classList.add("here");
        at = Number(row.dataset.line);
        copy.disabled = false;
      });
      const box = dialog(`${file} (${say.read})`, [el("p", { class: "row pinned" }, copy, el("span", { class: "small muted" }, say.pickRule)), shown]);
      if (at) mark(shown, String(at));
    } catch (error) {
      dialog(file, [el("p", {}, refusal(error))]);
    }
  }

  baseOf(file) {
    return file.split("/")[0];
  }

  add(scenarios) {
    const name = prompt(say.fileName, scenarios ? "scenarios" : "more")?.trim().replace(/[^\w-]+/g, "-");
    if (!name) return;
    const file = scenarios ? `scenarios/${name}.yaml` : `${name}.rules`;
    const seats = this.made?.seats.slice(0, this.made.players) ?? [];
    this.project.add(file, scenarios ? `players: [${seats.join(", ")}]\n\nscenarios:\n  - name: \n` : "");
    this.open({ file });
  }

  renameRules() {
    const { project } = this;
    const title = prompt(say.renameRules, project.title)?.trim();
    if (!title || !(MANIFEST in project.files)) return;
    if (isTaken(title, project.id)) return alert(say.taken(title));
    project.retitle(title);
    if (this.file === MANIFEST) this.code.open(MANIFEST, project.files[MANIFEST]);
  }

  renameFile(file) {
    const [, folder, name, ending] = file.match(/^(.*\/)?(.*)(\.\w+)$/);
    const to = prompt(say.renameFile(file), name)?.trim().replace(/[^\w-]+/g, "-");
    if (!to || to === name) return;
    const wanted = `${folder ?? ""}${to}${ending}`;
    if (wanted in this.project.files) return (this.live.textContent = say.isThere(wanted));
    this.code.forget(file);
    this.project.rename(file, wanted);
    this.open({ file: wanted });
  }

  remove(file) {
    if (!confirm(say.removeSure(file))) return;
    this.code.forget(file);
    this.project.remove(file);
    this.open({ file: this.project.names[0] });
  }

  /** Shows the table, with a thing in the hand that a click on a place puts there. */
  putOnTable(name) {
    this.position.hold(name);
    this.show("position");
  }

  keepScenario(name, text) {
    const called = name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40) || "scenario";
    let file = `scenarios/${called}.yaml`;
    for (let n = 2; file in this.project.files; n += 1) file = `scenarios/${called}-${n}.yaml`;
    this.project.add(file, text);
    this.show("situations");
    this.open({ file, line: 1 });
  }

  // ---- panels

  show(panel) {
    this.panel = panel;
    this.drawPanel();
  }

  drawPanel() {
    const isTested = this.sound && this.testedOf === this.texts;
    const failed = isTested ? this.results.results.filter((one) => !one.passed).length : 0;
    const changed = isTested ? failed + this.results.inherited.changed.length : 0;
    const counts = { differs: this.made?.differences.length, situations: changed ? say.otherResults(changed) : null };
    const tab = (name) => el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(name === this.panel), "aria-controls": "shown", tabindex: name === this.panel ? 0 : -1, data: { key: `panel ${name}` }, on: { click: () => this.show(name), keydown: (event) => this.turn(event) } }, say.panels[name], counts[name] ? el("span", { class: "tag" }, String(counts[name])) : null);
    fill(this.tabs, PANELS.map(tab));
    this.shown.setAttribute("aria-labelledby", `tab-${this.panel}`);
    this.node.dataset.panel = this.panel;
    const isOld = this.made && !(this.sound && this.madeOf === this.texts && (this.panel !== "situations" || isTested));
    this.shown.classList.toggle("old", Boolean(isOld));
    if (this.panel === "share") return drawShare(this.shown, this);
    if (this.panel === "change") return this.place({ node: this.found }, () => this.drawFinder());
    if (this.panel === "help") return this.place(this.helps, () => this.helps.draw());
    if (!this.made) return fill(this.shown, el("p", { class: "muted" }, this.wasChecked && !this.sound ? say.waiting : say.drawing));
    if (this.panel === "position") return this.place(this.position, () => this.position.show());
    if (this.panel === "balance") return this.place(this.games, () => this.games.draw());
    const drawn = el("div", { class: "drawn" });
    ({ makes: drawMakes, differs: drawDiffers, situations: drawSituations })[this.panel](drawn, this);
    fill(this.shown, isOld && el("p", { class: "tag" }, say.waits[this.wasChecked && !this.sound ? "faults" : "change"]), drawn);
  }

  /** The search, with a button that writes what was found into one's own rules. */
  drawFinder() {
    if (!this.project.base) return fill(this.found, el("p", { class: "muted" }, say.noBase));
    if (!this.helps.starts) {
      fill(this.found, el("p", { class: "muted", role: "status" }, patience(say.looking)));
      return this.helps.look().then(() => this.drawFinder());
    }
    this.finder.offer(this.helps.starts.changes);
    fill(this.found, this.finder.node, this.finder.chosen && doer(say.changeIt, () => this.writeFound(), { kind: "go", key: "change it", wait: say.writing }));
  }

  /** Writes a change; one of the same that is there already is shown instead. */
  async writeFound() {
    const { name } = this.finder.wish;
    const known = this.project.names.flatMap((file) => outline(this.project.files[file], file).filter((one) => one.name === name).map(({ line }) => ({ file, line })))[0];
    if (known) return this.open(known);
    const { files } = await post("/api/workshop/begin", { base: this.project.base, ...this.finder.wish });
    const [text] = Object.entries(files).filter(([file]) => file !== MANIFEST).map(([, each]) => each);
    this.helps.write(text.trimEnd());
    this.finder.seek("");
    this.show("makes");
  }

  place(part, draw) {
    if (part.node.parentNode !== this.shown) this.shown.replaceChildren(part.node);
    draw();
  }

  turn(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    this.show(PANELS[(PANELS.indexOf(this.panel) + way + PANELS.length) % PANELS.length]);
    document.getElementById(`tab-${this.panel}`).focus();
  }

  drawTop() {
    const { project } = this;
    const dark = document.documentElement.dataset.theme === "dark";
    fill(
      this.top,
      el("a", { class: "home", href: "/workshop", on: { click: (event) => (event.preventDefault(), goTo("/workshop")) } }, el("h1", {}, say.title)),
      el("button", { type: "button", class: "button plain called", title: say.renameRules, data: { key: "rename rules" }, on: { click: () => this.renameRules() } }, project.title, el("span", { "aria-hidden": "true" }, "✎")),
      el("span", { class: "small muted", role: "status" }, project.saved ? say.saved(time(project.saved)) : say.unsaved),
      el("span", { class: "grow" }),
      el("button", { type: "button", class: "button plain", data: { key: "help" }, on: { click: () => this.show("help") } }, say.help),
      doer(say.play, () => this.play(), { kind: "go", key: "play it", wait: say.laying }),
      doer(say.newTable, () => openTable(project), { key: "new table", wait: say.keeping }),
      el("button", { type: "button", class: "button plain", "aria-label": dark ? "Light" : "Dark", on: { click: () => (prefs.turn(), this.drawTop()) } }, icon(dark ? "sun" : "moon")),
    );
  }

  play() {
    const people = this.made ? this.made.players - this.made.automata.length : 3;
    return playNow(this.project, people);
  }

  // ---- keys

  key(event) {
    const { key, altKey, ctrlKey, metaKey } = event;
    const isCommand = ctrlKey || metaKey;
    const taken = () => (event.preventDefault(), event.stopPropagation());
    if (this.assist.key(event)) return taken();
    if (isCommand && key === " ") return taken(), this.assist.complete();
    if (isCommand && key === "Enter") return taken(), this.top.querySelector('[data-key="play it"]').click();
    if (isCommand && key.toLowerCase() === "k") return taken(), this.assist.hover({ ...this.code.caret, told: true });
    if (isCommand && key.toLowerCase() === "s") return taken();
    if (isCommand && !altKey && key.toLowerCase() === "z") return taken(), this.turnBack(event.shiftKey ? "redo" : "undo");
    if (isCommand && key.toLowerCase() === "y") return taken(), this.turnBack("redo");
    if (altKey && key === "Enter") return taken(), this.strip.mend();
    if (altKey && PANELS[Number(key) - 1]) return taken(), this.show(PANELS[Number(key) - 1]);
    if (key === "F8") return taken(), this.strip.next();
    if (key === "F12") return taken(), this.assist.define();
    if (key === "F2") return taken(), this.rename();
    if (key === "Enter" && !isCommand && !altKey && !event.shiftKey) return taken(), this.code.breakLine();
    if (key === "}" && !isCommand && this.code.closeBlock()) return taken();
    if (key === "Escape") this.leaving = true;
    else if (key === "Tab" && !event.shiftKey && !this.leaving) return taken(), this.code.replace(this.code.area.selectionStart, this.code.area.selectionEnd, "  ");
    else this.leaving = false;
    if ((key === "(" || key === ",") && !isCommand) setTimeout(() => this.assist.sign());
    if (/^\w$/.test(key) && !isCommand && !altKey && this.assist.isOpen) setTimeout(() => this.assist.complete());
  }

  rename() {
    const { text } = this.code.word;
    const to = text && prompt(say.rename, text)?.trim();
    if (to && to !== text && /^[a-z]\w*$/i.test(to)) this.assist.rename(to);
  }
}

const time = (date) => date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
