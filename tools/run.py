"""Sets up the project in its own folder `.venv`, and runs something there.

    python3 tools/run.py play classic      whatever the `caylus` command can do
    python3 tools/run.py pytest            all tests, on all processors; with -m those that have a mark, and others as pytest does

Needs nothing but Python, and the network the first time.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import signal
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

PROJECT = Path(__file__).resolve().parent.parent
HOME = PROJECT / ".venv"
PROGRAMS = HOME / ("Scripts" if os.name == "nt" else "bin")
LOCK = PROJECT / "requirements-dev.lock"
IN_PARALLEL = ["-n", "auto", "--maxprocesses", "8", "--dist", "worksteal"]
"""What pytest is told besides where all tests are asked for, or all with a mark."""
EXTRAS = {"pytest": "dev", "balance": "report", "serve": "web"}
"""What some commands need besides; others get along with what it takes to play."""


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):
        print(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}", file=sys.stderr)
        return 2
    testing = arguments[:1] == ["pytest"]
    try:
        _set_up(EXTRAS.get("".join(arguments[:1]), "play"))
        command = arguments if testing else ["caylus", *arguments]
        if testing:
            os.chdir(PROJECT)
            is_for_all = len(arguments) == 1 or (len(arguments) == 3 and arguments[1] == "-m")
            command = [*arguments, *(IN_PARALLEL if is_for_all else ())]
        else:
            os.environ["CAYLUS_STARTED_BY"] = _invocation()
        return _run([str(PROGRAMS / command[0]), *command[1:]])
    except OSError as error:
        print(f"{HOME} could not be set up: {error}", file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"{HOME} could not be set up; what went wrong stands above", file=sys.stderr)
        return error.returncode
    except KeyboardInterrupt:
        return 130


def _invocation() -> str:
    """The command that started this, for the hints of the program (`caylus_tools.common.output`)."""
    words = [Path(sys.executable).name, sys.argv[0]]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _run(command: list[str]) -> int:
    """The program takes the place of this one, and so hears every signal itself; where that cannot be, this one waits for it."""
    if os.name != "nt":
        os.execv(command[0], command)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the console tells the program as well
    return subprocess.call(command)


def _set_up(extra: str) -> None:
    """Makes the environment with that extra of the package, unless it is there as the project now wants it."""
    wanted = hashlib.sha256(LOCK.read_bytes() + (PROJECT / "pyproject.toml").read_bytes()).hexdigest()
    marks = {name: HOME / f"set-up-for-{name}" for name in ("play", *EXTRAS.values())}
    enough = [marks["dev"], marks[extra]]  # who can develop can play
    if any(mark.is_file() and mark.read_text(encoding="utf-8") == wanted for mark in enough):
        return
    from lock import select_locked  # needs the `tomllib` of Python 3.11

    print(f"setting up {HOME}, once", file=sys.stderr)
    venv.create(HOME, with_pip=True)
    pip = [str(PROGRAMS / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    with TemporaryDirectory() as folder:
        needed = Path(folder, "needed.txt")
        needed.write_text(select_locked([extra]), encoding="utf-8")
        subprocess.run([*pip, "install", "--require-hashes", "--requirement", str(needed)], check=True)
    subprocess.run([*pip, "install", "--no-deps", "--editable", str(PROJECT)], check=True)
    marks[extra].write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
