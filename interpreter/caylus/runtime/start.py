"""Start a game: at the beginning, or in a position that somebody describes in names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from caylus.codegen.state_layout import ROUNDS, Layout, lay_out
from caylus.limits import FUEL
from caylus.model.components import DECLINE, ListState, State

from .imagine import forget
from .machine import ANY, BREAKS, UNLIMITED, Limits, Machine, RuleFault, describe_break, seed_state
from .names import Names
from .seats import check_seats, seating
from .state_codec import UnknownThing, lack

if TYPE_CHECKING:
    from caylus import model as m
    from caylus.codegen import Program
    from caylus.codegen.metadata import Entry
    from caylus.model import Model

    from .ruleset import Ruleset


def describe(names: Names, s: list[int], given: Mapping[str, Any]) -> None:
    """Writes what `given` says into the state. Keys name players, objects (`path 7`), states of the table and lists.

    Raises UnknownThing, with the path to the key or value, for whatever the rules do not have.
    """
    for key, value in given.items():
        write(names, s, key, value)
    forget(names, s)


def write(names: Names, s: list[int], key: str, value: Any) -> None:
    """Writes what is said of one thing into the state. Raises UnknownThing."""
    if key in names.on_table:
        _write(names, s, names.on_table[key], 0, value, (key,))
        return
    owner = names.find(key)
    if owner is None:
        known_names = [*names.players, *names.on_table, *names.things]
        raise UnknownThing((key,), f"`{key}` is not a player, an object, a state or a list of this ruleset", key, known_names)
    if not isinstance(value, Mapping):
        raise UnknownThing((key,), f"`{key}` takes names with values")
    fields = names.fields(*owner)
    for name, item in value.items():
        if name not in fields:
            raise UnknownThing((key, name), f"{lack(owner[0], key)} `{name}`", name, fields)
        _write(names, s, fields[name], owner[1], item, (key, name))


def given_things(names: Names, given: Mapping[str, Any]) -> Iterator[tuple[m.Thing, int]]:
    """The things that are given, with the numbers of the players and objects whose they are."""
    for key, value in given.items():
        owner = names.find(key)
        things, of = (names.on_table, 0) if owner is None else (names.fields(*owner), owner[1])
        yield from ((things[name], of) for name in ([key] if owner is None else value) if name in things)


def _write(names: Names, s: list[int], thing: m.Thing, of: int, value: Any, path: tuple[str, ...]) -> None:
    if isinstance(thing, State):
        names.codec.write(s, thing, of, value, path)
    elif isinstance(thing, ListState):
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise UnknownThing(path, f"`{thing.name}` is a list: write all its members in brackets, or `[]`")
        members = [names.id(thing.kind, item, path) for item in value]
        if -1 in members or not thing.kind.can_lie_together(members):
            raise UnknownThing(path, f"`{thing.name}` holds each member once, or as often as there are copies of it")
        base = names.layout.list_slot(thing, of)
        room = names.layout.capacity(thing)
        s[base : base + 1 + room] = [len(members), *members, *[0] * (room - len(members))]
    else:
        if not isinstance(value, int) or isinstance(value, bool) or value < thing.least:
            raise UnknownThing(path, f"an amount of {thing.name} is a number from {thing.least} on, not `{value}`")
        s[names.layout.resources[thing] + of] = value


class Position(NamedTuple):
    """The description for `Ruleset.position`, as JSON data; a save or a transcript carries it."""

    begin: str | None
    given: Mapping[str, Any]
    arguments: Mapping[str, Any]
    setup: str | None
    goes_on: bool = False
    round: int = 0


class Start(NamedTuple):
    """With rules, players, draws and choices, all it takes to play a game again.

    A `seed` of None is not known: such a game can go on, but not be told from its start. Without a `position` it began
    at its beginning.
    """

    seed: int | None
    position: Position | None = None


def start_machine(
    program: Program, names: Names, start: Start, fixed: Sequence[tuple[int, ...]], limits: Limits = UNLIMITED
) -> Machine:
    """A machine that has only to run. Raises UnknownThing for a name the rules do not have, ValueError for a setup that asks."""
    machine = Machine.begin(program)
    machine.limits = limits
    machine.s[0] = seed_state(start.seed or 0)
    machine.fixed = list(fixed)
    if start.position is not None:
        _take_up(machine, names, start.position)
    return machine


def _take_up(machine: Machine, names: Names, position: Position) -> None:
    """Carries out the setup, writes what is given on top of it, and has nothing under way but what is to begin."""
    machine.stack[:] = [[0]]
    if position.setup is not None:
        machine.stack.append(_frame(names, position.setup, {}))
        machine.run()
        if machine.player >= 0:
            raise ValueError(f"`{position.setup}` asks for decisions, so it cannot be carried out as a setup")
    below = _surrounding_frames(names.program, position) if position.goes_on else [[0]]
    describe(names, machine.s, position.given)
    machine.s[ROUNDS] = position.round
    refresh(machine)
    machine.stack[:] = [*below, _frame(names, position.begin, position.arguments, is_step=not position.goes_on)]


def refresh(machine: Machine) -> None:
    """Brings what is kept up to date with a state that was written. Raises RuleFault."""
    try:
        machine.refresh()
    except BREAKS as error:
        raise RuleFault("E0902", f"the rules can make nothing of the position: {describe_break(error)}") from error


def _surrounding_frames(program: Program, position: Position) -> list[list[Any]]:
    """The frames around an action when a game comes to it of its own accord, in the round of the position or before.

    Found by playing a game until then, for only play tells what the loops around an action hold; which options are taken
    makes no difference but to that.
    """
    entry = program.entries.get(position.begin or "")
    scout, frames = Machine.begin(program), None
    fuel, picks = FUEL if entry is not None else 0, 0
    with suppress(*BREAKS, RuleFault):  # as far as the rules work
        while fuel > 0 and (frames is None or scout.s[ROUNDS] <= position.round):
            frame = scout.stack[-1]
            if entry is not None and frame[0] == entry.block:
                frames = [frame[:] for frame in scout.stack[:-1]]
            fuel -= program.steps[frame[0]]
            if program.blocks[frame[0]](scout, scout.s, frame):
                if scout.player < 0:
                    break
                frame = scout.stack[-1]
                program.take[frame[0]](scout, scout.s, frame, scout.options[7 * picks % len(scout.options)])
                picks += 1
    if frames is None:
        raise ValueError(f"no game comes to `{position.begin}` of its own accord, so none goes on from there")
    return frames


def _frame(names: Names, name: str | None, arguments: Mapping[str, Any], is_step: bool = False) -> list[Any]:
    """The frame of an action about to begin; None is the whole game. A step of a sequence is begun with all around it."""
    program = names.program
    if name is None:
        return program.begin[:]
    values = parse_arguments(names, name, program.entries, arguments)
    entry = program.metadata.steps.get(name, program.entries[name]) if is_step else program.entries[name]
    return [entry.block, *values, *[0] * entry.zeros]


def parse_arguments(names: Names, name: str, actions: Mapping[str, Entry | m.Action], arguments: Mapping[str, Any]) -> list[int]:
    """The numbers that an action begins with. Raises UnknownThing for an action that there is none of, or other arguments."""
    if name not in actions:
        raise UnknownThing((name,), f"`{name}` is not an action of this ruleset", name, actions)
    params = actions[name].params
    if set(arguments) != {p.name for p in params}:
        parameter_names = ", ".join(p.name for p in params) or "nothing"
        raise UnknownThing((name,), f"`{name}` is carried out with {parameter_names}")
    return [names.codec.argument(param, arguments[param.name], (name, param.name)) for param in params]


def number_draws(names: Names, draws: Sequence[Sequence[str | int]], is_open: bool = False) -> list[tuple[int, ...]]:
    """Draws by name -> by number. What is drawn is recognised by its names, a number is itself.

    `is_open`: `_` stands for whatever comes at its place, and more may come than is said.
    """
    if not draws:
        return []
    ids: dict[str, int] = {}
    for kind in names.components.kinds.values():
        if kind.parent is None and not kind.is_player:
            ids.update(names.ids(kind))
    ids.update({name: i for i, name in enumerate(names.players)})
    if is_open:
        ids.setdefault("_", ANY)
    fixed = []
    for i, draw in enumerate(draws):
        for name in draw:
            if isinstance(name, str) and name not in ids:
                raise UnknownThing(("draws", str(i)), f"`{name}` is not an object or a player", name, ids)
        more = (ANY,) if is_open else ()
        fixed.append((*(ids[name] if isinstance(name, str) else int(name) for name in draw), *more))
    return fixed


def plain(value: Any) -> Any:
    """The description as JSON data that nobody else holds."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, Sequence) and not isinstance(value, str) else value


def position_from_view(view: Mapping[str, Any], changes: Mapping[str, Any]) -> Position:
    """The position that a whole view shows, but for some changes. Raises ValueError for one that tells of no phase."""
    if view.get("phase") is None:
        raise ValueError("the view tells of no phase to begin with")
    return Position(view["phase"]["name"], plain({**given_in_view(view), **changes}), {}, None, True, view["round"])


def given_in_view(view: Mapping[str, Any]) -> dict[str, Any]:
    """All that lies on the table in a whole view, as `given` of a position."""
    of_players = (player["rows"] for player in view["players"])
    rows = (member for own in (view["rows"], *of_players) for row in own.values() for member in row)
    return {
        **view["table"],
        **view["lists"],
        **{member["name"]: {key: value for key, value in member.items() if key != "name"} for member in rows},
        **{name: states for objects in view["objects"].values() for name, states in objects.items()},
        **{player["name"]: {**player["resources"], **player["state"], **player["lists"]} for player in view["players"]},
    }


class PositionFault(NamedTuple):
    """A fault of a description: the part of it, with the keys that lead there, what is wrong, and what helps."""

    part: tuple[str | int, ...]
    message: str
    help: str


class _Outline(NamedTuple):
    """Of a program, all that names are found by."""

    layout: Layout


class PositionChecker:
    """Finds what `Ruleset.position` would not accept, with what a position is compared with and who chooses."""

    code = "E0626"
    """That of a diagnostic which says such a fault."""

    def __init__(self, rules: Ruleset, model: Model) -> None:
        from caylus.model.walk import every_statement  # not what a game in progress needs

        self._rules = rules
        self._model = model
        self._layouts: dict[int, Layout] = {}
        self.resources = frozenset(resource.name for resource in model.resources)
        option_names = (option.name for x in every_statement(model) for option in getattr(x, "options", ()))
        self.options = frozenset((*option_names, DECLINE))
        """The names of all options: what the id of a choice begins with, but for amounts that are gained, paid or lost."""

    def players(self, players: Sequence[str]) -> tuple[str, ...]:
        """All who play, those that rules play included. Raises ValueError for players that the rules do not admit."""
        everybody = seating(self._rules, players)
        check_seats(self._rules, everybody, lambda: self._model.kinds)
        return everybody

    def faults(
        self,
        players: Sequence[str],
        begin: str | None,
        given_data: Mapping[str, Any],
        *,
        arguments: Mapping[str, Any],
        setup: str | None,
        draws: Sequence[Sequence[str | int]],
        then: Mapping[str, Any],
    ) -> Iterator[PositionFault]:
        """Every fault of a position, and of what is expected to lie there `then`."""
        try:
            everybody = self.players(players)
        except ValueError as error:
            yield PositionFault(("players",), str(error), "")
            return
        layout = self._layouts.setdefault(len(everybody), lay_out(self._model, len(everybody)))
        names = Names(cast("Program", _Outline(layout)), everybody)
        for part, name, with_ in (("setup", setup, {}), ("begin", begin, arguments)):
            try:
                if name is not None:
                    parse_arguments(names, name, self._model.actions, with_)
            except UnknownThing as error:
                yield PositionFault((part,), error.reason, error.help)
        for number, draw in enumerate(draws):
            try:
                number_draws(names, [draw], is_open=True)
            except UnknownThing as error:
                yield PositionFault(("draws", number), error.reason, error.help)
        for part, described in (("given", given_data), ("then", then)):
            for key, value in described.items():
                try:
                    write(names, list(layout.initial), key, value)
                except UnknownThing as error:
                    is_key = part == "then" and error.wrong == error.path[-1]  # which nothing there can be compared with
                    reason = f"there is no {', '.join(error.path)}" if is_key else error.reason
                    yield PositionFault((part, *error.path), reason, error.help)
