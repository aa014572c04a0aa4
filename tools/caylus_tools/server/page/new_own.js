// Rules of one's own: dropped, chosen or written here, checked on the server, mended by a press or by hand.
import { el, fill } from "./dom.js";
import { editor } from "./editor.js";
import { fault } from "./faults.js";
import { doer, refusal } from "./frame.js";
import { get, post, postFile } from "./net.js";
import { say } from "./strings.js";
import { collected } from "./uploads.js";
import { kept } from "./workshop/project.js";

const FIRST = "own.rules";
const MANIFEST = "ruleset.yaml";

/** `change(changes)` changes the order, `touched()` says that what was checked is no longer what is written. */
export function own(order, change, touched) {
  return order.own ? uploaded(order, change, touched) : dropping(order, change);
}

/**
 * What has been written goes to the server, which checks it with everything else that was chosen.
 * @param {{base: string | null, variants: string[]}} order
 * @param {{zip?: File, files?: Record<string, string>}} written
 */
function offered({ base, variants }, { zip, files }) {
  const query = new URLSearchParams({ base: base ?? "", with: variants.join(",") });
  if (zip) return postFile(`/api/rules?${query}`, zip, "application/zip");
  return post("/api/rules", { base: MANIFEST in files ? null : base, variants, files }); // a manifest says itself what they stand on
}

/** What stands on something else than was chosen, or on nothing, is not played with what was chosen. */
const taken = (order, { draft, title, files, faults, checks, base }) => ({
  ...(base !== order.base && { base, variants: [] }),
  own: { draft, title, files, faults, checks, dirty: false, editing: edited(order.own, files), stoodOn: order.base ?? order.own.stoodOn },
});

/** The changes of an order for rules that were kept under an id, such as those of the workshop. */
export async function byDraft(order, id, variants) {
  const { base, files } = await get(`/api/rules/drafts/${encodeURIComponent(id)}`);
  const on = { base: base ?? order.base, variants: (variants ?? "").split(",").filter(Boolean) };
  return { ...on, ...taken({ ...order, ...on }, { ...(await compareStack(on, id)), draft: id, files }) };
}

export const stack = ({ base, variants }, draft) => new URLSearchParams({ base: base ?? "", with: variants.join(","), ...(draft && { draft }) });

let last = { asked: "", found: null };

/** What rules differ in from their base; what was asked last is not asked again. */
export async function compareStack(order, draft) {
  const asked = String(stack(order, draft));
  if (asked !== last.asked) last = { asked, found: await get(`/api/rules/diff?${asked}`) };
  return last.found;
}

/** The changes of an order for rules of the workshop. */
async function byTexts(order, { base, variants, files }) {
  const on = { base: base ?? order.base, variants };
  return { ...on, ...taken({ ...order, ...on }, await offered({ ...order, ...on }, { files })) };
}

/** The file that is open stays open under the name that the server gives it. */
function edited(before, files) {
  if (!before?.editing) return null;
  return { file: before.editing.file in files ? before.editing.file : Object.keys(files)[0] };
}

function dropping(order, change) {
  const told = el("span", { class: "bad", role: "alert" });
  async function take(list) {
    told.textContent = say.own.checking;
    try {
      const found = await collected(list);
      if (!found) return (told.textContent = say.own.nothing);
      await change(taken(order, await offered(order, found)));
    } catch (error) {
      fill(told, ...refusal(error));
    }
  }
  const write = () => change({ own: { draft: null, title: say.own.unnamed, files: { [FIRST]: "" }, faults: [], checks: false, dirty: true, editing: { file: FIRST, line: 1 } } });
  const over = (on) => (event) => {
    event.preventDefault();
    event.currentTarget.classList.toggle("over", on);
  };
  const drop = (event) => {
    over(false)(event);
    take(event.dataTransfer);
  };
  const chooser = (words, folder) => {
    const field = el("input", { type: "file", multiple: true, webkitdirectory: folder, accept: folder ? null : ".rules,.yaml,.zip", class: "unseen", on: { change: () => take(field) } });
    return el("label", { class: "button file" }, words, field);
  };
  return el(
    "div",
    { class: "drop", on: { dragover: over(true), dragleave: over(false), drop } },
    el("span", { class: "grow" }, say.own.drop),
    chooser(say.own.choose, false),
    chooser(say.own.folder, true),
    el("button", { type: "button", class: "button", data: { key: "write" }, on: { click: write } }, say.own.write),
    kept().length > 0 && el("p", { class: "row" }, say.own.written, kept().map((one) => doer(one.title, async () => change(await byTexts(order, one)), { key: `own ${one.id}`, wait: say.own.checking }))),
    told,
  );
}

function uploaded(order, change, touched) {
  const rules = order.own;
  const redraw = (changes) => change({ own: { ...rules, ...changes } });
  const fixes = rules.faults.filter((each) => each.fix && !each.is_guess);
  const first = rules.faults.find((each) => each.file in rules.files);
  const check = async () => change(taken(order, await offered(order, rules)));
  const mend = async () => {
    const { draft } = rules.dirty ? await offered(order, rules) : rules;
    await change(taken(order, await post("/api/rules/mend", { draft, variants: order.variants })));
  };
  const typed = () => {
    Object.assign(rules, { dirty: true, checks: false });
    touched();
  };
  const edit = (file, line) => redraw({ editing: { file, line } });
  return el(
    "div",
    { class: `panel sheet own${errors(rules) ? " faulty" : ""}` },
    el(
      "div",
      { class: "row" },
      el("b", {}, rules.title),
      el("span", { class: "small muted grow" }, say.own.files(Object.keys(rules.files).length)),
      el("span", { role: "status", class: errors(rules) ? "bad" : "muted" }, verdict(rules)),
    ),
    rules.faults.map((each) => fault(each, each.file in rules.files ? edit : null)),
    rules.editing && editor(rules, typed),
    el(
      "div",
      { class: "row" },
      fixes.length > 0 && doer(say.own.mend(fixes), mend, { kind: "go", key: "mend" }),
      rules.editing ? doer(say.own.check, check, { kind: fixes.length || rules.checks ? "" : "go", key: "check" }) : el("button", { type: "button", class: "button", data: { key: "edit" }, on: { click: () => edit(first?.file ?? Object.keys(rules.files)[0], first?.line ?? 1) } }, first ? say.own.openLine(first.line) : say.own.edit),
      rules.draft && !rules.dirty && el("a", { class: "button plain", href: `/workshop#draft=${rules.draft}${order.variants.length ? `&with=${order.variants.join(",")}` : ""}` }, say.own.workshop),
      el("button", { type: "button", class: "button plain", data: { key: "remove" }, on: { click: () => change({ own: null, ...(order.base === null && { base: rules.stoodOn }) }) } }, say.own.remove),
    ),
    el("p", { class: "small muted" }, say.own.stay),
  );
}

const errors = ({ faults }) => faults.filter((each) => each.severity === "error").length;
const verdict = (rules) => (rules.dirty ? say.own.changed : rules.checks ? say.own.checks : say.own.faults(errors(rules)));
