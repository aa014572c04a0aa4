"""Find every fault of a text that cannot be parsed, with a message for each, and the definitions that can be read all the same.

A definition begins at the margin, and what belongs to a statement is indented below it: so the faults of one statement
are kept out of the next. The statement with the fault is reported once and left out. If what follows it then makes no
sense, the statement around it is left out too, without a word. A brace too few or too many is found by the indentation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, groupby, pairwise

from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Note, Span
from caylus.diagnostics.render import is_slip, nearest
from caylus.limits import LONGEST_LINE_MENDED, MOST_FAULTS, MOST_PHRASES

from . import slips
from .following import is_complete
from .lalr import Recognizer, beginnings, following_types, keywords, soft_words, spellings
from .lexer import scan
from .slips import LOOK_BACK, At, Finder, Line, first_slip, reads
from .tokens import CONTINUES_AFTER, CONTINUES_BEFORE, END, LINE_END, Token

_VERBS = {"CHANGE": "changed", "REPLACE": "replaced", "REMOVE": "removed"}
_LINES = frozenset({"CONSTANT", "SCALE", "GROUP", "STATE", "LIST", "ROW"})
"""The sorts that are one line, which `change` says anew."""
_EDIT_HELP = {
    "EACH": "write `change kind player { … }`",
    "OPTION": "an option is changed in what it stands in: `change action … { replace option … }`, or `change phase`",
    "SEQUENCE": "write `replace sequence …`, or `add … to … before …` to put a member into it",
}
"""What to write instead, where it is not another verb with the same word."""


def edit_error(before: Token | None, token: Token, recognizer: Recognizer, path: str) -> Diagnostic | None:
    """The fault of a token that a verb, or what stands in a block of edits, does not go with; `before` stands on its line."""
    if token.text not in keywords():
        return None
    if before is not None and before.type in _VERBS and recognizer.admits("RULE"):
        return _not_so(before, token, path)
    if token.type == "REPLACE" and recognizer.admits("ADD") and recognizer.admits("STATE"):
        return Diagnostic("E0101", "what a kind has is said anew without `replace`", token.span(path), help="leave it out")
    if token.type in _statements() and _is_swap(before, recognizer):
        message = f"`{token.text}` begins a statement, and only formulas can be put in the place of others"
        if token.type == "REQUIRE":
            help_ = "leave it out, and write the formulas alone"
        else:
            help_ = "to do more, write a rule, `rule name { after evening() { … } }`; to do something else, `replace` the whole"
            if token.type == "FOR":
                help_ += "; the numbers of players stand before the braces: `change game for 2 to 4 players`"
        return Diagnostic("E0101", message, token.span(path), help=help_)
    return None


def _not_so(verb: Token, token: Token, path: str) -> Diagnostic | None:
    """A verb does not go with the word of a definition."""
    help_ = _EDIT_HELP.get(token.type)
    if help_ is None:
        other = next((other for other in _VERBS if token.type in beginnings() and token.type in following_types(other)), None)
        if other is None:
            return None
        help_ = f"write `{spellings()[other]} {token.text} …`"
    message = f"what `{token.text}` defines cannot be {_VERBS[verb.type]}"
    is_line = verb.type == "REPLACE" and token.type in _LINES
    fix = Fix(f"write `change {token.text}`", (Edit(verb.span(path), "change"),)) if is_line else None
    return Diagnostic("E0101", message, token.span(path), help="" if fix else help_, fix=fix)


def _is_swap(before: Token | None, recognizer: Recognizer) -> bool:
    """Return whether one of the two formulas of a swap can stand here."""
    if not recognizer.admits("SHUFFLED"):
        return False
    name_parser = recognizer.copy()
    return (before is not None and before.type == "BECOMES") or (name_parser.feed("NAME") and name_parser.admits("BECOMES"))


@cache
def _statements() -> frozenset[str]:
    """The types of token that a statement begins with and a formula does not."""
    return following_types("PHASE", "NAME", "LBRACE") - following_types("CONSTANT", "NAME", "EQUAL") - {"RBRACE"}


_DEFINITION = {"RESOURCE", "KIND", "RULE", "GAME"}
_ATTACHMENT = {"FORBID", "BEFORE", "AFTER", "INSTEAD"}
_VALUE = {"NUMBER", "NAME", "YES", "NO", "NONE", "NOTHING", "THIS", "HERE", "LPAR"}
_OPENS_VALUE = _VALUE | {"SIZE", "NOT", "COUNT", "SUM", "SOME", "FIRST", "MINUS", "SHUFFLED", "RANDOM", "SORT", "REVEAL", "LSQB"}
_AFTER_VALUE = {"DOT", "FACTOR", "PLUS"}
_GOES_ROUND = {"FROM", "AFTER", "BEFORE"}
_CONTINUES_VALUE = _AFTER_VALUE | {"MINUS", "LESS", "COMPARISON", "IS", "CAN", "AND", "OR", "LPAR", "LSQB", "NAME", "DIFFERENT"}
_OPTIONAL = {"STRING", "REPLACED", "PLURAL", "SEE", "ABOUT", "WHERE", "REFUSING", "COMMA", LINE_END, END, "RBRACE"}
_PHRASES = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a quoted text",
    "REPLACED": "a quoted text",
    "COMPARISON": "a comparison",
    "FACTOR": "`*`",
    "REFUSING": "`or`",
    LINE_END: "the end of the line",
    END: "the end of the definition",
}
_OPENER = {"RPAR": "LPAR", "RSQB": "LSQB", "RBRACE": "LBRACE"}
_ELSE = (
    "`else` comes directly after the `}` of an `if`, a `for each` or a `choose`; where somebody may do one "
    "thing or else does another, write `choose { option act { … }, option decline { … } }`"
)
_HELP = {
    ("OPTION", "DO"): "an `option` stands in `choose { … }`",
    ("ELSE", LINE_END): _ELSE,
    ("ELSE", "DO"): _ELSE,
}
"""What helps where a token stands and another could."""
_GOES_ON_HELP = {
    "ELSE": _ELSE,
    "OTHERWISE": "`otherwise` is the last case of a value; what is done in all other cases is `else`: `if … { … } else { … }`",
    "PLUS": "what players hold is gained: `gain 1 …`",
    "CAN": "what a player need not do is `may`: `may gain 1 …`",
}
_JOINTS = {"AND", "OR", "PLUS", "MINUS", "FACTOR", "LESS", "COMPARISON", "IS"}
_SLIPS: tuple[Finder, ...] = (
    slips.find_repetition, slips.half_written_bounds, slips.question_inside, slips.phrase, slips.capitals,
    slips.alone_at_the_margin, slips.definition_inside, slips.name_of_two, slips.last_case, slips.formula_in_object,
)  # fmt: skip
"""What is looked for before it is asked whether a word is misspelt."""
_GAPS: tuple[Finder, ...] = (
    slips.phrase_of_ours, slips.title_unquoted, slips.missing_word, slips.no_braces, slips.missing_comma, slips.not_done,
    slips.strange_beginning,
)  # fmt: skip
"""What is looked for where none is, before it is only said what could stand there."""


def report_error(
    line: Line, place: int, before: Recognizer, path: str, following: Token | None = None
) -> tuple[Diagnostic | None, Line | None]:
    """The fault at `line[place]`, or at the end of the line; and the line as it was meant, where that is plain.

    No fault is found where a soft word is a name.

    `before` has followed all that stands before the line; `following` is the word that the next one begins with.
    """
    first = max(0, place - LOOK_BACK)
    followed = [_follow_tokens(before, line[:first])]
    for token in line[first:place]:
        followed.append(_follow_tokens(followed[-1], [token]))
    if place < len(line) and (fault := edit_error(line[place - 1] if place else None, line[place], followed[-1], path)):
        return fault, None
    at = At(line, place, before, path, following)
    return (
        first_slip(at, _SLIPS)
        or _misspelt(at, followed)
        or first_slip(at, _GAPS)
        or _report_reserved(line, place, followed[-1], path)
        or _report_unexpected(line, place, followed[-1], path, following)
    )


_LONG = 8  # letters, of which more than one may be wrong


def _misspelt(at: At, recognizers: list[Recognizer]) -> tuple[Diagnostic, Line] | None:
    """A word near to one that would let the line go on."""
    line, place = at.line, at.place
    for number, recognizer in zip(range(place, -1, -1), reversed(recognizers), strict=False):
        token = line[number] if number < len(line) else None
        if token is None or not token.text[0].isalpha():
            continue
        if number < place == len(line) and token.type != "NAME":
            continue  # a word of the language that its author has not gone on from
        words = {spellings()[kind]: kind for kind in recognizer.accepted_types() if spellings().get(kind, "").isalpha()}
        word = nearest(token.text, words)
        if word is None or not (is_slip(token.text, word) or len(token.text) > _LONG):
            continue
        if token.type != "NAME" and token.text[0] != word[0]:
            continue  # another word of the language, and spelt right
        mended_line = [*line[:number], token._replace(type=words[word], text=word), *line[number + 1 :]]
        is_read = len(line) <= LONGEST_LINE_MENDED and reads(at, mended_line)
        if is_read or (token.type == "NAME" and _goes_on(recognizer, mended_line[number : place + 2])):
            what = "is not a word of the language" if token.type == "NAME" else "cannot stand here"
            span, help_ = token.span(at.path), f"did you mean `{word}`?"
            is_certain = is_read and token.type == "NAME" and is_slip(token.text, word) and token.text[0] == word[0]
            fix = Fix(f"write `{word}`", (Edit(span, word),)) if is_certain else None
            return Diagnostic("E0114", f"`{token.text}` {what}", span, help=help_, fix=fix), mended_line
    return None


def _with_names(line: Line, before: Recognizer) -> Line:
    """The line with names for its soft words where the parser would read names."""
    recognizer, tokens = before.copy(), []
    for token, following in pairwise((*line, Token(LINE_END, "", 0, 0))):
        tokens.append(token._replace(type=recognizer.soften(token.type, following.type)))
        recognizer.feed(tokens[-1].type)
    return tokens


def _report_reserved(line: Line, place: int, recognizer: Recognizer, path: str) -> tuple[Diagnostic | None, Line] | None:
    """A word of the language where a name fits; no fault for a soft word."""
    if place == len(line) or not line[place].text.isalpha() or not recognizer.admits("NAME"):
        return None
    token = line[place]
    if token.type == "IF" and recognizer.admits("NUMBER"):  # what is missing before it is a value
        return None
    if place == 0 and recognizer.admits(END):  # and as a name, it would begin a definition no more than as a word
        return None
    mended_line = [*line[:place], token._replace(type="NAME"), *line[place + 1 :]]
    is_soft = token.text in soft_words()
    is_defined = place == 1 and recognizer.accepted_types() == {"NAME"}
    if (is_soft or not is_defined) and not _goes_on(recognizer, mended_line[place : place + 2]):
        return None
    if is_soft:
        return None, mended_line
    message = f"`{token.text}` is a word of the language and cannot be a name"
    return Diagnostic("E0115", message, token.span(path), help=f"choose another name, such as `{token.text}_`"), mended_line


def _report_unexpected(
    line: Line, place: int, recognizer: Recognizer, path: str, following: Token | None
) -> tuple[Diagnostic, None]:
    token_types = recognizer.accepted_types()
    first = following if place == len(line) else line[0] if place == 0 else None
    if first is not None and first.type in _GOES_ON_HELP and first.type not in token_types:
        message = f"`{first.text}` goes on with the line above it, and cannot do so here"
        return Diagnostic("E0101", message, first.span(path), help=_GOES_ON_HELP[first.type]), None
    if place == len(line):
        help_ = "a formula that goes on below joins at the beginning of the line" if line[-1].type in _JOINTS else ""
        return missing(_render_expected(token_types), line, place, path, help_), None
    token = line[place]
    if place == 0 and END in token_types:
        help_ = "the definition above it is complete; is there a `}` too many, or a `,` too few?"
        if token_types >= _AFTER_VALUE:
            help_ = "the formula above it is complete; a line that goes on with it begins with what joins them, as `+` or `and`"
        return Diagnostic("E0101", f"`{token.text}` begins no definition", token.span(path), help=help_), None
    if token.type in _OPENER and not _is_open(_OPENER[token.type], token.type, line[:place]):
        return Diagnostic("E0108", f"this `{token.text}` closes nothing", token.span(path), help="delete it"), None
    return missing(_render_expected(token_types), line, place, path, _help(line, place, token_types)), None


def _help(line: Line, place: int, token_types: frozenset[str]) -> str:
    """The text to write instead, where a slip is a common one."""
    token = line[place]
    before = line[place - 1] if place else None
    if before is not None and before.type == "NUMBER" and "TO" in token_types and line[0].type in ("CHANGE", "GAME"):
        return f"write `for {before.text} to {before.text} {token.text}`"
    if token.type == "IF" and place == 0 and "NUMBER" in token_types:
        return "a case begins with its value: `1 if …`"
    if token_types == {"IN"} and before is not None:
        return f"say of which list: `{before.text} in …`"
    if token.type == "NAME" and "OPTION" in token_types and "DO" not in token_types:
        return f"each way to choose begins with `option`: `option {token.text} {{ … }}`"
    if token.type == "STRING" and token_types == {"NAME"}:
        return "a name stands before the title: a word of letters, digits and `_`"
    return next((text for (kind, other), text in _HELP.items() if token.type == kind and other in token_types), "")


def missing(expected: str, line: Line, place: int, path: str, help: str = "") -> Diagnostic:
    """The error that something is `expected` at `line[place]`, or at the end of the line."""
    if place < len(line):
        token = line[place]
        description = "a quoted text" if token.text.startswith('"') else f"`{token.text}`"
        return Diagnostic("E0101", f"expected {expected}, found {description}", token.span(path), help=help)
    last = line[-1].span(path)
    span = Span(path, last.line, last.end_column, last.line, last.end_column + 1)
    return Diagnostic("E0101", f"expected {expected}, found the end of the line", span, help=help)


def _render_expected(token_types: frozenset[str]) -> str:
    """In words, what can stand where tokens of these types can."""
    rest = set(token_types)
    if END not in rest and rest >= _DEFINITION:
        return "a definition"
    phrases = []
    if rest >= _statements():
        phrases.append("a statement")
        rest -= _statements() | _OPENS_VALUE
    if rest >= _ATTACHMENT:
        phrases.append("`forbid`, `before`, `after`, `instead`")
        rest -= _ATTACHMENT
    if _AFTER_VALUE & rest:
        rest -= _CONTINUES_VALUE | (_GOES_ROUND if rest >= _GOES_ROUND else set())
    elif rest >= _VALUE:
        phrases.append("a value")
        rest -= _OPENS_VALUE
    phrases += sorted(map(_phrase, rest - _OPTIONAL))
    phrases += [_phrase(kind) for kind in (LINE_END, END) if kind in rest]
    phrases = phrases or sorted(map(_phrase, rest)) or ["an operator"]
    *most, last = phrases[:MOST_PHRASES]
    return f"{', '.join(most)} or {last}" if most else last


def _phrase(kind: str) -> str:
    return _PHRASES.get(kind) or f"`{spellings()[kind]}`"


def _follow_tokens(before: Recognizer, tokens: Line) -> Recognizer:
    recognizer = before.copy()
    for token in tokens:
        recognizer.feed(token.type)
    return recognizer


def _goes_on(before: Recognizer, tokens: Line) -> bool:
    recognizer = before.copy()
    return all(recognizer.feed(token.type) for token in tokens)


def _is_open(opener: str, closer: str, tokens: Line) -> bool:
    kinds = [token.type for token in tokens]
    return kinds.count(opener) > kinds.count(closer)


_OPENERS = {"LPAR", "LSQB"}
_CLOSERS = {"RPAR", "RSQB"}
_TURN = {"LBRACE": 1, "RBRACE": -1}


def find_faults(tokens: Sequence[Token], path: str, fault_lines: set[int]) -> list[Diagnostic]:
    """The faults of one definition that cannot be parsed. `fault_lines` are the lines that have a fault reported already."""
    words = (token for token in tokens if token.type != LINE_END)
    lines = [list(line) for _, line in groupby(words, key=lambda token: token.line)]
    last_line = tokens[-1].line + (tokens[-1].type == LINE_END)
    return _Recovery(lines, path, fault_lines, last_line).run()


@dataclass(slots=True)
class _Brace:
    token: Token
    column: int  # of the statement it belongs to


@dataclass(slots=True)
class _Reader:
    """The recognizer, and what the layout needs to know of the tokens it has read."""

    recognizer: Recognizer
    last: Token | None = None
    parentheses: list[Token] = field(default_factory=list)
    braces: list[_Brace] = field(default_factory=list)

    def copy(self) -> _Reader:
        return _Reader(self.recognizer.copy(), self.last, self.parentheses[:], self.braces[:])

    def joins(self, token: Token) -> bool:
        """Return whether a line end before `token` separates nothing."""
        if self.last is None or self.parentheses or self.last.type in CONTINUES_AFTER:
            return True
        return token.type in CONTINUES_BEFORE

    def is_inside_statement(self, token: Token) -> bool:
        """Return whether `token`, the first of its line, goes on with a statement begun above."""
        if self.last is None:
            return False
        return bool(self.parentheses) or self.last.type in ("EQUAL", "VBAR") or token.type in CONTINUES_BEFORE

    def begin_line(self, token: Token) -> bool:
        """Reads the line end before `token`, if it separates. False: none can stand there."""
        return self.joins(token) or self.recognizer.feed(LINE_END)

    def admits_line(self, token: Token) -> bool:
        """Return whether a line may begin with `token`."""
        ahead = self.copy()
        return ahead.begin_line(token) and ahead.recognizer.admits(token.type)

    def feed(self, token: Token, column: int) -> bool:
        """Reads a token of the statement that begins at `column`. False: it cannot stand here, and nothing has changed."""
        if not self.recognizer.feed(token.type) and not self._begins_anew(token):
            return False
        self.last = token
        if token.type in _OPENERS:
            self.parentheses.append(token)
        elif token.type in _CLOSERS:
            del self.parentheses[-1:]
        elif token.type == "LBRACE":
            self.braces.append(_Brace(token, column))
        elif token.type == "RBRACE":
            del self.braces[-1:]
        return True

    def _begins_anew(self, token: Token) -> bool:
        """Reads a token that is separated from the one before by no more than that being a closing brace."""
        ahead = self.recognizer.copy()
        is_apart = self.last is not None and self.last.type == "RBRACE" and self.braces and is_complete(token)
        if not (is_apart and ahead.feed(LINE_END) and ahead.feed(token.type)):
            return False
        self.recognizer = ahead
        return True


@dataclass(slots=True)
class _Mark:
    """A statement begun and not yet left, and the reader as it was before it."""

    column: int
    reader: _Reader


class _Recovery:
    def __init__(self, lines: list[Line], path: str, fault_lines: set[int], last_line: int) -> None:
        self.lines, self.path, self.last_line = lines, path, last_line
        self.known, self.reported = fault_lines, set(fault_lines)
        self.reader = _Reader(Recognizer())
        self.marks: list[_Mark] = []
        self.just_left_out = False  # and nothing read since
        self.faults: list[Diagnostic] = []
        # parentheses and brackets that are still open where a brace stands, or at the end
        unclosed_tokens: set[Token] = set()
        open_: list[Token] = []
        for token in (token for line in lines for token in line):
            if token.type in _OPENERS:
                open_.append(token)
            elif token.type in _CLOSERS:
                del open_[-1:]
            elif token.type in _TURN:
                unclosed_tokens.update(open_)
                open_.clear()
        self.unclosed = unclosed_tokens.union(open_)
        self.count_braces()

    def run(self) -> list[Diagnostic]:
        number = 0
        while number < len(self.lines) and len(self.faults) < MOST_FAULTS:
            number = self.line(number)
        if self.marks and number == len(self.lines):
            self.close_braces(number)
        return self.faults

    def line(self, number: int) -> int:
        """Reads one line, or leaves out its statement; the number of the line to go on with."""
        line = self.lines[number]
        if self.just_left_out and not self.reader.admits_line(line[0]):
            return self.leave_out(number)
        self.close_braces(number)
        self.enter(line[0])
        start = self.reader.copy()
        if not self.reader.begin_line(line[0]):
            return self.refuse(number, 0, start, self.reader.recognizer)
        before = self.reader.recognizer.copy()
        for place, token in enumerate(line):
            if token.type == "RBRACE" and self.balance(number, place) < 0 and self.closes_nothing(token, place):
                self.report(Diagnostic("E0108", "this `}` closes nothing", token.span(self.path), help="delete it"))
            elif self.feed(token) or (self.open_brace(number, place) and self.feed(token)):
                continue
            elif opener := self.find_unclosed(token):
                self.report(_not_closed(opener, self.path))
                return self.leave_out(1 + next(number for number, one in enumerate(self.lines) if one[0].line == opener.line))
            else:
                return self.refuse(number, place, start, before)
        if self.can_end(number):
            if self.admits(END):  # a head that can do without the block that seems to follow
                self.open_brace(number, len(line))
        elif not self.open_brace(number, len(line)):
            return self.refuse(number, len(line), start, before)
        self.just_left_out = False
        return number + 1

    def refuse(self, number: int, place: int, start: _Reader, before: Recognizer) -> int:
        """Reports the fault in a line, and reads it as it was meant, or leaves its statement out."""
        line = self.lines[number]
        following = self.lines[number + 1][0] if number + 1 < len(self.lines) else None
        if (with_names := _with_names(line, before)) != line and reads(At(line, place, before, self.path, following), with_names):
            return self.read_instead(number, with_names, start)
        fault, suggestion = report_error(line, place, before, self.path, following)
        is_worth_it = (fault is None or self.report(fault)) and len(line) <= LONGEST_LINE_MENDED
        if instead := (is_worth_it and suggestion) or self.replace_opening(number, start):
            return self.read_instead(number, instead, start)
        return self.leave_out(number + 1)

    def read_instead(self, number: int, line: Line, start: _Reader) -> int:
        """Goes back to before a line, and puts another one in its place; the number of the line."""
        self.lines[number], self.reader = line, start
        self.count_braces()
        return number

    def replace_opening(self, number: int, start: _Reader) -> Line | None:
        """Another beginning for the block that this line opens, so that the block can be read."""
        line, body = self.lines[number], self.lines[number + 1 : number + 2]
        is_head = [token.type for token in line if token.type in _TURN] == ["LBRACE"] and line[-1].type == "LBRACE"
        if not is_head or not body or body[0][0].column <= line[0].column:
            return None
        for head in _stand_ins():
            reader = start.copy()
            if reader.begin_line(head[0]) and all(reader.feed(token, 0) for token in (*head, *body[0])):
                return [token._replace(line=line[0].line, column=line[0].column) for token in head]
        return None

    def feed(self, token: Token) -> bool:
        return self.reader.feed(token, self.marks[-1].column)

    def admits(self, kind: str) -> bool:
        return self.reader.recognizer.admits(kind)

    def can_end(self, number: int) -> bool:
        """Return whether the line just read is whole, as far as it goes."""
        if number + 1 == len(self.lines):
            self.close_braces(number + 1)
            return self.admits(END)
        following = self.lines[number + 1][0]
        if following.type in CONTINUES_BEFORE and self.admits(following.type):
            return True
        if self.reader.joins(following) and (following.type not in CONTINUES_BEFORE or self.lines[number][-1].type == "LBRACE"):
            return True
        return self.admits(LINE_END) or self.admits(END)

    def enter(self, first: Token) -> None:
        """Notes the statement that `first` begins, if it begins one, and forgets those it does not stand in."""
        inside = self.reader.is_inside_statement(first)
        while self.marks and self.marks[-1].column >= first.column + inside:
            self.marks.pop()
        if not inside or not self.marks:
            self.marks.append(_Mark(first.column, self.reader.copy()))

    def leave_out(self, number: int) -> int:
        """Goes back to before the innermost statement, and on to the first line at or after `number` that is not in it."""
        self.just_left_out = True
        is_all = len(self.marks) == 1
        mark = self.marks.pop()
        self.reader = mark.reader
        if is_all:
            return len(self.lines)
        while number < len(self.lines) and self.belongs(number, mark.column):
            number += 1
        return number

    def belongs(self, number: int, column: int) -> bool:
        """Return whether this line is part of the statement at `column` that has just been left out."""
        first = self.lines[number][0]
        around = self.reader.braces[-1].column if self.reader.braces else 0
        return first.column > column or (first.column > around and first.type in CONTINUES_BEFORE | _CLOSERS)

    # ---- braces

    def count_braces(self) -> None:
        """Braces from each token on, as the lines are by now."""
        self.starts = list(accumulate(map(len, self.lines), initial=0))
        turns = [_TURN.get(token.type, 0) for line in self.lines for token in line]
        self.opened_ahead = list(accumulate(reversed(turns), initial=0))[::-1]

    def balance(self, number: int, place: int) -> int:
        """Braces open before this token that nothing from here on closes; negative: braces that close nothing."""
        return len(self.reader.braces) + self.opened_ahead[self.starts[number] + place]

    def closes_nothing(self, token: Token, place: int) -> bool:
        if not self.reader.braces:
            return True
        opener = self.reader.braces[-1]
        return token.column != opener.column if place == 0 else token.line != opener.token.line

    def close_braces(self, number: int) -> None:
        """Adds the closing braces that are missing before this line, going by its indentation."""
        first = self.lines[number][0] if number < len(self.lines) else None
        while self.balance(number, 0) > 0 and self.admits("RBRACE") and self.reader.braces:
            opener = self.reader.braces[-1]
            if first and first.column + (first.type == "RBRACE") > opener.column:
                return
            # its closing brace is missing at the end of the line above `before`, or on a line of its own after that
            last = self.lines[number - 1][-1]
            if last.line in (opener.token.line, self.last_line):
                line, column = last.line, last.column + len(last.text)
            else:
                line, column = last.line + 1, self.reader.braces[-1].column
            if self.known.isdisjoint((opener.token.line, last.line)) and line not in self.reported:
                self.report(_not_closed(opener.token, self.path, Span(self.path, line, column, line, column + 1)))
                self.reported.add(line)
            self.reader.feed(Token("RBRACE", "}", opener.token.line, opener.token.column), opener.column)

    def open_brace(self, number: int, place: int) -> bool:
        """Adds an opening brace, if one fits here and the closing braces are too many."""
        line = self.lines[number]
        is_end = place == len(line)
        if self.balance(number, place) >= 0 or not self.admits("LBRACE"):
            return False
        if is_end and (number + 1 == len(self.lines) or self.lines[number + 1][0].column <= self.marks[-1].column):
            return False
        self.report(missing("`{`", line, place, self.path))
        self.reader.feed(Token("LBRACE", "{", line[-1].line, line[-1].column), self.marks[-1].column)
        return True

    def find_unclosed(self, token: Token) -> Token | None:
        """A parenthesis on a line above that nothing closes."""
        return next((p for p in self.reader.parentheses if p in self.unclosed and p.line < token.line), None)

    # ---- reports

    def report(self, fault: Diagnostic) -> bool:
        """Notes the fault; False if its line has one already."""
        if fault.span is None or fault.span.line in self.reported:
            return False
        self.reported.add(fault.span.line)
        self.faults.append(fault)
        return True


@cache
def _stand_ins() -> list[Line]:
    heads = (
        "if yes", "choose", "option", "use", "action a()", "kind a", "rule a", "condition a()", "value a()",
        "a a", "each a has", "table a() by a, a",
    )  # fmt: skip
    return [list(scan(head + " {", "").tokens) for head in heads]


def _not_closed(opener: Token, path: str, place: Span | None = None) -> Diagnostic:
    closer = {"{": "}", "(": ")", "[": "]"}[opener.text]
    message = f"this `{opener.text}` is not closed"
    notes = (Note(f"a `{closer}` belongs here", place),) if place is not None else ()
    return Diagnostic("E0107", message, opener.span(path), notes=notes, help="" if notes else f"a `{closer}` is missing")
