"""`caylus check` reads the scenarios beside a ruleset, without playing them, and tells what it tells in the words of `test`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from caylus_tools.cli import main as cli
from support.texts import read_rules

RULES = read_rules(__file__, "check_scenarios")
MANIFEST = "name: village\ntitle: Village\nversion: 1.0.0\nlanguage: 1\nseats: [Red, Green, Blue]\nrules: [all.rules]\n"


@pytest.fixture(autouse=True)
def village(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder is the one that a ruleset lies in."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "village"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "all.rules").write_text(RULES)
    return folder


def scenario(village: Path, *lines: str, players: str = "Red, Green") -> None:
    head = [f"players: [{players}]", "scenarios:", "  - name: One"]
    (village / "scenarios" / "s.yaml").write_text("\n".join([*head, *(f"    {line}" for line in lines)]) + "\n")


def check_texts(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.main(["check", *(words or ("village",))])
    return code, capsys.readouterr().out


def test_a_fault_is_told_with_its_file_line_and_help(village: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario(village, "begin: day", "given: {Red: {deniers: 3}}")
    assert check_texts(capsys) == (
        1,
        """\
error[E0626]: a player has no `deniers`
 --> village/scenarios/s.yaml:5:19
  |
5 |     given: {Red: {deniers: 3}}
  |                   ^^^^^^^ in “One”
  = help: did you mean `denier`?
""",
    )


@pytest.mark.parametrize(
    ("lines", "line", "told"),
    [
        (("begin: rests",), 4, "`rests` is not an action of this ruleset"),
        (("setup: rests",), 4, "`rests` is not an action of this ruleset"),
        (("begin: rest",), 4, "`rest` is carried out with player"),
        (("begin: {do: rest, with: {player: Violet}}",), 4, "`Violet` is not a player"),
        (("begins: day",), 4, "`begins` means nothing here"),
        (("begin: day", "given:", "  road7: {hut: barn}"), 6, "`road7` is not a player, an object, a state or a list of this ruleset"),
        (("begin: day", "given:", "  lane 4: {hut: barn}"), 6, "`lane 4` is not a player, an object, a state or a list of this ruleset"),
        (("begin: day", "given:", "  lane 2: {hut: bran}"), 6, "`bran` is not a hut"),
        (("begin: day", "given:", "  lane 2: {owner: Red}"), 6, "`lane 2` has no state `owner`"),
        (("begin: day", "given:", "  Violet: {denier: 1}"), 6, "`Violet` is not a player, an object, a state or a list of this ruleset"),
        (("begin: day", "given:", "  Red: {denier: -1}"), 6, "an amount of denier is a number from 0 on, not `-1`"),
        (("begin: day", "given:", "  Red: {tired: 1}"), 6, "`tired` is a flag, not `1`"),
        (("begin: day", "given:", "  Red: {pile: {bran: 1}}"), 6, "`bran` is not a hut"),
        (("begin: day", "given:", "  Red: gold"), 6, "`Red` takes names with values"),
        (("begin: day", "given:", "  days: 12"), 6, "`days` goes from 0 to 9, not to 12"),
        (("begin: day", "given:", "  order: [Red, Violet]"), 6, "`Violet` is not a player"),
        (("begin: day", "given:", "  order: [Red, Red]"), 6, "`order` holds each member once, or as often as there are copies of it"),
        (("draws: [[Green, Purple]]",), 4, "`Purple` is not an object or a player"),
        (("begin: day", "changes: {Violet: {denier: 1}}"), 5, "Violet is not a player"),
        (("begin: day", "changes: {Red: {gold: 1}}"), 5, "gold is not a resource"),
        (("begin: day", "then: {Red: {gold: 1}}"), 5, "there is no Red, gold"),
        (("begin: day", "then: {lane 9: {hut: barn}}"), 5, "there is no lane 9"),
        (("begin: day", "asks: Violet"), 5, "Violet is not a player"),
        (("begin: day", "winners: [Red, Violet]"), 5, "Violet is not a player"),
        (("begin: day", "when:", "  - Violet: sleep"), 6, "Violet is not a player"),
        (("begin: day", "when:", "  - Red: slep"), 6, "`slep` is nothing that could be chosen here"),
        (("begin: day", "when:", "  - offered: [wrok lane 1]"), 6, "`wrok lane 1` is nothing that could be chosen here"),
    ],
)  # fmt: skip
def test_what_a_scenario_says_wrongly_is_a_fault(
    village: Path, capsys: pytest.CaptureFixture[str], lines: tuple[str, ...], line: int, told: str
) -> None:
    scenario(village, *lines)
    code, text = check_texts(capsys)
    first, place, *_ = text.split("\n")
    assert code == 1
    assert told in first
    assert place.strip().startswith(f"--> village/scenarios/s.yaml:{line}:")
    assert text.count("error[") == 1


def test_the_help_says_what_was_meant_or_what_there_is(village: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario(village, "begin: day", "asks: Gren", "changes: {Red: {gold: 1}}")
    assert re.findall(r"= help: (.*)", check_texts(capsys)[1]) == ["did you mean `Green`?", "there is `denier`, `food`"]


@pytest.mark.parametrize(
    "line",
    ["given: {Red: {deniers: 3}}", "given: {road7: {hut: barn}}", "given: {lane 2: {hut: bran}}", "then: {Red: {gold: 1}}"],
)
def test_the_words_are_those_of_the_test(village: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    scenario(village, "begin: day", line)
    code, text = check_texts(capsys)
    told = re.search(r"\]: (.*)", text)
    cli.main(["test", "village"])
    assert code == 1
    assert told is not None
    assert told[1] in capsys.readouterr().out


@pytest.mark.slow
def test_players_that_the_rules_do_not_admit_are_a_fault(village: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario(village, "begin: day", players="Red")
    assert "error[E0626]: Village is for 2 to 3 players, not 1\n --> village/scenarios/s.yaml" in check_texts(capsys)[1]
    scenario(village, "begin: day", players="Red, barn")
    assert "no seat can be called `barn`" in check_texts(capsys)[1]


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("begin: day", "given: {order: [Red, Green], Red: {denier: 3, home: mill, tired: yes, pile: {mill: 2}}, days: 4}"),
        ("begin: day", "given: {lane 2: {hut: mill}, order: []}", "then: {lane 2: {hut: mill}, Red: {home: none}}"),
        ("begin: {do: rest, with: {player: Red}}", "changes: {Red: {denier: 1, food: 1}}"),
        ("draws: [[Green]]", "when:", "  - Green: sleep", "  - refused: {work lane 3: no}", "asks: Red"),
        ("begin: day", "given: {order: [Red]}", "when:", "  - offered: [sleep]", "  - Red: sleep", "then: {days: 1}"),
    ],
)
def test_an_honest_scenario_is_no_fault(village: Path, capsys: pytest.CaptureFixture[str], lines: tuple[str, ...]) -> None:
    scenario(village, *lines)
    assert check_texts(capsys) == (0, "village: no faults\n")


def test_nothing_is_played(village: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from caylus import Ruleset

    monkeypatch.setattr(Ruleset, "program", None)
    scenario(village, "begin: day", "given: {Ann: {denier: 3}}", players="Ann, Ben")
    assert check_texts(capsys) == (0, "village: no faults\n")


def test_a_scenario_beside_a_variant_is_read_with_its_rules(village: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = village.parent / "salty"
    (variant / "scenarios").mkdir(parents=True)
    manifest = (
        "name: salty\ntitle: Salty\nversion: 1.0.0\nlanguage: 1\nextends: {name: village, version: '1'}\nrules: [all.rules]\n"
    )
    (variant / "ruleset.yaml").write_text(manifest)
    (variant / "all.rules").write_text(
        "resource salt\nrule extra { after rest(player) { gain 1 salt } }\nchange value score { player.food becomes player.food + player.salt }"
    )
    scenario(variant, "begin: {do: rest, with: {player: Red}}", "given: {Red: {salt: 3}}", "changes: {Red: {salt: 1, pepper: 1}}")
    code, text = check_texts(capsys, "salty")
    assert code == 1
    assert "error[E0626]: pepper is not a resource" in text.split("\n")
    assert check_texts(capsys, "village", "--with", "salty") == (0, "village: no faults\n")


def test_a_fault_in_the_rules_is_told_beside_one_of_a_scenario_file(village: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (village / "all.rules").write_text(RULES.replace("1 denier", "1 deneir"))
    scenario(village, "begins: day")
    text = check_texts(capsys)[1]
    assert [line.split("]")[0] for line in text.split("\n") if line.startswith("error")] == ["error[E0204", "error[E0610"]


def test_what_was_sound_is_read_again_when_it_or_the_rules_change(
    village: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = village.parent / "kept"
    kept.mkdir(mode=0o700)
    monkeypatch.setenv("CAYLUS_CACHE", str(kept))
    scenario(village, "begin: day", "given: {Red: {denier: 3}}")
    assert [check_texts(capsys)[0] for _ in range(2)] == [0, 0]
    (village / "all.rules").write_text(RULES.replace("denier", "coin"))
    assert "a player has no `denier`" in check_texts(capsys)[1]
    scenario(village, "begin: day", "given: {Red: {coin: 3}}")
    assert check_texts(capsys)[0] == 0


def test_a_manifest_that_calls_the_ruleset_otherwise_than_its_folder_is_told(
    village: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (village / "ruleset.yaml").write_text(MANIFEST.replace("name: village", "name: hamlet"))
    told = """\
warning[W1601]: the ruleset is called `hamlet`, and its folder `village`
 --> village/ruleset.yaml:1:7
  |
1 | name: hamlet
  |       ^^^^^^ not the name of the folder
  = help: give both one name: what stands on it looks for a folder called `hamlet`
"""
    assert check_texts(capsys) == (0, told)
    assert check_texts(capsys, "village/all.rules") == (0, told)
    monkeypatch.chdir(village)
    assert check_texts(capsys, ".") == (0, told.replace("village/ruleset", "ruleset"))
