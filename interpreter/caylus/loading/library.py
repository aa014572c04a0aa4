"""Rulesets by name or path: found, checked, and made ready to play.

What reads and checks rules is imported where rules are read: who plays by rules that were checked before (see
`checked_cache`) does without. What plays is imported where there is something to play: a check may find that nothing can be read.
"""

from __future__ import annotations

import json
import os.path
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

from caylus.diagnostics.diagnostic import Diagnostic, RulesetError, Severity, Span
from caylus.documents import accept
from caylus.documents.document import read_text
from caylus.limits import MOST_BYTES_IN_RULES

from .checked_cache import Carried, Source as Source, Texts as Texts, recall, remember
from .listing import Found as Found, list_rulesets as list_rulesets

if TYPE_CHECKING:
    from caylus.layers.resolution import SourceLayer
    from caylus.runtime.game import Game
    from caylus.runtime.machine import Limits
    from caylus.runtime.ruleset import Meaning, Ruleset
    from caylus.runtime.start import PositionChecker as PositionChecker

    from .pipeline import Naming, Resolved


class Checked(NamedTuple):
    """The outcome of a check, and the texts that spans point into, by path; `files` are all that it read, as they were then.

    Of a ruleset in a folder, `manifest` is where its manifest lies and `shown` what spans call it. `positions` says what is wrong
    with descriptions of its positions, and by `rules` its games are played: as loaded, but that spans of its model call files as
    those of the check do. Both are None where its rules have errors.
    """

    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, str]
    manifest: Path | None = None
    shown: str = ""
    positions: PositionChecker | None = None
    files: Mapping[Path, str] = {}
    rules: Ruleset | None = None


def grade_diagnostics(diagnostics: Sequence[Diagnostic], rules: Ruleset) -> tuple[Diagnostic, ...]:
    """Diagnostics of a loaded ruleset, found by play, with the severities that its manifests want."""
    from .manifest import apply_severities

    manifests = [layer["manifest"] for layer in rules.layers]
    severities = {f"{one['name']}/{file}": one.get("severity", {}) for one in manifests for file in one["rules"]}
    return tuple(apply_severities(diagnostics, severities))


def load(source: Source, variants: Sequence[Source] = (), *, limits: Limits | None = None) -> Ruleset:
    """A ruleset ready to play with variants stacked on it: shipped ones by name, any other by folder or manifest, or as `Texts`.

    `limits` say how much one choice may cost in its games, in copies of them and in what is resumed or replayed under it.

    Raises `RulesetError` with everything that is wrong: E0620 no such ruleset, another E06xx the files, E05xx the layers,
    E01xx to E04xx the rules. Raises TypeError for a text where names are wanted.
    """
    if isinstance(variants, str):
        raise TypeError(f"variants are a list of names: [{variants!r}]")
    rules = load_from_cache(source, variants) or _check_ruleset(source, variants)
    return rules if limits is None else rules.with_limits(limits)


def _check_ruleset(source: Source, variants: Sequence[Source]) -> Ruleset:
    from .manifest import read, read_layers
    from .pipeline import display_path, resolve_layers

    layers = read_layers(source, variants)
    try:
        rules = _ruleset(layers, [read(variant).name for variant in variants])
    except RulesetError:
        resolution = resolve_layers(layers, display_path)
        raise RulesetError(resolution.diagnostics, resolution.sources) from None
    texts = {file: text for layer in layers for file, text in layer.files.items()}
    remember((source, *variants), texts, _portable_form(rules))
    return rules


def load_from_cache(source: Source, variants: Sequence[Source] = ()) -> Ruleset | None:
    """The ruleset that was checked before, if no file has changed; else None."""
    return _read_cache((source, *variants))


def _portable_form(rules: Ruleset) -> Carried:
    return Carried(rules.layers, rules.variants, (rules.fewest_players, rules.most_players), rules.automata)


def _read_cache(sources: Sequence[Source]) -> Ruleset | None:
    entry = recall(sources)
    if entry is None:
        return None
    from caylus.runtime.ruleset import Ruleset

    return _register(
        Ruleset(entry.layers, entry.variants, entry.players, entry.automata, lambda: _meaning(_read_again(entry.layers)), remade)
    )


def from_layers(layer_data: Sequence[Mapping[str, Any]], variants: Sequence[str]) -> Ruleset:
    """The ruleset of layers as a save carries them, each a `manifest` and `sources`.

    What was found sound once is not checked again. Raises `RulesetError`: E0701 where they lack a text or are not what `variants`
    says, else what is wrong with the rules.
    """
    cached_ruleset = load_layers_from_cache(layer_data, variants)
    if cached_ruleset is not None:
        return cached_ruleset
    layers = _read_again(layer_data)
    names = [layer.name for layer in layers]
    if len(set(names)) < len(names) or not set(variants) < set(names):
        message = "the save does not say which of its rules are variants: each layer has a name of its own, and one is none"
        raise RulesetError((Diagnostic("E0701", message, None, help="resume an earlier save"),))
    rules = _ruleset(layers, variants)
    remember(_as_asked(layer_data, variants), {}, _portable_form(rules))
    return rules


def load_layers_from_cache(layer_data: Sequence[Mapping[str, Any]], variants: Sequence[str]) -> Ruleset | None:
    """The ruleset of `from_layers` that was checked before; else None."""
    return _read_cache(_as_asked(layer_data, variants))


def _as_asked(layer_data: Sequence[Mapping[str, Any]], variants: Sequence[str]) -> tuple[str]:
    return (json.dumps([list(layer_data), list(variants)], sort_keys=True),)


def check_path(source: Source, variants: Sequence[Source] = ()) -> Checked:
    """Everything that is wrong with a ruleset; spans call files as the caller does.

    A `.rules` file stands for the ruleset whose manifest lies beside it, or else is one by itself.
    """
    from .manifest import FILE, check_folder_name, find_manifest, no_ruleset, read_layers
    from .pipeline import advise_layers, display_path, resolve_layers, with_hints

    path = _path(source)
    try:
        if _is_alone(path) and not variants:
            text = read_text(path, path.as_posix(), MOST_BYTES_IN_RULES)
            return check_text(text, path.as_posix())._replace(files={path: text})
        layers = read_layers(_whole(source), variants)
        if _is_part(path) and not any(path in layer.files for layer in layers):
            help = f"list it under `rules` in the `{FILE}` beside it"
            raise no_ruleset(f"`{path.as_posix()}` is no part of the ruleset", help)
        resolution = resolve_layers(layers, display_path)
        diagnostics = tuple(with_hints(resolution.diagnostics, resolution.sources, [layer.name for layer in layers]))
        if resolution.model is None:
            diagnostics = advise_layers(layers, diagnostics)
        if isinstance(source, Texts):
            return Checked(diagnostics, resolution.sources)
        file, display_name = find_manifest(path.parent if _is_part(path) else source)
        manifest = next(layer.manifest for layer in layers if layer.manifest.path == display_name)
        wrong = tuple(check_folder_name(manifest, file)) if resolution.model is not None else ()
        files = {file: text for layer in layers for file, text in layer.files.items()}
        diagnostics = _put_at_start((*diagnostics, *wrong), display_name)
        result = Checked(diagnostics, resolution.sources, file, display_name, files=files)
        return result if resolution.model is None else _with_rules(result, layers, resolution)
    except RulesetError as error:
        return Checked(error.diagnostics, error.sources)


def _with_rules(result: Checked, layers: Sequence[SourceLayer], resolution: Resolved) -> Checked:
    from caylus.runtime.ruleset import Meaning
    from caylus.runtime.start import PositionChecker

    from .pipeline import portable_path

    assert resolution.model is not None
    meaning = Meaning(resolution.model, resolution.files, resolution.history)
    rules = make_ruleset(layers, meaning, portable_path, ()).know(meaning)
    return result._replace(positions=PositionChecker(rules, rules.model), rules=rules)


def mend_path(source: Source, variants: Sequence[Source] = ()) -> dict[Path, tuple[str, str]]:
    """The files of a ruleset and of these variants in which something has one right answer, with their texts as they are and as
    they should be.

    What they stand on is not theirs to mend. Nothing is written. Raises `RulesetError` where files cannot be read.
    """
    from .manifest import read_layers
    from .pipeline import mend_layers, mend_text

    path = _path(source)
    if _is_alone(path) and not variants:
        text = read_text(path, path.as_posix(), MOST_BYTES_IN_RULES)
        new = mend_text(text, path.as_posix())
        return {path: (text, new)} if new != text else {}
    sources = _whole(source)
    return mend_layers(read_layers(sources, variants), (sources, *variants))


def clashes(source: Source, variants: Sequence[Source]) -> dict[tuple[str, str], Diagnostic]:
    """The pairs of these variants that cannot be on a ruleset together, by their names, and the first thing that is wrong.

    Two are only laid over each other, which is quick. What becomes of them in play a check may still find fault with.
    """
    from .pipeline import clashing

    return clashing(source, variants)


def check_text(text: str, path: str) -> Checked:
    """Everything that is wrong with a whole ruleset in one text, which spans call `path`."""
    from .pipeline import advise_text, resolve_alone

    resolution = resolve_alone(text, path)
    diagnostics = resolution.diagnostics if resolution.model is not None else advise_text(text, path, resolution.diagnostics)
    return Checked(_put_at_start(diagnostics, path), {path: text})


def _put_at_start(diagnostics: Sequence[Diagnostic], path: str) -> tuple[Diagnostic, ...]:
    """The diagnostics, those without a place at the start of a file: each says which ruleset it is about."""
    start = Span(path, 1, 1, 1, 1)
    return tuple(replace(each, span=start) if each.span is None else each for each in diagnostics)


def _path(source: Source) -> Path:
    """The path of a ruleset that is named by it; for texts, which are in no folder, no rules file."""
    return Path() if isinstance(source, Texts) else Path(source)


def _whole(source: Source) -> Source:
    """The ruleset that is meant, where only one of its files is named."""
    return path.parent if _is_part(path := _path(source)) else source


def _is_part(path: Path) -> bool:
    """Return whether it is a rules file of the ruleset whose manifest lies beside it."""
    from .manifest import FILE

    return path.suffix == ".rules" and os.path.isfile(path.with_name(FILE))


def _is_alone(path: Path) -> bool:
    """Return whether it is a rules file and the whole of a ruleset."""
    return path.suffix == ".rules" and not _is_part(path)


def _read_again(layer_data: Sequence[Mapping[str, Any]]) -> list[SourceLayer]:
    """Layers as a save carries them. Raises `RulesetError` (E0701: no text)."""
    from caylus.documents import accept
    from caylus.layers.resolution import SourceLayer

    layers = []
    for layer in layer_data:
        manifest = accept(layer["manifest"], "the manifest in the save", "manifest")
        paths = {rule: f"{manifest.value['name']}/{rule}" for rule in manifest.value["rules"]}
        missing = [path for path in paths.values() if path not in layer["sources"]]
        if missing:
            raise RulesetError(tuple(Diagnostic("E0701", f"the save lacks the rules `{path}`", None) for path in missing))
        layers.append(SourceLayer(manifest, {rule: layer["sources"][path] for rule, path in paths.items()}))
    return layers


def _meaning(layers: Sequence[SourceLayer]) -> Meaning:
    """Raises `RulesetError` where there is anything wrong. Of warnings only those count of which a manifest makes errors."""
    from caylus.runtime.ruleset import Meaning

    from .pipeline import portable_path, resolve_layers

    warns = any(Severity.ERROR in layer.manifest.value.get("severity", {}).values() for layer in layers)
    resolution = resolve_layers(layers, portable_path, warns=warns)
    if resolution.model is None:
        raise RulesetError(resolution.diagnostics, resolution.sources)
    return Meaning(resolution.model, resolution.files, resolution.history)


def _ruleset(layers: Sequence[SourceLayer], variants: Sequence[str]) -> Ruleset:
    """The checked ruleset of layers, registered as loaded; `variants` are the names that saves keep. Raises RulesetError."""
    from .pipeline import portable_path

    return _register(make_ruleset(layers, _meaning(layers), portable_path, variants))


def make_ruleset(layers: Sequence[SourceLayer], meaning: Meaning, naming: Naming, variants: Sequence[str]) -> Ruleset:
    """The ruleset of layers, in which spans call files by `naming`."""
    from caylus.runtime.ruleset import Ruleset

    layer_data = [
        {"manifest": layer.manifest.value, "sources": {naming(layer, rule): text for rule, text in layer.texts.items()}}
        for layer in layers
    ]
    automata = {automaton.name: automaton.title for automaton in meaning.model.automata}
    players = (meaning.model.fewest_players, meaning.model.most_players)
    return Ruleset(layer_data, variants, players, automata, lambda: meaning, remade)


_loaded: WeakSet[Ruleset] = WeakSet()
_lock = Lock()


def _register(rules: Ruleset) -> Ruleset:
    with _lock:
        _loaded.add(rules)
    return rules


def find_loaded(is_meant: Callable[[Ruleset], bool]) -> Ruleset | None:
    """A ruleset that this process has loaded and somebody still uses."""
    with _lock:
        rulesets = list(_loaded)
    return next(filter(is_meant, rulesets), None)


def remade(identity: str, variants: tuple[str, ...], ruleset_text: str) -> Ruleset:
    """The ruleset that another process knows by its identity and variants, and carries as JSON data."""
    return find_loaded(lambda rules: (rules.identity, rules.variants) == (identity, variants)) or read_once(ruleset_text)


@lru_cache(maxsize=4)
def read_once(ruleset_text: str) -> Ruleset:
    """The ruleset of carried layers and the names of its variants, as JSON data, for all who bring the same."""
    data = json.loads(ruleset_text)
    return from_layers(data["layers"], data["variants"])


def resume(data: Mapping[str, Any], rules: Ruleset | None = None, *, labels: Sequence[str] | None = None) -> Game:
    """The game of a save, under the rules it carries; they are not read again where `rules` or any others in use are the same.

    `labels` are what texts call those who play, in place of what the save says. Raises
    RulesetError: E06xx its shape, E0701 its rules, or other ones than `rules`, E0702 its state.
    """
    from caylus.runtime.machine import unfit
    from caylus.runtime.resuming import resume_game

    save = accept(data, "the save", "save").value
    ruleset_data = save["ruleset"]
    if rules is not None and rules.layers != ruleset_data["layers"]:
        raise unfit("E0701", f"the save carries other rules than {rules.name} as it is at hand", "resume it under its own rules")
    at = rules or find_loaded(
        lambda known: known.layers == ruleset_data["layers"] and list(known.variants) == ruleset_data["variants"]
    )
    return resume_game(at or read_once(json.dumps(ruleset_data, sort_keys=True)), save, labels)


def replay(data: Mapping[str, Any], rules: Ruleset | None = None) -> Game:
    """The game a transcript tells, under `rules` or the shipped ruleset it names. Raises RulesetError (E0703: no fit)."""
    if rules is None:
        ruleset_data = accept(data, "the transcript", "transcript").value["ruleset"]
        rules = load(ruleset_data["name"], ruleset_data["variants"])
    return rules.replay(data)


def given_in_view(view: Mapping[str, Any]) -> dict[str, Any]:
    """All that lies on the table in a view, as `given` of a position."""
    from caylus.runtime import start

    return start.given_in_view(view)
