// Links that give something away: shown, copied, passed on. The browser that opened a table keeps them until they are used up.
import { el, fill, svg } from "./dom.js";
import { post, read } from "./net.js";
import { addressOf } from "./paths.js";
import { say } from "./strings.js";

const place = (table) => `caylus.links.${table}`;

/** The links of a table by seat, as far as this browser has been given them; spectators' is under "". */
export function kept(table) {
  try {
    return read(localStorage.getItem(place(table)) ?? "{}");
  } catch {
    return read("{}");
  }
}

/** Keeps links by seat, beside those there are. */
export function keep(table, links) {
  try {
    localStorage.setItem(place(table), JSON.stringify({ ...kept(table), ...links }));
  } catch {
    // a private window: who opened the table makes new links instead
  }
}

const maker = (table) => `caylus.made.${table}`;

/** Keeps in this tab from which rules of the workshop a table was opened, so that there is a way back to them. */
export function keepMaker(table, project) {
  try {
    sessionStorage.setItem(maker(table), project);
  } catch {
    // a private window: its history leads back
  }
}

/** The address of the rules of the workshop that a table was opened from in this tab; null for any other. */
export function makerOf(table) {
  try {
    const project = sessionStorage.getItem(maker(table));
    return project && `/workshop#p=${project}`;
  } catch {
    return null;
  }
}

/** What has been used up leads nowhere any more. */
export const forget = (table, seat) => keep(table, { [seat]: undefined });

/**
 * A link with ways to hand it on. `name` says whose it is; where it `isOpen` its code for cameras is shown at once.
 * @param {string} path
 * @param {string} name
 * @param {{isOpen?: boolean}} [how]
 */
export function link(path, name, { isOpen = false } = {}) {
  const address = new URL(addressOf(path), location.origin).href;
  const field = el("input", { class: "address", readonly: true, value: address, "aria-label": say.links.address(name), on: { focus: () => field.select() } });
  const told = el("span", { class: "small muted", role: "status" });
  const place = el("span", { class: "code-place" });
  const copy = async () => {
    told.textContent = (await copied(address, field)) ? say.links.copied : say.links.copyYourself;
  };
  const share = () => navigator.share({ title: say.links.shared(name), url: address }).catch(() => {}); // closed without sharing
  if (isOpen) code(place, address, name).catch(() => {}); // the link serves without it
  return el(
    "span",
    { class: `link${isOpen ? " open" : ""}` },
    isOpen && place,
    field,
    el("button", { type: "button", class: `button${isOpen ? " go" : ""}`, on: { click: copy } }, isOpen ? say.links.copyLink : say.links.copy, el("span", { class: "unseen" }, ` ${name}`)),
    !isOpen && el("button", { type: "button", class: "button", on: { click: () => code(place, address, name) } }, say.links.code, el("span", { class: "unseen" }, ` ${name}`)),
    navigator.share && el("button", { type: "button", class: "button", on: { click: share } }, say.links.share),
    told,
    !isOpen && place,
  );
}

/** Shows the link as a code for cameras, or puts it away. */
async function code(place, address, name) {
  if (place.firstChild) return place.replaceChildren();
  const { size, path } = await post("/api/qr", { text: address });
  fill(place, svg("svg", { class: "code", viewBox: `-3 -3 ${size + 6} ${size + 6}`, role: "img", "aria-label": say.links.scan(name) }, svg("path", { d: path })));
}

/** Browsers let a page write to the clipboard only under https; elsewhere what is selected can still be copied. */
async function copied(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
