"""Paragraphs: lines of text for people that stand above a rule."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Expr
from .nodes import Name, Node, Text


@dataclass(frozen=True, slots=True)
class Insertion(Node):
    """Something in braces: a formula, or what a rule lets somebody gain, pay or lose.

    `deed` is `gain`, `pay` or `lose`, then `rule` names the rule, None for the rule below the paragraph. `is_spelled`: a number
    is written as a word.
    """

    formula: Expr | None
    rule: Name | None
    deed: str
    is_spelled: bool


@dataclass(frozen=True, slots=True)
class Passage(Node):
    """A part of a paragraph. One that `is_optional`, written in brackets, goes with whatever it names in braces."""

    parts: tuple[Text | Insertion, ...]
    is_optional: bool


@dataclass(frozen=True, slots=True)
class TextBlock(Node):
    """Passages that are read without a break; `is_item`: they are an item of a list."""

    passages: tuple[Passage, ...]
    is_item: bool


@dataclass(frozen=True, slots=True)
class Paragraph(Node):
    """The text above a definition, or above a field of a kind, under a heading of its own if it has one.

    `subject` is the name of the definition, or `player.coins` for a field. `covers` are further rules that it tells,
    `shows` what is drawn below it, and `lesson` is what it tells people who play for the first time.
    """

    subject: Name
    heading: str
    blocks: tuple[TextBlock, ...]
    covers: tuple[Name, ...]
    shows: tuple[Name, ...]
    lesson: tuple[TextBlock, ...] = ()
