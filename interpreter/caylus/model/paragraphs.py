"""Paragraphs: what rules tell people, with what is inserted from them."""

from __future__ import annotations

from dataclasses import dataclass

from caylus.diagnostics.diagnostic import Span

from .expressions import Expr


@dataclass(frozen=True, slots=True)
class Mention:
    """The title of a definition; a field of a kind goes by `player.coins`."""

    name: str


@dataclass(frozen=True, slots=True)
class Insertion:
    """A number, an amount, an object or a title in a text. `is_spelled`: a number is written as a word."""

    of: Expr | Mention
    is_spelled: bool


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Text that is read without a break; `is_item`: it is an item of a list. `**` stands around words to stress."""

    parts: tuple[str | Insertion, ...]
    is_item: bool


@dataclass(frozen=True, slots=True)
class Paragraph:
    """The text for people of a definition, and its heading where that is not the title.

    `covers` names further rules that it tells, `shows` what is drawn below it.
    """

    heading: str
    blocks: tuple[TextBlock, ...]
    covers: tuple[str, ...]
    shows: tuple[str, ...]
    span: Span
