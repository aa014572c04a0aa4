"""A table that people play at."""

from __future__ import annotations

from .looking import Looking


class LiveTable(Looking):
    """Everything that can be done at a table, and all that is told of it; see `TableState`, `Playing`, `Seating`, `Looking`."""
