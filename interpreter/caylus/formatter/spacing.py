"""Decide what separates two words: a blank, nothing, or the end of a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from caylus.parser.tokens import Token

from .outline import COMMENT, Break, Group, Item, Piece

OPENER, CLOSER = Token("LBRACE", "{", 0, 0), Token("RBRACE", "}", 0, 0)
COMMA = Token("COMMA", ",", 0, 0)

_ENDS_OPERAND = frozenset({"NAME", "NUMBER", "STRING", "THIS", "YES", "NO", "NONE", "NOTHING", "RPAR", "RSQB"})
_TIGHT_AFTER = frozenset({"LPAR", "LSQB", "DOT"})
_TIGHT_BEFORE = frozenset({"RPAR", "RSQB", "DOT", "COMMA", "COLON"})
_ARGUMENTS = frozenset({"LPAR", "LSQB"})


def join_pieces(pieces: Iterable[Piece]) -> str:
    """The pieces as text, without comments; a group on lines of its own is only the line end between its braces."""
    return "".join(_render_pieces(pieces))


def fits(pieces: Iterable[Piece], room: int) -> bool:
    """Return whether no line of the pieces as text is longer than there is room for."""
    length = 0
    for text in _render_pieces(pieces):
        length = 0 if text == "\n" else length + len(text)
        if length > room:
            return False
    return True


def side_by_side(items: Iterable[Item]) -> Iterator[Piece]:
    """The pieces of the items with commas between them."""
    for place, item in enumerate(items):
        if place:
            yield COMMA
        yield from item.pieces


def _tokens(pieces: Iterable[Piece]) -> Iterator[Token | Break]:
    for piece in pieces:
        if isinstance(piece, Group):
            yield OPENER
            if piece.is_open:
                yield Break.HERE
            else:
                yield from _tokens(side_by_side(item for row in piece.rows for item in row.items))
            yield CLOSER
        elif isinstance(piece, Break) or piece.type != COMMENT:
            yield piece


def _is_tight(before: Token, after: Token) -> bool:
    if after.type in _ARGUMENTS and before.type in _ENDS_OPERAND:
        return True
    return before.type in _TIGHT_AFTER or after.type in _TIGHT_BEFORE


def _render_pieces(pieces: Iterable[Piece]) -> Iterator[str]:
    before: Token | None = None
    is_begun = is_sign = False  # of a line; before a number
    for token in _tokens(pieces):
        if isinstance(token, Break):
            yield "\n"
            is_begun = False
            continue
        is_tight = is_sign and token.type != "MINUS"  # two of them are a comment
        if is_begun and before is not None and not is_tight and not _is_tight(before, token):
            yield " "
        yield token.text
        is_sign = token.type == "MINUS" and (before is None or before.type not in _ENDS_OPERAND)
        before, is_begun = token, True
