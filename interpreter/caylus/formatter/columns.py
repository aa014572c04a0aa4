"""Decide what separates two words, which items are aligned in columns, and where the columns begin."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from caylus import syntax as s
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


REQUIRE = "require"
STATE = "state"


class Form(NamedTuple):
    """The cells of an item. Those of items with the same `name` belong below each other, `gap` blanks apart."""

    name: str
    gap: int
    cells: tuple[str, ...]


def find_form(item: Item) -> Form:
    """The form of an item on one line; for those that stand in no columns, one without a name."""
    pieces = item.pieces
    match item.node:
        case s.Require(reason=reason) | s.Forbid(reason=reason) if reason is not None:
            return Form(REQUIRE, 2, _cells(pieces, [len(pieces) - 1]))
        case s.Case():
            return Form("case", 2, _cells(pieces, [_place(pieces, "IF", "OTHERWISE")]))
        case s.Property(indices=indices, title=title):
            return Form("property", 1, _cells(pieces, _find_title(1 + _count_in_brackets(indices), title)))
        case s.PlayerRow(title=title):
            return Form("property", 1, _cells(pieces, _find_title(1, title)))
        case s.State(indices=indices, title=title):
            return Form(STATE, 1, _cells(pieces, _find_title(2 + _count_in_brackets(indices), title)))
        case s.TableRow():
            return Form("row", 1, _cells(pieces, [place for place in range(len(pieces)) if _type(pieces[place]) == "VBAR"]))
        case s.Kind():
            return Form("kind", 1, _cells(pieces, [_place(pieces, word) for word in ("PLURAL", "CALLED", "IS", "{ }")]))
        case s.Behaviour():
            return Form("behaviour", 1, _cells(pieces, [1]))
        case s.Object(title=title) | s.ChangeObject(title=title) | s.Replace(definition=s.Object(title=title)):
            head = [_place(pieces, "STRING") if title else None, _place(pieces, "SEE")]
            body = pieces[-1]
            if not isinstance(body, Group):
                return Form("object", 1, _cells(pieces, head))
            parts = [part for row in body.rows for part in row.items]
            names = " ".join(_name(part) for part in parts)
            return Form(
                f"object {names}", 1, (*_cells(pieces[:-1], head), *_brace_parts([join_pieces(part.pieces) for part in parts]))
            )
    return Form("", 1, (join_pieces(pieces),))


def _find_title(place: int, title: s.Text | None) -> tuple[int | None, int]:
    """The place of a title, if there is one, and that of what follows it."""
    return (place, place + 1) if title is not None else (None, place)


def _count_in_brackets(names: Sequence[s.Name]) -> int:
    """Return how many pieces they are in brackets, with commas between them."""
    return 2 * len(names) + 1 if names else 0


def _cells(pieces: Sequence[Piece], places: Sequence[int | None]) -> tuple[str, ...]:
    """The pieces as text, with a new cell at each of the places; an empty one for None."""
    cells: list[str] = []
    end = len(pieces)
    for place in reversed((0, *places)):
        cells.append("" if place is None else join_pieces(pieces[place:end]))
        end = end if place is None else place
    return tuple(reversed(cells))


def _place(pieces: Sequence[Piece], *types: str) -> int | None:
    """The place of the first piece of these types."""
    return next((place for place, piece in enumerate(pieces) if _type(piece) in types), None)


def _type(piece: Piece) -> str:
    return "{ }" if isinstance(piece, Group) else "" if isinstance(piece, Break) else piece.type


def _name(part: Item) -> str:
    return part.node.name.text if isinstance(part.node, s.Setting | s.Behaviour) else "rule"


def _brace_parts(parts: Sequence[str]) -> Iterator[str]:
    last = len(parts) - 1
    for place, part in enumerate(parts):
        yield f"{'' if place else '{ '}{part}{',' if place < last else ' }'}"
    if not parts:
        yield "{ }"


WIDTH: Final = 130
"""How long a line should be at most."""

_COMMENTS: Final = 37
"""Where comments behind lines begin, counted from 0, unless the lines are longer."""


@dataclass(slots=True)
class Line:
    """A line of text. Lines of the same `form` that follow one another have their cells in columns, `gap` blanks apart."""

    indent: int
    cells: tuple[str, ...]
    form: str = ""
    gap: int = 1
    comment: str = ""
    is_apart: bool = False
    is_remark: bool = False
    """A comment on a line of its own, which interrupts nothing."""

    @property
    def text(self) -> str:
        return (" " * self.gap).join(filter(None, self.cells))


def align_columns(lines: Sequence[Line]) -> str:
    """The text of the lines."""
    for run in _runs(lines, lambda line: (line.indent, line.form) if line.form else None):
        _align(run)
    written = {id(line): " " * line.indent + line.text for line in lines}
    for run in _runs(lines, lambda line: line.indent + 1 if line.comment else None):
        column = max(_COMMENTS, *(len(written[id(line)].rstrip()) + 2 for line in run))
        for line in run:
            written[id(line)] = written[id(line)].ljust(column) + line.comment
    return "".join(f"{chr(10) * line.is_apart}{written[id(line)].rstrip()}\n" for line in lines)


def _runs(lines: Iterable[Line], key: Callable[[Line], Hashable]) -> Iterator[list[Line]]:
    """Lines one after the other that have the same key, not None, and no empty line between them."""
    part, keyed = 0, []
    for line in lines:
        part += line.is_apart
        if not line.is_remark:
            keyed.append(((part, key(line)), line))
    for (_, common), run in groupby(keyed, key=lambda pair: pair[0]):
        if common is not None:
            yield [line for _, line in run]


def _align(run: Sequence[Line]) -> None:
    """Makes one cell of the cells of each line. A line that is too long anyway has no say in how wide a column is."""
    widths = [0] * max(len(line.cells) for line in run)
    for line in run:
        if line.indent + len(line.text) <= WIDTH:
            for place, cell in enumerate(line.cells[:-1]):
                widths[place] = max(widths[place], len(cell))
    for line in run:
        fits = True
        padded = []
        for cell, width in zip(line.cells[:-1], widths, strict=False):
            fits &= len(cell) <= width
            padded.append(cell.ljust(width) if fits else cell)
        line.cells = ((" " * line.gap).join(filter(None, (*padded, line.cells[-1]))),)
