"""What each definition says, in words: of values their cases, of actions their steps, of objects all they have and do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from caylus import model as m

from caylus_tools.common.counting import player_range

from .attachments import Bends, own_body, own_requirements
from .describe import kinds_of, notable
from .expressions import Words, member
from .prose import Mark, Prose, Ref, Step, Steps, Unit, headed, in_one_line, joined, line, name_words
from .short_statements import picked
from .source_text import Texts
from .statements import Deeds

if TYPE_CHECKING:
    from caylus import Ruleset

_TYPES = {
    "flag": "yes or no", "payment": "a payment", "number": "a number", "resource": "a resource", "scale": "a row of numbers",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """`anchor` is the name of what the row is about."""

    anchor: str
    cells: tuple[Prose, ...]
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    head: tuple[str, ...]
    rows: tuple[Row, ...]


class Accounts:
    """Speaks of the definitions of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.model = rules.model
        self.texts = Texts(rules)
        self.bends = Bends(rules.model, self.texts)
        self.words = Words(rules.model)
        self._deeds = Deeds(self.words)
        roots = [kind for kind in rules.model.kinds.values() if kind.parent is None]
        self.objects = {thing.name: thing for kind in roots for thing in kind.objects if thing.row is None}
        self.resources = {resource.name: resource for resource in rules.model.resources}

    def of(self, path: str) -> Steps:
        """A definition, or a part of one as histories name it; empty for what this ruleset does not have."""
        name, _, part = path.partition(".")
        if name in self.objects:
            return self.object(self.objects[name], part)
        if name == "game":
            return (Step((self.players,)),) if part else self._deeds.steps(self.model.start.body)
        if name in self.model.actions:
            return self.action(self.model.actions[name], part)
        return tuple(self._small(name)) or self.bends.by(name, self.words)

    def title(self, name: str) -> str:
        """What a definition is called in running text."""
        if name in self.objects:
            return self.objects[name].title
        if name in self.resources:
            return self.resources[name].title
        if name in self.model.actions:
            return self.model.actions[name].site.title
        if name == "game":
            return self.model.title
        return next((site.title for site in self.bends.rules if site.rule == name), name_words(name))

    @property
    def players(self) -> str:
        return player_range(self.model.fewest_players, self.model.most_players)

    def _small(self, name: str) -> Iterator[Step]:
        model = self.model
        if name in model.values:
            yield from self.value(model.values[name])
        elif name in model.conditions:
            yield from (self._deeds.required(x.condition, x.reason) for x in own_requirements(model.conditions[name]))
        elif name in model.constants:
            yield Step(self.words.noun(model.constants[name]))
        elif name in model.scales:
            yield Step((scale_words(model.scales[name].start, model.scales[name].numbers),))
        elif name in model.groups:
            yield Step(joined([(Unit(resource),) for resource in model.groups[name].members]))
        elif name in self.resources:
            yield Step(self.resource(self.resources[name]))
        elif name in model.states:
            yield Step((state_words(model.states[name]),))
        elif name in model.lists:
            yield Step(line("a list of ", _kinds(model.lists[name].kind)))
        elif name in model.rows:
            row = model.rows[name]
            yield Step(line(f"{row.size} ", _kinds(row.kind) if row.size > 1 else Ref(row.kind.name, name_words(row.kind.name))))
        elif name in model.kinds:
            kind = model.kinds[name]
            yield Step(line("a kind of ", Ref(kind.parent.name, name_words(kind.parent.name)) if kind.parent else "its own"))

    def value(self, value: m.Value) -> Iterator[Step]:
        for condition, result in value.cases:
            is_question = value.type == m.FLAG and not isinstance(result, m.Const)
            told = self.words.holds(result) if is_question else self.words.noun(result)
            if condition is not None:
                yield Step(line(told, " — if ", self.words.holds(condition)))
            else:
                yield Step(line(told, " — otherwise" if len(value.cases) > 1 else ""))

    def action(self, action: m.Action, part: str = "") -> Steps:
        """What it does by itself; a part is one of its options, a row of a table, or a place in a sequence."""
        word = self.texts.word(action.name)
        if word == "table":
            grid = self.table(action)
            chosen = [row for row in grid.rows if not part or row.anchor == part]
            return tuple(headed(row.cells[0], (Step(joined(row.cells[1:], "; ")),)) for row in chosen)
        if word == "sequence":
            does = [x.action for x in own_body(action) if isinstance(x, m.Do)]
            return tuple(Step((Ref(x.name, x.site.title),)) for x in does)
        if not part:
            return self._deeds.steps(own_body(action))
        return tuple(self._deeds.option(option) for option in _options(action.body) if option.name == part)

    def table(self, action: m.Action) -> Grid:
        """The cells of a table by its rows and columns."""
        *_, column = action.params
        rows = []
        for chosen, then in picked(own_body(action)):
            cells = [in_one_line(self._deeds.steps(cell)) or ("nothing",) for _, cell in picked(then)]
            assert chosen.type.kind is not None
            thing = chosen.type.kind.root.objects[chosen.value]
            rows.append(Row(thing.name, (self.words.thing(thing), *cells)))
        width = max((len(row.cells) for row in rows), default=1)
        return Grid(("", *(f"{name_words(column.name)} {number}" for number in range(1, width))), tuple(rows))

    def object(self, thing: m.Object, part: str = "") -> Steps:
        """All that an object has, does and bends, or the one part of it."""
        if part in ("title", "see"):
            return (Step((getattr(thing, part) or "none",)),)
        if part == "rules":
            return self.bends.by(thing.name, Words(self.model, thing))
        if not part:
            has = (Step(line(member(fixed), " ", self.property(fixed, thing))) for fixed in notable(thing))
            return (*has, *self.doings(thing))
        fields = (fixed for kind in kinds_of(thing) for fixed in kind.properties.values() if fixed.name == part)
        bodies = (body.body for action, body in self.deeds(thing) if action.name == part)
        deeds = Deeds(Words(self.model, thing))
        return (*(Step(self.property(fixed, thing)) for fixed in fields), *(x for body in bodies for x in deeds.steps(body)))

    def doings(self, thing: m.Object) -> Steps:
        """What an object does, and what it bends elsewhere."""
        words = Words(self.model, thing)
        does = (headed((member(action),), Deeds(words).steps(body.body)) for action, body in self.deeds(thing))
        return (*does, *self.bends.by(thing.name, words))

    def deeds(self, thing: m.Object) -> Iterator[tuple[m.MemberAction, m.Action]]:
        """The actions that an object has a version of its own of."""
        for kind in kinds_of(thing):
            for action in kind.actions.values():
                body = action.bodies[thing.id]
                if body is not None and self.texts.is_written_in(body.site.span, thing.name):
                    yield action, body

    def property(self, fixed: m.Property, thing: m.Object) -> Prose:
        value: Any = fixed.values[thing.id]
        if fixed.type.base == "payment":
            return self.words.payment(value)
        if fixed.type.base == "scale":
            return (scale_words(*value),)
        if fixed.type.base == "resource":
            return (Unit(self.model.resources[value]),)
        return self.words.noun(m.Const(int(value), fixed.type))

    def resource(self, resource: m.Resource) -> Prose:
        hidden = "hidden from the other players" if resource.hidden else ""
        supply = line("taken from ", Unit(resource.supply), " and returned to it") if resource.supply else ()
        return line(hidden, "; " if hidden and supply else "", supply) or ("open, without limit",)


def scale_words(start: int, numbers: tuple[int, ...]) -> str:
    return f"{', '.join(map(str, numbers))} (from {start} on)"


def state_words(state: m.State | m.Property) -> str:
    """What a state or a property can be."""
    kind = state.type.kind
    words = f"one of the {name_words(kind.plural)}" if kind is not None else _TYPES[state.type.base]
    if isinstance(state, m.State) and state.index is not None:
        words += f" for each {name_words(state.index.name)}"
    if isinstance(state, m.State) and state.type == m.NUMBER and len(set(state.initial)) == 1 and state.initial[0]:
        words += f", {state.initial[0]} at the start"
    return words


def _kinds(kind: m.Kind) -> Ref:
    return Ref(kind.name, name_words(kind.plural))


def _options(body: m.Body) -> Iterator[m.Option]:
    for statement in body:
        match statement:
            case m.Choose(options=options, otherwise=otherwise):
                yield from options
                yield from (inner for option in options for inner in _options(option.body))
                yield from _options(otherwise)
            case m.ForEach(body=inner_body) | m.Repeat(body=inner_body):
                yield from _options(inner_body)
            case m.If(then=then, otherwise=otherwise):
                yield from _options(then)
                yield from _options(otherwise)
