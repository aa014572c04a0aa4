"""Measure how time grows with the rules: more tiles and spaces, more layers. How it grows with players, random play shows."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import caylus
import yaml
from caylus import syntax as s
from caylus.loading.library import list_rulesets

from .measure import Measure, rate
from .playing import decisions

_SECTION = "growth"
_PLAYERS = 4


def measures(rules: caylus.Ruleset, folder: Path, seconds: float, quick: bool) -> Iterator[Measure]:
    """`folder` is a place to write rulesets to."""
    for times in (1, 2, 4) if quick else (1, 2, 4, 8):  # the checker holds 16 to be too much work
        place = folder / f"{rules.name}-{times}"
        place.mkdir()
        _write_grown(rules, times, place)
        yield from _both(f"{rules.name}, {times} × its tiles and spaces", place, (), seconds)
    stack = _stack(rules.name)
    for layers in range(0, len(stack) + 1, 3 if quick else 1):
        yield from _both(f"{rules.name} under {layers} variants", rules.name, stack[:layers], seconds)


def _both(what: str, ruleset: str | Path, variants: Sequence[str], seconds: float) -> Iterator[Measure]:
    def load(_: int) -> float:
        begun = time.process_time()
        caylus.load(ruleset, variants)
        return (time.process_time() - begun) * 1e3

    rules = caylus.load(ruleset, variants)
    yield Measure(_SECTION, what, "ms to load", load)
    yield Measure(_SECTION, what, "decisions/s", rate(decisions(rules, _PLAYERS), seconds))


# ---- tiles and spaces


def _write_grown(rules: caylus.Ruleset, times: int, folder: Path) -> None:
    """Writes a ruleset to a folder with its longest row, and the objects that do something, so many times as many.

    Objects that bend other rules stay as they are: what two of them would do to one rule is another matter.
    """
    (layer,) = rules.layers
    longest = max(rules.model.rows.values(), key=lambda row: row.size)
    names = (f"{number}.rules" for number in count(1))
    manifest = {**layer["manifest"], "rules": []}
    for file, name in zip(rules.files, names, strict=False):
        lines = file.text.splitlines()
        for node in file.definitions:
            span = node.span
            if isinstance(node, s.Object) and node.behaviours and not node.attachments:
                text = "\n".join(lines[span.line - 1 : span.end_line])
                lines += (text.replace(f" {node.name.text}", f" {node.name.text}_{n}", 1) for n in range(2, times + 1))
            elif isinstance(node, s.Row) and node.name.text == longest.name and node.size is not None:
                size = node.size.span
                line = lines[size.line - 1]
                lines[size.line - 1] = f"{line[: size.column - 1]}{longest.size * times}{line[size.end_column - 1 :]}"
        (folder / name).write_text("\n".join([*lines, ""]), encoding="utf-8")
        manifest["rules"].append(name)
    (folder / "ruleset.yaml").write_text(yaml.safe_dump(manifest), encoding="utf-8")


# ---- layers


def _stack(base: str) -> list[str]:
    """Shipped variants that stand on one another, as many as go together and leave room for four."""
    stack: list[str] = []
    for variant in list_rulesets():
        if variant.extends == base and variant.most_players >= _PLAYERS:
            try:
                caylus.load(base, [*stack, variant.name])
            except caylus.RulesetError:
                continue
            stack.append(variant.name)
    return stack
