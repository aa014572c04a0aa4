"""Measure the interpreter: `python tools/bench/run.py` prints one table. README.md beside this file says what it means."""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools")]

import caylus  # noqa: E402
from bench import growing, keeping, peers, playing, starting  # noqa: E402
from bench.measure import Measure, Race, data, lines  # noqa: E402
from caylus.loading.library import list_rulesets  # noqa: E402
from caylus_tools.cli.arguments import positive  # noqa: E402

SECTIONS = ("play", "game", "process", "growth", "peers", "environments")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    known = [ruleset.name for ruleset in list_rulesets() if ruleset.extends is None]
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", default=known, help=f"of {', '.join(known)}; by default all")
    parser.add_argument("--quick", action="store_true", help="a first impression: fewer and shorter runs")
    parser.add_argument("--runs", type=positive, metavar="N", help="how often each figure is taken; 5, or 3 if quick")
    parser.add_argument("--only", action="append", choices=SECTIONS, help="only this part; may be repeated")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    if unknown := set(chosen.rulesets) - set(known):
        parser.error(f"there is no {' or '.join(sorted(unknown))} among the shipped rulesets")
    loaded = [_load(name) for name in chosen.rulesets]
    sections = chosen.only or SECTIONS
    missing: dict[str, str] = {}
    with TemporaryDirectory() as scratch:
        measures = [x for part in sections for one in loaded for x in _measures(part, one, Path(scratch), chosen.quick)]
        measures += [starting.help_measure()] if "process" in sections else []
        races = [x for part in sections for one in loaded for x in _races(part, one, chosen.quick, missing)]
        gc.freeze()  # going through all that has been made ready would fall on whatever is measured at that moment
        for run in range(chosen.runs or (3 if chosen.quick else 5)):
            for measure in measures:
                measure.take(run)
            for race in races:
                race.take(run)
    if chosen.json:
        print(json.dumps(data(measures, races) | {"missing": missing}, indent=2))
    else:
        print(*lines(measures, races), sep="\n")
        for peer, why in missing.items():
            print(f"not compared with {peer}: {why}")


def _load(name: str) -> caylus.Ruleset:
    os.environ["CAYLUS_CACHE"] = ""  # nothing is found here that has been worked out before
    rules = caylus.load(name)
    for players in range(rules.fewest_players, rules.most_players + 1):
        rules.program(players, traced=False)
    return rules


def _measures(part: str, rules: caylus.Ruleset, scratch: Path, quick: bool) -> Iterator[Measure]:
    match part:
        case "play":
            yield from playing.measures(rules, _seconds(quick))
        case "game":
            yield from keeping.measures(rules)
        case "process":
            yield from starting.measures(rules.name, str(scratch / "cache"), quick)
        case "growth":
            yield from growing.measures(rules, scratch, _seconds(quick), quick)


def _races(part: str, rules: caylus.Ruleset, quick: bool, missing: dict[str, str]) -> Iterator[Race]:
    """`missing` is told which peers are not installed, and why."""
    match part:
        case "peers":
            yield from peers.races(rules, _seconds(quick), missing)
        case "environments":
            yield from peers.environment_races(rules, _seconds(quick), missing)


def _seconds(quick: bool) -> float:
    """Return how long a rate is measured for, at least."""
    return 0.1 if quick else 0.4


if __name__ == "__main__":
    main()
