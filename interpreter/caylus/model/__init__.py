"""The checked model: what a ruleset means, every name resolved and every expression typed.

The checker makes it from syntax trees; the compiler turns it into a program and looks at nothing else. Nothing here
depends on the number of players: `AllOf` the kind `player` stands for all of them, and the compiler folds its `SizeOf`.

Conventions. An object is a number: its place among all objects of its root kind, sub-kinds and rows in one piece
each; `none` is -1. Reading a field or a property of `none` gives the zero of its type (0, no, none, nothing).

The types know no pass. Beside them stands what every pass needs, once: `walk` goes through rules and rewrites expressions,
`transfer` says what set of values each class of expression has, `evaluate` what is known of one before play and whether it may
fail, `access` what statements read and write, and whether a payment leaves a choice. A rule fails only where a number leaves its
bounds (`limits`), and the evaluator keeps every such fault: this is what lets the compiler fold, put values in place of their
calls and ask conditions early without changing any game.

A game in progress speaks of components alone; what else a model is made of is imported where it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .components import *

_RULES = ("expressions", "statements")

if TYPE_CHECKING:
    from .expressions import *
    from .statements import *
else:

    def __getattr__(name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        for module in _RULES:
            members = vars(import_module(f"{__name__}.{module}"))
            if name in members:
                return globals().setdefault(name, members[name])
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
