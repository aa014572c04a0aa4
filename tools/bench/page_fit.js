// What somebody can read of each option on the page of a table: at once, and after one press. `page_fit.py` puts this into a page.
window.pageFit = (() => {
  const SLACK = 2; // px by which letters may stick out of their box
  const LEAST = 16; // px that have to be seen of a box that scrolls
  const PATIENCE = 120000; // ms that the news may take
  const TARGET = 44; // px that a finger needs
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (act, ms = 0, ...more) => wait(act, ms <= 500 ? 0 : ms, ...more); // nobody waits for a tip here

  let [isHeld, isFresh] = [false, false];
  let socket = null;
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(address) {
      super(address);
      socket = this;
      this.addEventListener("message", (event) => {
        if (isHeld) event.stopImmediatePropagation();
        else isFresh ||= String(event.data).includes('"type":"state"');
      });
    }
  };
  /** Hears what has happened since the last look, until these options are offered; from then on nothing of what happens. */
  async function hear(ids) {
    if (isHeld) {
      isFresh = false; // the last decision may have had options of the same names
      if (socket.readyState === Socket.OPEN) socket.send('{"whole": true}');
    }
    isHeld = false;
    const isOffered = () => {
      const shown = all('#choices [data-key^="option "]').map((button) => button.dataset.key.slice("option ".length));
      return new Set(shown).size === ids.length && ids.every((id) => shown.includes(id));
    };
    for (const since = performance.now(); !(isFresh && isOffered()); await new Promise((done) => wait(done, 20))) {
      all(".curtain:not([hidden]) button")[0]?.click();
      if (performance.now() - since > PATIENCE) throw new Error(`not offered: ${ids}`);
    }
    isHeld = true;
  }

  const isTouch = navigator.maxTouchPoints > 0;
  const soon = () => new Promise((done) => wait(done, 0));
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const all = (selector, of = document) => [...of.querySelectorAll(selector)];
  const buttonOf = (id) => all('#choices [data-key^="option "]').find((button) => button.dataset.key === `option ${id}`) ?? null;
  const placesOf = (option) => all(".field [data-cell], .beside [data-cell]").filter((place) => option.cells.includes(place.dataset.cell));
  const nameOf = (element) => element.dataset.key || element.className || element.localName;
  const isBeyond = (element) => element.scrollWidth > element.clientWidth + SLACK;
  const isSeen = (element) => element !== null && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  let isScrolled = false;
  let styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };

  /** Whether a box inside an element can be seen, after scrolling what scrolls: "seen", "cut" or "hidden". */
  function sight(box, element) {
    let [now, slack] = [box, SLACK];
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const style = styleOf(each);
      if (style.clipPath !== "none") return "hidden";
      const edge = each.getBoundingClientRect();
      const clips = style.display !== "inline" && [style.overflowX, style.overflowY].some((flow) => flow !== "visible");
      if (clips && (edge.width <= 1 || edge.height <= 1)) return "hidden";
      const isOut = { x: now.left < edge.left - slack || now.right > edge.right + slack, y: now.top < edge.top - slack || now.bottom > edge.bottom + slack };
      const scrolls = { x: clips && /auto|scroll/.test(style.overflowX), y: clips && /auto|scroll/.test(style.overflowY) };
      if (clips && ((isOut.x && !scrolls.x) || (isOut.y && !scrolls.y))) return "cut";
      if (scrolls.x || scrolls.y) {
        // of what scrolls any part will do, as long as something of it is seen
        const [width, height] = [Math.min(edge.width, LEAST), Math.min(edge.height, LEAST)];
        now = { left: edge.left, right: edge.left + width, top: edge.top, bottom: edge.top + height };
      }
      if (style.position === "fixed") {
        slack = 0;
        return now.left < 0 || now.right > innerWidth || now.top < 0 || now.bottom > innerHeight ? "cut" : "seen";
      }
    }
    return now.left < -SLACK || now.right > document.documentElement.clientWidth + SLACK ? "cut" : "seen";
  }

  /** The words and the labels of icons that can be seen in an element, without blanks; `cut` are those cut off, `burst` those outside of it. */
  function read(root) {
    const found = { text: "", cut: [], burst: [] };
    if (!isSeen(root)) return found;
    const edge = root.getBoundingClientRect();
    const isOut = (box) => box.left < edge.left - SLACK || box.right > edge.right + SLACK || box.top < edge.top - SLACK || box.bottom > edge.bottom + SLACK;
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walk.currentNode; node; node = walk.nextNode()) {
      const isIcon = node instanceof SVGSVGElement;
      if (!isIcon && (!(node instanceof Text) || node.parentElement.closest("svg"))) continue;
      const text = (isIcon ? (node.getAttribute("aria-label") ?? "") : node.data).replace(/[\s\u2060]+/g, "");
      const holder = node.parentElement;
      if (!text || !isSeen(holder)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...(isIcon ? [node.getBoundingClientRect()] : range.getClientRects())].filter((box) => box.width && box.height);
      const sights = boxes.map((box) => sight(box, holder));
      if (sights.includes("cut")) found.cut.push(text);
      else if (sights.length && sights.every((each) => each === "seen")) {
        found.text += text;
        if (boxes.some(isOut)) found.burst.push(text);
      }
    }
    return found;
  }

  /** Whether a press in the middle of an element reaches it, if need be after scrolling. */
  function isReached(element) {
    const isHit = () => {
      const box = element.getBoundingClientRect();
      const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      return element.contains(hit);
    };
    if (isHit()) return true;
    element.scrollIntoView({ block: "center", inline: "center" });
    isScrolled = true;
    return isHit();
  }

  const boxesOf = (option) => {
    const button = buttonOf(option.id);
    return [button, button?.closest(".among"), ...placesOf(option).map((place) => place.closest("tr") ?? place)].filter(Boolean);
  };

  /** What a finger is to press, and is too small for it. */
  function findSmall() {
    const pressed = isTouch ? all("#choices :is(button, a, input), .field .lit, .beside .lit").filter(isSeen) : [];
    const boxes = pressed.map((one) => [nameOf(one), one.getBoundingClientRect()]);
    const small = boxes.filter(([, { width, height }]) => width < TARGET - 0.5 || height < TARGET - 0.5);
    return small.map(([name, { width, height }]) => `${name}: ${Math.round(width)}x${Math.round(height)}`);
  }

  /** What is read of each option without a press, and what is wrong with the page. */
  async function look(options) {
    await hear(options.map(({ id }) => id));
    styles = new Map();
    const told = options.map((option) => {
      const boxes = boxesOf(option).filter(isSeen);
      const reads = boxes.map(read);
      const pressed = boxes.filter((box) => box.matches("button"));
      const covered = pressed.filter((box) => !isReached(box)).map(nameOf);
      const [cut, burst] = ["cut", "burst"].map((fault) => reads.flatMap((each) => each[fault]));
      return { text: reads.map(({ text }) => text).join("|"), cut, covered, burst };
    });
    const wide = all("*").filter((each) => isBeyond(each) && isSeen(each) && /auto|scroll/.test(styleOf(each).overflowX));
    return {
      told,
      small: findSmall(),
      sideways: [...wide, ...(document.documentElement.scrollWidth > innerWidth ? [document.body] : [])].map(nameOf),
    };
  }

  function at(element, type, pointerType) {
    const { left, top } = element.getBoundingClientRect();
    element.dispatchEvent(new PointerEvent(type, { pointerType, bubbles: true, cancelable: true, button: 0, clientX: left + 1, clientY: top + 1 }));
  }

  /** What the card says that comes under a pointer, or when a finger rests on an element. */
  async function rest(element) {
    if (!isSeen(element) || !isReached(element)) return "";
    if (isScrolled) await drawn(); // a card goes when anything scrolls, which is told with the next picture
    isScrolled = false;
    if (!isTouch) at(document.body, "pointermove", "mouse"); // from elsewhere
    at(element, isTouch ? "pointerdown" : "pointermove", isTouch ? "touch" : "mouse");
    await soon();
    await soon();
    styles = new Map();
    const { text } = read(document.getElementById("card-tip"));
    if (isTouch) {
      at(element, "pointerup", "touch");
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })); // the one that follows a rest and chooses nothing
      await soon();
    }
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    return text;
  }

  /** What is read of each of some options after one press: each press by itself. */
  async function press(options) {
    const isAtOnce = !all('#choices [data-key="do"]').length; // a press does it, but for a finger's on a place
    const unfold = all('#choices [data-key="unfold"][aria-expanded="false"]').find(isSeen);
    const [made, small] = [[], []];
    for (const option of options) {
      const reads = [];
      for (const box of boxesOf(option)) {
        const anchors = new Set([box.closest("[data-thing]"), ...all("[data-thing]", box)]);
        for (const anchor of anchors) if (anchor) reads.push(await rest(anchor));
      }
      const target = [...(isAtOnce ? [] : [buttonOf(option.id)]), ...(isAtOnce && !isTouch ? [] : placesOf(option))].find((each) => each && isSeen(each));
      if (target) {
        target.click();
        styles = new Map();
        reads.push(all(".popover, #choices .pointed, #choices .doing").map((box) => read(box).text).join("|"));
        small.push(...findSmall());
      }
      made.push(reads);
    }
    if (unfold) {
      unfold.click();
      styles = new Map();
      options.forEach((option, number) => made[number].push(boxesOf(option).map((box) => read(box).text).join("|")));
      all('#choices [data-key="unfold"]')[0]?.click();
    }
    return { made, small };
  }

  return { look, press };
})();
