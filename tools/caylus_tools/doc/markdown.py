"""The rulebook as Markdown: the same in words, without pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from caylus.diagnostics import as_words

from caylus_tools.common.english import count_things
from caylus_tools.verbalize.amounts import title
from caylus_tools.verbalize.definitions import Grid
from caylus_tools.verbalize.prose import Mark, Piece, Prose, Quote, Ref, Steps, Unit, Var, full_stop, make_step, sentence

from .board import Board, Cell
from .changes import Change
from .outline import SIGNED, Chapter, Entry, Family, Reference, Section, Stage, Thing

_SPECIAL = re.compile(r"([\\`*_\[\]<>|]|:(?=:))")


def markdown(reference: Reference) -> str:
    """The whole document, the same bytes for the same rules."""
    return "\n".join(_Document(reference).lines()) + "\n"


class _Document:
    def __init__(self, reference: Reference) -> None:
        self.reference = reference

    def lines(self) -> Iterator[str]:
        reference = self.reference
        yield f"<!-- {SIGNED} -->"
        yield from (f"# {_escape(reference.title)}", "", " · ".join(map(_escape, reference.facts)), "")
        for number, (name, about) in enumerate(reference.about):
            yield from ((f"**{_escape(name)}.** " if number else "") + _escape(about), "")
        if reference.changes:
            yield from ("## What differs", "")
            for change in reference.changes:
                yield from self.change(change)
            yield ""
        yield from ("## The aim of the game", "", " ".join(map(self.prose, reference.aim)), "")
        if reference.board is not None:
            yield from self.board(reference.board)
        for chapter in reference.chapters:
            yield from self.chapter(chapter)
        yield from ("## The pieces", "")
        for family in reference.families:
            yield from self.family(family)
        yield from ("## For reference", "")
        for listing in reference.listings:
            yield from (f"### {_anchor(listing.anchor)}{listing.title}", "", *self.grid(listing.grid), "")
        if reference.for_programs:
            yield from ("### For programs", "")
            for entry in reference.for_programs:
                yield from self.entry(entry, 4)
        yield from ("## Index", "")
        yield from (f"- {self.link(name, called)} ({_escape(word)})" for called, word, name in reference.index)

    # ---- text

    def prose(self, prose: Prose) -> str:
        return "".join(map(self.piece, prose))

    def piece(self, piece: Piece) -> str:
        match piece:
            case Ref(name=name, text=text):
                return self.link(name, text)
            case Unit(of=of, number=number):
                return self.link(of.name, title(of, number))
            case Var(text=text):
                return f"*{_escape(text)}*"
            case Quote(parts=parts):
                return f"“{self.prose(parts)}”"
        return _escape(piece)

    def link(self, name: str, text: str) -> str:
        return f"[{_escape(text)}](#{name})" if name in self.reference.anchors else _escape(text)

    def steps(self, steps: Steps, depth: int = 0) -> Iterator[str]:
        for step in steps:
            yield f"{'  ' * depth}- {self.prose(step.prose if depth else sentence(step.prose))}"
            yield from self.steps(step.below, depth + 1)

    def grid(self, grid: Grid) -> Iterator[str]:
        rows = []
        for row in grid.rows:
            first, *rest = map(self.prose, row.cells)
            rows.append([_anchor(row.anchor) + first + _mark(row.mark), *rest])
        return _table(grid.head, rows)

    # ---- parts

    def change(self, change: Change) -> Iterator[str]:
        is_gone = change.is_first and change.what.name not in self.reference.present
        what = _anchor(change.what.name) + _escape(change.what.text) if is_gone else self.piece(change.what)
        part = f" · {_escape(change.part)}" if change.part else ""
        yield f"- **{change.done}** {_escape(change.word)} **{what}**{part} ({_escape(change.layer)}, `{change.place}`)"
        if change.old and change.new:
            yield from self.steps((make_step(("was",), change.old), make_step(("is now",), change.new)), 1)
        else:
            yield from self.steps((*change.old, *change.new), 1)

    def family(self, family: Family) -> Iterator[str]:
        kind = family.kind
        above = f"A kind of {self.link(kind.parent.name, as_words(kind.parent.name))}, " if kind.parent else ""
        heading = f"{'#' * min(3 + family.depth, 6)} {_anchor(kind.name)}{sentence((as_words(kind.plural),))[0]}"
        yield from (heading + _mark(family.mark), "", f"{above}`{family.place}`", "")
        yield from (f"*{_escape(family.note)}*", "") if family.note else ()
        if family.fields:
            yield from (*self.grid(family.fields), "")
        if family.things:
            yield from (*self.things(family.things), "")

    def things(self, things: Sequence[Thing]) -> Iterator[str]:
        """One line an object."""
        rows = []
        for thing in things:
            does = self.sentences(thing.sentences)
            first = f"{_anchor(thing.object.name)}**{_escape(thing.object.title)}**{_mark(thing.mark)}"
            place = thing.excerpts[0].place if thing.excerpts else ""
            rows.append([first, does, _escape(thing.object.see or ""), f"`{place}`"])
        return _table(["", "what it is", "see", "written in"], rows)

    def sentences(self, told: Iterable[Prose]) -> str:
        return " ".join(self.prose(full_stop(prose)) for prose in told if prose)

    def stages(self, stages: Sequence[Stage], depth: int) -> Iterator[str]:
        for number, stage in enumerate(stages, 1):
            see = f" ({_escape(stage.see)})" if stage.see else ""
            yield f"{'   ' * depth}{number}. {self.piece(stage.ref)}{see}{_mark(stage.mark)}"
            yield from self.stages(stage.below, depth + 1)

    def board(self, board: Board) -> Iterator[str]:
        yield from ("## The board", "", f"As it may lie when a game of {board.players} begins.", "")
        for path in board.paths:
            used = [cell for cell in path.cells if cell.thing is not None or cell.held or cell.markers]
            rows = ((str(cell.number), self.cell_of_board(cell)) for cell in used)
            yield from (f"### {sentence((path.title,))[0]}", "", f"{count_things(len(path.cells), 'place')}.", "")
            yield from (*_table(["", "what lies there"], rows), "") if used else ()

    def cell_of_board(self, cell: Cell) -> str:
        thing = [self.link(cell.thing.name, cell.thing.title)] if cell.thing is not None else []
        return ", ".join([*thing, *map(_escape, (*cell.held, *cell.markers))])

    def chapter(self, chapter: Chapter) -> Iterator[str]:
        yield from (f"## {_escape(chapter.title)}", "")
        if chapter.anchor == "the-course":
            yield from (*self.stages(self.reference.course, 0), "")
        for section in chapter.sections:
            yield from self.section(section)

    def section(self, section: Section) -> Iterator[str]:
        yield from (f"### {_escape(section.title)}", "") if section.title else ()
        yield from (f"*{_escape(section.note)}*", "") if section.note else ()
        for number, entry in enumerate(section.entries):
            yield from self.entry(entry, 4 if section.title or number else 3)

    def entry(self, entry: Entry, level: int) -> Iterator[str]:
        see = f" · {_escape(entry.see)}" if entry.see else ""
        called = self.prose(sentence((entry.title,)))
        yield from (f"{'#' * level} {_anchor(entry.name)}{called}{see}{_mark(entry.mark)}", "")
        yield from (f"*{_escape(entry.note)}*", "") if entry.note else ()
        yield from (self.sentences((entry.about,)), "") if entry.about else ()
        if entry.grid:
            yield from (*_table(entry.grid.head, [list(map(self.prose, row.cells)) for row in entry.grid.rows]), "")
        yield from self.steps(entry.steps)
        if entry.bends:
            yield from ("", "But also:", "", *self.steps(entry.bends))
        for excerpt in entry.excerpts:
            yield from ("", f"`{excerpt.place}`", "", "```rules", excerpt.text, "```")
        yield ""


def _table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    cells = list(head)
    yield f"| {' | '.join(cells)} |"
    yield f"|{' --- |' * len(cells)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)


def _anchor(name: str) -> str:
    return f'<a id="{name}"></a>' if name else ""


def _mark(mark: Mark | None) -> str:
    return f" *({mark.done} by {_escape(mark.layer)})*" if mark else ""


def _escape(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
