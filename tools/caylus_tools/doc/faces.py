"""The face of an object as an SVG picture, drawn from nothing but its own definition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.verbalize.amounts import Amount, ways
from caylus_tools.verbalize.expressions import Expressions
from caylus_tools.verbalize.objects import Objects, notable
from caylus_tools.verbalize.prose import in_one_line, line, plain, sentence
from caylus_tools.verbalize.statements import Statements

from .icons import Icons, id_of

WIDTH = 224
_MARGIN = 14
_INNER = WIDTH - 2 * _MARGIN
_HEADER = 42
_ICON = 20
_EFFECT = 1.25
"""How much larger what a piece does is drawn than what it has."""
_TALLEST_ALIKE = 190
"""Faces of a kind are of one height, unless they would be taller than this."""
_COUNTED = ("shield", "disc")
"""Shapes that show their number inside; of the others there are as many as the number says."""
_NARROW = frozenset("fijlrt.,:;'’|!()[] “”")
_MOST_ALIKE = 4
_MOST_LINES = 4
KIND_COLOURS = (
    "#5b6472", "#8f6512", "#9c4668", "#2f7078", "#74492a", "#61656c", "#39703f", "#2b5a97", "#8a3b3b", "#644a91",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """Something in a line of a face: SVG drawn from its left end on, its middle at height 0."""

    width: float
    drawn: str


Line = list[Part]


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together, drawn downwards from height 0."""

    height: float
    drawn: str


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands on a face: in the middle what it does, at the foot what it has."""

    middle: tuple[Block, ...]
    foot: tuple[Block, ...]

    @property
    def height(self) -> float:
        middle = sum(block.height for block in self.middle) + (18 if self.middle else 0)
        return _HEADER + middle + sum(block.height for block in self.foot) + (11 if self.foot else 0)


class Faces:
    """Draws the objects of one ruleset."""

    def __init__(self, objects: Objects, icons: Icons) -> None:
        self._objects = objects
        self._model = objects.model
        self._icons = icons
        things = [thing for thing in objects.all() if thing.is_named]
        self._layouts = {thing: self._layout(thing) for thing in things}
        self._colours: dict[m.Kind, str] = {}
        self._heights: dict[m.Kind, float] = {}
        for thing in things:
            self._colours.setdefault(thing.kind, KIND_COLOURS[len(self._colours) % len(KIND_COLOURS)])
            height = self._layouts[thing].height
            if height <= _TALLEST_ALIKE:
                self._heights[thing.kind] = max(height, self._heights.get(thing.kind, 0))

    def colour(self, kind: m.Kind) -> str | None:
        """The colour of a kind's own objects; None for a kind that has none."""
        return self._colours.get(kind)

    def draw(self, thing: m.Object, mark: str = "") -> str:
        """An `svg` element. `mark` is a word for its corner."""
        layout = self._layouts[thing]
        height = max(layout.height, self._heights.get(thing.kind, 0))
        foot = height - sum(block.height for block in layout.foot) - 5
        room = (foot - 6 if layout.foot else height) - _HEADER
        drawn = _stacked(layout.middle, _HEADER + (room - sum(block.height for block in layout.middle)) / 2)
        if layout.foot:
            rule = f'<path d="M{_MARGIN} {foot - 6:g}h{_INNER}" class="fr"/>' if layout.middle else ""
            drawn += rule + _stacked(layout.foot, foot)
        return self._frame(thing, height, drawn, mark)

    def _layout(self, thing: m.Object) -> Layout:
        bends = [_text(_cut(plain(bend)), "fb") for bend in self._objects.bends(thing)]
        return Layout((*self._does(thing), *bends), tuple(self._field(thing, fixed) for fixed in notable(thing)))

    def _frame(self, thing: m.Object, height: float, body: str, mark: str) -> str:
        label = plain(line(f"{thing.title}: ", in_one_line(self._objects.steps(thing)) or ("nothing of its own",)))
        room = _INNER - (52 if mark else 0)
        size = min(15.0, 15 * room / max(1, _width(thing.title, 15)))
        base = f"V{_HEADER}H.5" if height > _HEADER else f"V{_HEADER - 9}a9 9 0 0 1-9 9H9.5a9 9 0 0 1-9-9"
        corner = ""
        if mark:
            corner = f'<rect x="{WIDTH - 62}" y="7" width="54" height="14" rx="7" class="fm"/>'
            corner += f'<text x="{WIDTH - 35}" y="17" class="fn">{escape(mark)}</text>'
        return (
            f'<svg class="face" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}" role="img" '
            f'aria-label="{escape(label)}"><rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1:g}" rx="9" class="fc"/>'
            f'<path d="M.5 9.5a9 9 0 0 1 9-9h{WIDTH - 19}a9 9 0 0 1 9 9{base}z" fill="{self._colours[thing.kind]}"/>'
            f'<text x="{_MARGIN}" y="22" class="ft" font-size="{size:.1f}">{escape(thing.title)}</text>'
            f'<text x="{_MARGIN}" y="35" class="fk">{escape(as_words(thing.kind.name))}</text>{corner}{body}</svg>'
        )

    # ---- what it does

    def _does(self, thing: m.Object) -> Iterator[Block]:
        statements = Statements(Expressions(self._model, thing))
        own = list(self._objects.own_actions(thing))
        for action, body in own:
            if len(own) > 1:
                yield Block(11, f'<text x="{_MARGIN}" y="8" class="fl">{escape(as_words(action.name))}</text>')
            for statement in body.body:
                yield from self._statement(statement, statements)

    def _statement(self, statement: m.Statement, statements: Statements) -> Iterator[Block]:
        match statement:
            case m.Transfer(payment=m.ConstPayment(alternatives=alternatives), verb=verb):
                yield _centred([*([_label("lose")] if verb == "lose" else []), *self._payment(alternatives)])
            case m.Choose(options=options, may=may):
                for option in options:
                    exchange = self._exchange(option)
                    is_gift = may and not any(isinstance(part, m.Transfer) for part in option.head)
                    if exchange:
                        yield _centred([*([_label("may")] if is_gift else []), *exchange])
                    else:
                        yield _text(f"{'may ' if may else ''}{plain(statements.offer(option))}", "fx")
            case m.Do(action=action, arguments=arguments):
                yield _text(plain(sentence(statements.errand(action, arguments, is_priced=False))), "fx")
                yield from self._paid(action, arguments)
            case _:
                yield _text(plain(in_one_line(statements.steps((statement,)))), "fx")

    def _paid(self, action: m.Action, arguments: Sequence[m.Expr]) -> Iterator[Block]:
        """The amounts that an action is given."""
        paid: Line = []
        for param, argument in zip(action.params, arguments, strict=True):
            if isinstance(argument, m.ConstPayment) and argument.alternatives != ((),):
                paid += [_label(as_words(param.name)), *self._payment(argument.alternatives)]
        if paid:
            yield _centred(paid)

    def _exchange(self, option: m.Option) -> Line:
        """What is paid for what, if the option is nothing but that."""
        transfers = [*option.head, *option.body]
        sides: dict[bool, Line] = {True: [], False: []}
        for transfer in transfers:
            if not isinstance(transfer, m.Transfer) or not isinstance(transfer.payment, m.ConstPayment):
                return []
            sides[transfer.verb == "gain"] += self._payment(transfer.payment.alternatives)
        arrow = Part(20, '<path d="M2 0h13m-4-4 4 4-4 4" class="fa"/>')
        return [*sides[False], *([arrow] if sides[False] and sides[True] else []), *sides[True]]

    # ---- what it has

    def _field(self, thing: m.Object, fixed: m.Property) -> Block:
        value: Any = fixed.values[thing.id]
        label = f'<text x="14" y="16" class="fl">{escape(as_words(fixed.name))}</text>'
        if fixed.type.base == "payment":
            shown = self._payment(value)
            start = WIDTH - 14 - sum(part.width for part in shown)
            return Block(24, f'{label}<g transform="translate({start:.1f} 12)">{_row(shown)}</g>')
        text = " ".join(map(str, value[1])) if fixed.type.base == "scale" else plain(self._objects.property(fixed, thing))
        return Block(20, f'{label}<text x="{WIDTH - 14}" y="16" class="fv">{escape(text)}</text>')

    def _payment(self, alternatives: m.Alternatives) -> Line:
        parts: Line = []
        for number, way in enumerate(ways(alternatives, self._model)):
            parts += [_label("or", 11)] if number else []
            for amount in way:
                parts += self._amount(amount)
        return parts

    def _amount(self, amount: Amount) -> Line:
        of, number = amount.of, amount.number
        use = f'<use href="#{id_of(of)}" y="-10" width="{_ICON}" height="{_ICON}"/>'
        if self._icons.shape(of) in _COUNTED:
            size = 11 if number < 10 else 9.5
            return [Part(_ICON + 3, f'{use}<text x="10" y="{size * 0.36:.1f}" class="fi" font-size="{size}">{number}</text>')]
        sign = [_label("≠", 11)] if amount.different else []
        if number <= _MOST_ALIKE:
            return [*sign, *(Part(_ICON + 1, use) for _ in range(number))]
        return [*sign, _label(f"{number}×", 12), Part(_ICON + 3, use)]


def _stacked(blocks: Iterable[Block], y: float) -> str:
    drawn = []
    for block in blocks:
        drawn.append(f'<g transform="translate(0 {y:.1f})">{block.drawn}</g>')
        y += block.height
    return "".join(drawn)


def _centred(parts: Line) -> Block:
    """A line of parts in the middle, scaled down if it is too long."""
    width = sum(part.width for part in parts)
    scale = min(_EFFECT, _INNER / width)
    start = (WIDTH - width * scale) / 2
    return Block(28, f'<g transform="translate({start:.1f} 14) scale({scale:.2f})">{_row(parts)}</g>')


def _row(parts: Iterable[Part]) -> str:
    drawn, x = [], 0.0
    for part in parts:
        drawn.append(f'<g transform="translate({x:.1f} 0)">{part.drawn}</g>')
        x += part.width
    return "".join(drawn)


def _label(text: str, size: float = 10) -> Part:
    drawn = f'<text x="2" y="{size * 0.36:.1f}" class="fo" font-size="{size:g}">{escape(text)}</text>'
    return Part(_width(text, size) + 6, drawn)


def _text(text: str, style: str) -> Block:
    """Words broken into lines, in the middle."""
    lines = enumerate(_broken(text))
    drawn = [f'<text x="{WIDTH / 2:g}" y="{12 + 13 * i}" class="{style}">{escape(part)}</text>' for i, part in lines]
    return Block(13 * len(drawn) + 4, "".join(drawn))


def _cut(text: str) -> str:
    lines = _broken(text)
    if len(lines) <= _MOST_LINES:
        return text
    words = " ".join(lines[:_MOST_LINES]).split()
    while len(_broken(" ".join(words) + " …")) > _MOST_LINES:
        words.pop()
    return " ".join(words).rstrip(" ,;:(") + " …"


def _broken(text: str) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _width(longer, 10.5) > _INNER:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _width(text: str, size: float) -> float:
    """About how wide a text is, by a wide font, so that it fits in any."""
    return size * sum(0.36 if c in _NARROW else 0.94 if c in "mwMW—" else 0.7 if c.isupper() else 0.6 for c in text)
