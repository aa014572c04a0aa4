"""The phrase book: what people write who know other languages or English, and what this language writes for it.

`phrases.txt` holds the phrases and says how a pattern is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from .lalr import keywords
from .tokens import Token

Line = Sequence[Token]
Captures = Mapping[str, tuple[int, int]]
"""The tokens that each capital stands for, from the first to before the second."""

_CAPITAL = re.compile(r'("?)\b([A-Z])(?=s?\b)')
_OPEN, _CLOSED = frozenset({"LPAR", "LSQB", "LBRACE"}), frozenset({"RPAR", "RSQB", "RBRACE"})
_KINDS = {
    "N": "NUMBER",
    "M": "NUMBER",
    "T": "STRING",
    "U": "STRING",
    "W": "NAME",
    "V": "NAME",
    "C": "COMPARISON",
    "D": "COMPARISON",
}
_ATOMS = frozenset({"NAME", "NUMBER", "THIS", "HERE"})
_CONNECTS = frozenset({"COMMA", "LBRACE", "RBRACE"})


class Element(NamedTuple):
    """A capital, the words of which one stands there, `^` or `$`."""

    letter: str
    words: tuple[str, ...] = ()
    is_optional: bool = False
    is_kept: bool = False


class Phrase(NamedTuple):
    """A pattern; the texts to write for it, one to apply or some to say; and why. `foreign`: its words that we do not have."""

    elements: tuple[Element, ...]
    texts: tuple[str, ...]
    is_certain: bool
    reason: str
    foreign: frozenset[str]

    def has(self, word: str) -> bool:
        """Return whether a word is one of the pattern."""
        return any(word in element.words or word.lower() in element.words for element in self.elements)


class Match(NamedTuple):
    """A place in a line where a phrase stands, the reason why it is none of ours, and the texts to write there."""

    phrase: Phrase
    first: int
    behind: int
    reason: str
    texts: tuple[str, ...]


@cache
def phrases() -> tuple[Phrase, ...]:
    """The phrases, in the order in which they are looked for."""
    lines = files(__package__).joinpath("phrases.txt").read_text(encoding="utf-8").split("\n")
    return tuple(_read_phrase(line) for line in lines if line and not line.startswith("-- ") and line != "--")


def _read_phrase(line: str) -> Phrase:
    pattern, instead, reason = line.split("  ")
    elements = tuple(map(_read_element, pattern.split()))
    texts = () if instead == "-" else tuple(instead.removeprefix("? ").split(" or: "))
    ours = keywords() | _OURS
    foreign = {word for element in elements for word in element.words if word[0].isalpha() and word not in ours}
    return Phrase(
        elements, tuple("" if text == "~" else text for text in texts), instead[0] not in "?-", reason, frozenset(foreign)
    )


def _read_element(text: str) -> Element:
    if text[0] == "\\":
        return Element("", (text[1:],))
    if text in "^$" or (len(text) == 1 and text.isupper()):
        return Element(text)
    if len(text) == 1:
        return Element("", (text,))
    words = text.removesuffix("?").removesuffix("*")
    if len(words) == 1 and words.isupper():
        return Element(words, is_optional=True)
    return Element("", tuple(words.split("|")), text.endswith("?"), text.endswith("*"))


_OURS = frozenset({"player", "players", "number", "flag", "payment", "abs", "min", "max", "x"})
"""Names that the language has of its own."""


def find_matches(line: Line, place: int, is_start: Callable[[int], bool]) -> Iterator[Match]:
    """The phrases at a place of a line or shortly before it; `is_start` says where a statement or a definition begins."""
    words = {word for token in line for word in (token.text, token.text.lower())}
    for phrase in phrases():
        if all(element.is_optional or not element.words or not words.isdisjoint(element.words) for element in phrase.elements):
            for first in range(min(place, len(line) - 1), -1, -1):
                if first and phrase.elements[0].is_optional and line[first - 1].text.lower() in phrase.elements[0].words:
                    continue
                for behind, captures, words_kept in _match(phrase.elements, line, first, {}, {}, is_start):
                    if behind > place - LOOK_BACK and not (_joins(line, first) or _joins(line, behind)):
                        texts = [_fill(text, line, captures, words_kept) for text in (phrase.reason, *phrase.texts)]
                        yield Match(phrase, first, behind, texts[0], tuple(texts[1:]))
                        break


def _joins(line: Line, number: int) -> bool:
    """Return whether a name is cut in two before a word."""
    return 0 < number < len(line) and {line[number - 1].type, line[number].type} == {"DOT", "NAME"}


LOOK_BACK = 3
"""A strange word is taken for a name, and often noticed only at a later one."""


def _match(
    elements: Sequence[Element],
    line: Line,
    at: int,
    captures: Captures,
    words_kept: Mapping[str, str],
    is_start: Callable[[int], bool],
) -> Iterator[tuple[int, Captures, Mapping[str, str]]]:
    """The ends of the pattern from a token on, with what its capitals stand for and the words of it that are kept."""
    if not elements:
        yield at, captures, words_kept
        return
    element, *rest = elements
    letter = element.letter
    if letter in ("^", "$"):
        if is_start(at) if letter == "^" else at == len(line) or line[at].type in ("RBRACE", "COMMA", "COMMENT"):
            yield from _match(rest, line, at, captures, words_kept, is_start)
    elif letter:
        for end in _ends(letter, line, at, bool(rest)):
            if letter == "B" or letter not in captures:
                yield from _match(rest, line, end, {letter: (at, end), **captures}, words_kept, is_start)
            elif join_tokens(line[at:end]) == join_tokens(line[slice(*captures[letter])]):
                yield from _match(rest, line, end, captures, words_kept, is_start)
        if element.is_optional:
            yield from _match(rest, line, at, captures, words_kept, is_start)
    else:
        if at < len(line) and (line[at].text in element.words or line[at].text.lower() in element.words):
            words_kept = {**words_kept, element.words[0]: line[at].text} if element.is_kept else words_kept
            yield from _match(rest, line, at + 1, captures, words_kept, is_start)
        if element.is_optional:
            yield from _match(rest, line, at, captures, words_kept, is_start)


def _ends(letter: str, line: Line, at: int, goes_on: bool) -> Iterator[int]:
    """Possible ends of what a capital stands for, from a token on: of a name the longest first, of a formula the shortest."""
    kind = line[at].type if at < len(line) else ""
    if letter in _KINDS:
        if kind == _KINDS[letter]:
            yield at + 1
    elif letter == "K":
        if kind and (line[at].text.isidentifier() or kind == "NUMBER"):
            yield at + 1
    elif letter in "PQ":
        if kind in _ATOMS:
            yield from reversed(list(_postfix_ends(line, at + 1)))
    else:
        ends, depth = [at] if letter == "B" else [], 0
        for number in range(at, len(line)):
            depth += (line[number].type in _OPEN) - (line[number].type in _CLOSED)
            if depth < 0 or (letter != "B" and depth <= (line[number].type == "LBRACE") and line[number].type in _CONNECTS):
                break
            if depth == 0:
                ends.append(number + 1)
        yield from ends if goes_on else ends[-1:]


def _postfix_ends(line: Line, at: int) -> Iterator[int]:
    yield at
    while at < len(line):
        if line[at].type == "DOT" and at + 1 < len(line) and line[at + 1].text.isidentifier():
            at += 2
        elif line[at].type in ("LPAR", "LSQB"):
            depth = 0
            for number in range(at, len(line)):
                depth += (line[number].type in _OPEN) - (line[number].type in _CLOSED)
                if depth == 0:
                    break
            if depth:
                return
            at = number + 1
        else:
            return
        yield at


def _fill(text: str, line: Line, captures: Captures, words_kept: Mapping[str, str]) -> str:
    """A text of the phrase book with the author's words in it."""
    for word, new_word in words_kept.items():
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", new_word, text, count=1)

    def words(match: re.Match[str]) -> str:
        letter = match[2]
        if letter not in captures:
            return match[0]
        source = join_tokens(line[slice(*captures[letter])])
        around = match.string[: match.start()][-1:] + match.string[match.end() :][:1]
        is_inside = letter in "TU" and (match[1] or '"' in around or "}" in around or "{" in around)
        return (match[1] if is_inside or letter not in "TU" else "") + (source[1:-1] if is_inside else source)

    return _CAPITAL.sub(words, text)


def join_tokens(tokens: Sequence[Token]) -> str:
    """The text of some tokens, with one blank where there were any."""
    text = ""
    for before, token in zip((None, *tokens), tokens, strict=False):
        text += " " * (before is not None and token.column > before.column + len(before.text)) + token.text
    return text
