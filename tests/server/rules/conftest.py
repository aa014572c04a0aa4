"""Rulesets of a server, with a folder of its operator's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from caylus_tools.server.rules import Rulesets
from caylus_tools.server.storage.store import Store
from support.coins import MANIFEST, RULES

RICH = "name: rich\ntitle: Rich\nversion: 1.0.0\nlanguage: 1\nextends: {name: coins}\nrules: [rich.rules]\n"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of rulesets: a small game, a variant of it, and one that is broken."""
    folder = tmp_path_factory.mktemp("rulesets")
    files = {
        "coins/ruleset.yaml": MANIFEST,
        "coins/coins.rules": RULES,
        "rich/ruleset.yaml": RICH,
        "rich/rich.rules": "token gold { worth 9 }\n",
        "broken/ruleset.yaml": MANIFEST.replace("name: coins", "name: broken"),
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def rulesets(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rulesets]:
    with closing(Store(str(tmp_path_factory.mktemp("drafts") / "drafts.db"))) as store:
        made = Rulesets(folder, lambda hash_: None, store, processes=1)
        yield made
        made.close()
