"""Has strangers open tables under rules that stall, allocate or break, and tells what people at other tables notice of it.

`bench.serving.attack` says how. Shown are how long choices take at the other tables and how soon the server says how it is,
without the attack and beside it, the memory of the web process, and how soon the server ends when it is asked to meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools")]

from bench.serving.attack import LIMITS, attack  # noqa: E402
from bench.serving.figures import tell  # noqa: E402
from bench.serving.process import Server  # noqa: E402
from caylus_tools.cli.commands.arguments import positive  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=positive, default=10, metavar="N", help="at which people play (10)")
    parser.add_argument("--attackers", type=positive, default=20, metavar="N", help="tables under harmful rules (20)")
    parser.add_argument("--seconds", type=positive, default=30, metavar="N", help="without the attack, and beside it (30)")
    chosen = parser.parse_args()
    with TemporaryDirectory() as scratch, Server(Path(scratch), None, *LIMITS) as server:
        tell(asyncio.run(attack(server, chosen.tables, chosen.attackers, chosen.seconds)))


if __name__ == "__main__":
    main()
