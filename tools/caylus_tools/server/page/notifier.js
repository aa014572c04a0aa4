// Shows that it is somebody's turn while no page is open. A push says nothing itself: what it is about is asked of the server.

const scope = /** @type {any} */ (self); // types of a page are checked here, and this is none

async function tell() {
  const answer = await fetch("api/tables", { headers: { Accept: "application/json" } });
  const { mine = [] } = answer.ok ? await answer.json() : {};
  const due = mine.filter((table) => table.seats.some((seat) => seat.to_move && table.yours.includes(seat.name)));
  const one = due.length === 1 ? due[0] : null;
  await scope.registration.showNotification("Your turn", {
    body: due.map((table) => table.title || "A game").join(", ") || "At one of your tables",
    icon: "favicon.ico",
    tag: "turn",
    data: one ? `/table/${one.table}` : "/",
  });
}

scope.addEventListener("push", (event) => event.waitUntil(tell()));

async function bring(page) {
  const path = new URL(`.${page}`, scope.registration.scope).pathname; // the server may lie below a path
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  return there ? there.focus() : scope.clients.openWindow(path);
}

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(bring(event.notification.data));
});
