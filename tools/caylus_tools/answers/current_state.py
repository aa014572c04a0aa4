"""Describe the current state of a thing, a space or a state, as the reader of a view sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from caylus_tools.common.games import collect_rows
from caylus_tools.verbalize.names import bare, find_title, titles

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus import model as m

View = Mapping[str, Any]


class Standing:
    """Of the things of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._model = rules.model
        self._titles = titles(rules)

    def describe(self, name: str, view: View) -> Iterator[str]:
        """Sentences about something by its name; none of what does not change."""
        whose, _, field = name.rpartition(".")
        if whose == "player" or name in view["players"][0]["resources"]:
            yield from self._describe_players(field, view)
        elif name in view["table"] or name in view["lists"]:
            yield f"Now: {self.value(view['lists'].get(name) if name in view['lists'] else view['table'][name])}."
        elif name in view["values"] and not _is_long(view["values"][name]):
            yield f"Now: {self.value(view['values'][name])}."
        elif name in self._things(view):
            yield from self._describe_thing(name, view)

    def describe_player(self, player: Mapping[str, Any], view: View) -> Iterator[str]:
        """Describe all that is seen of a player: what they have, their place in every order, what is theirs on the table."""
        name = player["name"]
        yield f"{player['label']} · player"
        held = {**player["resources"], **player["state"], **player["lists"]}
        has = [f"{self._called(of)} {self.value(now)}" for of, now in held.items() if self.value(now) not in ("none", "no", "0")]
        hidden = [self.value(of) for of, now in player["resources"].items() if now is None]
        yield f"  Has: {', '.join(has) or 'nothing'}."
        if hidden:
            yield f"  Hidden from you: {', '.join(hidden)}."
        values = {of: now[name] for of, now in view["values"].items() if isinstance(now, Mapping) and name in now}
        told = [
            f"{self._called(of)}: {self.value(now)}"
            for of, now in values.items()
            if now is True or (now and isinstance(now, int))
        ]
        if told:
            yield f"  {'; '.join(told)}."
        places = [f"{self._called(of)}: {members.index(name) + 1}" for of, members in view["lists"].items() if name in members]
        if places:
            yield f"  In order: {'; '.join(places)}."
        for state, things in self._belongings(name, view).items():
            yield f"  {state[:1].upper()}{state[1:]}: {', '.join(things)}."

    def _called(self, name: str) -> str:
        """The title of a value, a list of the table, or something that players have."""
        model, player = self._model, self._model.kinds["player"]
        if name in model.values:
            return model.values[name].site.title or self.value(name)
        fields: dict[str, m.State | m.ListState] = {**model.lists, **player.states, **player.lists}
        return bare(fields[name]).text if name in fields else self.value(name)

    def _belongings(self, player: str, view: View) -> dict[str, list[str]]:
        """By the title of a state, the spaces and the things whose state is this player."""
        found: dict[str, list[str]] = {}
        for kind in self._model.kinds.values():
            for thing, states in view["objects"].get(kind.name, {}).items():
                for state in (state for state, value in states.items() if value == player):
                    found.setdefault(self._title(kind, state), []).append(self.value(thing))
        for called, row in collect_rows(view).items():
            of = self._row(called)
            for space in row:
                lies = space.get(of.kind.root.called or "")
                for state in (state for state, value in space.items() if value == player):
                    title = self.value(lies) if isinstance(lies, str) else ""
                    place = self.value(space["name"])
                    found.setdefault(self._title(of.kind, state), []).append(f"{title} ({place})" if title else place)
        return found

    def _describe_players(self, name: str, view: View) -> Iterator[str]:
        held = [
            f"{player['label']}: {self.value({**player['resources'], **player['state'], **player['lists']}.get(name))}"
            for player in view["players"]
            if name not in player["rows"]
        ]
        if held:
            yield f"Now {'; '.join(held)}."

    def _describe_thing(self, name: str, view: View) -> Iterator[str]:
        """Describe the state of a thing or a space, without what has not changed; and the place of a thing."""
        thing = next((x for x in self._things(view)[name].root.objects if x.name == name), None)
        is_space = thing is not None and thing.row is not None
        called = self._things(view)[name].root.called if is_space else None
        states = self.describe_changes(name, view, but=str(self._states(name, view).get(called)) if called else "")
        if states:
            yield f"On {self.value(name)}: {states}." if is_space else f"Now: {states}."
        for called, row in collect_rows(view).items():
            for space in row:
                if name in (value for key, value in space.items() if key != "name"):
                    others = self.describe_changes(space["name"], view, but=name)
                    place = self.value(space["name"]) if len(row) > 1 else find_title(self._row(called))
                    yield f"It is on {place}{f': {others}' if others else ''}."

    def describe_changes(self, name: str, view: View, but: str = "") -> str:
        """The states of a thing or a space that are not none or no."""
        kind = self._things(view).get(name)
        if kind is None:
            return ""
        states = self._states(name, view)
        told = []
        for state, value in states.items():
            is_told = value is not None and value is not False and value != but and value != []
            if state != "name" and is_told and not self._is_at_start(kind, name, state, value):
                title = self._title(kind, state)
                told.append(title if value is True else f"{title} {self.value(value)}")
        return ", ".join(told)

    def _is_at_start(self, kind: m.Kind, name: str, state: str, value: Any) -> bool:
        """Return whether a number is what it is when a game begins, which says nothing of how the thing stands now."""
        above: m.Kind | None = kind
        while above is not None and state not in above.states:
            above = above.parent
        thing = next((x for x in kind.root.objects if x.name == name), None)
        if above is None or thing is None or above.states[state].indices or not isinstance(value, int):
            return False
        initial = above.states[state].initial
        return bool(initial[thing.id if thing.id < len(initial) else 0] == value)

    def value(self, value: Any) -> str:
        """A value of a view in words; of what is hidden that it is there."""
        if isinstance(value, Mapping):
            if value == {"there": True}:
                return "hidden"
            if value and all(isinstance(part, bool) for part in value.values()):
                return ", ".join(self.value(key) for key, part in value.items() if part) or "none"
            return ", ".join(f"{self.value(key)} {self.value(part)}" for key, part in value.items() if part) or "none"
        if isinstance(value, list):
            return ", ".join(map(self.value, value)) or "none"
        if value is None or isinstance(value, bool):
            return {None: "none", True: "yes", False: "no"}[value]
        return self._titles.get(str(value), str(value))

    # ---- the view

    def _row(self, called: str) -> m.Row:
        """A row of the table or of a player, by what a view calls it."""
        return self._model.rows.get(called) or self._model.kinds["player"].rows[called.rpartition(" ")[2]]

    def _things(self, view: View) -> Mapping[str, m.Kind]:
        """The kinds of everything that a view has states of, by its name there."""
        kinds = self._model.kinds
        found = {name: kinds[kind] for kind, things in view["objects"].items() for name in things}
        for called, row in collect_rows(view).items():
            of = self._row(called)
            found |= {space["name"]: of.kind for space in row}
        return found

    def _states(self, name: str, view: View) -> Mapping[str, Any]:
        spaces = {space["name"]: space for row in collect_rows(view).values() for space in row}
        states: Mapping[str, Any] = next(known[name] for known in (*view["objects"].values(), spaces) if name in known)
        return states

    def _title(self, kind: m.Kind, state: str) -> str:
        above: m.Kind | None = kind
        while above is not None:
            if (field := above.states.get(state)) is not None:
                return bare(field).text
            if (held := above.lists.get(state)) is not None:
                return find_title(held)
            above = above.parent
        return state


def find_player(words: str, view: View) -> Mapping[str, Any] | None:
    """The player of this name or label, or the one whose name or label alone begins so."""
    called = words.casefold()
    names = [(player, {player["name"].casefold(), player["label"].casefold()}) for player in view["players"]]
    whole = [player for player, known in names if called in known]
    begun = [player for player, known in names if len(called) > 2 and any(name.startswith(called) for name in known)]
    return next((found[0] for found in (whole, begun) if len(found) == 1), None)


def _is_long(value: Any) -> bool:
    """Return whether a value is one for each of many: a table of its own."""
    return isinstance(value, Mapping) and any(isinstance(part, (Mapping, list)) for part in value.values())
