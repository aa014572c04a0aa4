// What the checker says, in its own words; its code tells more, its place leads there.
import { el } from "./dom.js";
import { refusal } from "./frame.js";
import { get } from "./net.js";
import { say } from "./strings.js";

const PIECES = /(\b[EW]\d{4}\b|(?<=--> )\S+?:\d+(?=:|\s)|\^{1,200})/;

/** A fault; `go(file, line)` leads to its place, where there is one to go to. */
export function fault({ code, file, line, rendered }, go) {
  const more = el("div", {});
  const about = el("button", { type: "button", class: "inline", "aria-expanded": "false", on: { click: () => explain(code, about, more) } }, code);
  let told = false;
  const pieces = rendered.split(PIECES).map((piece) => {
    if (piece === code && !told) return (told = true), about;
    if (go && piece === `${file}:${line}`) return el("button", { type: "button", class: "inline", on: { click: () => go(file, line) } }, piece);
    return /^\^+$/.test(piece) ? el("em", {}, piece) : piece;
  });
  return el("div", { class: "fault" }, el("pre", { tabindex: 0, "aria-label": say.own.fault(code) }, pieces), more);
}

async function explain(code, button, place) {
  const open = button.getAttribute("aria-expanded") === "false";
  button.setAttribute("aria-expanded", String(open));
  if (!open) return place.replaceChildren();
  try {
    place.replaceChildren(el("pre", { class: "page", tabindex: 0, "aria-label": code }, (await get(`/api/codes/${code}`)).text));
  } catch (error) {
    place.replaceChildren(...refusal(error));
  }
}
