// Opening a table: rules, variants, own rules, seats; what will be played is compared at every change, and nothing is kept before it opens.
import { el, fill } from "./dom.js";
import { differences } from "./differences.js";
import { open as dialog } from "./dialogs.js";
import { fault } from "./faults.js";
import { doer, frame, patience, refusal, waiting } from "./frame.js";
import { keep, keepMaker } from "./links.js";
import { listing, mark } from "./listing.js";
import { get, post } from "./net.js";
import { byDraft, compareStack, own, stack } from "./new_own.js";
import { nearest, rulesets, variants } from "./new_rules.js";
import { atTable, begun, resized, seats } from "./new_seats.js";
import { goTo } from "./paths.js";
import { say } from "./strings.js";

const RULES = ["base", "variants", "own"]; // what an order has to be compared for

export async function show(main) {
  waiting(main, say.around.ways.open, say.open.reading);
  const catalogue = await get("/api/rulesets");
  for (const rules of catalogue.rulesets) for (const one of [rules, ...rules.variants]) one.counts = forPeople(one);
  const [first] = catalogue.rulesets;
  const order = { base: first.name, variants: [], own: null, ...begun(first) };
  const fold = { isOpen: false, sought: "" };
  const parts = Object.fromEntries(["rules", "own", "differ", "seats", "open"].map((name) => [name, el("section")]));

  let played = { ...first, checks: true, differences: [], marks: [] };
  let wanted = 0;
  let told = 0;
  let comparing = null;

  function change(changes) {
    Object.assign(order, changes);
    draw();
    if (!RULES.some((name) => name in changes)) return null;
    wanted++;
    return (comparing ??= compare().finally(() => (comparing = null)));
  }

  /** One question at a time: what has changed meanwhile is asked for next. */
  async function compare() {
    for (let asked = null; asked !== wanted; ) {
      asked = wanted;
      try {
        played = await compared(order);
        told = asked;
        if (played.checks) order.seats = resized(order.seats, nearest(played.counts, order.seats.length));
        draw();
      } catch (error) {
        fill(parts.differ, el("h2", {}, say.open.differ), el("p", { class: "bad", role: "alert" }, refusal(error)));
      }
    }
  }

  function draw() {
    fill(parts.rules, el("h2", {}, say.open.rules), rulesets(catalogue, order, change), variants(catalogue, order, change, fold));
    fill(parts.own, el("h2", {}, say.open.own), own(order, change, touched));
    fill(parts.seats, el("h2", {}, say.open.seats), seats(order, played, catalogue.policies, change), el("h2", {}, say.open.table), atTable(order, played, change));
    touched();
  }
  function touched() {
    const isTold = told === wanted;
    fill(parts.differ, el("h2", {}, say.open.differ, isTold && el("span", { class: "muted small" }, say.open.number(played.differences.length))), isTold ? what(order, played) : el("p", { class: "panel sheet muted", role: "status" }, patience(say.open.comparing)));
    fill(parts.open, opening(order, played, catalogue));
  }
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.get("draft")) waiting(main, say.around.ways.open, say.open.readingOwn);
  const wish = asked.get("draft") ? await byDraft(order, asked.get("draft"), asked.get("with")) : { base: first.name };
  frame(main, say.around.ways.open, el("div", { class: "halves" }, el("div", {}, parts.rules, parts.own), el("div", {}, parts.differ, parts.seats, parts.open)));
  await change(wish);
}

/** Numbers of players without those whom the rules play: so many seats there are. */
const forPeople = ({ counts, automata }) => counts.map((count) => count - automata.length);

/** What would be played: with the own rules if they check, and without them until they do. */
async function compared(order) {
  if (order.own?.draft) {
    const found = await compareStack(order, order.own.draft);
    Object.assign(order.own, { faults: found.faults, checks: found.checks });
    if (found.checks || order.base === null) return { ...found, counts: forPeople(found) };
  }
  const found = await compareStack(order, null);
  return { ...found, counts: forPeople(found) };
}

const what = (order, played) =>
  el("div", { class: "panel sheet" }, order.own && !order.own.checks && el("p", { class: "muted" }, say.open.unchecked), played.checks ? differences(played.differences, (place) => () => look(order, place)) : played.faults.map((each) => fault(each, null)));

/** A place in the rules as they would be played. */
async function look(order, place) {
  const [, file, line] = place.match(/^(.+):(\d+)$/);
  try {
    const { text } = await get(`/api/rules/source?${stack(order, order.own?.checks ? order.own.draft : null)}&${new URLSearchParams({ file })}`);
    const shown = listing(file, text);
    dialog(file, [shown]);
    mark(shown, line);
  } catch (error) {
    dialog(file, [el("p", {}, refusal(error))]);
  }
}

/** The button, and what the table opens with and without. */
function opening(order, played, catalogue) {
  const hindrance = !played.checks ? say.open.clash : played.counts.includes(order.seats.length) ? null : say.open.count(played.counts);
  const base = catalogue.rulesets.find((each) => each.name === order.base);
  const laid = base ? [base, ...base.variants.filter((each) => order.variants.includes(each.name))] : [];
  const titles = [...laid, order.own?.checks && order.own].filter(Boolean).map((each) => each.title);
  const left = order.own && !order.own.checks ? say.open.without(order.own.title) : null;
  const button = doer(say.open.open, () => open(order), { kind: "go", key: "open", wait: say.open.opening });
  if (hindrance) button.querySelector("button").setAttribute("aria-disabled", "true");
  return el("div", { class: "opening" }, button, el("p", { class: "small muted" }, hindrance ?? say.open.with(titles), left && ` ${left}`));
}

async function open(order) {
  const people = order.shuffle ? shuffled(order.seats) : order.seats;
  const { table, links, watch } = await post("/api/tables", {
    base: order.base,
    variants: order.variants,
    draft: order.own?.checks ? order.own.draft : null,
    seats: people.map(({ kind, label, policy }) => ({ kind: kind === "bot" ? "bot" : "person", label: label || null, policy, mine: kind === "mine" })),
    title: order.title,
    public: order.public,
    spectators: order.spectators,
    clock: order.clock,
    undo: order.undo,
    match: order.match,
  });
  keep(table, { ...links, ...(watch && { "": watch }) });
  const maker = new URLSearchParams(location.hash.slice(1)).get("from");
  if (maker) keepMaker(table, maker);
  goTo(`/table/${table}`);
}

function shuffled(list) {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}
