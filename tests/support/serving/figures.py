"""The figures of programs that measure servers, as data, with the load of the machine meanwhile."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from typing import Any


def spread(seconds: Sequence[float]) -> dict[str, float]:
    """Milliseconds: the median, what one in a hundred passes, and the longest."""
    ordered = sorted(seconds)
    return (
        {name: round(ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000, 1) for name, part in PARTS}
        if ordered
        else {}
    )


PARTS = (("p50", 0.5), ("p99", 0.99), ("longest", 1.0))


def tell(figures: Mapping[str, Any]) -> None:
    """Prints them as JSON, beside the machine and its load over the last minute."""
    machine = {"python": platform.python_version(), "cores": os.cpu_count(), "load": round(os.getloadavg()[0], 2)}
    print(json.dumps({**figures, "machine": machine}, indent=1))
