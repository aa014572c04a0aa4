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
        durations: Any = json.loads(self._process.communicate()[0])
        return [float(took) for took in durations]


def feel(port: int, seconds: float) -> list[float]:
    durations = []
    end = time.monotonic() + seconds
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    while (start_time := time.monotonic()) < end:
        connection.request("GET", "/health")
        connection.getresponse().read()
        durations.append(time.monotonic() - start_time)
        time.sleep(max(0.0, EVERY - durations[-1]))
    return durations


if __name__ == "__main__":
    print(json.dumps(feel(int(sys.argv[1]), float(sys.argv[2]))))
