"""Lark: its lexer, its parser, and its interactive parser, which knows what can stand where. Nothing else imports it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lark import Lark, UnexpectedToken
from lark import Token as LarkToken
from lark.grammar import Rule
from lark.lexer import TerminalDef

from caylus.limits import DEEPEST_IN_TEXT, DEEPEST_STACK, DEEPEST_SYNTAX
from caylus.syntax import Definition, Expr, Span

from . import grammar
from .tokens import Token

if TYPE_CHECKING:
    from .ast_builder_expressions import Expressions


DEFINITION, INSERTED = "start", "inserted"
"""What a row of tokens can be: a definition, or a formula in a text, with its braces."""


def lex(text: str, line: int = 1, column: int = 1) -> Iterator[Token]:
    """All that stands in a text but for blanks: words and symbols, line ends, comments, and what the language does not have.

    The text begins on this line in this column; where that is not the first, it is all on that line.
    """
    parser: Any = _lark().parse_interactive(text, DEFINITION)
    for token in parser.lexer_thread.lex(None):  # as `Lark.lex`, which makes a new lexer for each text
        yield Token(token.type, token.value, token.line + line - 1, token.column + column - 1)


def read(tokens: Iterable[Token], builder: Expressions) -> Definition | None:
    """The definition that the tokens make; None if they cannot be read."""
    match = _match(tokens, builder, DEFINITION)
    return match.value if match is not None else None


def read_inserted(tokens: Iterable[Token], builder: Expressions) -> Expr | None:
    """The formula that the tokens are; None if they cannot be read."""
    match = _match(tokens, builder, INSERTED)
    if match is not None and match.height > DEEPEST_IN_TEXT:
        builder.fault("E0109", "this formula is too deep for a text", match.value.span)
    return match.value if match is not None else None


def _match(tokens: Iterable[Token], builder: Expressions, start: str) -> _Match | None:
    parser: Any = _lark().parse_interactive(None, start)
    last = None
    try:
        for token in tokens:
            parser.feed_token(_Leaf.from_token(token, builder))
            if len(parser.parser_state.value_stack) > DEEPEST_STACK + 1:  # with the token itself
                raise _TooDeep
            last = token
        match: _Match = parser.feed_eof()
    except UnexpectedToken:
        return None
    except _TooDeep:
        assert last
        builder.fault("E0109", "this stands too deep in other things", last.span(builder.path))
        return None
    return match


class _TooDeep(Exception):
    pass


class _Leaf(LarkToken):
    """A token with what it means as its value. Symbols know their builder, as all files have the same callbacks."""

    __slots__ = ("builder",)

    builder: Expressions

    @classmethod
    def from_token(cls, token: Token, builder: Expressions) -> _Leaf:
        end = token.column + len(token.text)
        leaf = cls(token.type, token.text, None, token.line, token.column, token.line, end)
        leaf.value = builder.leaf(token)
        leaf.builder = builder
        return leaf


class _Match:
    """A match of a rule of the grammar: its symbols, until it has a value or they are spliced into another."""

    __slots__ = ("builder", "children", "column", "end_column", "end_line", "height", "line", "rule", "value")

    builder: Expressions
    line: int
    column: int
    end_line: int
    end_column: int
    height: int
    value: Any

    def __init__(self, rule: str, children: list[Any]) -> None:
        self.rule = rule
        self.children: list[Any] | None = children


def _make_match(select: Callable[[list[Any]], _Match], symbols: list[Any]) -> _Match:
    """A rule's match, with the value that the builder's function of the rule's name makes of it.

    `select` is all that Lark would do: it leaves out punctuation, marks what is missing, and splices lists. A transformer,
    its own way of giving values, is not told where a match stands, and its own positions take longer than all the rest.
    """
    match = select(symbols)
    first, last = symbols[0], symbols[-1]
    match.line, match.column, match.end_line, match.end_column = first.line, first.column, last.end_line, last.end_column
    match.builder = builder = first.builder
    if match.children is not None and not match.rule.startswith("_"):
        match.height = 1 + max((child.height for child in match.children if isinstance(child, _Match)), default=0)
        if match.height > DEEPEST_SYNTAX:
            raise _TooDeep
        span = Span(builder.path, match.line, match.column, match.end_line, match.end_column)
        match.value = getattr(builder, match.rule)(span, [None if child is None else child.value for child in match.children])
        match.children = None
    return match


class Recognizer:
    """Follows the tokens of a definition without reading them. A copy goes on from the same place."""

    __slots__ = ("_parser",)

    def __init__(self, parser: Any = None) -> None:
        self._parser = parser or _start(DEFINITION)  # never changes, for copies share it

    @staticmethod
    def for_inserted_formula() -> Recognizer:
        """One that follows a formula in a text."""
        return Recognizer(_start(INSERTED))

    def copy(self) -> Recognizer:
        return Recognizer(self._parser)

    def feed(self, kind: str) -> bool:
        """Follows a token of this type. False: it cannot stand here, and nothing has changed."""
        parser = self._state_after(kind)
        if parser is None:
            return False
        self._parser = parser
        return len(parser.parser_state.value_stack) < DEEPEST_STACK

    def admits(self, kind: str) -> bool:
        """Return whether a token of this type can stand here."""
        return self._state_after(kind) is not None

    def accepted_types(self) -> frozenset[str]:
        """The types of token that can stand here."""
        return frozenset(self._parser.accepts())

    def _state_after(self, kind: str) -> Any:
        if kind not in self._parser.choices():
            return None
        parser = self._parser.copy(deepcopy_values=False)  # for a token that is refused has ended rules all the same
        try:
            parser.feed_token(LarkToken(kind, ""))
        except UnexpectedToken:
            return None
        return parser


@cache
def _start(what: str) -> Any:
    """A parser that has read nothing yet, and makes nothing of what it reads."""
    parser = _lark().parse_interactive(None, what)
    _conf(parser).callbacks = dict.fromkeys(_lark().rules, lambda symbols: None)
    return parser


@cache
def beginnings() -> frozenset[str]:
    """The types of token that a definition can begin with."""
    return Recognizer().accepted_types()


@cache
def spellings() -> dict[str, str]:
    """The spelling of each type of token that has only one."""
    return {terminal.name: terminal.pattern.value for terminal in _lark().terminals if terminal.pattern.type == "str"}


@cache
def keywords() -> frozenset[str]:
    """The words of the language."""
    return frozenset(filter(str.isalpha, spellings().values()))


# ---- the parser itself


@cache
def _lark() -> Lark:
    made = grammar.unpack_grammar(grammar.load_shipped() or serialize_grammar())
    made["data"]["options"]["tree_class"] = _Match
    made["data"]["parser"]["lexer_conf"]["ignore"] = ["BLANK"]  # whoever feeds the parser leaves comments out
    lark = Lark.load(made)
    callbacks = _conf(lark.parse_interactive(None, DEFINITION)).callbacks
    callbacks.update({rule: _callback(rule, select) for rule, select in callbacks.items()})
    return lark


def _callback(rule: Rule, select: Callable[[list[Any]], _Match]) -> Callable[[list[Any]], Any]:
    hands_on = rule.options.expand1 and not rule.alias and len(rule.expansion) == 1
    return itemgetter(0) if hands_on else partial(_make_match, select)


def _conf(parser: Any) -> Any:
    """The configuration that a parser and its copies share."""
    return parser.parser_state.parse_conf


def serialize_grammar(strict: bool = False) -> dict[str, Any]:
    """The tables that Lark makes of the grammar. `strict` makes conflicts and colliding terminals errors (and needs
    `interegular`).
    """
    options: dict[str, Any] = {"parser": "lalr", "lexer": "basic", "maybe_placeholders": True, "start": [DEFINITION, INSERTED]}
    data, memo = Lark(grammar.text(), strict=strict, **options).memo_serialize([TerminalDef, Rule])
    return grammar.pack_grammar({**data, "options": options}, memo)


def main() -> None:
    text = json.dumps(serialize_grammar(), separators=(",", ":"))
    Path(__file__).with_name("grammar.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
