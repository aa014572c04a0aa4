"""Between what numbers others know a hidden one to lie, kept up to date beside each statement that changes it."""

from __future__ import annotations

from caylus import model as m
from caylus.model.walk import free_variables

from .expressions import Expressions, Names
from .origins import Origins

Lines = list[str]
Between = tuple[str, str]
"""Code of the lowest and of the highest number."""

UNKNOWN = ("1", "0")
WIDEST = 1000
"""How far apart what a formula can come to may lie for that to be worth knowing."""


class Limits:
    """Lines of Python. None for what is hidden from nobody."""

    def __init__(self, expressions: Expressions, origins: Origins) -> None:
        self.x = expressions
        self.layout = expressions.layout
        self.origins = origins

    def set(self, target: m.Read | m.Holding, value: m.Expr, names: Names, site: m.Site) -> Lines:
        """Behind a hidden number was given a value."""
        return self._learn("was_set", target, self._range(value, names), names, site)

    def changed(self, target: m.Read | m.Holding, sign: int, amount: m.Expr, names: Names, site: m.Site) -> Lines:
        """Behind something was added to a hidden number, or taken from it."""
        return self._learn("raised" if sign > 0 else "lowered", target, self._range(amount, names), names, site)

    def shown(self, target: m.Read | m.Holding, names: Names) -> Lines:
        """Behind a hidden number was shown to all."""
        slots = self._slots(target, names)
        value = self.x.write(target, names)
        return [f"s[{slots[0]}] = s[{slots[1]}] = {value}"] if slots else []

    def moved(self, t: m.Transfer, player: str, resource: m.Resource, amount: m.Expr | int, code: str, names: Names) -> Lines:
        """Before somebody gains, pays or loses so much of a resource, as far as that reaches; `code` is the amount."""
        if isinstance(amount, int) or self.origins.is_public(amount):
            return self._moved(t, player, resource, (code, code))
        return self._moved(t, player, resource, self._range(amount, names))

    def moved_in_some_way(self, t: m.Transfer, player: str, names: Names) -> Lines:
        """Before somebody gains, pays or loses in one of several ways."""
        resources = [r for r in self.layout.components.resources if not {r, r.supply}.isdisjoint(self.layout.limits)]
        if not resources:
            return []
        lines = [f"ways = {self.x.write(t.payment, names)}"]
        for resource in resources:
            lines.append(f"amounts = [amount_in((way,), ({resource.index},)) for way in ways]")
            lines += self._moved(t, player, resource, ("min(amounts)", "max(amounts)"))
        return lines

    def _moved(self, t: m.Transfer, player: str, resource: m.Resource, between: Between) -> Lines:
        giver, taker = (resource.supply, resource) if t.verb == "gain" else (resource, resource.supply)
        low, high = between
        lines: Lines = []
        if taker is not None and taker in self.layout.limits:
            if giver is not None and t.verb != "pay":
                has = self._of(giver, player)
                low, high = f"min({low}, s[{has[0]}])", f"min({high}, s[{has[1]}])"
            lines.append(self._call("raised", self._of(taker, player), (low, high), t.site))
        if giver is not None and giver in self.layout.limits:
            lines.append(self._call("paid", self._of(giver, player), between, t.site))
        return lines

    def _of(self, resource: m.Resource, player: str) -> Between:
        """Where the limits of what a player holds lie; of what all know, where it lies itself, twice."""
        if resource not in self.layout.limits:
            return (f"{self.layout.resources[resource]} + {player}",) * 2
        base = self.layout.limits[resource]
        return f"{base} + {player}", f"{base + self.layout.players} + {player}"

    def _learn(self, verb: str, target: m.Read | m.Holding, between: Between, names: Names, site: m.Site) -> Lines:
        slots = self._slots(target, names)
        return [self._call(verb, slots, between, site)] if slots else []

    def _call(self, verb: str, slots: Between, between: Between, site: m.Site) -> str:
        return f"{verb}(s, {slots[0]}, {slots[1]}, {between[0]}, {between[1]}, {self.origins.is_concealed(site)})"

    def _slots(self, target: m.Read | m.Holding, names: Names) -> Between | None:
        """Where the limits of a number lie; None if it is hidden from nobody, or no number."""
        if isinstance(target, m.Holding):
            resource, *others = target.resources
            if others or resource not in self.layout.limits:
                return None
            return self._of(resource, self.x.write(target.player, names))
        if target.state not in self.layout.limits:
            return None
        beside = self.layout.limits[target.state] - self.layout.states[target.state]
        slot = self.x.slot(target, names)
        return f"{slot} + {beside}", f"{slot} + {beside + self.layout.span(target.state)}"

    def _range(self, expr: m.Expr, names: Names) -> Between:
        """Between what numbers others know a formula to come to."""
        expr = self.x.simplify(expr)
        if self.origins.is_public(expr):
            code = self.x.held(expr, names)
            return code, code
        match expr:
            case m.Read() | m.Holding() if slots := self._slots(expr, names):
                return f"s[{slots[0]}]", f"s[{slots[1]}]"
            case m.Arithmetic(op="+" | "-" | "min" | "max" as op, left=left, right=right):
                (a, b), (c, d) = self._range(left, names), self._range(right, names)
                if UNKNOWN in ((a, b), (c, d)):
                    return UNKNOWN
                if op == "+":
                    return f"({a} + {c})", f"({b} + {d})"
                return (f"({a} - {d})", f"({b} - {c})") if op == "-" else (f"{op}({a}, {c})", f"{op}({b}, {d})")
            case m.Local():
                source = self.origins.picked_from(expr)
                if isinstance(source, m.Numbers) and all(v in names for v in free_variables(source)):
                    return self._range(source.low, names)[0], self._range(source.high, names)[1]
        low, high = (0, 1) if expr.type == m.FLAG else self.x.evaluator.range_of(expr)
        return (str(low), str(high)) if high - low <= WIDEST else UNKNOWN
