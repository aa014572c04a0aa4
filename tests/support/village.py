"""A small game in a folder, to be changed by variants."""

from __future__ import annotations

from pathlib import Path

from .texts import read_rules

RULES = read_rules(__file__, "village")


def write_game(folder: Path, name: str = "village", rules: str = RULES) -> Path:
    """A ruleset of its own in a folder of its name."""
    return _write(
        folder / name, f"name: {name}\ntitle: Village\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben, Cem, Dan]\n", rules
    )


def write_variant(folder: Path, rules: str, name: str = "twist") -> Path:
    """A variant of the small game, next to it."""
    manifest = f"name: {name}\ntitle: Twist\nversion: 1.0.0\nlanguage: 1\nextends: {{ name: village, version: '1' }}\n"
    return _write(folder / name, manifest, rules)


def _write(folder: Path, manifest: str, rules: str) -> Path:
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(f"{manifest}rules: [rules.rules]\n", encoding="utf-8")
    (folder / "rules.rules").write_text(rules.strip("\n") + "\n", encoding="utf-8")
    return folder
