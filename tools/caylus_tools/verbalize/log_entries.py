"""Events put together to what is told in one line of the log: a choice with what comes of it, all that one rule gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.english import deed_effects, split_at_colon, sum_amounts
from caylus.model.walk import every_statement

from .consequences import Place, make_consequences, place
from .names import english

if TYPE_CHECKING:
    from caylus import Event, Ruleset
    from caylus.english import Text

_WORDS = ("short", "say", "end", "put", "reveal", "draw", "set")
"""The kinds of events that are told in words of their own."""


@dataclass(slots=True)
class Entry:
    """The content of a line: `who` did what the `text` behind them says, each at a place or `""`; what was `moved`; what is
    `said`.

    `is_idle` where nothing was done: somebody declined, or could not. `reach` is where it may go on, `left` are the gains and
    losses that its text tells and that no event has been heard of, `number` is that of its last event, `sets` are changes of
    states that are told in `said`.
    """

    event: Event
    text: Text = field(default_factory=list)
    who: list[tuple[str, str]] = field(default_factory=list)
    is_idle: bool = False
    moved: list[Event] = field(default_factory=list)
    said: list[Text] = field(default_factory=list)
    reach: frozenset[Place] = frozenset()
    left: list[tuple[str, str, int]] = field(default_factory=list)
    number: int = 0
    sets: list[Event] = field(default_factory=list)

    @property
    def is_unasked(self) -> bool:
        """Return whether nobody was asked: there was one choice, or none."""
        return self.event.kind == "unable" or (self.event.kind == "choice" and "reasons" in self.event.data)

    def is_like(self, other: Entry) -> bool:
        """Return whether both tell the same of players, and nothing came of either. What one has done twice is told twice."""
        alike = (self.event.round, self.event.rule, self.text) == (other.event.round, other.event.rule, other.text)
        is_again = not other.is_idle and not set(self.who).isdisjoint(other.who)
        has_come = any((self.moved, self.said, other.moved, other.said))
        return alike and not is_again and not has_come and bool(self.who and other.who)


class Gathering:
    """Knows a ruleset, and what those who play are called."""

    def __init__(self, rules: Ruleset, labels: Mapping[str, str]) -> None:
        self.english = english(rules, labels)
        self._labels = labels
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

        `has_chosen`: somebody has chosen something before or with it. Before that only what the rules say themselves is told.
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
        elif (has_chosen or event.kind == "say") and event.kind in _WORDS and self._is_news(event):
            text = self._tell(event)
            if not (last and place(last.event) == place(event) and _is_continued(last.said, text)):
                return Entry(event, said=[text], number=event.number)
            _say(last.said, text)
            last.number = event.number
        return None

    def _action_entry(self, event: Event) -> Entry:
        told = self.english.action(event.kind, event.title, event.data, is_deed=True)
        declined = event.kind != "unable" and event.data["option"] == m.DECLINE
        if declined and event.place is None:
            told.append(f" ({event.title})")  # what it was that nobody did
        entry = Entry(event, told, [(event.player or "", render_place(event))], declined or event.kind == "unable")
        entry.number = event.number
        if event.kind == "choice":
            entry.reach = self.consequences.consequences_of_choice(event)
            if offer := event.data.get("offer"):
                effects = ((effect["verb"], sum_amounts(effect["amount"]) or {}) for effect in deed_effects(offer))
                entry.left = [(verb, *amount) for verb, amounts in effects for amount in amounts.items()]
        return entry

    def _tell(self, event: Event) -> Text:
        return self.english.event(event.kind, event.player, event.title, event.data)

    def _follows(self, last: Entry, event: Event) -> bool:
        """Takes what came of a choice to its entry; whether there was anything to take."""
        if event.kind in ("gain", "lose"):
            if not _has_told(last, event):
                last.moved.append(event)
            return True
        if event.kind in _WORDS and self._is_news(event):
            if not _names(last.event, event) and not _is_told_reversed(last, event):
                _say(last.said, self._tell(event))
                last.sets += [event] if event.kind == "set" else []
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


def render_place(event: Event) -> str:
    """The place where something was done, to stand in brackets: `Mill, path 3`."""
    return ", ".join(event.place_titles)


def chooses(event: Event) -> bool:
    """Return whether somebody chooses something with it."""
    return event.kind in ("choice", "ready")


def _has_told(entry: Entry, event: Event) -> bool:
    """Return whether the text of a choice has told already what its player gains; each mention stands for one gain."""
    told = [(event.kind, *amount) for amount in event.data["amounts"].items()]
    if event.player != entry.event.player or not all(one in entry.left for one in told):
        return False
    for one in told:
        entry.left.remove(one)
    return True


def _names(choice: Event, event: Event) -> bool:
    """Return whether a choice named what was put somewhere, or what a state of the table has become."""
    told = event.data.get("members", []) if event.kind == "put" else [event.data.get("value")]
    return event.kind in ("put", "set") and told != [] and all(one in choice.about.values() for one in told)


def _is_told_reversed(entry: Entry, event: Event) -> bool:
    """Return whether the same was told of a pair in the other order: what lies between two things may be kept for both orders."""
    if event.kind != "set" or not isinstance(index := event.data.get("index"), list):
        return False
    reverse = {**event.data, "index": index[::-1]}
    return len(index) == 2 and any(one.data == reverse for one in entry.sets)


def _say(said: list[Text], text: Text) -> None:
    """Adds words to others; what begins alike, up to a colon, as one: `cut off: Ann, Ben`."""
    if _is_continued(said, text):
        said[-1] = [*said[-1], ", ", *split_at_colon(text)[1]]
    else:
        said.append(text)


def _is_continued(said: list[Text], text: Text) -> bool:
    """Return whether words begin like the last of others."""
    return bool(said) and split_at_colon(said[-1])[0] == split_at_colon(text)[0] != []
