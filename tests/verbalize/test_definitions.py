"""Rules in words that a player could have written."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import caylus
import pytest
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.prose import Steps, plain
from support import tiny
from support.texts import read_blocks

HERE = Path(__file__).parent
GAME, STATEMENTS = read_blocks(HERE / "statements.txt")
CONDITIONS = read_blocks(HERE / "conditions.txt")[1]


def lines(steps: Steps, depth: int = 0) -> list[str]:
    return [x for step in steps for x in ("  " * depth + plain(step.prose), *lines(step.below, depth + 1))]


@cache
def definitions() -> Definitions:
    """Of a ruleset with an action for each statement and a value for each condition."""
    text = GAME + "action stop_it() { reverse queue }\n"
    for number, statement in enumerate(STATEMENTS):
        text += f"action deed_{number}(player, tree) {{ {statement.replace('stop_it()', 'do stop_it()')} }}\n"
    for number, condition in enumerate(CONDITIONS):
        text += f"value question_{number}(player, tree) = {condition}\n"
    with TemporaryDirectory() as folder:
        manifest = "name: trees\ntitle: Trees\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben, Cem, Dot]\nrules: [trees.rules]\n"
        Path(folder, "ruleset.yaml").write_text(manifest, encoding="utf-8")
        Path(folder, "trees.rules").write_text(text, encoding="utf-8")
        return Definitions(caylus.load(folder))


@pytest.mark.parametrize("statement", STATEMENTS)
def test_a_statement_is_told(statement: str) -> None:
    told = lines(definitions().describe(f"deed_{list(STATEMENTS).index(statement)}"))
    assert told == STATEMENTS[statement].splitlines()


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition_is_told(condition: str) -> None:
    assert lines(definitions().describe(f"question_{list(CONDITIONS).index(condition)}")) == [CONDITIONS[condition]]


def test_a_condition_by_name_is_its_requirements_with_their_reasons() -> None:
    assert lines(definitions().describe("usable")) == ["only if the tree is not felled"]


def test_what_the_ruleset_does_not_have_is_not_told() -> None:
    assert definitions().describe("unknown") == ()
    assert definitions().describe("oak.harvest") == ()


def test_what_a_gain_sets_off_is_told_with_the_rule_and_with_what_is_gained() -> None:
    text = GAME.replace(
        "tree oak",
        """rule luck "Luck" {
  after player gains coin where player.apple > 2 { gain 1 pear }
  after owner gains fruit as found { raise owner.turns by found.pear }
}
tree oak""",
        1,
    )
    told = Definitions(tiny.rules(text.replace('"Trees" for', '"Tiny" for')))
    assert lines(told.describe("luck")) == [
        "after gaining coin, where the player has at least 3 apple: gain 1 pear",
        "after gaining fruit (found): raise the owner’s turns by the pear in found",
    ]
    assert lines(told.attachments.describe_attachments("coin")) == [
        "Luck — after it is gained, where the player has at least 3 apple: gain 1 pear"
    ]
    assert len(told.attachments.describe_attachments("fruit")) == 1


def test_what_a_rule_lets_go_on_is_told_where_it_stands() -> None:
    text = """
rule twice "Twice" { instead of leave(player) { do as before, if player.idle { do as before } } }
rule early "Early" { instead of leave(player) where year is 1 { gain 1 coin, do as before } }
rule late "Late" { instead of leave(player) where player.idle { gain 2 coin } }
"""
    told = Definitions(tiny.rules(GAME + text))
    assert lines(told.action(told.model.actions["leave"])) == ["remove the player from queue"]
    assert lines(told.attachments.describe_attachments("leave")) == [
        "Twice — instead of it:",
        "  carry it out as before",
        "  if the player is idle: carry it out as before",
        "Early — instead of it, where the year is 1:",
        "  gain 1 coin",
        "  carry it out as before",
        "Late — instead of it, where the player is idle: gain 2 coin",
    ]


def test_what_is_special_about_who_wins_is_told() -> None:
    scores = "action main() { nothing }\nvalue score(player) = 1\n"
    special = "value team(player) = 1\nvalue tie_break(player) = 2\nvalue may_win(player) = yes"
    assert Definitions(tiny.rules(scores)).outcome == ()
    told = ("teams win together", "a tie-break decides between equal scores", "everybody can lose")
    assert Definitions(tiny.rules(scores + special)).outcome == told
