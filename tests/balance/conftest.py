"""Commands carried out in this process, processes, and a small game."""

from commands.conftest import caylus_, village
from tools.conftest import environment, run

__all__ = ["caylus_", "environment", "run", "village"]
