"""The content of a rulebook: the rules in the order of a game, the pieces, and the reference behind them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.common.english import full_title
from caylus_tools.verbalize.audiences import OPEN, terms
from caylus_tools.verbalize.decompose_model import own_body
from caylus_tools.verbalize.definitions import Definitions, Grid, Row, state_words
from caylus_tools.verbalize.names import make_reference, plural
from caylus_tools.verbalize.objective import aim
from caylus_tools.verbalize.prose import Prose, Unit, join_list
from caylus_tools.verbalize.source_text import Chapter as Heading

from .board import board
from .changes import Changes
from .course import Definition, Telling, called_actions, course, deciding_values, for_programs_alone
from .outline import Chapter, Entry, Family, Listing, Reference, Section, Stage, Thing

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.diagnostics import Span

_ENTRIES = ("game", "seat", "sequence", "phase", "action", "table", "value", "condition", "rule")
"""The words of the language whose definitions have an entry of their own."""


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
        versions = [f"{manifest['name']} {manifest['version']}" for manifest in self.manifests]
        return Reference(
            title=full_title(self.rules),
            facts=(self.definitions.players, *self.definitions.outcome, *versions),
            about=tuple((str(manifest["title"]), str(manifest.get("about", "")).strip()) for manifest in self.manifests),
            changes=self.changes.all(),
            aim=tuple(aim(self.model)),
            board=board(self.rules, self.definitions),
            course=tuple(self._stages(self.model.start)),
            chapters=tuple(chapter for chapter in self._chapters() if chapter.sections),
            families=tuple(self._families()),
            listings=tuple(listing for listing in self._listings() if listing.grid.rows),
            for_programs=tuple(map(self._entry, self._for_programs)),
            index=tuple(sorted(self._index(), key=lambda entry: (entry[0].casefold(), entry[2]))),
            icons=self.rules.manifest.get("icons", {}),
            tints=self.rules.manifest.get("tints", {}),
            definitions=self.definitions,
        )

    # ---- the rules, in the order of a game

    def _chapters(self) -> Iterator[Chapter]:
        """The definitions that the course of the game has not told, under the headings of their author, before the end."""
        model, parts = self.model, course(self.model)
        before, during, after = (self._expand_sequences(part) for part in (parts.before, parts.during, parts.after))
        last: list[Definition] = [*after, *deciding_values(model)]
        reserved = [definition.name for definition in (*before, *during, *last)]
        telling = Telling({*reserved, *self._for_programs})
        start = tuple(self._sections(telling, [model.start]))
        setup, play, end = (tuple(self._sections(telling, part)) for part in (before, during, last))
        told = {entry.name for section in (*start, *setup, *play, *end) for entry in section.entries}
        yield Chapter("the-course", "The course of the game", start)
        yield Chapter("the-setup", "Setup", setup)
        yield Chapter("the-play", "Playing the game", play)
        yield Chapter("further-rules", "Further rules", tuple(self._under_headings(told)))
        yield Chapter("the-end", "The end of the game", end)

    def _expand_sequences(self, actions: Iterable[m.Action]) -> list[m.Action]:
        """The actions, and behind each sequence its parts."""
        found: list[m.Action] = []
        for action in actions:
            parts = called_actions(own_body(action)) if self.source.word(action.name) == "sequence" else ()
            found += [action, *self._expand_sequences(parts)]
        return found

    def _sections(self, telling: Telling, definitions: Iterable[Definition]) -> Iterator[Section]:
        for definition in definitions:
            entries = tuple(self._entry(name) for name in telling.collect_names(definition) if name in self.names)
            if entries:
                yield Section("", "", entries)

    def _under_headings(self, told: Container[str]) -> Iterator[Section]:
        under: dict[Heading, list[str]] = {heading: [] for heading in self.source.chapters}
        for name in self.names:
            if self.source.word(name) in _ENTRIES and name not in told and name not in self._for_programs:
                under[self.source.chapter(self.source.first(name))].append(name)
        for heading, names in under.items():
            names.sort(key=lambda name: self.source.first(name).line)
            layer = self.changes.mark_of_file(heading.file)
            title = f"{layer.layer}: {heading.title}" if layer else heading.title
            if names:
                yield Section(title, heading.note, tuple(map(self._entry, names)))

    @cached_property
    def _for_programs(self) -> list[str]:
        alone = for_programs_alone(self.model)
        return [name for name in self.names if name in alone]

    def _stages(self, action: m.Action) -> Iterator[Stage]:
        """The steps of an action one after the other, and the parts of sequences among them."""
        for step in dict.fromkeys(called_actions(own_body(action))):
            word = self.source.word(step.name)
            below = tuple(self._stages(step)) if word == "sequence" else ()
            yield Stage(make_reference(step), word, step.site.see or "", self.changes.mark(step.name), below)

    # ---- what there is

    def _listings(self) -> Iterator[Listing]:
        model, definitions = self.model, self.definitions
        resources = [(r.name, Unit(r), terms(r) or OPEN, r.span) for r in model.resources if r.object.kind.is_builtin]
        yield Listing("Resources", "", self._grid("resource", resources, "is"))
        groups = [(g.name, Unit(g), join_list([(Unit(r),) for r in g.members]), g.span) for g in model.groups.values()]
        yield Listing("Groups", "", self._grid("group", groups, "any of"))
        states = model.kinds["player"].states.values()
        rows: list[tuple[str, str, Prose, Span]] = [
            (f"player.{state.name}", state.title, (state_words(state),), state.span) for state in states
        ]
        for row in model.kinds["player"].rows.values():
            text = (f"a row of {row.size} ", plural(row.kind))
            rows.append((f"player.{row.name}", row.title, text, row.span))
        yield Listing("Each player has", "player", self._grid("", rows))
        there: list[m.Row | m.ListState | m.State] = [*model.rows.values(), *model.lists.values(), *model.states.values()]
        on_table = [(x.name, x.title, definitions.describe(x.name)[0].prose, x.span) for x in there]
        yield Listing("On the table", "", self._grid("", on_table))
        numbers = [name for name in self.names if name in model.constants or name in model.scales]
        constants = [(name, as_words(name), definitions.describe(name)[0].prose, self.source.first(name)) for name in numbers]
        yield Listing("Numbers", "", self._grid("number", constants, "is"))

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
            if not kind.is_builtin:
                parent = kind.parent if kind.parent is not None and not kind.parent.is_builtin else None
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
            called = as_words(one.name) if isinstance(one, m.MemberAction) else one.title
            cells: tuple[Prose, ...] = ((called,), (text,), (self.source.remark(one.span),), (place,))
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
        sentences, steps = tuple(self.definitions.objects.sentences(thing)), self.definitions.objects.steps(thing)
        return Thing(thing, note, sentences, steps, self.source.excerpts(thing.name), self.changes.mark(thing.name))

    # ---- every rule

    def _entry(self, name: str) -> Entry:
        model = self.model
        word = self.source.word(name)
        known = model.actions.get(name) or model.values.get(name) or model.conditions.get(name)
        seat = self.definitions.seats.get(name)
        site = model.start.site if name == "game" else known.site if known else seat.site if seat else model.rules.get(name)
        is_table = word == "table"
        return Entry(
            name=name,
            word=word,
            title=self.definitions.title(name),
            see=(site.see if site else None) or "",
            about=self.definitions.about(site) if site else (),
            note=self.source.note(self.source.whole(name) or self.source.first(name)),
            steps=() if is_table else self.definitions.describe(name),
            grid=self.definitions.table(model.actions[name]) if is_table else None,
            bends=self.definitions.attachments.describe_attachments(name),
            excerpts=self.source.excerpts(name),
            mark=self.changes.mark(name),
        )

    def _index(self) -> Iterator[tuple[str, str, str]]:
        for name in self.names:
            yield self.definitions.title(name), as_words(self.source.word(name)), name
