"""Two rulesets -> the differences between them, chapter by chapter: for authors as text or JSON, and for players.

Comments and citations are left out; every line knows its place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import groupby
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Any, assert_never

import caylus
from caylus import model as m, syntax as s
from caylus.diagnostics import Span, as_words, split_lines
from caylus.model.access import find_joinings
from caylus.records import Record

from caylus_tools.common.english import capitalize, count_things, join_words
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.objects import kind_chain
from caylus_tools.verbalize.prose import join_steps, make_sentences, plain

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.layers.parts import History


class Change(Record):
    """A line that only one side has: `sign` is `-` for the first ruleset's, `+` for the second's."""

    sign: str
    text: str
    span: Span


class Difference(Record):
    """One thing that two rulesets have otherwise.

    `chapter` is what it belongs to, `name` the definition and `title` what people call it, `part` what of it
    ("" for the whole). `verb` is added, removed, changed or moved. `old` and `new` are short: a number, a price, a place
    in a sequence, or empty; what takes more lines stands in `lines`. `before` and `after` are the places in the first
    and the second ruleset, as far as it stands there.
    """

    chapter: str
    name: str
    title: str
    part: str
    verb: str
    old: str
    new: str
    before: Span | None
    after: Span | None
    lines: tuple[Change, ...] = ()
    part_title: str = ""
    """What people call the part, where its name does not say it."""


WIDTH = 96
"""What fits into a line stands in one."""

_WORDS = re.compile(r'"(?:[^"\\]|\\.)*"|--[^\n]*|\s+|[^"\s-]+|-')
_CITATION = re.compile(r'\s*\bsee "(?:[^"\\]|\\.)*"')


class Line(Record):
    text: str
    span: s.Span


class Layout:
    """Lays out definitions of the files of one ruleset."""

    def __init__(self, sources: Mapping[str, str], history: History) -> None:
        self._lines = {path: [f"{line}\n" for line in split_lines(text)] for path, text in sources.items()}
        steps = [step for steps in history.values() for step in steps]
        self._swapped = {place: step.node.new.span for step in steps if isinstance(step.node, s.Swap) for place in step.places}

    def lines(self, node: s.Node) -> list[Line]:
        """The lines of a definition, an attachment, a statement or a part of a kind or of a thing."""
        match node:
            case s.Action(body=body) | s.Around(body=body) | s.AroundEach(body=body) | s.Trigger(body=body):
                return self._block(node.span, self._head(node, body), body)
            case s.ForEach(body=body):
                return self._render_branches(node, self._head(node, body), body, node.otherwise)
            case s.Repeat(body=body):
                return self._block(node.span, self._head(node, body), body)
            case s.Option():
                # written out from its parts: a `may` holds one that has no words of its own
                words = ["option"]
                words[0] += f" {node.name.text}" if node.name is not None else ""
                if node.choices:
                    words[0] += f"({', '.join(self.text(choice.span) for choice in node.choices)})"
                words += [self.text(node.text.span)] if node.text is not None else []
                return self._block_or_offer(node.span, " ".join(words), node.body)
            case s.If():
                name = f" as {node.name.text}" if node.name is not None else ""
                return self._render_branches(node, f"if {self.text(node.condition.span)}{name}", node.then, node.otherwise)
            case s.Choose():
                return self._choose(node)
            case s.MemberAction(body=s.Block() as body):
                return self._block(node.span, self._head(node, body), body)
            case s.Value(cases=(s.Case(condition=None) as only,)):
                return [Line(f"{self._head(node, only).rstrip('= ')} = {self.text(only.span)}", node.span)]
            case s.Seat(takes=(first, *_) as items):
                head = self._head(node, first).rstrip("{ ")
                return self._list(node.span, head, [Line(self.text(item.span), item.span) for item in items])
            case s.Value(cases=items) | s.Condition(requires=items):
                head = self._head(node, items[0]).rstrip("{ ")
                return self._list(node.span, head, [Line(self.text(item.span), item.span) for item in items])
        return [Line(_CITATION.sub("", self.text(node.span)), node.span)]

    def inside(self, node: s.Game | s.Behaviour) -> list[Line]:
        """The lines of a game or of a thing's action, without its head."""
        return self._statements(node.body)

    def text(self, span: s.Span) -> str:
        """The text at a span, on one line and without comments."""
        return self._source_text(span, (span.end_line, span.end_column))

    def cell(self, block: s.Block) -> str:
        """The statements of a cell of a table, on one line."""
        return ", ".join(line.text.strip() for statement in block.statements for line in self.lines(statement))

    def _head(self, node: s.Node, body: s.Node) -> str:
        return _CITATION.sub("", self._source_text(node.span, (body.span.line, body.span.column)))

    def _source_text(self, span: s.Span, end: tuple[int, int]) -> str:
        """The text written there, with every formula that a layer has put in the place of another."""
        text, at = "", (span.line, span.column)
        for place in sorted(self._swapped, key=_order):
            if place.file == span.file and at <= (place.line, place.column) and (place.end_line, place.end_column) <= end:
                text += self._render_range(span.file, at, (place.line, place.column)) + self.text(self._swapped[place])
                at = place.end_line, place.end_column
        text += self._render_range(span.file, at, end)
        words = (" " if word.isspace() or word.startswith("--") else word for word in _WORDS.findall(text))
        return re.sub(r" +", " ", "".join(words)).strip()

    def _render_range(self, file: str, start: tuple[int, int], end: tuple[int, int]) -> str:
        rows = self._lines[file][start[0] - 1 : end[0]]
        rows[-1] = rows[-1][: end[1] - 1]
        rows[0] = rows[0][start[1] - 1 :]
        return "".join(rows)

    # ---- statements

    def _block(self, span: s.Span, head: str, body: s.Block) -> list[Line]:
        return self._render_block(span, head, self._statements(body))

    def _statements(self, body: s.Block) -> list[Line]:
        return [line for statement in body.statements for line in self.lines(statement)]

    def _list(self, span: s.Span, head: str, inner: Sequence[Line]) -> list[Line]:
        """The items of a list, one a line, for a reader who compares them."""
        return self._render_block(span, head, inner) if len(inner) < 2 else _open(span, head, inner)

    def _render_block(self, span: s.Span, head: str, inner: Sequence[Line]) -> list[Line]:
        """The head, what belongs to it, and what closes it: in one line if that is short."""
        flat = f"{head} {{ {', '.join(line.text for line in inner)} }}" if inner else f"{head} {{ }}"
        if len(flat) <= WIDTH and not any(line.text.startswith((" ", "}")) for line in inner):
            return [Line(flat, span)]
        return _open(span, head, inner)

    def _render_branches(self, node: s.If | s.ForEach, head: str, body: s.Block, otherwise: s.Block | None) -> list[Line]:
        if otherwise is None:
            return self._block(node.span, head, body)
        lines = [Line(f"{head} {{", node.span), *_indent_lines(self._statements(body))]
        return [*lines, Line("} else {", otherwise.span), *_indent_lines(self._statements(otherwise)), Line("}", node.span)]

    def _choose(self, node: s.Choose) -> list[Line]:
        words = [self.text(node.by.span)] if node.by is not None else []
        if node.may and node.prompt is None and len(node.options) == 1 and node.options[0].name is None:
            return self._block_or_offer(node.span, " ".join([*words, "may"]), node.options[0].body)
        words.append("may choose" if node.may else "choose" if node.by is None else "chooses")
        words += [self.text(node.prompt.span)] if node.prompt is not None else []
        options = [line for option in node.options for line in self.lines(option)]
        if node.otherwise is None:
            return self._list(node.span, " ".join(words), options)
        lines = [Line(f"{' '.join(words)} {{", node.span), *_indent_lines(options), Line("} else {", node.otherwise.span)]
        return [*lines, *_indent_lines(self._statements(node.otherwise)), Line("}", node.span)]

    def _block_or_offer(self, span: s.Span, head: str, body: s.Block) -> list[Line]:
        if isinstance(body, s.Offer):
            return [Line(f"{head} {' to '.join(line.text for line in self._statements(body))}", span)]
        return self._block(span, head, body)


def _order(place: s.Span) -> tuple[int, int, int, int]:
    """From the front to the back; of two that begin together the one that holds the other comes first."""
    return place.line, place.column, -place.end_line, -place.end_column


def _open(span: s.Span, head: str, inner: Sequence[Line]) -> list[Line]:
    return [Line(f"{head} {{", span), *_indent_lines(inner), Line("}", span)]


def _indent_lines(lines: Sequence[Line]) -> Iterator[Line]:
    return (replace(line, text=f"  {line.text}") for line in lines)


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


class Entry(Record):
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
        self.program_names = self._definitions.program_names
        self.part_titles: dict[str, str] = {}
        """What people call attachments, by what they are called in the rules."""
        for file in rules.files:
            for definition in file.definitions:
                entry = self._entry(definition)
                entries = self.chapters.setdefault(self._chapter(definition), {})
                if entry.name in entries:  # what each player has, said in several places
                    entries[entry.name].parts.update(entry.parts)
                else:
                    entries[entry.name] = entry

    def title(self, name: str) -> str:
        """The title of a definition."""
        return self._definitions.title(name)

    def summary(self, chapter: str, entry: Entry) -> str:
        """A summary of a thing, the text of a rule, what lies on the table in words, or the line of another definition."""
        if chapter not in (*FIRST, *LAST):
            return self._definitions.objects.summary(entry.name)
        if chapter in (*LAST, "Table", "Seats"):
            site = self._definitions.site(entry.name)
            return plain((site and self._definitions.about(site)) or join_steps(self._definitions.describe(entry.name)))
        lines = entry.parts.get("", [])
        return lines[0].text if len(lines) == 1 else ""

    def joinings(self, entry: Entry, old: Edition) -> str:
        """The lists of rules that were there before which a new object joins; empty for what is no object."""
        thing = self._definitions.things.get(entry.name)
        return describe_joinings(self._model, thing, old.rules.sources) if thing is not None else ""

    def describe_part(self, entry: Entry, part: str) -> str:
        """Describe something that the objects of a kind or the players have; empty for any other part."""
        path = f"{entry.name}.{part}"
        words = self._definitions.field(path) if entry.name in self._model.kinds else ()
        self.part_titles[part] = self._definitions.title(path) if words else self.part_titles.get(part, "")
        return plain(words) if words else ""

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
            return capitalize(plural)
        return _CHAPTERS[type(definition)]

    def _entry(self, definition: s.Definition) -> Entry:
        parts = self._parts(definition)
        match definition:
            case s.Game(title=title):
                return Entry("game", title.text, title.text, definition.span, parts)
            case s.Resources(items=(item,)):
                title_text = item.title.text if item.title else item.name.text
                return Entry(item.name.text, title_text, title_text, definition.span, parts)
            case s.Object(name=name):
                thing = self._definitions.things[name.text]
                return Entry(name.text, thing.title, self._definitions.label(thing), definition.span, parts)
        name_node, title_node = getattr(definition, "name", None), getattr(definition, "title", None)
        assert isinstance(name_node, s.Name)
        title_text = title_node.text if isinstance(title_node, s.Text) else name_node.text
        members = definition.members if isinstance(definition, s.Sequence) else ()
        return Entry(name_node.text, title_text, title_text, definition.span, parts, members)

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
                cells = {f"{row.name.text} {n}": (row, n, cell) for row in rows for n, cell in enumerate(row.cells, 1)}
                self.part_titles |= {part: f"{self.title(row.name.text)}, column {n}" for part, (row, n, _) in cells.items()}
                return {part: [Line(self._layout.cell(cell), row.span)] for part, (row, _, cell) in cells.items()}
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
        titles = _number_names(_attachment_title(attachment, self.title) for attachment in attachments)
        names = [*_number_names(map(_attachment_title, attachments))]
        self.part_titles.update(zip(names, titles, strict=True))
        for name, attachment in zip(names, attachments, strict=True):
            parts[name] = self._layout.lines(attachment)
        return parts


def _attachment_title(attachment: s.Attachment, title: Callable[[str], str] = str) -> str:
    """The words for an attachment; `title` gives those for a definition."""
    match attachment:
        case s.Modify(target=target):
            return f"what {title(target.name.text)} is"
        case s.Forbid(target=target):
            return f"forbid {title(target.name.text)}"
        case s.ForbidOption(option=option, action=action):
            return f"forbid {as_words(option.text)} in {title(action.text)}"
        case s.Around(when=when, target=target):
            of = title(target.name.text)
            return f"{when} of {of}" if when == "instead" else f"{when} {of}"
        case s.AroundEach(when=when, sequence=sequence):
            return f"{when} each of {title(sequence.text)}"
        case s.Trigger(target=target):
            return f"after gaining {title(target.name.text)}"
    assert_never(attachment)


def _number_names(names: Iterable[str]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for name in names:
        counts[name] += 1
        yield name if counts[name] == 1 else f"{name} ({counts[name]})"


def describe_joinings(model: m.Model, thing: m.Object, files: Container[str]) -> str:
    """The lists that an object is in as all of its kind are, and what rules in `files` do with them where."""
    joinings = (x for x in find_joinings(model, thing) if x.site.span.file in files)
    return "; ".join(dict.fromkeys(f"`{x.members.kind.plural}`, {x.how} in `{x.site.rule}`" for x in joinings))


def differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """Everything the second ruleset says otherwise than the first; citations, comments and layout do not count."""
    old, new = Edition(first), Edition(second)
    things = [chapter for chapter in dict.fromkeys([*old.chapters, *new.chapters]) if chapter not in (*FIRST, *LAST)]
    return [difference for chapter in (*FIRST, *things, *LAST) for difference in _chapter(chapter, old, new)]


def _chapter(chapter: str, old: Edition, new: Edition) -> Iterator[Difference]:
    ours, theirs = old.chapters.get(chapter, {}), new.chapters.get(chapter, {})
    for name in dict.fromkeys([*ours, *theirs]):
        a, b = ours.get(name), theirs.get(name)
        if (a is None or name in old.program_names) and (b is None or name in new.program_names):
            continue  # bots and screens go by it, and no rule does
        if a is not None and b is not None:
            yield from _parts(chapter, a, b, new)
            titles = {member.text: edition.title(member.text) for edition, x in ((old, a), (new, b)) for member in x.members}
            yield from _members(chapter, a, b, titles)
        elif b is not None:
            joins = new.joinings(b, old)
            text = " ".join(filter(None, (new.summary(chapter, b), f"Joins {joins}." if joins else "")))
            yield Difference(chapter, name, b.label, "", "added", "", text, None, b.span)
        elif a is not None:
            yield Difference(chapter, name, a.label, "", "removed", "", "", a.span, new.find_alteration(name))


def _parts(chapter: str, a: Entry, b: Entry, edition: Edition) -> Iterator[Difference]:
    if a.title != b.title:
        yield Difference(chapter, a.name, a.label, "title", "changed", a.title, b.title, a.span, b.span)
    for part in dict.fromkeys([*a.parts, *b.parts]):
        title = edition.part_titles.get(part, "")
        old, new = a.parts.get(part, []), b.parts.get(part, [])
        if _texts(old) == _texts(new):
            continue
        if (not old and new[0].span == b.span) or (not new and old[0].span == a.span):
            continue  # a property that the kind settles for all: that is told of the kind
        verb = "changed" if old and new else "added" if new else "removed"
        before, after = old[0].span if old else a.span, new[0].span if new else b.span
        if before == after:
            after = edition.find_alteration(b.name, part) or after
        texts = [lines[0].text if lines else "" for lines in (old, new)]
        if verb == "added":
            texts[1] = edition.describe_part(b, part) or texts[1]
            title = edition.part_titles.get(part, "")
        if len(old) <= 1 and len(new) <= 1 and sum(map(len, texts)) <= WIDTH:
            yield Difference(chapter, a.name, b.label, part, verb, texts[0], texts[1], before, after, (), title)
        else:
            yield Difference(chapter, a.name, b.label, part, verb, "", "", before, after, tuple(_changes(old, new)), title)


def _changes(old: Sequence[Line], new: Sequence[Line]) -> Iterator[Change]:
    """The lines that only one side has, those of the first before those of the second where they differ."""
    for tag, i, j, k, n in SequenceMatcher(None, _texts(old), _texts(new), autojunk=False).get_opcodes():
        if tag != "equal":
            for sign, lines in (("-", old[i:j]), ("+", new[k:n])):
                yield from (Change(sign, line.text, line.span) for line in lines if line.text.strip() != "}")


def _texts(lines: Sequence[Line]) -> list[str]:
    return [line.text for line in lines]


# ---- sequences


def _members(chapter: str, a: Entry, b: Entry, titles: Mapping[str, str]) -> Iterator[Difference]:
    """Members of a sequence that came, went, or have another place among those that both have."""
    old, new = [member.text for member in a.members], [member.text for member in b.members]
    shared = [name for name in old if name in new]
    new_order = [name for name in new if name in old]
    blocks = SequenceMatcher(None, shared, new_order, autojunk=False).get_matching_blocks()
    fixed_names = {shared[block.a + i] for block in blocks for i in range(block.size)}
    for name in dict.fromkeys([*old, *new]):
        if name in fixed_names:
            continue
        verb = "moved" if name in shared else "removed" if name in old else "added"
        before = a.members[old.index(name)].span if name in old else a.span
        after = b.members[new.index(name)].span if name in new else b.span
        places = _place(old, name, titles), _place(new, name, titles)
        yield Difference(chapter, a.name, b.label, name, verb, *places, before, after, (), titles[name])


def _place(members: Sequence[str], name: str, titles: Mapping[str, str]) -> str:
    """The place of a member in a sequence, in words; empty for one that is not in it."""
    if name not in members:
        return ""
    at = members.index(name)
    return f"after {titles[members[at - 1]]}" if at else "first"


_COLUMN = 76
"""Where the place of a changed line stands."""

_WIDTH = 116
"""Of what is told in sentences."""


def to_text(diff: Sequence[Difference], first: Ruleset, second: Ruleset) -> str:
    """A sheet with a chapter for each sort of thing."""
    count = count_things(len(diff), "difference") if diff else "no differences"
    lines = [f"{_ruleset_title(first)} -> {_ruleset_title(second)}: {count}"]
    for chapter, differences in groupby(diff, key=lambda difference: difference.chapter):
        lines += ["", chapter, *(line for difference in differences for line in _lines(difference))]
    return "\n".join(lines)


def to_json(diff: Sequence[Difference], first: Ruleset, second: Ruleset) -> dict[str, Any]:
    """The differences as `schemas/differences.schema.json` describes them."""
    return {
        "format": 1,
        "first": {"ruleset": first.name, "version": first.version, "variants": list(first.variants)},
        "second": {"ruleset": second.name, "version": second.version, "variants": list(second.variants)},
        "differences": [
            {
                "chapter": difference.chapter,
                "name": difference.name,
                "title": difference.title,
                "part": difference.part or None,
                "change": difference.verb,
                "old": difference.old or None,
                "new": difference.new or None,
                "before": _place_text(difference.before),
                "after": _place_text(difference.after),
                "lines": [f"{line.sign} {line.text}" for line in difference.lines],
            }
            for difference in diff
        ],
    }


def _ruleset_title(rules: Ruleset) -> str:
    return " with ".join([f"{rules.title} {rules.version}", *([", ".join(rules.variants)] if rules.variants else [])])


def _place_text(span: Span | None) -> str | None:
    return f"{span.file}:{span.line}" if span else None


def _lines(difference: Difference) -> Iterator[str]:
    title, part = difference.title, difference.part_title or as_words(difference.part)
    if re.search(rf"\b{re.escape(difference.part)}\b", difference.old or difference.new):
        part = ""  # the text says it
    places = " -> ".join(dict.fromkeys(filter(None, (_place_text(difference.before), _place_text(difference.after)))))
    if difference.lines:
        yield f"  {title}: {part + ' ' if part else ''}{difference.verb}"
        for change in difference.lines:
            yield f"    {change.sign} {change.text}".ljust(_COLUMN) + f"   ({_place_text(change.span)})"
        return
    match difference.verb:
        case "changed":
            text = f"{part} {difference.old} -> {difference.new}".strip()
        case "moved":
            text = f"{part} moved from {difference.old} to {difference.new}"
        case "removed" if difference.part_title and difference.old.startswith(("first", "after ")):
            text = f"{part} removed"
        case verb if difference.part:
            text = f"{part} {verb} {difference.new or difference.old}".strip()
        case verb:
            text = f"{verb}{': ' if difference.new else ''}{difference.new}"
    line = f"  {title}: {text}"
    if len(line) + len(places) < _WIDTH:
        yield f"{line}   ({places})"
    else:
        yield from wrap(line, _WIDTH, subsequent_indent=" " * 6, break_long_words=False, break_on_hyphens=False)
        yield f"      ({places})"


_LONGEST = 100
"""The letters of a rule that is told; whole sentences, one at least."""
_LIKE = 0.16
"""The share of their words that two paragraphs have in common at least that tell the same part of a game."""
_WORD = re.compile(r"[a-z]{4,}")


def are_two_games(first: caylus.Ruleset, second: caylus.Ruleset) -> bool:
    """Return whether neither ruleset stands on the other, and both tell their rules in paragraphs."""
    bases = {rules.layers[0]["manifest"]["name"] for rules in (first, second)}
    return len(bases) == 2 and all(rules.manifest.get("rulebook", {}).get("chapters") for rules in (first, second))


def compare_games(first: caylus.Ruleset, second: caylus.Ruleset) -> str:
    """A sheet: the rules in the order of the first game, then the pieces, then what only one of them has."""
    return "\n".join(_Comparison(first, second).lines())


class _Side:
    """One of the games: the rules that its paragraphs tell, in the order of its rulebook, and its pieces."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        self.title = rules.title
        self.model = rules.model
        self.definitions = Definitions(rules)
        names = [name for chapter in rules.manifest["rulebook"]["chapters"] for name in chapter["rules"]]
        self.told = {name: text for name in dict.fromkeys(names) if (text := self._text(name))}
        self.words = {name: frozenset(_WORD.findall(self._whole(name).lower())) for name in self.told}

    def _text(self, name: str) -> str:
        """The first block of a paragraph, with its list if it is nothing but the head of one."""
        texts = self.definitions.paragraphs.texts(name)
        end = next((at for at, text in enumerate(texts) if at and not text.is_item), len(texts))
        return " ".join(plain(text.prose) for text in texts[: end if len(texts) > 1 and texts[1].is_item else 1])

    def _whole(self, name: str) -> str:
        """The heading and all of a paragraph: its first block alone has too few words to be known by."""
        return " ".join([self.heading(name), *(plain(text.prose) for text in self.definitions.paragraphs.texts(name))])

    def heading(self, name: str) -> str:
        paragraph = self.model.paragraphs.get(name)
        title = (paragraph.heading if paragraph is not None else "") or self.definitions.title(name)
        return capitalize(title)

    def pieces(self) -> dict[str, list[m.Object]]:
        """The pieces that do something or are worth something, by the words for their kinds."""
        things_by_kind: dict[str, list[m.Object]] = {}
        for thing in self.definitions.things.values():
            if not thing.kind.is_builtin and any(kind.actions or kind.properties for kind in kind_chain(thing)):
                things_by_kind.setdefault(as_words(thing.kind.plural), []).append(thing)
        return things_by_kind

    def sentences(self, thing: m.Object) -> list[str]:
        return [make_sentences([prose]) for prose in self.definitions.objects.sentences(thing)]


class _Comparison:
    def __init__(self, first: caylus.Ruleset, second: caylus.Ruleset) -> None:
        self.old, self.new = _Side(first), _Side(second)

    def lines(self) -> Iterator[str]:
        old, new = self.old, self.new
        yield f"{old.title} (-) and {new.title} (+): what is otherwise for a player"
        yield from ("", "Resources", *self._names([r.title for r in old.model.resources], [r.title for r in new.model.resources]))
        pairs = self._pairs()
        yield from ("", "Rules")
        for a, b in pairs.items():
            if old.told[a] != new.told[b]:
                titles = dict.fromkeys([self.old.heading(a), self.new.heading(b)])
                yield f"  {' / '.join(titles)}"
                yield from _wrap(f"    - {_shorten(self.old.told[a])}", 6)
                yield from _wrap(f"    + {_shorten(self.new.told[b])}", 6)
        for side, sign, paired_names in ((old, "-", set(pairs)), (new, "+", set(pairs.values()))):
            only = [name for name in side.told if name not in paired_names]
            if only:
                yield from ("", f"Only in {side.title}")
                entries = (f"{sign} {side.heading(name)}: {_shorten(side.told[name], 1)}" for name in only)
                yield from (f"  {shorten(line, _WIDTH - 2, placeholder=' …')}" for line in entries)
        yield from self._pieces()

    def _pairs(self) -> Mapping[str, str]:
        """The rules of the second game by those of the first that they are like: of one name, one title, or like words."""
        old, new = self.old, self.new
        pairs = {name: name for name in old.told if name in new.told}
        titles = {new.heading(name): name for name in new.told if name not in pairs.values()}
        pairs |= {name: titles[title] for name in old.told if name not in pairs and (title := old.heading(name)) in titles}
        shares = sorted(
            ((_share(old.words[a], new.words[b]), a, b) for a in old.told for b in new.told), key=lambda share: -share[0]
        )
        for share, a, b in shares:
            if share >= _LIKE and a not in pairs and b not in pairs.values():
                pairs[a] = b
        return {name: pairs[name] for name in old.told if name in pairs}

    def _pieces(self) -> Iterator[str]:
        ours, theirs = self.old.pieces(), self.new.pieces()
        yield from ("", "Pieces")
        for kind in dict.fromkeys([*ours, *theirs]):
            a, b = ours.get(kind, []), theirs.get(kind, [])
            if not a or not b:
                side, sign = (self.old, "-") if a else (self.new, "+")
                titles = join_words(list(dict.fromkeys(thing.title for thing in a or b)))
                yield from _wrap(f"  {sign} {capitalize(kind)}, only in {side.title}: {titles}", 6)
                continue
            yield f"  {capitalize(kind)}"
            alike = {thing.title: thing for thing in b}
            for thing in a:
                other = alike.get(thing.title)
                if other is not None:
                    was, now = self.old.sentences(thing), self.new.sentences(other)
                    removals, additions = [x for x in was if x not in now], [x for x in now if x not in was]
                    if removals or additions:
                        change = f"{' '.join(removals) or 'Nothing'} -> {' '.join(additions) or 'nothing'}"
                        yield from _wrap(f"    {self.old.definitions.label(thing)}: {change}", 8)
            yield from (f"  {line}" for line in self._names([thing.title for thing in a], [thing.title for thing in b]))

    def _names(self, old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
        for sign, some, others in (("-", old, new), ("+", new, old)):
            only = [title for title in dict.fromkeys(some) if title not in others]
            if only:
                yield from _wrap(f"  {sign} {join_words(only)}", 6)


def _shorten(text: str, most: int = _LONGEST) -> str:
    """The first sentences of a text, as many as fit into so many letters; the first one always."""
    sentences = re.split(r"(?<=[.!?]) ", text)
    excerpt = sentences[0]
    for sentence in sentences[1:]:
        if len(excerpt) + len(sentence) > most:
            break
        excerpt += f" {sentence}"
    return excerpt


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, len(one | other))


def _wrap(text: str, indent: int) -> list[str]:
    return wrap(text, _WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
