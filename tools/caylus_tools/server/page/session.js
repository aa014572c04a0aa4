// What a page knows of one table, and what its reader does there. Parts draw from this; nothing here draws.
import { Live, Refused, amend, get, newKey, post } from "./net.js";
import { warns } from "./learn.js";
import { addressOf } from "./paths.js";
import { isStill } from "./prefs.js";
import { Scene } from "./scene.js";
import { say } from "./strings.js";

const TWICE = 400; // ms in which a second click on «do it» is a slip of the finger
const STEP = 1600; // ms in which one sees and reads what one choice did
const GLANCE = 150; // ms after which what is pointed at is worth a question
const SLOW = 3000; // ms after which a choice that was accepted should have been seen
const PATIENT = 5000; // ms after which somebody whose choice is on its way is told that it still is

export class Session {
  /**
   * `told` is what GET /api/tables/ID says; `seat` the seat to speak for (null: a watcher). `changed()` is called whenever something
   * is to be drawn again, `note(text, kind, reasons)` with whatever the reader has to be told; it returns what takes that away again.
   *
   * @param {string} id
   * @param {any} told
   * @param {any} picture
   * @param {string | null} seat
   * @param {{changed: (message?: any) => void, note: (text: string, kind?: string, reasons?: any[]) => () => void}} handlers
   */
  constructor(id, told, picture, seat, { changed, note }) {
    this.id = id;
    this.told = told;
    this.picture = picture;
    this.seat = seat;
    this.changed = changed;
    this.hush = () => {}; // takes away what the reader was told last
    this.note = (text, kind = "", reasons = []) => {
      this.hush();
      this.hush = note(text, kind, reasons);
    };
    this.state = null; // the last state message
    this.past = null; // {n, state}: a moment that is looked at instead
    this.looked = null; // the n of the moment that was asked for last
    /** @type {Scene | null} */
    this.drawn = null; // the scene of what was drawn last
    this.lines = []; // the log as far as it was told
    this.chat = []; // what people said, by number
    this.online = []; // names of seats that somebody is looking from
    this.chosen = null; // {cell, options}: what the reader points at
    this.outcome = null; // {option, text, places}: what would come of it, and what it changes on spaces
    this.moves = null; // {revision, found}: which options move a marker, and where to
    this.tip = null; // {cell, title, reasons}: why a cell cannot be had
    this.warned = null; // {revision, option, since}: a choice that was warned of, and when that was first shown
    this.fold = null; // {name, isFolded, chosen}: how a lesson was folded, and what was chosen then
    this.hints = null; // {revision, hints, text}: what a bot would choose, since it was asked for
    this.rival = null; // the seat whose panel is shown
    this.purse = null; // the seat whose purse the stock is measured by; null: one's own
    this.high = null; // whether the sheet of a narrow screen shows all choices; null: as suits them
    this.offline = null; // since when the line is lost
    this.restarts = false; // whether the server has said that it restarts
    this.busy = null; // {text, since, isTaken}: a choice on its way, until its outcome is drawn
    this.pending = null; // {asked, text, isTold}: a choice that nobody answered, and whether the reader knows that it was not made
    this.done = -Infinity;
    this.before = null; // {revision, undo}: what the seat before this one could take back at that time
    this.stays = null; // the revision until which the page speaks for its seat, whoever decides
    this.curtain = null; // a seat that has to be uncovered first
  }

  connect() {
    const wire = location.protocol === "https:" ? "wss:" : "ws:";
    this.live = new Live(() => `${wire}//${location.host}${addressOf(this.address("live", this.heard()))}`, {
      hear: (message) => this.hear(message),
      heartbeat: () => this.heard(),
      feel: (since) => {
        this.offline = since;
        if (!since) {
          this.restarts = false;
          this.hush();
        }
        this.changed();
      },
    });
  }

  heard = () => ({ since: this.state?.cursor ?? "", chat: this.chat.at(-1)?.number ?? 0 });

  hear(message) {
    if (message.type === "beat") return;
    if (message.type === "gone") {
      this.live.end();
      this.gone = message.why ?? (this.state ? say.net.gone : say.net.closed);
    } else if (message.type === "restarts") this.restarts = true;
    else if (message.type === "online") this.online = message.seats;
    else if (message.type === "state") this.take(message);
    else if (message.type === "change") return this.takeChange(message);
    this.changed(message);
  }

  /** Takes the difference to the state before. Whoever does not have that one asks for the whole. */
  takeChange({ since, change, ...told }) {
    if (this.state?.moment === since) this.hear({ ...amend(this.state, change), ...told, type: "state" });
    else this.live.tell({ whole: true });
  }

  take(state) {
    this.lines = [...this.lines.filter((line) => line.number < state.log_from), ...state.log];
    const known = this.chat.at(-1)?.number ?? 0;
    this.chat.push(...state.chat.filter((said) => said.number > known));
    const moved = this.state?.revision !== state.revision;
    this.state = state;
    this.seat = state.seat; // null once it is somebody else's
    this.heardAt = performance.now();
    if (moved) {
      this.hush();
      if (this.isLate) this.note(say.net.made(this.busy.text));
      this.foresee(state);
      this.chosen = this.tip = this.high = this.busy = null;
    }
    if (this.pending && !this.busy && !(this.pending.isTold && !moved)) this.clear();
  }

  /** Whether a choice has been on its way for longer than its reader should be left without a word. */
  get isLate() {
    return this.busy !== null && performance.now() - this.busy.since >= PATIENT;
  }

  /** Finds out, once the server is heard again, what became of the choice that nobody answered, and tells it. */
  async clear() {
    const { text, asked } = this.pending;
    this.pending.isTold = true;
    if (this.state.revision === asked.revision) return this.note(say.net.notMade(text), "bad");
    this.pending = null; // the game has gone on, with it or without; its key makes it harmless to ask again
    const isMade = await this.post("choose", asked, { again: true }).then(() => true, () => false);
    this.note(isMade ? say.net.made(text) : say.net.notMade(text));
  }

  /** What is drawn: the moment that is looked at, or the present. */
  get shown() {
    return this.past?.state ?? this.state;
  }

  /** The moment that is drawn, by its cells. */
  get scene() {
    if (this.drawn?.state !== this.shown) this.drawn = new Scene(this.picture, this.shown, {});
    return this.drawn;
  }

  /** The options that may be chosen now, on this page. */
  get options() {
    return this.past || this.curtain ? [] : this.state.options;
  }

  /** What can be taken back here, and for which seat: this one's choice, or that of the seat at this screen which has just decided. */
  get takeBack() {
    if (this.past || this.curtain) return null;
    const { undo, revision } = this.state;
    return undo ? { ...undo, seat: this.seat } : this.before?.revision === revision ? this.before.undo : null;
  }

  /**
   * Speaks for another of one's seats from now on; with `stays`, until somebody chooses, whoever has to. Until its own state comes
   * it offers nothing, and where there are secrets it shows nothing either.
   */
  sit(seat, stays = false) {
    const { undo, revision, secrets } = this.state;
    const state = secrets ? null : { ...this.state, options: [], decision: null, undo: null, wishes: [], cursor: "" };
    const before = { revision, undo: undo && { ...undo, seat: this.seat } };
    Object.assign(this, { seat, state, before, stays: stays ? revision : null, chosen: null, tip: null, past: null, curtain: null });
    this.live.connect();
    this.changed();
  }

  /** Points at the options of a cell, at one option, or at nothing. What would come of one option is asked for meanwhile. */
  async point(cell, options) {
    this.chosen = options?.length ? { cell, options } : null;
    this.tip = this.outcome = null;
    this.changed();
    const { chosen } = this;
    if (chosen?.options.length !== 1) return;
    await new Promise((done) => setTimeout(done, GLANCE));
    if (this.chosen !== chosen) return;
    const option = chosen.options[0].id;
    const { text, places } = await this.get("outcome", { option }).catch(() => ({ text: null, places: {} }));
    if (this.chosen !== chosen || !(text || Object.keys(places).length)) return;
    this.outcome = { option, text, places };
    this.changed();
  }

  /** Shows a player's panel; the same once more, or nobody, closes it. */
  showPlayer(name) {
    this.rival = this.rival === name ? null : name;
    this.changed();
  }

  /** Whether this is a decision by which a marker may be moved: one of several options, in a phase in which some is. */
  isForeseen({ options, view }) {
    const phases = Object.values(this.picture.rows).flatMap((row) => Object.values(row.movers));
    return options.length > 2 && phases.includes(view.phase?.name);
  }

  /** Asks where the options move a marker, in the phases in which one is moved. */
  async foresee(state) {
    const { revision } = state;
    if (!this.isForeseen(state)) return;
    const { moves: found } = await this.get("moves").catch(() => ({ moves: {} }));
    if (this.state?.revision !== revision || !Object.keys(found).length) return;
    this.moves = { revision, found };
    this.changed();
  }

  /**
   * Does what was chosen. A second click at once is dropped; a choice that had no answer keeps its key when it is made again. One
   * that is warned of has to be confirmed.
   */
  async choose(option, isConfirmed = false) {
    if (this.busy || this.past || performance.now() - this.done < TWICE) return;
    if (this.offline) return this.note(say.net.notNow, "bad");
    if (warns(this, option, isConfirmed)) return this.changed();
    this.done = performance.now();
    const revision = this.state.revision;
    const before = this.pending?.asked;
    const asked = before?.revision === revision && before.option === option.id ? before : { seat: this.seat, revision, option: option.id, key: newKey() };
    this.pending = null;
    this.hush();
    const busy = (this.busy = { text: option.text, since: performance.now(), isTaken: false });
    setTimeout(() => this.busy === busy && this.changed(), PATIENT);
    this.changed();
    const answered = await this.answered(this.post("choose", asked, { again: true }), () => {
      this.pending = { asked, text: option.text, isTold: false };
      this.live.connect(); // what is heard then tells what became of it
    });
    if (answered) {
      busy.isTaken = true;
      setTimeout(() => this.state && this.state.revision < answered.revision && this.live.connect(), SLOW);
      if (!this.isLate) return; // the new state draws what came of it
    } else this.busy = null;
    this.changed();
  }

  undo() {
    const { seat, to } = this.takeBack;
    return this.send("undo", { seat, to, revision: this.state.revision, key: newKey() }, { again: true });
  }

  consent = (agree) => this.send("consent", { seat: this.seat, agree });
  wish = (name, on) => this.send("wish", { seat: this.seat, name, on });
  /** Answers for the others what becomes of a seat that has no time left: more of it, or a bot. */
  answerLate = (seat, wait) => this.send(`seats/${encodeURIComponent(seat)}/late`, { wait });
  /** Has a bot play for one who has to go; null: they are back. */
  standIn = (policy) => this.send(`seats/${encodeURIComponent(this.seat)}/bot`, { policy });
  speak = (text) => this.send("chat", { seat: this.seat, text });

  /** Posts to this table; throws what the server refuses. */
  post = (what, body = {}, how = {}) => post(`/api/tables/${this.id}/${what}`, body, how);

  /** Where it is that this seat, or who looks on, is told something of the table. */
  address = (what, asked = {}) => `/api/tables/${this.id}/${what}?${new URLSearchParams({ ...(this.seat && { seat: this.seat }), ...asked })}`;

  /** Gets what stands there; throws what the server refuses. */
  get = (what, asked) => get(this.address(what, asked));

  /** Posts to this table; a refusal is told to the reader, with its reasons, and gives null. */
  send = (what, body, how) => this.answered(this.post(what, body, how));

  /** Gets from this table; a refusal is told likewise. */
  ask = (what, asked) => this.answered(this.get(what, asked));

  async answered(answer, isLost = () => {}) {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!error.status) isLost();
      this.note(error.status ? error.text : say.net.unanswered, "bad", error.reasons);
      return null;
    }
  }

  /**
   * Goes through what has happened since this seat last chose, a choice at a time, and comes back to the present; whatever else is
   * looked at ends it. Where nothing is to move by itself, it only goes to where that began.
   */
  async retrace() {
    const steps = this.news;
    if (isStill()) return this.look(steps[0] - 1);
    for (const n of [steps[0] - 1, ...steps]) {
      await this.look(n);
      await new Promise((done) => setTimeout(done, STEP));
      if (this.past?.n !== n) return;
    }
    this.now();
  }

  /** The numbers of the choices made since this seat last chose. */
  get news() {
    const from = this.state.news_from ?? 0;
    return [...new Set(this.lines.filter((line) => line.number >= from && line.n > 0).map((line) => line.n))];
  }

  /** Looks at the moment after n choices, the game going on meanwhile; null is the present. */
  async look(n) {
    if (n === null) return this.now();
    const at = (this.looked = Math.max(0, Math.min(this.state.choices, n)));
    try {
      const state = await this.get(`at/${at}`);
      if (this.looked !== at) return; // somewhere else by now
      this.past = { n: at, state };
      this.chosen = null;
    } catch (error) {
      this.note(error.text || say.net.unanswered, "bad");
    }
    this.changed();
  }

  /** Back to the present. */
  now() {
    this.past = this.looked = null;
    this.changed();
  }
}
