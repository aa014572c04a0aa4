"""Warn of options that nobody would take: worse than another one, a price or a loss for nothing, or nothing at all; and of money
for nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from caylus import model as m
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note
from caylus.model.access import Gaining, payment_resources
from caylus.model.walk import parts, statements

from .resource_use import find_resource_use


class _Trade(NamedTuple):
    """An option that only pays, gains and loses: how much of each resource, by its number."""

    option: m.Option
    pays: dict[int, int]
    gains: dict[int, int]
    loses: dict[int, int]

    @property
    def is_exchange(self) -> bool:
        """Return whether it can be compared: it loses nothing, which players can do who have nothing, and does something."""
        return not self.loses and bool(self.pays or self.gains)

    def is_no_better(self, other: _Trade) -> bool:
        """Return whether another option pays no more and gains no less."""
        pays = all(other.pays.get(i, 0) <= self.pays.get(i, 0) for i in {*self.pays, *other.pays})
        return pays and all(other.gains.get(i, 0) >= self.gains.get(i, 0) for i in {*self.gains, *other.gains})


def check(symbols: Symbols, model: m.Model, actions: Iterable[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only, and none where something waits for a gain of the resources, or a constant gives an amount."""
    every = list(actions)
    lint = _Lint(symbols, model, every)
    for action in every:
        for statement in statements(action.body):
            if isinstance(statement, m.Choose):
                lint.look(statement)
    return None, lint.collector.diagnostics


class _Lint:
    def __init__(self, symbols: Symbols, model: m.Model, actions: list[m.Action]) -> None:
        self.collector = Collector()
        self._symbols = symbols
        self._model = model
        self._actions = actions
        self._resources = {r.index: r for r in model.resources}
        self._awaited = {r.index for r in Gaining(model.triggers).triggers}
        self._awaited |= {r.index for r in model.resources if r.least < 0 or not (r.audience.is_public or r.audience.counted)}
        self._supplies = {r.supply.index for r in model.resources if r.supply is not None}

    @cached_property
    def _prices(self) -> set[int]:
        """The resources that somebody pays: to have more of them can only help."""
        steps = (part for part in parts(*(action.body for action in self._actions)) if isinstance(part, m.Transfer))
        return {index for part in steps if part.verb == "pay" for index in payment_resources(part.payment) or ()}

    @cached_property
    def _asked(self) -> set[int]:
        """The resources that rules ask for, a supply not by what is taken from it."""
        asked = find_resource_use(self._model, self._actions).asked
        return {index for index, resource in self._resources.items() if resource in asked}

    def look(self, choose: m.Choose) -> None:
        """Compares the options of a decision."""
        found = [trade for option in choose.options if (trade := self._trade(choose, option)) is not None]
        trades = [trade for trade in found if trade.is_exchange]
        for trade in found:
            if self._alone(choose, trade) or not trade.is_exchange:
                continue
            for other in trades:
                is_same = other.pays == trade.pays and other.gains == trade.gains
                is_later = other.option.site.span.order >= trade.option.site.span.order
                if not trade.is_no_better(other) or (is_same and is_later):
                    continue
                message = "nobody would take this option: another one is better"
                if is_same:
                    message = "this option does what another one does"
                note = Note(f"the other one: {self._in_words(other)}", other.option.site.span)
                self._add(trade, message, self._in_words(trade), (note,))
                break

    def _alone(self, choose: m.Choose, trade: _Trade) -> bool:
        """Warns of an option that serves nothing by itself, or costs nothing by itself."""
        if not choose.may:
            return False
        if not (trade.pays or trade.gains or trade.loses):
            self._add(trade, "this option does nothing, like declining", "no difference", ())
            return True
        if trade.loses:
            is_cost = not trade.gains and trade.loses.keys() <= self._prices
            if is_cost:
                self._add(trade, "this option only costs", self._in_words(trade), ())
            return is_cost
        net = {i: trade.gains.get(i, 0) - trade.pays.get(i, 0) for i in {*trade.gains, *trade.pays}}
        if trade.pays and all(n <= 0 for n in net.values()):
            self._add(trade, "this option only costs", self._in_words(trade), ())
            return True
        if trade.pays and all(n >= 0 for n in net.values()) and trade.pays.keys() & trade.gains.keys():
            self._add(trade, "this option gives back more than it costs", self._in_words(trade), ())
            return True
        return False

    def _trade(self, choose: m.Choose, option: m.Option) -> _Trade | None:
        """The payment and the gain of an option; None where it does more, or asks for more."""
        if option.variables or option.where is not None:
            return None
        sums: dict[str, dict[int, int]] = {"pay": {}, "gain": {}, "lose": {}}
        steps = (*option.head, *option.body)
        for part in steps:
            if isinstance(part, m.Say):
                continue
            if not isinstance(part, m.Transfer) or part.player != choose.player or not isinstance(part.payment, m.ConstPayment):
                return None
            if len(part.payment.alternatives) != 1 or id(part.payment) in self._symbols.open_constants:
                return None
            for index, amount in part.payment.alternatives[0]:
                if not self._is_plain(part.verb, self._resources[index]):
                    return None
                sums[part.verb][index] = sums[part.verb].get(index, 0) + amount
        is_said = bool(steps) and not any(sums.values())
        return None if is_said else _Trade(option, sums["pay"], sums["gain"], sums["lose"])

    def _is_plain(self, verb: str, resource: m.Resource) -> bool:
        """Return whether nothing else comes of a change: what goes back to a supply that no rule asks for is just gone."""
        if resource.index in self._awaited or resource.index in self._supplies:
            return False
        return resource.supply is None or (verb != "gain" and resource.supply.index not in self._asked)

    def _in_words(self, trade: _Trade) -> str:
        """Such as `2 coin for 1 plum`."""
        costs, gains = (
            " + ".join(f"{amount} {self._resources[index].name}" for index, amount in amounts.items()) or "nothing"
            for amounts in ({**trade.pays, **trade.loses}, trade.gains)
        )
        return f"{costs} for {gains}"

    def _add(self, trade: _Trade, message: str, label: str, notes: tuple[Note, ...]) -> None:
        help = "change what it costs or gives, or leave it out"
        self.collector.warning("W1044", trade.option.site.span, message, label, notes=notes, help=help)
