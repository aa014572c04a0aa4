"""Recognise the slips of people who know other languages, or English, in a line that cannot be parsed.

A finder looks at a place where the text stops making sense, and says what is wrong there and, where that is plain, which
words should stand instead of which. The line as it was meant is read on, so that nothing else is reported because of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from caylus.limits import LONGEST_LINE_MENDED

from .following import CONTINUES_AFTER
from .lalr import Recognizer, keywords, spellings
from .lexer import scan
from .tokens import END, LINE_END, Token

Line = list[Token]

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

    def end_from(self, number: int) -> int:
        """The number of the first word from there on that ends a statement, or begins a block of it."""
        depth = 0
        for i, token in enumerate(self.line[number:], number):
            depth += _TURNS.get(token.type, 0)
            if depth < 0 or (depth == 0 and token.type == "COMMA") or (token.type == "LBRACE" and depth == 1):
                return i
        return len(self.line)

    def text(self, first: int, behind: int) -> str:
        """The words from number `first` to before number `behind`, with one blank where there were any."""
        return _join_tokens(self.line[first:behind])


def _join_tokens(tokens: Sequence[Token]) -> str:
    text = ""
    for before, token in zip((None, *tokens), tokens, strict=False):
        text += " " * (before is not None and token.column > before.column + len(before.text)) + token.text
    return text


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
        return Edit(_span_between(_span(at, first, behind), _span(at, behind, behind + 1)), "")
    if first < behind:
        place = _span(at, first, behind)
        start = place if text or before is None else _span_after(before)
        is_apart = not touches or not text or line[first - 1].type in ("DOT", "LPAR", "LSQB")
        return Edit(start.to(place), text if is_apart else f" {text}")
    if before is not None and (first == len(line) or text[0] in ",)"):
        return Edit(_span_after(before), text if text[0] in ",)" else f" {text}")
    here = _span(at, first, first + 1)
    return Edit(Span(here.file, here.line, here.column, here.line, here.column), text if text[-1] == "(" else f"{text} ")


def _span_between(first: Span, behind: Span) -> Span:
    """From the start of one place to the start of another."""
    return Span(first.file, first.line, first.column, behind.line, behind.column)


def _span_after(place: Span) -> Span:
    """The place without width behind another."""
    return Span(place.file, place.end_line, place.end_column, place.end_line, place.end_column)


def _span(at: At, first: int, behind: int) -> Span:
    if first >= len(at.line):
        last = at.line[-1].span(at.path)
        return Span(at.path, last.line, last.end_column, last.line, last.end_column + 1)
    return at.line[first].span(at.path).to(at.line[max(first, min(behind, len(at.line)) - 1)].span(at.path))


_LOOK_BACK = 3  # a strange word is taken for a name, and often noticed only at a later one

_MEANT = {
    "while": "repeat while", "until": "repeat until", "foreach": "for each", "for all": "for each", "for every": "for each",
    "for": "for each", "elif": "else if", "elsif": "else if", "elseif": "else if", "otherwise": "else", "break": "stop",
    "print": "say", "echo": "say", "log": "say", "call": "do", "run": "do", "perform": "do", "increase": "raise",
    "increment": "raise", "decrease": "lower", "decrement": "lower", "reduce": "lower", "var": "let",
    "const": "let", "def": "action", "function": "action", "func": "action", "class": "kind", "equals": "is",
    "is equal to": "is", "is not equal to": "is not", "is more than": ">", "is greater than": ">", "is larger than": ">",
    "is higher than": ">", "more than": ">", "greater than": ">", "is less than": "<", "is fewer than": "<",
    "is smaller than": "<", "is lower than": "<", "less than": "<", "fewer than": "<", "is at least": ">=", "is at most": "<=",
    "then": "", "roll": "random", "dice": "random", "contains": "is in", "in": "is in", "not in": "is not in", "int": "number",
    "integer": "number", "bool": "flag", "boolean": "flag", "require that": "require", "skip": "nothing",
    "mod": "%", "xor": "is not", "has": "can pay", "new": "", "create": "", "define": "", "add": "",
    "delete": "remove", "on": "after", "restrict": "forbid",
}  # fmt: skip
"""What other languages, or people, call what the language has a word for."""
_PHRASES = {tuple(phrase.split()): meant for phrase, meant in _MEANT.items()}
_LONGEST = max(map(len, _PHRASES))
_WORDS = {"BY", "TO", "EACH", "DO", "IN", "OF", "INTO", "REQUIRE", "FOR"}
"""What is easily left out."""
_GIVES = {"give": "gains", "grant": "gains", "award": "gains", "take": "loses", "steal": "loses"}
_TRANSFERS = {"gain", "gains", "lose", "loses"}
_MOVES = {"draw", "discard", "deal", "move", "place", "return"}
_ENDS = {"TO": "gains", "FROM": "loses"}
"""Where a gain or a loss names its player at its end, as English does: the verb to write after the player."""
_INSTEAD = {
    ("EQUAL", "IS"): "to compare, write `is`",
    ("EQUAL", "TO"): "write `to`",
    ("EQUAL", "BECOMES"): "write `becomes`",
    ("MINUS", "TO"): "from one number to another is written `to`",
    ("BY", "WITH"): "the first of those `with most` or `with fewest` is found",
    ("WITH", "BY"): "write `by`",
    ("IF", "WHERE"): "a rule holds `where` something is so",
    ("VBAR", "OR"): "one or the other is joined by `or`",
}
"""What is said by a word, and not by the sign or word that stands there."""


def foreign_word(at: At) -> Slip | None:
    """A word of another language, or one in capitals."""
    for first in range(min(at.place, len(at.line) - 1), max(-1, at.place - _LOOK_BACK - 1), -1):
        for size in range(_LONGEST, 0, -1):
            words = tuple(token.text.lower() for token in at.line[first : first + size])
            if len(words) < size or first + size <= at.place - _LOOK_BACK:
                continue
            replacement = _PHRASES.get(words)
            if replacement is None and size == 1 and words[0] != at.line[first].text and words[0] in keywords():
                replacement = words[0]
            if replacement is None:
                continue
            change = Change(first, first + size, replacement)
            if reads(at, apply_changes(at.line, [change])):
                shown, title = at.text(first, first + size), f"write `{replacement}`" if replacement else "leave it out"
                is_known = size == 1 and words[0] in keywords()
                message = f"`{shown}` cannot stand here" if is_known else f"the language has no `{shown}`"
                return Slip(message, first, first + size, "", (change,), title, "E0114")
    return None


def assignment(at: At) -> Slip | None:
    """`x = 3`, `x += 1`, `x++` for a statement."""
    start = at.statement
    if start is None or start == at.place or not at.here.admits("GAINS") or at.type() not in ("EQUAL", "PLUS", "MINUS"):
        return None
    target, sign = at.text(start, at.place), at.type()
    if at.types(0, 1) == ["PLUS", "PLUS"]:
        return _replace_raise(at, start, "raise", "1", at.place + 2)
    if sign != "EQUAL" and at.type(1) == "EQUAL":
        rest = at.place + 2
        behind = at.end_from(rest)
        return _replace_raise(at, start, "raise" if sign == "PLUS" else "lower", at.text(rest, behind), behind)
    if sign != "EQUAL":
        return None
    behind, width = at.end_from(at.place + 1), at.place - start
    same = at.place + 1 + width
    if at.text(at.place + 1, same) == target and at.line[same : same + 1] and at.line[same].type in ("PLUS", "MINUS"):
        verb = "raise" if at.line[same].type == "PLUS" else "lower"
        return _replace_raise(at, start, verb, at.text(same + 1, behind), behind)
    changes = (Change(start, start, "set"), Change(at.place, at.place + 1, "to"))
    title = f"write `set {target} to {at.text(at.place + 1, behind)}`"
    help = "a state is `set` to a new value; what a player holds, they gain or lose: `player gains 1 …`"
    return Slip("`=` sets nothing in play", at.place, at.place + 1, help, changes, title)


def _replace_raise(at: At, start: int, verb: str, amount: str, behind: int) -> Slip:
    new = f"{verb} {at.text(start, at.place)} by {amount}"
    word = "gains" if verb == "raise" else "loses"
    help = f"a state is changed by `raise` and `lower`; what a player holds, they gain or lose: `player {word} {amount} …`"
    shown = at.text(at.place, at.place + 1 + (at.type(1) in ("EQUAL", "PLUS")))
    message, changes = f"`{shown}` changes nothing in play", (Change(start, behind, new),)
    return Slip(message, at.place, at.place + 1, help, changes, f"write `{new}`")


def not_done(at: At) -> Slip | None:
    """An action's name without `do`."""
    start = at.statement
    if start is None or start == at.place or not at.here.admits("GAINS") or at.type() not in ("", "COMMA", "RBRACE"):
        return None
    name = at.text(start, at.place)
    if at.type(-1) == "RPAR":
        message = f"`{name}` says nothing of what is done"
        return Slip(message, start, at.place, "an action is done by `do`", (Change(start, start, "do"),), f"write `do {name}`")
    help = "a statement begins with what is done, as in `gain 1 …`"
    return Slip(f"`{name}` is nothing that can be done", start, at.place, help)


def each_of_them(at: At) -> Slip | None:
    """`each player gains`."""
    start = at.statement
    words = [token.text for token in at.line[start : start + 3]] if start is not None else []
    if start is None or len(words) < 3 or words[0] not in ("each", "every", "all") or words[2] not in _TRANSFERS:
        return None
    message = f"nothing is done by `{words[0]}` alone"
    if words[1] not in ("player", "players"):
        return Slip(message, start, start + 1, f"what each does stands in braces: `for each {words[1]} in … {{ … }}`")
    behind = at.end_from(start + 3)
    new = f"for each player in players {{ {words[2].removesuffix('s')} {at.text(start + 3, behind)} }}"
    return Slip(message, start, start + 1, "what each does stands in braces", (Change(start, behind, new),), f"write `{new}`")


def no_braces(at: At) -> Slip | None:
    """A statement behind the head of a block, without the braces around it; or a colon."""
    if not at.here.admits("LBRACE"):
        return None
    help = "what is done stands in braces: `{ … }`"
    if at.type() == "COLON" and at.place + 1 == len(at.line):
        return Slip("a block does not begin with `:`", at.place, at.place + 1, help)
    opened = at.here.copy()
    opened.feed("LBRACE")
    if at.type() in ("", "RBRACE", "NAME") or at.here.admits(at.type()) or not opened.admits(at.type()):
        return None
    behind = at.end_from(at.place)
    is_last = behind == len(at.line) or at.line[behind].type == "RBRACE"
    changes = (Change(at.place, at.place, "{"), Change(behind, behind, "}")) if is_last else ()
    title = f"write `{{ {at.text(at.place, behind)} }}`"
    return Slip(f"`{at.line[at.place].text}` stands in no braces", at.place, at.place + 1, help, changes, title)


def give_to_player(at: At) -> Slip | None:
    """`give 1 coin to player`, `take 1 coin from player`, `draw a card`."""
    start = at.statement
    if start is None or at.place != start + 1 or at.line[start].type != "NAME":
        return None
    word = at.line[start].text.lower()
    message = f"the language has no `{word}`"
    if word == "return" and not {"to", "into"} & {token.text for token in at.line[start:]}:
        help = "an action has no result; a value is its formula: `value name(…) = …`; `stop` ends a `repeat`"
        return Slip(message, start, start + 1, help)
    if word in _MOVES:
        help = "a thing is moved by `put … from … into …`; what players hold is gained and lost: `gain 1 …`"
        return Slip(message, start, start + 1, help)
    verb = _GIVES.get(word)
    if verb is None:
        return None
    behind = at.end_from(start)
    between = next((i for i in range(start, behind) if at.line[i].type in ("TO", "FROM")), None)
    help = f"write `{verb[:-1]} 1 …`, or who: `owner {verb} 1 …`"
    if between is None:
        return Slip(message, start, start + 1, help, (Change(start, start + 1, verb[:-1]),), f"write `{verb[:-1]}`")
    new = f"{at.text(between + 1, behind)} {verb} {at.text(start + 1, between)}"
    return Slip(message, start, start + 1, "", (Change(start, behind, new),), f"write `{new}`")


def added_to_front(at: At) -> Slip | None:
    """`add player to front of order`."""
    start = at.statement
    if start is None or at.type() not in ("FRONT", "END") or at.type(-1) != "TO" or at.line[start].type != "ADD":
        return None
    new = f"put {at.text(start + 1, at.end_from(start))}"
    help = "`add` puts what is new at the end of a list"
    return Slip("`add` cannot stand here", start, start + 1, help, (Change(start, start + 1, "put"),), f"write `{new}`")


def player_at_the_end(at: At) -> Slip | None:
    """`gain 1 coin to player`, `lose 1 coin from player`."""
    start, verb = at.statement, _ENDS.get(at.type())
    if start is None or verb is None or at.line[start].type not in ("GAIN", "LOSE"):
        return None
    behind = at.end_from(at.place)
    new = f"{at.text(at.place + 1, behind)} {verb} {at.text(start + 1, at.place)}"
    help = "the player who gains or loses comes first"
    return Slip(
        f"`{at.line[at.place].text}` cannot stand here",
        at.place,
        at.place + 1,
        help,
        (Change(start, behind, new),),
        f"write `{new}`",
    )


def repeated_verb(at: At) -> Slip | None:
    """`gain 1 fish or gain 1 salt`."""
    if at.type() not in ("GAIN", "PAY", "LOSE") or at.type(-1) not in ("OR", "AND", "PLUS"):
        return None
    joint = at.line[at.place - 1].text
    if joint == "and":
        message, help = "statements are not joined by `and`", "they stand on lines of their own, or a comma between them"
        return Slip(message, at.place - 1, at.place, help, (Change(at.place - 1, at.place, ","),), "write `,`")
    message = f"`{at.line[at.place].text}` stands once before all that is joined by `{joint}`"
    return Slip(message, at.place, at.place + 1, "", (Change(at.place, at.place + 1, ""),), "leave it out")


def other_sign(at: At) -> Slip | None:
    """A sign where the language has a word, or one that is not needed."""
    sign = at.type()
    if sign == "EQUAL" and at.type(1) == "COMPARISON" and at.line[at.place + 1].text in ("<", ">"):
        new = f"{at.line[at.place + 1].text}="
        return _sign(at, at.place + 2, new, f"to compare, write `{new}`")
    if sign in ("EQUAL", "COLON") and (
        "NUMBER" in at.accepted_types or ("STRING" in at.accepted_types and at.type(1) == "STRING")
    ):
        what = "`=`" if sign == "EQUAL" else "a colon"
        return _sign(at, at.place + 1, "", f"what follows a name stands there without {what}")
    for (wrong_sign, expected_sign), help in _INSTEAD.items():
        if sign == wrong_sign and expected_sign in at.accepted_types:
            behind = at.place + 1 + (at.type(1) == sign and sign in ("EQUAL", "VBAR"))
            return _sign(at, behind, spellings()[expected_sign], help)
    return None


def _sign(at: At, behind: int, new: str, help: str) -> Slip:
    message, title = f"`{at.text(at.place, behind)}` cannot stand here", f"write `{new}`" if new else "delete it"
    return Slip(message, at.place, behind, help, (Change(at.place, behind, new),), title)


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


_QUESTIONS = {"SOME", "COUNT", "SUM", "FIRST", "SORT", "RANDOM"}
_JOINTS = {"AND", "OR", "NOT", "PLUS", "MINUS", "FACTOR", "COMPARISON", "IS"}


def payment_with_comma(at: At) -> Slip | None:
    """`cost 1 coin, 1 apple`."""
    comma = next((at.place - back for back in (1, 2) if at.type(-back) == "COMMA"), None)
    if comma is None or at.line[comma + 1 : comma + 2] == [] or at.line[comma + 1].type != "NUMBER" or comma == 0:
        return None
    message = f"`{at.text(comma + 1, comma + 3)}` stands alone here"
    help = "the parts of a payment are joined by `+`"
    return Slip(message, comma + 1, comma + 3, help, (Change(comma, comma + 1, "+"),), "write `+`", is_guess=True)


def question_inside(at: At) -> Slip | None:
    """`… and some x in list where …`, without parentheses."""
    if at.type() not in _QUESTIONS or "LPAR" not in at.accepted_types or at.type(-1) not in _JOINTS:
        return None
    inside, last = at.here.copy(), at.place
    inside.feed("LPAR")
    for number, token in enumerate(at.line[at.place :], at.place):
        if not inside.feed(token.type):
            break
        if inside.admits("RPAR"):
            last = number + 1
    word = at.line[at.place].text
    changes = (Change(at.place, at.place, "("), Change(last, last, ")")) if last > at.place else ()
    message = f"`{word} …` stands in parentheses inside another formula"
    title = f"write `({at.text(at.place, last)})`"
    return Slip(message, at.place, at.place + 1, "it reaches as far to the right as it can", changes, title)


def two_bounds(at: At) -> Slip | None:
    """`1 < x < 4`."""
    if at.type() != "COMPARISON":
        return None
    first = next((i for i in range(at.place - 1, -1, -1) if at.line[i].type == "COMPARISON"), None)
    if first is None:
        return None
    middle = at.text(first + 1, at.place)
    message, help = "two comparisons are joined by `and`", f"`{middle}` stands in both of them"
    return Slip(
        message, at.place, at.place + 1, help, (Change(at.place, at.place, f"and {middle}"),), f"write `and {middle}` before it"
    )


def fraction(at: At) -> Slip | None:
    """`7.5`."""
    if at.types(-2, 0) != ["NUMBER", "DOT", "NUMBER"]:
        return None
    help = "there are no fractions; count in halves or tenths, and divide at the end"
    return Slip("numbers are whole", at.place - 2, at.place + 1, help)


def misplaced_amount(at: At) -> Slip | None:
    """`gain coin 1`, `quay 2`."""
    if at.types(-1, 0) != ["NAME", "NUMBER"] or "DIFFERENT" not in at.accepted_types:
        return None
    name, number = at.line[at.place - 1].text, at.line[at.place].text
    if at.type(-2) in ("GAIN", "PAY", "LOSE", "GAINS", "PAYS", "LOSES"):
        message, new = "an amount stands before what it counts", f"{number} {name}"
        return Slip(message, at.place - 1, at.place + 1, "", (Change(at.place - 1, at.place + 1, new),), f"write `{new}`")
    help = f"an amount stands before what it counts: `{number} {name}`; a member of a row or list in brackets: `{name}[{number}]`"
    return Slip(f"`{number}` stands alone behind `{name}`", at.place, at.place + 1, help)


_ATTACHMENTS = {"FORBID", "BEFORE", "AFTER", "INSTEAD"}
_WHERE = {"FORBID", "BEFORE", "AFTER"}
_BENDS = {
    ("becomes",): "is", ("=",): "is", ("plus",): "is more by", ("+",): "is more by", ("minus",): "is less by",
    ("-",): "is less by",
    ("at", "least"): "is never less than", ("at", "most"): "is never more than", ("is", "at", "least"): "is never less than",
    ("is", "at", "most"): "is never more than",
}  # fmt: skip
"""How people say, behind a value, what a rule makes of it, and how the language does."""
_LONGEST_BEND = max(map(len, _BENDS))
_SORTS = {"PHASE", "ACTION", "SEQUENCE", "VALUE", "CONDITION"}
_HIDDEN = {"RESOURCE", "STATE", "LIST", "ROW"}
_TYPES = {"SCALE", "SET", "LIST"}
"""What can stand where a type is missing."""


def numbers_of_constant(at: At) -> Slip | None:
    """`change constant x = [1, 2]`, `change scale x = 6`."""
    if at.type(-1) != "EQUAL" or at.type(-3) not in ("CONSTANT", "SCALE"):
        return None
    if at.type(-3) == "CONSTANT" and at.type() == "LSQB":
        place = at.place - 3
        message = "a row of numbers is a scale, and not a constant"
        help = "a scale is read by an index: `name[1]` is its first number"
        return Slip(message, at.place, at.place + 1, help, (Change(place, place + 1, "scale"),), "write `scale`")
    if at.type(-3) == "SCALE" and at.type() == "NUMBER":
        number = at.line[at.place].text
        help = f"in brackets: `[{number}]` is {number} for every index"
        change = Change(at.place, at.place + 1, f"[{number}]")
        return Slip("a scale is a row of numbers", at.place, at.place + 1, help, (change,), f"write `[{number}]`")
    return None


def hidden_in_front(at: At) -> Slip | None:
    """`hidden resource ruby`."""
    if at.place or at.type() != "HIDDEN" or at.type(1) not in _HIDDEN:
        return None
    help = "who may see a thing stands behind its title"
    changes = (Change(0, 1, ""), Change(len(at.line), len(at.line), "hidden"))
    new = f"{at.text(1, len(at.line))} hidden"
    return Slip("`hidden` begins no definition", 0, 1, help, changes, f"write `{new}`")


def parameters_of_phase(at: At) -> Slip | None:
    """`phase harvest(player) { … }`, `sequence turn(player) = …`."""
    sort = at.type(-2)
    if at.type() != "LPAR" or at.place != 2 or sort not in ("PHASE", "SEQUENCE"):
        return None
    if sort == "PHASE":
        help = "an action can have parameters"
        return Slip("a phase has no parameters", 2, 3, help, (Change(0, 1, "action"),), "write `action`")
    return Slip(
        "a sequence has no parameters", 2, 3, "write an action instead, which does one action after another: `do first(player)`"
    )


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
        return _name(at.place - 1, behind, name, "a name is a single word")
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
    return Slip("a text stands in double quotes", at.place, behind, "", (Change(at.place, behind, text),), f"write `{text}`")


def _words(at: At) -> int:
    """Behind the names that stand at the place, one after the other."""
    return next(i for i in range(at.place, len(at.line) + 1) if i == len(at.line) or at.line[i].type != "NAME")


def _touch(at: At, number: int) -> bool:
    """Return whether nothing stands between a word and the next."""
    return number + 1 < len(at.line) and at.line[number].column + len(at.line[number].text) == at.line[number + 1].column


def _name(first: int, behind: int, name: str, message: str) -> Slip:
    return Slip(message, first, behind, "its words are joined by `_`", (Change(first, behind, name),), f"write `{name}`")


def misplaced_title(at: At) -> Slip | None:
    """`see "Rules" "Title"`."""
    if at.types(-2, 0) != ["SEE", "STRING", "STRING"]:
        return None
    new = f"{at.line[at.place].text} see {at.line[at.place - 1].text}"
    change = Change(at.place - 2, at.place + 1, new)
    return Slip("a title stands before `see`", at.place, at.place + 1, "", (change,), f"write `{new}`")


def missing_type(at: At) -> Slip | None:
    """`state weather = 1`, and of a kind `price = 3`."""
    if at.type() != "EQUAL" or at.type(-1) != "NAME" or not at.accepted_types >= _TYPES:
        return None
    type_ = {"NUMBER": "number", "YES": "flag", "NO": "flag"}.get(at.type(1))
    name = at.line[at.place - 1].text
    help = "a number, a `flag` (yes or no), or the kind of thing that it holds, stands behind its name"
    changes = (Change(at.place, at.place, type_),) if type_ else ()
    title = f"write `{name} {type_}`"
    return Slip(f"what sort of thing is `{name}`?", at.place - 1, at.place, help, changes, title)


def wrong_start(at: At) -> Slip | None:
    """`resource ruby = 3`."""
    if at.type() != "EQUAL" or "HIDDEN" not in at.accepted_types or at.line[0].type != "RESOURCE":
        return None
    help = "whoever begins with some gains it when the game begins: `for each player in players { gain 3 … }`"
    return Slip("of a resource everybody has 0 at the start", at.place, at.place + 1, help)


def last_case(at: At) -> Slip | None:
    """A value's last case without `otherwise`, and `return`."""
    word = next((i for i in range(max(0, at.place - 1), -1, -1) if at.line[i].text == "return"), None)
    if word is not None and (at.type(word - at.place - 1) == "LBRACE" or word == 0) and "IF" in at.accepted_types:
        help = "a value is what stands behind its `=`; there is no `return`"
        brace = word - 1
        end = at.end_from(word + 1)
        if brace > 0 and at.line[end : end + 1] and at.line[end].type == "RBRACE":
            new = f"= {at.text(word + 1, end)}"
            return Slip(
                "a value returns nothing: it is its formula",
                word,
                word + 1,
                help,
                (Change(brace, end + 1, new),),
                f"write `{new}`",
            )
        return Slip("a value returns nothing: it is its formula", word, word + 1, help)
    if not {"IF", "OTHERWISE"} <= at.accepted_types or at.type() not in ("", "RBRACE"):
        return None
    is_last = at.type() == "RBRACE" or (at.following is not None and at.following.type == "RBRACE")
    changes = (Change(at.place, at.place, "otherwise"),) if is_last else ()
    case = at.text(next((i + 1 for i in range(at.place - 1, -1, -1) if at.line[i].type == "LBRACE"), 0), at.place)
    help = "a case says when it holds, `if …`; the last is for all else: `otherwise`"
    return Slip(f"when is it `{case}`?", at.place, at.place, help, changes, f"write `{case} otherwise`")


def missing_sort(at: At) -> Slip | None:
    """`score(player) = …`, where nothing says what it defines."""
    if at.place != 1 or at.types(-1, 0) != ["NAME", "LPAR"] or not at.before.admits("RULE") or not at.before.admits("KIND"):
        return None
    name, types = at.line[0].text, [token.type for token in at.line]
    word = "value" if "EQUAL" in types else "action" if "LBRACE" in types else ""
    help = f"a definition begins with its sort, as in `value {name}(player) = …` or `action {name}(player) {{ … }}`"
    changes = (Change(0, 0, word),) if word else ()
    return Slip(f"what sort of thing is `{name}`?", 0, 1, help, changes, f"write `{word} {name}`")


def alone_at_the_margin(at: At) -> Slip | None:
    """An attachment or a statement that stands in nothing."""
    if at.place or at.before.accepted_types() != at.accepted_types or not at.here.admits("RULE") or not at.here.admits("KIND"):
        return None
    if at.type() in _ATTACHMENTS:
        word = at.line[0].text
        help = f"it stands in a rule, `rule name {{ {word} … }}`, or in the braces of an object"
        return Slip(f"`{word}` begins no definition", 0, 1, help)
    if at.type() == "OPTION":
        return Slip("`option` begins no definition", 0, 1, "an `option` stands in `choose { … }`")
    return None


def missing_trigger_name(at: At) -> Slip | None:
    """`after pass { … }`."""
    if at.type(-1) != "NAME" or at.type() == "LPAR" or "LPAR" not in at.accepted_types:
        return None
    is_one = at.type(-2) in _WHERE or at.types(-3, -2) == ["INSTEAD", "OF"]
    if not is_one or not {"LPAR"} >= at.accepted_types - {"GAINS"}:
        return None
    name = at.line[at.place - 1].text
    help = f"names for it stand in parentheses: `{name}(player)`, or `{name}()` where it is given nothing"
    return Slip(f"what is `{name}` given?", at.place - 1, at.place, help)


def ban_without_reason(at: At) -> Slip | None:
    """`forbid open(place) where place.wet`, `forbid open(place) "no"`."""
    start = next((i for i in range(at.place - 1, -1, -1) if at.line[i].type == "FORBID"), None)
    if start is None or at.type() not in ("", "RBRACE", LINE_END):
        return None
    if "WHERE" in at.accepted_types:
        help = 'say when it is forbidden, and then why: `forbid name(…) where … "reason"`'
        return Slip("when is this forbidden?", start, at.place, help)
    if "STRING" in at.accepted_types:
        return Slip("why not?", start, at.place, 'the reason that players see comes last: `forbid name(…) where … "reason"`')
    return None


def named_by_sort(at: At) -> Slip | None:
    """`after phase income`, `restrict condition open(player)`."""
    is_behind = at.type(-1) in _WHERE or at.types(-2, -1) == ["INSTEAD", "OF"]
    if not is_behind or at.type() not in _SORTS or "NAME" not in at.accepted_types:
        return None
    word = at.line[at.place].text
    name = at.line[at.place + 1].text if at.type(1) == "NAME" else "name"
    help = f"write only the name of the {word}: `{at.line[at.place - 1].text} {name}() {{ … }}`"
    changes = (Change(at.place, at.place + 1, ""),) if at.type(1) == "NAME" else ()
    return Slip(f"`{word}` cannot stand here", at.place, at.place + 1, help, changes, f"write `{name}`")


def formula_in_object(at: At) -> Slip | None:
    """`change stall market { gain 4 coin becomes gain 3 coin }`."""
    behind = [token.type for token in at.line[at.place :]]
    is_object = {"NAME", "FORBID", "ABOUT"} <= at.accepted_types
    if not (at.type() == "BECOMES" and "GAINS" in at.accepted_types) and not (is_object and "BECOMES" in behind):
        return None
    number = at.place if at.type() == "BECOMES" else at.place + behind.index("BECOMES")
    help = (
        "name the part of the object that has the formula, as in `use { 6 becomes 5 }`: a property, an action, or what an "
        "attachment changes"
    )
    return Slip("`becomes` cannot replace a formula here", number, number + 1, help)


def title_of_constant(at: At) -> Slip | None:
    """`constant toll "the toll" = 2`."""
    if at.type() != "STRING" or at.type(-1) != "NAME" or at.type(-2) not in ("CONSTANT", "SCALE"):
        return None
    word = at.line[at.place - 2].text
    help = "a comment can explain it: `-- …`"
    change = Change(at.place, at.place + 1, "")
    return Slip(f"a {word} has no title", at.place, at.place + 1, help, (change,), "leave the title out")


def changed_value(at: At) -> Slip | None:
    """`modify price(player) where … plus 1`, `price(player) at most 1`."""
    name_index = next((i for i in range(min(at.place, len(at.line) - 1), -1, -1) if _is_bent(at, i)), None)
    if name_index is None:
        return None
    start = name_index - (at.line[name_index - 1].text in ("modify", "value")) if name_index else name_index
    start -= start > 0 and at.line[start - 1].text == "modify"
    end = at.end_from(start)
    end_index = next((i for i in range(name_index + 1, end) if at.line[i].type == "RPAR"), end) + 1
    found = next(
        (
            (i, size)
            for i in range(end_index, end)
            for size in range(_LONGEST_BEND, 0, -1)
            if tuple(token.text for token in at.line[i : i + size]) in _BENDS and (start < name_index or i >= at.place - 1)
        ),
        None,
    )
    if found is None:
        return None
    (bend, size), where = found, next((i for i in range(end_index, end) if at.line[i].type == "WHERE"), end)
    value = where if where > bend else end
    condition = at.text(where, end if where > bend else bend)
    is_ = _BENDS[tuple(token.text for token in at.line[bend : bend + size])]
    new = " ".join(filter(None, (at.text(name_index, min(bend, where)), is_, at.text(bend + size, value), condition)))
    help = "what a rule makes of a value stands behind the value, and the condition comes last"
    message = (
        f"`{at.text(bend, bend + size)}` cannot stand here"
        if start == name_index
        else f"`{at.line[start].text}` cannot stand here"
    )
    place = bend if start == name_index else start
    return Slip(message, place, place + (size if start == name_index else 1), help, (Change(start, end, new),), f"write `{new}`")


def _is_bent(at: At, number: int) -> bool:
    """Return whether a value that a rule changes begins at a word: `modify price(…)`, or `price(…)` where attachments stand."""
    if at.line[number].type != "NAME" or at.line[number + 1 : number + 2] == [] or at.line[number + 1].type != "LPAR":
        return False
    before = at.line[number - 1].text if number else ""
    return (
        before == "modify"
        or (before == "value" and number > 1 and at.line[number - 2].text == "modify")
        or (number < len(at.recognizers) and at.recognizers[number].admits("FORBID"))
    )


def removed_property(at: At) -> Slip | None:
    """`change hut mill { remove cost }`."""
    if at.type() != "REMOVE" or at.type(1) != "NAME" or not {"NAME", "FORBID", "ABOUT"} <= at.accepted_types:
        return None
    name = at.line[at.place + 1].text
    help = f"say it anew, so that it has no effect, as in `{name} nothing` or `{name} 0`"
    return Slip("what an object has cannot be removed from it", at.place, at.place + 2, help)


def change_of_what(at: At) -> Slip | None:
    """`change mill { … }`, `insert orchard in stalls`."""
    if (
        at.line[0].type in ("CHANGE", "REPLACE", "REMOVE")
        and at.place == 2
        and at.type(-1) == "NAME"
        and at.type() in ("LBRACE", "EQUAL", "")
    ):
        verb, name = at.line[0].text, at.line[1].text
        help = f"its sort stands before the name, as in `{verb} constant {name}` or, of an object, `{verb} KIND {name}`"
        return Slip(f"what sort of thing is `{name}`?", 1, 2, help)
    if at.line[0].type == "INSERT" and at.place == 2 and at.type() in ("IN", "INTO"):
        name = at.line[1].text
        if at.types(1, 3) in (["NAME", "AFTER", "NAME"], ["NAME", "BEFORE", "NAME"]) and len(at.line) == 6:
            new = f"insert {name} {at.line[4].text} {at.line[5].text} in {at.line[3].text}"
            return Slip("where it stands in comes last", 2, 4, "", (Change(0, 6, new),), f"write `{new}`")
        help = f"in a sequence, write `insert {name} before … in …`; an object is one of its kind without being inserted"
        return Slip(f"where does `{name}` go?", 1, 2, help)
    return None
