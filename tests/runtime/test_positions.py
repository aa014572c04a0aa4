"""Games begun in the middle, branches, and copies as one seat knows them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import caylus
import pytest
from hypothesis import given, settings, strategies as st
from support import orchard, tiny
from support.orchard import RULES as ORCHARD

PICKS = st.lists(st.integers(0, 60), min_size=1, max_size=30)


def finish(game: caylus.Game) -> caylus.Game:
    while game.decision is not None:
        game.play(len(game.chosen) % len(game.moves))
    return game


# ---- playing on

TURNS = """
resource coin
state day number
game "Tiny" for 1 to 4 players { repeat until day is 4 at most 9 times { do turn() } }
sequence turn = morning, noon, evening
phase morning "Morning" { for each player in players { choose { option earn { gain 1 coin }, option rest { } } } }
phase noon "Noon" { for each player in players { lose 0 coin } }
phase evening "Evening" { for each player in players { choose { option spend { pay 1 coin }, option keep { } } }, raise day by 1 }
action meal(player) { choose { option eat { gain 1 coin }, option fast { } } }
"""


def list_questions(game: caylus.Game) -> Iterator[str]:
    """The phases of the decisions of a game, in which always the last option is taken."""
    while game.decision is not None:
        yield game.decision.title
        game.play(len(game.moves) - 1)


def test_an_action_alone_is_over_when_it_has_been_carried_out() -> None:
    assert (
        list(list_questions(tiny.rules(TURNS).position("evening", {"Ann": {"coin": 1}, "Ben": {"coin": 1}, "day": 2}, 2)))
        == ["Evening"] * 2
    )


AROUND = (
    TURNS
    + """
rule bells "Bells" {
  before each of turn { for each player in players { gain 2 coin } }
  after each of turn { for each player in players { may gain 10 coin } }
}
"""
)


def test_a_step_of_a_sequence_is_begun_with_what_belongs_around_it() -> None:
    game = tiny.rules(AROUND).position("morning", {}, 1)
    assert tiny.list_holdings(game) == {"coin": 2}
    game.choose("earn")
    assert tiny.ids(game) == ["accept", "decline"]
    game.choose("accept")
    assert (tiny.list_holdings(game), game.over) == ({"coin": 13}, True)
    assert caylus.resume(game.save()).view() == game.view()


def test_a_step_from_which_a_game_goes_on_has_no_more_around_it_than_a_game_has() -> None:
    begun = tiny.rules(AROUND).position("morning", {}, 1, goes_on=True)
    begun.choose("rest")
    assert tiny.ids(begun) == ["accept", "decline"]
    begun.choose("decline")
    assert tiny.list_holdings(begun) == {"coin": 2}


def test_a_phase_goes_on_with_the_rest_of_its_sequence_and_of_the_game() -> None:
    rules = tiny.rules(TURNS)
    game = rules.position("evening", {"Ann": {"coin": 1}, "Ben": {"coin": 1}, "day": 2}, 2, goes_on=True, round=3)
    assert game.rounds == 3
    assert list(list_questions(game)) == ["Evening"] * 2 + ["Morning"] * 2 + ["Evening"] * 2
    assert (game.rounds, game.read("day")) == (4, 4)
    assert rules.replay(json.loads(json.dumps(game.transcript()))) == game


def test_a_game_goes_on_only_from_where_games_come_to() -> None:
    for begin, arguments in (("noon", {}), ("meal", {"player": "Ann"}), (None, {})):
        with pytest.raises(ValueError, match="no game comes to"):
            tiny.rules(TURNS).position(begin, {}, 2, arguments=arguments, goes_on=True)


# ---- views


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["classic", "1303"])
def test_a_view_goes_back_in_and_is_played_on_to_the_end(name: str) -> None:
    rules = caylus.load(name)
    game = rules.new_game(["Ann", "provost", "Cem"], seed=5)
    wanted = {20, 60, 110}
    while (decision := game.decision) is not None:
        view = json.loads(json.dumps(game.view()))
        if len(game.chosen) in wanted and decision.phase is not None:
            position = rules.position(view, seed=3)
            assert position.labels == game.labels
            assert position.rounds == game.rounds
            assert position.view()["phase"] == view["phase"]
            if position.decision is not None and view["phase"]["name"] == "planning":
                assert position.view()["rows"] == view["rows"]
            finish(position)
            assert position.rounds >= game.rounds
            transcript = json.loads(json.dumps(position.transcript()))
            assert rules.replay(transcript) == position
            resumed = caylus.resume(json.loads(json.dumps(position.save())), rules)
            assert resumed.events == position.events
        game.play(3 * len(game.chosen) % len(game.moves))


@pytest.mark.slow
@given(PICKS, st.integers(1, 4), st.integers(0, 60))
def test_what_a_view_shows_is_what_a_position_has(picks: list[int], players: int, number: int) -> None:
    for count, game in enumerate(orchard.positions(picks, players)):
        view = game.view()
        if count >= number and view["phase"] is not None and view["phase"]["name"] == "morning":
            position = orchard.RULES.position(view, {"day": 0})
            assert position.rounds == game.rounds
            assert position.read("day") == 1  # as a morning begins
            assert position.read("hedge") == view["rows"]["hedge"]
            return


def test_a_view_that_hides_something_or_tells_no_phase_is_no_position() -> None:
    game = orchard.moment(3)
    with pytest.raises(caylus.UnknownThing, match="an amount of luck is a number"):
        orchard.RULES.position(game.view("Ann"))
    with pytest.raises(ValueError, match="no phase"):
        orchard.RULES.position({**game.view(), "phase": None})
    with pytest.raises(caylus.RulesetError) as refused:
        orchard.RULES.position({**game.view(), "players": 3})
    assert refused.value.diagnostics[0].code.startswith("E06")


# ---- reading


@pytest.mark.slow
@settings(max_examples=10)
@given(PICKS)
def test_what_is_read_is_what_a_view_shows(picks: list[int]) -> None:
    for game in orchard.positions(picks):
        for seat in (None, "Ben", caylus.SPECTATOR):
            view = game.view(seat)
            for name, value in {**view["table"], **view["lists"], **view["rows"], **view["objects"]["tree"]}.items():
                assert game.read(name, player=seat) == value
            for player in view["players"]:
                whole = {**player["resources"], **player["state"]}
                assert game.read(player["name"], player=seat) == whole
                for name, value in whole.items():
                    assert game.read(f"{player['name']}.{name}", player=seat) == game.read(name, player["name"], seat) == value


def test_what_is_read_may_be_one_value_of_several() -> None:
    game = orchard.RULES.position("morning", {"liked": {"fox": 2}, "Ann": {"liking": {"cat": 1}}, "hedge 2": {"owner": "Ben"}}, 2)
    assert game.read("liked.fox") == 2
    assert game.read("Ann.liking.cat") == 1
    assert game.read("hedge 2.owner") == game.read("owner", of="hedge 2") == "Ben"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("quueue", "`quueue` is nothing on the table of this ruleset; did you mean `queue`"),
        ("Ann.pera", "a player has no `pera`; did you mean `pear`"),
        ("oak.nets", "`oak` has no state `nets`; did you mean `nest`"),
        ("liked.fix", "`liked` has no value for `fix`; did you mean `fox`"),
        ("day.fox", "nothing inside that is called `fox`"),
        ("Ann.pear.fox", "nothing inside that is called `fox`"),
        ("liked.fox.fox", "nothing inside"),
        ("", "`` is nothing on the table"),
    ],
)
def test_a_name_of_nothing_is_told_with_what_was_meant(name: str, told: str) -> None:
    with pytest.raises(caylus.UnknownThing, match=told):
        orchard.moment(0).read(name)


@pytest.mark.slow
def test_a_branch_tells_what_its_game_would_have_told() -> None:
    game = caylus.load("classic").new_game(2, 3)
    for _ in range(12):
        heard = game.events_for("Red")[-1].number
        branch = game.branch()
        for one in (branch, game):
            assert one.decision is not None
            one.choose(one.decision.options[0])
        assert [event.text for event in branch.events_for("Red", heard)] == [
            event.text for event in game.events_for("Red", heard)
        ]
        assert (branch.learnt, branch.chosen) == (game.learnt, game.chosen)
        game = branch
        game.forget_events()
    assert [event.text for event in game.events] == [event.text for event in game.branch().events]


LUCK = """
resource luck hidden, fame hidden sum
action main() { for each player in players { may gain 1 luck } }
value score(player) = player.luck + player.fame
"""


def list_holdings(game: caylus.Game, resource: str) -> list[int]:
    return [game.read(resource, player) for player in game.players]


def test_where_nobody_has_watched_rivals_are_taken_to_hold_what_the_seat_holds() -> None:
    game = tiny.rules(LUCK).position("main", {"Ann": {"luck": 3}, "Ben": {"luck": 20}, "Cem": {"luck": 40}}, 3)
    assert [list_holdings(game.determinize(player, 1), "luck") for player in game.players] == [[3] * 3, [20] * 3, [40] * 3]


def test_positions_that_differ_in_hidden_numbers_only_have_equal_copies() -> None:
    one, other = (tiny.rules(LUCK).position("main", {"Ann": {"luck": 9}, "Ben": {"luck": theirs}}, 2) for theirs in (0, 50))
    assert one != other
    assert one.determinize("Ann", 1) == other.determinize("Ann", 1)


def test_a_sum_that_is_only_kept_face_down_everybody_has_counted() -> None:
    game = tiny.rules(LUCK).position("main", {"Ann": {"fame": 3}, "Ben": {"fame": 20}}, 2)
    assert list_holdings(game.determinize("Ann", 1), "fame") == [3, 20]


def test_what_is_drawn_from_then_on_comes_from_the_seed_alone() -> None:
    past = ORCHARD.new_game(3, 1).transcript()["draws"]
    queues = set()
    for own_seed in (1, 2, 3):
        for settled in ([], [["Ann", "Ben", "Cem"]], [["Cem", "Ben", "Ann"]]):
            twin = ORCHARD.new_game(3, own_seed, draws=[*past, *settled]).determinize("Ann", 8)
            while twin.rounds == 1:
                twin.play(0)
            queues.add(tuple(twin.view()["lists"]["queue"]))
    assert len(queues) == 1


def test_seeds_give_different_draws() -> None:
    game = ORCHARD.new_game(3, 1)
    queues = set()
    for seed in range(30):
        twin = game.determinize("Ann", seed)
        while twin.rounds == 1:
            twin.play(0)
        queues.add(tuple(twin.view()["lists"]["queue"]))
    assert len(queues) == 6


TELL = """
resource luck hidden
action main() { for each player in players { do tell(player) } }
action tell(player) { may choose { option tell(number in 1 to player.luck) { gain 1 luck } } }
"""


def test_at_a_rival_s_decision_the_options_do_not_tell_what_the_rival_holds() -> None:
    rules = tiny.rules(TELL)
    copies = []
    for luck in (2, 9):
        game = rules.position("tell", {"Ann": {"luck": 5}, "Ben": {"luck": luck}}, 2, arguments={"player": "Ben"})
        assert len(game.moves) == luck + 1
        copies.append(game.determinize("Ann", 1))
        assert len(game.determinize("Ben", 1).moves) == luck + 1
    assert [len(copy.moves) for copy in copies] == [6, 6]
    assert copies[0] == copies[1]


def test_a_copy_has_no_seed_and_no_transcript() -> None:
    twin = ORCHARD.new_game(3, 1).determinize("Ann", 1)
    assert twin.seed is None
    with pytest.raises(ValueError, match="no transcript"):
        twin.transcript()


def test_at_the_end_nothing_is_hidden() -> None:
    game = ORCHARD.new_game(3, 1)
    while not game.over:
        game.play(0)
    assert game.determinize("Ann", 1).scores == game.scores
