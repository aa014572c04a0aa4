"""The pieces on a page: each with its face, what it does in words, and its text for whoever asks."""

from __future__ import annotations

from html import escape

from caylus.diagnostics import as_words

from caylus_tools.verbalize.prose import Mark

from .faces import Faces
from .markup import Markup, capital, note
from .outline import Family, Thing
from .page_rules import as_written


class Pieces:
    def __init__(self, markup: Markup, faces: Faces, *, with_code: bool) -> None:
        self._with_code = with_code
        self._markup = markup
        self._faces = faces

    def heading(self, family: Family) -> str:
        return capital(as_words(family.kind.plural))

    def family(self, family: Family) -> str:
        """The pieces of a kind."""
        things = "\n".join(map(self.thing, family.things))
        return (
            f'<section class="family" id="{family.kind.name}">{self._head(family, 3)}{note(family.note)}'
            f'<div class="faces">{things}</div></section>'
        )

    def kind(self, family: Family) -> str:
        """The description of a kind; the place of one without pieces of its own."""
        level = min(4 + family.depth, 6)
        above = family.kind.parent
        of = f"a kind of {self._markup.link(above.name, as_words(above.name))} · " if above else ""
        fields = self._markup.grid(family.fields, f"What each {as_words(family.kind.name)} has") if family.fields else ""
        has_place = bool(family.things)
        anchor = "" if has_place else f' id="{family.kind.name}"'
        said = "" if has_place else note(family.note)
        return (
            f'<section class="kind"{anchor}>{self._head(family, level)}<p class="place">{of}{escape(family.place)}</p>'
            f"{said}{fields}</section>"
        )

    def _head(self, family: Family, level: int) -> str:
        tint = self._faces.tint(family.kind)
        spot = f'<span class="spot tint-{tint}"></span>' if tint else ""
        return f"<h{level}>{spot}{escape(self.heading(family))}{self._markup.mark(family.mark)}</h{level}>"

    def thing(self, thing: Thing) -> str:
        name, title = thing.object.name, thing.object.title
        marked = f" {thing.mark.done}" if thing.mark else ""
        told = self._markup.texts(thing.texts) or self._markup.sentences(thing.sentences)
        called = f"<b>{escape(title)}.</b> "
        told = told.replace(">", f">{called}", 1) if told.startswith("<p") else f"<p>{called}</p>{told}"
        see = f'<span class="see">{escape(thing.object.see)}</span>' if thing.object.see and self._with_code else ""
        code = as_written(self._markup, thing.excerpts, name, title, thing.steps) if self._with_code else ""
        return (
            f'<figure class="thing{marked}" id="{name}">{self._faces.draw(thing.object, corner(thing.mark))}'
            f"<figcaption>{see}{self._markup.mark(thing.mark)}{told}{note(thing.note)}</figcaption>{code}</figure>"
        )


def corner(mark: Mark | None) -> str:
    """The text in the corner of a face; changes elsewhere leave a face as it was."""
    return mark.done if mark and mark.done != "bent" else ""
