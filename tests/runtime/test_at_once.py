"""What all choose at once: everybody is asked of the same table, in any order, and nothing happens until all have chosen."""

from __future__ import annotations

import json
import pickle
from typing import Any

import caylus
import pytest
from caylus.runtime.saves import checksum
from hypothesis import given, settings, strategies as st
from support import tiny
from support.pots import RULES, positions, wishing

PICKS = st.lists(st.integers(0, 60), min_size=1, max_size=30)
TURNS = st.lists(st.integers(0, 3), min_size=1, max_size=10)
PLAYERS = st.integers(1, 4)
SEEDS = st.integers(0, 2**64)


def list_questions(game: caylus.Game) -> list[str]:
    return [decision.player for decision in game.decisions]


def collect_messages(game: caylus.Game, kind: str, player: str | None = None) -> list[str]:
    return [event.text for event in game.events_for(player) if event.kind == kind]


# ---- asking


def test_everybody_who_has_to_choose_has_a_decision_in_the_order_of_the_list() -> None:
    game = wishing()
    assert list_questions(game) == game.view()["lists"]["order"] == game.view()["waiting"]
    assert game.decision is not None
    assert game.decision.player == list_questions(game)[0] == game.players[game.seat] == game.view()["decides"]
    assert list(game.moves) == list(game.decisions[0].moves)


def test_elsewhere_the_decision_in_hand_is_the_only_one() -> None:
    game = RULES.new_game(3, 5)
    assert game.decisions == (game.decision,)
    assert game.view()["waiting"] == [game.view()["decides"]]


def test_at_the_end_there_is_none() -> None:
    *_, game = positions([1, 2])
    assert (game.over, game.decisions, game.view()["waiting"]) == (True, (), [])


def test_playing_by_numbers_asks_one_after_the_other() -> None:
    game = wishing()
    order = list_questions(game)
    for i in range(3):
        assert list_questions(game) == order[i:]
        game.play(i)
    assert [e.data["option"] for e in game.events if e.kind == "ready"] == ["take red", "take jade", "take blue"]


def test_an_option_knows_whose_it_is() -> None:
    game = wishing()
    last = game.decisions[-1]
    option = last.options[1]
    game.choose(game.decisions[0].options[0])  # which changes nothing of what is open to the last
    game.choose(option)
    assert list_questions(game) == game.view()["lists"]["order"][1:2]


def test_an_id_is_that_of_the_player_named_or_of_the_first() -> None:
    game = wishing()
    first, second, third = list_questions(game)
    game.choose("take red", third)
    game.choose("take jade")
    assert list_questions(game) == [second]
    assert collect_messages(game, "ready") == [
        f"{third} has chosen: take red pot: pay 1 coin",
        f"{first} has chosen: take jade pot: pay 1 coin",
    ]


def test_whoever_has_chosen_chooses_no_more() -> None:
    game = wishing()
    player = list_questions(game)[1]
    game.choose("take red", player)
    with pytest.raises(caylus.IllegalChoice, match=f"{player} has chosen already"):
        game.choose("take jade", player)


def test_whoever_is_not_asked_cannot_choose() -> None:
    game = RULES.new_game(3, 5)
    others = [name for name in game.players if name != game.view()["decides"]]
    with pytest.raises(caylus.IllegalChoice, match=f"{others[0]} has nothing to decide now"):
        game.choose("one", others[0])


def test_an_option_of_an_earlier_point_is_refused() -> None:
    game = wishing()
    option = game.decisions[0].options[0]
    for _ in range(3):
        game.play(0)
    with pytest.raises(caylus.IllegalChoice):
        game.choose(option)


def test_an_option_tells_only_of_gains_that_nobody_before_can_change() -> None:
    game = tiny.game(
        """
        resource coin
        state pot number = 4
        list order of player
        action main() {
          for each player in players { add player to order }
          for each player in order at once {
            choose {
              option three { gain 3 coin }
              option pot { gain pot coin, set pot to 0 }
            }
          }
        }
        """
    )
    assert game.decision is not None
    assert [option.data["gains"] for option in game.decision.options] == [{"coin": 3}, {}]


# ---- what comes of it


def test_what_can_no_longer_be_done_comes_to_nothing() -> None:
    game = wishing()
    first, second, third = list_questions(game)
    for player in (third, first, second):
        game.choose("take red", player)
    assert game.decision is not None
    assert game.decision.player == first  # who is asked whether to polish it, in the midst of it all
    game.choose("decline")
    lapsed = [event for event in game.events if event.kind == "lapse"]
    assert [(e.player, e.data["option"]) for e in lapsed] == [(second, "take red"), (third, "take red")]
    assert [e.data["reasons"] for e in lapsed] == [[{"kind": "condition", "words": ["somebody has it"]}]] * 2
    assert lapsed[0].text == f"{second}: take red pot: pay 1 coin comes to nothing (somebody has it)"
    assert collect_messages(game, "say") == [f"{second} goes without", f"{third} goes without"]
    assert [player["state"]["polished"] for player in game.view()["players"]] == [1, 1, 1]


@pytest.mark.slow
@given(PICKS, TURNS, PLAYERS, SEEDS)
def test_it_leaves_no_trace_who_chose_first(picks: list[int], turns: list[int], players: int, seed: int) -> None:
    one, other = RULES.new_game(players, seed), RULES.new_game(players, seed)
    i = 0
    while not one.over:
        assert one == other
        assert one.digest() == other.digest()
        assert list_questions(one) == list_questions(other)
        chosen = {}
        for decision in one.decisions:
            chosen[decision.player] = decision.options[picks[i % len(picks)] % len(decision.options)].id
            i += 1
        for player, id_ in chosen.items():
            one.choose(id_, player)
        late = sorted(chosen, key=lambda player: (turns[len(player) % len(turns)], player), reverse=True)
        for player in late:
            other.choose(chosen[player], player)
    assert one == other
    assert one.scores == other.scores


# ---- half-made rounds are games like any other


@pytest.mark.slow
@given(PICKS, TURNS, PLAYERS, SEEDS)
def test_a_game_goes_on_from_any_point_as_if_nothing_had_been(
    picks: list[int], turns: list[int], players: int, seed: int
) -> None:
    for game in positions(picks, players, seed, turns):
        for twin in (game.copy(), caylus.resume(json.loads(json.dumps(game.save()))), pickle.loads(pickle.dumps(game))):
            assert twin == game
            assert list_questions(twin) == list_questions(game)
            assert [list(d.moves) for d in twin.decisions] == [list(d.moves) for d in game.decisions]
            assert twin.transcript() == game.transcript()


@pytest.mark.slow
@given(PICKS, TURNS, PLAYERS, SEEDS)
def test_a_transcript_tells_who_chose_what_in_the_order_of_arrival(
    picks: list[int], turns: list[int], players: int, seed: int
) -> None:
    for game in positions(picks, players, seed, turns):
        told = game.transcript()
        again = RULES.replay(told)
        assert again == game
        assert again.transcript() == told


def test_a_transcript_is_replayed_in_any_order_of_arrival() -> None:
    game = wishing()
    order = list_questions(game)
    for player, pot in zip(order, ("red", "jade", "blue"), strict=True):
        game.choose(f"take {pot}", player)
    told = game.transcript()
    told["choices"][3:6] = told["choices"][5:2:-1]
    assert RULES.replay(told) == game


def test_a_transcript_in_which_somebody_chooses_twice_is_refused() -> None:
    game = wishing()
    game.play(0)
    told = game.transcript()
    told["choices"].append(told["choices"][-1])
    with pytest.raises(caylus.RulesetError, match="decides there"):
        RULES.replay(told)


@settings(max_examples=10)
@given(PICKS, TURNS, SEEDS)
def test_undoing_leads_back_through_every_choice(picks: list[int], turns: list[int], seed: int) -> None:
    saves = []
    for game in positions(picks, 3, seed, turns):
        saves.append(game.save())
    for save in reversed(saves[:-1]):
        game.undo()
        assert game.save() == save


# ---- taking back


def test_whoever_has_chosen_may_take_it_back_while_somebody_is_missing() -> None:
    game, other = wishing(), wishing()
    first, second, third = list_questions(game)
    for player in (second, third):
        game.choose("take red", player)
        other.choose("take red", player)
    other.retract(second)
    assert list_questions(other) == [first, second]
    assert collect_messages(other, "ready") == [f"{third} has chosen: take red pot: pay 1 coin"]
    other.choose("take red", second)
    assert other == game
    assert [entry["player"] for entry in other.transcript()["choices"][3:]] == [third, second]
    assert RULES.replay(other.transcript()) == other


def test_a_choice_is_taken_back_in_a_game_that_was_resumed() -> None:
    game = wishing()
    first, second, _ = list_questions(game)
    game.choose("take red", first)
    game.choose("take red", second)
    again = caylus.resume(game.save())
    again.retract(first)
    game.retract(first)
    assert again == game
    assert again.transcript() == game.transcript()


def test_nobody_takes_back_what_has_not_been_chosen_or_is_done() -> None:
    game = wishing()
    first, second, third = list_questions(game)
    with pytest.raises(caylus.IllegalChoice, match=f"{first} has chosen nothing that could be taken back"):
        game.retract(first)
    for player in (first, second, third):
        game.choose("take red", player)
    with pytest.raises(caylus.IllegalChoice):
        game.retract(first)


def test_nothing_is_undone_behind_which_another_s_choice_has_been_carried_out() -> None:
    game = wishing(2)
    first, second = list_questions(game)
    game.choose("take red", first)
    game.choose("take jade", second)
    assert list_questions(game) == [first]
    game.choose("decline")
    assert list_questions(game) == [second]
    assert not game.can_undo_to(len(game.chosen) - 1, first)


def test_one_s_own_choice_can_be_undone_until_all_have_chosen() -> None:
    game = wishing(2)
    first, second = list_questions(game)
    game.choose("take red", second)
    assert game.can_undo_to(2, second)
    assert not game.can_undo_to(2, first)
    game.choose("take jade", first)
    assert not game.can_undo_to(3, first)
    assert not game.can_undo_to(2, second)


# ---- who is told what


def everything(game: caylus.Game, seat: caylus.runtime.seats.Seat) -> Any:
    """All that a seat is given, as bytes."""
    decision = game.decision_for(seat)
    return json.dumps(
        [
            game.view(seat),
            [repr(event) + json.dumps(event.data) + json.dumps(event.about) for event in game.events_for(seat)],
            decision and [decision.question, decision.about, [(o.id, o.text, o.data, o.cells) for o in decision.options]],
            game.save(seat),
            game.transcript(seat),
            [game.can_undo_to(i, seat) for i in range(len(game.chosen)) if isinstance(seat, str)],
        ]
    )


def test_nobody_learns_what_another_has_chosen_until_all_have() -> None:
    one, other = wishing(), wishing()
    first, second, third = list_questions(one)
    one.choose("take red", second)
    other.choose("take jade", second)
    for seat in (first, third):
        assert everything(one, seat) == everything(other, seat)
        assert collect_messages(one, "ready", seat) == [f"{second} has chosen"]
    assert (
        collect_messages(one, "ready", second)
        == collect_messages(one, "ready")
        == [f"{second} has chosen: take red pot: pay 1 coin"]
    )
    assert one.view(first)["waiting"] == [first, third]


def test_a_save_for_a_seat_goes_on_from_a_half_made_round() -> None:
    game = wishing()
    first, second, third = list_questions(game)
    game.choose("take red", second)
    twin = caylus.resume(game.save(third))
    assert list_questions(twin) == [first, third]
    twin.choose("take jade", third)
    twin.choose("take blue", first)
    assert len(list_questions(twin)) == 1


@pytest.mark.slow
def test_an_imagined_round_keeps_who_has_chosen_and_draws_what() -> None:
    game = wishing()
    first, second, third = list_questions(game)
    game.choose("take red", second)
    game.choose("take blue", third)
    drawn = set()
    for seed in range(40):
        world = game.determinize(third, seed)
        assert list_questions(world) == [first]
        assert world.view(third) == game.view(third)
        world = world.copy(events=True)
        world.choose("take jade", first)
        while len(world.events) < 99 and list_questions(world)[0] != second and world.view()["phase"]["name"] == "wishes":
            world.choose("decline")
        drawn |= {e.data["option"] for e in world.events if e.player == second and e.kind in ("choice", "lapse")}
    assert len(drawn) > 1


# ---- what comes from outside


@pytest.mark.parametrize("spoilt", [0, [], [[0, 0], []], [[0, 99, 0], [], []], [[9], [], []], [["x"], [], []], [[0], [], []]])
def test_a_save_whose_choices_mean_nothing_is_refused(spoilt: Any) -> None:
    game = wishing()
    game.play(0)
    data = json.loads(json.dumps(game.save()))
    frame = data["stack"][-1]
    place = next(i for i, held in enumerate(frame) if isinstance(held, list) and any(isinstance(x, list) for x in held))
    frame[place] = spoilt
    data["checksum"] = checksum(data)
    with pytest.raises(caylus.RulesetError, match=r"E0702|E06"):
        caylus.resume(data)


@pytest.mark.parametrize("choosers", [[], [0], [0, 1, 2, 0, 0]])
def test_a_save_in_which_others_chose_than_there_are_choices_is_refused(choosers: list[int]) -> None:
    game = wishing()
    game.play(0)
    data = {**game.save(), "choosers": choosers}
    with pytest.raises(caylus.RulesetError, match="E0702"):
        caylus.resume({**data, "checksum": checksum(data)})


def test_a_save_in_which_nobody_could_have_chosen_tells_of_no_past() -> None:
    game = wishing()
    game.play(0)
    data = {**game.save(), "choosers": [9, 9, 9, 9]}
    again = caylus.resume({**data, "checksum": checksum(data)})
    assert again == game
    with pytest.raises(caylus.RulesetError, match="E0702"):
        again.transcript()


def test_what_waits_for_its_turn_is_not_told_while_another_s_is_carried_out() -> None:
    saves, worlds = [], []
    for pot in ("jade", "blue"):
        game = wishing()
        first, second, third = game.waiting
        game.choose("take red", first)
        game.choose(f"take {pot}", second)
        game.choose("decline" if "decline" in tiny.ids(game) else "take jade", third)
        assert game.waiting == (first,)  # who is asked whether to polish it
        saves.append(everything(game, third))
        worlds.append([game.determinize(third, seed).save() for seed in range(5)])
    assert saves[0] == saves[1]
    assert worlds[0] == worlds[1]
    assert len({str(save["stack"]) for save in worlds[0]}) > 1


def test_what_a_question_names_goes_by_what_is_made_up() -> None:
    game = tiny.game(
        """
        each player has { gems number hidden }
        list order of player
        action main() {
          for each player in players { add player to order }
          for each player in order {
            choose { option gems(n in 1 to 5) { set player.gems to n } } else { nothing }
          }
          for each player in order at once {
            let half = player.gems / 2
            choose { option keep(n in 0 to half) { set player.gems to n }, option give { set player.gems to 0 } }
          }
        }
        """
    )
    game.choose("gems 5")
    game.choose("gems 1")
    assert game.waiting == ("Ann", "Ben")
    assert {len(game.determinize("Ben", seed).moves) for seed in range(40)} == {2, 3, 4}
