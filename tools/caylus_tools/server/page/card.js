// A thing of the rules as a card: what it is, does, brings its owner, costs and is worth; the same wherever it is named.
import { h } from "./dom.js";
import { paragraph } from "./citing.js";
import { amounts, parts, seatMark, words } from "./marks.js";
import { say } from "./strings.js";

const WORDY = 56; // letters from which on what a thing does asks for the whole width

/** What an option chooses one of; several chosen at once (`ends_1`, `ends_2`) are left out: it is about none of them more than the others. */
function single({ choices }) {
  const bases = Object.keys(choices).map((key) => key.replace(/_\d+$/, ""));
  return Object.values(choices).filter((_, at) => bases.indexOf(bases[at]) === bases.lastIndexOf(bases[at]));
}

/** The thing that an option is about: one that it names, or what lies on the first place that it names; null where it names none. */
export function thingOf({ scene, picture }, option) {
  for (const named of single(option).flat()) {
    const cell = scene.cells.get(named);
    const name = cell ? cell.now[cell.row.head] : named;
    if (Object.hasOwn(picture.things, name ?? "")) return name;
  }
  return null;
}

/** Whether what a thing does cannot be told in amounts, and is long. */
export const isWordy = (thing) => !thing.whole && thing.does.join(" ").length > WORDY;

const same = (one, other) => JSON.stringify(Object.entries(one ?? {}).sort()) === JSON.stringify(Object.entries(other ?? {}).sort());

/** The one way to pay or to gain a property; null where there are several. */
const only = (fact) => (fact?.ways.length === 1 ? fact.ways[0] : null);

/** What a thing has, without what its option tells already, and without a price that is shown as amounts. */
const others = (thing, option) => thing.facts.filter((fact) => (fact.price ? !option && !only(fact) : !(option && only(fact) && same(only(fact), option.gains))));

/** The lines of a card: `option` is the choice that the card stands for, if it stands for one. */
export function lines(scene, name, option = null) {
  const { picture } = scene;
  const thing = picture.things[name];
  const pays = (option ? option.pays : only(thing.facts.find(({ price }) => price))) ?? {};
  return [
    h("span", { class: "band" }, h("b", {}, thing.title), standing(scene, name)),
    h(
      "span",
      { class: "deeds" },
      thing.whole ? thing.face.map((line) => h("span", { class: "line" }, parts(line))) : thing.does.map((text) => h("span", {}, words(picture, text))),
      others(thing, option).map(({ text }) => h("span", { class: "fact" }, words(picture, text))),
    ),
    exchange(picture, pays, option?.gains ?? {}),
  ];
}

/** What is paid, and what is gained for it; nothing where nothing is. */
export function exchange(picture, pays, gains) {
  const [isPaid, isGained] = [pays, gains].map((some) => Object.keys(some).length > 0);
  if (!isPaid && !isGained) return null;
  return h(
    "span",
    { class: "foot" },
    isPaid && h("span", { class: "pays" }, say.card.pay, amounts(picture, pays)),
    h("span", { class: "grow" }),
    isGained && h("span", { class: "gets" }, "+", amounts(picture, gains)),
  );
}

/** Who holds a thing, and how many of it are left where there are several. */
function standing(scene, name) {
  const now = stateOf(scene, name);
  const holder = Object.values(now).find((value) => scene.isSeat(value));
  const copies = left(scene, name);
  return [holder && seatMark(scene.picture, holder, { named: true }), copies > 1 && h("span", { class: "small" }, say.card.left(copies))];
}

/** How many of a thing can still come to the table; null where the manifest does not say. */
export function left(scene, name) {
  const panel = scene.picture.panels.find(({ stock }) => stock?.some(({ names }) => names.includes(name)));
  if (panel?.in) return [scene.told(panel.in)].flat().includes(name) ? 1 : 0;
  return panel?.left ? (stateOf(scene, name)[panel.left] ?? null) : null;
}

const stateOf = ({ view }, name) => Object.values(view.objects ?? {}).find((every) => Object.hasOwn(every, name))?.[name] ?? {};

/** A whole card that is only looked at. */
export function card(scene, name) {
  const thing = scene.picture.things[name];
  return h(
    "div",
    { class: "looked", data: { tint: thing.tint } },
    lines(scene, name),
    h("span", { class: "kind" }, thing.kind, where(scene, name), " ", paragraph(name, thing.see)),
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
