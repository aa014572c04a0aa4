"""Metadata of a generated module, besides its code.

An `Outline` is what running it takes, `Metadata` what telling people of it takes: what its numbers are called, what is
asked where, and which rule stands behind each line. Both are made where the module is written (see `module`) and are kept
with its code (see `program`), so a game whose program is at hand speaks of itself without the rules' texts.
"""

from __future__ import annotations

import copyreg
import hashlib
import io
import json
import pickle
from typing import Any, NamedTuple

from caylus import model as m
from caylus.cache import read_objects
from caylus.diagnostics.diagnostic import Span
from caylus.model import Kind
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


class _Pickler(pickle.Pickler):
    """Leaves out what objects do of their own: that is code by now, and would bring all the rules along."""

    def reducer_override(self, of: object) -> Any:
        if type(of) is not Kind:
            return NotImplemented
        return copyreg.__newobj__, (Kind,), {**vars(of), "actions": {}}  # type: ignore[attr-defined]


def encode(metadata: Metadata, explanations: dict[str, str]) -> bytes:
    """Metadata and the texts of functions that only people need, to be kept with the code."""
    data = io.BytesIO()
    _Pickler(data, pickle.HIGHEST_PROTOCOL).dump((metadata, explanations))
    return data.getvalue()


def decode(data: bytes) -> tuple[Metadata, dict[str, str]]:
    metadata, explanations = read_objects(data)
    return metadata, explanations
