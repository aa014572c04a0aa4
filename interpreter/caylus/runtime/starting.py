"""How a game begins: at its beginning, or in a position that somebody describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .machine import Machine
from .machine_factory import new_machine
from .names import Names, UnknownThing
from .random import seeded
from .setup_position import describe

if TYPE_CHECKING:
    from caylus.codegen import Program


class Position(NamedTuple):
    """What `Ruleset.position` is told, as JSON data; a save or a transcript carries it."""

    begin: str | None
    given: Mapping[str, Any]
    arguments: Mapping[str, Any]
    setup: str | None


class Start(NamedTuple):
    """With rules, players, draws and choices, all it takes to play a game again.

    A `seed` of None is not known: such a game can go on, but not be told from its start. Without a `position` it began
    at its beginning.
    """

    seed: int | None
    position: Position | None = None


def begun(program: Program, names: Names, start: Start, fixed: Sequence[tuple[int, ...]]) -> Machine:
    """A machine that has only to run. Raises UnknownThing for a name the rules do not have, ValueError for a setup that asks."""
    machine = new_machine(program)
    machine.s[0] = seeded(start.seed or 0)
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
    describe(names, machine.s, position.given)
    machine.refresh()
    machine.stack[:] = [[0], _frame(names, position.begin, position.arguments)]
    machine.log.clear()


def _frame(names: Names, name: str | None, arguments: Mapping[str, Any]) -> list[Any]:
    """The frame of an action about to begin; None is the whole game."""
    program = names.program
    if name is None:
        return program.begin[:]
    if name not in program.entries:
        raise UnknownThing((name,), f"`{name}` is not an action of this ruleset", name, program.entries)
    entry = program.entries[name]
    if set(arguments) != {p.name for p in entry.params}:
        wanted = ", ".join(p.name for p in entry.params) or "nothing"
        raise UnknownThing((name,), f"`{name}` is carried out with {wanted}")
    values = [names.argument(param, arguments[param.name], (name, param.name)) for param in entry.params]
    return [entry.block, *values, *[0] * entry.zeros]


def by_number(names: Names, draws: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    """Draws by name -> by number. What is drawn is recognised by its names."""
    if not draws:
        return []
    ids: dict[str, int] = {}
    for kind in names.model.kinds.values():
        if kind.parent is None and not kind.is_player:
            ids.update({o.name: o.id for o in kind.objects})
    ids.update({name: i for i, name in enumerate(names.players)})
    fixed = []
    for i, draw in enumerate(draws):
        for name in draw:
            if name not in ids:
                raise UnknownThing(("draws", str(i)), f"`{name}` is not an object or a player", name, ids)
        fixed.append(tuple(ids[name] for name in draw))
    return fixed


def plain(value: Any) -> Any:
    """What somebody described, as JSON data that nobody else holds."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, Sequence) and not isinstance(value, str) else value
