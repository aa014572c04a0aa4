"""Kills a server at random while people choose, and looks whether anything that it had acknowledged is lost.

`bench.serving.killing` says how. With `--postgres` it is the database under the server that is killed, with `--workers` one of
the processes in which it plays.
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
from bench.serving.killing import kill  # noqa: E402
from bench.serving.process import Server  # noqa: E402
from caylus_tools.cli.commands.arguments import positive  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=positive, default=100, metavar="N", help="how often it is killed (100)")
    parser.add_argument("--tables", type=positive, default=10, metavar="N", help="at which people choose meanwhile (10)")
    parser.add_argument("--postgres", action="store_true", help="kill a PostgreSQL under the server, not the server")
    parser.add_argument("--workers", action="store_true", help="kill a process that the server has started, not the server")
    parser.add_argument("--ruleset", default="classic", metavar="RULESET", help="one in which nothing is hidden (classic)")
    chosen = parser.parse_args()
    with (
        TemporaryDirectory() as scratch,
        database(chosen.postgres, Path(scratch)) as (url, cluster),
        Server(Path(scratch), url) as server,
    ):
        tell(asyncio.run(kill(chosen.times, chosen.tables, chosen.ruleset, server, cluster, workers=chosen.workers)))


if __name__ == "__main__":
    main()
