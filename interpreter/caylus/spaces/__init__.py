"""A game as numbers, for programs that learn: a fixed space of actions, and what each number of a state means.

Both depend on the rules and the number of players, never on a game. `domains` gathers what the game can come to from its start,
what variables are given and how states change, and evaluates with that knowledge what a formula can be at most, so that `actions`
can number every choice that may ever be offered, and more. Where the rules leave a number open nothing is guessed: whoever asks
says how far to go, or is told `Unbounded`.
"""

from .actions import ActionSpace, asking_rule
from .cells import Cell, cells, numbers
from .domains import Unbounded

__all__ = ["ActionSpace", "Cell", "Unbounded", "asking_rule", "cells", "numbers"]
