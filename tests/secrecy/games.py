"""Every ruleset and variant that hides anything, found where they lie: shipped, in folders of tests, in texts of tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import caylus
import pytest
from caylus.loading import library
from support import tiny

from .audiences import hides

TESTS = Path(__file__).parent.parent
WORLD = """
resource point "point"
resource dime "dime" hidden
kind card plural cards { worth number }
card ant { worth 1 }
card bee { worth 2 }
card cow { worth 3 }
card doe { worth 4 }
card elk { worth 5 }
card fox { worth 6 }
kind chest plural chests { state holder player, state trap number from 0 to 3 hidden except for holder }
row hall of 2 chests
each player has {
  secret number from 1 to 3 hidden
  note   number hidden
  seen   number
  purse  number hidden sum
  hand   list of card hidden
}
list deck of card hidden from all
list heap of card
list order of player
state shown number

action deal() {
  for each card in shuffled cards { add card to deck }
  for each player in players {
    add player to order
    let die = random 1 to 3
    set player.secret to die
    set player.dime to 2
    set hall[player.number].holder to player
    put deck[1] from deck into player.hand
    put deck[1] from deck into player.hand
  }
}
"""

GAME = 'game "Tiny" for 2 to 2 players { do main() }\n'

FRUITS = """kind fruit plural fruits { worth number }
fruit fig { worth 1 }
fruit kiwi { worth 2 }
fruit lime { worth 3 }
fruit pear { worth 4 }
fruit plum { worth 5 }
fruit sloe { worth 6 }
each player has { basket list of fruit hidden, sack list of fruit hidden }
list crate of fruit hidden from all
list box of fruit hidden from all
"""


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


@cache
def programs(file: str) -> dict[str, str]:
    """The programs in a file by their names. Each begins with `WORLD`; one without a `main` of its own is done behind `deal`."""
    blocks = Path(__file__).with_name(file).read_text(encoding="utf-8").split("== ")[1:]
    return {name: whole(program) for name, _, program in (block.partition("\n") for block in blocks)}


def whole(program: str) -> str:
    body = program.replace("@fruits", FRUITS)
    return WORLD + GAME + (body if "action main()" in body else f"action main() {{\n  do deal()\n{indent(body, '  ')}}}\n")


@cache
def find_all() -> list[Found]:
    """Those in whose texts something is hidden or chosen at once, if only by what they stand on; see `hiding`."""
    return [one for one in (*_list_shipped(), *_folders(), *_texts()) if _has_secrets(one.source)]


def parameters() -> list[pytest.ParameterSet]:
    """All of them for a test. Shipped ones take long, and variants besides their base longest; those of other tests are many."""
    marks = {name: (pytest.mark.nightly if name else pytest.mark.slow) for name in (True, False)}
    return [
        pytest.param(one, id=one.name, marks=marks[bool(one.variants)] if one.ruleset or ": " in one.name else ())
        for one in find_all()
    ]


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
    yield from (Found(f"honest/{name}", program) for name, program in programs("honest.txt").items())
    for file in sorted(TESTS.rglob("rules/*.rules")):
        text, folder = file.read_text(encoding="utf-8"), file.parents[1].relative_to(TESTS)
        if _is_whole(text):
            yield Found(file.stem if folder.name == "secrecy" else f"{folder}: {file.stem}", text)
    for module in sorted(TESTS.rglob("*.py")):
        for name, text in _constants(module.read_text(encoding="utf-8")):
            if _is_whole(text):
                yield Found(f"{module.relative_to(TESTS)}: {name}", text)


def _is_whole(text: str) -> bool:
    return "action main()" in text or 'game "' in text


def _text(folder: Path) -> str:
    return "".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.rules")))


def _constants(module: str) -> Iterator[tuple[str, str]]:
    """The texts that a module names, if there are secrets in it; to parse all modules takes seconds."""
    for statement in ast.parse(module).body if _has_secrets(module) else ():
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text))):
                yield name, text
