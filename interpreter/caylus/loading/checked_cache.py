"""Rulesets that were found sound: their files need no second look for as long as they are what they were."""

from __future__ import annotations

import codecs
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from caylus import cache

from .sources import Source

FORMAT = "ruleset 2"


class Carried(NamedTuple):
    """A ruleset as data: its layers as a save carries them, the variants asked for, how few and how many can play, and the
    titles of the seats that rules play, by name."""

    layers: Sequence[Mapping[str, Any]]
    variants: Sequence[str]
    players: tuple[int, int]
    automata: Mapping[str, str]


def recall(asked: Sequence[Source]) -> Carried | None:
    """What was remembered of a ruleset with variants, if all its files read as they did then."""
    data = cache.read(_name(asked))
    if data is None:
        return None
    told = json.loads(data)
    if any(_content(file) != content for file, content in told["files"].items()):
        return None
    fewest, most = told["players"]
    return Carried(told["layers"], told["variants"], (fewest, most), told["automata"])


def remember(asked: Sequence[Source], texts: Mapping[Path, str], carried: Carried) -> None:
    """Remembers a ruleset by the texts that were read, whatever stands in their files by now."""
    content = {str(file.absolute()): _digest(text.encode()) for file, text in texts.items()}
    cache.write(_name(asked), json.dumps({"files": content, **carried._asdict()}).encode())


def _name(asked: Sequence[Source]) -> str:
    try:
        here = os.getcwd()
    except OSError:  # the current folder is no more
        here = ""
    return cache.key(FORMAT, here, *map(repr, asked)) + ".ruleset"


def _content(file: str) -> str:
    try:
        return _digest(Path(file).read_bytes().removeprefix(codecs.BOM_UTF8))
    except OSError:
        return ""


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
