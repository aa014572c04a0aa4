// Wishes and chat: what is asked of the table once, and what people say to each other.
import { el, fill } from "./dom.js";
import { seatMark } from "./marks.js";
import { say } from "./strings.js";

export function draw(frame, table) {
  wishes(frame.wishes, table);
  chat(frame.chat, table);
}

function wishes(node, table) {
  const offered = table.past || table.state.status === "over" ? [] : table.state.wishes;
  node.hidden = !offered.length;
  if (!node.firstChild) node.append(el("details", { class: "panel" }, el("summary", { data: { key: "wishes" } }), el("div", {})));
  const [summary, list] = node.firstChild.children;
  const on = offered.filter((wish) => wish.on).map((wish) => wish.title);
  fill(summary, say.talk.wishes, " ", el("span", { class: "small muted" }, on.length ? on.join("; ") : say.talk.none));
  fill(list, el("p", { class: "small muted" }, say.talk.how), offered.map((wish) => one(table, wish)));
}

const one = (table, { name, title, on }) =>
  el(
    "label",
    { class: "wish" },
    el("input", { type: "checkbox", checked: on, data: { key: `wish ${name}` }, on: { change: (event) => table.wish(name, event.target.checked) } }),
    el("span", {}, title),
  );

/** Made once, so that what is being written is not lost when others choose. */
export function chat(node, table) {
  if (!node.firstChild) node.append(chatBox(node, table));
  const box = node.firstChild;
  if (box.open) table.read = table.chat.at(-1)?.number ?? 0;
  const fresh = table.chat.filter((said) => said.number > (table.read ?? 0)).length;
  fill(box.querySelector("summary"), say.talk.chat, " ", fresh > 0 && el("span", { class: "tag now" }, say.talk.fresh(fresh)));
  table.unread = fresh;
  const list = box.querySelector("ol");
  if (list.dataset.said === String(table.chat.length)) return;
  list.dataset.said = table.chat.length;
  fill(list, table.chat.length ? table.chat.map((said) => line(table, said)) : el("li", { class: "muted" }, say.talk.quiet));
  list.scrollTop = list.scrollHeight;
}

const line = (table, said) =>
  el("li", {}, said.seat && seatMark(table.picture, said.seat), el("b", {}, said.name || said.seat || say.talk.watcher), " ", el("span", { dir: "auto" }, said.text));

function chatBox(node, table) {
  const input = el("input", { type: "text", maxlength: "500", autocomplete: "off", "aria-label": say.talk.say, placeholder: say.talk.say });
  const send = async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (text && (await table.speak(text))) input.value = "";
  };
  return el(
    "details",
    { class: "panel", on: { toggle: () => chat(node, table) } },
    el("summary", { data: { key: "chat" } }, say.talk.chat),
    el("ol", { data: { key: "said" }, tabindex: "0", "aria-label": say.talk.chat }),
    el("form", { class: "row", on: { submit: send } }, input, el("button", { class: "button" }, say.talk.send)),
  );
}
