"""Play the inherited scenarios under a variant: those that no longer hold are the ones it says it changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .reading import find, read
from .runner import run
from .scenario import Result

if TYPE_CHECKING:
    from caylus import Ruleset


class Inherited(NamedTuple):
    """A base's scenario played under other rules; `file` is the name of its file without the ending."""

    file: str
    result: Result


class Broken(NamedTuple):
    """How many scenarios were played, how many of them are changed as the manifests say, and what is otherwise."""

    played: int
    changed: int
    faults: tuple[str, ...]


def play_again(rules: Ruleset, folder: Path) -> Iterator[Inherited]:
    """Plays the scenarios in `folder` by other rules, but for those with more or fewer players than these rules admit."""
    for file in find(folder):
        for scenario in read(file):
            if rules.fewest_players <= len(rules.seating(scenario.players)) <= rules.most_players:
                yield Inherited(file.stem, run(rules, scenario))


def find_broken(rules: Ruleset, folders: Mapping[str, Path]) -> Broken:
    """Plays the scenarios of every layer below the highest again.

    `folders` are those of the layers, by name; a layer without one is passed over.
    """
    *below, _ = rules.layers
    names = [layer["manifest"]["name"] for layer in below]
    played = [inherited for name in names if name in folders for inherited in play_again(rules, folders[name])]
    changes = [entry for layer in rules.layers for entry in layer["manifest"].get("changes", ())]
    listed = {id(inherited): any(_is_about(entry, inherited) for entry in changes) for inherited in played}
    faults = [
        f"{inherited.result.name}: holds no more, and `changes` does not say so   ({inherited.result.place})"
        for inherited in played
        if not inherited.result.is_passed and not listed[id(inherited)]
    ]
    for entry in changes:
        about = [inherited for inherited in played if _is_about(entry, inherited)]
        holding = [inherited.result.name for inherited in about if inherited.result.is_passed]
        if not about:
            faults.append(f"{entry}: `changes` lists it, and there is no such scenario")
        faults += (f"{name}: `changes` lists it, and it still holds" for name in holding)
    return Broken(len(played), sum(not inherited.result.is_passed for inherited in played), tuple(faults))


def _is_about(entry: str, inherited: Inherited) -> bool:
    """Return whether an entry of `changes` means a scenario: by the file, the name, or the words that the name begins with."""
    return entry in (inherited.file, inherited.result.name) or inherited.result.name.startswith(f"{entry} ")
