// What the rules make: the things of one's own as cards, what the rulebook says of the one at the caret, and what differs from the base.
import { card } from "../card.js";
import { differences } from "../differences.js";
import { el, fill } from "../dom.js";
import { doer, marked } from "../frame.js";
import { Scene } from "../scene.js";
import { say } from "./strings.js";

/** Whether a thing stands in the files of this project. */
const isOwn = (made, thing) => thing.file.startsWith(`${made.own}/`);

export function drawMakes(node, shop) {
  const { made, at } = shop;
  const scene = new Scene(made.picture, { view: made.view, options: [] }, {});
  const { things } = made.picture;
  const own = Object.keys(things).filter((name) => isOwn(made, things[name]));
  const changed = new Set(made.differences.map(({ name }) => name));
  const bent = Object.keys(things).filter((name) => changed.has(name) && !own.includes(name));
  const first = own.includes(at) || bent.includes(at) ? at : null;
  const order = (names) => names.toSorted((a, b) => Number(b === first) - Number(a === first));
  fill(
    node,
    !own.length && !bent.length && drawChanges(shop),
    [[say.yours, own], [say.changed, bent]].map(([title, names]) => names.length > 0 && el("section", {}, el("h2", {}, title), el("div", { class: "cards-of" }, order(names).map((name) => drawCard(shop, scene, name, name === first))))),
    at && !shop.told && doer(say.showBook(things[at]?.title ?? at.replaceAll("_", " ")), () => shop.tell(), { key: "rulebook", wait: say.telling }),
    shop.told && el("section", {}, el("h2", {}, say.book), el("div", { class: "book panel" }, !shop.told.text.length && el("p", {}, say.noBook), shop.told.text.map((line, n) => el("p", { class: n && line.includes(titleOf(shop)) ? "here" : n ? "" : "head-of" }, line.trim())))),
  );
}

/** What things are called in a list: of one title with what they do, and where they do the same by their names. */
export function tellApart(things) {
  const ways = ([name, { title, does }]) => [title, ...[does.join(" ").replace(/\.$/, ""), name.replaceAll("_", " ")].filter(Boolean).map((words) => `${title} (${words})`)];
  const called = new Map(Object.entries(things).map((entry) => [entry[0], ways(entry)]));
  const all = [...called.values()].flat();
  return (name) => called.get(name).find((words) => all.indexOf(words) === all.lastIndexOf(words));
}

const titleOf = ({ made, at }) => made.picture.things[at]?.title ?? "\u0000";

const hasPlaces = (picture) => Object.values(picture.rows).some((row) => row.head);

function drawCard(shop, scene, name, isHere) {
  const thing = scene.picture.things[name];
  const [, file, line] = ownPlace(shop.made, name) ?? ["", thing.file.replace(`${shop.made.own}/`, ""), thing.line];
  return el(
    "article",
    { class: isHere ? "card-of here" : "card-of", "aria-label": thing.title },
    card(scene, name),
    el("div", {}, thing.about.map((sentence) => el("p", {}, sentence)), el("p", { class: "row" }, el("button", { type: "button", class: "inline place", on: { click: () => shop.open({ file, line: Number(line) }) } }, say.toLine(file, line)), hasPlaces(scene.picture) && el("button", { type: "button", class: "inline small", data: { key: `table ${name}` }, on: { click: () => shop.putOnTable(name) } }, say.toTable))),
  );
}

/** The line of one's own that changes a thing of the base. */
const ownPlace = ({ own, differences }, name) => differences.find((one) => one.name === name && one.after?.startsWith(`${own}/`))?.after.slice(own.length + 1).match(/^(.+):(\d+)$/);

export const drawDiffers = (node, shop) => fill(node, drawChanges(shop));

/** What differs from the base, each with the line that changes it. */
function drawChanges(shop) {
  const { made, project } = shop;
  if (!project.base && !made.files.some((file) => !file.startsWith(`${made.own}/`))) return el("p", { class: "muted" }, say.noBase);
  if (!made.differences.length) return el("p", { class: "muted" }, say.same);
  const go = (place) => () => {
    const [, file, line] = place.match(/^(.+):(\d+)$/);
    shop.open({ file: file.replace(`${made.own}/`, ""), line: Number(line) });
  };
  return differences(made.differences, go);
}

export function drawSituations(node, shop) {
  const { results } = shop;
  const all = results?.results ?? [];
  const failed = all.filter((one) => !one.passed);
  const record = (one) => doer(say.record, () => shop.record([one]), { kind: "small", key: `record ${one.name}`, wait: say.recording });
  fill(
    node,
    el("p", { class: "muted" }, say.situationsAbout),
    el("p", { role: "status", data: { key: "tally" } }, el("b", {}, say.all(all.length - failed.length, all.length))),
    results?.left_out && el("p", { class: "muted" }, say.leftOut),
    failed.length > 0 && el("p", {}, say.onPurpose, " ", failed.length > 1 && doer(say.recordAll(failed.length), () => shop.record(failed), { kind: "small", key: "record all", wait: say.recording })),
    el("ul", { class: "results" }, all.map((one) => drawResult(one, el("button", { type: "button", class: "entry", on: { click: () => shop.open({ file: one.file, line: one.line }) } }, one.name), !one.passed && record(one)))),
    el("button", { type: "button", class: "button", data: { key: "set up" }, on: { click: () => shop.show("position") } }, say.make),
    drawInherited(shop),
    drawGuard(shop),
  );
}

function drawResult(one, title, ...more) {
  return el("li", { class: one.passed ? "" : "failed" },
    el("span", { class: one.passed ? "sign added" : "sign bad", role: "img", "aria-label": one.passed ? say.holds : say.fails }, one.passed ? "✓" : "≠"),
    el("div", { class: "grow" }, title, one.messages.map((message) => el("p", { class: "small" }, message)), more, one.course.length > 0 && el("details", {}, el("summary", { class: "small" }, say.happened), el("pre", { class: "small" }, one.course.join("\n")))));
}

/** The examples of the base that come out otherwise, each with the rule that changes it, to be taken as meant. */
function drawInherited(shop) {
  const { played, changed, meant } = shop.results?.inherited ?? { played: 0, changed: [], meant: 0 };
  if (!played) return null;
  const accept = (words, list, kind, key) => doer(words, () => shop.accept(list), { kind, key, wait: say.recording });
  const cause = (one) => one.causes.map(({ file, line, words }) => el("p", { class: "small" }, say.by, el("button", { type: "button", class: "inline place", on: { click: () => shop.open({ file, line }) } }, words)));
  return el("section", {},
    el("h2", {}, say.inherited),
    el("p", { role: "status", data: { key: "inherited" } }, say.inheritedAll(played - meant, changed.length), meant > 0 && ` ${say.meant(meant)}`),
    changed.length > 1 && accept(say.acceptAll(changed.length), changed, "go small", "accept all"),
    el("ul", { class: "results" }, changed.map((one) => drawResult({ ...one, messages: one.messages.slice(0, 1) }, el("b", {}, one.name), cause(one), accept(say.accept, [one], "small", `accept ${one.name}`)))));
}

/** What no situation notices: lines that none runs, and small changes of the rules under which all still hold. */
function drawGuard(shop) {
  const { guard } = shop;
  const missed = guard?.slips.filter((slip) => !slip.noticed_by) ?? [];
  const entry = (place, text) => el("li", {}, el("div", { class: "grow" }, el("button", { type: "button", class: "entry", on: { click: () => shop.open(place) } }, say.toLine(place.file, place.line)), el("p", { class: "small" }, marked(text))));
  return el("details", { class: "guard", open: Boolean(guard) },
    el("summary", {}, say.guard),
    el("p", { class: "muted" }, say.guardAbout),
    guard?.isRunning
      ? el("button", { type: "button", class: "button", data: { key: "gaps" }, on: { click: () => shop.stopGaps() } }, say.stop)
      : el("button", { type: "button", class: "button", disabled: !shop.sound, data: { key: "gaps" }, on: { click: () => shop.findGaps() } }, say.findGaps),
    guard && el("p", { role: "status", data: { key: "guarded" } }, guard.isRunning && !guard.next && say.trying, guard.slips.length > 0 && el("b", {}, say.guarded(missed.length, guard.slips.length), " "), guard.next > 0 && guard.next < guard.found && say.toTry(guard.found - guard.next)),
    guard && el("ul", { class: "results" }, guard.gaps.map((gap) => entry(gap, gap.what)), missed.map((slip) => entry(slip, slip.change))));
}
