// One stop of the tab key for many buttons: arrows go to the nearest in a direction, Home and End to the first and the last lit one.
const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3;

/** Makes the cells within a node one stop; whoever draws them gives them `tabindex=-1`. */
export function wander(node) {
  const cells = () => [...node.querySelectorAll("button.cell")];
  let last = null;
  const settle = () => {
    const found = cells();
    const stop = found.find((cell) => cell.dataset.cell === last) ?? found.find((cell) => cell.classList.contains("lit")) ?? found[0];
    for (const cell of found) cell.tabIndex = cell === stop ? 0 : -1;
  };
  new MutationObserver(settle).observe(node, { attributes: true, attributeFilter: ["class"], childList: true, subtree: true });
  node.addEventListener("focusin", (event) => {
    const cell = event.target.closest("button.cell");
    if (!cell) return;
    last = cell.dataset.cell;
    settle();
  });
  node.addEventListener("keydown", (event) => {
    const cell = event.target.closest("button.cell");
    const next = cell && !event.altKey && !event.ctrlKey && !event.metaKey ? goal(event.key, cell, cells()) : null;
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function goal(key, cell, cells) {
  const lit = cells.filter((each) => each.classList.contains("lit"));
  if (key === "Home" || key === "End") return (lit.length ? lit : cells).at(key === "Home" ? 0 : -1);
  const towards = TOWARDS[key];
  if (!towards) return null;
  const [x, y] = middle(cell);
  let best = null;
  for (const each of cells) {
    const [dx, dy] = [middle(each)[0] - x, middle(each)[1] - y];
    const ahead = dx * towards[0] + dy * towards[1];
    const aside = Math.abs(dx * towards[1]) + Math.abs(dy * towards[0]);
    if (ahead > 4 && (!best || ahead + ASIDE * aside < best.far)) best = { each, far: ahead + ASIDE * aside };
  }
  return best?.each;
}

function middle(cell) {
  const { left, top, width, height } = cell.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
