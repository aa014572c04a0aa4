"""Messages for a token that is not allowed where it is."""

from __future__ import annotations

from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, Span
from caylus.diagnostics.words import nearest
from caylus.limits import LONGEST_LINE_MENDED, MOST_PHRASES

from . import slips_in_definitions as definitions
from . import slips_in_formulas as formulas
from . import slips_in_words as words
from .edit_errors import edit_error
from .lalr import Recognizer, spellings
from .slips import At, Finder, Line, first_slip, reads
from .tokens import END, LINE_END, Token

_LOOK_BACK = 3  # a misspelt word is often noticed only at a later one

_STATEMENT = {
    "GAIN", "PAY", "LOSE", "SET", "RAISE", "LOWER", "ADD", "REMOVE", "CLEAR", "REVERSE", "SHUFFLE", "FOR", "REPEAT", "STOP", "IF",
    "END", "CHOOSE", "MAY", "REQUIRE", "DO", "LET", "SAY", "PUT", "REVEAL",
}  # fmt: skip
_DEFINITION = {"RESOURCE", "KIND", "RULE", "GAME"}
_ATTACHMENT = {"FORBID", "BEFORE", "AFTER", "INSTEAD"}
_VALUE = {"NUMBER", "NAME", "YES", "NO", "NONE", "NOTHING", "THIS", "HERE", "LPAR"}
_OPENS_VALUE = _VALUE | {"SIZE", "NOT", "COUNT", "SUM", "SOME", "FIRST", "MINUS", "SHUFFLED", "RANDOM", "SORT", "REVEAL", "LSQB"}
_AFTER_VALUE = {"DOT", "FACTOR", "PLUS"}
_GOES_ROUND = {"FROM", "AFTER", "BEFORE"}
_CONTINUES_VALUE = _AFTER_VALUE | {"MINUS", "LESS", "COMPARISON", "IS", "CAN", "AND", "OR", "LPAR", "LSQB", "NAME", "DIFFERENT"}
_OPTIONAL = {"STRING", "PLURAL", "SEE", "ABOUT", "WHERE", "REFUSING", "COMMA", LINE_END, END, "RBRACE"}
_PHRASES = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": "a quoted text",
    "COMPARISON": "a comparison",
    "FACTOR": "`*`",
    "REFUSING": "`or`",
    LINE_END: "the end of the line",
    END: "the end of the definition",
}
_OPENER = {"RPAR": "LPAR", "RSQB": "LSQB", "RBRACE": "LBRACE"}
_ELSE = "`else` comes directly after the `}` of an `if`, a `for each` or a `choose`"
_HELP = {
    ("OPTION", "DO"): "an `option` stands in `choose { … }`",
    ("ELSE", LINE_END): _ELSE,
    ("ELSE", "DO"): _ELSE,
}
"""What helps where a token stands and another could."""
_JOINTS = {"AND", "OR", "PLUS", "MINUS", "FACTOR", "LESS", "COMPARISON", "IS"}
_SLIPS: tuple[Finder, ...] = (
    formulas.payment_with_comma,
    definitions.changed_value,
    words.other_sign,
    words.assignment,
    words.foreign_word,
    definitions.alone_at_the_margin,
    definitions.missing_sort,
    definitions.change_of_what,
    definitions.hidden_in_front,
    definitions.numbers_of_constant,
    definitions.parameters_of_phase,
    definitions.name_of_two,
    definitions.misplaced_title,
    definitions.missing_type,
    definitions.wrong_start,
    definitions.last_case,
    definitions.named_by_sort,
    definitions.formula_in_object,
    definitions.title_of_constant,
    definitions.missing_trigger_name,
    definitions.ban_without_reason,
    definitions.removed_property,
    formulas.question_inside,
    formulas.two_bounds,
    formulas.fraction,
    words.give_to_player,
    words.player_at_the_end,
    words.added_to_front,
    words.each_of_them,
    words.repeated_verb,
)
"""What is looked for before it is asked whether a word is misspelt."""
_GAPS: tuple[Finder, ...] = (
    formulas.misplaced_amount,
    definitions.title_unquoted,
    words.missing_word,
    words.no_braces,
    words.not_done,
)
"""What is looked for where none is, before it is only said what could stand there."""


def report_error(
    line: Line, place: int, before: Recognizer, path: str, following: Token | None = None
) -> tuple[Diagnostic, Line | None]:
    """The fault at `line[place]`, or at the end of the line; and the line as it was meant, where that is plain.

    `before` has followed all that stands before the line; `following` is the word that the next one begins with.
    """
    first = max(0, place - _LOOK_BACK)
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


def _misspelt(at: At, followed: list[Recognizer]) -> tuple[Diagnostic, Line] | None:
    """A word near to one that would let the line go on."""
    line, place = at.line, at.place
    for number, recognizer in zip(range(place, -1, -1), reversed(followed), strict=False):
        token = line[number] if number < len(line) else None
        if token is None or not token.text[0].isalpha():
            continue
        if number < place == len(line) and token.type != "NAME":
            continue  # a word of the language that its author has not gone on from
        words = {spellings()[kind]: kind for kind in recognizer.accepted_types() if spellings().get(kind, "").isalpha()}
        word = nearest(token.text, words)
        if word is None:
            continue
        mended = [*line[:number], token._replace(type=words[word], text=word), *line[number + 1 :]]
        if _goes_on(recognizer, mended[number : place + 2]):
            what = "is not a word of the language" if token.type == "NAME" else "cannot stand here"
            span, help_ = token.span(at.path), f"did you mean `{word}`?"
            is_certain = token.type == "NAME" and len(line) <= LONGEST_LINE_MENDED and reads(at, mended)
            fix = Fix(f"write `{word}`", (Edit(span, word),)) if is_certain else None
            return Diagnostic("E0114", f"`{token.text}` {what}", span, help=help_, fix=fix), mended
    return None


def _report_reserved(line: Line, place: int, recognizer: Recognizer, path: str) -> tuple[Diagnostic, Line] | None:
    """A word of the language where a name fits."""
    if place == len(line) or not line[place].text.isalpha() or not recognizer.admits("NAME"):
        return None
    token = line[place]
    if token.type == "IF" and recognizer.admits("NUMBER"):  # what is missing before it is a value
        return None
    if place == 0 and recognizer.admits(END):  # and as a name, it would begin a definition no more than as a word
        return None
    mended = [*line[:place], token._replace(type="NAME"), *line[place + 1 :]]
    is_defined = place == 1 and recognizer.accepted_types() == {"NAME"}
    if not is_defined and not _goes_on(recognizer, mended[place : place + 2]):
        return None
    message = f"`{token.text}` is a word of the language and cannot be a name"
    return Diagnostic("E0115", message, token.span(path), help=f"choose another name, such as `{token.text}_`"), mended


def _report_unexpected(
    line: Line, place: int, recognizer: Recognizer, path: str, following: Token | None
) -> tuple[Diagnostic, None]:
    admitted = recognizer.accepted_types()
    if place == len(line):
        help_ = "a formula that goes on below joins at the beginning of the line" if line[-1].type in _JOINTS else ""
        if following is not None and following.type == "ELSE":
            help_ = _ELSE
        return missing(_render_expected(admitted), line, place, path, help_), None
    token = line[place]
    if place == 0 and END in admitted:
        help_ = "the definition above it is complete; is there a `}` too many, or a `,` too few?"
        if admitted >= _AFTER_VALUE:
            help_ = "the formula above it is complete; a line that goes on with it begins with what joins them, as `+` or `and`"
        return Diagnostic("E0101", f"`{token.text}` begins no definition", token.span(path), help=help_), None
    if token.type in _OPENER and not _is_open(_OPENER[token.type], token.type, line[:place]):
        return Diagnostic("E0108", f"this `{token.text}` closes nothing", token.span(path), help="delete it"), None
    return missing(_render_expected(admitted), line, place, path, _help(line, place, admitted)), None


def _help(line: Line, place: int, admitted: frozenset[str]) -> str:
    """The text to write instead, where a slip is a common one."""
    token = line[place]
    before = line[place - 1] if place else None
    if before is not None and before.type == "NUMBER" and "TO" in admitted and line[0].type in ("CHANGE", "GAME"):
        return f"write `for {before.text} to {before.text} {token.text}`"
    if token.type == "IF" and place == 0 and "NUMBER" in admitted:
        return "a case begins with its value: `1 if …`"
    if admitted == {"IN"} and before is not None:
        return f"say of which list: `{before.text} in …`"
    if token.type == "NAME" and "OPTION" in admitted and "DO" not in admitted:
        return f"each way to choose begins with `option`: `option {token.text} {{ … }}`"
    if token.type == "STRING" and admitted == {"NAME"}:
        return "a name stands before the title: a word of letters, digits and `_`"
    return next((text for (kind, other), text in _HELP.items() if token.type == kind and other in admitted), "")


def missing(wanted: str, line: Line, place: int, path: str, help: str = "") -> Diagnostic:
    """The error that something is `wanted` at `line[place]`, or at the end of the line."""
    if place < len(line):
        token = line[place]
        found = "a quoted text" if token.type == "STRING" else f"`{token.text}`"
        return Diagnostic("E0101", f"expected {wanted}, found {found}", token.span(path), help=help)
    last = line[-1].span(path)
    span = Span(path, last.line, last.end_column, last.line, last.end_column + 1)
    return Diagnostic("E0101", f"expected {wanted}, found the end of the line", span, help=help)


def _render_expected(admitted: frozenset[str]) -> str:
    """In words, what can stand where tokens of these types can."""
    rest = set(admitted)
    if END not in rest and rest >= _DEFINITION:
        return "a definition"
    phrases = []
    if rest >= _STATEMENT:
        phrases.append("a statement")
        rest -= _STATEMENT | _OPENS_VALUE
    if rest >= _ATTACHMENT:
        phrases.append("`modify`, `forbid`, `before`, `after`, `instead`")
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
