"""Texts of tests in files of their own, so that rules stand there as rules."""

from __future__ import annotations

from pathlib import Path


def read_rules(module: str, name: str) -> str:
    """The rules of a name in the folder `rules` beside a module's file."""
    return (Path(module).parent / "rules" / f"{name}.rules").read_text("utf-8")


def read_blocks(path: Path) -> tuple[str, dict[str, str]]:
    """The text above the first line that begins with `== `, and the text below each such line by what follows the signs."""
    head, *blocks = f"\n{path.read_text('utf-8')}".split("\n== ")
    return head.strip("\n") + "\n", {block.partition("\n")[0]: block.partition("\n")[2].strip("\n") for block in blocks}


def read_pairs(path: Path) -> dict[str, tuple[str, str]]:
    """The texts above and below the line `=>` of each block, the second empty without such a line."""
    split = {title: text.partition("\n=>\n") for title, text in read_blocks(path)[1].items()}
    return {title: (first, second) for title, (first, _, second) in split.items()}
