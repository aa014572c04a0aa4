"""Every ruleset and variant that hides anything, found where they lie: shipped, in folders of tests, in texts of tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import caylus
from caylus.loading import library
from support import tiny

from .audiences import hides
from .honest import HONEST
from .refused import GAME, WORLD

TESTS = Path(__file__).parent.parent


class Found(NamedTuple):
    """A ruleset: its name here, its texts, and what `load` takes; nothing for one that is no more than a text."""

    name: str
    source: str
    ruleset: str = ""
    variants: tuple[str, ...] = ()

    def load(self) -> caylus.Ruleset:
        return _load_one(self.ruleset, self.variants) if self.ruleset else tiny.rules(self.source)


@cache
def _load_one(ruleset: str, variants: tuple[str, ...]) -> caylus.Ruleset:
    return caylus.load(ruleset, variants)


def whole(program: str) -> str:
    """The text of one of the programs that begin with `WORLD`."""
    return f"{WORLD}{GAME}{dedent(program)}\n"


@cache
def find_all() -> list[Found]:
    """Those in whose texts something is hidden or chosen at once, if only by what they stand on; see `hiding`."""
    return [one for one in (*_list_shipped(), *_folders(), *_texts()) if _has_secrets(one.source)]


def _has_secrets(text: str) -> bool:
    return "hidden" in text or "at once" in text


def hiding(one: Found) -> caylus.Ruleset | None:
    """The ruleset, if it is sound and something in it is hidden from somebody, if only until all have chosen."""
    try:
        rules = one.load()
    except caylus.RulesetError:
        return None
    return rules if hides(rules) else None


def _list_shipped() -> Iterator[Found]:
    folders = {one.name: one.path for one in library.list_rulesets()}
    for one in library.list_rulesets():
        under = [folders[name] for name in (one.name, one.extends) if name is not None]
        yield Found(one.name, "".join(map(_text, under)), one.extends or one.name, () if one.extends is None else (one.name,))


def _folders() -> Iterator[Found]:
    """Games of tests that stand on nothing else."""
    for manifest in sorted(TESTS.rglob("ruleset.yaml")):
        folder = manifest.parent
        if "\nextends:" not in manifest.read_text(encoding="utf-8"):
            yield Found(str(folder.relative_to(TESTS)), _text(folder), str(folder))


def _texts() -> Iterator[Found]:
    """Tiny rulesets: the files beside this one, and what modules hold that looks like one."""
    yield from (Found(f"honest/{name}", whole(program)) for name, program in HONEST.items())
    for file in sorted((TESTS / "secrecy").glob("rules/*.rules")):
        yield Found(file.stem, file.read_text(encoding="utf-8"))
    for module in sorted(TESTS.rglob("*.py")):
        for name, text in _constants(module.read_text(encoding="utf-8")):
            if "action main()" in text or 'game "' in text:
                yield Found(f"{module.relative_to(TESTS)}: {name}", text)


def _text(folder: Path) -> str:
    return "".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.rules")))


def _constants(module: str) -> Iterator[tuple[str, str]]:
    """The texts that a module names, if there are secrets in it; to parse all modules takes seconds."""
    for statement in ast.parse(module).body if _has_secrets(module) else ():
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                yield name, text
