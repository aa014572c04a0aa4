"""Random rulesets played by all engines: `python -m reference --count 10000`; `--only N` prints one of them and plays it.

From the folder of the project, with `PYTHONPATH=interpreter:tools:tests`.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from .coverage import CLASSES, WRITTEN_BY_CODEGEN
from .generator import write_text
from .running import NO_REPORT, play_ruleset


def main() -> int:
    parser = argparse.ArgumentParser(prog="reference", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="how many rulesets (default 10,000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--only", type=int, help="print one ruleset and play it")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="processes")
    arguments = parser.parse_args()
    os.environ["CAYLUS_CACHE"] = ""  # no ruleset comes again
    if arguments.only is not None:
        print(write_text(arguments.only))
        report = play_ruleset(arguments.only)
    else:
        report = NO_REPORT
        with ProcessPoolExecutor(arguments.workers) as pool:
            for played in pool.map(play_ruleset, range(arguments.first, arguments.first + arguments.count), chunksize=10):
                report += played
                print(*played.differences, sep="\n", end="", flush=True)
    print("sort of statement or formula", "written", "carried out", sep="\t")
    for sort in sorted(report.sorts | report.counts):
        print(sort, report.sorts[sort], report.counts[sort], sep="\t")
    for end, number in report.ends.most_common():
        print(f"{number:9,} {end}")
    print(f"{report.choices:9,} choices, {len(report.differences)} differences")
    idle = CLASSES - WRITTEN_BY_CODEGEN - {sort.split()[0] for sort in report.counts}
    print("never carried out:", ", ".join(sorted(idle)) or "nothing")
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
