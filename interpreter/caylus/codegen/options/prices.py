"""List what an option demands: its `where`, its requirements, its payments.

Both the function that lists the legal options (see `legal_options`) and those that say why another is not (see `explanations`)
come from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from caylus import model as m
from caylus.english import UNOFFERED
from caylus.model.access import several_ways
from caylus.model.walk import substitute

_AMONG: m.Words = (UNOFFERED,)


@dataclass(frozen=True, slots=True)
class Test:
    """A condition that has to hold, and what to tell the player where it does not (see `model.Require`)."""

    condition: m.Expr
    reason: m.Words
    site: m.Site
    in_source: bool = False


@dataclass(frozen=True, slots=True)
class Price:
    """The payment of the decider: `ways` if there may be several, of which the player picks one as the option's last argument."""

    player: m.Expr
    payment: m.Expr
    ways: bool
    site: m.Site


def tests(option: m.Option, apart: bool, most: int) -> list[Test]:
    """Everything an option's legality rests on but its price, in the order of the text.

    A named condition is taken apart where that repeats no work: where it is called with plain variables, or always if
    `apart`, so that each of its requirements speaks for itself; but not into more than `most` all told.
    """
    among = _operands(Test(option.where, _AMONG, option.site)) if option.where is not None else []
    required = [Test(r.condition, r.reason, r.site, r.in_source) for r in option.head if isinstance(r, m.Require)]
    found = [each for test in required for each in _operands(test)]
    while True:
        closer = list(islice(chain.from_iterable(_requirements(test, apart) for test in found), most + 1))
        if len(closer) > most or closer == found:
            return among + found
        found = closer


def explain_tests(option: m.Option, most: int) -> list[Test]:
    """The tests of an option for people: that each choice is among those it is made from, then its tests."""
    among = [
        Test(m.Contains(source, m.Local(variable)), _AMONG, option.site)
        for variable, source in zip(option.variables, option.sources, strict=True)
    ]
    return among + tests(option, True, most)


def _requirements(test: Test, apart: bool) -> list[Test]:
    """The requirements of a named condition, in place of the condition."""
    match test.condition:
        case m.CallCondition(condition=named, arguments=arguments) if apart or _plain(arguments):
            mapping = dict(zip(named.params, arguments, strict=True))
            inner = (
                Test(substitute(r.condition, mapping), _substitute_words(r.reason, mapping), r.site, r.in_source)
                for r in named.requires
            )
            return [each for requirement in inner for each in _operands(requirement)]
    return [test]


def _substitute_words(text: m.Words, mapping: Mapping[m.Variable, m.Expr]) -> m.Words:
    return tuple(part if isinstance(part, str) else substitute(part, mapping) for part in text)


def _operands(test: Test) -> list[Test]:
    """The conditions joined by `and`, each by itself."""
    match test.condition:
        case m.Logic(op="and", operands=operands):
            return [each for operand in operands for each in _operands(replace(test, condition=operand))]
    return [test]


def _plain(arguments: Sequence[m.Expr]) -> bool:
    return all(isinstance(a, (m.Local, m.Const)) for a in arguments)


def price(option: m.Option) -> Price | None:
    for part in option.head:
        if isinstance(part, m.Transfer):
            return Price(part.player, part.payment, several_ways(part.payment), part.site)
    return None
