"""`caylus serve` as somebody types it: what it says, what it refuses, and how it ends."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from caylus_tools.server.storage.store import Store
from support.running import Caylus, Run
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

WITHIN = 60.0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "70000"], "'70000' is not a port: 0 to 65535"),
        (["--address", "games.example.org"], "is no address to open: write it with its scheme, as in https://games.example.org"),
        (["--proxies", "everybody"], "'everybody' is no address of a proxy"),
        (["--limit", "tables=3"], "there is no limit 'tables'"),
        (["--limit", "sockets=many"], "--limit sockets=many is not a whole number"),
        (["--rulesets", "nowhere"], "nowhere is no folder"),
        (["--host", "no.such.host.invalid"], "--host no.such.host.invalid is no address of this machine"),
        (["--host", "192.0.2.77"], "--host 192.0.2.77 is no address of this machine"),
        (["--database", "mysql://host/name"], "a database of the kind mysql is not known here"),
        (["--database", "nonsense://"], "an address is"),
        (["--database", "sqlite:////proc/nowhere/tables.sqlite3"], "caylus serve: "),
        (["--check", "--backup", "x"], "not allowed with argument"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_in_a_sentence(
    caylus_: Caylus, words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    database = [] if "--database" in words else ["--database", "tables.sqlite3"]
    done = caylus_("serve", "--port", "0", *words, *database)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_port_that_is_in_use_is_named(caylus_: Caylus, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = caylus_("serve", "--port", str(port), "--database", str(tmp_path / "tables.sqlite3"))
    assert done.code == 2
    assert f"something listens at port {port} already" in done.err


@pytest.mark.nightly
def test_a_check_says_what_is_well_and_what_is_not(caylus_: Caylus, tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite3")
    done = caylus_("serve", "--check", "--port", "0", "--database", database)
    assert done.code == 0, done.out
    assert f"well   there is no database {database}, and the server will make it" in done.out
    assert re.search(r"well   \d+ rulesets can be played: classic, 1303", done.out)
    assert "limit  tables_per_hour=30" in done.out
    assert not list(tmp_path.iterdir())
    (tmp_path / "mine" / "empty").mkdir(parents=True)
    (tmp_path / "mine" / "empty" / "ruleset.yaml").touch()
    Store(database).close()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = caylus_("serve", "--check", "--port", port, "--database", database, "--rulesets", tmp_path / "mine")
    assert done.code == 1
    assert "WRONG  something listens at port" in done.out
    assert f"well   the database {database} can be used, and is of this version" in done.out
    assert f"WRONG  empty in {tmp_path / 'mine'} is not offered: " in done.out


@pytest.mark.slow
def test_a_backup_is_a_file_that_a_server_can_be_started_on(caylus_: Caylus, tmp_path: Path) -> None:
    kept, copy = tmp_path / "tables.sqlite3", tmp_path / "copy.sqlite3"
    assert caylus_("serve", "--backup", copy, "--database", str(kept)).code == 2  # there is nothing yet
    Store(str(kept)).close()
    assert caylus_("serve", "--backup", copy, "--database", str(kept)).code == 0
    assert caylus_("serve", "--restore", copy, "--database", str(tmp_path / "new.sqlite3")).code == 0
    Store(str(tmp_path / "new.sqlite3")).close()
    assert caylus_("serve", "--backup", tmp_path / "no" / "folder", "--database", str(kept)).code == 2


@pytest.fixture
def serving(environment: dict[str, str], tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of its own process, and its address."""
    command = [sys.executable, "-m", "caylus_tools", "serve", "--port", "0", "--database", str(tmp_path / "tables.sqlite3")]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1].rstrip("/")
        yield process, address
        process.kill()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.nightly)])
def test_a_server_that_is_asked_to_end_tells_everybody_and_ends_well(
    serving: tuple[subprocess.Popen[str], str], number: signal.Signals
) -> None:
    process, address = serving
    with httpx.Client(base_url=address, headers={"X-Caylus": "1"}, timeout=WITHIN, trust_env=False) as client:
        client.get("/")
        order = {"base": "classic", "seats": [{"mine": True}, {"mine": True}]}
        opened = client.post("/api/tables", json=order)
        assert opened.status_code == 200, opened.text
        table = opened.json()["table"]
        path = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        headers = {"Cookie": f"caylus={client.cookies['caylus']}", "Origin": address}
        with connect(path, additional_headers=headers, proxy=None) as line:
            while json.loads(line.recv(timeout=WITHIN))["type"] != "state":
                pass
            process.send_signal(number)
            while json.loads(line.recv(timeout=WITHIN))["type"] != "restarts":
                pass
            with pytest.raises(ConnectionClosed):
                line.recv(timeout=WITHIN)
            assert line.close_code == 1012, "the page may come again"
    assert process.wait(WITHIN) == 0
    assert process.stderr is not None
    assert "Traceback" not in process.stderr.read()


@pytest.mark.slow
def test_its_help_says_how_friends_get_in(run: Run, tmp_path: Path) -> None:
    done = run("serve", "--help")
    assert "--host 0.0.0.0" in done.stdout
    assert "CAYLUS_DATABASE" in done.stdout
