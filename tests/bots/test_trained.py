"""Bots learn a ruleset, keep what they have learned in a file of numbers, and play by it."""

from __future__ import annotations

import json
from array import array
from pathlib import Path
from random import Random

import caylus
import pytest
from caylus.loading import library
from caylus_tools.bots import bot_named, trained
from caylus_tools.bots.finishing import finish
from caylus_tools.bots.opinions import Mind
from caylus_tools.bots.trained import Judgement, Result, Scale, Trained, Trust, Weight, features
from caylus_tools.cli import main as cli
from caylus_tools.training import league
from caylus_tools.training.fit import fit, fit_trust
from caylus_tools.training.games import BEGINNER, Match, Position, Practice, Score, Seen, Standing
from support import tiny

pytestmark = pytest.mark.slow

EDITIONS = ("classic", "1303")


def play_on(game: caylus.Game, decisions: int, seed: int = 1) -> caylus.Game:
    bot = bot_named("greedy", seed)
    for _ in range(decisions):
        game.play(bot(game))
    return game


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_position_judged_by_differences_has_the_sum_of_its_features(edition: str, seat: int) -> None:
    game = play_on(caylus.load(edition).new_game(3, 5), 40)
    draw = Random(1)
    names = {name for name, _ in features(play_on(game.copy(), 30), seat)}
    weights = {name: Weight(draw.random(), draw.random(), draw.random() / 1000) for name in sorted(names)}
    judgement = Judgement(weights, game.rules, 3, seat)
    judgement.rebase(game)
    for _ in range(20):
        play_on(game, 2)
        found = [(number, weights[name]) for name, number in features(game, seat) if name in weights]
        early, change, elapsed = (sum(number * weight[part] for number, weight in found) for part in range(3))
        assert 0 < elapsed < 1
        assert judgement.worth(game) == pytest.approx(early + elapsed * change, rel=1e-5)


def test_features_have_names_of_the_rules_and_no_player_s() -> None:
    game = play_on(caylus.load("classic").new_game(3, 5), 60)
    names = {name for seat in range(3) for name, _ in features(game, seat)}
    assert {"prestige", "prestige of the best rival", "my owner", "outlook"} <= names
    assert not [name for name in names if any(player in name for player in game.players)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_editions_come_with_what_was_learned_for_every_number_of_players(edition: str) -> None:
    rules = caylus.load(edition)
    file = next(found.path for found in library.list_rulesets() if found.name == edition) / trained.FILE
    assert sorted(trained.read(file)) == [*range(rules.fewest_players, rules.most_players + 1)]


def test_what_was_learned_is_read_as_it_was_written(tmp_path: Path) -> None:
    weights = {"coin": Weight(0.25, -2.0, 0.0), "a thing: another": Weight(-1.5, 0, 1)}
    known = {2: Trained(7, Scale(1.5, -2.25, 3.0), weights, {"buy": 0.5}, Trust(0.5, 1.25))}
    trained.write(tmp_path / "bots.json", caylus.load("classic"), known)
    assert trained.read(tmp_path / "bots.json") == known


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.update(format=3),
        lambda document: document.update(players={"2": {"games": 1, "scale": [1, 0, 0], "weights": {}}}),
        lambda document: document.update(players={"0": {"games": 1, "scale": [1, 0, 1], "weights": {}}}),
        lambda document: document["players"]["2"].update(weights={"coin": [1.5, 0, 0]}),
        lambda document: document["players"]["2"].update(weights={"coin": [10**15, 0, 0]}),
        lambda document: document["players"]["2"].update(code="import os"),
    ],
)
def test_a_damaged_file_is_refused_with_a_code(tmp_path: Path, change: object) -> None:
    file = tmp_path / "bots.json"
    trained.write(file, caylus.load("classic"), {2: BEGINNER})
    document = json.loads(file.read_text(encoding="utf-8"))
    document["players"]["2"]["games"] = 1
    change(document)  # type: ignore[operator]
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(caylus.RulesetError) as raised:
        trained.read(file)
    assert raised.value.diagnostics[0].code.startswith("E06")


def test_a_variant_is_played_by_what_was_learned_of_its_base_and_a_stranger_s_game_by_its_outlook() -> None:
    assert trained.find(caylus.load("classic", variants=["salt"]), 3)
    game = tiny.game(
        "resource coin\naction main() { for each player in players { may gain 1 coin } }\nvalue score(player) = player.coin"
    )
    assert trained.find(game.rules, 2) is None
    assert tiny.ids(game)[bot_named("normal", 1)(game)] == "accept"


@pytest.mark.nightly
@pytest.mark.parametrize(("edition", "players", "least"), [("classic", 2, 0.8), ("1303", 2, 0.7), ("classic", 4, 0.4)])
def test_normal_wins_most_games_against_greedy(edition: str, players: int, least: float) -> None:
    assert Match(caylus.load(edition), players, 100, "normal", "greedy").play(24).share >= least


@pytest.mark.nightly
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "least"), [(2, 0.6), (4, 0.4)])
def test_levels_stand_in_the_order_of_their_names(edition: str, players: int, least: float) -> None:
    for one, others in (("easy", "greedy"), ("normal:50", "easy"), ("normal", "normal:50")):
        assert Match(caylus.load(edition), players, 100, one, others).play(60).share >= least


@pytest.mark.nightly
def test_games_of_normal_bots_begin_in_many_ways() -> None:
    rules = caylus.load("classic")
    games = [finish(rules.new_game(4, 1), ["normal"], [seed], [0] * 4, "machine", keeps_moves=True).game for seed in range(20)]
    assert len({tuple(game.chosen[:17]) for game in games}) >= 12


@pytest.mark.nightly
def test_what_a_few_games_teach_beats_the_outlook_alone() -> None:
    rules = caylus.load("1303")
    games = [game for number in range(80) if (game := Practice(rules, 2, 3, BEGINNER, (Mind(),)).play(number))]
    assert Match(rules, 2, 50, Mind(fit(games)), Mind()).play(20).share >= 0.6


def test_a_thing_that_pays_every_round_is_worth_less_and_less_in_the_course_of_a_game() -> None:
    names, rounds, draw = ("always", "round", "coin", "mill"), 10, Random(1)

    def game() -> Seen:
        has_mill, coins = draw.randrange(2), draw.randrange(10)
        positions = [(1, number, coins + has_mill * number, has_mill) for number in range(rounds)]
        shown = tuple(Position(array("i", range(4)), array("f", numbers)) for numbers in positions)
        return Seen(names, (shown,), (Result(coins + has_mill * rounds, None, 0.0),))

    trained = fit([game() for _ in range(3000)])
    coin, mill = trained.weights["coin"], trained.weights["mill"]
    assert mill.early / coin.early == pytest.approx(rounds, rel=0.2)
    assert mill.early + mill.change < 0.7 * mill.early


def test_a_few_games_change_little_of_what_was_known() -> None:
    position = Position(array("i", [0, 1]), array("f", [1, 3]))
    games = [Seen(("always", "coin"), ((position,) * 30,), (Result(3, None, 0.0),))] * 2
    known = Trained(50, Scale(1.0, 2.0, 4.0), {"coin": Weight(0.5, 0.25, 0.0)})
    found = fit(games, known)
    assert found.scale == known.scale
    assert found.weights["coin"][:2] == pytest.approx((0.5, 0.25), abs=0.02)


def test_the_worth_of_a_result_grows_with_the_margin_the_victory_and_the_score() -> None:
    scale = Scale(10.0, 50.0, 20.0)
    worths = [
        scale.outcome(result) for result in (Result(50, 0, 0), Result(50, 0, 0.5), Result(50, 10, 0.5), Result(70, 10, 0.5))
    ]
    assert worths == sorted(set(worths))
    assert scale.outcome(Result(70, None, 0)) > scale.outcome(Result(50, None, 0))


def test_points_are_what_came_about_of_a_worth_early_and_late() -> None:
    scale, draw = Scale(10.0, 0.0, 1.0), Random(1)
    games = []
    for _ in range(400):
        ahead = draw.gauss(0, 1)
        early, late = ahead + draw.gauss(0, 1), ahead * 0.5  # the first sees as much of what comes about as of what does not
        rounds = (early, 0.0), (late, 1.0)
        games.append([[Standing(sign * worth, part, sign * scale.points(ahead)) for sign in (1, -1)] for worth, part in rounds])
    trust = fit_trust(games, scale)
    assert trust == pytest.approx((0.5, 2.0), abs=0.1)
    model = Trained(1, scale, {}, trust=trust)
    assert model.points(1.0, 0.5) == pytest.approx(1.25 * scale.points(1.0), abs=2)


def test_a_score_tells_how_sure_it_is() -> None:
    low, high = Score(40, 1.0, 0, 0).interval
    assert (low, high) == pytest.approx((0.91, 1.0), abs=0.005)
    low, high = Score(400, 0.5, 0, 0).interval
    assert (round(low, 2), round(high, 2)) == (0.45, 0.55)


def test_bots_are_rated_in_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rate", "classic", "--players", "2", "--bots", "greedy,random", "--games", "2"]) == 0
    assert capsys.readouterr().out.startswith("greedy against random: wins 100% (")
    assert cli.main(["rate", "classic", "--bots", "greedy"]) == 2
    assert "two or more bots" in capsys.readouterr().err


@pytest.mark.nightly
def test_training_writes_a_file_by_which_bots_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, games in (("GENERATIONS", 2), ("_BATCH", 60), ("_MATCH", 12)):
        monkeypatch.setattr(league, name, games)
    monkeypatch.setattr(trained, "find", lambda *_: None)  # what comes with the ruleset is not beaten so soon
    file = tmp_path / "bots.json"
    assert cli.main(["train", "1303", "--players", "2", "--minutes", "0.001", "--jobs", "2", "--out", str(file)]) == 0
    assert "generation 2" in capsys.readouterr().out
    assert list(trained.read(file)) == [2]
