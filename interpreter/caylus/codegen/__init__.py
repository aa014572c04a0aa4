"""Model -> program: the checked rules become generated Python for a given number of players.

`module` writes one text from a closed set of templates. `state_layout` settles where everything lies in the list of numbers
that a state is; `expressions` and `statements` write lines. An action that never asks anybody is one of `plain_functions`; any
other becomes one of `coroutines`: functions cut where they may wait, whose frames are data and can be saved; the `linker`
tells what calls what.

Listing options is most of what a game takes. `legal_options` asks each condition as soon as what it speaks of is known;
`partial_evaluation` settles beforehand what the states of a single thing decide, `incremental_lists` are mended when one of
those states is written. tools/bench/README.md says what each of these gave, and what was tried and left out.

`program` brings a module to life, `program_cache` remembers it; the `rt_…`
modules are what generated code calls. `probes` are for those who watch rules at work; `metadata` and `explanations` hold what
only people ask for, and cost nothing in a game that nobody looks at.
"""

from .probes import Point, Probe
from .program import Program, program_of
from .program_cache import fetch, is_kept

__all__ = ["Point", "Probe", "Program", "fetch", "is_kept", "program_of"]
