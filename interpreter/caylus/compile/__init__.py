"""Model -> program: the checked rules become generated Python for a given number of players."""

from .program import Program, compile_model
from .watch import Point, Watch

__all__ = ["Point", "Program", "Watch", "compile_model"]
