// Where a rule stands: the passage it cites, and its file and line on the page of the table's rules.
import { el } from "./dom.js";
import { say } from "./strings.js";

const table = () => location.pathname.match(/^\/table\/[\w-]+/)?.[0];

/** Links of something that has `see` (a passage of the rulebook), `file` and `line`, as far as it has them. */
export function citation({ see, file, line }) {
  if (!see && !file) return null;
  const place = file && `${file}:${line}`;
  const link = (text) => (place && table() ? el("a", { href: `${table()}/rules#${place}`, title: place }, text) : text);
  return el("span", { class: "cite" }, link(see || say.log.rule));
}
