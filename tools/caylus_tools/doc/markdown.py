"""The rulebook as Markdown: the same in words, without pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from caylus.diagnostics import as_words

from caylus_tools.common.english import capitalize, count_things
from caylus_tools.verbalize.definitions import Grid
from caylus_tools.verbalize.objects import Text
from caylus_tools.verbalize.prose import (
    Mark,
    Piece,
    Prose,
    Quote,
    Ref,
    Steps,
    Strong,
    Unit,
    Var,
    full_stop,
    join_list,
    make_step,
    sentence,
    title,
)

from . import outline

_ANCHOR = re.compile(r'<a id="[^"]*"></a>')
_SPECIAL = re.compile(r"([\\`*_\[\]<>|]|:(?=:))")


def markdown(reference: outline.Reference) -> str:
    """The whole document, the same bytes for the same rules."""
    return outline.keep_first(_ANCHOR, "\n".join(_Document(reference).lines())) + "\n"


class _Document:
    def __init__(self, reference: outline.Reference) -> None:
        self.reference = reference

    def lines(self) -> Iterator[str]:
        reference = self.reference
        yield f"<!-- {outline.SIGNED} -->"
        yield from (f"# {_escape(reference.title)}", "", " · ".join(map(_escape, reference.facts)), "")
        for number, (name, about) in enumerate(reference.about):
            yield from ((f"**{_escape(name)}.** " if number else "") + _escape(about), "")
        yield from ("## The aim of the game", "", *self.texts(reference.aim))
        if reference.components:
            yield from ("## What lies on the table", "", *map(self.component, reference.components), "")
        if reference.words:
            yield from ("## Words to know", "")
            for name, title, texts in reference.words:
                description = " ".join(self.prose(text.prose) for text in texts)
                yield f"- {_anchor(name)}**{_escape(capitalize(title.removeprefix('the ')))}.** {description}"
            yield ""
        if reference.board is not None:
            yield from self.board(reference.board)
        for chapter in reference.chapters:
            yield from self.chapter(chapter)
        if any(family.things for family in reference.families):
            yield from ("## All pieces", "")
        for family in reference.families:
            if family.things:
                yield from self.family(family)
        if reference.changes:
            yield from ("## What differs", "")
            for change in reference.changes:
                yield from self.change(change)
            yield ""
        if reference.questions:
            yield "## Questions and answers"
        for doubt, answers in reference.questions:
            yield from ("", *([doubt, ""] if doubt else []), *map(self.question, answers))
        if reference.with_code:
            yield from self.behind()

    def question(self, question: tuple[str, str]) -> str:
        return f"- **{_escape(question[0])}** {_escape(question[1])}"

    def behind(self) -> Iterator[str]:
        """All that a rulebook leaves out."""
        reference = self.reference
        yield from ("## For reference", "")
        for listing in reference.listings:
            yield from (f"### {_anchor(listing.anchor)}{listing.title}", "", *self.grid(listing.grid), "")
        for family in reference.families:
            if not family.things:
                yield from self.family(family)
        if reference.for_programs:
            yield from ("### For programs", "")
            for entry in reference.for_programs:
                yield from self.entry(entry, 4)
        yield from ("## Index", "")
        yield from (f"- {self.link(name, title)} ({_escape(word)})" for title, word, name in reference.index)

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
            case Strong(parts=parts):
                return f"**{self.prose(parts)}**"
        return _escape(piece)

    def link(self, name: str, text: str) -> str:
        return f"[{_escape(text)}](#{name})" if name in self.reference.anchors else _escape(text)

    def texts(self, texts: Iterable[Text]) -> Iterator[str]:
        """The blocks of a paragraph, an empty line behind each but the items of a list."""
        is_in_list = False
        for text in texts:
            yield from ("",) if is_in_list and not text.is_item else ()
            yield f"- {self.prose(text.prose)}" if text.is_item else self.prose(text.prose)
            yield from () if text.is_item else ("",)
            is_in_list = text.is_item
        yield from ("",) if is_in_list else ()

    def component(self, component: outline.Component) -> str:
        number, words = (f"{component.count} ", "") if component.count.isdigit() else ("", component.count)
        remark = ", ".join(filter(None, [component.said, words]))
        return f"- {number}{_escape(component.title)}{f': {_escape(remark)}' if remark else ''}"

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

    def change(self, change: outline.Change) -> Iterator[str]:
        is_gone = change.is_first and change.what.name not in self.reference.present
        what = _anchor(change.what.name) + _escape(change.what.text) if is_gone else self.piece(change.what)
        part = f" · {_escape(change.part)}" if change.part else ""
        place = f", `{change.place}`" if self.reference.with_code else ""
        yield f"- **{change.done}** {_escape(change.word)}**{what}**{part} ({_escape(change.layer)}{place})"
        if change.old and change.new:
            yield from self.steps((make_step(("was",), change.old), make_step(("is now",), change.new)), 1)
        else:
            yield from self.steps((*change.old, *change.new), 1)

    def family(self, family: outline.Family) -> Iterator[str]:
        kind = family.kind
        above = f"A kind of {self.link(kind.parent.name, as_words(kind.parent.name))}, " if kind.parent else ""
        heading = f"### {_anchor(kind.name)}{sentence((as_words(kind.plural),))[0]}"
        yield from (heading + _mark(family.mark), "")
        if self.reference.with_code:
            yield from (f"{above}`{family.place}`", "")
        yield from (f"*{_escape(family.note)}*", "") if family.note else ()
        if family.fields and self.reference.with_code:
            yield from (*self.grid(family.fields), "")
        if family.things:
            yield from (*self.things(family.things), "")

    def things(self, things: Sequence[outline.Thing]) -> Iterator[str]:
        """One line an object."""
        rows = []
        for thing in things:
            does = " ".join(self.prose(text.prose) for text in thing.texts) or self.sentences(thing.sentences)
            first = f"{_anchor(thing.object.name)}**{_escape(thing.label)}**{_mark(thing.mark)}"
            place = thing.excerpts[0].place if thing.excerpts else ""
            code = [_escape(thing.object.see or ""), f"`{place}`"] if self.reference.with_code else []
            rows.append([first, does, *code])
        return _table(["", "what it is", *(["see", "written in"] if self.reference.with_code else [])], rows)

    def sentences(self, parts: Iterable[Prose]) -> str:
        return " ".join(self.prose(full_stop(prose)) for prose in parts if prose)

    def stages(self, stages: Sequence[outline.Stage], depth: int) -> Iterator[str]:
        for number, stage in enumerate(stages, 1):
            see = f" ({_escape(stage.see)})" if stage.see else ""
            yield f"{'   ' * depth}{number}. {self.piece(stage.ref)}{see}{_mark(stage.mark)}"
            yield from self.stages(stage.below, depth + 1)

    def board(self, board: outline.Board) -> Iterator[str]:
        players = count_things(board.players, "player")
        yield from ("## The board", "", f"The board as it may look when a game for {players} begins.", "")
        for path in board.paths:
            used = [cell for cell in path.cells if cell.thing is not None or cell.held or cell.markers]
            rows = ((str(cell.number), self.cell_of_board(cell)) for cell in used)
            yield from (f"### {sentence((path.title,))[0]}", "", f"{count_things(len(path.cells), path.place)}.", "")
            yield from (*_table(["", "what lies there"], rows), "") if used else ()

    def cell_of_board(self, cell: outline.Cell) -> str:
        thing = [self.link(cell.thing.name, cell.thing.title)] if cell.thing is not None else []
        return ", ".join([*thing, *map(_escape, (*cell.held, *cell.markers))])

    def chapter(self, chapter: outline.Chapter) -> Iterator[str]:
        yield from (f"## {_escape(chapter.title)}", "")
        if chapter.anchor == "the-course":
            yield from (*self.stages(self.reference.course, 0), "")
        for section in chapter.sections:
            yield from self.section(section, is_headed=chapter.heads(section))
        for example in chapter.examples:
            yield from (f"> **Example.** {_escape(capitalize(example.title))}.", ">")
            places = [f"{place}: {thing.title}{f' ({who})' if who else ''}." for place, thing, who in example.places]
            if situation := " ".join([*places, *example.given]):
                yield from (f"> {_escape(situation)}", ">")
            yield from (f"> {number}. {_escape(line)}" for number, line in enumerate(example.lines, 1))
            yield ""

    def section(self, section: outline.Section, *, is_headed: bool) -> Iterator[str]:
        yield from (f"### {_escape(section.title)}", "") if section.title else ()
        yield from (f"*{_escape(section.note)}*", "") if section.note else ()
        for number, entry in enumerate(section.entries):
            yield from self.entry(entry, 4 if section.title or number else 3, is_headed=is_headed and not number)

    def entry(self, entry: outline.Entry, level: int, *, is_headed: bool = False) -> Iterator[str]:
        see = f" · {_escape(entry.see)}" if entry.see and self.reference.with_code else ""
        heading = self.prose(sentence((entry.title,)))
        tells = () if self.reference.with_code else entry.covers
        anchors = "".join(map(_anchor, (entry.name, *tells)))
        yield from ((anchors if is_headed else f"{'#' * level} {anchors}{heading}{see}") + _mark(entry.mark), "")
        yield from (f"*{_escape(entry.note)}*", "") if entry.note else ()
        if entry.texts or entry.drawings:
            yield from self.texts(entry.texts)
            for drawing in entry.drawings:
                yield from (*(self.things(drawing.things) if drawing.grid is None else self.grid(drawing.grid)), "")
        else:
            yield from (self.sentences((entry.about,)), "") if entry.about else ()
            if entry.grid:
                yield from (*_table(entry.grid.head, [list(map(self.prose, row.cells)) for row in entry.grid.rows]), "")
            yield from self.steps(entry.steps)
        if entry.bends:
            yield from ("", "But also:", "", *self.steps(entry.bends))
        if entry.see_also:
            yield from ("", f"See also {self.prose(join_list([(ref,) for ref in entry.see_also], last=' and '))}.")
        for excerpt in entry.excerpts if self.reference.with_code else ():
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
