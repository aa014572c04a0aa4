// One moment of a table as its board needs it: what the picture tells of the rules, and the state of this game, by cell.

/** `handlers` are what the page does when a cell is chosen, asked about or looked up. */
export class Scene {
  constructor(picture, state, handlers) {
    this.picture = picture;
    this.state = state;
    this.handlers = handlers;
    this.view = state.view;
    /** @type {Map<string, any[]>} The options of each cell. */
    this.offers = new Map();
    for (const option of state.options ?? []) {
      for (const cell of option.cells ?? []) this.offers.set(cell, [...(this.offers.get(cell) ?? []), option]);
    }
    this.cells = new Map();
    for (const [row, told] of Object.entries(picture.rows)) {
      const now = this.row(row);
      told.spaces.forEach((space, at) => this.cells.set(space.name, { ...space, row: told, rowName: row, now: now[at] ?? {} }));
      if (told.queue) this.cells.set(told.queue.of, this.queue(told, row));
    }
    const counted = [...this.offers.values()].map((offers) => price(offers));
    this.priced = counted.some((pays) => pays && Object.keys(pays).length);
  }

  /** The spaces of a row of the table, or of a player's: `Red yard`. */
  row(name) {
    if (this.view.rows[name]) return this.view.rows[name];
    const owner = this.view.players.find((player) => name.startsWith(`${player.name} `) && player.rows?.[name.slice(player.name.length + 1)]);
    return owner ? owner.rows[name.slice(owner.name.length + 1)] : [];
  }

  /** The place beside the spaces of a row at which players queue; it has nothing of a space but who is there. */
  queue(row, rowName) {
    const { of, by } = row.queue;
    const bare = { ...row, head: null, pieces: [], facts: [], markers: {}, marks: null, dim: null, margin: null, given: true };
    return { name: of, number: null, title: this.title(of), row: bare, rowName, now: {}, joinedBy: by };
  }

  /** Whether a phase of the round is over. */
  isOver(phase) {
    const at = (name) => this.picture.phases.findIndex((each) => each.name === name);
    return at(phase) < at(this.view.phase?.name);
  }

  value(name, cell) {
    const found = name && this.view.values?.[name];
    return found && typeof found === "object" ? found[cell] : found;
  }

  isSeat(name) {
    return this.picture.seats.some((seat) => seat.name === name);
  }

  /** What a name of the rules is called: a thing, a seat, a state, a space. */
  title(name) {
    const cell = this.cells.get(name);
    return this.picture.things[name]?.title ?? cell?.title ?? this.picture.seats.find((seat) => seat.name === name)?.title
      ?? this.picture.words[name] ?? String(name).replaceAll("_", " ");
  }

  /** A list or a state of the table. */
  told(name) {
    return name in this.view.lists ? this.view.lists[name] : this.view.table[name];
  }

  /** The markers that stand on a space, as `{state, sign}`; one that what is chosen would move there `comes`. */
  markersOn(cell) {
    const { coming } = this.handlers;
    return Object.entries(cell.row.markers)
      .map(([state, sign]) => ({ state, sign, cell, comes: coming?.closer === state && coming.to === cell.number && coming.to !== coming.from }))
      .filter(({ state, comes }) => comes || [cell.name, cell.number].includes(this.view.table[state]));
  }
}

/** Whether a table has no places at all: then its panels are its board. */
export const isRowless = (/** @type {Scene} */ { picture }) => Object.keys(picture.rows).length === 0;

/** What every one of some offers costs; null where they differ. */
export function price(offers) {
  const told = offers.map((offer) => JSON.stringify(offer.pays ?? {}));
  return told.every((each) => each === told[0]) ? (offers[0].pays ?? {}) : null;
}

