// A line of rules or of YAML in pieces with a class each. Lines are coloured one by one: nothing of the language goes over a line.

const RULES = /(--.*)|("(?:[^"\\]|\\.)*"?)|([A-Za-z_]\w*)|(\d+)|(\s+)|(.)/g;
const YAML = /(#.*)|("(?:[^"\\]|\\.)*"?|'[^']*'?)|([A-Za-z_][\w ]*(?=:(?:\s|$)))|(-?\d+)|(\s+)|([A-Za-z_]\w*|.)/g;

/** `[class, text]` of a line; `words` are those of the language by their sort. */
export function pieces(line, isRules, words) {
  if (isRules && /^\s*\|/.test(line)) return [["said", line]];
  const found = [];
  for (const { 0: text, 1: comment, 2: quoted, 3: word, 4: number, index } of line.matchAll(isRules ? RULES : YAML)) {
    if (isRules && word && !index && !words.has(word)) found.push(["define", text]); // a kind of the rules' own defines like a word
    else found.push([comment ? "comment" : quoted ? "quoted" : word ? (isRules ? sort(word, words) : "define") : number ? "digits" : "", text]);
  }
  return found;
}

const sort = (word, words) => words.get(word) ?? "called";

/** The words of the language, each with its sort. */
export const sorted = (told) => new Map(Object.entries(told).flatMap(([name, list]) => Object.keys(list).map((word) => [word, name])));
