"""The pages that explain diagnostic codes: `codes/E0101.md` and so on, one file a code.

A page is Markdown: a heading of the code and a summary, what causes the fault and what to do, and, where an example is short
enough to read, a bad one and a good one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parents[1] / "codes"
_CODE = re.compile(r"[EW]\d{4}")
_EXAMPLE = re.compile(r"^## (Bad|Good)\n+```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Page:
    """The page of a code. `text` is the whole page; `bad` and `good` are its examples, empty where it has none."""

    code: str
    summary: str
    text: str
    bad: str
    good: str


def codes() -> tuple[str, ...]:
    """Every code that has a page, in order."""
    return tuple(sorted(file.name.removesuffix(".md") for file in _FOLDER.iterdir() if file.name.endswith(".md")))


def page(code: str) -> Page | None:
    """The page of a code, such as `E0101`, in capitals or not; None if there is no such code."""
    code = code.upper()
    file = _FOLDER.joinpath(f"{code}.md")
    if not _CODE.fullmatch(code) or not file.is_file():
        return None
    text = file.read_text(encoding="utf-8")
    heading = text.split("\n", 1)[0]
    examples = dict(_EXAMPLE.findall(text))
    return Page(code, heading.removeprefix(f"# {code} "), text, examples.get("Bad", ""), examples.get("Good", ""))
