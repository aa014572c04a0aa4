"""Apply fixes to the texts of a ruleset, again and again while that uncovers more of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from caylus.diagnostics import Diagnostic
from caylus.diagnostics.fix import apply_fixes
from caylus.layers.resolution import SourceLayer
from caylus.limits import MOST_MENDINGS

from .loader import find_manifest, shipped_manifests
from .pipeline import alone, display_path, resolve_layers
from .sources import Source, Texts


def mend_layers(layers: Sequence[SourceLayer], named: Sequence[Source]) -> dict[Path, tuple[str, str]]:
    """The files that could be mended, each with its text as it is and as it should be.

    Only those of what somebody has brought, by a path or as texts: what lies below, or comes along, is not theirs.
    """
    layers = list(layers)
    paths = [source for source in named if not isinstance(source, Texts)]
    manifests = {find_manifest(path)[0] for path in paths if isinstance(path, Path) or path not in shipped_manifests()}
    own = [number for number, layer in enumerate(layers) if not layer.files or not manifests.isdisjoint(layer.files)]
    old = {display_path(layers[number], rule): text for number in own for rule, text in layers[number].texts.items()}

    def check(texts: Mapping[str, str]) -> Iterable[Diagnostic]:
        for number in own:
            layer = layers[number]
            layers[number] = replace(layer, texts={rule: texts[display_path(layer, rule)] for rule in layer.texts})
        return resolve_layers(layers, display_path).diagnostics

    new = _mend_texts(old, check)
    return {Path(path): (text, new[path]) for path, text in old.items() if new[path] != text}


def mend_text(text: str, path: str) -> str:
    """A whole ruleset in one text as it should be, as far as there is one answer; spans call it `path`."""
    return _mend_texts({path: text}, lambda texts: alone(texts[path], path))[path]


def _mend_texts(texts: Mapping[str, str], check: Callable[[Mapping[str, str]], Iterable[Diagnostic]]) -> Mapping[str, str]:
    for _ in range(MOST_MENDINGS):
        fixes = [diagnostic.fix for diagnostic in check(texts) if diagnostic.fix is not None]
        new = {path: apply_fixes(text, path, fixes) for path, text in texts.items()}
        if new == texts:
            break
        texts = new
    return texts
