"""Bound how often statements are carried out in a game, and with it how far what is counted can get.

The input is a `Facts` and what the rules conserve, the output an upper bound for a state or a holding of any one object, with
constants as they are now. It relies on nothing but the loops around a statement, the calls of its action and conserved pieces;
what it cannot count it takes for endless.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cached_property
from math import inf, prod

from caylus import model as m
from caylus.analysis.conservation import Conservation
from caylus.analysis.facts import Facts
from caylus.model.access import Gaining, Touch, access
from caylus.model.transfer import Known
from caylus.model.walk import bodies, inner_list

Loops = tuple[m.ForEach | m.Repeat, ...]


class Counts:
    """Knows how often each statement of a ruleset can be carried out."""

    def __init__(self, facts: Facts, conservation: Conservation) -> None:
        self._facts = facts
        self._conservation = conservation
        self._supplies = {resource.supply for resource in facts.model.resources}
        self._home: dict[int, tuple[m.Action, Loops]] = {}
        self._callers: dict[m.Action, list[m.Statement]] = defaultdict(list)
        self._writers: dict[m.Thing, list[tuple[m.Statement, Touch]]] = defaultdict(list)
        self._times: dict[tuple[m.Action, m.Variable | None], float] = {}
        self._most: dict[tuple[m.Thing, bool], float] = {}
        gaining = Gaining(facts.model.triggers)
        for action in facts.reached:
            for statement, loops in _walk_with_loops(action.body, ()):
                self._home[id(statement)] = action, loops
                for callee in {*access(statement).actions(), *gaining.triggered_actions(statement)}:
                    self._callers[callee].append(statement)
                heads = [part for x in statement.options for part in x.head] if isinstance(statement, m.Choose) else []
                for part in (statement, *heads):
                    for write in access(part).writes:
                        for thing in write.things(facts.model.resources):
                            self._writers[thing].append((statement, write))

    def find_most(self, thing: m.State | m.Resource, is_price: bool = False) -> float:
        """The most that a number of one object, of one player or of the table can be at any time.

        Of a number that nothing raises round by round this is endless, but for a price: only what is counted, or made to be paid
        with, is meant to come to something.
        """
        if (thing, is_price) not in self._most:
            self._facts.is_exact = True
            self._most[thing, is_price] = min(self._count_gains(thing, is_price), self._pieces.get(thing, inf))
            self._facts.is_exact = False
        return self._most[thing, is_price]

    def _count_gains(self, thing: m.State | m.Resource, is_counted: bool) -> float:
        """The most that a number can be by all that raises or sets it."""
        highest: float = 0
        if isinstance(thing, m.State):
            if thing.type != m.NUMBER:
                return inf
            highest = max(thing.initial, default=0)
        elif thing in self._supplies:
            return inf
        total: float = 0
        for statement, write in self._writers[thing]:
            if write.how == "set":
                # the last of the numbers of a loop around a statement, where a value is the number that it has come to
                variable = _find_variable(write.value)
                ends = [
                    source.high
                    for loop in self._home[id(statement)][1]
                    for own, source in (zip(loop.variables, loop.sources, strict=True) if isinstance(loop, m.ForEach) else ())
                    if own is variable and isinstance(source, m.Numbers)
                ]
                counter = self._facts.number_range(ends[0], Known()).high if ends else inf
                highest = max(highest, write.value.value if isinstance(write.value, m.Const) else counter)
                is_counted = is_counted or counter < inf
            elif write.how in ("gain", "raise"):
                amount = self._find_amount(thing, write)
                times = self.count_times(statement, _find_variable(write.of))
                total += amount * times if amount > 0 and times else 0
                is_counted = is_counted or self._is_repeated(statement, set())
            if max(highest, total) == inf:
                return inf
        return highest + total if is_counted else inf

    @cached_property
    def _pieces(self) -> dict[m.Thing, float]:
        """The pieces that each player has in all, for each place that they move between."""
        pieces: dict[m.Thing, float] = {}
        for invariant in self._conservation.invariants():
            if invariant.kind.is_player and all(map(self._facts.is_never_below_zero, invariant.places)):
                kept_by = [change.chain[-1] for row in invariant.kept_by for change in row.changes]
                fed = (r for r in self._facts.model.resources if r.supply in invariant.places)
                places: set[m.Thing] = {*invariant.places, *fed}
                pieces.update(dict.fromkeys(places, sum(self.count_filled(place, kept_by) for place in places)))
        return pieces

    def count_filled(self, place: m.Thing, statements: Collection[m.Statement]) -> float:
        """The most pieces of a player that a place is filled with by others than some statements."""
        total: float = max(place.initial, default=0) if isinstance(place, m.State) and place.type == m.NUMBER else 0
        for statement, write in self._writers[place]:
            is_from_supply = isinstance(place, m.Resource) and place.supply is not None and write.how == "gain"
            if write.supplied or is_from_supply or statement in statements:
                continue
            if write.how in ("lose", "lower", "remove", "take", "order"):
                continue
            if write.how not in ("gain", "raise"):
                total = total if write.value == m.Const(-1, m.NOBODY) else inf
            elif times := self.count_times(statement, _find_variable(write.of)):
                total += self._find_amount(place, write) * times
        return total

    def _is_repeated(self, statement: m.Statement, actions: set[m.Action]) -> bool:
        """Return whether a statement is done in rounds: by a `repeat`, or for each of some numbers."""
        action, loops = self._home[id(statement)]
        if any(isinstance(x, m.Repeat) or any(isinstance(source, m.Numbers) for source in x.sources) for x in loops):
            return True
        if action in actions:
            return False
        actions.add(action)
        return any(self._is_repeated(caller, actions) for caller in self._callers[action])

    def _find_amount(self, thing: m.Thing, write: Touch) -> float:
        """The most that one write adds."""
        if write.value is not None:
            return self._facts.number_range(write.value, Known()).high
        amounts = self._facts.amounts(write.payment, Known()) if write.payment is not None else None
        return amounts[thing.index].high if amounts and isinstance(thing, m.Resource) and thing.index in amounts else inf

    def find_action(self, statement: m.Statement) -> m.Action:
        """The action that a statement stands in."""
        return self._home[id(statement)][0]

    def count_times(self, statement: m.Statement, subject: m.Variable | None) -> float:
        """Count how often a statement can be carried out in a game, for one value of a variable if one is given."""
        action, loops = self._home[id(statement)]
        own = next((x for x in loops if isinstance(x, m.ForEach) and subject in x.variables), None)
        if isinstance(own, m.ForEach) and subject is not None and not _is_distinct(own, subject):
            own = None
        times = prod(self._count_rounds(loop) for loop in loops if loop is not own)
        is_given = own is None and subject in action.params
        return times * self.count_calls(action, subject if is_given else None) if times else 0

    def count_calls(self, action: m.Action, param: m.Variable | None = None) -> float:
        """Count how often an action can be done in a game, for one value of a parameter if one is given."""
        key = action, param
        if key not in self._times:
            self._times[key] = inf  # for what leads back to itself
            total: float = action is self._facts.model.start
            for caller in self._callers[action]:
                total += self.count_times(caller, _find_argument(caller, action, param))
            self._times[key] = total
        return self._times[key]

    def _count_rounds(self, loop: m.ForEach | m.Repeat) -> float:
        if isinstance(loop, m.ForEach):
            return min(self._facts.list_members(source, Known()).size.high for source in loop.sources)
        limit = self._facts.number_range(loop.limit, Known()).high if loop.limit is not None else inf
        return max(0, min(limit, self._count_until(loop)))

    def _count_until(self, loop: m.Repeat) -> float:
        """The rounds of a loop that ends by a number which rises by 1 in each of them, and nowhere else."""
        ends = {"==": 0, ">=": 0, ">": 1, "<": 0, "<=": 1, "!=": 0}
        condition = loop.condition.operand if isinstance(loop.condition, m.Not) else loop.condition
        match condition:
            case m.Compare(op=op, left=m.Read(state=state, object=None), right=m.Const(value=end)):
                is_upwards = op in ("==", ">=", ">") if isinstance(loop.condition, m.Not) else op in ("<", "<=", "!=")
                writers = self._writers[state]
                is_counted = len(writers) == 1 and any(writers[0][0] is x for x in _find_sure_statements(loop.body))
                match writers[0][0] if is_counted else None:
                    case m.Adjust(sign=1, amount=m.Const(value=1)) if is_upwards:
                        return end + ends[op] - min(state.initial)
        return inf


def _walk_with_loops(body: m.Body, loops: Loops) -> Iterator[tuple[m.Statement, Loops]]:
    """Every statement inside a body, with the loops around it."""
    for statement in body:
        yield statement, loops
        for inner in bodies(statement):
            yield from _walk_with_loops(inner, (*loops, statement) if isinstance(statement, m.ForEach | m.Repeat) else loops)


def _find_sure_statements(body: m.Body) -> Iterator[m.Statement]:
    """The statements that are carried out whenever a body is, those of actions included."""
    for statement in body:
        yield statement
        if isinstance(statement, m.Do):
            yield from _find_sure_statements(statement.action.body)


def _find_variable(e: m.Expr | None) -> m.Variable | None:
    return e.variable if isinstance(e, m.Local) else None


def _find_argument(caller: m.Statement, action: m.Action, param: m.Variable | None) -> m.Variable | None:
    """The variable that a call hands on as a parameter."""
    calls = (call for call in access(caller).calls if call.named is action)
    arguments = (
        argument
        for call in calls
        for own, argument in zip(action.params, call.arguments, strict=False)
        if own is param and param is not None
    )
    return _find_variable(next(arguments, None))


def _is_distinct(loop: m.ForEach, variable: m.Variable) -> bool:
    """Return whether each member of a loop comes once only."""
    source: m.ListExpr | None = loop.sources[loop.variables.index(variable)]
    while source is not None and not isinstance(source, m.AllOf | m.RowMembers | m.PlayerRow | m.ListMembers):
        source = inner_list(source)
    copies = [x.copies for x in source.kind.objects] if isinstance(source, m.AllOf) else []
    if isinstance(source, m.ListMembers):
        copies = [x.copies for x in source.list.kind.objects]
    return source is not None and not any(n > 1 for n in copies)
