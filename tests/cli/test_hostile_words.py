"""What a command prints is what it means to print, whatever files, folders, arguments and texts are called."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest
from caylus.diagnostics import visible
from caylus.diagnostics.render import first_hidden
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


def test_annotations_are_escaped_as_github_has_it(caylus_: Caylus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path).rename(tmp_path / "a,b:c%d\n::error::e\r\x1b")
    rules = next(tmp_path.glob("*/*.rules"))
    rules.write_text(rules.read_text().replace("wage", "wgae", 1))
    done = caylus_("check", "--format", "github", rules.parent.name)
    (line,) = done.out.rstrip("\n").split("\n")
    assert line.startswith(f"::error file=a%2Cb%3Ac%25d%0A%3A%3Aerror%3A%3Ae%0D\\x1b/{rules.name},line=")
    assert not first_hidden(line)


@pytest.mark.parametrize("title", ["]]>", "<b>&amp;", "a \"quoted\" 'name'", "::error::x", "☃ é 日本 𝕏", "%0A::error::"])
def test_results_for_junit_are_well_formed_whatever_a_scenario_is_called(
    title: str, caylus_: Caylus, village: Path, tmp_path: Path
) -> None:
    (village / "scenarios").mkdir(exist_ok=True)
    for file in (village / "scenarios").glob("*"):
        file.unlink()
    (village / "scenarios" / "]]>\x01\ufffe.yaml").write_text(SCENARIO.format(title.replace("'", "''")), encoding="utf-8")
    done = caylus_("test", village, "--junit", tmp_path / "out.xml")
    assert (done.code, is_harmless(done)) == (1, True), done
    (case,) = ElementTree.parse(tmp_path / "out.xml").getroot().iter("testcase")
    assert case.get("name") == visible(title)
    assert case.get("classname", "").endswith("]]>\\x01\\ufffe")
