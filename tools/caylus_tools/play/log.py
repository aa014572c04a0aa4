"""What happened, one line an event, each with the rule it followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from caylus_tools.verbalize.events import wording

from .labels import Labels

if TYPE_CHECKING:
    from caylus import Event


def lines(events: Sequence[Event], labels: Labels) -> Table:
    """A rule is cited where it differs from that of the line above; the rules of a thing by its name."""
    table = Table.grid(padding=(0, 0, 0, 2), expand=True)
    table.add_column(ratio=1)
    table.add_column(style="dim", justify="right", no_wrap=True, overflow="ellipsis")
    before = ""
    for event in events:
        cited = event.title if event.rule in labels.titles else event.see or event.title
        table.add_row(labels.line(wording(event, labels.titles)), "" if cited == before else cited)
        before = cited or before
    return table


def citation(title: str, see: str | None) -> str:
    return f"{title} ({see})" if see and see != title else title
