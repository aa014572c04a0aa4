"""What holds for all tests: nothing that an earlier run has kept has a part in a later one."""

from __future__ import annotations

import os

os.environ["CAYLUS_CACHE"] = ""
