"""What happened, one line each, with the passage of the rulebook behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from .labels import Labels

if TYPE_CHECKING:
    from caylus_tools.verbalize.log import Line


def lines(told: Sequence[Line], labels: Labels) -> Table:
    table = Table.grid(padding=(0, 0, 0, 2), expand=True)
    table.add_column(ratio=1)
    table.add_column(style="dim", justify="right", no_wrap=True, overflow="ellipsis")
    for line in told:
        table.add_row(Text(f"── {line.text} ──", style="dim") if line.is_heading else labels.line(line.text), line.cited)
    return table


def citation(title: str, see: str | None) -> str:
    return f"{title} ({see})" if see and see != title else title
