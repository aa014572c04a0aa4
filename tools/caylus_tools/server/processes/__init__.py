"""Work that is done in other processes, so that this one stays free whatever becomes of them.

`pool` has the processes and what waits for them, `child` is what each of them does, `bounds` is how much it may take.
"""

from __future__ import annotations

from .bounds import Bounds
from .pool import Busy, Overrun, Pool

__all__ = ["Bounds", "Busy", "Overrun", "Pool"]
