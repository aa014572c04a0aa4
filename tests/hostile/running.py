"""Inputs carried in processes of their own, and what came of all of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

MOST_SECONDS = 2.0
"""Of the processor that any step may take."""
MOST_MEMORY = 300 * 1024
"""KB that any input may take."""
BATCH = 500
"""Inputs that one process carries, unless one of them ends it."""


@dataclass
class Report:
    """A report on inputs: `defects` by their names; those that took the longest, in all and in one step, and the most memory."""

    costly: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    sound: Counter[str] = field(default_factory=Counter)
    defects: dict[str, str] = field(default_factory=dict)
    longest: list[tuple[float, str, str]] = field(default_factory=list)
    slowest: list[tuple[float, str, str]] = field(default_factory=list)
    largest: list[tuple[int, str]] = field(default_factory=list)

    def add(self, name: str, told: dict[str, Any]) -> None:
        self.kinds[told["kind"]] += 1
        self.sound[told["kind"]] += told["is_sound"]
        if told["defect"] is not None:
            self.defects[name] = told["defect"]
        seconds = told["seconds"]
        in_all = ", ".join(f"{what} {took:.2f}" for what, took in seconds.items())
        self.longest = _most([*self.longest, (sum(seconds.values()), name, in_all)])
        self.slowest = _most([*self.slowest, *((took, name, what) for what, took in seconds.items())])
        self.largest = _most([*self.largest, (told["memory"], name)])
        self.costly += [f"{name}: {what} took {took:.2f} s" for what, took in seconds.items() if took > MOST_SECONDS]
        self.costly += [f"{name}: {told['memory']} KB"] if told["memory"] > MOST_MEMORY else []

    def lines(self) -> list[str]:
        return [
            *(f"{name}: {defect}" for name, defect in self.defects.items()),
            *(f"{kind:12}{count:6}, {self.sound[kind]} of them sound" for kind, count in self.kinds.items()),
            "longest in all (s of the processor):",
            *(f"  {took:.2f}  {name}: {steps}" for took, name, steps in self.longest),
            "longest step (s of the processor):",
            *(f"  {took:.2f}  {name}: {step}" for took, name, step in self.slowest),
            "most memory (KB):",
            *(f"  {memory}  {name}" for memory, name in self.largest),
            *self.costly,
            f"{sum(self.kinds.values())} inputs, {len(self.defects)} defects, {len(self.costly)} took too much",
        ]


def _most(measured: list[Any]) -> list[Any]:
    return sorted(measured, reverse=True)[:5]


def carry(what: str, first: int, count: int) -> Report:
    """Carries `inputs` or `attacks` from number `first` on. One that ends its process is a defect."""
    report = Report()
    number, end = first, first + count
    while number < end:
        number += _batch(what, number, min(end, number + BATCH), report)
    return report


def _batch(what: str, first: int, end: int, report: Report) -> int:
    """Carries up to `end`, or to where the process died; returns how many there were."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "COLUMNS": "100"}
    command = [sys.executable, "-m", "hostile.worker", what, str(first), str(end)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    for name, told in zip(lines[::2], lines[1::2], strict=False):
        report.add(name, json.loads(told))
    print(f"{what} up to {first + len(lines) // 2}: {len(report.defects)} defects", file=sys.stderr)
    if done.returncode != 0:
        if not lines or len(lines) % 2 == 0:
            raise RuntimeError(done.stderr)
        report.defects[lines[-1]] = f"ended its process with {done.returncode}: {done.stderr[-3000:]}"
    return (len(lines) + 1) // 2
