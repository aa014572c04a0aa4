// The rules of a table: which they are, how they differ from those they stand on, and every file with its lines.
import { el, fill } from "./dom.js";
import { rulebook, workshop } from "./citing.js";
import { differences } from "./differences.js";
import { frame, waiting } from "./frame.js";
import { listing, mark } from "./listing.js";
import { get } from "./net.js";
import { addressOf } from "./paths.js";
import { say } from "./strings.js";

export async function show(main, id) {
  const isBook = location.search === "?book";
  waiting(main, isBook ? say.rules.book : say.rules.some, isBook ? say.rules.writing : say.around.loading);
  if (isBook) return location.replace(addressOf(`/table/${id}/rulebook${location.hash}`));
  const { title, rules, diff } = await get(`/api/tables/${id}`);
  const shown = el("div", {});
  const files = el("ul", { class: "files" }, rules.files.map((file) => el("li", {}, el("a", { href: `#${file}:1` }, file))));
  frame(
    main,
    say.rules.title(title || rules.title),
    el("p", { class: "lead" }, say.rules.played(rules.title, rules.version, rules.variants.map((each) => each.title)), " ", el("a", { href: rulebook() }, say.rules.book), " ", el("a", { href: `/table/${id}` }, say.arrive.toTable)),
    el("div", { class: "halves" }, el("section", {}, el("h2", {}, say.rules.differ), el("div", { class: "panel sheet" }, differences(diff, (place) => `#${place}`))), el("section", {}, el("h2", {}, say.rules.files), files)),
    shown,
  );
  addEventListener("hashchange", () => open(id, shown));
  await open(id, shown);
}

/** Shows the file and marks the line that the fragment names, such as `#base/start.rules:4`. */
async function open(id, shown) {
  const [, file, line] = decodeURIComponent(location.hash).match(/^#(.+):(\d+)$/) ?? [];
  if (!file) return;
  if (shown.dataset.file !== file) {
    const { text } = await get(`/api/tables/${id}/source?${new URLSearchParams({ file })}`);
    fill(shown, el("h2", {}, file, " ", el("a", { class: "button" }, say.rules.inWorkshop)), listing(file, text));
    shown.dataset.file = file;
  }
  shown.querySelector("h2 a").href = workshop(`${file}:${line}`);
  mark(shown, line);
}
