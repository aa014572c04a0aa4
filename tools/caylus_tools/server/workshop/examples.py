"""Jobs on scenarios under rules that somebody writes: their results, those of the base's, and new results written into them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import caylus
from caylus import Ruleset
from caylus.documents import read_yaml

from caylus_tools.server import Refused
from caylus_tools.server.rules.jobs import load_stack
from caylus_tools.server.rules.stack import MANIFEST, Stack, is_scenarios, places, with_manifest
from caylus_tools.testing import scenarios
from caylus_tools.testing.side_by_side import Split, list_changes, split_scenario

MOST_SCENARIOS = 60
"""Scenarios of one's own that are run at once."""
MOST_CAUSES = 3
"""Own rules that are left out, one after the other, to find those that change a result."""
_RESULTS = ("changes", "then", "asks", "winners", "ends")


def run_scenarios(folder: Path | None, stack: Stack, files: Mapping[str, str]) -> dict[str, Any]:
    """The results of all scenarios in `files`, in their order, and of those of the base that come out otherwise."""
    rules = load_stack(folder, stack)
    results = [
        _result_to_json(scenarios.run(rules, scenario), scenario, name)
        for name, text in files.items()
        for scenario in _parse(text, name)
    ]
    every = places(folder)
    folders = {entry.name: entry.path for entry in (*every.shipped.values(), *every.others.values())}
    replays, failures = scenarios.play_inherited(rules, folders)
    causes = scenarios.find_causes(
        rules, lambda texts: _load_changed_stack(folder, stack, texts), [x.scenario for x in failures], MOST_CAUSES
    )
    below = [
        {
            **_result_to_json(replay.result, replay.scenario, replay.scenario.file),
            "causes": [{"file": rule.file.partition("/")[2], "line": rule.line, "words": rule.words} for rule in rules_due],
        }
        for replay, rules_due in zip(failures, causes, strict=True)
    ]
    count = sum(not x.result.is_passed for x in replays) - len(failures)
    return {
        "results": results[:MOST_SCENARIOS],
        "left_out": len(results) > MOST_SCENARIOS,
        "inherited": {"played": len(replays), "changed": below, "meant": count},
    }


def _parse(text: str, name: str) -> Sequence[scenarios.Scenario]:
    """Scenarios; none where the form is wrong, which the check tells."""
    try:
        return scenarios.parse(text, name)
    except caylus.RulesetError:
        return ()


def _result_to_json(result: scenarios.Result, scenario: scenarios.Scenario, name: str) -> dict[str, Any]:
    line, is_own = scenario.place().rpartition(":")[2], is_scenarios(name)
    failures = [message for message in result.messages if message.startswith(f"{name}:")]
    return {
        "name": result.name,
        "file": name if is_own else "",
        "line": int(line) if line.isdigit() else 1,
        "passed": result.is_passed,
        "messages": [re.sub(r"^.*?:(\d+): ", r"line \1: " if is_own else "", message.split("\n")[0]) for message in failures],
        "course": [message for message in result.messages if message not in failures],
    }


def _load_changed_stack(folder: Path | None, stack: Stack, texts: Mapping[str, str]) -> Ruleset | None:
    """The ruleset of a stack with other texts for some of its own files, by the paths in spans; None if the check refuses it."""
    own = {**(stack.own or {}), **{path.partition("/")[2]: text for path, text in texts.items()}}
    try:
        return load_stack(folder, stack._replace(own=own))
    except Refused:
        return None


def accept_changes(_: Path | None, stack: Stack, names: Sequence[str]) -> dict[str, Any]:
    """The manifest that lists scenarios of the base as changed on purpose, beside those that it lists."""
    manifest = with_manifest(stack.own or {}, stack.base, stack.variants)[MANIFEST]
    old_names = read_yaml(manifest, MANIFEST, "manifest").value.get("changes", ())
    return {"file": MANIFEST, "text": list_changes(manifest, [*dict.fromkeys([*old_names, *names])])}


def write_result(folder: Path | None, stack: Stack, files: Mapping[str, str], file: str, name: str) -> dict[str, Any]:
    """A file of scenarios in which one expects what comes of it under these rules. Raises Refused."""
    rules, text = load_stack(folder, stack), files.get(file, "")
    scenario = next((one for one in _parse(text, file) if one.name == name), None)
    if scenario is None or not scenarios.admits_players(rules, scenario.players):
        raise Refused("bad", "There is no such scenario for these rules.")
    try:
        start = scenarios.start_in(scenario, 1)
        game, choices = start.game(rules), []
        for step in scenario.when:
            choice = next(iter(step.choices))
            decision = game.decision
            if step.verb == "chooses" and decision is not None and choice in [option.id for option in decision.options]:
                game.choose(choice, decision.player)
                choices.append((decision.player, choice))
        values = scenarios.values_by_name(game.view())
        new_values = {keys: value for keys in _paths(scenario.then) if (value := _value_at(values, keys)) is not None}
        new_text = _with_results(text, scenario, split_scenario(rules, Split(start, tuple(choices), "", new_values), name))
        is_right = any(scenarios.run(rules, one).is_passed for one in scenarios.parse(new_text, file) if one.name == name)
    except (caylus.IllegalChoice, caylus.RulesetError, caylus.RuleFault, ValueError):
        is_right = False
    if not is_right:
        text = "What this scenario chooses is offered no more, or is refused for another reason. Change its choices by hand."
        raise Refused("bad", text)
    return {"file": file, "text": new_text}


def _paths(expected: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, inner in expected.items():
        yield from ((key, part) for part in inner) if isinstance(inner, Mapping) else [(key,)]


def _value_at(values: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        values = values.get(key) if isinstance(values, Mapping) else None
    return values


def _with_results(text: str, scenario: scenarios.Scenario, new: str) -> str:
    """A text of scenarios in which one has the results of another text, of one scenario alone; what else it says stays."""
    lines = text.split("\n")
    start = int(scenario.place().rpartition(":")[2]) - 1
    indent = len(lines[start]) - len(lines[start].lstrip())
    ends = (at for at in range(start + 1, len(lines)) if lines[at].strip() and not lines[at].startswith(" " * (indent + 1)))
    end = next(ends, len(lines))
    while not lines[end - 1].strip():
        end -= 1
    other_lines = [line for key, line in _keys(lines[start:end], indent) if key not in _RESULTS]
    results = [f"{' ' * (indent - 2)}{line}" for key, line in _keys(new.rstrip().split("\n")[3:], 2) if key in _RESULTS]
    return "\n".join([*lines[:start], *other_lines, *results, *lines[end:]])


def _keys(lines: Sequence[str], indent: int) -> Iterator[tuple[str, str]]:
    """Lines of a scenario, each with the key that it belongs to."""
    key = ""
    for line in lines:
        match = re.match(rf" {{{indent + 2}}}(\w+):", line)
        key = match[1] if match else key
        yield key, line
