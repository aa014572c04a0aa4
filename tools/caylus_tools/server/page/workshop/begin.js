// How a house rule or a game begins: a choice of five ways, each with the one or two things that it has to know; or a house rule that there is.
import { el, fill } from "../dom.js";
import { choice, doer, frame, labelled } from "../frame.js";
import { get, post } from "../net.js";
import { find, forget, kept, Project } from "./project.js";
import { say } from "./strings.js";

const NOTHING = { things: [], phases: [], numbers: [] }; // until the server has looked
const WAYS = ["thing", "phase", "number", "nothing", "game"];

/** The page that one begins at; `open(project)` goes on with what was begun. */
export async function begin(main, open) {
  const wish = { way: "thing", base: "", name: "", title: "", value: null };
  const form = el("div", { class: "sheet panel" });
  const mine = el("section");
  const gallery = el("section");
  let rulesets = [];
  let starts = NOTHING;

  async function change(changes) {
    Object.assign(wish, changes);
    if ("way" in changes || "base" in changes) wish.name = "";
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
    const kind = { name: name || options()[0]?.[0] || "", title, value: Number(value) || 0 };
    return enter(way === "game" ? null : base, { kind: way, ...kind });
  }

  async function enter(base, asked) {
    const { files, base: stands } = await post("/api/workshop/begin", { base, ...asked });
    open(new Project({ base: stands, variants: [], files }));
  }

  function options(way = wish.way) {
    const { things, phases, numbers } = starts;
    const lists = { thing: things, phase: phases, number: numbers };
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
    const words = { thing: say.kind, phase: say.before, number: say.which }[way];
    const list = options();
    const number = starts.numbers.find((one) => one.name === (wish.name || list[0]?.[0]));
    if (way === "number" && number && wish.value === null) wish.value = number.value + 1;
    fill(
      form,
      el("fieldset", { class: "ways" }, el("legend", {}, say.begin), WAYS.map((each) =>
        el("label", { class: "panel card pick" },
          el("span", { class: "row" }, el("input", { type: "radio", name: "way", checked: each === way, data: { key: `way ${each}` }, on: { change: () => change({ way: each, value: null }) } }), el("b", {}, say.ways[each])),
          el("span", { class: "small muted" }, say.about[each]), examples(each)))),
      way !== "game" && bases.length > 0 && labelled(say.base, choice(say.base, bases, wish.base, (base) => change({ base }), { key: "base" })),
      words && list.length > 0 && labelled(words, way === "number" ? finder(list, number) : choice(words, list, wish.name, (name) => change({ name }), { key: "which" })),
      way === "number" && labelled(say.becomes, el("input", { type: "number", min: 0, value: wish.value ?? "", data: { key: "value" }, on: { input: (event) => (wish.value = event.target.value) } })),
      labelled(say.called, el("input", { value: wish.title, maxlength: 60, placeholder: say.ways[way], data: { key: "called" }, on: { input: (event) => (wish.title = event.target.value), keydown: (event) => event.key === "Enter" && /** @type {HTMLElement} */ (form.querySelector('[data-key="begin"]'))?.click() } })),
      (words ? !list.length : way !== "game" && !bases.length) ? el("p", { class: "muted", role: "status" }, say.looking) : doer(say.start, start, { kind: "go", key: "begin" }),
    );
  }

  /** A field that finds a number by any part of what it is called. */
  function finder(list, number) {
    const take = (event) => {
      const found = list.find(([, title]) => title === event.target.value);
      if (found) change({ name: found[0], value: null });
    };
    return [
      el("input", { list: "numbers", value: number?.title ?? "", data: { key: "which" }, on: { focus: (event) => event.target.select(), input: take } }),
      el("datalist", { id: "numbers" }, list.map(([, title]) => el("option", { value: title }))),
    ];
  }

  function drawGallery() {
    const card = (base, one) => el("li", { class: "panel card" }, el("b", {}, one.title), el("p", { class: "small" }, one.about), doer(say.open, () => enter(base.name, { kind: "copy", name: one.name }), { key: `open ${one.name}` }));
    fill(gallery, el("h2", {}, say.gallery), el("p", { class: "muted" }, say.galleryAbout), rulesets.filter(({ variants }) => variants.length).map((base) => [el("h3", {}, base.title), el("ul", { class: "cards gallery" }, base.variants.map((one) => card(base, one)))]));
  }

  function drawMine() {
    const all = kept();
    fill(mine, el("h2", {}, say.mine), all.length ? el("ul", { class: "cards" }, all.map(entry)) : el("p", { class: "muted" }, say.none));
  }

  const entry = (one) =>
    el("li", { class: "panel card" }, el("div", { class: "row" }, el("a", { class: "grow", href: `/workshop#p=${one.id}`, on: { click: (event) => (event.preventDefault(), open(new Project(find(one.id)))) } }, el("b", {}, one.title)), el("span", { class: "small muted" }, new Date(one.when).toLocaleString()), el("button", { type: "button", class: "button plain", "aria-label": say.forget(one.title), on: { click: () => confirm(say.forgetSure(one.title)) && (forget(one.id), drawMine()) } }, "×")));

  frame(main, say.title, el("p", { class: "lead" }, say.lead), el("div", { class: "halves" }, form, mine), gallery);
  drawMine();
  draw();
  ({ rulesets } = await get("/api/rulesets"));
  drawGallery();
  await change({ base: rulesets[0].name });
}
