"""What people write first is told in words that lead to the mend; what has one right answer is mended, and is right then."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
import yaml
from caylus import Diagnostic
from caylus.diagnostics.diagnostic import apply_fixes
from caylus.loading import library

from .first_mistakes import HARBOUR, MISTAKES, Mistake

pytestmark = pytest.mark.slow


def write(folder: Path, rules: str, **manifest: object) -> Path:
    folder.mkdir(exist_ok=True)
    head = {"name": folder.name, "title": folder.name, "version": "1.0.0", "language": 1, "rules": ["all.rules"]}
    (folder / "ruleset.yaml").write_text(yaml.safe_dump(head | manifest), encoding="utf-8")
    (folder / "all.rules").write_text(rules, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("games") / "harbour", HARBOUR, seats=["Ann", "Ben", "Cem", "Dora"])


def write_rules(harbour: Path, rules: str) -> Path:
    """A variant of the game that has these rules."""
    return write(harbour.parent / "house", f"{rules}\n", extends={"name": "harbour", "version": "1"})


def find_all(path: Path) -> list[Diagnostic]:
    return list(library.check_path(path).diagnostics)


def render_text(diagnostic: Diagnostic) -> str:
    """All that a diagnostic says in words."""
    notes = [note.text for note in diagnostic.notes]
    title = diagnostic.fix.title if diagnostic.fix else ""
    return "\n".join([diagnostic.message, diagnostic.label, *notes, diagnostic.help, title])


def test_the_game_itself_is_sound(harbour: Path) -> None:
    assert not [diagnostic for diagnostic in find_all(harbour) if diagnostic.is_error]


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_first_mistake_is_told_once_in_words_that_help_and_mended_if_there_is_one_answer(
    harbour: Path, mistake: Mistake
) -> None:
    variant = write_rules(harbour, mistake.written)
    (diagnostic,) = (found for found in find_all(variant) if found.code != "W1036")  # a new stall has no place yet
    assert diagnostic.code == mistake.code
    assert [part for part in mistake.says if part not in render_text(diagnostic)] == []
    assert (diagnostic.fix is not None) == bool(mistake.mended)
    if diagnostic.fix is not None:
        path = diagnostic.fix.edits[0].span.file
        new = apply_fixes((variant / "all.rules").read_text("utf-8"), path, [diagnostic.fix])
        assert new == f"{mistake.mended}\n"
        try:
            caylus.load(write_rules(harbour, new))
        except caylus.RulesetError as error:
            assert mistake.code not in [left.code for left in error.diagnostics]


def test_what_helps_speaks_of_phases_and_resources_of_the_ruleset(tmp_path: Path) -> None:
    rules = 'resource nut\ngame "Nuts" for 2 players { do noon() }\nphase noon { nothing }\nrule r { gain 1 nut }\naction a() { (gain 1 nut) }\n'
    found = find_all(write(tmp_path / "nuts", rules, seats=["Ann", "Ben"], title="Nuts"))
    helps = [diagnostic.help + diagnostic.message for diagnostic in found if diagnostic.code == "E0101"]
    assert any("after noon() {" in help_ for help_ in helps), helps
    assert not any("evening" in help_ or "coin" in help_ for help_ in helps), helps
