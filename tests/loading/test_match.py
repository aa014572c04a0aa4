"""What a manifest says of a match: when it ends, and what is kept from game to game."""

from __future__ import annotations

from pathlib import Path

import caylus
import pytest
from caylus.loading import library
from support.coins import MANIFEST, RULES


def write(folder: Path, match: str, more: str = "") -> Path:
    (folder / "ruleset.yaml").write_text(f"{MANIFEST}match: {{{match}}}\n", encoding="utf-8")
    (folder / "coins.rules").write_text(RULES + more, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("match", "code", "message"),
    [
        ("games: 0", "E0613", "`games` is less than 1"),
        ("games: 101", "E0613", "`games` is more than 100"),
        ("count: wins", "E0611", "`match` has no `games`"),
        ("games: 2, keep: [cion]", "E0625", "`cion` is not a resource, a state or a list of this ruleset"),
        ("games: 2, keep: [dream]", "E0625", "`dream` is hidden, and all that is hidden is shown at the end of a game"),
    ],
)
def test_a_match_that_cannot_be_is_refused(tmp_path: Path, match: str, code: str, message: str) -> None:
    found = library.check_path(write(tmp_path, match, "\neach player has { dream number hidden }\n")).diagnostics
    [fault] = [diagnostic for diagnostic in found if diagnostic.is_error]
    assert (fault.code, fault.message[: len(message)]) == (code, message)


def test_a_match_is_read_with_what_is_left_out(tmp_path: Path) -> None:
    rules = caylus.load(write(tmp_path, "to: 20, count: points, keep: [coin]"))
    assert rules.match == caylus.MatchTerms(to=20, count="points", keep=("coin",))
    assert rules.match is not None
    assert rules.match.first == "next"
