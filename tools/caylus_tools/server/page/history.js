// How a game went, choice by choice: asked for once while it does not change.

const asked = new WeakMap();

/** The steps of a table, the start first: `{n, seat, text, cited, round, scores}`, see the server's `history`. */
export async function history(table) {
  const { revision } = table.state;
  if (asked.get(table)?.revision !== revision) asked.set(table, { revision, steps: table.get("history") });
  return (await asked.get(table).steps).steps;
}

/** The first step of each round, as `[round, n]`. */
export const rounds = (steps) => [...new Map(steps.filter((step) => step.round).map((step) => [step.round, step.n]).reverse())].reverse();
