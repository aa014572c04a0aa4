"""The sound originals of hostile inputs: every ruleset, variant and scenario that is shipped, and games played by them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import caylus
from caylus.loading import library

OWN = Path(__file__).parents[1] / "games" / "noughts"
"""The ruleset of the tests, which stands behind those that are shipped."""
WORD = re.compile(r'"[^"\n]*"|\w+|[^\w\s]')


@dataclass(frozen=True)
class Folder:
    """The texts of a ruleset by their paths in its folder, its scenarios apart, and what it stands on."""

    name: str
    base: str | None
    manifest: str
    rules: dict[str, str]
    scenarios: dict[str, str]


@cache
def folders() -> tuple[Folder, ...]:
    """The shipped rulesets and variants, and the one ruleset of the tests."""
    shipped = [(found.path, found.extends) for found in library.list_rulesets()]
    return tuple(_folder(path, base) for path, base in [*shipped, (OWN, None)])


def _folder(path: Path, base: str | None) -> Folder:
    def texts(pattern: str) -> dict[str, str]:
        files = sorted(path.glob(pattern))
        return {file.relative_to(path).as_posix(): file.read_text(encoding="utf-8") for file in files}

    (manifest,) = texts("ruleset.yaml").values()
    return Folder(path.name, base, manifest, texts("*.rules"), texts("scenarios/*.yaml"))


@cache
def words(name: str) -> tuple[str, ...]:
    """The words and signs of a ruleset, its manifest and its scenarios, as often as they stand there."""
    folder = next(folder for folder in folders() if folder.name == name)
    texts = [folder.manifest, *folder.rules.values(), *folder.scenarios.values()]
    return tuple(word for text in texts for word in WORD.findall(text))


@cache
def game(number: int) -> caylus.Game:
    """A game by the ruleset of that number, somewhere in its middle or over."""
    name = folders()[number].name
    rules = caylus.load(OWN if name == OWN.name else name)
    played = rules.new_game(rules.fewest_players, number)
    random = Random(number)
    for _ in range(random.choice((5, 20, 60, 1000))):
        if played.decision is not None:
            played.play(random.randrange(len(played.moves)))
    return played


@cache
def save(number: int) -> str:
    return json.dumps(game(number).save(), ensure_ascii=False)


@cache
def transcript(number: int) -> str:
    return json.dumps(game(number).transcript(), ensure_ascii=False)
