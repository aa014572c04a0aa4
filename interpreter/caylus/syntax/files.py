"""A source file, and what stands in it."""

from __future__ import annotations

from dataclasses import dataclass

from caylus.diagnostics.diagnostic import Span

from .components import Constant, EachPlayer, Group, Kind, ListState, Object, Resources, Row, Scale, State
from .edits import Edit
from .nodes import Comment
from .paragraphs import Paragraph
from .rules import Action, Condition, Game, Rule, Seat, Sequence, Table, Value

Definition = (
    Resources | Group | Constant | Scale | Kind | EachPlayer | ListState | State | Row | Object | Value | Condition
    | Action | Table | Sequence | Game | Seat | Rule | Edit
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class File:
    """One source file: its definitions, its comments and its paragraphs, in the order of the text.

    `unread` has every name that stands in a definition that could not be read, so that nobody calls it unknown elsewhere;
    with `hides_names` such a definition may even give a name that does not stand in it.
    `level` is the number of layers below the one that it belongs to; `strangers` are the files of layers that this one does
    not stand on: whoever wrote it need not know of them. `swapped` are the places of its text where layers have put other
    formulas, from the front to the back and those around others first, and where these stand.
    """

    path: str
    text: str
    definitions: tuple[Definition, ...]
    comments: tuple[Comment, ...]
    unread: frozenset[str] = frozenset()
    hides_names: bool = False
    level: int = 0
    strangers: frozenset[str] = frozenset()
    swapped: tuple[tuple[Span, Span], ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
