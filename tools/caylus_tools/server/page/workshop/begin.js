// How a house rule or a game begins: a choice of five ways, each with the one or two things that it has to know; or a house rule that there is.
import { el, fill } from "../dom.js";
import { choice, doer, frame, labelled } from "../frame.js";
import { get, post, Refused } from "../net.js";
import { find, forget, isTaken, kept, Project } from "./project.js";
import { say } from "./strings.js";

const NOTHING = { changes: [], things: [], phases: [], numbers: [] }; // until the server has looked
const WAYS = ["change", "number", "thing", "phase", "nothing", "game"];
const SOUGHT = ["change", "number"]; // ways of which the list is long

/** The page that one begins at; `open(project)` goes on with what was begun. */
export async function begin(main, open) {
  const wish = { way: "change", base: "", name: "", title: "", value: null };
  const form = el("div", { class: "sheet panel" });
  const mine = el("section");
  const gallery = el("section");
  let rulesets = [];
  let starts = NOTHING;

  async function change(changes) {
    Object.assign(wish, changes);
    if ("way" in changes || "base" in changes) Object.assign(wish, { name: "", value: "" });
    draw();
    if (!("base" in changes)) return;
    const { base } = wish;
    const found = await get(`/api/workshop/starts?${new URLSearchParams({ base })}`);
    if (base !== wish.base) return;
    starts = found;
    draw();
  }

  async function start() {
    const { way, base, name, title, value } = wish;
    if (isTaken(title.trim())) throw new Refused(0, { text: say.taken(title.trim()) });
    const first = SOUGHT.includes(way) ? "" : options()[0]?.[0];
    return enter(way === "game" ? null : base, { kind: way, name: name.trim() || first || "", title, value: value === "" ? null : Number(value) });
  }

  async function enter(base, asked) {
    const { files, base: stands } = await post("/api/workshop/begin", { base, ...asked });
    const project = new Project({ base: stands, variants: [], files });
    const { title } = project;
    for (let n = 2; isTaken(project.title); n += 1) project.retitle(`${title} ${n}`);
    open(project);
  }

  function options(way = wish.way) {
    const { changes, things, phases, numbers } = starts;
    const lists = { change: changes, thing: things, phase: phases, number: numbers };
    return (lists[way] ?? []).map((one) => [one.name, one.title]);
  }

  /** What a way offers under these rules, as soon as the server has said it. */
  function examples(way) {
    const titles = way === "phase" ? [] : options(way).slice(0, 2).map(([, title]) => title);
    return titles.length > 0 && el("span", { class: "small" }, say.example(titles));
  }

  function draw() {
    const { way } = wish;
    const bases = rulesets.map((one) => [one.name, one.title]);
    const words = { change: say.whichThing, thing: say.kind, phase: say.before, number: say.which }[way];
    const list = options();
    const number = starts.numbers.find((one) => one.title === wish.name);
    fill(
      form,
      el("fieldset", { class: "ways" }, el("legend", {}, say.begin), WAYS.map((each) =>
        el("label", { class: "panel card pick" },
          el("span", { class: "row" }, el("input", { type: "radio", name: "way", checked: each === way, data: { key: `way ${each}` }, on: { change: () => change({ way: each }) } }), el("b", {}, say.ways[each])),
          el("span", { class: "small muted" }, say.about[each]), examples(each)))),
      way !== "game" && bases.length > 0 && labelled(say.base, choice(say.base, bases, wish.base, (base) => change({ base }), { key: "base" })),
      words && list.length > 0 && labelled(words, SOUGHT.includes(way) ? finder(list) : choice(words, list, wish.name, (name) => change({ name }), { key: "which" })),
      way === "number" && labelled(say.becomes(number?.value), el("input", { type: "number", min: 0, value: wish.value, data: { key: "value" }, on: { input: (event) => (wish.value = event.target.value) } })),
      labelled(say.called, el("input", { value: wish.title, maxlength: 60, placeholder: say.ways[way], data: { key: "called" }, on: { input: (event) => (wish.title = event.target.value), keydown: (event) => event.key === "Enter" && /** @type {HTMLElement} */ (form.querySelector('[data-key="begin"]'))?.click() } })),
      (words ? !list.length : way !== "game" && !bases.length) ? el("p", { class: "muted", role: "status" }, say.looking) : doer(say.start, start, { kind: "go", key: "begin" }),
    );
  }

  /** A field that finds something by any part of what it is called; what is no name of the list, the server says. */
  function finder(list) {
    return [
      el("input", { list: "sought", value: wish.name, data: { key: "which" }, on: { focus: (event) => event.target.select(), input: (event) => change({ name: event.target.value }) } }),
      el("datalist", { id: "sought" }, list.map(([, title]) => el("option", { value: title }))),
    ];
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
