// A definition of what the rules stand on, put into one's own file to be changed.
import { MANIFEST, isScenarios } from "./project.js";

/** Puts the definition at a line of `text` behind the open file of rules, as one that takes its place. */
export function copyInto(shop, text, line) {
  const lines = text.split("\n");
  const start = lines.slice(0, line).findLastIndex((each) => /^[a-z]/.test(each));
  if (start < 0) return;
  const end = /\{\s*(--.*)?$/.test(lines[start]) ? lines.findIndex((each, at) => at > start && each.startsWith("}")) : start;
  const definition = lines.slice(start, end + 1).join("\n").replace(/^(constant|scale) /, "change $1 ");
  const isRules = (file) => file !== MANIFEST && !isScenarios(file);
  const file = isRules(shop.file) ? shop.file : shop.project.names.find(isRules);
  const old = shop.project.files[file].replace(/\n*$/, "\n\n");
  const whole = `${old}${definition.startsWith("change ") ? "" : "replace "}${definition}\n`;
  shop.open({ file });
  shop.code.replace(0, shop.code.area.value.length, whole);
  shop.code.go(old.split("\n").length);
}
