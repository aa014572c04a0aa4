"""Find numbers that grow by themselves: what doubles or squares itself round by round leaves all bounds.

A number that is only raised by what does not depend on it is none of these, however long that goes on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

from caylus import model as m
from caylus.limits import MOST_GROWTH_ROUNDS, MOST_GROWTH_WALK, MOST_LIKELY
from caylus.model.access import Gaining, Touch, access, rule_parts
from caylus.model.evaluate import NAMED
from caylus.model.transfer import Range, hull, operate_ranges
from caylus.model.walk import bodies, parts

from .formulas import Amounts, Grown, Sources

Loops = tuple[tuple[frozenset[m.Variable], float], ...]
"""The loops around a statement: the variables of each, and how often it is done at most."""


class Growth(NamedTuple):
    """A change of a number, and how often it changes the same one at most."""

    change: Touch
    times: float


@dataclass(slots=True)
class Finder:
    """Finds the statements of a game that make numbers depend on themselves."""

    model: m.Model
    sources: Sources
    likely: Amounts
    _found: dict[tuple[int, int], Growth] = field(default_factory=dict)
    _left: int = MOST_GROWTH_WALK

    def find(self) -> dict[Grown, Range]:
        """The numbers that grow by themselves without end, each with how far it comes in the rounds that there are."""
        self._walk(self.model.start.body, (), (self.model.start,), Gaining(self.model.triggers))
        written_by: defaultdict[Grown, list[Growth]] = defaultdict(list)
        for one in self._found.values():
            for thing in _find_changed(one.change):
                written_by[thing].append(one)
        self._leave_circles(written_by)
        if not written_by:
            return {}
        endless = {
            thing: [one._replace(times=MOST_GROWTH_ROUNDS if one.times > 1 else 1) for one in some]
            for thing, some in written_by.items()
        }
        far = self._follow(endless)
        growing = [thing for thing, range_ in far.items() if range_.low <= NAMED.low or range_.high >= NAMED.high]
        ranges = self._follow(written_by) if growing else {}
        return {thing: ranges[thing] for thing in growing}

    def _follow(self, written_by: Mapping[Grown, list[Growth]]) -> dict[Grown, Range]:
        """The ranges of numbers after all rounds."""
        ranges = {thing: _find_start(thing) for thing in written_by}
        most = max((one.times for some in written_by.values() for one in some), default=0)
        for number in range(int(min(most, MOST_GROWTH_ROUNDS)) + 1):  # once more, since each rests on the others as they were
            amounts = Amounts(self.model.most_players, self.sources, likely=True, grown=ranges)
            ranges = {
                thing: _grow(thing, ranges[thing], [one.change for one in some if one.times >= number], amounts)
                for thing, some in written_by.items()
            }
        return ranges

    def _leave_circles(self, written_by: dict[Grown, list[Growth]]) -> None:
        """Leaves out numbers that rest on none that is left."""
        changes = {id(one.change): one.change for some in written_by.values() for one in some}
        reads = {key: self._find_read((change.value, change.payment)) for key, change in changes.items()}
        while True:
            idle = [
                thing for thing, some in written_by.items() if not any(reads[id(one.change)] & written_by.keys() for one in some)
            ]
            if not idle:
                return
            for thing in idle:
                del written_by[thing]

    def _find_read(self, value: object) -> set[Grown]:
        things: set[Grown] = set()
        definitions: set[object] = set()
        waiting: list[object] = [value]
        while waiting:
            for part in parts(waiting.pop()):
                match part:
                    case m.Read(state=state):
                        things.add(state)
                    case m.Holding(resources=resources):
                        things.update(resources)
                    case m.CallValue(value=named) | m.CallCondition(condition=named):
                        if named not in definitions:
                            definitions.add(named)
                            waiting.append(rule_parts(named))
                    case m.Local(variable=variable) if variable not in definitions:
                        definitions.add(variable)
                        waiting += [*self.sources.given[variable], *self.sources.listed[variable]]
        return things

    # ---- how often a statement is done

    def _walk(self, body: m.Body, loops: Loops, above: tuple[m.Action, ...], gaining: Gaining) -> None:
        for statement in body:
            self._left -= 1
            self._note(statement, loops)
            for action, arguments in self._find_calls(statement, gaining):
                inner = tuple((_rename(own, action, arguments), times) for own, times in loops)
                if action in above or self._left < 0:
                    self._note_all(action)
                else:
                    self._walk(action.body, inner, (*above, action), gaining)
            inner = () if isinstance(statement, m.Choose) else loops  # what somebody decides each time is not done by itself
            if isinstance(statement, m.Loop):
                inner = (*loops, (_loop_variables(statement), self._rounds(statement)))
            for part in bodies(statement):
                self._walk(part, inner, above, gaining)

    def _note(self, statement: object, loops: Loops) -> None:
        """Counts what a statement changes: a loop over those whose number it changes changes each of them once."""
        for place, change in enumerate(access(statement).writes):
            times = prod(rounds for own, rounds in loops if not (isinstance(change.of, m.Local) and change.of.variable in own))
            _, before = self._found.get((id(statement), place), (change, 0))
            self._found[id(statement), place] = Growth(change, before + times)

    def _note_all(self, action: m.Action) -> None:
        """Counts what an action does that may be done again and again."""
        for part in parts(*action.body):
            self._note(part, ((frozenset(), MOST_LIKELY),))

    def _find_calls(self, statement: m.Statement, gaining: Gaining) -> Iterator[tuple[m.Action, tuple[m.Expr, ...]]]:
        for definition, arguments in access(statement).calls:
            if isinstance(definition, m.Action):
                yield definition, arguments
        if isinstance(statement, m.Transfer):
            for action in gaining.triggered_actions(statement):
                yield action, (statement.player, statement.payment)

    def _rounds(self, loop: m.Statement) -> float:
        match loop:
            case m.ForEach(sources=sources):
                return prod(map(self.likely.length, sources))
            case m.Repeat(limit=limit) if limit is not None:
                return max(0, self.likely.compute_range(limit).high)
        return MOST_LIKELY


def _find_start(thing: Grown) -> Range:
    """The range of a number before anything has changed it; what players begin with is no more than is likely."""
    return Range(thing.least, MOST_LIKELY) if isinstance(thing, m.Resource) else Range(min(thing.initial), max(thing.initial))


def _grow(thing: Grown, range_: Range, changes: list[Touch], amounts: Amounts) -> Range:
    """The range of a number after some changes, each of which may be done."""
    for change in changes:
        match change:
            case Touch(how="raise" | "lower" as how, value=amount) if amount is not None:
                range_ = hull((range_, operate_ranges("+" if how == "raise" else "-", range_, amounts.compute_range(amount))))
            case Touch(how="gain", payment=payment) if payment is not None:
                range_ = Range(range_.low, range_.high + _find_most(payment, amounts))
            case Touch(value=value) if value is not None:
                range_ = hull((range_, amounts.compute_range(value)))
    least = thing.least if isinstance(thing, m.Resource) else NAMED.low
    return Range(max(range_.low, least), min(range_.high, NAMED.high))


def _find_most(payment: m.Expr, amounts: Amounts) -> float:
    """The most that a payment has of anything, but for what the rules give as a number."""
    return max(0, *(amounts.compute_range(part.amount).high for part in parts(payment) if isinstance(part, m.Quantity)), 0)


def _find_changed(change: Touch) -> Iterator[Grown]:
    if change.payment is not None and not change.supplied:
        things = {resource for part in parts(change.payment) if isinstance(part, m.Quantity) for resource in part.resources}
        yield from (resource for resource in things if resource.supply is None)
    match change.place:
        case m.Holding(resources=resources):
            yield from resources
        case m.Read(state=state) if state.type == m.NUMBER and not state.bounds:
            yield state


def _loop_variables(loop: m.Statement) -> frozenset[m.Variable]:
    return frozenset(loop.variables) if isinstance(loop, m.ForEach) else frozenset()


def _rename(own: frozenset[m.Variable], action: m.Action, arguments: tuple[m.Expr, ...]) -> frozenset[m.Variable]:
    """The variables of a loop as an action calls them that is given them."""
    pairs = zip(action.params, arguments, strict=False)
    return frozenset(param for param, argument in pairs if isinstance(argument, m.Local) and argument.variable in own)
