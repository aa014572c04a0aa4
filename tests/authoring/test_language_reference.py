"""`rulesets/LANGUAGE.md` shows all of the language; the hooks for pre-commit are commands that work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import caylus
import pytest
import yaml
from caylus.formatter import format_text
from caylus.loading import library
from caylus.parser.lalr import keywords, soft_words
from caylus.parser.lexer import scan
from caylus_tools.cli import main as cli
from support.constructs import CONSTRUCTS, constructs

from . import reference

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return reference.write(tmp_path_factory.mktemp("reference"))


def test_every_construct_of_the_grammar_is_in_an_example() -> None:
    shown = set().union(*(constructs(text) for _, _, text in reference.examples()))
    assert shown == CONSTRUCTS


def test_every_word_of_the_language_is_in_an_example_and_those_that_are_no_names_in_the_list() -> None:
    words = keywords()
    assert words <= {token.text for _, _, text in reference.examples() for token in scan(text, "x.rules").tokens}
    (listed,) = re.findall(r"## Words\n\n[^\n]+\n\n(.*?)\n\n", reference.text(), re.DOTALL)
    assert listed.split() == sorted(words - soft_words())


def test_every_block_of_rules_on_the_page_is_one_of_the_examples() -> None:
    assert reference.text().count("```rules") == len(reference.examples()) > 15


@pytest.mark.parametrize(
    "text", [text for _, _, text in reference.examples()], ids=lambda text: text.strip().splitlines()[0][:40]
)
def test_an_example_is_laid_out_as_it_should_be(text: str) -> None:
    assert format_text(text, "x.rules") == text.lstrip("\n")


def test_the_examples_together_have_no_faults(folders: tuple[Path, Path]) -> None:
    assert [library.check_path(folder).diagnostics for folder in folders] == [(), ()]


@pytest.mark.parametrize("number", [0, 1])
def test_the_examples_together_can_be_played(folders: tuple[Path, Path], number: int) -> None:
    rules = caylus.load(folders[number])
    seen: set[str] = set()
    for seed in range(30):
        game = rules.new_game(2 + seed % 2, seed)
        while (decision := game.decision) is not None:
            assert all(option.text for option in decision.options)
            seen.update(option.id.split()[0] for option in decision.options)
            game.play((seed * 7919 + len(seen) * 31) % len(game.moves))
        assert game.view()["over"]
    common = {"visit", "build", "home", "pay", "decline", "toll", "ask"}
    assert common | ({"shelter"} if number else {"beg"}) <= seen


PROJECT = Path(__file__).parents[2]
HOOKS: dict[str, Any] = {
    hook["id"]: hook for hook in yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}


def call(hook: str, *files: str) -> int:
    """Calls a hook with the files that have changed."""
    entry = HOOKS[hook]
    program, *words = shlex.split(entry["entry"])
    changed = [file for file in files if re.search(entry["files"], file)]
    assert program == "caylus"
    assert changed
    return cli.main([*words, *entry.get("args", []), *(changed if entry.get("pass_filenames", True) else [])])


def test_each_hook_has_what_pre_commit_needs() -> None:
    assert sorted(HOOKS) == ["caylus-check", "caylus-fmt"]
    for hook in HOOKS.values():
        assert {"id", "name", "entry", "language"} <= set(hook)
        assert hook["language"] == "python"


def test_fmt_lays_out_the_rules_that_have_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.rules").write_text("resource   coin\n")
    assert call("caylus-fmt", "mine.rules", "notes.md") == 0
    assert Path("mine.rules").read_text() == "resource coin\n"


def test_check_looks_at_the_folders_of_the_repository_whatever_they_are_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("salt").mkdir()
    manifest = (
        "name: salt\ntitle: Mine\nversion: 1.0.0\nlanguage: 1\nabout: Mine.\nextends: {name: classic}\nrules: [mine.rules]\n"
    )
    Path("salt/ruleset.yaml").write_text(manifest)
    Path("salt/mine.rules").write_text("change constant lawyer_worth = two\n")
    assert call("caylus-check", "salt/mine.rules") == 1
    assert "salt/mine.rules:1" in capsys.readouterr().out


@pytest.mark.nightly
def test_check_looks_at_every_ruleset_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    head = "name: mine\ntitle: Mine\nversion: 1.0.0\nlanguage: 1\nabout: Mine.\n"
    manifest = head + 'extends: {name: classic, version: "1"}\nrules: [one.rules, two.rules]\n'
    Path("mine/ruleset.yaml").write_text(manifest)
    Path("mine/one.rules").write_text("change constant lawyer_worth = two\n")
    Path("mine/two.rules").write_text("constant two = 2\n")
    assert call("caylus-check", "mine/one.rules") == 0, capsys.readouterr().out
    Path("mine/two.rules").write_text("constant three = 3\n")
    assert call("caylus-check", "mine/one.rules") == 1
    assert "mine/one.rules:1" in capsys.readouterr().out
