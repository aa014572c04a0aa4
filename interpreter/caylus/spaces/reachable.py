"""What a game can come to from its start: the actions, what their variables are given, and every change of a state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from caylus import model as m
from caylus.model.gaining import Gaining
from caylus.model.walk import bodies, statements, versions_of

Ask = m.Choose | m.Transfer
"""Where somebody may have to decide: a choice, or something gained in several ways."""


class Change(NamedTuple):
    """A statement that changes a state, and the condition asked right before it, if one was."""

    statement: m.Assign | m.Adjust
    guard: m.Expr | None


class Reached:
    """`held` says what a variable may be set to, `drawn` which lists it may be a member of; each variable is in one of them."""

    def __init__(self, model: m.Model) -> None:
        self._gaining = Gaining(model.triggers)
        self.asks: list[Ask] = []
        self.held: defaultdict[m.Variable, list[m.Expr]] = defaultdict(list)
        self.drawn: defaultdict[m.Variable, list[m.ListExpr]] = defaultdict(list)
        self.changes: defaultdict[m.State, list[Change]] = defaultdict(list)
        for action in self._actions(model.start):
            self._changes(action.body, None)
            for statement in statements(action.body):
                self._take_in(statement)

    def _take_in(self, statement: m.Statement) -> None:
        match statement:
            case m.Do() | m.DoMember():
                for done in self._done(statement):
                    self._hold(done.params, statement.arguments)
            case m.Let(variable=variable, value=value):
                self.held[variable].append(value)
            case m.ForEach(variables=variables, sources=sources):
                self._draw(variables, sources)
            case m.Transfer(verb="gain", player=player, payment=payment):
                self.asks.append(statement)
                for triggered in self._done(statement):
                    self._hold(triggered.params, (player, payment))
            case m.Choose(options=options):
                self.asks.append(statement)
                for option in options:
                    self._draw(option.variables, option.sources)
                    for part in option.head:
                        if isinstance(part, m.Transfer) and part.given is not None:
                            self.held[part.given].append(part.payment)

    def _hold(self, variables: tuple[m.Variable, ...], values: tuple[m.Expr, ...]) -> None:
        for variable, value in zip(variables, values, strict=True):
            self.held[variable].append(value)

    def _draw(self, variables: tuple[m.Variable, ...], sources: tuple[m.ListExpr, ...]) -> None:
        for variable, source in zip(variables, sources, strict=True):
            self.drawn[variable].append(source)

    def _changes(self, body: m.Body, guard: m.Expr | None) -> None:
        for statement in body:
            match statement:
                case m.Assign(target=m.Read(state=state)) | m.Adjust(target=m.Read(state=state)):
                    self.changes[state].append(Change(statement, guard))
                case m.If(condition=condition, then=then, otherwise=otherwise):
                    self._changes(then, condition)
                    self._changes(otherwise, None)
                case m.Repeat(condition=condition, body=repeated):
                    self._changes(repeated, condition)
                case _:
                    for inner in bodies(statement):
                        self._changes(inner, None)
            guard = None  # what has been done since may have made it untrue

    def _actions(self, start: m.Action) -> Iterator[m.Action]:
        found = {start}
        waiting = [start]
        while waiting:
            action = waiting.pop()
            yield action
            for statement in statements(action.body):
                new = [done for done in self._done(statement) if done not in found]
                found.update(new)
                waiting += new

    def _done(self, statement: m.Statement) -> list[m.Action]:
        """The actions that a statement may do or set off."""
        match statement:
            case m.Do(action=action):
                return [action]
            case m.DoMember():
                return versions_of(statement)
        return self._gaining.set_off_by(statement)
