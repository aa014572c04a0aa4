"""Finding, reading and checking rulesets: the shipped ones, one in a folder, one carried by a save, and spoilt ones."""

from __future__ import annotations

import os
from pathlib import Path

import caylus
import pytest
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.loading import library
from support.coins import MANIFEST, RULES, faults, places, spoilt
from support.effort import limit_calls


def check(folder: Path) -> tuple[Diagnostic, ...]:
    return library.check_path(folder).diagnostics


SHIPPED = library.list_rulesets()
BASES = [ruleset.name for ruleset in SHIPPED if ruleset.extends is None]
VARIANTS = [ruleset.name for ruleset in SHIPPED if ruleset.extends is not None]


def test_every_shipped_ruleset_is_found_by_name_with_what_a_list_shows() -> None:
    assert sorted(BASES) == BASES
    assert [ruleset.name for ruleset in SHIPPED] == BASES + VARIANTS
    classic = next(ruleset for ruleset in SHIPPED if ruleset.name == "classic")
    assert (classic.title, classic.fewest_players, classic.most_players) == ("Caylus", 2, 5)
    assert all((ruleset.path / "ruleset.yaml").is_file() for ruleset in SHIPPED)


@pytest.mark.slow
@pytest.mark.parametrize("name", BASES)
def test_every_shipped_ruleset_checks_without_a_word(name: str) -> None:
    assert library.check_path(name).diagnostics == ()


def test_a_shipped_ruleset_is_loaded_by_its_name() -> None:
    rules = caylus.load("classic")
    assert (rules.name, rules.title, rules.version) == ("classic", "Caylus", rules.manifest["version"])
    assert list(rules.sources) == [f"classic/{rule}" for rule in rules.manifest["rules"]]


def test_one_variant_by_its_bare_name_is_no_list_of_variants() -> None:
    with pytest.raises(TypeError, match=r"\['open-prestige'\]"):
        caylus.load("1303", "open-prestige")


def test_a_ruleset_is_loaded_by_its_folder_or_its_manifest(folder: Path) -> None:
    assert caylus.load(folder).title == "Coins"
    assert caylus.load(str(folder / "ruleset.yaml")).title == "Coins"


def test_a_folder_here_is_found_by_its_bare_name(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    assert caylus.load("coins").title == "Coins"


def test_a_loaded_ruleset_is_the_same_wherever_it_lies(folder: Path) -> None:
    save = caylus.load(folder).new_game(2, 1).save()
    moved = folder.rename(folder.parent / "elsewhere")
    assert caylus.load(moved).sources == {"coins/coins.rules": RULES}
    assert caylus.load(moved).new_game(2, 1).save() == save


def test_what_a_save_carries_becomes_the_same_ruleset(folder: Path) -> None:
    rules = caylus.load(folder)
    again = library.from_layers(rules.layers, rules.variants)
    assert (again.name, again.manifest, again.sources) == (rules.name, rules.manifest, rules.sources)


def test_the_order_of_the_rules_is_the_manifest_s_whatever_the_order_of_the_sources() -> None:
    rules = caylus.load("classic")
    (layer,) = rules.layers
    shuffled = dict(sorted(layer["sources"].items(), reverse=True))
    assert list(library.from_layers([{**layer, "sources": shuffled}], ()).sources) == list(rules.sources)


def test_a_save_that_lacks_a_text_is_refused(folder: Path) -> None:
    (layer,) = caylus.load(folder).layers
    (fault,) = faults(lambda: library.from_layers([{**layer, "sources": {}}], ()))
    assert (fault.code, fault.message) == ("E0701", "the save lacks the rules `coins/coins.rules`")


def test_a_save_whose_rules_were_spoilt_is_refused_with_their_faults(folder: Path) -> None:
    (layer,) = caylus.load(folder).layers
    spoilt_layer = {**layer, "sources": {"coins/coins.rules": RULES.replace("tokens,", "tokes,")}}
    found = faults(lambda: library.from_layers([spoilt_layer], ()))
    assert {d.span.file for d in found if d.span} == {"coins/coins.rules"}


# ---- what cannot be found


@pytest.mark.parametrize(("name", "help"), [("clasic", "did you mean `classic`?"), ("Classic", "did you mean `classic`?")])
def test_a_misspelt_name_gets_the_right_one(name: str, help: str) -> None:
    (fault,) = faults(lambda: caylus.load(name))
    assert (fault.code, fault.message, fault.help) == ("E0620", f"there is no ruleset or variant `{name}`", help)


def test_a_name_like_no_other_gets_the_list() -> None:
    (fault,) = faults(lambda: caylus.load("zzz"))
    assert "classic" in fault.help


@pytest.mark.parametrize(
    "path", ["no/such/folder", "nowhere.yaml", "nowhere.rules", "", "\0", "x" * 5000, "a/" * 3000, "/dev/null", "/"]
)
def test_a_path_that_leads_to_no_ruleset_is_a_fault_of_no_place(path: str) -> None:
    (fault,) = library.check_path(path).diagnostics
    assert fault.code in ("E0601", "E0620")
    assert fault.span is None


def test_a_variant_that_does_not_exist_is_named() -> None:
    (fault,) = faults(lambda: caylus.load("classic", variants=["simpler"]))
    assert (fault.code, fault.message) == ("E0620", "there is no ruleset or variant `simpler`")


# ---- what is wrong with a folder


def test_a_missing_rules_file_is_shown_in_the_manifest(folder: Path) -> None:
    (folder / "coins.rules").unlink()
    found = check(folder)
    assert places(found) == [("E0601", 6, 9)]
    assert found[0].span is not None
    assert found[0].span.file == (folder / "ruleset.yaml").as_posix()


def test_every_missing_rules_file_is_found_in_one_run(folder: Path) -> None:
    (folder / "ruleset.yaml").write_text(spoilt({"[coins.rules]": "[a.rules, coins.rules, b.rules]"}))
    assert places(check(folder)) == [("E0601", 6, 9), ("E0601", 6, 31)]


@pytest.mark.parametrize(
    "path", ["../outside.rules", "deeper/../../outside.rules", "/etc/outside.rules", "./../coins/../outside.rules"]
)
def test_a_path_out_of_the_folder_is_not_followed(folder: Path, path: str) -> None:
    (folder.parent / "outside.rules").write_text(RULES)
    (folder / "ruleset.yaml").write_text(spoilt({"coins.rules": path}))
    assert places(check(folder)) == [("E0621", 6, 9)]


def test_a_symbolic_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder / "coins.rules").rename(folder.parent / "coins.rules")
    (folder / "coins.rules").symlink_to(folder.parent / "coins.rules")
    assert places(check(folder)) == [("E0621", 6, 9)]


@pytest.mark.parametrize("target", ["coins.rules", "ruleset.yaml"])
def test_a_link_within_the_folder_is_followed(folder: Path, target: str) -> None:
    (folder / "deeper").mkdir()
    (folder / target).rename(folder / "deeper" / "it")
    (folder / target).symlink_to("deeper/it")
    assert places(check(folder)) == []


def test_a_manifest_that_is_a_link_out_of_its_folder_is_not_followed(folder: Path) -> None:
    (folder / "ruleset.yaml").rename(folder.parent / "secret.yaml")
    (folder / "ruleset.yaml").symlink_to("../secret.yaml")
    (found,) = check(folder)
    assert (found.code, found.span) == ("E0621", None)
    assert "Coins" not in str(found)


def test_a_folder_within_that_is_a_link_out_is_not_followed(folder: Path) -> None:
    (folder.parent / "elsewhere").mkdir()
    (folder / "coins.rules").rename(folder.parent / "elsewhere" / "coins.rules")
    (folder / "deeper").symlink_to("../elsewhere")
    (folder / "ruleset.yaml").write_text(spoilt({"coins.rules": "deeper/coins.rules"}))
    assert places(check(folder)) == [("E0621", 6, 9)]


def test_the_folder_of_a_ruleset_may_itself_be_a_link(folder: Path) -> None:
    (folder.parent / "link").symlink_to(folder.name)
    assert places(check(folder.parent / "link")) == []


def test_a_symbolic_link_to_itself_is_a_missing_file(folder: Path) -> None:
    (folder / "coins.rules").unlink()
    (folder / "coins.rules").symlink_to(folder / "coins.rules")
    assert places(check(folder)) == [("E0601", 6, 9)]


def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    (folder / "coins.rules").unlink()
    os.mkfifo(folder / "coins.rules")
    assert places(check(folder)) == [("E0601", 6, 9)]


@pytest.mark.parametrize("file", ["ruleset.yaml", "coins.rules"])
def test_a_byte_that_is_not_utf_8_is_shown(folder: Path, file: str) -> None:
    text = (folder / file).read_bytes()
    (folder / file).write_bytes("# ünd\n# é".encode() + b"\xff\n" + text)
    found = check(folder)
    assert places(found) == [("E0602", 2, 4)]
    assert str(found[0].span).startswith((folder / file).as_posix())


def test_a_byte_order_mark_is_passed_over(folder: Path) -> None:
    (folder / "coins.rules").write_text("\ufeff" + RULES)
    (folder / "ruleset.yaml").write_text("\ufeff" + MANIFEST)
    assert check(folder) == ()


@pytest.mark.parametrize("file", ["ruleset.yaml", "coins.rules"])
def test_a_file_of_ten_megabytes_is_refused_unread(folder: Path, file: str) -> None:
    (folder / file).write_bytes(b"-" * 10_000_000)
    with limit_calls(100_000):
        assert [d.code for d in check(folder)] == ["E0603"]


def test_many_files_that_are_too_long_together_are_refused(folder: Path) -> None:
    names = [f"r{i}.rules" for i in range(8)]
    for name in names:
        (folder / name).write_text("-- a comment\n" * 8_000)
    (folder / "ruleset.yaml").write_text(spoilt({"coins.rules": ", ".join(names)}))
    assert [d.code for d in check(folder)] == ["E0622"]


def test_faults_in_the_rules_are_shown_by_the_path_the_caller_uses(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    (folder / "coins.rules").write_text(RULES.replace("in tokens", "in tokes"))
    found = faults(lambda: caylus.load("coins"))
    assert {d.span.file for d in found if d.span} == {"coins/coins.rules"}
    checked = library.check_path(Path("../") / folder.parent.name / "coins")
    assert {d.span.file for d in checked.diagnostics if d.span} == {f"../{folder.parent.name}/coins/coins.rules"}
    assert all(d.span.file in checked.sources for d in checked.diagnostics if d.span)


def test_the_manifest_has_to_name_a_seat_for_every_player(folder: Path) -> None:
    (folder / "ruleset.yaml").write_text(spoilt({"[North, South]": "[North]"}))
    (fault,) = check(folder)
    assert (fault.code, fault.message) == ("E0623", "1 seats have a name, and 2 can play")


@pytest.mark.parametrize(
    ("panel", "column", "message", "help"),
    [
        ("row: stiar", 10, "`stiar` is not a row of this ruleset", "did you mean `stair`?"),
    ],
)
def test_a_panel_names_only_what_the_rules_have(folder: Path, panel: str, column: int, message: str, help: str) -> None:
    (folder / "ruleset.yaml").write_text(f"{MANIFEST}table:\n  - {panel}\n")
    (fault,) = check(folder)
    assert (fault.message, fault.help) == (message, help)
    assert places((fault,)) == [("E0625", 8, column)]


# ---- one file, one text


def test_a_rules_file_is_checked_by_itself(folder: Path) -> None:
    assert check(folder / "coins.rules") == ()
    (folder / "coins.rules").write_text(RULES.replace("in tokens", "in tokes"))
    assert [d.span.line for d in check(folder / "coins.rules") if d.span and d.is_error] == [21]


def test_a_text_is_checked_by_itself() -> None:
    assert library.check_text(RULES, "<stdin>").diagnostics == ()
    (fault, *_) = library.check_text(RULES.replace("{", ""), "<stdin>").diagnostics
    assert fault.span is not None
    assert fault.span.file == "<stdin>"
