"""The folder of these tools: what they work out follows from all that lies in it (see `caylus.cache`)."""

from __future__ import annotations

from pathlib import Path

TOOLS = Path(__file__).parents[1]
