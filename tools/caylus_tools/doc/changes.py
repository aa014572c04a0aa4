"""List the changes of variants to the rules they are based on, as a reader of rules would."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caylus.diagnostics import as_words

from caylus_tools.verbalize.definitions import Definitions, state_words
from caylus_tools.verbalize.prose import Mark, Ref, Step, Steps, line

if TYPE_CHECKING:
    from caylus import Ruleset

_DONE = {"add": "added", "change": "changed", "replace": "changed", "remove": "removed", "insert": "changed", "seal": "sealed"}


@dataclass(frozen=True, slots=True)
class Change:
    """`done` is added, changed, removed or sealed; `old` is empty for what was not there, `new` for what is gone."""

    done: str
    word: str
    what: Ref
    part: str
    layer: str
    old: Steps
    new: Steps
    place: str
    is_first: bool
    """Whether it is the first about its definition, and so what a link to something removed leads to."""


class Changes:
    """The changes of all layers above the lowest."""

    def __init__(self, rules: Ruleset, now: Definitions) -> None:
        self._now = now
        self._history = rules.history
        self._layer_of = {path: layer["manifest"]["name"] for layer in rules.layers for path in layer["sources"]}
        self._titles = {layer["manifest"]["name"]: layer["manifest"]["title"] for layer in rules.layers}
        self._lowest = rules.layers[0]["manifest"]["name"]
        self._before = _lowest(rules) if len(rules.layers) > 1 else now

    def all(self) -> tuple[Change, ...]:
        """In the order of the layers and of their texts."""
        return tuple(change for layer in self._titles for change in self._layer_changes(layer)) if len(self._titles) > 1 else ()

    def mark(self, name: str) -> Mark | None:
        """The mark of a definition that layers above the lowest have changed; None for nothing."""
        steps = [step for step in self._now.source.steps(name) if step.layer != self._lowest]
        if steps:
            layers = dict.fromkeys(self._titles[step.layer] for step in steps)
            return Mark("added" if self._is_new(name) else "changed", ", ".join(layers))
        files = [site.span.file for site in self._now.attachments.find_sites(name)]
        bent = dict.fromkeys(self._titles[self._layer_of[file]] for file in files if self._layer_of[file] != self._lowest)
        return Mark("bent", ", ".join(bent)) if bent else None

    def mark_of_file(self, file: str) -> Mark | None:
        """For what has no history of its own, such as what each player has."""
        layer = self._layer_of[file]
        return Mark("added", self._titles[layer]) if layer != self._lowest else None

    def _is_new(self, name: str) -> bool:
        return bool(self._history[name][0].layer != self._lowest)

    def _layer_changes(self, layer: str) -> Iterator[Change]:
        if layer == self._lowest:
            return
        found = [(path, step) for path, steps in self._history.items() for step in steps if step.layer == layer]
        found = [(path, step) for path, step in found if not path.startswith("player.")]
        found.sort(key=lambda found: (found[1].span.file, found[1].span.line, found[1].span.column))
        seen: set[str] = set()
        for path, step in found:
            name, _, part = path.partition(".")
            definitions = self._before if step.verb == "remove" else self._now
            old = () if step.verb == "add" and not part else self._before.describe(path)
            new = () if step.verb == "remove" and not part else self._now.describe(path)
            differs = old != new  # what a page has no words for is told by its place
            yield Change(
                done="changed" if part else _DONE[step.verb],
                word=as_words(definitions.source.word(name)),
                what=Ref(name, definitions.title(name)),
                part=as_words(part),
                layer=self._titles[layer],
                old=old if differs else (),
                new=new if differs else (),
                place=f"{step.span.file}:{step.span.line}",
                is_first=name not in seen,
            )
            seen.add(name)
        yield from self._player_changes(layer)

    def _player_changes(self, layer: str) -> Iterator[Change]:
        """The additions to players: said in a layer without a name that a history could have."""
        before = self._before.model.kinds["player"].states
        for state in self._now.model.kinds["player"].states.values():
            if self._layer_of[state.span.file] == layer:
                was = before.get(state.name)
                yield Change(
                    done="changed" if was is not None else "added",
                    word="each player has",
                    what=Ref(f"player.{state.name}", as_words(state.name)),
                    part="",
                    layer=self._titles[layer],
                    old=(Step(line(state_words(was))),) if was is not None else (),
                    new=(Step(line(state_words(state))),),
                    place=f"{state.span.file}:{state.span.line}",
                    is_first=False,
                )


def _lowest(rules: Ruleset) -> Definitions:
    from caylus.loading.library import from_layers

    return Definitions(from_layers(rules.layers[:1], ()))
