"""What happened, one line an event, each with the rule it followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from .words import Words

if TYPE_CHECKING:
    from caylus import Event

_TELLING = ("choice", "gain", "lose", "draw", "say")


def lines(events: Sequence[Event], words: Words) -> Table:
    """A rule is cited where it differs from that of the line above."""
    table = Table.grid(padding=(0, 0, 0, 2), expand=True)
    table.add_column(ratio=1)
    table.add_column(style="dim", justify="right", no_wrap=True, overflow="ellipsis")
    before = None
    for event in events:
        cited = event.see or event.title
        table.add_row(words.line(event.text), "" if cited == before else cited)
        before = cited
    return table


def telling(events: Sequence[Event]) -> list[Event]:
    """What a player wants to know: choices with their prices, gains, losses, the table's states; no bookkeeping."""
    return [event for event in events if event.kind in _TELLING or (event.kind == "set" and event.data.get("object") is None)]


def citation(title: str, see: str | None) -> str:
    return f"{title} ({see})" if see else title
