"""What is said beforehand of a move: nothing that the player who decides could not know."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import caylus
import pytest
from caylus_tools.bots import bot_named
from caylus_tools.screen.scene import Outcomes, Scene
from support import tiny
from support.texts import read_rules

GAMBLE = """
kind card plural cards { worth number }
card blank { worth 0 }
card prize { worth 9 }
resource point
action main() {
  for each player in players {
    choose "Draw or be content" {
      option draw "try your luck" { gain 1 point, for each card in shuffled cards, turn in 1 to 1 { gain card.worth point } }
      option content "rest" { gain 4 point }
    }
  }
}
"""


@pytest.mark.parametrize("seed", range(4))
def test_it_is_said_what_is_sure_and_not_what_chance_will_bring(seed: int) -> None:
    game = tiny.game(GAMBLE, seed=seed)
    assert game.decision is not None
    outcomes = Outcomes(game, game.decision)
    assert [outcomes.describe(move) for move in (0, 1)] == ["+1 point", "+4 point"]


@pytest.mark.parametrize("seed", range(4))
def test_places_that_a_move_changes_are_told_unless_chance_has_a_part_in_it(seed: int) -> None:
    rules = """
    kind tile plural tiles
    tile hut
    tile mill
    kind spot plural spots { state tile tile, state on player }
    row lane of 2 spots
    action main() {
      for each player in players {
        choose "Build or draw" {
          option build(spot in lane where spot.tile is none) "build on {spot}" { set spot.tile to mill, set spot.on to player }
          option draw "draw" { for each tile in shuffled tiles, turn in 1 to 1 { set lane[1].tile to tile } }
        }
      }
    }
    """
    game = tiny.game(rules, seed=seed)
    assert game.decision is not None
    told = [Outcomes(game, game.decision).places(move) for move in range(3)]
    assert told == [{"lane 1": {"tile": "mill", "on": "Ann"}}, {"lane 2": {"tile": "mill", "on": "Ann"}}, {}]


@pytest.mark.nightly
@pytest.mark.parametrize("edition", ["classic", "1303"])
def test_states_of_the_table_are_told_at_every_decision(edition: str) -> None:
    game = caylus.load(edition).new_game(2, 1)
    for move in range(60):
        decision = game.decision
        assert decision is not None
        outcomes = Outcomes(game, decision)
        assert all(isinstance(outcomes.table_states(number), dict) for number in range(len(decision.options)))
        game.play(move % len(game.moves))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic", "1303"])
def test_what_is_said_of_a_choice_says_nothing_twice(name: str) -> None:
    game = caylus.load(name).new_game(3, 1)
    while game.decision is not None and len(game.moves) < 9:
        game.play(0)
    assert game.decision is not None
    scene = Scene(game, game.decision, 0)
    for choice in scene.choices:
        sentences = [sentence.strip() for sentence in scene.describe(choice).split(".")]
        assert len(sentences) == len(set(sentences))
        assert "" not in sentences or sentences == [""]


ICEBOUND = caylus.load(Path(__file__).parents[1] / "games" / "icebound")
ICE = {"ice": "fjord 3", "fjord 2": {"ship": "Ben"}, "fjord 4": {"ship": "Ann"}, "fjord 6": {"ship": "Ann"}, "Ann": {"coal": 1}}


def test_to_leave_a_barrier_where_it_is_is_warned_of_like_any_other_loss() -> None:
    game = ICEBOUND.position("breaking", ICE, 2)
    assert game.decision is not None
    ids = [option.id for option in game.decision.options]
    losses = Outcomes(game, game.decision).losses()
    lost = {ids[move] for move in losses}
    assert {"decline", "drive fjord 1", "drive fjord 2"} <= lost
    assert "drive fjord 5" not in lost
    assert "fjord 4" in losses[ids.index("decline")]


def test_every_row_says_who_stands_where_nothing_happens() -> None:
    game = ICEBOUND.position("breaking", ICE, 2)
    assert game.decision is not None
    scene = Scene(game, game.decision_for("Ann"))
    told = {choice.option.id: scene.describe(choice) for choice in scene.choices}
    assert "you on" in told["decline"]
    assert "Ben on" in told["drive fjord 1"]
    assert all(told.values())


def test_where_nobody_can_be_helped_nothing_is_warned_of() -> None:
    game = ICEBOUND.position("breaking", {**ICE, "fjord 4": {"ship": None}, "fjord 6": {"ship": None}}, 2)
    assert game.decision is not None
    assert Outcomes(game, game.decision).losses() == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["classic", "1303"])
def test_a_choice_that_changes_what_its_player_has_never_says_that_nothing_changes(name: str) -> None:
    game = caylus.load(name).new_game(3, 1)
    told: list[str] = []
    while game.decision is not None:
        outcomes = Outcomes(game, game.decision)
        for move in range(len(game.moves)) if len(game.moves) < 9 else ():
            trial = game.copy()
            trial.play(move)
            told.append(outcomes.describe_rest(move))
            if told[-1] == "nothing changes":
                assert _own_goods(trial, game.decision.player) == _own_goods(game, game.decision.player)
        game.play(7 * len(game.chosen) % len(game.moves))
    assert "nothing changes" in told


def _own_goods(game: caylus.Game, player: str) -> object:
    return next(one["resources"] for one in game.view(player)["players"] if one["name"] == player)


def test_a_choice_of_a_gain_is_not_mixed_with_what_other_rules_bring_afterwards() -> None:
    game = caylus.load("classic").new_game(3, 1)
    texts: list[str] = []
    while game.decision is not None:
        if game.decision.rule == "forest":
            scene = Scene(game, game.decision_for(game.decision.player))
            texts += [scene.describe(choice) for choice in scene.choices]
        game.play(7 * len(game.chosen) % len(game.moves))
    assert set(texts) == {""}


@pytest.mark.slow
def test_who_stands_where_nothing_happens_is_told_only_where_a_choice_moves_the_barrier() -> None:
    game = ICEBOUND.new_game(2, 1)
    while game.decision is not None:
        scene = Scene(game, game.decision_for(game.decision.player))
        moves_ice = any(choice.option.id.startswith("drive") for choice in scene.choices)
        assert moves_ice or not any("nobody" in scene.describe(choice) for choice in scene.choices)
        game.play(7 * len(game.chosen) % len(game.moves))


@pytest.mark.slow
def test_it_is_told_who_may_move_the_barrier_after_the_player() -> None:
    game, bot = caylus.load("classic").new_game(4, 7), bot_named("greedy", 7)
    told = []
    while game.decision is not None and game.rounds < 3:
        decision = game.decision_for(game.decision.player)
        assert decision is not None
        told.append((decision.rule, decision.player, Scene(game, decision).later_movers))
        game.play(bot(game))
    asked = [(player, text) for rule, player, text in told if rule == "bribing"]
    assert {rule for rule, _, text in told if text} == {"bribing"}  # whether all can pay still in a later phase is not sure
    assert any("may move the provost after you" in text for _, text in asked)
    for (_, text), (after, _) in itertools.pairwise(asked):
        assert not text or text.startswith(game.labels[after])


def test_whoever_only_builds_later_is_not_told_of_as_moving_the_barrier() -> None:
    game, bot = caylus.load("1303").new_game(3, 0), bot_named("greedy", 0)
    while game.rounds < 4 or game.decision is None or game.decision.rule != "move_provost":
        game.play(bot(game))
    assert Scene(game, game.decision_for(game.decision.player)).later_movers == ""


def test_a_barrier_of_another_game_has_later_movers_too() -> None:
    game = ICEBOUND.position("breaking", {**ICE, "Ben": {"coal": 1}}, 2)
    assert game.decision is not None
    scene = Scene(game, game.decision_for(game.decision.player))
    assert scene.later_movers.startswith("Ben (1 coal) may move")


@pytest.mark.slow
def test_only_who_is_asked_later_in_the_phase_may_move_the_barrier_after_the_player() -> None:
    """Whatever the others choose until then; and where the player is asked again, what is left beyond it is not yet lost."""
    asked: list[bool] = []
    unless: list[bool] = []
    for seed in range(23, 29):
        game, bot, chance = caylus.load("1303").new_game(2, seed), bot_named("greedy", seed), random.Random(seed)
        mover, told, loss = "", "", ""
        while game.decision is not None:
            decision, move = game.decision, bot(game)
            if decision.rule == "move_provost":
                outcomes = Outcomes(game, decision)
                is_other = bool(mover) and mover != decision.player
                assert not is_other or told.startswith(game.labels[decision.player])
                asked += [True] * is_other
                if loss and mover == decision.player:
                    unless.append("unless you move the provost again" in loss)
                    idle = [one for one in outcomes.idle_pieces(len(game.moves) - 1) if one.player == mover]
                    assert unless[-1] == (outcomes.fewest_idle < len(idle))
                move = chance.randrange(len(game.moves))
                mover, told, loss = decision.player, outcomes.describe_later_movers(), outcomes.losses().get(move, "")
            else:
                assert not told
                mover, told, loss = "", "", ""
            game.play(move)
    assert {*asked} == {True}
    assert True in unless


STALLS = read_rules(__file__, "outcomes_stalls")


def test_whoever_cannot_pay_for_what_a_piece_is_placed_on_is_told_so_unless_another_piece_may_bring_it() -> None:
    def unpaid(coins: int, first: int | None = None) -> list[str]:
        game = tiny.game(STALLS.replace("COINS", str(coins)).replace("use(player, spot)", "use(player)"), seed=1)
        if first is not None:
            game.play(first)
            game.play(len(game.moves) - 1)
        assert game.decision is not None
        outcomes = Outcomes(game, game.decision)
        return [outcomes.describe_unpaid(move).partition(",")[0] for move in range(len(game.decision.options) - 1)]

    assert unpaid(3) == ["", "", ""]
    assert unpaid(2) == ["", "Shop (lane 2) asks for 2 coin", ""]
    assert unpaid(1) == ["", "Shop (lane 2) asks for 2 coin", "Bakery (lane 3) asks for 1 nut or 1 coin"]
    assert unpaid(2, first=0) == ["Shop (lane 2) asks for 2 coin", ""]


FRUIT = """
resource nut, fig, plum
group fruit = nut, fig, plum
action main() {
  for each player in players {
    gain 2 nut, gain 1 fig, gain 1 plum
    repeat {
      choose "Trade" {
        option trade "trade a pair" { pay 2 different fruit }
        option enough "stop" { stop }
      }
    }
  }
}
"""


def test_a_payment_after_which_the_same_can_be_paid_less_often_than_after_another_is_warned_of() -> None:
    game = tiny.game(FRUIT, seed=1)
    assert game.decision is not None
    losses = {game.decision.options[move].id: text for move, text in Outcomes(game, game.decision).losses().items()}
    assert [*losses] == ["trade 1 fig + 1 plum"]
    assert losses["trade 1 fig + 1 plum"].startswith("After this payment you cannot trade a pair again.")
