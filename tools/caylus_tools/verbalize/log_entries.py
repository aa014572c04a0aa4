"""Events put together to what is told in one line of the log: a choice with what comes of it, all that one rule gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.model.walk import every_statement

from caylus_tools.common.english import join_words

from .consequences import Place, make_consequences, place
from .events import wording

if TYPE_CHECKING:
    from caylus import Event, Ruleset

_WORDS = ("say", "end", "put", "reveal", "draw", "set")
"""The kinds of events that are told in words of their own."""


@dataclass(slots=True)
class Entry:
    """The content of a line: `who` did what the `text` behind them says, each at a place or `""`; what was `moved`; what is
    `said`.

    `is_idle` where nothing was done: somebody declined, or could not. `reach` is where it may go on, `left` what
    of its words no gain has been told by, `number` that of its last event.
    """

    event: Event
    text: str = ""
    who: list[tuple[str, str]] = field(default_factory=list)
    is_idle: bool = False
    moved: list[Event] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    reach: frozenset[Place] = frozenset()
    left: str = ""
    number: int = 0

    def is_like(self, other: Entry) -> bool:
        """Return whether both tell the same of players, and nothing came of either. What one has done twice is told twice."""
        alike = (self.event.round, self.event.rule, self.text) == (other.event.round, other.event.rule, other.text)
        is_again = not other.is_idle and not set(self.who).isdisjoint(other.who)
        has_come = any((self.moved, self.said, other.moved, other.said))
        return alike and not is_again and not has_come and bool(self.who and other.who)


class Gathering:
    """Knows a ruleset; `titles` is what its things and those who play are called."""

    def __init__(self, rules: Ruleset, titles: Mapping[str, str]) -> None:
        self._titles = titles
        self.consequences = make_consequences(rules)
        self._start = rules.model.start.site.rule
        self._outspoken = _outspoken(rules)

    def entries(self, events: Iterable[Event]) -> list[Entry]:
        """The entries worth telling of the events of a game from its first on."""
        found: list[Entry] = []
        has_chosen = False
        for event in events:
            has_chosen = has_chosen or chooses(event)
            begun = self.begin_entry(event, found[-1] if found else None, has_chosen)
            if begun is not None:
                found.append(begun)
        return found

    def begin_entry(self, event: Event, last: Entry | None, has_chosen: bool) -> Entry | None:
        """The entry that begins with an event; None where the `last` one takes it in, or it is not worth telling.

        `has_chosen`: somebody has chosen something before or with it.
        """
        if event.kind in ("choice", "lapse", "unable"):
            return self._action_entry(event)
        if last and place(event) in last.reach and self._follows(last, event):
            last.number = event.number
        elif event.kind in ("gain", "lose"):
            if not (last and not last.who and last.moved and last.event.rule == event.rule):
                return Entry(event, moved=[event], number=event.number)
            last.moved.append(event)
            last.number = event.number
        elif has_chosen and event.kind in _WORDS and self._is_news(event):
            text = wording(event, self._titles)
            if not (last and place(last.event) == place(event) and _head(last.said) == _head([text]) != ""):
                return Entry(event, said=[text], number=event.number)
            _say(last.said, text)
            last.number = event.number
        return None

    def _action_entry(self, event: Event) -> Entry:
        name = self._titles.get(event.player or "", event.player or "")
        told = event.text.removeprefix(name)
        if told.startswith(" cannot "):
            told = f" cannot {_price_said(told.removeprefix(' cannot '))}"
        elif told.startswith(": "):
            told = f": {_price_said(told.removeprefix(': '))}"
        declined = event.kind != "unable" and event.data["option"] == m.DECLINE
        if declined and event.place is None:
            told += f" ({event.title})"  # what it was that nobody did
        reach = self.consequences.consequences_of_choice(event) if event.kind == "choice" else frozenset()
        return Entry(
            event,
            told,
            [(name, event.place or "")],
            declined or event.kind == "unable",
            reach=reach,
            left=told,
            number=event.number,
        )

    def _follows(self, last: Entry, event: Event) -> bool:
        """Takes what came of a choice to its entry; whether there was anything to take."""
        if event.kind in ("gain", "lose"):
            if not _has_told(last, event):
                last.moved.append(event)
            return True
        if event.kind in _WORDS and self._is_news(event):
            if not _names(last.event, event):
                _say(last.said, wording(event, self._titles))
            return True
        return False

    def _is_news(self, event: Event) -> bool:
        """Return whether an event tells more than bookkeeping.

        The table's own states are news, unless the rule that changes them says itself what it does, or is the game itself,
        which counts rounds.
        """
        if event.kind != "set":
            return True
        return event.data.get("object", "") is None and event.rule not in self._outspoken and event.rule != self._start


@lru_cache(maxsize=64)
def _outspoken(rules: Ruleset) -> frozenset[str]:
    """The rules that say something themselves."""
    return frozenset(one.site.rule for one in every_statement(rules.model) if isinstance(one, m.Say))


def chooses(event: Event) -> bool:
    """Return whether somebody chooses something with it."""
    return event.kind in ("choice", "ready")


def _price_said(text: str) -> str:
    """`build Mill: pay 1 coin + 2 nuts` as `build Mill for 1 coin and 2 nuts`; of words that say themselves what is paid, the
    price alone: what is gained for it is told when it has been.
    """
    words, known, price = text.rpartition(": pay ")
    if not price[:1].isdigit():  # an option may speak of paying itself: "promise: pay later"
        words, known, price = "", "", text
    if text.startswith("pay "):
        return f"pay {_join_amounts(price if known else text.removeprefix('pay ').partition(', gain ')[0])}"
    return f"{words} for {_join_amounts(price)}" if known else text


def _join_amounts(amounts: str) -> str:
    return join_words(amounts.split(" + "))


def _has_told(entry: Entry, event: Event) -> bool:
    """Return whether the words of a choice have told already what its player gains; each mention stands for one gain."""
    if event.player != entry.event.player or event.kind not in entry.text:
        return False
    amounts = event.text.removeprefix(f"{entry.who[0][0]} {event.kind}s ")
    before, entry.left = entry.left, re.sub(rf"(?<!\d){re.escape(amounts)}", "", entry.left, count=1)
    return entry.left != before


def _names(choice: Event, event: Event) -> bool:
    """Return whether a choice named what was put somewhere, or what a state of the table has become."""
    named = [*str(choice.data["option"]).split(), *choice.about.values()]
    told = event.data.get("members", []) if event.kind == "put" else [event.data.get("value")]
    return event.kind in ("put", "set") and told != [] and all(one in named for one in told)


def _say(said: list[str], text: str) -> None:
    """Adds words to others; what begins alike, up to a colon, as one: `cut off: Ann, Ben`."""
    if said and _head(said) == _head([text]) != "":
        said[-1] += f", {text.partition(': ')[2]}"
    else:
        said.append(text)


def _head(said: list[str]) -> str:
    """The beginning of the last words."""
    head, colon, _ = said[-1].partition(": ") if said else ("", "", "")
    return head if colon else ""
