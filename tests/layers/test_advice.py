"""What is advised about two variants that do not go together is right, and is about a manifest of the one who asks."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import caylus
import pytest
import yaml
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.loading import library

from .test_shipped_variants import REFUSED

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


@pytest.mark.nightly
@pytest.mark.parametrize("other", SHIPPED)
@pytest.mark.parametrize("name", ["few-houses", "blueprints", *OWN])
def test_a_house_rule_is_played_with_a_shipped_variant_or_advised_rightly(name: str, other: str, tmp_path: Path) -> None:
    folder = copy_house_rule(name, tmp_path)
    alone = {fault.code for fault in library.check_path(folder).diagnostics if fault.is_error}
    first = [fault for fault in faults(folder, other) if fault.code in ("E0506", "E0521")]
    for fault in first:
        owners = re.findall(r"(?:to let|manifest of) `([\w-]+)`", fault.help)
        assert owners == [name], fault.help
    if first and all("`after: [" in fault.help for fault in first) and not alone:
        manifest = folder / "ruleset.yaml"
        manifest.write_text(manifest.read_text(encoding="utf-8") + f"after: [{other}]\n", encoding="utf-8")
        assert [fault for fault in faults(folder, other) if fault.code in ("E0506", "E0521", "E0501", "E0505")] == []


@pytest.mark.nightly
def test_two_shipped_variants_are_advised_nothing_that_only_their_authors_could_do() -> None:
    for one, other in map(sorted, REFUSED):
        with pytest.raises(caylus.RulesetError) as caught:
            caylus.load(BASES[one], [one, other])
        assert not [fault.help for fault in caught.value.diagnostics if "write `after:" in fault.help]
