"""Carries inputs one after the other, in a process of its own that may die of them.

`python -m hostile.worker inputs 0 500` carries the first 500, `extremes 0 500` rulesets at the bounds, `attacks 0 50` attacks. Prints what each is
called before it, and a JSON object behind it with what came of it.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from .attacks import Attack, attacks
from .carrying import Carrying
from .confinement import confine
from .extremes import extreme
from .inputs import Input, hostile

try:
    from caylus.machine.instance import _find as find_machine_code  # here, since it loads a library of the system
except ModuleNotFoundError:
    find_machine_code = None  # type: ignore[assignment]

HANGS = 20.0
"""Seconds of the processor after which an input hangs."""
MOST_MEMORY = 3 << 30
"""Bytes of data at which a process ends, whatever it does; what each input has taken is measured besides."""


def main(what: str, first: int, end: int) -> None:
    named = list(attacks().items()) if what == "attacks" else []
    forget = find_machine_code.cache_clear if find_machine_code else lambda: None
    gc.freeze()  # no time is taken for what a process of its own would not hold
    faulthandler.register(signal.SIGVTALRM, chain=True)  # tells where, and ends the process
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", buffering=1)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CAYLUS_CACHE"] = str(Path(folder, "cache"))
        confine(Path(folder))
        make = extreme if what == "extremes" else hostile
        for number in range(first, end):
            name, given = named[number] if named else (str(number), make(number))
            print(name, file=out)
            os.chdir(tempfile.mkdtemp(dir=folder))
            print(json.dumps(carry_input(given)), file=out)
            forget()  # the memory of machine code is set aside for as long as that is there
            shutil.rmtree(os.getcwd())
            os.chdir(folder)


def carry_input(given: Input | Attack) -> dict[str, Any]:
    """Lays the files of an input into the current folder, carries it, and tells what came of it."""
    for path, data in given.files.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(data)
    for path, target in given.links.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).symlink_to(target)
    for path in given.pipes if isinstance(given, Input) else ():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(path)
    defect, carrying = None, Carrying()
    # from here on, the peak is that of the input at hand (Linux; elsewhere it is that of the process)
    if Path("/proc/self/clear_refs").exists():
        Path("/proc/self/clear_refs").write_text("5")
    signal.setitimer(signal.ITIMER_VIRTUAL, HANGS)
    try:
        carrying.attack(given) if isinstance(given, Attack) else carrying.input(given)
    except Exception as error:
        defect = f"{type(error).__name__}: {error}"
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    kind = "attack" if isinstance(given, Attack) else given.kind
    return {"kind": kind, "defect": defect, "is_sound": carrying.is_sound, "seconds": carrying.seconds, "memory": _peak()}


def _peak() -> int:
    """The most memory that was in use, in KB."""
    if Path("/proc/self/status").exists():
        return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
