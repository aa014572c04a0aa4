"""Find how things come into play: the objects, phases and actions that lead to a choice among things of their kind."""

from __future__ import annotations

from collections.abc import Iterator

from caylus import model as m
from caylus.model.walk import action_versions, list_actions, statements

from .names import object_titles
from .prose import Prose, Ref, join_list, line, lower_title


class Ways:
    """Of one ruleset."""

    def __init__(self, model: m.Model) -> None:
        self._model = model
        self._actions = list_actions(model)
        self._things = object_titles(model)
        self._chosen = {*self._things, *model.tables}
        self._callers: dict[m.Action, list[tuple[m.Action, m.Do | m.DoMember]]] = {}
        for action in self._actions:
            for statement in statements(action.body):
                match statement:
                    case m.Do(action=done):
                        self._callers.setdefault(done, []).append((action, statement))
                    case m.DoMember():
                        for done in action_versions(statement):
                            self._callers.setdefault(done, []).append((action, statement))

    def to(self, thing: m.Object) -> Iterator[Prose]:
        """Say that a thing comes into play, and through what; nothing of one that no rule brings."""
        through = self.ways_to(thing)
        if through:
            yield line("it comes into play through ", join_list([(ref,) for ref in through], ", ", " or "))

    def ways_to(self, thing: m.Object) -> list[Ref]:
        """The ways to a choice of it, or to a rule that puts it somewhere: objects, tables, phases, and ends."""
        found: dict[str, Ref] = {}
        for action in self._actions:
            for statement in statements(action.body):
                if isinstance(statement, m.Choose):
                    sources = [source for option in statement.options for source in option.sources]
                    found |= {ref.name: ref for source in sources for ref in self._offering(action, source, thing, frozenset())}
                elif isinstance(statement, m.Assign) and _is_thing(statement.value, thing):
                    ends = [*self._ends(action, frozenset())]
                    found |= {ref.name: ref for ref in [ref for ref in ends if ref.name in self._chosen] or ends}
        return list({ref.text: ref for ref in found.values()}.values())

    def to_action(self, action: m.Action) -> list[Ref]:
        """The ways to an action, unless it is one of those that nothing leads to but the course of the game."""
        found = {ref.text: ref for ref in self._ends(action, frozenset())}
        return [ref for ref in found.values() if ref.name != action.name]

    def _offering(self, action: m.Action, source: m.Expr, thing: m.Object, seen: frozenset[m.Action]) -> Iterator[Ref]:
        """The source of a choice that an action offers out of a list, which may be given to it."""
        match source:
            case m.AllOf(kind=kind) if thing.kind.is_subkind_of(kind):
                yield from self._ends(action, seen)
            case m.Local(variable=given) if given in action.params and action not in seen:
                for caller, statement in self._callers.get(action, ()):
                    argument = statement.arguments[action.params.index(given)]
                    yield from self._offering(caller, argument, thing, seen | {action})

    def _ends(self, action: m.Action, seen: frozenset[m.Action]) -> Iterator[Ref]:
        """The objects and phases, or else the actions, whose rules lead to an action."""
        name = action.site.rule
        if name in self._things:
            yield Ref(name, lower_title(self._things[name]))
        elif action.is_phase or action.table is not None or action not in self._callers:
            yield Ref(name, lower_title(action.site.title))
        elif action not in seen:
            for caller, _ in self._callers[action]:
                yield from self._ends(caller, seen | {action})


def _is_thing(value: m.Expr, thing: m.Object) -> bool:
    match value:
        case m.Const(value=number, type=m.Type(kind=kind)):
            return kind is not None and kind.root is thing.kind.root and number == thing.id
    return False
