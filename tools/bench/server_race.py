"""Lets many submits race for each decision at two servers on one PostgreSQL, and looks that exactly one of them wins.

`bench.serving.racing` says how.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools")]

from bench.serving.databases import database  # noqa: E402
from bench.serving.figures import tell  # noqa: E402
from bench.serving.process import Server  # noqa: E402
from bench.serving.racing import race  # noqa: E402
from caylus_tools.cli.commands.arguments import positive  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=positive, default=1000, metavar="N", help="in all (1000)")
    parser.add_argument("--submits", type=positive, default=8, metavar="N", help="at once for each (8)")
    parser.add_argument("--tables", type=positive, default=25, metavar="N", help="at which decisions are made side by side (25)")
    parser.add_argument("--sqlite", action="store_true", help="on one file, in place of a PostgreSQL")
    chosen = parser.parse_args()
    with (
        TemporaryDirectory() as scratch,
        database(not chosen.sqlite, Path(scratch)) as (url, _),
        Server(Path(scratch), url) as one,
        Server(Path(scratch), url) as other,
    ):
        tell(asyncio.run(race([one, other], chosen.tables, chosen.decisions, chosen.submits)))


if __name__ == "__main__":
    main()
