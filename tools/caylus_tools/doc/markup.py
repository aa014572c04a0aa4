"""Prose, steps, tables and excerpts as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from html import escape
from itertools import groupby

from caylus_tools.verbalize.definitions import Grid, Row
from caylus_tools.verbalize.objects import Text
from caylus_tools.verbalize.prose import Mark, Piece, Prose, Quote, Ref, Steps, Strong, Unit, Var, full_stop, sentence, title
from caylus_tools.verbalize.source_text import Excerpt

from .icons import icon_id

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
        made = []
        for is_item, run in groupby(texts, lambda text: text.is_item):
            told = [self.prose(text.prose) for text in run]
            made.append(
                f"<ul>{''.join(f'<li>{one}</li>' for one in told)}</ul>" if is_item else "".join(f"<p>{one}</p>" for one in told)
            )
        return "".join(made)

    def sentences(self, told: Iterable[Prose]) -> str:
        """A paragraph, each a sentence of its own."""
        said = " ".join(self.prose(full_stop(prose)) for prose in told if prose)
        return f'<p class="said">{said}</p>' if said else ""

    def steps(self, steps: Steps) -> str:
        return f'<div class="words">{self._list(steps, sentences=True)}</div>' if steps else ""

    def _list(self, steps: Steps, *, sentences: bool = False) -> str:
        items = []
        for step in steps:
            rendered = self.prose(sentence(step.prose) if sentences else step.prose)
            items.append(f"<li>{rendered}{self._list(step.below) if step.below else ''}</li>")
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
        marked = f' class="{row.mark.done}"' if row.mark else ""
        return f'<tr{name}{marked}><th scope="row">{self.prose(first)}{self.mark(row.mark)}</th>{cells}</tr>'

    def mark(self, mark: Mark | None) -> str:
        if mark is None:
            return ""
        return f' <span class="mark {mark.done}">{mark.done} by {escape(mark.layer)}</span>'

    def excerpt(self, excerpt: Excerpt, name: str) -> str:
        """Lines of the rules with their numbers; names in them lead to what they name, but for `name` itself."""
        lines = []
        for number, words in enumerate(excerpt.lines, excerpt.first):
            shown = []
            before = ""
            for word in words:
                text = escape(word.text)
                if word.sort == "name" and word.text in self._anchors - {name} and not before.endswith("."):
                    text = f'<a href="#{word.text}">{text}</a>'
                shown.append(f'<span class="{word.sort}">{text}</span>' if word.sort not in ("", "name") else text)
                before = word.text
            lines.append(f'<span class="line" data-n="{number}">{"".join(shown)}</span>')
        code = "\n".join(lines)
        return f'<figure class="source"><figcaption>{escape(excerpt.place)}</figcaption><pre><code>{code}</code></pre></figure>'


def icon(id_: str) -> str:
    """A picture in a line of text, for whoever sees: words beside it say the same."""
    return f'<svg class="icon" aria-hidden="true"><use href="#{id_}"/></svg>'


def note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>' if text else ""


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
