"""Files to begin with: for a new thing, a phase, a number, a variant to change, a whole game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from caylus import model as m
from caylus import syntax as s
from caylus.diagnostics import as_words, split_lines

from caylus_tools.authoring import new_files
from caylus_tools.server import Refused
from caylus_tools.server.rules.jobs import base
from caylus_tools.server.rules.stack import MANIFEST, Stack, places
from caylus_tools.verbalize.names import titles

if TYPE_CHECKING:
    from caylus import Ruleset

NAME = "my-rules"
TITLE = "My house rule"
MOST_NUMBERS = 40


def list_starts(folder: Path | None, stack: Stack) -> dict[str, Any]:
    """What can be begun on a base: kinds of things with their names, places for a phase, and numbers."""
    rules = base(folder, stack.base or "")
    return {
        "things": [{"name": kind.name, "title": as_words(kind.name)} for kind in _kinds(rules)],
        "phases": [{"name": name, "title": title} for name, title in _phases(rules)],
        "numbers": [{"name": name, "value": value, "title": as_words(name)} for name, value in _numbers(rules)],
    }


def begin_thing(folder: Path | None, stack: Stack, kind: str, title: str) -> dict[str, str]:
    """A variant with one new thing, written like the last one of its kind. Raises Refused."""
    rules = base(folder, stack.base or "")
    like = next((one for one in _kinds(rules) if one.name == kind), None)
    if like is None:
        raise Refused("bad", "There is no such kind of things here.")
    model_thing = _plainest(rules, like)
    text = _text(rules, model_thing)
    called = _fresh_name(rules, title)
    head = re.compile(rf"\b{re.escape(model_thing.name.text)}\b(\s+\"[^\"]*\")?(\s+see \"[^\"]*\")?")
    made = head.sub(f"{called} {_quoted(title)}", text, count=1)
    return _variant(rules, f"-- Written like {model_thing.name.text}: change what it does.\n\n{made}\n", title)


def begin_phase(folder: Path | None, stack: Stack, before: str, title: str) -> dict[str, str]:
    """A variant with one new phase, in which everybody gains something. Raises Refused."""
    rules = base(folder, stack.base or "")
    sequence = next((name for name, members in _sequences(rules) if before in members), None)
    resource = next((one.name for one in rules.model.resources), None)
    if sequence is None or resource is None:
        raise Refused("bad", "There is no such phase here.")
    called = _fresh_name(rules, title)
    lines = [
        f"phase {called} {_quoted(title)} {{",
        f"  for each player in players {{ gain 1 {resource} }}",
        "}",
        "",
        f"insert {called} before {before} in {sequence}",
    ]
    return _variant(rules, "\n".join(lines) + "\n", title)


def begin_number(folder: Path | None, stack: Stack, name: str, value: int) -> dict[str, str]:
    """A variant in which one number is another. Raises Refused."""
    rules = base(folder, stack.base or "")
    if name not in dict(_numbers(rules)):
        raise Refused("bad", "There is no such number here.")
    return _variant(rules, f"change constant {name} = {value}\n", TITLE)


def begin_nothing(folder: Path | None, stack: Stack, title: str) -> dict[str, str]:
    """A variant that changes nothing yet."""
    return new_files.variant_skeleton(NAME, title, base(folder, stack.base or ""))


def copy_variant(folder: Path | None, _: Stack, name: str) -> dict[str, str]:
    """The files of a variant, under a name of one's own. Raises Refused for one that is not here."""
    known = places(folder)
    found = {**known.others, **known.shipped}.get(name)
    if found is None or found.extends is None:
        raise Refused("no_ruleset", "There is no such variant here.")
    wanted = [found.path / MANIFEST, *sorted(found.path.rglob("*.rules")), *sorted((found.path / "scenarios").glob("*.yaml"))]
    files = {path.relative_to(found.path).as_posix(): path.read_text(encoding="utf-8") for path in wanted}
    manifest = re.sub(r"(?m)^name:.*$", f"name: my-{name}", files[MANIFEST], count=1)
    files[MANIFEST] = re.sub(r"(?m)^title:.*$", lambda _: f"title: {_quoted(f'My {found.title}')}", manifest, count=1)
    return files


def begin_game(title: str) -> dict[str, str]:
    """A small game of one's own."""
    return new_files.game_skeleton("my-game", title)


def _variant(rules: Ruleset, text: str, title: str) -> dict[str, str]:
    files = new_files.variant_skeleton(NAME, title, rules)
    return {**files, f"{NAME}.rules": text}


def _kinds(rules: Ruleset) -> Iterator[m.Kind]:
    """The kinds of which things are written one by one, those of most things first."""
    found = [kind for kind in rules.model.kinds.values() if not kind.is_player and _written(rules, kind)]
    yield from sorted(found, key=lambda kind: -len(_written(rules, kind)))


def _written(rules: Ruleset, kind: m.Kind) -> list[s.Object]:
    """The things of a kind that have a title and say something of themselves, as they are written."""
    every = (definition for file in rules.files for definition in file.definitions)
    things = [one for one in every if isinstance(one, s.Object) and one.kind.text == kind.name and one.title]
    return [one for one in things if one.settings or one.behaviours]


def _plainest(rules: Ruleset, kind: m.Kind) -> s.Object:
    """The thing of a kind that says most of itself in the shortest text."""
    return min(_written(rules, kind), key=lambda one: (-len(one.settings), len(_text(rules, one))))


def _text(rules: Ruleset, thing: s.Object) -> str:
    span = thing.span
    return "\n".join(split_lines(rules.sources[span.file])[span.line - 1 : span.end_line])


def _sequences(rules: Ruleset) -> Iterator[tuple[str, list[str]]]:
    """Each sequence with the names of its members."""
    for file in rules.files:
        for definition in file.definitions:
            if isinstance(definition, s.Sequence):
                yield definition.name.text, [member.text for member in definition.members]


def _phases(rules: Ruleset) -> Iterator[tuple[str, str]]:
    called = titles(rules)
    for _, members in _sequences(rules):
        for name in members:
            yield name, called.get(name, as_words(name))


def _numbers(rules: Ruleset) -> list[tuple[str, int]]:
    constants: Mapping[str, Any] = rules.model.constants
    found = [(name, one.value) for name, one in constants.items() if one.type == m.NUMBER and isinstance(one.value, int)]
    return found[:MOST_NUMBERS]


def _fresh_name(rules: Ruleset, title: str) -> str:
    """A name made of a title, which nothing in the rules has."""
    made = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
    made = made if made[:1].isalpha() else f"my_{made}".rstrip("_")
    while made in rules.history:
        made = f"{made}_new"
    return made


def _quoted(title: str) -> str:
    return json.dumps(title, ensure_ascii=False)
