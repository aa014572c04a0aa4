"""Rules that lie in no folder: loaded, checked and mended as those that do."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus.loading import library
from caylus.loading.library import Texts
from support.coins import MANIFEST, RULES

COINS = Texts({"ruleset.yaml": MANIFEST, "coins.rules": RULES})
EXTENDS = "name: {name}\ntitle: {name}\nversion: 1.0.0\nlanguage: 1\nextends: {{name: {base}}}\nrules: [own.rules]\n"


def variant(rules: str, name: str = "own", base: str = "coins", beside: Path | None = None) -> Texts:
    return Texts({"ruleset.yaml": EXTENDS.format(name=name, base=base), "own.rules": rules}, beside)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "coins").mkdir()
    for name, text in COINS.files.items():
        (tmp_path / "coins" / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_texts_are_the_ruleset_that_the_same_files_are(folder: Path) -> None:
    rules = caylus.load(folder / "coins")
    assert caylus.load(COINS).identity == rules.identity
    assert library.check_path(COINS).diagnostics == ()


def test_texts_stand_on_what_lies_beside_them(folder: Path) -> None:
    own = variant("-- nothing but this\n", beside=folder)
    assert caylus.load(folder / "coins", [own]).variants == ("own",)
    assert caylus.load(own).title == "own"


def test_texts_without_a_folder_look_into_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(caylus.RulesetError, match="there is no ruleset or variant `coins`"):
        caylus.load(variant("-- nothing but this\n"))


def test_faults_call_files_as_the_texts_are_called() -> None:
    checked = library.check_path(Texts({**COINS.files, "coins.rules": RULES + "value a = nobody\n"}))
    spans = {fault.span.file for fault in checked.diagnostics if fault.span}
    assert spans == {"coins.rules"}
    assert checked.sources["coins.rules"].endswith("nobody\n")


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({}, "E0601"),
        ({"ruleset.yaml": MANIFEST}, "E0601"),
        ({"ruleset.yaml": "a" * 70_000}, "E0603"),
        ({"ruleset.yaml": MANIFEST, "coins.rules": "-" * 600_000}, "E0603"),
        ({"ruleset.yaml": MANIFEST, "coins.rules": "\ud800"}, "E0602"),
        ({"ruleset.yaml": MANIFEST.replace("coins.rules", "../coins.rules"), "coins.rules": RULES}, "E0601"),
    ],
)
def test_texts_are_read_with_the_same_suspicion(files: dict[str, str], code: str) -> None:
    assert [fault.code for fault in library.check_path(Texts(files)).diagnostics] == [code]


def test_what_has_one_right_answer_is_mended_in_texts() -> None:
    spoilt = Texts({**COINS.files, "coins.rules": RULES + "resource gem “gem”\n"})
    ((path, (old, new)),) = library.mend_path(spoilt).items()
    assert (path.as_posix(), old) == ("coins.rules", spoilt.files["coins.rules"])
    assert new == RULES + 'resource gem "gem"\n'


def test_variants_that_cannot_be_together_are_found_without_a_check(folder: Path) -> None:
    rich = variant("change game for 2 to 3 players\n", "a", beside=folder)
    richer = variant("change game for 2 to 4 players\n", "b", beside=folder)
    plain = variant("-- nothing but this\n", "c", beside=folder)
    found = library.clashes(folder / "coins", [rich, richer, plain])
    assert {pair: fault.code for pair, fault in found.items()} == {("a", "b"): "E0506"}


def test_layers_that_were_found_sound_are_not_parsed_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path))
    layers = caylus.load(COINS).layers
    first = library.from_layers(layers, ())
    monkeypatch.setattr(library, "_read_again", None)
    again = library.from_layers(layers, ())
    assert (again.identity, again.seats) == (first.identity, first.seats)


def test_a_folder_of_rulesets_is_listed_as_far_as_it_can_be_read(folder: Path) -> None:
    (folder / "broken").mkdir()
    (folder / "broken" / "ruleset.yaml").write_text("name: [", encoding="utf-8")
    (coins,) = library.list_rulesets(folder)
    assert (coins.name, coins.extends, coins.fewest_players, coins.most_players) == ("coins", None, 2, 2)


def test_what_is_remembered_is_known_before_it_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CAYLUS_CACHE", str(tmp_path))
    assert library.load_from_cache(COINS) is None
    rules = caylus.load(COINS)
    assert library.load_from_cache(COINS) is not None
    assert library.load_layers_from_cache(rules.layers, ()) is None
    assert library.from_layers(rules.layers, ())
    assert library.load_layers_from_cache(rules.layers, ()) is not None
    assert not rules.is_warm(2)
    rules.warm(2)
    again = library.load_from_cache(COINS)
    assert again is not None
    assert again.is_warm(2)
