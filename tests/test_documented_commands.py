"""The commands of the documents work where strangers try them: in a fresh clone, a fresh environment and an empty cache folder."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest
from caylus_tools.common.extras import command_names, extras_of
from support.running import Caylus
from tutorial.steps import Command, File, steps
from tutorial.test_how_to import FINDINGS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SMALL = {
    "analyse": "game.json --out game.html",
    "balance": "tests/games/noughts --players 2 --games 30 --bots random --out balance.html",
    "check": "classic",
    "completion": "bash",
    "diff": "classic classic",
    "doc": "classic",
    "explain": "E0204",
    "fmt": "--check rulesets/classic",
    "list": "classic",
    "lsp": "--stdio",
    "new": "mine --of classic",
    "play": "1303 --players 2 --seats greedy,greedy --seed 1 --save game.json",
    "rate": "tests/games/noughts --players 2 --games 2 --bots random,greedy",
    "replay": "game.json",
    "resume": "--list",
    "serve": "--port 0",
    "show": "classic bank",
    "simulate": "classic --games 1 --bots random",
    "test": "salt",
    "train": "tests/games/noughts --minutes 0.001 --jobs 1 --out bots.json",
    "why": "game.json 12",
    "workshop": "--port 0 --no-browser",
}
"""Arguments for the commands of README's table."""
WITH_OPTIONS = ("simulate classic --games 1 --bots random --out games.parquet", "serve --check")
"""Commands that need other packages because of an option, or end where others go on."""
SMALLER = {"--minutes 15": "--minutes 0 --games 2 --match 2 --jobs 1", "URL": "restored.sqlite3", "2026-11-23": "$(date +%F)"}
"""What stands for words of the manuals that take long, or mean something of the reader's own."""
OF_OTHERS = ("cd ", "code ", "createuser ", "npm ", "podman ", "python3 -m venv ", "systemctl ", "useradd ")
"""Commands in the manuals that are not of this project, or change the system."""
WITH_DATABASE = "CAYLUS_DATABASE=postgresql:"
"""A server of PostgreSQL is tested in tests/server."""
PAGES_FOR_PEOPLE = re.compile(r"https?://[^\s,]+")
PATIENCE = 120
"""Seconds until a command that goes on must have answered."""


def options(help_: str) -> tuple[set[str], set[str]]:
    """The options that a help text names, those for everybody and those for experts."""
    for_all, _, for_experts = help_.partition("\nexpert options:")
    found = [set(re.findall(r"^  (?:-\w(?: [^\s,]+)?, )?(--[a-z-]+)", text, re.MULTILINE)) for text in (for_all, for_experts)]
    return found[0] - {"--help"}, found[1]


@pytest.mark.nightly
def test_readme_names_the_options_that_commands_have_for_everybody(caylus_: Caylus) -> None:
    section = README.partition("\n## Commands\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `caylus ")]
    named = {name: row for row in rows for name in re.findall(r"`caylus (\w+)", row)}
    assert sorted(named) == command_names()
    common = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", "\n".join(line for line in section.splitlines() if line not in rows)))
    known = {name: options(caylus_(name, "--help").out) for name in named}
    for row in rows:
        names = re.findall(r"`caylus (\w+)", row)
        written = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", row))
        assert written <= set().union(*(for_all | for_experts for name in names for for_all, for_experts in [known[name]])), row
        assert set().union(*(known[name][0] for name in names)) <= written | common, row


@dataclass
class Stranger:
    """Somebody with a fresh copy of the project's files, and nothing of this program yet. Records each command."""

    clone: Path
    work: Path
    environment: dict[str, str]
    record: Callable[[str, object], None]
    extras: str = ""

    def use_environment(self, extras: str) -> None:
        """Puts the environment of these extras in place of the one in the clone. A new one begins as one without extras."""
        now, others = self.clone / ".venv", self.clone.with_name("environments")
        if extras == self.extras:
            return
        others.mkdir(exist_ok=True)
        now.rename(others / f"with-{self.extras}")
        if (others / f"with-{extras}").exists():
            (others / f"with-{extras}").rename(now)
        else:
            shutil.copytree(others / "with-", now, symlinks=True)
        self.extras = extras

    def run(self, shown: str, command: list[str], typed: str, wanted: int) -> None:
        """Runs a command to its end."""
        began = time.monotonic()
        done = subprocess.run(
            command, input=typed, capture_output=True, text=True, check=False, cwd=self.work, env=self.environment
        )
        self._note(shown, began, done.returncode)
        assert done.returncode == wanted, f"{shown}\n{done.stdout}{done.stderr}"

    def start(self, shown: str, command: list[str], probe: Callable[[subprocess.Popen[str]], None]) -> None:
        """Starts a command that goes on, sees whether it answers, and stops it."""
        began = time.monotonic()
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=self.work,
            env=self.environment,
        ) as process:
            signal.signal(signal.SIGALRM, lambda *_: process.kill())
            signal.alarm(PATIENCE)
            try:
                probe(process)
            finally:
                signal.alarm(0)
                process.send_signal(signal.SIGINT)
        self._note(shown, began, process.returncode)
        assert process.returncode in (0, 130), shown

    def _note(self, shown: str, began: float, code: int) -> None:
        self.record("documented command", f"{time.monotonic() - began:6.1f} s  exit code {code}  {shown}")


def probe_pages(process: subprocess.Popen[str]) -> None:
    """Opens the first address that a server prints."""
    assert process.stdout is not None
    address = next(found[0] for line in process.stdout if (found := PAGES_FOR_PEOPLE.search(line)))
    with urlopen(address.rstrip("/.") + "/") as page:
        assert page.status == 200


def probe_start(process: subprocess.Popen[str]) -> None:
    """Waits for the first line of a server whose address is somebody else's."""
    assert process.stdout is not None
    assert process.stdout.readline()


def probe_language_server(process: subprocess.Popen[str]) -> None:
    """Introduces an editor."""
    assert process.stdin is not None
    assert process.stdout is not None
    request = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"processId": None, "rootUri": None, "capabilities": {}},
    }
    text = json.dumps(request)
    process.stdin.write(f"Content-Length: {len(text)}\r\n\r\n{text}")
    process.stdin.flush()
    assert process.stdout.readline().startswith("Content-Length")


def probe_for(words: str) -> Callable[[subprocess.Popen[str]], None] | None:
    """The probe of a command that goes on; None for one that ends."""
    if re.search(r"--(admin|check|backup|restore)\b", words):
        return None
    if re.search(r"(^|caylus )(serve|workshop)\b", words):
        return probe_start if "--address" in words else probe_pages
    return probe_language_server if re.search(r"(^|caylus )lsp\b", words) else None


@pytest.fixture
def stranger(tmp_path: Path, environment: dict[str, str], record_property: Callable[[str, object], None]) -> Stranger:
    """A stranger whose packages come from the wheels that pip has fetched before, or from the network."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    wheels = subprocess.run([*pip, "cache", "dir"], capture_output=True, text=True, check=True).stdout.strip()
    fetch = [*pip, "--quiet", "download", "--no-deps", "--dest", str(tmp_path / "probe"), "hatchling"]
    if subprocess.run(fetch, capture_output=True, check=False).returncode:
        pytest.skip("no registry of packages can be reached")
    clone, work = tmp_path / "clone", tmp_path / "work"
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=False, cwd=ROOT)
    if listed.returncode:  # an archive of the sources
        shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns(".venv", "__pycache__", ".*_cache", "node_modules"))
    for name in filter(None, listed.stdout.split("\0")):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    shutil.copytree(ROOT / "tests" / "games", work / "tests" / "games")
    shutil.copytree(ROOT / "rulesets" / "classic", work / "rulesets" / "classic")
    kept = {
        name: value
        for name, value in environment.items()
        if name not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "CAYLUS_GAMES")
    }
    own = {
        "HOME": tmp_path / "home",
        "XDG_DATA_HOME": tmp_path / "data",
        "CAYLUS_CACHE": tmp_path / "cache",
        "PIP_CACHE_DIR": wheels,
    }
    return Stranger(clone, work, {**kept, **{name: str(value) for name, value in own.items()}}, record_property)


def try_in_clone(stranger: Stranger, words: str, typed: str = "q\n", wanted: int = 0) -> None:
    """Runs words of `caylus` by tools/run.py, in an environment that has the extras of this command and no other."""
    stranger.use_environment("-".join(sorted(extras_of(shlex.split(words), {}))))
    probe = probe_for(words)
    more = " --port 0" if probe in (probe_pages, probe_start) and "--port" not in words else ""
    more += " --no-browser" if words.startswith("workshop") and "--no-browser" not in words else ""
    command = [sys.executable, str(stranger.clone / "tools" / "run.py"), *shlex.split(words + more)]
    shown = f"python3 tools/run.py {words}{more}"
    if probe is None:
        stranger.run(shown, command, typed, wanted)
    else:
        stranger.start(shown, command, probe)


IN_BLOCKS = re.findall(r"^python3 tools/run\.py (.*?)(?: +#.*)?$", README, re.MULTILINE)


@pytest.mark.nightly
def test_small_arguments_are_there_for_every_command() -> None:
    assert sorted(SMALL) == command_names()


@pytest.mark.nightly
def test_the_commands_of_readme_and_of_the_tutorial_work_in_a_fresh_clone(stranger: Stranger) -> None:
    for words in ("list", f"play {SMALL['play']}", *(f"{name} {words}" for name, words in SMALL.items() if name != "play")):
        try_in_clone(stranger, words)
    for words in (*IN_BLOCKS, *WITH_OPTIONS):
        try_in_clone(stranger, words)
    for step in steps((ROOT / "rulesets" / "README.md").read_text(encoding="utf-8")):
        if isinstance(step, File):
            file = stranger.work / step.path
            file.parent.mkdir(parents=True, exist_ok=True)
            before = file.read_text(encoding="utf-8") if step.added else ""
            file.write_text(before + step.text, encoding="utf-8")
        else:
            _try_step(stranger, step)


def _try_step(stranger: Stranger, step: Command) -> None:
    wanted = int(any(finding in step.shown for finding in FINDINGS))
    try_in_clone(stranger, step.words.removeprefix("caylus "), step.typed, wanted)


def lines_of_manual(page: str) -> Iterator[str]:
    """The command lines of a manual that are of this project."""
    for block in re.findall(r"^```sh\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            if not line.startswith((*OF_OTHERS, WITH_DATABASE)):
                yield line


@pytest.mark.nightly
@pytest.mark.parametrize(
    "page", ["tools/caylus_tools/server/README.md", "tools/editors/README.md", "tools/caylus_tools/learning/README.md"]
)
def test_the_commands_of_a_manual_work_after_its_own_installation(stranger: Stranger, page: str) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(stranger.work / "own")], check=True)
    stranger.environment["PATH"] = f"{stranger.work / 'own' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    for line in [*lines_of_manual(page), *(["caylus lsp --stdio"] if "editors" in page else [])]:
        for old, new in SMALLER.items():
            line = line.replace(old, new)
        shown = line.partition(" #")[0].rstrip()
        probe = probe_for(shown)
        if re.search(r"pip install .*'\.\[", shown):
            shown = shown.replace("'.[", f"'{stranger.clone}[")
        if probe in (probe_pages, probe_start):
            shown += " --port 0"
        if probe is None:
            stranger.run(shown, ["bash", "-ec", shown], "", 0)
        else:
            stranger.start(shown, ["bash", "-ec", f"exec env {shown}"], probe)
