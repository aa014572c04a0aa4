// Whose turn it is and what is asked.
import { fill, h } from "./dom.js";
import { citation } from "./citing.js";
import { left } from "./clocks.js";
import { seatMark, seatOf, words } from "./marks.js";
import { named } from "./seating.js";
import { say } from "./strings.js";

/** Whose turn it is, in a few words. */
export function heading(table) {
  const { status, decides } = table.shown;
  if (status === "over") return table.state.result?.text ?? say.turn.over;
  if (!decides.length) return say.turn.nobody;
  if (decides.includes(table.seat)) return say.turn.yours;
  return decides.length > 1 ? say.turn.several(decides.map((name) => named(table, name))) : say.turn.theirs(named(table, decides[0]));
}

/** Names of the players who have won. */
export const winners = ({ standings }) => standings.filter((each) => each.has_won).flatMap((each) => each.players);

/** What is asked: the words of the rules, or what may be known of a question that is put in secret. */
export function prompt(table) {
  const asked = table.shown.decision;
  if (!asked) return "";
  const words = asked.prompt || asked.title;
  const offers = table.options.filter((option) => !option.declines);
  return offers.length === 1 && table.options.length > 1 && words.endsWith(offers[0].text) ? `${words}?` : words;
}

/** The lines since the seat last decided that tell what it had to do, or could not do, without a question. */
const skipped = ({ past, lines, seat, state }) => (past ? [] : lines.filter((line) => line.number >= (state.news_from ?? 0) && line.skipped?.includes(seat)));

export function draw(node, table) {
  const { decides, decision } = table.shown;
  const speaks = decides.includes(table.seat) ? table.seat : decides[0];
  const mine = speaks === table.seat && decides.length > 0;
  node.classList.toggle("mine", mine);
  node.dataset.seat = speaks ? seatOf(table.picture, speaks).colour : "";
  fill(
    node,
    h(
      "div",
      { class: "row" },
      speaks && seatMark(table.picture, speaks),
      h("h2", {}, heading(table)),
      h("span", { class: "grow" }),
      table.options.length > 0 && h("span", { class: "tag" }, say.choices.count(table.options.length)),
      speaks && left(table, speaks),
    ),
    mine && h("div", { class: "skipped", tabindex: "0", role: "region", "aria-label": say.turn.skipped, data: { key: "skipped" }, hidden: !skipped(table).length }, skipped(table).map((line) => h("p", { class: "small", data: { key: `skipped ${line.number}` } }, words(table.picture, line.text)))),
    decision && h("p", { class: "prompt" }, words(table.picture, prompt(table)), " ", citation({ ...decision, name: decision.rule })),
    decision?.sealed && decision.player !== table.seat && h("p", { class: "small muted" }, say.turn.sealed(named(table, decision.player))),
    decides.length > 1 && h("p", { class: "row small" }, decides.map((name) => h("span", {}, seatMark(table.picture, name), " ", named(table, name)))),
  );
}
