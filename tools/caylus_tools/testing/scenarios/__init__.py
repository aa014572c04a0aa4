"""Scenarios: situations of a game, written beside its rules, and whether the rules make of them what they should.

`find` the files, `read` one, `run` each scenario against its ruleset. The format is `schemas/scenario`.
"""

from __future__ import annotations

from .inherited import Broken, find_broken
from .reading import find, parse, read
from .runner import initial_holdings, run, set_up
from .scenario import Result, Scenario, Step

__all__ = ["Broken", "Result", "Scenario", "Step", "find", "find_broken", "initial_holdings", "parse", "read", "run", "set_up"]
