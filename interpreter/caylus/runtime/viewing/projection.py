"""Project the points: what they would be if the game ended now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..names import UnknownThing
from ..running.runtime_errors import RuleFault

if TYPE_CHECKING:
    from ..names import Names
    from ..running.machine import Machine


def project_points(machine: Machine, names: Names, name: str) -> dict[str, int] | None:
    """See `GameState.project_points`; the machine stays as it is."""
    program = names.program
    if name in program.entries and not program.entries[name].params:
        entry = program.entries[name]
        twin = machine.copy()
        twin.stack[:] = [[0], [entry.block, *[0] * entry.zeros]]
        try:
            twin.run()
        except RuleFault:
            return None
        score, s = program.values["score"], twin.s
        if twin.player >= 0:
            return None
    elif name in program.metadata.values and len(program.metadata.values[name].params) == 1:
        score, s = program.value(name), machine.s
    else:
        raise UnknownThing((name,), f"`{name}` is neither an action without parameters nor a value of one player", name)
    return {player: score(s, p) for p, player in enumerate(names.players)}
