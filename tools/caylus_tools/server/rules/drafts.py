"""Rules of people's own, kept where every server of a database finds them, for as long as there is room."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from caylus_tools.server.refused import Refused
from caylus_tools.server.storage.rows import DraftRow

from .archives import MOST_BYTES
from .pasted import MANIFEST

ROOM = 32 * 1024 * 1024
"""Letters, of all drafts together."""

LONGEST = 30 * 24 * 3600
"""Seconds that a draft is kept after it was last checked."""

MOST_FILES = 200
_ID = re.compile(r"[0-9a-f]{32}")
_NAME = re.compile(r"[A-Za-z0-9_./-]{1,200}\.rules")


class Draft(NamedTuple):
    """The rules that somebody wrote, by the names of their files, and their base (None: themselves, or as the manifest says)."""

    base: str | None
    files: Mapping[str, str]


class DraftStore(Protocol):
    """The store of drafts."""

    def put_draft(self, draft: DraftRow, room: int, oldest: float) -> None: ...

    def draft(self, id: str) -> DraftRow | None: ...


class Drafts:
    """Any thread may use them. What was longest not checked goes first."""

    def __init__(self, store: DraftStore) -> None:
        self._store = store

    def keep(self, draft: Draft) -> str:
        """The id by which it is asked for, which is the same for the same draft."""
        id_ = hashlib.sha256(json.dumps(draft, sort_keys=True).encode()).hexdigest()[:32]
        size = sum(len(text) for text in draft.files.values())
        now = time.time()
        self._store.put_draft(DraftRow(id_, draft.base, draft.files, size, now), ROOM, now - LONGEST)
        return id_

    def draft(self, id_: str) -> Draft:
        """Raises Refused for one that is not kept, or not any more."""
        row = self._store.draft(id_) if _ID.fullmatch(id_) else None
        if row is None:
            raise Refused("no_draft", "These rules are not kept here any more: check them once again.")
        return Draft(row.base, row.files)


def check_files(files: Mapping[str, str]) -> dict[str, str]:
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
