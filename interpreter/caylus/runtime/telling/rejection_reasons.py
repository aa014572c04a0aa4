"""Explain refusals: the conditions that fail for the options that an id or a cell of the table means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from caylus.english import Ground
from caylus.limits import MOST_COMBINATIONS
from caylus.model.components import DECLINE

from ..names import UnknownThing
from ..running.machine import Move
from .move_text import Wording

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.payments import Ways

    from ..names import Names

_NUMBER = re.compile(r"-?[0-9]{1,18}")
"""A number in an id: any that rules come to, and few that they do not."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A condition that fails, in the words of the rule, and where the rule stands; `ground` are the parts of the text."""

    text: str
    file: str
    line: int
    see: str | None
    ground: Ground = field(default_factory=lambda: Ground(kind="condition"), compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.text} ({self.file}:{self.line}{f', {self.see}' if self.see else ''})"


class Refusals:
    """`legal` are the moves open now."""

    def __init__(self, wording: Wording, legal: Sequence[Move]) -> None:
        self._wording = wording
        self._names = wording.names
        self._legal = legal

    def why_not(self, wanted: str) -> tuple[Reason, ...]:
        """The failed conditions of an id or a cell; nothing for a legal one. Raises UnknownThing for what means nothing here."""
        if wanted in map(self._wording.id, self._legal):
            return ()
        meant = [self._reasons(k, picked, ways) for k, picked, ways in self._match_options(wanted)] or self._out_of_question(
            wanted
        )
        if not meant and (thing := self._names.find(wanted)) is not None:
            meant = self._touching(wanted, *thing)
        if not meant:
            known = self._known_spellings()
            raise UnknownThing((wanted,), f"`{wanted}` is nothing that could be chosen here", wanted, known)
        return () if () in meant else tuple(dict.fromkeys(reason for reasons in meant for reason in reasons))

    # ---- ids

    def _out_of_question(self, wanted: str) -> list[tuple[Reason, ...]]:
        """The refusal of what anybody understands although no option is called so: to decline, to gain something else."""
        at = self._wording.at
        if wanted == DECLINE:
            return [(make_reason(self._names, {"kind": "obligation"}, at.site),)]
        if at.gains and self._names.way(wanted.removeprefix("gain ")) is not None and wanted.startswith("gain "):
            return [(make_reason(self._names, {"kind": "unoffered"}, at.site),)]
        return []

    def _match_options(self, wanted: str) -> Iterator[tuple[int, tuple[int, ...], Ways]]:
        """The options that an id could be that of, legal or not: number, choices, and the ways of paying it speaks of.

        None of the ways if it speaks of paying something else.
        """
        numbers = dict.fromkeys(int(word) for word in wanted.split(" ") if _NUMBER.fullmatch(word))
        for k, option in enumerate(self._wording.at.options):
            found: list[tuple[tuple[int, ...], str]] = [((), option.name)]
            for variable in option.variables:
                spelled = list(self._spellings(variable, numbers))
                longer = (((*picked, i), f"{said} {word}") for picked, said in found for i, word in spelled)
                found = [(picked, said) for picked, said in longer if f"{wanted} ".startswith(f"{said} ")]
            for picked, said in found:
                if not f"{wanted} ".startswith(f"{said} "):
                    continue
                ways = self._wording.ways(k, picked)
                if wanted == said:
                    yield k, picked, ways
                elif option.price is not None and (way := self._names.way(wanted[len(said) + 1 :])) is not None:
                    yield k, picked, (way,) if way in ways else ()

    def _spellings(self, variable: m.Variable, numbers: Sequence[int] | dict[int, None]) -> Iterator[tuple[int, str]]:
        """The spellings of a choice: all its names."""
        kind = variable.type.kind
        if kind is None:
            yield from ((i, str(i)) for i in numbers)
        else:
            for name, i in self._names.ids(kind.root).items():
                yield from ((i, word) for word in dict.fromkeys((self._names.label(self._wording.s, kind, i), name)))

    def _known_spellings(self) -> Iterator[str]:
        """The spellings that somebody may have meant: ids, those of one choice also where they are not legal now."""
        yield from map(self._wording.id, self._legal)
        for option in self._wording.at.options:
            if len(option.variables) < 2:
                spelled = self._spellings(option.variables[0], ()) if option.variables else ()
                yield from (" ".join((option.name, word)) for _, word in spelled)

    # ---- cells

    def _touching(self, wanted: str, root: m.Kind, id_: int) -> list[tuple[Reason, ...]]:
        """The reasons of each option that would touch a thing, or the member of a row that holds it."""
        cells = [wanted, *self._names.holders(self._wording.s, root, id_)]
        if any(not set(cells).isdisjoint(self._wording.cells(move)) for move in self._legal):
            return [()]
        meant = [(root, id_), *filter(None, map(self._names.find, cells[1:]))]
        found: list[tuple[Reason, ...]] = []
        said = self._wording
        for k, option in enumerate(said.at.options):
            for at, variable in enumerate(option.variables):
                for i in (i for kind, i in meant if variable.type.kind is not None and variable.type.kind.root is kind):
                    touching = said.program.touching(said.block, k)(said.s, said.f, at, i)
                    found += (self._reasons(k, picked, said.ways(k, picked)) for picked in islice(touching, MOST_COMBINATIONS))
        return found

    # ---- reasons

    def _reasons(self, k: int, picked: tuple[int, ...], ways: Ways) -> tuple[Reason, ...]:
        option = self._wording.at.options[k]
        failed = self._wording.program.reasons(self._wording.block, k)(self._wording.s, self._wording.f, *picked)
        asked = list(enumerate(option.requires))
        words = {i: self._names.words(self._wording.s, failed[i]) for i, _ in asked if i in failed}
        found: list[tuple[Ground, m.Site]] = [({"kind": "condition", "words": words[i]}, site) for i, site in asked if i in words]
        dear = len(option.requires) in failed  # or legal, but not to be paid in the way that the id names
        if not failed and (option.ways or not ways):
            dear = not any((k, *picked, way) in self._legal for way in ways)
        if option.price is not None and dear:
            dues = [*map(self._names.amounts, (ways or self._wording.ways(k, picked))[:4])]
            found.append(({"kind": "price", "ways": dues}, option.price))
        return tuple(dict.fromkeys(make_reason(self._names, ground, site) for ground, site in found))


def make_reason(names: Names, ground: Ground, site: m.Site) -> Reason:
    text = names.english.render(names.english.reason(ground))
    return Reason(text, site.span.file, site.span.line, site.see, ground)
