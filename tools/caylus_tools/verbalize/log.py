"""Tell a game line by line to those who play it, and break down its points by source.

A line tells what somebody chose, where, and what came of it at once; what a rule gave to several; what the rules say
themselves. Bookkeeping is not told, nor what a choice has told already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import cast

import caylus
from caylus import model as m
from caylus.english import CAN, CANNOT, DID, Span, Text, Thing, deed_effects, join_texts, plain, split_at_colon, sum_amounts
from caylus.model.walk import every_statement, parts
from caylus.records import Record

from caylus_tools.common.english import capitalize, count_things, join_words, third_person

from .names import english
from .option_texts import Place, make_consequences, make_place, place
from .prose import find_group

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

    event: caylus.Event
    text: Text = field(default_factory=list)
    who: list[tuple[str, str]] = field(default_factory=list)
    is_idle: bool = False
    moved: list[caylus.Event] = field(default_factory=list)
    said: list[Text] = field(default_factory=list)
    reach: frozenset[Place] = frozenset()
    left: list[tuple[str, str, int]] = field(default_factory=list)
    number: int = 0
    sets: list[caylus.Event] = field(default_factory=list)

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

    def __init__(self, rules: caylus.Ruleset, labels: Mapping[str, str]) -> None:
        self.english = english(rules, labels)
        self._labels = labels
        self.consequences = make_consequences(rules)
        self._start = rules.model.start.site.rule
        self._internal = {name for name, state in rules.model.states.items() if state.is_internal}
        self._outspoken = _outspoken(rules)

    def entries(self, events: Iterable[caylus.Event]) -> list[Entry]:
        """The entries worth telling of the events of a game from its first on."""
        all_entries: list[Entry] = []
        has_chosen = False
        for event in events:
            has_chosen = has_chosen or chooses(event)
            new_entry = self.begin_entry(event, all_entries[-1] if all_entries else None, has_chosen)
            if new_entry is not None:
                all_entries.append(new_entry)
        return all_entries

    def begin_entry(self, event: caylus.Event, last: Entry | None, has_chosen: bool) -> Entry | None:
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

    def _action_entry(self, event: caylus.Event) -> Entry:
        text = self.english.action(event.kind, event.title, event.data, is_deed=True)
        is_declined = event.kind != "unable" and event.data["option"] == m.DECLINE
        title_words = [word for word in event.title.replace("'s", "").split() if len(word) > 3]
        if is_declined and event.place is None and not any(word in self.english.render(text) for word in title_words):
            text.append(f" ({event.title})")  # what it was that nobody did
        entry = Entry(event, text, [(event.player or "", render_place(event))], is_declined or event.kind == "unable")
        entry.number = event.number
        if event.kind == "choice":
            entry.reach = self.consequences.consequences_of_choice(event)
            if offer := event.data.get("offer"):
                effects = ((effect["verb"], sum_amounts(effect["amount"]) or {}) for effect in deed_effects(offer))
                entry.left = [(verb, *amount) for verb, amounts in effects for amount in amounts.items()]
        return entry

    def _tell(self, event: caylus.Event) -> Text:
        return self.english.event(event.kind, event.player, event.title, event.data)

    def _follows(self, last: Entry, event: caylus.Event) -> bool:
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

    def _is_news(self, event: caylus.Event) -> bool:
        """Return whether an event tells more than bookkeeping.

        The table's own states are news, unless they are internal, the rule that changes them says itself what it does, or it is
        the game itself, which counts rounds.
        """
        if event.kind != "set":
            return True
        is_public = event.data.get("object", "") is None and event.data["state"] not in self._internal
        return is_public and event.rule not in self._outspoken and event.rule != self._start


@lru_cache(maxsize=64)
def _outspoken(rules: caylus.Ruleset) -> frozenset[str]:
    """The rules that say something themselves."""
    return frozenset(one.site.rule for one in every_statement(rules.model) if isinstance(one, m.Say))


def render_place(event: caylus.Event) -> str:
    """The place where something was done, to stand in brackets: `Mill, path 3`."""
    return ", ".join(event.place_titles)


def chooses(event: caylus.Event) -> bool:
    """Return whether somebody chooses something with it."""
    return event.kind in ("choice", "ready")


def _has_told(entry: Entry, event: caylus.Event) -> bool:
    """Return whether the text of a choice has told already what its player gains; each mention stands for one gain."""
    gains = [(event.kind, *amount) for amount in event.data["amounts"].items()]
    if event.player != entry.event.player or not all(one in entry.left for one in gains):
        return False
    for one in gains:
        entry.left.remove(one)
    return True


def _names(choice: caylus.Event, event: caylus.Event) -> bool:
    """Return whether a choice named what was put somewhere, or what a state of the table has become."""
    values = event.data.get("members", []) if event.kind == "put" else [event.data.get("value")]
    return event.kind in ("put", "set") and values != [] and all(one in choice.about.values() for one in values)


def _is_told_reversed(entry: Entry, event: caylus.Event) -> bool:
    """Return whether the same was told of a pair in the other order: what lies between two things may be kept for both orders."""
    if event.kind != "set" or not isinstance(index := event.data.get("index"), list):
        return False
    reverse = {**event.data, "index": index[::-1]}
    return len(index) == 2 and any(one.data == reverse for one in entry.sets)


def _say(texts: list[Text], text: Text) -> None:
    """Adds words to others; what begins alike, up to a colon, as one: `cut off: Ann, Ben`."""
    if _is_continued(texts, text):
        texts[-1] = [*texts[-1], ", ", *split_at_colon(text)[1]]
    else:
        texts.append(text)


def _is_continued(texts: list[Text], text: Text) -> bool:
    """Return whether words begin like the last of others."""
    return bool(texts) and split_at_colon(texts[-1])[0] == split_at_colon(text)[0] != []


class Sums:
    """Knows the resources of a ruleset, and what those who play are called."""

    def __init__(self, resources: Sequence[m.Resource], labels: Mapping[str, str]) -> None:
        self._resources = {resource.name: resource for resource in resources}
        self._called = labels

    def tell(self, events: Iterable[caylus.Event], own: str | None = None) -> Text:
        """Such as `Ann +2 coins, −1 nut; the others +1 coin`: those with as much stand together, the most of them last.

        The `own` player is not named.
        """
        sums: dict[str, Counter[str]] = {}
        for event in events:
            mine = sums.setdefault(event.player or "", Counter())
            mine.update({name: n if event.kind == "gain" else -n for name, n in event.data["amounts"].items()})
        alike: dict[str, list[str]] = {}
        for player, amounts in sums.items():
            if text := ", ".join(self.amount(name, n) for name, n in self._net(amounts).items() if n):
                alike.setdefault(text, []).append(player)
        groups = sorted(alike.items(), key=lambda group: len(group[1]))
        texts: list[Text] = [
            [text] if players == [own] else [*self._who(players, len(sums)), f" {text}"] for text, players in groups
        ]
        return join_texts(texts, "; ")

    def amount(self, name: str, number: int) -> str:
        """Such as `+2 coins`, `−1 nut`."""
        resource = self._resources[name]
        return f"{'+' if number > 0 else '−'}{abs(number)} {resource.title if abs(number) == 1 else resource.plural}"

    def _net(self, amounts: Counter[str]) -> dict[str, int]:
        """The net change of a supply that was filled at the same stroke as something was taken from it."""
        net = dict(amounts)
        for name, number in amounts.items():
            supply = self._resources[name].supply
            if supply is not None and amounts[supply.name] > 0:
                net[supply.name] -= number
        return net

    def _who(self, players: Sequence[str], player_count: int) -> Text:
        if player_count == len(self._called) == len(players) > 1:
            return ["everybody"]
        if player_count == len(self._called) == len(players) + 1 > 2:
            return ["the others"]
        things: list[Thing] = [{"name": player, "title": self._called.get(player, player)} for player in players]
        return join_texts([[thing] for thing in things], ", ", " and ")


_EVERYBODY: Text = ["Everybody"]


class Line(Record):
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


def render_log(events: Sequence[caylus.Event], rules: caylus.Ruleset, labels: Mapping[str, str], since: int = 0) -> list[Line]:
    """Render the log of events numbered above `since` for those who have been told the `events` from the first of the game on.

    `labels` is what those who play are called.
    """
    telling = Telling(Log(rules, labels))
    telling.hear(event for event in events if event.number <= since)
    telling.settle()
    telling.hear(event for event in events if event.number > since)
    return [line for line in (*telling.settled_lines(), *telling.unsettled_lines) if line.number > since]


class Log:
    """Tells of the games of one ruleset, in which those who play are called as `labels` say."""

    def __init__(self, rules: caylus.Ruleset, labels: Mapping[str, str]) -> None:
        self._gathering = Gathering(rules, labels)
        self._sums = Sums(rules.model.resources, labels)
        self._labels = labels

    def outcomes_of_choice(self, events: Sequence[caylus.Event]) -> list[str]:
        """The immediate outcomes of the choice that is the first of some events; of what was gained by choosing it, nothing."""
        choice_entry = next(iter(self._gathering.entries(events)), None)
        if choice_entry is None or choice_entry.event.kind != "choice":
            return []
        sums = (self._sums.tell([one], choice_entry.event.player) for one in choice_entry.moved)
        return [*map(self._gathering.english.render, [*filter(None, sums), *choice_entry.said])]

    def sum_amounts(self, events: Sequence[caylus.Event], player: str) -> str:
        """Such as `+2 coins, −1 nut`, of what a player gains, pays and loses."""
        return self._gathering.english.render(self._sums.tell(events, player))

    def reachable_rules(self, events: Sequence[caylus.Event]) -> set[str]:
        """The rules that the choice that is the first of some events may have carried out."""
        choices = [event for event in events[:1] if event.kind == "choice"]
        return {rule for choice in choices for rule, _, _ in self._gathering.consequences.consequences_of_choice(choice)}

    def lines(self, events: Iterable[caylus.Event]) -> list[Line]:
        """All there is to tell of a game since its first event."""
        telling = Telling(self)
        telling.hear(events)
        return [*telling.settled_lines(), *telling.unsettled_lines]

    def begin_entry(self, event: caylus.Event, last: Entry | None, has_chosen: bool) -> Entry | None:
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

    def _is_one_s(self, events: Sequence[caylus.Event]) -> bool:
        """Return whether all was moved to or from one player at one place of the table."""
        return len({(event.player, event.place) for event in events}) == 1 and events[0].place is not None

    def _who_does(self, entry: Entry) -> Text:
        who, text = self._who(entry.who), entry.text
        match text:
            case [str(did), str(first), *rest] if did == DID and _is_deed(first, rest):
                names = {self._labels.get(seat, seat) for seat, _ in entry.who}
                is_one = who == _EVERYBODY or (len(names) == 1 and names != {"You"})
                return [*who, f" {third_person(first) if is_one else first}", *rest]
        return ["Nobody", CAN, *text[1:]] if who == _EVERYBODY and text[:1] == [CANNOT] else [*who, *text]

    def _who(self, who: Sequence[tuple[str, str]]) -> Text:
        """Those who did something, each with their places."""
        places: dict[str, list[str]] = {}
        for seat, where in who:
            places.setdefault(seat, []).append(where)
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
            return [capitalize(first), *rest]
        case [{"name": name, "title": str(title)}, *rest]:
            thing: Thing = {"name": cast("str | None", name), "title": capitalize(title)}
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

    def hear(self, events: Iterable[caylus.Event]) -> None:
        """Add the next events."""
        for event in events:
            self._has_chosen = self._has_chosen or chooses(event)
            self._number = event.number
            new_entry = self._log.begin_entry(event, self._last, self._has_chosen)
            if new_entry is not None:
                self._end_last()
                self._last = new_entry

    def say(self, text: str) -> None:
        """Tells something that is no event, behind all that has been heard."""
        self.settle()
        self._settled.append(Line((text,), "", False, self._number))

    def settle(self) -> None:
        """Join nothing that comes to what has been heard."""
        self._end_last()
        self._settle(self._waiting)
        self._waiting = []

    def settled_lines(self) -> list[Line]:
        """The lines that no later event changes, but for those that were asked for before."""
        lines, self._settled = self._settled, []
        return lines

    @property
    def unsettled_lines(self) -> list[Line]:
        """Those behind them, as they are by now."""
        waiting = [_copy(entry) for entry in self._waiting]
        entries = _join(waiting, _copy(self._last)) if self._last is not None else []
        return self._render_entries([*entries, *waiting])[0]

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
        lines, round_, citation = [], self._round, self._cited
        for entry in entries:
            if entry.event.round != round_:
                round_, citation = entry.event.round, ""
                lines.append(Line((f"Round {round_}",), "", True, entry.number))
            event, spans, see = entry.event, self._log.spans(entry), entry.event.see or ""
            if spans:
                seats = tuple(dict.fromkeys(seat for seat, _ in entry.who)) if entry.is_unasked else ()
                line = Line(spans, see, False, entry.number, event.file, event.line, self._log.doer(entry), event.rule, seats)
                lines.append(replace(line, cited="") if see == citation or see in line.text else line)
                citation = see or citation
        return lines, round_, citation


def _join(waiting: list[Entry], entry: Entry) -> list[Entry]:
    """Puts an entry to those that wait for others that tell the same; those that wait no longer."""
    same = next((one for one in waiting if one.is_like(entry)), None)
    if same is not None:
        same.who += entry.who
        same.number = entry.number
        return []
    stays = entry.is_idle and waiting and waiting[0].is_idle and waiting[0].event.rule == entry.event.rule
    ready_entries = [] if stays else waiting[:]
    del waiting[: len(ready_entries)]
    waiting.append(entry)
    return ready_entries


def _copy(entry: Entry) -> Entry:
    """One to which others can be joined."""
    return replace(entry, who=[*entry.who])


def worth(model: m.Model) -> dict[str, int]:
    """By resource; only those whose part in the score is the same at all times. Empty where the score is made otherwise."""
    return {resource: weight for resource, weight in _value_points(model.values["score"]).items() if weight}


def _value_points(value: m.Value) -> Counter[str]:
    """The points of a value; where cases or modifiers decide, nothing is the same at all times."""
    return _expression_points(value.cases[0][1]) if len(value.cases) == 1 and not value.modifiers else Counter()


def _expression_points(expression: m.Expr) -> Counter[str]:
    match expression:
        case m.Holding(resources=resources, which=None):
            return Counter(resource.name for resource in resources)
        case m.CallValue(value=value):
            return _value_points(value)
        case m.Arithmetic(op="+", left=left, right=right):
            return _sum(_expression_points(left), _expression_points(right))
        case m.Arithmetic(op="-", left=left, right=right):
            return _sum(_expression_points(left), _times(-1, _expression_points(right)))
        case m.Arithmetic(op="*", left=m.Const(value=times), right=other):
            return _times(times, _expression_points(other))
        case m.Arithmetic(op="*", left=other, right=m.Const(value=times)):
            return _times(times, _expression_points(other))
    return Counter()


def _sum(left: Counter[str], right: Counter[str]) -> Counter[str]:
    total = left.copy()
    total.update(right)
    return total


def _times(times: int, weights: Counter[str]) -> Counter[str]:
    return Counter({name: times * weight for name, weight in weights.items()})


REST = "counted at the end"
"""Of points that no event brought: the score is a formula, or the reader was not told."""


def breakdown(events: Iterable[caylus.Event], rules: caylus.Ruleset, scores: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """The points of each player by what brought them, in the order in which they came; they add up to the scores.

    A source is called as the manifest says, else by the title of its rule, with what was counted where that rule counts several
    things, and `by others` where somebody else's doing brought it.
    """
    worths = worth(rules.model)
    sources = _Sources(rules)
    points_by_player: dict[str, Counter[str]] = {player: Counter() for player in scores}
    holdings: Counter[tuple[str, str]] = Counter()
    for event in events:
        for resource, number in _point_changes(event, holdings):
            player = event.player or ""
            holdings[player, resource] += number
            if resource in worths and player in points_by_player:
                points_by_player[player][sources.find_source(event)] += worths[resource] * number
    for player, score in scores.items():
        points_by_player[player][REST] = score - points_by_player[player].total()
    return {player: {source: n for source, n in points.items() if n} for player, points in points_by_player.items()}


def render_points(points: Mapping[str, int]) -> str:
    """Such as `Mill 12, The feast −2`, the most first; nothing of points that no event brought, which the score itself tells."""
    if points.keys() == {REST}:
        return ""
    most_first = sorted(points.items(), key=lambda source: -source[1])
    return ", ".join(f"{source} {'−' if number < 0 else ''}{abs(number)}" for source, number in most_first)


def _point_changes(event: caylus.Event, holdings: Mapping[tuple[str, str], int]) -> Iterator[tuple[str, int]]:
    """The changes of players' points by an event."""
    match event.kind, event.data:
        case "gain" | "pay" | "lose", {"amounts": amounts}:
            yield from ((resource, n if event.kind == "gain" else -n) for resource, n in amounts.items())
        case "set", {"state": resource, "change": change} if "object" not in event.data:
            yield resource, change
        case "set", {"state": resource, "value": int(value)} if "object" not in event.data:
            yield resource, value - holdings[event.player or "", resource]


class _Sources:
    """The sources of points, by their titles."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        self._model = model = rules.model
        self._named: Mapping[str, str] = rules.manifest.get("sources", {})
        self._counted: dict[Place, dict[str, None]] = {}
        for statement in every_statement(model):
            if isinstance(statement, m.Transfer):
                self._counted.setdefault(make_place(statement.site), {}).update(self._counts(statement.payment))

    def find_source(self, event: caylus.Event) -> str:
        if event.rule in self._named:
            return self._named[event.rule]
        count_text = join_words([*self._counted.get(place(event), ())])
        others = event.about.get("player", event.player) != event.player
        return f"{event.title}{f': {count_text}' if count_text else ''}{' by others' if others else ''}"

    def _counts(self, payment: m.Expr) -> dict[str, None]:
        """Such as `coins` of a gain of 1 for two coins: what a player holds by which an amount goes."""
        resource_lists = [part.resources for part in parts(payment) if isinstance(part, m.Holding)]
        groups = ((find_group(resources, self._model), resources) for resources in resource_lists)
        return dict.fromkeys(group.plural if group else join_words([one.plural for one in each]) for group, each in groups)


_FIRST = {
    "next": "Each player in turn sits first in a game.",
    "same": "The same player sits first in every game.",
    "winner": "Whoever has won sits first in the next game.",
    "loser": "Whoever came last sits first in the next game.",
}


def render_length(terms: caylus.MatchTerms) -> str:
    """The length of a match: `a match of 3 games`, `a match to 100 points, of at most 9 games`."""
    if terms.to is None:
        return f"a match of {count_things(terms.games or 0, 'game')}"
    most = f", of at most {count_things(terms.games, 'game')}" if terms.games else ""
    return f"a match to {count_things(terms.to, terms.count[:-1])}{most}"


def describe_terms(terms: caylus.MatchTerms) -> list[str]:
    """The terms as sentences: when the match ends, what counts, and who sits first."""
    length = render_length(terms)
    count_sentence = "Points are added up." if terms.count == "points" else "Games won are counted."
    return [f"{length[0].upper()}{length[1:]}.", count_sentence, _FIRST[terms.first]]


def render_number(match: caylus.Match) -> str:
    """The number of the game in play: `Game 2 of 3`, `Game 2 of a match to 100 points`."""
    terms = match.terms
    whole = f"a match to {count_things(terms.to, terms.count[:-1])}" if terms.to is not None else terms.games
    return f"Game {match.number} of {whole}"


def render_standings(match: caylus.Match, labels: Mapping[str, str]) -> str:
    """A sentence about who leads a match, or has won it, with the wins or points of everybody; nothing before a game is over."""
    result = match.result
    if not result.standings:
        return ""
    if result.is_lost:
        return "Everybody has lost the match." if match.is_over else "Nobody has won a game yet."
    best, *equals = result.winning
    others = [standing for standing in result.standings if not standing.has_won]
    names = [labels[name] for standing in result.winning for name in standing.players]
    verbs = (("share", "win", "wins") if match.is_over else ("lead", "lead", "leads"))[1 - bool(equals) + (len(names) == 1)]
    by = f" and more {_other_unit(match)}" if any(other.score == best.score for other in others) else ""
    games = f" in {count_things(len(match.played), 'game')}" if len(result.standings) == 1 else ""
    amount = count_things(best.score, match.terms.count[:-1]) + (" each" if equals else "")
    sentence = f"{join_words(names)} {verbs}{' the match' if match.is_over else ''} with {amount}{by}{games}."
    rest = ", ".join(f"{join_words([labels[name] for name in other.players])}: {other.score}" for other in others)
    return f"{sentence} {rest}." if rest else sentence


def _other_unit(match: caylus.Match) -> str:
    """The unit that tells equals apart."""
    return "points" if match.terms.count == "wins" else "wins"
