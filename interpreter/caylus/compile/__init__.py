"""Model -> program: the checked rules become generated Python for a given number of players."""

from .program import Program, program_of
from .store import compile_natively, fetch
from .watch import Point, Watch

__all__ = ["Point", "Program", "Watch", "compile_natively", "fetch", "program_of"]
