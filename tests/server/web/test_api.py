"""The API is described as it is, and a program plays by what the manual says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from caylus_tools import server
from caylus_tools.server.web import app
from caylus_tools.server.web.api import CLOSED, LIVE, describe_api
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from .site import Site

pytestmark = pytest.mark.slow

MANUAL = Path(server.__file__).with_name("README.md")


def test_the_codes_of_sockets_are_described() -> None:
    codes = {code for name, code in vars(app).items() if name.isupper() and isinstance(code, int) and code >= 1000}
    assert codes == set(CLOSED)
    manual = MANUAL.read_text(encoding="utf-8")
    assert all(re.search(rf"^\|.*\b{code}\b.*\|", manual, re.MULTILINE) for code in codes)


def test_the_description_is_served(site: Site) -> None:
    told = site.browser().get("/api").json()
    assert told == json.loads(json.dumps(describe_api()))
    assert (told["openapi"], LIVE in told["paths"]) == ("3.1.0", True)


def test_a_program_plays_a_whole_game_by_the_manual(site: Site, tmp_path: Path) -> None:
    [program] = re.findall(r"```python\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
    assert len(program.strip().splitlines()) <= 45
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    ann = site.browser()
    reply = ann.do("/api/tables", base="tiny", seats=[{"kind": "person"}])
    assert reply.status_code == 200, reply.text
    answer = reply.json()
    [link] = answer["links"].values()
    subprocess.run([sys.executable, tmp_path / "program.py", f"{site.address}{link}"], check=True, timeout=120)
    assert ann.get(f"/api/tables/{answer['table']}").json()["status"] == "over"


def test_a_token_takes_the_place_of_a_cookie_and_has_a_form(site: Site) -> None:
    ann = site.browser()
    table, seat, _ = ann.open(1)
    address = site.address.replace("http", "ws", 1)
    program = {"Authorization": f"Bearer {ann.cookie}"}
    with connect(f"{address}/api/tables/{table}/live?seat={seat}", additional_headers=program, proxy=None) as socket:
        assert json.loads(socket.recv(timeout=30))["type"] == "hello"
    with (
        pytest.raises(InvalidStatus) as raised,
        connect(f"{address}/api/tables", additional_headers={"Authorization": "Bearer short"}, proxy=None),
    ):
        pass
    assert b"32 letters" in (raised.value.response.body or b"")
