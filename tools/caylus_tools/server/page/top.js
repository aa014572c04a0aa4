// The bar on top: what is played, where the turn stands, and what can be done about the page itself.
import { fill, h, icon } from "./dom.js";
import { rulebook } from "./citing.js";
import { left } from "./clocks.js";
import * as learn from "./learn.js";
import { makerOf } from "./links.js";
import * as menu from "./menu.js";
import { seatMark } from "./marks.js";
import * as prefs from "./prefs.js";
import { named } from "./seating.js";
import * as stock from "./stock.js";
import { say } from "./strings.js";
import { heading, prompt, winners } from "./turn.js";

const watched = new WeakSet();

export function draw(node, table) {
  const view = table.state.status === "open" ? null : table.shown.view; // before the game there is no turn
  const { phases } = table.picture;
  fill(
    node,
    h("a", { class: "home", href: "/", title: say.top.home }, h("h1", {}, table.state.title || table.picture.title)),
    view && h("span", { class: "round small muted" }, [table.state.match?.game, view.round > 0 && say.top.round(view.round, table.picture.rounds)].filter(Boolean).join(", ")),
    view && phases.length > 1 && steps(phases, view.phase),
    view && line(table),
    h("span", { class: "grow" }),
    undo(table),
    makerOf(table.id) && h("a", { class: "button plain", data: { key: "maker" }, href: makerOf(table.id), "aria-label": say.top.maker }, icon("undo"), h("span", { class: "wide" }, say.top.maker)),
    view && learn.canHint(table) && h("button", { class: "button plain hinting", data: { key: "hint above" }, "aria-label": say.learn.hint, on: { click: () => learn.ask(table) } }, icon("bulb")),
    h("a", { class: "button plain wide", href: rulebook(), target: "_blank", rel: "noopener" }, icon("lines"), say.top.rules),
    view && stock.has(table) && h(
      "button",
      { class: "button plain wide", data: { key: "stock" }, "aria-expanded": String(prefs.habit("stock") === "on"), on: { click: () => stock.flip(table) } },
      icon("grid"),
      say.top.stock,
      h("kbd", { "aria-hidden": "true" }, "S"),
    ),
    h(
      "button",
      { class: "button plain", data: { key: "menu" }, "aria-haspopup": "dialog", "aria-label": say.top.menu, on: { click: () => menu.menu(table) } },
      icon("more"),
      h("span", { class: "wide" }, say.top.menu),
    ),
    theme(() => draw(node, table)),
  );
  if (!watched.has(node)) new ResizeObserver(() => fit(node)).observe(node);
  watched.add(node);
  fit(node);
}

/** Where there is no room for the names of all phases, those that are not on are dots. */
function fit(node) {
  const list = node.querySelector(".phases");
  list?.classList.remove("tight");
  list?.classList.toggle("tight", list.scrollWidth > list.clientWidth);
}

const steps = (phases, present) =>
  h(
    "ol",
    { class: "phases", "aria-label": say.top.phases },
    phases.map((phase) => {
      const here = phase.name === present?.name;
      return h("li", { class: here && "on", "aria-current": here && "step", title: [phase.title, phase.citation].filter(Boolean).join(", ") }, h("a", { href: rulebook(phase.name), target: "_blank", rel: "noopener" }, phase.title));
    }),
  );

/** On a narrow screen the bar says whose turn it is, and in the end who has won; there is no box for it. */
function line(table) {
  const [decider] = table.shown.decides;
  const { result } = table.state;
  const signs = table.shown.status === "over" && result ? winners(result) : [decider ?? table.seat].filter(Boolean);
  return h(
    "div",
    { class: "speaks" },
    signs.map((name) => seatMark(table.picture, name)),
    h("div", {}, h("h2", {}, heading(table)), h("div", { class: "small" }, prompt(table))),
    decider && left(table, decider),
  );
}

function undo(table) {
  const offered = table.takeBack;
  if (!offered) return null;
  const asks = offered.asks ?? [];
  const said = asks.length ? say.top.ask(offered.text) : offered.text;
  const told = asks.length ? say.top.asks(asks.map((name) => named(table, name))) : "";
  return h(
    "button",
    { class: "button plain undo", data: { key: "undo" }, title: told || said, "aria-label": [said, told].filter(Boolean).join(", "), on: { click: () => table.undo() } },
    icon("undo"),
    h("span", { class: "wide" }, said),
    h("kbd", { class: "wide", "aria-hidden": "true" }, "U"),
  );
}

function theme(again) {
  const dark = document.documentElement.dataset.theme === "dark";
  const turn = () => {
    prefs.turn();
    again();
  };
  return h(
    "button",
    { class: "button plain theme", data: { key: "theme" }, "aria-label": dark ? say.top.light : say.top.dark, on: { click: turn } },
    icon(dark ? "sun" : "moon"),
  );
}
