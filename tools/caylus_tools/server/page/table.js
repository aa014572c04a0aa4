// The page of a table: makes its frame once and has every part drawn whenever something has changed.
import * as banner from "./banner.js";
import * as beside from "./beside.js";
import * as board from "./board.js";
import * as choices from "./choices.js";
import * as curtain from "./curtain.js";
import * as detail from "./detail.js";
import * as end from "./end.js";
import * as keys from "./keys.js";
import * as learn from "./learn.js";
import * as lobby from "./lobby.js";
import * as log from "./log.js";
import * as players from "./players.js";
import * as replay from "./replay.js";
import * as rival from "./rival.js";
import * as signals from "./signals.js";
import * as stock from "./stock.js";
import * as strip from "./strip.js";
import * as tabs from "./tabs.js";
import * as talk from "./talk.js";
import * as tips from "./tips.js";
import * as top from "./top.js";
import * as turn from "./turn.js";
import { el, fill } from "./dom.js";
import { get } from "./net.js";
import { notice } from "./notices.js";
import { whenReleased } from "./press.js";
import { narrow, sideways } from "./screen.js";
import { Session } from "./session.js";
import { say } from "./strings.js";

const part = (tag, name, props = {}) => el(tag, { class: name, ...props });

export async function show(main, id) {
  fill(main, el("p", { class: "muted", role: "status" }, say.home.laying));
  const told = await get(`/api/tables/${id}`);
  const picture = await get(`/api/pictures/${told.rules.hash}?players=${told.seats.length}`);
  const wanted = new URLSearchParams(location.search).get("seat");
  const seat = told.yours.includes(wanted) ? wanted : (told.yours[0] ?? null);
  const frame = framed(main);
  const table = new Session(id, told, picture, seat, {
    note: notice,
    changed: (message) => draw(frame, table, message),
  });
  for (const screen of [narrow, sideways]) screen.addEventListener("change", () => table.changed());
  keys.listen(frame, table);
  tabs.listen(frame, table);
  detail.listen(table);
  tips.listen(frame.main, () => table.shown && table.scene);
  table.connect();
}

function framed(main) {
  const frame = {
    main,
    top: part("header", "top"),
    banner: part("div", "banner"),
    standings: part("div", "standings"),
    purse: part("div", "purse-line"),
    end: part("section", "end", { "aria-label": say.end.title }),
    hold: part("p", "hold small"),
    strip: part("div", "strip"),
    beside: part("div", "beside"),
    board: part("section", "field", { "aria-label": say.tabs.board }),
    stock: part("section", "stock panel", { "aria-label": say.stock.heading }),
    players: part("section", "players panel"),
    rival: part("section", "rival panel"),
    replay: part("section", "replay", { "aria-label": say.replay.title }),
    turn: part("section", "turn"),
    learn: part("section", "learn panel", { "aria-label": say.learn.heading, "aria-live": "polite" }),
    choices: part("section", "choices panel", { id: "choices", tabindex: "-1", "aria-label": say.choices.heading }),
    log: part("section", "log panel"),
    wishes: part("section", "wishes"),
    chat: part("section", "chat"),
    tabs: part("nav", "tabs", { "aria-label": say.tabs.heading }),
    waits: part("p", "muted waits", { role: "status" }),
    lobby: part("section", "before"),
    curtain: part("section", "curtain"),
  };
  frame.talk = el("div", { class: "talk" }, frame.log, frame.wishes, frame.chat);
  frame.middle = el("div", { class: "middle" }, frame.end, frame.replay, el("h2", { class: "unseen" }, say.tabs.board), frame.hold, frame.strip, frame.board, frame.stock, frame.beside, frame.players);
  frame.game = el(
    "div",
    { class: "game" },
    frame.middle,
    el("div", { class: "side" }, frame.turn, frame.purse, frame.learn, frame.rival, frame.choices, frame.talk),
  );
  frame.waits.append(say.around.loading);
  main.classList.add("play");
  main.replaceChildren(
    el("a", { class: "skip button", href: "#choices" }, say.top.skip),
    frame.waits,
    frame.top,
    frame.banner,
    frame.standings,
    frame.lobby,
    frame.curtain,
    frame.game,
    frame.tabs,
  );
  return frame;
}

function draw(frame, table, message) {
  if (table.gone) frame.main.classList.remove("play");
  if (table.gone) return fill(frame.main, el("h1", {}, table.gone), el("a", { href: "/" }, say.page.home));
  if (message?.type === "hello" && (signals.stale(message.server) || table.state)) return; // nothing is seen of a greeting
  frame.waits.hidden = Boolean(table.state);
  frame.game.hidden = !table.state; // what another seat saw is not for who comes next
  if (!table.state) return;
  if (message?.type === "state") {
    curtain.turnTo(table);
    if (table.seat !== message.seat) return; // it speaks for another seat from now on
    signals.tell(table);
  }
  if (table.curtain || table.state.status === "open") drawTable(frame, table);
  else whenReleased(() => drawTable(frame, table));
}

function drawTable(frame, table) {
  if (!table.state) return; // another seat is looked from by now
  const open = table.state.status === "open";
  const over = table.state.status === "over";
  frame.lobby.hidden = !open;
  frame.game.hidden = frame.standings.hidden = frame.purse.hidden = frame.tabs.hidden = open || Boolean(table.curtain);
  frame.main.classList.toggle("replayed", replay.wanted(table));
  if (narrow.matches) frame.middle.setAttribute("tabindex", "0"); // there it scrolls, and may hold nothing else to focus
  else frame.middle.removeAttribute("tabindex");
  const handlers = detail.handlers(frame, table);
  const moment = [table.picture, table.shown, handlers];
  each(
    () => top.draw(frame.top, table),
    () => banner.draw(frame.banner, table),
    () => curtain.draw(frame.curtain, table),
  );
  if (open) return lobby.draw(frame.lobby, table);
  if (table.curtain) return;
  each(
    () => players.drawStandings(frame.standings, table),
    () => players.drawPurse(frame.purse, table),
    () => tips.draw(frame.hold),
    () => strip.draw(frame.strip, ...moment),
    () => beside.draw(frame.beside, ...moment),
    () => board.draw(frame.board, ...moment),
    () => stock.draw(frame.stock, table),
    () => players.draw(frame.players, table),
    () => rival.draw(frame.rival, table),
    () => turn.draw(frame.turn, table),
    () => learn.draw(frame.learn, table),
    () => choices.draw(frame.choices, table),
    () => log.draw(frame.log, table),
    () => talk.draw(frame, table),
    () => tabs.draw(frame, table),
    () => over && end.draw(frame.end, table),
    () => replay.wanted(table) && replay.draw(frame.replay, table),
    () => detail.draw(frame, table),
  );
  table.follow?.();
  const isAsked = table.options.length > 0;
  if (isAsked && frame.wasAsked === false && document.activeElement === document.body) frame.choices.focus({ preventScroll: true });
  frame.wasAsked = isAsked;
}

/** Draws parts one after another: one that cannot be drawn keeps no other from it. */
function each(...parts) {
  for (const part of parts) {
    try {
      part();
    } catch (error) {
      console.error(error);
    }
  }
}
