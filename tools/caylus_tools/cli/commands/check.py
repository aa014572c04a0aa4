"""`caylus check`: everything that is wrong with rulesets, without playing them."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import os.path
import re
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import caylus
from caylus.cache import Shelf, compute_digest
from caylus.diagnostics import Diagnostic
from caylus.diagnostics.render import from_json, to_json
from caylus.shipped import folder

from caylus_tools.common.english import count_things, join_words
from caylus_tools.common.errors import CLEAN, FINDINGS, UsageError
from caylus_tools.common.files import MOST_RULES, TOOLS, read
from caylus_tools.common.output import Progress, tell
from caylus_tools.formats import FORMATS, render_diagnostics

from .. import arguments
from ..arguments import rulesets, set_completion

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus.loading.library import Checked


_CHECKED: Shelf[dict[str, Any]] = Shelf("checked", lambda told: json.dumps(told).encode(), json.loads, made_by=(TOOLS,))
"""What was read, by path: what files held, and which names there were in the folders around them; and the warnings of it."""


class Outcome(NamedTuple):
    """The outcome of a check, without what takes time to import where it was remembered.

    `examples` is a sentence about scenarios of a variant's base that come out otherwise; None where they were not played.
    """

    diagnostics: tuple[Diagnostic, ...]
    sources: Mapping[str, str]
    examples: str | None = None
    checked: Checked | None = None


def recall_outcome(ruleset: str | Path, variants: Sequence[str]) -> Outcome | None:
    """The outcome for a ruleset without errors, if nothing has changed that a check of it would read."""
    entry = _CHECKED.get(*_cache_inputs(ruleset, variants))
    if entry is None or any(compute_digest(path) != digest for path, digest in entry["files"].items()):
        return None
    return Outcome(from_json(entry), entry["sources"], entry["examples"])


def remember_outcome(ruleset: str | Path, variants: Sequence[str], result: Checked, examples: str | None) -> None:
    """Remembers a ruleset without errors, by the texts that were read, whatever stands in their files by now."""
    digests = {str(file.absolute()): hashlib.sha256(text.encode()).hexdigest() for file, text in result.files.items()}
    around = {parent.absolute() for file in result.files for parent in (file.parent, file.parent / "scenarios")}
    sources = result.sources if result.diagnostics else {}
    files = digests | {str(path): compute_digest(path) for path in around}
    entry = {"files": files, "sources": sources, "examples": examples, **to_json(result.diagnostics)}
    _CHECKED.keep(entry, *_cache_inputs(ruleset, variants))


def _cache_inputs(ruleset: str | Path, variants: Sequence[str]) -> tuple[str, ...]:
    """The inputs of a cache entry: the question, and the folders of the rulesets."""
    rulesets_folder = folder("rulesets")
    try:
        here = os.getcwd()
    except OSError:  # the current folder is no more
        here = ""
    return (here, repr(ruleset), *variants, compute_digest(rulesets_folder), compute_digest(rulesets_folder / "variants"))


MANIFEST = "ruleset.yaml"
MOST_EXAMPLES = 3
"""Scenarios that are named where more come out otherwise."""
COLLECTED_AT = 50_000
"""Objects after which Python looks for garbage: a check makes many that stay, and ends soon."""
MOST_CAUSES = 12
"""Rules of a variant that are left out, one after the other, to find those that change what comes of a scenario."""

DESCRIPTION = "Says everything that is wrong with rulesets."


def add_arguments(parser: ArgumentParser) -> None:
    targets = parser.add_argument(
        "targets",
        metavar="PATH|NAME",
        nargs="+",
        help="a ruleset, a folder with rulesets somewhere in it, a rules file, or `-` for rules on standard input",
    )
    set_completion(rulesets, targets)
    arguments.add_variants(parser)
    experts = arguments.add_experts(parser)
    experts.add_argument(
        "--format", choices=("text", *FORMATS), default="text", help="text for people (as it is without), or for programs"
    )
    parser.add_argument("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    mending = parser.add_mutually_exclusive_group()
    mending.add_argument("--fix", action="store_true", help="write into the files what has one right answer, and report the rest")
    mending.add_argument("--diff", action="store_true", help="print what --fix would write; end with 1 if that is anything")
    parser.add_argument(
        "--deep", action="store_true", help="play random games, too, and report what breaks and what is never carried out"
    )
    experts.add_argument(
        "--games", metavar="N", type=arguments.positive, default=200, help="with --deep: for each number of players (default 200)"
    )


def run(args: Namespace) -> int:
    from caylus_tools.cli.print_diagnostics import exit_code, print_faults

    gc.set_threshold(COLLECTED_AT)
    rulesets = [ruleset for target in dict.fromkeys(args.targets) for ruleset in _rulesets(target)]
    if args.variants and (alone := [ruleset for ruleset in rulesets if _is_text(ruleset)]):
        raise UsageError(f"a variant goes on a ruleset with a manifest; `{alone[0]}` is rules alone")
    if args.fix or args.diff:
        if "-" in rulesets:
            raise UsageError("nothing can be mended on standard input; name the file")
        if _mend(rulesets, args.variants, is_trial=args.diff):
            return FINDINGS
    results = [recall_outcome(ruleset, args.variants) or _check(ruleset, args.variants) for ruleset in rulesets]
    scenarios: list[str] = []
    if args.deep and exit_code([diagnostic for result in results for diagnostic in result.diagnostics]) == CLEAN:
        for ruleset in rulesets:
            result, shown_by = _play(ruleset, args.variants, args.games)
            results.append(Outcome(result.diagnostics, result.sources))
            scenarios += shown_by
    diagnostics = tuple(diagnostic for result in results for diagnostic in result.diagnostics)
    sources = {path: text for result in results for path, text in result.sources.items()}
    if args.format != "text":
        if text := render_diagnostics(args.format, diagnostics):
            print(text)
    elif diagnostics:
        print_faults(diagnostics, sources, sys.stdout)
        if (mendable := sum(diagnostic.fix is not None for diagnostic in diagnostics)) and not args.fix:
            tell("", f"{count_things(mendable, 'fault')} of these can be mended at once: `--diff` shows how, `--fix` does it")
    else:
        tell(f"{', '.join(args.targets)}: no faults")
    if args.format == "text":
        if len(rulesets) == 1 and not (args.variants or args.deep) and (examples := _judge_by_examples(rulesets[0], results[0])):
            tell(*examples.split("\n"))
        for scenario in scenarios:
            tell("", "A scenario that shows it; keep it in `scenarios` and say what should happen:", "")
            tell(*scenario.rstrip().split("\n"))
    return exit_code(diagnostics)


def _mend(rulesets: Sequence[str | Path], variants: Sequence[str], *, is_trial: bool) -> bool:
    """Mends what has one right answer. Of a trial, whether there is anything; it is shown instead."""
    from caylus.loading import library

    from caylus_tools.common.files import write_text

    is_shown = False
    for ruleset in rulesets:
        with suppress(caylus.RulesetError):  # which the check reports
            changes = library.mend_path(ruleset, variants)
            if not is_trial:
                for path, (_, new) in changes.items():
                    write_text(path, new)
                tell(*(f"{path.as_posix()} has changed" for path in changes), file=sys.stderr)
            elif lines := [line for path, texts in changes.items() for line in _difference(path.as_posix(), *texts)]:
                tell(*lines)
                is_shown = True
    return is_shown


def _difference(name: str, old: str, new: str) -> Iterator[str]:
    from difflib import unified_diff

    return unified_diff(old.split("\n"), new.split("\n"), name, f"{name} as it should be", lineterm="")


def _rulesets(target: str) -> Iterator[str | Path]:
    """The rulesets of a target: the folders of the rulesets in one that is none itself, else the target alone."""
    folder = Path(target)
    manifests = sorted(folder.glob(f"**/{MANIFEST}")) if os.path.isdir(folder) and not (folder / MANIFEST).exists() else []
    visible = [file for file in manifests if not any(part.startswith(".") for part in file.relative_to(folder).parts)]
    yield from (file.parent for file in visible) if visible else (target,)


def _is_text(target: str | Path) -> bool:
    """Return whether a target is the text of rules, and no ruleset with a manifest."""
    return target == "-" or str(target).endswith(".rules")


def _check(target: str | Path, variants: Sequence[str]) -> Outcome:
    from caylus.loading import library

    if target != "-":
        result = library.check_path(target, variants)
        if not variants and result.manifest is not None and (result.manifest.parent / "scenarios").exists():
            from caylus_tools.testing.scenarios import with_scenarios  # they are about the rules that they lie beside

            result = with_scenarios(result)
        if result.files and not any(diagnostic.is_error for diagnostic in result.diagnostics):
            remember_outcome(target, variants, result, None)
        return Outcome(result.diagnostics, result.sources, None, result)
    try:
        return Outcome(*library.check_text(*read("-", MOST_RULES))[:2])
    except caylus.RulesetError as error:
        return Outcome(error.diagnostics, error.sources)


def _judge_by_examples(target: str | Path, outcome: Outcome) -> str:
    """The lists that objects of a variant join, and the scenarios of its base that come out otherwise, by lines.

    They are told after all faults, since it takes longer than to find these.
    """
    if outcome.examples is not None:
        return outcome.examples
    result = outcome.checked or _check(target, ()).checked
    if result is None or result.rules is None or any(diagnostic.is_error for diagnostic in result.diagnostics):
        return ""
    examples = "\n".join(_play_examples(target, result, result.rules)) if len(result.rules.layers) > 1 else ""
    remember_outcome(target, (), result, examples)
    return examples


def _play_examples(target: str | Path, result: Checked, rules: Ruleset) -> Iterator[str]:
    assert result.manifest is not None
    own_files = [(Path(result.shown).parent / name).as_posix() for name in rules.layers[-1]["manifest"]["rules"]]
    yield from _describe_new_objects(rules, result.sources.keys() - own_files)
    yield from _describe_changed_examples(target, result.manifest.parent, rules)


def _describe_new_objects(rules: Ruleset, below: Collection[str]) -> Iterator[str]:
    """The lists that objects from no file `below` are in, with what is done with these: as of all of their kind."""
    named_objects = dict.fromkeys(thing for kind in rules.model.kinds.values() for thing in kind.objects if thing.is_named)
    new_objects = [thing for thing in named_objects if thing.span.file not in below]
    if not new_objects:
        return
    from caylus_tools.diff.differences import describe_joinings

    names: dict[str, list[str]] = {}
    for thing in new_objects:
        if joins := describe_joinings(rules.model, thing, below):
            names.setdefault(joins, []).append(f"`{thing.name}`")
    for joins, joining in names.items():
        yield f"{join_words(joining)} join{'s' if len(joining) == 1 else ''} {joins}"


def _describe_changed_examples(target: str | Path, folder: Path, rules: Ruleset) -> Iterator[str]:
    from caylus_tools.testing import scenarios
    from caylus_tools.testing.scenario_report import Replays

    folders = scenarios.base_folders(folder)
    replays, changed_replays = scenarios.play_inherited(rules, folders, Replays(rules).run_file)
    if not changed_replays:
        return
    yield f"{len(changed_replays)} of the {len(replays)} scenarios of its base come out otherwise:"
    weights = _weigh_words(folder, [replay.result.name for replay in replays])
    named_replays = sorted(changed_replays, key=lambda replay: -sum(weights.get(word, 0) for word in _words(replay.result.name)))
    named_replays = named_replays[:MOST_EXAMPLES]
    load = partial(scenarios.load_rewritten, rules, folder)
    causes = scenarios.find_causes(rules, load, [replay.scenario for replay in named_replays], MOST_CAUSES)
    for replay, rules_due in zip(named_replays, causes, strict=True):
        due_to = join_words([f"`{rule.words}` ({rule.file}:{rule.line})" for rule in rules_due])
        yield f"  {replay.result.name}{f' (by {due_to})' if due_to else ''}"
    if len(changed_replays) > MOST_EXAMPLES:
        yield f"  {len(changed_replays) - MOST_EXAMPLES} more"
    yield f"Is that meant? `caylus test --inherited {target}` shows all of them."


def _weigh_words(folder: Path, names: Sequence[str]) -> dict[str, float]:
    """The words of a variant's rules, each with more weight the fewer scenarios have it in their names."""
    own_words = {word for file in sorted(folder.glob("*.rules")) for word in _words(file.read_text(encoding="utf-8"))}
    counts = Counter(word for name in names for word in _words(name))
    return {word: 1 / counts[word] for word in own_words & counts.keys()}


def _words(text: str) -> set[str]:
    return {word.lower().removesuffix("s") for word in re.findall("[^\\W\\d_]{4,}", text)}


def _play(target: str | Path, variants: Sequence[str], games: int) -> tuple[Checked, list[str]]:
    """The findings of random games of a ruleset without errors, and scenarios that show what breaks."""
    from caylus.loading import library

    from caylus_tools.testing import scenarios
    from caylus_tools.testing.fuzz import fuzz

    if _is_text(target):
        raise UsageError("`--deep` plays games, which takes a ruleset with a manifest")
    rules = caylus.load(target, variants)
    ruleset_paths = {result.name: result.path for result in library.list_rulesets()}
    files = scenarios.find(ruleset_paths.get(str(target), Path(target))) if not variants else []
    positions = [scenario for file in files for scenario in scenarios.read(file)]
    with Progress("games", games * (rules.most_players + 1 - rules.fewest_players)) as progress:
        result = fuzz(rules, games, progress.advance, positions)
    if result.diagnostics and len(rules.layers) > 1:  # its base is not to blame on it
        *base_layers, _ = rules.layers
        names = [layer["manifest"]["name"] for layer in base_layers[1:]]
        result = result.subtract(fuzz(library.from_layers(base_layers, names), games))
    return library.Checked(library.grade_diagnostics(result.diagnostics, rules), rules.sources), [
        failure.scenario for failure in result.broken if failure.scenario
    ]
