// Where a visit begins: the address says which page, and that page's module draws it.
import { el, fill } from "./dom.js";
import { pagePath } from "./paths.js";
import { say } from "./strings.js";
import { wear } from "./prefs.js";

/** @type {[RegExp, () => Promise<{show: (main: HTMLElement, id?: string) => unknown}>][]} */
const PAGES = [
  [/^\/$/, () => import("./home.js")],
  [/^\/new$/, () => import("./new.js")],
  [/^\/(?:seat|watch)$/, () => import("./arrive.js")],
  [/^\/workshop$/, () => import("./workshop/workshop.js")],
  [/^\/results$/, () => import("./results.js")],
  [/^\/settings$/, () => import("./settings.js")],
  [/^\/table\/([\w-]+)\/rules$/, () => import("./rules.js")],
  [/^\/table\/([\w-]+)(?:\/replay)?$/, () => import("./table.js")],
];

async function begin() {
  wear();
  const main = document.getElementById("page");
  const found = PAGES.map(([shape, load]) => ({ match: pagePath().match(shape), load })).find(({ match }) => match);
  if (!found) return fill(main, el("h1", {}, say.page.unknown), el("a", { href: "/" }, say.page.home));
  fill(main, el("p", { class: "muted", role: "status" }, say.around.loading));
  try {
    const module = await found.load();
    await module.show(main, found.match[1]);
  } catch (error) {
    console.error(error);
    fill(main, el("h1", {}, say.page.broken), el("p", {}, error.text ?? say.page.reload), el("a", { href: "/" }, say.page.home));
  }
}

begin();
