"""Games are data: they copy, compare, undo, save and resume in the middle of everything, with or without a log."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import caylus
import pytest
from caylus.documents import accept
from caylus.runtime.saves import checksum
from caylus.runtime.start import Start
from hypothesis import given, settings, strategies as st
from support import orchard, tiny

PICKS = st.lists(st.integers(0, 60), min_size=1, max_size=30)
PLAYERS = st.integers(1, 4)
SEEDS = st.integers(0, 2**64)


def test_a_copy_can_keep_a_log_of_its_own() -> None:
    game = orchard.RULES.new_game(2, 3)
    silent, telling = game.copy(), game.copy(events=True)
    for twin in (silent, telling):
        twin.play(0)
    assert silent.events == []
    assert [e.text for e in telling.events] == [e.text for e in _play_step(game, 0)]


def _play_step(game: caylus.Game, option: int) -> list[caylus.Event]:
    known = len(game.events)
    game.play(option)
    return game.events[known:]


def test_undo_brings_back_a_draw_that_was_settled_beforehand() -> None:
    game = tiny.game(DRAWS, draws=[["Ben", "Ann", "Cem"], ["Cem", "Ben", "Ann"]], players=3)
    game.play(0)
    first = game.view()["lists"]["queue"]
    game.undo()
    game.play(0)
    assert game.view()["lists"]["queue"] == first == ["Cem", "Ben", "Ann"]


DRAWS = """
list queue of player
action main() {
  for each player in shuffled players { add player to queue }
  let last = queue[3]
  last chooses { option on { }, option also { } }
  shuffle queue
}
"""


def change_version(save: dict[str, Any]) -> dict[str, Any]:
    """The save as an interpreter would write it that numbers things in another way."""
    other = json.loads(json.dumps(save)) | {"shape": "0" * 64, "state": [0, 8, 15], "stack": [[4, 7, 11]]}
    return {**other, "checksum": checksum(other)}


@given(PICKS, PLAYERS, SEEDS, st.booleans())
def test_a_game_saved_by_another_version_goes_on_by_its_choices(picks: list[int], players: int, seed: int, events: bool) -> None:
    *_, game = orchard.positions(picks, players, seed)
    save = game.copy(events=events).save()
    assert save["shape"] == game.save()["shape"]
    assert caylus.resume(change_version(save)) == game


def test_what_was_settled_for_draws_to_come_stays_settled_in_a_game_saved_by_another_version() -> None:
    game = tiny.game(DRAWS, draws=[["Ben", "Ann", "Cem"], ["Cem", "Ben", "Ann"]], players=3)
    resumed = caylus.resume(change_version(game.save()))
    resumed.play(0)
    assert resumed.view()["lists"]["queue"] == ["Cem", "Ben", "Ann"]


def test_a_save_by_another_version_that_does_not_tell_enough_is_refused_with_what_to_do() -> None:
    begun_somehow = change_version(orchard.moment(7).save("Ann"))
    strange = change_version(orchard.moment(7).save()) | {"choices": [[99]]}
    for save, told in ((begun_somehow, "how its game began"), (strange, "choice 1 is not an option")):
        with pytest.raises(caylus.RulesetError) as refused:
            caylus.resume({**save, "checksum": checksum(save)})
        (found,) = refused.value.diagnostics
        assert found.code == "E0702"
        assert "another version of the interpreter" in found.message
        assert told in found.message
        assert found.help == "resume it with that version"


@pytest.mark.slow
@given(PICKS, PLAYERS, SEEDS)
def test_a_transcript_reproduces_the_game_and_so_does_that_of_a_resumed_one(picks: list[int], players: int, seed: int) -> None:
    *_, game = orchard.positions(picks, players, seed)
    transcript = json.loads(json.dumps(game.transcript()))
    assert caylus.replay(transcript, orchard.RULES) == game
    assert caylus.resume(game.save()).transcript() == transcript
    assert transcript["scores"] == game.scores
    assert transcript["digest"] == game.digest()


@given(PICKS, st.randoms(use_true_random=False))
def test_a_transcript_tells_draws_that_were_settled_beforehand(picks: list[int], random: st.DataObject) -> None:
    order = ["Ann", "Ben", "Cem"]
    random.shuffle(order)  # type: ignore[attr-defined]
    game = orchard.RULES.new_game(3, 8, draws=[order])
    for pick in picks:
        if game.decision is not None:
            game.play(pick % len(game.moves))
    transcript = game.transcript()
    assert transcript["draws"][0] == order
    assert caylus.replay(transcript, orchard.RULES) == game


def test_a_game_equals_no_other_thing() -> None:
    game = orchard.RULES.new_game(2, 1)
    assert game != "a game"
    assert game != orchard.RULES.new_game(["Ben", "Ann"], 1)
    assert game != tiny.game(DRAWS)


def test_a_position_is_saved_and_told_like_any_other_game() -> None:
    given = {"queue": ["Ben", "Ann"], "Ann": {"coin": 2}, "oak": {"nest": "owl"}}
    game = orchard.RULES.position("morning", given, 2, seed=3)
    game.play(0)
    resumed = caylus.resume(json.loads(json.dumps(game.save())))
    assert resumed == game
    assert resumed.events == game.events
    transcript = json.loads(json.dumps(resumed.transcript()))
    assert caylus.replay(transcript, orchard.RULES) == game
    assert caylus.resume(change_version(game.save())) == game
    resumed.undo_to(0)
    assert resumed == orchard.RULES.position("morning", given, 2, seed=3)


def test_a_position_that_was_set_up_with_draws_is_told_with_them() -> None:
    rules = tiny.rules(DRAWS.replace("action main() {", "action deal() { shuffle queue }\naction main() {"))
    order = [["Cem", "Ann", "Ben"], ["Ben", "Cem", "Ann"], ["Ann", "Ben", "Cem"]]
    game = rules.position("main", {}, 3, setup="deal", draws=[[], *order[1:]])
    game.play(0)
    assert game.view()["lists"]["queue"] == order[2]
    assert caylus.replay(game.transcript(), rules) == game


# ---- events and undo after a resume


@pytest.mark.slow
@settings(max_examples=8)
@given(PICKS, PLAYERS, SEEDS, st.integers(0, 100), st.booleans())
def test_a_resumed_game_tells_all_that_happened_and_goes_back_to_its_start(
    picks: list[int], players: int, seed: int, where: int, asks_first: bool
) -> None:
    *_, whole = orchard.positions(picks, players, seed)
    choices = [step["choice"] for step in whole.transcript()["choices"]]
    cut = where % (len(choices) + 1)
    game = caylus.resume(orchard.RULES.replay(choices, cut, players=players, seed=seed).save())
    assert not asks_first or game.events == whole.events[: len(game.events)]
    for choice in choices[cut:]:
        game.choose(choice)
    assert game == whole
    assert game.events == whole.events
    for number in (cut, cut // 2, 0):
        game.undo_to(number)
        assert game == orchard.RULES.replay(choices, number, players=players, seed=seed)
        assert game.events == whole.events[: len(game.events)]
    for choice in choices:
        game.choose(choice)
    assert game == whole


def test_a_copy_of_a_resumed_game_counts_its_events_from_the_start() -> None:
    game = caylus.resume(orchard.moment(6).save())
    twin = game.copy(events=True)
    twin.play(0)
    assert twin.events[0].number == orchard.moment(6).events[-1].number + 1


def test_there_is_no_going_back_to_what_has_not_been_or_is_not_known() -> None:
    game = orchard.moment(4)
    for number, wrong in ((5, "4 have been made"), (-1, "4 have been made")):
        with pytest.raises(caylus.IllegalChoice, match=wrong):
            game.undo_to(number)
    game.undo_to(4)
    with pytest.raises(caylus.IllegalChoice, match="keeps no history"):
        game.copy().undo()
    given_out = caylus.resume(game.save("Ann"))
    with pytest.raises(caylus.IllegalChoice, match="nothing to undo"):
        given_out.undo()
    edited = {**game.save(), "choices": [[2], *game.save()["choices"]]}
    strange = caylus.resume({**edited, "checksum": checksum(edited)})
    with pytest.raises(caylus.IllegalChoice, match="not known"):
        strange.undo_to(0)
    assert strange.events == []


TURNS = """
list queue of player
state drawn player
action main() {
  repeat at most 3 times {
    for each player in players {
      repeat at most 2 times { choose { option stay { }, option draw { shuffle queue } } }
    }
  }
}
"""


def test_a_player_may_take_back_own_choices_until_somebody_has_learnt_or_chosen_something() -> None:
    game = tiny.game(TURNS)
    game.choose("stay")
    assert game.can_undo_to(0, "Ann")
    assert not game.can_undo_to(0, "Ben")
    assert not game.can_undo_to(1, "Ann")
    resumed = caylus.resume(game.save())
    assert resumed.can_undo_to(0, "Ann")
    assert not game.copy().can_undo_to(0, "Ann")
    game.choose("draw")
    assert not game.can_undo_to(0, "Ann")
    assert not game.can_undo_to(1, "Ann")
    game.choose("stay")
    assert game.can_undo_to(2, "Ben")
    assert not game.can_undo_to(1, "Ann")


def test_choices_of_others_are_taken_back_with_ones_own_where_these_are_willing() -> None:
    game = tiny.game(TURNS)
    for choice in ("stay", "stay", "stay"):
        game.choose(choice)
    assert not game.can_undo_to(0, "Ann")
    assert game.can_undo_to(0, "Ann", willing=["Ben"])
    game.choose("draw")
    assert not game.can_undo_to(0, "Ann", willing=["Ben"])


# ---- replays


@pytest.mark.slow
@settings(max_examples=8)
@given(PICKS, PLAYERS, SEEDS, st.integers(0, 100))
def test_a_replay_stops_where_it_is_told_to(picks: list[int], players: int, seed: int, upto: int) -> None:
    games = [game.copy() for game in orchard.positions(picks, players, seed)]
    transcript = games[-1].transcript()
    choices = [step["choice"] for step in transcript["choices"]]
    upto %= len(choices) + 1
    for told in (transcript, choices):
        who = {} if told is transcript else {"players": players, "seed": seed}
        assert orchard.RULES.replay(told, upto, **who) == games[upto]
        assert orchard.RULES.replay(told, **who) == games[-1]


def test_a_replay_that_cannot_be_is_told_why() -> None:
    with pytest.raises(caylus.RulesetError, match=r"at choice 2 .`fly`"):
        orchard.RULES.replay([tiny.ids(orchard.moment(0))[0], "fly"], players=3, seed=5)
    with pytest.raises(ValueError, match="who plays"):
        orchard.RULES.replay(["nap"])
    with pytest.raises(ValueError, match="after -1 choices"):
        orchard.RULES.replay([], -1, players=2)


# ---- what may be given out


@pytest.mark.slow
@settings(max_examples=8)
@given(PICKS, st.integers(2, 4), SEEDS, st.integers(0, 2**64))
def test_what_is_given_out_is_the_same_whatever_is_hidden_or_will_be_drawn(
    picks: list[int], players: int, seed: int, other: int
) -> None:
    for game in orchard.positions(picks, players, seed):
        if game.over:
            return
        twin = game.copy()
        layout = orchard.RULES.program(players).layout
        slot = layout.resources[layout.components.resources[-1]]
        twin._machine.s[0] = other
        twin.start = Start(other)
        twin._machine.fixed = [(0,)]
        twin._machine.drawn.append(("player", (0,)))
        told = (game.save("Ann"), game.transcript("Ann"))
        assert twin.save("Ann") == told[0]
        if game.decision is not None and game.decision.player == "Ann":  # another's options may follow from what it hides
            twin._machine.s[slot + 1] += 1
            assert twin.save("Ann") == told[0]
        assert [part["seed"] for part in told] == [None, None]
        assert told[1]["digest"] is None
        resumed = caylus.resume(told[0])
        assert resumed.view("Ann")["table"] == game.view("Ann")["table"]
        chosen = [step["choice"] for step in told[1]["choices"]]
        whole = game.transcript()["choices"]
        assert all(mine in (None, all_["choice"]) for mine, all_ in zip(chosen, whole, strict=True))
        assert None not in (mine for mine, all_ in zip(chosen, whole, strict=True) if all_["player"] == "Ann")
        if None not in chosen:
            assert orchard.RULES.replay(told[1]).view() == game.view()


BIDS = """
resource luck hidden
action main() {
  for each player in players { choose { option bid(number in 1 to 3) { gain number luck }, option keep { } } }
  for each player in players { may { } }
}
"""


def test_a_transcript_for_a_seat_leaves_out_what_others_chose_in_secret_and_is_then_for_reading_only() -> None:
    rules = tiny.rules(BIDS)
    game = rules.new_game(2)
    for choice in ("bid 2", "bid 3"):
        game.choose(choice)
    told = game.transcript("Ann")
    assert [step["choice"] for step in told["choices"]] == ["bid 2", None]
    assert accept(told, "the transcript", "transcript").value == told
    with pytest.raises(caylus.RulesetError, match="could not know all draws and choices") as caught:
        rules.replay(told)
    assert caught.value.diagnostics[0].code == "E0703"


def test_a_position_that_gives_something_hidden_is_not_told_to_others() -> None:
    game = orchard.RULES.position("morning", {"queue": ["Ann"], "Ann": {"luck": 2, "coin": 2}}, 2)
    assert orchard.RULES.replay(game.transcript("Ann")).view() == game.view()
    with pytest.raises(ValueError, match="hidden from this seat"):
        game.transcript("Ben")
    assert "position" not in game.save("Ben")
    assert caylus.resume(game.save("Ben")).read("Ann.luck") == 0


def test_at_the_end_everything_is_given_out() -> None:
    *_, game = orchard.positions([1, 2, 3])
    assert game.save("Ann") == game.save(caylus.SPECTATOR) == game.save()
    assert game.transcript("Ann") == game.transcript()


# ---- rules in hand, other processes and threads


def test_rules_in_hand_are_not_read_again_and_other_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    save = json.loads(json.dumps(orchard.moment(3).save()))
    monkeypatch.setattr("caylus.parser.parse.parse", None)
    monkeypatch.setattr("caylus.loading.library.from_layers", None)
    assert caylus.resume(save, orchard.RULES).rules is orchard.RULES
    assert caylus.resume(save).rules is orchard.RULES
    with pytest.raises(caylus.RulesetError, match="other rules than tiny") as refused:
        caylus.resume(save, tiny.rules(DRAWS))
    assert [d.code for d in refused.value.diagnostics] == ["E0701"]


@pytest.mark.slow
@settings(max_examples=6)
@given(PICKS, PLAYERS, SEEDS)
def test_a_game_pickles_with_its_history_and_its_log(picks: list[int], players: int, seed: int) -> None:
    for game in islice(orchard.positions(picks, players, seed), 0, None, 5):
        twin = pickle.loads(pickle.dumps(game))
        assert twin == game
        assert twin.rules is game.rules
        assert (tiny.ids(twin), twin.events, twin.save()) == (tiny.ids(game), game.events, game.save())
    twin.undo_to(0)
    assert twin == orchard.RULES.new_game(players, seed)


@pytest.mark.slow
@pytest.mark.parametrize("has_the_rules", [True, False])
def test_a_game_goes_into_another_process(has_the_rules: bool, tmp_path: Path) -> None:
    game = orchard.moment(6)
    (tmp_path / "game").write_bytes(pickle.dumps(game))
    folder = tiny.write(tmp_path, orchard.TEXT)
    script = f"""
import pickle, caylus
mine = caylus.load({str(folder)!r}) if {has_the_rules} else None
game = pickle.loads(open({str(tmp_path / "game")!r}, "rb").read())
assert mine is None or game.rules is mine
game.play(0)
print(game.digest(), len(game.events))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    game.play(0)
    assert done.stdout.split() == [game.digest(), str(len(game.events))]


@pytest.mark.slow
def test_threads_share_rules_and_have_a_game_each() -> None:
    with TemporaryDirectory() as folder:
        rules = caylus.load(tiny.write(Path(folder), orchard.TEXT))

    def play_game(seed: int) -> tuple[str, list[str]]:
        game, texts = rules.new_game(3, seed), []
        while game.decision is not None:
            texts += [option.text for option in game.decision.options]
            game.play(len(texts) % len(game.moves))
        return game.digest(), [*texts, *(event.text for event in game.events)]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            together = list(pool.map(play_game, [1, 2, 3, 1, 2, 3]))
    finally:
        sys.setswitchinterval(interval)
    assert together == [play_game(seed) for seed in (1, 2, 3, 1, 2, 3)]


# ---- labels


def test_people_may_be_called_anything_and_nothing_else_changes() -> None:
    game = orchard.RULES.new_game(["oak", "Zoë Smith", "queue"], 5)
    plain = orchard.RULES.new_game(3, 5)
    assert game.players == ("Ann", "Ben", "Cem")
    assert game.labels == {"Ann": "oak", "Ben": "Zoë Smith", "Cem": "queue"}
    while plain.decision is not None:
        assert game == plain
        assert tiny.ids(game) == tiny.ids(plain)
        assert [player["label"] for player in game.view()["players"]] == list(game.labels.values())
        for one in (game, plain):
            one.play(len(one.moves) // 2)
    assert [event.player for event in game.events] == [event.player for event in plain.events]
    assert any("Zoë Smith gains" in event.text for event in game.events)
    assert not any("Ben" in event.text for event in game.events)
    again = caylus.replay(json.loads(json.dumps(game.transcript())), orchard.RULES)
    assert again.labels == game.labels == caylus.resume(game.save()).labels
    assert again.events == game.events


def test_names_of_seats_say_who_sits_where() -> None:
    game = orchard.RULES.new_game(["Cem", "Ann"])
    assert game.players == ("Cem", "Ann")
    assert game.labels == {"Cem": "Cem", "Ann": "Ann"}


@pytest.mark.parametrize("name", ["", " ", "a\nb", "\x1b[31mred", "\u061cred", "x" * 81])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="letters that can be seen"):
        orchard.RULES.new_game([name, "Eve"])
    with pytest.raises(ValueError, match="same name"):
        orchard.RULES.new_game(["Eve", "Eve"])


# ---- stale options


def test_an_option_of_another_point_is_refused_even_if_it_looks_like_one_of_this() -> None:
    game = tiny.game(TURNS)
    assert game.decision is not None
    stale = game.decision.options[0]
    game.choose(stale)
    before = game.digest()
    for option in (
        stale,
        *(other.decision.options[0] for other in (tiny.game(TURNS + "\n", 2), tiny.game(TURNS, 3)) if other.decision),
    ):
        with pytest.raises(caylus.IllegalChoice, match="offered at another point"):
            game.choose(option)
    assert game.digest() == before
    game.undo()
    game.choose(stale)  # at this point it was offered
    assert game.digest() == before
