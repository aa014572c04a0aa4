"""Programs that nobody would write: random derivations of the grammar, their words set as wildly as the layout allows."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import pairwise
from random import Random

from caylus.parser.following import CONTINUES_AFTER, CONTINUES_BEFORE
from caylus.parser.lalr import spellings
from lark import Lark
from lark.grammar import Rule

NAMES = ("a", "bb", "coin", "hut", "player", "number", "x1", "a_rather_long_name_for_a_thing", "this_too")
TEXTS = ('"a"', '"two words"', r'"a \"quoted\" word -- and no comment"', '"{player} waits until all the others have had enough"')
OPENERS, CLOSERS = ("LPAR", "LSQB"), ("RPAR", "RSQB")
BRACKETS = (*OPENERS, *CLOSERS, "LBRACE", "RBRACE")


@cache
def grammar() -> dict[str, list[Rule]]:
    """The rules of the grammar by what they derive, the shortest derivations first."""
    text = files("caylus.parser").joinpath("grammar.lark").read_text(encoding="utf-8")
    lark = Lark(text, parser="lalr", lexer="basic", maybe_placeholders=True)
    by_origin: dict[str, list[Rule]] = {}
    for rule in lark.rules:
        by_origin.setdefault(rule.origin.name, []).append(rule)
    depths: dict[str, int] = {}
    while len(depths) < len(by_origin):
        for origin, rules in by_origin.items():
            known = [d for rule in rules if (d := _depth(rule, depths)) is not None]
            if known:
                depths[origin] = min(known)
    for rules in by_origin.values():
        rules.sort(key=lambda rule: (_depth(rule, depths), len(rule.expansion)))
    return by_origin


def _depth(rule: Rule, depths: dict[str, int]) -> int | None:
    parts = [0 if symbol.is_term else depths.get(symbol.name) for symbol in rule.expansion]
    return None if None in parts else 1 + max([part for part in parts if part is not None], default=0)


def program(random: Random, definitions: int) -> str:
    """Some definitions, with comments, blanks and line ends wherever they can stand."""
    parts = [_set(_derive(random), random) for _ in range(definitions)]
    return "".join(f"{part}{_remark(random)}\n{_filling(random)}" for part in parts)


def _derive(random: Random) -> list[str]:
    """The types of the words of a definition."""
    words: list[str] = []
    waiting = [("definition", 0)]
    while waiting:
        symbol, depth = waiting.pop()
        rules = grammar().get(symbol)
        if rules is None:
            words.append(symbol)
            continue
        if symbol == "bent":  # formulas to the grammar, though only names will do
            words += ("NAME", "LPAR", "NAME", "COMMA", "NAME", "RPAR")
            continue
        rule = random.choice(rules) if depth < 14 and len(words) + len(waiting) < 150 else rules[0]
        soft = "ALL" if rule.alias == "put_all" else "NAME"  # a name to the grammar, though only one will do
        waiting += ((soft if part.name == "NAME" else part.name, depth + 1) for part in reversed(rule.expansion))
    return words


def _set(words: list[str], random: Random) -> str:
    text, brackets = "", 0
    for before, word in pairwise(["", *words]):
        if word == "_NL":
            text += _remark(random) + random.choice(["", "\r"]) + "\n" + _filling(random)
            continue
        is_free = brackets > 0 or before in CONTINUES_AFTER or word in CONTINUES_BEFORE
        if text and is_free and random.random() < 0.15:
            text += f"{_remark(random)}\n{_filling(random)}"
        elif before not in ("", "_NL"):
            text += random.choice([" ", " ", "  ", "\t", "" if before in BRACKETS or word in BRACKETS else " "])
        text += _spelt(word, random)
        brackets += (word in OPENERS) - (word in CLOSERS)
    return text


def _spelt(word: str, random: Random) -> str:
    match word:
        case "ALL":
            return "all"
        case "NAME":
            return random.choice(NAMES)
        case "STRING":
            return random.choice(TEXTS)
        case "NUMBER":
            return str(random.choice([0, 1, 2, 10, 123456]))
        case "COMPARISON":
            return random.choice(["<", "<=", ">", ">="])
        case "REFUSING":
            return "or"
        case "FACTOR":
            return random.choice("*/%")
    return spellings()[word]


def _remark(random: Random) -> str:
    return random.choice(["", "", "", "", " -- why", "    --because"])


def _filling(random: Random) -> str:
    lines = ["", "", "", "\n", "  \n\n", "-- a remark\n", "      -- another\n"]
    return random.choice(lines) + random.choice(lines) + random.choice(["", "  "])
