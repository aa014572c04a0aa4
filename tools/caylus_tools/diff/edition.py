"""A ruleset taken apart into what two of them are compared by: chapters, definitions, and the parts of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from caylus import syntax as s
from caylus.diagnostics import as_words

from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.objects import kind_chain
from caylus_tools.verbalize.prose import join_steps, plain

from .lines import Layout, Line

if TYPE_CHECKING:
    from caylus import Ruleset

Parts = dict[str, list[Line]]
"""What a definition says, part by part; what belongs to the whole of it is the part called ""."""

FIRST = ("Game", "Seats", "Numbers", "Resources", "Groups", "Table", "Kinds")
LAST = ("Phases", "Rules", "Actions", "Tables", "Values and conditions")
"""The chapters before and after those of the things on the table, which are called after their kinds."""

_CHAPTERS: dict[type[s.Node], str] = {
    s.Game: "Game",
    s.Seat: "Seats",
    s.Constant: "Numbers",
    s.Scale: "Numbers",
    s.Resources: "Resources",
    s.Group: "Groups",
    s.Row: "Table",
    s.State: "Table",
    s.ListState: "Table",
    s.Kind: "Kinds",
    s.EachPlayer: "Kinds",
    s.Sequence: "Phases",
    s.Rule: "Rules",
    s.Table: "Tables",
    s.Value: "Values and conditions",
    s.Condition: "Values and conditions",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A definition under its name, what people call it, and a label that only it has. `members` are those of a sequence."""

    name: str
    title: str
    label: str
    span: s.Span
    parts: Parts
    members: tuple[s.Name, ...] = ()


class Edition:
    """`chapters` hold the entries of each chapter by name, in the order of the text; `things` are the chapters of things."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.chapters: dict[str, dict[str, Entry]] = {}
        self._model = rules.model
        self._layout = Layout(rules.sources, rules.history)
        self._definitions = Definitions(rules)
        for file in rules.files:
            for definition in file.definitions:
                entry = self._entry(definition)
                entries = self.chapters.setdefault(self._chapter(definition), {})
                if entry.name in entries:  # what each player has, said in several places
                    entries[entry.name].parts.update(entry.parts)
                else:
                    entries[entry.name] = entry

    def summary(self, chapter: str, entry: Entry) -> str:
        """A summary of a thing, the text of a rule, or the line of another definition."""
        if chapter not in (*FIRST, *LAST):
            return self._definitions.objects.summary(entry.name)
        if chapter in LAST:
            site = self._definitions.site(entry.name)
            return plain((site and self._definitions.about(site)) or join_steps(self._definitions.describe(entry.name)))
        lines = entry.parts.get("", [])
        return lines[0].text if len(lines) == 1 else ""

    def find_alteration(self, name: str, part: str = "") -> s.Span | None:
        """The place where a layer last altered or removed a definition or a part of one."""
        steps = [*self.rules.history.get(name, ()), *self.rules.history.get(f"{name}.{part}", ())]
        return steps[-1].span if steps and steps[-1].verb != "add" else None

    # ---- entries

    def _chapter(self, definition: s.Definition) -> str:
        if isinstance(definition, s.Action):
            return "Phases" if definition.is_phase else "Actions"
        if isinstance(definition, s.Object):
            plural = as_words(self._model.kinds[definition.kind.text].plural)
            return plural[:1].upper() + plural[1:]
        return _CHAPTERS[type(definition)]

    def _entry(self, definition: s.Definition) -> Entry:
        parts = self._parts(definition)
        match definition:
            case s.Game(title=title):
                return Entry("game", title.text, title.text, definition.span, parts)
            case s.Resources(items=(item,)):
                called = item.title.text if item.title else item.name.text
                return Entry(item.name.text, called, called, definition.span, parts)
            case s.Object(name=name):
                thing = self._definitions.things[name.text]
                return Entry(name.text, thing.title, self._definitions.label(thing), definition.span, parts)
        named, written = getattr(definition, "name", None), getattr(definition, "title", None)
        assert isinstance(named, s.Name)
        called = written.text if isinstance(written, s.Text) else named.text
        members = definition.members if isinstance(definition, s.Sequence) else ()
        return Entry(named.text, called, called, definition.span, parts, members)

    def _parts(self, definition: s.Definition) -> Parts:
        model, span = self._model, definition.span
        match definition:
            case s.Game(fewest=fewest, most=most):
                return {"players": [Line(f"{fewest} to {most}", span)], "": self._layout.inside(definition)}
            case s.Constant(name=name) | s.Scale(name=name) | s.Group(name=name):
                return {"": [Line(plain(join_steps(self._definitions.describe(name.text))), span)]}
            case s.Resources(items=(item,)):
                return {"": [self._terms(item)]}
            case s.Kind(name=name, members=fields) | s.EachPlayer(name=name, members=fields):
                parent = model.kinds[name.text].parent
                whole = {"": [Line(f"is {parent.name}", span)]} if parent else {}
                return {**whole, **{field.name.text: self._layout.lines(field) for field in fields}}
            case s.Object():
                return {**self._thing(definition), **self._attachments(definition.attachments)}
            case s.Rule(attachments=attachments):
                return self._attachments(attachments)
            case s.Table(rows=rows):
                cells = [(row, number, cell) for row in rows for number, cell in enumerate(row.cells, 1)]
                return {f"{row.name.text} {number}": [Line(self._layout.cell(cell), row.span)] for row, number, cell in cells}
            case s.Sequence():
                return {}
        return {"": self._layout.lines(definition)}

    def _thing(self, definition: s.Object) -> Parts:
        """A thing's properties as they turn out, whatever numbers stand behind them, and what it does itself."""
        thing = self._definitions.things[definition.name.text]
        places = {setting.name.text: setting.span for setting in definition.settings}
        copies = definition.copies
        parts: Parts = {"copies": [Line(str(thing.copies), copies.span)]} if copies is not None else {}
        if definition.abouts:
            parts["about"] = [Line(thing.about or "", definition.abouts[0].span)]
        for kind in kind_chain(thing):
            for fixed in kind.properties.values():
                value = plain(self._definitions.objects.property(fixed, thing))
                parts[fixed.name] = [Line(value, places.get(fixed.name, definition.span))]
        if definition.held is not None:
            parts[""] = [self._terms(definition.held)]
        for behaviour in definition.behaviours:
            parts[behaviour.name.text] = self._layout.inside(behaviour)
        return parts

    def _terms(self, item: s.ResourceItem) -> Line:
        """The terms of a resource: who may see it, what it is taken from, and how low it can go."""
        audience = item.audience.words if item.audience is not None else "not hidden"
        words = ["open" if audience == "not hidden" else audience]
        words += [f"taken from {item.supply.text}"] if isinstance(item.supply, s.Name) else []
        least = self._definitions.resources[item.name.text].least
        words += [f"down to {least}"] if least else []
        return Line(", ".join(words), item.span)

    def _attachments(self, attachments: Sequence[s.Attachment]) -> Parts:
        """Attachments under what they do to what, numbered where one does the same twice."""
        parts: Parts = {}
        for name, attachment in zip(_number_names(map(_attachment_title, attachments)), attachments, strict=True):
            parts[name] = self._layout.lines(attachment)
        return parts


def _attachment_title(attachment: s.Attachment) -> str:
    match attachment:
        case s.Modify(target=target):
            return f"what {target.name.text} is"
        case s.Forbid(target=target):
            return f"forbid {target.name.text}"
        case s.Around(when=when, target=target):
            return f"{when} of {target.name.text}" if when == "instead" else f"{when} {target.name.text}"
        case s.AroundEach(when=when, sequence=sequence):
            return f"{when} each of {sequence.text}"
        case s.Trigger(target=target):
            return f"after gaining {target.name.text}"
    assert_never(attachment)


def _number_names(names: Iterable[str]) -> Iterator[str]:
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"
