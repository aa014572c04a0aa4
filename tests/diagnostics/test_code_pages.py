"""The pages of codes: each says what it means, its bad example has that fault and no other, its good one has none."""

from __future__ import annotations

import json
import re
from pathlib import Path

import caylus
import caylus_tools
import pytest
from caylus.diagnostics.render import codes, page
from caylus_tools.cli import main as cli

from .examples import check_example

PAGES = [found for code in codes() if (found := page(code))]
EXAMPLES = [found for found in PAGES if found.bad]


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_page_begins_with_its_code_and_a_summary_and_has_both_examples_or_none() -> None:
    for shown in PAGES:
        assert re.match(rf"# {shown.code} \S[^\n]*\n\n\S", shown.text), shown.code
        assert shown.summary, shown.code
        assert bool(shown.bad) == bool(shown.good), shown.code


@pytest.mark.slow
def test_the_bad_example_has_the_fault_and_no_other() -> None:
    found = {shown.code: {fault.code for fault in check_example(shown.code, shown.bad)[0]} for shown in EXAMPLES}
    assert found == {shown.code: {shown.code} for shown in EXAMPLES}


@pytest.mark.slow
def test_each_fault_of_several_rulesets_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for shown in EXAMPLES[::3]:
        (folder := tmp_path / shown.code).mkdir()
        monkeypatch.chdir(folder)
        _, texts = check_example(shown.code, shown.bad)
        if "a.rules" in texts:
            (folder / "a.rules").write_text(texts["a.rules"], encoding="utf-8", newline="")
    for number, text in enumerate(["", "# nothing\n", "---\n", "~\n", "name: x\n", "[", "\x00", "\xff" * 2, "a" * 200_000]):
        (tmp_path / f"E{number}").mkdir(exist_ok=True)
        (tmp_path / f"E{number}" / "ruleset.yaml").write_bytes(text.encode("latin-1"))
    assert cli.main(["check", str(tmp_path), *map(str, tmp_path.glob("*/a.rules")), "--format", "json"]) == 1
    faults = json.loads(capsys.readouterr().out)["diagnostics"]
    assert [fault for fault in faults if not fault["span"] and str(tmp_path) not in fault["message"]] == []
    assert {number for number in range(9) if f"/E{number}/" not in str(faults)} == set()


@pytest.mark.slow
def test_the_good_example_has_no_fault() -> None:
    for shown in EXAMPLES:
        found, _ = check_example(shown.code, shown.good)
        warned = shown.code.startswith(("W", "E01", "E05", "E06"))
        assert [(shown.code, fault.code) for fault in found if fault.is_error or warned] == []


def test_every_code_that_is_used_has_a_page_and_every_page_a_use() -> None:
    files = [file for package in (caylus, caylus_tools) for file in Path(package.__file__ or "").parent.rglob("*.py")]
    sources = [file.read_text(encoding="utf-8") for file in files]
    used = {code for source in sources for code in re.findall(r'"([EW]\d{4})"', source)}
    assert used == set(codes())


def test_the_index_lists_every_code_with_its_summary() -> None:
    index = (Path(__file__).parents[2] / "rulesets" / "CODES.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[(\w+)\]\([^)]*/(\w+)\.md\) \| (.+) \|$", index, re.MULTILINE)
    assert listed == [(found.code, found.code, found.summary) for found in PAGES]


def test_a_code_is_found_however_it_is_written() -> None:
    assert page("e0101") == page("E0101")


@pytest.mark.parametrize("code", ["E9998", "E01", "", "../parser/grammar", "E0101.md"])
def test_what_is_no_code_has_no_page(code: str) -> None:
    assert page(code) is None
