"""Programs as machine code: the same games, at a fraction of the time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import caylus
import pytest
from caylus.codegen import native
from support import orchard, pots, tiny

pytestmark = pytest.mark.slow

SHIPPED = [("classic", 2), ("classic", 5), ("1303", 2), ("1303", 4)]


def play(rules: caylus.Ruleset, players: int, seed: int) -> caylus.Game:
    draw = Random(seed).random
    game = rules.new_game(players, seed, history=False, events=False)
    while game.moves:
        game.play(int(draw() * len(game.moves)))
    return game


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("cache")
    folder.chmod(0o700)
    (folder / "mypy.ini").write_text("[mypy]\ndisallow_any_expr = True\n")  # the user's own wishes, which are not to be followed
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CAYLUS_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="module")
def compiled(cache: Path) -> caylus.Ruleset:
    """The orchard, whose games of three are machine code."""
    rules = tiny.rules.__wrapped__(orchard.TEXT)
    rules.compile(3)
    assert rules.program(3, traced=False).machine is not None
    return rules


def test_games_are_the_same_with_and_without_it(compiled: caylus.Ruleset) -> None:
    for seed in range(20):
        assert play(compiled, 3, seed).digest() == play(orchard.RULES, 3, seed).digest()


def test_what_all_choose_at_once_is_the_same_in_machine_code(cache: Path) -> None:
    rules = tiny.rules.__wrapped__(pots.TEXT)
    rules.compile(3)
    assert rules.program(3, traced=False).machine is not None
    for seed in range(20):
        assert play(rules, 3, seed).digest() == play(pots.RULES, 3, seed).digest()


def test_a_copy_moves_between_machine_code_and_a_log(compiled: caylus.Ruleset) -> None:
    game = compiled.new_game(3, seed=5)
    for _ in range(4):
        game.play(0)
    silent = game.copy()
    telling = silent.copy(events=True)
    for each in (game, silent, telling):
        each.play(len(each.moves) - 1)
    assert game == silent == telling
    assert telling.events
    assert not silent.events


def test_a_saved_game_goes_on_and_undo_is_exact(compiled: caylus.Ruleset) -> None:
    game = compiled.new_game(3, seed=7, events=False)
    for _ in range(5):
        game.play(0)
    before = game.save()
    assert caylus.resume(before) == game
    game.play(1)
    game.undo()
    assert game.save() == before


@pytest.mark.usefixtures("compiled")
def test_it_is_found_by_later_processes_that_play_by_the_same_rules(cache: Path, tmp_path: Path) -> None:
    code = "import caylus, sys; print(caylus.load(sys.argv[1]).program(3, traced=False).machine is not None)"
    for text, found in ((orchard.TEXT, "True"), (orchard.TEXT + "-- another", "False")):
        run = [sys.executable, "-c", code, str(tiny.write(tmp_path, text))]
        done = subprocess.run(
            run, env={"CAYLUS_CACHE": str(cache), "PYTHONPATH": ":".join(sys.path)}, capture_output=True, text=True
        )
        assert done.stdout.strip() == found, done.stderr


@pytest.mark.usefixtures("compiled")
def test_a_folder_that_others_may_write_to_is_not_trusted(cache: Path) -> None:
    cache.chmod(0o777)
    try:
        assert tiny.rules.__wrapped__(orchard.TEXT).program(3, traced=False).machine is None
    finally:
        cache.chmod(0o700)


def test_a_rule_that_breaks_names_its_line_as_ever(cache: Path) -> None:
    text = """
resource coin
state n number
action main() {
  for each player in players { choose { option a { raise n by 1 }, option b { } } }
  for each i in 1 to 60 { set n to n * n + 9 }
}
"""
    faults = []
    for native_too in (False, True):
        rules = tiny.rules.__wrapped__(text)
        if native_too:
            rules.compile(1)
        game = rules.new_game(1, events=False)
        with pytest.raises(caylus.RuleFault) as caught:
            game.play(0)
        assert caught.value.span is not None
        faults.append((caught.value.code, caught.value.span.line))
    assert faults == [("E0902", 5)] * 2


def test_what_the_generated_code_says_of_its_types_holds(tmp_path: Path) -> None:
    """mypyc takes it at its word."""
    modules = []
    for name, players in SHIPPED:
        files = native.lay_out(caylus.load(name).program(players, traced=False).source, tmp_path / f"rules_{name}_{players}")
        modules += [str(file.relative_to(tmp_path)) for file in files]
    command = [sys.executable, "-m", "mypy", "--follow-imports=skip", "--ignore-missing-imports", *modules]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
