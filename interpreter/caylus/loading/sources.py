"""The forms in which a ruleset can be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple


class Texts(NamedTuple):
    """A ruleset or variant that lies in no folder: the texts of its files by name, `ruleset.yaml` one of them.

    What it stands on is shipped, or lies in the folder `beside`, if one is given.
    """

    files: Mapping[str, str]
    beside: Path | None = None


Source = str | Path | Texts
"""The name of a shipped ruleset or variant, a folder or the manifest in it, or the texts themselves."""
