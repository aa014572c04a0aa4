// Time left at each seat, counted down by the page between two messages; the server alone says when it has run out.
import { h } from "./dom.js";
import { say } from "./strings.js";

const shown = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};

/** A seat's time left; nothing where the table has no clock. It counts by itself. */
export function left(table, name) {
  const { clock, seats } = table.state;
  const ms = seats.find((seat) => seat.name === name)?.left_ms;
  if (!clock || ms === null || ms === undefined || table.past) return null;
  const runs = clock.running.includes(name);
  return h("time", { class: "clock", title: say.players.left, data: runs ? { until: String(table.heardAt + ms) } : {} }, shown(ms));
}

setInterval(() => {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-until]"))) node.textContent = shown(Number(node.dataset.until) - performance.now());
}, 500);
