"""Measure how long a server keeps others waiting: `python pulse.py PORT SECONDS` asks for its health twenty times a second.

A process of its own, so that nothing that the one who measures does is counted as the server's.
"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from typing import Any

EVERY = 0.05


class Pulse:
    """Feels a server's pulse for some seconds, beside whatever is done to it."""

    def __init__(self, port: int, seconds: float) -> None:
        self._process = subprocess.Popen([sys.executable, __file__, str(port), str(seconds)], stdout=subprocess.PIPE)

    def wait_for_times(self) -> list[float]:
        """Waits for the end, and returns how many seconds each answer took."""
        found: Any = json.loads(self._process.communicate()[0])
        return [float(took) for took in found]


def feel(port: int, seconds: float) -> list[float]:
    taken = []
    end = time.monotonic() + seconds
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    while (begun := time.monotonic()) < end:
        asked.request("GET", "/health")
        asked.getresponse().read()
        taken.append(time.monotonic() - begun)
        time.sleep(max(0.0, EVERY - taken[-1]))
    return taken


if __name__ == "__main__":
    print(json.dumps(feel(int(sys.argv[1]), float(sys.argv[2]))))
