"""The objects of a ruleset in words: all that one has, does and bends elsewhere, or in one line what matters to a player."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

import caylus
from caylus import model as m, syntax as s
from caylus.diagnostics import as_words
from caylus.english import NUMBER_WORDS
from caylus.model.walk import action_versions, children, every_statement, list_actions, parts, statements
from caylus.records import Record

from . import prose
from .attachments import Attachments, Bending
from .expressions import Expressions, is_player
from .names import find_title, ref, title_of
from .option_texts import marks
from .phrases import Phrases, exchange
from .source_text import SourceText, rows
from .statements import Statements

Space = Mapping[str, Any]
_UNKNOWN = object()


class ActiveSides:
    """Knows every `if` of a ruleset by which what stands on a space does one of its own actions or else another."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        conditionals = (statement for statement in every_statement(rules.model) if isinstance(statement, m.If))
        self.forks = [fork for statement in conditionals for fork in _forks(statement)]

    def condition(self, action: str) -> m.Expr | None:
        """The condition on a space under which its thing does this instead of something else; None if there is none."""
        return next((fork.condition for fork in self.forks if action in fork.then - fork.otherwise), None)

    def is_usual(self, action: str) -> bool:
        """Return whether what stands on a space does this unless something holds."""
        return any(action in fork.otherwise - fork.then for fork in self.forks)

    def down(self, space: Space) -> set[str]:
        """The names of the actions that are not done on a space of a view, because others are done instead."""
        hidden: set[str] = set()
        for fork in self.forks:
            holds = _KnownSpace(fork.space, space).truth(fork.condition)
            if holds is not None:
                hidden |= fork.otherwise - fork.then if holds else fork.then - fork.otherwise
        return hidden


class Fork(NamedTuple):
    """The two effects of the thing on a `space`: where a condition holds, and where it does not."""

    space: m.Variable
    condition: m.Expr
    then: set[str]
    otherwise: set[str]


def _forks(conditional: m.If) -> Iterator[Fork]:
    then, otherwise = _actions_by_name(conditional.then), _actions_by_name(conditional.otherwise)
    for space in then.keys() & otherwise.keys():
        yield Fork(space, conditional.condition, then[space], otherwise[space])


def _actions_by_name(body: m.Body) -> dict[m.Variable, set[str]]:
    """The actions that are done by what spaces are called after, by the names that rules give the spaces."""
    names_by_space: dict[m.Variable, set[str]] = {}
    for statement in statements(body):
        match statement:
            case m.DoMember(action=action, object=m.Read(state=state, object=m.Local(variable=space))):
                if space.type.kind is not None and space.type.kind.root.called == state.name:
                    names_by_space.setdefault(space, set()).add(action.name)
    return names_by_space


class _KnownSpace(Record):
    """The facts about `variable` if it is a space of a view; nothing else is known."""

    variable: m.Variable
    space: Space

    def truth(self, condition: m.Expr) -> bool | None:
        """Return whether a condition holds; None where it speaks of more than the space."""
        match condition:
            case m.Not(operand=operand):
                truth = self.truth(operand)
                return None if truth is None else not truth
            case m.Logic(op=op, operands=operands):
                parts = [self.truth(operand) for operand in operands]
                decisive = op == "or"
                return decisive if decisive in parts else None if None in parts else not decisive
            case m.Compare(op="==" | "!=" as op, left=left, right=right):
                sides = self._value(left), self._value(right)
                return None if _UNKNOWN in sides else (sides[0] == sides[1]) == (op == "==")
            case m.Read(type=m.FLAG):
                value = self._value(condition)
                return None if value is _UNKNOWN else bool(value)
        return None

    def _value(self, expr: m.Expr) -> object:
        match expr:
            case m.Read(state=state, object=m.Local(variable=variable), indices=()) if variable is self.variable:
                return self.space.get(state.name, _UNKNOWN)
            case m.Const(value=value, type=m.Type(base="object", kind=kind)):
                return None if value < 0 or kind is None else kind.root.objects[value].name
            case m.Const(value=value):
                return value
        return _UNKNOWN


_STRESS = "**"
_MASS = frozenset({"a", "an", "the"})


class Text(Record):
    """A piece of text read without a break; `is_item`: an item of a list."""

    prose: prose.Prose
    is_item: bool


class Paragraphs:
    """The paragraphs of one ruleset."""

    def __init__(self, model: m.Model, expressions: Expressions) -> None:
        self._model = model
        self._x = expressions

    def texts(self, name: str) -> tuple[Text, ...]:
        """The texts of a definition or a field; nothing where its ruleset says nothing."""
        paragraph = self._model.paragraphs.get(name)
        return self._texts(paragraph.blocks if paragraph is not None else ())

    def lesson(self, name: str) -> tuple[Text, ...]:
        """The lesson for somebody who plays for the first time; nothing where its ruleset has none of it."""
        return self._texts(self._model.lessons.get(name, ()))

    def _texts(self, blocks: Iterable[m.TextBlock]) -> tuple[Text, ...]:
        return tuple(Text(self._prose(block.parts), block.is_item) for block in blocks)

    def sentences(self, name: str) -> tuple[prose.Prose, ...]:
        """The same without lists, for a line of text."""
        return tuple(text.prose for text in self.texts(name))

    def first_sentence(self, name: str) -> str:
        """The first sentence of a paragraph, for where there is little room."""
        texts = self.texts(name)
        return prose.plain(texts[0].prose).split(". ")[0].removesuffix(".") if texts else ""

    @property
    def told(self) -> frozenset[str]:
        """The names that some paragraph tells."""
        name_groups = ((name, *paragraph.covers) for name, paragraph in self._model.paragraphs.items())
        return frozenset(name for names in name_groups for name in names)

    def _prose(self, parts: Iterable[str | m.Insertion]) -> prose.Prose:
        """The parts as prose, what stands between two `**` stressed."""
        runs: list[list[prose.Prose]] = [[]]
        for part in parts:
            if isinstance(part, str):
                first, *others = part.split(_STRESS)
                runs[-1].append((first,) if first else ())
                runs += ([(other,) if other else ()] for other in others)
            else:
                runs[-1].append(self._insertion(part))
        return prose.line(
            *(prose.line(*run) if number % 2 == 0 else (prose.Strong(prose.line(*run)),) for number, run in enumerate(runs))
        )

    def _insertion(self, part: m.Insertion) -> prose.Prose:
        of = part.of
        if isinstance(of, m.Mention):
            title = title_of(of.name, self._model)
            words = title.split(" ", 1)
            text = words[1] if len(words) > 1 and words[0] in _MASS else title
            return (prose.Ref(of.name, prose.lower_title(text)),)
        if part.is_spelled and isinstance(of, m.Const) and of.type == m.NUMBER and 0 <= of.value < len(NUMBER_WORDS):
            return (NUMBER_WORDS[of.value],)
        if isinstance(of, m.Const) and of.type.base == "object":
            return tuple(
                prose.Ref(x.name, prose.lower_title(x.text)) if isinstance(x, prose.Ref) else x for x in self._x.noun(of)
            )
        return prose.drop_article(self._x.noun(of))


def join_texts(texts: Iterable[Text]) -> Iterator[str]:
    """Each text as plain words; an item begins with a dash."""
    return (f"{'- ' if text.is_item else ''}{prose.plain(text.prose)}" for text in texts)


Definition = m.Action | m.MemberAction | m.Value | m.Condition | m.Property


class Uses(Record):
    """The definitions that play uses, and those that only its setup uses: all before the first loop in which somebody decides."""

    in_play: frozenset[Definition]
    in_setup: frozenset[Definition]

    @classmethod
    def from_model(cls, model: m.Model) -> Uses:
        before, after = _setup(model)
        trigger_statements = [x for trigger in model.triggers for x in trigger.action.body]
        in_play = _reachable_definitions([*after, *trigger_statements], model.deciding_values)
        return cls(in_play, _reachable_definitions(before) - in_play)


def _setup(model: m.Model) -> tuple[m.Body, m.Body]:
    """The body of the game, taken apart where play begins; all of it is play where it has no such loop."""
    body = model.start.body
    while len(body) == 1 and isinstance(body[0], m.Do):
        body = body[0].action.body
    for number, statement in enumerate(body):
        if isinstance(statement, m.Loop) and _decides(statement):
            return body[:number], body[number:]
    return (), body


def _decides(statement: m.Statement) -> bool:
    inside = list(statements((statement,)))
    inside += [x for action in _reachable_definitions(inside) if isinstance(action, m.Action) for x in statements(action.body)]
    return any(isinstance(x, m.Choose) for x in inside)


def _reachable_definitions(body: Iterable[m.Statement], values: Iterable[m.Value] = ()) -> frozenset[Definition]:
    """Every definition that a body goes by, those that these go by included."""
    definitions: dict[Definition, None] = {}
    waiting: list[object] = [*body]
    for value in values:
        definitions[value] = None
        waiting += _definition_parts(value)
    while waiting:
        for part in _active_parts(waiting.pop()):
            for definition in _named_definitions(part):
                if definition not in definitions:
                    definitions[definition] = None
                    waiting += _definition_parts(definition)
    return frozenset(definitions)


def _active_parts(node: object) -> Iterator[object]:
    """A part of rules and all in it, but for conditions that nothing hangs on: one before them is decided for good."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        inside = children(part)
        if isinstance(part, m.Logic):
            constant = m.Const(int(part.op == "or"), m.FLAG)
            inside = inside[: inside.index(constant)] if constant in inside else inside
        waiting += inside


def _named_definitions(part: object) -> Iterator[Definition]:
    match part:
        case m.Do(action=action):
            yield action
        case m.DoMember(action=action):
            yield action
            yield from action_versions(part)
        case m.CallValue(value=value):
            yield value
        case m.CallCondition(condition=condition):
            yield condition
        case m.Fixed(property=fixed):
            yield fixed


def _definition_parts(definition: Definition) -> list[object]:
    match definition:
        case m.Action(body=body):
            return [*body]
        case m.Value(cases=cases, modifiers=modifiers):
            return [part for part in (*(x for case in cases for x in case), *modifiers) if part is not None]
        case m.Condition(requires=requires):
            return [*requires]
    return []


_ZEROS = {"number": 0, "flag": False, "payment": ((),), "scale": (0, (0,)), "object": -1}


class Objects:
    """Tells the objects of one ruleset."""

    def __init__(self, rules: caylus.Ruleset) -> None:
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

    def property(self, fixed: m.Property, thing: m.Object) -> prose.Prose:
        return self._expressions.value(fixed.values[thing.id], fixed.type)

    # ---- in full

    def steps(self, thing: m.Object, part: str = "") -> prose.Steps:
        """All that an object has, does and bends, or the one part of it."""
        if part in ("title", "see", "about"):
            return (prose.Step((getattr(thing, part) or "none",)),)
        if part in ("hidden", "from"):
            return tuple(prose.Step(prose.terms(resource) or prose.OPEN) for resource in self._resources(thing))
        if part == "rules":
            return self.attachments.steps(thing.name, Expressions(self.model, thing))
        if not part:
            about = (prose.Step((thing.about,)),) if thing.about else ()
            copies = (prose.Step((f"{thing.copies} of them",)),) if thing.copies > 1 else ()
            resource_steps = (prose.Step(text) for resource in self._resources(thing) if (text := prose.terms(resource)))
            has = (prose.Step(prose.line(ref(fixed), " ", self.property(fixed, thing))) for fixed in self.properties(thing))
            return (*about, *copies, *resource_steps, *has, *self.doings(thing))
        fields = (fixed for kind in kind_chain(thing) for fixed in kind.properties.values() if fixed.name == part)
        bodies = (body.body for action, body in self.own_actions(thing) if action.name == part)
        statements = Statements(Expressions(self.model, thing))
        return (
            *(prose.Step(self.property(fixed, thing)) for fixed in fields),
            *(x for body in bodies for x in statements.steps(body)),
        )

    def doings(self, thing: m.Object) -> prose.Steps:
        """The actions of an object, and its changes elsewhere."""
        x = Expressions(self.model, thing)
        does = (prose.make_step((ref(action),), Statements(x).steps(body.body)) for action, body in self.own_actions(thing))
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
        return prose.make_sentences(self.sentences(thing)) if thing else ""

    def hint(self, name: str, view: Mapping[str, Any], but: str = "") -> str:
        """The facts that matter to whoever may choose a thing, `but` for a price that these words say already.

        Of what stands on a space it is what the side that is up does; what it cost and asked for is past.
        """
        thing = self._objects.get(name)
        if thing is None:
            return ""
        stands = self._objects[self.stands_on(name, view)]
        if stands is thing or thing.row is None:
            return prose.make_sentences([*self.facts(thing, but), *self.powers(thing)])
        does = [*self.does(stands, self.sides_down(name, view)), *self.bends(stands, bans=False)]
        phrases = self._told(stands) or does
        return prose.make_sentences(phrases or self.has(stands, is_built=True))

    def stands_on(self, name: str, view: Mapping[str, Any]) -> str:
        """The thing that a member of a row is named after, where its kind says so and it is seen to hold it; otherwise the name
        itself.
        """
        thing = self._objects.get(name)
        if thing is None or thing.row is None or thing.kind.root.called is None:
            return name
        occupant = _space(thing.row, thing, view).get(thing.kind.root.called)
        return occupant if isinstance(occupant, str) else name

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

    def sentences(self, thing: m.Object) -> Iterator[prose.Prose]:
        """All that matters of it in play."""
        yield from self.powers(thing)
        yield from self.facts(thing)

    def facts(self, thing: m.Object, but: str = "") -> Iterator[prose.Prose]:
        """The properties of an object, and how many there are of it."""
        yield from self.has(thing, but)
        if thing.copies > 1:
            yield (f"there are {thing.copies} of them",)

    def powers(self, thing: m.Object) -> Iterator[prose.Prose]:
        """The effects of an object, without its properties."""
        if description := self._told(thing):
            yield from description
        else:
            yield from self.does(thing)
            yield from self.bends(thing)
            for table in self._tables:
                yield from (
                    description for of, cells in rows(table) if of is thing for description in self._row(table, cells, thing)
                )

    def _told(self, thing: m.Object) -> tuple[prose.Prose, ...]:
        """What the rules say of an object in words: the short text in its braces, or the paragraph above it."""
        return ((thing.about,),) if thing.about else self.paragraphs.sentences(thing.name)

    def does(self, thing: m.Object, down: Container[str] = ()) -> Iterator[prose.Prose]:
        """The effects of its own actions, but for those of a side that is `down`; when, where it does several things."""
        phrases = Phrases(Expressions(self.model, thing, is_player))
        actions: dict[prose.Prose, m.MemberAction] = {}
        for action, body in self.bodies(thing, down):
            if does := phrases.describe_body(body):
                actions.setdefault(does, action)
        for does, action in actions.items():
            if len(actions) == 1 or self._sides.is_usual(action.name):
                yield does
            elif (condition := self._sides.condition(action.name)) is not None:
                when = phrases.expressions.holds(condition)
                yield prose.line(as_words(action.name), ", as long as ", when, ": ", does)
            else:
                yield prose.line(ref(action), ": ", does)

    def bends(self, thing: m.Object, bans: bool = True) -> Iterator[prose.Prose]:
        """The attachments of an object to actions and values, then what it forbids, both in the order of the text."""
        bending = Bending(self.model, thing)
        for attachment in sorted(self.attachments.attachments_by(thing.name), key=lambda attachment: attachment.word == "forbid"):
            if (bans or attachment.word != "forbid") and self._is_in_play(attachment.target.name):
                yield from bending.describe(attachment)

    def has(self, thing: m.Object, but: str = "", is_built: bool = False) -> Iterator[prose.Prose]:
        """Its `notable` properties, but for a price that these words say already, or that is past since it `is_built`."""
        for fixed in self.notable(thing):
            value: Any = fixed.values[thing.id]
            is_said = fixed.type.base == "payment" and any(self._render_price(way) in but for way in value)
            if not is_said and not (is_built and fixed in self.prices):
                yield self.telling(fixed, thing)

    def notable(self, thing: m.Object) -> Iterator[m.Property]:
        """Its `notable` properties, but for those that only the setup goes by."""
        return (fixed for fixed in self.properties(thing) if fixed not in self._uses.in_setup)

    def properties(self, thing: m.Object) -> Iterator[m.Property]:
        """The properties that say something of it: those it has, numbers left out that most of its kind have by default."""
        for kind in kind_chain(thing):
            for fixed in kind.properties.values():
                alike = sum(fixed.values[other.id] == fixed.values[thing.id] for other in kind.objects)
                is_usual = fixed.type.base in ("number", "flag") and len(kind.objects) > 3 and 2 * alike > len(kind.objects)
                if has(thing, fixed) and not (is_usual and (thing.name, fixed.name) not in self._settings):
                    yield fixed

    @cached_property
    def _settings(self) -> set[tuple[str, str]]:
        """The properties that objects have a value of their own for."""
        objects = (x for file in self._rules.files for x in file.definitions if isinstance(x, s.Object))
        return {(one.name.text, setting.name.text) for one in objects for setting in one.settings}

    def _render_price(self, way: m.Amounts) -> str:
        """An amount as the options of a game say it."""
        return prose.plain(
            prose.join_list((self._expressions.payment((((resource, number),),)) for resource, number in way), " + ")
        )

    def cost(self, thing: m.Object) -> list[dict[str, int]]:
        """The ways to pay for a thing, each as amounts by resource; none where it has no price."""
        return next((self.ways(fixed, thing) for fixed in self.notable(thing) if fixed in self.prices), [])

    def ways(self, fixed: m.Property, thing: m.Object) -> list[dict[str, int]]:
        """The ways to pay or to gain a property, each as amounts by resource; none where it is no payment."""
        ways: Any = fixed.values[thing.id] if fixed.type.base == "payment" else ()
        return [{self.model.resources[of].name: number for of, number in way} for way in ways]

    def demands(self, thing: m.Object, down: Container[str] = ()) -> list[m.Alternatives]:
        """The least constant amounts for which it does anything at all; none where it does something for nothing else."""
        demands: list[m.Alternatives] = []
        for statement in (statement for _, body in self.bodies(thing, down) for statement in body):
            for option in statement.options if isinstance(statement, m.Choose) else (None,):
                pays = exchange(option)[0] if option is not None else []
                if len(pays) != 1 and (option is None or option.head or option.body):
                    return []
                demands += pays
        return [ways for ways in demands if not any(other != ways and _includes(ways, other) for other in demands)]

    def price(self, alternatives: m.Alternatives) -> str:
        return prose.plain(self._expressions.payment(alternatives))

    def gains(self, thing: m.Object) -> frozenset[int]:
        """The numbers of the resources of which it may bring some."""
        inside = (part for _, body in self.bodies(thing) for part in parts(body))
        payments = [part.payment for part in inside if isinstance(part, m.Transfer) and part.is_gain]
        return frozenset(
            of for paid in payments if isinstance(paid, m.ConstPayment) for way in paid.alternatives for of, _ in way
        )

    @cached_property
    def prices(self) -> set[m.Property]:
        """The properties that somebody pays."""
        pays = (x for x in parts(*(action.body for action in list_actions(self.model))) if isinstance(x, m.Transfer))
        return {part.property for pay in pays if pay.verb == "pay" for part in parts(pay) if isinstance(part, m.Fixed)}

    def telling(self, fixed: m.Property, thing: m.Object) -> prose.Prose:
        """A property by its title, in which `…` is where the value goes."""
        value = self.property(fixed, thing)
        before, gap, behind = find_title(fixed).partition("…")
        if fixed.type.base == "number" and prose.plain(value) != "1":
            countable: list[m.Resource | m.Group] = [*self.model.resources, *self.model.groups.values()]
            plurals = {of.title: of.plural for of in countable}
            behind = " ".join(plurals.get(word, word) for word in behind.split(" "))
        return prose.line(before, value, behind) if gap else prose.line(before, " ", value)

    def _is_in_play(self, name: str) -> bool:
        """Return whether what is bent can come up in play at all."""
        bent = self.model.values.get(name) or self.model.conditions.get(name) or self.model.actions.get(name)
        return bent is None or bent in self._uses.in_play

    def _row(self, table: m.Action, cells: list[m.Body], thing: m.Object) -> Iterator[prose.Prose]:
        phrases = Phrases(Expressions(self.model, thing, is_player))
        column = find_title(table.params[-1])
        for number, cell in enumerate(cells, 1):
            yield prose.line(f"{column} {number}: ", phrases.describe_body(cell) or ("nothing",))


def _space(row: m.Row, member: m.Object, view: Mapping[str, Any]) -> Mapping[str, Any]:
    space: Mapping[str, Any] = view["rows"][row.name][member.number - 1]
    return space


def _includes(more: m.Alternatives, less: m.Alternatives) -> bool:
    """Return whether each way to pay `more` is enough for one to pay `less`."""
    return all(any(all(dict(way).get(of, 0) >= number for of, number in least) for least in less) for way in more)


def has(thing: m.Object, fixed: m.Property) -> bool:
    """Return whether a property is more than zero, none or nothing."""
    return fixed.values[thing.id] != _ZEROS.get(fixed.type.base)


def kind_chain(thing: m.Object) -> list[m.Kind]:
    """The object's kind and those above it, the uppermost first."""
    return thing.kind.lineage[::-1]
