"""Play the inherited scenarios under a variant: those that no longer hold are the ones it says it changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..rewritten import load_rewritten, without_cache
from .reading import find, read
from .runner import run
from .scenario import Result, Scenario

if TYPE_CHECKING:
    from caylus import Ruleset


class Inherited(NamedTuple):
    """A base's scenario played under other rules; `file` is the name of its file without the ending."""

    file: str
    scenario: Scenario
    result: Result


class Broken(NamedTuple):
    """How many scenarios were played, how many of them are changed as the manifests say, and what is otherwise.

    `entries` are what `changes` of the manifest should list.
    """

    played: int
    changed: int
    faults: tuple[str, ...]
    entries: tuple[str, ...] = ()


def play_again(rules: Ruleset, folder: Path) -> Iterator[Inherited]:
    """Plays the scenarios in `folder` by other rules, but for those with more or fewer players than these rules admit."""
    for file in find(folder):
        for scenario in read(file):
            if rules.fewest_players <= len(rules.seating(scenario.players)) <= rules.most_players:
                yield Inherited(file.stem, scenario, run(rules, scenario))


def find_broken(rules: Ruleset, folder: Path, folders: Mapping[str, Path]) -> Broken:
    """Plays the scenarios of every layer below the highest again, which lies in a `folder`.

    `folders` are those of the layers, by name; a layer without one is passed over.
    """
    *below, own = rules.layers
    names = [layer["manifest"]["name"] for layer in below]
    played = [inherited for name in names if name in folders for inherited in play_again(rules, folders[name])]
    changes = [entry for layer in rules.layers for entry in layer["manifest"].get("changes", ())]
    failing = [inherited for inherited in played if not inherited.result.is_passed]
    unlisted = [inherited for inherited in failing if not any(_is_about(entry, inherited) for entry in changes)]
    causes = _find_causes(rules, folder, [inherited.scenario for inherited in unlisted])
    faults = [
        f"{one.result.name}: holds no more, and `changes` does not say so   ({one.result.place}){_describe(causes[number])}"
        for number, one in enumerate(unlisted)
    ]
    for entry in changes:
        about = [inherited for inherited in played if _is_about(entry, inherited)]
        holding = [inherited.result.name for inherited in about if inherited.result.is_passed]
        if not about:
            faults.append(f"{entry}: `changes` lists it, and there is no such scenario")
        faults += (f"{name}: `changes` lists it, and it still holds" for name in holding)
    listed_below = [entry for layer in below for entry in layer["manifest"].get("changes", ())]
    kept = own["manifest"].get("changes", ())
    return Broken(len(played), len(failing), tuple(faults), tuple(_entries(played, kept, listed_below)))


def _is_about(entry: str, inherited: Inherited) -> bool:
    """Return whether an entry of `changes` means a scenario: by the file, the name, or the words that the name begins with."""
    return entry in (inherited.file, inherited.result.name) or inherited.result.name.startswith(f"{entry} ")


def _entries(played: Sequence[Inherited], kept: Sequence[str], listed_below: Sequence[str]) -> Iterator[str]:
    """The right entries: those there are that mean scenarios which all fail, and one for each that none of them means."""

    def is_right(entry: str) -> bool:
        about = [inherited for inherited in played if _is_about(entry, inherited)]
        return bool(about) and not any(inherited.result.is_passed for inherited in about)

    entries = [entry for entry in kept if is_right(entry)]
    yield from entries
    for inherited in played:
        if not inherited.result.is_passed and not any(_is_about(entry, inherited) for entry in (*entries, *listed_below)):
            words = inherited.result.name.split(" ")
            beginnings = (" ".join(words[:length]) for length in range(1, len(words)))
            entry = next(filter(is_right, beginnings), inherited.result.name)
            entries.append(entry)
            yield entry


# ---- why


class _Rule(NamedTuple):
    """A definition of the highest layer: where it begins, and the text of its file without it."""

    file: str
    line: int
    words: str
    rest: str


def _find_causes(rules: Ruleset, folder: Path, scenarios: Sequence[Scenario]) -> list[list[_Rule]]:
    """For each scenario the definitions of the highest layer without any one of which it would hold."""
    causes: list[list[_Rule]] = [[] for _ in scenarios]
    with without_cache():
        for rule in _own_rules(rules) if scenarios else ():
            without = load_rewritten(rules, folder, {rule.file: rule.rest})
            if without is not None:
                for number, scenario in enumerate(scenarios):
                    if run(without, scenario).is_passed:
                        causes[number].append(rule)
    return causes


def _own_rules(rules: Ruleset) -> Iterator[_Rule]:
    """What begins at the beginning of a line of the highest layer, with its paragraph above it."""
    for file, text in rules.sources.items():
        if file.startswith(f"{rules.name}/"):
            lines = text.split("\n")
            begins = [number for number, line in enumerate(lines) if line[:1].isalpha()]
            for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
                first = begin
                while first and lines[first - 1].startswith("|"):
                    first -= 1
                while lines[end - 1 : end] and lines[end - 1].startswith("|"):
                    end -= 1
                yield _Rule(file, begin + 1, lines[begin].rstrip(" {"), "\n".join([*lines[:first], *lines[end:]]))


def _describe(causes: Sequence[_Rule]) -> str:
    """The definitions that a scenario fails for, a line each."""
    return "".join(f"\n    it holds without `{rule.words}`   ({rule.file}:{rule.line})" for rule in causes)
