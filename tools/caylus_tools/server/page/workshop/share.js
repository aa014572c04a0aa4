// What leaves the browser: a link to a copy on the server, a folder to keep, a table to play at.
import { el, fill } from "../dom.js";
import { doer } from "../frame.js";
import { keep, keepMaker, link } from "../links.js";
import { post } from "../net.js";
import { goTo } from "../paths.js";
import { say } from "./strings.js";

/** Keeps the rules on the server as they are now; the answer is their id. */
export async function keepDraft({ base, variants, files }) {
  const { draft } = await post("/api/rules", { base, variants, files });
  return draft;
}

export const draftPath = (page, draft, variants) => `/${page}#draft=${draft}${variants.length ? `&with=${variants.join(",")}` : ""}`;

export function drawShare(node, shop) {
  const { project } = shop;
  const make = async () => fill(shop.link, link(draftPath("workshop", await keepDraft(project.texts), project.variants), say.linkTo));
  fill(
    node,
    el("p", { class: "muted" }, say.shareAbout),
    el("div", { class: "row" }, doer(say.link, make, { key: "make link" }), doer(say.download, () => download(project), { key: "download" })),
    shop.link,
  );
}

/** Goes to the page that opens a table, with these rules. */
export const openTable = async (project) => goTo(`${draftPath("new", await keepDraft(project.texts), project.variants)}&from=${project.id}`);

/** Opens a table at once: the first seat is the author's, bots have the others. */
export async function playNow(project, seats) {
  const { base, variants } = project;
  const draft = await keepDraft(project.texts);
  const order = { base, variants, draft, seats: Array.from({ length: seats }, (_, at) => (at ? { kind: "bot", policy: "easy" } : { kind: "person", mine: true })) };
  const { table, links } = await post("/api/tables", order);
  keep(table, links);
  keepMaker(table, project.id);
  goTo(`/table/${table}`);
}

/** A zip archive of all files, none of them packed. */
async function download(project) {
  const data = zip(Object.entries(project.files).map(([name, text]) => [`${project.name}/${name}`, new TextEncoder().encode(text)]));
  const address = URL.createObjectURL(new Blob([data], { type: "application/zip" }));
  el("a", { href: address, download: `${project.name}.zip` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @param {[string, Uint8Array][]} files */
export function zip(files) {
  const parts = [];
  const index = [];
  let at = 0;
  const add = (list, bytes) => list.push(bytes);
  for (const [name, bytes] of files) {
    const called = new TextEncoder().encode(name);
    const about = [20, 0x800, 0, 0, 0x21, crc(bytes), bytes.length, bytes.length, called.length];
    const head = numbers([[0x04034b50, 4], ...sizes(about), [0, 2]]);
    add(index, numbers([[0x02014b50, 4], [20, 2], ...sizes(about), [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]));
    add(index, called);
    for (const part of [head, called, bytes]) add(parts, part);
    at += head.length + called.length + bytes.length;
  }
  const length = index.reduce((sum, part) => sum + part.length, 0);
  const end = numbers([[0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [length, 4], [at, 4], [0, 2]]);
  return new Blob([...parts, ...index, end]);
}

/** The fields of an entry with their lengths: version, flags, method, time, date, sum, sizes, length of the name. */
const sizes = (values) => values.map((value, n) => [value, n >= 5 && n <= 7 ? 4 : 2]);

function numbers(fields) {
  const bytes = fields.flatMap(([value, length]) => Array.from({ length }, (_, n) => (value >>> (8 * n)) & 255));
  return new Uint8Array(bytes);
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}
