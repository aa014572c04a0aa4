"""A hundred lines on the public surface are enough to play both editions, and the examples on the pages of the library run."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import caylus
import pytest

from . import client

SOURCE = Path(client.__file__).read_text(encoding="utf-8")


@pytest.mark.nightly
@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_a_client_plays_a_whole_game_with_undo_resume_and_a_spectator(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken_back, resumed, screens = [], [], []
    take_back, resume, screen = client.Table.take_back, client.Table.resume, client.Table.screen

    def check_screen(table: client.Table, seat: object, heard: int) -> client.Screen:
        shown = screen(table, seat, heard)
        screens.append((seat, table.game.over, shown))
        return shown

    monkeypatch.setattr(
        client.Table, "take_back", lambda table, seat: taken_back.append(take_back(table, seat)) or taken_back[-1]
    )
    monkeypatch.setattr(client.Table, "resume", lambda table, saved: resumed.append(saved) or resume(table, saved))
    monkeypatch.setattr(client.Table, "screen", check_screen)
    rules = caylus.load(edition)
    table, players = client.play(rules, ["Ann", "provost", "Cem"], 7)

    assert table.game.over
    assert any(taken_back)
    assert resumed
    assert rules.replay(table.game.transcript()) == table.game
    hidden = {resource.name for resource in rules.model.resources if not resource.audience.is_public}
    for seat, over, shown in screens:
        for player in shown["view"]["players"]:
            for resource in hidden:
                assert (player["resources"][resource] is None) is (not over and player["name"] != seat)
        if not over and seat is caylus.SPECTATOR:
            assert shown["choices"] == []
    for player in players.values():
        numbers = [event["number"] for event in player.news]
        assert numbers == sorted(set(numbers))
    assert players[caylus.SPECTATOR].news[-1]["number"] == table.game.events[-1].number


def test_a_choice_out_of_turn_is_refused() -> None:
    table = client.Table(caylus.load("classic"), ["Ann", "Ben"], 1)
    assert table.game.decision is not None
    (other,) = set(table.game.players) - {table.game.decision.player}
    with pytest.raises(caylus.IllegalChoice, match="not for"):
        table.choose(other, "pass")


def test_the_client_stands_on_the_public_surface_and_takes_no_text_apart() -> None:
    assert SOURCE.count("\n") <= 100
    tree = list(ast.walk(ast.parse(SOURCE)))
    imported = {alias.name for node in tree if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in tree if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "caylus", "collections.abc", "json", "random", "typing"}
    attributes = {node.attr for node in tree if isinstance(node, ast.Attribute)}
    assert not attributes & {"text", "prompt", "title", "find", "split", "startswith", "partition"}
    of_caylus = {node.attr for node in tree if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "caylus"}
    assert of_caylus <= set(caylus.__all__)
    own = {node.attr for node in tree if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self"}
    assert {name for name in attributes - own if name.startswith("_")} == set()


PAGES = Path(__file__).parents[2] / "rulesets"


@pytest.mark.slow
@pytest.mark.parametrize(("page", "results"), [("PYTHON.md", 9), ("SIMULATIONS.md", 0)])
def test_the_examples_run_one_after_the_other_and_come_to_what_they_say(page: str, results: int) -> None:
    names: dict[str, Any] = {}
    told = 0
    for block in re.findall(r"```python\n(.*?)```", (PAGES / page).read_text("utf-8"), re.DOTALL):
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            source = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
            code, _, comment = source.partition("  # ")
            if isinstance(statement, ast.Expr) and comment[:1] in tuple('({["0123456789'):
                assert eval(code, names) == ast.literal_eval(comment), code
                told += 1
            else:
                exec(source, names)
    assert told >= results
