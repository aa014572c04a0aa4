// How a game went, choice by choice: asked for once while it does not change.
import { get } from "./net.js";

const asked = new WeakMap();

/** The steps of a table, the start first: `{n, seat, text, cited, turn, scores}`, see the server's `history`. */
export async function history(table) {
  const { revision } = table.state;
  const seat = table.seat ? `?${new URLSearchParams({ seat: table.seat })}` : "";
  if (asked.get(table)?.revision !== revision) asked.set(table, { revision, steps: get(`/api/tables/${table.id}/history${seat}`) });
  return (await asked.get(table).steps).steps;
}

/** The first step of each turn, as `[turn, n]`. */
export const turns = (steps) => [...new Map(steps.filter((step) => step.turn).map((step) => [step.turn, step.n]).reverse())].reverse();
