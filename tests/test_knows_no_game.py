"""The interpreter, the schemas and the tools know no game: no word of either edition stands in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
WORDS = re.findall(
    r"\w+",
    """
    alchemist apprentice architect bailiff bridge building caylus castle chamberlain character church cloth cube deliveryman
    denier
    dungeon favour favor foreman gate goldsmith guild house inn jeweller joust journeyman lawyer mason monument prestige provost
    residence road stable steward thief tile tower wall wood stone worker
    """,
)
WORD = re.compile(rf"(?<![a-z])({'|'.join(WORDS)})(?=(s|es)?(?![a-z]))", re.IGNORECASE)
# What the words also mean in the trade of programs, or the project's own name.
INNOCENT = re.compile(
    r"\bcaylus(_tools)?(\.\w+)*\b|(?-i:CAYLUS_[A-Z_]*)|caylus-rules|building block|\b(re)?building (a|the)\b|\bcharacters?( of text)?\b|firewall|trigger_characters|house rules?\b",
    re.IGNORECASE,
)
FILES = sorted(
    file
    for folder in ("interpreter", "schemas", "tools/caylus_tools")
    for file in (ROOT / folder).rglob("*")
    if file.suffix in {".py", ".lark", ".json", ".md", ".js", ".css", ".html"} and "__pycache__" not in file.parts
    if not (folder.startswith("tools") and file.suffix == ".md")  # what people read of tools shows a game
)
WORK_FOR_OTHERS = re.compile("simulat|server/(workers|web)/")
"""In these files processes are workers."""


def test_no_word_of_a_game_stands_in_any_file() -> None:
    named = set()
    for file in FILES:
        text = INNOCENT.sub("", file.read_text(encoding="utf-8"))
        words = {word[0].lower() for word in WORD.finditer(text)}
        named |= {
            (str(file.relative_to(ROOT)), word) for word in words - ({"worker"} if WORK_FOR_OTHERS.search(str(file)) else set())
        }
    assert named == set()


def test_the_scan_sees_what_it_looks_for() -> None:
    assert FILES
    assert any(re.search(r"(?<![a-z])provost", f.read_text(encoding="utf-8")) for f in (ROOT / "rulesets").rglob("*.rules"))
