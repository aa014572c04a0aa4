"""Facts: what numbers, flags, objects and lists can be while a game is played.

The input is a model without faults, and the output is a `Facts`: for every state, holding, list, parameter and value a set that
covers all that it ever is, for every number of players that the game allows. It relies on nothing but the model, and proves
what it says: what it does not know may be anything.

`evaluation` has the sets, and says what a formula can be by what is known at one place of a rule; `fixed_point` finds what
follows from a condition that holds, and what the rules make of it all.
"""

from .evaluation import Known as Known
from .fixed_point import Facts as Facts
