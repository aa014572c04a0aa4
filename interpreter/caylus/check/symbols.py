"""Every name of a ruleset, once: what it was given to, and where; and how types compare."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar, Union

from caylus import model as m, syntax as s
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note, excerpt, split_lines
from caylus.diagnostics.render import is_slip, nearest, with_article
from caylus.limits import MOST_CHECKS, MOST_COMPARED, MOST_NAMES_LISTED
from caylus.parser.lalr import keywords
from caylus.syntax.definitions import PLAYER, PLAYERS, RESERVED, RESOURCE, RESOURCES
from caylus.syntax.walk import nodes_of, too_deep

UNKNOWN = m.Type("unknown")
"""The type of an expression with an error in it; it goes with everything, so that one mistake is reported once."""

MISTAKE = m.Const(0, UNKNOWN)
"""Stands for an expression with an error in it."""

NONE = m.Const(-1, m.NOBODY)

_WORDS = {
    "number": "a number",
    "flag": "a flag",
    "payment": "a payment",
    "scale": "a scale",
    "unknown": "unclear",
}


def object_type(kind: m.Kind) -> m.Type:
    return m.Type("object", kind)


def list_type(kind: m.Kind | None) -> m.Type:
    """A list of objects of a kind, or of numbers."""
    return m.Type("list", kind)


def member_type(type_: m.Type) -> m.Type:
    """The type of a list's members."""
    if type_.base != "list":
        return UNKNOWN
    return object_type(type_.kind) if type_.kind else m.NUMBER


def is_unknown(*types: m.Type) -> bool:
    return any(t is UNKNOWN for t in types)


def describe(type_: m.Type) -> str:
    """A type in the author's words: `a number`, `an apple`, `a list of players`."""
    if type_.base == "object":
        return with_article(type_.kind.name) if type_.kind else "`none`"
    if type_.base == "list":
        return f"a list of {type_.kind.plural if type_.kind else 'numbers'}"
    return _WORDS[type_.base]


def fits(type_: m.Type, expected_type: m.Type) -> bool:
    """Return whether something of type `type_` may stand where `expected_type` is needed."""
    if is_unknown(type_, expected_type) or type_ == expected_type:
        return True
    if type_ == m.NOBODY:
        return expected_type.base == "object"
    if type_.base != expected_type.base or type_.kind is None or expected_type.kind is None:
        return False
    return type_.kind.is_subkind_of(expected_type.kind)


def comparable(left: m.Type, right: m.Type) -> bool:
    """Return whether one may be the same as the other: alike, or objects of one family of kinds."""
    if is_unknown(left, right) or left == right:
        return True
    if left.base != right.base or left.base != "object":
        return False
    return left.kind is None or right.kind is None or left.kind.root is right.kind.root


def common(left: m.Type, right: m.Type) -> m.Type | None:
    """The narrowest type that both fit, or None where there is none."""
    if is_unknown(left, right):
        return UNKNOWN
    if fits(left, right):
        return right
    if fits(right, left):
        return left
    kind = left.kind if left.base == right.base else None
    while kind is not None and not (right.kind is not None and right.kind.is_subkind_of(kind)):
        kind = kind.parent
    return m.Type(left.base, kind) if kind is not None else None


BUILT_IN = s.Span("", 1, 1, 1, 1)

GUESS = "did you mean"
"""How a help begins that tells what was probably meant."""
LISTED = "there are"
"""How one begins that lists all that could be meant."""

UNCLEAR = "unclear"
"""What a name was given to that stands in a definition nobody could read: nothing is said about it elsewhere."""

Meaning = Union[
    m.Resource, m.Group, m.Const, m.ConstPayment, m.ConstScale, m.Kind, m.AllOf, m.Object, m.Row, m.State, m.ListState,
    m.Value, m.Condition, m.Action, m.Automaton, m.Site,
]  # fmt: skip
Field = m.Property | m.State | m.ListState | m.Row
Member = Field | m.MemberAction
Named = (
    s.Group | s.Constant | s.Scale | s.Kind | s.ListState | s.State | s.Row | s.Object | s.Value | s.Condition | s.Action
    | s.Table | s.Sequence | s.Seat | s.Rule
)  # fmt: skip
"""The definitions that give one name to one thing; a kind's plural comes with it."""

N = TypeVar("N", bound=Named)
D = TypeVar("D", bound=s.Definition)
K = TypeVar("K")


class Exhausted(Exception):
    """Checking costs more than any honest ruleset does."""


@dataclass(slots=True, eq=False)
class Entry:
    """A name at the top level. `what` says what it was given to; `meaning` is None until its pass has made sense of it."""

    name: str
    what: str
    span: s.Span
    definition: s.Definition | None
    meaning: Meaning | None = None
    used: bool = False

    @property
    def object(self) -> m.Object | None:
        """The object that it was given to; of a resource, the thing that is held."""
        meaning = self.meaning.object if isinstance(self.meaning, m.Resource) else self.meaning
        return meaning if isinstance(meaning, m.Object) else None

    def describe(self) -> str:
        return f"`{self.name}` is {with_article(self.what)}"

    def here(self, text: str = "it is defined here") -> tuple[Note, ...]:
        """A note with the place of the definition, if the text has one."""
        return (Note(text, self.span),) if self.span is not BUILT_IN else ()


class Meant(NamedTuple):
    """The meaning of a name at one place: what it was given to, where, and of what kind it is a member."""

    name: str
    what: str
    definition: s.Span
    meaning: Meaning | Member | m.Variable | None
    owner: str = ""


_MEMBERS = {m.Property: "property", m.State: "state", m.ListState: "list", m.Row: "row", m.MemberAction: "action"}


@dataclass(slots=True)
class Symbols:
    """The top level of a ruleset, and what is remembered while it is checked."""

    files: Sequence[s.File]
    player: m.Kind
    resource: m.Kind
    unread: frozenset[str]
    """Every name in a definition that could not be read: what seems to be missing may be there."""
    hides_some: bool = False
    """Whether what could not be read may define other names, too."""
    entries: dict[str, Entry] = field(default_factory=dict)
    read: set[Field] = field(default_factory=set)
    """The fields that anything asks for."""
    written: dict[int, tuple[m.Expr, s.Expr]] = field(default_factory=dict)
    """The syntax of each formula of the model, by its `id`, and the formula so that it keeps that."""
    named: dict[s.Span, Entry | tuple[Member, str] | tuple[m.Variable, s.Span]] = field(default_factory=dict)
    """The meaning of each name, by its place: what editors ask for. Of a member with its kind, of a variable with its binder."""
    bent: dict[str, m.Value] = field(default_factory=dict)
    """The constants that rules change, as the values that they are in play."""
    open_constants: dict[int, object] = field(default_factory=dict)
    """What constants and scales come to, and what is made of them, by `id`: layers are free to change it."""
    _files: dict[str, s.File] = field(init=False)
    """By their paths."""
    _lines: dict[str, list[str]] = field(default_factory=dict)
    _nodes: Sequence[s.Node] = ()
    _modifiers: dict[str, list[s.Modify]] | None = None
    _steps: int = 0
    _compared: int = 0

    def __post_init__(self) -> None:
        self._files = {file.path: file for file in self.files}

    def look(self, name: str, at: s.Span | None = None) -> Entry | None:
        """The definition of a name; it counts as used from then on. `at` is its place, if the text has one."""
        entry = self.entries.get(name)
        if entry is None and any(unread.startswith(name) for unread in self.unread):
            return Entry(name, UNCLEAR, BUILT_IN, None, used=True)  # it may have run into what stood behind it
        if entry is not None:
            entry.used = True
            if at is not None:
                self.named[at] = entry
        return entry

    def note_member(self, span: s.Span, member: Member, kind: m.Kind) -> None:
        """Remember the place of the name of a member that a kind, or a kind above it, has."""
        above: m.Kind | None = kind
        while above is not None and member not in _members(above):
            above = above.parent
        self.named[span] = member, (above or kind).name

    def meanings(self) -> dict[s.Span, Meant]:
        """The meaning of each name that was looked up, by its place."""
        return {span: _describe(meaning) for span, meaning in self.named.items() if span is not BUILT_IN}

    def keep_open(self, constant: K, *of: object) -> K:
        """What is known before play and made of other things: open to change where one of them is."""
        if any(id(part) in self.open_constants for part in of):
            self.open_constants[id(constant)] = constant
        return constant

    def used(self) -> tuple[set[str], set[Field]]:
        """The names and the fields that something asks for so far."""
        return {name for name, entry in self.entries.items() if entry.used}, set(self.read)

    def use_only(self, used: tuple[set[str], set[Field]]) -> None:
        """Forgets what has been asked for besides."""
        for name, entry in self.entries.items():
            entry.used = name in used[0]
        self.read = used[1]

    def find_visible(self, name: s.Name) -> Entry | None:
        """The definition of a name that the layer using it is based on."""
        entry, file = self.entries.get(name.text), self._files.get(name.span.file)
        return entry if entry is None or file is None or entry.span.file not in file.strangers else None

    def definitions_of(self, what: type[N]) -> Iterator[tuple[Entry, N]]:
        """The named definitions of a class with their entries, in the order of the text."""
        for entry in self.entries.values():
            definition = entry.definition
            if isinstance(definition, what) and definition.name.text == entry.name:
                yield entry, definition

    def all(self, what: type[D]) -> Iterator[D]:
        """Every definition of a class, in the order of the text."""
        return (d for file in self.files for d in file.definitions if isinstance(d, what))

    @property
    def nodes(self) -> Sequence[s.Node]:
        """All that was written, whatever holds something before what it holds, in the order of the text."""
        if not self._nodes:
            self._nodes = tuple(node for file in self.files for d in file.definitions for node in nodes_of(d))
        return self._nodes

    def attached_modifiers(self, value: str) -> Sequence[s.Modify]:
        """The modifiers that rules and objects attach to a value, in the order of the text."""
        if self._modifiers is None:
            self._modifiers = {}
            holders: list[s.Rule | s.Object] = [*self.all(s.Rule), *self.all(s.Object)]
            for holder in holders:
                for node in holder.attachments:
                    if isinstance(node, s.Modify):
                        self._modifiers.setdefault(node.target.name.text, []).append(node)
        return self._modifiers.get(value, ())

    def names_by_sort(self, *what: str) -> list[str]:
        """The names given to things of some sorts."""
        return [e.name for e in self.entries.values() if e.what in what]

    def words_for_resources(self) -> list[str]:
        """The keywords that define resources and groups: `resource`, the names of kinds of resources, `group`."""
        return ["group", *(kind.name for kind in self.kinds() if kind.is_of_resources)]

    def kinds(self) -> list[m.Kind]:
        return [e.meaning for e in self.entries.values() if isinstance(e.meaning, m.Kind)]

    def source(self, span: s.Span) -> str:
        """The text of a span, on one line and without its comments."""
        file = self._files.get(span.file)
        if file is None:
            return ""
        if span.file not in self._lines:
            self._lines[span.file] = split_lines(file.text)
        swaps = ((place, self.source(new)) for place, new in file.swapped if place.is_inside(span))
        return excerpt(self._lines[span.file], span, swaps)

    def level(self, place: s.Span) -> int:
        """The number of the layer that a place lies in, counted from the lowest."""
        file = self._files.get(place.file)
        return file.level if file is not None else 0

    def place_of(self, formula: m.Expr | None) -> s.Span | None:
        """The place where a formula of the model was written; None where it was made."""
        entry = self.written.get(id(formula))
        return entry[1].span if entry is not None else None

    def find(self, word: str, after: s.Span, before: s.Span) -> s.Span | None:
        """The place of a word between two parts, if it is all that stands there, on one line."""
        between = s.Span(after.file, after.end_line, after.end_column, before.line, before.column)
        if after.file != before.file or after.end_line != before.line or self.source(between).strip() != word:
            return None
        lead = len(self.line(between)[between.column - 1 :]) - len(self.line(between)[between.column - 1 :].lstrip())
        column = between.column + lead
        return s.Span(after.file, before.line, column, before.line, column + len(word))

    def line(self, span: s.Span) -> str:
        """The line that a span begins on."""
        self.source(span)
        lines = self._lines.get(span.file, [])
        return lines[span.line - 1] if span.line <= len(lines) else ""

    def did_you_mean(self, name: str, candidates: Collection[str]) -> str:
        """The help for an unknown name: the one probably meant, or nothing."""
        if name in keywords():
            return f"`{name}` is a word of the language, and nothing has this name"
        names = {*candidates, *self.unread}
        self._compared += len(names)
        guess = nearest(name, names) if self._compared <= MOST_COMPARED else None
        is_helpful = guess is not None and (not self.hides_some or is_slip(name, guess))
        return f"{GUESS} `{guess}`?" if is_helpful else ""

    def list_names(self, candidates: Collection[str]) -> str:
        """The help that lists what there is instead of an unknown name; nothing if that would be long, or not all of it."""
        names = sorted(candidates)
        if self.hides_some or not 0 < len(names) <= MOST_NAMES_LISTED:
            return ""
        return f"{LISTED} {', '.join(f'`{name}`' for name in names)}"

    def spend(self, steps: int = 1) -> None:
        """Counts work done. Raises `Exhausted` when it gets out of hand."""
        self._steps += steps
        if self._steps > MOST_CHECKS:
            raise Exhausted


def _members(kind: m.Kind) -> list[Member]:
    return [
        *kind.properties.values(), *kind.states.values(), *kind.lists.values(), *kind.rows.values(), *kind.actions.values(),
    ]  # fmt: skip


def _describe(entry: Entry | tuple[Member, str] | tuple[m.Variable, s.Span]) -> Meant:
    if isinstance(entry, Entry):
        return Meant(entry.name, entry.what, entry.span, entry.meaning)
    meaning, place = entry
    if isinstance(meaning, m.Variable):
        assert isinstance(place, s.Span)
        return Meant(meaning.name, "variable", place, meaning)
    assert isinstance(place, str)
    return Meant(meaning.name, _MEMBERS[type(meaning)], meaning.span, meaning, place)


def collect(files: Sequence[s.File]) -> tuple[Symbols, tuple[Diagnostic, ...]]:
    """The names that the files define; of two definitions of one name the first holds."""
    collector = Collector()
    player = m.Kind(PLAYER, PLAYERS, None, None, BUILT_IN, each=1)
    readable = [_readable(file, collector) for file in files]
    unread = frozenset().union(*(file.unread for file in files))
    resource = m.Kind(RESOURCE, RESOURCES, None, None, BUILT_IN)
    names = Symbols(readable, player, resource, unread, any(file.hides_names for file in files))
    names.entries[PLAYER] = Entry(PLAYER, "kind", BUILT_IN, None, player, used=True)
    names.entries[PLAYERS] = Entry(PLAYERS, "plural", BUILT_IN, None, m.AllOf(player, list_type(player)), used=True)
    names.entries[RESOURCE] = Entry(RESOURCE, "kind", BUILT_IN, None, resource)
    names.entries[RESOURCES] = Entry(RESOURCES, "plural", BUILT_IN, None, m.AllOf(resource, list_type(resource)))
    for file, rest in zip(files, names.files, strict=True):
        understood = {id(d) for d in rest.definitions}
        for definition in file.definitions:
            for name, what in _defined_names(definition):
                _enter(names, collector, name, what, definition if id(definition) in understood else None)
    for name_unread in sorted(unread):
        names.entries.setdefault(name_unread, Entry(name_unread, UNCLEAR, BUILT_IN, None)).used = True
    return names, collector.diagnostics


def _readable(file: s.File, collector: Collector) -> s.File:
    """The file without definitions that nobody could follow."""
    definitions = []
    for definition in file.definitions:
        fault = too_deep(definition)
        if fault is None:
            definitions.append(definition)
        else:
            collector.add(fault)
    return replace(file, definitions=tuple(definitions))


def _enter(symbols: Symbols, collector: Collector, name: s.Name, what: str, definition: s.Definition | None) -> None:
    first = symbols.entries.get(name.text)
    if name.text in RESERVED:
        collector.error(
            "E0202",
            name.span,
            f"`{name.text}` is a name of the language itself",
            "cannot be given to anything else",
            help=f"choose another name for this {what}",
        )
    elif first is not None:
        collector.error(
            "E0201",
            name.span,
            f"`{name.text}` is defined twice",
            "defined again here",
            notes=first.here(f"it is {with_article(first.what)} here already"),
            help="give one of them another name",
        )
    else:
        symbols.entries[name.text] = symbols.named[name.span] = Entry(name.text, what, name.span, definition)


def _defined_names(definition: s.Definition) -> Iterable[tuple[s.Name, str]]:
    match definition:
        case s.Resources(items=items):
            return [(item.name, "resource") for item in items]
        case s.Kind(name=name, plural=plural) if plural is not None and plural.text != name.text:
            return [(name, "kind"), (plural, "plural")]
        case s.Object(name=name, kind=kind):
            return [(name, kind.text)]
        case s.Action(name=name, is_phase=is_phase):
            return [(name, "phase" if is_phase else "action")]
        case s.ListState(name=name):
            return [(name, "list")]
    return [(definition.name, type(definition).__name__.lower())] if isinstance(definition, Named) else []


DOES = ("action", "phase", "table", "sequence")
"""What names that can be done are given to."""
