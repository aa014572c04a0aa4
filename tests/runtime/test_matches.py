"""How games and matches end: who has won, what is carried over, and what the points would come to now."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import caylus
import pytest
from caylus import Match, MatchTerms
from caylus.runtime.saves import checksum
from caylus_tools.verbalize.log import describe_terms, render_number, render_standings
from hypothesis import given, strategies as st
from support import tiny
from support.texts import read_rules

EARNING = read_rules(__file__, "matches_earning")


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


TIDE = read_rules(__file__, "matches_tide")
REASON = "shore 2 is under 3 feet of water"


def play_game(text: str, *choices: str, players: int = 2) -> caylus.Game:
    game = tiny.game(text, players)
    for choice in choices:
        game.choose(choice)
    return game


def end_game() -> caylus.Game:
    return play_game(TIDE, "dig shore 1", "dig shore 1", "wait", "dig shore 2")


def test_the_result_knows_the_reason() -> None:
    game = end_game()
    assert (game.result.is_lost, game.result.reason) == (True, REASON)
    assert game.result.render(game.labels) == f"Everybody has lost: {REASON}"
    assert game.view()["result"]["reason"] == REASON
    assert caylus.resume(game.save()).result == game.copy().result == game.result


def test_a_game_that_no_rule_ends_has_no_reason() -> None:
    assert tiny.game("action main() { nothing }").result.reason is None


def test_the_end_can_be_taken_back() -> None:
    game = end_game()
    game.undo()
    assert not game.over
    assert tiny.ids(game) == ["wait", "dig shore 1", "dig shore 2", "dig shore 3"]
    game.choose("wait")
    assert tiny.table(game)["water"] == 2


def test_the_game_may_not_end_because_of_something_hidden() -> None:
    text = """
resource coin hidden
action main() {
  for each player in players { choose { option a { gain 1 coin }, option b { nothing } } }
  for each player in players { if player.coin > 0 { end game "{player} has a coin" } }
  players[1] chooses { option a { nothing }, option b { nothing } }
}
value score(player) = player.coin
"""
    with pytest.raises(caylus.RulesetError) as failed:
        tiny.rules(text)
    assert [(fault.code, fault.message) for fault in failed.value.diagnostics if fault.is_error] == [
        ("E1001", "that the game ends here, or goes on, tells of the hidden `player.coin`")
    ]
    tiny.rules(text.replace("if player.coin", "if reveal player.coin"))


@pytest.mark.parametrize("held", [[], [7, 3], [1, 10**16]])
def test_a_save_whose_end_holds_what_it_cannot_hold_is_refused(held: list[object]) -> None:
    game = end_game()
    save = game.save()
    save["stack"][1][1:] = held
    save["checksum"] = checksum(save)
    with pytest.raises(caylus.RulesetError, match="E0702"):
        caylus.resume(save)


HELD = """
resource coin
each player has { nuts number, side number, ready flag }
action main() { nothing }
value score(player) = player.coin
"""


def over(added: str = "", **players: dict[str, int | bool]) -> caylus.Game:
    """A game that is over, with what each player has in the end."""
    return tiny.rules(HELD + added).position("main", players, tuple(players))


def test_a_view_tells_the_result_when_the_game_is_over_and_not_before() -> None:
    game = over("value team(player) = 7", Ann={"coin": 2}, Ben={"coin": 3})
    result = game.view("Ann")["result"]
    assert result["standings"][0]["players"] == ["Ann", "Ben"]
    assert (result["lost"], result["reason"], result["text"]) == (False, None, "Ann and Ben win together with 5")
    text = HELD.replace("nothing", "players[1] chooses { option go { nothing }, option wait { nothing } }")
    assert tiny.game(text).view()["result"] is None


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.booleans()), min_size=1, max_size=4))
def test_whoever_wins_stands_behind_nobody_who_can_win(held: list[tuple[int, int, bool]]) -> None:
    rules = "value team(player) = player.side\nvalue may_win(player) = player.ready"
    names = ("Ann", "Ben", "Cem", "Dot")
    game = over(rules, **{name: {"coin": c, "side": s, "ready": r} for name, (c, s, r) in zip(names, held, strict=False)})
    able = [standing for standing in game.result.standings if standing.may_win]
    assert sorted(name for standing in game.result.standings for name in standing.players) == sorted(game.players)
    assert set(game.winners) == {n for s in able if s.score == max(one.score for one in able) for n in s.players}
    assert game.result.is_lost == (not able)


COUNT = read_rules(__file__, "matches_count")


@pytest.fixture(scope="module")
def game() -> caylus.Game:
    return tiny.game(COUNT, 2)


def test_points_are_counted_on_a_copy(game: caylus.Game) -> None:
    before = game.digest()
    assert game.project_points("finish") == {"Ann": 2, "Ben": 0}
    assert (game.digest(), game.scores) == (before, {"Ann": 0, "Ben": 0})


def test_a_value_of_each_player_will_do_as_well(game: caylus.Game) -> None:
    assert game.project_points("rank") == {"Ann": 40, "Ben": 0}


def test_an_end_that_asks_somebody_something_cannot_be_foretold(game: caylus.Game) -> None:
    assert game.project_points("ask") is None


@pytest.mark.parametrize("name", ["give", "nothing_of_that_kind", "main.x"])
def test_only_what_can_be_counted_is_projected(game: caylus.Game, name: str) -> None:
    with pytest.raises(caylus.UnknownThing):
        game.project_points(name)
