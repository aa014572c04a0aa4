"""A game as numbers, for programs that learn: a fixed space of actions, and what each number of a state means."""

from .actions import ActionSpace
from .cells import Cell, cells, numbers
from .domains import Unbounded

__all__ = ["ActionSpace", "Cell", "Unbounded", "cells", "numbers"]
