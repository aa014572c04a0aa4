// The one button that does things: the same in the list of choices and beside a place of the board.
import { h } from "./dom.js";
import { amounts } from "./marks.js";
import { moveOf } from "./moves.js";
import { places, spoken, told } from "./offers.js";
import { say } from "./strings.js";

/** What is done, as a sentence with its price; a place has its number where another one is called alike. */
function named(table, option) {
  const stand = places(table);
  const on = stand.get(option);
  const isTwin = on?.thing && [...stand.values()].filter(({ thing }) => thing?.title === on.thing.title).length > 1;
  const pays = amounts(table.picture, option.pays);
  const move = moveOf(table, option);
  if (option.declines && table.chosen) return say.choices.confirm; // its own button has its words
  return [move ? say.moves.move(table.scene.title(move.closer), move.to) : told(table, option), isTwin && ` (${on.number})`, pays.length > 0 && [" ", h("span", { class: "together" }, say.choices.price, " ", pays)]];
}

/** The button that does an option: it names the thing and the price, and waits while the choice is on its way. */
export function doButton(table, option, key = "do") {
  const waits = table.busy || !option;
  const label = table.busy ? say.choices.doing : option ? named(table, option) : say.choices.first;
  return h(
    "button",
    { class: "button go", data: { key }, "aria-disabled": String(waits), "aria-label": waits ? null : spoken(option), on: { click: () => !waits && table.choose(option) } },
    h("span", {}, label),
  );
}
