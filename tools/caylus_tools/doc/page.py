"""The rulebook as one page of HTML that needs nothing else: nothing to fetch, and one script of its own, for searching."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import NamedTuple

from .faces import Faces
from .icons import Icons
from .markup import Markup, note
from .outline import SIGNED, Reference
from .page_board import board
from .page_changes import changes
from .page_pieces import Pieces
from .page_rules import Rules


class Part(NamedTuple):
    """A part of the page, and what is listed below it in the contents. Its anchor has a hyphen, unlike the names of rules."""

    anchor: str
    title: str
    body: str
    below: list[tuple[str, str]]


def html(reference: Reference) -> str:
    """The whole page, the same bytes for the same rules."""
    return _Page(reference).whole()


class _Page:
    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.icons = Icons(reference.definitions.model, reference.icons)
        self.faces = Faces(reference.definitions.objects, self.icons, reference.tints)
        self.markup = Markup(reference.anchors)
        self.rules = Rules(self.markup)
        self.pieces = Pieces(self.markup, self.faces)

    def whole(self) -> str:
        title = escape(self.reference.title)
        style, script = (files(__package__ or "").joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
        parts = list(self.parts())
        lines = [
            "<!DOCTYPE html>",
            '<html lang="en">',
            f'<head><meta charset="utf-8"><meta name="generator" content="{SIGNED}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy(script)}"><title>{title}: the rules</title>',
            f"<style>\n{style}</style></head>",
            "<body>",
            f'<svg width="0" height="0" class="defs" aria-hidden="true"><defs>{"".join(self.icons.symbols())}</defs></svg>',
            '<a class="skip" href="#main-part">Skip to the rules</a>',
            *_contents(self.reference.title, parts),
            '<main id="main-part">',
            *self.head(),
        ]
        for part in parts:
            lines += [f'<section class="part" id="{part.anchor}"><h2>{escape(part.title)}</h2>', part.body, "</section>"]
        return "\n".join([*lines, "</main>", f"<script>{script}</script>", "</body>", "</html>", ""])

    def head(self) -> Iterator[str]:
        reference = self.reference
        yield f'<header><h1>{escape(reference.title)}</h1><p class="facts">{" · ".join(map(escape, reference.facts))}</p>'
        for number, (title, about) in enumerate(reference.about):
            named = f"<strong>{escape(title)}.</strong> " if number else ""
            yield f"<p>{named}{escape(about)}</p>" if about else ""
        yield "</header>"

    def parts(self) -> Iterator[Part]:
        reference, markup = self.reference, self.markup
        if reference.changes:
            yield Part("what-changes", "What differs", changes(reference, markup, self.faces), [])
        yield Part("the-aim", "The aim of the game", "".join(f"<p>{markup.prose(said)}</p>" for said in reference.aim), [])
        if reference.board is not None:
            yield Part("the-board", "The board", board(reference.board, self.faces, markup), [])
        for chapter in reference.chapters:
            course = self.rules.stages(reference.course) if chapter.anchor == "the-course" else ""
            below = [(f"{chapter.anchor}-{number}", section.heading) for number, section in enumerate(chapter.sections, 1)]
            sections = (self.rules.section(section, at[0]) for section, at in zip(chapter.sections, below, strict=True))
            listed = below if len(below) > 1 else []
            yield Part(chapter.anchor, chapter.title, course + "\n".join(sections), listed)
        families = [(family.kind.name, self.pieces.heading(family)) for family in reference.families if family.things]
        shown = (self.pieces.family(family) for family in reference.families if family.things)
        if families:
            yield Part("the-pieces", "The pieces", "\n".join(shown), families)
        yield Part("for-reference", "For reference", "\n".join(self.listings()), [])
        yield Part("the-index", "Index", self.index(), [])

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
            entries = "".join(map(self.rules.entry, self.reference.for_programs))
            yield f"<section><h3>For programs</h3>{note(said)}{entries}</section>"

    def index(self) -> str:
        items = "".join(
            f'<li>{self.markup.link(name, title)} <span class="place">{escape(word)}</span></li>'
            for title, word, name in self.reference.index
        )
        return f'<ul class="index">{items}</ul>'


def _contents(title: str, parts: list[Part]) -> Iterator[str]:
    yield f'<nav aria-label="Contents"><p class="brand">{escape(title)}</p>'
    yield '<div class="tools" hidden><label for="look-for">Search the rules</label>'
    yield '<input type="search" id="look-for" placeholder="Search the rules" autocomplete="off">'
    yield '<button type="button" id="light-dark">Light or dark</button>'
    yield '<button type="button" id="as-written" aria-pressed="false">All as written</button>'
    yield '<p id="found-count" role="status"></p><ol id="found-places"></ol></div>'
    yield '<details class="contents" open><summary>Contents</summary><ol>'
    for part in parts:
        listed = "".join(f'<li><a href="#{anchor}">{escape(text)}</a></li>' for anchor, text in part.below)
        yield f'<li><a href="#{part.anchor}">{escape(part.title)}</a>{f"<ol>{listed}</ol>" if listed else ""}</li>'
    yield "</ol></details></nav>"


def _policy(script: str) -> str:
    """The policy of the page for browsers: run this script, and fetch nothing."""
    hashed = b64encode(sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{hashed}'; base-uri 'none'; form-action 'none'"
