// On a narrow screen one part is seen at a time: the tabs in the thumb's reach say which.
import { fill, h, icon } from "./dom.js";
import * as stock from "./stock.js";
import { say } from "./strings.js";

const TABS = ["board", "stock", "players", "log"];
const ICONS = { board: "steps", stock: "grid", players: "table", log: "lines" };

export function draw(node, table) {
  table.tab ??= "board";
  document.getElementById("page").dataset.tab = table.tab;
  const turn = (tab) => {
    table.tab = tab;
    table.high = false;
    table.changed();
  };
  fill(
    node,
    TABS.filter((tab) => tab !== "stock" || stock.has(table)).map((tab) =>
      h(
        "button",
        { data: { key: `tab ${tab}` }, "aria-current": table.tab === tab ? "page" : null, on: { click: () => turn(tab) } },
        icon(ICONS[tab]),
        say.tabs[tab],
        tab === "log" && table.unread > 0 && h("span", { class: "tag now" }, String(table.unread)),
      ),
    ),
  );
}
