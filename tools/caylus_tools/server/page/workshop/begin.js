// How a house rule or a game begins: a search in all that can be changed, something new, or a house rule that there is.
import { el, fill } from "../dom.js";
import { choice, doer, frame, labelled, patience } from "../frame.js";
import { get, post, Refused } from "../net.js";
import { Finder } from "./find.js";
import { find, forget, isTaken, kept, Project } from "./project.js";
import { say } from "./strings.js";

const NOTHING = { change: [], thing: [], phases: [] }; // until the server has looked
const WAYS = ["change", "thing", "phase", "nothing", "game"];

/** The page that one begins at; `open(project)` goes on with what was begun. */
export async function begin(main, open) {
  const wish = { way: "change", base: "", name: "", title: "" };
  const finder = new Finder(() => draw());
  const form = el("div", { class: "sheet panel" });
  const mine = el("section");
  const gallery = el("section");
  let rulesets = [];
  let starts = NOTHING;

  async function change(changes) {
    Object.assign(wish, changes);
    if ("way" in changes || "base" in changes) wish.name = "";
    if ("base" in changes) starts = NOTHING;
    draw();
    if (!("base" in changes)) return;
    const { base } = wish;
    const found = await get(`/api/workshop/starts?${new URLSearchParams({ base })}`);
    if (base !== wish.base) return;
    starts = { ...found, change: found.changes, thing: found.changes.filter(({ name }) => found.things.includes(name)) };
    draw();
  }

  async function start() {
    const { way, base, name, title } = wish;
    if (isTaken(title.trim())) throw new Refused(0, { text: say.taken(title.trim()) });
    const asked = isSought() ? { ...finder.wish, kind: way } : { kind: way, name: name || phases()[0]?.[0] || "" };
    return enter(way === "game" ? null : base, { ...asked, title });
  }

  async function enter(base, asked) {
    const { files, base: stands } = await post("/api/workshop/begin", { base, ...asked });
    const project = new Project({ base: stands, variants: [], files });
    const { title } = project;
    for (let n = 2; isTaken(project.title, project.id); n += 1) project.retitle(`${title} ${n}`);
    open(project);
  }

  const phases = () => starts.phases.map((one) => [one.name, one.title]);
  const isSought = () => wish.way === "change" || wish.way === "thing";

  function draw() {
    const { way } = wish;
    const bases = rulesets.map((one) => [one.name, one.title]);
    const isReady = way === "game" || (way === "nothing" ? bases.length > 0 : starts !== NOTHING);
    if (isSought()) finder.offer(starts[way], say.seek[way]);
    fill(
      form,
      el("fieldset", { class: "ways" }, el("legend", {}, say.begin), WAYS.map((each) =>
        el("label", { class: "panel card pick" },
          el("span", { class: "row" }, el("input", { type: "radio", name: "way", checked: each === way, data: { key: `way ${each}` }, on: { change: () => change({ way: each }) } }), el("b", {}, say.ways[each])),
          el("span", { class: "small muted" }, say.about[each])))),
      way !== "game" && bases.length > 0 && labelled(say.base, choice(say.base, bases, wish.base, (base) => change({ base }), { key: "base" })),
      way === "phase" && isReady && labelled(say.before, choice(say.before, phases(), wish.name, (name) => change({ name }), { key: "which" })),
      isSought() && isReady && finder.node,
      labelled(say.called, el("input", { value: wish.title, maxlength: 60, placeholder: say.ways[way], data: { key: "called" }, on: { input: (event) => (wish.title = event.target.value), keydown: (event) => event.key === "Enter" && /** @type {HTMLElement} */ (form.querySelector('[data-key="begin"]'))?.click() } })),
      !isReady ? el("p", { class: "muted", role: "status" }, patience(say.looking)) : isSought() && !finder.chosen ? el("p", { class: "muted" }, say.chooseFirst) : doer(way !== "change" || finder.wish.numbers.length ? say.start : say.rewrite, start, { kind: "go", key: "begin", wait: say.writing }),
    );
  }

  function drawGallery() {
    const card = (base, one) => el("li", { class: "panel card" }, el("b", {}, one.title), el("p", { class: "small" }, one.about), doer(say.open, () => enter(base.name, { kind: "copy", name: one.name }), { key: `open ${one.name}` }));
    fill(gallery, el("h2", {}, say.gallery), el("p", { class: "muted" }, say.galleryAbout), rulesets.filter(({ variants }) => variants.length).map((base) => [el("h3", {}, base.title), el("ul", { class: "cards gallery" }, base.variants.map((one) => card(base, one)))]));
  }

  function drawMine() {
    const all = kept();
    fill(mine, el("h2", {}, say.mine), all.length ? el("ul", { class: "sheet" }, all.map(entry)) : el("p", { class: "muted" }, say.none));
  }

  const entry = (one) =>
    el("li", { class: "panel card" }, el("div", { class: "row" }, el("a", { class: "grow", href: `/workshop#p=${one.id}`, on: { click: (event) => (event.preventDefault(), open(new Project(find(one.id)))) } }, el("b", {}, one.title)), el("span", { class: "small muted" }, new Date(one.when).toLocaleString()), el("button", { type: "button", class: "button plain", "aria-label": say.forget(one.title), on: { click: () => confirm(say.forgetSure(one.title)) && (forget(one.id), drawMine()) } }, "×")));

  frame(main, say.title, el("p", { class: "lead" }, say.lead), el("div", { class: "halves" }, form, mine), gallery);
  drawMine();
  draw();
  ({ rulesets } = await get("/api/rulesets/titles"));
  drawGallery();
  await change({ base: rulesets[0].name });
  ({ rulesets } = await get("/api/rulesets")); // checked, and with what an operator offers besides
  drawGallery();
  draw();
}
