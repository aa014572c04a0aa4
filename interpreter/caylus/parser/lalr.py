"""Lark: its parser, and its interactive parser, which knows what can stand where. Nothing else imports it."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lark import Lark, Token as LarkToken, Tree, UnexpectedToken, __version__ as lark_version

from caylus.cache import Shelf
from caylus.limits import DEEPEST_IN_TEXT, DEEPEST_STACK, DEEPEST_SYNTAX
from caylus.syntax import Definition, Expr, Span

from .tokens import CONTINUES_BEFORE, END, LINE_END, Token

if TYPE_CHECKING:
    from .ast_builder import Builder


_FOLDER = files(__package__)

DEFINITION, INSERTED = "start", "inserted"
"""What a row of tokens can be: a definition, or a formula in a text, with its braces."""


def lex(text: str, line: int = 1, column: int = 1) -> Iterator[Token]:
    """All that stands in a text but for blanks: words and symbols, line ends, comments, and what the language does not have.

    The text begins on this line in this column; where that is not the first, it is all on that line.
    """
    words, start = _words(), 1 - column
    for match in _pattern().finditer(text):
        kind, lexeme = match.lastgroup or "", match[0]
        if kind == "BLANK":
            continue
        yield Token(words.get(lexeme, kind) if kind == "NAME" else kind, lexeme, line, match.start() - start + 1)
        if kind == LINE_END:
            line += lexeme.count("\n")
            start = match.end()


@cache
def _pattern() -> re.Pattern[str]:
    """The terminals of the grammar, as one pattern: `Lark.lex` makes a lexer for each text, and formulas in texts are many."""
    words = _words().values()
    terminals = [(terminal, terminal.pattern) for terminal in load_lark().terminals if terminal.name not in words]
    terminals.sort(key=lambda pair: (-pair[0].priority, pair[1].type == "str", -len(pair[1].value), pair[0].name))
    return re.compile("|".join(f"(?P<{terminal.name}>{pattern.to_regexp()})" for terminal, pattern in terminals))


@cache
def _words() -> dict[str, str]:
    """The type of each word of the language."""
    return {word: kind for kind, word in spellings().items() if word.isalpha()}


def read(tokens: Iterable[Token], builder: Builder) -> Definition | None:
    """The definition that the tokens make; None if they cannot be read."""
    match = _match(tokens, builder, DEFINITION)
    return match.value if match is not None else None


def read_inserted(tokens: Iterable[Token], builder: Builder) -> Expr | None:
    """The formula that the tokens are; None if they cannot be read."""
    match = _match(tokens, builder, INSERTED)
    if match is not None and match.height > DEEPEST_IN_TEXT:
        builder.fault("E0109", "this formula is too deep for a text", match.value.span)
    return match.value if match is not None else None


def _match(tokens: Iterable[Token], builder: Builder, start: str) -> Any:
    """The tree of what the tokens are, with its value and its height; None if they cannot be read."""
    parser = load_lark().parse_interactive(None, start)
    last = None
    try:
        for token, following in pairwise(chain(tokens, [Token(END, "", 0, 0)])):
            kind = _soften(parser, token.type, following.type)
            if kind != token.type:
                token = token._replace(type=kind)
                builder.soft_names.add((token.line, token.column))
            leaf = LarkToken(token.type, token.text, None, token.line, token.column, token.line, token.column + len(token.text))
            leaf.value = builder.leaf(token)
            if not _feed(parser, leaf, builder):
                return None
            if len(_stack(parser)) > DEEPEST_STACK + 1:  # with the token itself
                raise _TooDeep
            last = token
        return _stack(parser)[-1] if _feed(parser, LarkToken(END, ""), builder) else None
    except _TooDeep:
        assert last
        builder.fault("E0109", "this stands too deep in other things", last.span(builder.path))
        return None


class _TooDeep(Exception):
    pass


@cache
def _soft_types() -> frozenset[str]:
    """The types of the words that can be names: a line does not go on with them, and no formula begins with them."""
    hard = CONTINUES_BEFORE | following_types("CONSTANT", "NAME", "EQUAL")
    return frozenset(kind for kind, word in spellings().items() if word.isalpha() and kind not in hard)


def soft_words() -> frozenset[str]:
    """The words of the language that can be names."""
    return frozenset(spellings()[kind] for kind in _soft_types())


@cache
def head_types() -> frozenset[str]:
    """The types of the words that begin a definition or a part of one. No kind has their names: its objects begin with it."""
    heads = following_types().union(
        following_types("CHANGE"), following_types("REMOVE"), following_types("RULE", "NAME", "LBRACE"), {"OPTION"}
    )
    return heads & _soft_types()


@cache
def _verb_types() -> frozenset[str]:
    """The types of the words that begin a statement."""
    return following_types("PHASE", "NAME", "LBRACE") & _soft_types()


def _soften(parser: Any, kind: str, following: str) -> str:
    """The type of a token before one of the type `following`: a soft word is a name where only a name fits."""
    if kind not in _soft_types():
        return kind
    choices = parser.choices()
    if "NAME" not in choices or ("VALUE" in choices and kind in head_types()):
        return kind
    word = _advance(parser, kind)
    if word is not None and _fits(word, following):
        return kind
    if "VALUE" not in choices and kind in _verb_types() and following == "NAME" and not _FORMULAS.isdisjoint(choices):
        return kind  # a statement in the place of a formula, or an edit that is not there: the message is better
    name = _advance(parser, "NAME")
    return "NAME" if name is not None and (word is None or _fits(name, following)) else kind


_FORMULAS = frozenset({"NUMBER", "ADD", "FORBID"})


def _fits(parser: Any, kind: str) -> bool:
    return _advance(parser, kind) is not None or (kind in _soft_types() and _advance(parser, "NAME") is not None)


def _advance(parser: Any, kind: str) -> Any:
    """A parser that has read one more token, without trees, as both would share theirs; None where the token cannot stand."""
    if kind not in parser.choices():
        return None
    ahead = parser.copy(deepcopy_values=False)  # for a token that is refused has ended rules all the same
    if ahead.parser_state.parse_conf.callbacks:
        ahead.parser_state.parse_conf = copy(ahead.parser_state.parse_conf)
        ahead.parser_state.parse_conf.callbacks = {}
    try:
        ahead.feed_token(LarkToken(kind, ""))
    except UnexpectedToken:
        return None
    return ahead


def _feed(parser: Any, token: LarkToken, builder: Builder) -> bool:
    """Reads a token, and gives values to all that it shows to be ended. False: it cannot stand here."""
    try:
        parser.feed_token(token)
    except UnexpectedToken:
        return False
    finally:
        for symbol in reversed(_stack(parser)):
            if hasattr(symbol, "value") and symbol is not token:
                break
            _build(symbol, builder)
    return True


def _build(symbol: Any, builder: Builder) -> None:
    """Gives a match its value, and before that those it consists of.

    Only those on its right edge can lack one: whatever stands left of a token was ended before the token was read.
    """
    edge = []
    while isinstance(symbol, Tree) and not hasattr(symbol, "value"):
        edge.append(symbol)
        symbol = next((child for child in reversed(symbol.children) if child is not None), None)
    match: Any
    for match in reversed(edge):
        if match.data.startswith("_"):
            continue  # its parts become parts of another match
        match.height = 1 + max((getattr(child, "height", 0) for child in match.children), default=0)
        if match.height > DEEPEST_SYNTAX:
            raise _TooDeep
        meta = match.meta
        span = Span(builder.path, meta.line, meta.column, meta.end_line, meta.end_column)
        match.value = builder.build(match.data, span, [None if child is None else child.value for child in match.children])


def _stack(parser: Any) -> list[Any]:
    """The tokens and trees that are not yet joined.

    Lark does not document it, and nothing documented tells as much: how many they are, so that a text that only ever begins
    something ends, and what has ended when a text goes wrong, so that the faults of that are told too.
    """
    stack: list[Any] = parser.parser_state.value_stack
    return stack


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
        parser = _advance(self._parser, kind)
        if parser is None:
            return False
        self._parser = parser
        return len(_stack(parser)) < DEEPEST_STACK

    def admits(self, kind: str) -> bool:
        """Return whether a token of this type can stand here."""
        return _advance(self._parser, kind) is not None

    def soften(self, kind: str, following: str) -> str:
        """The type that a token of this type has here, before one of the type `following`: a soft word can be a name."""
        return _soften(self._parser, kind, following)

    def accepted_types(self) -> frozenset[str]:
        """The types of token that can stand here."""
        return frozenset(self._parser.accepts())


@cache
def _start(what: str) -> Any:
    """A parser that has read nothing yet."""
    return load_lark().parse_interactive(None, what)


@cache
def following_types(*kinds: str) -> frozenset[str]:
    """The types of token that can follow tokens of these types at the beginning of a definition."""
    recognizer = Recognizer()
    for kind in kinds:
        recognizer.feed(kind)
    return recognizer.accepted_types()


def beginnings() -> frozenset[str]:
    """The types of token that a definition can begin with."""
    return following_types()


@cache
def spellings() -> dict[str, str]:
    """The spelling of each type of token that has only one."""
    return {terminal.name: terminal.pattern.value for terminal in load_lark().terminals if terminal.pattern.type == "str"}


@cache
def keywords() -> frozenset[str]:
    """The words of the language."""
    return frozenset(filter(str.isalpha, spellings().values()))


# ---- the parser itself


def grammar() -> str:
    """The grammar, in the language of Lark."""
    return _FOLDER.joinpath("grammar.lark").read_text(encoding="utf-8")


@cache
def load_lark() -> Lark:
    """Lark, as it parses by the grammar."""
    return load_shipped() or _KEPT.get(_version()) or _make_and_keep()


def make(strict: bool = False) -> Lark:
    """What Lark makes of the grammar, which takes it longer than a whole check. `strict` makes conflicts and colliding
    terminals errors (and needs `interegular`).
    """
    options: dict[str, Any] = {"parser": "lalr", "lexer": "basic", "propagate_positions": True, "strict": strict}
    return Lark(grammar(), start=[DEFINITION, INSERTED], **options)


def load_shipped() -> Lark | None:
    """The Lark of `grammar.pickle`, which a build of the package makes; None without it, or for another grammar or Lark."""
    file = _FOLDER.joinpath("grammar.pickle")
    if not file.is_file():
        return None
    with file.open("rb") as data:
        return Lark.load(data) if data.readline() == _version().encode() + b"\n" else None


def _make_and_keep() -> Lark:
    product = make()
    _KEPT.keep(product, _version())
    return product


def _save(lark: Lark) -> bytes:
    data = io.BytesIO()
    lark.save(data)
    return data.getvalue()


_KEPT: Shelf[Lark] = Shelf("grammar", _save, lambda data: Lark.load(io.BytesIO(data)), is_of_library=False)
"""For a clone, and for a Lark other than that of the build: what one version saves, another need not understand."""


def _version() -> str:
    return f"{lark_version} {hashlib.sha256(grammar().encode()).hexdigest()}"


def main() -> None:
    """Write `grammar.pickle`, if it is not of this grammar and this Lark."""
    if load_shipped() is None:
        Path(str(_FOLDER), "grammar.pickle").write_bytes(_version().encode() + b"\n" + _save(make()))


if __name__ == "__main__":
    main()
