// What goes to the server and what comes from it. Every request is answered or said to be unanswered; nothing is queued.
import { addressOf } from "./paths.js";

const HEADERS = { "X-Caylus": "1", Accept: "application/json" };
const RETRIES = [400, 800, 1600];
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** What the server refuses, in its words: `code`, `text`, `reasons` and the HTTP `status` (0: no answer at all). */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {{code?: string, text?: string, reasons?: {text: string, file?: string, line?: number}[]}} [told]
   */
  constructor(status, { code = "unknown", text = "", reasons = [] } = {}) {
    super(text || code);
    this.status = status;
    this.code = code;
    this.text = text;
    /** @type {{text: string, file?: string, line?: number}[]} */
    this.reasons = reasons;
  }
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** What JSON says, in objects that have that and nothing else: rules may call something `constructor` or `toString`. */
export const read = (text) => JSON.parse(text, (_, value) => (isObject(value) ? Object.setPrototypeOf(value, null) : value));

/** A document after a difference of the server: `[value]` is put in the place of what was there, an object goes on inside. */
export function amend(value, difference) {
  if (Array.isArray(difference)) return difference[0];
  const made = Array.isArray(value) ? [...value] : Object.assign(Object.create(null), value);
  for (const [name, inner] of Object.entries(difference)) made[name] = amend(made[name], inner);
  return made;
}

async function ask(path, request, greeted = false) {
  let answer;
  try {
    answer = await fetch(addressOf(path), { credentials: "same-origin", ...request, headers: { ...HEADERS, ...request.headers } });
  } catch {
    throw new Refused(0, { code: "offline" });
  }
  const told = await answer.text().then(read).catch(() => ({}));
  // A browser that comes by a link from elsewhere has no cookie yet; this answer gave it one.
  if (answer.status === 401 && !greeted) return ask(path, request, true);
  if (!answer.ok) throw new Refused(answer.status, told.error);
  return told;
}

/** Asks again while the server is away, with the very same body: a key in it makes that harmless. */
async function insist(path, request) {
  for (const wait of RETRIES) {
    try {
      return await ask(path, request);
    } catch (error) {
      if (error.status !== 0 && error.status !== 503) throw error;
      await pause(wait);
    }
  }
  return ask(path, request);
}

export const get = (path) => insist(path, {});

/** Posts JSON once; with `again` it asks again when there was no answer (only for what carries a key or does no harm twice). */
export function post(path, body = {}, { again = false } = {}) {
  const request = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  return (again ? insist : ask)(path, request);
}

/** Posts a file as it is, such as an archive. */
export const postFile = (path, file, type) => ask(path, { method: "POST", body: file, headers: { "Content-Type": type } });

/** A name for one click, the same however often it has to be sent. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const FIRST = 500;
const MOST = 5000;
const BEAT = 20000;
const DEAF = 10000;
const NOT_HERE = [4403, 4404]; // not for this visitor, or no such table

/**
 * The line down from a table. It never gives up: it waits half a second after a loss, doubling to five, and at once when the
 * browser says it is online or is looked at again.
 *
 * `address()` is asked anew for every attempt, so that it says what is known by then; `hear(message)` gets what comes;
 * `heartbeat()` gives what goes up; `feel(since)` is told the moment at which the line was lost, and null when it is back.
 */
export class Live {
  /**
   * @param {() => string} address
   * @param {{hear: (message: any) => void, feel: (since: Date | null) => void, heartbeat: () => object}} handlers
   */
  constructor(address, { hear, feel, heartbeat }) {
    this.address = address;
    this.hear = hear;
    this.feel = feel;
    this.heartbeat = heartbeat;
    this.wait = FIRST;
    /** @type {Date | null} */
    this.lost = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.hurry = () => document.visibilityState === "visible" && this.lost && this.connect();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.drop();
    const socket = (this.socket = new WebSocket(this.address()));
    socket.onmessage = (event) => {
      this.wait = FIRST;
      if (this.lost) this.feel((this.lost = null));
      this.listen();
      this.hear(read(event.data));
    };
    socket.onclose = ({ code }) => (NOT_HERE.includes(code) ? this.hear({ type: "gone" }) : this.retry());
    this.listen();
  }

  /** Tells the server what has arrived; it answers where that is nothing new. With `whole` it is asked for everything. */
  tell(asked = {}) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ ...this.heartbeat(), ...asked }));
  }

  /** A line that says nothing after it was asked is as good as lost: browsers do not notice by themselves. */
  listen() {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => {
      this.tell();
      this.beat = setTimeout(() => this.retry(), DEAF);
    }, BEAT);
  }

  retry() {
    this.drop();
    if (!this.lost) this.feel((this.lost = new Date()));
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(MOST, this.wait * 2);
  }

  drop() {
    clearTimeout(this.beat);
    if (!this.socket) return;
    this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
  }

  /** Ends for good: the table is gone for this page. */
  end() {
    clearTimeout(this.timer);
    this.drop();
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
  }
}
