"""Measure how fast `caylus lsp` answers, and how much memory it holds after many edits: `python tools/bench/editing.py`.

An editor is played over standard streams: keys typed into a variant on the shipped game with three layers, half of the texts
broken. Times are those of the wall, so the machine has to be quiet.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

from caylus_tools.language_server.client import Client

ROOT = Path(__file__).parents[2]

BUDGETS = {"own faults": 30, "all errors": 120, "all warnings": 120, "hover": 20, "completion": 20}
"""Milliseconds that 95 of 100 answers shall keep to. Errors come alone: while there are some, no warnings are looked for."""
MOST_MEMORY = 200
"""Megabytes."""
_TAIL = '\nrule late "Late" { after final_count() { for each player in turn_order { gain 1 prestige } } }\n'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100, help="how often each is measured")
    parser.add_argument("--edits", type=int, default=10_000, help="edits before memory is measured")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        file = _copy_layers(Path(made))
        client = Client(file.parent.parent)
        client.open(file)
        client.diagnostics(file, lambda _: True)
        measured = _measure(client, file, chosen.times)
        memory = _edit(client, file, chosen.edits)
        client.close()
    for name, times in measured.items():
        late = quantiles(times, n=20)[-1]
        print(f"{name}: p50 {quantiles(times, n=2)[0]:.0f} ms, p95 {late:.0f} ms (budget {BUDGETS[name]} ms)")
    print(f"memory after {chosen.edits:,} edits: {memory} MB (budget {MOST_MEMORY} MB)")
    if client.errors:
        print("".join(client.errors))


def _copy_layers(folder: Path) -> Path:
    """A variant of a variant of the shipped game, in a folder of its own."""
    for name in ("salt", "new-tiles"):
        shutil.copytree(ROOT / "rulesets" / "variants" / name, folder / name)
    manifest = folder / "salt" / "ruleset.yaml"
    manifest.write_text(manifest.read_text() + "requires: [new-tiles]\n")
    return folder / "salt" / "salt.rules"


def _measure(client: Client, file: Path, times: int) -> dict[str, list[float]]:
    text, chance = file.read_text(), random.Random(1)
    found: dict[str, list[float]] = {name: [] for name in BUDGETS}
    lines = text.split("\n")
    for number in range(times):
        client.change(file, f"{text}{_TAIL}wood_building {{ {number}")
        found["own faults"].append(_time(lambda: client.diagnostics(file, lambda told: any(d["code"] == "E0101" for d in told))))
        wrong = f"{text}{_TAIL}".replace("1 prestige", f"1 prestig{number}")
        client.change(file, wrong)
        late = _time(lambda: client.diagnostics(file, lambda told: any(d["code"] == "E0204" for d in told)))
        found["all errors"].append(late)
        idle = _TAIL.replace("gain 1 prestige", f"if {number} < {number} {{ gain 1 prestige }}")
        client.change(file, f"{text}{idle}")
        found["all warnings"].append(_time(lambda: client.diagnostics(file, lambda told: any(d["code"][0] == "W" for d in told))))
        client.change(file, text)
        client.diagnostics(file, lambda told: not told)
        line = chance.choice([n for n, one in enumerate(lines) if one and one[0] not in "-|"])
        column = chance.randrange(len(lines[line]))
        for method in ("hover", "completion"):
            found[method].append(_time(partial(client.at, method, file, line, column)))
    return found


def _time(act: Callable[[], Any]) -> float:
    start = perf_counter()
    act()
    return (perf_counter() - start) * 1000


def _edit(client: Client, file: Path, edits: int) -> int:
    """Megabytes that the server holds after so many edits, every second text broken."""
    text, chance = file.read_text(), random.Random(2)
    for number in range(edits):
        at = chance.randrange(len(text))
        broken = text[:at] + chance.choice(['"', "{", "(", "gain ", "\n"]) + text[at:]
        client.change(file, broken if number % 2 else f"{text}-- {number}\n")
        if number % 20 == 0:
            client.at("completion", file, text[:at].count("\n"), 0)
    client.at("hover", file, 3, 3)
    status = Path(f"/proc/{client.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


if __name__ == "__main__":
    main()
