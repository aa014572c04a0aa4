"""A server below a path of its host, behind a proxy that strips the path or keeps it, serves what it serves at the top."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import threading
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import caylus_tools.server
import pytest
from caylus_tools.cli.commands.serve import _address

from .site import Browser, Site

PATH = "/games/caylus"


class Proxy:
    """A proxy that serves a host below `PATH`: it hands on one request of each connection, with the path or without."""

    def __init__(self, strips: bool) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.origin = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.port, self._strips = 0, strips
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(client,), daemon=True).start()

    def _answer(self, client: socket.socket) -> None:
        with client, suppress(OSError):
            self._hand_on(client)

    def _hand_on(self, client: socket.socket) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            if not (data := client.recv(65536)):
                return
            head += data
        head, _, body = head.partition(b"\r\n\r\n")
        line, *headers = head.decode("latin-1").split("\r\n")
        method, path, version = line.split(" ")
        assert path.startswith(PATH), f"{path} is not below the path of the server"
        path = path.removeprefix(PATH) or "/" if self._strips else path
        headers = [header for header in headers if not header.lower().startswith("connection:")]
        is_socket = any(header.lower() == "upgrade: websocket" for header in headers)
        headers.append(f"Connection: {'Upgrade' if is_socket else 'close'}")
        with socket.create_connection(("127.0.0.1", self.port)) as server:
            server.sendall("\r\n".join([f"{method} {path} {version}", *headers, "", ""]).encode("latin-1") + body)
            upward = threading.Thread(target=self._copy, args=(client, server), daemon=True)
            upward.start()
            self._copy(server, client)
            client.shutdown(socket.SHUT_RDWR)
            upward.join()

    @staticmethod
    def _copy(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)


@pytest.fixture(
    scope="module", params=[pytest.param(True, id="strips"), pytest.param(False, id="keeps", marks=pytest.mark.nightly)]
)
def home(request: pytest.FixtureRequest, start: Callable[..., Site]) -> Iterator[str]:
    """The address of a server behind a proxy."""
    proxy = Proxy(request.param)
    site = start(address=f"{proxy.origin}{PATH}", proxies=("127.0.0.1",))
    proxy.port = int(site.address.rpartition(":")[2])
    yield f"{proxy.origin}{PATH}"
    proxy.listener.close()


@pytest.mark.slow
def test_a_round_is_played_below_a_path(home: str) -> None:
    ann, ben = Browser(home), Browser(home)
    table, mine, link = ann.open()
    theirs = ben.sit(link)
    seats = {mine: ann, theirs: ben}
    origin = home.removesuffix(PATH)
    with ann.live(table, mine, Origin=origin) as one, ben.live(table, theirs, Origin=origin) as other:
        for revision in range(4):
            told = {seat: live.state(revision) for seat, live in ((mine, one), (theirs, other))}
            [seat] = [seat for seat, state in told.items() if state["options"]]
            fields = {"seat": seat, "revision": revision, "option": told[seat]["options"][0]["id"], "key": f"key{revision}"}
            assert seats[seat].do(f"/api/tables/{table}/choose", **fields).status_code == 200
        assert one.state(4)["revision"] == 4
    assert ann.get(f"/table/{table}/rulebook").status_code == 200
    assert f'"{PATH}/static/' in ann.get(f"/table/{table}/rulebook").text


@pytest.mark.slow
def test_pages_and_what_they_load_lie_below_the_path(home: str) -> None:
    browser = Browser(home)
    [cookie] = [cookie for cookie in browser.cookies.jar if cookie.name == "caylus"]
    assert cookie.path == PATH
    for page in ("/", "/new", "/workshop", "/table/abc", "/table/abc/rules"):
        answer = browser.get(page)
        links = re.findall(r'(?:href|src)="([^"]+)"', answer.text)
        assert answer.status_code == 200
        assert links
        assert [link for link in links if not link.startswith(f"{PATH}/")] == []
    for link in links:
        assert browser.get(f"{home.removesuffix(PATH)}{link}").status_code == 200, link
    for file in ("/app.webmanifest", "/notifier.js"):
        assert not re.search(r'(?:fetch\(|icon: |"(?:src|scope|start_url)": )"/', browser.get(file).text), (
            "it names what lies beside it"
        )
    assert browser.get(home, follow_redirects=True).is_success


@pytest.mark.slow
def test_scripts_of_the_page_know_the_path_that_they_came_by(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("no Node.js here")
    page = Path(caylus_tools.server.__file__).parent / "page" / "paths.js"
    results = []
    for folder in ("", PATH.strip("/")):
        file = tmp_path / folder / "static" / "v1" / "paths.mjs"
        file.parent.mkdir(parents=True)
        text = page.read_text("utf-8").replace("import.meta.url", f"'http://h/{folder}{'/' if folder else ''}static/v1/paths.js'")
        file.write_text(text, encoding="utf-8")
        script = f"globalThis.location = {{ pathname: '/{folder}' }}; const p = await import('{file.as_uri()}');"
        script += "console.log(p.addressOf('/new'), p.pagePath())"
        words = ["node", "--input-type=module", "-e", script]
        results.append(subprocess.run(words, capture_output=True, text=True, timeout=60, check=True).stdout.split())
    assert results == [["/new", "/"], [f"{PATH}/new", "/"]]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("https://Games.Example.org", "https://games.example.org"),
        ("https://example.org/", "https://example.org"),
        ("https://example.org/caylus", "https://example.org/caylus"),
        ("https://example.org:8443/a/B_c.d-e/", "https://example.org:8443/a/B_c.d-e"),
        ("http://[::1]:8000/newer", "http://[::1]:8000/newer"),
    ],
)
def test_an_address_may_have_a_path(text: str, address: str) -> None:
    assert _address(text) == address


@pytest.mark.parametrize("text", ["games.example.org", "example.org/caylus", "ftp://a.org", "https://a.org/x?y", "https://a.org/#x", "https://u@a.org/x", "https://a.org/new", "https://a.org/table/x", "https://a.org/a//b", "https://a.org/a/../b", "https://a.org/ä", "https://a.org/a%20b", "https:///x"])  # fmt: skip
def test_another_address_is_refused_with_one_that_would_do(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"as in https://"):
        _address(text)
