"""What people write in the manner of other languages is told with what this one writes for it, and mended only if that is certain."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from caylus.diagnostics import Diagnostic
from caylus.diagnostics.diagnostic import apply_fixes
from caylus.loading.pipeline import resolve_alone
from caylus.parser.lexer import scan
from caylus.parser.parse import explain, parse

from .first_mistakes import HARBOUR
from .test_first_mistakes import render_text

_AROUND = {
    "S": 'rule house_rule "House" {\n  after evening() { for each player in players {\n    %s\n  } }\n}\n',
    "F": "value probe(player, place) = %s\nrule house_rule { fee(player, place) is more by probe(player, place) }\n",
    "Q": "value probe(player, place) = %s\nrule house_rule { fee(player, place) is 0 where probe(player, place) }\n",
    "D": "%s\n",
    "A": "rule house_rule {\n  %s\n}\n",
}
_IDIOM = re.compile(r"(\w)  (.*?)  (=>|~)  (.*)")


def find_faults(text: str) -> list[Diagnostic]:
    """The faults of rules in the game; those of the names in them only if they can be read."""
    faults = list(explain(parse(text, "rules")[1], {"rules": text}))
    return faults or [fault for fault in resolve_alone(text + HARBOUR, "rules").diagnostics if fault.is_error]


def mend(text: str, faults: list[Diagnostic]) -> str:
    return apply_fixes(text, "rules", [fault.fix for fault in faults if fault.fix is not None])


@pytest.mark.slow
def test_an_idiom_of_another_language_is_told_once_with_what_to_write_instead() -> None:
    idioms = [_IDIOM.fullmatch(line) for line in Path(__file__).with_name("idioms.txt").read_text(encoding="utf-8").split("\n")]
    failures = []
    for idiom in filter(None, idioms):
        around, written, how, expected = idiom.groups()
        text = _AROUND[around] % written
        faults = find_faults(text)
        says = "\n".join(map(render_text, faults))
        mended = mend(text, faults)
        if len(faults) != 1 or (
            mended != _AROUND[around] % expected if how == "=>" else any(part not in says for part in expected.split(", "))
        ):
            failures.append((written, says, mended))
    assert len(idioms) > 300
    assert failures == []


def make_slips(count: int) -> Iterator[tuple[str, str]]:
    """Definitions of the game, each as it is and with one slip: a word left out, doubled, swapped, misspelt, or of another language."""
    chance = random.Random(46)
    definitions = re.split(r"\n(?=\S)(?!\})", HARBOUR)
    words_of_others = re.findall(
        r"\w+", "take get for when unless while function const def has then of self new len not in has upto else"
    )
    while count:
        text = chance.choice(definitions) + "\n"
        tokens = [token for token in scan(text, "rules").tokens if token.type != "_NL"]
        token, other = chance.sample(tokens, 2) if len(tokens) > 1 else (tokens[0], tokens[0])
        lines = text.split("\n")
        line, start, end = lines[token.line - 1], token.column - 1, token.column - 1 + len(token.text)
        letter = chance.randrange(len(token.text))
        written = chance.choice([
            "", f"{token.text} {token.text}", other.text, chance.choice(words_of_others),
            token.text[:letter] + token.text[letter + 1 :], token.text[:letter] + chance.choice("aeinst") + token.text[letter:],
        ])  # fmt: skip
        lines[token.line - 1] = line[:start] + written + line[end:]
        slip = "\n".join(lines)
        if slip != text:
            count -= 1
            yield text, slip


@pytest.mark.slow
def test_a_text_with_a_slip_is_mended_to_what_was_meant_or_still_has_a_fault() -> None:
    changed = []
    for text, slip in make_slips(500):
        faults = list(explain(parse(slip, "rules")[1], {"rules": slip}))
        mended = mend(slip, faults)
        if mended == slip or [token.text for token in scan(mended, "").tokens] == [token.text for token in scan(text, "").tokens]:
            continue
        if not any(
            fault.is_error for fault in resolve_alone(HARBOUR.replace(text.rstrip(), mended.rstrip()), "rules").diagnostics
        ):
            changed.append((slip, mended))
    assert changed == []
