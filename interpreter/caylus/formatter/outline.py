"""A text without faults -> items in blocks: what a formatter moves about, with every token and comment in its place."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Final, NamedTuple, get_args

from caylus import syntax as s
from caylus.parser.following import CONTINUES_AFTER, CONTINUES_BEFORE, is_complete
from caylus.parser.lexer import Scanned
from caylus.parser.tokens import END, LINE_END, Token

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


def outline(scanned: Scanned, definitions: Iterable[s.Definition]) -> Group:
    """The items of a text, as a group that has no braces."""
    starts = _starts(definitions)
    return _Outliner(_words(scanned, starts), starts).group()


# ---- where items begin

_ITEMS: Final[tuple[type, ...]] = (
    s.Setting, s.About, s.Behaviour, s.Case, s.Option, s.OptionEdit, s.Swap, s.Swaps, s.AddField, s.TableRow, s.Takes,
    *get_args(s.Definition), *get_args(s.Field), *get_args(s.Attachment), *get_args(s.Statement),
)  # fmt: skip
_LEAVES: Final[tuple[type, ...]] = (*get_args(s.Expr), s.Name, s.Text, s.Words, s.Param, s.Binder, s.TypeName, s.Target)

Starts = Mapping[tuple[int, int], s.Node]


def _starts(definitions: Iterable[s.Definition]) -> Starts:
    """The items that begin at a line and column, the outermost if several do."""
    found: dict[tuple[int, int], s.Node] = {}
    waiting: list[s.Node] = list(definitions)
    while waiting:
        node = waiting.pop()
        if isinstance(node, _ITEMS):
            found.setdefault((node.span.line, node.span.column), node)
        waiting += _inner_parts(node)
    return found


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


def _words(scanned: Scanned, starts: Starts) -> Iterator[_Word]:
    """The tokens but for the commas that separate items, and an end."""
    tokens = [token for token in scanned.tokens if token.type != LINE_END]
    comments = deque(Token(COMMENT, c.text, c.span.line, c.span.column) for c in scanned.comments)
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
