"""A single event of a game in words; `log` puts together what people read of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from caylus.diagnostics import as_words

if TYPE_CHECKING:
    from caylus import Event

_PLAIN = {None: "none", True: "yes", False: "no"}


def wording(event: Event, titles: Mapping[str, str]) -> str:
    """An event in words: things by their `titles`, what else the rules have names for by its name without underscores."""

    def label_of(value: object) -> str:
        return _PLAIN[value] if value is None or isinstance(value, bool) else titles.get(str(value), str(value))

    def place(name: str) -> str:
        whose, _, held = name.rpartition(".")
        return f"{label_of(whose)}'s {as_words(held)}" if whose else as_words(held)

    match event.kind, event.data:
        case "reveal", {"list": name, "size": _}:
            return place(name) + event.text.removeprefix(name)
        case "reveal", data:
            told = wording(replace(event, kind="list" if "list" in data else "set"), titles)
            shown = f"shown to {label_of(data['to'])}" if "to" in data else "revealed"
            return told if told == event.text else f"{told} ({shown})"
        case "put", {"from": source, "into": target, **what}:
            moved = ", ".join(map(label_of, what["members"])) if "members" in what else event.text.partition(": ")[0]
            return f"{moved}: from {place(source)} into {place(target)}"
        case "choice", {"option": "decline"}:
            return f"{event.text} ({event.title})"
        case "draw", {"order": order}:
            return f"drawn: {', '.join(map(label_of, order))}"
        case "list", {"list": name, "members": members}:
            return f"{place(name)}: {', '.join(map(label_of, members)) or 'empty'}"
        case "set", {"object": thing, "state": state, "index": index, "value": value} if not isinstance(value, Mapping):
            kept_for = index if isinstance(index, list) else [index] if index is not None else []
            name = as_words(state) + (f" for {' and '.join(map(label_of, kept_for))}" if kept_for else "")
            return f"{name}: {label_of(value)}" if thing is None else f"{label_of(thing)}: {name} {label_of(value)}"
    return event.text
