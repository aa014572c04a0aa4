"""Ctrl-C, and whatever else asks a process to end, is heard from the first moment on and answered in silence."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from caylus_tools.cli import main as cli
from caylus_tools.cli.commands import simulate
from caylus_tools.common.interrupts import Attention, Stopped

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot send itself a Ctrl-C")

INTERRUPTED_AT = """
import os, signal, sys

class Interrupt:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == sys.argv[-1]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt)
from caylus_tools.__main__ import main
module = sys.argv.pop()
sys.argv.append(module)
sys.argv[1:] = ["check", "classic", "--with", module]
raise SystemExit(main())
"""


@pytest.mark.parametrize(
    "module",
    [
        "caylus_tools.cli",
        "argparse",
        "caylus_tools.cli.commands.check",
        "caylus",
        "caylus.loading.library",
        "caylus.loading.manifest",
    ],
)
def test_an_interrupt_among_imports_ends_the_process_in_silence(environment: dict[str, str], module: str) -> None:
    words = [sys.executable, "-c", INTERRUPTED_AT, module]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={**environment, "CAYLUS_CACHE": ""})
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.slow
def test_where_interrupts_are_ignored_they_stay_so(environment: dict[str, str]) -> None:
    ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n" + INTERRUPTED_AT.replace('"--with", module', "")
    done = subprocess.run([sys.executable, "-c", ignoring, "caylus"], capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr


def test_an_interrupt_that_python_has_wrapped_is_one_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupting:
        def __set_name__(self, owner: object, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "run", lambda _: type("Made", (), {"thing": Interrupting()}))
    assert cli.main(["simulate", "classic"]) == 130
    assert capsys.readouterr().err == ""


def test_run_py_gives_its_place_to_the_program(environment: dict[str, str], tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\necho $$ $*\n", encoding="utf-8")
    program.chmod(0o755)
    script = Path(__file__).parents[2] / "tools" / "run.py"
    begin = f"import sys; sys.path.insert(0, {str(script.parent)!r}); import os, run; print(os.getpid(), flush=True); "
    done = subprocess.run(
        [sys.executable, "-c", begin + f"run._run([{str(program)!r}, 'play'])"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    before, after = done.stdout.splitlines()
    assert after == f"{before} play"


def test_a_signal_waits_until_it_may_be_heard() -> None:
    done = []
    with pytest.raises(Stopped) as caught, Attention() as attention:
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGTERM)
        done.append("what must not be torn")
        with attention.listen():
            done.append("what may be")
    assert done == ["what must not be torn"]
    assert caught.value.number == signal.SIGTERM


def test_after_one_signal_was_heard_a_second_one_waits() -> None:
    done = []
    with Attention() as attention:
        try:
            with attention.listen():
                os.kill(os.getpid(), signal.SIGINT)
        except Stopped:
            os.kill(os.getpid(), signal.SIGINT)
            done.append("saved")
    assert done == ["saved"]


def test_handlers_are_as_before_in_the_end() -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    with Attention():
        assert [signal.getsignal(number) for number in numbers] != before
    assert [signal.getsignal(number) for number in numbers] == before
