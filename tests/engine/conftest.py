"""How Hypothesis runs here: as long as it takes, since machines differ."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
