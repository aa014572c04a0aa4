"""The one way in which rules are laid out, every comment kept.

A text without faults becomes an outline of items in blocks, each with its tokens and comments; then it is decided what stands
on a line of its own, what stands below what, and what between two words. The formatter works on tokens, not on syntax trees,
because trees have forgotten the comments; afterwards both texts are parsed, and unless they say the same, nothing is written.

Where lines end is the author's to say as long as they are short enough; how far they are indented, what stands between
words and what stands in columns is said here. Only blanks, line ends and the commas between items change.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from itertools import groupby, pairwise, zip_longest
from typing import Final, NamedTuple, get_args

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.limits import MOST_BYTES
from caylus.parser.ast_builder import Builder
from caylus.parser.following import definitions, is_complete
from caylus.parser.lalr import read
from caylus.parser.lexer import Scanned, scan
from caylus.parser.parse import parse
from caylus.parser.tokens import CONTINUES_AFTER, CONTINUES_BEFORE, END, LINE_END, Token

COMMENT: Final = "COMMENT"
LABEL: Final = "LABEL"
"""The type of a name that a value follows: `cost` in `cost (2 + 3) coin`, which calls nothing."""

_BRACKETS = {"LPAR": 1, "LSQB": 1, "RPAR": -1, "RSQB": -1}
_ENDS: Final = frozenset({"RBRACE", END})
_END: Final = Token(END, "", sys.maxsize, 0)


class Break(Enum):
    """The end of a line inside an item, which separates nothing."""

    HERE = "\n"


@dataclass(slots=True)
class Group:
    """The items in braces. `is_open`: on lines of its own; `comments` are after the opening brace."""

    rows: list[Row] = field(default_factory=list)
    comments: list[Token] = field(default_factory=list)
    is_open: bool = False

    def open(self) -> None:
        """Puts each item on a line of its own; an empty group stays as it is."""
        if not self.is_open:
            self.rows = [Row([item], False) for row in self.rows for item in row.items]
            self.is_open = bool(self.rows)


@dataclass(slots=True)
class Row:
    """Items that stand side by side. `is_apart`: an empty line stands above."""

    items: list[Item]
    is_apart: bool


@dataclass(slots=True)
class Item:
    """A definition, a statement or whatever else separators stand between. `comments` stand behind it, one below the other.

    A comment on a line of its own is an item without `node` and `pieces`.
    """

    node: s.Node | None
    pieces: list[Piece]
    comments: list[Token]


Piece = Token | Group | Break


def outline(source_scan: Scanned, definitions: Iterable[s.Definition]) -> Group:
    """The items of a text, as a group that has no braces."""
    # the items that begin at a line and column, the outermost if several do
    starts: dict[tuple[int, int], s.Node] = {}
    waiting: list[s.Node] = list(definitions)
    while waiting:
        node = waiting.pop()
        if isinstance(node, _ITEMS):
            starts.setdefault((node.span.line, node.span.column), node)
        waiting += _inner_parts(node)
    return _Outliner(_words(source_scan, starts), starts).group()


# ---- where items begin

_ITEMS: Final[tuple[type, ...]] = (
    s.Setting, s.About, s.Behaviour, s.Case, s.Option, s.OptionEdit, s.AttachmentEdit, s.Swap, s.Swaps, s.AddField,
    s.RemoveField, s.TableRow, s.Takes,
    *get_args(s.Definition), *get_args(s.Field), *get_args(s.Attachment), *get_args(s.Statement),
)  # fmt: skip
_LEAVES: Final[tuple[type, ...]] = (*get_args(s.Expr), s.Name, s.Text, s.Words, s.Param, s.Binder, s.TypeName, s.Target)

Starts = Mapping[tuple[int, int], s.Node]


def _inner_parts(node: s.Node) -> Iterator[s.Node]:
    """The parts of a node in which items may stand."""
    for field_ in fields(node):
        value = getattr(node, field_.name)
        for part in value if isinstance(value, tuple) else (value,):
            if not isinstance(part, s.Node) or isinstance(part, _LEAVES):
                continue
            if isinstance(node, s.TableRow) or isinstance(part, s.Offer):  # no separators stand in a cell or an offer
                for statement in part.statements:  # type: ignore[attr-defined]
                    yield from _inner_parts(statement)
            elif part.span == node.span:  # the option that a `may` is
                yield from _inner_parts(part)
            else:
                yield part


# ---- words


class _Word(NamedTuple):
    """A token, and the comments between it and the one before: those `behind` that one, and those `above`, on lines of their own.

    An item begins with it (`is_first`), or a line (`is_broken`). With each comment above, and with the token, goes whether
    an empty line stands over it (`is_apart`).
    """

    token: Token
    is_first: bool
    is_broken: bool
    is_apart: bool
    behind: tuple[Token, ...]
    above: tuple[tuple[Token, bool], ...]


def _words(source_scan: Scanned, starts: Starts) -> Iterator[_Word]:
    """The tokens but for the commas that separate items, and an end."""
    tokens = [token for token in source_scan.tokens if token.type != LINE_END]
    comments = deque(Token(COMMENT, c.text, c.span.line, c.span.column) for c in source_scan.comments)
    last = Token("LBRACE", "", 0, 0)
    line, depth, is_separated, is_broken = 0, 0, True, False
    behind: list[Token] = []
    above: list[tuple[Token, bool]] = []
    for token, following in zip([*tokens, _END], [*tokens[1:], _END, _END], strict=False):
        while comments and (comments[0].line, comments[0].column) < (token.line, token.column):
            comment = comments.popleft()
            hangs = behind and (comment.line, comment.column) == (line + 1, behind[-1].column)
            if not above and (comment.line == line or hangs):
                behind.append(comment)
            else:
                above.append((comment, comment.line > line + 1))
            line = comment.line
        is_apart = token.line > line + 1
        is_broken |= token.line > last.line
        continues = depth > 0 or last.type in CONTINUES_AFTER or token.type in CONTINUES_BEFORE
        is_separated |= last.type == "LBRACE" or (token.line > last.line and not continues)
        is_separated |= last.type == "RBRACE" and is_complete(token)
        last, line = token, token.line
        if token.type == "COMMA" and depth == 0 and (following.line, following.column) in starts:
            is_separated = True
            continue
        yield _Word(token, is_separated and token.type not in _ENDS, is_broken, is_apart, tuple(behind), tuple(above))
        behind, above, is_separated, is_broken = [], [], False, False
        depth += _BRACKETS.get(token.type, 0)


# ---- items


class _Outliner:
    """Reads words, one in hand."""

    def __init__(self, words: Iterator[_Word], starts: Starts) -> None:
        self.words, self.starts = words, starts
        self.word = next(words)

    def group(self) -> Group:
        """All up to a closing brace or the end of the text."""
        group = Group(comments=[*self.word.behind])
        while True:
            for comment, is_apart in self.word.above:
                group.rows.append(Row([Item(None, [], [comment])], is_apart and bool(group.rows)))
            word = self.word
            if word.token.type in _ENDS:
                return group
            is_beside = group.rows and not word.is_broken
            item = self.item()
            if is_beside:
                group.rows[-1].items.append(item)
            else:
                group.rows.append(Row([item], word.is_apart and bool(group.rows)))

    def item(self) -> Item:
        first = self.word.token
        node = self.starts.get((first.line, first.column))
        pieces: list[Piece] = []
        if isinstance(node, s.Setting):
            pieces.append(first._replace(type=LABEL))
            self.word = next(self.words)
        while not pieces or not (self.word.is_first or self.word.token.type in _ENDS):
            if pieces:
                pieces += self.word.behind
                for comment, _ in self.word.above:
                    pieces += (Break.HERE, comment)
                if self.word.is_broken and (self.word.token.type != "ELSE" or self.word.behind or self.word.above):
                    pieces.append(Break.HERE)
            token = self.word.token
            self.word = next(self.words)
            pieces.append(self.braces(token) if token.type == "LBRACE" else token)
        return Item(node, pieces, [*self.word.behind])

    def braces(self, opener: Token) -> Group:
        group = self.group()
        group.is_open = bool(group.rows or group.comments) and self.word.token.line > opener.line
        self.word = next(self.words)
        return group


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
_REASONED = (s.Require, s.Forbid, s.ForbidOption)
"""What has a reason in columns with those below and above it."""
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
        case s.Require(reason=reason) | s.Forbid(reason=reason) | s.ForbidOption(reason=reason) if reason is not None:
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
    text_by_line = {id(line): " " * line.indent + line.text for line in lines}
    for run in _runs(lines, lambda line: line.indent + 1 if line.comment else None):
        column = max(_COMMENTS, *(len(text_by_line[id(line)].rstrip()) + 2 for line in run))
        for line in run:
            text_by_line[id(line)] = text_by_line[id(line)].ljust(column) + line.comment
    return "".join(f"{chr(10) * line.is_apart}{text_by_line[id(line)].rstrip()}\n" for line in lines)


def _runs(lines: Iterable[Line], key: Callable[[Line], Hashable]) -> Iterator[list[Line]]:
    """Lines one after the other that have the same key, not None, and no empty line between them."""
    part, keyed_lines = 0, []
    for line in lines:
        part += line.is_apart
        if not line.is_remark:
            keyed_lines.append(((part, key(line)), line))
    for (_, common), run in groupby(keyed_lines, key=lambda pair: pair[0]):
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
        cells = []
        for cell, width in zip(line.cells[:-1], widths, strict=False):
            fits &= len(cell) <= width
            cells.append(cell.ljust(width) if fits else cell)
        line.cells = ((" " * line.gap).join(filter(None, (*cells, line.cells[-1]))),)


_STEP = 2


class UnsafeFormat(Exception):
    """The text as laid out would not say the same: a bug of ours."""


def format_text(text: str, path: str) -> str:
    """The text as it should be laid out; `path` is what spans call its file.

    Line ends are no layout: a text keeps those of its first line, and a text that differs in nothing else is returned as it is.
    Raises `RulesetError` where the text cannot be read or would become too large, and `UnsafeFormat` rather than change what
    it says.
    """
    file, faults = parse(text, path)
    if faults:
        raise RulesetError(faults, {path: text})
    source_scan = scan(text, path)
    layout = _Layout()
    layout.group(outline(_with_names(source_scan, file.soft_names), file.definitions), 0)
    result = align_columns(layout.lines)
    if result == text.replace("\r\n", "\n"):
        return text
    if text[: text.find("\n") + 1].endswith("\r\n"):
        result = result.replace("\n", "\r\n")
    if len(result.encode()) > MOST_BYTES:
        message = f"laid out, `{path}` would be larger than {MOST_BYTES // 1024} KB"
        raise RulesetError((Diagnostic("E0102", message, None, help="split it: a ruleset may consist of many files"),))
    if not _say_the_same(source_scan, scan(result, path), path):
        raise UnsafeFormat(f"{path} would not say the same any more; it is left as it was")
    return result


def _with_names(source_scan: Scanned, places: Set[tuple[int, int]]) -> Scanned:
    """The same with names for the words at these places."""
    if not places:
        return source_scan
    tokens = (token._replace(type="NAME") if (token.line, token.column) in places else token for token in source_scan.tokens)
    return replace(source_scan, tokens=tuple(tokens))


def _say_the_same(one: Scanned, other: Scanned, path: str) -> bool:
    """Return whether two texts have the same syntax and comments. Equal words have equal syntax and are not read again."""
    if [comment.text for comment in one.comments] != [comment.text for comment in other.comments]:
        return False
    pairs = zip_longest(definitions(one.tokens), definitions(other.tokens), fillvalue=())
    builder = Builder(path)
    return all(_token_texts(a) == _token_texts(b) or s.same(read(a, builder), read(b, builder)) for a, b in pairs)


def _token_texts(tokens: Sequence[Token]) -> list[tuple[str, str]]:
    return [(token.type, "" if token.type == LINE_END else token.text) for token in tokens]


class _Layout:
    """Makes lines of items."""

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def group(self, group: Group, indent: int) -> None:
        for row in group.rows:
            first_line = len(self.lines)
            for item in _join_row(row, indent):
                self.item(item, indent)
            self.lines[first_line].is_apart = row.is_apart

    def item(self, item: Item, indent: int) -> None:
        # decides which lines of the item end where
        pieces = item.pieces
        is_reason_below = isinstance(item.node, _REASONED) and item.node.reason is not None and pieces[-2] is Break.HERE
        if is_reason_below and not any(piece is Break.HERE or _is_comment(piece) for piece in pieces[:-2]):
            del pieces[-2]  # it stands beside the condition wherever it fits
        if not isinstance(item.node, s.TableRow) and not fits(pieces, WIDTH - indent):
            for piece in pieces:
                if isinstance(piece, Group):
                    piece.open()
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


def _is_on_one_line(item: Item) -> bool:
    return not any(piece is Break.HERE or (isinstance(piece, Group) and piece.is_open) for piece in item.pieces)


def _is_comment(piece: Piece) -> bool:
    return isinstance(piece, Token) and piece.type == COMMENT
