// A thing of the rules as a card: what it is, does, brings its owner, costs and is worth; the same wherever it is named.
import { el } from "./dom.js";
import { amounts, parts, seatMark, words } from "./marks.js";
import { say } from "./strings.js";

const WORDY = 56; // letters from which on what a thing does asks for the whole width

/** The thing that an option is about: one that it names, or what lies on the first place that it names; null where it names none. */
export function thingOf({ scene, picture }, option) {
  for (const named of Object.values(option.choices).flat()) {
    const cell = scene.cells.get(named);
    const name = cell ? cell.now[cell.row.head] : named;
    if (Object.hasOwn(picture.things, name ?? "")) return name;
  }
  return null;
}

/** Whether what a thing does cannot be told in amounts, and is long. */
export const isWordy = (thing) => !thing.whole && thing.does.join(" ").length > WORDY;

const same = (one, other) => JSON.stringify(Object.entries(one ?? {}).sort()) === JSON.stringify(Object.entries(other ?? {}).sort());

/** What a thing has, without what an option that is told beside it says already, and without its price. */
const others = (thing, option) => thing.facts.filter(({ price, amounts: many }) => !price && !(option && many && same(many, option.gains)));

/** The lines of a card: `option` is the choice that the card stands for, if it stands for one. */
export function lines(scene, name, option = null) {
  const { picture } = scene;
  const thing = picture.things[name];
  const pays = option ? option.pays : thing.facts.find(({ price }) => price)?.amounts;
  const gains = Object.keys(option?.gains ?? {}).length > 0;
  return [
    el("span", { class: "band" }, el("b", {}, thing.title), standing(scene, name)),
    el(
      "span",
      { class: "deeds" },
      thing.whole ? thing.face.map((line) => el("span", { class: "line" }, parts(line))) : thing.does.map((text) => el("span", {}, words(picture, text))),
      others(thing, option).map(({ text }) => el("span", { class: "fact" }, words(picture, text))),
    ),
    (pays || gains) &&
      el(
        "span",
        { class: "foot" },
        Object.keys(pays ?? {}).length > 0 && el("span", { class: "pays" }, say.card.pay, amounts(picture, pays)),
        el("span", { class: "grow" }),
        gains && el("span", { class: "gets" }, "+", amounts(picture, option.gains)),
      ),
  ];
}

/** Who holds a thing, and how many are left, where that can be seen. */
function standing(scene, name) {
  const now = stateOf(scene, name);
  const holder = Object.values(now).find((value) => scene.isSeat(value));
  return holder ? seatMark(scene.picture, holder, { named: true }) : null;
}

const stateOf = ({ view }, name) => Object.values(view.objects ?? {}).find((every) => Object.hasOwn(every, name))?.[name] ?? {};

/** A whole card that is only looked at. */
export function card(scene, name) {
  const thing = scene.picture.things[name];
  return el(
    "div",
    { class: "tile", data: { tint: thing.tint } },
    lines(scene, name),
    el("span", { class: "kind" }, thing.kind, where(scene, name)),
  );
}

/** On which places a thing lies, and whose they are. */
function where(scene, name) {
  const found = [...scene.cells.values()].filter((cell) => cell.row.head && cell.now[cell.row.head] === name);
  return found.map((cell) => [
    `, ${cell.title}`,
    cell.row.pieces.filter((state) => scene.picture.pieces[state] === "block" && scene.isSeat(cell.now[state])).map((state) => [" ", seatMark(scene.picture, cell.now[state], { named: true })]),
  ]);
}
