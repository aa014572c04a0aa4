// Every sentence of the page, one section a part of it. A page in another language changes these files alone.
import { around } from "./strings_around.js";
import { board } from "./strings_board.js";
import { play } from "./strings_play.js";

export const say = {
  bot: (/** @type {string} */ policy) => policy.replace(/^([^:]*)(?::(\d+))?(.*)$/, (_, name, number, rest) => `${name}${rest} bot${number ? `, strength ${number}` : ""}`),
  page: {
    unknown: "There is no such page",
    broken: "This page could not be drawn",
    reload: "Try to load it again; the game itself is safe on the server.",
    home: "To the tables",
  },
  ...board,
  ...play,
  ...around,
};
