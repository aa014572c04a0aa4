// The seats of a table that has not begun: who sits where, and what each reader may do about it.
import { el, fill } from "./dom.js";
import { choice, doer } from "./frame.js";
import { forget, keep, kept } from "./links.js";
import { seatMark } from "./marks.js";
import { presence, sit, taking } from "./people.js";
import { habit, keep as remember } from "./prefs.js";
import { levelName, skill, slider } from "./strength.js";
import { say } from "./strings.js";

const USUAL = "easy"; // the bot that is put first; another is chosen beside it

/** A row for each seat. `policies` are the bots there are; only who owns the table needs them. */
export const lobbySeats = (table, policies) => el("ul", {}, table.state.seats.map((seat) => row(table, seat, policies)));

function row(table, seat, policies) {
  const mine = table.state.yours.includes(seat.name);
  const doing = (what, body = {}) => table.post(`seats/${encodeURIComponent(seat.name)}/${what}`, body);
  if (seat.taken && !mine) forget(table.id, seat.name);
  const told = el("div", { class: "grow" }, el("b", {}, called(seat, mine)), el("div", { class: "small muted" }, say.seats.title(seat.name), " \u00b7 ", state(table, seat, mine, policies)));
  const line = el("li", { class: "seatrow" });
  const deeds = mine ? own(line, seat, doing) : seat.kind === "bot" ? bot(table, seat, policies, doing) : seat.taken ? others(table, seat, doing) : free(table, seat, policies, doing);
  fill(line, seatMark(table.picture, seat.name), told, deeds && el("span", { class: "row" }, deeds));
  return line;
}

function called({ kind, label, policy, taken }, mine) {
  if (mine) return label ? say.lobby.me(label) : say.seats.you;
  if (kind === "bot") return say.bot(policy);
  if (taken) return label || say.seats.taken;
  return label || say.lobby.free;
}

function state(table, seat, mine, policies) {
  if (mine) return table.state.owner ? say.lobby.opened : say.people.here;
  if (seat.kind === "bot") return policies ? skill(policies, seat.policy) : say.lobby.bot;
  if (seat.taken) return presence(seat, table.online.includes(seat.name));
  return table.state.terms.public ? say.lobby.forAnybody : say.lobby.forFriend;
}

/** My own seat: the name is asked for at once where there is none. */
function own(line, seat, doing) {
  const leave = doer(say.people.leave, () => doing("leave"), { kind: "plain", key: `leave ${seat.name}` });
  const edit = () => {
    const field = el("input", { class: "grow", maxlength: 24, value: seat.label || habit("name"), placeholder: say.lobby.name, "aria-label": say.open.nameOf(seat.name), data: { key: `name ${seat.name}` } });
    const save = async () => {
      await doing("label", { label: field.value.trim() });
      remember("name", field.value.trim());
    };
    return [field, doer(say.people.save, save, { key: `save ${seat.name}` })];
  };
  const ask = () => {
    line.replaceChildren(line.firstChild, ...edit());
    line.querySelector("input").focus();
  };
  return seat.label ? [el("button", { type: "button", class: "button plain", data: { key: `rename ${seat.name}` }, on: { click: ask } }, say.lobby.rename), leave] : [edit(), leave];
}

function bot(table, seat, policies, doing) {
  if (!table.state.owner) return null;
  const told = el("span", { class: "bad", role: "alert" });
  const level = levelName(policies, seat.policy);
  const offered = [...new Set([...policies.map(({ name }) => name), level])]; // a program may have put one that is not offered
  const put = (policy) => doing("bot", { policy }).catch((error) => told.append(error.text));
  return [
    choice(say.open.who(seat.name), offered.map((name) => [name, say.bot(name)]), level, put, { key: `bot ${seat.name}` }),
    slider(policies, seat.policy, seat.name, put),
    doer(say.lobby.takeAway, () => doing("bot", { policy: null }), { key: `away ${seat.name}` }),
    told,
  ];
}

const others = (table, seat, doing) => table.state.owner && taking(seat, doing);

function free(table, seat, policies, doing) {
  const { owner, terms } = table.state;
  if (!owner) return terms.public && doer(say.people.sit, () => sit(doing), { kind: "go", key: `sit ${seat.name}` });
  return [
    doer(say.lobby.putBot, () => doing("bot", { policy: policies.find(({ name }) => name === USUAL)?.name ?? policies[0].name }), { key: `bot ${seat.name}` }),
    doer(say.lobby.beside, () => sitBeside(table, seat, doing), { key: `beside ${seat.name}` }),
  ];
}

/** Takes one more seat for this browser, by its own link: several people share the screen. */
async function sitBeside(table, seat, doing) {
  const url = kept(table.id)[seat.name] ?? (await doing("link")).url;
  keep(table.id, { [seat.name]: url });
  await doing("claim", { token: url.split(".").at(-1), label: "" });
  keep(table.id, { [seat.name]: undefined });
}
