"""Source files: the definitions in them, of what there is and of what happens, and the edits of a variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from caylus.diagnostics.diagnostic import Span
from caylus.records import Record

from .expressions import Comment, Expr, Literal, Name, Named, Node, Number, Paragraph, Range, Text, Words
from .statements import Block, Option, Require

PLAYER = "player"
PLAYERS = "players"
RESOURCE = "resource"
RESOURCES = "resources"
ALL = "all"
"""What nobody may see is hidden from these, and these of a list are put elsewhere; a name like any other beside that."""
HERE = "here"
THIS = "this"
"""What an attachment of an object names a place that the object lies on, and the object itself."""
FUNCTIONS = {"abs": 1, "min": 2, "max": 2}
"""The built-in functions and how many numbers each takes."""
MEANT_BY_NAME = ("score", "tie_break", "team", "may_win", "outlook")
"""Values that have a meaning by their names, and with it a parameter."""
RESERVED = {PLAYER, PLAYERS, RESOURCE, RESOURCES, "number", "flag", "payment", *FUNCTIONS}


class TypeName(Node):
    """`name`, `name from low to high`, `scale from start` (name `scale`) or `list of name`."""

    name: str
    start: int = 1
    is_list: bool = False
    bounds: Range | None = None


class Param(Node):
    """A parameter; without a type its name is the name of its kind. Its `label` stands before its arguments: `less`, `for`."""

    label: str | None
    name: Name
    title: Text | None
    type: TypeName | None


class Case(Node):
    """`value if condition`, or `value otherwise` (condition None)."""

    value: Expr
    condition: Expr | None


class Value(Named):
    """`value name(params) = …`, or with cases."""

    params: tuple[Param, ...]
    title: Text | None
    see: Text | None
    about: Words | None
    cases: tuple[Case, ...]


class Condition(Named):
    """`condition name(params) { require … }`."""

    params: tuple[Param, ...]
    title: Text | None
    see: Text | None
    about: Words | None
    requires: tuple[Require, ...]


class Action(Named):
    """An action, or a phase: an action that stands in a sequence and has no parameters."""

    is_phase: bool
    params: tuple[Param, ...]
    title: Text | None
    see: Text | None
    about: Words | None
    body: Block


class TableRow(Named):
    """`name | cell | cell` in a table."""

    cells: tuple[Block, ...]


class Table(Named):
    """An action chosen by an object of a kind (`by`) and a number from 1 on (`column`), which follow its parameters in a call."""

    params: tuple[Param, ...]
    by: Name
    column: Name
    title: Text | None
    see: Text | None
    about: Words | None
    rows: tuple[TableRow, ...]


class Sequence(Named):
    """`sequence name = member, member`."""

    title: Text | None
    see: Text | None
    about: Words | None
    members: tuple[Name, ...]


class Game(Node):
    """`game "title" for fewest to most players { … }`."""

    title: Text
    fewest: int
    most: int
    unit: Name
    see: Text | None
    body: Block


class Takes(Node):
    """`takes option(choices) in action where … with most …`; `owner` is the object whose own action it is: `in owner.action`."""

    option: Name
    choices: tuple[Name, ...]
    owner: Name | None
    action: Name | None
    where: Expr | None
    body: Expr | None
    fewest: bool


class Seat(Named):
    """`seat name "title" { takes … }`: a player whom the rules play."""

    title: Text | None
    see: Text | None
    takes: tuple[Takes, ...]


class Target(Named):
    """The head of an attachment: what it attaches to, and names for its parameters.

    `here` and `this` in the place of a name say which it is: a member of a row that the object lies on, or the object itself.
    """

    params: tuple[Name, ...]


class Modify(Node):
    """`target is value where …`: `change` is `becomes`, `plus` (`is more by`), `minus` (`is less by`), `at least` (`is never
    less than`) or `at most` (`is never more than`).
    """

    target: Target
    title: Text | None
    see: Text | None
    about: Words | None
    where: Expr | None
    change: str
    value: Expr


class Forbid(Node):
    """`forbid target where … "reason"`."""

    target: Target
    title: Text | None
    see: Text | None
    about: Words | None
    where: Expr
    reason: Words


class ForbidOption(Node):
    """`forbid option(choices) in action where … "reason"`; `owner` is the object whose own action it is: `in owner.action`."""

    option: Name
    choices: tuple[Name, ...]
    owner: Name | None
    action: Name
    title: Text | None
    see: Text | None
    about: Words | None
    where: Expr
    reason: Words

    @property
    def target(self) -> Target:
        """The action that asks, with names for what is chosen there."""
        return Target(self.span, self.action, self.choices)


class Around(Node):
    """`before`, `after` or `instead of` an action; `when` is `before`, `after` or `instead`."""

    when: str
    target: Target
    title: Text | None
    see: Text | None
    about: Words | None
    where: Expr | None
    body: Block

    @property
    def is_always_instead(self) -> bool:
        """Return whether it stands instead of an action in all cases: no `where`, `here` or `this` narrows it."""
        is_narrowed = any(param.text in (HERE, THIS) for param in self.target.params)
        return self.when == "instead" and self.where is None and not is_narrowed


class AroundEach(Node):
    """`before each of` or `after each of` a sequence."""

    when: str
    sequence: Name
    title: Text | None
    see: Text | None
    about: Words | None
    body: Block


class Trigger(Node):
    """`after player gains what as given where … { … }`: the target is a resource or a group, its names are the other two."""

    target: Target
    title: Text | None
    see: Text | None
    about: Words | None
    where: Expr | None
    body: Block


Attachment = Modify | Forbid | ForbidOption | Around | AroundEach | Trigger


class Rule(Named):
    """`rule name "title" { … }`: attachments that belong together."""

    title: Text | None
    see: Text | None
    about: Words | None
    attachments: tuple[Attachment, ...]


class Audience(Node):
    """`hidden`, `hidden from all`, `hidden sum`, `not hidden`, `for rules only`, `hidden except for` (with `holder`)."""

    words: str
    holder: Name | None = None


class ResourceItem(Named):
    """One of the resources that a definition names. `supply` is what comes after `from`; `nothing`, or None, is no limit.

    `least` is how low it can go, where that is not 0.
    """

    title: Text | None
    plural: Text | None
    audience: Audience | None
    supply: Name | Literal | None
    least: Expr | None = None


class Resources(Node):
    """`resource name "title" plural "titles" hidden from supply, …`."""

    items: tuple[ResourceItem, ...]


class Group(Named):
    """`group name "title" plural "titles" = member, member except member`."""

    title: Text | None
    plural: Text | None
    members: tuple[Name, ...]
    excepted: tuple[Name, ...]


class Constant(Named):
    """`constant name = value`."""

    value: Expr


class Scale(Named):
    """A row of numbers; `start` is the index of the first. An index past either end reads the number at that end."""

    start: int
    values: tuple[Expr, ...]


class Property(Named):
    """A fixed value that every object of a kind has; in `each … has`, what each holds and may change, as a state is."""

    indices: tuple[Name, ...]
    title: Text | None
    type: TypeName
    default: Expr | None
    audience: Audience | None = None


class State(Named):
    """A value that changes during a game; of the whole table at top level, of each object inside a kind.

    `indices` are the kinds for whose objects there is one each: `name[kind, kind]`.
    """

    indices: tuple[Name, ...]
    title: Text | None
    type: TypeName
    initial: Expr | None
    audience: Audience | None = None


class MemberAction(Named):
    """An action that each object of a kind may define for itself.

    `declined` are the words for declining what it offers; `body` is what those objects do that define none.
    """

    params: tuple[Param, ...]
    declined: Text | None
    body: Block | None


class PlayerRow(Named):
    """`name "title" row of size kind` in `each … has`: a row for each player."""

    title: Text | None
    size: Expr
    kind: Name


Field = Property | State | MemberAction | PlayerRow


class Kind(Named):
    """`kind name plural … is parent called … { … }`."""

    plural: Name | None
    called: Name | None
    parent: Name | None
    members: tuple[Field, ...]


class EachPlayer(Named):
    """`each player has { … }`; the name is `player`."""

    members: tuple[Field, ...]


class ListState(Named):
    """`list name "title" of kind`."""

    title: Text | None
    kind: Name
    audience: Audience | None = None


class Row(Named):
    """`row name "title" of size kind`, or `row name of [member, member]`, whose members are objects of their own."""

    title: Text | None
    size: Expr | None
    kind: Name | None
    members: tuple[Name, ...]
    audience: Audience | None = None


class Setting(Named):
    """`name value` inside an object; a scale has several values."""

    values: tuple[Expr, ...]
    is_list: bool


class About(Node):
    """`about "…"` inside an object: what people are told of it."""

    text: Text


class Behaviour(Named):
    """`name { … }` inside an object: its own version of an action of its kind."""

    body: Block


class ObjectParts(Node):
    """The parts that an object may have; `held` is what it says as a resource."""

    kind: Name
    name: Name
    title: Text | None
    see: Text | None
    abouts: tuple[About, ...]
    settings: tuple[Setting, ...]
    behaviours: tuple[Behaviour, ...]
    attachments: tuple[Attachment, ...]
    copies: Number | None
    held: ResourceItem | None = None


class Object(ObjectParts):
    """`kind name "title" { … }`, with a number in front so many of them, all alike."""


class ChangeConstant(Named):
    """`change constant name = value`."""

    value: Expr


class ChangeScale(Named):
    """`change scale name = [values]`; without `from`, it starts where it did."""

    start: int | None
    values: tuple[Expr, ...]


class ChangeGroup(Named):
    """`change group name = member, member except member`; without a title or a plural, they stay as they were."""

    title: Text | None
    plural: Text | None
    members: tuple[Name, ...]
    excepted: tuple[Name, ...]


class ChangeResource(Node):
    """A resource's title and plural, its audience, and its supply (`nothing`: none); of each, None where it stays as it was."""

    item: ResourceItem

    @property
    def name(self) -> Name:
        return self.item.name


class AddField(Node):
    """`add field`: a member that a kind has not got yet."""

    field: Field

    @property
    def name(self) -> Name:
        return self.field.name


class RemoveField(Named):
    """`remove name`: a member that a kind has no longer."""


class ChangeKind(Named):
    """The named members of a kind, players' own among them, as they are said here, more of them, and without some."""

    members: tuple[Field | AddField | RemoveField, ...]


class ChangeGame(Node):
    """The numbers of players, and the title if it is given."""

    title: Text | None
    fewest: int
    most: int
    unit: Name


class ChangeSeat(Named):
    """A seat's title and citation, if they are given; what it takes comes before what it took."""

    title: Text | None
    see: Text | None
    takes: tuple[Takes, ...]


class ChangeObject(ObjectParts):
    """The named parts of an object: what stands here takes the place of what the object had; attachments are added."""

    swaps: tuple[Swaps, ...] = ()
    attachment_edits: tuple[AttachmentEdit, ...] = ()

    def split(self) -> Iterator[ChangeObject | ChangeSteps]:
        """The edit as one for its formulas in each part, one for attachments that were there, and one for all else."""
        for part in self.swaps:
            yield ChangeSteps(part.span, self.kind.text, self.name, part.name, part.swaps)
        if self.attachment_edits:
            yield ChangeSteps(self.span, self.kind.text, self.name, None, self.attachment_edits)
        rest = (self.title, self.see, self.abouts, self.settings, self.behaviours, self.attachments, self.copies, self.held)
        if not (self.swaps or self.attachment_edits) or any(rest):
            yield replace(self, swaps=(), attachment_edits=())


class AddedCells(TableRow):
    """`add to row | cell | …`: cells at the end of the row of a table."""


class ChangeTable(Named):
    """Rows of a table, and cells that are added to rows."""

    rows: tuple[TableRow, ...]


class ChangeLine(Node):
    """The line of a row, a list or a state of the table, said anew; without an audience, it keeps the one it had.

    One that is `not hidden` any more has an audience that is called so.
    """

    definition: Row | ListState | State

    @property
    def name(self) -> Name:
        return self.definition.name


class OptionEdit(Node):
    """One option of the decisions in an action: `verb` is replace, add or remove (then without `option`).

    What is added may come `when` (before or after) another option, the `anchor`, to the decision that has that.
    """

    verb: str
    name: Name | None
    option: Option | None
    when: str | None = None
    anchor: Name | None = None


class Swap(Node):
    """`old becomes new`: one formula or text for another, wherever it stands."""

    old: Expr | Words
    new: Expr | Words


class Swaps(Named):
    """`use { old becomes new }`: formulas in one part of an object: a property, an action, or what an attachment changes."""

    swaps: tuple[Swap, ...]


class AttachmentEdit(Node):
    """An attachment of a rule or an object: `verb` is replace or remove (then without `new`).

    It goes by where it stands (`before`, `after`, `instead`, `forbid`; `is` for a change of a value), and by the name there.
    """

    verb: str
    when: str
    name: Name
    new: Attachment | None


def attachment_head(node: Attachment) -> tuple[str, Name]:
    """The place where an attachment stands, and the name there, by which a layer knows it; of an option that it forbids, that."""
    match node:
        case ForbidOption(option=option):
            return "forbid", option
        case Forbid(target=target):
            return "forbid", target.name
        case Modify(target=target):
            return "is", target.name
        case Around(when=when, target=target):
            return when, target.name
        case AroundEach(when=when, sequence=sequence):
            return f"{when} each", sequence
        case Trigger(target=target):
            return "gains", target.name
    assert_never(node)


class ChangeSteps(Node):
    """Single options of an action or a phase; attachments of a rule or an object; formulas in these, in a value, a condition, a
    `part` of an object, or, without a name, the game.

    `what` is the word of the language for that, or the kind of the object.
    """

    what: str
    name: Name | None
    part: Name | None
    edits: tuple[OptionEdit | Swap | AttachmentEdit, ...]


class Replace(Node):
    """The whole of a definition of the same name and sort."""

    definition: Object | Value | Condition | Action | Table | Sequence | Game | Seat | Rule

    @property
    def name(self) -> Name | None:
        return None if isinstance(self.definition, Game) else self.definition.name


class RemoveDefinition(Node):
    """`what` is the word of the language that defines it, or the name of an object's kind; `others` are more of that sort."""

    what: Name | str
    name: Name
    others: tuple[Name, ...] = ()

    def split(self) -> Iterator[RemoveDefinition]:
        """One for each name."""
        yield from (replace(self, name=name, others=()) for name in (self.name, *self.others))


class AddMember(Named):
    """`add name to sequence before anchor`: it comes `when` (before or after) the anchor in a sequence, a group or a row."""

    sequence: Name
    when: str
    anchor: Name


class RemoveMember(Named):
    """`remove name from sequence`, or from a group or a row."""

    sequence: Name


class Seal(Named):
    """No layer above may change, replace, remove or attach anything to what is named, and `why` says why."""

    why: Text


Edit = (
    ChangeConstant | ChangeScale | ChangeGroup | ChangeResource | ChangeKind | ChangeGame | ChangeSeat | ChangeObject
    | ChangeTable | ChangeLine | ChangeSteps | Replace | RemoveDefinition | AddMember | RemoveMember | Seal
)  # fmt: skip


Definition = (
    Resources | Group | Constant | Scale | Kind | EachPlayer | ListState | State | Row | Object | Value | Condition
    | Action | Table | Sequence | Game | Seat | Rule | Edit
)  # fmt: skip


class File(Record):
    """One source file: its definitions, its comments and its paragraphs, in the order of the text.

    `unread` has every name that stands in a definition that could not be read, so that nobody calls it unknown elsewhere;
    with `hides_names` such a definition may even give a name that does not stand in it.
    `level` is the number of layers below the one that it belongs to; `strangers` are the files of layers that this one does
    not stand on: whoever wrote it need not know of them. `swapped` are the places of its text where layers have put other
    formulas, from the front to the back and those around others first, and where these stand. `soft_names` are the lines and
    columns of words of the language that are names.
    """

    path: str
    text: str
    definitions: tuple[Definition, ...]
    comments: tuple[Comment, ...]
    unread: frozenset[str] = frozenset()
    hides_names: bool = False
    level: int = 0
    strangers: frozenset[str] = frozenset()
    swapped: tuple[tuple[Span, Span], ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()
    soft_names: frozenset[tuple[int, int]] = frozenset()
