"""Matches: several games by the same players, each a game of its own, and what is carried over."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import caylus
import pytest
from caylus import Match, MatchTerms
from caylus_tools.verbalize.breakdown import describe_terms, render_number, render_standings
from support import tiny

EARNING = """
resource coin
state crown "the crown" player
each player has { nuts number, lives number = 1 }
list home of player
kind stone plural stones { state visits number }
stone pebble
value score(player) = player.coin
action main() {
  for each player in players where player is crown { say "{player} wears the crown" }
  for each player in players { choose { option earn(amount in 0 to 5) { gain amount coin }, option give_up { set player.lives to 0 } } }
  set crown to first player in players with most player.coin
  for each player in players { raise player.nuts by 1, add player to home }
  for each stone in stones { raise stone.visits by 1 }
}
"""


def finish(game: caylus.Game, **earned: int) -> caylus.Game:
    """Plays a game of `EARNING` to its end: every player earns so much, or loses."""
    while game.decision is not None:
        player = game.decision.player
        game.choose(f"earn {earned[player]}" if player in earned else "give_up")
    return game


def play(terms: MatchTerms, *games: dict[str, int], rules: str = "", players: int = 3) -> tuple[Match, list[caylus.Game]]:
    """A match after games in which players have earned so much."""
    match, played = Match(terms, 1), list[caylus.Game]()
    for earned in games:
        game = match.next_game(played[-1]) if played else match.first_game(tiny.rules(EARNING + rules), players)
        played.append(finish(game, **earned))
        match = match.add(game)
    return match, played


FIRST, SECOND, THIRD = {"Ann": 1, "Ben": 5, "Cem": 0}, {"Ann": 2, "Ben": 1, "Cem": 0}, {"Ann": 2, "Ben": 0, "Cem": 5}


def test_each_game_is_the_one_that_the_rules_make_of_its_own_seed() -> None:
    match, (first, second) = play(MatchTerms(games=2), FIRST, SECOND)
    assert match.is_over
    assert second.seed is not None
    assert first.seed != second.seed
    alone = finish(tiny.rules(EARNING).new_game(second.players, second.seed), **SECOND)
    assert second == alone
    assert second.digest() == alone.digest()
    assert Match(MatchTerms(games=2), 1).first_game(first.rules, 3).seed == first.seed


@pytest.mark.parametrize(
    ("first", "order"), [("next", "Ben Cem Ann"), ("same", "Ann Ben Cem"), ("winner", "Ben Cem Ann"), ("loser", "Cem Ann Ben")]
)
def test_the_terms_say_who_sits_first_in_the_next_game(first: str, order: str) -> None:
    assert " ".join(play(MatchTerms(games=2, first=first), FIRST, SECOND)[1][1].players) == order


def test_of_equals_the_next_in_order_sits_first() -> None:
    everybody = {"Ann": 1, "Ben": 1, "Cem": 1}
    assert play(MatchTerms(games=2, first="winner"), everybody, FIRST)[1][1].players[0] == "Ben"


def test_a_match_counts_wins_and_tells_equals_apart_by_points() -> None:
    match, _ = play(MatchTerms(games=2), FIRST, SECOND)
    assert [(one.players, one.score, one.tie_break) for one in match.result.standings] == [
        (("Ben",), 1, 6),
        (("Ann",), 1, 3),
        (("Cem",), 0, 0),
    ]
    called = {"Ann": "Ann", "Ben": "Ben", "Cem": "Cem"}
    assert render_standings(match, called) == "Ben wins the match with 1 win and more points. Ann: 1, Cem: 0."


def test_a_match_can_add_up_points() -> None:
    match, _ = play(MatchTerms(games=3, count="points"), FIRST, THIRD)
    assert {one.players[0]: one.score for one in match.result.standings} == {"Ben": 5, "Cem": 5, "Ann": 3}
    assert not match.is_over
    assert render_number(match) == "Game 3 of 3"
    called = {"Ann": "Ann", "Ben": "Ben", "Cem": "Cem"}
    assert render_standings(match, called) == "Ben and Cem lead with 5 points each. Ann: 3."


def test_a_match_ends_as_soon_as_somebody_has_enough() -> None:
    terms = MatchTerms(to=8, count="points", games=9)
    assert describe_terms(terms)[0] == "A match to 8 points, of at most 9 games."
    assert [play(terms, *[FIRST] * games)[0].is_over for games in (1, 2)] == [False, True]
    assert play(MatchTerms(to=1), FIRST)[0].is_over


def test_partners_count_together_and_a_match_in_which_everybody_always_loses_is_lost() -> None:
    team = "value team(player) = player.nuts\n"
    match, _ = play(MatchTerms(games=2, count="points"), FIRST, {}, rules=team)
    assert match.result.winners == {"Ann", "Ben", "Cem"}
    assert render_standings(match, {"Ann": "Ann", "Ben": "Ben", "Cem": "Cem"}).endswith("with 6 points in 2 games.")
    lives = "value may_win(player) = player.lives > 0\n"
    lost, _ = play(MatchTerms(games=2), {}, {}, rules=lives)
    assert lost.result.is_lost
    assert not play(MatchTerms(games=2), {}, FIRST, rules=lives)[0].result.is_lost


def test_what_is_kept_lies_on_the_table_of_the_next_game_and_nothing_else_does() -> None:
    terms = MatchTerms(games=2, first="same", keep=("crown", "nuts", "visits"))
    match, (first,) = play(terms, FIRST)
    second = match.next_game(first)
    assert second.events[0].text == "Ben wears the crown"
    view = second.view()
    assert [view["table"]["crown"], second.read("Ann.nuts"), second.read("Ann.coin"), second.read("pebble.visits")] == [
        "Ben",
        1,
        0,
        1,
    ]
    assert view["lists"]["home"] == []
    second.choose("give_up")
    second.undo()
    with pytest.raises(caylus.IllegalChoice):
        second.undo()  # taking back ends where the game began
    assert second.rules.replay(finish(second, **SECOND).transcript()) == second


def test_a_save_knows_its_match_and_one_for_a_seat_foretells_no_game() -> None:
    match, (first,) = play(MatchTerms(games=3, keep=("nuts",)), FIRST)
    second = match.next_game(first)
    save = json.loads(json.dumps(second.save(match=match)))
    assert Match.from_save(save, caylus.resume(save).players) == match
    assert "match" not in second.save()
    seen = second.save("Ann", match=match)
    assert seen["match"]["seed"] is None
    again = Match.from_save(seen, second.players)
    assert again is not None
    assert replace(again, seed=match.seed) == match
    assert caylus.resume(seen).players == second.players


def test_a_save_of_a_match_of_other_players_is_refused() -> None:
    match, (first,) = play(MatchTerms(games=3), FIRST)
    save: dict[str, Any] = match.next_game(first).save(match=match)
    with pytest.raises(caylus.RulesetError, match="other players"):
        Match.from_save(save, ("Ann", "Ben", "Dot"))
