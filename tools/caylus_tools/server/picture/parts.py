"""Parts of a picture: lines of text and icons, the sides of things, and things with what is said of them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.verbalize import face
from caylus_tools.verbalize.face import Short
from caylus_tools.verbalize.objects import ActiveSides, Fork, Objects
from caylus_tools.verbalize.prose import Piece, Prose, Ref, Unit, full_stop, plain, title

if TYPE_CHECKING:
    from caylus import Ruleset


Part = dict[str, Any]
Line = list[Part]

MOST_WAYS = 40
"""Of more ways to pay a price, a page is told so many: it only marks what a player can pay."""
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

    def tells_all(self, thing: m.Object) -> bool:
        """Return whether amounts and arrows say all that a thing does, so that a card of it needs no words."""
        told = list(self._face.render_face(thing))
        return bool(told) and thing.name not in self.icons and not any(isinstance(line, face.Words) for line in told)

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


Test = dict[str, Any]


class Sides:
    """Of the things of one ruleset."""

    def __init__(self, sides: ActiveSides, objects: Objects, parts: Parts) -> None:
        self._objects, self._parts = objects, parts
        tests = ((fork, _test(fork.condition, fork)) for fork in sides.forks)
        self._forks = [(fork, test) for fork, test in tests if test is not None]

    def render_sides(self, thing: m.Object) -> tuple[list[Line], list[dict[str, Any]]]:
        """The face of a thing, and other faces, each `when` a test of the place where it lies holds.

        A test is `{state, is}`, or one that is `not`, or several with `and` or `or`.
        """
        own = {action.name for action, _ in self._objects.own_actions(thing)}
        for fork, test in self._forks:
            if own & fork.then and own & fork.otherwise:
                other = self._parts.render_parts(thing, fork.otherwise - fork.then)
                return self._parts.render_parts(thing, fork.then - fork.otherwise), [{"when": test, "face": other}]
        return self._parts.render_parts(thing), []


def _test(condition: m.Expr, fork: Fork) -> Test | None:
    """A condition that asks for nothing but the states of the place; None for any other."""
    match condition:
        case m.Not(operand=operand):
            test = _test(operand, fork)
            return test and {"not": test}
        case m.Logic(op=op, operands=operands):
            tests = [_test(operand, fork) for operand in operands]
            return {op: tests} if all(tests) else None
        case m.Compare(op="==" | "!=" as op, left=left, right=right):
            asked = next((_state_test(state, const, fork) for state, const in _ways(left, right)), None)
            return asked if op == "==" else asked and {"not": asked}
        case m.Read(type=m.FLAG, state=state, object=m.Local(variable=variable), indices=()) if variable is fork.space:
            return {"state": state.name, "is": True}
    return None


def _ways(left: m.Expr, right: m.Expr) -> Iterator[tuple[m.Read, m.Const]]:
    for state, const in ((left, right), (right, left)):
        if isinstance(state, m.Read) and isinstance(const, m.Const):
            yield state, const


def _state_test(read: m.Read, const: m.Const, fork: Fork) -> Test | None:
    if not isinstance(read.object, m.Local) or read.object.variable is not fork.space or read.indices:
        return None
    value: object = const.value
    if const.type.base == "object" and const.type.kind is not None:
        value = None if const.value < 0 else const.type.kind.root.objects[const.value].name
    return {"state": read.state.name, "is": value}


def things(rules: Ruleset, parts: Parts, objects: Objects) -> dict[str, dict[str, Any]]:
    """Every thing that the rules name, by its name."""
    sides = Sides(ActiveSides(rules), objects, parts)
    colours = face.tints(objects, rules.manifest.get("tints", {}))
    told = {}
    for thing in (one for one in objects.all() if one.is_named):
        up, others = sides.render_sides(thing)
        told[thing.name] = {
            "title": thing.title,
            "kind": as_words(thing.kind.name),
            "tint": colours[thing.kind],
            "face": up,
            "sides": others,
            "whole": parts.tells_all(thing),
            "does": [plain(full_stop(sentence)) for sentence in objects.powers(thing)],
            "facts": [_fact(fixed, thing, objects) for fixed in objects.notable(thing)],
            "about": [plain(full_stop(sentence)) for sentence in objects.sentences(thing)],
            "mark": objects.marks.get(thing.name),
            "see": thing.see,
            "file": thing.span.file,
            "line": thing.span.line,
        }
    return told


def _fact(fixed: m.Property, thing: m.Object, objects: Objects) -> dict[str, Any]:
    """A property of a thing in words, and the ways to pay or to gain it as amounts."""
    text, ways = plain(objects.telling(fixed, thing)), objects.ways(fixed, thing)
    return {"of": fixed.name, "text": text, "ways": ways[:MOST_WAYS], "price": fixed in objects.prices}
