"""A small game to be changed by variants, written to a folder as anybody's would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent

import caylus
import yaml
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.loading import library
from support.texts import read_rules

BASE = read_rules(__file__, "garden")


@dataclass(frozen=True)
class Variant:
    """The rules of a variant of the garden, and what its manifest says besides."""

    rules: str
    manifest: dict[str, object] = field(default_factory=dict)


def write(folder: Path, *, base: str = BASE, **variants: str | Variant) -> Path:
    """Writes the garden and its variants, each into a folder of its name; `_` in a name becomes `-`."""
    write_layer(folder / "garden", {"seats": ["Ann", "Ben", "Cem"]}, base)
    for name, variant in variants.items():
        if isinstance(variant, str):
            variant = Variant(variant)
        write_layer(folder / name, {"extends": {"name": "garden", "version": "1"}, **variant.manifest}, dedent(variant.rules))
    return folder


def write_layer(folder: Path, manifest: Mapping[str, object], rules: str) -> None:
    """Writes the only file of a layer, and its manifest."""
    folder.mkdir(parents=True)
    head = {"name": folder.name, "title": folder.name.title(), "version": "1.0.0", "language": 1, "rules": ["all.rules"]}
    (folder / "ruleset.yaml").write_text(yaml.safe_dump({**head, **manifest}, default_flow_style=None), encoding="utf-8")
    (folder / "all.rules").write_text(rules.lstrip("\n"), encoding="utf-8")


@dataclass(frozen=True)
class Found:
    """A diagnostic, with the lines that it points at: its own, then those of its notes."""

    code: str
    message: str
    lines: tuple[str, ...]
    help: str


def check(folder: Path, *, base: str = BASE, given: Sequence[str] = (), **variants: str | Variant) -> list[Found]:
    """The faults of the garden and these variants, all of them, or those `given` in that order, played together."""
    write(folder, base=base, **variants)
    return check_again(folder, given or list(variants))


def check_again(folder: Path, given: Sequence[str]) -> list[Found]:
    """The faults of variants that have been written."""
    with chdir(folder):  # the garden has one path in all tests, and is parsed and checked once
        checked = library.check_path(Path("garden"), [Path(name) for name in given])
    return [_describe_fault(diagnostic, checked.sources) for diagnostic in checked.diagnostics]


def _describe_fault(diagnostic: Diagnostic, sources: dict[str, str]) -> Found:
    spans = [diagnostic.span, *(note.span for note in diagnostic.notes)]
    lines = tuple(sources[span.file].splitlines()[span.line - 1].strip() for span in spans if span is not None)
    return Found(diagnostic.code, diagnostic.message, lines, diagnostic.help)


def fault(folder: Path, **layers: str | Variant) -> Found:
    """The one thing that is wrong."""
    (found,) = check(folder, **layers)  # type: ignore[arg-type]
    return found


def load(folder: Path, *, base: str = BASE, given: Sequence[str] = (), **variants: str | Variant) -> caylus.Ruleset:
    """The garden with these variants, ready to play."""
    write(folder, base=base, **variants)
    return load_again(folder, given or list(variants))


def load_again(folder: Path, given: Sequence[str]) -> caylus.Ruleset:
    return caylus.load(folder / "garden", [folder / name for name in given])


def ids(game: caylus.Game) -> list[str]:
    """The ids of the options in hand."""
    return [option.id for option in game.decision.options] if game.decision is not None else []


def list_holdings(game: caylus.Game, player: int = 0) -> dict[str, int]:
    """The holdings of a player, without what there is none of."""
    return {name: n for name, n in game.view()["players"][player]["resources"].items() if n}
