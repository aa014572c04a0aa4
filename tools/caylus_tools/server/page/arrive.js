// What a link to a seat or to watching leads to. Looking at it changes nothing: previews of links and curious people take no seat.
import { el, fill } from "./dom.js";
import { doer, frame, labelled, waiting } from "./frame.js";
import { rules as differing } from "./lobby.js";
import { addressOf, pagePath } from "./paths.js";
import { habit, keep } from "./prefs.js";
import { Refused, get, post } from "./net.js";
import { say } from "./strings.js";

export async function show(main) {
  const [table, token] = location.hash.slice(1).split(".");
  const watching = pagePath() === "/watch";
  if (!table || !token) return frame(main, say.arrive.title, el("p", {}, say.arrive.cut));
  waiting(main, say.arrive.title);
  const invitation = await known(post(`/api/tables/${encodeURIComponent(table)}/invitation`, { token }));
  const about = known(get(`/api/tables/${encodeURIComponent(table)}`));
  if (invitation?.state !== "open") return frame(main, invitation?.title ?? say.arrive.title, astray(table, (await about)?.yours ?? []));
  const played = el("section", { class: "panel", hidden: true });
  frame(main, invitation.title, welcome(table, token, watching, invitation), played);
  const told = await about; // to compare rules takes longer than to ask for a name
  if (told) fill(played, differing({ id: table }, told));
  played.hidden = !told;
}

/** What is asked for, or null where there is no such thing for this reader. */
async function known(asked) {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refused && [400, 403, 404].includes(error.status)) return null;
    throw error;
  }
}

/** A link that leads nowhere any more; often because it has been used, in this very browser. */
function astray(table, yours) {
  if (yours.length) return [el("p", { class: "lead" }, say.arrive.here(yours)), el("p", {}, el("a", { class: "button go", href: `/table/${table}` }, say.arrive.toTable))];
  return [el("p", { class: "lead" }, say.arrive.void), el("p", {}, say.arrive.askAgain)];
}

function welcome(table, token, watching, { seat, rules, by }) {
  if (watching) return [el("p", { class: "lead" }, say.arrive.watch(rules.title)), doer(say.arrive.watchIt, () => watch(table, token), { kind: "go" })];
  const name = el("input", { maxlength: 24, autocomplete: "nickname", value: habit("name") });
  return el(
    "form",
    { class: "panel sheet", on: { submit: press } },
    el("p", { class: "lead" }, say.arrive.invited(rules.title, seat, by)),
    labelled(say.arrive.name, name),
    doer(say.arrive.take(seat), () => claim(table, token, seat, name.value.trim()), { kind: "go" }),
    el("p", { class: "small muted" }, say.arrive.browser),
  );
}

/** Enter in the field is as good as the button. */
function press(event) {
  event.preventDefault();
  event.currentTarget.querySelector("button").click();
}

async function watch(table, token) {
  await post(`/api/tables/${table}/watch`, { token });
  location.replace(addressOf(`/table/${table}`));
}

async function claim(table, token, seat, label) {
  await post(`/api/tables/${table}/seats/${encodeURIComponent(seat)}/claim`, { token, label });
  if (label) keep("name", label);
  location.replace(addressOf(`/table/${table}`));
}
