"""The outcome of the texts that somebody writes: faults, pictures, differences, and results of scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import caylus
from caylus.loading import library
from caylus.loading.library import Checked

from caylus_tools.diff import differences, to_json
from caylus_tools.server import Refused
from caylus_tools.server.picture import make_picture
from caylus_tools.server.rules.jobs import base, faults_to_json, load_stack
from caylus_tools.server.rules.stack import Stack, places
from caylus_tools.testing import scenarios

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.diagnostics import Diagnostic

MOST_SCENARIOS = 60
"""Scenarios of one's own that are run at once."""


def check_texts(folder: Path | None, stack: Stack, files: Mapping[str, str]) -> dict[str, Any]:
    """The faults of a stack and of the scenarios beside it. `files` are those of scenarios, by name."""
    known = places(folder)
    stack, title = known.identify(stack)
    source, variants = known.sources(stack)
    checked = library.check_path(source, variants)
    found = _check_scenarios(files)
    told = Checked((*checked.diagnostics, *found.diagnostics), {**checked.sources, **found.sources})
    sound = not any(diagnostic.is_error for diagnostic in checked.diagnostics)
    return {"title": title, "base": stack.base, "checks": sound, "faults": faults_to_json(told, known.hide_places)}


def _check_scenarios(files: Mapping[str, str]) -> Checked:
    """The faults in the form of scenarios. Names that the rules lack are told when a scenario is run."""
    found: list[Diagnostic] = []
    for name, text in files.items():
        try:
            scenarios.parse(text, name)
        except caylus.RulesetError as error:
            found += error.diagnostics
    return Checked(tuple(found), dict(files))


def draw_table(folder: Path | None, stack: Stack, players: int) -> dict[str, Any]:
    """What sound rules make: the picture of every thing, who can play, and the differences to the base.

    `players` of 0 is the middle of what the rules admit. Raises Refused with the faults of rules that are not sound.
    """
    known = places(folder)
    rules = load_stack(folder, stack)
    players = clamp_players(rules, players)
    named = known.identify(stack)[0].base
    try:
        picture = make_picture(rules, players)
        view = rules.new_game(players, seed=1).view()
    except caylus.RuleFault as fault:
        raise Refused("broken_rules", f"No game can begin under these rules: {fault}") from None
    changes = []
    if named is not None and stack.own is not None:
        lower = base(folder, named) if not stack.variants else load_stack(folder, stack._replace(own=None, base=named))
        changes = to_json(differences(lower, rules), lower, rules)["differences"]
    return {
        "picture": picture,
        "view": view,
        "players": players,
        "counts": [*range(rules.fewest_players, rules.most_players + 1)],
        "seats": [*rules.seats],
        "automata": [*rules.automata.values()],
        "files": [*rules.sources],
        "differences": changes,
    }


def clamp_players(rules: Ruleset, players: int) -> int:
    """A number of players that rules admit, as near as can be; the middle for 0."""
    if not players:
        return (rules.fewest_players + rules.most_players) // 2
    return min(max(players, rules.fewest_players), rules.most_players)


def run_scenarios(folder: Path | None, stack: Stack, files: Mapping[str, str]) -> dict[str, Any]:
    """The results of all scenarios in `files`, in their order."""
    rules = load_stack(folder, stack)
    results: list[dict[str, Any]] = []
    for name, text in files.items():
        try:
            written = scenarios.parse(text, name)
        except caylus.RulesetError:  # which the check tells
            continue
        for scenario in written:
            if len(results) == MOST_SCENARIOS:
                return {"results": results, "left_out": True}
            result = scenarios.run(rules, scenario)
            line = scenario.place().rpartition(":")[2]
            told = [message.removeprefix(f"{name}:") for message in result.messages]
            results.append(
                {
                    "name": result.name,
                    "file": name,
                    "line": int(line) if line.isdigit() else 1,
                    "passed": result.is_passed,
                    "messages": told,
                }
            )
    return {"results": results, "left_out": False}


def tell_paragraph(folder: Path | None, stack: Stack, name: str) -> dict[str, Any]:
    """What the rulebook says of a name of the rules, and its definition with all that is attached to it; nothing of no name."""
    from caylus_tools.answers.rulebook import Rulebook
    from caylus_tools.authoring.show import ResolvedText
    from caylus_tools.common.errors import UsageError

    rules = load_stack(folder, stack)
    try:
        code = ResolvedText(rules).one(name)
    except UsageError:
        return {"name": name, "text": [], "code": ""}
    return {"name": name, "text": [*Rulebook(rules).tell(name)], "code": code}
