"""Start a game: at the beginning, or in a position that somebody describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from caylus.codegen.state_layout import ROUNDS
from caylus.limits import FUEL

from ..names import Names, UnknownThing
from ..running.fixed_draws import ANY
from ..running.machine import Machine
from ..running.play_limits import UNLIMITED, Limits
from ..running.random import seed_state
from ..running.runtime_errors import BREAKS, RuleFault, describe_break
from .setup_position import describe

if TYPE_CHECKING:
    from caylus.codegen import Program
    from caylus.model import Variable


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
    try:
        machine.refresh()
    except BREAKS as error:
        raise RuleFault("E0902", f"the rules can make nothing of the position: {describe_break(error)}") from error
    machine.stack[:] = [*below, _frame(names, position.begin, position.arguments, is_step=not position.goes_on)]


def _surrounding_frames(program: Program, position: Position) -> list[list[Any]]:
    """The frames around an action when a game comes to it of its own accord, in the round of the position or before.

    Found by playing a game until then, for only play tells what the loops around an action hold; which options are taken
    makes no difference but to that.
    """
    entry = program.entries.get(position.begin or "")
    scout, found = Machine.begin(program), None
    fuel, picks = FUEL if entry is not None else 0, 0
    with suppress(*BREAKS, RuleFault):  # as far as the rules work
        while fuel > 0 and (found is None or scout.s[ROUNDS] <= position.round):
            frame = scout.stack[-1]
            if entry is not None and frame[0] == entry.block:
                found = [frame[:] for frame in scout.stack[:-1]]
            fuel -= program.steps[frame[0]]
            if program.blocks[frame[0]](scout, scout.s, frame):
                if scout.player < 0:
                    break
                frame = scout.stack[-1]
                program.take[frame[0]](scout, scout.s, frame, scout.options[7 * picks % len(scout.options)])
                picks += 1
    if found is None:
        raise ValueError(f"no game comes to `{position.begin}` of its own accord, so none goes on from there")
    return found


def _frame(names: Names, name: str | None, arguments: Mapping[str, Any], is_step: bool = False) -> list[Any]:
    """The frame of an action about to begin; None is the whole game. A step of a sequence is begun with all around it."""
    program = names.program
    if name is None:
        return program.begin[:]
    values = parse_arguments(names, name, program.entries, arguments)
    entry = program.metadata.steps.get(name, program.entries[name]) if is_step else program.entries[name]
    return [entry.block, *values, *[0] * entry.zeros]


class _Begun(Protocol):
    """An action, or a way into one."""

    @property
    def params(self) -> tuple[Variable, ...]: ...


def parse_arguments(names: Names, name: str, actions: Mapping[str, _Begun], arguments: Mapping[str, Any]) -> list[int]:
    """The numbers that an action begins with. Raises UnknownThing for an action that there is none of, or other arguments."""
    if name not in actions:
        raise UnknownThing((name,), f"`{name}` is not an action of this ruleset", name, actions)
    params = actions[name].params
    if set(arguments) != {p.name for p in params}:
        wanted = ", ".join(p.name for p in params) or "nothing"
        raise UnknownThing((name,), f"`{name}` is carried out with {wanted}")
    return [names.argument(param, arguments[param.name], (name, param.name)) for param in params]


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
    of_players = (player["rows"] for player in view["players"])
    rows = (member for own in (view["rows"], *of_players) for row in own.values() for member in row)
    given = {
        **view["table"],
        **view["lists"],
        **{member["name"]: {key: value for key, value in member.items() if key != "name"} for member in rows},
        **{name: states for objects in view["objects"].values() for name, states in objects.items()},
        **{player["name"]: {**player["resources"], **player["state"], **player["lists"]} for player in view["players"]},
    }
    return Position(view["phase"]["name"], plain({**given, **changes}), {}, None, True, view["round"])
