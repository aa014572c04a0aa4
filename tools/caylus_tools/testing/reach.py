"""Search for a position from which few choices lead to a line that no game has reached.

It works backwards: from the line to the action that holds it, and on to the actions that do that one. Such an action is begun in
positions of games, changed where the rules on the way look: what a state may hold there is what it has held in some game, so
that nothing is made up that no game comes to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import RuleFault, UnknownThing
from caylus import model as m
from caylus.model.access import access, rule_parts
from caylus.model.walk import action_versions, every_statement, list_actions, parts, statements

from caylus_tools.common.games import collect_rows

if TYPE_CHECKING:
    from caylus import Game, Ruleset
    from caylus.diagnostics import Span

TRIES = 1500
"""Positions tried for a line."""

SHARE = 0.4
"""The share of what is looked at that gets another value."""

MOST_CHOICES = 8
"""Choices made at random from each of them."""

Place = tuple[str, int]
"""A line of a rules file."""


class Table(NamedTuple):
    """What lies on the table in a position of a game: values by thing and name, and the group of like things that each is in."""

    players: tuple[str, ...]
    values: dict[str, Any]
    groups: dict[str, str]


def read_table(game: Game) -> Table:
    view = game.view()
    values: dict[str, Any] = {**view["table"], **view["lists"]}
    groups = {}
    for player in view["players"]:
        values[player["name"]] = {**player["resources"], **player["state"], **player["lists"]}
        groups[player["name"]] = "player"
    for row, members in collect_rows(view).items():
        for member in members:
            values[member["name"]] = {key: value for key, value in member.items() if key != "name"}
            groups[member["name"]] = row
    for kind, objects in view["objects"].items():
        values.update(objects)
        groups.update(dict.fromkeys(objects, kind))
    return Table(game.players, values, groups)


class Search:
    """Searches in the positions of `tables` for lines of a watched ruleset."""

    def __init__(self, watched: Ruleset, tables: Sequence[Table]) -> None:
        assert watched.probe is not None
        self._rules = watched
        self._probe = watched.probe
        self._tables = tables
        self._domains = _domains(tables, self._written()) if tables else {}
        self._callers: dict[m.Action, list[m.Action]] = {}
        self._calls: dict[m.Action, list[Place]] = {}
        self._actions = list_actions(watched.model)
        for action in self._actions:
            for statement in statements(action.body):
                done = action_versions(statement) if isinstance(statement, m.DoMember) else []
                done += [statement.action] if isinstance(statement, m.Do) else []
                for one in done:
                    self._callers.setdefault(one, []).append(action)
                    self._calls.setdefault(one, []).append(_place(statement.site))

    def _written(self) -> dict[str, Sequence[Any]]:
        """Values that games have given to states of players and to resources, perhaps never at a moment that somebody looked."""
        ran = {point.span for point, number in self._probe.points.items() if self._probe.counts[number][1]}
        found: dict[str, Sequence[Any]] = {}
        for one in every_statement(self._rules.model):
            for touch in access(one).writes if one.site.span in ran else ():
                for thing in touch.things(self._rules.model.resources):
                    if touch.how == "gain":
                        found[thing.name] = (0, 1, 2)
                    elif touch.how == "set" and thing.holds is not None and thing.holds.is_player:
                        found[thing.name] = (None, *self._tables[0].players)
        return found

    def follows_from(self, place: Place, idle: Collection[Place]) -> bool:
        """Return whether an idle line is of an action that only idle lines do, or of a value that only unasked rules ask for."""
        calls = [call for action in self._holders(place) for call in self._calls.get(action, ())]
        if calls:
            return all(call in idle and call != place for call in calls)
        asking = [
            span for value in self._rules.model.values.values() if _place(value.site) == place for span in self._asking(value)
        ]
        run = {point.span for point, number in self._probe.points.items() if any(self._probe.counts[number])}
        return bool(asking) and not run & set(asking)

    def _asking(self, value: m.Value) -> Iterator[Span]:
        """The place where a value is asked for."""
        named: list[m.Value | m.Condition] = [*self._rules.model.values.values(), *self._rules.model.conditions.values()]
        for one in named:
            for part in rule_parts(one):
                if any(isinstance(inner, m.CallValue) and inner.value is value for inner in parts(part)):
                    yield getattr(part, "site", one.site).span
        for statement in every_statement(self._rules.model):
            if any(isinstance(inner, m.CallValue) and inner.value is value for inner in parts(statement)):
                yield statement.site.span

    def reaches(self, place: Place) -> bool:
        """Return whether a position was found from which a game came to the line."""
        draw = Random(0)
        points = self._probe.points
        asked = {point.span for point in points if point.is_condition and not point.part}  # an `if` itself does nothing
        here = [(point, number) for point, number in points.items() if (point.span.file, point.span.line) == place]
        numbers = [number for point, number in here if not point.is_condition and point.span not in asked]
        begins = list(self._begins(place))
        if not begins or not self._tables:
            return False
        for number in range(TRIES):
            action, chain = begins[min(int(draw.expovariate(1.0)), len(begins) - 1)]
            table = self._tables[number % len(self._tables)]
            self._play(action, self._change(table, chain, draw), table.players, draw)
            if any(self._probe.counts[number][1] for number in numbers):
                return True
        return False

    def _holders(self, place: Place) -> list[m.Action]:
        return [action for action in self._actions if any(_place(one.site) == place for one in statements(action.body))]

    def _begins(self, place: Place) -> Iterator[tuple[m.Action, list[m.Action]]]:
        """Actions to begin, the nearest first, each with those on the way to the line."""
        waiting = [(action, [action]) for action in self._holders(place)]
        seen: set[m.Action] = set()
        while waiting:
            action, chain = waiting.pop(0)
            if action in seen:
                continue
            seen.add(action)
            kinds = {param.type.base for param in action.params}
            if self._rules.model.actions.get(action.name) is action and kinds <= {"number", "flag", "object"}:
                yield action, chain
            waiting += [(caller, [*chain, caller]) for caller in self._callers.get(action, ())]

    def _change(self, table: Table, chain: Sequence[m.Action], draw: Random) -> dict[str, Any]:
        """The values of a table, those changed at random that the actions on the way look at."""
        asked = {thing.name for action in chain for thing in _asked(action)}
        given = {name: dict(value) if isinstance(value, Mapping) else value for name, value in table.values.items()}
        for name, value in given.items():
            group = table.groups.get(name, "")
            for key in value if isinstance(value, dict) else ():
                if key in asked and draw.random() < SHARE:
                    value[key] = self._draw(value[key], (group, key), draw)
            if not group and name in asked and draw.random() < SHARE:
                given[name] = self._draw(value, ("", name), draw)
        for action in chain[:1]:
            self._put(action.site.rule, table, given, draw)
        return given

    def _draw(self, value: Any, of: tuple[str, str], draw: Random) -> Any:
        """Another value for a state; for one that is kept for several things often the same for all of them."""
        domain = self._domains.get(of)
        if not domain or isinstance(value, list):
            return value
        one = domain[int(draw.random() * len(domain))]
        if not isinstance(value, Mapping):
            return one
        is_same = draw.random() < 0.5
        return {key: one if is_same else self._draw(inner, of, draw) for key, inner in value.items()}

    def _put(self, owner: str, table: Table, given: dict[str, Any], draw: Random) -> None:
        """Puts the object whose rule it is where one of its kind has been, with a player wherever players have been beside."""
        spots = [(group, key) for (group, key), domain in self._domains.items() if group and owner in domain]
        if not spots:
            return
        group, key = spots[int(draw.random() * len(spots))]
        like = [name for name, its in table.groups.items() if its == group]
        chosen = like[int(draw.random() * len(like))]
        given[chosen][key] = owner
        for other in given[chosen]:
            if set(self._domains.get((group, other), ())) & set(table.players):
                given[chosen][other] = table.players[int(draw.random() * len(table.players))]

    def _play(self, action: m.Action, given: Mapping[str, Any], players: Sequence[str], draw: Random) -> None:
        arguments = {param.name: self._argument(param, players, draw) for param in action.params}
        try:
            game = self._rules.position(action.name, given, players, arguments=arguments, seed=int(draw.random() * 1000))
            for _ in range(MOST_CHOICES):
                if not game.moves:
                    return
                game.play(int(draw.random() * len(game.moves)))
        except (RuleFault, UnknownThing, ValueError):
            return  # another position will do

    def _argument(self, param: m.Variable, players: Sequence[str], draw: Random) -> Any:
        if param.type.base == "flag":
            return draw.random() < 0.5
        kind = param.type.kind
        if kind is None:
            return 1 + int(draw.random() * 6)
        names = players if kind.is_player else [one.name for one in kind.objects if one.owner < 0]
        return names[int(draw.random() * len(names))] if names else None


def _place(site: m.Site) -> Place:
    return site.span.file, site.span.line


def _asked(action: m.Action) -> Iterator[m.Thing]:
    """The states and resources that an action looks at, also by the values and conditions that it asks for."""
    waiting, seen = [*parts(action.body)], set[int]()
    while waiting:
        found = access(waiting.pop())
        for touch in found.reads:
            yield from touch.held
        for call in found.calls:
            if not isinstance(call.named, m.Action) and id(call.named) not in seen:
                seen.add(id(call.named))
                waiting += parts(*rule_parts(call.named))


def _domains(tables: Sequence[Table], written: Mapping[str, Sequence[Any]]) -> dict[tuple[str, str], list[Any]]:
    """The values that each state of a group of things has held; of numbers all up to the highest.

    What held nothing wherever anybody looked may hold what was `written` to it.
    """
    held: dict[tuple[str, str], dict[str, Any]] = {}
    for table in tables:
        for name, value in table.values.items():
            group = table.groups.get(name, "")
            items = value.items() if isinstance(value, Mapping) and group else [(name, value)]
            for key, one in items:
                for leaf in _leaves(one):
                    held.setdefault((group, key), {})[repr(leaf)] = leaf
    something = {name for (_, name), values in held.items() if values.keys() - {"None", "0"}}
    domains = {}
    for place, values in held.items():
        found = list(values.values())
        numbers = [one for one in found if isinstance(one, int) and not isinstance(one, bool)]
        domains[place] = list(range(min(numbers), max(numbers) + 1))[:64] if numbers and len(numbers) == len(found) else found
        if place[1] not in something and place[1] in written:
            domains[place] = list(written[place[1]])
    return domains


def _leaves(value: Any) -> Iterator[Any]:
    """The single values in a value of a view; those of lists left out."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _leaves(inner)
    elif not isinstance(value, list):
        yield value
