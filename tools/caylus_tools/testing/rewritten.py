"""Load a ruleset with other texts in the place of its own, and keep nothing of it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from caylus import Ruleset

SECONDS = 3.0
"""Processor time that one choice may take under changed rules. Some of them run on."""


def load_rewritten(rules: Ruleset, folder: Path, texts: Mapping[str, str]) -> Ruleset | None:
    """A folder's ruleset with other texts for some of its own files, by the paths in spans; None if the check refuses it."""
    own = f"{rules.name}/"
    files = {path.removeprefix(own): text for path, text in (rules.sources | dict(texts)).items() if path.startswith(own)}
    files["ruleset.yaml"] = (folder / "ruleset.yaml").read_text(encoding="utf-8")
    return load_texts(files, folder.absolute().parent)


def load_texts(files: Mapping[str, str], beside: Path) -> Ruleset | None:
    """The ruleset of texts by the names of their files, with a bound on each choice; None if the check refuses it."""
    import caylus
    from caylus import Limits
    from caylus.loading.library import Texts

    try:
        return caylus.load(Texts(dict(files), beside), limits=Limits(seconds=SECONDS))
    except caylus.RulesetError:
        return None


@contextmanager
def without_cache() -> Iterator[None]:
    """Keeps rulesets that nobody plays again out of the user's cache."""
    before = os.environ.get("CAYLUS_CACHE")
    os.environ["CAYLUS_CACHE"] = ""
    try:
        yield
    finally:
        if before is None:
            del os.environ["CAYLUS_CACHE"]
        else:
            os.environ["CAYLUS_CACHE"] = before
