"""Describe each definition: of values their cases, of actions their steps, of objects all they have and do.

`Telling` and its like find the rules that others need, and those that no rule goes by: what only bots and screens ask for.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import cached_property
from typing import Any

import caylus
from caylus import model as m
from caylus.diagnostics import as_words
from caylus.model import walk
from caylus.model.access import access, rule_parts
from caylus.model.walk import every_statement, parts
from caylus.records import Record

from caylus_tools.common.english import player_range

from . import prose
from .expressions import Expressions, is_constant, is_player
from .names import make_reference, plural, ref, title_of
from .objects import Objects
from .phrases import Phrases
from .source_text import own_body, own_requirements, rows
from .statements import Statements, describe_action

Definition = m.Action | m.Value | m.Condition


class Telling:
    """Tells each definition once; what is in `reserved` has a place of its own and is not told on the way to it."""

    def __init__(self, reserved_names: Container[str]) -> None:
        self._reserved = reserved_names
        self._told: set[str] = set()

    def collect_names(self, *definitions: Definition) -> Iterator[str]:
        """The names of definitions, and of whatever is needed to follow them and has not been told yet."""
        waiting = [definition for definition in reversed(definitions) if definition.name not in self._told]
        definition_names = {definition.name for definition in definitions}
        while waiting:
            definition = waiting.pop()
            name = definition.name
            if name not in self._told and (name in definition_names or name not in self._reserved):
                self._told.add(name)
                yield name
                waiting += reversed(list(_used_definitions(definition)))


def find_program_names(model: m.Model) -> set[str]:
    """The values and conditions that no rule goes by: what bots and screens ask for, and what only that goes by."""
    waiting: list[Any] = [*every_statement(model), *(parts(automaton.takes) for automaton in model.automata)]
    waiting += model.deciding_values
    used_parts: set[Any] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, m.Value | m.Condition):
            if part not in used_parts:
                used_parts.add(part)
                waiting += parts(*rule_parts(part))
            continue
        for inner in parts(part):
            waiting += [call.named for call in access(inner).calls if isinstance(call.named, m.Value | m.Condition)]
    definitions = {**model.values, **model.conditions}
    return {name for name, definition in definitions.items() if definition not in used_parts}


def _used_definitions(definition: Definition) -> Iterator[Definition]:
    match definition:
        case m.Action():
            return _find_definitions(own_body(definition))
        case m.Value(cases=cases):
            return _find_definitions(cases)
        case m.Condition():
            return _find_definitions(own_requirements(definition))


def _find_definitions(*nodes: object) -> Iterator[Definition]:
    """The definitions that some parts of rules do or ask, in the order of the text."""
    for part in parts(*map(_as_tuple, nodes)):
        match part:
            case m.Do(action=action, as_before=True):
                yield from _find_definitions(action.body)
            case m.Do(action=definition) | m.CallValue(value=definition) | m.CallCondition(condition=definition):
                yield definition


def _as_tuple(node: object) -> object:
    """Lists as tuples, in which parts are looked for."""
    return tuple(map(_as_tuple, node)) if isinstance(node, (list, tuple)) else node


_TYPES = {
    "flag": "yes or no", "payment": "a payment", "number": "a number", "resource": "a resource", "scale": "a row of numbers",
}  # fmt: skip


class Row(Record):
    """`anchor` is the name of what the row is about."""

    anchor: str
    cells: tuple[prose.Prose, ...]
    mark: prose.Mark | None = None


class Grid(Record):
    head: tuple[str, ...]
    rows: tuple[Row, ...]


class Definitions:
    """Tells the definitions of one ruleset."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        self.model = rules.model
        self.objects = Objects(rules)
        self.source = self.objects.source
        self.attachments = self.objects.attachments
        self._x = Expressions(rules.model, marks=self.objects.marks)
        self._statements = Statements(self._x)
        roots = [kind for kind in rules.model.kinds.values() if kind.parent is None]
        self.things = {thing.name: thing for kind in roots for thing in kind.objects if thing.is_named}
        self.resources = {resource.name: resource for resource in rules.model.resources}
        self.paragraphs = self.objects.paragraphs
        self.seats = {automaton.name: automaton for automaton in rules.model.automata}

    @cached_property
    def program_names(self) -> frozenset[str]:
        """The values and conditions that no rule goes by, and the rules that change nothing else."""
        names = find_program_names(self.model)
        targets = {rule: self.attachments.list_targets(rule) for rule in self.model.rules}
        return frozenset({*names, *(rule for rule, names_changed in targets.items() if names_changed and names_changed <= names)})

    def describe(self, path: str) -> prose.Steps:
        """A definition, or a part of one as histories name it; empty for what this ruleset does not have."""
        name, _, part = path.partition(".")
        if name in self.things:
            return self.objects.steps(self.things[name], part)
        if part and name in self.model.kinds:
            return (prose.Step(words),) if (words := self.field(path)) else ()
        if name == "game":
            return (prose.Step((self.players,)),) if part else self._statements.steps(self.model.start.body)
        if name in self.model.actions:
            return self.action(self.model.actions[name], part)
        return tuple(self._small(name)) or self.attachments.steps(name, self._x)

    def describe_in_full(self, name: str) -> prose.Steps:
        """A definition with the questions that it asks, and what it says."""
        action = self.model.start if name == "game" else self.model.actions.get(name)
        body = own_body(action) if action is not None else ()
        prompts = [choose.prompt for choose in walk.statements(body) if isinstance(choose, m.Choose) and choose.prompt]
        asks = (prose.line("asks: ", prose.Quote(prose.render_words(prompt, self._x.describe_name))) for prompt in prompts)
        texts = (statement.text for statement in walk.statements(body) if isinstance(statement, m.Say))
        says = (prose.line("says: ", prose.Quote(prose.render_words(text, self._x.describe_name))) for text in texts)
        return (*self.describe(name), *map(prose.Step, asks), *map(prose.Step, says))

    def site(self, name: str) -> m.Site | None:
        """The site of a rule; None for what is no rule."""
        model = self.model
        definition = model.actions.get(name) or model.values.get(name) or model.conditions.get(name)
        return definition.site if definition is not None else model.rules.get(name)

    def field(self, path: str) -> prose.Prose:
        """The possible content of something that the objects of a kind, or the players, have; empty for what they lack."""
        owner, _, name = path.partition(".")
        kind = self.model.kinds[owner]
        field = kind.states.get(name) or kind.properties.get(name) or kind.lists.get(name) or kind.rows.get(name)
        return describe_field(field) if field is not None else ()

    def title(self, name: str) -> str:
        """The title of a definition in running text."""
        return title_of(name, self.model)

    def amount_word(self, name: str, number: int) -> str:
        """The word for so much of a resource, or of what a state of the players counts."""
        if name in self.resources:
            return prose.title(self.resources[name], number)
        return title_of(f"player.{name}", self.model)

    def about(self, site: m.Site) -> prose.Prose:
        """The text of a definition about itself; empty for one that has none."""
        return describe_action(self.model.abouts.get(site.span, ()), self._x)

    def label(self, thing: m.Object) -> str:
        """The title of an object, and its name as well where others have the same title."""
        return prose.plain(self._x.thing(thing))

    @property
    def players(self) -> str:
        return player_range(self.model.fewest_players, self.model.most_players, (seat.title for seat in self.seats.values()))

    @property
    def outcome(self) -> tuple[str, ...]:
        """The special rules about who wins; nothing where whoever has the highest score does."""
        says = {
            "teams win together": self.model.team,
            "a tie-break decides between equal scores": self.model.tie_break,
            "everybody can lose": self.model.may_win,
        }
        return tuple(words for words, value in says.items() if value is not None)

    def _small(self, name: str) -> Iterator[prose.Step]:
        model = self.model
        if name in model.values:
            yield from self.value(model.values[name])
        elif name in model.conditions:
            yield from (
                self._statements.describe_requirement(x.condition, x.reason) for x in own_requirements(model.conditions[name])
            )
        elif name in model.constants:
            yield prose.Step(self._x.noun(model.constants[name]))
        elif name in model.scales:
            scale = model.scales[name]
            yield prose.Step(prose.line(self._describe_index(scale), self._x.value((scale.start, scale.numbers), scale.type)))
        elif name in model.groups:
            yield prose.Step(prose.join_list([(prose.Unit(resource),) for resource in model.groups[name].members]))
        elif name in self.resources:
            yield prose.Step(prose.terms(self.resources[name]) or prose.OPEN)
        elif name in self.seats:
            yield from (self._describe_automaton(takes) for takes in self.seats[name].takes)
        elif field := model.states.get(name) or model.lists.get(name) or model.rows.get(name):
            yield prose.Step(describe_field(field))
        elif name in model.kinds:
            kind = model.kinds[name]
            if kind.parent is not None:
                yield prose.Step(prose.line("a kind of ", ref(kind.parent)))

    def _describe_index(self, scale: m.ConstScale) -> prose.Prose:
        """The words for what a number of a scale is looked up by, with a colon; empty where the rules look up none."""
        cases = (case for value in self.model.values.values() for case in value.cases)
        for part in walk.parts(*cases, *walk.every_statement(self.model)):
            if isinstance(part, m.ScaleItem) and part.scale is scale:
                title = part.index.variable.title if isinstance(part.index, m.Local) else None
                return prose.line("by ", title or self._x.noun(part.index), ": ")
        return ()

    def value(self, value: m.Value) -> Iterator[prose.Step]:
        if value is self.model.team:
            if is_constant(value):
                yield prose.Step(("all players are one team: they win together, or lose together",))
                return
            yield prose.Step(("players for whom this is the same are a team, and win together",))
        for condition, result in value.cases:
            is_question = value.type == m.FLAG and not isinstance(result, m.Const)
            answer = self._x.holds(result) if is_question else self._x.noun(result)
            if value is self.model.may_win and is_question:
                answer = prose.line("a player can win only if ", answer)
            if condition is not None:
                yield prose.Step(prose.line(answer, " if ", self._x.holds(condition)))
            else:
                yield prose.Step(prose.line("otherwise " if len(value.cases) > 1 else "", answer))

    def action(self, action: m.Action, part: str = "") -> prose.Steps:
        """The steps of an action by itself; a part is one of its options, a row of a table, or a place in a sequence."""
        word = self.source.word(action.name)
        if word == "table":
            grid = self.table(action)
            rows = [row for row in grid.rows if not part or row.anchor == part]
            return tuple(prose.make_step(row.cells[0], (prose.Step(prose.join_list(row.cells[1:], "; ")),)) for row in rows)
        if word == "sequence":
            does = [x.action for x in own_body(action) if isinstance(x, m.Do)]
            return tuple(prose.Step((make_reference(x),)) for x in does)
        if not part:
            return self._statements.steps(own_body(action))
        return tuple(self._statements.option(option) for option in _options(own_body(action)) if option.name == part)

    def table(self, action: m.Action) -> Grid:
        """The cells of a table by its rows and columns."""
        table_rows = []
        phrases = Phrases(Expressions(self.model, None, is_player))
        titles = [thing.title for thing, _ in rows(action)]
        for thing, cells in rows(action):
            texts = (phrases.describe_body(cell) or ("nothing",) for cell in cells)
            title = self._x.thing(thing) if titles.count(thing.title) > 1 else (prose.Ref(thing.name, thing.title),)
            table_rows.append(Row(thing.name, (title, *texts)))
        width = max((len(row.cells) for row in table_rows), default=1)
        return Grid(("", *(f"{as_words(action.params[-1].name)} {number}" for number in range(1, width))), tuple(table_rows))

    def _describe_automaton(self, takes: m.Takes) -> prose.Step:
        """Describe in one line what a seat that rules play takes."""
        within = prose.line(" in ", prose.Ref(takes.within.rule, takes.within.title)) if takes.within is not None else ()
        where = prose.line(", where ", self._x.holds(takes.where)) if takes.where is not None else ()
        most = "fewest" if takes.fewest else "most"
        by = prose.line(f", the one with the {most}, by ", self._x.noun(takes.by)) if takes.by is not None else ()
        return prose.Step(prose.line("takes ", prose.Quote(self._describe_option(takes)), within, where, by))

    def _describe_option(self, takes: m.Takes) -> prose.Prose:
        """The words of the options that a seat takes; their name where these differ, or depend on the game."""
        actions = [action for action in walk.list_actions(self.model) if takes.within is None or takes.within.rule == action.name]
        texts = {option.text for action in actions for option in _options(action.body) if option.name == takes.option}
        text = texts.pop() if len(texts) == 1 else ()
        is_clear = text and all(isinstance(part, (str, m.Local)) for part in text)
        return describe_action(text, self._x) if is_clear else (as_words(takes.option),)


def describe_field(field: m.State | m.Property | m.ListState | m.Row) -> prose.Prose:
    """The words for what something on the table, or of a player or an object, can be."""
    match field:
        case m.ListState(kind=kind, audience=audience):
            hidden = prose.describe_audience(audience)
            return prose.line("a list of ", plural(kind), f", {hidden}" if hidden else "")
        case m.Row(size=size, kind=kind):
            return prose.line(f"{size} ", plural(kind) if size > 1 else ref(kind))
    return (state_words(field),)


def state_words(state: m.State | m.Property) -> str:
    """The words for the possible values of a state or a property."""
    kind = state.type.kind
    one = "a player" if kind is not None and kind.is_player else f"one of the {as_words(kind.plural)}" if kind is not None else ""
    words = one or _TYPES[state.type.base]
    if isinstance(state, m.State) and state.bounds:
        lows, highs = zip(*state.bounds, strict=True)
        words += f" from {min(lows)} to {max(highs)}{', or less far' if len(set(state.bounds)) > 1 else ''}"
    if isinstance(state, m.State) and state.indices:
        words += f" for {' and '.join(f'each {as_words(index.name)}' for index in state.indices)}"
    if isinstance(state, m.State) and state.type == m.NUMBER and len(set(state.initial)) == 1 and state.initial[0]:
        words += f", {state.initial[0]} at the start"
    hidden = prose.describe_audience(state.audience) if isinstance(state, m.State) else ""
    return f"{words}, {hidden}" if hidden else words


def _options(body: m.Body) -> Iterator[m.Option]:
    return (option for statement in walk.statements(body) if isinstance(statement, m.Choose) for option in statement.options)
