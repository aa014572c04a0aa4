"""A model without all that makes no difference to play: equal for texts that say the same game in the same way.

Texts for people, places, citations and the names of variables do not count, nor do the names of values, conditions, actions and
rules: a rule that calls another one has the normal form of that one in its own. The names of things on the table, of phases
and of options do count, for they are what a game is told in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from caylus import model as m

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.diagnostics import Span

_FOR_PEOPLE = {
    "site", "text", "prompt", "reason", "in_source", "declined", "choices", "title", "plural", "see", "about", "span", "usually",
}  # fmt: skip
"""Fields that no rule asks for."""

Part = tuple[str, "Span | None"]
"""A rule or a thing by its name, and where it is defined."""


def normal_forms(rules: Ruleset) -> dict[str, str]:
    """A digest of each part of a game: the things on the table, the course of the game, what is done by itself, and who wins."""
    return dict(_Writer(rules.model).game())


def different_rules(first: Ruleset, second: Ruleset) -> list[Part]:
    """The values, conditions and actions that are written otherwise in the second ruleset, or stand in one of them alone."""
    ours, theirs = dict(_Writer(first.model).rules()), dict(_Writer(second.model).rules())
    found = [name for name in dict.fromkeys([*ours, *theirs]) if ours.get(name, ("",))[0] != theirs.get(name, ("",))[0]]
    return [(name, entry[1]) for name in found for entry in (ours.get(name), theirs.get(name)) if entry is not None]


class _Writer:
    """Writes parts of one model as nested lists."""

    def __init__(self, model: m.Model) -> None:
        self._model = model
        self._digests: dict[Any, str] = {}

    def game(self) -> Iterator[tuple[str, str]]:
        model = self._model
        things: dict[str, Any] = {
            "players": [model.fewest_players, model.most_players],
            "resources": [
                [one.name, one.least, one.supply and one.supply.name, self._plain(one.audience)] for one in model.resources
            ],
            "rows": {name: [row.kind.name, row.size, self._plain(row.audience)] for name, row in model.rows.items()},
            "states": {name: self._state(state) for name, state in model.states.items()},
            "lists": {name: self._list(list_) for name, list_ in model.lists.items()},
        }
        for kind in model.kinds.values():
            things[f"kind {kind.name}"] = [
                kind.parent and kind.parent.name,
                [[one.name, one.copies] for one in kind.objects] if kind.parent is None else len(kind.objects),
                {name: self._state(state) for name, state in kind.states.items()},
                {name: self._list(list_) for name, list_ in kind.lists.items()},
                {name: [row.size, row.kind.name] for name, row in kind.rows.items()},
                {name: [self._plain(value) for value in one.values] for name, one in kind.properties.items()},
            ]
        for name, thing in things.items():
            yield name, _digest(thing)
        yield "course of the game", self._rule(model.start)
        for number, trigger in enumerate(model.triggers, 1):
            yield f"trigger {number}", _digest([[one.name for one in trigger.resources], self._rule(trigger.action)])
        for automaton in model.automata:
            yield f"seat {automaton.name}", _digest([automaton.from_last, self._plain(tuple(automaton.takes))])
        for name in ("score", "tie_break", "team", "may_win"):
            value = getattr(model, name)
            yield name, "" if value is None else self._rule(value)

    def rules(self) -> Iterator[tuple[str, tuple[str, Span]]]:
        """Each named rule by itself: those that it calls count by their names."""
        named: list[m.Value | m.Condition | m.Action] = [*self._model.values.values(), *self._model.conditions.values()]
        for name, rule in [(one.name, one) for one in [*named, *self._model.actions.values()]]:
            yield name, (_digest(self._body(rule, {}, by_name=True)), rule.site.span)
        for kind in self._model.kinds.values():
            for member in kind.actions.values():
                for body in {id(one): one for one in member.bodies if one is not None}.values():
                    yield f"{body.name} {body.site.rule}", (_digest(self._body(body, {}, by_name=True)), body.site.span)

    def _rule(self, rule: m.Value | m.Condition | m.Action) -> str:
        if rule not in self._digests:
            self._digests[rule] = _digest(self._body(rule, {}))
        return self._digests[rule]

    def _body(self, rule: m.Value | m.Condition | m.Action, variables: dict[m.Variable, int], by_name: bool = False) -> Any:
        params = [self._write(param, variables, by_name) for param in rule.params]
        match rule:
            case m.Value(cases=cases, modifiers=modifiers):
                inside: Any = (tuple(cases), tuple(modifiers))
            case m.Condition(requires=requires):
                inside = tuple(requires)
            case m.Action(body=inside):
                if rule.is_phase:
                    params.append(f"phase {rule.name}")
        return [params, self._write(inside, variables, by_name)]

    def _plain(self, part: Any) -> Any:
        return self._write(part, {}, False)

    def _write(self, part: Any, variables: dict[m.Variable, int], by_name: bool) -> Any:
        match part:
            case m.Variable():
                return ["variable", variables.setdefault(part, len(variables)), str(part.type)]
            case m.Value() | m.Condition() | m.Action():
                return ["rule", part.name if by_name else self._rule(part)]
            case m.MemberAction(bodies=bodies):
                versions = [None if one is None else one.site.rule if by_name else self._rule(one) for one in bodies]
                return ["version", part.name, part.kind.name, [] if by_name else versions]
            case m.Resource() | m.Kind() | m.Object():
                return [type(part).__name__, part.name]
            case m.State() | m.ListState() | m.Property() | m.Row():
                owner = getattr(part, "owner", None) or getattr(part, "kind", None)
                return [type(part).__name__, part.name, owner and owner.name]
            case m.Automaton():
                return ["seat", part.name]
            case tuple() | list():
                return [self._write(one, variables, by_name) for one in part]
            case None | bool() | int() | str():
                return part
        if is_dataclass(part):
            kept = [field.name for field in fields(part) if field.name not in _FOR_PEOPLE]
            return [type(part).__name__, *(self._write(getattr(part, name), variables, by_name) for name in kept)]
        raise TypeError(f"{part!r} is no part of a model")

    def _state(self, state: m.State) -> Any:
        return [str(state.type), [one.name for one in state.indices], state.initial, state.bounds, self._plain(state.audience)]

    def _list(self, list_: m.ListState) -> Any:
        return [list_.kind.name, list_.owner and list_.owner.name, self._plain(list_.audience)]


def _digest(written: Mapping[str, Any] | list[Any]) -> str:
    return hashlib.sha256(repr(written).encode()).hexdigest()
