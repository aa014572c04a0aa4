"""Lines made of parts, each a small dict: `{n}` a number, `{icon, label}` a picture by its symbol, `{arrow}`, `{word}`."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.verbalize import face
from caylus_tools.verbalize.amounts import title
from caylus_tools.verbalize.prose import Piece, Prose, Ref, Unit, plain
from caylus_tools.verbalize.short import Short

if TYPE_CHECKING:
    from caylus import Ruleset

    from caylus_tools.verbalize.objects import Objects

Part = dict[str, Any]
Line = list[Part]

ARROW: Part = {"arrow": True}
_ATOMS = re.compile(r"(→)|(?<![\w.])(\d+)(?![\w.])")


class Parts:
    """Makes the lines of one ruleset; `icons` are symbols of the page's sprite, by the names of what they stand for."""

    def __init__(self, rules: Ruleset, objects: Objects) -> None:
        named: Mapping[str, str | list[str]] = rules.manifest.get("icons", {})
        self.icons: dict[str, list[str]] = {name: [of] if isinstance(of, str) else list(of) for name, of in named.items()}
        self._face = face.Face(objects, named)
        self._short = Short(rules, objects)

    def render_parts(self, thing: m.Object, down: Container[str] = ()) -> list[Line]:
        """Render what a thing does: in amounts and pictures if they can say it, otherwise in the fewest words there are.

        `down` are actions that it does not do where it lies.
        """
        made = [self.line(line) for line in self._face.render_face(thing, down) if not isinstance(line, face.Words)]
        return made or self._lines(self._short.prose(thing.name))

    def body(self, body: m.Body) -> list[Line]:
        """Render statements for a cell of a table of the rules; nothing for nothing."""
        told = list(self._face.body(body))
        if told and not any(isinstance(line, face.Words) for line in told):
            return [self.line(line) for line in told if not isinstance(line, face.Words)]
        return self._lines(self._short.cell_prose(body))

    def line(self, line: face.Line) -> Line:
        return [self._part(part) for part in line if part != face.MAY]  # a face has room for what counts

    def _lines(self, prose: Prose) -> list[Line]:
        return [[part for piece in prose for part in self._pieces(piece)]] if prose else []

    def _part(self, part: face.Part) -> Part:
        match part:
            case face.Number(of=of):
                return {"n": str(of)}
            case face.Label(text=text):
                return {"word": text}
            case face.Picture(of=str(of)):
                return {"icon": of, "label": as_words(of)}
            case face.Picture(of=(m.Resource() | m.Group()) as of):
                return self._unit(of.name, of.title)
        return ARROW

    def _pieces(self, piece: Piece) -> Iterable[Part]:
        match piece:
            case Unit(of=of, number=number):
                return [self._unit(of.name, title(of, number))]
            case Ref(name=name, text=text) if name in self.icons:
                return [{"icon": icon, "label": text} for icon in self.icons[name]]
            case _:
                return _atoms(plain((piece,)))

    def _unit(self, name: str, called: str) -> Part:
        icons = self.icons.get(name)
        return {"icon": icons[0], "label": called} if icons else {"word": called}


def _atoms(text: str) -> Iterator[Part]:
    """Words, with the numbers and arrows in them apart."""
    at = 0
    for found in _ATOMS.finditer(text):
        if before := text[at : found.start()].strip():
            yield {"word": before}
        yield ARROW if found[1] else {"n": found[2]}
        at = found.end()
    if rest := text[at:].strip():
        yield {"word": rest}
