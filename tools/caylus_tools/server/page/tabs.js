// On a narrow screen one part is seen at a time: the tabs in the thumb's reach say which.
import { fill, h, icon } from "./dom.js";
import { placesBeside } from "./panels.js";
import * as stock from "./stock.js";
import { bring } from "./screen.js";
import { say } from "./strings.js";

const ICONS = { board: "steps", beside: "flag", stock: "grid", players: "table", log: "lines" };

/** The page that a tab opens: what lies beside the board is on the board's page, further down. */
const pageOf = (tab) => (tab === "beside" ? "board" : tab);

/** Keeps how far each tab was scrolled, and follows which of the two of the board's page is in sight. */
export function listen(frame, table) {
  table.tab = frame.main.dataset.tab = "board";
  table.tops = {};
  frame.middle.addEventListener("scroll", () => {
    if (frame.main.dataset.tab !== pageOf(table.tab)) return; // the page of another tab, about to be drawn
    if (pageOf(table.tab) === "board") follow(frame, table);
    table.tops[table.tab] = frame.middle.scrollTop;
  });
}

function follow(frame, table) {
  const seen = seesBeside(frame) ? "beside" : "board";
  if (seen === table.tab) return;
  table.tab = seen;
  draw(frame, table);
}

/** Whether what lies beside the board fills most of the screen, or as much as there is of it. */
function seesBeside({ middle, beside }) {
  const isAtEnd = middle.scrollTop > 0 && middle.scrollTop + middle.clientHeight >= middle.scrollHeight - 1;
  return isAtEnd || beside.getBoundingClientRect().top < middle.getBoundingClientRect().top + middle.clientHeight / 2;
}

export function draw(frame, table) {
  frame.main.dataset.tab = pageOf(table.tab);
  const beside = placesBeside(table.scene);
  const tabs = ["board", beside.length > 0 && "beside", stock.has(table) && "stock", "players", "log"].filter(Boolean);
  fill(
    frame.tabs,
    tabs.map((tab) =>
      h(
        "button",
        { data: { key: `tab ${tab}` }, "aria-current": table.tab === tab ? "page" : null, on: { click: () => turn(table, tab) } },
        icon((tab === "beside" && beside.find((place) => place.icon)?.icon) || ICONS[tab]),
        h("span", {}, tab === "beside" ? beside.map(({ title }) => title).join(", ") : say.tabs[tab]),
        tab === "log" && table.unread > 0 && h("span", { class: "tag now" }, String(table.unread)),
      ),
    ),
  );
  if (table.goal) scroll(frame, table);
}

/** Opens a tab where it was left; the one that is open already, at its top. */
function turn(table, tab) {
  if (tab === table.tab) table.tops[tab] = 0;
  table.tab = table.goal = tab;
  table.high = false;
  table.changed();
}

function scroll({ middle, beside }, table) {
  const { goal } = table;
  table.goal = null;
  if (goal === "beside") bring(beside, middle, "start");
  else middle.scrollTop = table.tops[goal] ?? 0;
}
