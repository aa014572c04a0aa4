"""Connections cost a server something: there are so many of them and no more, and none is held for nothing."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from dataclasses import replace

import httpx
import pytest
from caylus_tools.server.settings import Limits, Settings
from caylus_tools.server.web.guard import Connections, count_connections, count_needed_files, find_want, open_files

from .site import FREE, Site

MOST, SECONDS = 8, 1


@pytest.fixture(scope="module")
def narrow(start: Callable[..., Site]) -> Site:
    return start(limits=replace(FREE, connections_per_address=MOST, head_seconds=SECONDS))


def connect(site: Site) -> socket.socket:
    host, port = site.address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=20)


def is_closed(opened: socket.socket) -> bool:
    try:
        return opened.recv(1000) == b""
    except ConnectionResetError:
        return True


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "slowly"),
    [
        (b"", b""),
        (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"x" * 100),
        (b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 100),
        (b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n", b"x" * 100),
    ],
    ids=["nothing", "the first head", "a later head", "a body that nobody waits for"],
)
def test_who_takes_too_long_to_say_what_they_want_is_let_go(narrow: Site, before: bytes, slowly: bytes) -> None:
    with connect(narrow) as opened:
        if before:
            opened.sendall(before)
            assert opened.recv(1000).startswith(b"HTTP/1.1 200")
        try:
            for byte in slowly:
                opened.sendall(bytes([byte]))
                time.sleep(0.05)
        except OSError:
            pass
        else:
            assert is_closed(opened)


@pytest.mark.slow
def test_a_line_that_is_looked_on_by_is_not_let_go(narrow: Site) -> None:
    ann = narrow.browser()
    table, seat, _ = ann.open(1)
    with ann.live(table, seat) as line:
        line.state(0)
        time.sleep(SECONDS * 1.5)
        line.say()
        assert line.next("beat") == {"type": "beat"}
    ann.close()


def test_an_address_has_so_many_connections_and_others_are_served(narrow: Site, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        held = [connect(narrow) for _ in range(MOST * 3)]
        time.sleep(0.2)
        assert len(narrow.services.connections) == MOST
        assert all(is_closed(one) for one in held[MOST:])
    assert sum("too many connections" in record.getMessage() for record in caplog.records) == 1
    for one in held:
        one.close()
    end = time.monotonic() + 10
    while len(narrow.services.connections) and time.monotonic() < end:
        time.sleep(0.05)
    assert httpx.get(f"{narrow.address}/health", trust_env=False).status_code == 200


@pytest.mark.parametrize(
    ("host", "proxies", "taken"),
    [
        ("10.0.0.1", (), 2),
        ("10.0.0.1", ("10.0.0.0/8",), 5),
        ("10.0.0.1", ("127.0.0.1",), 2),
        ("::1", ("::1",), 5),
        ("2001:db8::1", ("127.0.0.1",), 2),
        ("", ("127.0.0.1",), 2),
    ],
)
def test_a_proxy_that_is_told_of_has_as_many_as_there_are(host: str, proxies: tuple[str, ...], taken: int) -> None:
    limits = Limits(connections_per_address=2, connections=5)
    connections = Connections(Settings("", proxies=proxies, limits=limits))
    transports = [asyncio.BaseTransport() for _ in range(7)]
    assert sum(connections.admit(transport, host) for transport in transports) == taken == len(connections)
    for transport in transports:
        connections.leave(transport)
        connections.leave(transport)
    assert (len(connections), connections.refused) == (0, 7 - taken)


def test_addresses_of_one_network_count_as_one() -> None:
    connections = Connections(Settings("", limits=Limits(connections_per_address=2)))
    hosts = ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1")
    assert [connections.admit(asyncio.BaseTransport(), host) for host in hosts] == [True, True, False, True]


def test_no_more_connections_are_taken_than_files_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    set_: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 2048))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: set_.append(both))
    assert count_needed_files(Limits()) > 2048
    assert open_files(Limits()) == 2048
    assert set_ == [(2048, 2048)]
    connections = Connections(Settings("", proxies=("127.0.0.1",)))
    taken = sum(connections.admit(asyncio.BaseTransport(), "127.0.0.1") for _ in range(3000))
    assert 1000 < taken < 2048


@pytest.mark.parametrize(
    ("files", "connections", "want"),
    [(64, 32, "only 64 files may be open, and a server needs 256"), (256, 128, ""), (500, 250, ""), (2048, 1648, "")],
)
def test_where_few_files_may_be_open_a_server_takes_fewer_connections_or_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, files: int, connections: int, want: str
) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (files, files) if kind == resource.RLIMIT_NOFILE else (-1, -1))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, both: None)
    assert count_connections(Limits()) == connections
    assert find_want(Limits()).startswith(want)
    assert bool(find_want(Limits())) == bool(want)


@pytest.mark.parametrize("kind", ["RLIMIT_FSIZE", "RLIMIT_AS"])
def test_a_server_that_has_too_little_room_says_what_it_needs(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    resource = pytest.importorskip("resource")
    low = getattr(resource, kind)
    monkeypatch.setattr(
        resource,
        "getrlimit",
        lambda one: (600 * 1024,) * 2 if one == low else (10_000, 10_000) if one == resource.RLIMIT_NOFILE else (-1, -1),
    )
    assert "only 0 MB, and a server needs" in find_want(Limits())
