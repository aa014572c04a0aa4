"""Turns told elsewhere: once, in time, and to no address that is not everybody's."""

from __future__ import annotations

import json
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from caylus_tools.server import Refused, reminders
from caylus_tools.server.reminders import Turn, Webhooks, is_public

TURN = Turn("table-1", "Red", "Friday's game", "https://play.example.org/table/table-1")
SECONDS = 20.0
Told = tuple[str, str, str | None]


@contextmanager
def collect_messages(**more: Any) -> Iterator[tuple[Webhooks, Queue[Told]]]:
    heard: Queue[Told] = Queue()
    made = Webhooks(lambda *what: heard.put(what), pauses=(0.0, 0.0, 0.0), **more)
    try:
        yield made, heard
    finally:
        made.close()


class Listener:
    """A server at home that answers what it is told to, and remembers what it heard."""

    def __init__(self, *statuses: int, certificate: Path | None = None) -> None:
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        answers = iter(statuses)
        heard = self.heard

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                heard.append((self.path, dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
                status = next(answers, 200)
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"http://127.0.0.1:{self.server.server_port}/turn?of=mine"

    def __enter__(self) -> Listener:
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


def test_a_turn_is_told_with_the_names_and_a_link_without_a_secret() -> None:
    with Listener() as there, collect_messages(private=True) as (hooks, heard):
        hooks.tell(there.url, TURN)
        assert heard.get(timeout=SECONDS) == ("table-1", "Red", None)
    ((path, headers, body),) = there.heard
    assert path == "/turn?of=mine"
    assert headers["Content-Type"] == "application/json"
    text = "Friday's game: Red has to decide. https://play.example.org/table/table-1"
    assert json.loads(body) == {"text": text, "content": text, "table": TURN.title, "seat": "Red", "link": TURN.link}


@pytest.mark.slow
def test_it_is_tried_three_times_where_that_may_help() -> None:
    with Listener(500, 503, 200) as there, collect_messages(private=True) as (hooks, heard):
        hooks.tell(there.url, TURN)
        assert heard.get(timeout=SECONDS)[2] is None
    assert len(there.heard) == 3
    with Listener(500, 500, 500, 200) as there, collect_messages(private=True) as (hooks, heard):
        hooks.tell(there.url, TURN)
        assert heard.get(timeout=SECONDS)[2] == "The answer was 500."
    assert len(there.heard) == 3


@pytest.mark.parametrize(("status", "wrong"), [(404, "The answer was 404."), (302, "leads elsewhere and is not followed")])
def test_it_is_tried_once_where_that_would_not_help(status: int, wrong: str) -> None:
    with Listener(status) as there, collect_messages(private=True) as (hooks, heard):
        hooks.tell(there.url, TURN)
        assert wrong in (heard.get(timeout=SECONDS)[2] or "")
    assert len(there.heard) == 1


PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "2002:7f00:1::",
    "64:ff9b::7f00:1",
    "2001:db8::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_no_private_address_is_spoken_to(address: str) -> None:
    assert not is_public(ip_address(address))

    def resolve(host: str, port: int) -> Sequence[str]:
        return ["93.184.216.34", address]  # one that is everybody's does not help the other

    with collect_messages(resolve=resolve) as (hooks, heard):
        hooks.tell("https://rebound.example.org/", TURN)
        assert heard.get(timeout=SECONDS)[2] == "That address is not open to everybody."


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34"])
def test_an_address_that_is_everybodys_is(address: str) -> None:
    assert is_public(ip_address(address))


def test_the_address_that_was_looked_at_is_the_one_that_is_spoken_to(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    spoken_to: list[tuple[str, int]] = []

    def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["93.184.216.34"] if len(asked) == 1 else ["127.0.0.1"]  # the second answer means harm

    def connect(address: tuple[str, int], **_: Any) -> socket.socket:
        spoken_to.append(address)
        raise OSError("nobody")

    monkeypatch.setattr(reminders.socket, "create_connection", connect)
    with collect_messages(resolve=resolve) as (hooks, heard):
        hooks.tell("https://rebound.example.org/", TURN)
        assert heard.get(timeout=SECONDS)[2] == "That address is not open to everybody."
    assert spoken_to == [("93.184.216.34", 443)]
    assert asked == ["rebound.example.org"] * 2  # looked at anew for the second try, and refused


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https:///nothing",
        "https://",
        "https://user:secret@example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://example.org/\r\nX: y",
        "https://example.org/a b",
        "https://example.org/#here",
        "https://exämple.org/",
        "https://example.org/" + "a" * 500,
        "javascript:alert(1)",
        "",
        "https://[bad/",
    ],
)
def test_what_is_no_address_for_it_is_refused(url: str) -> None:
    with collect_messages() as (hooks, _), pytest.raises(Refused) as refused:
        hooks.check(url)
    assert refused.value.code == "bad"


@pytest.mark.slow
def test_an_ordinary_address_is_none_of_them() -> None:
    with collect_messages() as (hooks, _):
        hooks.check("https://discord.example.com/api/webhooks/1/abc-DEF?wait=true")
    with collect_messages(private=True) as (hooks, _):
        hooks.check("http://192.168.1.20:8123/api/webhook/turn")


def test_who_answers_drop_by_drop_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "SECONDS", 0.4)
    ended = threading.Event()
    there = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        while not ended.is_set():
            try:
                connection, _ = there.accept()
            except OSError:
                return
            with connection:
                try:
                    while not ended.wait(0.05):
                        connection.sendall(b"H")
                except OSError:
                    continue

    slow = threading.Thread(target=drip)
    slow.start()
    try:
        with collect_messages(private=True) as (hooks, heard):
            hooks.tell(f"http://127.0.0.1:{there.getsockname()[1]}/", TURN)
            assert "no answer" in (heard.get(timeout=SECONDS)[2] or "")
    finally:
        ended.set()
        there.close()
        slow.join()


@pytest.mark.slow
def test_a_name_that_nobody_has_and_a_door_that_nobody_opens_are_told() -> None:
    def resolve(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror("unknown")

    with collect_messages(private=True, resolve=resolve) as (hooks, heard):
        hooks.tell("https://nobody.example.org/", TURN)
        assert heard.get(timeout=SECONDS)[2] == "Nobody is called that."
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with collect_messages(private=True) as (hooks, heard):
        hooks.tell(f"http://127.0.0.1:{port}/", TURN)
        assert heard.get(timeout=SECONDS)[2] == "Nobody is there."


EXTENSIONS = """\
subjectAltName = DNS:home.test
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, digitalSignature
subjectKeyIdentifier = hash
"""


def make_certificate(folder: Path, days: int) -> Path:
    """A certificate that `home.test` has given itself for so many days from now, with its key."""
    key, request, extensions, made = (folder / name for name in ("key.pem", "request.pem", "extensions", "both.pem"))
    extensions.write_text(EXTENSIONS)
    for command in (
        f"req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=home.test -keyout {key} -out {request}",
        f"x509 -req -in {request} -signkey {key} -days {days} -extfile {extensions} -out {made}",
    ):
        subprocess.run(["openssl", *command.split()], check=True, capture_output=True)
    made.write_text(made.read_text() + key.read_text())
    return made


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")
def test_a_turn_is_told_over_tls_to_who_proves_what_they_are_called_and_to_nobody_else(tmp_path: Path) -> None:
    wrong = "It does not prove by its certificate that it is what it is called."
    for days, host, answer in [(2, "home.test", None), (2, "another.test", wrong), (-1, "home.test", wrong)]:
        certificate = make_certificate(tmp_path, days)
        trusting = ssl.create_default_context(cafile=str(certificate))
        with (
            Listener(certificate=certificate) as there,
            collect_messages(private=True, resolve=lambda *_: ["127.0.0.1"], context=trusting) as (hooks, heard),
        ):
            hooks.tell(f"https://{host}:{there.server.server_port}/turn", TURN)
            assert heard.get(timeout=SECONDS)[2] == answer, (days, host)
        assert [path for path, _, _ in there.heard] == ["/turn"] * (answer is None)


def test_who_does_not_prove_who_they_are_is_told_nothing() -> None:
    with Listener() as there, collect_messages(private=True) as (hooks, heard):
        hooks.tell(there.url.replace("http:", "https:"), TURN)
        assert heard.get(timeout=SECONDS)[2] in (
            "It does not prove by its certificate that it is what it is called.",
            "The connection was lost.",
        )
    assert there.heard == []


def test_too_much_at_once_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reminders, "MOST_WAITING", 2)
    ended = threading.Event()

    def resolve(host: str, port: int) -> Sequence[str]:
        ended.wait(SECONDS)
        return []

    with collect_messages(private=True, resolve=resolve) as (hooks, heard):
        for _ in range(reminders.AT_ONCE + 3):
            hooks.tell("https://slow.example.org/", TURN)
        assert heard.get(timeout=SECONDS)[2] == "Too much was to be told at once."
        ended.set()
