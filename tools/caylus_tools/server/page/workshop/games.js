// A hundred games of bots, by the base and by these rules: what changed, and how sure that is.
import { el, fill } from "../dom.js";
import { patience, refusal } from "../frame.js";
import { bar } from "../marks.js";
import { tellApart } from "./makes.js";
import { BUSY, PAUSE } from "./project.js";
import { say } from "./strings.js";

const WANTED = 100;
const MOST_USES = 16;

export class Games {
  /** @type {any} */
  players;
  /** @type {any} */
  rows;
  /** @type {any} */
  sentences;
  /** @type {any} */
  uses;

  /** @type {any} */
  error;

  constructor(shop) {
    this.shop = shop;
    this.node = el("div", {});
    this.clear();
  }

  clear() {
    Object.assign(this, { rows: [], uses: {}, sentences: [], players: 0, running: null });
  }

  async run() {
    if (this.made !== this.shop.made) this.clear();
    this.made = this.shop.made;
    this.error = null;
    const running = (this.running = {});
    while (this.running === running && this.rows.length < WANTED) {
      this.draw();
      try {
        const told = await this.shop.project.ask("games", { ...this.shop.texts, players: this.players, rows: this.rows, uses: this.uses });
        if (this.running !== running) break;
        Object.assign(this, { rows: told.rows, uses: told.uses, sentences: told.sentences, players: told.players, error: null });
        if (told.done) break;
      } catch (error) {
        if (this.running !== running) break;
        this.error = error;
        if (error.status !== BUSY) break;
        this.draw();
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
    if (this.running === running) this.running = null;
    this.draw();
  }

  stop() {
    this.running = null;
    this.draw();
  }

  draw() {
    const { rows, running, sentences, shop } = this;
    const { things } = shop.made.picture;
    const own = (name) => things[name]?.file.startsWith(`${shop.made.own}/`);
    const differs = new Set(shop.made.differences.map(({ name }) => name));
    const rank = ([name, [, n]]) => n + 1e6 * Number(differs.has(name)) + 1e9 * Number(own(name));
    const uses = Object.entries(this.uses).filter(([name]) => things[name]).sort((a, b) => rank(b) - rank(a)).slice(0, MOST_USES);
    const most = Math.max(1, ...uses.map(([, [, n]]) => n));
    const titles = tellApart(things);
    const often = (n) => (n / rows.length).toFixed(1);
    const use = ([name, [before, n]]) => el("tr", {}, el("th", { scope: "row" }, titles(name), own(name) && el("span", { class: "tag" }, say.yours)), el("td", {}, own(name) ? "–" : often(before)), el("td", {}, el("b", {}, often(n)), bar(n / most)));
    const isOld = rows.length > 0 && (this.made !== shop.made || shop.madeOf !== shop.texts || !shop.sound);
    fill(
      this.node,
      el("h2", {}, say.balance),
      el("p", { class: "muted" }, say.balanceAbout),
      isOld && el("p", { class: "tag" }, say.waits.games),
      el("div", { class: "row" },
        running ? el("button", { type: "button", class: "button", data: { key: "games" }, on: { click: () => this.stop() } }, say.stop) : el("button", { type: "button", class: "button go", data: { key: "games" }, on: { click: () => this.run() } }, say.run),
        el("progress", { max: WANTED, value: Math.min(WANTED, rows.length), "aria-label": say.balance }),
        el("span", { role: "status" }, running ? patience(say.playing) : say.ran(rows.length))),
      this.error && el("p", { class: "bad", role: "alert" }, refusal(this.error), running && ` ${say.goesOn}`),
      el("ul", { class: "findings" }, sentences.map((one) => el("li", { class: `row ${one.sure}` }, el("span", { class: "grow" }, one.text), el("span", { class: "tag" }, say.sure[one.sure])))),
      uses.length > 0 && [el("h2", {}, say.use), el("table", { class: "points" }, el("thead", {}, el("tr", {}, el("td", {}), say.useOf.map((title) => el("th", { scope: "col" }, title)))), el("tbody", {}, uses.map(use)))],
    );
  }
}
