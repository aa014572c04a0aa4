"""A source file, what stands in it, and the edits of a variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from caylus.diagnostics.diagnostic import Span
from caylus.records import Record

from .components import (
    About,
    Behaviour,
    Constant,
    EachPlayer,
    Field,
    Group,
    Kind,
    ListState,
    Object,
    ResourceItem,
    Resources,
    Row,
    Scale,
    Setting,
    State,
)
from .expressions import Comment, Expr, Name, Node, Number, Paragraph, Text, Words
from .rules import (
    Action,
    Around,
    AroundEach,
    Attachment,
    Condition,
    Forbid,
    ForbidOption,
    Game,
    Modify,
    Rule,
    Seat,
    Sequence,
    Table,
    TableRow,
    Takes,
    Trigger,
    Value,
)
from .statements import Option


class ChangeConstant(Node):
    """`change constant name = value`."""

    name: Name
    value: Expr


class ChangeScale(Node):
    """`change scale name = [values]`; without `from`, it starts where it did."""

    name: Name
    start: int | None
    values: tuple[Expr, ...]


class ChangeGroup(Node):
    """`change group name = member, member except member`; without a title or a plural, they stay as they were."""

    name: Name
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


class RemoveField(Node):
    """`remove name`: a member that a kind has no longer."""

    name: Name


class ChangeKind(Node):
    """The named members of a kind, players' own among them, as they are said here, more of them, and without some."""

    name: Name
    members: tuple[Field | AddField | RemoveField, ...]


class ChangeGame(Node):
    """The numbers of players, and the title if it is given."""

    title: Text | None
    fewest: int
    most: int
    unit: Name


class ChangeSeat(Node):
    """A seat's title and citation, if they are given; what it takes comes before what it took."""

    name: Name
    title: Text | None
    see: Text | None
    takes: tuple[Takes, ...]


class ChangeObject(Node):
    """The named parts of an object: what stands here takes the place of what the object had; attachments are added."""

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


class ChangeTable(Node):
    """Rows of a table, and cells that are added to rows."""

    name: Name
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


class Swaps(Node):
    """`use { old becomes new }`: formulas in one part of an object: a property, an action, or what an attachment changes."""

    name: Name
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


class AddMember(Node):
    """`add name to sequence before anchor`: it comes `when` (before or after) the anchor in a sequence, a group or a row."""

    name: Name
    sequence: Name
    when: str
    anchor: Name


class RemoveMember(Node):
    """`remove name from sequence`, or from a group or a row."""

    name: Name
    sequence: Name


class Seal(Node):
    """No layer above may change, replace, remove or attach anything to what is named, and `why` says why."""

    name: Name
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
