"""The words of the language, each with what it says, and the TextMate grammar: `python -m caylus_tools.authoring.words FILE`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

_COIN = "coin"
"""The resource of the examples."""

DEFINING = {
    "about": "`about \"…\"` in an object is what people are told of it; after a rule's title it is the rule in one sentence.",
    "action": "`action name(parameters) { … }` is something that can be done, by `do name(…)`.",
    "called": "`kind place called thing`: a place goes by the name of what lies on it.",
    "change": "`change …` in a variant says a part of a definition anew, and leaves the rest as it was.",
    "condition": "`condition name(parameters) { require … }` is a question that rules ask; each `require` must be true.",
    "constant": "`constant name = …` gives a number or a payment a name.",
    "each": "`each player has { … }` says what every player has. `for each x in list { … }` goes through a list.",
    "game": "`game \"Title\" for 2 to 5 players { … }` says who can play, and how a game begins. `end game` ends it.",
    "group": "`group name = a, b` is a choice between resources: a payment of it is paid with any of them.",
    "has": "`each player has { … }` says what every player has.",
    "hidden": "`hidden` says who may not see a thing: all but its owner, or `hidden from all`.",
    "kind": "`kind name plural names { … }` says what its objects have and do.",
    "list": "`list name of kind` is a row of objects that changes: `add`, `remove`, `shuffle`, `sort`.",
    "phase": "`phase name { … }` is an action with a heading of its own in the log and the rulebook.",
    "plural": "`plural` gives the word for several of a kind or a resource.",
    "remove": "`remove kind name` in a variant takes a definition away. `remove x from list` takes it from a list.",
    "replace": "`replace …` in a variant says a whole definition anew.",
    "resource": "`resource name \"title\"` is something that players hold amounts of.",
    "row": "`row name of 12 kind` is so many places side by side.",
    "rule": "`rule name { … }` changes other rules from outside: `before`, `after`, `instead of`, `forbid`, `is more by`.",
    "scale": "`scale name = [1, 2, 3]` is a row of numbers, read by an index: `name[2]`.",
    "seal": "`seal name \"reason\"` forbids variants to change a definition.",
    "seat": "`seat name { takes … }` is a player whose choices the rules make.",
    "sequence": "`sequence name = a, b, c` does phases one after the other.",
    "state": "`state name number` changes during a game; of the table, of each object of a kind, or of each player.",
    "table": "`table name(…) by row, column { … }` is an action for each cell.",
    "value": "`value name(parameters) = …` is worked out whenever a rule asks for it.",
}  # fmt: skip
"""Words that define things and rules."""

DOING = {
    "add": "`add x to list` puts it at the end of a list.",
    "after": "`after action(…) { … }` happens after an action, in a `rule` or an object.",
    "as": "`pay … as paid` gives what was paid a name. `if owner as player { … }` gives an object a name, if there is one.",
    "at": "`at most 5 times` and `at least -3` are bounds.",
    "becomes": "`old becomes new` in a variant puts another formula in the place of one.",
    "before": "`before action(…) { … }` happens before an action, in a `rule` or an object.",
    "begins": "`list begins with x` puts x first, and those before it last.",
    "by": "`by` says how much (`raise x by 1`), or what counts (`with most by`).",
    "choose": "`choose { option … }` asks a player for exactly one of the options.",
    "chooses": "`owner chooses { option … }` asks a named player for exactly one of the options.",
    "clear": "`clear list` takes everything out of a list.",
    "deep": "`do name(…) at most 3 deep` says how often an action may happen inside itself.",
    "do": "`do name(…)` does an action.",
    "else": "What happens otherwise.",
    "end": "`end game` ends the game. `to end of list` is behind all others.",
    "except": "`except` leaves some out.",
    "fewest": "`with fewest …` picks the one with the smallest number.",
    "for": "`for each x in list { … }` goes through a list.",
    "forbid": "`forbid condition(…) where … \"reason\"` makes a condition false.",
    "from": "`from` says where something is taken, or where numbers begin.",
    "front": "`front of list` is before all others.",
    "gain": "`gain 2 coin` gives the acting player an amount from the stock.",
    "gains": "`owner gains 2 coin` gives an amount to a named player. `after player gains coin` happens after each gain.",
    "if": "`if condition { … } else { … }` does one of two things.",
    "instead": "`instead of action(…) { … }` happens in place of an action.",
    "into": "`put x into list` moves it there.",
    "least": "`at least` is a lower bound.",
    "let": "`let name = …` gives a result a name for the rest of the block.",
    "lose": "`lose 2 coin` takes an amount from the acting player, as far as there is any.",
    "loses": "`owner loses 2 coin` takes an amount from a named player.",
    "lower": "`lower state by 1` makes a number smaller.",
    "may": "`may pay … to …` and `owner may { … }` ask whether a player wants something.",
    "more": "`value(…) is more by 1` adds to a value, in a `rule` or an object.",
    "most": "`at most` is an upper bound; `with most …` picks the one with the greatest number.",
    "never": "`value(…) is never less than 1` bounds a value, in a `rule` or an object.",
    "of": "`of` belongs to what stands before it: `size of list`, `front of list`.",
    "once": "`for each … at once { … }` asks all players at the same time.",
    "only": "`for rules only` says that a state or list is bookkeeping of the rules, of which people are told nothing.",
    "option": "`option name \"text\" { … }` is one thing that can be chosen.",
    "otherwise": "The last case of a value: what it is where no other case holds.",
    "pay": "`pay 2 coin` at the head of an option is its price: who cannot pay it is not offered the option.",
    "pays": "`owner pays 2 coin` at the head of an option is a price that a named player pays.",
    "put": "`put x from list into other` moves an object.",
    "raise": "`raise state by 1` makes a number greater.",
    "repeat": "`repeat while … at most 9 times { … }` does something again and again.",
    "require": "`require condition \"reason\"` at the head of an option or in a condition: without it, no.",
    "reveal": "`reveal place` shows what was hidden, to all or to one player.",
    "reverse": "`reverse list` turns the order of a list round.",
    "rules": "`for rules only` says that a state or list is bookkeeping of the rules, of which people are told nothing.",
    "say": "`say \"…\"` writes a sentence into the log.",
    "see": "`see \"Phase 2\"` is the place in the printed rulebook.",
    "set": "`set state to …` gives a state a new value.",
    "shuffle": "`shuffle list` puts a list in random order.",
    "sort": "`sort x in list by most …` puts a list in order.",
    "stop": "`stop` leaves the nearest loop.",
    "takes": "`takes option` says what a seat that rules play chooses.",
    "than": "`never less than 1` bounds a value.",
    "times": "`repeat 3 times { … }` does something that often.",
    "to": "`to` says where, or up to what: `1 to 5`, `add x to list`.",
    "until": "`repeat until … { … }` goes on until a condition is true.",
    "where": "`where condition` keeps those for which it is true.",
    "while": "`repeat while … { … }` goes on as long as a condition is true.",
    "with": "`with most …` picks by a number.",
}  # fmt: skip
"""Words of statements and attachments."""

ASKING = {
    "and": "Both are true.",
    "another": "`owner is another player`: there is an owner, who is not `player`.",
    "can": "`player can pay 2 coin` asks whether a player has it.",
    "count": "`count of x in list where …` is how many there are.",
    "different": "`2 different goods` are of two resources.",
    "first": "`first x in list where …` is the first one, or `none`. `put first 2 of list into other` moves the first two.",
    "in": "`x in list`: what a name goes through; `x is in list` asks whether it is there.",
    "is": "Compares: `x is y`. In a rule, `value(…) is 3` gives a value another result.",
    "less": "`value(…) is less by 1` takes from a value; between payments, what is left.",
    "not": "The opposite of a question.",
    "or": "One of both is true; between payments, a choice.",
    "random": "`let x = random list` draws one.",
    "shuffled": "`let order = shuffled list` is a list in random order.",
    "size": "`size of list` is how many it has.",
    "some": "`some x in list where …` asks whether there is one.",
    "sum": "`sum of … for x in list` adds up.",
}  # fmt: skip
"""Words of formulas."""

NAMING = {
    "here": "In an attachment of an object, the place that the object lies on.",
    "no": "The flag that is not set.",
    "none": "No object.",
    "nothing": "An empty payment; as a statement, nothing happens.",
    "this": "The object in whose braces this is written.",
    "yes": "The flag that is set.",
}
"""Words that stand for something."""

BUILT_IN = {
    "number": "A whole number. After a dot, the place of an object in its row, or of a player round the table.",
    "flag": "Yes or no.",
    "payment": "Amounts of resources that are paid or gained.",
    "player": "A player. In an action, the one who acts.",
    "players": "All players, in the order of their seats.",
    "resource": "Any resource.",
    "resources": "All resources.",
    "abs": "`abs(x)` is a number without its sign.",
    "min": "`min(x, y)` is the smaller of two numbers.",
    "max": "`max(x, y)` is the greater of two numbers.",
    "all": "Everybody: `hidden from all`. Of a list, everything in it.",
}
"""Names that every ruleset has without giving them."""

EXPLAINED = {**BUILT_IN, **DEFINING, **DOING, **ASKING, **NAMING}


def explain(word: str, resources: Sequence[str]) -> str:
    """The meaning of a word, its example with a resource that the rules have; empty for a word that is none of the language."""
    text = EXPLAINED.get(word, "")
    return text.replace(_COIN, resources[0]) if resources and _COIN not in resources else text


_SCHEMA = "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json"
_ORDER = ("comment", "paragraph", "text", "number", "defining", "doing", "asking", "naming", "call", "name", "symbol")


def _match(name: str, pattern: str) -> dict[str, Any]:
    return {"name": f"{name}.rules", "match": pattern}


def _words(name: str, words: Iterable[str]) -> dict[str, Any]:
    return _match(name, rf"\b({'|'.join(sorted(words))})\b")


def make_grammar() -> dict[str, Any]:
    """The grammar as JSON data."""
    text = {
        "name": "string.quoted.double.rules",
        "begin": '"',
        "end": '"|$',
        "patterns": [
            _match("constant.character.escape", r"\\."),
            _match("variable.parameter", r'\{[^{}"\\]*\}'),
        ],
    }
    repository = {
        "comment": _match("comment.line.double-dash", "--.*$"),
        "paragraph": _match("comment.block.documentation", r"(?:^|(?<=^  )|(?<=^    ))\|.*$"),
        "text": text,
        "number": _match("constant.numeric", r"\b[0-9]+\b"),
        "defining": _words("storage.type", DEFINING),
        "doing": _words("keyword.control", DOING),
        "asking": _words("keyword.operator.word", ASKING),
        "naming": _words("constant.language", NAMING),
        "call": _match("entity.name.function", r"\b[A-Za-z_][A-Za-z0-9_]*(?=\()"),
        "name": _match("variable.other", r"\b[A-Za-z_][A-Za-z0-9_]*\b"),
        "symbol": _match("keyword.operator", "<=|>=|[-+*/%<>=|]"),
    }
    return {
        "$schema": _SCHEMA,
        "name": "Rules",
        "scopeName": "source.rules",
        "fileTypes": ["rules"],
        "patterns": [{"include": f"#{part}"} for part in _ORDER],
        "repository": repository,
    }


def render_grammar() -> str:
    """The text of `rules.tmLanguage.json`."""
    return json.dumps(make_grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_grammar(), encoding="utf-8")
