"""Whatever is typed, the answer is words and an exit code; `caylus explain`, and command lines completed by a shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import caylus
import caylus_tools
import pytest
from caylus.diagnostics.render import codes, page
from caylus_tools.cli import main as cli
from caylus_tools.cli.commands import simulate
from caylus_tools.common import errors, extras
from support.running import Caylus

CLEAN, FINDINGS, USAGE, BUG = 0, 1, 2, 3
NOUGHTS, CIRCLE = (str(Path(__file__).parents[1] / "games" / name) for name in ("noughts", "circle"))


def call_command(*words: str) -> int | str | None:
    """The exit code of a command carried out in this process, which would raise whatever it does not foresee."""
    try:
        return cli.main(words)
    except SystemExit as end:
        return end.code


def test_help_names_every_command(piped: Caylus) -> None:
    done = piped("--help")
    assert done.code == CLEAN
    for command in ("list", "play", "resume", "replay", "check", "test", "show", "simulate"):
        assert f"\n    {command} " in done.out


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("dance",),
        ("play",),
        ("play", "no-such-ruleset"),
        ("play", "classic", "--players", "9"),
        ("play", "classic", "--players", "0"),
        ("play", "classic", "--players", "2", "--seats", "random,random,random"),
        ("play", "classic", "--seats", "random,oracle"),
        ("play", "classic", "--with", "no-such-variant"),
        ("play", "classic", "--seats", "random,random", "--save", "no/such/folder/game.json"),
        ("play", "classic", "--seats", "random,random", "--save", "."),
        ("simulate", "classic", "--games", "-3"),
        ("simulate", "classic", "--games", "1" * 5000),
        ("simulate", "classic", "--games", "1", "--bots", "oracle"),
        ("simulate", "classic", "--games", "1", "--players", "4", "--bots", "random,random"),
        ("check", "no/such/file.rules"),
        ("check", "no-such-ruleset"),
        ("test", "no/such/folder"),
        ("show", "no-such-ruleset"),
        ("show", "classic", "no_such_name"),
        ("replay", "no-such-file.json"),
        ("resume", "no-such-file.json"),
        ("resume", "."),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_as_asked_is_a_matter_of_usage(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call_command(*words) == USAGE
    told = capsys.readouterr()
    assert (told.out if words[:1] == ("check",) else told.err).strip()


def test_options_may_stand_between_other_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert call_command("check", NOUGHTS, "--format", "json", CIRCLE) == CLEAN
    first = capsys.readouterr().out
    assert call_command("check", NOUGHTS, CIRCLE, "--format", "json") == CLEAN
    assert first == capsys.readouterr().out != ""


def test_a_word_too_many_is_told_with_how_its_own_command_is_called(capsys: pytest.CaptureFixture[str]) -> None:
    assert call_command("check", "classic", "--quiet", "1303") == USAGE
    told = capsys.readouterr().err
    assert told.startswith("usage: caylus check ")
    assert "caylus check: error: there is no option '--quiet'" in told


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"format": 1}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"checksum": "x", "state": ' + b"9" * 5000 + b"}",
        b'{"format": 1, "format": 1}',
    ],
    ids=["empty", "open", "list", "nothing", "part", "bytes", "deep", "monstrous", "twice"],
)
@pytest.mark.parametrize("command", ["resume", "replay"])
def test_a_file_that_is_no_game_is_a_finding_with_a_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, text: bytes
) -> None:
    (tmp_path / "game.json").write_bytes(text)
    assert call_command(command, str(tmp_path / "game.json")) == FINDINGS
    assert "[E0" in capsys.readouterr().err


def test_a_ruleset_with_a_fault_is_not_played(piped: Caylus, tmp_path: Path) -> None:
    (tmp_path / "broken.rules").write_text("resource coin\nresource coin\n", encoding="utf-8")
    manifest = "name: broken\ntitle: Broken\nversion: '1.0'\nlanguage: 1\nseats: [A, B]\nrules: [broken.rules]\n"
    (tmp_path / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    done = piped("play", ".")
    assert (done.code, "broken.rules:2" in done.err) == (FINDINGS, True)


def test_a_bug_of_ours_is_reported_in_a_few_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def break_rule(_: object) -> int:
        raise ZeroDivisionError("the sum of nothing")

    monkeypatch.setattr(simulate, "run", break_rule)
    assert cli.main(["simulate", "classic"]) == errors.BUG == BUG
    told = capsys.readouterr().err
    assert "a bug of ours" in told
    assert "ZeroDivisionError: the sum of nothing" in told
    assert "Traceback" not in told


def test_a_missing_extra_is_named_with_the_way_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "rich" else name)
    assert call_command("play", "classic") == USAGE
    project = Path(__file__).parents[2]
    told = "caylus play: this needs the extra `play`, and rich is missing here; "
    monkeypatch.delenv("CAYLUS_STARTED_BY", raising=False)
    assert call_command("play", "classic") == USAGE
    installing = f"install it with `{sys.executable} -m pip install --editable '{project}[play]'`"
    assert told + installing in capsys.readouterr().err
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(extras, "_PROJECT", Path("/nowhere"))
        assert call_command("play", "classic") == USAGE
        assert f"{told}install it with `pip install '.[play]'` in a clone of the project" in capsys.readouterr().err
    monkeypatch.setenv("CAYLUS_STARTED_BY", "python3 tools/run.py")
    assert call_command("play", "classic") == USAGE
    assert f"{told}delete the folder {sys.prefix}, and `python3 tools/run.py` sets it up anew" in capsys.readouterr().err


@pytest.mark.slow
def test_a_reader_that_has_seen_enough_is_no_fault(environment: dict[str, str], tmp_path: Path) -> None:
    shell = f"{sys.executable} -m caylus_tools show {NOUGHTS} | head -1"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, env=environment, check=False, cwd=tmp_path)
    assert done.stdout.startswith("Noughts and crosses (")
    assert done.stderr == ""


@pytest.mark.slow
def test_a_page_is_shown_with_all_its_words_and_without_marks(capsys: pytest.CaptureFixture[str]) -> None:
    for code in [*codes()][::5]:
        found = page(code)
        assert found is not None
        assert cli.main(["explain", code.lower()]) == 0
        shown = capsys.readouterr().out
        assert shown.startswith(f"{code} {found.summary}\n\n")
        assert not any(line.startswith(("```", "#")) for line in shown.splitlines())
        for example in (found.bad, found.good):
            assert all(f"    {line}\n" in shown for line in example.splitlines() if line.strip())


def test_without_a_code_all_are_listed_each_on_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == list(codes())
    assert all(line.split("  ")[1] for line in lines)


def test_a_page_is_looked_up_without_loading_the_interpreter() -> None:
    script = "import sys; from caylus_tools.cli.main import main; main(['explain', 'E0301']); print(sorted(sys.modules))"
    roots = os.pathsep.join(str(Path(package.__file__ or "").parents[1]) for package in (caylus, caylus_tools))
    environment = {**os.environ, "PYTHONPATH": roots}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment)
    assert "'caylus.diagnostics.render'" in done.stdout
    assert "'caylus.loading.library'" not in done.stdout
    assert "'caylus.syntax'" not in done.stdout


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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("lsit",), "there is no command 'lsit'; did you mean `list`?"),
        (("dance",), "there is no command 'dance'; `caylus --help` lists them"),
        (("--players", "3", "play"), "the command comes first, and '--players' after it"),
        (("simulate", "classic", "--playrs", "3"), "there is no option '--playrs'; did you mean `--players`?"),
        (("simulate", "classic", "--playrs=3"), "there is no option '--playrs'; did you mean `--players`?"),
        (("list", "classic", "1303"), "'1303' is one word too many"),
        (("check", "classic", "--format", "jsno"), "argument --format: there is no 'jsno'; did you mean `json`?"),
        (("check", "classic", "--format", "pdf"), "there is no 'pdf'; there are text, json, sarif and github"),
        (("simulate", "classic", "--bots", "greddy"), "there is no bot `greddy`; did you mean `greedy`?"),
        (("explain", "E011"), "there is no page on `E011`; did you mean `E0101`?"),
        (("test", "clasic"), "error[E0620]: there is no ruleset or variant `clasic`\n  = help: did you mean `classic`?"),
        (
            ("show", "turn"),
            "error[E0620]: there is no ruleset or variant `turn`\n  = help: name its game: `caylus show classic turn`",
        ),
        (("list", "bartr"), "error[E0620]: there is no ruleset or variant `bartr`\n  = help: did you mean `barter`?"),
        (("completion", "fihs"), "there is no shell 'fihs'; did you mean `fish`?"),
        (("completion", "powershell"), "there is no shell 'powershell'; there are bash, zsh and fish"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_the_wrong_word_is_named_with_what_was_meant(caylus_: Caylus, words: tuple[str, ...], told: str) -> None:
    done = caylus_(*words)
    assert done.code == 2
    assert told in done.err


def test_check_prints_json_by_the_option_that_other_commands_have(caylus_: Caylus) -> None:
    assert caylus_("check", "no-such", "--json").out == caylus_("check", "no-such", "--format", "json").out != ""
