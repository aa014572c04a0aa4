"""What balance says of games whose outcome is known beforehand: of teams, of games that all lose, of options that nobody took."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import caylus
import pytest
from caylus_tools.balance.report import Report, report
from caylus_tools.balance.sample import Observed, Source, Study, observe_all
from caylus_tools.common.games import Choice
from caylus_tools.simulation.playing import Plan
from support import tiny
from support.village import write_variant

pytestmark = pytest.mark.slow

GAMES = 400
PLAYERS = 3
MILL, STORE, REST = Choice("work", "mill", ""), Choice("work", "store", ""), Choice("rest", "", "noon")
Change = Callable[[Random, list[int]], dict[Choice, tuple[int, ...]]]


def nothing(chance: Random, scores: list[int]) -> dict[Choice, tuple[int, ...]]:
    return {}


def points_for_all(chance: Random, scores: list[int]) -> dict[Choice, tuple[int, ...]]:
    scores[:] = [score + 5 for score in scores]
    return {}


def thirty_for_one(chance: Random, scores: list[int]) -> dict[Choice, tuple[int, ...]]:
    seat = chance.randrange(PLAYERS)
    scores[seat] += 30
    return {STORE: tuple(int(seat == s) for s in range(PLAYERS))}


def eight_for_the_first_seat(chance: Random, scores: list[int]) -> dict[Choice, tuple[int, ...]]:
    scores[0] += 8
    return {}


def a_little_chaos(chance: Random, scores: list[int]) -> dict[Choice, tuple[int, ...]]:
    scores[:] = [chance.randrange(20, 60) for _ in scores]
    return {}


def game(number: int, change: Change) -> Observed:
    draw = Random(number)
    scores = [draw.randrange(20, 60) for _ in range(PLAYERS)]
    order = draw.sample(range(PLAYERS), PLAYERS)
    chosen = {MILL: tuple(draw.randrange(3) for _ in range(PLAYERS)), REST: (1,) * PLAYERS}
    before = list(scores)
    chosen |= change(Random(f"other {number}"), scores)
    points = {Source("noon", ""): tuple(before), Source("store", ""): tuple(s - b for s, b in zip(scores, before, strict=True))}
    if change is a_little_chaos:
        points = {Source("noon", ""): tuple(scores)}
    return Observed(
        rounds=3,
        decisions=9,
        scores=tuple(scores),
        ranked=tuple(sorted(scores, reverse=True)),
        winners=tuple((seat,) for seat, score in enumerate(scores) if score == max(scores)),
        order=tuple(order),
        chosen=chosen,
        points=points,
        flow={("coin", True): (0, 20, 20, sum(scores) - 40)},
    )


@pytest.fixture
def compared(village: Path, tmp_path: Path) -> Callable[..., Report]:
    """The report on made-up games of the small game and of variants on it."""

    def make_report(*changes: Change, games: int = GAMES) -> Report:
        rulesets = [caylus.load(village)]
        for number, change in enumerate(changes):
            title = change.__name__.replace("_", " ")
            folder = write_variant(tmp_path, f"constant spare_{number} = 1", change.__name__)
            manifest = (folder / "ruleset.yaml").read_text(encoding="utf-8")
            (folder / "ruleset.yaml").write_text(manifest.replace("title: Twist", f"title: {title}"), encoding="utf-8")
            rulesets.append(caylus.load(village, variants=[folder]))
        study = Study(rulesets, PLAYERS, 1, ["greedy"] * PLAYERS, games)
        for number in range(games):
            study.add([game(number, change) for change in (nothing, *changes)])
        return report([study], 0.01)

    return make_report


def verdict(made: Report, title: str) -> tuple[str, str]:
    """Its kind and its words."""
    (found,) = (verdict for verdict in made.verdicts if verdict.title == title)
    return found.kind, " ".join(found.sentences)


def sentences(made: Report, name: str) -> str:
    (section,) = (section for section in made.parts[0].sections if section.name == name)
    return "\n".join(section.sentences)


def test_a_variant_that_changes_nothing_is_cleared_as_far_as_so_many_games_can(compared: Callable[..., Report]) -> None:
    made = compared(nothing)
    assert verdict(made, "nothing") == (
        "nothing", "No effect found: all 400 games go exactly as without it, so it bears on 1 % of games at most.",
    )  # fmt: skip
    assert "The mean score is 39.8 ± 0.7 points; the same in every game with nothing." in sentences(made, "scores")


def test_a_variant_that_only_shuffles_has_no_effect_that_would_have_shown(compared: Callable[..., Report]) -> None:
    kind, words = verdict(compared(a_little_chaos), "a little chaos")
    assert kind == "nothing"
    assert words.startswith("No effect found: with 400 games any change in the mean score larger than ")
    assert "points would have shown, and any in a share of wins larger than 1" in words


def test_no_evidence_of_a_change_says_how_large_it_could_be(compared: Callable[..., Report]) -> None:
    told = sentences(compared(a_little_chaos), "winners")
    assert (
        "Seat 1 (Ann) wins 30 % ± 4; no evidence that a little chaos changes it (a change could be as large as ±13 percentage points)."
        in told
    )


def test_what_gives_thirty_points_is_named_with_what_it_does(compared: Callable[..., Report]) -> None:
    kind, words = verdict(compared(thirty_for_one), "thirty for one")
    assert kind == "winner"
    assert "This variant changes who wins. Store stands out: “work Store” is chosen in 100 % of the games, whoever" in words
    assert "(fair share 33 %) and it gives 20 % of all points instead of 0 %." in words
    assert "The mean score is 49.8 ± 0.7 instead of 39.8 ± 0.7 points (+10)." in words


def test_a_seat_that_is_favoured_changes_who_wins(compared: Callable[..., Report]) -> None:
    made = compared(eight_for_the_first_seat)
    kind, words = verdict(made, "eight for the first seat")
    assert kind == "winner"
    assert "Seat 1 (Ann) wins 50 % ± 5 instead of 30 % ± 4 (+20 ± 4)." in words
    assert "eight for the first seat changes it by +20 ± 4 percentage points, to 50 % ± 5." in sentences(made, "winners")


def test_points_for_everybody_change_the_game_but_not_who_wins(compared: Callable[..., Report]) -> None:
    kind, words = verdict(compared(points_for_all), "points for all")
    assert kind == "game"
    assert words.startswith(
        "This variant changes the game, but there is no evidence that it changes who wins (shares could be off by up to"
    )
    assert "The mean score is 44.8 ± 0.7 instead of 39.8 ± 0.7 points (+5)." in words


def test_each_variant_is_judged_by_itself(compared: Callable[..., Report]) -> None:
    made = compared(thirty_for_one, nothing)
    assert [found.kind for found in made.verdicts] == ["base", "winner", "nothing"]
    assert "thirty for one changes it by +10 points, to 49.8 ± 0.7 points; the same in every game with nothing." in sentences(
        made, "scores"
    )


@pytest.mark.nightly
def test_variants_that_change_nothing_are_rarely_accused(compared: Callable[..., Report]) -> None:
    """Of a hundred comparisons of chance with chance, about five raise an alarm somewhere."""
    draw = Random(5)
    made = compared(a_little_chaos, games=30)
    alarms = 0
    for _ in range(100):
        study = Study([sample.rules for sample in made.study.samples], PLAYERS, 1, ["greedy"] * PLAYERS, 100)
        for number in draw.sample(range(10**6), 100):
            study.add([game(number, nothing), game(number + 10**6, nothing)])
        alarms += any(found.kind != "nothing" for found in report([study], 0.01).verdicts[1:])
    assert alarms <= 11


def test_what_winners_choose_now_and_then_anyway_accuses_nobody(compared: Callable[..., Report]) -> None:
    def with_store(played: Observed) -> Observed:
        ((winner,), *_) = played.winners
        return played._replace(chosen=played.chosen | {STORE: tuple(int(seat == winner) for seat in range(PLAYERS))})

    study = Study([sample.rules for sample in compared(nothing).study.samples], PLAYERS, 1, ["greedy"] * PLAYERS, GAMES)
    for number in range(GAMES):
        base = other = game(number, nothing)
        study.add([with_store(base) if number % 16 == 0 else base, with_store(other) if number % 11 == 5 else other])
    made = report([study], 0.01)
    (row,) = (row for row in made.parts[0].groups["winning"].rows if row.key == STORE)
    assert [found is not None for found in row.estimates] == [False, True]
    assert made.verdicts[1].kind == "nothing"


def test_it_is_said_whether_it_matters_where_one_sits(compared: Callable[..., Report]) -> None:
    assert (
        "No evidence that it matters where one sits, or who decides first (a share of wins could be up to "
        in verdict(compared(), "Village")[1]
    )


DICE = """
resource coin
action main() {
  for each player in players { let eyes = random 1 to 4, choose { option take { gain eyes coin }, option leave { nothing } } }
}
value score(player) = player.coin
"""
FEW_GAMES = 60


def run_study(added: str, players: int) -> Report:
    rules = tiny.rules(DICE + added)
    plan = Plan(rules, players, 1, ("random",) * players)
    study = Study([rules], players, 1, plan.policy, FEW_GAMES)
    for number in range(FEW_GAMES):
        study.add(observe_all([[plan]], number)[0])
    return report([study], 0.01)


def estimates(made: Report, group: str) -> dict[str, float]:
    return {" ".join(row.key): row.estimates[0].value for row in made.parts[0].groups[group].rows if row.estimates[0] is not None}


def test_members_of_a_team_win_as_often_and_the_fair_share_is_that_of_a_team() -> None:
    made = run_study("value team(player) = player.number % 2", 4)
    wins = estimates(made, "winners")
    assert wins["seat 1"] == wins["seat 3"]
    assert wins["seat 1"] + wins["seat 2"] == pytest.approx(1)
    assert made.parts[0].study.base.fair == pytest.approx(0.5)
    assert estimates(made, "scores").keys() == {"mean", "winner", "lead"}


def test_games_that_everybody_loses_are_counted() -> None:
    made = run_study("value may_win(player) = player.coin > 2", 2)
    wins = estimates(made, "winners")
    assert 0 < wins["lost"] < 1
    assert wins["seat 1"] + wins["seat 2"] + wins["lost"] == pytest.approx(1)


def test_who_plays_alone_may_lose() -> None:
    assert estimates(run_study("value may_win(player) = player.coin > 2", 1), "winners").keys() == {"lost"}


def test_a_cooperative_game_has_no_lead_and_accuses_no_seat() -> None:
    made = run_study("value team(player) = 1\nvalue may_win(player) = some friend in players where friend.coin > 2", 2)
    assert estimates(made, "scores").keys() == {"mean", "winner"}
    assert any(
        "No evidence that it matters where one sits" in sentence for verdict in made.verdicts for sentence in verdict.sentences
    )


DEAR = 'hut palace "Palace" { cost 99 coin }\nhut inn "Inn" { use { gain 1 coin } }\n'
FEWEST_GAMES = 30


@pytest.fixture
def played(village: Path, tmp_path: Path) -> Report:
    """On a variant with a hut that nobody can ever pay, and one that anybody can have."""
    folder = write_variant(tmp_path, DEAR)
    rulesets = [caylus.load(village), caylus.load(village, variants=[folder])]
    study = Study(rulesets, 2, 1, ("random",) * 2, FEWEST_GAMES)
    for number in range(FEWEST_GAMES):
        study.add(observe_all([[Plan(rules, 2, 1, study.policy) for rules in rulesets]], number)[0])
    return report([study], 0.01)


def test_what_a_variant_adds_and_nobody_ever_chooses_is_named(played: Report) -> None:
    assert "Of what it adds nobody chose, in 30 games, “work Palace”." in played.verdicts[1].sentences


def test_numbers_of_players_that_nobody_played_are_named(played: Report) -> None:
    assert played.untested_player_counts == (1, 3)
    assert "games of 1 or 3 were not played, and nothing here is said of them" in played.facts
