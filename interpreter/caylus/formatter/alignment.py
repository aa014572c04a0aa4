"""Decide which items are aligned in columns, and where the columns begin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from caylus import syntax as s

from .outline import Break, Group, Item, Piece
from .spacing import join_pieces

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
        case s.Require(reason=reason) if reason is not None:
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
