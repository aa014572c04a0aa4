"""A server in a thread of the test's process, and browsers that come to it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import httpx
from caylus_tools.server.settings import Limits, Settings
from caylus_tools.server.web.app import application
from caylus_tools.server.web.running import listening, make_server
from caylus_tools.server.web.services import Services, open_services
from support.serving.people import take_message
from support.tiny import write
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

COUNTING = """
state told number
game "Counting" for 1 to 3 players { repeat at most 50 times { do round() } }
action round() {
  for each player in players {
    choose "Say a number" {
      option small "say one" { raise told by 1 }
      option large "say five" { raise told by 5 }
    }
  }
}
"""
TABLES = 10_000
"""Of what is bounded in an hour, where a test is about something else."""
FREE = Limits(
    tables_per_hour=TABLES,
    public_tables_per_hour=TABLES,
    seats_per_hour=TABLES,
    uploads_per_hour=TABLES,
    requests_per_second=TABLES,
    choices_per_second=TABLES,
)


class Browser(httpx.Client):
    """Keeps its cookie, and says what the pages of the server say."""

    def __init__(self, address: str, **headers: str) -> None:
        super().__init__(base_url=address, headers={"X-Caylus": "1", **headers}, timeout=60, trust_env=False, verify=False)
        self.get("/")

    @property
    def cookie(self) -> str:
        return str(self.cookies["caylus"])

    def do(self, path: str, **fields: Any) -> httpx.Response:
        return self.post(path, json=fields)

    def open(self, seats: int = 2, **order: Any) -> tuple[str, str, str]:
        """A table, this browser's seat at it, and the link to another."""
        people = [{"kind": "person", "mine": number == 0} for number in range(seats)]
        answer = self.do("/api/tables", **{"base": "tiny", "seats": people, **order})
        assert answer.status_code == 200, answer.text
        opened = answer.json()
        [mine] = self.get(f"/api/tables/{opened['table']}").json()["yours"]
        return opened["table"], mine, next(iter(opened["links"].values()), "")

    def sit(self, link: str, label: str = "") -> str:
        """Takes the seat that a link gives, and says which it is."""
        table, _, token = link.partition("#")[2].partition(".")
        seats = self.get(f"/api/tables/{table}").json()["seats"]
        free = next(seat["name"] for seat in seats if not seat["taken"])
        answer = self.do(f"/api/tables/{table}/seats/{free}/claim", token=token, label=label)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["seat"])

    @contextmanager
    def live(self, table: str, seat: str | None = None, **headers: str) -> Iterator[Live]:
        """A socket, with these headers in place of those that the page would send; an empty one is not sent."""
        address = str(self.base_url).rstrip("/")
        told = {"Cookie": f"caylus={self.cookie}", "Origin": address, **headers}
        path = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live" + (f"?seat={seat}" if seat else "")
        sent = {name: value for name, value in told.items() if value}
        with connect(path, additional_headers=sent, proxy=None) as socket:
            yield Live(socket)


class Live:
    """The messages from a socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._state: dict[str, Any] = {}

    def next(self, sort: str) -> dict[str, Any]:
        """The next message of a sort, or the state after the next change; others are passed over."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=30))
            before, self._state = self._state, take_message(self._state, message)
            if sort == "state" and self._state is not before:
                return self._state
            if message["type"] == sort:
                return message

    def state(self, revision: int) -> dict[str, Any]:
        while (state := self.next("state"))["revision"] < revision:
            pass
        return state

    def say(self, **fields: Any) -> None:
        self.socket.send(json.dumps(fields))

    def code(self) -> int | None:
        """The code why it was closed, once it is."""
        with suppress(ConnectionClosed):
            while True:
                self.socket.recv(timeout=30)
        return self.socket.close_code


class Site:
    """A running server, with `tiny` among its rulesets."""

    def __init__(self, folder: Path, **set_: Any) -> None:
        rulesets = folder / "rulesets"
        (rulesets / "tiny").mkdir(parents=True)
        write(rulesets / "tiny", COUNTING)
        given = {"database": f"sqlite:///{folder / 'tables.sqlite3'}", "port": 0, "rulesets": rulesets, "limits": FREE, **set_}
        self.settings = Settings(**given)
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        socket = self._closing.enter_context(listening(self.settings))
        self.address = f"http://127.0.0.1:{socket.getsockname()[1]}"
        self.services: Services = self._closing.enter_context(open_services(self.settings, self.address))
        server = make_server(application(self.services))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [socket]})
        thread.start()
        self._closing.callback(thread.join)
        self.end = lambda: setattr(server, "should_exit", True)
        self._closing.callback(self.end)
        while not server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def browser(self, **headers: str) -> Browser:
        browser = Browser(self.address, **headers)
        self._closing.callback(browser.close)
        return browser
