// Every choice as a button: chosen in the list (or on the board), then done by the button under it.
import { fill, h, icon } from "./dom.js";
import { faceOf } from "./cell.js";
import { about, rest } from "./detail.js";
import { doButton } from "./doing.js";
import { amount, amounts, parts, seatMark, words } from "./marks.js";
import { moveOf, spokenMove, staysOf, told as toldMove } from "./moves.js";
import { apart, arrivals, cellOf, groups, isAtOnce, isShown, spoken, told } from "./offers.js";
import { narrow, sideways } from "./screen.js";
import { say } from "./strings.js";
import { exchange, isWordy, lines, thingOf } from "./card.js";

const MANY = 30; // so many choices are worth a field to find them by

export function draw(node, table) {
  const options = table.options;
  node.hidden = options.length === 0;
  if (node.hidden) return node.replaceChildren();
  const listed = groups(table);
  const isHigh = sideways.matches || (table.high ?? listed.some((group) => group.options.some(({ option }) => !isShown(table, option) || moveOf(table, option))));
  const titled = listed.some((group) => group.options[0].on) || (listed.length > 1 && listed.some((group) => group.options.length > 1));
  node.classList.toggle("high", isHigh);
  fill(
    node,
    h("h2", { class: "unseen" }, say.choices.heading),
    unfold(table, isHigh, () => draw(node, table)),
    h("div", { class: "list", data: { key: "list" } }, options.length > MANY && finder(node, table), listed.map((group) => drawn(table, group, titled))),
    h("div", { class: `pointed ${isBeside(table) ? "beside-place" : ""}` }, isDealt(table) ? rest(table) : about(table), eachDone(table)),
    doing(table),
  );
  sift(node, table);
  fit(node);
}

/** Sets places in two columns where they would be scrolled in one; what they do, their cards and the board tell. */
function fit(node) {
  node.classList.remove("dense");
  const list = node.querySelector(".list");
  node.classList.toggle("dense", node.querySelector(".option .number") !== null && list.scrollHeight > list.clientHeight);
}

/** Whether what is chosen is told beside a place of the board. */
const isBeside = (table) => Boolean(table.chosen?.cell) || arrivals(table).size > 0;

/** Whether the one choice that is chosen lies here as a card, which says what it is about. */
const isDealt = (table) => table.chosen !== null && !table.chosen.cell && table.chosen.options.length === 1 && thingOf(table, table.chosen.options[0]) !== null;

/** Several choices of one place, a button for each: on a narrow screen the sheet has them, elsewhere the box beside the place. */
const eachDone = (table) => table.chosen?.options.length > 1 && table.chosen.options.map((option, at) => doButton(table, option, `do ${at}`));

const chosen = (table, option) => table.chosen?.options.length === 1 && table.chosen.options[0].id === option.id;

function unfold(table, isHigh, again) {
  const flip = () => {
    table.high = !isHigh;
    again();
  };
  const says = isHigh ? say.choices.fewer : say.choices.all(table.options.length);
  return h("button", { class: "unfold", data: { key: "unfold" }, "aria-expanded": String(isHigh), on: { click: flip } }, icon(isHigh ? "down" : "up"), says);
}

const drawn = (table, group, titled) => group.options.every(({ option }) => moveOf(table, option) ?? staysOf(table, option)) ? ofMarker(table, group.options) : [
  titled && h("h3", {}, group.title),
  group.options.some(({ on }) => on) ? group.options.map((each) => button(table, each)) : cards(table, group.options),
];

/** Options that name things, each a card; under one card all options that name the same. What names nothing is a line. */
function cards(table, options) {
  const about = new Map();
  for (const each of options) {
    const name = thingOf(table, each.option);
    about.set(name, [...(about.get(name) ?? []), each]);
  }
  const plain = about.get(null) ?? [];
  about.delete(null);
  const wordy = [...about.keys()].filter((name) => isWordy(table.picture.things[name]));
  const isWide = (name) => wordy.length * 2 >= about.size || wordy.includes(name); // where most need the width, all have it
  const dealt = [...about].map(([name, named]) => (named.length > 1 ? several : card)(table, name, named.length > 1 ? named : named[0].option, isWide(name) ? "wordy" : ""));
  return [dealt.length > 0 && h("div", { class: "cards" }, dealt), plain.map((each) => button(table, each))];
}

const card = (table, name, option, look) =>
  h(
    "button",
    { ...props(table, option), class: `option facecard ${look}`, data: { ...props(table, option).data, tint: table.picture.things[name].tint } },
    lines(table.scene, name, option),
    Object.values(option.choices).flat().length > 1 && h("span", { class: "whole" }, told(table, option)),
    option.usual && h("span", { class: "tag" }, say.turn.usual),
  );

/** One thing and the options about it: where they have the same words, they are told apart by what is paid and gained. */
function several(table, name, named, look) {
  const isSaidOnce = new Set(named.map(({ option }) => option.text)).size === 1;
  const drawnEach = named.map((each) => (isSaidOnce ? way(table, each.option) : button(table, each)));
  return h("div", { class: `facecard among ${look}`, data: { tint: table.picture.things[name].tint } }, lines(table.scene, name), drawnEach);
}

const way = (table, option) =>
  h("button", { ...props(table, option), class: "option" }, exchange(table.picture, option.pays, option.gains), option.usual && h("span", { class: "tag" }, say.turn.usual));

/** Options that move a marker, from its farthest place forward to that farthest back; among them the one that leaves it. */
const ofMarker = (table, options) =>
  options.map(({ option }) => ({ option, move: moveOf(table, option) ?? staysOf(table, option) })).sort((one, other) => other.move.to - one.move.to).map(({ option, move }) => {
    const shared = props(table, option);
    const said = option.declines ? option.text : `${spokenMove(table, move)}${option.price ? ` ${say.choices.price} ${option.price}` : ""}`;
    return h(
      "button",
      { ...shared, class: `option moves ${option.declines ? "decline" : ""}`, "aria-label": option.usual ? `${said}, ${say.turn.usual}` : said },
      h("b", { class: "to" }, String(move.to)),
      h("span", { class: "grow" }, h("span", { class: "muted small" }, option.declines ? told(table, option) : say.moves.forward(move.to - move.from)), h("span", { class: "who" }, toldMove(table, move))),
      h("span", { class: "price" }, amounts(table.picture, option.pays)),
      option.usual && h("span", { class: "tag" }, say.turn.usual),
    );
  });

/** What every button of an option has, whatever it looks like. */
const props = (table, option) => ({
  data: { key: `option ${option.id}`, text: option.text.toLowerCase() },
  "aria-pressed": String(chosen(table, option)),
  "aria-label": option.usual ? `${spoken(option)}, ${say.turn.usual}` : spoken(option),
  on: { click: () => pick(table, option) },
});

function button(table, { option, on }) {
  const shared = props(table, option);
  const data = { ...shared.data, tint: on?.thing?.tint ?? "", ...(on?.thing && { thing: on.thing.name }) };
  return h(
    "button",
    { ...shared, class: `option ${on ? "" : "whole"}`, data },
    on ? standing(table, on) : h("span", { class: "title" }, told(table, option)),
    !on && (option.obstacle ? h("span", { class: "bad small" }, say.choices.now(option.obstacle)) : h("span", { class: "gets" }, untold(table, option))),
    h("span", { class: "price" }, amounts(table.picture, option.pays)),
    option.usual && h("span", { class: "tag" }, say.turn.usual),
  );
}

/** What an option gives and does not say in its text. */
function untold({ picture }, { gains, text }) {
  const rest = Object.entries(gains).filter(([name, n]) => !words(picture, text).some((part) => part.text === amount(picture, name, n).text));
  return rest.length > 0 && ["+", amounts(picture, Object.fromEntries(rest))];
}

const standing = (table, on) => [
  h("span", { class: "number" }, on.number && String(on.number)),
  h("span", { class: "title" }, on.thing?.title ?? on.title),
  h("span", { class: "effect" }, faceOf(on.thing, on).map((line, at) => [at > 0 && h("span", { class: "op" }, "·"), h("span", { class: "line" }, parts(line))])),
  on.owners.map((owner) => seatMark(table.picture, owner)),
];

function pick(table, option) {
  if (isAtOnce(table)) return table.choose(option);
  table.point(cellOf(table, option), [option]);
  const deed = /** @type {HTMLElement | null} */ (document.querySelector('#choices [data-key="do"]'));
  deed?.focus({ preventScroll: true });
}

/** What stands apart is chosen before it is done like everything else; to leave a marker as it is can be done right away. */
function doing(table) {
  const stays = narrow.matches ? table.options.find((option) => staysOf(table, option)) : null; // its row may be folded there
  const one = table.chosen ? (table.chosen.options.length === 1 ? table.chosen.options[0] : null) : (stays ?? null);
  return h(
    "div",
    { class: "doing" },
    apart(table).map((option) =>
      h(
        "button",
        { class: "button decline", data: { key: `option ${option.id}` }, "aria-pressed": String(chosen(table, option)), on: { click: () => pick(table, option) } },
        h("span", {}, told(table, option)),
        h("span", { class: "gets" }, untold(table, option)),
        Object.keys(option.pays).length > 0 && h("span", { class: "price" }, amounts(table.picture, option.pays)),
        option.usual && h("span", { class: "tag" }, say.turn.usual),
      ),
    ),
    (one !== null || !isAtOnce(table)) && doButton(table, one),
  );
}

function finder(node, table) {
  return h("input", {
    type: "search",
    class: "finder",
    "aria-label": say.choices.find,
    placeholder: say.choices.find,
    value: table.sought?.revision === table.state.revision ? table.sought.text : "",
    data: { key: "finder" },
    on: {
      input: (event) => {
        table.sought = { revision: table.state.revision, text: event.target.value };
        sift(node, table);
      },
    },
  });
}

function sift(node, table) {
  const sought = table.sought?.revision === table.state.revision ? table.sought.text.toLowerCase() : "";
  for (const option of node.querySelectorAll(".option")) option.hidden = !option.dataset.text.includes(sought);
}
