"""What a command prints is what it means to print, whatever files, folders, arguments and texts are called."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import caylus
import pytest
from caylus import Diagnostic
from caylus.diagnostics import Span, visible
from caylus.diagnostics.visible import first_hidden, is_line
from caylus_tools.formats.github import to_annotations
from caylus_tools.testing import scenario_run
from caylus_tools.testing.scenarios import Result
from support.running import Caylus, Done
from support.village import write_game

NAMES = (
    "a\x1b[2J\x1b]0;title\x07b",
    "a\n::error file=x::planted",
    "::error::planted",
    " ::warning::planted",
    "##[error]planted",
    "a\r::error::planted",
    "a\u202eb\u2028::error::planted\x9b31m",
    os.fsdecode(b"a\xff\xc2\x85b"),
)
SCENARIO = "players: [Ann, Ben]\nscenarios:\n  - {{name: '{}', begin: morning, then: {{days: 7}}}}\n"


def is_harmless(done: Done) -> bool:
    """Whether there is nothing hidden in what was printed, and nothing that a build service would take for an order."""
    lines = (done.out + done.err).split("\n")
    return not any(first_hidden(line) or line.strip().startswith("::") or "##[" in line or line == "planted" for line in lines)


@pytest.fixture(params=NAMES, ids=map(ascii, NAMES))
def name(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a folder that holds a ruleset, in the current one."""
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path).rename(tmp_path / request.param)
    return request.param


@pytest.mark.parametrize(
    "words",
    [
        ("check", "{}"),
        ("check", "--format", "json", "{}"),
        ("check", "--format", "sarif", "{}"),
        ("check", "{}/nothing.rules"),
        ("fmt", "--check", "{}"),
        ("fmt", "--diff", "{}"),
        ("fmt", "{}"),
        ("test", "{}"),
        ("test", "--json", "{}"),
        ("new", "mine", "--of", "{}"),
        ("new", "mine", "--of", "classic", "--in", "{}"),
        ("new", "{}", "--of", "classic"),
        ("doc", "{}", "-o", "{}"),
        ("doc", "{}", "-o", "no/{}"),
        ("why", "{}"),
        ("replay", "{}"),
        ("explain", "{}"),
        ("show", "{}", "{}"),
        ("simulate", "{}", "--games", "1", "--policy", "{}"),
        ("simulate", "{}", "--games", "1", "--out", "{}"),
        ("simulate", "{}", "--games", "{}"),
        ("{}", "{}"),
        ("check", "--{}", "{}"),
    ],
    ids=" ".join,
)
def test_no_name_makes_a_line_of_its_own_or_moves_the_cursor(words: tuple[str, ...], name: str, caylus_: Caylus) -> None:
    rules = next(Path(name).glob("*.rules"))
    rules.write_text(rules.read_text().replace("wage", " wgae", 1))
    (Path(name) / "scenarios").mkdir(exist_ok=True)
    (Path(name) / "scenarios" / "a.yaml").write_text(SCENARIO.format("It is no day"))
    done = caylus_(*(word.format(name) for word in words))
    assert done.code in (0, 1, 2), done.err
    assert is_harmless(done), done
    if "json" in words and done.out:
        json.loads(done.out)


def test_a_ruleset_in_a_folder_that_nobody_can_see_the_name_of_is_refused(name: str, caylus_: Caylus) -> None:
    done = caylus_("check", name)
    assert (done.code, "E0614" in done.out) == ((0, False) if is_line(name) else (1, True))


def test_annotations_are_escaped_as_github_has_it() -> None:
    span = Span("a,b:c%d\n::error::e\r\x1b/x.rules", 1, 2, 1, 3)
    (line,) = to_annotations([Diagnostic("E0101", "100 %\n::error::\x1b", span)])
    properties = "file=a%2Cb%3Ac%25d%0A%3A%3Aerror%3A%3Ae%0D\\x1b/x.rules,line=1,endLine=1,col=2,endColumn=3,title=E0101"
    assert line == f"::error {properties}::100 %25%0A::error::\\x1b"


@pytest.mark.parametrize("name", [*NAMES, "]]>", "<b>&amp;", "a \"quoted\" 'name'", "☃ é 日本 𝕏", "\ufffe", "\x00"])
def test_results_for_junit_are_well_formed_whatever_a_scenario_is_called(name: str) -> None:
    failed = Result(name, f"{name}/a.yaml:3", (name, f"{name}\n{name}"))
    text = scenario_run.to_junit([scenario_run.Tested(caylus.load("classic"), (failed,), None, None)])
    (case,) = ElementTree.fromstring(text.encode()).iter("testcase")
    assert (case.get("name"), case.get("file"), case.get("line")) == (visible(name), f"{visible(name)}/a.yaml", "3")
    assert is_harmless(Done(0, text, ""))


@pytest.mark.parametrize("title", ["]]>", "<b>&amp;", "::error::x", "%0A::error::"])
def test_whatever_a_scenario_is_called_is_told_as_it_is(title: str, caylus_: Caylus, village: Path, tmp_path: Path) -> None:
    (village / "scenarios").mkdir(exist_ok=True)
    for file in (village / "scenarios").glob("*"):
        file.unlink()
    (village / "scenarios" / "]]>.yaml").write_text(SCENARIO.format(title.replace("'", "''")), encoding="utf-8")
    done = caylus_("test", village, "--junit", tmp_path / "out.xml")
    assert (done.code, is_harmless(done)) == (1, True), done
    (case,) = ElementTree.parse(tmp_path / "out.xml").getroot().iter("testcase")
    assert case.get("name") == visible(title)
