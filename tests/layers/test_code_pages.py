"""The pages that explain the codes of layers: the bad example has that fault and no other error, the good one has none.

An example of rules is a base and its variants, each under a comment that names it; one of manifests
is those of variants of such a base.
"""

from __future__ import annotations

import re
from pathlib import Path

import caylus
import pytest
import yaml
from caylus.diagnostics.catalogue import page
from caylus.loading import library

FOLDER = Path(caylus.__file__).parent
PAGES = sorted(file.stem for file in (FOLDER / "codes").glob("*.md") if re.match("E05|W15", file.stem))
EXAMPLES = [code for code in PAGES if (found := page(code)) is not None and found.bad]

REST = {
    "action begin": "action begin() { for each player in players { do feast(player) } }",
    "resource": "resource coin",
    "score": "value score(player) = player.coin",
    "game": 'game "Small" for 2 to 4 players { do begin() }',
}
LAYER = re.compile(r"^-- (base|variant)(?: (\w+))?(?:, (requires|after) (\w+))?\n", re.MULTILINE)


def write(folder: Path, name: str, rules: str, manifest: str = "", **more: object) -> Path:
    (folder / name).mkdir(parents=True)
    head = {"name": name, "title": name.title(), "version": "1.0.0", "language": 1, "rules": ["all.rules"], **more}
    (folder / name / "ruleset.yaml").write_text(manifest or yaml.safe_dump(head), encoding="utf-8")
    (folder / name / "all.rules").write_text(rules, encoding="utf-8")
    return folder / name


def write_base(folder: Path, rules: str) -> None:
    rest = [line for sign, line in REST.items() if not re.search(rf"^(value )?{sign}\b", rules, re.MULTILINE)]
    write(folder, "base", "\n".join([rules, *rest, ""]), seats=["Ann", "Ben", "Cem", "Dot"])


def write_rules(folder: Path, example: str) -> list[Path]:
    """Writes the layers of an example, and tells the folders of its variants."""
    _, *pieces = LAYER.split(example)
    variants = []
    for sort, name, how, below, rules in zip(*(iter(pieces),) * 5, strict=True):
        if sort == "base":
            write_base(folder, rules)
        else:
            order = {how: [below]} if below else {}
            variants.append(write(folder, name or "variant", rules, extends={"name": "base"}, **order))
    return variants


def write_manifests(folder: Path, example: str) -> list[Path]:
    write_base(folder, "action feast(player) { gain 1 coin }")
    manifests = [text.strip("\n") + "\n" for text in example.split("---\n")]
    names = [re.search(r"name: (\w+)", text)[1] for text in manifests]  # type: ignore[index]
    return [
        write(folder, name, f"rule {name} {{ after begin() {{ for each player in players {{ gain 1 coin }} }} }}\n", text)
        for name, text in zip(names, manifests, strict=True)
    ]


def faults(folder: Path, example: str) -> list[str]:
    variants = (write_manifests if example.startswith("name:") else write_rules)(folder, example)
    return [fault.code for fault in library.check_path(folder / "base", variants).diagnostics]


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_bad_example_has_the_fault_and_no_other(code: str, tmp_path: Path) -> None:
    found = page(code)
    assert found is not None
    assert set(faults(tmp_path, found.bad)) == {code}


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_good_example_has_no_fault(code: str, tmp_path: Path) -> None:
    found = page(code)
    assert found is not None
    assert found.good
    assert faults(tmp_path, found.good) == []


@pytest.mark.parametrize("code", PAGES)
def test_a_page_begins_with_its_code_and_a_summary(code: str) -> None:
    assert re.match(rf"# {code} \S.+\n\n\S", (FOLDER / "codes" / f"{code}.md").read_text(encoding="utf-8"))


def test_every_code_of_layers_has_a_page_and_every_page_a_code() -> None:
    sources = [file.read_text(encoding="utf-8") for file in FOLDER.rglob("*.py")]
    assert {code for source in sources for code in re.findall(r'"(E05\d\d|W15\d\d)"', source)} == set(PAGES)
