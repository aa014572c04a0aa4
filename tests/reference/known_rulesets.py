"""The rulesets that every engine has to play: those that are shipped, those of tests, and the examples of the language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import caylus
from authoring import reference as language
from caylus.loading.listing import list_rulesets
from support import orchard, pots, tiny

TESTS = Path(__file__).parents[1]


@cache
def load_known() -> dict[str, Callable[[], caylus.Ruleset]]:
    """The functions that load each ruleset, by its name."""
    found = {one.name: _loader(one.name) for one in list_rulesets()}
    found |= {folder.parent.name: _loader(str(folder.parent)) for folder in sorted(TESTS.glob("games/*/ruleset.yaml"))}
    found |= {"orchard": lambda: tiny.rules(orchard.TEXT), "pots": lambda: tiny.rules(pots.TEXT)}
    found |= {path.stem: partial(tiny.rules, path.read_text("utf-8")) for path in Path(__file__).parent.glob("*.rules")}
    found |= {"market-day": lambda: next(_load_examples()), "rainy-day": lambda: [*_load_examples()][1]}
    return found


def _loader(name: str) -> Callable[[], caylus.Ruleset]:
    return lambda: caylus.load(name)


def _load_examples() -> Iterator[caylus.Ruleset]:
    with TemporaryDirectory() as folder:
        base, variant = language.write(Path(folder))
        yield caylus.load(base)
        yield caylus.load(base, [variant])
