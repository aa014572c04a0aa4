"""Allot the slots of a frame to the variables of an action that may have to wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from caylus import model as m
from caylus.model.walk import parts

from ..metadata import FrameType, Loop, Place
from .writer import Writer


def leaving(traced: bool) -> list[str]:
    """The lines by which a block leaves its frame for good."""
    # what the log has seen of the frame that goes on now stays as it was
    again = ["m.stack[-1] = m.stack[-1][:]"] if traced else []
    return ["m.stack.pop()", *again, "return False"]


@dataclass(slots=True)
class Frame:
    """The frame of the action being written: which variable that can be spoken of has which place, and what each holds.

    `types` speak of the places from 1 on, `variables` are the places of all variables and of what loops go through. Code reads
    place 3 as `f3` (see `writer.with_places`) and sets it together with `f[3]`, which is what lasts.
    """

    names: dict[m.Variable, str] = field(default_factory=dict)
    types: list[FrameType] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    variables: list[int] = field(default_factory=list)

    def new(self, type_: FrameType) -> str:
        self.types.append(type_)
        return f"f{len(self.types)}"

    def bind(self, variable: m.Variable) -> str:
        self.names[variable] = self.new(variable.type)
        self.variables.append(len(self.types))
        return self.names[variable]

    def note_loop(self, members: str, loop: m.ForEach, at: str = "f0") -> None:
        """Notes what a loop goes through, for as long as it does."""
        mixed = tuple(isinstance(source, m.Shuffled) for source in loop.sources)
        self.loops.append(Loop(loop.variables, int(members[1:]), int(at[1:]), mixed))
        self.variables.append(int(members[1:]))

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Open a scope: variables bound inside exist inside only."""
        outside, loops = len(self.names), len(self.loops)
        yield
        del self.loops[loops:]
        for variable in list(self.names)[outside:]:
            del self.names[variable]

    def place(self, action: m.Action, site: m.Site, ahead: Iterable[object]) -> Place:
        """The place of the action at a statement, with its variables so far."""
        bound = tuple((variable, int(name[1:])) for variable, name in self.names.items())
        read = {part.variable for part in parts(*ahead) if isinstance(part, m.Local)}
        return Place(action.site, site, bound, tuple(v for v, _ in bound if v in read), tuple(self.loops))


def slot(place: str) -> str:
    """The item of the frame in which a place is kept: `f[3]` for `f3`."""
    return f"f[{place[1:]}]"


def set_place(w: Writer, place: str, code: str) -> None:
    w(f"{slot(place)} = {place} = {code}")
