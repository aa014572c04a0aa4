"""The objects of a ruleset in words: all that one has, does and bends elsewhere, or in one line what matters to a player."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.model.walk import list_actions, parts

from .active_side import ActiveSides
from .attachments import Attachments
from .audiences import OPEN, terms
from .decompose_model import rows
from .disambiguation import marks
from .expressions import Expressions, is_player
from .modifier_text import Bending
from .names import find_title, ref
from .paragraphs import Paragraphs
from .phrases import Phrases
from .prose import Prose, Step, Steps, join_list, line, make_sentences, make_step, plain
from .reachable_rules import Uses
from .source_text import SourceText
from .statements import Statements

if TYPE_CHECKING:
    from caylus import Ruleset

_ZEROS = {"number": 0, "flag": False, "payment": ((),), "scale": (0, (0,)), "object": -1}


class Objects:
    """Tells the objects of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.model = rules.model
        self._rules = rules
        self._expressions = Expressions(rules.model, marks=self.marks)
        self.paragraphs = Paragraphs(rules.model, self._expressions)
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
    def marks(self) -> dict[str, str]:
        """The words that tell things of one title apart."""
        return marks(self.model)

    @cached_property
    def _uses(self) -> Uses:
        return Uses.from_model(self.model)

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
        fields = (fixed for kind in kind_chain(thing) for fixed in kind.properties.values() if fixed.name == part)
        bodies = (body.body for action, body in self.own_actions(thing) if action.name == part)
        statements = Statements(Expressions(self.model, thing))
        return (*(Step(self.property(fixed, thing)) for fixed in fields), *(x for body in bodies for x in statements.steps(body)))

    def doings(self, thing: m.Object) -> Steps:
        """The actions of an object, and its changes elsewhere."""
        x = Expressions(self.model, thing)
        does = (make_step((ref(action),), Statements(x).steps(body.body)) for action, body in self.own_actions(thing))
        return (*does, *self.attachments.steps(thing.name, x))

    def _resources(self, thing: m.Object) -> list[m.Resource]:
        """The resource that a thing is, if it is one."""
        return [resource for resource in self.model.resources if resource.object is thing]

    def own_actions(self, thing: m.Object) -> Iterator[tuple[m.MemberAction, m.Action]]:
        """The actions that an object has a version of its own of."""
        for kind in kind_chain(thing):
            for action in kind.actions.values():
                body = action.bodies[thing.id]
                if body is not None and self.source.has_author_text(body.site.span, thing.name):
                    yield action, body

    # ---- in sentences

    def summary(self, name: str) -> str:
        """Whole sentences: what an object is about, or does, bends and forbids elsewhere; its `notable` properties."""
        thing = self._objects.get(name)
        return make_sentences(self.sentences(thing)) if thing else ""

    def hint(self, name: str, view: Mapping[str, Any], but: str = "") -> str:
        """The facts that matter to whoever may choose a thing, `but` for a price that these words say already.

        Of what stands on a space it is what the side that is up does; what it cost and asked for is past.
        """
        thing = self._objects.get(name)
        if thing is None:
            return ""
        stands = self._objects[self.stands_on(name, view)]
        if stands is thing or thing.row is None:
            return make_sentences(self.sentences(thing, but))
        does = [*self.does(stands, self.sides_down(name, view)), *self.bends(stands, bans=False)]
        told = self._told(stands) or does
        return make_sentences(told or self.has(stands, is_built=True))

    def stands_on(self, name: str, view: Mapping[str, Any]) -> str:
        """The thing that a member of a row is named after, where its kind says so and it is seen to hold it; otherwise the name
        itself.
        """
        thing = self._objects.get(name)
        if thing is None or thing.row is None or thing.kind.root.called is None:
            return name
        held = _space(thing.row, thing, view).get(thing.kind.root.called)
        return held if isinstance(held, str) else name

    def sides_down(self, name: str, view: Mapping[str, Any]) -> Container[str]:
        """The actions that what stands on a space of a view does not do, because it does others instead."""
        thing = self._objects.get(name)
        return self._sides.down(_space(thing.row, thing, view)) if thing and thing.row else ()

    def bodies(self, thing: m.Object, down: Container[str] = ()) -> Iterator[tuple[m.MemberAction, m.Body]]:
        """The bodies of its actions, but for those of a side that is `down`."""
        for kind in kind_chain(thing):
            for action in kind.actions.values():
                body = action.bodies[thing.id]
                if body is not None and action.name not in down:
                    yield action, body.body

    def sentences(self, thing: m.Object, but: str = "") -> Iterator[Prose]:
        """All that matters of it in play."""
        yield from self.powers(thing)
        yield from self.has(thing, but)
        if thing.copies > 1:
            yield (f"there are {thing.copies} of them",)

    def powers(self, thing: m.Object) -> Iterator[Prose]:
        """The effects of an object, without its properties."""
        if told := self._told(thing):
            yield from told
        else:
            yield from self.does(thing)
            yield from self.bends(thing)
            for table in self._tables:
                yield from (told for of, cells in rows(table) if of is thing for told in self._row(table, cells, thing))

    def _told(self, thing: m.Object) -> tuple[Prose, ...]:
        """What the rules say of an object in words: the short text in its braces, or the paragraph above it."""
        return ((thing.about,),) if thing.about else self.paragraphs.sentences(thing.name)

    def does(self, thing: m.Object, down: Container[str] = ()) -> Iterator[Prose]:
        """The effects of its own actions, but for those of a side that is `down`; when, where it does several things."""
        phrases = Phrases(Expressions(self.model, thing, is_player))
        done: dict[Prose, m.MemberAction] = {}
        for action, body in self.bodies(thing, down):
            if does := phrases.describe_body(body):
                done.setdefault(does, action)
        for does, action in done.items():
            if len(done) == 1 or self._sides.is_usual(action.name):
                yield does
            elif (condition := self._sides.condition(action.name)) is not None:
                when = phrases.expressions.holds(condition)
                yield line(as_words(action.name), ", as long as ", when, ": ", does)
            else:
                yield line(ref(action), ": ", does)

    def bends(self, thing: m.Object, bans: bool = True) -> Iterator[Prose]:
        """The attachments of an object to actions and values, then what it forbids, both in the order of the text."""
        bending = Bending(self.model, thing)
        for attachment in sorted(self.attachments.attachments_by(thing.name), key=lambda attachment: attachment.word == "forbid"):
            if (bans or attachment.word != "forbid") and self._is_in_play(attachment.target.name):
                yield from bending.describe(attachment)

    def has(self, thing: m.Object, but: str = "", is_built: bool = False) -> Iterator[Prose]:
        """Its `notable` properties, but for a price that these words say already, or that is past since it `is_built`."""
        for fixed in self.notable(thing):
            value: Any = fixed.values[thing.id]
            is_said = fixed.type.base == "payment" and any(self._render_price(way) in but for way in value)
            if not is_said and not (is_built and fixed in self.prices):
                yield self.telling(fixed, thing)

    def notable(self, thing: m.Object) -> Iterator[m.Property]:
        """Its `notable` properties, but for those that only the setup goes by."""
        return (fixed for fixed in notable(thing) if fixed not in self._uses.in_setup)

    def _render_price(self, way: m.Amounts) -> str:
        """An amount as the options of a game say it."""
        return plain(join_list((self._expressions.payment((((resource, number),),)) for resource, number in way), " + "))

    def cost(self, thing: m.Object) -> list[dict[str, int]]:
        """The ways to pay for a thing, each as amounts by resource; none where it has no price."""
        return next((self.ways(fixed, thing) for fixed in self.notable(thing) if fixed in self.prices), [])

    def ways(self, fixed: m.Property, thing: m.Object) -> list[dict[str, int]]:
        """The ways to pay or to gain a property, each as amounts by resource; none where it is no payment."""
        ways: Any = fixed.values[thing.id] if fixed.type.base == "payment" else ()
        return [{self.model.resources[of].name: number for of, number in way} for way in ways]

    @cached_property
    def prices(self) -> set[m.Property]:
        """The properties that somebody pays."""
        pays = (x for x in parts(*(action.body for action in list_actions(self.model))) if isinstance(x, m.Transfer))
        return {part.property for pay in pays if pay.verb == "pay" for part in parts(pay) if isinstance(part, m.Fixed)}

    def telling(self, fixed: m.Property, thing: m.Object) -> Prose:
        """A property by its title, in which `…` is where the value goes."""
        value = self.property(fixed, thing)
        before, gap, behind = find_title(fixed).partition("…")
        if fixed.type.base == "number" and plain(value) != "1":
            countable: list[m.Resource | m.Group] = [*self.model.resources, *self.model.groups.values()]
            called = {of.title: of.plural for of in countable}
            behind = " ".join(called.get(word, word) for word in behind.split(" "))
        return line(before, value, behind) if gap else line(before, " ", value)

    def _is_in_play(self, name: str) -> bool:
        """Return whether what is bent can come up in play at all."""
        bent = self.model.values.get(name) or self.model.conditions.get(name) or self.model.actions.get(name)
        return bent is None or bent in self._uses.in_play

    def _row(self, table: m.Action, cells: list[m.Body], thing: m.Object) -> Iterator[Prose]:
        phrases = Phrases(Expressions(self.model, thing, is_player))
        column = find_title(table.params[-1])
        for number, cell in enumerate(cells, 1):
            yield line(f"{column} {number}: ", phrases.describe_body(cell) or ("nothing",))


def _space(row: m.Row, member: m.Object, view: Mapping[str, Any]) -> Mapping[str, Any]:
    space: Mapping[str, Any] = view["rows"][row.name][member.number - 1]
    return space


def has(thing: m.Object, fixed: m.Property) -> bool:
    """Return whether a property is more than zero, none or nothing."""
    return fixed.values[thing.id] != _ZEROS.get(fixed.type.base)


def notable(thing: m.Object) -> Iterator[m.Property]:
    """The properties that say something of it: those it has, numbers that most others of the kind share left out."""
    for kind in kind_chain(thing):
        for fixed in kind.properties.values():
            alike = sum(fixed.values[other.id] == fixed.values[thing.id] for other in kind.objects)
            is_usual = fixed.type.base in ("number", "flag") and len(kind.objects) > 3 and 2 * alike > len(kind.objects)
            if has(thing, fixed) and not is_usual:
                yield fixed


def kind_chain(thing: m.Object) -> list[m.Kind]:
    """The object's kind and those above it, the uppermost first."""
    kinds = [thing.kind]
    while (parent := kinds[0].parent) is not None:
        kinds.insert(0, parent)
    return kinds
