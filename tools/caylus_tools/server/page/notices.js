// What has to be said at once: a refusal with its reasons, a word that something went through.
import { el, icon } from "./dom.js";
import { citation } from "./citing.js";
import { say } from "./strings.js";

const LONG = 12000;

/** Shows a sentence for a while; one that is `bad` stays, and is told to those who are read to. Returns what takes it away. */
export function notice(text, kind = "", reasons = []) {
  const box = el(
    "div",
    { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" },
    el(
      "div",
      {},
      el("p", {}, text),
      reasons.filter((reason) => reason.text && reason.text !== text).map((reason) => el("p", { class: "small" }, reason.text, " ", citation(reason))),
    ),
    el("button", { class: "button plain", "aria-label": say.net.close, on: { click: () => box.remove() } }, icon("close")),
  );
  const place = document.getElementById("notices");
  place.replaceChildren(box);
  if (kind !== "bad") setTimeout(() => box.remove(), LONG);
  return () => box.remove();
}
