"""A name that is unknown is told with the shipped rulesets that have it, to those who stand on a shipped ruleset."""

from __future__ import annotations

from pathlib import Path

from caylus.loading import library

MANIFEST = "name: house\ntitle: House\nversion: 1.0.0\nlanguage: 1\nrules: [a.rules]\n"


def test_a_kind_of_another_edition_is_told_as_that(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(f"{MANIFEST}extends: {{name: classic, version: '1'}}\n", encoding="utf-8")
    (tmp_path / "a.rules").write_text('character cook "Cook" { }\nacrobat fool "Fool" { }\n', encoding="utf-8")
    kind, unknown = library.check_path(tmp_path).diagnostics
    assert [note.text for note in kind.notes] == [
        "there is a kind of that name in `1303` and `characters`; what stands on such a ruleset can use it"
    ]
    assert unknown.notes == ()


def test_a_game_of_its_own_is_told_nothing_of_others(tmp_path: Path) -> None:
    file = tmp_path / "a.rules"
    file.write_text('character cook "Cook" { }\n', encoding="utf-8")
    assert all(not diagnostic.notes for diagnostic in library.check_path(file).diagnostics)


def test_one_file_under_two_names_is_listed_twice(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "ruleset.yaml").write_text(
        f"{MANIFEST}seats: [Ann, Ben]\n".replace("[a.rules]", "[a.rules, b.rules, ./a.rules]")
    )
    for name in ("a", "b"):
        (tmp_path / "house" / f"{name}.rules").write_text(f"constant {name} = 1\n")
    faults = library.check_path(tmp_path / "house").diagnostics
    assert [(fault.message, str(fault.span).rpartition("ruleset.yaml")[2]) for fault in faults] == [
        ("`rules` has the file `./a.rules` twice", ":5:27")
    ]
