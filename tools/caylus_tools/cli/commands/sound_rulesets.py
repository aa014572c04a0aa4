"""Rulesets in which a check has found nothing: it need not look again for as long as their files are what they were."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from caylus.cache import Shelf, compute_digest
from caylus.shipped import folder

from caylus_tools.common.own_folder import TOOLS

_SOUND: Shelf[dict[str, str]] = Shelf("sound", lambda told: json.dumps(told).encode(), json.loads, made_by=(TOOLS,))
"""What was read, by path: what files held, and which names there were in the folders around them."""


def is_known(ruleset: str | Path, variants: Sequence[str]) -> bool:
    """Return whether nothing was wrong with a ruleset, and nothing has changed that a check of it would read."""
    told = _SOUND.get(*_cache_inputs(ruleset, variants))
    return told is not None and all(compute_digest(path) == digest for path, digest in told.items())


def remember(ruleset: str | Path, variants: Sequence[str], files: Mapping[Path, str]) -> None:
    """Remembers that nothing was wrong with a ruleset, by the texts that were read, whatever stands in their files by now."""
    told = {str(file.absolute()): hashlib.sha256(text.encode()).hexdigest() for file, text in files.items()}
    around = {parent.absolute() for file in files for parent in (file.parent, file.parent / "scenarios")}
    _SOUND.keep(told | {str(path): compute_digest(path) for path in around}, *_cache_inputs(ruleset, variants))


def _cache_inputs(ruleset: str | Path, variants: Sequence[str]) -> tuple[str, ...]:
    """The inputs of a cache entry: the question, and the folders of the rulesets."""
    shipped = folder("rulesets")
    try:
        here = os.getcwd()
    except OSError:  # the current folder is no more
        here = ""
    return (here, repr(ruleset), *variants, compute_digest(shipped), compute_digest(shipped / "variants"))
