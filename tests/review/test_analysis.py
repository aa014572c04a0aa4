"""A finished game is looked back on: who was ahead when, what turned it, and which choices lost most."""

from __future__ import annotations

import json
from contextlib import suppress
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import caylus
import pytest
from caylus_tools.bots import bot_named
from caylus_tools.common.english import render_interval
from caylus_tools.common.errors import UsageError
from caylus_tools.common.output import json_text
from caylus_tools.review import (
    Analysis,
    _find_turns,
    _Made,
    analyse,
    count_steps,
    describe_turns,
    explain_choice,
    html,
    look_back,
    text,
    to_object,
    turn_text,
)
from caylus_tools.verbalize.option_texts import load_option_texts
from support import tiny
from support.running import Caylus


def play(decisions: int = 10_000) -> caylus.Game:
    """A game of somebody who plays well against somebody who plays anything."""
    game = caylus.load("1303").new_game(2, 4)
    bots = [bot_named("normal", 1), bot_named("random", 2)]
    for _ in range(decisions):
        if game.over:
            break
        game.play(bots[game.seat](game))
    return game


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    game, steps = play(), list[None]()
    found = analyse(game, lambda: steps.append(None))
    assert len(steps) == count_steps(game)
    return found


@pytest.mark.slow
def test_the_standing_goes_from_level_to_the_victory(analysis: Analysis) -> None:
    rounds = [number for number, _ in analysis.standings]
    assert all(before < after for before, after in pairwise(rounds))
    assert all(abs(sum(standing)) < 1e-6 for _, standing in analysis.standings)
    first, last = (abs(analysis.standings[at][1][0]) for at in (0, -1))
    assert last > 3 * first
    assert analysis.standings[-1][1][analysis.winner] > 0


def test_who_plays_anything_loses_most_and_every_loss_is_sure(analysis: Analysis) -> None:
    well, badly = analysis.mistakes
    assert sum(found.lost for found in badly) > sum(found.lost for found in well)
    assert badly
    assert all(found.lost > found.margin and found.chosen != found.better for found in (*well, *badly))


def test_a_choice_is_explained_by_what_it_brings_until_when(analysis: Analysis) -> None:
    mistake = analysis.mistakes[1][0]
    reason = explain_choice(analysis.game, mistake.number)
    label, points = analysis.labels[1], render_interval(mistake.lost, mistake.margin, "worse")
    assert reason.startswith(
        f"Round {mistake.round}, {label}: “{mistake.chosen}” and not “{mistake.better}”: {points} by the end of"
    )
    costs = reason.partition("costs: ")[2]
    assert any(f"(−{points}" in costs for points in range(1, 60))
    with pytest.raises(UsageError, match="has choices from 1 to"):
        explain_choice(analysis.game, 10_000)


def test_what_is_played_on_to_the_end_is_explained_by_it(analysis: Analysis) -> None:
    reasons = []
    for number in range(len(analysis.game.chosen), 0, -1):
        with suppress(UsageError):  # it was the only one
            reasons.append(explain_choice(analysis.game, number))
        if reasons:
            break
    assert " by the end of the game" in reasons[0]


def test_options_that_would_be_told_alike_are_told_with_their_prices() -> None:
    game = tiny.game("""resource coin
resource nut
action main() {
  for each player in players { gain 2 coin + 2 nut }
  for each player in players { player chooses { option feed "feed the geese" { pay 1 coin or 1 nut } option rest { } } }
}""")
    assert game.decision is not None
    texts = load_option_texts(game.rules).distinct_texts(game.decision)
    assert texts == ["feed the geese for 1 coin", "feed the geese for 1 nut", "rest"]


def test_a_turning_point_moves_the_winner_in_the_direction_that_is_told(analysis: Analysis) -> None:
    assert analysis.turns
    assert sum(turn.is_last for turn in analysis.turns) <= 1
    told = " ".join(" ".join(text(analysis)).split())
    for turn in analysis.turns:
        verbs = ("takes the lead", "gains ground") if turn.after > turn.before else ("loses the lead", "loses ground")
        winner = analysis.labels[analysis.winner]
        assert any(f": {winner} {verb}{' and keeps it' * turn.is_last}, from about " in told for verb in verbs)


def test_the_last_standing_is_that_of_the_result(analysis: Analysis) -> None:
    scores, standing = [*analysis.game.scores.values()], analysis.standings[-1][1]
    assert standing[0] - standing[1] == pytest.approx(scores[0] - scores[1])
    leads = [standing[analysis.winner] - standing[1 - analysis.winner] for _, standing in analysis.standings]
    last = next((turn for turn in analysis.turns if turn.is_last), None)
    rounds = [number for number, _ in analysis.standings]
    assert last is None or min(leads[rounds.index(last.round) + 1 :]) > 0


def test_turning_points_are_the_same_where_nobody_asks_for_mistakes(analysis: Analysis) -> None:
    assert describe_turns(analysis.game, lambda: None) == [turn_text(analysis, turn) for turn in analysis.turns]


def test_programs_get_the_numbers_that_the_text_tells(analysis: Analysis) -> None:
    found = json.loads(json_text(to_object(analysis)))
    assert (found["scores"], found["winners"]) == (analysis.game.scores, sorted(analysis.game.result.winners))
    assert len(found["standings"]) == len(analysis.standings)
    assert [(one["seat"], one["lost"]) for one in found["mistakes"]] == [(m.seat, m.lost) for of in analysis.mistakes for m in of]


def test_the_page_says_the_same_with_a_plot_and_is_whole(analysis: Analysis) -> None:
    open_: list[str] = []

    class Page(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            open_.extend([tag] if tag != "meta" else [])

        def handle_endtag(self, tag: str) -> None:
            assert open_.pop() == tag

    page = Page()
    page.feed(html(analysis).replace("/>", "></path>"))
    assert open_ == []
    assert html(analysis).count('role="img"') == 1
    assert all(
        f"Round {found.round}, choice {found.number}: “" in html(analysis) for of_seat in analysis.mistakes for found in of_seat
    )


@pytest.mark.slow
def test_a_game_that_goes_on_or_that_nobody_has_learned_is_refused_with_a_reason(caylus_: Caylus, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(play(20).transcript()), encoding="utf-8")
    done = caylus_("analyse", file)
    assert (done.code, done.out) == (2, "")
    assert "the game is not over" in done.err
    other = tiny.game("resource coin\naction main() { for each player in players { may gain 1 coin } }")
    while not other.over:
        other.play(0)
    assert "`caylus train` teaches them" in " ".join(look_back(other))


@pytest.mark.parametrize(("leap", "rounds"), [(18.0, [1]), (30.0, [])])
def test_a_leap_that_says_more_of_the_estimate_than_of_the_game_is_not_told(leap: float, rounds: list[int]) -> None:
    leads = [1.0, 1.0 + leap, 2.0 + leap]
    standings = [(number, (lead / 2, -lead / 2)) for number, lead in enumerate(leads, 1)]
    made = [_Made(1, 0, lambda: "leap", lambda: standings[1][1]), _Made(2, 0, lambda: "stay", lambda: standings[2][1])]
    assert [turn.round for turn in _find_turns(standings, leads, made, 0, 15.0)] == rounds
