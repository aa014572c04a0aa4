"""Jobs on rules that run in a process of their own, because nobody knows how long they take."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import caylus
from caylus import Diagnostic, RuleFault, Ruleset
from caylus.cache import Shelf, compute_digest
from caylus.diagnostics import Span
from caylus.diagnostics.render import render, sort_diagnostics
from caylus.loading import library
from caylus.loading.library import Checked

from caylus_tools.common.files import TOOLS
from caylus_tools.diff import differences, to_json
from caylus_tools.server import Refused
from caylus_tools.server.processes import CHOICE_LIMITS, TOO_MANY, has_too_many_options

from .stack import MANIFEST, Stack, places

MOST_TOLD = 100
"""Faults: a page that lists more helps nobody."""


def faults_to_json(result: Checked, redact: Callable[[str], str]) -> list[dict[str, Any]]:
    """Errors first. `redact` leaves out of a text what is nobody's business."""
    ordered = sorted(sort_diagnostics(result.diagnostics), key=lambda diagnostic: not diagnostic.is_error)
    return [_fault_to_json(diagnostic, result, redact) for diagnostic in ordered[:MOST_TOLD]]


def _fault_to_json(diagnostic: Diagnostic, result: Checked, redact: Callable[[str], str]) -> dict[str, Any]:
    span, fix = diagnostic.span, diagnostic.fix or diagnostic.guess
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "text": redact(diagnostic.message),
        **(_span_to_json(span, redact) if span else dict.fromkeys(("file", *_OF_SPAN))),
        "rendered": redact(render([diagnostic], result.sources)),
        "help": redact(diagnostic.help),
        "fix": {"text": fix.title, "edits": [{**_span_to_json(edit.span, redact), "text": edit.text} for edit in fix.edits]}
        if fix
        else None,
        "is_guess": diagnostic.fix is None,
    }


_OF_SPAN = ("line", "column", "end_line", "end_column")


def _span_to_json(span: Span, redact: Callable[[str], str]) -> dict[str, Any]:
    return {"file": redact(span.file), **{name: getattr(span, name) for name in _OF_SPAN}}


RUNS_ON = "E0901"
DECISIONS = 200
LONGEST_TRIAL = 0.5
"""Seconds of computing in which as many are made as can be."""


def warm_rules(rules: Ruleset, players: int) -> None:
    """Makes all ready for so many players. Raises Refused."""
    try:
        rules.warm(players)
    except ValueError as error:
        raise Refused("bad", f"So many cannot play: {error}.") from None


def try_rules(rules: Ruleset, players: int) -> None:
    """Has so many players choose anything for a while. Raises Refused."""
    try:
        _play(rules, players)
    except RuleFault as fault:
        if fault.code == RUNS_ON:
            raise Refused("too_long", f"What follows from a choice takes too long under these rules: {fault}.") from None
        # any other is told at the table, with its line


def _play(rules: Ruleset, players: int) -> None:
    draw = Random(0)
    until = time.thread_time() + LONGEST_TRIAL
    game = rules.new_game(players, limits=CHOICE_LIMITS)
    for _ in range(DECISIONS):
        if has_too_many_options(game):
            raise Refused("too_long", TOO_MANY)
        if game.over or time.thread_time() > until:
            return
        game.play(draw.randrange(len(game.moves)))


class RulesetData(NamedTuple):
    """Rules as they go from one process to another and into a database: the layers and variants of a `Ruleset`."""

    layers: Sequence[Mapping[str, Any]]
    variants: tuple[str, ...]


@lru_cache(maxsize=16)
def base(folder: Path | None, name: str) -> caylus.Ruleset:
    """A ruleset that others stand on, kept with what it means, however many variants are tried on it."""
    rules = caylus.load(places(folder).source(name))
    assert rules.model
    return rules


_SMALL = """
state told number
game "Small" for 1 to 2 players { for each player in players { choose "Go" { option go "go" { raise told by 1 } } } }
value score(player) = told
"""


@cache
def import_all() -> None:
    """Checks a small game, and makes it ready: then all that a check needs has been imported."""
    stack = Stack(None, (), {"own.rules": _make_new(_SMALL)})
    examine_stack(None, stack)
    prepare_stack(None, stack, 1)


def _make_new(text: str) -> str:
    """The same rules as a text that is remembered nowhere."""
    return f"{text}\n-- {time.time()}\n"


_NEEDS: Shelf[float] = Shelf("need", lambda seconds: str(seconds).encode(), float, made_by=(TOOLS,))


def measure_need(folder: Path | None) -> float:
    """Seconds of computing that the longest variant that comes along needs on this machine, as if somebody brought it now: to be
    checked, or to be made ready, whichever is more. It is measured once, and kept."""
    locations = places(folder)
    variants = [entry for entry in locations.shipped.values() if entry.extends is not None]
    longest = max(variants, key=lambda entry: sum(file.stat().st_size for file in entry.path.rglob("*.rules")))
    made_from = (platform.node(), str(longest.path), *map(compute_digest, sorted(longest.path.rglob("*.rules"))))
    kept_need = _NEEDS.get(*made_from)
    if kept_need is not None:
        return kept_need
    texts = {
        file.relative_to(longest.path).as_posix(): _make_new(file.read_text("utf-8")) for file in longest.path.rglob("*.rules")
    }
    own = {MANIFEST: (longest.path / MANIFEST).read_text("utf-8"), **texts}
    stack = Stack(None, (), own)
    import_all()
    load_base(folder, stack)
    start_time = time.process_time()
    examine_stack(folder, stack)
    half_time = time.process_time()
    rules = load_stack(folder, stack)
    prepare_data(RulesetData(rules.layers, rules.variants), rules.most_players, is_trusted=False)
    need = max(half_time - start_time, time.process_time() - half_time)
    _NEEDS.keep(need, *made_from)
    return need


def load_base(folder: Path | None, stack: Stack) -> None:
    """Makes ready what a stack stands on, which is the server's own."""
    if stack.own is not None:
        import_all()
    locations = places(folder)
    name = locations.identify(stack)[0].base
    if name is not None and locations.has(name):
        with suppress(caylus.RulesetError):  # which the check tells
            base(folder, name)


def examine_stack(folder: Path | None, stack: Stack) -> dict[str, Any]:
    """Report on a stack: who can play it, what is wrong with it, and what it changes."""
    locations = places(folder)
    stack, title = locations.identify(stack)
    source, variants = locations.sources(stack)
    result = library.check_path(source, variants)
    faults = faults_to_json(result, locations.hide_places)
    about = {"base": stack.base, "title": title, "faults": faults}
    if any(diagnostic.is_error for diagnostic in result.diagnostics):
        return {**about, "checks": False, "counts": [], "seats": [], "automata": [], "differences": []}
    rules = caylus.load(source, variants)
    counts = [*range(rules.fewest_players, rules.most_players + 1)]
    changes = _changes(base(folder, stack.base), rules) if stack.base is not None and stack != Stack(stack.base) else []
    who = {"counts": counts, "seats": [*rules.seats], "automata": [*rules.automata.values()]}
    match = rules.manifest.get("match")
    return {**about, "checks": True, **who, "match": match, "differences": changes}


def mend_texts(folder: Path | None, stack: Stack) -> dict[str, str]:
    """The texts of one's own, with what has one right answer written in."""
    locations = places(folder)
    source, variants = locations.sources(locations.identify(stack)[0])
    own = dict(stack.own or {})
    try:
        changes = library.mend_path(source, variants)
    except caylus.RulesetError:  # which the check tells
        return own
    return own | {path.as_posix(): new for path, (_, new) in changes.items() if path.as_posix() in own}


def list_changes(folder: Path | None, data: RulesetData) -> list[dict[str, Any]]:
    """List what rules that were accepted change in the lowest of their layers."""
    return _changes_in_base(folder, library.from_layers(data.layers, data.variants))


def write_rulebook(folder: Path | None, data: RulesetData, fonts: str) -> str:
    """The rulebook of rules that were accepted, as a page with `fonts`, the rules of a style sheet.

    Examples are played only of the server's own rules.
    """
    from caylus_tools.doc.page import html
    from caylus_tools.doc.reference import reference

    rules = library.from_layers(data.layers, data.variants)
    return html(reference(rules, None if _is_offered(folder, rules) else {}), fonts)


def _is_offered(folder: Path | None, rules: caylus.Ruleset) -> bool:
    """Return whether every layer is as the server offers it now."""
    names = [layer["manifest"]["name"] for layer in rules.layers]
    if not all(map(places(folder).has, names)):
        return False
    try:
        return load_stack(folder, Stack(names[0], tuple(names[1:]))).layers == rules.layers
    except Refused:
        return False


def read_sources(folder: Path | None, stack: Stack) -> dict[str, str]:
    """The texts of all rules of a sound stack, by the names that citations call them."""
    return dict(load_stack(folder, stack).sources)


class Prepared(NamedTuple):
    """Rules that so many can play now, those that rules play among them, and what they change."""

    data: RulesetData
    players: int
    changes: list[dict[str, Any]]


def prepare_stack(folder: Path | None, stack: Stack, people: int) -> Prepared:
    """A stack tried and made ready to be played by so many people. Raises Refused."""
    rules = load_stack(folder, stack)
    data, players = RulesetData(rules.layers, rules.variants), people + len(rules.automata)
    prepare_data(data, players, is_trusted=stack.own is None)
    return Prepared(data, players, _changes_in_base(folder, rules))


def prepare_data(data: RulesetData, players: int, is_trusted: bool) -> RulesetData:
    """Rules that were kept, or came with a save, made ready: what it takes lies in the cache then. What nobody has reason to
    trust is tried besides. Raises Refused."""
    try:
        rules = library.from_layers(data.layers, data.variants)
    except caylus.RulesetError as error:
        raise _faulty(error, str) from None
    warm_rules(rules, players)
    if not is_trusted:
        try_rules(rules, players)
    return data


def _changes_in_base(folder: Path | None, rules: caylus.Ruleset) -> list[dict[str, Any]]:
    """In the lowest layer as it is among them, which may be older than the ruleset that is offered now."""
    name = rules.layers[0]["manifest"]["name"]
    lowest = base(folder, name) if places(folder).has(name) else rules
    if lowest.layers == rules.layers:
        return []
    if lowest.layers != rules.layers[:1]:
        lowest = library.from_layers(rules.layers[:1], ())
    return _changes(lowest, rules)


def _changes(first: caylus.Ruleset, second: caylus.Ruleset) -> list[dict[str, Any]]:
    changes: list[dict[str, Any]] = to_json(differences(first, second), first, second)["differences"]
    return changes


def load_stack(folder: Path | None, stack: Stack) -> caylus.Ruleset:
    """The ruleset of a stack. Raises Refused with its faults."""
    locations = places(folder)
    source, variants = locations.sources(locations.identify(stack)[0])
    try:
        return caylus.load(source, variants)
    except caylus.RulesetError as error:
        raise _faulty(error, locations.hide_places) from None


def _faulty(error: caylus.RulesetError, redact: Callable[[str], str]) -> Refused:
    result = library.Checked(error.diagnostics, error.sources)
    return Refused("faulty", "There is something wrong with these rules.", faults_to_json(result, redact))
