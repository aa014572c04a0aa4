"""The parse table of `grammar.lark`.

Lark computes it, which takes longer than a whole check may; so the table is kept beside the grammar in `grammar.json`.
`python -m caylus.parser.lalr_tables` writes it anew. A table that does not belong to the grammar is never used.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule as LarkRule

END = "$END"
LINE_END = "_NL"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the grammar, as the parser reduces it.

    `parts` are the arguments of its function in `build`: the place of a symbol, `~place` of a symbol whose own parts
    are spliced in, or None for an optional part left out. A rule without a `function` only hands its parts upwards.
    """

    origin: str
    function: str | None
    length: int
    parts: tuple[int | None, ...]
    only_hands_on: bool  # its one symbol's parts, as they are


@dataclass(frozen=True, slots=True)
class Tables:
    """`moves[state][terminal]` is the next state, or `~rule` where a rule ends; no entry: the terminal cannot stand there.
    `gotos[state][origin]` is the state after a rule that began in `state`.

    State 0 begins a definition. `pattern` has a named group for each terminal but the keywords; `keywords` has those, by
    their spelling; `spellings` has how each terminal is written that is always written alike.
    """

    pattern: str
    keywords: dict[str, str]
    spellings: dict[str, str]
    rules: tuple[Rule, ...]
    moves: tuple[dict[str, int], ...]
    gotos: tuple[dict[str, int], ...]


@cache
def tables() -> Tables:
    """The table of the grammar as it stands."""
    folder = files(__package__)
    grammar = folder.joinpath("grammar.lark").read_bytes()
    kept = folder.joinpath("grammar.json")
    if kept.is_file():
        data = json.loads(kept.read_bytes())
        if data["grammar"] == _digest(grammar):
            return _from_data(data)
    return _from_data(generate(grammar))


def generate(grammar: bytes, strict: bool = False) -> dict[str, Any]:
    """The table as JSON data. `strict` makes conflicts and colliding terminals errors (and needs `interegular`)."""
    from lark import Lark

    lark = Lark(grammar.decode(), parser="lalr", lexer="basic", strict=strict, maybe_placeholders=True)
    rules = sorted(lark.rules, key=lambda r: (r.origin.name, [s.name for s in r.expansion], r.alias or ""))
    return {
        "grammar": _digest(grammar),
        **_terminals(lark),
        "rules": [[r.origin.name, _function(r), len(r.expansion), _parts(r, rules)] for r in rules],
        **_moves(lark, rules),
    }


def _digest(grammar: bytes) -> str:
    return hashlib.sha256(grammar).hexdigest()


def _from_data(data: dict[str, Any]) -> Tables:
    rules = (
        Rule(origin, function, length, tuple(parts), only_hands_on=function is None and parts == [~0] and length == 1)
        for origin, function, length, parts in data["rules"]
    )
    spellings = data["spellings"]
    keywords = {spelling: name for name, spelling in spellings.items() if spelling.isalpha()}
    return Tables(data["pattern"], keywords, spellings, tuple(rules), tuple(data["moves"]), tuple(data["gotos"]))


def _terminals(lark: Lark) -> dict[str, Any]:
    spellings, patterns = {}, []
    # The order in which a lexer has to try them: the longest first.
    for t in sorted(lark.terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name)):
        if t.pattern.type == "str":
            spellings[t.name] = t.pattern.value
        if t.pattern.type != "str" or not t.pattern.value.isalpha():
            patterns.append(f"(?P<{t.name}>{t.pattern.to_regexp()})")
    return {"pattern": "|".join(patterns), "spellings": dict(sorted(spellings.items()))}


def _function(rule: LarkRule) -> str | None:
    return None if _is_spliced(rule) else rule.alias or rule.origin.name


def _is_spliced(rule: LarkRule) -> bool:
    return bool(rule.origin.name.startswith("_") or rule.options.expand1)


def _parts(rule: LarkRule, rules: list[LarkRule]) -> list[int | None]:
    from lark.grammar import Terminal

    spliced = {r.origin for r in rules if _is_spliced(r)}
    missing = rule.options.empty_indices or (False,) * len(rule.expansion)
    parts: list[int | None] = []
    place = 0
    for is_missing in missing:
        if is_missing:
            parts.append(None)
            continue
        symbol = rule.expansion[place]
        if not (isinstance(symbol, Terminal) and symbol.filter_out):
            parts.append(~place if symbol in spliced else place)
        place += 1
    return parts


def _moves(lark: Lark, rules: list[LarkRule]) -> dict[str, list[dict[str, int]]]:
    """The table with its states numbered in the order they are reached, whatever order Lark found them in."""
    table = lark.parser.parser._parse_table
    reduced = {rule: ~i for i, rule in enumerate(rules)}
    origins = {rule.origin.name for rule in rules}
    number = {table.start_states["start"]: 0}
    data: dict[str, list[dict[str, int]]] = {"moves": [], "gotos": []}
    reached = [table.start_states["start"]]
    for state in reached:  # which grows meanwhile
        rows: dict[str, dict[str, int]] = {"moves": {}, "gotos": {}}
        for symbol, (action, target) in sorted(table.states[state].items()):
            if action.name == "Shift" and target not in number:
                number[target] = len(reached)
                reached.append(target)
            rows["gotos" if symbol in origins else "moves"][symbol] = (number if action.name == "Shift" else reduced)[target]
        if state == table.end_states["start"]:
            rows["moves"][END] = 0
        for name, row in rows.items():
            data[name].append(row)
    return data


def main() -> None:
    from pathlib import Path

    folder = Path(__file__).parent
    data = generate((folder / "grammar.lark").read_bytes())
    (folder / "grammar.json").write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
