"""A decision's options -> the function that lists the legal ones, and the one that says why another is not.

Both come from the same list of conditions: what `where` says, what is required, what has to be paid. A condition is
tested as soon as the choices it speaks of are bound, so that what holds for all is asked once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from caylus.check import model as m

from .expressions import Expressions, Names, local
from .rewrite import free_variables, substitute
from .suspension import has_ways


@dataclass(frozen=True, slots=True)
class Test:
    """A condition that has to hold, and what to tell the player where it does not."""

    condition: m.Expr
    reason: str
    site: m.Site


@dataclass(frozen=True, slots=True)
class Price:
    """What the decider pays: `ways` if there may be several, of which the player picks one as the option's last argument."""

    player: m.Expr
    payment: m.Expr
    ways: bool
    site: m.Site


def tests(option: m.Option, apart: bool) -> list[Test]:
    """Everything an option's legality rests on but its price, in the order of the text.

    A named condition is taken apart where that repeats no work: where it is called with plain variables, or always if
    `apart`, so that each of its requirements speaks for itself.
    """
    found = [Test(option.where, "that is not among the choices", option.site)] if option.where is not None else []
    for part in option.head:
        if isinstance(part, m.Require):
            found += _expand(part.condition, part.reason, part.site, apart)
    return found


def explained(option: m.Option) -> list[Test]:
    """What people are told an option asks for: that each choice is among those it is made from, then its tests."""
    among = [
        Test(m.Contains(source, m.Local(variable)), "that is not among the choices", option.site)
        for variable, source in zip(option.variables, option.sources, strict=True)
    ]
    return among + tests(option, apart=True)


_DEEPEST = 3
"""How many conditions within conditions are told apart."""


def _expand(condition: m.Expr, reason: str, site: m.Site, apart: bool, depth: int = 0) -> list[Test]:
    match condition:
        case m.CallCondition(condition=named, arguments=arguments) if depth < _DEEPEST and (apart or _plain(arguments)):
            mapping = dict(zip(named.params, arguments, strict=True))
            inner = [(substitute(r.condition, mapping), r) for r in named.requires]
            return [t for c, r in inner for t in _expand(c, r.reason, r.site, apart, depth + 1)]
        case m.Logic(op="and", operands=operands):
            return [t for o in operands for t in _expand(o, reason, site, apart, depth)]
    return [Test(condition, reason, site)]


def _plain(arguments: Sequence[m.Expr]) -> bool:
    return all(isinstance(a, (m.Local, m.Const)) for a in arguments)


def price(option: m.Option) -> Price | None:
    for part in option.head:
        if isinstance(part, m.Transfer):
            return Price(part.player, part.payment, has_ways(part.payment), part.site)
    return None


class OptionLister:
    """Writes the body of `def options(s, f)` for a decision; `o` collects the options as tuples of numbers."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions

    def write(self, choose: m.Choose, outer: Names) -> list[str]:
        body: list[str] = []
        for k, option in enumerate(choose.options):
            body += self._option(k, option, outer)
        if choose.may:
            body.append(f"    o.append(({len(choose.options)},))")
        return [*_unpacked(body), "    return o"]

    def _option(self, k: int, option: m.Option, outer: Names) -> list[str]:
        names = {**outer, **{v: local(v, i) for i, v in enumerate(option.variables)}}
        bound = {v: i for i, v in enumerate(option.variables)}
        levels: list[list[str]] = [[] for _ in range(len(bound) + 1)]
        for test in tests(option, apart=False):
            simple = self.x.simplify(test.condition)
            if simple != m.Const(1, m.FLAG):
                levels[_level(simple, bound)].append(self.x.asked(simple, names, test.site))
        cost = price(option)
        picked = [names[v] for v in option.variables]
        if cost is not None and not cost.ways:
            code = self.affordable(cost, names)
            if code:
                levels[max(_level(cost.payment, bound), _level(cost.player, bound))].append(code)
        lines: list[str] = []
        indent = "    "
        for i, conditions in enumerate(levels):
            if i > 0:
                source = self.x.list(option.sources[i - 1], names)
                lines.append(f"{indent}for {picked[i - 1]} in {source}:")
                indent += "    "
            if conditions:
                shared, conditions = _read_once(conditions, i)
                lines += [indent + line for line in shared]
                lines.append(f"{indent}if {' and '.join(conditions)}:")
                indent += "    "
        if cost is not None and cost.ways:
            lines.append(f"{indent}for way in {self.x.write(cost.payment, names)}:")
            lines.append(f"{indent}    if can_pay(s, {self.x.write(cost.player, names)}, way):")
            indent += "        "
            picked.append("way")
        lines.append(f"{indent}o.append(({k},{''.join(f' {p},' for p in picked)}))")
        return lines

    def affordable(self, cost: Price, names: Names) -> str:
        """The test that a price of a single way can be paid; empty for one that always can."""
        player = self.x.write(cost.player, names)
        match self.x.simplify(cost.payment):
            case m.ConstPayment(alternatives=(way,)):
                base = self.x.layout.resources
                model = self.x.layout.model
                return " and ".join(f"s[{base[model.resources[r]]} + {player}] >= {n}" for r, n in way)
            case m.Quantity(amount=amount, resources=(resource,)):
                return f"s[{self.x.layout.resources[resource]} + {player}] >= {self.x.write(amount, names)}"
            case payment:
                return f"can_pay(s, {player}, {self.x.write(payment, names)}[0])"


class Explanations:
    """Writes what people ask about an option with its choices: which conditions fail, what it costs, what it says."""

    def __init__(self, expressions: Expressions) -> None:
        self.x = expressions

    def write(self, what: str, name: str, option: m.Option, outer: Names) -> str:
        """The function `name(s, f, *choices)`; `what` is why, price or words."""
        picked = [local(v, i) for i, v in enumerate(option.variables)]
        names = {**outer, **dict(zip(option.variables, picked, strict=True))}
        body = {"why": self._why, "price": self._price, "words": self._words}[what](option, names)
        return "\n".join([f"def {name}(s, f{''.join(', ' + p for p in picked)}):", *(f"    {line}" for line in body)])

    def _why(self, option: m.Option, names: Names) -> list[str]:
        conditions = [self.x.write(t.condition, names) for t in explained(option)]
        cost = price(option)
        lines = ["failed = []"]
        for i, condition in enumerate(conditions):
            lines += [f"if not ({condition}):", f"    failed.append({i})"]
        if cost is not None:
            payable = f"any_way(s, {self.x.write(cost.player, names)}, {self.x.write(cost.payment, names)})"
            lines += ["try:", f"    payable = {payable}", "except OverflowError:", "    payable = False"]
            lines += ["if not payable:", f"    failed.append({len(conditions)})"]
        return [*lines, "return failed"]

    def _price(self, option: m.Option, names: Names) -> list[str]:
        cost = price(option)
        return [f"return {self.x.write(cost.payment, names)}" if cost is not None else "return (0,)"]

    def _words(self, option: m.Option, names: Names) -> list[str]:
        parts = [repr(p) if isinstance(p, str) else self.x.said(p, names) for p in option.text]
        return [f"return ({''.join(p + ', ' for p in parts)})"]


_READ = re.compile(r"s\[\d+ \+ [A-Za-z_0-9]+_\]")
_PLACE = re.compile(r"f\[(\d+)\]")


def _read_once(conditions: list[str], level: int) -> tuple[list[str], list[str]]:
    """Lines that read what several conditions of a level read, and the conditions with those names in place."""
    reads = Counter(read for condition in conditions for read in _READ.findall(condition))
    shared = {read: f"read_{level}_{i}" for i, read in enumerate(r for r, n in reads.items() if n > 2)}
    lines = [f"{name} = {read}" for read, name in shared.items()]
    return lines, [_READ.sub(lambda match: shared.get(match[0], match[0]), condition) for condition in conditions]


def _unpacked(body: list[str]) -> list[str]:
    """The body with what it needs of the frame read into names first."""
    places = sorted({int(n) for line in body for n in _PLACE.findall(line)})
    return ["    o = []", *(f"    f{n} = f[{n}]" for n in places), *(_PLACE.sub(r"f\1", line) for line in body)]


def _level(expr: m.Expr, bound: dict[m.Variable, int]) -> int:
    return max((bound[v] + 1 for v in free_variables(expr) if v in bound), default=0)
