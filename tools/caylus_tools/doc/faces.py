"""The face of an object as an SVG picture, drawn from nothing but its own definition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from caylus.check import model as m

from ..amounts import Amount, ways
from ..describe import notable
from .accounts import Accounts
from .deeds import Deeds
from .icons import Icons, id_of
from .prose import Prose, in_one_line, line, name_words, plain
from .words import Words

WIDTH = 224
_INNER = WIDTH - 28
_ICON = 20
_COUNTED = ("shield", "disc")
"""Shapes that show their number inside; of the others there are as many as the number says."""
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
    """Lines that belong together, 24 high each for pictures, less for text."""

    height: float
    drawn: str


class Faces:
    """Draws the objects of one ruleset."""

    def __init__(self, accounts: Accounts, icons: Icons) -> None:
        self._accounts = accounts
        self._model = accounts.model
        self._icons = icons
        shown = [kind for kind in self._model.kinds.values() if any(o.kind is kind and o.row is None for o in kind.objects)]
        self._colours = {kind.name: KIND_COLOURS[place % len(KIND_COLOURS)] for place, kind in enumerate(shown)}

    def colour(self, kind: m.Kind) -> str | None:
        """The colour of a kind's own objects; None for a kind that has none."""
        return self._colours.get(kind.name)

    def draw(self, thing: m.Object, mark: str = "") -> str:
        """An `svg` element. `mark` is a word for its corner."""
        words = Words(self._model, thing)
        deeds = list(self._deeds(thing, words))
        bends = [_text(_cut(plain(in_one_line((step,)))), "fb") for step in self._accounts.bends.by(thing.name, words)]
        fields = [self._field(thing, fixed) for fixed in notable(thing)]
        y, body = 52.0, []
        for block in (*deeds, *bends):
            body.append(f'<g transform="translate(0 {y:g})">{block.drawn}</g>')
            y += block.height + 5
        if fields:
            y = max(y, 76)
            body.append(f'<path d="M14 {y:g}h{_INNER}" class="fr"/>')
            y += 5
            for block in fields:
                body.append(f'<g transform="translate(0 {y:g})">{block.drawn}</g>')
                y += block.height
        height = max(y + 5, 64)
        return self._frame(thing, height, "".join(body), mark)

    def _frame(self, thing: m.Object, height: float, body: str, mark: str) -> str:
        colour = self._colours[thing.kind.name]
        label = plain(line(f"{thing.title}: ", in_one_line(self._accounts.of(thing.name)) or ("nothing of its own",)))
        size = min(15.0, 15 * (_INNER - (44 if mark else 0)) / max(1, _width(thing.title, 15)))
        corner = ""
        if mark:
            corner = f'<rect x="{WIDTH - 62}" y="7" width="54" height="14" rx="7" class="fm"/>'
            corner += f'<text x="{WIDTH - 35}" y="17" class="fn">{escape(mark)}</text>'
        return (
            f'<svg class="face" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}" role="img" '
            f'aria-label="{escape(label)}"><rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1:g}" rx="9" class="fc"/>'
            f'<path d="M.5 42V9.5a9 9 0 0 1 9-9h{WIDTH - 19}a9 9 0 0 1 9 9V42z" fill="{colour}"/>'
            f'<text x="14" y="22" class="ft" font-size="{size:.1f}">{escape(thing.title)}</text>'
            f'<text x="14" y="35" class="fk">{escape(name_words(thing.kind.name))}</text>{corner}{body}</svg>'
        )

    # ---- what it does

    def _deeds(self, thing: m.Object, words: Words) -> Iterator[Block]:
        own = list(self._accounts.deeds(thing))
        for action, body in own:
            if len(own) > 1:
                yield Block(9, f'<text x="14" y="8" class="fl">{escape(name_words(action.name))}</text>')
            for statement in body.body:
                yield from self._statement(statement, words)

    def _statement(self, statement: m.Statement, words: Words) -> Iterator[Block]:
        match statement:
            case m.Transfer(payment=m.ConstPayment(alternatives=alternatives), verb=verb):
                yield _centred([*([_label("lose")] if verb == "lose" else []), *self._payment(alternatives)])
            case m.Choose(options=options, may=may):
                for option in options:
                    exchange = self._exchange(option)
                    if exchange:
                        is_gift = may and not option.head
                        yield _centred([*([_label("may")] if is_gift else []), *exchange])
                    else:
                        told = Deeds(words).said(option.text)
                        yield _text(f"{'may ' if may else ''}{plain(told)}", "fx")
            case m.Do(action=action, arguments=arguments):
                yield from self._do(action, arguments, words)
            case _:
                yield _text(plain(in_one_line(Deeds(words).steps((statement,)))), "fx")

    def _do(self, action: m.Action, arguments: Sequence[m.Expr], words: Words) -> Iterator[Block]:
        """The title of what is done, and with it what is more than a name."""
        told: list[Prose] = []
        paid: Line = []
        for param, argument in zip(action.params, arguments, strict=True):
            match argument:
                case m.ConstPayment(alternatives=alternatives) if alternatives != ((),):
                    paid += [_label(name_words(param.name)), *self._payment(alternatives)]
                case m.Const(type=m.NUMBER):
                    told.append(line(f"{name_words(param.name)} ", words.noun(argument)))
                case m.AllOf() | m.RowMembers():
                    told.append(words.noun(argument))
        extra = f" ({', '.join(map(plain, told))})" if told else ""
        yield _text(name_words(action.site.title)[:1].upper() + name_words(action.site.title)[1:] + extra, "fx")
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
        label = f'<text x="14" y="16" class="fl">{escape(name_words(fixed.name))}</text>'
        if fixed.type.base == "payment":
            shown = self._payment(value)
            start = WIDTH - 14 - sum(part.width for part in shown)
            return Block(24, f'{label}<g transform="translate({start:.1f} 12)">{_row(shown)}</g>')
        text = " ".join(map(str, value[1])) if fixed.type.base == "scale" else plain(self._accounts.property(fixed, thing))
        return Block(20, f'{label}<text x="{WIDTH - 14}" y="16" class="fv">{escape(text)}</text>')

    def _payment(self, alternatives: m.Alternatives) -> Line:
        told: Line = []
        for number, way in enumerate(ways(alternatives, self._model)):
            told += [_label("or", 11)] if number else []
            for amount in way:
                told += self._amount(amount)
        return told

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


def _centred(parts: Line) -> Block:
    """A line of parts in the middle, scaled down if it is too long."""
    width = sum(part.width for part in parts)
    scale = min(1.0, _INNER / width) if width else 1.0
    start = (WIDTH - width * scale) / 2
    shrink = f" scale({scale:.2f})" if scale < 1 else ""
    return Block(22, f'<g transform="translate({start:.1f} 11){shrink}">{_row(parts)}</g>')


def _row(parts: Iterable[Part]) -> str:
    drawn, x = [], 0.0
    for part in parts:
        drawn.append(f'<g transform="translate({x:.1f} 0)">{part.drawn}</g>')
        x += part.width
    return "".join(drawn)


def _label(text: str, size: float = 10) -> Part:
    return Part(_width(text, size) + 6, f'<text x="2" y="{size * 0.36:.1f}" class="fo" font-size="{size:g}">{escape(text)}</text>')


def _text(text: str, style: str) -> Block:
    """Words broken into lines, in the middle."""
    lines = _broken(text, 10.5)
    drawn = "".join(f'<text x="{WIDTH / 2:g}" y="{10 + 13 * i}" class="{style}">{escape(part)}</text>' for i, part in enumerate(lines))
    return Block(13 * len(lines), drawn)


def _cut(text: str) -> str:
    lines = _broken(text, 10.5)
    return text if len(lines) <= _MOST_LINES else " ".join(lines[:_MOST_LINES]).rstrip(" ,;:(") + " …"


def _broken(text: str, size: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _width(longer, size) > _INNER:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _width(text: str, size: float) -> float:
    """About how wide a text is, by a wide font, so that it fits in any."""
    return sum(0.36 if c in "fijlrt.,:;'’|!()[] “”" else 0.94 if c in "mwMW—" else 0.7 if c.isupper() else 0.6 for c in text) * size
