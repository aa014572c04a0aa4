"""The law of secrets, tried on games: `PYTHONPATH=interpreter:tools:tests python -m secrecy [GAMES [NAME ...]]`."""

from __future__ import annotations

import sys
import time

from .games import find_all, hiding
from .lockstep import Tally, play


def main(games: int = 10, *names: str) -> int:
    leaks = 0
    for one in find_all():
        if (names and not any(name in one.name for name in names)) or hiding(one) is None:
            continue
        tally = Tally()
        begun = time.process_time()
        for seed in range(games):
            play(one, seed, tally)
            if tally.leaks:
                break
        counts = ", ".join(f"{n} {what}" for what, n in tally.counts.items())
        print(f"{one.name}: {counts}; {time.process_time() - begun:.1f} s")
        for leak in tally.leaks:
            print(leak)
        leaks += len(tally.leaks)
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2]), *sys.argv[2:]))
