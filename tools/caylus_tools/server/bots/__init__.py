"""Bots that decide at the tables of a server, in processes of their own and in time.

`bots` takes the decisions that tables have for them and offers what was chosen, `thinking` is done in the other process.
"""

from __future__ import annotations

from .bots import Bots, Chosen, Job, check_policy

__all__ = ["Bots", "Chosen", "Job", "check_policy"]
