"""The documents of the project: their links lead somewhere."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("rulesets", "tools", "interpreter", "schemas", "tests")
FOUND = [*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))]
PAGES = sorted(page for page in FOUND if page.parent.name != "snapshots")  # whose anchors are those of HTML
_CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\[[^][]*\]\(([^()\s]+)\)")


@cache
def anchors(page: Path) -> frozenset[str]:
    """Names of the headings, made as GitHub makes them, and those that a page gives itself."""
    text = _CODE.sub(lambda code: code[0].strip("`") if "\n" not in code[0] else "", page.read_text("utf-8"))
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    named = re.findall(r'<a id="([^"]+)">', text)
    return frozenset([*named, *(re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles)])


def test_every_link_leads_somewhere() -> None:
    for page in PAGES:
        for target in _LINK.findall(_CODE.sub("", page.read_text("utf-8"))):
            if target.startswith(("http:", "https:", "mailto:")):
                continue
            path, _, anchor = target.partition("#")
            file = page.parent / path if path else page
            assert file.exists(), f"{page}: {target}"
            assert not anchor or anchor in anchors(file), f"{page}: {target}"
