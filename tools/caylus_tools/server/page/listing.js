// A file of rules to read, with its lines.
import { el } from "./dom.js";

/** The text of a file; `mark(listing, line)` marks a line of it. */
export function listing(file, text) {
  const lines = text.split("\n").map((each, i) => el("span", { class: "line", data: { line: i + 1 } }, `${each}\n`));
  return el("pre", { class: "panel listing", tabindex: 0, "aria-label": file }, lines);
}

/** Marks one line and no other, and brings it into view. */
export function mark(shown, line) {
  for (const each of shown.querySelectorAll(".line.here")) each.classList.remove("here");
  const here = shown.querySelector(`[data-line="${CSS.escape(line)}"]`);
  here?.classList.add("here");
  here?.scrollIntoView({ block: "center" });
}
