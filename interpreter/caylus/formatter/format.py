"""The one way in which rules are laid out.

Where lines end is the author's to say as long as they are short enough; how far they are indented, what stands between
words and what stands in columns is said here. Only blanks, line ends and the commas between items change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.limits import MOST_BYTES
from caylus.parser.ast_builder import Builder
from caylus.parser.following import definitions
from caylus.parser.lalr import read
from caylus.parser.lexer import Scanned, scan
from caylus.parser.parse import parse
from caylus.parser.tokens import LINE_END, Token

from .columns import CLOSER, OPENER, REQUIRE, STATE, WIDTH, Line, align_columns, find_form, fits, join_pieces, side_by_side
from .outline import COMMENT, Break, Group, Item, Piece, Row, outline

_STEP = 2


class UnsafeFormat(Exception):
    """The text as laid out would not say the same: a bug of ours."""


def format_text(text: str, path: str) -> str:
    """The text as it should be laid out; `path` is what spans call its file.

    Raises `RulesetError` where the text cannot be read or would become too large, and `UnsafeFormat` rather than change what
    it says.
    """
    file, faults = parse(text, path)
    if faults:
        raise RulesetError(faults, {path: text})
    scanned = scan(text, path)
    layout = _Layout()
    layout.group(outline(scanned, file.definitions), 0)
    result = align_columns(layout.lines)
    if len(result.encode()) > MOST_BYTES:
        message = f"laid out, `{path}` would be larger than {MOST_BYTES // 1024} KB"
        raise RulesetError((Diagnostic("E0102", message, None, help="split it: a ruleset may consist of many files"),))
    if not _say_the_same(scanned, scan(result, path), path):
        raise UnsafeFormat(f"{path} would not say the same any more; it is left as it was")
    return result


def _say_the_same(one: Scanned, other: Scanned, path: str) -> bool:
    """Return whether two texts have the same syntax and comments. Equal words have equal syntax and are not read again."""
    if [comment.text for comment in one.comments] != [comment.text for comment in other.comments]:
        return False
    pairs = zip_longest(definitions(one.tokens), definitions(other.tokens), fillvalue=())
    builder = Builder(path)
    return all(_words(a) == _words(b) or s.same(read(a, builder), read(b, builder)) for a, b in pairs)


def _words(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    return [(token.type, "" if token.type == LINE_END else token.text) for token in tokens]


class _Layout:
    """Makes lines of items."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def group(self, group: Group, indent: int) -> None:
        for row in group.rows:
            begun = len(self.lines)
            for item in _join_row(row, indent):
                self.item(item, indent)
            self.lines[begun].is_apart = row.is_apart

    def item(self, item: Item, indent: int) -> None:
        _settle(item, indent)
        if not item.pieces:
            self.lines += (Line(indent, (comment.text,), is_remark=True) for comment in item.comments)
            return
        if _is_on_one_line(item):
            self.one_line(item, indent)
        else:
            self.several_lines(item.pieces, indent)
        for comment in item.comments:
            self.comment(comment)

    def one_line(self, item: Item, indent: int) -> None:
        name, gap, cells = find_form(item)
        line = Line(indent, cells, name if indent or name != STATE else "", gap)
        if name == REQUIRE and indent + len(line.text) > WIDTH:
            condition, reason = cells
            self.lines += (replace(line, cells=(condition,)), replace(line, cells=(" " * _STEP, reason)))
        else:
            self.lines.append(line)

    def several_lines(self, pieces: Sequence[Piece], indent: int) -> None:
        code: list[Piece] = []
        at = indent
        for before, piece in pairwise((None, *pieces, None)):
            if isinstance(piece, Group) and piece.is_open:
                self.code([*code, OPENER], at, indent)
                for comment in piece.comments:
                    self.comment(comment)
                self.group(piece, indent + _STEP)
                code, at = [CLOSER], indent
            elif isinstance(piece, Token) and _is_comment(piece):
                self.code(code, at, indent)
                code, at = [], indent + _STEP
                if before is Break.HERE:
                    self.lines.append(Line(at, (piece.text,), is_remark=True))
                else:
                    self.comment(piece)
            elif piece is not None and (code or piece is not Break.HERE):
                code.append(piece)
        self.code(code, at, indent)

    def code(self, pieces: Sequence[Piece], at: int, indent: int) -> None:
        """Lines of an item, the first of them indented as far as `at`; `else` always stands below its `if`."""
        if pieces:
            first, *others = join_pieces(pieces).rstrip("\n").split("\n")
            self.lines.append(Line(indent if first.startswith("else ") else at, (first,)))
            self.lines += (Line(indent if other[0] in ")]" else indent + _STEP, (other,)) for other in others)

    def comment(self, comment: Token) -> None:
        """Behind the last line, or below the comment there."""
        last = self.lines[-1]
        if last.comment:
            self.lines.append(Line(last.indent, ("",), comment=comment.text))
        else:
            last.comment = comment.text


def _join_row(row: Row, indent: int) -> Sequence[Item]:
    """The items of a row as one, if they fit on one line."""
    if len(row.items) == 1 or not all(map(_is_on_one_line, row.items)):
        return row.items
    together = Item(None, [*side_by_side(row.items)], row.items[-1].comments)
    return [together] if fits(together.pieces, WIDTH - indent) else row.items


def _settle(item: Item, indent: int) -> None:
    """Decides which lines of the item end where."""
    pieces = item.pieces
    is_reason_below = isinstance(item.node, s.Require | s.Forbid) and item.node.reason is not None and pieces[-2] is Break.HERE
    if is_reason_below and not any(piece is Break.HERE or _is_comment(piece) for piece in pieces[:-2]):
        del pieces[-2]  # it stands beside the condition wherever it fits
    if not isinstance(item.node, s.TableRow) and not fits(pieces, WIDTH - indent):
        for piece in pieces:
            if isinstance(piece, Group):
                piece.open()


def _is_on_one_line(item: Item) -> bool:
    return not any(piece is Break.HERE or (isinstance(piece, Group) and piece.is_open) for piece in item.pieces)


def _is_comment(piece: Piece) -> bool:
    return isinstance(piece, Token) and piece.type == COMMENT
