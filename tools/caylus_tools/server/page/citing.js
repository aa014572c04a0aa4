// Where a rule stands: the passage it cites, and its file and line on the page of the table's rules.
import { h } from "./dom.js";
import { say } from "./strings.js";

const table = () => location.pathname.match(/^\/table\/[\w-]+/)?.[0];

/** The address of the rulebook of this table, at the paragraph of a name of the rules; null where this is no table. */
export const rulebook = (name = "") => (table() ? `${table()}/rulebook${name && `#${name}`}` : null);

/** A link to the paragraph of the rulebook about a name of the rules, called by the passage that it cites. */
export const paragraph = (name, see) =>
  rulebook(name) && h("span", { class: "cite" }, h("a", { href: rulebook(name), target: "_blank", rel: "noopener" }, see || say.rules.paragraph));

/**
 * Links of something that has `see` (a passage of the rulebook), `file` and `line`, as far as it has them; with the `name` of a
 * definition to its paragraph in the rulebook.
 */
export function citation({ see, file, line, name = "" }) {
  if (!see && !file) return null;
  if (name && table()) return paragraph(name, see);
  const place = file && `${file}:${line}`;
  const link = (text) => (place && table() ? h("a", { href: `${table()}/rules#${place}`, title: place }, text) : text);
  return h("span", { class: "cite" }, link(see || say.log.rule));
}
