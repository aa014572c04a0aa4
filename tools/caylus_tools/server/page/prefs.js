// What a browser remembers of its reader's habits. A browser that keeps nothing forgets them, and all else works.

const NAMES = { theme: "", motion: "", letters: "on", sound: "off", stock: "off", once: "on", name: "", learn: "off", warn: "off", hint: "off", told: "", held: "off", notify: "off" };

/** One habit: `theme` (light, dark, or as the system has it), `motion` (off, or likewise), `letters`, `sound`, `stock`, `once`, `learn`, `warn`, `hint` and `notify` (on, off), the `name` last given, the lessons `told`, whether a finger has `held` a place or card. */
export function habit(name) {
  try {
    return localStorage.getItem(`caylus.${name}`) ?? NAMES[name];
  } catch {
    return NAMES[name];
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(`caylus.${name}`, value);
  } catch {
    // a private window: the habit lasts as long as the page
  }
}

/** Whether nothing is to move on the board. */
export const isStill = () => habit("motion") === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

const wished = (theme) => theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

/** Puts the theme on the page, now and when the system's changes. */
export function wear() {
  const put = () => (document.documentElement.dataset.theme = wished(habit("theme")));
  put();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", put);
}

/** The other theme, from now on. */
export function turn() {
  const other = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  keep("theme", other);
  document.documentElement.dataset.theme = other;
}
