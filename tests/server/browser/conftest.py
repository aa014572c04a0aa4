"""Real browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.browsing import Visitors, chromium
from support.serving.process import Server

HOSTILE = """
resource nut "<b>nut</b>"
kind spot plural spots { state on player }
each player has { toString number }
row ring "<img src=x onerror=alert(1)>" of 3 spots
game "<i>Ring</i>" for 1 to 2 players {
  for each player in players {
    may choose "<script>alert(1)</script>" or "none" { option stand(spot in spots where spot.on is none) "on {spot}" { set spot.on to player, gain 1 nut } }
  }
}
value score(player) = player.nut
"""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Ends before tests of another package: while it is there, nothing else of this thread can run an event loop."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Iterator[Server]:
    """One for all tests that do not stop it. It offers some games of the tests as well, and one whose titles look like markup."""
    folder = tmp_path_factory.mktemp("rulesets")
    for name in ("harbour", "lots", "noughts"):
        (folder / name).symlink_to(Path(__file__).parents[2] / "games" / name)
    (folder / "ring").mkdir()
    manifest = "name: ring\ntitle: Ring\nversion: 1.0.0\nlanguage: 1\nseats: [Al, Bo]\nrules: [ring.rules]\n"
    (folder / "ring" / "ruleset.yaml").write_text(manifest)
    (folder / "ring" / "ring.rules").write_text(HOSTILE)
    with Server(tmp_path_factory.mktemp("server"), None, "--rulesets", str(folder), environment=environment) as server:
        yield server


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """The visitors of the server."""
    coming = Visitors(browser, server.address)
    yield coming
    coming.leave()
