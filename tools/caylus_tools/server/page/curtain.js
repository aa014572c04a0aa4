// Several seats at one screen: the page turns to the seat that has to decide, behind a curtain where the game keeps secrets.
import { el } from "./dom.js";
import { named } from "./seating.js";
import { say } from "./strings.js";

/** Speaks for the one of this reader's seats that has to decide, if the present one has not. */
export function turnTo(table) {
  const { state } = table;
  if (!table.seat && state.yours.length) return table.sit(state.yours[0]);
  table.curtain = null;
  const next = state.yours.find((name) => state.decides.includes(name));
  if (!next || state.yours.length < 2 || state.decides.includes(table.seat) || table.past || table.stays === state.revision) return;
  if (state.secrets) table.curtain = next;
  else table.sit(next);
}

/** What is seen in place of the table until the next person uncovers it. */
export function draw(node, table) {
  node.hidden = !table.curtain;
  if (node.hidden) return node.replaceChildren();
  const name = named(table, table.curtain);
  node.replaceChildren(
    el("h2", {}, say.curtain.heading(name)),
    el("p", {}, say.curtain.text),
    el("button", { class: "button go", on: { click: () => table.sit(table.curtain) } }, say.curtain.open(name)),
  );
}
