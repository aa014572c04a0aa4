// How somebody who looks elsewhere learns that it is their turn: the tab's title and sign, a sound if asked for, one sentence read aloud.
import { habit } from "./prefs.js";
import { notify } from "./reminding.js";
import { say } from "./strings.js";
import { heading, prompt } from "./turn.js";

let told = "";

/** Tells of a new state: once a turn, however many messages come. */
export function tell(table) {
  const { state } = table;
  const mine = state.status === "playing" && state.decides.some((name) => state.yours.includes(name));
  const title = state.title || table.picture.title;
  document.title = mine ? say.turn.title(title) : `${heading(table)}: ${title}`;
  const favicon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel="icon"]'));
  favicon.href = new URL(mine ? "favicon-turn.svg" : "favicon.svg", import.meta.url).href;
  const turn = `${mine} ${state.decides} ${mine ? prompt(table) : ""}`;
  if (turn === told) return;
  const first = told === "";
  told = turn;
  document.getElementById("live").textContent = mine ? say.turn.live(prompt(table), table.options.length) : `${heading(table)}.`;
  if (mine && !first && habit("sound") === "on") ring();
  if (mine) notify(say.turn.title(title), prompt(table));
}

/** Two soft notes, once: never a sound that goes on. */
export function ring() {
  const context = new AudioContext();
  for (const [at, pitch] of [[0, 523], [0.18, 659]]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, context.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + at + 0.5);
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.5);
  }
  setTimeout(() => context.close(), 1000);
}

/** Whether the server is of another version than this page; it then loads anew, once for each version. */
export function stale(version) {
  const { content: mine } = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="version"]'));
  if (!version || version === mine) return false;
  try {
    if (sessionStorage.getItem("caylus.reloaded") === version) return false;
    sessionStorage.setItem("caylus.reloaded", version);
  } catch {
    return false;
  }
  location.reload();
  return true;
}
