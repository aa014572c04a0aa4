"""All that can be said of the texts of a ruleset while somebody writes them: for editors.

`analyse` goes on where `library.load` stops: it gives what is wrong, the meaning of every name that could be found out, and a
ruleset only where nothing is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from caylus.check.symbols import Meant as Meant
from caylus.diagnostics.diagnostic import Diagnostic, RulesetError
from caylus.layers.parts import Layer
from caylus.layers.resolution import SourceLayer
from caylus.parser.parse import parse as parse
from caylus.runtime.ruleset import Meaning, Ruleset
from caylus.runtime.start import PositionChecker
from caylus.syntax import File, Span

from .checked_cache import Source
from .library import make_ruleset
from .manifest import (
    FILE as FILE,
    NOTHING_UNSAVED,
    check_folder_name,
    find_manifest,
    read_layers,
    shipped_manifests as shipped_manifests,
)
from .pipeline import Resolved, advise_layers, advise_text, display_path, resolve_alone, resolve_layers, with_hints


class Analysis:
    """The layers of a ruleset, the lowest first, and what was found out about them.

    `paths` are the files by what spans call them. `diagnostics` are errors first. `names` is the meaning of each name
    by its place.
    """

    def __init__(self, layers: Sequence[SourceLayer], resolution: Resolved, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.diagnostics = diagnostics
        self.sources = resolution.sources
        self.names: Mapping[Span, Meant] = resolution.names
        self.layers: tuple[Layer, ...] = resolution.layers
        self.history = resolution.history
        self.paths = {display_path: file for layer in layers for display_path, file in _files(layer)}
        self._read = layers
        self._found = resolution

    @property
    def files(self) -> tuple[File, ...]:
        """The parsed files of all layers."""
        return tuple(file for layer in self.layers for file in layer.files)

    @cached_property
    def ruleset(self) -> Ruleset | None:
        """The ruleset, which spans call files of as in `paths`; None where it has errors."""
        model = self._found.model
        if model is None or not self._read:
            return None
        meaning = Meaning(model, self._found.files, self._found.history)
        variants = [layer.name for layer in self._read if layer.base is not None and layer is not self._read[0]]
        return make_ruleset(self._read, meaning, display_path, variants).know(meaning)

    @cached_property
    def positions(self) -> PositionChecker | None:
        """Finds faults of positions; None where the rules have errors."""
        rules = self.ruleset
        return PositionChecker(rules, rules.model) if rules is not None else None


def analyse(
    source: Source,
    variants: Sequence[Source] = (),
    unsaved_texts: Mapping[Path, str] = NOTHING_UNSAVED,
    *,
    warns: bool = True,
    proceed: Callable[[], object] = bool,
) -> Analysis:
    """The analysis of a ruleset with variants. `unsaved_texts` are the texts of files that an editor has not written yet.

    Without `warns` only errors are looked for, and no whole text to write, which takes a quarter of the time. `proceed` is called
    now and then; it may raise to end the check. Raises `RulesetError` where files cannot be read.
    """
    layers = read_layers(source, variants, unsaved_texts)
    resolution = resolve_layers(layers, display_path, warns=warns, proceed=proceed)
    diagnostics = tuple(with_hints(resolution.diagnostics, resolution.sources, [layer.name for layer in layers]))
    if resolution.model is not None and not isinstance(source, tuple):
        file, display_name = find_manifest(source, unsaved_texts)
        diagnostics += tuple(
            fault for layer in layers if layer.manifest.path == display_name for fault in check_folder_name(layer.manifest, file)
        )
    elif resolution.model is None and warns:
        diagnostics = advise_layers(layers, diagnostics)
    return Analysis(layers, resolution, diagnostics)


def analyse_alone(text: str, file: Path) -> Analysis:
    """The analysis of a whole ruleset in one text, that of `file`."""
    resolution = resolve_alone(text, file.as_posix())
    diagnostics = resolution.diagnostics
    if resolution.model is None:
        diagnostics = advise_text(text, file.as_posix(), diagnostics)
    analysis = Analysis((), resolution, diagnostics)
    analysis.paths[file.as_posix()] = file
    return analysis


def _files(layer: SourceLayer) -> list[tuple[str, Path]]:
    """What spans call the files of a layer, and where these lie; nothing for texts that lie nowhere."""
    folder = Path(layer.manifest.path).parent
    return [((folder / file.name).as_posix(), file) for file in layer.files]


__all__ = [
    "FILE", "Analysis", "Diagnostic", "Meant", "RulesetError", "analyse", "analyse_alone", "parse", "shipped_manifests",
]  # fmt: skip
