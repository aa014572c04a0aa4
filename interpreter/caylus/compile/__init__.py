"""Model -> program: the checked rules become generated Python for a given number of players."""

from .program import Program, compile_model

__all__ = ["Program", "compile_model"]
