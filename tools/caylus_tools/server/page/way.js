// Where the stops of a way lie: it winds, so that what is near on it is near on the board.

/** The stops of a path: a cell for each space of its rows, and one for each list. */
export function stops(scene) {
  return scene.picture.path.stops.flatMap((stop) =>
    stop.list ? [{ list: stop.list }] : scene.picture.rows[stop.row].spaces.map((space) => ({ cell: scene.cells.get(space.name) })),
  );
}

/**
 * Each stop with `row`, `column`, `span`, and where the way goes on: `before` and `after`, each "left", "right", "above", "below" or null.
 *
 * Rows alternate in direction, as a winding lane does. A list takes all that is left of its row, two columns at least.
 */
export function wind(found, columns) {
  let [row, at] = [0, 0];
  const laid = found.map((stop) => {
    if (stop.list && at > columns - 2) [row, at] = [row + 1, 0];
    const span = stop.list ? columns - at : 1;
    const isBack = row % 2 === 1;
    const lies = { ...stop, row, span, column: isBack ? columns - span - at : at, isBack };
    at += span;
    if (at >= columns) [row, at] = [row + 1, 0];
    return lies;
  });
  laid.forEach((stop, number) => {
    const [last, next] = [laid[number - 1], laid[number + 1]];
    stop.before = !last ? null : last.row < stop.row ? "above" : stop.isBack ? "right" : "left";
    stop.after = !next ? null : next.row > stop.row ? "below" : stop.isBack ? "left" : "right";
  });
  return laid;
}
