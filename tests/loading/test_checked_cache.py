"""What a later process of the same user need not work out again, and when it has to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import caylus
import pytest
from caylus import cache
from caylus.loading import checked_cache, library

RULES = """
resource coin
game "Small" for 1 to 2 players { do turn() }
action turn() { for each player in players { choose { option take { gain 1 coin }, option leave { } } } }
value score(player) = player.coin
"""
MANIFEST = "name: small\ntitle: Small\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben]\nrules: [small.rules]\n"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("CAYLUS_CACHE", str(folder))
    monkeypatch.setattr(cache, "_LOOK_EACH", 1)
    return folder


ENTRY = 32 + 1
"""Bytes of a result of one byte: its digest comes first."""


def results() -> list[Path]:
    """The files that are kept."""
    folder = cache.folder()
    return [file for file in folder.iterdir() if file.name != "CACHEDIR.TAG"] if folder else []


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "small.rules").write_text(RULES, encoding="utf-8")
    return folder


def load_and_play(path: Path, *, coins: int) -> bool:
    """Whether the rules are taken from what was kept; they have to play as their text says."""
    kept = library.load_from_cache(path) is not None
    game = caylus.load(path).new_game(1)
    game.play(0)
    assert list(game.scores.values()) == [coins]
    return kept


@pytest.fixture(autouse=True)
def found_by_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))


def test_rules_that_were_sound_are_not_read_a_second_time(kept: Path, small: Path) -> None:
    assert not load_and_play(small, coins=1)
    assert load_and_play(small, coins=1)


def test_a_changed_rule_is_seen_at_once(kept: Path, small: Path) -> None:
    load_and_play(small, coins=1)
    (small / "small.rules").write_text(RULES.replace("gain 1 coin", "gain 4 coin"), encoding="utf-8")
    assert not load_and_play(small, coins=4)
    assert load_and_play(small, coins=4)


def test_faulty_rules_are_told_of_every_time(kept: Path, small: Path) -> None:
    (small / "small.rules").write_text(RULES.replace("gain 1 coin", "gain 1 coni"), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(caylus.RulesetError):
            caylus.load(small)


def test_what_was_remembered_says_all_that_the_texts_do(kept: Path, small: Path) -> None:
    first, second = caylus.load(small), caylus.load(small)
    assert second.layers == first.layers
    assert second.identity == first.identity
    assert second.seats == first.seats
    assert second.new_game(2, seed=3).view() == first.new_game(2, seed=3).view()
    assert json.dumps(second.new_game(2).save()) == json.dumps(first.new_game(2).save())


@pytest.mark.parametrize(
    "harm", [lambda data: data[:-1], lambda data: b"\0" + data[1:], lambda data: b"", lambda data: data[:40] + b"x" * 40]
)
def test_what_was_damaged_is_worked_out_again(kept: Path, small: Path, harm: object) -> None:
    load_and_play(small, coins=1)
    for file in results():
        file.write_bytes(harm(file.read_bytes()))  # type: ignore[operator]
    assert not load_and_play(small, coins=1)


def test_nothing_is_kept_where_that_is_not_wanted(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAYLUS_CACHE", "")
    assert not load_and_play(small, coins=1)
    assert not load_and_play(small, coins=1)


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o720, 0o707, 0o702])
def test_a_folder_that_anybody_else_may_write_to_is_left_alone(kept: Path, mode: int) -> None:
    cache.write("one.x", b"1")
    kept.chmod(mode)
    assert cache.folder() is None
    assert cache.read("one.x") is None
    cache.write("two.x", b"2")
    kept.chmod(0o700)
    assert cache.read("one.x") == b"1"
    assert cache.read("two.x") is None


@pytest.mark.parametrize("mode", [0o700, 0o750, 0o755])
def test_a_folder_that_others_may_read_is_used(kept: Path, mode: int) -> None:
    cache.write("one.x", b"1")
    kept.chmod(mode)
    assert cache.read("one.x") == b"1"


def test_a_folder_of_somebody_else_is_left_alone(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write("one.x", b"1")
    owner = kept.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert (cache.folder(), cache.read("one.x")) == (None, None)


@pytest.mark.parametrize(("place", "is_used"), [("home/cache", True), ("cache", False), ("home/link", False), ("home", True)])
def test_without_owners_only_a_folder_in_the_profile_of_the_user_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, is_used: bool
) -> None:
    monkeypatch.delattr(os, "getuid")  # as on Windows
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "link").symlink_to(tmp_path)
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path / place))
    cache.write("one.x", b"1")
    assert cache.read("one.x") == (b"1" if is_used else None)


def test_what_anybody_else_could_have_put_there_is_not_carried_out(kept: Path, small: Path) -> None:
    load_and_play(small, coins=1)
    kept.chmod(0o770)
    assert not load_and_play(small, coins=1)


def test_a_link_to_a_folder_of_ones_own_is_used_and_one_to_a_file_is_not(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.write("one.x", b"1")
    (tmp_path / "link").symlink_to(kept)
    (tmp_path / "file").symlink_to(results()[0])
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path / "link"))
    assert cache.read("one.x") == b"1"
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path / "file"))
    assert cache.folder() is None


@pytest.mark.parametrize("name", ["ruleset.yaml", "small.rules"])
def test_a_file_edited_after_it_was_read_is_read_again(
    kept: Path, small: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    remember = checked_cache.remember

    def edit_meanwhile(*given: Any) -> None:
        text = (small / name).read_text(encoding="utf-8")
        (small / name).write_text(
            text.replace("gain 1 coin", "gain 4 coin").replace("[Ann, Ben]", "[Eve, Ida]"), encoding="utf-8"
        )
        remember(*given)

    monkeypatch.setattr(library, "remember", edit_meanwhile)
    before = caylus.load(small)
    monkeypatch.setattr(library, "remember", remember)
    after = caylus.load(small)
    assert (before.seats, after.seats) == (("Ann", "Ben"), ("Eve", "Ida") if name == "ruleset.yaml" else ("Ann", "Ben"))
    assert after.sources == {"small/small.rules": (small / "small.rules").read_text(encoding="utf-8")}


def test_a_byte_order_mark_is_no_change(kept: Path, small: Path) -> None:
    (small / "small.rules").write_text(RULES, encoding="utf-8-sig")
    assert not load_and_play(small, coins=1)
    assert load_and_play(small, coins=1)


def test_what_does_not_follow_from_this_library_outlives_a_change_of_it(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelves = [cache.Shelf[bytes]("kind", bytes, bytes, is_of_library=is_of_library) for is_of_library in (True, False)]
    for shelf in shelves:
        shelf.keep(b"result", "text")
    monkeypatch.setattr(cache, "_state", lambda package: "another state")
    assert [shelf.get("text") for shelf in shelves] == [None, b"result"]


def test_the_oldest_go_when_there_are_too_many(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_CACHED", 20 * ENTRY)
    names = [f"{cache.key(str(number))}.x" for number in range(22)]
    for number, name in enumerate(names):
        cache.write(name, b"1")
        os.utime(cache.folder() / name, (number, number))  # type: ignore[operator]
    assert len(results()) == 20
    assert [cache.read(name) for name in names] == [None, None, *[b"1"] * 20]


def test_a_result_that_is_read_again_stays_before_newer_ones_that_are_not(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_CACHED", 2 * ENTRY)
    first, second, third = (f"{cache.key(name)}.x" for name in ("first", "second", "third"))
    cache.write(first, b"1")
    cache.write(second, b"2")
    for age, name in enumerate((second, first)):
        os.utime(cache.folder() / name, (1_000_000 - age, 1_000_000 - age))  # type: ignore[operator]
    assert cache.read(first) == b"1"
    cache.write(third, b"3")
    assert (cache.read(first), cache.read(second), cache.read(third)) == (b"1", None, b"3")


def test_nothing_that_somebody_else_wrote_is_deleted(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_CACHED", ENTRY)
    kept.mkdir()
    cache.write(f"{cache.key('first')}.x", b"1")
    inside = cache.folder()
    assert inside is not None
    own = [
        kept / "letter.txt",
        kept / f"{'0' * 32}.program",
        inside / "letter.txt",
        kept / "caylus-0123456789abcdef" / "a.program",
    ]
    own[-1].parent.mkdir()
    for file in own:
        file.write_text("mine", encoding="utf-8")
        os.utime(file, (0, 0))
    for number in range(3):
        cache.write(f"{cache.key(str(number))}.x", b"1")
    assert [file.read_text(encoding="utf-8") for file in own] == ["mine"] * 4
    assert [file.suffix for file in results() if file.name != "letter.txt"] == [".x"]


def test_a_folder_of_that_name_without_the_mark_is_not_used(kept: Path) -> None:
    (kept / cache._own_name()).mkdir(mode=0o700, parents=True)
    cache.write("one.x", b"1")
    assert cache.folder() is None
    assert not list((kept / cache._own_name()).iterdir())


def test_an_installation_does_not_evict_the_results_of_another(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_CACHED", ENTRY)
    first = f"{cache.key('first')}.x"
    cache.write(first, b"1")
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(cache, "_own_name", lambda: "caylus-0123456789abcdef")
        for number in range(3):
            cache.write(f"{cache.key(str(number))}.x", b"2")
        assert len(results()) == 1
    assert cache.read(first) == b"1"


def test_an_installation_that_nobody_has_used_for_a_month_is_cleared_away(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(cache, "_own_name", lambda: "caylus-0123456789abcdef")
        cache.write(f"{cache.key('old')}.x", b"2")
        old = cache.folder()
    assert old is not None
    os.utime(old, (0, 0))
    assert cache.folder() is not None
    assert not old.exists()


def test_what_was_asked_for_tells_paths_from_names_and_only_some_are_the_same_from_everywhere(
    kept: Path, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = checked_cache.Carried([], [], (1, 2), {})
    for sources in (["classic"], [small], ["small"], [Path("small")], ["classic", small]):
        checked_cache.remember(sources, {}, there)
    assert checked_cache.recall(["small"]) is not None
    monkeypatch.chdir(small)
    assert [checked_cache.recall([source]) is not None for source in ("classic", small)] == [True, True]
    assert [checked_cache.recall([source]) for source in ("small", Path("small"), Path("classic"))] == [None] * 3
    assert checked_cache.recall(["classic", small]) is None
    assert checked_cache.recall(["classic", "a"]) is None


UNWANTED = (
    "caylus.parser",
    "caylus.check",
    "caylus.layers",
    "caylus.syntax",
    "caylus.analysis",
    "caylus.model.statements",
    "lark",
)


@pytest.mark.slow
def test_a_first_decision_takes_nothing_that_reads_or_checks_rules(kept: Path, small: Path) -> None:
    code = f"""
import sys, caylus
game = caylus.load(sys.argv[1]).new_game(2, seed=3)
decision = game.decision
print([(option.id, option.text, option.data) for option in decision.options], decision.prompt, decision.why_not("decline"))
print(game.view(), game.view("Ann"), game.events)
game.choose("take")
print(game.copy().copy(events=True).view(), game.transcript(), game.save())
print(caylus.load(sys.argv[1]).new_game(["Eve", "Fay"]).decision.player)
print(*(name for name in sys.modules if name.startswith({UNWANTED!r})), file=sys.stderr)
"""
    first, second = (
        subprocess.run([sys.executable, "-c", code, str(small)], capture_output=True, text=True, check=True) for _ in range(2)
    )
    assert first.stdout == second.stdout
    assert first.stderr.strip()
    assert not second.stderr.strip()


def play_game(path: Path) -> object:
    """What rules loaded anew have to say of a game."""
    game = caylus.load(path).new_game(2, seed=3)
    assert game.decision is not None
    told = [(option.id, option.text) for option in game.decision.options]
    game.play(0)
    return told, game.decision.prompt, game.view()


@pytest.mark.slow
def test_no_damage_to_a_program_is_fatal_or_passes_for_rules(kept: Path, small: Path) -> None:
    right = play_game(small)
    (file,) = (file for file in results() if file.suffix == ".program")
    whole = file.read_bytes()
    for length in range(0, len(whole), len(whole) // 23):
        for harmed in (whole[:length], whole[:length] + b"\xe9" + whole[length + 1 :], whole[:length] + whole):
            file.write_bytes(harmed)
            assert play_game(small) == right
            assert cache.read(file.name) is not None
    file.unlink()
    file.mkdir()
    assert play_game(small) == right


def test_what_was_kept_under_another_name_is_not_taken_for_it(kept: Path, small: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "ruleset.yaml").write_text(MANIFEST, encoding="utf-8")
    (other / "small.rules").write_text(RULES.replace("gain 1 coin", "gain 4 coin"), encoding="utf-8")
    right = play_game(small), play_game(other)
    for kind in (".program", ".ruleset"):
        first, second = (file for file in results() if file.suffix == kind)
        one, two = first.read_bytes(), second.read_bytes()
        first.write_bytes(two)
        second.write_bytes(one)
    assert (play_game(small), play_game(other)) == right
    assert right[0] != right[1]
