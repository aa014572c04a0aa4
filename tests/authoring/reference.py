"""The examples of the language reference: a small game, and a variant of it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

REFERENCE = Path(__file__).parents[2] / "rulesets" / "LANGUAGE.md"
_EXAMPLE = re.compile(r"^```rules (\S+)/(\S+\.rules)(?: \+)?\n(.*?)^```$", re.DOTALL | re.MULTILINE)

MANIFEST = """\
name: {name}
title: {name}
version: 1.0.0
language: 1
rules: [{file}]
"""
OF_A_GAME = "seats: [Ann, Ben, Cem, Dot]\n"
OF_A_VARIANT = 'about: An example.\nextends: {{ name: {base}, version: "1" }}\n'


@cache
def text() -> str:
    return REFERENCE.read_text(encoding="utf-8")


@cache
def examples() -> tuple[tuple[str, str, str], ...]:
    """Ruleset, file and text of each example, in the order of the page."""
    return tuple(_EXAMPLE.findall(text()))


def write(folder: Path) -> tuple[Path, Path]:
    """Writes what the examples are together: the folders of the game and of the variant."""
    (base, _), (variant, _) = names = tuple(dict.fromkeys((ruleset, file) for ruleset, file, _ in examples()))
    for ruleset, file in names:
        own = OF_A_GAME if ruleset == base else OF_A_VARIANT.format(base=base)
        (folder / ruleset).mkdir()
        (folder / ruleset / "ruleset.yaml").write_text(MANIFEST.format(name=ruleset, file=file) + own, encoding="utf-8")
        parts = [part for of, _, part in examples() if of == ruleset]
        (folder / ruleset / file).write_text("".join(parts), encoding="utf-8")
    return folder / base, folder / variant
