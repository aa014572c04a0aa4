"""The rulebook as one page of HTML that needs nothing else: nothing to fetch, and one script of its own, for searching."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import NamedTuple

from .faces import Faces
from .icons import Icons, icon_id
from .markup import Markup, capital, icon, note
from .outline import SIGNED, Component, Drawing, Example, Reference
from .page_board import board
from .page_changes import changes
from .page_pieces import Pieces
from .page_rules import Rules

_ANCHOR = re.compile(r' id="[^"]*"')


class Part(NamedTuple):
    """A part of the page, and what is listed below it in the contents. Its anchor has a hyphen, unlike the names of rules."""

    anchor: str
    title: str
    body: str
    below: list[tuple[str, str]]


def html(reference: Reference, fonts: str = "") -> str:
    """The whole page, the same bytes for the same rules. It fetches `fonts`, the rules of a style sheet, from its server."""
    return _Page(reference).whole(fonts)


class _Page:
    def __init__(self, reference: Reference) -> None:
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
            f'<head><meta charset="utf-8"><meta name="generator" content="{SIGNED}">',
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
        return "\n".join([_keep_first_ids("\n".join(lines)), "</main>", f"<script>{script}</script>", "</body>", "</html>", ""])

    def head(self) -> Iterator[str]:
        reference = self.reference
        yield f'<header><h1>{escape(reference.title)}</h1><p class="facts">{" · ".join(map(escape, reference.facts))}</p>'
        for number, (title, about) in enumerate(reference.about):
            named = f"<strong>{escape(title)}.</strong> " if number else ""
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
                (f"{chapter.anchor}-{number}", capital(section.heading)) for number, section in enumerate(chapter.sections, 1)
            ]
            bodies = (
                self.rules.section(section, at[0], self.drawing, is_headed=chapter.heads(section))
                for section, at in zip(chapter.sections, below, strict=True)
            )
            examples = "".join(map(self.example, chapter.examples))
            heads = [chapter.heads(section) for section in chapter.sections]
            listed = [at for at, is_headed in zip(below, heads, strict=True) if not is_headed] if len(below) > 1 else []
            yield Part(chapter.anchor, capital(chapter.title), course + "\n".join(bodies) + examples, listed)
        families = [(family.kind.name, self.pieces.heading(family)) for family in reference.families if family.things]
        if families:
            shown = (self.pieces.family(family) for family in reference.families if family.things)
            yield Part("the-pieces", "All pieces", "\n".join(shown), families)
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

    def component(self, component: Component) -> str:
        pictures = "".join(icon(icon_id(of)) for of in component.icons)
        face = self.faces.draw(component.face) if component.face is not None else ""
        title = f"{component.count} {component.title}".strip() if component.count.isdigit() else component.title
        said = ", ".join(filter(None, [component.said, "" if component.count.isdigit() else component.count]))
        told = f'<span class="note">{escape(said)}</span>' if said else ""
        return f'<div class="component"><div class="shown">{pictures}{face}</div><strong>{escape(title)}</strong>{told}</div>'

    def words(self) -> str:
        told = (
            f'<div id="{name}"><dt>{escape(capital(title.removeprefix("the ")))}</dt><dd>{self.markup.texts(texts)}</dd></div>'
            for name, title, texts in self.reference.words
        )
        return f'<dl class="glossary">{"".join(told)}</dl>'

    def drawing(self, drawing: Drawing) -> str:
        if drawing.grid is not None:
            return self.markup.grid(drawing.grid, drawing.title, is_matrix=True)
        return f'<div class="faces told">{"".join(map(self.pieces.thing, drawing.things))}</div>'

    def small_drawing(self, drawing: Drawing) -> str:
        if drawing.grid is not None:
            return self.drawing(drawing)
        return f'<div class="places">{"".join(self.faces.draw(thing.object) for thing in drawing.things)}</div>'

    def example(self, example: Example) -> str:
        places = "".join(
            f"<figure>{self.faces.draw(thing)}<figcaption>{escape(f'{place}: {who}' if who else place)}</figcaption></figure>"
            for place, thing, who in example.places
        )
        drawn = f'<div class="places">{places}</div>' if places else ""
        given = f'<p class="note">{escape(" ".join(example.given))}</p>' if example.given else ""
        lines = "".join(f"<li>{escape(line)}</li>" for line in example.lines)
        title = escape(capital(example.title))
        return f'<aside class="example"><p><b>Example.</b> {title}.</p>{drawn}{given}<ol>{lines}</ol></aside>'

    def questions(self) -> str:
        told = (
            f"<div><dt>{escape(question)}</dt><dd>{escape(answer)}</dd></div>" for question, answer in self.reference.questions
        )
        return f'<dl class="questions">{"".join(told)}</dl>'

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
            said = "What screens and bots ask for. Nobody needs it to play."
            entries = "".join(self.rules.entry(entry, 4, self.drawing) for entry in self.reference.for_programs)
            yield f"<section><h3>For programs</h3>{note(said)}{entries}</section>"

    def index(self) -> str:
        items = "".join(
            f'<li>{self.markup.link(name, title)} <span class="place">{escape(word)}</span></li>'
            for title, word, name in self.reference.index
        )
        return f'<ul class="index">{items}</ul>'


def _keep_first_ids(page: str) -> str:
    """The page without the later ids of what it shows in several places."""
    known: set[str] = set()

    def keep(match: re.Match[str]) -> str:
        is_new = match[0] not in known
        known.add(match[0])
        return match[0] if is_new else ""

    return _ANCHOR.sub(keep, page)


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
        listed = "".join(f'<li><a href="#{anchor}">{escape(text)}</a></li>' for anchor, text in part.below)
        yield f'<li><a href="#{part.anchor}">{escape(part.title)}</a>{f"<ol>{listed}</ol>" if listed else ""}</li>'
    yield "</ol></details></nav>"


def content_policy(fonts: str) -> str:
    """The policy of every page with such fonts, for whoever serves one."""
    return _policy(files(__package__ or "").joinpath("page.js").read_text(encoding="utf-8"), fonts)


def _policy(script: str, fonts: str) -> str:
    """The policy of the page for browsers: run this script, and fetch nothing but fonts, where there are some."""
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    fetched = "font-src 'self'; " if fonts else ""
    allowed = f"{fetched}style-src 'unsafe-inline'; script-src 'sha256-{hashed}'"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"
