"""What a new author is told who has slipped in a manifest, in a scenario or at the command: what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from caylus.documents import read_yaml
from caylus.loading import library
from support.coins import MANIFEST, RULES, faults, spoilt


def find_help(text: str, schema: str = "manifest") -> str:
    """The help with the only fault of a document."""
    (fault,) = faults(lambda: read_yaml(text, "a.yaml", schema))
    return fault.help


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("about: Mind: the gap\n", "a text with `: ` in it needs quotes around it"),
        ("a: {\n   b: 1\n  c: {d: 2}\n", "put a comma between two items, and close the bracket"),
        ("a:\n    b: 1\n     c: {d: 2}\n", "begin every key of a mapping in the same column"),
        ("a:\n    b: 1\n   c: 2\n", "begin every key of a mapping in the same column"),
        ("a:\n\tb: 1\n", "indent with spaces, and put quotes around a text that begins with a sign"),
        ("a: {b: 1 c: 2}\n", "put a comma between two items, and close the bracket"),
        ("a: 'it's'\n", "put quotes around a text with signs in it"),
        ("a: - b\n", "begin it on the next line, or write `[…]`"),
        ("a: [1, 2\n", "put a comma between two items, and close the bracket"),
        ('a: "b\n', "close what is still open: a quote, a bracket or a brace"),
    ],
)
def test_a_slip_in_yaml_is_met_with_how_to_write_it(text: str, help: str) -> None:
    assert find_help(text) == help


@pytest.mark.parametrize(
    ("changes", "help"),
    [
        ({"[coins.rules]": "coins.rules"}, "put brackets around it: `[coins.rules]`"),
        (
            {"[coins.rules]": "{a: coins.rules}"},
            "here stand the files with the rules, in the order in which they are read; begin each with `- `",
        ),
        ({"1.0.0": "1"}, "two or three numbers with dots between them"),
        ({"title: Coins": "title: 7"}, "put quotes around it to make it a text"),
        ({"seats:": "extends: classic\nseats:"}, "write `{name: classic}`"),
    ],
)
def test_a_value_of_the_wrong_sort_is_met_with_the_right_one(changes: dict[str, str], help: str) -> None:
    assert find_help(spoilt(changes)) == help


def test_a_step_without_a_player_is_met_with_what_a_step_is() -> None:
    text = "players: [A, B]\nscenarios:\n  - {name: N, when: [build mill]}\n"
    assert "a player and the choice taken" in find_help(text, "scenario")


def test_what_a_misspelt_key_would_have_made_needless_is_not_asked_for() -> None:
    text = MANIFEST.replace("seats: [North, South]", 'extend: {name: classic, version: "1"}')
    assert find_help(text) == "did you mean `extends`?"


# ---- where it lies


@pytest.fixture
def here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(folder.parent)
    return folder


def collect_messages(path: str | Path, *variants: str) -> tuple[str, str]:
    (fault,) = library.check_path(path, variants).diagnostics
    return fault.message, fault.help


def test_a_misspelt_folder_here_gets_the_right_one(here: Path) -> None:
    assert collect_messages("conis") == ("there is no ruleset or variant `conis`", "did you mean `coins`?")


def test_a_folder_without_a_manifest_says_what_writes_one(here: Path) -> None:
    Path("empty").mkdir()
    assert collect_messages("empty") == ("there is no file `empty/ruleset.yaml`", "`caylus new` writes one")


def test_a_file_of_something_else_is_no_ruleset(here: Path) -> None:
    Path("coins/notes.yaml").write_text("a: 1\n")
    assert collect_messages("coins/notes.yaml") == (
        "`coins/notes.yaml` is no ruleset",
        "name the folder that a `ruleset.yaml` lies in",
    )


def test_a_misspelt_file_in_a_manifest_gets_the_right_one(here: Path) -> None:
    Path("coins/ruleset.yaml").write_text(spoilt({"coins.rules": "cions.rules"}))
    assert collect_messages("coins") == ("there is no file `coins/cions.rules`", "did you mean `coins.rules`?")


def test_a_file_of_a_ruleset_stands_for_the_whole_of_it(here: Path) -> None:
    Path("coins/ruleset.yaml").write_text(spoilt({"coins.rules": "coins.rules, more.rules"}))
    Path("coins/more.rules").write_text("rule extra { after start() { stop } }\n".replace("start", "begin"))
    Path("coins/coins.rules").write_text(RULES + "action begin() { shuffle order }\n")
    assert {fault.span and fault.span.file for fault in library.check_path("coins/coins.rules").diagnostics} == {
        "coins/more.rules"
    }


def test_a_file_that_the_manifest_beside_it_does_not_list_is_told_of(here: Path) -> None:
    Path("coins/more.rules").write_text("constant two = 2\n")
    message, help = collect_messages("coins/more.rules")
    assert message == "`coins/more.rules` is no part of the ruleset"
    assert help == "list it under `rules` in the `ruleset.yaml` beside it"


@pytest.mark.slow
def test_a_path_to_a_folder_with_the_name_of_a_shipped_ruleset_leads_to_the_folder(here: Path) -> None:
    here.rename("classic")
    assert library.check_path("classic").diagnostics == ()  # the name
    Path("classic/coins.rules").unlink()
    assert collect_messages(Path("classic"))[0] == "there is no file `classic/coins.rules`"
