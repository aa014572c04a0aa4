"""A socket is the line down to one page: it tells the newest state, and nobody who may not know it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import pytest
from caylus_tools.server import Refused
from caylus_tools.server.tables import Message
from caylus_tools.server.web import hub as hub_module
from caylus_tools.server.web.hub import MOST_OWED, Hub, Listener
from caylus_tools.server.web.monitoring import Metrics
from caylus_tools.server.workers import TableDirectory
from websockets.exceptions import InvalidStatus

from .site import Browser, Site

Table = tuple[Browser, str, str]


@pytest.fixture
def table(site: Site) -> Table:
    ann = site.browser()
    table, seat, _ = ann.open(1)
    return ann, table, seat


def test_a_page_is_told_who_speaks_who_is_there_and_how_things_are(site: Site, table: Table) -> None:
    ann, id_, seat = table
    with ann.live(id_, seat) as line:
        told = [json.loads(line.socket.recv(timeout=30)) for _ in range(3)]
    assert [message["type"] for message in told] == ["hello", "online", "state"]
    assert told[0]["server"] == site.services.assets.version
    assert told[1]["seats"] == [seat]


@pytest.mark.slow
def test_what_a_page_was_sent_is_not_told_again(table: Table) -> None:
    ann, id_, seat = table
    ann.do(f"/api/tables/{id_}/chat", text="Hello", seat=seat)
    with ann.live(id_, seat) as line:
        state = line.state(0)
        assert [said["text"] for said in state["chat"]] == ["Hello"]
        line.say(since=state["cursor"], chat=state["chat"][-1]["number"])
        assert line.next("beat") == {"type": "beat"}
        ann.do(f"/api/tables/{id_}/chat", text="Bye", seat=seat)
        change = line.next("change")
        assert (change["since"], [said["text"] for said in change["chat"]]) == (state["moment"], ["Bye"])


def test_a_page_that_has_missed_something_asks_for_everything(table: Table) -> None:
    ann, id_, seat = table
    with ann.live(id_, seat) as line:
        state = line.state(0)
        line.say(whole=True)
        again = line.next("state")
        assert (again["type"], again["view"]) == ("state", state["view"])


@pytest.mark.parametrize("origin", ["https://evil.example", "null", ""])
def test_pages_of_others_may_not_listen(table: Table, origin: str) -> None:
    ann, id_, seat = table
    with pytest.raises(InvalidStatus) as raised, ann.live(id_, seat, Origin=origin):
        pass
    assert raised.value.response.status_code == 403


@pytest.mark.slow
def test_who_may_not_look_on_is_told_why(site: Site, table: Table) -> None:
    ann, id_, seat = table
    ben = site.browser()
    for browser, which, name, headers, code in (
        (ann, id_, seat, {"Cookie": ""}, 4401),
        (ann, id_, seat, {"Cookie": "caylus=forged"}, 4401),
        (ann, "nowhere", None, {}, 4404),
        (ben, id_, seat, {}, 4403),
        (ben, id_, None, {}, 4403),
        (ann, id_, "%00", {}, 4404),
    ):
        with browser.live(which, name, **headers) as line:
            assert line.code() == code, (which, name, headers)


@pytest.mark.parametrize("code", ["busy", "too_long"])
def test_who_cannot_look_on_just_now_is_told_to_come_again(
    site: Site, table: Table, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise Refused(code, "Not now.")

    ann, id_, seat = table
    monkeypatch.setattr(site.services.tables, "ask", refuse)
    with ann.live(id_, seat) as line:
        assert line.code() == 1013


@pytest.mark.parametrize(
    ("said", "times", "code"),
    [
        *((said, 1, 4400) for said in ("", "[]", "{", '{"since": 5}', '{"chat": -1}', '{"more": 1}', '{"chat": 1e999}', b"\xff")),
        (b"{}", 1, 4400),
        ("{}", 60, 4429),
        (json.dumps({"since": "x" * 10_000}), 1, 1009),
    ],
)
def test_a_page_that_talks_nonsense_or_too_much_is_let_go(table: Table, said: str | bytes, times: int, code: int) -> None:
    ann, id_, seat = table
    with ann.live(id_, seat) as line:
        line.state(0)
        for _ in range(times):
            line.socket.send(said)
        assert line.code() == code


@pytest.mark.slow
def test_a_page_that_reads_slowly_hears_of_the_newest_and_keeps_nobody_waiting(site: Site, table: Table) -> None:
    """What it does not read fills the system's buffers; behind these there is one state, however many there have been."""
    ann, id_, seat = table
    with ann.live(id_, seat) as slow, ann.live(id_, seat) as quick:
        slow.state(0)
        quick.state(0)
        room = site.services.hub._rooms[id_]
        for revision in range(20):
            ann.do(f"/api/tables/{id_}/choose", seat=seat, revision=revision, option="small", key=f"k{revision}")
            quick.state(revision + 1)
        assert all(len(listener._outbox) <= 4 for listener in room.listeners)
        assert slow.state(20)["revision"] == 20


def test_behind_a_page_that_reads_slowly_lies_the_newest_of_each_sort() -> None:
    async def read() -> list[bytes]:
        listener = Listener("Ann", "visitor", "", "household")
        for sort, message in (("state", b"old"), ("online", b"all"), ("state", b"newer"), ("state", b"newest")):
            listener.offer(sort, message)
        return [await listener.next() for _ in range(2)]

    assert asyncio.run(read()) == [b"newest", b"all"]


class Large:
    """Tables at which each state is a megabyte; `asked` are the moments that pages have named."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def listen(self, listener: Callable[[str], None]) -> None: ...

    def ask(self, table: str, operation: object, looking: Sequence[tuple[Any, ...]]) -> list[Message]:
        self.asked += [one[-1] for one in looking]
        return [Message(b"x" * 2**20, f"moment {len(self.asked)}", "", 0) for _ in looking]


@contextmanager
def look_on(number: int) -> Iterator[tuple[Hub, Large, list[Listener]]]:
    """Within a loop: so many pages of one address, each at a table of its own."""

    async def run(table: str, who: object, function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)

    tables = Large()
    hub = Hub(cast(TableDirectory, tables), run, Metrics())
    listeners = [Listener(None, "visitor", "", "household") for _ in range(number)]
    for table, listener in enumerate(listeners):
        hub.join(str(table), listener)
    yield hub, tables, listeners


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def states(listener: Listener) -> int:
    return sum(isinstance(message, Message) for message in listener._outbox.values())


def test_pages_of_one_address_that_read_nothing_are_owed_so_much_and_no_more() -> None:
    async def look() -> None:
        with look_on(100) as (hub, _, listeners):
            await settle()
            owed = sum(map(states, listeners))
            assert 8 <= owed <= MOST_OWED // hub_module._EXPECTED
            told = 0
            while waiting := next((one for one in listeners if states(one)), None):
                while not isinstance(waiting._outbox[next(iter(waiting._outbox))], Message):
                    await waiting.next()
                await waiting.next()
                hub.note_read(str(listeners.index(waiting)), waiting)
                await settle()
                told += 1
            assert told == 100, "who reads is told, and so are all who had to wait"
            assert not hub._owed

    asyncio.run(look())


def test_a_page_that_has_not_read_its_state_is_told_the_newest_once_it_has() -> None:
    async def look() -> None:
        with look_on(1) as (hub, tables, [listener]):
            await settle()
            for _ in range(3):
                hub.owe("0", listener)
                await settle()
            assert tables.asked == [""]
            while not listener.is_reading:
                await listener.next()
            hub.note_read("0", listener)
            await settle()
            assert tables.asked == ["", "moment 1"], "the difference to what it has read"

    asyncio.run(look())


def test_what_is_owed_to_a_page_that_goes_is_forgotten() -> None:
    async def look() -> None:
        with look_on(40) as (hub, _, listeners):
            await settle()
            for table, listener in enumerate(listeners):
                hub.leave(str(table), listener)
                await settle()
            assert (dict(hub._owed), hub._rooms) == ({}, {})

    asyncio.run(look())


def test_so_many_pages_and_no_more(site: Site, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, id_, seat = table
    monkeypatch.setattr(type(site.services.hub), "from_household", lambda *_: 100)
    with ann.live(id_, seat) as line:
        assert line.code() == 4429


def test_who_has_gone_is_forgotten(site: Site, table: Table) -> None:
    ann, id_, seat = table
    with ann.live(id_, seat) as line:
        line.state(0)
    for _ in range(200):
        if id_ not in site.services.hub._rooms:
            break
        time.sleep(0.05)
    assert id_ not in site.services.hub._rooms
