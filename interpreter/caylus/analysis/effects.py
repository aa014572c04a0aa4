"""Collect what rules read and change; find choices made at once that can spoil each other, and options that are always there.

What is each player's own, reached by way of whoever chooses, nobody else of them touches; everything else may be the same thing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from caylus import model as m
from caylus.limits import MOST_PLAYERS
from caylus.model.access import Call, Gaining, Named, Touch, access, rule_parts
from caylus.model.evaluate import Evaluator
from caylus.model.transfer import OPPOSITE, SIGNS, Range, compare_ranges
from caylus.model.walk import STATEMENTS, children, parts, question


@dataclass(slots=True)
class Effects:
    """The effects of rules: things read, things changed, resources only gained; whether somebody
    decides, lots are drawn, or the game may end.

    `awaited` are the resources gained that set something off.
    """

    asked: set[m.Thing] = field(default_factory=set)
    changed: set[m.Thing] = field(default_factory=set)
    gained: set[m.Thing] = field(default_factory=set)
    awaited: set[m.Resource] = field(default_factory=set)
    decides: bool = False
    draws: bool = False
    ends: bool = False

    def add(self, other: Effects) -> None:
        self.asked |= other.asked
        self.changed |= other.changed
        self.gained |= other.gained
        self.awaited |= other.awaited
        self.decides |= other.decides
        self.draws |= other.draws
        self.ends |= other.ends

    def commutes_with(self, other: Effects) -> bool:
        """Return whether it comes to the same, whichever is carried out first.

        Two gains add up. Two draws are as random in either order; but somebody who decides may know what was drawn or decided,
        and nothing follows the end of the game.
        """
        knows = (self.decides and (other.decides or other.draws)) or (other.decides and self.draws)
        return not (knows or self.ends or other.ends) and not self.disturbs(other) and not other.disturbs(self)

    def disturbs(self, other: Effects) -> bool:
        """Return whether this touches what the other goes by."""
        return bool(self.changed & (other.asked | other.changed | other.gained) or self.gained & (other.asked | other.changed))


class RuleEffects:
    """The effects of the rules of a model; those of each definition and of each statement are found out once."""

    def __init__(self, model: m.Model) -> None:
        self._resources = model.resources
        self._gaining = Gaining(model.triggers)
        self._named: dict[Named, Effects] = {}
        self._statements: dict[int, tuple[object, Effects]] = {}
        self._changes: dict[int, tuple[object, frozenset[m.Thing]]] = {}

    def changes(self, statement: m.Statement) -> frozenset[m.Thing]:
        """All that a statement may change or add to, with what its gains set off."""
        entry = self._changes.get(id(statement))
        if entry is None:
            effects = self.effects_of_rules(statement)
            entry = self._changes[id(statement)] = statement, frozenset(effects.changed | effects.gained)
        return entry[1]

    def waits(self, statement: m.Statement) -> bool:
        """Return whether a statement may have to wait: somebody decides in it, it sets something off, or the game ends."""
        effects = self.direct_effects(statement)
        return effects.decides or effects.ends or bool(effects.awaited)

    def effects_of_rules(self, *rules: object) -> Effects:
        """Of statements and expressions, and of all that the gains among them set off."""
        effects = self.direct_effects(*rules)
        followed_resources: set[m.Resource] = set()
        while new := effects.awaited - followed_resources:
            followed_resources |= new
            for trigger in (trigger for resource in new for trigger in self._gaining.triggers[resource]):
                effects.add(self._definition_effects(trigger.action))
        return effects

    def direct_effects(self, *rules: object) -> Effects:
        """Of what is done before anything is set off."""
        effects = Effects()
        waiting = children(rules)
        while waiting:
            part = waiting.pop()
            if type(part) in STATEMENTS:
                effects.add(self._statement_effects(part))
            else:
                self._note(part, effects)
                waiting += children(part)
        return effects

    def _statement_effects(self, statement: object) -> Effects:
        """Of a statement with all inside it; by its identity, which is kept with it."""
        entry = self._statements.get(id(statement))
        if entry is None:
            effects = self.direct_effects(*children(statement))
            self._note(statement, effects)
            entry = self._statements[id(statement)] = statement, effects
        return entry[1]

    def _note(self, part: object, effects: Effects) -> None:
        own = access(part)
        for read in own.reads:
            effects.asked.update(read.things(self._resources))
        writes = [(touch.how, touch.things(self._resources)) for touch in own.writes]
        adds_up = all(how == "gain" or not things for how, things in writes)
        for _, things in writes:
            (effects.gained if adds_up else effects.changed).update(things)
        effects.awaited.update(self._gaining.awaited_resources(part))
        effects.decides |= own.decides
        effects.draws |= own.draws
        effects.ends |= own.ends
        for call in own.calls:
            effects.add(self._definition_effects(call.named))

    def _definition_effects(self, definition: Named) -> Effects:
        if definition not in self._named:
            self._named[definition] = self.direct_effects(rule_parts(definition))
        return self._named[definition]


Own = frozenset[m.Variable]
"""The variables that hold whoever chooses."""

Touched = tuple[m.Thing, bool]
"""What is asked for or changed, and whether it is that of whoever chooses."""


@dataclass(slots=True)
class _Touches:
    asked: set[Touched] = field(default_factory=set)
    changed: set[Touched] = field(default_factory=set)
    taken: set[Touched] = field(default_factory=set)
    """What is changed by more than that something is added."""


class Spoiling:
    """Looks into the loops `at once` of a model."""

    def __init__(self, model: m.Model) -> None:
        self._resources = model.resources
        self._gaining = Gaining(model.triggers)
        self._known: dict[tuple[object, Own], _Touches] = {}

    def spoiled_things(self, loop: m.ForEach) -> list[m.Thing]:
        """The things that the choices of a loop depend on and that one of those who choose may change for another."""
        lets, choose, _ = question(loop)
        own = _choosers(loop, choose)
        heads = tuple((option.sources, option.where, option.head) for option in choose.options)
        reads = self._touches((lets, heads), own).asked
        return sorted(_spoilt(reads, self._changes(loop, own).changed), key=lambda held: held.name)

    def spoils_choice(self, loop: m.ForEach) -> Callable[[object], bool]:
        """Return whether something that a choice goes by may be another thing when its turn comes: of a list, whether less is in
        it.
        """
        lets, choose, _ = question(loop)
        own = _choosers(loop, choose)
        changes = self._changes(loop, own)
        let_values = {let.variable: let.value for let in lets if isinstance(let, m.Let)}

        def is_spoilt(part: object) -> bool:
            if isinstance(part, m.ListMembers) and not children(part.object):
                return bool(_spoilt({(part.list, _is_own(part.object, own))}, changes.taken))
            read = [let_values[x.variable] for x in parts(part) if isinstance(x, m.Local) and x.variable in let_values]
            return bool(_spoilt(self._touches(part, own).asked, changes.changed)) or any(map(is_spoilt, read))

        return is_spoilt

    def _changes(self, loop: m.ForEach, own: Own) -> _Touches:
        _, choose, rest = question(loop)
        return self._touches((choose.options, choose.otherwise, rest), own)

    def _touches(self, rules: object, own: Own) -> _Touches:
        touches = _Touches()
        for part in parts(rules):
            self._note(part, own, touches)
        return touches

    def _note(self, part: object, own: Own, touches: _Touches) -> None:
        does = access(part)
        for read in does.reads:
            touches.asked |= self._touched_things(read, own)
        for write in does.writes:
            touches.changed |= self._touched_things(write, own)
            if write.how in ("remove", "take", "order"):
                touches.taken |= self._touched_things(write, own)
        if isinstance(part, m.Transfer):
            for action in self._gaining.triggered_actions(part):
                self._follow(Call(action, (part.player, part.payment)), own, touches)
        for call in does.calls:
            self._follow(call, own, touches)

    def _follow(self, call: Call, own: Own, touches: _Touches) -> None:
        """Notes what something with a name touches, given these arguments."""
        definition, arguments = call
        inner = frozenset(param for param, argument in zip(definition.params, arguments, strict=True) if _is_own(argument, own))
        if (definition, inner) not in self._known:
            self._known[definition, inner] = _Touches()  # what sets itself off again touches nothing more
            self._known[definition, inner] = self._touches(rule_parts(definition), inner)
        touches.asked |= self._known[definition, inner].asked
        touches.changed |= self._known[definition, inner].changed
        touches.taken |= self._known[definition, inner].taken

    def _touched_things(self, touch: Touch, own: Own) -> set[Touched]:
        return {(thing, _is_own(touch.of, own)) for thing in touch.things(self._resources)}


def _choosers(loop: m.ForEach, choose: m.Choose) -> Own:
    return frozenset(variable for variable in loop.variables if m.Local(variable) == choose.player)


def _spoilt(reads: set[Touched], changes: set[Touched]) -> set[m.Thing]:
    """The things both read and changed, where these may be the same player's."""
    return {thing for thing, is_own in changes if (thing, False) in reads or ((thing, True) in reads and not is_own)}


def _is_own(expr: m.Expr | None, own: Own) -> bool:
    return isinstance(expr, m.Local) and expr.variable in own


def is_always_offered(option: m.Option, evaluator: Evaluator | None = None) -> bool:
    """`evaluator` knows between what numbers formulas lie. Of the numbers to choose from, 0, the first and the last are tried."""
    known = evaluator or Evaluator(MOST_PLAYERS)
    before = dict(known.variables)
    try:
        return any(_is_offered_for(option, known, which) for which in range(3))
    finally:
        known.variables = before


def _is_offered_for(option: m.Option, default: Evaluator, which: int) -> bool:
    """Return whether an option asks for nothing where its numbers are of `_sure_numbers`, and all else whatever it may be."""
    for variable, source in zip(option.variables, option.sources, strict=True):
        if not is_never_empty(source, default):
            return False
        if isinstance(source, m.Numbers):
            number = _sure_numbers(default.compute_range(source.low), default.compute_range(source.high))[which]
            if number is not None:
                default.variables[variable] = Range(number, number)
    conditions = [option.where, *(part.condition for part in option.head if isinstance(part, m.Require))]
    payments = [part.payment for part in option.head if isinstance(part, m.Transfer)]
    return all(one is None or _holds(one, default) for one in conditions) and all(_is_nothing(one, default) for one in payments)


def _sure_numbers(low: Range, high: Range) -> tuple[float | None, float | None, float | None]:
    """0, the first and the last of numbers to choose from, as far as each is surely among them; the first in place of 0."""
    first = low.low if low.low == low.high <= high.low else None
    return 0 if low.high <= 0 <= high.low else first, first, high.high if low.high <= high.low == high.high else None


def _holds(condition: m.Expr, evaluator: Evaluator) -> bool:
    """Return whether a condition is true for whatever numbers its formulas may come to."""
    match condition:
        case m.Const(value=value):
            return bool(value)
        case m.Logic(op=op, operands=operands):
            return (all if op == "and" else any)(_holds(operand, evaluator) for operand in operands)
        case m.Not(operand=m.Compare(op=op, left=left, right=right)):
            return _holds(m.Compare(OPPOSITE[op], left, right), evaluator)
        case m.Compare(op=op, left=left, right=right) if left.type == m.NUMBER:
            return not compare_ranges(evaluator.compute_range(left), evaluator.compute_range(right)) & ~SIGNS[op]
    return False


def _is_nothing(payment: m.Expr, evaluator: Evaluator) -> bool:
    match payment:
        case m.ConstPayment(alternatives=alternatives):
            return () in alternatives
        case m.Quantity(amount=amount):
            return evaluator.compute_range(amount).high <= 0
        case m.CombinePayments(op="less", left=left):
            return _is_nothing(left, evaluator)
        case m.CombinePayments(op="*", left=left, right=right):
            return evaluator.compute_range(left).high <= 0 or _is_nothing(right, evaluator)
        case m.CombinePayments(op=op, left=left, right=right):
            return (any if op == "or" else all)(_is_nothing(part, evaluator) for part in (left, right))
    return False


def is_never_empty(source: m.ListExpr, evaluator: Evaluator | None = None) -> bool:
    """Return whether there is always something to choose from, as there is from 0 to what somebody holds."""
    match source:
        case m.Numbers(low=low, high=high):
            known = evaluator or Evaluator(MOST_PLAYERS)
            return known.compute_range(low).high <= known.compute_range(high).low
        case m.AllOf(kind=kind):
            return kind.is_player or kind.size > 0
        case m.RowMembers(row=row):
            return row.size > 0
        case m.Gathered():
            return True
        case m.Rotated(list=around, way="from") | m.Faces(list=around):
            return is_never_empty(around, evaluator)
    return False
