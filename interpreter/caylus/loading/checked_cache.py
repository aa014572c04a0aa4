"""Rulesets that were found sound: their files need no second look for as long as they are what they were."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caylus.cache import Shelf, compute_digest
from caylus.shipped import folder


class Texts(NamedTuple):
    """A ruleset or variant that lies in no folder: the texts of its files by name, `ruleset.yaml` one of them.

    What it stands on is shipped, or lies in the folder `beside`, if one is given.
    """

    files: Mapping[str, str]
    beside: Path | None = None


Source = str | Path | Texts
"""The name of a shipped ruleset or variant, a folder or the manifest in it, or the texts themselves."""


class Carried(NamedTuple):
    """A ruleset as data: its layers as a save carries them, the variants asked for, how few and how many can play, and the
    titles of the seats that rules play, by name."""

    layers: Sequence[Mapping[str, Any]]
    variants: Sequence[str]
    players: tuple[int, int]
    automata: Mapping[str, str]


_RULESETS: Shelf[dict[str, Any]] = Shelf("ruleset", lambda told: json.dumps(told).encode(), json.loads)


def recall(sources: Sequence[Source]) -> Carried | None:
    """The data remembered of a ruleset with variants, if all its files read as they did then."""
    entry = _RULESETS.get(*_cache_inputs(sources))
    if entry is None or any(compute_digest(file) != content for file, content in entry["files"].items()):
        return None
    fewest, most = entry["players"]
    return Carried(entry["layers"], entry["variants"], (fewest, most), entry["automata"])


def remember(sources: Sequence[Source], texts: Mapping[Path, str], ruleset_data: Carried) -> None:
    """Remembers a ruleset by the texts that were read, whatever stands in their files by now."""
    content = {str(file.absolute()): hashlib.sha256(text.encode()).hexdigest() for file, text in texts.items()}
    _RULESETS.keep({"files": content, **ruleset_data._asdict()}, *_cache_inputs(sources))


def _cache_inputs(sources: Sequence[Source]) -> tuple[str, ...]:
    """Key of a ruleset: its sources, and the current folder where that has a part in what is found."""
    try:
        here = "" if all(map(_is_shipped, sources)) or all(map(_is_absolute, sources)) else os.getcwd()
    except OSError:  # the current folder is no more
        here = ""
    return (here, *map(repr, sources))


def _is_shipped(source: Source) -> bool:
    """Return whether a source is the name of a ruleset or variant that comes along."""
    folders = (folder("rulesets"), folder("rulesets") / "variants")
    return (
        isinstance(source, str)
        and Path(source).name == source
        and any((there / source / "ruleset.yaml").is_file() for there in folders)
    )


def _is_absolute(source: Source) -> bool:
    return not isinstance(source, Texts) and Path(source).is_absolute()
