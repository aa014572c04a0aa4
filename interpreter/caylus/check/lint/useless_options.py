"""Warn of options that nobody would take: worse than another one, or a price for nothing; and of money for nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from caylus import model as m
from caylus.analysis.effects import RuleEffects
from caylus.check.symbols import Symbols
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note
from caylus.model.gaining import Gaining
from caylus.model.walk import statements


class _Trade(NamedTuple):
    """An option that only pays and gains: how much of each resource, by its number."""

    option: m.Option
    pays: dict[int, int]
    gains: dict[int, int]

    def is_no_better(self, other: _Trade) -> bool:
        """Return whether another option pays no more and gains no less."""
        pays = all(other.pays.get(i, 0) <= self.pays.get(i, 0) for i in {*self.pays, *other.pays})
        return pays and all(other.gains.get(i, 0) >= self.gains.get(i, 0) for i in {*self.gains, *other.gains})


def check(symbols: Symbols, model: m.Model, actions: Iterable[m.Action]) -> tuple[None, tuple[Diagnostic, ...]]:
    """Warnings only, and none where something waits for a gain of the resources, or a constant gives an amount."""
    lint = _Lint(symbols, model)
    for action in actions:
        for statement in statements(action.body):
            if isinstance(statement, m.Choose):
                lint.look(statement)
    return None, lint.collector.diagnostics


class _Lint:
    def __init__(self, symbols: Symbols, model: m.Model) -> None:
        self.collector = Collector()
        self._open = symbols.open_constants
        self._titles = {r.index: r.name for r in model.resources}
        self._special = {r.index for r in Gaining(model.triggers).triggers} | {
            r.index for r in model.resources if r.supply is not None or not r.audience.is_public or r.least < 0
        }
        self._special |= {r.supply.index for r in model.resources if r.supply is not None}
        self._effects = RuleEffects(model)

    def look(self, choose: m.Choose) -> None:
        """Compares the options of a decision."""
        trades = [trade for option in choose.options if (trade := self._trade(choose, option)) is not None]
        for trade in trades:
            if self._alone(choose, trade):
                continue
            for other in trades:
                is_same = other.pays == trade.pays and other.gains == trade.gains
                is_later = other.option.site.span.order >= trade.option.site.span.order
                if not trade.is_no_better(other) or (is_same and is_later):
                    continue
                message = "nobody would take this option: another one is better"
                label = "costs no less and gains no more"
                if is_same:
                    message, label = "this option does what another one does", "the same"
                self._add(trade, message, label, (Note("this one", other.option.site.span),))
                break

    def _alone(self, choose: m.Choose, trade: _Trade) -> bool:
        """Warns of an option that serves nothing by itself, or costs nothing by itself."""
        if not choose.may:
            return False
        net = {i: trade.gains.get(i, 0) - trade.pays.get(i, 0) for i in {*trade.gains, *trade.pays}}
        if trade.pays and all(n <= 0 for n in net.values()):
            self._add(trade, "this option only costs", "nothing comes of it", ())
            return True
        if trade.pays and all(n >= 0 for n in net.values()) and trade.pays.keys() & trade.gains.keys():
            self._add(trade, "this option gives back more than it costs", "something for nothing", ())
            return True
        return False

    def _trade(self, choose: m.Choose, option: m.Option) -> _Trade | None:
        """What an option pays and gains; None where it does more, or asks for more."""
        if option.variables or option.where is not None:
            return None
        pays: dict[int, int] = {}
        gains: dict[int, int] = {}
        for part in (*option.head, *option.body):
            if isinstance(part, m.Say):
                continue
            if not isinstance(part, m.Transfer) or part.player != choose.player or not isinstance(part.payment, m.ConstPayment):
                return None
            if len(part.payment.alternatives) != 1 or id(part.payment) in self._open or part.verb == "lose":
                return None
            for index, amount in part.payment.alternatives[0]:
                if index in self._special:
                    return None
                to = gains if part.verb == "gain" else pays
                to[index] = to.get(index, 0) + amount
        return _Trade(option, pays, gains) if pays or gains else None

    def _add(self, trade: _Trade, message: str, label: str, notes: tuple[Note, ...]) -> None:
        help = "change what it costs or gives, or leave it out"
        self.collector.warning("W1044", trade.option.site.span, message, label, notes=notes, help=help)
