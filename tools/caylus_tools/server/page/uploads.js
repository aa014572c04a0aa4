// Files that somebody dropped or chose, as texts by name. An archive is left as it is: the server opens those.

const WANTED = /(\.rules|^ruleset\.yaml)$/;
const ARCHIVE = /\.zip$/i;
const MOST = 200;

/** `{zip: File}`, `{files: {name: text}}` or null where there is nothing of use. `source` is a drop's DataTransfer or an input. */
export async function collected(source) {
  const found = source.items ? await dropped([...source.items]) : [...source.files].map((file) => [file.webkitRelativePath || file.name, file]);
  const archive = found.find(([path]) => ARCHIVE.test(path));
  if (archive) return { zip: archive[1] };
  const folder = shared(found.map(([path]) => path));
  const wanted = found.map(([path, file]) => [path.slice(folder.length), file]).filter(([path]) => WANTED.test(path));
  if (!wanted.length) return null;
  const texts = await Promise.all(wanted.slice(0, MOST).map(async ([path, file]) => [path, await file.text()]));
  return { files: Object.fromEntries(texts) };
}

/** The folder that all paths begin with, such as `mine/`; "" if there is none. */
function shared(paths) {
  const [first = ""] = paths;
  const folder = first.slice(0, first.indexOf("/") + 1);
  return folder && paths.every((path) => path.startsWith(folder)) ? folder : "";
}

/** What was dropped is only to be had while the drop is told of: entries are taken before anything is awaited. */
async function dropped(items) {
  const entries = items.map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  return (await Promise.all(entries.map((entry) => walked(entry, "")))).flat();
}

async function walked(entry, folder) {
  const path = `${folder}${entry.name}`;
  if (entry.isFile) return [[path, await new Promise((done, failed) => entry.file(done, failed))]];
  const reader = entry.createReader();
  const inside = [];
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed)); // a hundred at most each time
    if (!some.length || inside.length > MOST) break;
    inside.push(...some);
  }
  return (await Promise.all(inside.map((each) => walked(each, `${path}/`)))).flat();
}
