// What a link to a seat or to watching leads to. Looking at it changes nothing: previews of links and curious people take no seat.
import { el } from "./dom.js";
import { doer, frame, labelled } from "./frame.js";
import { habit, keep } from "./prefs.js";
import { post, Refused } from "./net.js";
import { say } from "./strings.js";

export async function show(main) {
  const [table, token] = location.hash.slice(1).split(".");
  const watching = location.pathname === "/watch";
  if (!table || !token) return frame(main, say.arrive.title, el("p", {}, say.arrive.cut));
  let invitation;
  try {
    invitation = await post(`/api/tables/${encodeURIComponent(table)}/invitation`, { token });
  } catch (error) {
    if (!(error instanceof Refused) || ![403, 404].includes(error.status)) throw error;
    invitation = { state: "void" };
  }
  frame(main, invitation.title || invitation.rules?.title || say.arrive.title, welcome(table, token, watching, invitation));
}

function welcome(table, token, watching, { state, seat, rules, yours }) {
  if (yours) return [el("p", {}, say.arrive.here(seat)), el("a", { class: "button go", href: `/table/${table}` }, say.arrive.toTable)];
  if (state !== "open") return [el("p", { class: "lead" }, say.arrive[state]), el("p", {}, say.arrive.askAgain)];
  if (watching) return [el("p", { class: "lead" }, say.arrive.watch(rules.title)), doer(say.arrive.watchIt, () => watch(table, token), { kind: "go" })];
  const name = el("input", { maxlength: 24, autocomplete: "nickname", value: habit("name") });
  return el(
    "form",
    { class: "panel sheet", on: { submit: (event) => event.preventDefault() } },
    el("p", { class: "lead" }, say.arrive.invited(rules.title, seat)),
    labelled(say.arrive.name, name),
    doer(say.arrive.take(seat), () => claim(table, token, seat, name.value.trim()), { kind: "go" }),
    el("p", { class: "small muted" }, say.arrive.browser),
  );
}

async function watch(table, token) {
  await post(`/api/tables/${table}/watch`, { token });
  location.replace(`/table/${table}`);
}

async function claim(table, token, seat, label) {
  await post(`/api/tables/${table}/seats/${encodeURIComponent(seat)}/claim`, { token, label });
  if (label) keep("name", label);
  location.replace(`/table/${table}`);
}
