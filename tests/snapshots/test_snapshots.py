"""What people read, as it was when somebody last looked at it.

`python3 tools/run.py pytest tests/snapshots --update-snapshots` writes the files anew; the difference is then for Git to show.
"""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus.diagnostics.render import codes, page, render
from caylus_tools.answers.current_state import Info
from caylus_tools.bots import bot_named
from caylus_tools.doc.markdown import markdown
from caylus_tools.doc.reference import reference
from caylus_tools.verbalize.log import render_log
from diagnostics.examples import check_example
from support.snapshots import FOLDER, Snapshot

pytestmark = pytest.mark.slow

EDITIONS = ("classic", "1303")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rulebook(edition: str, snapshot: Snapshot) -> None:
    snapshot(f"{edition} rulebook.md", markdown(reference(caylus.load(edition))))


@pytest.mark.parametrize("edition", EDITIONS)
def test_info_of_every_tile_and_of_all_else_that_has_a_name(edition: str, snapshot: Snapshot) -> None:
    rules = caylus.load(edition)
    game, about = rules.new_game(3, seed=3), Info(rules)
    view = game.view(game.players[game.seat])
    things = [thing.name for kind in rules.model.kinds.values() if kind.parent is None for thing in kind.objects]
    told = ["\n".join(about.tell(name, None, view)) for name in things]
    snapshot(f"{edition} info.txt", "\n\n".join(told) + "\n")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_log_of_a_game(edition: str, snapshot: Snapshot) -> None:
    game = caylus.load(edition).new_game(3, seed=3)
    bot = bot_named("greedy", 3)
    while game.moves:
        game.play(bot(game))
    lines = render_log(game.events, game.rules, game.labels)
    told = [f"\n{line.text}\n" if line.is_heading else f"{line.text}{line.cited and f' [{line.cited}]'}\n" for line in lines]
    snapshot(f"{edition} log.txt", "".join(told))


def test_the_message_of_every_code(snapshot: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    for code in codes():
        found = page(code)
        if found is not None and found.bad:
            folder = tmp_path / code
            folder.mkdir()
            monkeypatch.chdir(folder)
            told.append(render(*check_example(code, found.bad)))
    snapshot("messages.txt", "\n\n\n".join(told) + "\n")


def test_no_file_is_left_that_no_test_wants() -> None:
    of_editions = {f"{edition} {what}" for edition in EDITIONS for what in ("rulebook.md", "info.txt", "log.txt")}
    assert {file.name for file in FOLDER.iterdir() if file.suffix in (".md", ".txt")} == {"messages.txt", *of_editions}
