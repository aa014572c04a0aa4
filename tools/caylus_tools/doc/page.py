"""The reference as one page of HTML that needs nothing else: no script, no font, nothing to fetch."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from caylus.diagnostics import as_words

from caylus_tools.verbalize.prose import Mark

from .changes import Change
from .faces import Faces
from .icons import Icons
from .markup import Markup
from .reference import Entry, Family, Reference, Section, Stage, Thing

Chapter = tuple[str, str, str, list[tuple[str, str]]]
"""An anchor, a title, what stands there, what is listed below it. Anchors have a hyphen in them, unlike the names of rules."""


def html(reference: Reference) -> str:
    """The whole page, the same bytes for the same rules."""
    return _Page(reference).whole()


class _Page:
    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.icons = Icons(reference.definitions.model)
        self.faces = Faces(reference.definitions.objects, self.icons)
        self.markup = Markup(reference.anchors)

    def whole(self) -> str:
        title = escape(self.reference.title)
        style = files(__package__ or "").joinpath("page.css").read_text(encoding="utf-8")
        chapters = list(self.chapters())
        lines = [
            "<!DOCTYPE html>",
            '<html lang="en">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="color-scheme" content="light dark"><title>{title}: the rules for reference</title>',
            f"<style>\n{style}</style></head>",
            "<body>",
            f'<svg width="0" height="0" class="defs" aria-hidden="true"><defs>{"".join(self.icons.symbols())}</defs></svg>',
            '<a class="skip" href="#main-part">Skip to the rules</a>',
            *_contents(self.reference.title, chapters),
            '<main id="main-part">',
            *self.head(),
        ]
        for anchor, name, body, _ in chapters:
            lines += [f'<section class="part" id="{anchor}"><h2>{escape(name)}</h2>', body, "</section>"]
        return "\n".join([*lines, "</main>", "</body>", "</html>", ""])

    def chapters(self) -> Iterator[Chapter]:
        reference = self.reference
        if reference.changes:
            yield "what-changes", "What changes", self.changes(), []
        yield "the-table", "The table", "\n".join(self.boards()), []
        families = [(family.kind.name, _plural(family)) for family in reference.families if family.depth == 0 or family.things]
        yield "the-pieces", "The pieces", "\n".join(map(self.family, reference.families)), families
        yield "the-course", "The course of the game", f'<div class="course">{self.stages(reference.course)}</div>', []
        sections = [(_section_anchor(number), section.title) for number, section in enumerate(reference.sections)]
        rendered = [self.section(section, anchor) for section, (anchor, _) in zip(reference.sections, sections, strict=True)]
        yield "the-rules", "The rules", "\n".join(rendered), sections
        yield "the-index", "Index", self.index(), []

    def head(self) -> Iterator[str]:
        reference = self.reference
        yield f"<header><h1>{escape(reference.title)}</h1>"
        yield f'<p class="facts">{" · ".join(map(escape, reference.facts))}</p>'
        for number, (title, about) in enumerate(reference.about):
            named = f"<strong>{escape(title)}.</strong> " if number else ""
            yield f"<p>{named}{escape(about)}</p>" if about else ""
        yield "</header>"

    # ---- what changes

    def changes(self) -> str:
        items = "\n".join(map(self.change, self.reference.changes))
        base = escape(self.reference.about[0][0])
        return f'<p>Compared with {base}, in the order in which the variants say it.</p><ol class="changes">{items}</ol>'

    def change(self, change: Change) -> str:
        markup = self.markup
        is_gone = change.is_first and change.what.name not in self.reference.present
        anchor = f' id="{change.what.name}"' if is_gone else ""
        what = escape(change.what.text) if is_gone else markup.link(change.what.name, change.what.text)
        part = f" · {escape(change.part)}" if change.part else ""
        head = (
            f'<p><span class="mark {change.done}">{change.done}</span> {escape(change.word)} <strong>{what}</strong>{part}'
            f' <span class="place">{escape(change.place)} · {escape(change.layer)}</span></p>'
        )
        thing = self.reference.definitions.things.get(change.what.name)
        if change.done == "added" and thing is not None:
            return f"<li{anchor}>{head}{self.faces.draw(thing)}</li>"
        old = f'<del class="was">{markup.steps(change.old)}</del>' if change.old else ""
        new = f'<ins class="now">{markup.steps(change.new)}</ins>' if change.new else ""
        return f'<li{anchor}>{head}<div class="sides">{old}{new}</div></li>'

    # ---- the table and the pieces

    def boards(self) -> Iterator[str]:
        for board in self.reference.table:
            anchor = f' id="{board.anchor}"' if board.anchor else ""
            yield f"<section{anchor}><h3>{escape(board.title)}</h3>{self.markup.grid(board.grid, board.title)}</section>"

    def family(self, family: Family) -> str:
        level = min(3 + family.depth, 6)
        colour = self.faces.colour(family.kind)
        spot = f'<span class="spot" style="background:{colour}"></span>' if colour else ""
        above = family.kind.parent
        of = f"a kind of {self.markup.link(above.name, as_words(above.name))} · " if above else ""
        fields = self.markup.grid(family.fields, f"What each {as_words(family.kind.name)} has") if family.fields else ""
        things = "\n".join(self.thing(thing) for thing in family.things)
        return (
            f'<section class="family" id="{family.kind.name}"><h{level}>{spot}{escape(_plural(family))}'
            f"{self.markup.mark(family.mark)}</h{level}>"
            f'<p class="place">{of}{escape(family.place)}</p>{_note(family.note)}{fields}'
            f"{f'<div class=faces>{things}</div>' if things else ''}</section>"
        )

    def thing(self, thing: Thing) -> str:
        name = thing.object.name
        marked = f" {thing.mark.done}" if thing.mark else ""
        see = f'<span class="see">{escape(thing.object.see)}</span> · ' if thing.object.see else ""
        about = f"<br>{escape(thing.object.about)}" if thing.object.about else ""
        sources = "".join(self.markup.excerpt(excerpt, name) for excerpt in thing.excerpts)
        rendered = f'<div class="sides">{self.markup.steps(thing.steps)}<div>{sources}</div></div>'
        label = f"{escape(thing.object.title)} in words and as written"
        return (
            f'<figure class="thing{marked}" id="{name}">{self.faces.draw(thing.object, _corner(thing.mark))}'
            f"<figcaption>{see}<code>{escape(name)}</code>{self.markup.mark(thing.mark)}{about}</figcaption>"
            f'<details><summary aria-label="{label}">in words and as written</summary>{_note(thing.note)}{rendered}</details>'
            "</figure>"
        )

    # ---- the course of the game and the rules

    def stages(self, stages: tuple[Stage, ...]) -> str:
        items = []
        for stage in stages:
            see = f' <span class="see">{escape(stage.see)}</span>' if stage.see else ""
            link = self.markup.link(stage.ref.name, as_words(stage.ref.text))
            below = self.stages(stage.below) if stage.below else ""
            items.append(f"<li>{link}{see}{self.markup.mark(stage.mark)}{below}</li>")
        return f"<ol>{''.join(items)}</ol>"

    def section(self, section: Section, anchor: str) -> str:
        entries = "\n".join(map(self.entry, section.entries))
        return f'<section id="{anchor}"><h3>{escape(section.title)}</h3>{_note(section.note)}{entries}</section>'

    def entry(self, entry: Entry) -> str:
        markup = self.markup
        see = f'<span class="see">{escape(entry.see)}</span>' if entry.see else ""
        marked = f" {entry.mark.done}" if entry.mark else ""
        rendered = markup.grid(entry.grid, entry.title, is_matrix=True) if entry.grid else markup.steps(entry.steps)
        bends = f'<div class="bends"><h5>Bent by</h5>{markup.steps(entry.bends)}</div>' if entry.bends else ""
        sources = "".join(markup.excerpt(excerpt, entry.name) for excerpt in entry.excerpts)
        wide = " matrixed" if entry.grid else ""
        return (
            f'<article class="entry {entry.word}{marked}" id="{entry.name}"><h4><span class="word">{entry.word}</span> '
            f"{escape(_capital(entry.title))} <code>{escape(entry.signature)}</code> {see}{markup.mark(entry.mark)}</h4>"
            f'{_note(entry.note)}<div class="sides{wide}"><div>{rendered}{bends}</div><div>{sources}</div></div></article>'
        )

    def index(self) -> str:
        items = "".join(
            f'<li>{self.markup.link(name, title)} <span class="place">{escape(word)}</span></li>'
            for title, word, name in self.reference.index
        )
        return f'<ul class="index">{items}</ul>'


def _contents(title: str, chapters: list[Chapter]) -> Iterator[str]:
    yield f'<nav aria-label="Contents"><p class="brand">{escape(title)}</p><ol>'
    for anchor, name, _, below in chapters:
        listed = "".join(f'<li><a href="#{inner}">{escape(text)}</a></li>' for inner, text in below)
        yield f'<li><a href="#{anchor}">{escape(name)}</a>{f"<ol>{listed}</ol>" if listed else ""}</li>'
    yield "</ol></nav>"


def _section_anchor(number: int) -> str:
    return f"rules-{number + 1}"


def _plural(family: Family) -> str:
    return _capital(as_words(family.kind.plural))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _note(note: str) -> str:
    return f'<p class="note">{escape(note)}</p>' if note else ""


def _corner(mark: Mark | None) -> str:
    """What the corner of a face says; what is bent elsewhere leaves its face as it was."""
    return mark.done if mark and mark.done != "bent" else ""
