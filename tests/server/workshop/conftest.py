"""The workshop, its jobs done here; and one whose jobs are done in another process, as those of a server are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from caylus_tools.common.process_pool import Bounds
from caylus_tools.server.rules import Rulesets
from caylus_tools.server.rules.stack import Stack
from caylus_tools.server.storage.store import Store
from caylus_tools.server.workshop import Workshop
from caylus_tools.server.workshop.workshop import SLOW


class Here:
    """Does at once what a server has done in another process."""

    def run_bounded(self, job: Callable[[Path | None, Stack], Any], bounds: Bounds, stack: Stack, *, slow: bool = False) -> Any:
        assert bounds.busy
        assert bounds.memory
        assert slow == (bounds is SLOW)
        return job(None, stack)


@pytest.fixture(scope="package")
def workshop() -> Workshop:
    return Workshop(cast(Rulesets, Here()))


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Workshop]:
    with closing(Store(str(tmp_path / "drafts.db"))) as store:
        rulesets = Rulesets(None, lambda hash_: None, store, processes=1)
        yield Workshop(rulesets)
        rulesets.close()
