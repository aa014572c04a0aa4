"""What a reference of a ruleset says, whatever it is written in: the table, the pieces, the course of the game, every rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.common.english import full_title
from caylus_tools.verbalize.audiences import OPEN, terms
from caylus_tools.verbalize.definitions import Definitions, Grid, Row, state_words
from caylus_tools.verbalize.names import plural, titled
from caylus_tools.verbalize.prose import Mark, Prose, Ref, Steps, Unit, joined
from caylus_tools.verbalize.source_text import Chapter, Excerpt
from caylus_tools.verbalize.unweave import own_body

from .changes import Change, Changes

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.diagnostics import Span

_ENTRIES = ("game", "seat", "sequence", "phase", "action", "table", "value", "condition", "rule")
"""The words of the language whose definitions have an entry of their own."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule: in words, bent from elsewhere, and as it is written. A table has a grid instead of steps."""

    name: str
    word: str
    title: str
    signature: str
    see: str
    note: str
    steps: Steps
    grid: Grid | None
    bends: Steps
    excerpts: tuple[Excerpt, ...]
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    note: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """An object that a face is drawn of: all about it in words, and only what it does."""

    object: m.Object
    note: str
    steps: Steps
    does: Steps
    excerpts: tuple[Excerpt, ...]
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Family:
    """A kind: `depth` kinds stand above it; `fields` is what its objects have and do."""

    kind: m.Kind
    depth: int
    note: str
    place: str
    fields: Grid | None
    things: tuple[Thing, ...]
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Board:
    """Some of what lies on the table; `anchor` is the name of whatever it is all of, empty for nothing with a name."""

    title: str
    anchor: str
    grid: Grid


@dataclass(frozen=True, slots=True)
class Stage:
    """A step in the course of the game."""

    ref: Ref
    word: str
    see: str
    mark: Mark | None
    below: tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    title: str
    facts: tuple[str, ...]
    about: tuple[tuple[str, str], ...]
    """The title of each layer, and what it says about itself."""
    changes: tuple[Change, ...]
    table: tuple[Board, ...]
    families: tuple[Family, ...]
    course: tuple[Stage, ...]
    sections: tuple[Section, ...]
    index: tuple[tuple[str, str, str], ...]
    """The title, the word of the language and the name of every definition."""
    definitions: Definitions

    @property
    def present(self) -> frozenset[str]:
        """Every definition, and every part of one that can be spoken of."""
        fields = (row.anchor for family in self.families if family.fields for row in family.fields.rows)
        boards = (name for board in self.table for name in (board.anchor, *(row.anchor for row in board.grid.rows)))
        return frozenset(filter(None, [*(name for *_, name in self.index), *fields, *boards]))

    @property
    def anchors(self) -> frozenset[str]:
        """What a page has a place for: what is present, and what a layer has removed."""
        return self.present | {change.what.name for change in self.changes}


def reference(rules: Ruleset) -> Reference:
    """All there is to say about a ruleset."""
    return _Author(rules).reference()


class _Author:
    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.model = rules.model
        self.definitions = Definitions(rules)
        self.source = self.definitions.source
        self.changes = Changes(rules, self.definitions)
        self.names = [name for name in rules.history if "." not in name and self.source.is_there(name)]
        self.manifests = [layer["manifest"] for layer in rules.layers]

    def reference(self) -> Reference:
        course = tuple(self._stages(self.model.start))
        versions = [f"{manifest['name']} {manifest['version']}" for manifest in self.manifests]
        return Reference(
            title=full_title(self.rules),
            facts=(self.definitions.players, *self.definitions.outcome, *versions),
            about=tuple((str(manifest["title"]), str(manifest.get("about", "")).strip()) for manifest in self.manifests),
            changes=self.changes.all(),
            table=tuple(board for board in self._table() if board.grid.rows),
            families=tuple(self._families()),
            course=course,
            sections=tuple(self._sections(list(_order(course)))),
            index=tuple(sorted(self._index(), key=lambda entry: (entry[0].casefold(), entry[2]))),
            definitions=self.definitions,
        )

    # ---- the table

    def _table(self) -> Iterator[Board]:
        model, definitions = self.model, self.definitions
        resources = [(r.name, Unit(r), terms(r) or OPEN, r.span) for r in model.resources if r.object.kind.is_built_in]
        yield Board("Resources", "", self._grid("resource", resources, "is"))
        groups = [(g.name, Unit(g), joined([(Unit(r),) for r in g.members]), g.span) for g in model.groups.values()]
        yield Board("Groups", "", self._grid("group", groups, "any of"))
        states = model.kinds["player"].states.values()
        rows: list[tuple[str, str, Prose, Span]] = [
            (f"player.{state.name}", as_words(state.name), (state_words(state),), state.span) for state in states
        ]
        for row in model.kinds["player"].rows.values():
            text = (f"a row of {row.size} ", plural(row.kind))
            rows.append((f"player.{row.name}", as_words(row.name), text, row.span))
        yield Board("Each player has", "player", self._grid("", rows))
        there: list[m.Row | m.ListState | m.State] = [*model.rows.values(), *model.lists.values(), *model.states.values()]
        on_table = [(x.name, as_words(x.name), definitions.of(x.name)[0].prose, x.span) for x in there]
        yield Board("On the table", "", self._grid("", on_table))
        numbers = [name for name in self.names if name in model.constants or name in model.scales]
        constants = [(name, as_words(name), definitions.of(name)[0].prose, self.source.first(name)) for name in numbers]
        yield Board("Numbers", "", self._grid("number", constants, "is"))

    def _grid(self, first: str, rows: Iterable[tuple[str, Unit | str, Prose, Span]], second: str = "can be") -> Grid:
        made = []
        for name, called, text, span in rows:
            known = name in self.rules.history
            mark = self.changes.mark(name) if known else self.changes.mark_of_file(span.file)
            latest = self.source.latest(name) if known else span
            remark = " ".join(filter(None, [self.source.remark(latest), self.source.note(latest)]))
            made.append(Row(name, ((called,), text, (remark,), (f"{latest.file}:{latest.line}",)), mark))
        return Grid((first, second, "what it is", "written in"), tuple(made))

    # ---- kinds and their objects

    def _families(self) -> Iterator[Family]:
        below: dict[m.Kind | None, list[m.Kind]] = {}
        for kind in self.model.kinds.values():
            if not kind.is_built_in:
                parent = kind.parent if kind.parent is not None and not kind.parent.is_built_in else None
                below.setdefault(parent, []).append(kind)

        def walk(parent: m.Kind | None, depth: int) -> Iterator[Family]:
            for kind in below.get(parent, ()):
                yield self._family(kind, depth)
                yield from walk(kind, depth + 1)

        return walk(None, 0)

    def _family(self, kind: m.Kind, depth: int) -> Family:
        fields: list[Row] = []
        has: list[tuple[m.Property | m.State | m.MemberAction, str]] = []
        has += [(fixed, state_words(fixed)) for fixed in kind.properties.values()]
        has += [(state, f"changes; {state_words(state)}") for state in kind.states.values()]
        has += [(action, "what each of them does in its own way") for action in kind.actions.values()]
        for one, text in has:
            place = f"{one.span.file}:{one.span.line}"
            cells: tuple[Prose, ...] = ((as_words(one.name),), (text,), (self.source.remark(one.span),), (place,))
            fields.append(Row(f"{kind.name}.{one.name}", cells))
        span = self.source.first(kind.name)
        return Family(
            kind=kind,
            depth=depth,
            note=" ".join(filter(None, [self.source.remark(kind.span), self.source.note(span)])),
            place=f"{span.file}:{span.line}",
            fields=Grid(("has", "can be", "what it is", "written in"), tuple(fields)) if fields else None,
            things=tuple(self._thing(o) for o in kind.objects if o.kind is kind and o.is_named),
            mark=self.changes.mark(kind.name),
        )

    def _thing(self, thing: m.Object) -> Thing:
        note = " ".join(filter(None, [self.source.remark(thing.span), self.source.note(self.source.first(thing.name))]))
        steps, does = self.definitions.objects.steps(thing), self.definitions.objects.doings(thing)
        return Thing(thing, note, steps, does, self.source.excerpts(thing.name), self.changes.mark(thing.name))

    # ---- the course of the game, and every rule

    def _stages(self, action: m.Action) -> Iterator[Stage]:
        """What an action does one after the other, and what sequences among it consist of."""
        seen = set()
        for done in _done(own_body(action)):
            if done.name not in seen:
                seen.add(done.name)
                word = self.source.word(done.name)
                below = tuple(self._stages(done)) if word == "sequence" else ()
                yield Stage(titled(done), word, done.site.see or "", self.changes.mark(done.name), below)

    def _sections(self, course: list[str]) -> Iterator[Section]:
        """Under the author's headings: first what stands with the course of the game, in its order, then the rest."""
        under: dict[Chapter, list[str]] = {chapter: [] for chapter in self.source.chapters}
        for name in self.names:
            if self.source.word(name) in _ENTRIES:
                under[self.source.chapter(self.source.first(name))].append(name)
        place = {name: number for number, name in enumerate(["game", *course])}
        far = len(place)
        ordered = sorted(under, key=lambda chapter: min((place.get(name, far) for name in under[chapter]), default=far))
        for chapter in ordered:
            names = sorted(under[chapter], key=lambda name: self.source.first(name).line)
            layer = self.changes.mark_of_file(chapter.file)
            title = f"{layer.layer}: {chapter.title}" if layer else chapter.title
            if names:
                yield Section(title, chapter.note, tuple(self._entry(name) for name in names))

    def _entry(self, name: str) -> Entry:
        model = self.model
        word = self.source.word(name)
        known = model.actions.get(name) or model.values.get(name) or model.conditions.get(name)
        params = ", ".join(param.name for param in known.params) if known else ""
        seat = self.definitions.seats.get(name)
        site = model.start.site if name == "game" else known.site if known else seat.site if seat else model.rules.get(name)
        is_table = word == "table"
        return Entry(
            name=name,
            word=word,
            title=self.definitions.title(name),
            signature=f"{name}({params})" if known and word not in ("phase", "sequence") else name,
            see=(site.see if site else None) or "",
            note=self.source.note(self.source.whole(name) or self.source.first(name)),
            steps=() if is_table else self.definitions.of(name),
            grid=self.definitions.table(model.actions[name]) if is_table else None,
            bends=self.definitions.attachments.of(name),
            excerpts=self.source.excerpts(name),
            mark=self.changes.mark(name),
        )

    def _index(self) -> Iterator[tuple[str, str, str]]:
        for name in self.names:
            yield self.definitions.title(name), as_words(self.source.word(name)), name


def _done(body: m.Body) -> Iterator[m.Action]:
    """The actions that a body carries out, in loops and under conditions too."""
    for statement in body:
        match statement:
            case m.Do(action=action, as_before=True):
                yield from _done(action.body)
            case m.Do(action=action):
                yield action
            case m.Repeat(body=inner):
                yield from _done(inner)
            case m.ForEach(body=then, otherwise=otherwise) | m.If(then=then, otherwise=otherwise):
                yield from _done((*then, *otherwise))


def _order(stages: Iterable[Stage]) -> Iterator[str]:
    for stage in stages:
        yield stage.ref.name
        yield from _order(stage.below)
