// Where a person is told that it is their turn: one switch for all tables, on this device and elsewhere.
import { el, fill } from "./dom.js";
import { doer, labelled, refusal } from "./frame.js";
import { get, post } from "./net.js";
import { addressOf, pagePath } from "./paths.js";
import { habit, keep } from "./prefs.js";
import { say } from "./strings.js";

const able = "serviceWorker" in navigator && "Notification" in globalThis;

/** The section of a page, which draws itself anew after each change. */
export function reminding() {
  const place = el("section", { class: "panel sheet" }, el("h2", {}, say.reminding.heading));
  const draw = async () => {
    try {
      fill(place, el("h2", {}, say.reminding.heading), content(await get("/api/me"), draw));
    } catch (error) {
      fill(place, el("h2", {}, say.reminding.heading), el("p", { class: "bad", role: "alert" }, refusal(error)));
    }
  };
  draw();
  return place;
}

function content({ reminders, push_key: key, mail }, draw) {
  const after = (deed) => async () => {
    await deed();
    await draw();
  };
  const adding = (kind, words, type) => {
    const field = el("input", { type, class: "grow", maxlength: 500, data: { key: `address ${kind}` } });
    return el("div", { class: "row" }, labelled(words, field), doer(say.reminding.add, after(() => post("/api/me/remind", { kind, address: field.value.trim() })), { key: `add ${kind}` }));
  };
  const here = habit("notify") === "on" && able && Notification.permission === "granted";
  return [
    el("p", { class: "muted" }, say.reminding.about),
    !able && el("p", {}, say.reminding.unable),
    able && !here && doer(say.reminding.here, after(() => begin(key)), { kind: "go", key: "notify" }),
    here && el("p", {}, say.reminding.on, " ", doer(say.reminding.stop, after(end), { key: "notify off" })),
    reminders.length > 0 && el("ul", {}, reminders.filter(({ kind }) => kind !== "push").map((one) => row(one, after))),
    adding("hook", say.reminding.hook, "url"),
    el("p", { class: "small muted" }, say.reminding.hookHow),
    mail && adding("mail", say.reminding.mail, "email"),
  ];
}

const row = ({ address, confirmed, error }, after) =>
  el(
    "li",
    { class: "moving" },
    el("span", { class: "grow" }, address, !confirmed && el("span", { class: "tag" }, say.reminding.unconfirmed), error && el("span", { class: "bad small" }, ` ${error}`)),
    doer(say.reminding.remove, after(() => post("/api/me/forget", { address }))),
  );

/** Asks the browser, then its service; without a service messages come as long as a page is open somewhere. */
async function begin(key) {
  if ((await Notification.requestPermission()) !== "granted") return;
  const registration = await navigator.serviceWorker.register(address(addressOf("/notifier.js")));
  keep("notify", "on");
  try {
    await navigator.serviceWorker.ready;
    const { endpoint } = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await post("/api/me/remind", { kind: "push", address: endpoint });
  } catch (error) {
    console.info("no push service", error);
  }
}

async function end() {
  keep("notify", "off");
  const registration = await navigator.serviceWorker.getRegistration();
  const pushed = await registration?.pushManager.getSubscription();
  if (!pushed) return;
  await post("/api/me/forget", { address: pushed.endpoint });
  await pushed.unsubscribe();
}

/** An address of a script, as pages with Trusted Types want it; there is no other than this one. */
function address(path) {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  return trustedTypes ? trustedTypes.createPolicy("registration", { createScriptURL: () => path }).createScriptURL(path) : path;
}

/** Tells of a turn at a page that is open and not looked at. */
export async function notify(title, body) {
  if (habit("notify") !== "on" || !able || Notification.permission !== "granted" || document.visibilityState === "visible") return;
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(title, { body, tag: "turn", icon: addressOf("/favicon.ico"), data: pagePath() });
}
