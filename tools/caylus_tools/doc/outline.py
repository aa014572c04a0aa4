"""The parts of a rulebook, whatever it is written in: the board, what variants change, and the components of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, assert_never

import caylus
from caylus import model as m, syntax as s
from caylus.diagnostics import as_words
from caylus.model.walk import bodies
from caylus.records import Record

from caylus_tools.common.english import join_words
from caylus_tools.verbalize.definitions import Definitions, Grid, describe_field
from caylus_tools.verbalize.names import bare, find_title, make_reference
from caylus_tools.verbalize.objects import ActiveSides, Objects, Text, kind_chain
from caylus_tools.verbalize.prose import Mark, Prose, Ref, Step, Steps, line, plain
from caylus_tools.verbalize.source_text import Excerpt, own_body

SEED = 1
"""Any will do, as long as it stays the same."""


class Cell(Record):
    """A place of a row: the thing that lies there, which of its actions are not done there, and in words what else is there:
    what the place holds, and the table's own markers. A marker whose state is a number stands behind so many places."""

    number: int
    thing: m.Object | None
    down: frozenset[str]
    held: tuple[str, ...]
    markers: tuple[str, ...]
    mark: str = ""
    """The title of what is due when a marker comes here."""


class Path(Record):
    """A row with its places in order."""

    title: str
    place: str
    """What one of its places is called."""
    cells: tuple[Cell, ...]
    stops: tuple[str, ...]
    """The lists that lie before it on the way."""


class BoardSection(Record):
    """Something that is filled part by part during the game, and how many parts it has."""

    title: str
    parts: int


class Board(Record):
    """`players` is how many take part in the game that is shown."""

    players: int
    paths: tuple[Path, ...]
    sections: tuple[BoardSection, ...]


def board(rules: caylus.Ruleset, definitions: Definitions) -> Board | None:
    """The rows before the first choice as everybody sees them; None for a game without rows, or one that breaks before it."""
    if not rules.model.rows:
        return None
    players = rules.most_players
    try:
        view = rules.new_game(players=players, seed=SEED).view(caylus.SPECTATOR)
    except caylus.RuleFault:
        return None
    panels = [panel for panel in rules.manifest.get("table", ()) if "row" in panel] or [{"row": name} for name in view["rows"]]
    visible_panels = [panel for panel in panels if panel["row"] in view["rows"]]
    sides = ActiveSides(rules)
    paths = tuple(_path(panel, view, definitions, sides, _stops(rules, definitions, panel["row"])) for panel in visible_panels)
    return Board(players, paths, tuple(_sections(rules, definitions))) if paths else None


def _stops(rules: caylus.Ruleset, definitions: Definitions, row: str) -> tuple[str, ...]:
    """The titles of the lists between a row and the one before it on the way."""
    through, lists = rules.manifest.get("path", {}).get("through", []), definitions.model.lists
    titles: list[str] = []
    for name in through:
        if name == row:
            return tuple(titles)
        titles = [*titles, lists[name].title or as_words(name)] if name in lists else []
    return ()


def _sections(rules: caylus.Ruleset, definitions: Definitions) -> Iterator[BoardSection]:
    for panel in rules.manifest.get("table", ()):
        kind = definitions.model.kinds.get(panel.get("objects", ""))
        if kind is not None and "filled" in panel:
            parts: Any = kind.properties[panel["filled"]["of"]].values
            yield from (BoardSection(thing.title, parts[thing.id]) for thing in kind.objects)


def _path(
    panel: Mapping[str, Any], view: Mapping[str, Any], definitions: Definitions, sides: ActiveSides, stops: tuple[str, ...]
) -> Path:
    row = definitions.model.rows[panel["row"]]
    name_field = row.kind.root.called
    marks = _marks(panel, definitions)
    cells = []
    for number, place in enumerate(view["rows"][row.name], 1):
        lies = place.get(name_field or "")
        thing = definitions.things.get(lies) if isinstance(lies, str) else None
        field_names = [field for field in panel.get("show", place) if field not in ("name", name_field)]
        words = (word for field in field_names if (word := _word(field, place.get(field), definitions)))
        states = [definitions.model.states[name] for name in panel.get("markers", ())]
        on = [bare(state).text for state in states if view["table"].get(state.name) == place["name"]]
        behind = [f"then the {bare(state).text}" for state in states if view["table"].get(state.name) == number]
        cells.append(Cell(number, thing, frozenset(sides.down(place)), tuple(words), (*on, *behind), marks.get(number, "")))
    return Path(row.title, as_words(row.kind.root.name), tuple(cells), stops)


def _marks(panel: Mapping[str, Any], definitions: Definitions) -> dict[int, str]:
    """The titles of objects by the number of the place that each is marked at."""
    marks = panel.get("marks")
    kind = definitions.model.kinds.get(marks["objects"]) if marks else None
    if marks is None or kind is None:
        return {}
    at: Any = kind.properties[marks["at"]].values
    return {at[thing.id]: thing.title for thing in kind.objects}


def _word(field: str, value: object, definitions: Definitions) -> str:
    """The word of a state about a place; nothing for none, no, 0 and whatever is hidden."""
    if isinstance(value, str):
        return definitions.title(value) if value in definitions.things else value
    if value is True:
        return as_words(field)
    return f"{as_words(field)} {value}" if isinstance(value, int) and value else ""


def things_on(board: Board) -> Iterator[m.Object]:
    """The things that lie on it, in order."""
    return (cell.thing for path in board.paths for cell in path.cells if cell.thing is not None)


_DONE = {"add": "added", "change": "changed", "replace": "changed", "remove": "removed", "insert": "changed", "seal": "sealed"}
_TERMS = ("constant", "scale", "value", "condition", "action")  # words of the language that only authors know


class Change(Record):
    """`done` is added, changed, removed or sealed; `word` is empty where only authors know it, `old` for what was not there,
    `new` for what is gone."""

    done: str
    word: str
    what: Ref
    part: str
    layer: str
    old: Steps
    new: Steps
    place: str
    is_first: bool  # about its definition, and so what a link to something removed leads to


class Changes:
    """The changes of all layers above the lowest."""

    def __init__(self, rules: caylus.Ruleset, now: Definitions, with_code: bool) -> None:
        self._now, self._unknown_words = now, () if with_code else _TERMS
        self._history = rules.history
        self._layer_of = {path: layer["manifest"]["name"] for layer in rules.layers for path in layer["sources"]}
        self._titles = {layer["manifest"]["name"]: layer["manifest"]["title"] for layer in rules.layers}
        self._lowest = rules.layers[0]["manifest"]["name"]
        self._before = _lowest(rules) if len(rules.layers) > 1 else now

    def all(self) -> tuple[Change, ...]:
        return tuple(change for layer in self._titles for change in self._layer_changes(layer)) if len(self._titles) > 1 else ()

    def mark(self, name: str, *told_with_it: str) -> Mark | None:
        """The mark of a definition that layers above the lowest have changed, or what is told with it; None for nothing."""
        names = (name, *told_with_it)
        steps = [step for one in names for step in self._now.source.steps(one) if step.layer != self._lowest]
        steps = [step for step in steps if not (isinstance(step.node, s.Swap) and isinstance(step.node.old, s.Words))]
        layers = dict.fromkeys(self._titles[step.layer] for step in steps)
        files = [site.span.file for one in names for site in self._now.attachments.find_sites(one)]
        affecting = dict.fromkeys(self._titles[self._layer_of[file]] for file in files if self._layer_of[file] != self._lowest)
        others = ", ".join(title for title in affecting if title not in layers)
        if steps:
            titles = ", ".join(layers) + (f", affected by {others}" if others else "")
            return Mark("added" if self._history[name][0].layer != self._lowest else "changed", titles)
        return Mark("affected", others) if others else None

    def mark_of_file(self, file: str) -> Mark | None:
        """For what has no history of its own, such as what each player has."""
        layer = self._layer_of[file]
        return Mark("added", self._titles[layer]) if layer != self._lowest else None

    def _layer_changes(self, layer: str) -> Iterator[Change]:
        if layer == self._lowest:
            return
        entries = [(path, step) for path, steps in self._history.items() for step in steps if step.layer == layer]
        internal = {*internal_names(self._now.model), "player"}
        internal.update(name for name in self._before.program_names if not self._now.source.is_there(name))
        internal |= self._now.program_names
        entries = [(path, step) for path, step in entries if path.partition(".")[0] not in internal]
        entries.sort(key=lambda found: (found[1].span.file, found[1].span.line, found[1].span.column))
        earlier_names, reworded_names = set[str](), set[str]()
        for path, step in entries:
            name, _, part = path.partition(".")
            definitions = self._before if step.verb == "remove" else self._now
            thing, whole = definitions.things.get(name), ""
            is_option = isinstance(step.node, (s.OptionEdit, s.Option))
            old: Steps = ()
            new: Steps = ()
            if isinstance(step.node, (s.AddMember, s.RemoveMember)) and definitions.source.word(name) == "sequence":
                part, whole, new = "", name, (self.describe_member(name, step.node.name.text),)
            elif isinstance(step.node, (s.Swap, s.AddMember, s.RemoveMember)):
                part = part.partition(":")[0] if thing is not None else ""  # the action of a thing, or all of anything else
                whole = f"{name}.{part}" if part else name
                if whole in reworded_names:
                    continue  # all that differs in it is told at once
                reworded_names.add(whole)
                old, new = self._before.describe_in_full(whole), self._now.describe_in_full(whole)
                old, new = find_difference(old, new) if isinstance(step.node, s.Swap) else (old, new)
            else:
                old = () if step.verb == "add" and not part else self._before.describe(path)
                new = () if step.verb == "remove" and not part else self._now.describe(path)
            if is_option:
                part = f"the option {_option_text(definitions, name, part)} {_DONE[step.verb]}"
            elif thing is None and part in definitions.things:
                part = definitions.things[part].title
            word = as_words(thing.kind.name if thing is not None else definitions.source.word(name))
            differs = old != new  # what a page has no words for is told by its place
            yield Change(
                done="changed" if part or whole else _DONE[step.verb],
                word="" if word in self._unknown_words else f"{word} ",
                what=Ref(name, definitions.title(name)),
                part=definitions.title(path) if part and name in definitions.model.kinds else as_words(part),
                layer=self._titles[layer],
                old=old if differs else (),
                new=new if differs else (),
                place=f"{step.span.file}:{step.span.line}",
                is_first=name not in earlier_names,
            )
            earlier_names.add(name)
        yield from self._player_changes(layer)

    def describe_member(self, sequence: str, member: str) -> Step:
        """The place of a member of a sequence, or that it is left out."""
        return describe_member(self._now, sequence, member) or Step((f"{self._before.title(member)} is left out",))

    def _player_changes(self, layer: str) -> Iterator[Change]:
        """The additions to players: said in a layer without a name that a history could have."""
        for field in player_fields(self._now.model):
            if self._layer_of[field.span.file] == layer:
                was = self._before.describe(f"player.{field.name}")
                yield Change(
                    done="changed" if was else "added",
                    word="each player has ",
                    what=Ref(f"player.{field.name}", find_title(field)),
                    part="",
                    layer=self._titles[layer],
                    old=was,
                    new=(Step(describe_field(field)),),
                    place=f"{field.span.file}:{field.span.line}",
                    is_first=True,
                )


def describe_member(definitions: Definitions, sequence: str, member: str) -> Step | None:
    """The place of a member of a sequence; None for one that it does not have."""
    there = list(called_actions(own_body(definitions.model.actions[sequence])))
    for number, action in enumerate(there):
        if action.name == member:
            where = line("comes after ", make_reference(there[number - 1])) if number else ("comes first",)
            return Step(line(make_reference(action), " ", where))
    return None


def called_actions(body: m.Body) -> Iterator[m.Action]:
    """The actions that a body carries out, in loops and under conditions too."""
    for statement in body:
        match statement:
            case m.Do(action=action, as_before=True):
                yield from called_actions(action.body)
            case m.Do(action=action):
                yield action
            case m.Loop() | m.If():
                for inner in bodies(statement):
                    yield from called_actions(inner)
            case m.Effect() | m.Block() | m.Call() | m.Jump() | m.Let():
                pass
            case _:
                assert_never(statement)


def _option_text(definitions: Definitions, action: str, option: str) -> str:
    """An option in quotation marks, by its words."""
    steps = definitions.describe(f"{action}.{option}")
    return f"“{plain(steps[0].prose) if steps else as_words(option)}”"


def find_difference(old: Steps, new: Steps) -> tuple[Steps, Steps]:
    """The steps that only one of two descriptions has; of two with the same words, those below them."""
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    if len(old) != len(new):
        return old, new
    was: Steps = ()
    now: Steps = ()
    for one, other in zip(old, new, strict=True):
        is_inside = one.prose == other.prose and one.below and other.below
        old_part, new_part = (
            find_difference(one.below, other.below) if is_inside else ((one,), (other,)) if one != other else ((), ())
        )
        was, now = was + old_part, now + new_part
    return was, now


def _lowest(rules: caylus.Ruleset) -> Definitions:
    from caylus.loading.library import from_layers

    return Definitions(from_layers(rules.layers[:1], ()))


DOUBTFUL = "Examples of these answers come out otherwise under the changed rules, so they may no longer hold:"
UNTRIED = "Examples of these answers are of games with more or fewer players than the changed rules are for:"
SIGNED = "caylus doc"
"""What stands near the beginning of everything that is made of these parts, where only programs look."""


class Drawing(Record):
    """Something drawn below a paragraph: the pieces of a kind with what is told of each, or a table."""

    title: str
    things: tuple[Thing, ...]
    grid: Grid | None


class Example(Record):
    """A scenario played: the position that it begins with, by what lies where, and the lines of its log."""

    title: str
    places: tuple[tuple[str, m.Object, str], ...]
    """The title of a place, what lies there, and who is there."""
    given: tuple[str, ...]
    lines: tuple[str, ...]


class Entry(Record):
    """A rule: its paragraph, or without one what its author says of it and its steps; what bends it from elsewhere; its text.

    A table has a grid instead of steps. `covers` are the rules that its paragraph tells besides.
    """

    name: str
    word: str
    title: str
    see: str
    texts: tuple[Text, ...]
    drawings: tuple[Drawing, ...]
    covers: tuple[str, ...]
    about: Prose
    note: str
    steps: Steps
    grid: Grid | None
    bends: Steps
    see_also: tuple[Ref, ...]
    """The paragraphs elsewhere that tell what later layers change here."""
    excerpts: tuple[Excerpt, ...]
    mark: Mark | None


class Section(Record):
    """Entries under a title; without one, under the first of them."""

    title: str
    note: str
    entries: tuple[Entry, ...]

    @property
    def heading(self) -> str:
        return self.title or self.entries[0].title


class Chapter(Record):
    """`anchor` has a hyphen in it, unlike the names of rules."""

    anchor: str
    title: str
    sections: tuple[Section, ...]
    examples: tuple[Example, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its rules."""
        return tuple(entry.name for section in self.sections for entry in section.entries)

    def heads(self, section: Section) -> bool:
        """Return whether the title of the chapter stands for that of the first rule of a section."""
        first = section.entries[0]
        is_alone = len(section.entries) == 1 and first.title.casefold() == self.title.casefold()
        is_first = bool(self.examples or first.texts) and section is self.sections[0]
        is_new_phase = self.anchor == f"new-{first.name}"
        is_marked_apart = first.mark is not None and first.mark.done == "added"
        return is_new_phase or (not section.title and (is_alone or is_first) and not is_marked_apart)


class Thing(Record):
    """An object that a face is drawn of: what matters of it in sentences, and step by step."""

    object: m.Object
    label: str
    texts: tuple[Text, ...]
    note: str
    sentences: tuple[Prose, ...]
    steps: Steps
    excerpts: tuple[Excerpt, ...]
    mark: Mark | None


class Family(Record):
    """A kind: `depth` kinds stand above it; `fields` is what its objects have and do."""

    kind: m.Kind
    depth: int
    note: str
    place: str
    fields: Grid | None
    things: tuple[Thing, ...]
    mark: Mark | None


class Listing(Record):
    """The members of one sort; `anchor` is the name of whatever it is all of, empty for nothing with a name."""

    title: str
    anchor: str
    grid: Grid


class Stage(Record):
    """A step in the course of the game."""

    ref: Ref
    word: str
    see: str
    mark: Mark | None
    below: tuple[Stage, ...]


class Component(Record):
    """Something in the box: its pictures, by resource or object, how many there are, and what it is."""

    title: str
    count: str
    said: str
    icons: tuple[m.Resource | m.Group | str, ...]
    face: m.Object | None


class Reference(Record):
    """A rulebook, and behind it, `with_code`, all that a rulebook leaves out."""

    title: str
    facts: tuple[str, ...]
    about: tuple[tuple[str, str], ...]
    """The title of each layer, and what it says about itself."""
    changes: tuple[Change, ...]
    aim: tuple[Text, ...]
    components: tuple[Component, ...]
    words: tuple[tuple[str, str, tuple[Text, ...]], ...]
    """The words to know: name, title and what it is."""
    questions: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Questions with their answers, below what has to be said first: nothing, where their examples hold under these rules."""
    summary: tuple[Section, ...]
    with_code: bool
    board: Board | None
    course: tuple[Stage, ...]
    chapters: tuple[Chapter, ...]
    families: tuple[Family, ...]
    listings: tuple[Listing, ...]
    for_programs: tuple[Entry, ...]
    index: tuple[tuple[str, str, str], ...]
    """The title, the word of the language and the name of every definition."""
    icons: Mapping[str, str | Sequence[str]]
    tints: Mapping[str, str]
    """The manifest's pictures and colours."""
    definitions: Definitions

    @property
    def present(self) -> frozenset[str]:
        """Every definition, and every part of one, that has a place on the page."""
        entries = [entry for chapter in self.chapters for section in chapter.sections for entry in section.entries]
        drawing_names = (thing.object.name for entry in entries for drawing in entry.drawings for thing in drawing.things)
        things = (thing.object.name for family in self.families for thing in family.things)
        kinds = (family.kind.name for family in self.families if family.things)
        entry_names = (name for entry in entries for name in (entry.name, *entry.covers))
        names = [*drawing_names, *things, *kinds, *entry_names, *(name for name, _, _ in self.words)]
        if self.with_code:
            fields = (row.anchor for family in self.families if family.fields for row in family.fields.rows)
            listing_names = (
                name for listing in self.listings for name in (listing.anchor, *(row.anchor for row in listing.grid.rows))
            )
            names += [*(name for *_, name in self.index), *fields, *listing_names]
        return frozenset(filter(None, names))

    @property
    def anchors(self) -> frozenset[str]:
        """The anchors of a page: what is present, and what a layer has removed."""
        return self.present | {change.what.name for change in self.changes}


def internal_names(model: m.Model) -> set[str]:
    """The states and lists of the table that are for the rules only."""
    things: list[m.State | m.ListState] = [*model.states.values(), *model.lists.values()]
    return {thing.name for thing in things if thing.is_internal}


def player_fields(model: m.Model) -> list[m.State | m.ListState | m.Row]:
    """The states, lists and rows that each player has, but for what is for the rules only."""
    kind = model.kinds["player"]
    notes: list[m.State | m.ListState] = [*kind.states.values(), *kind.lists.values()]
    return [*(note for note in notes if not note.is_internal), *kind.rows.values()]


def keep_first(anchor: re.Pattern[str], page: str) -> str:
    """The page without the later anchors of what it shows in several places."""
    places: dict[str, int] = {}
    return anchor.sub(lambda match: match[0] if places.setdefault(match[0], match.start()) == match.start() else "", page)


def components(rules: caylus.Ruleset, definitions: Definitions) -> Iterator[Component]:
    """All that a box would hold, in the order of the rules."""
    yield from _resources(rules)
    model, icons = rules.model, rules.manifest.get("icons", {})
    for state in model.kinds["player"].states.values():
        number = state.initial[0] if state.type == m.NUMBER and len(set(state.initial)) == 1 else 0
        if number or f"player.{state.name}" in model.paragraphs:
            count = f"{number} each" if number else ""
            yield Component(
                _heading(f"player.{state.name}", find_title(state), model), count, "", _pictures(icons.get(state.name, ())), None
            )
    markers = [name for panel in rules.manifest.get("table", ()) for name in panel.get("markers", ())]
    for name in dict.fromkeys(markers):
        if name in model.states:
            yield Component(definitions.title(name).removeprefix("the "), "1", "", _pictures(icons.get(name, ())), None)
    for kind in rules.model.kinds.values():
        yield from _things(kind, rules.manifest.get("rulebook", {}).get("copies", ""), definitions.objects)


def _resources(rules: caylus.Ruleset) -> Iterator[Component]:
    """The resources: those of the largest groups together, the others one by one.

    A resource that lies before no player is none of its own, and one that another comes from is the same pieces.
    """
    model = rules.model
    before = {name for panel in rules.manifest.get("table", ()) for name in panel.get("players", ())}
    within = {member.name for name in before & model.groups.keys() for member in model.groups[name].members}
    supplies = {resource.supply for resource in model.resources}
    groups = sorted(model.groups.values(), key=lambda group: -len(group.members))
    covered_resources: set[m.Resource] = set()
    for group in groups:
        if len(group.members) > 1 and covered_resources.isdisjoint(group.members):
            covered_resources.update(group.members)
            yield Component(group.plural, "", join_words([r.title for r in group.members]), group.members, None)
    for resource in model.resources:
        is_piece = resource not in supplies and (not before or resource.name in before | within)
        if is_piece and resource not in covered_resources and resource.object.kind.is_builtin:
            yield Component(resource.plural, _count(resource, rules), "", (resource,), None)


def _count(resource: m.Resource, rules: caylus.Ruleset) -> str:
    """The amount of a resource that each player starts with, with those that it still comes from."""
    if resource.supply is None:
        return ""
    try:
        players = rules.new_game(players=rules.most_players, seed=SEED).view(caylus.SPECTATOR)["players"]
    except caylus.RuleFault:
        return ""
    amounts = {sum(player["resources"].get(of.name) or 0 for of in (resource, resource.supply)) for player in players}
    return f"{amounts.pop()} each" if len(amounts) == 1 and max(amounts) else ""


def _things(kind: m.Kind, copies: str, objects: Objects) -> Iterator[Component]:
    """The objects of a kind, those of kinds below it left out; `copies` is the property that says how many of each there are."""
    things = [thing for thing in kind.objects if thing.is_named and thing.kind is kind]
    if things and not kind.is_builtin and not kind.is_of_resources:
        fixed: Any = next((above.properties[copies] for above in kind_chain(things[0]) if copies in above.properties), None)
        each = [(thing, fixed.values[thing.id] if fixed is not None else thing.copies) for thing in things]
        number = sum(count for _, count in each)
        several = [f"{count} of {thing.title}" for thing, count in each if count > 1]
        others = ["1 of each other"] if several and len(several) < len(each) else []
        best = max(things, key=lambda thing: len(list(objects.properties(thing))))
        if list(objects.properties(best)) or any(above.actions for above in kind_chain(best)):
            is_one = number == 1
            count, title = ("", best.title) if is_one else (str(number), as_words(kind.plural))
            yield Component(title, count, join_words([*several, *others]), (), best)


def _heading(name: str, title: str, model: m.Model) -> str:
    paragraph = model.paragraphs.get(name)
    return (paragraph.heading.lower() if paragraph is not None else "") or title


def _pictures(names: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)
