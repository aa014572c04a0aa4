"""The pages that explain faults of manifests: the bad example has that fault and no other, the good one has none."""

from __future__ import annotations

import re
from pathlib import Path

import caylus
import pytest
from caylus.loading import library

PAGES = sorted((Path(caylus.__file__).parent / "codes").glob("E06*.md"))
EXAMPLES = [page for page in PAGES if "```yaml" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.stem)
def test_the_examples_of_a_page_show_what_it_says(page: Path, folder: Path) -> None:
    bad, good = re.findall(r"```yaml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    (folder / "ruleset.yaml").write_text(bad)
    assert [fault.code for fault in library.check_path(folder).diagnostics] == [page.stem]
    (folder / "ruleset.yaml").write_text(good)
    assert library.check_path(folder).diagnostics == ()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_begins_with_its_code_and_a_summary(page: Path) -> None:
    assert re.match(rf"# {page.stem} \S.+\n\n\S", page.read_text(encoding="utf-8"))


def test_every_code_of_files_has_a_page() -> None:
    package = Path(caylus.__file__).parent
    used = {code for file in package.rglob("*.py") for code in re.findall(r'"(E06\d\d)"', file.read_text(encoding="utf-8"))}
    assert used == {page.stem for page in PAGES}
