"""The page as a browser lays it out, where there is one: nothing sticks out of a face, of a column or of the window."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape
from pathlib import Path

import pytest
from caylus_tools.doc.page import html
from caylus_tools.doc.reference import reference
from support.browsing import BROWSER, QUIET

from .reading import load_rules

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
const field = document.getElementById('look-for');
const found = (words) => {
  field.value = words;
  field.dispatchEvent(new Event('input'));
  return [...document.querySelectorAll('#found-places a')].map(link => link.getAttribute('href'));
};
const searched = ['GOLD mi', 'nobody wrote this', ''].map(found);
document.getElementById('as-written').click();
const open = [...document.querySelectorAll('details.written')].every(text => text.open);
document.getElementById('light-dark').click();
const turned = getComputedStyle(document.body).backgroundColor;
document.getElementById('light-dark').click();
const missing = [...document.querySelectorAll('use')].filter(x => x.getBoundingClientRect().width === 0).length;
const paper = getComputedStyle(document.body).backgroundColor;
document.body.innerHTML = '';
document.title = JSON.stringify({out, missing, searched, open, turned, paper, width: window.innerWidth});
</script>
"""
WIDEST = "<script>window.widest = document.documentElement.scrollWidth</script>"
TELL = "<script>document.title = document.title.replace('{', '{\"widest\": ' + window.widest + ', ')</script>"

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed")


def measure_page(folder: Path, width: int, *rules: str, dark: bool = False) -> dict[str, object]:
    """What a browser finds on the page when its window is so wide."""
    page = folder / "page.html"
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html(reference(load_rules(*rules), with_code=True)))
    page.write_text(text.replace("</body>", f"{WIDEST}{MEASURE}{TELL}</body>"), encoding="utf-8")
    arguments = [f"--user-data-dir={folder / f'profile-{dark}'}", f"--window-size={width},1000", "--dump-dom"]
    if dark:
        arguments.append("--blink-settings=preferredColorScheme=0")
    done = subprocess.run(
        [str(BROWSER), "--headless", "--hide-scrollbars", *QUIET, *arguments, page.as_uri()],
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


@pytest.mark.nightly
@pytest.mark.parametrize("rules", [("classic", "salt", "new-tiles"), ("1303",)], ids=lambda rules: rules[0])
def test_everything_on_a_face_is_inside_it(tmp_path: Path, rules: tuple[str, ...]) -> None:
    told = measure_page(tmp_path, 1400, *rules)
    assert told["out"] == []
    assert told["missing"] == 0


@pytest.mark.nightly
@pytest.mark.parametrize("width", [1300, 1000, 500])
def test_the_page_is_no_wider_than_its_window(tmp_path: Path, width: int) -> None:
    told = measure_page(tmp_path, width, "classic", "first-printing")
    assert told["widest"] == told["width"]


@pytest.mark.nightly
def test_the_page_is_dark_for_those_who_like_it_so(tmp_path: Path) -> None:
    told = [measure_page(tmp_path, 1400, "classic", dark=dark) for dark in (False, True)]
    assert [_is_light(page["paper"]) for page in told] == [True, False]
    assert [_is_light(page["turned"]) for page in told] == [False, True]


def _is_light(colour: object) -> bool:
    return sum(map(int, re.findall(r"\d+", str(colour))[:3])) > 400


@pytest.mark.nightly
def test_a_page_is_searched_by_titles_first_and_opens_its_texts(tmp_path: Path) -> None:
    told = measure_page(tmp_path, 1400, "classic")
    found, nothing, everything = told["searched"]  # type: ignore[misc]
    assert found[0] == "#gold_mine"
    assert nothing == everything == []
    assert told["open"]
