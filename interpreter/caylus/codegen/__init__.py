"""Model -> program: the checked rules become generated Python for a given number of players.

`module` writes one text from a closed set of templates, in this order.

1. `state_layout` settles where everything lies in the list of numbers that a state is.
2. What the rules hide is worked out of the model (`caylus.knowledge`).
3. `statements` makes lines, with the formulas of `expressions`. An action that never asks anybody is one function; any other
   becomes one of `coroutines`: functions cut where they may wait, whose frames are data and can be saved. The `linker` tells what
   calls what, `triggers` has what happens by itself, and `knowledge` adds what seats learn from each statement.
4. `options` lists what is legal, which is most of what a game takes. It asks each condition as soon as what it speaks of is
   known, settles beforehand what the states of a single thing decide, and keeps lists that are mended when one of those states is
   written. tools/bench/README.md says what each gave, and what was left out.

`program` brings a module to life and remembers it; generated code calls `support`. The probes of `module_text` are for those who
watch rules at work; `metadata` and what `options` explains hold what only people ask for, and cost nothing in a game that nobody
looks at.
"""

from .metadata import DecisionInfo
from .module_text import Point, Probe
from .program import Program, fetch, is_kept, pack

__all__ = ["DecisionInfo", "Point", "Probe", "Program", "fetch", "is_kept", "pack"]
