// The workshop: files at the left, the text in the middle, at the right what the rules make. The text is the only truth.
import { el, fill } from "../dom.js";
import { waiting } from "../frame.js";
import { get, post } from "../net.js";
import { addressOf } from "../paths.js";
import { begin } from "./begin.js";
import { sorted } from "./colours.js";
import { find, Project } from "./project.js";
import { Shop } from "./shop.js";
import { say } from "./strings.js";

const SHEET = new URL("workshop.css", import.meta.url).href;

export async function show(main) {
  await dress();
  waiting(main, say.title, say.looking);
  const project = await asked();
  addEventListener("hashchange", () => location.reload());
  if (project) return enter(main, project);
  return begin(main, (made) => {
    history.pushState(null, ""); // so that the way back leads here
    enter(main, made);
  });
}

/** The style of this page alone. */
const dress = () =>
  new Promise((done) => document.head.append(el("link", { rel: "stylesheet", href: SHEET, on: { load: done, error: done } })));

/** What the address asks for: something kept here, a link to rules, or the rules of a table with a moment of it. */
async function asked() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const query = new URLSearchParams(location.search);
  if (hash.get("p")) return new Project(find(hash.get("p")) ?? { base: null, variants: [], files: {} });
  if (hash.get("draft")) {
    const { base, files } = await get(`/api/rules/drafts/${encodeURIComponent(hash.get("draft"))}`);
    return new Project({ base, variants: (hash.get("with") ?? "").split(",").filter(Boolean), files });
  }
  return query.get("table") ? ofTable(query, hash) : null;
}

async function ofTable(query, hash) {
  const table = `/api/tables/${encodeURIComponent(query.get("table"))}`;
  const rules = await get(`${table}/rules`);
  const project = new Project(rules);
  if (!Object.keys(rules.files).length) {
    const { files } = await post("/api/workshop/begin", { base: rules.base, kind: "nothing" });
    project.files = files;
  }
  if (query.has("moment")) {
    const asking = new URLSearchParams({ ...(query.get("seat") && { seat: query.get("seat") }), ...(query.get("moment") && { at: query.get("moment") }) });
    const { text, view } = await get(`${table}/scenario?${asking}`);
    project.files["scenarios/from-the-table.yaml"] = text;
    Object.assign(project, { first: { file: "scenarios/from-the-table.yaml", line: 1 }, view });
  }
  const [, file, line] = (hash.get("at") ?? "").match(/^(.+):(\d+)$/) ?? [];
  if (file) project.first = { file: file.replace(`${project.name}/`, ""), line: Number(line) };
  return project;
}

async function enter(main, project) {
  project.save();
  history.replaceState(null, "", addressOf(`/workshop#p=${project.id}`));
  const language = await get("/api/workshop/words");
  const shop = new Shop(project, sorted(language), language);
  document.title = `${project.title} · ${say.title}`;
  main.classList.add("workshop");
  fill(main, shop.node);
  shop.begin();
}
