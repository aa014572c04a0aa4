"""The page as a browser lays it out, where there is one: nothing sticks out of a face, of a column or of the window."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest
from caylus_tools.doc.page import html
from caylus_tools.doc.reference import reference

from .reading import rules_of

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
]

MEASURE = """
<script>
const out = [];
for (const face of document.querySelectorAll('svg.face')) {
  const frame = face.getBoundingClientRect();
  for (const part of face.querySelectorAll('text, use')) {
    const box = part.getBoundingClientRect();
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
      out.push(face.getAttribute('aria-label').slice(0, 40) + ': ' + (part.textContent || part.getAttribute('href')));
  }
}
const sides = [...document.querySelectorAll('.entry .sides:not(.matrixed)')].map(x => [...x.children].map(y => y.getBoundingClientRect()));
const beside = sides.filter(([a, b]) => Math.abs(a.top - b.top) < 40 && a.right <= b.left + 1).length;
const missing = [...document.querySelectorAll('use')].filter(x => x.getBoundingClientRect().width === 0).length;
const paper = getComputedStyle(document.body).backgroundColor;
document.body.innerHTML = '';
document.title = JSON.stringify({out, missing, beside, sides: sides.length, paper, width: window.innerWidth});
</script>
"""
WIDEST = "<script>window.widest = document.documentElement.scrollWidth</script>"
TELL = "<script>document.title = document.title.replace('{', '{\"widest\": ' + window.widest + ', ')</script>"

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")


def measured(folder: Path, width: int, *rules: str, dark: bool = False) -> dict[str, object]:
    """What a browser finds on the page when its window is so wide."""
    page = folder / "page.html"
    page.write_text(html(reference(rules_of(*rules))).replace("</body>", f"{WIDEST}{MEASURE}{TELL}</body>"), encoding="utf-8")
    arguments = [f"--user-data-dir={folder / 'profile'}", f"--window-size={width},1000", "--dump-dom"]
    if dark:
        arguments.append("--blink-settings=preferredColorScheme=0")
    done = subprocess.run(
        [str(BROWSER), *QUIET, *arguments, page.as_uri()],
        capture_output=True,
        timeout=120,
        check=True,
        text=True,
        encoding="utf-8",
    )
    found = re.search(r"<title>(.*?)</title>", done.stdout, re.DOTALL)
    assert found, done.stdout[:500]
    told: dict[str, object] = json.loads(unescape(found[1]))
    return told


@pytest.mark.parametrize("rules", [("classic", "salt", "new-tiles"), ("1303",)], ids=lambda rules: rules[0])
def test_everything_on_a_face_is_inside_it(tmp_path: Path, rules: tuple[str, ...]) -> None:
    told = measured(tmp_path, 1400, *rules)
    assert told["out"] == []
    assert told["missing"] == 0


@pytest.mark.parametrize("width", [1400, 1000, 500])
def test_the_page_is_no_wider_than_its_window(tmp_path: Path, width: int) -> None:
    told = measured(tmp_path, width, "classic", "first-printing")
    assert told["widest"] == told["width"]


def test_words_stand_beside_the_text_of_the_rule_where_there_is_room(tmp_path: Path) -> None:
    told = measured(tmp_path, 1400, "classic")
    assert told["beside"] == told["sides"]


def test_the_page_is_dark_for_those_who_like_it_so(tmp_path: Path) -> None:
    light, dark = (measured(tmp_path, 1400, "classic", dark=dark)["paper"] for dark in (False, True))
    brightness = [sum(map(int, re.findall(r"\d+", str(colour))[:3])) for colour in (light, dark)]
    assert brightness[0] > 600
    assert brightness[1] < 150
