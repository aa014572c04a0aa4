// What the board says.
export const board = {
  board: {
    free: "free",
    can: (ways) => (ways === 1 ? "can be chosen" : `can be chosen in ${ways} ways`),
    costs: (price) => `can be chosen for ${price}`,
    cannot: "not now",
    here: (marker) => `${marker} is here`,
    cut: (marker, steps) => `idle if ${marker} goes back ${steps}`,
    joined: (marker, steps) => `idle unless ${marker} comes forward ${steps}`,
    empty: (first, last) => (first === last ? `${first} is empty` : `${first}–${last} are empty`),
    open: (columns) => `open to ${columns}`,
    none: "none",
    current: "now",
    asks: "asks now",
    comes: "new here",
    hold: "Hold a space or a card to read what it does.",
    movers: (marker) => `${marker} may still move`,
    on: (markers, place) => `${markers.join(" and ")} on ${place}.`,
    next: (place) => `next: ${place}`,
    back: (marker) => `idle if ${marker} goes back so far`,
    forward: (marker) => `idle unless ${marker} comes so far`,
  },
};
