"""The rulebook as one page of HTML that needs nothing else: nothing to fetch, and one script of its own, for searching."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Set
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import NamedTuple

from caylus.diagnostics import as_words

from caylus_tools.common.english import capitalize, count_things
from caylus_tools.verbalize.definitions import Grid, Row
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
    sentence,
    title,
)
from caylus_tools.verbalize.source_text import Excerpt

from . import outline
from .faces import Faces, Icons, icon_id

_AFTER_NUMBER = re.compile(r'(?<=\d) (?=<span class="unit">)')


class Markup:
    """`anchors` are the names that the page has a place for; nothing else is linked."""

    def __init__(self, anchors: Set[str]) -> None:
        self._anchors = anchors

    def prose(self, prose: Prose) -> str:
        """A number stays with what it is a number of."""
        return _AFTER_NUMBER.sub("\N{NO-BREAK SPACE}", "".join(map(self._piece, prose)))

    def _piece(self, piece: Piece) -> str:
        match piece:
            case Ref(name=name, text=text):
                return self.link(name, text)
            case Unit(of=of, number=number):
                return f'<span class="unit">{icon(icon_id(of))} {self.link(of.name, title(of, number))}</span>'
            case Var(text=text):
                return f"<i>{escape(text)}</i>"
            case Quote(parts=parts):
                return f"<q>{self.prose(parts)}</q>"
            case Strong(parts=parts):
                return f"<strong>{self.prose(parts)}</strong>"
        return escape(piece)

    def link(self, name: str, text: str) -> str:
        return f'<a href="#{name}">{escape(text)}</a>' if name in self._anchors else escape(text)

    def texts(self, texts: Iterable[Text]) -> str:
        """The blocks of a paragraph, the items of a list together."""
        fragments = []
        for is_item, run in groupby(texts, lambda text: text.is_item):
            items = [self.prose(text.prose) for text in run]
            fragments.append(
                f"<ul>{''.join(f'<li>{one}</li>' for one in items)}</ul>"
                if is_item
                else "".join(f"<p>{one}</p>" for one in items)
            )
        return "".join(fragments)

    def sentences(self, parts: Iterable[Prose]) -> str:
        """A paragraph, each a sentence of its own."""
        text = " ".join(self.prose(full_stop(prose)) for prose in parts if prose)
        return f'<p class="said">{text}</p>' if text else ""

    def steps(self, steps: Steps) -> str:
        return f'<div class="words">{self._list(steps, sentences=True)}</div>' if steps else ""

    def _list(self, steps: Steps, *, sentences: bool = False) -> str:
        items = []
        for step in steps:
            item_html = self.prose(sentence(step.prose) if sentences else step.prose)
            items.append(f"<li>{item_html}{self._list(step.below) if step.below else ''}</li>")
        return f"<ul>{''.join(items)}</ul>"

    def grid(self, grid: Grid, caption: str, *, is_matrix: bool = False) -> str:
        """A table; the rows of a matrix are about objects that have their place elsewhere."""
        head = "".join(f'<th scope="col">{escape(cell)}</th>' if cell else "<td></td>" for cell in grid.head)
        rows = "".join(self._row(row, is_matrix) for row in grid.rows)
        style = ' class="matrix"' if is_matrix else ""
        return (
            f'<div class="wide"><table{style}><caption>{escape(caption)}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
        )

    def _row(self, row: Row, is_matrix: bool) -> str:
        first, *rest = row.cells
        cells = "".join(f"<td>{self.prose(cell)}</td>" for cell in rest)
        name = "" if is_matrix else f' id="{row.anchor}"'
        class_attribute = f' class="{row.mark.done}"' if row.mark else ""
        return f'<tr{name}{class_attribute}><th scope="row">{self.prose(first)}{self.mark(row.mark)}</th>{cells}</tr>'

    def mark(self, mark: Mark | None) -> str:
        if mark is None:
            return ""
        return f' <span class="mark {mark.done}">{mark.done} by {escape(mark.layer)}</span>'

    def excerpt(self, excerpt: Excerpt, name: str) -> str:
        """Lines of the rules with their numbers; names in them lead to what they name, but for `name` itself."""
        lines = []
        for number, words in enumerate(excerpt.lines, excerpt.first):
            fragments = []
            before = ""
            for word in words:
                text = escape(word.text)
                if word.sort == "name" and word.text in self._anchors - {name} and not before.endswith("."):
                    text = f'<a href="#{word.text}">{text}</a>'
                fragments.append(f'<span class="{word.sort}">{text}</span>' if word.sort not in ("", "name") else text)
                before = word.text
            lines.append(f'<span class="line" data-n="{number}">{"".join(fragments)}</span>')
        code = "\n".join(lines)
        return f'<figure class="source"><figcaption>{escape(excerpt.place)}</figcaption><pre><code>{code}</code></pre></figure>'


def icon(id_: str) -> str:
    """A picture in a line of text, for whoever sees: words beside it say the same."""
    return f'<svg class="icon" aria-hidden="true"><use href="#{id_}"/></svg>'


def note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>' if text else ""


WIDE, NARROW = 8, 4
"""How many places lie side by side where there is room, and on a phone."""


def board(board: outline.Board, faces: Faces, markup: Markup) -> str:
    """A list for each row, so that whoever hears a page hears the places in their order."""
    paths = "\n".join(_path(path, board.players, faces, markup) for path in board.paths)
    kinds = dict.fromkeys(thing.kind for thing in outline.things_on(board))
    named = ((faces.tint(kind), markup.link(kind.name, capitalize(as_words(kind.plural)))) for kind in kinds)
    legend = "".join(f'<li><span class="spot tint-{tint}"></span>{link}</li>' for tint, link in named)
    players = count_things(board.players, "player")
    caption = f"The board as it may look when a game for {players} begins. Follow the path by its numbers."
    sections = "".join(map(_section, board.sections))
    sections_html = f'<div class="sections">{sections}</div>' if sections else ""
    below = f"<ul class=legend>{legend}</ul>" if legend else ""
    return f'<p>{caption}</p><div class="board">{paths}{sections_html}</div>{below}'


def _stop(title: str, players: int) -> str:
    circles = "".join(f"<li>{number}</li>" for number in range(1, players + 1))
    return f'<h3>{escape(capitalize(title))}</h3><ol class="stop" aria-label="{escape(title)}">{circles}</ol>'


def _section(section: outline.BoardSection) -> str:
    parts = '<span class="unbuilt"></span>' * section.parts
    return f"<p><b>{escape(section.title)}</b> {section.parts} parts</p><div aria-hidden=true>{parts}</div>"


def _path(path: outline.Path, players: int, faces: Faces, markup: Markup) -> str:
    cells = "".join(_cell(cell, faces, markup, cell is path.cells[-1]) for cell in path.cells)
    title = escape(capitalize(path.title))
    stops = "".join(_stop(title, players) for title in path.stops)
    return f'{stops}<h3>{title}</h3><ol class="path" aria-label="{title}">{cells}</ol>'


def _cell(cell: outline.Cell, faces: Faces, markup: Markup, is_last: bool) -> str:
    markers = "".join(f'<span class="marker">{escape(marker)}</span>' for marker in cell.markers)
    contents = "".join(f'<span class="held">{escape(word)}</span>' for word in cell.held)
    number = f'<span class="nth">{cell.number}</span>'
    place = f'style="{_place_style(cell.number, "w", WIDE, is_last)}{_place_style(cell.number, "n", NARROW, is_last)}"'
    if cell.mark:
        number += f'<span class="due">{escape(cell.mark)}</span>'
    if cell.thing is None:
        return f'<li class="empty" {place}>{number}{contents}{markers}</li>'
    title = markup.link(cell.thing.name, cell.thing.title)
    head = f'<span class="head tint-{faces.tint(cell.thing.kind)}">{title}</span>'
    does = faces.small(cell.thing, cell.down)
    return f'<li class="cell" {place}>{head}{does}{contents}<span class="foot">{number}{markers}</span></li>'


def _place_style(number: int, name: str, columns: int, is_last: bool) -> str:
    """Row and column of a place, and where the way goes on from it, on a path that turns at the end of every row."""
    row, column = divmod(number - 1, columns)
    is_back = row % 2 == 1
    across = columns - column if is_back else column + 1
    way = "none" if is_last else "down" if column == columns - 1 else "left" if is_back else "right"
    return f"--{name}r:{row + 1};--{name}c:{across};--{name}w:var(--{way});"


def changes(reference: outline.Reference, markup: Markup, faces: Faces) -> str:
    items = "\n".join(_change(change, reference, markup, faces) for change in reference.changes)
    base = escape(reference.about[0][0])
    return f'<p>Compared with {base}, in the order in which the variants say it.</p><ol class="changes">{items}</ol>'


def _change(change: outline.Change, reference: outline.Reference, markup: Markup, faces: Faces) -> str:
    is_gone = change.is_first and change.what.name not in reference.present
    anchor = f' id="{change.what.name}"' if is_gone else ""
    what = escape(change.what.text) if is_gone else markup.link(change.what.name, change.what.text)
    part = f" · {escape(change.part)}" if change.part else ""
    head = (
        f'<p><span class="mark {change.done}">{change.done}</span> {escape(change.word)}<strong>{what}</strong>{part}'
        f' <span class="place">{escape(_place(change, with_code=reference.with_code))}</span></p>'
    )
    thing = reference.definitions.things.get(change.what.name)
    if change.done == "added" and thing is not None:
        description = markup.sentences(reference.definitions.objects.sentences(thing))
        return f'<li{anchor}>{head}<div class="new">{faces.draw(thing)}{description}</div></li>'
    old = f'<del class="was">{markup.steps(change.old)}</del>' if change.old else ""
    new = f'<ins class="now">{markup.steps(change.new)}</ins>' if change.new else ""
    return f'<li{anchor}>{head}<div class="sides">{old}{new}</div></li>'


def _place(change: outline.Change, *, with_code: bool) -> str:
    return f"{change.place} · {change.layer}" if with_code else change.layer


class Rules:
    def __init__(self, markup: Markup, *, with_code: bool) -> None:
        self._markup = markup
        self._with_code = with_code

    def stages(self, stages: tuple[outline.Stage, ...]) -> str:
        return f'<div class="course">{self._stages(stages)}</div>' if stages else ""

    def _stages(self, stages: tuple[outline.Stage, ...]) -> str:
        items = []
        for stage in stages:
            link = self._markup.link(stage.ref.name, as_words(stage.ref.text))
            below = self._stages(stage.below) if stage.below else ""
            items.append(f"<li>{link}{_see(stage.see)}{self._markup.mark(stage.mark)}{below}</li>")
        return f"<ol>{''.join(items)}</ol>"

    def section(
        self, section: outline.Section, anchor: str, draw: Callable[[outline.Drawing], str], *, is_headed: bool = False
    ) -> str:
        """Without a title of its own, its first entry heads it, unless the chapter that it is part of does."""
        first, rest = ([], section.entries) if section.title else (section.entries[:1], section.entries[1:])
        head = f"<h3>{escape(section.title)}</h3>{note(section.note)}" if section.title else ""
        entries = "\n".join(
            [
                *(self.entry(entry, 3, draw, is_headed=is_headed) for entry in first),
                *(self.entry(entry, 4, draw) for entry in rest),
            ]
        )
        return f'<section class="rules" id="{anchor}">{head}{entries}</section>'

    def entry(self, entry: outline.Entry, level: int, draw: Callable[[outline.Drawing], str], *, is_headed: bool = False) -> str:
        markup = self._markup
        mark_class = f" {entry.mark.done}" if entry.mark else ""
        if entry.texts or entry.drawings:
            body = markup.texts(entry.texts) + "".join(map(draw, entry.drawings))
        else:
            steps = markup.grid(entry.grid, entry.title, is_matrix=True) if entry.grid else markup.steps(entry.steps)
            body = markup.sentences((entry.about,)) + steps
        title = capitalize(entry.title)
        mark, see = markup.mark(entry.mark), _see(entry.see)
        head = f"<p>{mark}</p>" if mark else ""
        if not is_headed:
            head = f"<h{level}>{escape(title)}{see if self._with_code else ''}{mark}</h{level}>"
        of_bends = level if is_headed else level + 1
        bends = f'<div class="bends"><h{of_bends}>But also</h{of_bends}>{markup.steps(entry.bends)}</div>' if entry.bends else ""
        if entry.see_also:
            bends += f"<p>See also {markup.prose(join_list([(ref,) for ref in entry.see_also], last=' and '))}.</p>"
        anchors = "".join(f'<span id="{name}"></span>' for name in entry.covers if not self._with_code)
        code = as_written(markup, entry.excerpts, entry.name, entry.title) if self._with_code else ""
        return (
            f'<article class="entry {entry.word}{mark_class}" id="{entry.name}">{anchors}{head}{note(entry.note)}'
            f'<div class="told">{body}{bends}</div>{code}</article>'
        )


def as_written(markup: Markup, excerpts: Iterable[Excerpt], name: str, title: str, steps: Steps = ()) -> str:
    """The text of a definition, folded, and what it comes to step by step."""
    sources = "".join(markup.excerpt(excerpt, name) for excerpt in excerpts)
    label = f"{escape(capitalize(title))} as written"
    return (
        f'<details class="written"><summary aria-label="{label}">as written</summary>{markup.steps(steps)}{sources}</details>'
        if sources
        else ""
    )


def _see(see: str) -> str:
    return f' <span class="see">{escape(see)}</span>' if see else ""


class Pieces:
    def __init__(self, markup: Markup, faces: Faces, *, with_code: bool) -> None:
        self._with_code = with_code
        self._markup = markup
        self._faces = faces

    def heading(self, family: outline.Family) -> str:
        return capitalize(as_words(family.kind.plural))

    def family(self, family: outline.Family) -> str:
        """The pieces of a kind."""
        things = "\n".join(map(self.thing, family.things))
        return (
            f'<section class="family" id="{family.kind.name}">{self._head(family, 3)}{note(family.note)}'
            f'<div class="faces">{things}</div></section>'
        )

    def kind(self, family: outline.Family) -> str:
        """The description of a kind; the place of one without pieces of its own."""
        level = min(4 + family.depth, 6)
        above = family.kind.parent
        of = f"a kind of {self._markup.link(above.name, as_words(above.name))} · " if above else ""
        fields = self._markup.grid(family.fields, f"What each {as_words(family.kind.name)} has") if family.fields else ""
        has_place = bool(family.things)
        anchor = "" if has_place else f' id="{family.kind.name}"'
        family_note = "" if has_place else note(family.note)
        return (
            f'<section class="kind"{anchor}>{self._head(family, level)}<p class="place">{of}{escape(family.place)}</p>'
            f"{family_note}{fields}</section>"
        )

    def _head(self, family: outline.Family, level: int) -> str:
        tint = self._faces.tint(family.kind)
        spot = f'<span class="spot tint-{tint}"></span>' if tint else ""
        return f"<h{level}>{spot}{escape(self.heading(family))}{self._markup.mark(family.mark)}</h{level}>"

    def thing(self, thing: outline.Thing) -> str:
        name, title = thing.object.name, thing.object.title
        mark_class = f" {thing.mark.done}" if thing.mark else ""
        description = self._markup.texts(thing.texts) or self._markup.sentences(thing.sentences)
        heading = f"<b>{escape(title)}.</b> "
        description = (
            description.replace(">", f">{heading}", 1) if description.startswith("<p") else f"<p>{heading}</p>{description}"
        )
        see = f'<span class="see">{escape(thing.object.see)}</span>' if thing.object.see and self._with_code else ""
        code = as_written(self._markup, thing.excerpts, name, title, thing.steps) if self._with_code else ""
        return (
            f'<figure class="thing{mark_class}" id="{name}">{self._faces.draw(thing.object, corner(thing.mark))}'
            f"<figcaption>{see}{self._markup.mark(thing.mark)}{description}{note(thing.note)}</figcaption>{code}</figure>"
        )


def corner(mark: Mark | None) -> str:
    """The text in the corner of a face; changes elsewhere leave a face as it was."""
    return mark.done if mark and mark.done != "affected" else ""


_ANCHOR = re.compile(r' id="[^"]*"')


class Part(NamedTuple):
    """A part of the page, and what is listed below it in the contents. Its anchor has a hyphen, unlike the names of rules."""

    anchor: str
    title: str
    body: str
    below: list[tuple[str, str]]


def html(reference: outline.Reference, fonts: str = "") -> str:
    """The whole page, the same bytes for the same rules. It fetches `fonts`, the rules of a style sheet, from its server."""
    return _Page(reference).whole(fonts)


class _Page:
    def __init__(self, reference: outline.Reference) -> None:
        self.reference = reference
        self.icons = Icons(reference.definitions.model, reference.icons)
        self.faces = Faces(reference.definitions.objects, self.icons, reference.tints)
        self.markup = Markup(reference.anchors)
        self.rules = Rules(self.markup, with_code=reference.with_code)
        self.pieces = Pieces(self.markup, self.faces, with_code=reference.with_code)

    def whole(self, fonts: str) -> str:
        title = escape(self.reference.title)
        style, script = (files(__package__ or "").joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
        parts = list(self.parts())
        lines = [
            "<!DOCTYPE html>",
            '<html lang="en">',
            f'<head><meta charset="utf-8"><meta name="generator" content="{outline.SIGNED}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy(script, fonts)}"><title>{title}: the rules</title>',
            f"<style>\n{fonts}{style}</style></head>",
            "<body>",
            f'<svg width="0" height="0" class="defs" aria-hidden="true"><defs>{"".join(self.icons.symbols())}</defs></svg>',
            '<a class="skip" href="#main-part">Skip to the rules</a>',
            *_contents(self.reference.title, parts, with_code=self.reference.with_code),
            '<main id="main-part">',
            *self.head(),
        ]
        for part in parts:
            lines += [f'<section class="part" id="{part.anchor}"><h2>{escape(part.title)}</h2>', part.body, "</section>"]
        return "\n".join(
            [outline.keep_first(_ANCHOR, "\n".join(lines)), "</main>", f"<script>{script}</script>", "</body>", "</html>", ""]
        )

    def head(self) -> Iterator[str]:
        reference = self.reference
        yield f'<header><h1>{escape(reference.title)}</h1><p class="facts">{" · ".join(map(escape, reference.facts))}</p>'
        for number, (heading, about) in enumerate(reference.about):
            named = f"<strong>{escape(heading)}.</strong> " if number else ""
            yield f"<p>{named}{escape(about)}</p>" if about else ""
        yield "</header>"

    def parts(self) -> Iterator[Part]:
        """The parts in the order in which one learns a game."""
        reference, markup = self.reference, self.markup
        yield Part("the-aim", "The aim of the game", markup.texts(reference.aim), [])
        if reference.components:
            yield Part("the-components", "What lies on the table", self.components(), [])
        if reference.words:
            yield Part("the-words", "Words to know", self.words(), [])
        if reference.board is not None:
            yield Part("the-board", "The board", board(reference.board, self.faces, markup), [])
        for chapter in reference.chapters:
            course = self.rules.stages(reference.course) if chapter.anchor == "the-course" else ""
            below = [
                (f"{chapter.anchor}-{number}", capitalize(section.heading)) for number, section in enumerate(chapter.sections, 1)
            ]
            bodies = (
                self.rules.section(section, at[0], self.drawing, is_headed=chapter.heads(section))
                for section, at in zip(chapter.sections, below, strict=True)
            )
            examples = "".join(map(self.example, chapter.examples))
            heads = [chapter.heads(section) for section in chapter.sections]
            contents = [at for at, is_headed in zip(below, heads, strict=True) if not is_headed] if len(below) > 1 else []
            yield Part(chapter.anchor, capitalize(chapter.title), course + "\n".join(bodies) + examples, contents)
        families = [(family.kind.name, self.pieces.heading(family)) for family in reference.families if family.things]
        if families:
            family_sections = (self.pieces.family(family) for family in reference.families if family.things)
            yield Part("the-pieces", "All pieces", "\n".join(family_sections), families)
        if reference.changes:
            yield Part("what-changes", "What differs", changes(reference, markup, self.faces), [])
        if reference.questions:
            yield Part("the-questions", "Questions and answers", self.questions(), [])
        if reference.summary:
            yield Part("the-summary", "Summary", self.summary(), [])
        if reference.with_code:
            yield Part("for-reference", "For reference", "\n".join(self.listings()), [])
            yield Part("the-index", "Index", self.index(), [])

    def components(self) -> str:
        return f'<div class="components">{"".join(map(self.component, self.reference.components))}</div>'

    def component(self, component: outline.Component) -> str:
        pictures = "".join(icon(icon_id(of)) for of in component.icons)
        face = self.faces.draw(component.face) if component.face is not None else ""
        title = f"{component.count} {component.title}".strip() if component.count.isdigit() else component.title
        remark = ", ".join(filter(None, [component.said, "" if component.count.isdigit() else component.count]))
        note_html = f'<span class="note">{escape(remark)}</span>' if remark else ""
        return (
            f'<div class="component"><div class="shown">{pictures}{face}</div><strong>{escape(title)}</strong>{note_html}</div>'
        )

    def words(self) -> str:
        items = (
            f'<div id="{name}"><dt>{escape(capitalize(title.removeprefix("the ")))}</dt><dd>{self.markup.texts(texts)}</dd></div>'
            for name, title, texts in self.reference.words
        )
        return f'<dl class="glossary">{"".join(items)}</dl>'

    def drawing(self, drawing: outline.Drawing) -> str:
        if drawing.grid is not None:
            return self.markup.grid(drawing.grid, drawing.title, is_matrix=True)
        return f'<div class="faces told">{"".join(map(self.pieces.thing, drawing.things))}</div>'

    def small_drawing(self, drawing: outline.Drawing) -> str:
        if drawing.grid is not None:
            return self.drawing(drawing)
        return f'<div class="places">{"".join(self.faces.draw(thing.object) for thing in drawing.things)}</div>'

    def example(self, example: outline.Example) -> str:
        places = "".join(
            f"<figure>{self.faces.draw(thing)}<figcaption>{escape(f'{place}: {who}' if who else place)}</figcaption></figure>"
            for place, thing, who in example.places
        )
        places_html = f'<div class="places">{places}</div>' if places else ""
        situation = f'<p class="note">{escape(" ".join(example.given))}</p>' if example.given else ""
        lines = "".join(f"<li>{escape(line)}</li>" for line in example.lines)
        title = escape(capitalize(example.title))
        return f'<aside class="example"><p><b>Example.</b> {title}.</p>{places_html}{situation}<ol>{lines}</ol></aside>'

    def questions(self) -> str:
        return "".join((f"<p>{doubt}</p>" if doubt else "") + _questions(answers) for doubt, answers in self.reference.questions)

    def summary(self) -> str:
        """The last page: what is told above, once more, without its anchors."""
        sections = (
            self.rules.section(section, f"summary-{number}", self.small_drawing)
            for number, section in enumerate(self.reference.summary, 1)
        )
        return _ANCHOR.sub("", "\n".join(sections))

    # ---- what a rulebook leaves out

    def listings(self) -> Iterator[str]:
        markup = self.markup
        for listing in self.reference.listings:
            anchor = f' id="{listing.anchor}"' if listing.anchor else ""
            yield f"<section{anchor}><h3>{escape(listing.title)}</h3>{markup.grid(listing.grid, listing.title)}</section>"
        if self.reference.families:
            yield "<section><h3>Kinds of pieces</h3>"
            yield from map(self.pieces.kind, self.reference.families)
            yield "</section>"
        if self.reference.for_programs:
            explanation = "What screens and bots ask for. Nobody needs it to play."
            entries = "".join(self.rules.entry(entry, 4, self.drawing) for entry in self.reference.for_programs)
            yield f"<section><h3>For programs</h3>{note(explanation)}{entries}</section>"

    def index(self) -> str:
        items = "".join(
            f'<li>{self.markup.link(name, title)} <span class="place">{escape(word)}</span></li>'
            for title, word, name in self.reference.index
        )
        return f'<ul class="index">{items}</ul>'


def _questions(questions: Iterable[tuple[str, str]]) -> str:
    items = (f"<div><dt>{escape(question)}</dt><dd>{escape(answer)}</dd></div>" for question, answer in questions)
    return f'<dl class="questions">{"".join(items)}</dl>'


def _contents(title: str, parts: list[Part], *, with_code: bool) -> Iterator[str]:
    yield f'<nav aria-label="Contents"><p class="brand">{escape(title)}</p>'
    yield '<div class="tools" hidden><label for="look-for">Search the rules</label>'
    yield '<input type="search" id="look-for" placeholder="Search the rules" autocomplete="off">'
    yield '<button type="button" id="light-dark">Light or dark</button>'
    if with_code:
        yield '<button type="button" id="as-written" aria-pressed="false">All as written</button>'
    yield '<p id="found-count" role="status"></p><ol id="found-places"></ol></div>'
    yield '<details class="contents" open><summary>Contents</summary><ol>'
    for part in parts:
        items = "".join(f'<li><a href="#{anchor}">{escape(text)}</a></li>' for anchor, text in part.below)
        yield f'<li><a href="#{part.anchor}">{escape(part.title)}</a>{f"<ol>{items}</ol>" if items else ""}</li>'
    yield "</ol></details></nav>"


def content_policy(fonts: str) -> str:
    """The policy of every page with such fonts, for whoever serves one."""
    return _policy(files(__package__ or "").joinpath("page.js").read_text(encoding="utf-8"), fonts)


def _policy(script: str, fonts: str) -> str:
    """The policy of the page for browsers: run this script, and fetch nothing but fonts, where there are some."""
    script_hash = b64encode(sha256(script.encode()).digest()).decode()
    font_policy = "font-src 'self'; " if fonts else ""
    allowed = f"{font_policy}style-src 'unsafe-inline'; script-src 'sha256-{script_hash}'"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
