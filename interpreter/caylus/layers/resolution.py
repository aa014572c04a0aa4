"""Resolve the layers of a ruleset from the manifests: `extends`, `requires`, and the variants that exclude each other.

The order is the authors', never a guess: a base comes before what extends it, what is required before what requires it, and
a variant after and before those that it says. Layers that nobody ordered stand in the order of their names, so that it
never matters in what order they were given; where it would matter to the game, the checker wants it said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from caylus.diagnostics.diagnostic import Diagnostic, Note, RulesetError, Span
from caylus.documents import Document
from caylus.limits import DEEPEST_LAYERS
from caylus.records import Record


class SourceLayer(Record):
    """A manifest and the texts of its rules, by the names it gives them."""

    manifest: Document
    texts: dict[str, str]
    files: Mapping[Path, str] = field(default_factory=dict)
    """All that was read, by the file it was read from, where there was one."""

    @property
    def name(self) -> str:
        return str(self.manifest.value["name"])

    @property
    def base(self) -> str | None:
        """The name of what it extends."""
        extends = self.manifest.value.get("extends")
        return None if extends is None else str(extends["name"])

    def stands_on(self) -> Iterator[tuple[str, Span | None]]:
        """The names of what it extends and requires, and where it says so."""
        if self.base is not None:
            yield self.base, self.manifest.nearest_span("extends", "name")
        yield from self.names_in("requires")

    def names_in(self, key: str) -> Iterator[tuple[str, Span | None]]:
        """The names in a list of its manifest, and where each stands."""
        for number, name in enumerate(self.manifest.value.get(key, ())):
            yield name, self.manifest.nearest_span(key, number)


Reader = Callable[[str], SourceLayer]
"""Reads a ruleset or variant by its name. Raises RulesetError."""


def order(first: SourceLayer, variants: Sequence[SourceLayer], read: Reader) -> tuple[SourceLayer, ...]:
    """The layers of `first` with the variants on it, the lowest first, each once.

    Raises RulesetError: E0510 layers in a circle, E0512 the wrong version of a base, E0513 variants that shut each other out,
    E0514 a variant of something else, E0515 too many layers in a row, E0516 a layer that stands on itself or comes after
    itself, E0517 a folder whose manifest has another name, E0518 two layers of one name, and what `read` raises.
    """
    layer_graph = _Found(read)
    for layer in (first, *variants):
        layer_graph.add(layer, ())
    if not layer_graph.faults:
        layer_graph.check(first, {layer.name for layer in variants})
    ordered = layer_graph.sorted_layers() if not layer_graph.faults else ()
    if layer_graph.faults:
        raise RulesetError(tuple(layer_graph.faults), layer_graph.sources)
    return ordered


def layers_required_by(layer: SourceLayer, layers: Sequence[SourceLayer]) -> frozenset[str]:
    """The names of the layers that one says it stands on, by what it and they extend and require."""
    return _reachable_layers(layer, layers, SourceLayer.stands_on)


def layers_before(layer: SourceLayer, layers: Sequence[SourceLayer]) -> frozenset[str]:
    """The names of the layers that come before one, by what it and all others say."""
    return _reachable_layers(layer, layers, lambda one: _earlier_names(one, layers))


def _earlier_names(layer: SourceLayer, layers: Iterable[SourceLayer]) -> Iterator[tuple[str, Span | None]]:
    """The names of what a layer stands on or comes `after`, and of the layers that come `before` it; and where that is said."""
    yield from layer.stands_on()
    yield from layer.names_in("after")
    for other in layers:
        yield from ((other.name, place) for name, place in other.names_in("before") if name == layer.name)


def _reachable_layers(
    layer: SourceLayer, layers: Sequence[SourceLayer], names: Callable[[SourceLayer], Iterator[tuple[str, Span | None]]]
) -> frozenset[str]:
    """The names of the layers that one `names`, and that these name in turn."""
    there = {r.name: r for r in layers}
    names_reached: set[str] = set()
    waiting = [layer]
    while waiting:
        for name, _ in names(waiting.pop()):
            if name in there and name not in names_reached:
                names_reached.add(name)
                waiting.append(there[name])
    return frozenset(names_reached)


class _Found:
    """The layers found so far, and what is wrong with them."""

    def __init__(self, read: Reader) -> None:
        self.read = read
        self.layers: dict[str, SourceLayer] = {}
        self.faults: list[Diagnostic] = []
        self.sources: dict[str, str] = {}

    def add(self, layer: SourceLayer, path: tuple[tuple[str, Span | None], ...]) -> None:
        """The layer after everything it stands on; `path` are the layers on the way to it, and where each names the next."""
        self.sources[layer.manifest.path] = layer.manifest.text
        earlier_layer = self.layers.get(layer.name)
        if earlier_layer is not None:
            if earlier_layer.manifest.path != layer.manifest.path:
                notes = (Note("the other one", earlier_layer.manifest.nearest_span("name")),)
                self._fault(
                    "E0518", f"two different layers are called `{layer.name}`", layer.manifest.nearest_span("name"), notes
                )
            return
        for name, place in layer.stands_on():
            way = (*path, (layer.name, place))
            names = [step for step, _ in way]
            if name == layer.name:
                self._itself(layer, "stands on", place)
            elif name in names:
                self._circle(way[names.index(name) :], "stands on")
            elif len(way) >= DEEPEST_LAYERS:
                message = f"more than {DEEPEST_LAYERS} layers stand on each other: {' -> '.join([*names, name])}"
                self._fault("E0515", message, place, _steps(way), "let a layer stand on what it changes, and on no more")
            else:
                below = self.layers.get(name) or self._read(name, place)
                if below is not None:
                    self.add(below, way)
        self.layers[layer.name] = layer

    def _read(self, name: str, place: Span | None) -> SourceLayer | None:
        """The layer that a manifest names at `place`."""
        try:
            read = self.read(name)
        except RulesetError as error:
            self.faults += (replace(fault, span=fault.span or place) for fault in error.diagnostics)
            self.sources |= error.sources
            return None
        if read.name != name:
            self.sources[read.manifest.path] = read.manifest.text
            notes = (Note(f"this is called `{read.name}`", read.manifest.nearest_span("name")),)
            self._fault("E0517", f"`{name}` is called `{read.name}` in its own manifest", place, notes, "call both the same")
            return None
        return read

    def _circle(self, way: Sequence[tuple[str, Span | None]], verb: str) -> None:
        names = [step for step, _ in way]
        message = f"`{names[0]}` {verb} itself by way of others: {' -> '.join([*names, names[0]])}"
        self._fault("E0510", message, way[-1][1], _steps(way))

    def _itself(self, layer: SourceLayer, verb: str, place: Span | None) -> None:
        notes = (Note(f"this is `{layer.name}`", layer.manifest.nearest_span("name")),)
        self._fault("E0516", f"`{layer.name}` {verb} itself", place, notes, "leave it out, or name what is meant")

    def sorted_layers(self) -> tuple[SourceLayer, ...]:
        """Each layer after those that it comes after, otherwise by name."""
        from caylus.graph import topological_order

        needs: dict[str, list[tuple[str, Span]]] = {name: [] for name in sorted(self.layers)}
        for name, dependencies in needs.items():
            dependencies += (
                (below, place)
                for below, place in _earlier_names(self.layers[name], self.layers.values())
                if below in needs and place is not None
            )
        names, circles = topological_order(needs)
        for circle in circles:
            self._circle(circle, "comes after")
        return tuple(self.layers[name] for name in names)

    def check(self, first: SourceLayer, variants: set[str]) -> None:
        """Every layer is of one ruleset, in the version it was written for, none shuts another out, and variants are variants."""
        for layer in self.layers.values():
            for name, place in layer.names_in("conflicts"):
                if name in self.layers:
                    notes = (Note(f"this is `{name}`", self.layers[name].manifest.nearest_span("name")),)
                    message = f"`{layer.name}` and `{name}` cannot be played together"
                    self._fault("E0513", message, place, notes, "play with one of them")
            for key in ("after", "before"):
                for name, place in layer.names_in(key):
                    if name == layer.name:
                        self._itself(layer, f"comes {key}", place)
            if layer.base in self.layers:
                self._check_version(layer, self.layers[layer.base])
        lowest = self._lowest(first)
        notes = (Note(f"this is `{lowest.name}`", lowest.manifest.nearest_span("name")),)
        bases = {layer.base for layer in self.layers.values()}
        for layer in self.layers.values():
            base = self._lowest(layer)
            if layer is base and (layer.name in variants or (base is not lowest and layer.name not in bases)):
                message = f"`{layer.name}` is a ruleset of its own, not a variant"
                self._fault("E0514", message, layer.manifest.nearest_span("name"), notes if layer is not lowest else ())
            elif layer is not base is not lowest:
                message = f"`{layer.name}` is a variant of `{base.name}`, not of `{lowest.name}`"
                self._fault("E0514", message, layer.manifest.nearest_span("extends", "name"), notes)

    def _lowest(self, layer: SourceLayer) -> SourceLayer:
        """The ruleset that a layer extends in the end."""
        chain = [layer]
        while chain[-1].base in self.layers and self.layers[chain[-1].base] not in chain:
            chain.append(self.layers[chain[-1].base])
        return chain[-1]

    def _check_version(self, layer: SourceLayer, base: SourceLayer) -> None:
        version = layer.manifest.value["extends"].get("version")
        has = str(base.manifest.value["version"])
        if version is not None and has.split(".")[: version.count(".") + 1] != version.split("."):
            notes = (Note("its version is this", base.manifest.nearest_span("version")),)
            message = f"`{layer.name}` is written for `{base.name}` {version}, and this is {has}"
            help_ = "see whether it still fits, then change the version it names"
            self._fault("E0512", message, layer.manifest.nearest_span("extends", "version"), notes, help_)

    def _fault(self, code: str, message: str, place: Span | None, notes: tuple[Note, ...] = (), help: str = "") -> None:
        self.faults.append(Diagnostic(code, message, place, notes=notes, help=help))


def _steps(way: Sequence[tuple[str, Span | None]]) -> tuple[Note, ...]:
    """The places where each of the layers on a way but the last names the next."""
    return tuple(Note(f"`{step}` names the next here", place) for step, place in way[:-1])
