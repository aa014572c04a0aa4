"""The whole picture of a ruleset, for a number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import caylus
from caylus import model as m
from caylus.diagnostics import as_words
from caylus.model.walk import parts as parts_in
from caylus.panels import GridPanel, ListPanel, PlayersPanel

from caylus_tools.answers.rulebook import load_lessons
from caylus_tools.common.games import collect_rows
from caylus_tools.screen import layout as shown
from caylus_tools.screen.layout import layout
from caylus_tools.screen.scene import load_words
from caylus_tools.verbalize.face import upwards
from caylus_tools.verbalize.names import titles
from caylus_tools.verbalize.objects import has
from caylus_tools.verbalize.prose import groups, plain
from caylus_tools.verbalize.source_text import rows as rows_of_table

from .parts import Parts, things

if TYPE_CHECKING:
    from caylus import Ruleset

    from caylus_tools.screen.scene import Words


LOOKS = {
    "red": "circle",
    "green": "triangle",
    "orange": "square",
    "blue": "diamond",
    "black": "octagon",
    "brown": "star",
    "teal": "cross",
    "pink": "hexagon",
}
"""The colours that a page has, each with a shape of its own."""
_ALSO = {"yellow": "orange", "purple": "pink", "grey": "black", "gray": "black", "white": "black"}


def seats(called: Mapping[str, str]) -> list[dict[str, str]]:
    """Of each seat its name, what it is called, its colour, the symbol of its shape and its letter; `called` has titles by names.

    A seat that is called after a colour has that one; the others take what is left, in order, and again from the first where
    there are more seats than colours.
    """
    names, titles = [*called], [*called.values()]
    named = [_find_colour(name) for name in names]
    left = [colour for colour in LOOKS if colour not in named]
    colours: list[str] = []
    for number, colour in enumerate(named):
        if colour is not None and colour not in named[:number]:
            colours.append(colour)
        else:
            colours.append(left.pop(0) if left else [*LOOKS][number % len(LOOKS)])
    letters = tell_apart(titles)
    return [
        {
            "name": name,
            "title": title[:1].upper() + title[1:],
            "colour": colour,
            "shape": f"shape-{LOOKS[colour]}",
            "letter": letters[number - 1],
        }
        for number, (name, title, colour) in enumerate(zip(names, titles, colours, strict=True), 1)
    ]


def tell_apart(titles: Sequence[str]) -> list[str]:
    """Initials; of seats with the same one, the initial with a letter that the others do not have, else numbers."""
    initials = [title[:1].upper() for title in titles]
    found = []
    for number, (title, initial) in enumerate(zip(titles, initials, strict=True), 1):
        rivals = [other for at, other in enumerate(titles, 1) if other[:1].upper() == initial and at != number]
        own = (
            letter
            for at, letter in enumerate(title)
            if at and letter.isalpha() and all(letter not in rival[1:] for rival in rivals)
        )
        found.append(initial if not rivals else initial + letter if (letter := next(own, "")) else str(number))
    return found


def _find_colour(name: str) -> str | None:
    """The colour that a seat is called after."""
    word = name.casefold()
    return word if word in LOOKS else _ALSO.get(word)


_COLUMNS = 8
"""Into how many columns a way winds where the manifest does not say."""
_FIGURES = {sign: shape for shape, sign in shown.SHAPES.items()}


class Panels:
    """Of one ruleset and a number of players, whose view says which rows there are."""

    def __init__(self, rules: Ruleset, layout: shown.Layout, view: Mapping[str, Any], parts: Parts, words: Words) -> None:
        self._model, self._layout, self._view, self._parts, self._words = rules.model, layout, view, parts, words
        self._manifest = rules.manifest
        self._titles = titles(rules)

    def to_json(self) -> dict[str, Any]:
        """`panels` in their order, each with a key that says what it is; `rows` by name; the `path` through some of them; the
        columns of the `players`, the list that is their `order`, and the first other one above the table that has players in
        it: who has `passed`.
        """
        order = shown.order_of_players(self._layout.header, self._view)
        return {
            "rows": {row.name: self._row(row) for row in self._layout.rows},
            "panels": [told for panel in self._layout.panels if (told := self._panel(panel)) is not None],
            "path": self._path(),
            "upon": self._upon(),
            "pieces": {state: _FIGURES.get(sign, "disc") for state, sign in self._layout.pieces.items()},
            "rounds": self._rounds(),
            "notices": {
                name: self._model.values[name].site.title
                for name in self._manifest.get("notices", ())
                if name in self._model.values
            },
            "order": order,
            "passed": next((name for name in self._layout.header if name != order and self._is_of_players(name)), None),
            "players": self._columns(),
        }

    def _rounds(self) -> int | None:
        """The number of the last round, where the manifest names a constant for it."""
        last = self._model.constants.get(self._manifest.get("rounds", ""))
        return last.value if isinstance(last, m.Const) and isinstance(last.value, int) else None

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
        known = {**self._view["lists"], **self._view["table"]}
        return {name: of for name, of in self._manifest.get("upon", {}).items() if of in known}

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
        head = next(iter(row.show), None)
        if head is not None and (head in self._layout.pieces or not self._is_thing(row, head)):
            head = None
        others = [field for field in row.show if field != head]
        title = self._words.title(row.row.name)
        return {
            "title": title if row.of is None else f"{row.of}: {title}",
            "of": row.of,
            "key": row.key,
            "given": row.row.is_given,
            "spaces": [self._space(space, number, row) for number, space in enumerate(collect_rows(self._view)[row.name], 1)],
            "head": head,
            "pieces": [field for field in others if field in self._layout.pieces],
            "facts": [field for field in others if field not in self._layout.pieces],
            "markers": dict(row.panel.markers),
            "dim": row.panel.dim,
            "closed_by": row.panel.closed_by,
            "margin": row.panel.margin,
            "reach": row.panel.reach,
            "movers": dict(row.panel.movers),
            "marks": self._marks(row.panel.marks) if row.panel.marks else None,
            "says": row.panel.says,
            "queue": dict(row.panel.queue) or None,
        }

    def _marks(self, marks: Mapping[str, str]) -> dict[str, Any]:
        """At which number which thing waits, and the flag that says that it does no longer."""
        kind = self._model.kinds[marks["objects"]]
        at = next(fixed for above in upwards(kind) for fixed in above.properties.values() if fixed.name == marks["at"])
        waiting = [{"thing": thing.name, "number": at.values[thing.id]} for thing in kind.objects]
        return {"of": kind.root.name, "until": marks.get("until"), "at": waiting}

    def _space(self, space: Mapping[str, Any], number: int, row: shown.Row) -> dict[str, Any]:
        thing = self._words.objects.get(space["name"])
        title = thing.title if thing is not None else space["name"]
        return {"name": space["name"], "number": number, "title": title}

    def _is_thing(self, row: shown.Row, field: str) -> bool:
        state = row.row.kind.root.states.get(field) or row.row.kind.states.get(field)
        return state is not None and state.type.base == "object"

    def _things(self, panel: shown.Things) -> dict[str, Any]:
        names = [thing.name for thing in panel.kind.objects if thing.is_named]
        return {
            "things": panel.kind.name,
            "of": panel.kind.root.name,
            "title": as_words(panel.kind.plural),
            "names": names,
            "show": list(panel.show),
            "texts": dict(panel.texts),
            "fixed": {thing.name: self._constant_values(thing) for thing in panel.kind.objects if thing.is_named},
            "filled": dict(panel.filled) or None,
            "current": panel.current,
        }

    def _shelf(self, kind: m.Kind) -> dict[str, Any]:
        names = [thing.name for thing in kind.objects if thing.is_named]
        return {"title": as_words(kind.plural), "names": names}

    def _constant_values(self, thing: m.Object) -> dict[str, str]:
        """The values that a thing has by its definition, without nothing and none."""
        every = [fixed for above in upwards(thing.kind) for fixed in above.properties.values()]
        return {fixed.name: plain(self._words.objects.property(fixed, thing)) for fixed in every if has(thing, fixed)}

    def _grid(self, panel: GridPanel) -> dict[str, Any]:
        found = rows_of_table(self._model.actions[panel.table])
        rows = [
            {"name": of.name, "title": self._titles.get(of.name, of.title), "cells": [self._parts.body(body) for body in cells]}
            for of, cells in found
        ]
        title = self._words.title(panel.table)
        return {"grid": panel.table, "title": title, "rows": rows, "marker": panel.marker, "open": panel.open}

    def _held_things(self, name: str) -> dict[str, Any]:
        """The things whose state names the player who has them."""
        called, _, state = name.partition(".")
        kind = self._model.kinds[called]
        names = [thing.name for thing in kind.objects]
        return {"held": called, "of": kind.root.name, "title": as_words(kind.plural), "state": state, "names": names}

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
        names = [name for name in every if "." not in name and name not in in_grids]
        counted = (part for part in parts_in(tuple(self._model.score.cases)) if isinstance(part, m.Holding))
        scored = {resource.name for part in counted for resource in part.resources}
        lead = next((name for name in names if name in scored), None)
        return [self._column(name, is_lead=name == lead) for name in names]

    def _column(self, name: str, is_lead: bool) -> dict[str, Any]:
        icon = self._parts.icons.get(name, [None])[0]
        told: dict[str, Any] = {"of": name, "title": self._words.title(name), "icon": icon}
        of_state = self._model.kinds["player"].states.get(name)
        if of_state is not None and len(of_state.indices) == 1:
            keys = of_state.indices[0].objects
            told["each"] = [{"name": key.name, "title": self._titles.get(key.name, key.name)} for key in keys]
        return {**told, "lead": True} if is_lead else told


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


def _group_title(of: m.Resource | m.Group, parts: Parts) -> dict[str, Any]:
    return {"name": of.name, "title": of.title, "plural": of.plural, "icon": next(iter(parts.icons.get(of.name, ())), None)}
