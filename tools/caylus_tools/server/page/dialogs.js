// A box over the page that waits for its reader: the list of keys, what a thing is, the table's own menu.
import { el, icon } from "./dom.js";
import { say } from "./strings.js";

/** Opens a box with a heading; closing it gives the focus back. The answer is the box. */
export function open(heading, children, { closes = true } = {}) {
  const back = /** @type {HTMLElement | null} */ (document.activeElement);
  const box = el(
    "dialog",
    { class: "dialog", "aria-label": heading },
    el(
      "div",
      { class: "row" },
      el("h2", { class: "grow" }, heading),
      closes && el("button", { class: "button plain", "aria-label": say.net.close, on: { click: () => box.close() } }, icon("close")),
    ),
    children,
  );
  box.addEventListener("cancel", (event) => !closes && event.preventDefault());
  box.addEventListener("close", () => {
    box.remove();
    if (back?.isConnected) back.focus();
  });
  document.body.append(box);
  box.showModal();
  return box;
}
