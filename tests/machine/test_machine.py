"""Machine code plays the games that Python plays, from any state, or says why it cannot; in a page too."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from weakref import ref

import caylus
import pytest
from caylus import arithmetic, payments
from caylus.codegen import Probe, support
from caylus.knowledge import cards
from caylus.loading.listing import list_rulesets
from caylus.machine import GREEDY, RANDOM, Unfit, find, instance as instance_module, module
from caylus.machine.instance import Instance
from caylus.machine.module import Module
from caylus.machine.translator import ALL_BITS, FunctionWriter
from caylus_tools.bots import bot_named, in_machine
from caylus_tools.bots.opinions import Mind, find_mind, learnt
from caylus_tools.simulation.playing import Plan, play_one, play_to_the_end
from caylus_tools.training.games import Match
from reference.generator import load_text, write_text
from reference.running import compare_worths
from support import tiny
from support.browsing import chromium
from support.shipped import SAMPLE

pytest.importorskip("wasmtime")

GAMES = Path(__file__).parents[1] / "games"
SHIPPED = [entry.name for entry in list_rulesets()]
TEST_GAMES = sorted(path.parent.name for path in GAMES.glob("*/ruleset.yaml"))
BREAKS = """
resource coin
state n number = 3
game "Tiny" for 1 to 4 players { repeat at most 40 times { do main() } }
value score(player) = player.coin
action main() {
  for each player in players { choose { option stay { gain 1 coin }, option grow { gain 2 coin, set n to n * n } } }
}
"""
MANY = f"""
resource {", ".join(f"r{i}" for i in range(13))}
action main() {{ for each player in players {{ choose {{ option one {{ gain 1 r0 }}, option two {{ gain 2 r1 }} }} }} }}
"""


def play_in_python(game: caylus.Game, bot: str, state: int, most: int) -> tuple[int, int]:
    """Plays on; how many decisions there were, and the state of the bot's stream."""
    stream, mind = caylus.Stream(state), find_mind(bot, state, game.rules, len(game.players))
    assert mind is not None
    choose, decisions = mind.bot(stream), 0
    while game.moves and decisions < most:
        game.play(choose(game))
        decisions += 1
    return decisions, stream.state


def play_in_machine(game: caylus.Game, bot: str, state: int, most: int) -> tuple[int, int]:
    streams, mind = [state], find_mind(bot, state, game.rules, len(game.players))
    assert mind is not None
    moves = in_machine.play_alike(game, mind, streams, most)
    return len(moves), streams[0]


def everything(game: caylus.Game) -> tuple[Any, ...]:
    machine = game._machine
    return machine.s, machine.stack, machine.player, [*machine.options], machine.incremental


def assert_equal_games(rules: caylus.Ruleset, players: int, seeds: Sequence[int], bot: str = "random", most: int = 500) -> None:
    for seed in seeds:
        one, other = (rules.new_game(players, seed).copy() for _ in range(2))
        assert play_in_machine(one, bot, seed, most) == play_in_python(other, bot, seed, most)
        assert everything(one) == everything(other)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players", "bot", "most"),
    [
        ("classic", 2, "random", 500),
        pytest.param("1303", 3, "random", 500, marks=pytest.mark.nightly),
        pytest.param("classic", 3, "greedy", 60, marks=pytest.mark.nightly),
        ("1303", 4, "normal", 6),
        pytest.param("classic", 2, "easy", 60, marks=pytest.mark.nightly),
    ],
)
def test_games_of_the_editions_are_the_same(name: str, players: int, bot: str, most: int) -> None:
    assert_equal_games(caylus.load(name), players, range(2), bot, most)


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["greedy", pytest.param("normal:60", marks=pytest.mark.nightly)])
def test_bots_judge_the_end_of_a_game_alike(bot: str) -> None:
    assert_equal_games(caylus.load("classic"), 2, [3], bot)


@pytest.mark.parametrize("name", TEST_GAMES)
def test_random_games_of_every_test_game_are_the_same(name: str) -> None:
    rules = caylus.load(GAMES / name)
    if name == "caravan":  # seats know too much of 138 cards that are alike: machine code judges moves, and plays none
        game = rules.new_game(2, 1).copy()
        assert play_in_machine(game, "random", 1, 9) == (0, 1)
        for _ in range(40):
            compare_worths(game, judged := find(rules, 2).judge(game, GREEDY, ()))
            assert len(judged) == len(game.moves)
            game.play(len(game.moves) // 2)
    else:
        assert_equal_games(rules, rules.fewest_players, range(1), most=150)


@pytest.mark.nightly
@pytest.mark.parametrize("number", [3, 6, 10])
def test_random_games_of_random_rulesets_are_the_same(number: int) -> None:
    rules = load_text(write_text(number))
    assert_equal_games(rules, rules.fewest_players, range(2), most=60)


def load_shipped(name: str) -> caylus.Ruleset:
    entry = next(entry for entry in list_rulesets() if entry.name == name)
    return caylus.load(entry.extends, variants=[name]) if entry.extends else caylus.load(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.nightly) for name in SHIPPED])
def test_machine_code_plays_every_ruleset_and_variant(name: str) -> None:
    rules = load_shipped(name)
    assert in_machine.reason_against(rules, rules.fewest_players, ("random",)) == ""


@pytest.mark.nightly
@pytest.mark.parametrize("bot", ["random", "greedy", "normal:51"])
def test_games_of_every_ruleset_and_variant_are_the_same(bot: str) -> None:
    for name in SHIPPED:
        rules = load_shipped(name)
        for players in range(rules.fewest_players, rules.most_players + 1):
            assert in_machine.reason_against(rules, players, (bot,)) == ""
            mind = find_mind(bot, 1, rules, players)
            assert mind is not None
            if in_machine.plays_whole_games(rules, players, [mind]):
                assert_equal_games(rules, players, [1, 2], bot)
            else:
                assert_equal_results(rules, players, bot)


def assert_equal_results(rules: caylus.Ruleset, players: int, bot: str) -> None:
    bots = (bot,) * (players - len(rules.automata))
    python, machine = (play_one(Plan(rules, players, 5, bots, engine=engine), 1) for engine in ("python", "machine"))
    assert python == machine


@pytest.mark.parametrize("name", ["dyke", "lots", "rails"])
def test_moves_are_judged_as_machine_code_where_something_is_hidden(name: str) -> None:
    assert_equal_results(caylus.load(GAMES / name), 2, "greedy")


@pytest.mark.slow
def test_moves_with_things_that_the_outlook_does_not_know_are_judged_as_in_python() -> None:
    rules = caylus.load("classic", variants=["new-tiles"])
    assert learnt(rules, 2)
    assert_equal_games(rules, 2, [1], "greedy", 60)


@pytest.mark.slow
def test_a_game_goes_on_from_any_state_in_either_engine() -> None:
    rules = caylus.load("1303", variants=["character-draft"])
    one, other = (rules.new_game(3, 5).copy() for _ in range(2))
    state = 5
    for most in (1, 4, 9, 20, 33):
        _, state = play_in_machine(one, "random", state, most)
        _, state = play_in_python(one, "random", state, most)
    play_in_python(other, "random", 5, 2 * (1 + 4 + 9 + 20 + 33))
    assert everything(one) == everything(other)


def test_a_round_can_be_played_to_its_end() -> None:
    game = caylus.load("classic").new_game(2, 1).copy()
    find(game.rules, 2).play(game, [GREEDY] * 2, [1], [0, 0], 1000, game.rounds)
    assert game.rounds == 2


def test_a_choice_that_breaks_a_rule_is_left_to_python() -> None:
    game = tiny.rules(BREAKS).new_game(2, 1).copy()
    streams = [3]
    moves = find(game.rules, 2).play(game, [RANDOM] * 2, streams, [0, 0])
    other = game.rules.new_game(2, 1).copy()
    decisions, state = play_in_python(other, "random", 3, len(moves))
    assert (decisions, state, everything(other)) == (len(moves), streams[0], everything(game))
    with pytest.raises(caylus.RuleFault, match="beyond all bounds"):
        play_in_python(game, "random", streams[0], 1)


def test_more_blocks_than_a_choice_may_take_are_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tiny.rules(BREAKS.replace("n * n", "n + 2")).with_limits(caylus.Limits(seconds=60))
    monkeypatch.setattr(rules.program(2), "sprint", 2)
    game = rules.new_game(2, 1).copy()
    assert len(find(rules, 2).play(game, [RANDOM] * 2, [1], [0, 0])) < 40
    assert game.moves


def test_more_blocks_than_a_call_may_take_are_left_to_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_BLOCKS", 30)
    rules = tiny.rules(BREAKS.replace("n * n", "n + 3"))
    game, other = (rules.new_game(2, 1).copy() for _ in range(2))
    decisions, state = play_in_machine(game, "random", 1, 1000)
    assert 0 < decisions < 40
    assert play_in_python(other, "random", 1, decisions) == (decisions, state)
    assert everything(game) == everything(other)


@pytest.mark.slow
def test_a_plan_comes_to_the_same_games_in_either_engine() -> None:
    bots = ("greedy", "random")
    plans = [Plan(caylus.load("classic"), 2, 5, bots, resources=True, engine=engine) for engine in ("python", "machine")]
    assert play_one(plans[0], 3) == play_one(plans[1], 3)
    assert play_to_the_end(plans[0], 3).chosen == play_to_the_end(plans[1], 3).chosen


@pytest.mark.slow
def test_bots_that_are_measured_come_to_the_same_score_in_either_engine() -> None:
    matches = [Match(caylus.load("classic"), 2, 1, "normal:50", "greedy", engine) for engine in ("python", "machine")]
    assert matches[0].play_one(1) == matches[1].play_one(1)


def test_what_there_is_no_room_for_is_unfit() -> None:
    with pytest.raises(Unfit, match="13 resources"):
        find(tiny.rules(MANY), 2)


def test_games_that_machine_code_should_play_and_cannot_tell_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    Match(tiny.rules(MANY), 2, 1, "random", "random", "machine").play(1)
    assert capsys.readouterr().err.startswith("these games are played in Python: the rules have 13 resources")


def test_a_reason_that_is_told_again_holds_nothing_of_the_call_before() -> None:
    rules, faults = tiny.rules(MANY), []
    for _ in range(2):
        for call in (lambda: find(rules, 2), lambda: in_machine.plays_whole_games(rules, 2, [Mind(is_random=True)])):
            with pytest.raises(Unfit) as raised:
                call()
            faults.append(raised.value)
    assert len({id(fault) for fault in faults}) == len(faults)


def test_machine_code_that_nobody_has_any_more_leaves_its_memory() -> None:
    rules = caylus.load(GAMES / "noughts")
    instance_module._find.cache_clear()
    left = ref(find(rules, 2))
    instance_module._find.cache_clear()
    assert left() is None


def test_without_the_wheel_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "caylus.machine.instance", None)
    with pytest.raises(Unfit, match="pip install wasmtime"):
        find(caylus.load("classic"), 2)


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="the system tells no process how much memory it has")
def test_where_memory_is_short_the_game_goes_on_in_python(tmp_path: Path) -> None:
    text = """
import resource, caylus
from caylus.machine import Unfit, find
rules = caylus.load("classic")
rules.program(2)
with open("/proc/self/statm") as numbers:
    size = int(numbers.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + 300 * 1024 * 1024, -1))
try:
    find(rules, 2)
except Unfit as unfit:
    print(unfit)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "CAYLUS_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env=environment, check=True)
    assert "memory" in done.stdout


def test_every_function_for_generated_code_is_in_the_subset() -> None:
    module = Module(tiny.rules(BREAKS).program(2), 1000)
    for holder in (arithmetic, payments, support, cards):
        for name in holder.FOR_GENERATED_CODE:
            if name != "make_text":  # for people alone
                assert FunctionWriter(module, module.need(getattr(holder, name))).write()
    assert module.text()


def outside_of_the_subset(members: list[int]) -> int:
    return len({member + 1 for member in members})


def test_a_function_outside_of_the_subset_is_refused_with_its_line() -> None:
    module = Module(tiny.rules(BREAKS).program(2), 1000)
    line = outside_of_the_subset.__code__.co_firstlineno + 1
    with pytest.raises(Unfit, match=rf"test_machine\.py:{line}: `\{{member \+ 1 for member in members\}}`"):
        FunctionWriter(module, module.need(outside_of_the_subset)).write()


@pytest.mark.parametrize("damage", [lambda data: data[:-9], lambda data: data[:500] + bytes([data[500] ^ 1]) + data[501:]])
def test_a_damaged_module_in_the_cache_is_made_anew(
    damage: Callable[[bytes], bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path))
    rules = caylus.load(GAMES / "noughts")

    instance_module._find.cache_clear()
    find(rules, 2)
    (kept,) = tmp_path.rglob("*.machine")
    kept.write_bytes(damage(kept.read_bytes()))
    instance_module._find.cache_clear()
    assert isinstance(find(rules, 2), Instance)
    assert_equal_games(rules, 2, range(3))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["harbour", "lots"])
def test_a_probe_is_told_of_the_same_lines_in_either_engine(name: str) -> None:
    rules, reached = caylus.load(str(GAMES / name)), []
    for play in (play_in_python, play_in_machine):
        probe = Probe()
        for seed in range(3):
            play(rules.with_probe(probe).new_game(3, seed).copy(), "random", seed, 500)
        reached.append({point: tuple(map(bool, probe.counts[number])) for point, number in probe.points.items()})
    assert reached[0] == reached[1]
    assert any(any(seen) for seen in reached[0].values())


def test_a_watched_game_stops_where_a_number_of_a_player_is_below_0() -> None:
    rules = tiny.rules("""
        each player has { depth number }
        action main() { repeat 9 times { for each player in players { choose {
          option down { lower player.depth by 1 }
          option further { lower player.depth by 1 }
        } } } }
    """)
    game = rules.with_probe(Probe()).new_game(2, 1).copy()
    assert play_in_machine(game, "random", 1, 500)[0] == 1
    assert play_in_machine(rules.new_game(2, 1).copy(), "random", 1, 500)[0] == 18


def test_choices_within_a_limit_are_made_as_in_python() -> None:
    rules = tiny.rules("""
        resource coin
        action main() { repeat 4 times { for each player in players { choose {
          option stay { gain 1 coin }
          option work { repeat 3 times { repeat 300 times { gain 1 coin } } }
        } } } }
    """)
    for limits in (caylus.Limits(seconds=60), caylus.Limits(steps=900)):
        assert_equal_games(rules.with_limits(limits), 2, [1])


@pytest.mark.nightly
@pytest.mark.parametrize("bot", ["mcts:12", "hard:12"])
def test_a_searching_bot_chooses_the_same_without_machine_code(monkeypatch: pytest.MonkeyPatch, bot: str) -> None:
    game = caylus.load("classic").new_game(3, 5)
    mover = bot_named("random", 2)
    chosen = []
    for number in range(60):
        if number % 15 == 14:
            choices = [bot_named(bot, number)(game)]
            with monkeypatch.context() as patch:
                for name in ("play_alike", "judge_moves"):
                    patch.setattr(f"caylus_tools.bots.mcts.{name}", lambda *_: [])
                choices.append(bot_named(bot, number)(game))
            chosen.append(choices)
        game.play(mover(game))
    assert all(machine == python for machine, python in chosen)


wasmtime = pytest.importorskip("wasmtime")

PLAY = """
async ([code, words, from, size]) => {
  const bytes = Uint8Array.from(atob(code), letter => letter.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes, { python: { weigh: () => 0n, outcome: () => 0n } });
  const memory = new BigUint64Array(instance.exports.memory.buffer);
  words.forEach(([place, word]) => { memory[place] = BigInt(word) });
  const decisions = instance.exports.play(500n, -1n);
  return [decisions, ...memory.slice(from, from + size)].map(String);
}
"""


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["classic", "1303"])
def test_a_module_plays_a_random_game_in_a_page(name: str) -> None:
    rules = caylus.load(name)
    game, instance, program = rules.new_game(2, seed=7), find(rules, 2), rules.program(2)
    instance.write(game._machine)
    instance._seat([RANDOM] * 2, [0] * 2, [5])
    first, state = instance.places.seats // 8, instance.places.state // 8
    words = enumerate(instance._read(8 * first, instance.places.options // 8 - first), first)
    code = bytes(wasmtime.wat2wasm(Module(program, program.sprint).text()))
    with chromium() as browser:
        given = [(place, str(word & ALL_BITS)) for place, word in words if word], state, len(program.initial)
        decisions, *numbers = browser.new_page().evaluate(PLAY, [base64.b64encode(code).decode(), *given])
    assert play_in_python(game, "random", 5, 500)[0] == int(decisions)
    assert [n & ALL_BITS for n in game._machine.s] == list(map(int, numbers))
