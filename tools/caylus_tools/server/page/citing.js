// Where a rule stands: the passage it cites, and its file and line on the page of the table's rules.
import { h } from "./dom.js";
import { pagePath } from "./paths.js";
import { say } from "./strings.js";

const table = () => pagePath().match(/^\/table\/[\w-]+/)?.[0];

/** The address of a page that waits for the rulebook of this table, at the paragraph of a name of the rules; null where this is no table. */
export const rulebook = (name = "") => (table() ? `${table()}/rules?book${name && `#${name}`}` : null);

/** A link to the paragraph of the rulebook about a name of the rules, called by the passage that it cites. */
export const paragraph = (name, see) =>
  rulebook(name) && h("span", { class: "cite" }, h("a", { href: rulebook(name), target: "_blank", rel: "noopener" }, see || say.rules.paragraph));

/**
 * A link of something that has `see` (a passage of the rulebook), `file` and `line`, as far as it has them; with the `name` of a
 * definition to its paragraph in the rulebook.
 */
export function citation({ see, file, line, name = "" }) {
  if (!see && !file) return null;
  if (name && table()) return paragraph(name, see);
  const place = file && `${file}:${line}`;
  return h("span", { class: "cite" }, place && table() ? h("a", { href: `${table()}/rules#${place}`, title: place }, see || say.log.rule) : see || say.log.rule);
}

/** The same, and where the rule can be changed. */
export const sources = (cited) => (cited.see || cited.file) && h("p", { class: "row small" }, citation(cited), changing(cited));

/** The address of the workshop with the rules of this table, at a place in them. */
export const workshop = (place) => `/workshop?table=${table().slice("/table/".length)}#at=${encodeURIComponent(place)}`;

/** A link to a place in the workshop. */
const changing = ({ file, line }) => file && table() && h("a", { class: "cite", href: workshop(`${file}:${line}`), title: `${file}:${line}` }, say.rules.inWorkshop);

/** The address of the workshop with a moment of a table as a situation: the one that is looked at, or the last. */
export function momentOf({ id, seat, looked }) {
  const asked = new URLSearchParams({ table: id, moment: looked ?? "", ...(seat && { seat }) });
  return `/workshop?${asked}`;
}
