"""The texts of a ruleset's layers -> what they mean, or what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from .check import check
from .check.abreast import unsettled
from .check.history import History, Layer
from .check.layers import stack
from .check.model import Model
from .check.removals import told_of_removals
from .lang import syntax
from .lang.diagnostics import Diagnostic
from .lang.parse import parse
from .manifest import misfits
from .stacking import Read, above, after


class Resolved(NamedTuple):
    """The model, None where there is an error; what was found, errors first; the texts that spans point into.

    `files` are the definitions as the layers leave them, `history` tells how each part came about.
    """

    model: Model | None
    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, str]
    files: tuple[syntax.File, ...]
    history: History


Naming = Callable[[Read, str], str]
"""What spans call a rules file of a layer."""


def path_of(layer: Read, rule: str) -> str:
    """The same wherever the ruleset lies, so that games and their saves are too."""
    return f"{layer.name}/{rule}"


def place_of(layer: Read, rule: str) -> str:
    """Where the file lies, for whoever has to mend it."""
    return (Path(layer.manifest.path).parent / rule).as_posix()


def resolved(layers: Sequence[Read], naming: Naming) -> Resolved:
    """Names are looked into once the texts can be read, and their meaning once the layers fit each other."""
    sources: dict[str, str] = {}
    found: list[Diagnostic] = []
    parsed: list[Layer] = []
    for layer in layers:
        files = []
        for rule, text in layer.texts.items():
            file, faults = parse(text, naming(layer, rule))
            sources[file.path] = text
            files.append(file)
            found += faults
        parsed.append(Layer(layer.name, tuple(files), above(layer, layers), after(layer, layers)))
    model: Model | None = None
    left: tuple[syntax.File, ...] = ()
    history: History = {}
    if not any(diagnostic.is_error for diagnostic in found):
        stacked = stack(parsed)
        left, history = stacked.files, stacked.history
        found += stacked.faults
        if not any(diagnostic.is_error for diagnostic in found):
            model, more = check(left)
            found += told_of_removals(more, stacked)
    if model is not None:
        found += unsettled(parsed, left, model)
        found += misfits([layer.manifest for layer in layers], model)
    manifests = {layer.manifest.path: layer.manifest.text for layer in layers}
    ordered = _errors_first(found)
    return Resolved(None if any(d.is_error for d in ordered) else model, ordered, {**manifests, **sources}, left, history)


def _errors_first(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(found, key=lambda diagnostic: not diagnostic.is_error))


def alone(text: str, path: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a whole ruleset in one text."""
    file, faults = parse(text, path)
    if not any(fault.is_error for fault in faults):
        stacked = stack([Layer(path, (file,))])
        faults = (*faults, *stacked.faults, *check(stacked.files)[1])
    return _errors_first(faults)
