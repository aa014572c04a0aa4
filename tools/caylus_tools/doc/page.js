(() => {
  "use strict";
  const most = 40;
  const root = document.documentElement;
  const at = (id) => document.getElementById(id);
  const field = at("look-for"), count = at("found-count"), list = at("found-places");

  // What can be found: every rule, piece and line of a table, by its title and then by its text.
  const words = (text) => text.replace(/\s+/g, " ").trim();
  const titleOf = (place) => words((place.querySelector("h3, h4, th, .ft") || place).textContent);
  const places = [...document.querySelectorAll(".entry[id], .thing[id], tr[id], .family[id]")].map((place) => {
    const title = titleOf(place);
    const told = place.matches(".family") ? "" : words(place.textContent);
    return { id: place.id, title, in: [title.toLowerCase(), `${place.id} ${told}`.toLowerCase()] };
  });

  function look() {
    const wanted = words(field.value).toLowerCase().split(" ").filter(Boolean);
    const found = [[], []];
    for (const place of wanted.length ? places : []) {
      const where = place.in.findIndex((text) => wanted.every((word) => text.includes(word)));
      if (where >= 0) found[where].push(place);
    }
    const all = found.flat();
    list.replaceChildren(...all.slice(0, most).map((place) => {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = `#${place.id}`;
      link.textContent = place.title;
      item.append(link);
      return item;
    }));
    const left = all.length > most ? `, the first ${most} here` : "";
    count.textContent = !wanted.length ? "" : all.length ? `${all.length} found${left}` : "Nothing found";
    root.classList.toggle("searching", wanted.length > 0);
  }

  field.addEventListener("input", look);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && list.firstChild) list.querySelector("a").click();
    if (event.key === "Escape") { field.value = ""; look(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.target.matches("input")) {
      event.preventDefault();
      field.focus();
    }
  });

  // Light or dark: as the system has it, until somebody says otherwise.
  const isDark = () => getComputedStyle(root).colorScheme === "dark"
    || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const keep = (use) => { try { return use(localStorage); } catch { return null; } };
  const kept = keep((storage) => storage.getItem("caylus-doc-theme"));
  if (kept === "light" || kept === "dark") root.dataset.theme = kept;
  at("light-dark").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep((storage) => storage.setItem("caylus-doc-theme", root.dataset.theme));
  });

  const written = at("as-written");
  written?.addEventListener("click", () => {
    const open = written.getAttribute("aria-pressed") !== "true";
    written.setAttribute("aria-pressed", open);
    for (const text of document.querySelectorAll("details.written")) text.open = open;
  });

  // Where the contents stand above the page and not beside it, they are folded.
  if (!matchMedia("(min-width: 1100px)").matches) document.querySelector(".contents").open = false;
  document.querySelector(".tools").hidden = false;
})();
