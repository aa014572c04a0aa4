// The left column: files, what is defined in the open one, what the rules stand on, and how to add to it.
import { el, fill } from "../dom.js";
import { isScenarios, MANIFEST } from "./project.js";
import { say } from "./strings.js";

const DEFINED = /^(?:(?:change|replace|remove) )?(?!add |seal )([a-z]\w*) ([a-z]\w*)(?:[^"\n]*?"([^"\n]*)")?/;
const SCENARIO = /^\s*- name: "?(.*?)"?$/;

/** `shop` has the project, the faults, what was made, and ways to open and to add. */
export function drawFiles(node, shop) {
  const { project, faults, made } = shop;
  const defined = outline(project.files[shop.file] ?? "", shop.file);
  const count = (file) => faults.filter((fault) => fault.file === file && fault.severity === "error").length;
  fill(
    node,
    el("h2", {}, say.files),
    el("ul", {}, project.names.map((file) => el("li", { class: "row" }, el("button", { type: "button", class: "grow entry", "aria-current": file === shop.file ? "page" : null, data: { key: `file ${file}` }, on: { click: () => shop.open({ file }) } }, file === MANIFEST ? say.manifest : file.replace("scenarios/", "▸ ")), count(file) > 0 && el("span", { class: "tag bad" }, say.errors(count(file))), file !== MANIFEST && file === shop.file && [el("button", { type: "button", class: "button plain tiny", "aria-label": say.renameFile(file), data: { key: "rename file" }, on: { click: () => shop.renameFile(file) } }, "✎"), el("button", { type: "button", class: "button plain tiny", "aria-label": say.remove(file), on: { click: () => shop.remove(file) } }, "×")]))),
    defined.length > 0 && el("h2", {}, say.outline(shop.file)),
    el("ul", {}, defined.map(({ title, kind, line }) => el("li", { class: "row" }, el("button", { type: "button", class: "grow entry", on: { click: () => shop.open({ file: shop.file, line }) } }, title), el("span", { class: "small muted" }, kind)))),
    el("h2", {}, say.add),
    el("ul", {}, project.base && el("li", {}, el("button", { type: "button", class: "entry", data: { key: "add change" }, on: { click: () => (shop.show("change"), shop.finder.input.focus()) } }, `+ ${say.newChange}`)), el("li", {}, el("button", { type: "button", class: "entry", data: { key: "add rules" }, on: { click: () => shop.add(false) } }, `+ ${say.newRules}`)), el("li", {}, el("button", { type: "button", class: "entry", on: { click: () => shop.add(true) } }, `+ ${say.newScenarios}`))),
    made?.files.some((file) => !file.startsWith(`${made.own}/`)) && [
      el("h2", {}, say.stands, " ", el("span", { class: "small muted" }, say.toRead)),
      el("ul", {}, made.files.filter((file) => !file.startsWith(`${made.own}/`)).map((file) => el("li", {}, el("button", { type: "button", class: "entry", on: { click: () => shop.open({ file }) } }, file)))),
    ],
  );
}

/** What is defined in a text, by its lines. */
export function outline(text, file) {
  const lines = text.split("\n").map((line, at) => ({ found: line.match(isScenarios(file) ? SCENARIO : DEFINED), line: at + 1 }));
  if (file === MANIFEST) return [];
  return lines.filter(({ found }) => found).map(({ found, line }) => (isScenarios(file) ? { title: found[1], kind: "", line, name: "" } : { title: found[3] || found[2].replaceAll("_", " "), kind: found[1].replaceAll("_", " "), line, name: found[2] }));
}

/** The name that is defined at a line, or before it. */
export const definedAt = (text, file, line) => outline(text, file).findLast((one) => one.line <= line) ?? null;
