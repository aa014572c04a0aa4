"""Games played by the program that tells what it does, which otherwise only a log is made by."""

from __future__ import annotations

import caylus
from caylus.runtime.names import Names
from caylus.runtime.start import Start, start_machine


def play_traced(rules: caylus.Ruleset, players: int = 2, seed: int = 0) -> caylus.Game:
    names = Names(rules.program(players, is_traced=True), rules.seating(players))
    machine = start_machine(names.program, names, Start(seed), ())
    game = caylus.Game(rules, machine, names, Start(seed))
    machine.run()
    return game
