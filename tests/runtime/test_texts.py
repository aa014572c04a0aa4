"""Texts for people say what the formulas in them come to: in the log, of options, in what is asked, as reasons."""

from __future__ import annotations

import caylus
import pytest
from support import tiny
from support.texts import read_rules

TABLE = read_rules(__file__, "texts")


def collect_messages(text: str) -> str:
    """What a text in braces says to Ann, who has three coins."""
    body = f'for each player in players {{ gain 3 coin, add player to line }}, for each player in line {{ say "{text}" }}'
    said = [event for event in tiny.game(f"{TABLE}action main() {{ {body} }}").events if event.kind == "say"]
    return said[0].text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{player} has {player.coin + 1}", "Ann has 4"),
        ("{rent(player, inn)} at {inn}", "6 at Inn"),
        ("{line}, {street}, {empty}", "Ann and Ben, Mill and Inn, nothing"),
        ("{line[2] is player}: {first x in street with most x.weight}", "no: Inn"),
        ("{2 wool}, {2 goods}, {2 different goods}", "2 balls of wool, 2 goods, 2 different goods"),
        ("{2 player.favourite}, {player.favourite}", "2 balls of wool, ball of wool"),
        ("{toll(player)}", "3 coin or 1 ball of wool"),
        ("{player.coin coin less 1 coin}", "2 coin"),
        ("{(player.coin - 2) wool}, {1 goods}, {player.coin wool}", "1 ball of wool, 1 good, 3 balls of wool"),
        (r"\{player\}", "{player}"),
    ],
)
def test_a_formula_says_what_it_comes_to(text: str, said: str) -> None:
    assert collect_messages(text) == said


def test_no_game_stops_at_words_whose_numbers_leave_their_bounds() -> None:
    assert collect_messages("{huge(1000000 * player.coin)} sheep") == "… sheep"


SHOP = read_rules(__file__, "texts_shop")


def shop() -> caylus.Decision:
    decision = tiny.game(TABLE + SHOP).decision
    assert decision is not None
    return decision


def test_what_is_asked_and_what_options_say_speak_of_the_moment() -> None:
    assert shop().prompt == "Ann has 1, and needs 4"
    assert [option.text for option in shop().options] == ["visit Mill for 1", "rest", "wait for 3"]


def test_reasons_speak_of_what_was_to_be_chosen_those_of_a_condition_too() -> None:
    assert [reason.text for reason in shop().why_not("visit inn 2")] == [
        "Inn weighs 4, 1 too much", "2 hours are 1 too many",
    ]  # fmt: skip


AT_ONCE = """
resource coin
action main() {
  for each player in players at once {
    let top = player.number + 1
    choose "Up to {top}, {player}?" { option take(n in 1 to 2) "take {top - n}" { gain n coin } }
  }
}
"""


def test_who_chooses_at_once_is_asked_in_words_of_their_own() -> None:
    decisions = tiny.game(AT_ONCE).decisions
    assert [decision.prompt for decision in decisions] == ["Up to 2, Ann?", "Up to 3, Ben?"]
    assert [[option.text for option in decision.options] for decision in decisions] == [
        ["take 1", "take 0"],
        ["take 2", "take 1"],
    ]


# ---- and tell nobody what they may not know

SECRETS = read_rules(__file__, "texts_secrets")


def test_only_whoever_decides_is_asked_with_what_they_alone_may_know() -> None:
    game = tiny.game(SECRETS)
    assert game.decision is not None
    assert game.decision.prompt == "You have put by 2"
    other = game.decision_for("Ben")
    assert other is not None
    assert other.prompt == "main"


@pytest.mark.parametrize("seed", range(4))
def test_a_reason_tells_nothing_of_what_is_not_among_the_choices(seed: int) -> None:
    decision = tiny.game(SECRETS, seed=seed).decision
    assert decision is not None
    assert [reason.text for reason in decision.why_not("open shelf 2")] == ["that is not among the choices"]
    assert {reason.text for reason in decision.why_not("open shelf 1")} <= {"it holds blank"}
