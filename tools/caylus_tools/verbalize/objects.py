"""The objects of a ruleset in words: all that one has, does and bends elsewhere, or in one line what matters to a player."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.diagnostics import as_words

from .active_side import ActiveSides
from .attachments import Attachments, in_brief
from .audiences import OPEN, terms
from .expressions import Expressions
from .names import ref
from .prose import Prose, Step, Steps, headed, joined, line, plain
from .source_text import SourceText
from .statements import Statements
from .unweave import rows

if TYPE_CHECKING:
    from caylus import Ruleset

_ZEROS = {"number": 0, "flag": False, "payment": ((),), "scale": (0, (0,)), "object": -1}


class Objects:
    """Tells the objects of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.model = rules.model
        self._rules = rules
        self._expressions = Expressions(rules.model)
        self._objects = {thing.name: thing for kind in rules.model.kinds.values() for thing in kind.root.objects}

    @cached_property
    def source(self) -> SourceText:
        return SourceText(self._rules)

    @cached_property
    def attachments(self) -> Attachments:
        return Attachments(self.model, self.source)

    @cached_property
    def _tables(self) -> list[m.Action]:
        return [action for action in self.model.actions.values() if self.source.word(action.name) == "table"]

    @cached_property
    def _sides(self) -> ActiveSides:
        return ActiveSides(self._rules)

    def all(self) -> Iterable[m.Object]:
        return self._objects.values()

    def get(self, name: str) -> m.Object | None:
        return self._objects.get(name)

    def property(self, fixed: m.Property, thing: m.Object) -> Prose:
        return self._expressions.value(fixed.values[thing.id], fixed.type)

    # ---- in full

    def steps(self, thing: m.Object, part: str = "") -> Steps:
        """All that an object has, does and bends, or the one part of it."""
        if part in ("title", "see", "about"):
            return (Step((getattr(thing, part) or "none",)),)
        if part in ("hidden", "from"):
            return tuple(Step(terms(resource) or OPEN) for resource in self._resources(thing))
        if part == "rules":
            return self.attachments.steps(thing.name, Expressions(self.model, thing))
        if not part:
            about = (Step((thing.about,)),) if thing.about else ()
            copies = (Step((f"{thing.copies} of them",)),) if thing.copies > 1 else ()
            held = (Step(said) for resource in self._resources(thing) if (said := terms(resource)))
            has = (Step(line(ref(fixed), " ", self.property(fixed, thing))) for fixed in notable(thing))
            return (*about, *copies, *held, *has, *self.doings(thing))
        fields = (fixed for kind in kinds_of(thing) for fixed in kind.properties.values() if fixed.name == part)
        bodies = (body.body for action, body in self.own_actions(thing) if action.name == part)
        statements = Statements(Expressions(self.model, thing))
        return (*(Step(self.property(fixed, thing)) for fixed in fields), *(x for body in bodies for x in statements.steps(body)))

    def doings(self, thing: m.Object) -> Steps:
        """What an object does, and what it bends elsewhere."""
        x = Expressions(self.model, thing)
        does = (headed((ref(action),), Statements(x).steps(body.body)) for action, body in self.own_actions(thing))
        return (*does, *self.attachments.steps(thing.name, x))

    def _resources(self, thing: m.Object) -> list[m.Resource]:
        """The resource that a thing is, if it is one."""
        return [resource for resource in self.model.resources if resource.object is thing]

    def own_actions(self, thing: m.Object) -> Iterator[tuple[m.MemberAction, m.Action]]:
        """The actions that an object has a version of its own of."""
        for kind in kinds_of(thing):
            for action in kind.actions.values():
                body = action.bodies[thing.id]
                if body is not None and self.source.is_written_in(body.site.span, thing.name):
                    yield action, body

    # ---- in brief

    def summary(self, name: str) -> str:
        """What an object is about, what its own actions do, what it bends and forbids elsewhere, its `notable` properties."""
        thing = self._objects.get(name)
        return plain(joined(self._brief(thing), "; ")) if thing else ""

    def hint(self, name: str, view: Mapping[str, Any], but: str = "") -> str:
        """What matters to whoever may choose a thing, `but` for what these words say already.

        Of what stands on a space it is what the side that is up does; what it cost and asked for is past.
        """
        thing = self._objects.get(name)
        if thing is None:
            return ""
        stands = self._objects[self.stands_on(name, view)]
        if stands is thing or thing.row is None:
            return plain(joined(self._brief(thing, but), "; "))
        down = self._sides.down(_space(thing.row, thing, view))
        does = [*self._does(stands, down), *self.bends(stands, restrictions=False)]
        return plain(joined(does or self._has(stands, but), "; "))

    def stands_on(self, name: str, view: Mapping[str, Any]) -> str:
        """What a member of a row is called after, where its kind says so and it is seen to hold it; otherwise the name itself."""
        thing = self._objects.get(name)
        if thing is None or thing.row is None or thing.kind.root.called is None:
            return name
        held = _space(thing.row, thing, view).get(thing.kind.root.called)
        return held if isinstance(held, str) else name

    def bends(self, thing: m.Object, restrictions: bool = True) -> Iterator[Prose]:
        """What it does around actions and changes of values, then what it forbids, both in the order of the text."""
        statements = Statements(Expressions(self.model, thing))
        for attachment in sorted(self.attachments.by(thing.name), key=lambda attachment: bool(attachment.requires)):
            if (restrictions or not attachment.requires) and (bent := in_brief(attachment, statements)):
                yield bent

    def _brief(self, thing: m.Object, but: str = "") -> Iterator[Prose]:
        if thing.about:
            yield (thing.about,)
        yield from self._does(thing)
        yield from self.bends(thing)
        statements = Statements(Expressions(self.model, thing))
        yield from (_row(table, cells, statements) for table in self._tables for of, cells in rows(table) if of is thing)
        yield from self._has(thing, but)

    def _has(self, thing: m.Object, but: str) -> Iterator[Prose]:
        for fixed in notable(thing):
            value: Any = fixed.values[thing.id]
            ways = [plain(self._expressions.payment((way,))) for way in value] if fixed.type.base == "payment" else []
            if not any(way in but for way in ways):
                yield line(f"{as_words(fixed.name)} ", self.property(fixed, thing))

    def _does(self, thing: m.Object, down: Container[str] = ()) -> Iterator[Prose]:
        """What its own actions do; by their names where they do several things."""
        statements = Statements(Expressions(self.model, thing))
        names: dict[Prose, str] = {}
        for kind in kinds_of(thing):
            for action in kind.actions.values():
                body = action.bodies[thing.id]
                does = statements.brief(body.body) if body and action.name not in down else ()
                if does:
                    names.setdefault(does, as_words(action.name))
        yield from (line(f"{name}: ", does) if len(names) > 1 else does for does, name in names.items())


def _row(table: m.Action, cells: list[m.Body], statements: Statements) -> Prose:
    made = (line(f"{number}: ", statements.brief(cell) or ("nothing",)) for number, cell in enumerate(cells, 1))
    return line(f"{as_words(table.params[-1].name)} ", joined(made))


def _space(row: m.Row, member: m.Object, view: Mapping[str, Any]) -> Mapping[str, Any]:
    space: Mapping[str, Any] = view["rows"][row.name][member.number - 1]
    return space


def has(thing: m.Object, fixed: m.Property) -> bool:
    """Whether a property is more than zero, none or nothing."""
    return fixed.values[thing.id] != _ZEROS.get(fixed.type.base)


def notable(thing: m.Object) -> Iterator[m.Property]:
    """The properties that say something of it: those it has, numbers that most others of the kind share left out."""
    for kind in kinds_of(thing):
        for fixed in kind.properties.values():
            alike = sum(fixed.values[other.id] == fixed.values[thing.id] for other in kind.objects)
            is_usual = fixed.type.base in ("number", "flag") and len(kind.objects) > 3 and 2 * alike > len(kind.objects)
            if has(thing, fixed) and not is_usual:
                yield fixed


def kinds_of(thing: m.Object) -> list[m.Kind]:
    """The object's kind and those above it, the uppermost first."""
    kinds = [thing.kind]
    while (parent := kinds[0].parent) is not None:
        kinds.insert(0, parent)
    return kinds
