"""Sets up the project in its own folder `.venv`, and runs something there.

    python3 tools/run.py play classic      whatever the `caylus` command can do
    python3 tools/run.py pytest            all tests, on all processors; with -m those that have a mark, and others as pytest does

Needs nothing but Python, and the network when packages are missing. Installs only what the command needs.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

PROJECT = Path(__file__).resolve().parent.parent
HOME = PROJECT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = PROJECT / "requirements-dev.lock"
DECLARED = PROJECT / "pyproject.toml"
MARK = HOME / "set-up"
"""Says what is installed: a digest of the place and of the files that name packages, then the extras."""
UNFINISHED = HOME / "unfinished"
"""Is there while packages are installed. It stays if the installation is killed."""
IN_PARALLEL = ["-n", "auto", "--maxprocesses", "8", "--dist", "worksteal"]
"""What pytest is told besides where all tests are asked for, or all with a mark."""
NO_NETWORK = ("NewConnectionError", "ConnectTimeoutError", "NameResolutionError", "ProxyError", "ReadTimeoutError")
"""The errors that pip names if it reaches no registry."""
USAGE = 2


class SetUpError(Exception):
    """The environment cannot be made. The text says why, and what to do."""


class NoNetworkError(SetUpError):
    """No registry of packages can be reached."""


def main(words: list[str]) -> int:
    if sys.version_info < (3, 11):
        print(f"Python 3.11 or later is needed; this is {sys.version.split()[0]}", file=sys.stderr)
        return USAGE
    from caylus_tools.common.extras import command_names, extras_of

    name = words[0] if words else "--help"
    is_test = name == "pytest"
    if not (is_test or name.startswith("-") or name in command_names()):
        print(f"run.py: there is no command {name!r}; {_suggest(name, [*command_names(), 'pytest'])}", file=sys.stderr)
        return USAGE
    try:
        set_up(name, {"dev"} if is_test else extras_of(words, os.environ))
        if is_test:
            os.chdir(PROJECT)
            is_for_all = len(words) == 1 or (len(words) == 3 and words[1] == "-m")
            return _run([str(PYTHON), "-P", "-m", *words, *(IN_PARALLEL if is_for_all else ())])
        os.environ["CAYLUS_STARTED_BY"] = _invocation()
        return _run([str(PYTHON), "-P", "-m", "caylus_tools", *words])
    except SetUpError as error:
        print(f"run.py: {error}", file=sys.stderr)
        return USAGE
    except OSError as error:
        print(f"run.py: {HOME} cannot be written or started ({error.strerror or error})", file=sys.stderr)
        print("Copy the whole folder to a place where you may write, and start it there.", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return 130


def _suggest(name: str, names: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, names, 1)
    return f"did you mean `{near[0]}`?" if near else f"there are {', '.join(names)}"


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


def set_up(command: str, extras: set[str]) -> None:
    """Installs what a command needs, unless it is there. Raises `SetUpError` or OSError if that fails."""
    digest = hashlib.sha256(str(HOME).encode() + LOCK.read_bytes() + DECLARED.read_bytes()).hexdigest()
    if _is_set_up(digest, extras):
        return
    from lock import select_locked  # needs the `tomllib` of Python 3.11

    with _alone():
        if _is_set_up(digest, extras):  # by another process, meanwhile
            return
        print(f"installing what `{command}` needs in {HOME}", file=sys.stderr)
        if UNFINISHED.exists() or not PYTHON.exists():
            _make_environment()
        old_digest, before = _read_mark()
        UNFINISHED.touch()
        try:
            with TemporaryDirectory() as folder:
                needed = Path(folder, "needed.txt")
                needed.write_text(select_locked(sorted(extras)), encoding="utf-8")
                _install("--require-hashes", "--requirement", str(needed))
            if digest != old_digest:
                _install("--no-deps", "--editable", str(PROJECT))
        except SetUpError as error:
            if old_digest:
                UNFINISHED.unlink()  # pip has left everything as it was
            if not isinstance(error, NoNetworkError):
                raise
            if old_digest and _includes(before, extras):
                print("run.py: there is no network; going on with the packages that were installed before", file=sys.stderr)
                return
            raise SetUpError(_explain_no_network(command, before)) from None
        extras = extras | before if digest == old_digest else extras
        MARK.write_text("\n".join([digest, *sorted(extras)]), encoding="utf-8")
        UNFINISHED.unlink()


def _is_set_up(digest: str, extras: set[str]) -> bool:
    installed_digest, installed = _read_mark()
    return installed_digest == digest and _includes(installed, extras) and not UNFINISHED.exists() and PYTHON.exists()


def _read_mark() -> tuple[str, set[str]]:
    """The digest and the extras of what is installed; the digest is empty if nothing is."""
    digest, *extras = MARK.read_text(encoding="utf-8").split("\n") if MARK.is_file() else [""]
    return digest, set(extras)


def _includes(installed: set[str], extras: set[str]) -> bool:
    return extras <= installed or "dev" in installed


@contextmanager
def _alone() -> Iterator[None]:
    """Keeps other processes from installing at the same time, by a lock on this file, which ends with this process."""
    with open(__file__, "rb") as file:
        if sys.platform == "win32":
            import msvcrt

            file.seek(2**30)  # behind the end: what is locked, nobody can read
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _make_environment() -> None:
    """Makes the folder anew. One that exists lacks Python, or its installation was killed."""
    import venv

    if HOME.exists():
        shutil.rmtree(HOME)
    HOME.mkdir()
    UNFINISHED.touch()
    try:
        venv.create(HOME, symlinks=os.name != "nt", with_pip=True)
    except subprocess.CalledProcessError as error:
        reason = error.output.decode(errors="replace").strip() if error.output else str(error)
        raise SetUpError(f"{reason}\nPython could not make {HOME}; on Debian and Ubuntu: sudo apt install python3-venv") from None


def _install(*words: str) -> None:
    pip = [str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "--retries", "2", "install"]
    # Python compiles what is imported. To compile all of every package takes half a minute.
    done = subprocess.run([*pip, "--no-compile", *words], stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode and any(name in done.stderr for name in NO_NETWORK):
        raise NoNetworkError
    if done.returncode:
        raise SetUpError(f"{done.stderr}pip could not install what is needed in {HOME}; its reason is above")


def _explain_no_network(command: str, installed: set[str]) -> str:
    from caylus_tools.common.extras import command_names, extras_of

    able = [name for name in command_names() if MARK.is_file() and _includes(installed, extras_of([name], {}))]
    rest = f"These commands work without: {', '.join(able)}." if able else "No command works before the first installation."
    return (
        f"there is no network, and `{command}` needs packages that are not installed yet.\n"
        f"Connect and try again; behind a proxy, set HTTPS_PROXY. {rest}"
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
