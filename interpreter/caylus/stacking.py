"""Which layers a ruleset is made of, from what the manifests say: what extends, requires and shuts out what.

The order is the author's and the player's, never a guess: a base stands below what extends it, what is required below
what requires it, and variants given together in the order in which they were given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .documents import Document
from .lang.diagnostics import Diagnostic, RulesetError

DEEPEST = 4
"""How many rulesets may extend each other in a row."""


@dataclass(frozen=True, slots=True)
class Read:
    """A manifest and the texts of its rules, by the names it gives them."""

    manifest: Document
    texts: dict[str, str]

    @property
    def name(self) -> str:
        return str(self.manifest.value["name"])

    @property
    def base(self) -> str | None:
        """The name of what it extends."""
        extends = self.manifest.value.get("extends")
        return None if extends is None else str(extends["name"])

    @property
    def requires(self) -> tuple[str, ...]:
        return tuple(self.manifest.value.get("requires", ()))


Reader = Callable[[str], Read]
"""Reads a ruleset or variant by its name. Raises RulesetError."""


def order(first: Read, variants: Sequence[Read], read: Reader) -> tuple[Read, ...]:
    """The layers of `first` with the variants on it, the lowest first, each once.

    Raises RulesetError: E0510 what extends or requires itself, E0512 the wrong version of a base, E0513 variants that
    shut each other out, E0514 a variant of something else, E0515 too many layers in a row.
    """
    layers = _Order(read)
    layers.add(first, ())
    for variant in variants:
        layers.add(variant, ())
    layers.check(variants)
    if layers.faults:
        raise RulesetError(tuple(layers.faults), {r.manifest.path: r.manifest.text for r in layers.found.values()})
    return tuple(layers.found.values())


def above(layer: Read, layers: Sequence[Read]) -> frozenset[str]:
    """The names of the layers that one says it stands on, by what it and they extend and require."""
    named = {r.name: r for r in layers}
    standing: set[str] = set()
    waiting = [layer]
    while waiting:
        read = waiting.pop()
        for name in (*read.requires, *([read.base] if read.base else [])):
            if name not in standing and name in named:
                standing.add(name)
                waiting.append(named[name])
    return frozenset(standing)


class _Order:
    def __init__(self, read: Reader) -> None:
        self.read = read
        self.found: dict[str, Read] = {}
        self.faults: list[Diagnostic] = []

    def add(self, layer: Read, path: tuple[str, ...]) -> None:
        """The layer after everything it stands on; `path` are the layers on the way to it."""
        place = layer.manifest.at("extends") or layer.manifest.at("requires")
        if layer.name in path:
            way = " -> ".join((*path[path.index(layer.name) :], layer.name))
            self.faults.append(Diagnostic("E0510", f"`{layer.name}` stands on itself: {way}", place))
            return
        if len(path) >= DEEPEST:
            self.faults.append(Diagnostic("E0515", f"more than {DEEPEST} layers stand on each other: {' -> '.join(path)}", place))
            return
        if layer.name in self.found:
            return
        for name in (*([layer.base] if layer.base else []), *layer.requires):
            self.add(self.found.get(name) or self.read(name), (*path, layer.name))
        if layer.base in self.found:
            self._version(layer, self.found[layer.base])
        self.found[layer.name] = layer

    def check(self, variants: Sequence[Read]) -> None:
        """Every variant is one of something here, and none shuts another out."""
        first = next(iter(self.found))
        for layer in self.found.values():
            for number, name in enumerate(layer.manifest.value.get("conflicts", ())):
                if name in self.found:
                    message = f"`{layer.name}` and `{name}` cannot be played together"
                    self.faults.append(Diagnostic("E0513", message, layer.manifest.at("conflicts", number)))
        for variant in variants:
            if variant.base is None:
                message = f"`{variant.name}` is a ruleset of its own, not a variant"
                self.faults.append(Diagnostic("E0514", message, variant.manifest.at("name")))
        foreign = {layer.name for layer in self.found.values() if layer.base is None and layer.name != first}
        for layer in self.found.values():
            if layer.base in foreign:
                message = f"`{layer.name}` is a variant of `{layer.base}`, not of `{first}`"
                self.faults.append(Diagnostic("E0514", message, layer.manifest.at("extends", "name")))

    def _version(self, layer: Read, base: Read) -> None:
        wanted = layer.manifest.value["extends"].get("version")
        has = str(base.manifest.value["version"])
        if wanted is not None and has.split(".")[: wanted.count(".") + 1] != wanted.split("."):
            message = f"`{layer.name}` is written for `{base.name}` {wanted}, and this is {has}"
            help_ = "see whether it still fits, then change the version it names"
            self.faults.append(Diagnostic("E0512", message, layer.manifest.at("extends", "version"), help=help_))
