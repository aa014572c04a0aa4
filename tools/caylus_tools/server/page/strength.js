// How strong a bot is: a slider below the level that has one.
import { el } from "./dom.js";
import { say } from "./strings.js";

const MOST = 100;

/** The name of the level of a bot's policy: `normal` of `normal:40`; of bots that have no strength the policy as it is. */
export const levelOf = (policies, policy) => policies.find(({ name, strength }) => strength && policy?.startsWith(`${name}:`))?.name ?? policy;

/** What is known of a bot, with a slider where its level has one; `put(policy)` is told what was chosen. */
export function about(policies, policy, seat, put) {
  const level = policies.find(({ name }) => name === levelOf(policies, policy));
  if (!level?.strength) return el("span", { class: "small muted" }, level?.about ?? say.lobby.bot);
  const value = Number(policy.split(":")[1] ?? MOST);
  const told = el("span", { class: "small muted" }, say.open.strength(level.about, value));
  const slide = () => told.replaceChildren(say.open.strength(level.about, Number(field.value)));
  const field = el("input", {
    type: "range",
    class: "strength",
    min: 1,
    max: MOST,
    value,
    "aria-label": say.open.strengthOf(seat),
    data: { key: `strength ${seat}` },
    on: { input: slide, change: () => put(Number(field.value) === MOST ? level.name : `${level.name}:${field.value}`) },
  });
  return [field, told];
}
