"""Model -> program: the checked rules become generated Python for a given number of players."""

from .probes import Point, Probe
from .program import Program, program_of
from .program_cache import compile_natively, fetch

__all__ = ["Point", "Probe", "Program", "compile_natively", "fetch", "program_of"]
