"""The choices of a decision, numbered, each with its price and what the rules say of the things chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from os.path import commonprefix
from typing import TYPE_CHECKING, Any

from rich.table import Table

from ..describe import Describer
from .words import Words

if TYPE_CHECKING:
    from caylus import Decision, Option

_MANY = 4


def menu(decision: Decision, view: Mapping[str, Any], words: Words, describer: Describer) -> Table:
    """What many choices in a row begin with is said once, above them."""
    table = Table.grid(padding=(0, 1, 0, 0), expand=True)
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column()
    table.add_column(style="dim", no_wrap=True, overflow="ellipsis", ratio=1)
    number = 0
    for beginning, options in _groups(decision.options):
        if beginning:
            table.add_row("", beginning + "…")
        for option in options:
            number += 1
            text = words.line("  " * bool(beginning) + option.text[len(beginning) :])
            table.add_row(str(number), text, _about(option, view, describer))
    return table


def _groups(options: Sequence[Option]) -> Iterator[tuple[str, list[Option]]]:
    """Runs of choices of one sort, with the words that all of a long run begin with."""
    for _, run in groupby(options, lambda option: option.data["option"]):
        same = list(run)
        shared = commonprefix([option.text for option in same])
        yield shared[: shared.rfind(" ") + 1] if len(same) >= _MANY else "", same


def _about(option: Option, view: Mapping[str, Any], describer: Describer) -> str:
    chosen = [describer.stands_on(str(choice), view) for choice in option.data["choices"].values()]
    return "; ".join(filter(None, map(describer.summary, chosen)))
