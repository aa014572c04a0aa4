"""Allot the slots of a frame to the variables of an action that may have to wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from caylus import model as m

from ..metadata import FrameType, Place
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
    loops: list[tuple[tuple[m.Variable, ...], int]] = field(default_factory=list)
    variables: list[int] = field(default_factory=list)

    def new(self, type_: FrameType) -> str:
        self.types.append(type_)
        return f"f{len(self.types)}"

    def bind(self, variable: m.Variable) -> str:
        self.names[variable] = self.new(variable.type)
        self.variables.append(len(self.types))
        return self.names[variable]

    def note_loop(self, members: str, variables: tuple[m.Variable, ...]) -> None:
        """Notes what a loop goes through, for as long as it does."""
        self.loops.append((variables, int(members[1:])))
        self.variables.append(int(members[1:]))

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Whatever is bound inside can be spoken of inside only."""
        outside, loops = len(self.names), len(self.loops)
        yield
        del self.loops[loops:]
        for variable in list(self.names)[outside:]:
            del self.names[variable]

    def place(self, action: m.Action, site: m.Site) -> Place:
        """Where the action stands at a statement, with what has been bound so far."""
        bound = tuple((variable, int(name[1:])) for variable, name in self.names.items())
        return Place(action.site, site, bound, tuple(self.loops))


def slot(place: str) -> str:
    """What lasts of a place."""
    return f"f[{place[1:]}]"


def set_place(w: Writer, place: str, code: str) -> None:
    w(f"{slot(place)} = {place} = {code}")
