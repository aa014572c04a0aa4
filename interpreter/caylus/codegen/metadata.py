"""Metadata of a generated module, besides its code.

An `Outline` is what running it takes, `Metadata` what telling people of it takes: what its numbers are called, what is
asked where, and which rule stands behind each line. Both are made where the module is written (see `module`) and are kept
with its code (see `program`), so a game whose program is at hand speaks of itself without the rules' texts.

Objects of the few classes named here become rows of numbers in one list, each able to be made from those before it, so
what is read back can hold nothing else. Things with an identity may refer to each other in a circle: they are made empty
where they first appear, and the fillings say what belongs into them.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from typing import Any, NamedTuple

from caylus import model as m
from caylus.diagnostics.diagnostic import Span
from caylus.model import (
    Audience,
    Components,
    Kind,
    ListState,
    Object,
    Property,
    Resource,
    Row,
    Site,
    State,
    Table,
    Type,
    Variable,
)
from caylus.records import Record

from .state_layout import Layout


class Choices(Record):
    """The type of what all choose at once in `block`: a move, or () for none, for each member of the list at place `members`."""

    block: int
    members: int


FrameType = m.Type | tuple[m.Type, ...] | Choices
"""Of what a place of a frame holds; several types are those of the tuples that a loop over several lists holds."""


Words = tuple[str | tuple[str, int], ...]
"""A text of which parts lie in a frame: words, and what puts such a part into words (see `support`), with its place."""


class Outline(NamedTuple):
    """The data that running a module needs besides the module: plain data.

    `initial` is the state before anything has happened, `begin` the frame a game begins with; `decisions` are the blocks
    that ask, `at_once` those that ask several players (see `program.AtOnce`), `people` how many seats no rules play, `values`
    the functions of what decides who wins and of what bots go by; block `b` runs the function of block `runs[b]`, which takes
    `steps[b]` steps at most; `incremental` is how many lists are kept up to date; `hides` whether anything is hidden from
    anybody; `shape` tells what the numbers of a state and of frames mean: where it is another one, so do they.
    """

    traced: bool
    initial: list[int]
    begin: list[int]
    runs: list[int]
    steps: list[int]
    decisions: list[int]
    at_once: dict[int, tuple[int, int]]
    people: int
    values: dict[str, str]
    incremental: int
    hides: bool
    shape: str


class OptionInfo(NamedTuple):
    """An option of a decision. `name` is the first word of its id, `variables` are its choices.

    `requires` is where its conditions stand, in the order of the function that lists those that fail, and `in_source` whether the
    reason of each is its own text, as the rules have it; `price` is where the
    decider pays, and `ways` whether there may be several ways, of which the player picks one as the option's last argument.
    `tells` says of each choice whether all are told what was chosen, `effects` what its words tell (see `model.Option`).
    """

    name: str
    variables: tuple[m.Variable, ...]
    tells: tuple[bool, ...]
    requires: tuple[m.Site, ...]
    in_source: tuple[bool, ...]
    price: m.Site | None
    ways: bool
    effects: tuple[tuple[str, int], ...]


class DecisionInfo(NamedTuple):
    """A place where the game may wait. Where someone picks what to gain (`gains`) there are no `options`, and no words ask.

    It `declines` in words of its own where the rules have some; where it `is_gift`, all that is offered is a gain at no price.
    What there is to choose from is everybody's to know where the decision `is_open`; where it `is_secret`, nothing of what is
    chosen is seen by the others; the words that ask are for all where it `is_asked_openly`.
    """

    site: m.Site
    gains: bool
    options: tuple[OptionInfo, ...]
    is_open: bool
    is_secret: bool
    is_asked_openly: bool
    declines: bool = False
    is_gift: bool = False


class ValueInfo(NamedTuple):
    """A named value that takes objects. Only the players at the positions `secrets` of its `params` may see it: none for all.

    Where nobody may, `secrets` holds -1.
    """

    params: tuple[m.Variable, ...]
    type: m.Type
    secrets: tuple[int, ...]


class Loop(NamedTuple):
    """A loop that an action is in: its variables, and where the frame has all its members and the number of those that it has
    come to; 0 if it comes to all of them at once. Each of the variables `mixed` goes through an order that is drawn for the loop.
    """

    variables: tuple[m.Variable, ...]
    members: int
    at: int
    mixed: tuple[bool, ...]


class Place(NamedTuple):
    """The place of an action while it waits: for a decision, or for an action that it does.

    `action` is the site of the action itself, `site` that of the statement; `bound` are the variables that it can speak of
    there, each with its place in the frame, and `ahead` those that something may still read.
    """

    action: m.Site
    site: m.Site
    bound: tuple[tuple[m.Variable, int], ...]
    ahead: tuple[m.Variable, ...]
    loops: tuple[Loop, ...]


class SecretVariable(NamedTuple):
    """A variable that not everybody may know: it rests on secrets of the players that its `owners` hold, None for nobody's.

    `is_there`: all may know whether it holds anything, and a list how much. Objects in it are taken from `source`, if that is
    known: a list of the table or of what the variable `of` holds. `keeps_places`: all see which of its places those have had.
    """

    owners: tuple[m.Variable | None, ...]
    is_there: bool
    source: m.ListState | None
    of: m.Variable | None
    keeps_places: bool


class Spot(NamedTuple):
    """A statement that the log speaks of, or that does another action in the midst of a block.

    `bound` are the variables whose values come along, `phase` is the site of the action done if that is a phase.
    """

    site: m.Site
    bound: tuple[m.Variable, ...]
    phase: m.Site | None


class Entry(NamedTuple):
    """The way to begin an action: the frame is [block, *arguments, *zeros]."""

    block: int
    params: tuple[m.Variable, ...]
    zeros: int


class Metadata(NamedTuple):
    """The meaning of the numbers of a program.

    `decisions` are the blocks that ask, `places` those that an action waits at, `phases` those of a phase, with its site;
    `endings` those at which the game is over because a rule has said so, with the reason; `spots` are known to the log by their
    numbers; `values` are those that can be shown, `order` the phases as they come; `secrets` are the variables that not everybody
    may know; `entries` are the ways into actions by name, `steps` those into
    steps of sequences with what goes around them; `frames[b]` is what the frame of block `b` holds behind its number (see
    `Frame`), `variables[b]` where variables and what loops go through are in it, `starts[b]` the line on which the block
    begins, and `spans[i]` the line of a ruleset behind line i + 1.
    """

    layout: Layout
    decisions: dict[int, DecisionInfo]
    places: dict[int, Place]
    phases: dict[int, m.Site]
    endings: dict[int, Words]
    spots: list[Spot]
    values: dict[str, ValueInfo]
    order: list[m.Site]
    secrets: dict[m.Variable, SecretVariable]
    entries: dict[str, Entry]
    steps: dict[str, Entry]
    frames: list[list[FrameType]]
    variables: list[tuple[int, ...]]
    starts: list[int]
    spans: list[Span | None]

    def place(self, line: int) -> Span | None:
        """The line of a ruleset behind a line of the module."""
        return self.spans[line - 1] if 0 < line <= len(self.spans) else None

    def place_of_block(self, block: int) -> Span | None:
        """The first line of a ruleset that a block carries out."""
        return next((span for span in self.spans[self.starts[block] - 1 :] if span is not None), None)

    def shape(self) -> str:
        """SHA-256 of what the numbers of a state and of frames mean: where everything lies, and where each block begins."""
        layout = self.layout
        slots = [[thing.name, slot] for table in (layout.resources, layout.states, layout.lists) for thing, slot in table.items()]
        places = [self.place_of_block(block) for block in range(len(self.starts))]
        blocks = [
            [place and [place.file, place.line], len(frame), block in self.decisions]
            for block, (place, frame) in enumerate(zip(places, self.frames, strict=True))
        ]
        return hashlib.sha256(json.dumps([slots, blocks]).encode()).hexdigest()


_THINGS: tuple[Any, ...] = (Resource, Kind, Object, Property, State, ListState, Row, Variable)
_VALUES: tuple[Any, ...] = (
    Audience, Type, Site, Table, Components, Layout, OptionInfo, DecisionInfo, Loop, Place, SecretVariable, Spot, ValueInfo,
    Entry, Choices,
    Metadata,
)  # fmt: skip
_CLASSES: tuple[Any, ...] = (*_THINGS, *_VALUES, tuple, list, dict, Span)
_NUMBERS = {class_: number for number, class_ in enumerate(_CLASSES)}

Encoded = tuple[list[Any], list[tuple[int, ...]], int]
"""The items, rows of which the first number is that of a class, or constants as they are; the fillings; the whole."""


def encode(metadata: Metadata) -> Encoded:
    items: list[Any] = []
    fillings: list[tuple[int, ...]] = []
    by_identity: dict[int, int] = {}
    by_value: dict[object, int] = {}
    empty: deque[object] = deque()

    def number(of: Any) -> int:
        number_found = by_identity.get(id(of))
        if number_found is None:
            number_found = by_identity[id(of)] = first(of)
        return number_found

    def first(of: Any) -> int:
        class_ = type(of)
        if class_ in _THINGS:
            empty.append(of)
            return new((_NUMBERS[class_],))
        if class_ is Span:  # there are many: they hold their constants themselves
            row = (_NUMBERS[Span], *_fields(of))
            return once(row, row)
        if class_ is list:
            return new((_NUMBERS[list], *[by_identity.get(id(part)) or number(part) for part in of]))
        if class_ is dict:
            return new((_NUMBERS[dict], *(number(part) for item in of.items() for part in item)))
        if class_ in _NUMBERS:
            row = (_NUMBERS[class_], *map(number, of if class_ is tuple else _fields(of)))
            return once(row, row)
        if of is None or class_ in (bool, int, str):
            return once((class_, of), of)
        raise TypeError(f"{class_.__name__} is no part of metadata")

    def once(key: object, item: object) -> int:
        if key not in by_value:
            by_value[key] = new(item)
        return by_value[key]

    def new(item: object) -> int:
        items.append(item)
        return len(items) - 1

    whole = number(metadata)
    while empty:
        thing = empty.popleft()
        fillings.append((number(thing), *map(number, _fields(thing))))
    return items, fillings, whole


_NO_ACTIONS: dict[str, Any] = {}
"""What an object does of its own is code by now, and would bring all the rules along."""


def _fields(of: Any) -> list[Any]:
    return [_NO_ACTIONS if name == "actions" else getattr(of, name) for name in type(of).__match_args__]


def decode(data: Encoded) -> Metadata:
    items, fillings, whole = data
    objects: list[Any] = []
    for item in items:
        if type(item) is not tuple:
            objects.append(item)
            continue
        class_ = _CLASSES[item[0]]
        if item[0] < len(_THINGS):
            objects.append(class_.__new__(class_))
        elif class_ is Span:
            objects.append(Span(*item[1:]))
        else:
            parts = [objects[number] for number in item[1:]]
            if class_ is dict:
                objects.append(dict(zip(parts[::2], parts[1::2], strict=True)))
            else:
                objects.append(class_(parts) if class_ in (tuple, list) else class_(*parts))
    for number, *numbers in fillings:
        thing = objects[number]
        for name, part in zip(thing.__match_args__, numbers, strict=True):
            setattr(thing, name, objects[part])
    metadata: Metadata = objects[whole]
    return metadata
