"""The components of a game: types, resources, kinds and their objects, rows, lists and states.

A game in progress needs this much of a model to speak of itself, so nothing here leans on formulas or statements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING, NamedTuple

from caylus.diagnostics.diagnostic import Span
from caylus.records import Entity, Record

if TYPE_CHECKING:
    from .statements import Action, Model

DECLINE = "decline"
"""What not taking any option of a `may` is called."""

# ---- types


class Type(Record):
    """`base` is number, flag, payment, scale, object or list; `kind` is set for object, and for list unless of numbers."""

    base: str
    kind: Kind | None = None

    def __str__(self) -> str:
        if self.base == "object":
            return self.kind.name if self.kind else "none"
        if self.base == "list":
            return f"list of {self.kind.name if self.kind else 'number'}"
        return self.base


NUMBER = Type("number")
FLAG = Type("flag")
PAYMENT = Type("payment")
SCALE = Type("scale")
NOBODY = Type("object")
"""The type of the literal `none`, before it meets a kind."""


class Variable(Entity):
    """A parameter, which may have a `title` and a `label`; a loop variable, an option's choice or a `let`."""

    name: str
    type: Type
    title: str | None = None
    label: str | None = None


class Site(Record):
    """The rule behind a statement: the definition's name and title, its citation, the statement's place."""

    rule: str
    title: str
    see: str | None
    span: Span


# ---- what lies on the table

Amounts = tuple[tuple[int, int], ...]
"""One way of paying: (resource index, amount) pairs, amounts above 0, resources ascending."""

Alternatives = tuple[Amounts, ...]
"""The ways of paying a payment, distinct, in the order written; `nothing` is one way with no amounts."""


class Audience(Record):
    """The audience of a thing: `all`, its `owner`, `nobody`, or the player that `holder` of the same object names.

    `counted`: each change is told to all, so that everybody could know the sum; only the sum itself is shown to nobody else.
    `is_internal`: it is bookkeeping of the rules. It is no secret, and no view or log speaks of it.
    """

    seen_by: str
    holder: State | None = None
    counted: bool = False
    is_internal: bool = False

    @property
    def is_public(self) -> bool:
        """Return whether nothing of it is hidden from anybody."""
        return self.seen_by == "all"

    @property
    def is_secret(self) -> bool:
        """Return whether somebody may not know it; what is counted everybody does."""
        return self.seen_by != "all" and not self.counted


PUBLIC = Audience("all")
OWN = Audience("owner")
FACE_DOWN = Audience("nobody")
COUNTED = Audience("owner", None, True)
INTERNAL = Audience("all", is_internal=True)


class Resource(Entity):
    """A number each player holds, of a thing: `object`, of the built-in kind of all resources or of one below it.

    `supply` is the resource that gains are taken from and payments return to, if any; nobody ever holds less than `least`, which
    is 0 or below.
    """

    object: Object
    audience: Audience
    supply: Resource | None
    plural: str
    least: int = 0

    @property
    def name(self) -> str:
        return self.object.name

    @property
    def title(self) -> str:
        return self.object.title

    @property
    def index(self) -> int:
        """Its number among all resources, which is that of its object."""
        return self.object.id

    @property
    def span(self) -> Span:
        return self.object.span

    @property
    def owner(self) -> None:
        """The kind whose objects have it: all players do."""

    @property
    def type(self) -> Type:
        return NUMBER

    @property
    def holds(self) -> None:
        """The kind of object that lies there: it is a number."""


class Group(Entity):
    """Resources that payments may name together. `plural` is the title of several."""

    name: str
    title: str
    plural: str
    members: tuple[Resource, ...]
    span: Span


class Property(Entity):
    """A fixed value of each object of `kind`. `values[id]` covers all objects of the root kind, those of others holding the zero.

    A value is an int, a bool, an object number, `Alternatives`, or for a scale `(start, numbers)`.
    """

    name: str
    title: str
    type: Type
    kind: Kind
    values: list[object]
    span: Span


class State(Entity):
    """A value that changes. `kind` None: one of the whole table; else one for each object of the root kind of `kind`.

    `indices` are the kinds of what it is kept for besides, as in `marker[line]`. `initial[id]` is the value at the start,
    one for all where the state is a player's or the table's (`initial` then has one entry). `bounds` are in the same way the
    lowest and the highest number that it ever is; what goes beyond stops there. There are none where nothing says so.
    """

    name: str
    title: str
    type: Type
    kind: Kind | None
    indices: tuple[Kind, ...]
    initial: list[int]
    span: Span
    audience: Audience = PUBLIC
    bounds: list[tuple[int, int]] = field(default_factory=list)

    @property
    def is_internal(self) -> bool:
        """Return whether it is for the rules only."""
        return self.audience.is_internal

    @property
    def owner(self) -> Kind | None:
        """The kind whose objects each have one; None for one of the table."""
        return self.kind

    def find_bounds(self, of: int) -> tuple[int, int] | None:
        """Between what numbers it stays, of an object; None where nothing says so."""
        return self.bounds[of if of < len(self.bounds) else 0] if self.bounds else None

    @property
    def holds(self) -> Kind | None:
        """The kind of object that lies there; None for a number or a flag."""
        return self.type.kind


class ListState(Entity):
    """An ordered list of different objects of a kind, empty at the start; of the table, or one for each object of `owner`."""

    name: str
    title: str
    kind: Kind
    span: Span
    owner: Kind | None = None
    audience: Audience = PUBLIC

    @property
    def is_internal(self) -> bool:
        """Return whether it is for the rules only."""
        return self.audience.is_internal

    @property
    def type(self) -> Type:
        return Type("list", self.kind)

    @property
    def holds(self) -> Kind:
        """The kind of its members."""
        return self.kind


class MemberAction(Entity):
    """An action each object of a kind defines for itself: `bodies[id]` over the root kind's, None where nothing happens."""

    name: str
    kind: Kind
    params: tuple[Variable, ...]
    bodies: list[Action | None]
    span: Span


class Object(Entity):
    """`row` and `number` are set for the members of a row: `path 7` is number 7 of the row `path`.

    `owner` is the seat of the player whose row it is, -1 for one of the table. `copies` is how many there are that nobody can
    tell apart: they are one object, which a list may hold as often as that.
    """

    name: str
    title: str
    kind: Kind
    id: int
    row: Row | None
    number: int
    see: str | None
    span: Span
    copies: int = 1
    owner: int = -1
    about: str | None = None

    @property
    def is_named(self) -> bool:
        """Return whether the rules define it by itself, and not with the row it stands in."""
        return self.row is None or self.row.is_given


class Kind(Entity):
    """`first` and `size` bound its objects among those of its root, `count` is how many there are with all copies; behind them
    come `each` for every player, in seat order. The built-in kind `player` has itself as `each`.

    `called` names the state or property whose object lends a member its name, as a card does to its slot.
    """

    name: str
    plural: str
    parent: Kind | None
    called: str | None
    span: Span
    first: int = 0
    size: int = 0
    count: int = 0
    each: int = 0
    properties: dict[str, Property] = field(default_factory=dict)
    states: dict[str, State] = field(default_factory=dict)
    lists: dict[str, ListState] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    actions: dict[str, MemberAction] = field(default_factory=dict)
    objects: list[Object] = field(default_factory=list)
    """All objects of the kind and of those below it, by number; for a root kind `objects[i].id == i`."""

    @property
    def root(self) -> Kind:
        kind = self
        while kind.parent:
            kind = kind.parent
        return kind

    @property
    def lineage(self) -> list[Kind]:
        """The kind itself, its parent and so on up to its root."""
        kinds = [self]
        while (parent := kinds[-1].parent) is not None:
            kinds.append(parent)
        return kinds

    def size_for(self, players: int) -> int:
        """Return how many different objects there are where so many play."""
        return self.size + self.each * players

    @property
    def has_copies(self) -> bool:
        return self.count != self.size

    @property
    def is_player(self) -> bool:
        return self.name == "player"

    @property
    def is_builtin(self) -> bool:
        """Return whether it is there without being defined, as that of players and that of all resources are."""
        return self.is_player or (self.is_of_resources and self.parent is None)

    @property
    def is_of_resources(self) -> bool:
        """Return whether its objects are resources."""
        return self.root.name == "resource"

    def can_lie_together(self, members: Sequence[int]) -> bool:
        """Return whether there are so many of each of these objects."""
        if not self.root.has_copies:
            return len(set(members)) == len(members)
        return all(often <= self.root.objects[id_].copies for id_, often in Counter(members).items())

    def is_subkind_of(self, other: Kind) -> bool:
        kind: Kind | None = self
        while kind is not None and kind is not other:
            kind = kind.parent
        return kind is not None


class Row(Entity):
    """Consecutive objects `first … first + size - 1` of a kind, numbered from 1. What is hidden is what its members hold.

    `is_given`: they are objects of their own, which the rules name. `stride`: of a row that each player has, how far behind those
    of one player the next one's members begin.
    """

    name: str
    title: str
    kind: Kind
    first: int
    size: int
    span: Span
    audience: Audience = PUBLIC
    is_given: bool = False
    stride: int = 0

    def has(self, thing: Thing) -> bool:
        """Return whether the members have such a state or list."""
        return thing.owner is not None and self.kind.is_subkind_of(thing.owner)


class Table(Record):
    """A table of the rules as it is written: the objects of its rows, and the text of each of their cells."""

    site: Site
    rows: tuple[tuple[Object, tuple[str, ...]], ...]


Thing = Resource | State | ListState
"""What lies on the table, or before a player, and holds something."""


class Components(NamedTuple):
    """All of it. Resources and kinds are in the order of the text, `player` among the kinds; states and lists are the table's,
    `tables` those of the rules.
    """

    resources: list[Resource]
    kinds: dict[str, Kind]
    rows: dict[str, Row]
    states: dict[str, State]
    lists: dict[str, ListState]
    tables: dict[str, Table]


def things(of: Components | Model) -> list[Thing]:
    """All of them: resources, and the states and lists of the table and of each kind."""
    all_things: list[Thing] = [*of.resources, *of.states.values(), *of.lists.values()]
    for kind in of.kinds.values():
        all_things += [*kind.states.values(), *kind.lists.values()]
    return all_things


def hidden_things(model: Model) -> list[Thing]:
    """The things that somebody may not know. Everybody who has watched knows what is only counted."""
    rows = [row for row in model.rows.values() if row.audience.is_secret]
    return [thing for thing in things(model) if thing.audience.is_secret or any(row.has(thing) for row in rows)]
