// Rules of one's own: dropped, chosen or written here, checked on the server, mended by a press or by hand.
import { el, fill } from "./dom.js";
import { editor } from "./editor.js";
import { fault } from "./faults.js";
import { doer, refusal } from "./frame.js";
import { post, postFile } from "./net.js";
import { say } from "./strings.js";
import { collected } from "./uploads.js";

const FIRST = "own.rules";

/** `change(changes)` changes the order, `touched()` says that what was checked is no longer what is written. */
export function own(order, change, touched) {
  return order.own ? uploaded(order, change, touched) : dropping(order, change);
}

/** What has been written goes to the server, which checks it with everything else that was chosen. */
function offered({ base, variants }, { zip, files }) {
  const query = new URLSearchParams({ base: base ?? "", with: variants.join(",") });
  return zip ? postFile(`/api/rules?${query}`, zip, "application/zip") : post("/api/rules", { base, variants, files });
}

/** A whole game of its own stands on nothing; then no variants of another are laid over it. */
const taken = (order, { draft, title, files, faults, checks, base }) => ({
  ...(base === null && { base, variants: [] }),
  own: { draft, title, files, faults, checks, dirty: false, editing: edited(order.own, files), stoodOn: order.base ?? order.own.stoodOn },
});

/** The file that is open stays open under the name that the server gives it. */
function edited(before, files) {
  if (!before?.editing) return null;
  return { file: before.editing.file in files ? before.editing.file : Object.keys(files)[0] };
}

function dropping(order, change) {
  const told = el("span", { class: "bad", role: "alert" });
  async function take(list) {
    told.replaceChildren();
    try {
      const found = await collected(list);
      if (!found) return told.append(say.own.nothing);
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
    told,
  );
}

function uploaded(order, change, touched) {
  const rules = order.own;
  const redraw = (changes) => change({ own: { ...rules, ...changes } });
  const fixes = rules.faults.filter((each) => each.fix).length;
  const [first] = rules.faults.filter((each) => each.file in rules.files);
  const check = async () => change(taken(order, await offered(order, rules)));
  const mend = async () => {
    const { draft } = rules.dirty ? await offered(order, rules) : rules;
    await change(taken(order, await post("/api/rules/mend", { draft })));
  };
  const typed = () => {
    Object.assign(rules, { dirty: true, checks: false });
    touched();
  };
  const edit = (file, line) => redraw({ editing: { file, line } });
  return el(
    "div",
    { class: `panel sheet own${rules.faults.length ? " faulty" : ""}` },
    el(
      "div",
      { class: "row" },
      el("b", {}, rules.title),
      el("span", { class: "small muted grow" }, say.own.files(Object.keys(rules.files).length)),
      el("span", { role: "status", class: rules.faults.length ? "bad" : "muted" }, verdict(rules)),
    ),
    rules.faults.map((each) => fault(each, each.file in rules.files ? edit : null)),
    rules.editing && editor(rules, typed),
    el(
      "div",
      { class: "row" },
      fixes > 0 && doer(say.own.mend(rules.faults.filter((each) => each.fix)), mend, { kind: "go", key: "mend" }),
      rules.editing ? doer(say.own.check, check, { kind: fixes ? "" : "go", key: "check" }) : el("button", { type: "button", class: "button", data: { key: "edit" }, on: { click: () => edit(first?.file ?? Object.keys(rules.files)[0], first?.line ?? 1) } }, first ? say.own.openLine(first.line) : say.own.edit),
      el("button", { type: "button", class: "button plain", data: { key: "remove" }, on: { click: () => change({ own: null, ...(order.base === null && { base: rules.stoodOn }) }) } }, say.own.remove),
    ),
    el("p", { class: "small muted" }, say.own.stay),
  );
}

const verdict = ({ draft, dirty, faults, checks }) => (!draft ? "" : dirty ? say.own.changed : checks ? say.own.checks : say.own.faults(faults.length));
