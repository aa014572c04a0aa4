// How strong a bot is: its level, and within one level a slider.
import { el } from "./dom.js";
import { say } from "./strings.js";

const MOST = 100;

/** The level that a policy is of: `normal` of `normal:40`; undefined for what no level offers. */
const levelOf = (policies, policy) => policies.find(({ name, strength }) => policy === name || (strength && policy?.startsWith(`${name}:`)));

const strengthOf = (policy) => Number(policy.split(":")[1] ?? MOST);

/** The name of the level; where there is none, the policy as it is. */
export const levelName = (policies, policy) => levelOf(policies, policy)?.name ?? policy;

/** A line on how a bot plays. */
export function skill(policies, policy) {
  const level = levelOf(policies, policy);
  return level?.strength ? say.open.strength(level.about, strengthOf(policy)) : (level?.about ?? say.lobby.bot);
}

/** A slider where the level has one. `put(policy)` is told what was chosen, `slide(policy)` what it passes meanwhile. */
export function slider(policies, policy, seat, put, slide) {
  const level = levelOf(policies, policy);
  if (!level?.strength) return null;
  const chosen = () => (Number(field.value) === MOST ? level.name : `${level.name}:${field.value}`);
  const field = el("input", {
    type: "range",
    min: 1,
    max: MOST,
    value: strengthOf(policy),
    "aria-label": say.open.strengthOf(seat),
    data: { key: `strength ${seat}` },
    on: { input: () => slide?.(chosen()), change: () => put(chosen()) },
  });
  return field;
}
