"""Model -> program: the checked rules become generated Python for a given number of players."""

from .program import Program, program_of
from .source import Source, write_source
from .watch import Point, Watch

__all__ = ["Point", "Program", "Source", "Watch", "program_of", "write_source"]
