// The one button that does things: the same in the list of choices and beside a place of the board.
import { el } from "./dom.js";
import { told } from "./offers.js";
import { say } from "./strings.js";

/** The button that does an option: it names the thing and the price, and waits while the choice is on its way. */
export function doButton(table, option, key = "do") {
  const waits = table.busy || !option;
  const label = table.busy ? say.choices.doing : option ? told(table, option) : say.choices.first;
  return el(
    "button",
    { class: "button go", data: { key }, "aria-disabled": String(waits), on: { click: () => !waits && table.choose(option) } },
    el("span", {}, label),
  );
}
