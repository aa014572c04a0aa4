// Who sits where: what a seat is called by people, and what has to be said beside it.
import { seatOf } from "./marks.js";
import { say } from "./strings.js";

/** What the table calls a seat: the name of its person, made distinct by the server, or the seat's own title. */
export function named(table, name) {
  const label = table.shown.view?.players?.find((player) => player.name === name)?.label;
  return label && label !== name ? label : seatOf(table.picture, name).title;
}

/** What is said beside a seat: you, a bot, away. */
export function standing(table, name) {
  const seat = table.state.seats.find((each) => each.name === name);
  if (!seat) return "";
  if (seat.absent) return say.players.standsIn(say.bot(seat.policy));
  if (seat.kind === "bot") return say.bot(seat.policy);
  if (table.state.yours.includes(name)) return say.turn.you;
  return seat.taken && !table.online.includes(name) ? say.players.away : "";
}
