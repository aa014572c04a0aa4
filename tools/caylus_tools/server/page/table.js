// The page of a table: it holds what is known of it and has every part drawn from that.
import { el, fill } from "./dom.js";
import { get } from "./net.js";

export async function show(main, id) {
  const told = await get(`/api/tables/${id}`);
  fill(main, el("h1", {}, told.title));
}
