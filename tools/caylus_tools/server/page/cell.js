// A place of a row: what lies there, who stands there, whether it can be chosen and for what.
import { h, icon } from "./dom.js";
import { amounts, parts, seatOf } from "./marks.js";
import { piece, value } from "./pieces.js";
import { price } from "./scene.js";
import { say } from "./strings.js";

const MOST = 2;
const WORD = 4; // letters from which on a word makes a line a sentence, which is wrapped

/** Whether nothing at all is to be seen on a place. */
export function isBare(scene, cell) {
  const held = [cell.row.head, ...cell.row.pieces, ...cell.row.facts].filter(Boolean).map((field) => cell.now[field]);
  return !cell.row.given && !scene.offers.has(cell.name) && !scene.handlers.arrivals?.has(cell.name) && held.every((each) => !each || (Array.isArray(each) && !each.length));
}

/** The button of a place; an empty one that cannot be chosen is no button. */
export function button(scene, cell) {
  const { picture, handlers } = scene;
  const offers = scene.offers.get(cell.name) ?? [];
  const coming = handlers.arrivals?.get(cell.name);
  if (coming && !cell.now[cell.row.head]) return arrival(cell, picture.things[coming]);
  if (isBare(scene, cell)) return h("span", { class: "hollow" }, milestone(scene, cell) ?? String(cell.number));
  const thing = picture.things[cell.now[cell.row.head]];
  const title = thing?.title ?? (cell.row.head && cell.now[cell.row.head] ? scene.title(cell.now[cell.row.head]) : cell.title);
  const isLit = offers.length > 0;
  const isOff = !isLit && scene.offers.size > 0;
  const isChosen = handlers.chosen === cell.name;
  const look = ["cell", isLit && "lit", isOff && "off", isChosen && "chosen", asks(scene, cell) && "asks-now"].filter(Boolean).join(" ");
  return h(
    "button",
    {
      class: look,
      type: "button",
      tabindex: -1,
      "aria-label": told(scene, cell, title, offers),
      "aria-pressed": isLit ? String(isChosen) : null,
      "aria-disabled": isOff ? "true" : null,
      data: { key: `cell ${cell.name}`, cell: cell.name, tint: thing?.tint ?? "sand", ...(thing && { thing: cell.now[cell.row.head] }) },
      on: { click: () => (isLit ? handlers.choose : isOff ? handlers.why : handlers.about)?.(cell.name) },
    },
    band(title),
    h("span", { class: "face" }, faceOf(thing, cell).slice(0, MOST).map(lineOf), facts(scene, cell)),
    h(
      "span",
      { class: "foot" },
      standing(scene, cell, (figure) => figure === "block"),
      h("span", { class: "grow" }),
      guests(scene, cell),
      standing(scene, cell, (figure) => figure !== "block"),
      isLit && cost(scene, offers),
    ),
  );
}

/** Whether what lies on a place is what asks now. */
const asks = ({ state }, cell) => state.decision?.place === cell.name;

/** A title, as large as its letters leave room for on one line; a long one takes two. */
const band = (title) => h("span", { class: "band", style: { "--letters": Math.max(title.length, 1) } }, title);

/** A thing that would come to a place by what is chosen. */
const arrival = (cell, thing) =>
  h(
    "span",
    { class: "cell arrival", data: { cell: cell.name, tint: thing.tint } },
    band(thing.title),
    h("span", { class: "face" }, thing.face.slice(0, MOST).map(lineOf)),
    h("span", { class: "foot small" }, say.board.comes),
  );

/** What a thing does on the side that is up on this place. */
export const faceOf = (thing, cell) => thing?.sides.find(({ when }) => holds(when, cell.now))?.face ?? thing?.face ?? [];

function holds(test, now) {
  if (test.not) return !holds(test.not, now);
  if (test.and) return test.and.every((each) => holds(each, now));
  if (test.or) return test.or.some((each) => holds(each, now));
  return (now[test.state] ?? null) === test.is;
}

/** A line of a face; one with words is a sentence, which is broken between any two of its parts that are not a word and its comma. */
function lineOf(line) {
  const isSaid = line.some(({ word }) => word?.length > WORD);
  if (!isSaid) return h("span", { class: line.length > 6 ? "line long" : "line" }, parts(line));
  return h("span", { class: "line said" }, parts(line).map((part, at) => part && [at > 0 && !/^[,.;:]/.test(line[at].word ?? "") && " ", part]));
}

function standing(scene, cell, wanted) {
  const { pieces } = scene.picture;
  const fields = cell.row.pieces.filter((field) => wanted(pieces[field]) && cell.now[field]);
  return fields.map((field) => {
    const who = cell.now[field];
    return scene.isSeat(who) ? piece(scene.picture, who, pieces[field], scene.title(field)) : value(scene, who);
  });
}

/** Who else is on what lies there: those of a list or a state that the manifest puts upon it. */
function guests(scene, cell) {
  const field = cell.joinedBy ? cell.name : scene.picture.upon[cell.now[cell.row.head]];
  const who = field ? [scene.told(field)].flat().filter((name) => scene.isSeat(name)) : [];
  return who.map((name) => piece(scene.picture, name, "disc", scene.title(field)));
}

function facts(scene, cell) {
  return cell.row.facts
    .filter((field) => cell.now[field] && !(Array.isArray(cell.now[field]) && !cell.now[field].length))
    .map((field) => h("span", { class: "line said" }, cell.now[field] === true ? scene.title(field) : [`${scene.title(field)} `, value(scene, cell.now[field])]));
}

/** The price, where the piece will stand: nothing where no place costs anything. */
function cost(scene, offers) {
  const pays = price(offers);
  if (pays && !scene.priced && offers.length === 1) return h("span", { class: "price here" }, icon(seatOf(scene.picture, offers[0].player ?? scene.state.seat).shape));
  if (!pays || !scene.priced) return h("span", { class: "price" }, `\u00d7${offers.length}`);
  return h("span", { class: "price" }, Object.keys(pays).length ? amounts(scene.picture, pays) : say.board.free);
}

/** What a place says to those who are read to: title, place, who, what threatens it, price, or that it cannot be chosen now. */
function told(scene, cell, title, offers) {
  const called = (who) => [who].flat().map((name) => scene.title(name)).join(", ");
  const who = cell.row.pieces.filter((field) => cell.now[field]).map((field) => `${scene.title(field)}: ${called(cell.now[field])}`);
  const markers = scene.markersOn(cell).filter(({ comes }) => !comes).map(({ state }) => say.board.here(scene.title(state)));
  const dim = cell.row.dim && scene.value(cell.row.dim, cell.name) ? scene.title(cell.row.dim) : null;
  const where = cell.title === title ? null : cell.title;
  return [title, where, asks(scene, cell) && say.board.asks, ...who, ...markers, dim, risk(scene, cell)?.told, offered(scene, offers)].filter(Boolean).join(", ");
}

/** Whether a place can be chosen, and for what; nothing where nobody is asked. */
function offered({ picture, offers: every }, offers) {
  if (!offers.length) return every.size ? say.board.cannot : null;
  const title = (name, n) => picture.resources.find((each) => each.name === name)?.[n === 1 ? "title" : "plural"] ?? name;
  const costs = Object.entries(price(offers) ?? {}).map(([name, n]) => `${n} ${title(name, n)}`);
  return costs.length ? say.board.costs(costs.join(" + ")) : say.board.can(offers.length);
}

/** How near a place is to being cut off, or to being joined again: `steps` of the marker that closes the row; null beyond one move's reach, or when it moves no more. */
export function risk(scene, cell) {
  const { margin, reach, closed_by: closer } = cell.row;
  const phases = Object.values(cell.row.movers);
  if (scene.state.decides?.length === 0 || (phases.length && phases.every((phase) => scene.isOver(phase)))) return null;
  const ahead = margin ? scene.value(margin, cell.name) : null;
  if (typeof ahead !== "number") return null;
  const isCut = ahead < 0;
  const steps = isCut ? -ahead : ahead + 1;
  const within = typeof scene.view.values?.[reach] === "number" ? scene.view.values[reach] : 1;
  if (steps > within) return null;
  const who = scene.title(closer);
  return { isCut, steps, closer, told: isCut ? say.board.joined(who, steps) : say.board.cut(who, steps) };
}

/** What becomes of a place when a marker reaches it: the thing whose number it is. */
export function milestone(scene, cell) {
  const marks = cell.row.marks;
  const found = marks?.at.find(({ thing, number }) => number === cell.number && !scene.view.objects?.[marks.of]?.[thing]?.[marks.until]);
  return found ? h("span", { class: "milestone", title: scene.title(found.thing) }, icon("flag"), h("b", {}, String(cell.number)), h("span", {}, scene.title(found.thing))) : null;
}
