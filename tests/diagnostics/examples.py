"""The examples on the pages of codes, checked as what they are: a text, layers, a manifest or scenarios.

An example of layers is a base and its variants, each under a comment that names it; one of their manifests is those of
variants of such a base.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml
from caylus.diagnostics import Diagnostic
from caylus.loading import library
from caylus.parser.parse import parse
from caylus_tools.testing.scenarios import with_scenarios
from check.small import check_texts, complete
from support import coins

Checked = tuple[Sequence[Diagnostic], Mapping[str, str]]
"""What is wrong with an example, and its texts by their paths."""

_REST = {
    "action begin": "action begin() { for each player in players { do feast(player) } }",
    "resource": "resource coin",
    "score": "value score(player) = player.coin",
    "game": 'game "Small" for 2 to 4 players { do begin() }',
}
_RESTING = """
resource coin
phase rest { for each player in players { gain 1 coin } }
value score(player) = player.coin
game "Rest" for 2 to 2 players { do rest() }
"""
_LAYER = re.compile(r"^-- (base|variant)(?: (\w+))?(?:, (requires|after) (\w+))?\n", re.MULTILINE)


def check_example(code: str, example: str) -> Checked:
    """Check an example of the page of a code. Its files are written into the current folder, which has to be empty of such."""
    if code.startswith("E01"):
        return parse(example, "a.rules")[1], {"a.rules": example}
    if example.startswith("players:"):
        folder = _write_ruleset("rest", _RESTING, _manifest("rest", seats=["Red", "Green"]))
        (folder / "scenarios").mkdir(exist_ok=True)
        (folder / "scenarios" / "a.yaml").write_text(example, encoding="utf-8")
        checked = with_scenarios(library.check_path(folder))
    elif code.startswith(("E06", "W16")):
        checked = library.check_path(_write_ruleset("coins", coins.RULES, example))
    elif code.startswith(("E05", "W15")):
        variants = (_write_manifests if example.startswith("name:") else _write_layers)(example)
        checked = library.check_path(Path("base"), variants)
    elif code == "W1045":
        checked = library.check_text(complete(example), "a.rules")
    else:
        return check_texts(example)[1], {"a.rules": complete(example)}
    return checked.diagnostics, checked.sources


def _write_layers(example: str) -> list[Path]:
    _, *pieces = _LAYER.split(example)
    variants = []
    for sort, name, how, below, rules in zip(*(iter(pieces),) * 5, strict=True):
        if sort == "base":
            _write_base(rules)
        else:
            order = {how: [below]} if below else {}
            name = name or "variant"
            variants.append(_write_ruleset(name, rules, _manifest(name, extends={"name": "base"}, **order)))
    return variants


def _write_manifests(example: str) -> list[Path]:
    _write_base("action feast(player) { gain 1 coin }")
    variants = []
    for manifest in example.split("---\n"):
        name = str(yaml.safe_load(manifest)["name"])
        rules = f"rule {name} {{ after begin() {{ for each player in players {{ gain 1 coin }} }} }}\n"
        variants.append(_write_ruleset(name, rules, manifest))
    return variants


def _write_base(rules: str) -> None:
    rest = [line for sign, line in _REST.items() if not re.search(rf"^(value )?{sign}\b", rules, re.MULTILINE)]
    _write_ruleset("base", "\n".join([rules, *rest, ""]), _manifest("base", seats=["Ann", "Ben", "Cem", "Dot"]))


def _manifest(name: str, **more: object) -> str:
    head = {"name": name, "title": name.title(), "version": "1.0.0", "language": 1, "rules": ["all.rules"], **more}
    return yaml.safe_dump(head)


def _write_ruleset(name: str, rules: str, manifest: str) -> Path:
    folder = Path(name)
    folder.mkdir(exist_ok=True)
    (folder / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    (folder / ("coins.rules" if name == "coins" else "all.rules")).write_text(rules, encoding="utf-8")
    return folder
