"""The picture of a table, as data that a page can draw: places and panels, faces, icons, colours, words.

All of it follows from the rules and their manifest, and stays the same for every game of so many players. Knows no HTTP.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import caylus
from caylus import Ruleset, model as m
from caylus.diagnostics import as_words
from caylus.model.walk import parts as parts_in
from caylus.panels import GridPanel, ListPanel, PlayersPanel, collect_rows

from caylus_tools.answers.rulebook import load_lessons
from caylus_tools.common.english import capitalize
from caylus_tools.screen import layout as shown
from caylus_tools.screen.layout import SHAPES_BY_COLOUR, layout, seat_colours
from caylus_tools.screen.scene import Words, load_words
from caylus_tools.verbalize import face
from caylus_tools.verbalize.face import Short
from caylus_tools.verbalize.names import titles
from caylus_tools.verbalize.objects import ActiveSides, Fork, Objects, has
from caylus_tools.verbalize.prose import Piece, Prose, Ref, Unit, full_stop, groups, plain, title
from caylus_tools.verbalize.source_text import rows as rows_of_table

Part = dict[str, Any]
Line = list[Part]

MOST_WAYS = 40
"""Of more ways to pay a price, a page is told so many: it only marks what a player can pay."""
ARROW: Part = {"arrow": True}
_ATOMS = re.compile(r"(→)|(?<![\w.])(\d+)(?![\w.])")


class Parts:
    """Makes the lines of one ruleset; `icons` are symbols of the page's sprite, by the names of what they stand for."""

    def __init__(self, rules: Ruleset, objects: Objects) -> None:
        icons: Mapping[str, str | list[str]] = rules.manifest.get("icons", {})
        self.icons: dict[str, list[str]] = {name: [of] if isinstance(of, str) else list(of) for name, of in icons.items()}
        self._face = face.Face(objects, icons)
        self._short = Short(rules, objects)

    def render_parts(self, thing: m.Object, down: Container[str] = ()) -> list[Line]:
        """Render what a thing does: in amounts and pictures if they can say it, otherwise in the fewest words there are.

        `down` are actions that it does not do where it lies.
        """
        lines = [self.line(line) for line in self._face.render_face(thing, down) if not isinstance(line, face.Words)]
        return lines or self._lines(self._short.prose(thing.name))

    def tells_all(self, thing: m.Object) -> bool:
        """Return whether amounts and arrows say all that a thing does, so that a card of it needs no words."""
        lines = list(self._face.render_face(thing))
        return bool(lines) and thing.name not in self.icons and not any(isinstance(line, face.Words) for line in lines)

    def body(self, body: m.Body) -> list[Line]:
        """Render statements for a cell of a table of the rules; nothing for nothing."""
        lines = list(self._face.body(body))
        if lines and not any(isinstance(line, face.Words) for line in lines):
            return [self.line(line) for line in lines if not isinstance(line, face.Words)]
        return self._lines(self._short.cell_prose(body))

    def line(self, line: face.Line) -> Line:
        return [self._part(part) for part in line if part != face.MAY]  # a face has room for what counts

    def _lines(self, prose: Prose) -> list[Line]:
        return [[part for piece in prose for part in self._pieces(piece)]] if prose else []

    def _part(self, part: face.Part) -> Part:
        match part:
            case face.Number(of=of):
                return {"n": str(of)}
            case face.Label(text=text):
                return {"word": text}
            case face.Picture(of=str(of)):
                return {"icon": of, "label": as_words(of)}
            case face.Picture(of=(m.Resource() | m.Group()) as of):
                return self._unit(of.name, of.title)
        return ARROW

    def _pieces(self, piece: Piece) -> Iterable[Part]:
        match piece:
            case Unit(of=of, number=number):
                return [self._unit(of.name, title(of, number))]
            case Ref(name=name, text=text) if name in self.icons:
                return [{"icon": icon, "label": text} for icon in self.icons[name]]
            case _:
                return _atoms(plain((piece,)))

    def _unit(self, name: str, label: str) -> Part:
        icons = self.icons.get(name)
        return {"icon": icons[0], "label": label} if icons else {"word": label}


def _atoms(text: str) -> Iterator[Part]:
    """Words, with the numbers and arrows in them apart."""
    at = 0
    for match in _ATOMS.finditer(text):
        if before := text[at : match.start()].strip():
            yield {"word": before}
        yield ARROW if match[1] else {"n": match[2]}
        at = match.end()
    if rest := text[at:].strip():
        yield {"word": rest}


Test = dict[str, Any]


class Sides:
    """Of the things of one ruleset."""

    def __init__(self, sides: ActiveSides, objects: Objects, parts: Parts) -> None:
        self._objects, self._parts = objects, parts
        tests = ((fork, _test(fork.condition, fork)) for fork in sides.forks)
        self._forks = [(fork, test) for fork, test in tests if test is not None]

    def render_sides(self, thing: m.Object) -> tuple[list[Line], list[dict[str, Any]]]:
        """The face of a thing, and other faces, each `when` a test of the place where it lies holds.

        A test is `{state, is}`, or one that is `not`, or several with `and` or `or`.
        """
        own = {action.name for action, _ in self._objects.own_actions(thing)}
        for fork, test in self._forks:
            if own & fork.then and own & fork.otherwise:
                other = self._parts.render_parts(thing, fork.otherwise - fork.then)
                return self._parts.render_parts(thing, fork.then - fork.otherwise), [{"when": test, "face": other}]
        return self._parts.render_parts(thing), []


def _test(condition: m.Expr, fork: Fork) -> Test | None:
    """A condition that asks for nothing but the states of the place; None for any other."""
    match condition:
        case m.Not(operand=operand):
            test = _test(operand, fork)
            return test and {"not": test}
        case m.Logic(op=op, operands=operands):
            tests = [_test(operand, fork) for operand in operands]
            return {op: tests} if all(tests) else None
        case m.Compare(op="==" | "!=" as op, left=left, right=right):
            check = next((_state_test(state, const, fork) for state, const in _ways(left, right)), None)
            return check if op == "==" else check and {"not": check}
        case m.Read(type=m.FLAG, state=state, object=m.Local(variable=variable), indices=()) if variable is fork.space:
            return {"state": state.name, "is": True}
    return None


def _ways(left: m.Expr, right: m.Expr) -> Iterator[tuple[m.Read, m.Const]]:
    for state, const in ((left, right), (right, left)):
        if isinstance(state, m.Read) and isinstance(const, m.Const):
            yield state, const


def _state_test(read: m.Read, const: m.Const, fork: Fork) -> Test | None:
    if not isinstance(read.object, m.Local) or read.object.variable is not fork.space or read.indices:
        return None
    value: object = const.value
    if const.type.base == "object" and const.type.kind is not None:
        value = None if const.value < 0 else const.type.kind.root.objects[const.value].name
    return {"state": read.state.name, "is": value}


def things(rules: Ruleset, parts: Parts, objects: Objects) -> dict[str, dict[str, Any]]:
    """Every thing that the rules name, by its name."""
    sides = Sides(ActiveSides(rules), objects, parts)
    colours = face.tints(objects, rules.manifest.get("tints", {}))
    entries = {}
    for thing in (one for one in objects.all() if one.is_named):
        up, others = sides.render_sides(thing)
        entries[thing.name] = {
            "title": thing.title,
            "kind": as_words(thing.kind.name),
            "tint": colours[thing.kind],
            "face": up,
            "sides": others,
            "whole": parts.tells_all(thing),
            "does": [plain(full_stop(sentence)) for sentence in objects.powers(thing)],
            "facts": [_fact(fixed, thing, objects) for fixed in objects.notable(thing)],
            "about": [plain(full_stop(sentence)) for sentence in objects.sentences(thing)],
            "mark": objects.marks.get(thing.name),
            "see": thing.see,
            "file": thing.span.file,
            "line": thing.span.line,
        }
    return entries


def _fact(fixed: m.Property, thing: m.Object, objects: Objects) -> dict[str, Any]:
    """A property of a thing in words, and the ways to pay or to gain it as amounts."""
    text, ways = plain(objects.telling(fixed, thing)), objects.ways(fixed, thing)
    return {"of": fixed.name, "text": text, "ways": ways[:MOST_WAYS], "price": fixed in objects.prices}


def seats(labels: Mapping[str, str]) -> list[dict[str, str]]:
    """Of each seat its name, title, colour, the symbol of its shape and its letter; `labels` has titles by names."""
    names, titles = [*labels], [*labels.values()]
    colours, letters = seat_colours(names), tell_apart(titles)
    return [
        {
            "name": name,
            "title": capitalize(title),
            "colour": colour,
            "shape": f"shape-{SHAPES_BY_COLOUR[colour]}",
            "letter": letters[number - 1],
        }
        for number, (name, title, colour) in enumerate(zip(names, titles, colours, strict=True), 1)
    ]


def tell_apart(titles: Sequence[str]) -> list[str]:
    """Initials; of seats with the same one, the initial with a letter that the others do not have, else numbers."""
    initials = [name[:1].upper() for name in titles]
    marks = []
    for number, (name, initial) in enumerate(zip(titles, initials, strict=True), 1):
        rivals = [other for at, other in enumerate(titles, 1) if other[:1].upper() == initial and at != number]
        own = (
            letter
            for at, letter in enumerate(name)
            if at and letter.isalpha() and all(letter not in rival[1:] for rival in rivals)
        )
        marks.append(initial if not rivals else initial + letter if (letter := next(own, "")) else str(number))
    return marks


_COLUMNS = 8
"""Into how many columns a way winds where the manifest does not say."""
_FIGURES = {sign: shape for shape, sign in shown.SHAPES.items()}


class Panels:
    """Of one ruleset and a number of players, whose view says which rows there are."""

    def __init__(self, rules: Ruleset, layout: shown.Layout, view: Mapping[str, Any], parts: Parts, words: Words) -> None:
        self._model, self._layout, self._view, self._parts, self._words = rules.model, layout, view, parts, words
        self._manifest, self._last_round = rules.manifest, shown.find_last_round(rules)
        self._titles = titles(rules)

    def to_json(self) -> dict[str, Any]:
        """`panels` in their order, each with a key that says what it is; `rows` by name; the `path` through some of them; the
        columns of the `players`, the list that is their `order`, and the first other one above the table that has players in
        it: who has `passed`.
        """
        order = shown.order_of_players(self._layout.header, self._view)
        return {
            "rows": {row.name: self._row(row) for row in self._layout.rows},
            "panels": [entry for panel in self._layout.panels if (entry := self._panel(panel)) is not None],
            "path": self._path(),
            "upon": self._upon(),
            "pieces": {state: _FIGURES.get(sign, "disc") for state, sign in self._layout.pieces.items()},
            "rounds": self._last_round,
            "notices": {
                name: self._model.values[name].site.title
                for name in self._manifest.get("notices", ())
                if name in self._model.values
            },
            "order": order,
            "passed": next((name for name in self._layout.header if name != order and self._is_of_players(name)), None),
            "players": self._columns(),
        }

    def _path(self) -> dict[str, Any] | None:
        """The way through rows and lists, if the manifest names one and any of them is left."""
        path: Mapping[str, Any] = self._manifest.get("path", {})
        names = [name for name in path.get("through", ()) if self._is_there(name)]
        stops = [{"row" if name in self._view["rows"] else "list": name} for name in names]
        return {"columns": path.get("columns", _COLUMNS), "stops": stops} if stops else None

    def _is_there(self, name: str) -> bool:
        return any(row.name == name for row in self._layout.rows) or isinstance(self._view["lists"].get(name), list)

    def _upon(self) -> dict[str, str]:
        """The lists and states of the table that are drawn on a thing, by its name."""
        values = {**self._view["lists"], **self._view["table"]}
        return {name: of for name, of in self._manifest.get("upon", {}).items() if of in values}

    def _panel(self, panel: shown.Panel) -> dict[str, Any] | None:
        match panel:
            case shown.Row(name=name):
                return {"row": name}
            case ListPanel(names=names):
                return {"lists": list(names)}
            case shown.Things():
                return self._things(panel)
            case GridPanel():
                return self._grid(panel)
            case shown.Stock():
                kinds = [self._shelf(kind) for kind in panel.kinds]
                return {"stock": kinds, "left": panel.left, "in": panel.holds}
            case PlayersPanel(columns=columns):
                return next((self._held_things(name) for name in columns if "." in name), None)

    def _row(self, row: shown.Row) -> dict[str, Any]:
        """`head` is the state that says what lies on a place; `pieces` and `facts` are the other states that are shown."""
        head, pieces, facts = self._layout.fields(row)
        title = self._words.title(row.row.name)
        return {
            "title": title if row.of is None else f"{row.of}: {title}",
            "of": row.of,
            "key": row.key,
            "given": row.row.is_given,
            "spaces": [self._space(space, number, row) for number, space in enumerate(collect_rows(self._view)[row.name], 1)],
            "head": head,
            "pieces": pieces,
            "facts": facts,
            **_without(asdict(row.panel), "row", "key", "show"),
            "marks": self._marks(row.panel.marks) if row.panel.marks else None,
            "queue": row.panel.queue or None,
        }

    def _marks(self, marks: Mapping[str, str]) -> dict[str, Any]:
        """At which number which thing waits, and the flag that says that it does no longer."""
        kind = self._model.kinds[marks["objects"]]
        at = next(fixed for above in kind.lineage for fixed in above.properties.values() if fixed.name == marks["at"])
        waiting = [{"thing": thing.name, "number": at.values[thing.id]} for thing in kind.objects]
        return {"of": kind.root.name, "until": marks.get("until"), "at": waiting}

    def _space(self, space: Mapping[str, Any], number: int, row: shown.Row) -> dict[str, Any]:
        thing = self._words.objects.get(space["name"])
        title = thing.title if thing is not None else space["name"]
        return {"name": space["name"], "number": number, "title": title}

    def _things(self, panel: shown.Things) -> dict[str, Any]:
        names = [thing.name for thing in panel.kind.objects if thing.is_named]
        return {
            "things": panel.kind.name,
            "of": panel.kind.root.name,
            "title": as_words(panel.kind.plural),
            "names": names,
            "show": list(panel.show),
            "texts": panel.panel.texts,
            "fixed": {thing.name: self._constant_values(thing) for thing in panel.kind.objects if thing.is_named},
            **_without(asdict(panel.panel), "kind", "show"),
            "filled": panel.panel.filled or None,
        }

    def _shelf(self, kind: m.Kind) -> dict[str, Any]:
        names = [thing.name for thing in kind.objects if thing.is_named]
        return {"title": as_words(kind.plural), "names": names}

    def _constant_values(self, thing: m.Object) -> dict[str, str]:
        """The values that a thing has by its definition, without nothing and none."""
        every = [fixed for above in thing.kind.lineage for fixed in above.properties.values()]
        return {fixed.name: plain(self._words.objects.property(fixed, thing)) for fixed in every if has(thing, fixed)}

    def _grid(self, panel: GridPanel) -> dict[str, Any]:
        table_rows = rows_of_table(self._model.actions[panel.table])
        rows = [
            {"name": of.name, "title": self._titles.get(of.name, of.title), "cells": [self._parts.body(body) for body in cells]}
            for of, cells in table_rows
        ]
        title = self._words.title(panel.table)
        return {"grid": panel.table, "title": title, "rows": rows, **_without(asdict(panel), "table")}

    def _held_things(self, name: str) -> dict[str, Any]:
        """The things whose state names the player who has them."""
        kind_name, _, state = name.partition(".")
        kind = self._model.kinds[kind_name]
        names = [thing.name for thing in kind.objects]
        return {"held": kind_name, "of": kind.root.name, "title": as_words(kind.plural), "state": state, "names": names}

    # ---- players

    def _is_of_players(self, name: str) -> bool:
        """Return whether a list of the table has players in it: those who have passed, mostly."""
        kind = self._model.lists[name].type.kind if name in self._model.lists else None
        return kind is not None and kind.is_player

    def _columns(self) -> list[dict[str, Any]]:
        """The columns of the players, without what has a panel of its own; the first counted in the end says who leads."""
        panels = self._layout.panels
        in_grids = {panel.marker for panel in panels if isinstance(panel, GridPanel)}
        every = (name for panel in panels if isinstance(panel, PlayersPanel) for name in panel.columns)
        rows = self._model.kinds["player"].rows  # a page draws these as rows
        names = [name for name in every if "." not in name and name not in in_grids and name not in rows]
        holdings = (part for part in parts_in(tuple(self._model.score.cases)) if isinstance(part, m.Holding))
        score_names = {resource.name for part in holdings for resource in part.resources}
        lead = next((name for name in names if name in score_names), None)
        return [self._column(name, is_lead=name == lead) for name in names]

    def _column(self, name: str, is_lead: bool) -> dict[str, Any]:
        icon = self._parts.icons.get(name, [None])[0]
        column: dict[str, Any] = {"of": name, "title": self._words.title(name), "icon": icon}
        of_state = self._model.kinds["player"].states.get(name)
        if of_state is not None and len(of_state.indices) == 1:
            keys = of_state.indices[0].objects
            column["each"] = [{"name": key.name, "title": self._titles.get(key.name, key.name)} for key in keys]
        return {**column, "lead": True} if is_lead else column


_SEED = 1
"""Any will do: what is asked of the game is what no lot decides."""


def make_picture(rules: Ruleset, players: int) -> dict[str, Any]:
    """Data for a page, as JSON has it.

    Raises ValueError for a number of players that the rules do not admit, and `caylus.RuleFault` where no game can begin.
    """
    game = rules.new_game(players=players, seed=_SEED)
    view = game.view(caylus.SPECTATOR)
    words = load_words(rules)
    parts = Parts(rules, words.objects)
    panels = Panels(rules, layout(rules, view), view, parts, words)
    return {
        "title": rules.title,
        "phases": view["phases"],
        "seats": seats({name: game.labels.get(name, name) for name in game.players}),
        "resources": [_group_title(resource, parts) for resource in rules.model.resources],
        "groups": [
            {**_group_title(group, parts), "members": [one.name for one in group.members]} for group in groups(rules.model)
        ],
        "icons": parts.icons,
        "things": things(rules, parts, words.objects),
        "words": words.titles,
        "lessons": load_lessons(rules).to_json(),
        **panels.to_json(),
    }


def _without(parts: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: part for key, part in parts.items() if key not in keys}


def _group_title(of: m.Resource | m.Group, parts: Parts) -> dict[str, Any]:
    return {"name": of.name, "title": of.title, "plural": of.plural, "icon": next(iter(parts.icons.get(of.name, ())), None)}
