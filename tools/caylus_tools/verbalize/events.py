"""What happens in a game, as people read it: what of it is worth telling, and in which words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from caylus.diagnostics import as_words

if TYPE_CHECKING:
    from caylus import Event

_PLAIN = {None: "none", True: "yes", False: "no"}
_TELLING = ("choice", "lapse", "gain", "lose", "draw", "put", "reveal", "say", "end")


def wording(event: Event, titles: Mapping[str, str]) -> str:
    """An event in words: things by their `titles`, what else the rules have names for by its name without underscores."""

    def called(value: object) -> str:
        return _PLAIN[value] if value is None or isinstance(value, bool) else titles.get(str(value), str(value))

    def place(name: str) -> str:
        whose, _, held = name.rpartition(".")
        return f"{called(whose)}'s {as_words(held)}" if whose else as_words(held)

    match event.kind, event.data:
        case "reveal", data:
            told = wording(replace(event, kind="list" if "list" in data else "set"), titles)
            shown = f"shown to {called(data['to'])}" if "to" in data else "revealed"
            return told if told == event.text else f"{told} ({shown})"
        case "put", {"members": members, "from": source, "into": target}:
            return f"{', '.join(map(called, members))}: from {place(source)} into {place(target)}"
        case "choice", {"option": "decline"}:
            return f"{event.text} ({event.title})"
        case "draw", {"order": order}:
            return f"drawn: {', '.join(map(called, order))}"
        case "list", {"list": name, "members": members}:
            return f"{place(name)}: {', '.join(map(called, members)) or 'empty'}"
        case "set", {"object": thing, "state": state, "index": index, "value": value} if not isinstance(value, Mapping):
            kept_for = index if isinstance(index, list) else [index] if index is not None else []
            name = as_words(state) + (f" for {' and '.join(map(called, kept_for))}" if kept_for else "")
            return f"{name}: {called(value)}" if thing is None else f"{called(thing)}: {name} {called(value)}"
    return event.text


def worth_telling(events: Iterable[Event]) -> list[Event]:
    """What a player wants to know: choices with their prices, gains, losses, the table's states; no bookkeeping.

    What the words of a choice have already told of what comes of it is left out, and what a rule gives or takes at a stroke
    is one event.
    """
    worth = []
    chosen, rest = None, ""
    for event in events:
        if event.kind == "choice":
            chosen, rest = event, event.text
        elif chosen and (event.player, event.rule) == (chosen.player, chosen.rule) and event.kind in chosen.text:
            before, rest = rest, re.sub(rf"(?<!\d){re.escape(_amount(event))}", "", rest, count=1)
            if rest != before:
                continue
        if event.kind == "put" and not _tells_more(event, chosen):
            continue
        if event.kind in _TELLING or (event.kind == "set" and event.data.get("object", "") is None):
            worth.append(event)
    runs = groupby(worth, lambda event: (event.kind, event.rule))
    return [at_once for (kind, _), run in runs for at_once in _joined(kind, run)]


def _tells_more(put: Event, chosen: Event | None) -> bool:
    """Whether what was put somewhere is known, and not from the choice that did it."""
    told = str(chosen.data["option"]).split() if chosen is not None and chosen.rule == put.rule else []
    return not set(put.data.get("members", ())) <= set(told)


def _joined(kind: str, run: Iterable[Event]) -> Iterator[Event]:
    """Gains and losses of one rule after each other as one: `Ann gains 2 coin, 1 nut; Ben gains 1 coin`."""
    if kind not in ("gain", "lose"):
        yield from run
        return
    first, *more = run
    text, player = first.text, first.player
    for event in more:
        text += f", {_amount(event)}" if event.player == player else f"; {event.text}"
        player = event.player
    yield replace(first, text=text)


def _amount(event: Event) -> str:
    """What somebody gains or loses."""
    return event.text.removeprefix(f"{event.player} {event.kind}s ")
