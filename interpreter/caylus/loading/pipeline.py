"""The texts of a ruleset's layers -> what they mean, or what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from caylus import syntax
from caylus.check import check
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.layers.commutativity import order_matters
from caylus.layers.history import History, Layer
from caylus.layers.merge import merge
from caylus.layers.refined_errors import clearer
from caylus.layers.removals import explain_removals
from caylus.layers.resolution import SourceLayer, layers_before, layers_required_by
from caylus.layers.tracing import trace
from caylus.layers.warnings_below import place_warnings
from caylus.model import Model
from caylus.parser.parse import parse

from .manifest import misfits
from .panels import names_shown


class Resolved(NamedTuple):
    """The model, None where there is an error; what was found, errors first; the texts that spans point into.

    `files` are the definitions as the layers leave them, `history` tells how each part came about.
    """

    model: Model | None
    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, str]
    files: tuple[syntax.File, ...]
    history: History


_OF_THE_WHOLE = ("E0207",)
"""What a ruleset lacks as a whole; that may stand in what could not be read, or was changed wrongly."""

Naming = Callable[[SourceLayer, str], str]
"""What spans call a rules file of a layer."""


def portable_path(layer: SourceLayer, rule: str) -> str:
    """The same wherever the ruleset lies, so that games and their saves are too."""
    return f"{layer.name}/{rule}"


def display_path(layer: SourceLayer, rule: str) -> str:
    """The path of the file, for whoever has to mend it."""
    return (Path(layer.manifest.path).parent / rule).as_posix()


_parse = lru_cache(maxsize=64)(parse)
"""Syntax trees do not change, and whoever tries one change after another changes one file at a time."""


def resolve_layers(layers: Sequence[SourceLayer], naming: Naming) -> Resolved:
    """Everything is looked into as far as the texts can be read and the layers fit each other."""
    sources: dict[str, str] = {}
    found: list[Diagnostic] = []
    parsed: list[Layer] = []
    for layer in layers:
        files = []
        for rule, text in layer.texts.items():
            file, faults = _parse(text, naming(layer, rule))
            sources[file.path] = text
            files.append(file)
            found += faults
        parsed.append(Layer(layer.name, tuple(files), layers_required_by(layer, layers), layers_before(layer, layers)))
    found = list(clearer(found, [file for layer in parsed for file in layer.files]))
    merged = merge(parsed)
    found += merged.faults
    shown = {name for layer in layers for name in names_shown(layer.manifest.value)}
    model, more = check(merged.files, shown)
    more = tuple(place_warnings(more, merged, parsed, shown, lambda files: check(files, shown)[1]))
    found += _news(trace(explain_removals(more, merged), merged), found)
    if model is not None and not _wrong(found):
        found += order_matters(parsed, merged.files, model)
        found += misfits([layer.manifest for layer in layers], model)
    manifests = {layer.manifest.path: layer.manifest.text for layer in layers}
    sound = None if _wrong(found) else model
    return Resolved(sound, _sort_faults(found, sources), {**manifests, **sources}, merged.files, merged.history)


def alone(text: str, path: str) -> tuple[Diagnostic, ...]:
    """The diagnostics of a whole ruleset in one text."""
    file, faults = parse(text, path)
    told = list(clearer(faults, [file]))
    merged = merge([Layer(path, (file,))])
    found = [*told, *merged.faults]
    return _sort_faults([*found, *_news(check(merged.files)[1], found)], (path,))


def _wrong(found: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.is_error for diagnostic in found)


def _news(more: Iterable[Diagnostic], told: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The further diagnostics: where there are errors, no warnings, and nothing of a line that has one already."""
    if not _wrong(told):
        return list(more)
    lines = {(fault.span.file, fault.span.line) for fault in told if fault.is_error and fault.span is not None}
    return [
        f
        for f in more
        if f.is_error and (f.code not in _OF_THE_WHOLE if f.span is None else (f.span.file, f.span.line) not in lines)
    ]


def _sort_faults(found: Iterable[Diagnostic], paths: Iterable[str]) -> tuple[Diagnostic, ...]:
    """Errors first, each in the order of the files and of their lines."""
    number = {path: number for number, path in enumerate(paths)}

    def place(diagnostic: Diagnostic) -> tuple[bool, int, int, int]:
        span = diagnostic.span
        where = (number.get(span.file, -1), span.line, span.column) if span is not None else (-1, 0, 0)
        return not diagnostic.is_error, *where

    return tuple(sorted(found, key=place))
