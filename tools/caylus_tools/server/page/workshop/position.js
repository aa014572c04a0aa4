// A position: taken from a game of bots, changed by hand, tried, kept as a situation, and played from.
import * as board from "../board.js";
import * as beside from "../beside.js";
import { el, fill } from "../dom.js";
import { choice, doer, labelled, refusal } from "../frame.js";
import { keep, keepMaker } from "../links.js";
import { goTo } from "../paths.js";
import { piece } from "../pieces.js";
import { tellApart } from "./makes.js";
import { say } from "./strings.js";

const ROUNDS = [0, 1, 2, 3, 5, 8];

export class PositionEditor {
  /** @type {any} */
  field;
  /** @type {any} */
  view;

  constructor(shop) {
    this.shop = shop;
    this.root = el("div", { class: "centre" });
    this.aside = el("div", { class: "beside" });
    this.tools = el("div", { class: "tools" });
    this.below = el("div", { class: "below" });
    this.told = el("p", { class: "bad", role: "alert" });
    this.node = el("div", { class: "position" }, this.tools, this.root, this.below, this.aside);
    this.begin = { players: 0, round: 0 };
    this.reset();
    this.root.addEventListener("dragover", (event) => event.preventDefault());
    this.root.addEventListener("drop", (event) => {
      event.preventDefault();
      const cell = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-cell]"));
      if (cell && this.armed) this.put(cell.dataset.cell);
    });
  }

  reset(view = null) {
    Object.assign(this, { view, given: {}, before: null, choices: [], shown: null, armed: null, version: null });
  }

  /** What the server is asked about. */
  get position() {
    const start = this.view ? { view: this.view, given: this.given } : this.begin;
    return { ...start, players: this.begin.players, choices: this.choices };
  }

  async load() {
    this.told.replaceChildren();
    try {
      this.shown = await this.shop.project.ask("show", { ...this.shop.texts, ...this.position });
      this.made = this.shop.made;
    } catch (error) {
      fill(this.told, ...refusal(error));
      if (this.choices.length) this.choices.pop();
      else Object.assign(this, this.before ?? { given: {} });
    }
    this.draw();
  }

  /** Draws what there is; asks first where the rules are new. */
  show() {
    if (this.made === this.shop.made && this.shown) return this.draw();
    this.shown = null;
    this.draw();
    return this.load();
  }

  /** Goes on from other things on the table, or from another phase. */
  change(given, phase = null) {
    this.before = { given: this.given, view: this.view };
    this.view ??= this.shown.start;
    if (phase) this.view = { ...this.view, phase };
    this.given = given;
    this.choices = [];
    this.armed = null;
    return this.load();
  }

  /** Takes a thing into the hand, if there are places that things lie on. */
  hold(name) {
    const { picture } = this.shop.made;
    const head = Object.values(picture.rows).find((row) => row.head)?.head;
    if (head) this.armed = { player: picture.seats[0].name, state: head, value: name, words: picture.things[name].title };
  }

  put(cell) {
    const { state, value, marker } = this.armed;
    return this.change(marker ? { ...this.given, [marker]: cell } : { ...this.given, [cell]: { ...this.given[cell], [state]: value } });
  }

  choose(id) {
    this.choices.push(id);
    return this.load();
  }

  draw() {
    const { made } = this.shop;
    const { picture } = made;
    this.drawTools(picture);
    if (!this.shown) return fill(this.below, el("p", { class: "muted", role: "status" }, say.drawing), this.told);
    const { view, options, decision, over, log } = this.shown;
    const cells = Object.values(picture.rows).flatMap((row) => row.spaces.map((space) => space.name));
    const armed = this.armed && cells.map((cell) => ({ id: cell, cells: [cell], pays: {}, gains: {}, choices: {}, player: this.armed.player }));
    const byCell = (cell) => options.filter((option) => option.cells.includes(cell));
    const handlers = {
      choose: (cell) => (armed ? this.put(cell) : byCell(cell).length === 1 ? this.choose(byCell(cell)[0].id) : this.only(cell)),
      why: () => {},
      about: () => {},
    };
    const state = { view, options: armed ?? options, seat: decision?.player ?? picture.seats[0].name };
    board.draw(this.root, picture, state, handlers);
    beside.draw(this.aside, picture, state, handlers);
    const offered = this.cell ? byCell(this.cell) : options;
    this.cell = null;
    fill(
      this.below,
      this.told,
      el("div", { class: "panel sheet" },
        el("h2", {}, over || !decision ? say.over : say.choices(decision.player, decision.prompt)),
        el("div", { class: "row" }, offered.map((option) => el("button", { type: "button", class: "button", data: { key: `choose ${option.id}` }, on: { click: () => this.choose(option.id) } }, option.text))),
        this.choices.length > 0 && el("p", { class: "row" }, `${say.made}: ${this.choices.join(", ")}`, el("button", { type: "button", class: "button small", on: { click: () => (this.choices.pop(), this.load()) } }, say.back))),
      this.holdings(picture, view),
      log.length > 0 && el("div", { class: "panel sheet" }, el("h2", {}, say.happened), el("ul", {}, log.map((line) => el("li", { class: "row" }, el("span", { class: "grow" }, line.text), line.file && el("button", { type: "button", class: "inline place", on: { click: () => this.shop.open({ file: line.file.replace(`${this.shop.made.own}/`, ""), line: line.line }) } }, `${line.file}:${line.line}`))))),
    );
  }

  /** Only the choices of one place, until something is chosen. */
  only(cell) {
    this.cell = cell;
    this.draw();
    /** @type {HTMLElement | null} */ (this.below.querySelector("button"))?.focus();
  }

  drawTools(picture) {
    const { counts, players } = this.shop.made;
    const moved = Object.values(this.given).flatMap((held) => (typeof held === "object" && held ? Object.keys(held) : [held])).length;
    const now = this.view ?? this.shown?.start;
    const rounds = ROUNDS.map((n) => [String(n), say.round(n)]);
    const again = (changes) => {
      this.begin = { ...this.begin, ...changes };
      this.reset();
      this.show();
    };
    const name = (this.field ??= el("input", { class: "grow", maxlength: 150, "aria-label": say.situationName, placeholder: say.situationName, data: { key: "situation" } }));
    fill(
      this.tools,
      el("div", { class: "row" },
        labelled(say.players, choice(say.players, counts.map((n) => [String(n), String(n)]), String(this.begin.players || players), (n) => again({ players: Number(n) }), { key: "players" })),
        labelled(say.begins, choice(say.begins, rounds, String(this.begin.round), (n) => again({ round: Number(n) }), { key: "round" })),
        now && labelled(say.phase, choice(say.phase, now.phases.map((one) => [one.name, one.title]), now.phase?.name, (name) => this.change(this.given, now.phases.find((one) => one.name === name)), { key: "phase" })),
        moved > 0 && el("span", { class: "tag now" }, say.given(moved)),
        (moved > 0 || this.choices.length > 0 || this.view) && el("button", { type: "button", class: "button", data: { key: "reset" }, on: { click: () => (this.reset(), this.show()) } }, say.reset),
        el("span", { class: "grow" }),
        name,
        doer(say.keep, () => this.keepSituation(name.value), { key: "keep situation" }),
        doer(say.fromHere, () => this.play(), { kind: "go", key: "play from here" })),
      this.palette(picture),
    );
  }

  /** Everything that can be put on a place: pieces of each seat, markers, things. */
  palette(picture) {
    const rows = Object.values(picture.rows);
    if (!rows.length) return null;
    const title = (state) => picture.words[state] ?? state.replaceAll("_", " ");
    const pieces = [...new Set(rows.flatMap((row) => row.pieces))];
    const ofSeats = pieces.flatMap((state) => [...picture.seats.map((seat) => ({ state, value: seat.name, player: seat.name, words: `${title(state)}, ${seat.title}`, drawn: piece(picture, seat.name, picture.pieces[state], title(state)) })), { state, value: null, words: `${title(state)}, ${say.none_}`, drawn: el("span", { class: "small" }, `${title(state)}: –`) }]);
    const markers = [...new Set(rows.flatMap((row) => Object.keys(row.markers)))].map((marker) => ({ marker, words: title(marker), drawn: el("b", {}, title(marker)) }));
    const called = tellApart(picture.things);
    const heads = [...new Set(rows.map((row) => row.head).filter(Boolean))];
    const things = Object.entries(picture.things).filter(([, thing]) => thing.face.length || thing.does.length).map(([name]) => [name, called(name)]);
    const arm = (what) => {
      this.armed = this.armed?.words === what.words ? null : { player: picture.seats[0].name, ...what };
      this.draw();
    };
    const button = (what) =>
      el("button", { type: "button", class: "button piece-of", draggable: "true", "aria-label": what.words, title: what.words, "aria-pressed": String(this.armed?.words === what.words), data: { key: `piece ${what.words}` }, on: { click: () => arm(what), dragstart: () => (this.armed = { player: picture.seats[0].name, ...what }) } }, what.drawn);
    const thing = (name) => arm({ state: heads[0], value: name || null, words: name ? called(name) : say.none_ });
    return el("div", { class: "row palette", role: "group", "aria-label": say.placing }, el("span", { class: "small muted" }, say.placing), [...ofSeats, ...markers].map(button), heads.length > 0 && choice(say.placing, [["", say.someThing], ...things], "", thing, { key: "thing" }), this.armed && el("span", { class: "tag now", role: "status" }, say.armed(this.armed.words)));
  }

  holdings(picture, view) {
    const { resources } = picture;
    const change = (player, of) => (event) => this.change({ ...this.given, [player.name]: { ...this.given[player.name], [of]: Number(event.target.value) } });
    const cell = (player, { name, title }) => el("td", {}, el("input", { type: "number", min: 0, value: player.resources[name], "aria-label": say.amount(player.label, title), class: this.given[player.name]?.[name] === undefined ? "" : "touched", data: { key: `${player.name} ${name}` }, on: { change: change(player, name) } }));
    return el("div", { class: "panel sheet across", tabindex: 0, role: "region", "aria-label": say.holdings }, el("table", { class: "points" }, el("thead", {}, el("tr", {}, el("td", {}), resources.map((one) => el("th", { scope: "col" }, one.title)))), el("tbody", {}, view.players.map((player) => el("tr", {}, el("th", { scope: "row" }, player.label), resources.map((one) => (typeof player.resources[one.name] === "number" ? cell(player, one) : el("td", {}, "·"))))))));
  }

  async keepSituation(name) {
    const called = name.trim() || say.moment;
    const { text } = await this.shop.project.ask("write", { ...this.shop.texts, ...this.position, name: called });
    this.shop.keepScenario(called, text);
  }

  async play() {
    const { table, links } = await this.shop.project.ask("play", { ...this.shop.texts, ...this.position });
    keep(table, links);
    keepMaker(table, this.shop.project.id);
    goTo(`/table/${table}`);
  }
}
