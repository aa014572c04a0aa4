// A definition of what the rules stand on, put into one's own file to be changed.
import { say } from "./strings.js";
import { MANIFEST, isScenarios } from "./project.js";

/** Puts the definition at a line of `text` behind the open file of rules, as one that takes its place; one that is there is shown. */
export function copyInto(shop, text, line) {
  const lines = text.split("\n");
  const start = lines.slice(0, line).findLastIndex((each) => /^[a-z]/.test(each));
  if (start < 0) return (shop.live.textContent = say.noRule);
  const end = /\{\s*(--.*)?$/.test(lines[start]) ? lines.findIndex((each, at) => at > start && each.startsWith("}")) : start;
  const definition = lines.slice(start, end + 1).join("\n").replace(/^(constant|scale) /, "change $1 ");
  const [, name] = definition.match(/^(?:change )?(\w+ \w+)/) ?? [];
  const changed = new RegExp(`^(change|replace) ${name}\\b`, "m");
  const known = shop.project.names.find((each) => changed.test(shop.project.files[each]));
  if (known) {
    const before = shop.project.files[known].split(changed)[0];
    return shop.open({ file: known, line: before.split("\n").length });
  }
  const isRules = (file) => file !== MANIFEST && !isScenarios(file);
  const file = isRules(shop.file) ? shop.file : shop.project.names.find(isRules);
  const old = shop.project.files[file].replace(/\n*$/, "\n\n");
  const whole = `${old}${definition.startsWith("change ") ? "" : "replace "}${definition}\n`;
  shop.open({ file });
  shop.replace(() => (shop.project.write(file, whole), [file]));
  shop.code.go(old.split("\n").length);
}
