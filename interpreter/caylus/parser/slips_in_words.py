"""Words and signs of other languages, and English, where the language has words of its own."""

from __future__ import annotations

from .lalr import keywords, spellings
from .slips import At, Change, Slip, apply_changes, reads

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
            meant = _PHRASES.get(words)
            if meant is None and size == 1 and words[0] != at.line[first].text and words[0] in keywords():
                meant = words[0]
            if meant is None:
                continue
            change = Change(first, first + size, meant)
            if reads(at, apply_changes(at.line, [change])):
                shown, title = at.text(first, first + size), f"write `{meant}`" if meant else "leave it out"
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
    for (found, wanted), help in _INSTEAD.items():
        if sign == found and wanted in at.accepted_types:
            behind = at.place + 1 + (at.type(1) == sign and sign in ("EQUAL", "VBAR"))
            return _sign(at, behind, spellings()[wanted], help)
    return None


def _sign(at: At, behind: int, new: str, help: str) -> Slip:
    message, title = f"`{at.text(at.place, behind)}` cannot stand here", f"write `{new}`" if new else "delete it"
    return Slip(message, at.place, behind, help, (Change(at.place, behind, new),), title)


def missing_word(at: At) -> Slip | None:
    """A single word with which the line makes sense."""
    if at.place in (0, len(at.line)) or at.types(0, 1) == ["NAME", "NAME"]:
        return None
    changes = [Change(at.place, at.place, spellings()[kind]) for kind in sorted(_WORDS & at.accepted_types)]
    found = [change for change in changes if reads(at, apply_changes(at.line, [change]))]
    if len(found) != 1:
        return None
    (change,), word = found, found[0].text
    message = f"`{word}` is missing before `{at.line[at.place].text}`"
    return Slip(message, at.place, at.place + 1, "", (change,), f"write `{word}`")
