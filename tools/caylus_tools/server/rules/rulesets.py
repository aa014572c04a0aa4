"""All that a server does with rulesets: the one door to this package."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from caylus import Ruleset

from caylus_tools.server.processes import Bounds, Busy, Overrun, Pool
from caylus_tools.server.refused import Refused

from . import archives, at_work
from .at_work import Carried
from .catalogue import catalogue
from .drafts import Draft, Drafts, bounded
from .shelf import RulesShelf, Stored
from .stack import Stack, stack_of

T = TypeVar("T")

OF_ONES_OWN = Bounds(seconds=12, busy=2, memory=300 * 1024 * 1024)
"""What rules from outside may take. The clock only ends what waits for something: the machine may be busy."""

OF_THE_SERVER = Bounds(seconds=120)
"""What is worked out from the server's own rules."""

OWN_FILE = "own.rules"


class Rulesets:
    """Whatever is slow or comes from outside is done in processes of their own; every method waits for them, so call it in a
    thread. `who` asks, by any name that tells people apart: none of them may ask for much at once.

    `stored` finds the rules of a table by their hash, `folder` has more rulesets in it. All methods raise Refused: with the codes
    `no_ruleset`, `no_draft`, `archive`, `bad`, `faulty` (its reasons are the faults), `too_long` and `busy`.
    """

    def __init__(self, folder: Path | None, stored: Callable[[str], Stored | None], processes: int = 1) -> None:
        self._folder = folder
        self._pool = Pool(processes, nice=5)
        self._shelf = RulesShelf(stored, lambda carried, players: self._make_ready(carried, players, ""))
        self._drafts = Drafts()
        self._lock = Lock()
        self._catalogue: dict[str, Any] | None = None

    def close(self) -> None:
        self._pool.close()

    # ---- what there is

    def catalogue(self) -> dict[str, Any]:
        """Rulesets, their variants with what they cannot go together with and why, and bots."""
        with self._lock:
            if self._catalogue is None:
                self._catalogue = self._done(partial(catalogue, self._folder), OF_THE_SERVER, "")
            return self._catalogue

    # ---- rules of one's own

    def offer(
        self,
        data: bytes | None = None,
        *,
        base: str | None = None,
        variants: Sequence[str] = (),
        text: str | None = None,
        files: Mapping[str, str] | None = None,
        who: str,
    ) -> dict[str, Any]:
        """Checks rules that came as a zip archive, as one text or as files, and keeps them as a draft; says what is wrong with
        them and what they change. Without `base` they are a game, or stand on what their manifest says."""
        if data is not None:
            own = self._done(partial(archives.unpacked, data), OF_ONES_OWN, who)
        else:
            own = bounded({OWN_FILE: text} if text is not None else files or {})
        return self._checked(Draft(base, own), variants, who)

    def mend(self, draft: str, who: str, variants: Sequence[str] = ()) -> dict[str, Any]:
        """The same of a draft in which all is mended that has one right answer."""
        kept = self._drafts.draft(draft)
        stack = stack_of(kept.base, variants, kept.files)
        own = self._done(partial(at_work.mended, self._folder, stack), OF_ONES_OWN, who)
        return self._checked(Draft(kept.base, own), variants, who)

    def compare(self, base: str | None, variants: Sequence[str], draft: str | None, who: str) -> dict[str, Any]:
        """Who can play a stack, what is wrong with it and what it changes."""
        return self._examined(self._stack(base, variants, draft), who)

    def source(self, base: str | None, variants: Sequence[str], draft: str | None, file: str, who: str) -> dict[str, str]:
        """The text of one file of a stack, by the name that citations call it."""
        stack = self._stack(base, variants, draft)
        texts = self._done(partial(at_work.source_of, self._folder, stack), OF_ONES_OWN, who, stack)
        if file not in texts:
            raise Refused("no_ruleset", "There is no such file among these rules.")
        return {"file": file, "text": texts[file]}

    # ---- to play

    def ready(self, base: str | None, variants: Sequence[str], draft: str | None, players: int, who: str) -> Ruleset:
        """A stack ready to be played by so many."""
        stack = self._stack(base, variants, draft)
        carried = self._done(partial(at_work.prepared, self._folder, stack, players), OF_ONES_OWN, who, stack)
        return self._shelf.take(carried, players)

    def carried(self, layers: Sequence[Mapping[str, Any]], variants: Sequence[str], players: int, who: str) -> Ruleset:
        """The rules that a save carries, ready to be played by so many."""
        return self._shelf.take(self._make_ready(Carried(layers, tuple(variants)), players, who), players)

    def rules(self, hash_: str, players: int) -> Ruleset:
        """The rules of a table, ready for its players."""
        return self._shelf.rules(hash_, players)

    # ----

    def _stack(self, base: str | None, variants: Sequence[str], draft: str | None) -> Stack:
        kept = self._drafts.draft(draft) if draft else None
        return stack_of(base or (kept and kept.base), variants, kept and kept.files)

    def _checked(self, draft: Draft, variants: Sequence[str], who: str) -> dict[str, Any]:
        found = self._examined(stack_of(draft.base, variants, draft.files), who)
        id_ = self._drafts.keep(Draft(found["base"], draft.files))
        return {"draft": id_, "files": dict(draft.files), **found}

    def _examined(self, stack: Stack, who: str) -> dict[str, Any]:
        return self._done(partial(at_work.examined, self._folder, stack), OF_ONES_OWN, who, stack)

    def _make_ready(self, carried: Carried, players: int, who: str) -> Carried:
        return self._done(partial(at_work.made_ready, carried, players), OF_ONES_OWN, who)

    def _done(self, job: Callable[[], T], bounds: Bounds, who: str, stack: Stack | None = None) -> T:
        """In another process. What a stack stands on, if it comes along with the server, is made ready before the time begins."""
        before = None
        if stack is not None and stack.base is not None:
            before = partial(at_work.base, self._folder, stack.base)
        try:
            return self._pool.run(job, bounds, who, before)
        except Overrun:
            raise Refused("too_long", "These rules take more time or memory than there is for them here.") from None
        except Busy:
            raise Refused("busy", "Too many rules are being checked just now: try again in a moment.") from None
