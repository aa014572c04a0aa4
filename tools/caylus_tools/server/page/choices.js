// Every choice as a button: chosen in the list (or on the board), then done by the button under it.
import { el, fill, icon } from "./dom.js";
import { faceOf } from "./cell.js";
import { about } from "./detail.js";
import { doButton } from "./doing.js";
import { amounts, parts, seatMark } from "./marks.js";
import { apart, groups, spoken, told } from "./offers.js";
import { say } from "./strings.js";

const MANY = 30; // so many choices are worth a field to find them by

export function draw(node, table) {
  const options = table.options;
  node.hidden = options.length === 0;
  if (node.hidden) return node.replaceChildren();
  const listed = groups(table);
  table.high ??= listed.some((group) => group.options.some(({ option }) => !option.cells.length));
  const titled = listed.some((group) => group.options[0].on) || (listed.length > 1 && listed.some((group) => group.options.length > 1));
  node.classList.toggle("high", table.high);
  fill(
    node,
    el("h2", { class: "unseen" }, say.choices.heading),
    unfold(table, () => draw(node, table)),
    el("div", { class: "list", data: { key: "list" } }, options.length > MANY && finder(node, table), listed.map((group) => drawn(table, group, titled))),
    el("div", { class: `pointed ${table.chosen?.cell ? "beside-place" : ""}` }, about(table), several(table)),
    doing(table),
  );
  sift(node, table);
}

/** Several choices of one place, a button for each: on a narrow screen the sheet has them, elsewhere the box beside the place. */
const several = (table) => table.chosen?.options.length > 1 && table.chosen.options.map((option, at) => doButton(table, option, `do ${at}`));

const chosen = (table, option) => table.chosen?.options.length === 1 && table.chosen.options[0].id === option.id;

function unfold(table, again) {
  const flip = () => {
    table.high = !table.high;
    again();
  };
  const says = table.high ? say.choices.fewer : say.choices.all(table.options.length);
  return el("button", { class: "unfold", data: { key: "unfold" }, "aria-expanded": String(table.high), on: { click: flip } }, icon(table.high ? "down" : "up"), says);
}

const drawn = (table, group, titled) => [
  titled && el("h3", {}, group.title),
  group.options.map((each) => button(table, each)),
];

function button(table, { option, on }) {
  const pressed = chosen(table, option);
  return el(
    "button",
    {
      class: `option ${on ? "" : "whole"}`,
      data: { key: `option ${option.id}`, text: option.text.toLowerCase(), tint: on?.thing?.tint ?? "" },
      "aria-pressed": String(pressed),
      "aria-label": option.usual ? `${spoken(option)}, ${say.turn.usual}` : spoken(option),
      on: { click: () => pick(table, option) },
    },
    on ? standing(table, on) : el("span", { class: "title" }, told(table, option)),
    el("span", { class: "price" }, amounts(table.picture, option.pays)),
    option.usual && el("span", { class: "tag" }, say.turn.usual),
  );
}

const standing = (table, on) => [
  el("span", { class: "number" }, String(on.number)),
  el("span", { class: "title" }, on.thing?.title ?? on.title),
  el("span", { class: "effect" }, faceOf(on.thing, on).map((line, at) => [at > 0 && el("span", { class: "op" }, "/"), el("span", { class: "line" }, parts(line))])),
  on.owners.map((owner) => seatMark(table.picture, owner)),
];

function pick(table, option) {
  table.point(option.cells[0] ?? null, [option]);
  const deed = /** @type {HTMLElement | null} */ (document.querySelector('#choices [data-key="do"]'));
  deed?.focus({ preventScroll: true });
}

/** What stands apart is chosen before it is done like everything else. */
function doing(table) {
  const one = table.chosen?.options.length === 1 ? table.chosen.options[0] : null;
  return el(
    "div",
    { class: "doing" },
    apart(table).map((option) =>
      el(
        "button",
        { class: "button decline", data: { key: `option ${option.id}` }, "aria-pressed": String(chosen(table, option)), on: { click: () => pick(table, option) } },
        el("span", {}, told(table, option)),
        option.usual && el("span", { class: "tag" }, say.turn.usual),
      ),
    ),
    doButton(table, one),
  );
}

function finder(node, table) {
  const input = el("input", {
    type: "search",
    class: "finder",
    "aria-label": say.choices.find,
    placeholder: say.choices.find,
    data: { key: "finder" },
    on: {
      input: () => {
        table.sought = { revision: table.state.revision, text: input.value };
        sift(node, table);
      },
    },
  });
  if (table.sought?.revision === table.state.revision) input.value = table.sought.text;
  return input;
}

function sift(node, table) {
  const sought = table.sought?.revision === table.state.revision ? table.sought.text.toLowerCase() : "";
  for (const option of node.querySelectorAll(".option")) option.hidden = !option.dataset.text.includes(sought);
}
