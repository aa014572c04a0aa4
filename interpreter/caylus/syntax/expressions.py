"""Formulas, the base of all syntax (a node with its place; names, texts, comments), and paragraphs for people."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass

from caylus.diagnostics.diagnostic import Span
from caylus.records import Record


class Node(Record):
    """Something written, and where."""

    span: Span


class Name(Node):
    """A name that stands by itself: of what is defined, or of what is meant."""

    text: str


class Named(Node):
    """A node that begins with a name."""

    name: Name


_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t"}


def unescape(escaped_text: str) -> str:
    """The text that a quoted text, or a part of one, stands for."""
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[1]), escaped_text)


class Text(Node):
    """A quoted text, as it is written between the quotation marks."""

    written: str

    @property
    def text(self) -> str:
        return unescape(self.written)


class Comment(Node):
    """`-- text`."""

    text: str


def same(one: object, other: object) -> bool:
    """Return whether two pieces of syntax say the same, wherever they stand."""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if is_dataclass(one):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one) if f.name != "span")
    return one == other


class Number(Node):
    """`12`."""

    value: int


class Literal(Node):
    """`yes`, `no`, `none`, `nothing` or `this`."""

    word: str


class Reference(Node):
    """A name inside a formula."""

    name: str


class Member(Node):
    """`subject.name`."""

    subject: Expr
    name: Name


class Labelled(Node):
    """`label value`, an argument that says what it is: `less 2 coin`."""

    label: str
    value: Expr


class Call(Node):
    """`function(arguments)`; the function is a `Reference`, or a `Member` for an object's own action."""

    function: Expr
    arguments: tuple[Expr | Labelled, ...]


class Index(Node):
    """`subject[index]`; a state may be kept for several things at once: `subject[index, index]`."""

    subject: Expr
    indices: tuple[Expr, ...]


class Quantity(Node):
    """`amount unit`: `2 coin`, `price(player, slot) coin`, `2 different good`, `2 ship.cargo`."""

    amount: Expr
    different: bool
    unit: Expr


class Chain(Node):
    """Operands joined by operators of one level: `+ - less`, `* /`, `and`, `or`.

    `operators[i]` stands before `operands[i + 1]`.
    """

    operands: tuple[Expr, ...]
    operators: tuple[str, ...]


class Comparison(Node):
    """`left operator right`; the operator is one of `<`, `<=`, `>`, `>=`, `is`, `is not`, `is in`, `is not in`, `can pay`."""

    left: Expr
    operator: str
    right: Expr


class Not(Node):
    """`not operand`."""

    operand: Expr


class Negative(Node):
    """`-operand`."""

    operand: Expr


class SizeOf(Node):
    """`size of list`: the number of members."""

    operand: Expr


class Range(Node):
    """`low to high`, both included."""

    low: Expr
    high: Expr


class Shuffled(Node):
    """`shuffled list`: its members in an order drawn from the game's random stream."""

    operand: Expr


class Rotated(Node):
    """`list from member`, `list after member` or `list before member`, all the way round; `way` is that word."""

    operand: Expr
    way: str
    member: Expr


class Random(Node):
    """`random list`: one of its members, drawn from the game's random stream."""

    operand: Expr


class Revealed(Node):
    """`reveal operand`: what it comes to is told on purpose, whatever it rests on."""

    operand: Expr


class Binder(Named):
    """`name in source`."""

    source: Expr


class Choice(Binder):
    """`[amount] name in source [where …]`, among the choices of an option; with an amount, so many members at once."""

    amount: Expr | None
    where: Expr | None


class Query(Node):
    """`count of`, `some`, `sum of`, `first` and `sort` over the members of a list.

    `kind` is that word; `body` is what is summed, or what `first … with` and `sort … by` rank by; `fewest` says it ranks upwards.
    """

    kind: str
    binder: Binder
    where: Expr | None
    body: Expr | None
    fewest: bool = False


class Words(Node):
    """A text for people, in its parts: words, their escapes resolved, and the formulas that stand in braces."""

    parts: tuple[str | Expr, ...]


Expr = (
    Number | Literal | Reference | Member | Call | Index | Quantity | Chain | Comparison | Not | Negative | SizeOf
    | Range | Shuffled | Rotated | Random | Query | Revealed
)  # fmt: skip


class Insertion(Node):
    """Something in braces: a formula, or what a rule lets somebody gain, pay or lose.

    `deed` is `gain`, `pay` or `lose`, then `rule` names the rule, None for the rule below the paragraph. `is_spelled`: a number
    is written as a word.
    """

    formula: Expr | None
    rule: Name | None
    deed: str
    is_spelled: bool


class Passage(Node):
    """A part of a paragraph. One that `is_optional`, written in brackets, goes with whatever it names in braces."""

    parts: tuple[Text | Insertion, ...]
    is_optional: bool


class TextBlock(Node):
    """Passages that are read without a break; `is_item`: they are an item of a list."""

    passages: tuple[Passage, ...]
    is_item: bool


class TextSwap(Node):
    """`"old" becomes "new"`: words of a paragraph, its braces as they are written there, for others."""

    old: Text
    new: tuple[Text | Insertion, ...]


class Paragraph(Node):
    """The text above a definition, or above a field of a kind, under a heading of its own if it has one.

    `subject` is the name of the definition, or `player.coins` for a field. `covers` are further rules that it tells,
    `shows` what is drawn below it, both None where it does not say; `lesson` is what it tells people who play for the first time.
    One that `adds` stands below the paragraph of the base, or in a `place`: before or after the block with some words or with a
    member of the sequence that it tells. One with `swaps` changes it; any other takes its place.
    """

    subject: Name
    heading: str
    blocks: tuple[TextBlock, ...]
    covers: tuple[Name, ...] | None
    shows: tuple[Name, ...] | None
    lesson: tuple[TextBlock, ...] = ()
    adds: bool = False
    swaps: tuple[TextSwap, ...] = ()
    place: tuple[str, Text | Name] | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether it tells all that there is to tell of its subject, and is not only a lesson."""
        return not self.adds and not self.swaps and bool(self.blocks or not self.lesson)
