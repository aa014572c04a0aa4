"""Board-game rules written as text, checked, and played.

`load` a ruleset, start a `new_game`, ask it for its `decision`, `choose` an option; see `Ruleset` and `Game`.
"""

from __future__ import annotations

from .lang.diagnostics import Diagnostic, Note, RulesetError, Severity
from .library import load
from .runtime.decisions import Decision, IllegalChoice, Option, Reason
from .runtime.events import Event
from .runtime.game import Game
from .runtime.machine import RuleFault
from .runtime.readable import UnknownThing
from .runtime.ruleset import Ruleset
from .saved import replay, resume

__all__ = [
    "Decision",
    "Diagnostic",
    "Event",
    "Game",
    "IllegalChoice",
    "Note",
    "Option",
    "Reason",
    "RuleFault",
    "Ruleset",
    "RulesetError",
    "Severity",
    "UnknownThing",
    "load",
    "replay",
    "resume",
]
