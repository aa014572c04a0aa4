"""What is advised about two variants that do not go together is right, and is about a manifest of the one who asks."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path

import caylus
import pytest
import yaml
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.loading import library

from .test_shipped_variants import REFUSED, play_some

HOUSE_RULES = Path(__file__).parent / "house_rules"
BASES = {found.name: found.extends for found in library.list_rulesets() if found.extends is not None}
SHIPPED = [name for name, base in BASES.items() if base == "classic"]
OWN = {
    "far": "change phase bribing { denier becomes food }",
    "calm": 'replace phase bribing "The provost\'s move" { say "nobody pays" }',
    "still": "rule still { instead of bribing() { } }",
    "free": 'rule free { forbid move(space) in bribing where player.denier > 9 "too rich" }',
    "more": "change constant first_deniers = 9",
    "plain": "remove table favour_effect",
}


def copy_house_rule(name: str, folder: Path) -> Path:
    if name not in OWN:
        return Path(shutil.copytree(HOUSE_RULES / name, folder / name))
    (folder / name).mkdir()
    head = {"name": name, "title": name.title(), "version": "1.0.0", "language": 1, "about": "A rule of ours, for a test."}
    manifest = {**head, "extends": {"name": "classic", "version": "1"}, "rules": ["all.rules"]}
    (folder / name / "ruleset.yaml").write_text(yaml.safe_dump(manifest), encoding="utf-8")
    (folder / name / "all.rules").write_text(OWN[name] + "\n", encoding="utf-8")
    return folder / name


def faults(folder: Path, other: str) -> list[Diagnostic]:
    return [fault for fault in library.check_path(folder, [other]).diagnostics if fault.is_error]


TEST_VARIANTS = ["few-houses", "blueprints", *OWN]
PAIRS = [*product(TEST_VARIANTS, SHIPPED), *combinations(TEST_VARIANTS, 2)]
OF_ORDER = ("E0506", "E0521")


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "other"), PAIRS)
def test_a_house_rule_plays_with_another_variant_or_is_advised_rightly(name: str, other: str, tmp_path: Path) -> None:
    folder = copy_house_rule(name, tmp_path)
    with_other = other if other in SHIPPED else str(copy_house_rule(other, tmp_path))
    is_sound_alone = not [fault for fault in library.check_path(folder).diagnostics if fault.is_error]

    def look() -> list[Diagnostic]:
        errors = faults(folder, with_other)
        if not errors:
            play_some(caylus.load(folder, [with_other]), 1)
        return errors

    first = look()
    for fault in (fault for fault in first if fault.code in OF_ORDER):
        if owner := re.search(r"manifest of `([\w-]+)`", fault.help):
            assert other not in SHIPPED or owner[1] == name, fault.help
    advised = [fault for fault in first if re.search(r"`(after|before|conflicts): \[", fault.help)]
    if not advised or not is_sound_alone:
        return
    advice = advised[0].help
    for line in re.findall(r"`((?:after|before|conflicts): \[[\w-]+\])`", advice):
        left = follow(line, advice, {name: folder, other: tmp_path / other}, look)
        if line.startswith("conflicts"):
            assert [fault.code for fault in left] == ["E0513"], advice
        elif all("`after: [" in fault.help or "`before: [" in fault.help for fault in first):
            assert [fault for fault in left if fault.code in (*OF_ORDER, "E0501", "E0505")] == [], advice


def follow(line: str, advice: str, folders: dict[str, Path], look: Callable[[], list[Diagnostic]]) -> list[Diagnostic]:
    """Look at what comes of a line of a message, in the manifest that it names."""
    owner = re.search(r"manifest of `([\w-]+)`", advice)
    manifest = (folders[owner[1]] if owner else next(iter(folders.values()))) / "ruleset.yaml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(f"{text}{line}\n", encoding="utf-8")
    try:
        return look()
    finally:
        manifest.write_text(text, encoding="utf-8")


@pytest.mark.nightly
def test_two_shipped_variants_are_advised_nothing_that_only_their_authors_could_do() -> None:
    for one, other in map(sorted, REFUSED):
        with pytest.raises(caylus.RulesetError) as caught:
            caylus.load(BASES[one], [one, other])
        assert not [fault.help for fault in caught.value.diagnostics if "write `after:" in fault.help]
