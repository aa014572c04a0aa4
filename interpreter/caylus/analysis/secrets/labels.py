"""Labels: all the secrets that something rests on, each with the way it came.

A label is a set of atoms; the empty one says that everybody may know. An atom is a secret, or something of which it is found
out later on what it rests: what an action is given, what somebody chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from caylus import model as m
from caylus.diagnostics.diagnostic import Span
from caylus.limits import MOST_SECRETS, MOST_STEPS_SHOWN
from caylus.model.transfer import OPPOSITE
from caylus.model.walk import children, parts

Hidden = m.Thing | m.Row


class Step(NamedTuple):
    """A step of a secret's way: a place, and what happens to it there. `asks` where only what is done depends on it."""

    span: Span
    words: str
    asks: bool = False


Trail = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """The content of `thing`. `reader` is the only player who knows it; None where nobody does who could be named.

    `members`: the reader is each member of that list in turn, so that nobody knows all of it.
    """

    thing: Hidden
    reader: m.Expr | None
    members: m.ListExpr | None = None

    @property
    def is_counted(self) -> bool:
        """Return whether everybody knows it all the same, though it is not shown."""
        return self.thing.audience.counted


@dataclass(eq=False, slots=True)
class Unknown:
    """A part of a label that is found out later: an argument, the condition of a call, a choice or a draw."""

    name: str
    is_lot: bool = False
    is_choice: bool = False


Atom = Secret | Unknown
Label = Mapping[Atom, Trail]
PUBLIC: Label = {}


class Labels(NamedTuple):
    """`whole`: of what it comes to. `facet`: of whether it is anything at all, or for a list of how many it has."""

    whole: Label = PUBLIC
    facet: Label = PUBLIC


NOTHING = Labels()


def join(*labels: Label) -> Label:
    """The union of labels; of two ways of the same secret, the shorter."""
    some = [label for label in labels if label]
    if len(some) < 2:
        return some[0] if some else PUBLIC
    trails: dict[Atom, Trail] = {}
    for label in some:
        for atom, trail in label.items():
            if atom not in trails or len(trail) < len(trails[atom]):
                trails[atom] = trail
    return trails if len(trails) <= MOST_SECRETS else _widen_label(trails)


def _widen_label(label: Label) -> Label:
    if sum(isinstance(atom, Secret) for atom in label) <= MOST_SECRETS:
        return label
    unknowns = {atom: trail for atom, trail in label.items() if isinstance(atom, Unknown)}
    things: dict[Atom, Trail] = {}
    for atom, trail in sorted(label.items(), key=lambda item: isinstance(item[0], Secret) and item[0].is_counted):
        if isinstance(atom, Secret) and len(things) < MOST_SECRETS:
            things.setdefault(Secret(atom.thing, None), trail)
    return unknowns | things


def both(*labels: Labels) -> Labels:
    """The union of labels, for wholes and facets."""
    return Labels(join(*(one.whole for one in labels)), join(*(one.facet for one in labels)))


def along(label: Label, *steps: Step) -> Label:
    """The label with steps at the end of each way."""
    return {atom: join_trails(trail, steps) for atom, trail in label.items()} if label else label


def join_trails(*trails: Iterable[Step]) -> Trail:
    """One way behind the other, as far as they are shown."""
    whole = tuple(dict.fromkeys(step for trail in trails for step in trail))
    return whole[: MOST_STEPS_SHOWN - 1] + whole[-1:] if len(whole) > MOST_STEPS_SHOWN else whole


def later(label: Label) -> Label:
    """The rest of a label after all was reported that could be."""
    return {atom: trail for atom, trail in label.items() if isinstance(atom, Unknown)}


def without_picks(label: Label) -> Label:
    """The label without what is chosen or drawn."""
    return {a: trail for a, trail in label.items() if not (isinstance(a, Unknown) and (a.is_lot or a.is_choice))}


def map_secrets(label: Label, change: Callable[[Secret], Atom | None]) -> Label:
    """The label with each secret as another one; None where it is none any more."""
    trails: dict[Atom, Trail] = {}
    for atom, trail in label.items():
        new = change(atom) if isinstance(atom, Secret) else atom
        if new is not None:
            trails.setdefault(new, trail)
    return trails


Place = m.Read | m.ListMembers | m.Holding
Facts = Mapping[m.Expr, m.Expr]
"""Paths, and what they surely are here: `thing.owner`, where a rule has asked whether it is `player`."""

Readers = m.Expr | Literal["all", "nobody", "someone"]
"""Who may know something: one player, who may be somebody that cannot be named, or all of them, or none."""

NO_FACTS: Facts = {}


class Opened(NamedTuple):
    """A thing that lies open: whose it is, or the list of all whose it is; to one player, or to all."""

    thing: Hidden
    of: m.Expr | None
    to: m.Expr | None


class Context(NamedTuple):
    """The facts where a formula is: those that hold, those revealed there, and variables.

    Variables `found` were chosen or looped over, and are still in their list; all have seen how those `seen` were moved.
    `absent` has pairs of a thing and a list that the thing is not in. States `filled` surely hold an object. What formulas
    `told` come to has been revealed to all.
    """

    facts: Facts = NO_FACTS
    opened: frozenset[Opened] = frozenset()
    found: frozenset[m.Variable] = frozenset()
    seen: frozenset[m.Variable] = frozenset()
    absent: frozenset[tuple[m.Expr, m.Expr]] = frozenset()
    filled: frozenset[m.Expr] = frozenset()
    told: frozenset[m.Expr] = frozenset()


@dataclass(slots=True)
class Binding:
    """The knowledge about a variable: its label, its other names, the row or list that it is surely a member of.

    `is_iterated` where it is that only while a formula goes through the list.
    """

    labels: Labels = NOTHING
    alias: m.Expr | None = None
    row: m.Row | None = None
    within: m.Expr | None = None
    is_iterated: bool = False


UNBOUND = Binding()


@dataclass(slots=True)
class Places:
    """The hidden things of a model, and what is known of its variables so far."""

    hidden_rows: list[m.Row]
    bound: dict[m.Variable, Binding] = field(default_factory=dict)
    held: dict[m.Variable, Labels] = field(default_factory=dict)
    """What variables of actions rest on, wherever they are bound."""
    sources: dict[m.Variable, set[m.Expr | None]] = field(default_factory=dict)
    """The lists that such a variable is taken from, wherever it is bound; None where that cannot be said."""
    placed: set[m.Variable] = field(default_factory=set)
    """Such variables that go through a list of which nothing else changes meanwhile."""
    drawn: set[m.Variable] = field(default_factory=set)
    """Such variables that were drawn from a list by lot."""
    filled: frozenset[m.State] = frozenset()
    """States that hold an object, of whatever they are, before anybody decides and for good."""

    def bind(self, variable: m.Variable, binding: Binding) -> None:
        self.bound[variable] = binding
        self.held[variable] = both(self.held.get(variable, NOTHING), binding.labels)

    def binding(self, variable: m.Variable) -> Binding:
        return self.bound.get(variable, UNBOUND)

    def note_source(self, source: m.Expr | None, variable: m.Variable) -> None:
        """Notes a list that a variable is taken from."""
        self.sources.setdefault(variable, set()).add(source)

    def canonical(self, path: m.Expr | None, facts: Facts) -> m.Expr | None:
        """The same for two paths to what is surely the same object; None where that cannot be said."""
        result: m.Expr | None = None
        match path:
            case m.Local(variable=variable):
                binding = self.bound.get(variable)
                result = binding.alias if binding is not None and binding.alias is not None else path
            case m.Const() | m.SeatOf() | m.AllOf() | m.RowMembers():
                result = path
            case m.Item(list=m.AllOf() | m.RowMembers(), index=m.Const()) | m.RowItem(index=m.Const()):
                result = path
            case m.Read(object=object_, indices=()) | m.ListMembers(object=object_):
                inner = self.canonical(object_, facts)
                result = path if object_ is None else replace(path, object=inner) if inner is not None else None
            case m.ListItem(object=object_, index=index):
                inner, at = self.canonical(object_, facts), self.canonical(index, facts)
                is_known = at is not None and (object_ is None or inner is not None)
                result = replace(path, object=inner, index=at) if at is not None and is_known else None
            case m.Fixed(object=object_):
                inner = self.canonical(object_, facts)
                result = replace(path, object=inner) if inner is not None else None
        return facts.get(result, result) if result is not None else None

    def readers(self, thing: Hidden, of: m.Expr | None, facts: Facts) -> Readers:
        """The readers of a place."""
        match thing.audience:
            case m.Audience(counted=True) | m.Audience(seen_by="all"):
                return "all"
            case m.Audience(seen_by="owner"):
                return self.canonical(of, facts) or "someone"
            case m.Audience(holder=m.State() | m.Property() as holder) if of is not None:
                return self.canonical(_holding_of(holder, of), facts) or "someone"
        return "nobody"

    def secrets(self, thing: Hidden, of: m.Expr | None, context: Context) -> Label:
        """The label of reading a place."""
        facts = context.facts
        match thing.audience:
            case m.Audience(seen_by="all"):
                return PUBLIC
            case m.Audience(seen_by="owner"):
                reader = self.canonical(of, facts)
            case m.Audience(holder=m.State() | m.Property() as holder) if of is not None:
                reader = self.canonical(_holding_of(holder, of), facts)
            case _:
                reader = None
        whose = (self.canonical(of, facts), self._iterated_list(of))
        for open_, owner, to in context.opened:
            if open_ is thing and (owner in whose or isinstance(owner, m.AllOf)):
                if to is None:
                    return PUBLIC
                reader = to
        return {Secret(thing, reader): ()}

    def hidden_row_label(self, state: m.State, of: m.Expr | None, facts: Facts) -> tuple[Label, Readers]:
        """The label of reading a state whose object may be in a hidden row, and the readers of its value."""
        if of is None or not self.hidden_rows or state.kind is None:
            return PUBLIC, "all"
        rows = [row for row in self.hidden_rows if row.kind.root is state.kind.root]
        among = self.find_row(of)
        if isinstance(among, m.Row) and among not in rows:
            return PUBLIC, "all"
        if isinstance(among, m.Row):
            return {Secret(among, None): ()}, "nobody"
        return {Secret(row, None): () for row in rows if among is None}, "all"

    def find_row(self, path: m.Expr) -> m.Row | Literal["none"] | None:
        """The row in which an object stands; None where that cannot be said."""
        match path:
            case m.Const(value=value, type=m.Type(kind=m.Kind() as kind)) if value >= 0:
                return kind.root.objects[value].row or "none"
            case m.RowItem(row=row):
                return row
            case m.Local(variable=variable) if variable in self.bound:
                return self.bound[variable].row
        return None

    def _iterated_list(self, path: m.Expr | None) -> m.Expr | None:
        """The list that a formula goes through, of which it is each member in its turn."""
        binding = self.binding(path.variable) if isinstance(path, m.Local) else UNBOUND
        return binding.within if binding.is_iterated else None


def _holding_of(holder: m.State | m.Property, of: m.Expr) -> m.Expr:
    if isinstance(holder, m.State):
        return m.Read(holder, of, (), holder.type)
    return m.Fixed(holder, of, holder.type)


def open_member(context: Context, variable: m.Variable, source: m.Expr | None) -> Context:
    """The context where a variable has just been bound to a member of a list: what lies open of all members, does of it, too.

    That holds on when it has left the list.
    """
    paths = {Opened(thing, m.Local(variable), to) for thing, of, to in context.opened if of is not None and of == source}
    return context._replace(opened=context.opened | paths) if paths else context


def is_lasting(path: m.Expr) -> bool:
    """Return whether it is the same object all the time."""
    return not any(isinstance(part, (m.Read, m.ListMembers, m.ListItem)) for part in parts(path))


def drop_facts(context: Context, things: Collection[object], lasting: Collection[object] = ()) -> Context:
    """The context that remains after these things may have changed; those `lasting` hold an object for good once they do."""
    facts = {path: is_ for path, is_ in context.facts.items() if not _rests_on(path, things) and not _rests_on(is_, things)}
    opened_paths = (
        one
        for one in context.opened
        if one.thing not in things and not any(path is not None and _rests_on(path, things) for path in (one.of, one.to))
    )
    variables = context.found if not any(isinstance(thing, m.ListState) for thing in things) else frozenset()
    absent = (pair for pair in context.absent if not any(_rests_on(path, things) for path in pair))
    others = [thing for thing in things if thing not in lasting]
    places = frozenset(path for path in context.filled if not _rests_on(path, others if isinstance(path, m.Read) else things))
    formulas = frozenset(formula for formula in context.told if not _rests_on(formula, things))
    return Context(facts, frozenset(opened_paths), variables, context.seen, frozenset(absent), places, formulas)


def tell_formulas(context: Context, *formulas: m.Expr) -> Context:
    """The context where some formulas have been worked out before the eyes of all, with what they reveal."""
    operands = {operand for formula in formulas for operand in _find_revealed(formula)}
    opposites = {m.Compare(OPPOSITE[one.op], one.left, one.right) for one in operands if isinstance(one, m.Compare)}
    return context._replace(told=context.told | operands | opposites) if operands else context


def _find_revealed(e: m.Expr) -> Iterator[m.Expr]:
    """The parts that a formula reveals whatever comes of it, as far as it is clear what they rest on."""
    match e:
        case m.Revealed(operand=operand):
            if all(isinstance(part, _CLEAR) for part in parts(operand)):
                yield operand
        case m.Logic(operands=(first, *_)) | m.Choice(condition=first):
            yield from _find_revealed(first)
        case m.Compare() | m.Not() | m.Arithmetic() | m.Absolute():
            for child in children(e):
                yield from _find_revealed(child)


_CLEAR = (
    m.Read, m.Holding, m.ListMembers, m.ListItem, m.SizeOf, m.Query, m.Contains, m.Local, m.Const, m.Fixed, m.AllOf, m.RowMembers,
    m.PlaceInRow, m.RowItem, m.Item, m.Compare, m.Logic, m.Not, m.Arithmetic, m.Absolute,
)  # fmt: skip
"""Formulas that rest on nothing but what they name."""


def _rests_on(path: m.Expr, things: Container[object]) -> bool:
    for part in parts(path):
        match part:
            case m.Read(state=state) if state in things:
                return True
            case m.ListMembers(list=list_) | m.ListItem(list=list_) if list_ in things:
                return True
            case m.Holding(resources=resources) if any(resource in things for resource in resources):
                return True
    return False
