"""What people can wish to be spared, and what is taken for them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import caylus
import pytest
from caylus_tools.answers.matching import Wishes
from support import tiny

RULES = """
resource coin, nut
value is_poor(player) = player.coin < 2
phase gifts "Gifts" { for each player in players { may "take a coin" { gain 1 coin } } }
phase trade {
  for each player in players { may pay 1 coin to gain 1 nut }
  for each player in players { may gain 1 nut }
  for each player in players { may { gain 1 nut, lose 1 coin } }
}
sequence main = gifts, trade
game "Tiny" for 1 to 4 players { for each player in players { gain 1 coin }, do main() }
"""
WISHES = """\
wishes:
  thrift: {title: keep my coins, asks: trade, answer: decline, unless: is_poor}
"""


@pytest.fixture
def rules(tmp_path: Path) -> caylus.Ruleset:
    tiny.write(tmp_path, RULES)
    manifest = tmp_path / "ruleset.yaml"
    manifest.write_text(manifest.read_text() + WISHES)
    return caylus.load(tmp_path)


def list_taken(rules: caylus.Ruleset, *wished: str) -> list[str]:
    """What is taken unasked of all questions of a game of one; `-` for one that is asked, which takes the first option."""
    game, wishes, found = rules.new_game(1), Wishes(rules), []
    while game.decision is not None:
        option = wishes.find_option(game.decision, partial(game.view, game.decision.player), wished)
        found.append(option.id if option is not None else "-")
        game.choose(option or game.decision.options[0])
    return found


def test_the_rules_the_tools_and_the_manifest_offer_wishes(rules: caylus.Ruleset) -> None:
    assert [(wish.name, wish.holds) for wish in Wishes(rules).offered] == [("usual", True), ("thrift", False)]


def test_without_wishes_everything_is_asked(rules: caylus.Ruleset) -> None:
    assert list_taken(rules) == ["-", "-", "-", "-"]


def test_what_only_gains_something_is_taken(rules: caylus.Ruleset) -> None:
    assert list_taken(rules, "usual") == ["accept", "-", "accept", "-"]


def test_a_wish_of_the_manifest_answers_unless_the_player_is_concerned(rules: caylus.Ruleset) -> None:
    assert list_taken(rules, "thrift") == ["-", "decline", "decline", "decline"]
    assert list_taken(rules, "usual", "thrift") == ["accept", "decline", "accept", "decline"]


@pytest.mark.parametrize(("key", "wrong"), [("asks", "trde"), ("answer", "declne"), ("unless", "is_por")])
def test_what_a_wish_names_has_to_be_in_the_rules(tmp_path: Path, key: str, wrong: str) -> None:
    tiny.write(tmp_path, RULES)
    right = {"asks": "trade", "answer": "decline", "unless": "is_poor"}[key]
    manifest = tmp_path / "ruleset.yaml"
    manifest.write_text(manifest.read_text() + WISHES.replace(f"{key}: {right}", f"{key}: {wrong}"))
    with pytest.raises(caylus.RulesetError) as error:
        caylus.load(tmp_path)
    (found,) = (d for d in error.value.diagnostics if d.is_error)
    assert (found.code, found.help) == ("E0625", f"did you mean `{right}`?")
    assert found.span is not None
    assert found.span.line == 9
