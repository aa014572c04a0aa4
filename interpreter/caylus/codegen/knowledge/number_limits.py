"""Between what numbers others know a hidden one to lie, kept up to date beside each statement that changes it.

If it changes only `perhaps`, others do not know whether.
"""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m
from caylus.knowledge.variable_sources import Origins
from caylus.limits import NUMBER_BOUND
from caylus.model.walk import free_variables, parts

from ..writing.definitions import Names
from ..writing.expressions import Expressions

Lines = list[str]
Between = tuple[str, str]
"""Code of the lowest and of the highest number."""

UNKNOWN = ("1", "0")
ENDLESS = str(NUMBER_BOUND)
"""How high it goes where nothing says so."""
WIDEST = 1000
"""How far apart what a formula can come to may lie for that to be worth knowing."""


class Limits:
    """Lines of Python. None for what is hidden from nobody."""

    def __init__(self, expressions: Expressions, origins: Origins) -> None:
        self.x = expressions
        self.layout = expressions.layout
        self.origins = origins

    def emit_change(self, change: m.Assign | m.Adjust, target: m.Read | m.Holding, names: Names, perhaps: bool) -> Lines:
        """Behind a hidden number was given a value, or something was added to it or taken from it."""
        if isinstance(target, m.Holding) and not self.origins.is_public((target.player, *filter(None, [target.which]))):
            return self.emit_loss(target.resources)  # nobody knows which of them
        slots = self._slots(target, names)
        if slots is None:
            return self.emit_loss(target.resources) if isinstance(target, m.Holding) else []
        bounds = (self.x.least(target, names), ENDLESS) if isinstance(target, m.Holding) else self.x.bounds(target, names)
        stopped = [_emit_clamp(slots, bounds)] if bounds is not None else []
        if isinstance(change, m.Assign):
            return [_call("was_set", slots, self._range(change.value, names), perhaps), *stopped]
        verb = "raise_limits" if change.sign > 0 else "lower_limits"
        return [_call(verb, slots, self._range(change.amount, names), perhaps), *stopped]

    def emit_loss(self, things: Iterable[m.Resource | m.State]) -> Lines:
        """Nobody knows any more what these are."""
        known = (thing for thing in things if thing in self.layout.limits)
        return [f"unknown(s, {self.layout.limits[thing]}, {self.layout.span(thing)})" for thing in known]

    def emit_reveal(self, target: m.Read | m.Holding, names: Names) -> Lines:
        """Behind a hidden number was shown to all."""
        slots = self._slots(target, names)
        value = self.x.write(target, names)
        return [f"s[{slots[0]}] = s[{slots[1]}] = {value}"] if slots else []

    def emit_transfer(self, t: m.Transfer, player: str, names: Names, perhaps: bool) -> Lines:
        """Before somebody gains, pays or loses something, as far as that reaches."""
        resources = [r for r in self.layout.components.resources if not {r, r.supply}.isdisjoint(self.layout.limits)]
        match self.x.simplify(t.payment):
            case _ if not resources:
                return []
            case m.ConstPayment(alternatives=(way,)):
                amounts = dict(way)
                found = [(r, (str(amounts[r.index]),) * 2) for r in resources if r.index in amounts]
                return [line for r, between in found for line in self._emit_resource_transfer(t, player, r, between, perhaps)]
            case m.Quantity(amount=amount, resources=(resource,), which=None):
                return (
                    self._emit_resource_transfer(t, player, resource, self._range(amount, names), perhaps)
                    if resource in resources
                    else []
                )
            case payment if not can_say(payment, names) or not self.origins.is_public(_payment_things(payment)):
                return self.emit_loss(resources)
            case payment:
                lines = [f"ways = {self.x.write(payment, names)}"]
        for resource in resources:
            lines.append(f"amounts = [count_resources((way,), ({resource.index},)) for way in ways]")
            lines += self._emit_resource_transfer(t, player, resource, ("min(amounts)", "max(amounts)"), perhaps)
        return lines

    def _emit_resource_transfer(self, t: m.Transfer, player: str, resource: m.Resource, between: Between, perhaps: bool) -> Lines:
        giver, taker = (resource.supply, resource) if t.verb == "gain" else (resource, resource.supply)
        low, high = (f"max({end}, 0)" for end in between)
        lines: Lines = []
        if taker is not None and taker in self.layout.limits:
            least, most = low, high
            if giver is not None and t.verb != "pay":
                has = self._holding_limits(giver, player)
                least, most = f"min({low}, s[{has[0]}])", f"min({high}, s[{has[1]}])"
                if t.verb == "lose" and giver.least:
                    least, most = _far(low, high, has, giver.least)
            lines.append(_call("raise_limits", self._holding_limits(taker, player), (least, most), perhaps))
        if giver is not None and giver in self.layout.limits:
            slots = self._holding_limits(giver, player)
            lines += [_call("lower_limits", slots, (low, high), perhaps), _emit_clamp(slots, (str(giver.least), ENDLESS))]
        return lines

    def _holding_limits(self, resource: m.Resource, player: str) -> Between:
        """The slots of the limits of what a player holds; of what all know, its own slot twice."""
        if resource not in self.layout.limits:
            return (f"{self.layout.resources[resource]} + {player}",) * 2
        base = self.layout.limits[resource]
        return f"{base} + {player}", f"{base + self.layout.players} + {player}"

    def _slots(self, target: m.Read | m.Holding, names: Names) -> Between | None:
        """The slots of the limits of a number; None if it is hidden from nobody, or no number."""
        if isinstance(target, m.Holding) and target.which is not None:
            return self._limits_of_chosen(target, target.which, names)
        if isinstance(target, m.Holding):
            resource, *others = target.resources
            if others or resource not in self.layout.limits:
                return None
            return self._holding_limits(resource, self.x.write(target.player, names))
        if target.state not in self.layout.limits:
            return None
        beside = self.layout.limits[target.state] - self.layout.states[target.state]
        slot = self.x.slot(target, names)
        return f"{slot} + {beside}", f"{slot} + {beside + self.layout.span(target.state)}"

    def _limits_of_chosen(self, target: m.Holding, which: m.Expr, names: Names) -> Between | None:
        """The slots of the limits of that one of some resources; None if not all of them are hidden."""
        limits = [self.layout.limits.get(resource, -1) for resource in self.layout.components.resources]
        if any(limits[resource.index] < 0 for resource in target.resources):
            return None
        first = f"{self.x.constant(tuple(limits), 'LIMITS')}[{self.x.write(which, names)}]"
        player = self.x.write(target.player, names)
        return f"{first} + {player}", f"{first} + {self.layout.players} + {player}"

    def _range(self, expr: m.Expr, names: Names) -> Between:
        """Between what numbers others know a formula to come to."""
        expr = self.x.simplify(expr)
        said = can_say(expr, names)
        if said and self.origins.is_public(expr):
            code = self.x.emit_stored(expr, names)
            return code, code
        match expr:
            case m.Read() | m.Holding(which=None) if said and (slots := self._slots(expr, names)):
                return f"s[{slots[0]}]", f"s[{slots[1]}]"
            case m.Arithmetic(op="+" | "-" | "min" | "max" as op, left=left, right=right):
                (a, b), (c, d) = self._range(left, names), self._range(right, names)
                if UNKNOWN in ((a, b), (c, d)):
                    return UNKNOWN
                if op == "+":
                    return f"({a} + {c})", f"({b} + {d})"
                return (f"({a} - {d})", f"({b} - {c})") if op == "-" else (f"{op}({a}, {c})", f"{op}({b}, {d})")
            case m.Local():
                source = self.origins.picked_source(expr)
                if isinstance(source, m.Numbers):
                    return self._range(source.low, names)[0], self._range(source.high, names)[1]
        low, high = (0, 1) if expr.type == m.FLAG else self.x.evaluator.compute_range(expr)
        return (str(low), str(high)) if high - low <= WIDEST else UNKNOWN


def _payment_things(payment: m.Expr) -> tuple[m.Expr, ...]:
    """The things that a payment is of, where that is asked in play."""
    return tuple(part.which for part in parts(payment) if isinstance(part, m.Quantity) and part.which is not None)


def _call(verb: str, slots: Between, between: Between, perhaps: bool) -> str:
    return f"{verb}(s, {slots[0]}, {slots[1]}, {between[0]}, {between[1]}, {perhaps})"


def _emit_clamp(slots: Between, bounds: Between) -> str:
    """Behind a change of what goes no further."""
    return f"clamp_limits(s, {', '.join((*slots, *bounds))})"


def _far(low: str, high: str, has: Between, least: int) -> Between:
    """Return how much a player loses who holds something between these, and can go below 0."""
    is_known = f"s[{has[0]}] <= s[{has[1]}]"
    least_, most = (f"min({end}, s[{slot}] + {-least})" for end, slot in zip((low, high), has, strict=True))
    return f"({least_} if {is_known} else 1)", f"({most} if {is_known} else 0)"


def can_say(expr: m.Expr, names: Names) -> bool:
    """Return whether all that an expression speaks of is bound here."""
    return all(variable in names for variable in free_variables(expr))
