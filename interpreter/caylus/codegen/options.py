"""What an option asks for: what `where` says, what is required, what has to be paid.

Both the function that lists the legal options (see `listing`) and those that say why another is not (see `explanations`)
come from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caylus import model as m
from caylus.limits import DEEPEST_REASONS
from caylus.model.payment_ways import several_ways
from caylus.model.walk import substitute


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


def _expand(condition: m.Expr, reason: str, site: m.Site, apart: bool, depth: int = 0) -> list[Test]:
    match condition:
        case m.CallCondition(condition=named, arguments=arguments) if depth < DEEPEST_REASONS and (apart or _plain(arguments)):
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
            return Price(part.player, part.payment, several_ways(part.payment), part.site)
    return None
