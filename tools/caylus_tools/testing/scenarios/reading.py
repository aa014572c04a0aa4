"""Scenario files -> scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from caylus.documents import Document, read_inside_folder, read_yaml

from .scenario import Scenario, Step

MAX_SIZE = 256 * 1024

_WORDS = {"yes": True, "no": False, "none": None}
"""Words of the rules that YAML leaves as text."""


def find(path: Path) -> list[Path]:
    """The scenario files of a ruleset's folder in the order of their names; of a scenario file, the file itself."""
    return [path] if path.is_file() and path.parent.name == "scenarios" else sorted((_folder(path) / "scenarios").glob("*.yaml"))


def _folder(path: Path) -> Path:
    return path.parent if path.is_file() else path


def read(file: Path) -> tuple[Scenario, ...]:
    """The scenarios of a file in its order. Raises `caylus.RulesetError` with what is wrong with the file (E06xx)."""
    return parse(read_inside_folder(file.parent.parent, file, str(file), MAX_SIZE), str(file))


def parse(text: str, path: str) -> tuple[Scenario, ...]:
    """The same for the text of a file, which spans call `path`."""
    document = read_yaml(text, path, "scenario")
    players = document.value["players"]
    return tuple(_scenario(document, i, {"players": players, **data}) for i, data in enumerate(document.value["scenarios"]))


def parse_unchecked(value: Mapping[str, Any], number: int) -> Scenario:
    """One scenario of data that no schema was asked about. Raises what Python raises for data of another shape."""
    return _scenario(
        Document("", "", value, dict), number, {"name": "", "players": value["players"], **value["scenarios"][number]}
    )


def _scenario(document: Document, number: int, data: Mapping[str, Any]) -> Scenario:
    begin = data.get("begin")
    started = begin if isinstance(begin, Mapping) else {"do": begin}
    return Scenario(
        name=data["name"],
        see=data.get("see"),
        players=tuple(data["players"]),
        setup=data.get("setup"),
        begin=started["do"],
        arguments=_values(started.get("with", {})),
        round=started.get("round"),
        draws=tuple(tuple(draw) for draw in data.get("draws", ())),
        given=_values(data.get("given", {})),
        when=tuple(_step(step) for step in data.get("when", ())),
        changes=data.get("changes", {}),
        then=_values(data.get("then", {})),
        asks=data.get("asks"),
        winners=tuple(data["winners"]) if "winners" in data else None,
        ends=data.get("ends"),
        question=data.get("question", ""),
        answer=data.get("answer", ""),
        file=document.path,
        span=partial(document.key, "scenarios", number),
    )


def _values(written: Any) -> Any:
    if isinstance(written, Mapping):
        return {key: _values(value) for key, value in written.items()}
    return _WORDS.get(written, written) if isinstance(written, str) else written


def _step(written: Mapping[str, Any]) -> Step:
    ((word, choice),) = written.items()
    if word in ("offered", "only", "refused"):
        return Step(word, "", choice if isinstance(choice, Mapping) else dict.fromkeys(choice))
    return Step("chooses", word, {choice: None})
