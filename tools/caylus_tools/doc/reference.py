"""The content of a rulebook: the rules in the order of a game, with examples, the pieces, and the reference behind them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import caylus
from caylus import Ruleset, model as m, syntax as s
from caylus.diagnostics import Span, as_words
from caylus.loading import library
from caylus.model.walk import action_versions, parts
from caylus.records import Record

from caylus_tools.common.english import capitalize, full_title, join_words
from caylus_tools.testing.scenarios import Scenario, admits_players, find, read, run, set_up
from caylus_tools.verbalize.definitions import Definition, Definitions, Grid, Row, Telling, describe_field, state_words
from caylus_tools.verbalize.expressions import aim
from caylus_tools.verbalize.log import render_length, render_log
from caylus_tools.verbalize.names import find_title, make_reference, runs
from caylus_tools.verbalize.objects import Text, Uses, has, kind_chain
from caylus_tools.verbalize.prose import OPEN, Prose, Ref, Step, Unit, full_stop, join_list, lower_title, plain, terms
from caylus_tools.verbalize.source_text import Chapter as Heading, own_body

from . import outline

_LEADING_NUMBERS = re.compile(r"^(?:[A-Z]\d+ )+")
"""The numbers of examples and rulings that a name begins with."""


def find_scenarios(rules: Ruleset, folders: Mapping[str, Path] | None) -> list[tuple[Scenario, int]]:
    """The scenarios beside all layers of a ruleset, with the numbers of these; none of a layer whose folder is not known."""
    folders_by_name = {entry.name: entry.path for entry in library.list_rulesets()} if folders is None else folders
    names = [layer["manifest"]["name"] for layer in rules.layers]
    return [
        (scenario, number)
        for number, name in enumerate(names)
        if name in folders_by_name
        for file in find(folders_by_name[name])
        for scenario in read(file)
    ]


def play_example(rules: Ruleset, scenario: Scenario, definitions: Definitions, layer: int) -> Iterator[outline.Example]:
    """The example that a scenario of a layer is; none where it does not hold, or where rules of later layers take part."""
    if not admits_players(rules, scenario.players) or not run(rules, scenario).is_passed:
        return
    game = set_up(rules, scenario)
    for step in scenario.when:
        decision = next((candidate for candidate in game.decisions if candidate.player == step.player), None)
        (choice,) = step.choices if step.verb == "chooses" else ("",)
        if decision is not None and choice in [option.id for option in decision.options]:
            game.choose(choice, step.player)
    labels = {name: name for name in scenario.players}
    events = [*game.events_for(caylus.SPECTATOR)]
    later_files = {file for above in rules.layers[layer + 1 :] for file in above["sources"]}
    own_events = [event for event in events if event.file not in later_files]
    lines, own_lines = (
        tuple(line.text for line in render_log(part, rules, labels) if not line.is_heading) for part in (events, own_events)
    )
    if lines != own_lines:
        return
    title = _LEADING_NUMBERS.sub("", scenario.name)
    yield outline.Example(title, tuple(_places(scenario, definitions)), tuple(_given(scenario, definitions)), lines)


def _places(scenario: Scenario, definitions: Definitions) -> Iterator[tuple[str, Any, str]]:
    """The places on which something lies in the position, with what lies there and who is there.

    The only place of a row has the title of the row, and is left out if nobody is there: what lies there never changes.
    """
    only = {f"{row.name} 1" for row in definitions.model.rows.values() if row.size == 1}
    for name, content in scenario.given.items():
        thing = next((definitions.things[x] for x in _strings(content) if x in definitions.things), None)
        if isinstance(content, Mapping) and thing is not None:
            who = [f"{key}: {value}" for key, value in content.items() if value in scenario.players]
            if who or name not in only:
                yield capitalize(_place(name, definitions)), thing, ", ".join(who)


def _given(scenario: Scenario, definitions: Definitions) -> Iterator[str]:
    """The rest of the position: lists, markers, and what players have."""
    having = _group_by_amounts(scenario, definitions)
    for name, content in scenario.given.items():
        if isinstance(content, Mapping) and name in scenario.players:
            yield from (f"{_have(names)} {amounts}." for amounts, names in having.items() if names[0] == name)
            for key, contents in content.items():
                by = (
                    [f"{value} ({_title(of, definitions)})" for of, value in contents.items()]
                    if isinstance(contents, Mapping)
                    else []
                )
                if by:
                    yield f"{name}'s {definitions.title(f'player.{key}')}: {', '.join(by)}."
        elif isinstance(content, Mapping) and name in definitions.things:
            states = {state.name: state.title for kind in kind_chain(definitions.things[name]) for state in kind.states.values()}
            has = [
                f"{states[key]}{'' if value is True else f' {value}'}"
                for key, value in content.items()
                if key in states and value
            ]
            if has:
                yield f"{_title(name, definitions)}: {join_words(has)}."
        elif isinstance(content, list) and content:
            yield f"{capitalize(definitions.title(name))}: {', '.join(_title(one, definitions) for one in content)}."
        elif isinstance(content, (str, int)) and not isinstance(content, bool):
            yield f"{capitalize(definitions.title(name))}: {_place(str(content), definitions)}."


def _group_by_amounts(scenario: Scenario, definitions: Definitions) -> dict[str, list[str]]:
    """The players by the amounts that they have, in words."""
    groups: dict[str, list[str]] = {}
    for name, content in scenario.given.items():
        if isinstance(content, Mapping) and name in scenario.players:
            amounts = [
                f"{value} {definitions.amount_word(key, value)}" for key, value in content.items() if isinstance(value, int)
            ]
            if amounts:
                groups.setdefault(join_words(amounts), []).append(name)
    return groups


def _have(names: Sequence[str]) -> str:
    return f"{names[0]} has" if len(names) == 1 else f"{join_words(names)} each have"


def _place(name: str, definitions: Definitions) -> str:
    """The words for a place of a row; other names as they are."""
    row = definitions.model.rows.get(name.rpartition(" ")[0])
    title = row.title.removeprefix("the ") if row is not None else ""
    return name if row is None else title if row.size == 1 else f"{title} {name.rpartition(' ')[2]}"


def _title(name: object, definitions: Definitions) -> str:
    """The title of a thing; other values as they are."""
    thing = definitions.things.get(str(name))
    return thing.title if thing is not None else str(name)


def _strings(content: object) -> Iterator[str]:
    if isinstance(content, Mapping):
        yield from (value for value in content.values() if isinstance(value, str))


class Course(Record):
    """The course of a game: before the loop in which people play, in that loop, and after it."""

    before: tuple[m.Action, ...]
    during: tuple[m.Action, ...]
    after: tuple[m.Action, ...]


def course(model: m.Model) -> Course:
    """A game without such a loop is played from beginning to end."""
    body = own_body(model.start)
    asking = [n for n, x in enumerate(body) if isinstance(x, m.Loop) and _asks(x)]
    first, end = (asking[0], asking[-1] + 1) if asking else (0, len(body))
    before, during, after = (
        tuple(dict.fromkeys(outline.called_actions(part))) for part in (body[:first], body[first:end], body[end:])
    )
    return Course(before, during, after)


def _number_phase(title: str, place: tuple[str, int], neighbour: str, count: int) -> str:
    """The title of a new phase with the number of the phase that it follows, and a letter: `Phase 4b: the market`."""
    number = re.match(r"(?:\w+ )?\d+", neighbour)
    if number is None:
        return title
    if place[0] == "before":
        return f"Before {lower_title(number[0])}: {lower_title(title)}"
    return f"{number[0]}{'abcdefghijklmnopqrstuvwxyz'[count : count + 1]}: {lower_title(title)}"


def _drop_repetitions(entries: Iterable[outline.Entry]) -> Iterator[outline.Entry]:
    """The entries of a chapter, each paragraph elsewhere named once."""
    names: set[str] = set()
    for entry in entries:
        yield replace(entry, see_also=tuple(ref for ref in entry.see_also if ref.name not in names))
        names.update(ref.name for ref in entry.see_also)


def _has_content(section: outline.Section) -> bool:
    """Return whether there is anything below a heading."""
    return bool(section.note) or any(
        x.texts or x.drawings or x.about or x.note or x.steps or x.grid or x.bends or x.see_also or x.excerpts
        for x in section.entries
    )


def _asks(statement: m.Statement) -> bool:
    """Return whether somebody chooses something in a statement, or in whatever it does."""
    waiting: list[m.Body] = [(statement,)]
    seen_ids: set[int] = set()
    while waiting:
        for part in parts(waiting.pop()):
            if isinstance(part, m.Choose):
                return True
            actions = (part.action,) if isinstance(part, m.Do) else action_versions(part) if isinstance(part, m.DoMember) else ()
            new = [action for action in actions if id(action) not in seen_ids]
            seen_ids.update(map(id, new))
            waiting += [action.body for action in new]
    return False


def property_grid(objects: Sequence[m.Object], definitions: Definitions) -> Grid:
    """A row for each object; its properties that any of them has."""
    fixed = [f for kind in kind_chain(objects[0]) for f in kind.properties.values() if any(has(thing, f) for thing in objects)]
    rows = [
        Row(thing.name, ((definitions.label(thing),), *(_cell(field, thing, definitions) for field in fixed)))
        for thing in objects
    ]
    return Grid(("", *map(_head, fixed)), tuple(rows))


def _head(field: m.Property) -> str:
    title = find_title(field).replace("…", "").strip().removesuffix(":")
    return title if len(title) < 30 else as_words(field.name)


def _cell(field: m.Property, thing: m.Object, definitions: Definitions) -> Prose:
    if field.type.base != "scale":
        return definitions.objects.property(field, thing)
    value: Any = field.values[thing.id]
    return (runs(*value),)


_ENTRIES = ("game", "seat", "sequence", "phase", "action", "table", "value", "condition", "rule")
"""The words of the language whose definitions have an entry of their own."""
_NUMBERS = ("constant", "scale")
"""Those whose definitions have one if they have a paragraph."""


def reference(rules: Ruleset, folders: Mapping[str, Path] | None = None, *, with_code: bool = False) -> outline.Reference:
    """The rulebook of a ruleset. `folders` are those of its layers by name, for their scenarios; shipped ones are known.

    `with_code` adds every rule as it is written, and what a rulebook leaves out.
    """
    return _Author(rules, folders, with_code).reference()


class _Author:
    def __init__(self, rules: Ruleset, folders: Mapping[str, Path] | None, with_code: bool) -> None:
        self.rules = rules
        self.with_code = with_code
        self.book: Mapping[str, Any] = rules.manifest.get("rulebook", {})
        self.scenarios = find_scenarios(rules, folders)
        self.model = rules.model
        self.definitions = Definitions(rules)
        self.source = self.definitions.source
        self.changes = outline.Changes(rules, self.definitions, with_code)
        self.paragraphs = self.definitions.paragraphs
        self.told = self.paragraphs.told
        self.names = [name for name in rules.history if "." not in name and self.source.is_there(name)]
        self.manifests = [layer["manifest"] for layer in rules.layers]
        self.later_files = {file for layer in rules.layers[1:] for file in layer["sources"]}

    def _questions(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """The questions with their answers, by what has to be said of them first."""
        automata = join_words([seat.title for seat in self.definitions.seats.values()])
        untried_heading = f"Examples of these answers are of games without {automata}:" if automata else outline.UNTRIED
        questions: dict[str, tuple[tuple[str, str], ...]] = {}
        for scenario, layer in self.scenarios:
            if scenario.question and scenario.answer:
                doubt = untried_heading
                if admits_players(self.rules, scenario.players):
                    doubt = "" if self._holds(scenario, layer) else outline.DOUBTFUL
                questions[doubt] = (*questions.get(doubt, ()), (scenario.question, scenario.answer))
        return {doubt: questions[doubt] for doubt in ("", outline.DOUBTFUL, untried_heading) if doubt in questions}

    def _holds(self, scenario: Scenario, layer: int) -> bool:
        """Return whether a scenario of a layer comes out as before, but for what later layers ask and bring besides."""
        files = {file for above in self.rules.layers[layer + 1 :] for file in above["sources"]}
        return run(self.rules, scenario).is_passed or (bool(files) and run(self.rules, scenario, beside=files).is_passed)

    def reference(self) -> outline.Reference:
        versions = [f"{manifest['name']} {manifest['version']}" for manifest in self.manifests]
        match = [render_length(self.rules.match)] if self.rules.match is not None else []
        all_chapters = [*(self._told_chapters() if self.book.get("chapters") else self._chapters())]
        all_chapters += self._chapters_as_written(all_chapters) if self.with_code else ()
        all_chapters = [replace(chapter, sections=tuple(filter(_has_content, chapter.sections))) for chapter in all_chapters]
        chapters = tuple(chapter for chapter in all_chapters if chapter.sections)
        entries = [entry for chapter in chapters for section in chapter.sections for entry in section.entries]
        drawings = [drawing for entry in entries for drawing in entry.drawings]
        grids = [entry.grid for entry in entries] + [drawing.grid for drawing in drawings]
        rows = {row.anchor for grid in grids if grid is not None for row in grid.rows}
        families = [*self._families()]
        told_things = {thing.object.name for drawing in drawings for thing in drawing.things}
        if not self.with_code:
            told_things |= rows
            empty = [family for family in families if not any(x.texts or x.sentences or x.steps for x in family.things)]
            told_things |= {thing.object.name for family in empty for thing in family.things}
        return outline.Reference(
            title=full_title(self.rules),
            facts=(self.definitions.players, *self.definitions.outcome, *match, *versions),
            about=tuple((str(manifest["title"]), str(manifest.get("about", "")).strip()) for manifest in self.manifests),
            changes=self.changes.all(),
            aim=self.paragraphs.texts("game") or tuple(Text(prose, is_item=False) for prose in aim(self.model)),
            components=tuple(outline.components(self.rules, self.definitions)),
            words=tuple((name, self._heading(name), self.paragraphs.texts(name)) for name in self._words(chapters)),
            questions=tuple((doubt, answers) for doubt, answers in self._questions().items() if not doubt or self.later_files),
            summary=tuple(map(self._summary_section, self._listed("summary"))),
            with_code=self.with_code,
            board=outline.board(self.rules, self.definitions),
            course=tuple(self._stages(self.model.start)),
            chapters=chapters,
            families=tuple(
                replace(family, things=tuple(x for x in family.things if x.object.name not in told_things)) for family in families
            ),
            listings=tuple(listing for listing in self._listings() if listing.grid.rows),
            for_programs=tuple(map(self._entry, self._for_programs)),
            index=tuple(sorted(self._index(), key=lambda entry: (entry[0].casefold(), entry[2]))),
            icons=self.rules.manifest.get("icons", {}),
            tints=self.rules.manifest.get("tints", {}),
            definitions=self.definitions,
        )

    def _words(self, chapters: Iterable[outline.Chapter]) -> Iterator[str]:
        """The words to know: those that the manifest lists, then all others that have a paragraph and no other place."""
        paragraphs = self.model.paragraphs
        listed_names = [name for name in self._listed("words") if name in paragraphs]
        entries = [entry for chapter in chapters for section in chapter.sections for entry in section.entries]
        placed_names = {*listed_names, *self.definitions.things, *self._for_programs, *self._idle_actions, "game"}
        placed_names |= {name for entry in entries for name in (entry.name, *entry.covers)}
        yield from listed_names
        yield from (name for name in paragraphs if name not in placed_names)

    # ---- the rules, in the order of their manifest

    def _listed(self, key: str) -> list[str]:
        """The names that the manifest lists, as far as the rules have them still."""
        return self._still_there(self.book.get(key, ()))

    def _still_there(self, names: Iterable[str]) -> list[str]:
        """The names that the rules have still, without the actions that nothing does any more."""
        known_names = {*self.names, "player"} - self._idle_actions
        return [name for name in names if name.partition(".")[0] in known_names]

    @cached_property
    def _used(self) -> set[int]:
        """The identities of all definitions that the course of a game goes by."""
        uses = Uses.from_model(self.model)
        return {id(definition) for definition in (*uses.in_play, *uses.in_setup, self.model.start)}

    @cached_property
    def _idle_actions(self) -> set[str]:
        """The actions that a variant leaves out of a game."""
        return {name for name, action in self.model.actions.items() if id(action) not in self._used}

    def _told_chapters(self) -> Iterator[outline.Chapter]:
        """The chapters of the manifest; then, layer by layer, the rules that no chapter names and no paragraph tells."""
        placed_names = {name for chapter in self.book["chapters"] for name in chapter["rules"]}
        new_phases, new_parts = self._new_phases(placed_names)
        placed_names |= {name for chapters in new_phases.values() for chapter in chapters for name in chapter.names}
        placed_names |= {name for names in new_parts.values() for name in names}
        for number, chapter in enumerate(self.book["chapters"], 1):
            yield from new_phases.pop(("before", number), ())
            names = self._still_there(chapter["rules"])
            if not names and self._idle_actions.intersection(chapter["rules"]):
                continue
            names = [part for name in names for part in (name, *new_parts.get(name, ()))]
            entries = [*_drop_repetitions(self._entry(name) for name in names)]
            examples = tuple(self._examples(chapter.get("example", ())))
            title = chapter.get("title") or (entries[0].title if entries else "")
            yield outline.Chapter(
                f"chapter-{number}", title, tuple(outline.Section("", "", (entry,)) for entry in entries), examples
            )
            yield from new_phases.get(("after", number), ())
        elsewhere = {*placed_names, *self._names_under_others, *self._for_programs, "game"}
        left = [name for name in self.names if name not in elsewhere and self._has_entry(name) and not self._is_helper(name)]
        left = [name for name in left if name in self.model.paragraphs or not self.definitions.attachments.only_says(name)]
        by_layer: dict[str, list[outline.Section]] = {}
        for name in left:
            mark = self.changes.mark_of_file(self.source.first(name).file)
            by_layer.setdefault(mark.layer if mark else "", []).append(outline.Section("", "", (self._entry(name),)))
        for layer, sections in by_layer.items():
            yield outline.Chapter(
                f"further-rules-{len(layer)}" if layer else "further-rules", layer or "Further rules", tuple(sections)
            )

    def _new_phases(
        self, placed_names: Container[str]
    ) -> tuple[dict[tuple[str, int], list[outline.Chapter]], dict[str, list[str]]]:
        """The chapters of phases that no chapter names, by their place beside a chapter: after that of the phase before them.

        Of a sequence within one chapter the names of such phases, by the name before them.
        """
        parts: dict[str, list[str]] = {}
        numbers = {name: number for number, chapter in enumerate(self.book["chapters"], 1) for name in chapter["rules"]}
        places: dict[tuple[str, int], list[outline.Chapter]] = {}
        for sequence in (self.model.actions[name] for name in self.names if self.source.word(name) == "sequence"):
            members = [action.name for action in outline.called_actions(own_body(sequence))]
            for at, name in enumerate(members):
                if name in placed_names or name in self._names_under_others or name not in self.names:
                    continue
                earlier = [numbers[other] for other in members[:at] if other in numbers]
                later = [numbers[other] for other in members[at:] if other in numbers]
                if earlier and numbers.get(sequence.name) == earlier[-1]:
                    parts.setdefault([other for other in members[:at] if other in numbers][-1], []).append(name)
                elif earlier or later:
                    place = ("after", earlier[-1]) if earlier else ("before", later[0])
                    chapters = places.setdefault(place, [])
                    entry = self._entry(name)
                    title = _number_phase(entry.title, place, self.book["chapters"][place[1] - 1].get("title", ""), len(chapters))
                    chapters.append(outline.Chapter(f"new-{name}", title, (outline.Section("", "", (entry,)),)))
        return places, parts

    @cached_property
    def _names_under_others(self) -> set[str]:
        """The names that the paragraph of another definition tells or shows."""
        paragraphs = self.model.paragraphs.items()
        return {name for by, paragraph in paragraphs for name in (*paragraph.covers, *paragraph.shows) if name != by}

    def _has_entry(self, name: str) -> bool:
        """Return whether a definition has an entry of its own: a rule, or a number with a paragraph."""
        word = self.source.word(name)
        return word in _ENTRIES or (word in _NUMBERS and name in self.model.paragraphs)

    def _is_helper(self, name: str) -> bool:
        """Return whether it is a formula that only the table shows, or one of a later layer: "What differs" tells it."""
        formula = self.model.values.get(name) or self.model.conditions.get(name)
        if formula is None or name in self.model.paragraphs or formula in self.model.deciding_values:
            return False
        return id(formula) not in self._used or self.changes.mark_of_file(self.source.first(name).file) is not None

    def _chapters_as_written(self, chapters: Sequence[outline.Chapter]) -> Iterator[outline.Chapter]:
        """The rules that have no entry because a paragraph of another one tells them."""
        entry_names = {entry.name for chapter in chapters for section in chapter.sections for entry in section.entries}
        names = [name for name in self.names if self._has_entry(name) and name not in {*entry_names, *self._for_programs}]
        yield outline.Chapter(
            "rules-as-written", "Rules told elsewhere", tuple(outline.Section("", "", (self._entry(name),)) for name in names)
        )

    def _summary_section(self, name: str) -> outline.Section:
        """A rule once more; of pieces and tables only what is drawn of them."""
        drawings = tuple(self._drawing(name))
        entry = self._entry(name)
        return outline.Section(
            "", "", (replace(entry, texts=() if drawings else entry.texts, drawings=drawings or entry.drawings, steps=()),)
        )

    def _examples(self, beginnings: Sequence[str]) -> Iterator[outline.Example]:
        for beginning in beginnings:
            for scenario, layer in self.scenarios:
                if scenario.name == beginning or scenario.name.startswith(f"{beginning} "):
                    yield from play_example(self.rules, scenario, self.definitions, layer)
                    break

    def _drawings(self, name: str) -> Iterator[outline.Drawing]:
        paragraph = self.model.paragraphs.get(name)
        for shown_name in paragraph.shows if paragraph is not None else ():
            yield from self._drawing(shown_name)

    def _drawing(self, name: str) -> Iterator[outline.Drawing]:
        model = self.model
        kind = next((kind for kind in model.kinds.values() if name in (kind.name, kind.plural)), None)
        if name in self.definitions.things:
            thing = self.definitions.things[name]
            yield outline.Drawing(thing.title, (self._thing(thing),), None)
        elif kind is not None:
            objects = [thing for thing in kind.objects if thing.is_named]
            title = as_words(kind.plural)
            documented_objects = [thing for thing in objects if thing.name in model.paragraphs or thing.about]
            is_drawn = any(field.actions for field in kind_chain(objects[0]))
            if not is_drawn and documented_objects != objects:
                yield outline.Drawing(title, (), property_grid(objects, self.definitions))
            if is_drawn or documented_objects:
                yield outline.Drawing(title, tuple(map(self._thing, objects if is_drawn else documented_objects)), None)
        elif name in model.tables:
            yield outline.Drawing(self.definitions.title(name), (), self.definitions.table(model.actions[name]))
        elif name in model.scales:
            scale = model.scales[name]
            head = ("", *(str(number) for number, _ in enumerate(scale.numbers, scale.start)))
            yield outline.Drawing(
                as_words(name), (), Grid(head, (Row(name, ((as_words(name),), *((str(n),) for n in scale.numbers))),))
            )

    # ---- the rules, in the order of a game

    def _chapters(self) -> Iterator[outline.Chapter]:
        """The definitions that the course of the game has not told, under the headings of their author, before the end."""
        model, parts = self.model, course(self.model)
        before, during, after = (self._expand_sequences(part) for part in (parts.before, parts.during, parts.after))
        last: list[Definition] = [*after, *model.deciding_values]
        reserved_names = [definition.name for definition in (*before, *during, *last)]
        telling = Telling({*reserved_names, *self._for_programs})
        start = tuple(self._sections(telling, [model.start]))
        setup, play, end = (tuple(self._sections(telling, part)) for part in (before, during, last))
        told_names = {entry.name for section in (*start, *setup, *play, *end) for entry in section.entries}
        yield outline.Chapter("the-course", "The course of the game", start)
        yield outline.Chapter("the-setup", "Setup", setup)
        yield outline.Chapter("the-play", "Playing the game", play)
        yield outline.Chapter("further-rules", "Further rules", tuple(self._under_headings(told_names)))
        yield outline.Chapter("the-end", "The end of the game", end)

    def _expand_sequences(self, actions: Iterable[m.Action]) -> list[m.Action]:
        """The actions, and behind each sequence its parts."""
        expansion: list[m.Action] = []
        for action in actions:
            parts = outline.called_actions(own_body(action)) if self.source.word(action.name) == "sequence" else ()
            expansion += [action, *self._expand_sequences(parts)]
        return expansion

    def _sections(self, telling: Telling, definitions: Iterable[Definition]) -> Iterator[outline.Section]:
        for definition in definitions:
            names = [
                name for name in telling.collect_names(definition) if name in self.names and name not in self._names_under_others
            ]
            entries = tuple(map(self._entry, names))
            if entries:
                yield outline.Section("", "", entries)

    def _under_headings(self, told_names: Iterable[str]) -> Iterator[outline.Section]:
        under: dict[Heading, list[str]] = {heading: [] for heading in self.source.chapters}
        for name in self.names:
            if self._has_entry(name) and name not in {*told_names, *self._names_under_others, *self._for_programs}:
                under[self.source.chapter(self.source.first(name))].append(name)
        for heading, names in under.items():
            names.sort(key=lambda name: self.source.first(name).line)
            layer = self.changes.mark_of_file(heading.file)
            title = f"{layer.layer}: {heading.title}" if layer else heading.title
            if names:
                yield outline.Section(title, heading.note, tuple(map(self._entry, names)))

    @cached_property
    def _for_programs(self) -> list[str]:
        return [name for name in self.names if name in self.definitions.program_names]

    def _stages(self, action: m.Action) -> Iterator[outline.Stage]:
        """The steps of an action one after the other, and the parts of sequences among them."""
        for step in dict.fromkeys(outline.called_actions(own_body(action))):
            word = self.source.word(step.name)
            below = tuple(self._stages(step)) if word == "sequence" else ()
            yield outline.Stage(make_reference(step), word, step.site.see or "", self.changes.mark(step.name), below)

    # ---- what there is

    def _listings(self) -> Iterator[outline.Listing]:
        model, definitions = self.model, self.definitions
        resources = [(r.name, Unit(r), terms(r) or OPEN, r.span) for r in model.resources if r.object.kind.is_builtin]
        yield outline.Listing("Resources", "", self._grid("resource", resources, "is"))
        groups = [(g.name, Unit(g), join_list([(Unit(r),) for r in g.members]), g.span) for g in model.groups.values()]
        yield outline.Listing("Groups", "", self._grid("group", groups, "any of"))
        fields = [(f"player.{x.name}", x.title, describe_field(x), x.span) for x in outline.player_fields(model)]
        yield outline.Listing("Each player has", "player", self._grid("", fields))
        there: list[m.Row | m.ListState | m.State] = [*model.rows.values(), *model.lists.values(), *model.states.values()]
        internal = outline.internal_names(model)
        there = [x for x in there if x.name not in internal]
        on_table = [(x.name, x.title, definitions.describe(x.name)[0].prose, x.span) for x in there]
        yield outline.Listing("On the table", "", self._grid("", on_table))
        numbers = [name for name in self.names if name in model.constants or name in model.scales]
        constants = [(name, as_words(name), definitions.describe(name)[0].prose, self.source.first(name)) for name in numbers]
        yield outline.Listing("Numbers", "", self._grid("number", constants, "is"))

    def _grid(self, first: str, rows: Iterable[tuple[str, Unit | str, Prose, Span]], second: str = "can be") -> Grid:
        table_rows = []
        for name, title, text, span in rows:
            has_history = name in self.rules.history
            mark = self.changes.mark(name) if has_history else self.changes.mark_of_file(span.file)
            latest = self.source.latest(name) if has_history else span
            remark = " ".join(filter(None, [self.source.remark(latest), self.source.note(latest)]))
            table_rows.append(Row(name, ((title,), text, (remark,), (f"{latest.file}:{latest.line}",)), mark))
        return Grid((first, second, "what it is", "written in"), tuple(table_rows))

    # ---- kinds and their objects

    def _families(self) -> Iterator[outline.Family]:
        below: dict[m.Kind | None, list[m.Kind]] = {}
        for kind in self.model.kinds.values():
            if not kind.is_builtin:
                parent = kind.parent if kind.parent is not None and not kind.parent.is_builtin else None
                below.setdefault(parent, []).append(kind)

        def walk(parent: m.Kind | None, depth: int) -> Iterator[outline.Family]:
            for kind in below.get(parent, ()):
                yield self._family(kind, depth)
                yield from walk(kind, depth + 1)

        return walk(None, 0)

    def _family(self, kind: m.Kind, depth: int) -> outline.Family:
        fields: list[Row] = []
        has: list[tuple[m.Property | m.State | m.MemberAction, str]] = []
        has += [(fixed, state_words(fixed)) for fixed in kind.properties.values()]
        has += [(state, f"changes; {state_words(state)}") for state in kind.states.values() if not state.is_internal]
        has += [(action, "what each of them does in its own way") for action in kind.actions.values()]
        for one, text in has:
            place = f"{one.span.file}:{one.span.line}"
            title = as_words(one.name) if isinstance(one, m.MemberAction) else one.title
            cells: tuple[Prose, ...] = ((title,), (text,), (self.source.remark(one.span),), (place,))
            fields.append(Row(f"{kind.name}.{one.name}", cells))
        span = self.source.first(kind.name)
        return outline.Family(
            kind=kind,
            depth=depth,
            note=" ".join(filter(None, [self.source.remark(kind.span), self.source.note(span)])) if self.with_code else "",
            place=f"{span.file}:{span.line}",
            fields=Grid(("has", "can be", "what it is", "written in"), tuple(fields)) if fields else None,
            things=tuple(self._thing(o) for o in kind.objects if o.kind is kind and o.is_named),
            mark=self.changes.mark(kind.name),
        )

    def _thing(self, thing: m.Object) -> outline.Thing:
        notes = [self.source.remark(thing.span), self.source.note(self.source.first(thing.name))]
        note = " ".join(filter(None, notes)) if self.with_code else ""
        label, texts = self.definitions.label(thing), self.paragraphs.texts(thing.name)
        if texts:  # a paragraph says what it does, and seldom what it costs
            paragraph_text = " ".join(plain(text.prose) for text in texts)
            facts = (full_stop(fact) for fact in self.definitions.objects.facts(thing) if plain(fact) not in paragraph_text)
            texts += tuple(Text(fact, is_item=False) for fact in facts)
        sentences, steps = tuple(self.definitions.objects.sentences(thing)), self.definitions.objects.steps(thing)
        return outline.Thing(
            thing, label, texts, note, sentences, steps, self.source.excerpts(thing.name), self.changes.mark(thing.name)
        )

    # ---- every rule

    def _entry(self, name: str) -> outline.Entry:
        model = self.model
        word = self.source.word(name) if name in self.rules.history else ""
        seat = self.definitions.seats.get(name)
        site = model.start.site if name == "game" else seat.site if seat else self.definitions.site(name)
        is_table = word == "table"
        covers = model.paragraphs[name].covers if name in model.paragraphs else ()
        told_with_it = [other for other in covers if other != name and other in self.rules.history]
        return outline.Entry(
            name=name,
            word=word,
            title=self._heading(name),
            see=(site.see if site else None) or "",
            texts=self.paragraphs.texts(name),
            drawings=tuple(self._drawings(name)),
            covers=covers,
            about=self.definitions.about(site) if site else (),
            note=self.source.note(self.source.whole(name) or self.source.first(name)) if self.with_code and word else "",
            steps=() if is_table else self.definitions.describe(name),
            grid=self.definitions.table(model.actions[name]) if is_table else None,
            bends=(
                *self._untold_members(name),
                *self.definitions.attachments.describe_attachments(name, self.told, told_with_it, self.later_files),
            ),
            see_also=tuple(self._references(name, told_with_it)),
            excerpts=self.source.excerpts(name) if name in self.rules.history else (),
            mark=self.changes.mark(name, *told_with_it) if name in self.rules.history else None,
        )

    def _references(self, name: str, told_with_it: Sequence[str]) -> Iterator[Ref]:
        """Links to the paragraphs elsewhere that tell what later layers attach to a rule or to those told with it."""
        sites = [site for one in (name, *told_with_it) for site in self.definitions.attachments.find_sites(one)]
        attached_rules = {site.rule for site in sites if site.span.file in self.later_files}
        for by, paragraph in self.model.paragraphs.items():
            own_names = {by, *paragraph.covers} - {*told_with_it}
            if by != name and by not in self._names_under_others and not attached_rules.isdisjoint(own_names):
                yield Ref(by, self._heading(by))

    def _untold_members(self, name: str) -> Iterator[Step]:
        """The members that layers have put into a sequence, or taken out, without a word of it in its paragraph."""
        if name not in self.model.paragraphs or self.source.word(name) != "sequence":
            return
        told_files = {x.span.file for file in self.rules.files for x in file.paragraphs if x.subject.text == name}
        edits = (step.node for step in self.source.steps(name) if step.span.file not in told_files)
        names = dict.fromkeys(edit.name.text for edit in edits if isinstance(edit, (s.AddMember, s.RemoveMember)))
        yield from (self.changes.describe_member(name, member) for member in names)

    def _heading(self, name: str) -> str:
        """The heading of the paragraph of a rule, or its title."""
        paragraph = self.model.paragraphs.get(name)
        return (paragraph.heading if paragraph is not None else "") or self.definitions.title(name)

    def _index(self) -> Iterator[tuple[str, str, str]]:
        internal = outline.internal_names(self.model)
        for name in filter(lambda name: name not in internal, self.names):
            yield self.definitions.title(name), as_words(self.source.word(name)), name
