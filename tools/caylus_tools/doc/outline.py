"""The parts of a rulebook, whatever it is written in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from caylus import model as m

from caylus_tools.verbalize.definitions import Definitions, Grid
from caylus_tools.verbalize.prose import Mark, Prose, Ref, Steps
from caylus_tools.verbalize.source_text import Excerpt

from .board import Board
from .changes import Change

SIGNED = "caylus doc"
"""What stands near the beginning of everything that is made of these parts, where only programs look."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule: what its author says of it, step by step, bent from elsewhere, as written. A table has a grid instead of steps."""

    name: str
    word: str
    title: str
    see: str
    about: Prose
    note: str
    steps: Steps
    grid: Grid | None
    bends: Steps
    excerpts: tuple[Excerpt, ...]
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Section:
    """Entries under a title; without one, under the first of them."""

    title: str
    note: str
    entries: tuple[Entry, ...]

    @property
    def heading(self) -> str:
        return self.title or self.entries[0].title


@dataclass(frozen=True, slots=True)
class Chapter:
    """`anchor` has a hyphen in it, unlike the names of rules."""

    anchor: str
    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """An object that a face is drawn of: what matters of it in sentences, and step by step."""

    object: m.Object
    note: str
    sentences: tuple[Prose, ...]
    steps: Steps
    excerpts: tuple[Excerpt, ...]
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Family:
    """A kind: `depth` kinds stand above it; `fields` is what its objects have and do."""

    kind: m.Kind
    depth: int
    note: str
    place: str
    fields: Grid | None
    things: tuple[Thing, ...]
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Listing:
    """The members of one sort; `anchor` is the name of whatever it is all of, empty for nothing with a name."""

    title: str
    anchor: str
    grid: Grid


@dataclass(frozen=True, slots=True)
class Stage:
    """A step in the course of the game."""

    ref: Ref
    word: str
    see: str
    mark: Mark | None
    below: tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A rulebook, and behind it all that a rulebook leaves out."""

    title: str
    facts: tuple[str, ...]
    about: tuple[tuple[str, str], ...]
    """The title of each layer, and what it says about itself."""
    changes: tuple[Change, ...]
    aim: tuple[Prose, ...]
    board: Board | None
    course: tuple[Stage, ...]
    chapters: tuple[Chapter, ...]
    families: tuple[Family, ...]
    listings: tuple[Listing, ...]
    for_programs: tuple[Entry, ...]
    index: tuple[tuple[str, str, str], ...]
    """The title, the word of the language and the name of every definition."""
    icons: Mapping[str, str | Sequence[str]]
    tints: Mapping[str, str]
    """The manifest's pictures and colours."""
    definitions: Definitions

    @property
    def present(self) -> frozenset[str]:
        """Every definition, and every part of one that can be spoken of."""
        fields = (row.anchor for family in self.families if family.fields for row in family.fields.rows)
        listed = (name for listing in self.listings for name in (listing.anchor, *(row.anchor for row in listing.grid.rows)))
        return frozenset(filter(None, [*(name for *_, name in self.index), *fields, *listed]))

    @property
    def anchors(self) -> frozenset[str]:
        """The anchors of a page: what is present, and what a layer has removed."""
        return self.present | {change.what.name for change in self.changes}
