"""The parts of a rulebook, whatever it is written in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from caylus import model as m

from caylus_tools.verbalize.definitions import Definitions, Grid
from caylus_tools.verbalize.objects import Text
from caylus_tools.verbalize.prose import Mark, Prose, Ref, Steps
from caylus_tools.verbalize.source_text import Excerpt

from .board import Board
from .changes import Change

SIGNED = "caylus doc"
"""What stands near the beginning of everything that is made of these parts, where only programs look."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Something drawn below a paragraph: the pieces of a kind with what is told of each, or a table."""

    title: str
    things: tuple[Thing, ...]
    grid: Grid | None


@dataclass(frozen=True, slots=True)
class Example:
    """A scenario played: the position that it begins with, by what lies where, and the lines of its log."""

    title: str
    places: tuple[tuple[str, m.Object, str], ...]
    """The title of a place, what lies there, and who is there."""
    given: tuple[str, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule: its paragraph, or without one what its author says of it and its steps; what bends it from elsewhere; its text.

    A table has a grid instead of steps. `covers` are the rules that its paragraph tells besides.
    """

    name: str
    word: str
    title: str
    see: str
    texts: tuple[Text, ...]
    drawings: tuple[Drawing, ...]
    covers: tuple[str, ...]
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
    examples: tuple[Example, ...] = ()

    def heads(self, section: Section) -> bool:
        """Return whether the title of the chapter stands for that of the first rule of a section."""
        first = section.entries[0]
        is_alone = len(section.entries) == 1 and first.title.casefold() == self.title.casefold()
        return (
            not section.title
            and not first.mark
            and (is_alone or (bool(self.examples or first.texts) and section is self.sections[0]))
        )


@dataclass(frozen=True, slots=True)
class Thing:
    """An object that a face is drawn of: what matters of it in sentences, and step by step."""

    object: m.Object
    label: str
    texts: tuple[Text, ...]
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
class Component:
    """Something in the box: its pictures, by resource or object, how many there are, and what it is."""

    title: str
    count: str
    said: str
    icons: tuple[m.Resource | m.Group | str, ...]
    face: m.Object | None


@dataclass(frozen=True, slots=True)
class Reference:
    """A rulebook, and behind it, `with_code`, all that a rulebook leaves out."""

    title: str
    facts: tuple[str, ...]
    about: tuple[tuple[str, str], ...]
    """The title of each layer, and what it says about itself."""
    changes: tuple[Change, ...]
    aim: tuple[Text, ...]
    components: tuple[Component, ...]
    words: tuple[tuple[str, str, tuple[Text, ...]], ...]
    """The words to know: name, title and what it is."""
    questions: tuple[tuple[str, str], ...]
    summary: tuple[Section, ...]
    with_code: bool
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
        """Every definition, and every part of one, that has a place on the page."""
        entries = [entry for chapter in self.chapters for section in chapter.sections for entry in section.entries]
        drawn = (thing.object.name for entry in entries for drawing in entry.drawings for thing in drawing.things)
        things = (thing.object.name for family in self.families for thing in family.things)
        kinds = (family.kind.name for family in self.families if family.things)
        told = (name for entry in entries for name in (entry.name, *entry.covers))
        names = [*drawn, *things, *kinds, *told, *(name for name, _, _ in self.words)]
        if self.with_code:
            fields = (row.anchor for family in self.families if family.fields for row in family.fields.rows)
            listed = (name for listing in self.listings for name in (listing.anchor, *(row.anchor for row in listing.grid.rows)))
            names += [*(name for *_, name in self.index), *fields, *listed]
        return frozenset(filter(None, names))

    @property
    def anchors(self) -> frozenset[str]:
        """The anchors of a page: what is present, and what a layer has removed."""
        return self.present | {change.what.name for change in self.changes}
