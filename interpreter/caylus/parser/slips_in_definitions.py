"""Slips in what is defined and changed: names, titles, types, and words that stand elsewhere."""

from __future__ import annotations

from .slips import At, Change, Slip
from .tokens import LINE_END

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
    named = next((i for i in range(min(at.place, len(at.line) - 1), -1, -1) if _is_bent(at, i)), None)
    if named is None:
        return None
    start = named - (at.line[named - 1].text in ("modify", "value")) if named else named
    start -= start > 0 and at.line[start - 1].text == "modify"
    end = at.end_from(start)
    opened = next((i for i in range(named + 1, end) if at.line[i].type == "RPAR"), end) + 1
    found = next(
        (
            (i, size)
            for i in range(opened, end)
            for size in range(_LONGEST_BEND, 0, -1)
            if tuple(token.text for token in at.line[i : i + size]) in _BENDS and (start < named or i >= at.place - 1)
        ),
        None,
    )
    if found is None:
        return None
    (bend, size), where = found, next((i for i in range(opened, end) if at.line[i].type == "WHERE"), end)
    value = where if where > bend else end
    condition = at.text(where, end if where > bend else bend)
    is_ = _BENDS[tuple(token.text for token in at.line[bend : bend + size])]
    new = " ".join(filter(None, (at.text(named, min(bend, where)), is_, at.text(bend + size, value), condition)))
    help = "what a rule makes of a value stands behind the value, and the condition comes last"
    message = (
        f"`{at.text(bend, bend + size)}` cannot stand here" if start == named else f"`{at.line[start].text}` cannot stand here"
    )
    place = bend if start == named else start
    return Slip(message, place, place + (size if start == named else 1), help, (Change(start, end, new),), f"write `{new}`")


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
