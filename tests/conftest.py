"""What holds for all tests, wherever they are started."""

from __future__ import annotations

import os
import signal

# Nothing that an earlier run has kept has a part in a later one.
os.environ["CAYLUS_CACHE"] = ""

# Commands that tests start can be stopped by Ctrl-C, also where the tests were started in the background and could not be.
signal.signal(signal.SIGINT, signal.default_int_handler)
