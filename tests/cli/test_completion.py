"""Command lines completed by a shell, as argcomplete's scripts ask for them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.running import Caylus

ASK = """
eval "$(caylus completion bash)"
COMP_WORDS=({line}{last}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; COMP_TYPE=9
_python_argcomplete caylus
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def complete_line(line: str, environment: dict[str, str]) -> list[str]:
    """What bash offers behind a line."""
    script = ASK.format(line=line, last=" ''" if line.endswith(" ") else "")
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=environment, check=False)
    return done.stdout.split()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_commands_options_rulesets_variants_and_codes(environment: dict[str, str], tmp_path: Path) -> None:
    command = tmp_path / "caylus"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m caylus_tools "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    environment = environment | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    assert complete_line("caylus co", environment) == ["completion"]
    assert complete_line("caylus check classic --form", environment) == ["--format"]
    assert complete_line("caylus play cl", environment) == ["classic"]
    assert complete_line("caylus play 1303 --with ta", environment) == ["table-of-favours", "taskmaster"]
    assert complete_line("caylus explain E011", environment)[0] == "E0110"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_a_script_of_its_own(caylus_: Caylus, shell: str) -> None:
    done = caylus_("completion", shell)
    assert done.code == 0
    assert ("complete --command caylus" in done.out) == (shell == "fish")
    assert "_ARGCOMPLETE" in done.out
