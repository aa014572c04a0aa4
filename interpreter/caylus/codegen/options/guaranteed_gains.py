"""Compute what the decider surely gains by an option before anybody is asked again.

A gain counts where nothing stands in its way: it is the decider's, no condition that only the future settles decides
about it, and its amount is known when the options are listed. What depends on the state counts only as long as the
option has not changed the state, and nothing counts that somebody may not know: options are told before they are chosen. So
less may be told than is gained, never more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from caylus import model as m
from caylus.analysis.consequences import Suspension
from caylus.knowledge.variable_sources import Origins
from caylus.model.access import access, several_ways
from caylus.model.walk import free_variables, parts, statements, substitute

from ..writing.definitions import Names
from ..writing.expressions import Expressions
from ..writing.triggers import Triggers
from .prices import price

Bindings = Mapping[m.Variable, m.Expr]
"""What the parameters of the actions done, and what `let` names, stand for in the words of the decision."""


class SureGains:
    """Writes the body of a function that returns a packed amount."""

    def __init__(self, expressions: Expressions, triggers: Triggers, origins: Origins) -> None:
        self.x = expressions
        self.origins = origins
        self.triggers = triggers
        self.suspends = Suspension(triggers.gaining)
        self.supplied = any(r.supply for r in expressions.layout.components.resources)

    def write(self, decider: m.Expr, option: m.Option, names: Names, later: bool) -> list[str]:
        """For an option that is carried out `later`, others may have changed the state before."""
        self.lines = ["total = 0"]
        self.decider = decider
        self.names = names
        self.untouched = price(option) is None and not later
        """Whether the state is still the one that the option was listed in."""
        self._body(option.body, {}, "", ())
        return [*self.lines, "return total"]

    def _body(self, body: m.Body, bindings: Bindings, indent: str, within: tuple[m.Action, ...]) -> None:
        bindings = dict(bindings)
        for statement in body:
            match statement:
                case m.Say():
                    continue
                case m.Let(variable=variable, value=value):
                    bindings[variable] = substitute(value, bindings)
                    continue
                case m.Transfer(verb="gain", player=player, payment=payment):
                    self._gain(substitute(player, bindings), substitute(payment, bindings), indent)
                    if self.triggers.may_follow(statement):
                        self.lines.append(f"{indent}return total")
                        return
                case m.If(condition=condition, then=then, otherwise=otherwise) if self._is_known(substitute(condition, bindings)):
                    self._if(substitute(condition, bindings), (then, otherwise), bindings, indent, within)
                    continue
                case m.Do(action=action, arguments=arguments) if action not in within:
                    passed = (substitute(argument, bindings) for argument in arguments)
                    bound = dict(zip(action.params, passed, strict=True))
                    self._body(action.body, bound, indent, (*within, action))
                case (
                    m.Transfer()
                    | m.Assign()
                    | m.Adjust()
                    | m.AddTo()
                    | m.RemoveFrom()
                    | m.Put()
                    | m.Reveal()
                    | m.Rearrange()
                    | m.ForEach()
                    | m.Repeat()
                    | m.Stop()
                    | m.EndGame()
                    | m.If()
                    | m.Choose()
                    | m.Do()
                    | m.DoMember()
                ):
                    if self._may_end(statement):
                        self.lines.append(f"{indent}return total")
                        return
                case _:
                    assert_never(statement)
            self.untouched = False

    def _if(
        self, condition: m.Expr, bodies: tuple[m.Body, m.Body], bindings: Bindings, indent: str, within: tuple[m.Action, ...]
    ) -> None:
        untouched, left = self.untouched, []
        for head, body in zip((f"if {self.x.write(condition, self.names)}:", "else:"), bodies, strict=True):
            self.untouched = untouched
            self.lines.append(indent + head)
            self._body(body, bindings, f"{indent}    ", within)
            self.lines.append(f"{indent}    pass")
            left.append(self.untouched)
        self.untouched = all(left)

    def _gain(self, player: m.Expr, payment: m.Expr, indent: str) -> None:
        if not (self._is_known(player) and self._is_known(payment) and self._is_known(self.decider)):
            if several_ways(payment):
                self.lines.append(f"{indent}return total")
            return
        ways = self.x.write(payment, self.names)
        who, decider = self.x.write(player, self.names), self.x.write(self.decider, self.names)
        self.lines += [
            f"{indent}ways = {ways}",
            f"{indent}if len(ways) != 1:",
            f"{indent}    return total",
            f"{indent}if {who} == {decider}:",
            f"{indent}    total += ways[0]",
        ]

    def _may_end(self, statement: m.Statement) -> bool:
        """Return whether what follows a statement may not happen, not at once, or find less in a supply."""
        inner = list(statements((statement,)))
        if self.suspends.statement(statement) or any(access(s).stops for s in inner):
            return True
        return self.supplied and not all(map(_takes_nothing, inner))

    def _is_known(self, expr: m.Expr) -> bool:
        """Return whether an expression can be worked out when options are listed, comes to the same later and is everybody's to
        know.
        """
        settled = self.untouched or all(isinstance(part, _FIXED) for part in parts(expr))
        return settled and self.origins.is_public(expr) and all(v in self.names for v in free_variables(expr))


_FIXED = (
    m.Const, m.ConstPayment, m.ConstScale, m.Local, m.Fixed, m.PlaceInRow, m.ScaleItem, m.RowItem, m.Arithmetic, m.Absolute,
    m.Compare, m.Contains, m.Logic, m.Not, m.Quantity, m.AmountIn, m.CombinePayments, m.Choice, m.AllOf, m.RowMembers, m.Numbers,
)  # fmt: skip
"""What does not look at the state."""


def _takes_nothing(statement: m.Statement) -> bool:
    """Return whether a statement leaves what players hold as it is, and does nothing that has a name."""
    does = access(statement)
    return not does.calls and not any(write.payment or isinstance(write.place, m.Holding) for write in does.writes)
