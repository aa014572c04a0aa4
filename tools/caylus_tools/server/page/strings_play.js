// What the page of a running table says.

const all = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
const nth = (n) => `${n}${n % 100 > 10 && n % 100 < 14 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th")}`;
const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const play = {
  all,
  nth,
  count,
  turn: {
    yours: "Your turn",
    theirs: (name) => `${name}'s turn`,
    several: (names) => `${all(names)} decide`,
    choices: (n) => count(n, "choice"),
    over: "The game is over",
    waiting: (names) => `Waiting for ${all(names)}`,
    sealed: (name) => `${name} decides in secret.`,
    round: (n) => `turn ${n}`,
    live: (prompt, n) => `Your turn. ${prompt}. ${count(n, "choice")}.`,
  },
};
