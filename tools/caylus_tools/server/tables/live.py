"""A table that people play at."""

from __future__ import annotations

from .answering import Answering


class LiveTable(Answering):
    """Everything that can be done at a table, and all that is told of it.

    Its parts stand on each other: `TableState` keeps up with the rows, `Playing` makes entries, `Seating` seats people, `Telling`
    tells pages of it, `Answering` answers questions.
    """
