"""Tell a game line by line to those who play it.

A line tells what somebody chose, where, and what came of it at once; what a rule gave to several; what the rules say
themselves. Bookkeeping is not told, nor what a choice has told already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from caylus.english import CAN, CANNOT, DID, join_texts, plain

from caylus_tools.common.english import join_words, third_person

from .log_entries import Entry, Gathering, chooses, render_place
from .sums import Sums

if TYPE_CHECKING:
    from caylus import Event, Ruleset
    from caylus.english import Span, Text, Thing

_EVERYBODY: Text = ["Everybody"]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, or the heading of a round, as words and things. `number` is that of the last event it tells.

    `by` is the seat whose deed it tells, if it is that of one; then it begins with that player. `cited` is the passage of the
    rulebook behind it, if there is one and neither the text nor the line before names it. `file` and `line` are the place of the
    rule that did it, if one did, and `rule` is its name. `skipped` are the seats of whom it tells what they had to or could not
    do without a question.
    """

    spans: tuple[Span, ...]
    cited: str
    is_heading: bool
    number: int
    file: str = ""
    line: int = 0
    by: str = ""
    rule: str = ""
    skipped: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return plain(self.spans)

    @property
    def deed(self) -> str:
        """The text without the player who did it."""
        _, *rest = self.spans
        return plain(rest[1:] if rest[:1] == [DID] else rest).lstrip()


def render_log(events: Sequence[Event], rules: Ruleset, labels: Mapping[str, str], since: int = 0) -> list[Line]:
    """Render the log of events numbered above `since` for those who have been told the `events` from the first of the game on.

    `labels` is what those who play are called.
    """
    return [line for line in Log(rules, labels).lines(events) if line.number > since]


class Log:
    """Tells of the games of one ruleset, in which those who play are called as `labels` say."""

    def __init__(self, rules: Ruleset, labels: Mapping[str, str]) -> None:
        self._gathering = Gathering(rules, labels)
        self._sums = Sums(rules.model.resources, labels)
        self._labels = labels

    def outcomes_of_choice(self, events: Sequence[Event]) -> list[str]:
        """The immediate outcomes of the choice that is the first of some events; of what was gained by choosing it, nothing."""
        chosen = next(iter(self._gathering.entries(events)), None)
        if chosen is None or chosen.event.kind != "choice":
            return []
        sums = (self._sums.tell([one], chosen.event.player) for one in chosen.moved)
        return [*map(self._gathering.english.render, [*filter(None, sums), *chosen.said])]

    def reachable_rules(self, events: Sequence[Event]) -> set[str]:
        """The rules that the choice that is the first of some events may have carried out."""
        chosen = [event for event in events[:1] if event.kind == "choice"]
        return {rule for choice in chosen for rule, _, _ in self._gathering.consequences.consequences_of_choice(choice)}

    def lines(self, events: Iterable[Event]) -> list[Line]:
        """All there is to tell of a game since its first event."""
        telling = Telling(self)
        telling.hear(events)
        return [*telling.settled_lines(), *telling.unsettled_lines]

    def begin_entry(self, event: Event, last: Entry | None, has_chosen: bool) -> Entry | None:
        """See `Gathering.begin_entry`."""
        return self._gathering.begin_entry(event, last, has_chosen)

    def spans(self, entry: Entry) -> tuple[Span, ...]:
        """The line; nothing where what was gained was lost again at the same stroke."""
        return tuple(self._gathering.english.spans(self._tell(entry)))

    def _tell(self, entry: Entry) -> Text:
        if not entry.who and not entry.moved:
            return _sentence(join_texts(entry.said, "; "))
        own = self.doer(entry)
        then = [*filter(None, [self._sums.tell(entry.moved, entry.event.player if entry.who else own)]), *entry.said]
        if entry.who:
            return join_texts([self._who_does(entry), *then], "; ")
        begins = self._named(own, [render_place(entry.event)]) if own else [entry.event.title]
        return [*begins, DID, *join_texts(then, "; ")] if then else []

    def doer(self, entry: Entry) -> str:
        """The seat whose deed an entry tells, or that alone got something somewhere."""
        alone = {entry.event.player or ""} if self._is_one_s(entry.moved) else set()
        seats = {seat for seat, _ in entry.who} or alone
        return seats.pop() if len(seats) == 1 else ""

    def _is_one_s(self, moved: Sequence[Event]) -> bool:
        """Return whether all was moved to or from one player at one place of the table."""
        return len({(event.player, event.place) for event in moved}) == 1 and moved[0].place is not None

    def _who_does(self, entry: Entry) -> Text:
        who, text = self._who(entry.who), entry.text
        match text:
            case [str(did), str(first), *rest] if did == DID and _is_deed(first, rest):
                is_one = who == _EVERYBODY or len({seat for seat, _ in entry.who}) == 1
                return [*who, f" {third_person(first) if is_one else first}", *rest]
        return ["Nobody", CAN, *text[1:]] if who == _EVERYBODY and text[:1] == [CANNOT] else [*who, *text]

    def _who(self, who: Sequence[tuple[str, str]]) -> Text:
        """Those who did something, each with their places."""
        places: dict[str, list[str]] = {}
        for seat, place in who:
            places.setdefault(seat, []).append(place)
        if len(places) == len(self._labels) > 1 and not any(map(any, places.values())):
            return [*_EVERYBODY]
        return join_texts([self._named(seat, at) for seat, at in places.items()], ", ", " and ")

    def _named(self, seat: str, places: Sequence[str]) -> Text:
        """A player, in brackets the places."""
        at = join_words([place for place in dict.fromkeys(places) if place])
        return [{"name": seat, "title": self._labels.get(seat, seat)}, *([f" ({at})"] if at else [])]


def _is_deed(first: str, rest: Text) -> bool:
    """Return whether words can follow on a name: they begin with a verb, and no other verb goes with it."""
    return bool(third_person(first + "".join(piece for piece in rest if isinstance(piece, str))))


def _sentence(text: Text) -> Text:
    match text:
        case [str(first), *rest]:
            return [first[:1].upper() + first[1:], *rest]
        case [{"name": name, "title": str(title)}, *rest]:
            thing: Thing = {"name": cast("str | None", name), "title": title[:1].upper() + title[1:]}
            return [thing, *rest]
    return text


class Telling:
    """The log of one game while it goes on: it hears events and has lines, which whoever asks for those `settled` has to keep.

    The last entry may take in what comes of it; and those before it wait for others that tell the same, which are told in one
    line with them: where nothing was done, in any order.
    """

    def __init__(self, log: Log) -> None:
        self._settled: list[Line] = []
        self._log = log
        self._waiting: list[Entry] = []
        self._last: Entry | None = None
        self._has_chosen = False
        self._number = 0
        self._round = 0
        self._cited = ""

    def hear(self, events: Iterable[Event]) -> None:
        """Add the next events."""
        for event in events:
            self._has_chosen = self._has_chosen or chooses(event)
            self._number = event.number
            begun = self._log.begin_entry(event, self._last, self._has_chosen)
            if begun is not None:
                self._end_last()
                self._last = begun

    def say(self, text: str) -> None:
        """Tells something that is no event, behind all that has been heard."""
        self._end_last()
        self._settle(self._waiting)
        self._waiting = []
        self._settled.append(Line((text,), "", False, self._number))

    def settled_lines(self) -> list[Line]:
        """The lines that no later event changes, but for those that were asked for before."""
        settled, self._settled = self._settled, []
        return settled

    @property
    def unsettled_lines(self) -> list[Line]:
        """Those behind them, as they are by now."""
        waiting = [_copy(entry) for entry in self._waiting]
        done = _join(waiting, _copy(self._last)) if self._last is not None else []
        return self._render_entries([*done, *waiting])[0]

    def _end_last(self) -> None:
        """Nothing more comes of the last entry."""
        if self._last is not None:
            self._settle(_join(self._waiting, self._last))
            self._last = None

    def _settle(self, entries: Sequence[Entry]) -> None:
        lines, self._round, self._cited = self._render_entries(entries)
        self._settled += lines

    def _render_entries(self, entries: Sequence[Entry]) -> tuple[list[Line], int, str]:
        """The lines of entries that follow on those settled, and the round and the passage that the last of them speaks of."""
        lines, round_, cited = [], self._round, self._cited
        for entry in entries:
            if entry.event.round != round_:
                round_, cited = entry.event.round, ""
                lines.append(Line((f"Round {round_}",), "", True, entry.number))
            event, spans, see = entry.event, self._log.spans(entry), entry.event.see or ""
            if spans:
                skipped = tuple(dict.fromkeys(seat for seat, _ in entry.who)) if entry.is_unasked else ()
                by = self._log.doer(entry)
                line = Line(spans, see, False, entry.number, event.file, event.line, by, event.rule, skipped)
                lines.append(replace(line, cited="") if see == cited or see in line.text else line)
                cited = see or cited
        return lines, round_, cited


def _join(waiting: list[Entry], entry: Entry) -> list[Entry]:
    """Puts an entry to those that wait for others that tell the same; those that wait no longer."""
    same = next((one for one in waiting if one.is_like(entry)), None)
    if same is not None:
        same.who += entry.who
        same.number = entry.number
        return []
    stays = entry.is_idle and waiting and waiting[0].is_idle and waiting[0].event.rule == entry.event.rule
    done = [] if stays else waiting[:]
    del waiting[: len(done)]
    waiting.append(entry)
    return done


def _copy(entry: Entry) -> Entry:
    """One to which others can be joined."""
    return replace(entry, who=[*entry.who])
