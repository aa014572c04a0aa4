"""The rules on a page: in words, and as they are written for whoever asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape

from caylus.diagnostics import as_words

from caylus_tools.verbalize.prose import Steps
from caylus_tools.verbalize.source_text import Excerpt

from .markup import Markup, capital, note
from .outline import Drawing, Entry, Section, Stage


class Rules:
    def __init__(self, markup: Markup, *, with_code: bool) -> None:
        self._markup = markup
        self._with_code = with_code

    def stages(self, stages: tuple[Stage, ...]) -> str:
        return f'<div class="course">{self._stages(stages)}</div>' if stages else ""

    def _stages(self, stages: tuple[Stage, ...]) -> str:
        items = []
        for stage in stages:
            link = self._markup.link(stage.ref.name, as_words(stage.ref.text))
            below = self._stages(stage.below) if stage.below else ""
            items.append(f"<li>{link}{_see(stage.see)}{self._markup.mark(stage.mark)}{below}</li>")
        return f"<ol>{''.join(items)}</ol>"

    def section(self, section: Section, anchor: str, draw: Callable[[Drawing], str], *, is_headed: bool = False) -> str:
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

    def entry(self, entry: Entry, level: int, draw: Callable[[Drawing], str], *, is_headed: bool = False) -> str:
        markup = self._markup
        marked = f" {entry.mark.done}" if entry.mark else ""
        if entry.texts or entry.drawings:
            told = markup.texts(entry.texts) + "".join(map(draw, entry.drawings))
        else:
            steps = markup.grid(entry.grid, entry.title, is_matrix=True) if entry.grid else markup.steps(entry.steps)
            told = markup.sentences((entry.about,)) + steps
        title = capital(entry.title)
        mark, see = markup.mark(entry.mark), _see(entry.see)
        head = "" if is_headed else f"<h{level}>{escape(title)}{see if self._with_code else ''}{mark}</h{level}>"
        of_bends = level if not head else level + 1
        bends = f'<div class="bends"><h{of_bends}>But also</h{of_bends}>{markup.steps(entry.bends)}</div>' if entry.bends else ""
        anchors = "".join(f'<span id="{name}"></span>' for name in entry.covers if not self._with_code)
        code = as_written(markup, entry.excerpts, entry.name, entry.title) if self._with_code else ""
        return (
            f'<article class="entry {entry.word}{marked}" id="{entry.name}">{anchors}{head}{note(entry.note)}'
            f'<div class="told">{told}{bends}</div>{code}</article>'
        )


def as_written(markup: Markup, excerpts: Iterable[Excerpt], name: str, title: str, steps: Steps = ()) -> str:
    """The text of a definition, folded, and what it comes to step by step."""
    sources = "".join(markup.excerpt(excerpt, name) for excerpt in excerpts)
    label = f"{escape(capital(title))} as written"
    return (
        f'<details class="written"><summary aria-label="{label}">as written</summary>{markup.steps(steps)}{sources}</details>'
        if sources
        else ""
    )


def _see(see: str) -> str:
    return f' <span class="see">{escape(see)}</span>' if see else ""
