"""The grammar, and what Lark worked out of it, as data that is shipped beside it.

Lark takes longer over a grammar than a whole check may, so its terminals, rules and parse table stand in `grammar.json`,
in the form of `Lark.memo_serialize`. Lark numbers them differently in every process; here they have an order that depends
on the grammar alone, so that the file changes only with it. `python -m caylus.parser.lalr` writes it anew.
"""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from typing import Any

_FOLDER = files(__package__)
_SHIFT, _REDUCE = 0, 1  # as Lark writes the two actions of a parse table


def text() -> str:
    """The grammar, in the language of Lark."""
    return _FOLDER.joinpath("grammar.lark").read_text(encoding="utf-8")


def load_shipped() -> dict[str, Any] | None:
    """The tables shipped beside the grammar; None where there are none, or they were made of another grammar."""
    file = _FOLDER.joinpath("grammar.json")
    made: dict[str, Any] | None = json.loads(file.read_bytes()) if file.is_file() else None
    return made if made and made["grammar"] == _digest() else None


def pack_grammar(data: dict[str, Any], memo: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """Sort the data that Lark has serialized, so that it is the same each time.

    A row of `states` has the next state for each symbol that can follow, or `~rule` where a rule ends: its place in `memo`.
    """
    for entry in memo.values():
        if "_width" in entry.get("pattern", ()):
            entry["pattern"]["_width"] = None  # it depends on the version of Python; Lark measures the pattern again
    entries = {number: json.dumps(entry, sort_keys=True) for number, entry in memo.items()}
    place = {number: i for i, number in enumerate(sorted(entries, key=lambda number: entries[number]))}
    lexer, parser = data["parser"]["lexer_conf"], data["parser"]["parser_conf"]
    rules = _sort_references(data["rules"], place)
    return {
        "grammar": _digest(),
        "memo": [memo[number] for number in place],
        "data": {
            **data,
            "rules": rules,
            "parser": {
                **data["parser"],
                "lexer_conf": {
                    **lexer,
                    "terminals": _sort_references(lexer["terminals"], place),
                    "ignore": sorted(lexer["ignore"]),
                },
                "parser_conf": {**parser, "rules": rules},
                "parser": _pack_table(data["parser"]["parser"], place),
            },
        },
    }


def unpack_grammar(made: dict[str, Any]) -> dict[str, Any]:
    """Undo `pack_grammar`: the data as Lark loads it."""
    data, table = made["data"], made["data"]["parser"]["parser"]
    symbols = {symbol for row in table["states"] for symbol in row}
    states = {
        state: {symbol: (_SHIFT, move) if move >= 0 else (_REDUCE, {"@": ~move}) for symbol, move in row.items()}
        for state, row in enumerate(table["states"])
    }
    table = {**table, "tokens": {symbol: symbol for symbol in symbols}, "states": states}
    return {"memo": dict(enumerate(made["memo"])), "data": {**data, "parser": {**data["parser"], "parser": table}}}


def _pack_table(table: dict[str, Any], place: dict[int, int]) -> dict[str, Any]:
    """The parse table with its states in the order in which they are reached."""
    starts: dict[str, int] = table["start_states"]
    number = {state: place for place, state in enumerate(starts[start] for start in sorted(starts))}
    rows: list[dict[str, int]] = []
    for state in (reached := list(number)):  # which grows meanwhile
        row = {}
        for symbol, (action, target) in sorted((table["tokens"][token], move) for token, move in table["states"][state].items()):
            if action == _SHIFT and target not in number:
                number[target] = len(reached)
                reached.append(target)
            row[symbol] = number[target] if action == _SHIFT else ~place[target["@"]]
        rows.append(row)
    return {
        "states": rows,
        "start_states": {start: number[starts[start]] for start in sorted(starts)},
        "end_states": {start: number[table["end_states"][start]] for start in sorted(starts)},
    }


def _sort_references(references: list[dict[str, int]], place: dict[int, int]) -> list[dict[str, int]]:
    return [{"@": i} for i in sorted(place[reference["@"]] for reference in references)]


def _digest() -> str:
    return hashlib.sha256(text().encode()).hexdigest()
