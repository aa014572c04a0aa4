"""Print how many planted faults are found by what, class by class; `--write` writes `found.txt`, `--all` shows the messages."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from . import CHECK, FOUND, NOT_YET, STATES, check_fault, is_found, read_faults, read_states


def main() -> None:
    before = read_states() if FOUND.exists() else {}
    states: dict[str, str] = {}
    figures: dict[str, Counter[str]] = {}
    for fault in read_faults():
        checked = check_fault(fault)
        known = before.get(fault.id, NOT_YET)
        state = CHECK if is_found(fault, checked) else NOT_YET if known == CHECK else known
        states[fault.id] = state
        figures.setdefault(fault.sort, Counter())[state] += 1
        if "--all" in sys.argv:
            print(f"{fault.id} ({fault.base}): {state}")
            for told in checked.diagnostics:
                place = f"{Path(told.span.file).name}:{told.span.line}" if told.span else ""
                print(f"    {told.code} {place} {told.message}")
    print(f"{'':12}{'faults':>8}" + "".join(f"{state:>9}" for state in STATES))
    for sort, counts in [*figures.items(), ("all", sum(figures.values(), Counter()))]:
        print(f"{sort:12}{counts.total():8}" + "".join(f"{counts[state]:9}" for state in STATES))
    if "--write" in sys.argv:
        FOUND.write_text("".join(f"{id_} | {state}\n" for id_, state in states.items()), encoding="utf-8")


if __name__ == "__main__":
    main()
