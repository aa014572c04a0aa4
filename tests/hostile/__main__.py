"""The attacks and many hostile inputs carried: `python -m hostile --count 10000`; `--only N` for one of them again.

From the folder of the project, with `PYTHONPATH=interpreter:tools:tests`.
"""

from __future__ import annotations

import argparse
import json
import sys

from .attacks import attacks
from .extremes import extreme
from .inputs import hostile
from .running import carry
from .worker import carry_input


def main() -> int:
    parser = argparse.ArgumentParser(prog="hostile", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="how many inputs (default 10,000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--extremes", type=int, default=1_000, help="how many rulesets at the bounds of engines (default 1,000)")
    parser.add_argument("--only", type=int, help="carry one, and leave its files in the current folder")
    parser.add_argument("--only-extreme", type=int, help="the same with a ruleset at the bounds")
    arguments = parser.parse_args()
    if arguments.only is not None or arguments.only_extreme is not None:
        given = hostile(arguments.only) if arguments.only is not None else extreme(arguments.only_extreme)
        print(json.dumps(carry_input(given), indent=1))
        return 0
    numbers = {"attacks": len(attacks()), "inputs": arguments.count, "extremes": arguments.extremes}
    reports = [carry(what, arguments.first if what != "attacks" else 0, count) for what, count in numbers.items() if count]
    for report in reports:
        print(*report.lines(), "", sep="\n")
    return 1 if any(report.defects or report.costly for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
