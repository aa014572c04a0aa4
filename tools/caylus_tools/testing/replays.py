"""Scenarios of a base played under other rules: those alone whose outcome can differ from one that is remembered.

A scenario that held is remembered with digests of all parts of the rules that its outcome follows from: each statement that was
carried out, the actions these stand in, and whatever the scenario names. It holds again, unplayed, under rules that have all of
these parts. The argument:

- A statement does the same where its digest is the same. That covers all values, conditions, properties, scales and kinds that
  it looks at, and whatever those look at in turn. So it covers the options of a choice, for what may be chosen follows from the
  heads of the options.
- A statement inside another one, and an action that is called, stand there by their places alone: if they are carried out, they
  are noted themselves, and if they are not, it does not matter what they are. Only an action without statements leaves no trace,
  so a digest says which are empty. That of an action tells which statements it has, in their order.
- What every scenario depends on is a part of its own: the things on the table with their first values and bounds, the numbers of
  players, triggers, automata, and what decides who wins.
- A scenario that failed is never remembered, since its outcome may follow from a name that there was not.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import caylus
from caylus import model as m
from caylus.cache import Shelf
from caylus.codegen import Probe
from caylus.diagnostics import Span
from caylus.model.walk import STATEMENTS, list_actions, statements

from caylus_tools.common.files import TOOLS

from .scenarios import Result, Scenario, run

_HELD: Shelf[dict[str, list[str]]] = Shelf("held", lambda kept: json.dumps(kept).encode(), json.loads, made_by=(TOOLS,))
"""By the text of a file of scenarios: the digests of what each of them that held depends on."""


class Replays:
    """Plays scenarios under rules, but for those that hold because they held under rules that are alike to them."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        self._probe = Probe()
        self._rules = rules.with_probe(self._probe)
        self._parts = _Parts(rules.model)
        self._digests = self._parts.of_all.union(self._parts.by_name.values(), *self._parts.by_place.values())

    def run_file(self, text: str, scenarios: Iterable[Scenario]) -> list[Result]:
        """The results of scenarios of a file, which has that text."""
        digests_by_name = _HELD.get(text) or {}
        results, new_digests = [], {}
        for scenario in scenarios:
            if scenario.name in digests_by_name and self._digests.issuperset(digests_by_name[scenario.name]):
                results.append(Result(scenario.name, scenario.place, ()))
                continue
            result, needs = self.play(scenario)
            results.append(result)
            if result.is_passed:
                new_digests[scenario.name] = sorted(needs)
        if new_digests:
            _HELD.keep({**digests_by_name, **new_digests}, text)
        return results

    def play(self, scenario: Scenario) -> tuple[Result, set[str]]:
        """The result of a scenario, and the digests of what it depends on."""
        for counts in self._probe.counts:
            counts[:] = 0, 0
        result = run(self._rules, scenario, explains=False)
        points = (p for p, number in self._probe.points.items() if not p.is_condition and self._probe.counts[number][1])
        needs = self._parts.of_all.union(*(self._parts.by_place.get(point.span, ()) for point in points))
        return result, needs | {self._parts.by_name[word] for word in _words(scenario) if word in self._parts.by_name}


def _words(scenario: Scenario) -> set[str]:
    """The words of a scenario that may name something: single ones, and two together, as members of rows are called."""
    parts = [scenario.begin, scenario.setup, scenario.arguments, scenario.draws, scenario.given, scenario.when, scenario.then]
    words = re.findall(r"\w+", str(parts))
    return {*words, *map(" ".join, pairwise(words))}


_Named = m.Value | m.Condition | m.Property | m.Kind | m.MemberAction


class _Parts:
    """The digests of the parts of a model: of all scenarios, of objects and actions by name, and by place of the statements
    there, with the actions that these stand in.
    """

    def __init__(self, model: m.Model) -> None:
        self._contents: dict[_Named, str] = {}
        self.by_place: dict[Span, set[str]] = {}
        self.by_name: dict[str, str] = {}
        for kind in model.kinds.values():
            self.by_name.update((thing.name, _digest(self._text(thing))) for thing in kind.objects)
        for action in list_actions(model):
            own = _digest(f"{self._text(action)} {self._text(action.params)} {self._text(action.body)}")
            self.by_name.setdefault(action.name, own)
            for statement in statements(action.body):
                place = self.by_place.setdefault(statement.site.span, set())
                place |= {own, _digest(f"{statement.site.span} {self._fields(statement)}")}
        self.of_all = {_digest("\n".join(self._everywhere(model)))}

    def _text(self, part: Any) -> str:
        """A text that two parts have only if they do the same. Statements and actions are told by their places alone."""
        match part:
            case tuple() | list():
                return f"({','.join(map(self._text, part))})"
            case m.Const(value=value, type=type_):
                return self._value(type_, value)
            case m.Variable():
                return f"{part.name}:{self._text(part.type)}"
            case m.Type():
                return f"{part.base} {part.kind.name if part.kind else ''}"
            case m.AllOf():
                return self._content(part.kind)
            case m.Value() | m.Condition() | m.Property() | m.MemberAction():
                return self._content(part)
            case m.Action():
                return f"{part.name} of {part.site.rule}{'' if part.body else ', empty'}"
            case m.Object():
                row = part.row.name if part.row else ""
                return f"{part.name} {part.title} {part.kind.name} {part.copies} {row} {part.number}"
            case m.State() | m.ListState():
                return f"{part.owner.name if part.owner else ''}.{part.name}"
            case m.Resource() | m.Row() | m.Kind() | m.Automaton():
                return part.name
            case m.Option():  # what it asks and costs is seen by all who are offered it
                return f"{self._fields(part)} {[self._fields(x) for x in part.head]}"
            case m.Site():
                return part.title
            case None | str() | int():
                return repr(part)
        return str(part.site.span) if type(part) in STATEMENTS else self._fields(part)

    def _fields(self, part: Any) -> str:
        return f"{type(part).__name__}({','.join(self._text(getattr(part, name)) for name in part.__dataclass_fields__)})"

    def _value(self, type_: m.Type, value: Any) -> str:
        if type_.base == "object" and type_.kind is not None and 0 <= value < len(type_.kind.root.objects):
            return self._text(type_.kind.root.objects[value])
        return repr(value)

    def _content(self, definition: _Named) -> str:
        """The name of something that a statement looks at, and the digest of all that it is."""
        if definition not in self._contents:
            match definition:
                case m.Value():
                    content = self._text((definition.site, definition.params, definition.cases, definition.modifiers))
                case m.Condition():
                    content = self._text((definition.site, definition.params, definition.requires))
                case m.Kind():
                    content = self._text(definition.objects)
                case m.Property():
                    pairs = zip(definition.kind.root.objects, definition.values, strict=False)
                    values = [(self._text(x), self._value(definition.type, value)) for x, value in pairs if value]
                    content = f"{definition.title} {values}"
                case m.MemberAction():
                    own = zip(definition.kind.root.objects, definition.bodies, strict=False)
                    content = self._text([x for x, action in own if action is None or not action.body])
            self._contents[definition] = f"{definition.name} {_digest(content)}"
        return self._contents[definition]

    def _everywhere(self, model: m.Model) -> Iterator[str]:
        """The texts of all that every scenario depends on."""
        everything: list[Any] = [(model.fewest_players, model.most_players, model.start, model.score)]
        everything += [(x.object, x.plural, x.supply, x.least) for x in model.resources]
        everything += [(x.name, x.plural, x.called, x.parent) for x in model.kinds.values()]
        everything += [(x.name, x.members) for x in model.groups.values()]
        everything += [(x, x.title, x.kind, x.kind.root.objects[x.first : x.first + x.size]) for x in model.rows.values()]
        everything += [(x, x.title, x.type) for x in m.things(model)]
        everything += [(x.resources, x.action) for x in model.triggers]
        everything += [(x, x.title, x.from_last, x.takes) for x in model.automata]
        everything += [(x,) for x in (model.tie_break, model.team, model.may_win)]
        yield self._text(everything)
        for state in m.things(model):
            if isinstance(state, m.State):  # of all objects alike, however many there are, or of each
                values = [self._value(state.type, value) for value in state.initial]
                bounds = state.bounds if len(set(state.bounds)) > 1 else state.bounds[:1]
                yield f"{values if len(set(values)) > 1 else values[:1]} {state.indices and self._text(state.indices)} {bounds}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
