"""Names in scenarios that the rules do not have, found without playing them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from caylus.cache import Shelf
from caylus.documents import read_inside_folder

from caylus_tools.common.english import did_you_mean
from caylus_tools.common.files import TOOLS

from .reading import MAX_SIZE, find, parse
from .scenario import Scenario

if TYPE_CHECKING:
    from caylus import Diagnostic
    from caylus.loading.library import Checked, PositionChecker

_SOUND: Shelf[bool] = Shelf("scenarios", lambda _: b"sound", lambda data: data == b"sound", made_by=(TOOLS,))

_AMOUNTS = ("gain", "lose", "pay")
"""What choices of an amount begin with, which no option names."""

Fault = tuple[tuple[str | int, ...], str, str]
"""The part of a scenario, what is wrong there, and what helps."""


def with_scenarios(checked: Checked) -> Checked:
    """The same check, with what is wrong with the scenarios beside the ruleset, and the texts of their files.

    Files in which nothing was wrong are passed over for as long as neither they nor the rules change.
    """
    import caylus

    found: list[Diagnostic] = []
    sources: dict[str, str] = {}
    files: dict[Path, str] = {}
    if checked.manifest is None:
        return checked
    rules = hashlib.sha256("\0".join(checked.sources.values()).encode()).hexdigest()
    for file in find(checked.manifest):
        shown = (Path(checked.shown).parent / "scenarios" / file.name).as_posix()
        try:
            text = read_inside_folder(checked.manifest.parent, file, shown, MAX_SIZE)
            files[file] = text
            if _SOUND.get(rules, text):
                continue
            told = [*find_faults(text, shown, checked.positions)]
        except caylus.RulesetError as error:
            found += error.diagnostics
            sources |= error.sources
            continue
        if checked.positions is None:
            continue
        found += told
        sources[shown] = text
        if not told:
            _SOUND.keep(True, rules, text)
    return checked._replace(
        diagnostics=(*checked.diagnostics, *found), sources=checked.sources | sources, files={**checked.files, **files}
    )


def find_faults(text: str, shown: str, positions: PositionChecker | None) -> Iterator[Diagnostic]:
    """The faults of a file of scenarios; without `positions` it is only read. Raises `RulesetError` where it cannot be read."""
    scenarios = parse(text, shown)
    if positions is not None:
        yield from (_diagnostic(one, fault, positions.code) for one in scenarios for fault in _faults(one, positions))


def _diagnostic(scenario: Scenario, fault: Fault, code: str) -> Diagnostic:
    from caylus import Diagnostic

    part, message, help_ = fault
    return Diagnostic(code, message, scenario.span(*part), f"in “{scenario.name}”", help=help_)


def _faults(scenario: Scenario, positions: PositionChecker) -> Iterator[Fault]:
    described = positions.faults(
        scenario.players,
        scenario.begin,
        scenario.given,
        arguments=scenario.arguments,
        setup=scenario.setup,
        draws=scenario.draws,
        then=scenario.then,
    )
    told = list(described)
    yield from told
    if not any(part == ("players",) for part, _, _ in told):
        yield from _strangers(scenario, positions)


def _strangers(scenario: Scenario, positions: PositionChecker) -> Iterator[Fault]:
    """Find names of nobody who plays, of nothing that anybody holds, and choices that begin with no option."""
    players = positions.players(scenario.players)

    def unknown(name: str, part: tuple[str | int, ...]) -> Iterator[Fault]:
        if name not in players:
            yield part, f"{name} is not a player", _help(name, players)

    for player, resources in scenario.changes.items():
        yield from unknown(player, ("changes", player))
        for resource in sorted(resources.keys() - positions.resources):
            yield ("changes", player, resource), f"{resource} is not a resource", _help(resource, sorted(positions.resources))
    for number, step in enumerate(scenario.when):
        if step.verb == "chooses":
            yield from unknown(step.player, ("when", number))
        for choice in step.choices if step.verb != "refused" else ():
            if choice.split(" ")[0] not in (*positions.options, *_AMOUNTS):
                message = f"`{choice}` is nothing that could be chosen here"
                yield ("when", number), message, _help(choice.split(" ")[0], sorted(positions.options))
    if scenario.asks is not None:
        yield from unknown(scenario.asks, ("asks",))
    for winner in scenario.winners or ():
        yield from unknown(winner, ("winners",))


def _help(name: str, known: Collection[str]) -> str:
    """Suggest what was probably meant, or list what there is."""
    return did_you_mean(name, known, f"there is {', '.join(f'`{one}`' for one in known)}").removeprefix("; ")
