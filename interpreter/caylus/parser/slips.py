"""Recognise the slips of people who know other languages, or English, in a line that cannot be parsed.

A finder looks at a place where the text stops making sense, and says what is wrong there and, where that is plain, which
words should stand instead of which. The line as it was meant is read on, so that nothing else is reported because of it.
Most is in the phrase book, `phrases.txt`, which says how a pattern is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import NamedTuple

from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from caylus.limits import LONGEST_LINE_MENDED

from .lalr import Recognizer, beginnings, keywords, spellings
from .lexer import scan
from .tokens import CONTINUES_AFTER, END, LINE_END, Token

Line = list[Token]
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


_TURNS = {"LBRACE": 1, "LPAR": 1, "LSQB": 1, "RBRACE": -1, "RPAR": -1, "RSQB": -1}


class Change(NamedTuple):
    """The tokens to write for the words of a line from the one numbered `first` to before `behind`; nothing, to insert there."""

    first: int
    behind: int
    text: str


class Slip(NamedTuple):
    """A slip in the words from `first` to before `behind`, and what was meant. `is_guess`: only if that can be read."""

    message: str
    first: int
    behind: int
    help: str = ""
    changes: tuple[Change, ...] = ()
    title: str = ""
    """How the fix is called."""
    code: str = "E0101"
    is_guess: bool = False


Finder = Callable[["At"], Slip | None]


@dataclass
class At:
    """A line, the place in it where it stops making sense, what follows the line, and the recognizer as it was before it."""

    line: Line
    place: int
    before: Recognizer
    path: str
    following: Token | None = None

    @cached_property
    def recognizers(self) -> list[Recognizer]:
        """The recognizer before each word up to the place."""
        found = [self.before.copy()]
        for token in self.line[: self.place]:
            found.append(found[-1].copy())
            found[-1].feed(token.type)
        return found

    @property
    def here(self) -> Recognizer:
        return self.recognizers[-1]

    @cached_property
    def accepted_types(self) -> frozenset[str]:
        return self.here.accepted_types()

    def type(self, offset: int = 0) -> str:
        """The type of the word so far from the place; empty beyond the line."""
        number = self.place + offset
        return self.line[number].type if 0 <= number < len(self.line) else ""

    def types(self, first: int = 0, last: int = 0) -> list[str]:
        return [self.type(offset) for offset in range(first, last + 1)]

    @cached_property
    def statement(self) -> int | None:
        """The number of the word that the statement at the place begins with, if it stands on this line."""
        return next(
            (i for i in range(self.place, -1, -1) if i < len(self.recognizers) and self.recognizers[i].admits("CLEAR")), None
        )

    def begins(self, number: int) -> bool:
        """Return whether a statement, an attachment or a definition can begin at a word, going by what is before it."""
        return begins(self.line, number)

    def text(self, first: int, behind: int) -> str:
        """The words from number `first` to before number `behind`, with one blank where there were any."""
        return join_tokens(self.line[first:behind])


def begins(line: Line, number: int) -> bool:
    """Return whether a statement, an attachment or a definition can begin at a word, going by what is before it."""
    return number == 0 or line[number - 1].type in ("LBRACE", "RBRACE", "COMMA", "COLON")


def _end_from(line: Line, number: int) -> int:
    depth = 0
    for i, token in enumerate(line[number:], number):
        depth += _TURNS.get(token.type, 0)
        if depth < 0 or (depth == 0 and token.type == "COMMA") or (token.type == "LBRACE" and depth == 1):
            return i
    return len(line)


def first_slip(at: At, finders: Sequence[Finder]) -> tuple[Diagnostic, Line | None] | None:
    """The fault that the first finder finds, and the line as it was meant, where that is plain."""
    if len(at.line) > LONGEST_LINE_MENDED:
        return None
    for find in finders:
        slip = find(at)
        if slip is None:
            continue
        mended_line = apply_changes(at.line, slip.changes) if slip.changes else None
        if mended_line is not None and not reads(at, mended_line):
            mended_line = None
        if mended_line is None and slip.is_guess:
            continue
        fix = Fix(slip.title, tuple(_edit(at, change) for change in slip.changes)) if mended_line is not None else None
        return Diagnostic(
            slip.code, slip.message, _span(at, slip.first, slip.behind), help=slip.help, fix=fix
        ), mended_line or None
    return None


def apply_changes(line: Line, changes: Sequence[Change]) -> Line:
    """The line with changes made to it, from the last to the first."""
    for first, behind, text in sorted(changes, reverse=True):
        place = line[first] if first < len(line) else line[-1]._replace(column=line[-1].column + len(line[-1].text) + 1)
        new = [token._replace(line=place.line, column=place.column + token.column - 1) for token in scan(text, "").tokens]
        line = [*line[:first], *new, *line[behind:]]
    return line


def reads(at: At, line: Line) -> bool:
    """Return whether a line makes sense to its end, in the place of the one that does not."""
    recognizer, last = at.before.copy(), ""
    for token in line:
        apart = last == "RBRACE" and recognizer.admits(LINE_END) and not recognizer.admits(token.type)
        if (apart and not recognizer.feed(LINE_END)) or not recognizer.feed(token.type):
            return False
        last = token.type
    goes_on = at.following is not None and recognizer.admits(at.following.type)
    return goes_on or last in CONTINUES_AFTER or recognizer.admits(LINE_END) or recognizer.admits(END)


def _edit(at: At, change: Change) -> Edit:
    """The change as one of the text: words stand a blank apart from what is beside them, and leave none behind."""
    first, behind, text = change
    line = at.line
    before = _span(at, first - 1, first) if first else None
    touches = before is not None and first < len(line) and before.end_column == line[first].column
    if not text and behind < len(line) and not touches:
        start, end = _span(at, first, behind), _span(at, behind, behind + 1)
        return Edit(Span(start.file, start.line, start.column, end.line, end.column), "")
    if first < behind:
        place = _span(at, first, behind)
        start = place if text or before is None else _span_after(before)
        is_apart = not touches or not text or text[0] in ",)" or line[first - 1].type in ("DOT", "LPAR", "LSQB")
        return Edit(start.to(place), text if is_apart else f" {text}")
    if before is not None and (first == len(line) or text[0] in ",)"):
        return Edit(_span_after(before), text if text[0] in ",)" else f" {text}")
    here = _span(at, first, first + 1)
    return Edit(Span(here.file, here.line, here.column, here.line, here.column), text if text[-1] == "(" else f"{text} ")


def _span_after(place: Span) -> Span:
    """The place without width behind another."""
    return Span(place.file, place.end_line, place.end_column, place.end_line, place.end_column)


def _span(at: At, first: int, behind: int) -> Span:
    if first >= len(at.line):
        last = at.line[-1].span(at.path)
        return Span(at.path, last.line, last.end_column, last.line, last.end_column + 1)
    return at.line[first].span(at.path).to(at.line[max(first, min(behind, len(at.line)) - 1)].span(at.path))


def phrase(at: At) -> Slip | None:
    """A phrase that reads with the words of this language instead, or has a word that the language does not have."""
    return _phrase(at, is_ours=False)


def phrase_of_ours(at: At) -> Slip | None:
    """A phrase all words of which the language has, for which nothing certain can be written."""
    return _phrase(at, is_ours=True)


def _phrase(at: At, is_ours: bool) -> Slip | None:
    weak = None
    for match in find_matches(at.line, at.place, at.begins):
        is_certain, is_foreign = match.phrase.is_certain, find_foreign(at.line, match) is not None
        if (is_certain or is_foreign) == is_ours:
            continue
        proven_texts = [text for text in match.texts if reads(at, apply_changes(at.line, [_change(match, _as_block(text))]))]
        if len(proven_texts) == len(match.texts) and (match.texts or is_ours):
            slip = describe(at.line, match, proven_texts)
            return slip._replace(first=at.place, behind=at.place + 1) if is_ours else slip
        signs = [element.words for element in match.phrase.elements]
        is_sign = is_certain and len(signs) > 1 and all(words and not words[0][0].isalnum() for words in signs)
        if weak is None and ((is_foreign and not is_certain) or (is_sign and match.first <= at.place < match.behind)):
            weak = describe(at.line, match, proven_texts)
            if is_sign:  # another slip of the line keeps it from being read
                sign = at.text(match.first, match.behind)
                weak = Slip(f"the language has no `{sign}`", match.first, match.behind, match.reason)
    return weak


def describe(line: Line, match: Match, texts: Sequence[str]) -> Slip:
    """The slip that a phrase is, with the texts that make sense in its place."""
    strange = find_foreign(line, match)
    help = match.reason if match.reason != "-" else ""
    changes = (_change(match, texts[0]),) if texts and match.phrase.is_certain else ()
    title = _title(line, match, texts[0]) if changes else ""
    if texts and not changes:
        help = f"write {' or '.join(f'`{text}`' for text in texts)}: {help}"
    if strange is not None:
        message = f"the language has no `{line[strange].text}`"
        return Slip(message, strange, strange + 1, help, changes, title, "E0114")
    if not texts:
        return Slip(match.reason, match.first, match.behind)
    first, behind = _difference(line, match, texts[0])
    behind = max(behind, first + 1)
    message = f"`{join_tokens(line[first:behind])}` cannot stand here"
    if first == len(line):
        message = "something is missing at the end of the line"
    return Slip(message, first, behind, help, changes, title)


def _title(line: Line, match: Match, text: str) -> str:
    """Words to write instead, up to the end of its statement unless that is long."""
    rest = join_tokens(line[match.behind : _end_from(line, match.behind)]) if text[-1:] != "{" else ""
    whole = f"{text.removesuffix('{').strip()} {rest if len(rest) < _LONG else ''}".strip()
    return f"write `{whole}`" if text and whole else "leave it out"


_LONG = 40


def find_foreign(line: Line, match: Match) -> int | None:
    """The number of the word of a phrase that the language does not have."""
    words, numbers = match.phrase.foreign, range(match.first, match.behind)
    return next((number for number in numbers if not words.isdisjoint((line[number].text, line[number].text.lower()))), None)


def _difference(line: Line, match: Match, text: str) -> tuple[int, int]:
    """The words of a phrase without those at its beginning and its end that stay."""
    new, (first, behind) = [token.text for token in scan(_as_block(text), "").tokens], (match.first, match.behind)
    while new and first < behind and line[first].text == new[0]:
        first, new = first + 1, new[1:]
    while new and behind > first and line[behind - 1].text == new[-1]:
        behind, new = behind - 1, new[:-1]
    return first, behind


def _change(match: Match, text: str) -> Change:
    return Change(match.first, match.behind, text)


def _as_block(text: str) -> str:
    """A text with a statement for what its author is to write."""
    return text.replace("…", "nothing")


def capitals(at: At) -> Slip | None:
    """A word of the language in capitals."""
    for number in range(min(at.place, len(at.line) - 1), max(-1, at.place - LOOK_BACK - 1), -1):
        name, word = at.line[number].text, at.line[number].text.lower()
        change = Change(number, number + 1, word)
        if name != word and word in keywords() and reads(at, apply_changes(at.line, [change])):
            return Slip(f"the language has no `{name}`", number, number + 1, "", (change,), f"write `{word}`", "E0114")
    return None


def find_repetition(at: At) -> Slip | None:
    """A word of the language that is written twice."""
    if at.place in (0, len(at.line)) or at.type() != at.type(-1) or at.line[at.place].text not in keywords():
        return None
    change = Change(at.place, at.place + 1, "")
    message = f"`{at.line[at.place].text}` is written twice"
    return Slip(message, at.place, at.place + 1, "", (change,), "leave it out", is_guess=True)


def not_done(at: At) -> Slip | None:
    """A name for a statement."""
    start = at.statement
    if start is None or start == at.place or not at.here.admits("GAINS") or at.type() not in ("", "COMMA", "RBRACE"):
        return None
    name = at.text(start, at.place)
    help = f"a statement begins with what is done, as in `do {name}()` or `raise {name} by 1`"
    return Slip(f"`{name}` is nothing that can be done", start, at.place, help)


def strange_beginning(at: At) -> Slip | None:
    """A statement, an attachment or a definition that begins with a word that begins none."""
    if at.type() in _STATEMENTS and at.here.admits("FORBID") and not at.here.admits("CLEAR"):
        return _ask_when(at)
    start = next((number for number in range(at.place, -1, -1) if at.begins(number)), None)
    if start is None or at.place > start + 1 or start >= len(at.line) or at.line[start].type != "NAME":
        return None
    word, recognizer = at.line[start].text, at.recognizers[start]
    if (
        at.type() not in ("NAME", "NUMBER", "STRING", "LBRACE")
        and at.place < len(at.line)
        and not at.line[at.place].text.isalpha()
    ):
        return None
    if recognizer.admits("CLEAR"):
        help = "a statement begins with its verb: `gain`, `lose`, `set`, `raise`, `put`, `if`, `for each`, `choose`, `do name(…)`"
        return Slip(f"no statement begins with `{word}`", start, start + 1, help)
    if recognizer.admits("FORBID"):
        help = "write `before name(…) { … }`, `after …`, `instead of …`, `forbid … where …`, or what it changes: `name(…) is 2`"
        return Slip(f"no part of a rule begins with `{word}`", start, start + 1, help)
    return None


def _ask_when(at: At) -> Slip:
    """A statement right in the braces of a rule or an object."""
    word = at.line[at.place].text
    is_block = at.line[-1].type == "LBRACE" or at.type() in ("FOR", "IF")
    statement = f"{word} …" if is_block else at.text(at.place, _end_from(at.line, at.place))
    help = f"name what it comes after or before: `after evening() {{ {statement} }}`"
    if at.here.admits("ABOUT"):
        help = f"what an object does stands in an action, as in `use {{ {statement} }}`, or after one: `after evening() {{ … }}`"
    return Slip(f"when is it done? `{word}` stands in no action", at.place, at.place + 1, help)


_WORDS = {"BY", "TO", "EACH", "DO", "IN", "OF", "INTO", "REQUIRE", "FOR"}
"""What is easily left out."""


def no_braces(at: At) -> Slip | None:
    """A statement behind the head of a block, without the braces around it; or a colon."""
    if not at.here.admits("LBRACE"):
        return None
    help = "what is done stands in braces: `{ … }`"
    if at.type() == "COLON" and at.place + 1 == len(at.line):
        start = next((number for number in range(at.place, -1, -1) if at.begins(number)), 0)
        help = f"what is done stands in braces: `{at.text(start, at.place)} {{ … }}`"
        return Slip("a block does not begin with `:`", at.place, at.place + 1, help)
    opened = at.here.copy()
    opened.feed("LBRACE")
    if at.type() in ("", "RBRACE", "NAME") or at.here.admits(at.type()) or not opened.admits(at.type()):
        return None
    behind = _end_from(at.line, at.place)
    is_last = behind == len(at.line) or at.line[behind].type == "RBRACE"
    changes = (Change(at.place, at.place, "{"), Change(behind, behind, "}")) if is_last else ()
    title = f"write `{{ {at.text(at.place, behind)} }}`"
    return Slip(f"`{at.line[at.place].text}` stands in no braces", at.place, at.place + 1, help, changes, title)


def missing_word(at: At) -> Slip | None:
    """A single word with which the line makes sense."""
    if at.place in (0, len(at.line)) or at.types(0, 1) == ["NAME", "NAME"]:
        return None
    changes = [Change(at.place, at.place, spellings()[kind]) for kind in sorted(_WORDS & at.accepted_types)]
    changes_found = [change for change in changes if reads(at, apply_changes(at.line, [change]))]
    if len(changes_found) != 1:
        return None
    (change,), word = changes_found, changes_found[0].text
    message = f"`{word}` is missing before `{at.line[at.place].text}`"
    return Slip(message, at.place, at.place + 1, "", (change,), f"write `{word}`")


def missing_comma(at: At) -> Slip | None:
    """An item of a list that stands on one line with the item before it; seen only at its second word where that is a name's."""
    for number in range(min(at.place, len(at.line) - 1), max(at.place - 2, 0), -1):
        word, recognizer = at.line[number], at.recognizers[number].copy()
        if {"COMMA", LINE_END} <= recognizer.accepted_types() and recognizer.feed("COMMA") and recognizer.admits(word.type):
            change = Change(number, number, ",")
            is_guess = number < at.place or (word.text not in keywords() and recognizer.admits("CLEAR"))
            if not is_guess or reads(at, apply_changes(at.line, [change])):
                help = "what stands on one line is separated by commas"
                return Slip(f"a `,` is missing before `{word.text}`", number, number + 1, help, (change,), "write `,`")
    return None


def half_written_bounds(at: At) -> Slip | None:
    """The first of two bounds without the second: which one was meant is nobody's guess."""
    first = next((number for number in range(at.place - 1, 0, -1) if at.line[number].type == "FROM"), at.place)
    if first >= at.place - 1 or "TO" not in at.accepted_types or at.line[first - 1].type != "NAME" or at.type() == "DOT":
        return None
    recognizer = at.here.copy()
    recognizer.feed("TO")
    if recognizer.admits(at.type()):
        return None
    help = f"write `{at.text(first, at.place)} to …`, or leave the bounds out"
    return Slip("a number has two bounds or none", first, at.place, help)


_QUESTIONS = {"SOME", "COUNT", "SUM", "FIRST", "SORT", "RANDOM"}
_JOINTS = {"AND", "OR", "NOT", "PLUS", "MINUS", "FACTOR", "COMPARISON", "IS", "WHERE"}


def question_inside(at: At) -> Slip | None:
    """`… and some x in list where …`, without parentheses."""
    if at.type() not in _QUESTIONS or "LPAR" not in at.accepted_types or at.type(-1) not in _JOINTS:
        return None
    inside, last = at.here.copy(), at.place
    inside.feed("LPAR")
    depth = 0
    for number, token in enumerate(at.line[at.place :], at.place):
        depth += (token.type == "LPAR") - (token.type == "RPAR")
        if depth < 0 or not inside.feed(token.type):
            break
        if depth == 0 and inside.admits("RPAR"):
            last = number + 1
    word = at.line[at.place].text
    if last == at.place + 1 and at.type(1) == "LBRACE":
        return None  # a word for a member, not the beginning of a formula
    changes = (Change(at.place, at.place, "("), Change(last, last, ")")) if last > at.place else ()
    message = f"`{word} …` stands in parentheses inside another formula"
    title = f"write `({at.text(at.place, last)})`"
    return Slip(message, at.place, at.place + 1, "it reaches as far to the right as it can", changes, title)


_ATTACHMENTS = {"FORBID", "BEFORE", "AFTER", "INSTEAD"}


_STATEMENTS = {"FOR", "IF", "GAIN", "LOSE", "PAY", "SET", "RAISE", "LOWER", "REPEAT", "CHOOSE", "MAY", "DO", "LET", "SAY", "PUT"}


def alone_at_the_margin(at: At) -> Slip | None:
    """An attachment, an option or a statement that stands in nothing."""
    is_at_the_margin = at.here.admits("KIND") or (at.here.admits(END) and at.line[0].column == 1)
    if at.place or not is_at_the_margin or at.type() not in _ATTACHMENTS | _STATEMENTS | {"OPTION"}:
        return None
    word = at.line[0].text
    if at.type() in _STATEMENTS:
        text = at.text(0, len(at.line)) if at.line[-1].type == "RBRACE" or "{" not in at.text(0, len(at.line)) else f"{word} …"
        help = f"a statement is done at an action, in a rule: `rule name {{ after action() {{ {text} }} }}`"
        if word == "if":
            help = "it stands in a rule, `after income() { if … { … } }`, or in a value, `value name() { 2 if …, 3 otherwise }`"
        return Slip(f"`{word}` begins a statement, and no definition", 0, 1, help)
    options_place = (
        "`choose { … }`, or, where an action of the base offers it, in `change action name_of_it { add option … { … } }`"
    )
    around = options_place if word == "option" else f"a rule, `rule name {{ {word} … }}`, or in the braces of an object"
    return Slip(f"`{word}` begins no definition", 0, 1, f"it stands in {around}")


def definition_inside(at: At) -> Slip | None:
    """A definition of its own in the braces of another."""
    word = at.line[0]
    is_head = len(at.line) > 2 and at.line[1].text.isidentifier() and at.line[2].type in ("STRING", "LBRACE", "LPAR", "EQUAL")
    if not is_head or at.place > 2 or word.text not in spellings().values() or at.before.admits(END):
        return None
    kind = next(kind for kind, spelling in spellings().items() if spelling == word.text)
    if kind not in beginnings() or at.before.admits(kind):
        return None
    help = "move it to the margin, behind the `}` of this one; what an object does at some time is `after evening() { … }` here"
    return Slip(f"`{word.text} {at.line[1].text}` cannot stand in the braces of another definition", 0, 2, help)


def name_of_two(at: At) -> Slip | None:
    """A name with a hyphen or a blank in it."""
    if at.type(-1) != "NAME":
        return None
    if at.type() == "MINUS" and at.type(1) == "NAME" and _touch(at, at.place - 1) and _touch(at, at.place):
        behind = at.place + 2
        while behind + 1 < len(at.line) and at.line[behind].type == "MINUS" and _touch(at, behind - 1) and _touch(at, behind):
            behind += 2
        return _name(at.place - 1, behind, at.text(at.place - 1, behind).replace("-", "_"), "a name has no `-` in it")
    if at.type() != "NAME" or "STRING" not in at.accepted_types:
        return None
    behind, name = _words(at), at.text(at.place - 1, _words(at)).replace(" ", "_")
    if at.type(behind - at.place) == "STRING":
        joined_words = {at.line[0].text, *(token.text for token in at.line[at.place - 1 : behind])}
        if len(joined_words) == behind - at.place + 2 and not _touch(at, behind - 1):
            return _name(at.place - 1, behind, name, "a name is a single word")
        return Slip("a name is a single word", at.place, behind, "leave out what is too much")
    words = at.text(at.place, behind)
    if words[0].isupper():
        return title_unquoted(at)
    help = f'a name is a single word: `{name}`; a title stands in double quotes: `"{words}"`'
    return Slip(f"`{words}` cannot stand here", at.place, behind, help)


def title_unquoted(at: At) -> Slip | None:
    """A title, or another text, without quotes."""
    if at.type() != "NAME" or "STRING" not in at.accepted_types:
        return None
    behind = _words(at)
    text = f'"{at.text(at.place, behind)}"'
    changes = (Change(at.place, behind, text),) if text[1].isupper() else ()
    help = "" if changes else f"write `{text}`, or leave it out"
    return Slip("a text stands in double quotes", at.place, behind, help, changes, f"write `{text}`")


def _words(at: At) -> int:
    """Behind the names that stand at the place, one after the other."""
    return next(i for i in range(at.place, len(at.line) + 1) if i == len(at.line) or at.line[i].type != "NAME")


def _touch(at: At, number: int) -> bool:
    """Return whether nothing stands between a word and the next."""
    return number + 1 < len(at.line) and at.line[number].column + len(at.line[number].text) == at.line[number + 1].column


def _name(first: int, behind: int, name: str, message: str) -> Slip:
    return Slip(message, first, behind, "its words are joined by `_`", (Change(first, behind, name),), f"write `{name}`")


def last_case(at: At) -> Slip | None:
    """A value's last case without `otherwise`."""
    if not {"IF", "OTHERWISE"} <= at.accepted_types or at.type() not in ("", "RBRACE"):
        return None
    is_last = at.type() == "RBRACE" or (at.following is not None and at.following.type == "RBRACE")
    changes = (Change(at.place, at.place, "otherwise"),) if is_last else ()
    case = at.text(next((i + 1 for i in range(at.place - 1, -1, -1) if at.line[i].type == "LBRACE"), 0), at.place)
    help = "a case says when it holds, `if …`; the last is for all else: `otherwise`"
    return Slip(f"when is it `{case}`?", at.place, at.place, help, changes, f"write `{case} otherwise`")


def formula_in_object(at: At) -> Slip | None:
    """`change stall market { gain 4 coin becomes gain 3 coin }`."""
    behind = [token.type for token in at.line[at.place :]]
    is_object = {"NAME", "FORBID", "ABOUT"} <= at.accepted_types
    if not (at.type() == "BECOMES" and "GAINS" in at.accepted_types) and not (is_object and "BECOMES" in behind):
        return None
    number = at.place if at.type() == "BECOMES" else at.place + behind.index("BECOMES")
    if at.line[number - 1].type == "REPLACED" and at.line[number - 2].type == "LBRACE":
        message = "the title of an object stands before its braces"
        return Slip(message, number, number + 1, 'write the new one there: `… "New title" { }`')
    help = "name the part of the object that has the formula, as in `use { 6 becomes 5 }`"
    if at.line[number - 1].type == "REPLACED":
        help += '; the words of a paragraph are changed by a line `| changes: name`, and below it `| "old" becomes "new"`'
    return Slip("`becomes` cannot replace a formula here", number, number + 1, help)
