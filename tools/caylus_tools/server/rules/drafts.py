"""Rules of people's own, kept for as long as there is room."""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from caylus_tools.server.refused import Refused

from .archives import MOST_BYTES
from .pasted import MANIFEST

ROOM = 32 * 1024 * 1024
"""Letters, of all drafts together."""

MOST_FILES = 200
_NAME = re.compile(r"[A-Za-z0-9_./-]{1,200}\.rules")


class Draft(NamedTuple):
    """What somebody wrote, by the names of its files, and what they wrote it for (None: for itself, or as its manifest says)."""

    base: str | None
    files: Mapping[str, str]


class Drafts:
    """Any thread may use them. What was longest asked for by nobody goes first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Draft] = OrderedDict()
        self._lock = Lock()
        self._size = 0

    def keep(self, draft: Draft) -> str:
        """The id by which it is asked for, which is the same for the same draft."""
        id_ = hashlib.sha256(json.dumps(draft, sort_keys=True).encode()).hexdigest()[:32]
        with self._lock:
            if id_ not in self._kept:
                self._size += _size(draft)
            self._kept[id_] = draft
            self._kept.move_to_end(id_)
            while self._size > ROOM:
                self._size -= _size(self._kept.popitem(last=False)[1])
        return id_

    def draft(self, id_: str) -> Draft:
        """Raises Refused for one that is not kept, or not any more."""
        with self._lock:
            if id_ not in self._kept:
                raise Refused("no_draft", "These rules are not kept here any more: check them once again.")
            self._kept.move_to_end(id_)
            return self._kept[id_]


def _size(draft: Draft) -> int:
    return sum(len(text) for text in draft.files.values())


def bounded(files: Mapping[str, str]) -> dict[str, str]:
    """Files as a page sends them, each a text by its name. Raises Refused for what is no such thing."""
    if not files or len(files) > MOST_FILES:
        raise Refused("bad", f"Rules stand in 1 to {MOST_FILES} files.")
    for name in files:
        if name != MANIFEST and not _NAME.fullmatch(name):
            raise Refused(
                "bad", f"A file of rules has a name of letters, digits and `-` that ends in `.rules`, not “{name[:80]}”."
            )
    if sum(len(text) for text in files.values()) > MOST_BYTES:
        raise Refused("bad", f"These rules are longer than {MOST_BYTES // 1024} KB, the most they may be.")
    return dict(files)
