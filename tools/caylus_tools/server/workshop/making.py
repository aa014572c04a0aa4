"""Jobs on texts that somebody writes: their faults, tables, answers about a place in them, and texts to begin with."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

import caylus
from caylus import Ruleset, syntax as s
from caylus.diagnostics import Diagnostic, Span, as_words, split_lines
from caylus.formatter import format_text
from caylus.loading import library
from caylus.loading.library import Checked

from caylus_tools.answers.rulebook import Rulebook
from caylus_tools.authoring import new_files
from caylus_tools.diff import differences, to_json
from caylus_tools.server import Refused
from caylus_tools.server.picture import make_picture
from caylus_tools.server.rules.jobs import base, faults_to_json, load_stack
from caylus_tools.server.rules.stack import MANIFEST, Places, Stack, make_stack, places, with_manifest
from caylus_tools.testing import scenarios
from caylus_tools.verbalize.names import titles
from caylus_tools.workspace import Workspace
from caylus_tools.workspace.complete import complete
from caylus_tools.workspace.hints import find_gaps, find_slips, hints
from caylus_tools.workspace.navigation import Place, definition, hover, references, signature

from .changes import Change, find_users, list_changes, write_change, write_new

SAME_NAME = "E0518"


def check_texts(folder: Path | None, stack: Stack, files: Mapping[str, str]) -> dict[str, Any]:
    """The faults of a stack and of the scenarios beside it. `files` are those of scenarios, by name."""
    locations = places(folder)
    stack, title = locations.identify(stack)
    source, variants = locations.sources(stack)
    result = library.check_path(source, variants)
    scenario_result = _check_scenarios(files)
    name_faults = [*_check_name(locations, stack)]
    diagnostics = [*name_faults, *(one for one in result.diagnostics if not name_faults or one.code != SAME_NAME)]
    whole_result = Checked((*diagnostics, *scenario_result.diagnostics), {**result.sources, **scenario_result.sources})
    sound = not any(diagnostic.is_error for diagnostic in diagnostics)
    return {"title": title, "base": stack.base, "checks": sound, "faults": faults_to_json(whole_result, locations.hide_places)}


def _check_name(locations: Places, stack: Stack) -> Iterator[Diagnostic]:
    """The fault of rules that have the name of rules that come along."""
    for number, line in enumerate(split_lines((stack.own or {}).get(MANIFEST, "")), 1):
        match = re.match(r"name:\s*[\"']?([\w-]+)", line)
        if match is not None and locations.has(match[1]):
            span = Span(MANIFEST, number, match.start(1) + 1, number, match.end(1) + 1)
            yield Diagnostic(SAME_NAME, f"rules that come with the game are called `{match[1]}`: choose another name", span)


def _check_scenarios(files: Mapping[str, str]) -> Checked:
    """The faults in the form of scenarios. Names that the rules lack are told when a scenario is run."""
    diagnostics: list[Diagnostic] = []
    for name, text in files.items():
        try:
            scenarios.parse(text, name)
        except caylus.RulesetError as error:
            diagnostics += error.diagnostics
    return Checked(tuple(diagnostics), dict(files))


def draw_table(folder: Path | None, stack: Stack, players: int) -> dict[str, Any]:
    """What sound rules make: the picture of every thing, who can play, and the differences to the base.

    `players` of 0 is the middle of what the rules admit. Raises Refused with the faults of rules that are not sound.
    """
    locations = places(folder)
    rules = load_stack(folder, stack)
    players = clamp_players(rules, players)
    base_name = locations.identify(stack)[0].base
    try:
        picture = make_picture(rules, players)
        view = rules.new_game(players, seed=1).view()
    except caylus.RuleFault as fault:
        raise Refused("broken_rules", f"No game can begin under these rules: {fault}") from None
    changes = []
    if base_name is not None and stack.own is not None:
        lower = base(folder, base_name) if not stack.variants else load_stack(folder, stack._replace(own=None, base=base_name))
        changes = to_json(differences(lower, rules), lower, rules)["differences"]
    return {
        "picture": picture,
        "view": view,
        "own": rules.layers[-1]["manifest"]["name"],
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


def tell_paragraph(folder: Path | None, stack: Stack, name: str) -> dict[str, Any]:
    """What the rulebook says of a name of the rules; of one that it does not tell by itself, where others go by it."""
    rules = load_stack(folder, stack)
    book = Rulebook(rules)
    label = titles(rules).get(name, "")
    for names in ([name], find_users(rules, name)):
        paragraphs = dict.fromkeys(one for each in names for one in book.find(each) if one.lines)
        if paragraphs:
            break
    text: list[str] = []
    for one in paragraphs:
        rows = [f"  {line}" for line in one.lines if label and line.startswith(label)]
        text += [one.title, *rows] if rows else one.plain()
    return {"name": name, "text": text}


Question = Literal["hover", "complete", "definition", "references", "signature", "hints"]
ROOT = Path("/-/workshop/own")
"""A folder that there is not: the texts are those of a page alone."""
GUARD_SECONDS = 4.0
"""Processor time in which small changes are tried for one answer."""
MOST = 60
"""Answers of one kind."""


_workspace = cache(Workspace)
"""The one of this process: it remembers what a base means from one request to the next."""


def ask_place(
    _: Path | None, stack: Stack, files: Mapping[str, str], what: Question, file: str, line: int, column: int
) -> dict[str, Any]:
    """The answer to a question about a place in a file. It is empty where nothing is."""
    return _ASKED[what](_write(stack, files), ROOT / file, line, column)


def find_unnoticed(_: Path | None, stack: Stack, files: Mapping[str, str], start: int) -> dict[str, Any]:
    """Some more small changes, from that of a number on, each with the scenario that notices it; first the lines that none runs.

    `next` is the number to go on with.
    """
    until = time.thread_time() + GUARD_SECONDS
    workspace = _write(stack, files)
    gaps, total = find_gaps(workspace, ROOT / MANIFEST) if not start else ([], 0)
    slips: list[dict[str, Any]] = []
    after = start
    for slip in find_slips(workspace, ROOT / MANIFEST, start):
        after += 1
        if slip is not None:
            slips.append({**slip._asdict(), "file": _called(slip.file)})
        if time.thread_time() > until:
            break
    return {"gaps": [{**gap._asdict(), "file": _called(gap.file)} for gap in gaps], "slips": slips, "next": after, "found": total}


def _write(stack: Stack, files: Mapping[str, str]) -> Workspace:
    """The workspace with the texts of a page and no others."""
    workspace = _workspace()
    texts = {ROOT / name: text for name, text in {**files, **with_manifest(stack.own or {}, stack.base, stack.variants)}.items()}
    for old_path in workspace.buffers.keys() - texts.keys():
        workspace.close(old_path)
    for path, text in texts.items():
        workspace.write(path, text)
    return workspace


def _hover(workspace: Workspace, file: Path, line: int, column: int) -> dict[str, Any]:
    hover_info = hover(workspace, file, line, column)
    return {"lines": list(hover_info.lines), "code": hover_info.code} if hover_info else {"lines": [], "code": ""}


def _complete(workspace: Workspace, file: Path, line: int, column: int) -> dict[str, Any]:
    match = re.search(r"\w*$", workspace.line(file, line)[: column - 1])
    start = match[0].lower() if match is not None else ""
    items = [item for item in complete(workspace, file, line, column) if item.label.lower().startswith(start)]
    return {"items": [item._asdict() for item in items[:MOST]]}


def _signature(workspace: Workspace, file: Path, line: int, column: int) -> dict[str, Any]:
    call_info = signature(workspace, file, line, column)
    return call_info._asdict() if call_info is not None else {"params": []}


def _hints(workspace: Workspace, file: Path, line: int, _: int) -> dict[str, Any]:
    """The values in all lines from that of the place on."""
    return {"hints": [hint._asdict() for hint in hints(workspace, file, line, len(workspace.lines(file)))]}


def _places(places: Sequence[Place]) -> list[dict[str, Any]]:
    """Places by the names of their files: own ones as a page has them, others as citations call them."""
    keys = ("line", "column", "end_line", "end_column")
    named_places = [(_called(path), span) for path, span in places[:MOST]]
    return [{"file": name, **{key: getattr(span, key) for key in keys}} for name, span in named_places if name]


def _called(path: Path) -> str:
    if path.is_relative_to(ROOT):
        return path.relative_to(ROOT).as_posix()
    layer = next((one for one in library.list_rulesets() if path.is_relative_to(one.path)), None)
    return f"{layer.name}/{path.relative_to(layer.path).as_posix()}" if layer is not None else ""


_ASKED: Mapping[Question, Callable[[Workspace, Path, int, int], dict[str, Any]]] = {
    "hover": _hover,
    "complete": _complete,
    "definition": lambda *place: {"places": _places(definition(*place))},
    "references": lambda *place: {"places": _places(references(*place))},
    "signature": _signature,
    "hints": _hints,
}


NAME = "my-rules"
TITLE = "My house rule"


@lru_cache(maxsize=8)
def _list_changes(folder: Path | None, name: str) -> dict[str, Change]:
    return {change.name: change for change in list_changes(base(folder, name))}


def list_starts(folder: Path | None, stack: Stack) -> dict[str, Any]:
    """What can be begun on a base: changes of all that players meet, things to write new ones like, places for a new phase."""
    rules = base(folder, stack.base or "")
    return {
        "things": [*_playable_things(folder, rules)],
        "changes": [change._asdict() for change in _list_changes(folder, rules.name).values()],
        "phases": [{"name": name, "title": title} for name, title in _phases(rules)],
        "patterns": [{"title": title, "text": text} for title, text in new_files.list_examples(rules)],
    }


def begin_thing(folder: Path | None, stack: Stack, name: str, title: str, numbers: Sequence[int]) -> dict[str, str]:
    """A variant with one new thing, written like one of the base. Raises Refused."""
    rules = base(folder, stack.base or "")
    change = _list_changes(folder, rules.name).get(name)
    if change is None or not change.is_thing:
        raise Refused("bad", "Choose from the list what it is written like.")
    title = title or f"New {change.title}"
    if title in titles(rules).values():
        raise Refused("bad", f"These rules have “{title}” already. Choose another name, or change that one instead.")
    text = write_new(rules, name, numbers, _fresh_name(rules, title), title)
    return _variant(rules, f"-- Written like {change.title}: change what it does.\n\n{text}\n", title)


def begin_phase(folder: Path | None, stack: Stack, before: str, title: str) -> dict[str, str]:
    """A variant with one new phase, in which everybody gains something. Raises Refused."""
    rules = base(folder, stack.base or "")
    sequence = next((name for name, members in _sequences(rules) if before in members), None)
    resource = next((one.name for one in rules.model.resources), None)
    if sequence is None or resource is None:
        raise Refused("bad", "There is no such phase here.")
    new_name = _fresh_name(rules, title)
    lines = [f"phase {new_name} {_quoted(title)} {{", f"  for each player in players {{ gain 1 {resource} }}", "}", ""]
    if sequence in rules.model.paragraphs:
        words = re.sub(r"[{}\[\]*]", "", title)
        lines += [f"| adds to: {sequence}", f"| - **{words}.** Before {{{before}}}, each player gains {{{resource}}}."]
    lines.append(f"add {new_name} to {sequence} before {before}")
    return _variant(rules, "\n".join(lines) + "\n", title)


def begin_change(folder: Path | None, stack: Stack, name: str, title: str, numbers: Sequence[int]) -> dict[str, str]:
    """A variant that changes a definition of the base: its numbers, or its text, to be rewritten. Raises Refused."""
    rules = base(folder, stack.base or "")
    change = _list_changes(folder, rules.name).get(name)
    if change is None:
        raise Refused("bad", "Choose from the list what you want to change.")
    text = write_change(rules, name, numbers)
    comment = "-- Change what it says. While it is still the same, a warning says so.\n\n" if text.startswith("replace") else ""
    is_amount = text.startswith("change constant")
    name_of_variant = f"{change.title}: {text.partition('=')[2].strip()}" if is_amount else f"{change.title}, changed"
    return _variant(rules, f"{comment}{text}\n", title or name_of_variant)


def begin_nothing(folder: Path | None, stack: Stack, title: str) -> dict[str, str]:
    """A variant that changes nothing yet."""
    return _variant(base(folder, stack.base or ""), None, title)


def copy_variant(folder: Path | None, _: Stack, name: str) -> dict[str, str]:
    """The files of a variant, under a name of one's own. Raises Refused for one that is not here."""
    locations = places(folder)
    entry = {**locations.others, **locations.shipped}.get(name)
    if entry is None or entry.extends is None:
        raise Refused("no_ruleset", "There is no such variant here.")
    paths = [entry.path / MANIFEST, *sorted(entry.path.rglob("*.rules")), *sorted((entry.path / "scenarios").glob("*.yaml"))]
    files = {path.relative_to(entry.path).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    manifest = re.sub(r"(?m)^name:.*$", f"name: my-{name}", files[MANIFEST], count=1)
    files[MANIFEST] = re.sub(r"(?m)^title:.*$", lambda _: f"title: {_quoted(f'My {entry.title}')}", manifest, count=1)
    return files


def _variant(rules: Ruleset, text: str | None, title: str) -> dict[str, str]:
    """The manifest of a variant, and its rules: a text, or examples. A scenario is for the author to write: who did not write
    one would not know why it fails."""
    files = new_files.variant_skeleton(NAME, title, rules)
    own = f"{NAME}.rules"
    return {MANIFEST: files[MANIFEST], own: files[own] if text is None else format_text(text, own)}


def _playable_things(folder: Path | None, rules: Ruleset) -> Iterator[str]:
    """The things of kinds of which one thing more comes into play by itself: no check warns of a new one."""
    things = [change for change in _list_changes(folder, rules.name).values() if change.is_thing]
    plainest = {thing.sort: thing.name for thing in sorted(things, key=lambda thing: -len(thing.text))}
    texts = {f"{name}.rules": write_new(rules, name, (), f"trial_of_{name}", "Trial") + "\n" for name in plainest.values()}
    manifest = new_files.variant_skeleton(NAME, TITLE, rules)[MANIFEST].replace(f"{NAME}.rules", ", ".join(texts))
    faulty_files = {
        fault["file"] for fault in check_texts(folder, make_stack(rules.name, (), {**texts, MANIFEST: manifest}), {})["faults"]
    }
    yield from (thing.name for thing in things if f"{plainest[thing.sort]}.rules" not in faulty_files)


def _sequences(rules: Ruleset) -> Iterator[tuple[str, list[str]]]:
    """Each sequence with the names of its members."""
    for file in rules.files:
        for node in file.definitions:
            if isinstance(node, s.Sequence):
                yield node.name.text, [member.text for member in node.members]


def _phases(rules: Ruleset) -> Iterator[tuple[str, str]]:
    titles_by_name = titles(rules)
    for _, members in _sequences(rules):
        for name in members:
            yield name, titles_by_name.get(name, as_words(name))


def _fresh_name(rules: Ruleset, title: str) -> str:
    """A name made of a title, which nothing in the rules has."""
    name = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")
    name = name if name[:1].isalpha() else f"my_{name}".rstrip("_")
    while name in rules.history:
        name = f"{name}_new"
    return name


def _quoted(title: str) -> str:
    return json.dumps(title, ensure_ascii=False)
