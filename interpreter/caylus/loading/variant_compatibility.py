"""Find the variants that cannot be combined on a ruleset, by merging every two of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.layers.history import Layer
from caylus.layers.merge import merge
from caylus.layers.resolution import SourceLayer, layers_before, layers_required_by
from caylus.parser.parse import parse
from caylus.syntax import File

from .loader import read, read_layers
from .pipeline import display_path
from .sources import Source


def clashing(source: Source, variants: Sequence[Source]) -> dict[tuple[str, str], Diagnostic]:
    """The pairs of variants, by name, with the first fault of each."""
    names = [read(variant).name for variant in variants]
    parsed: dict[tuple[str, str], tuple[File, ...]] = {}
    found = {}
    for (one, first), (other, second) in combinations(zip(names, variants, strict=True), 2):
        try:
            fault = _first(merge(_parse_layers(read_layers(source, (first, second)), parsed)).faults)
        except RulesetError as error:
            fault = error.diagnostics[0]
        if fault is not None:
            found[one, other] = fault
    return found


def _parse_layers(layers: Sequence[SourceLayer], known: dict[tuple[str, str], tuple[File, ...]]) -> list[Layer]:
    """The layers, each text parsed once: `known` are the files of those that were."""
    parsed = []
    for layer in layers:
        which = layer.manifest.path, layer.name
        if which not in known:
            known[which] = tuple(parse(text, display_path(layer, rule))[0] for rule, text in layer.texts.items())
        parsed.append(Layer(layer.name, known[which], layers_required_by(layer, layers), layers_before(layer, layers)))
    return parsed


def _first(faults: Iterable[Diagnostic]) -> Diagnostic | None:
    return next((fault for fault in faults if fault.is_error), None)
