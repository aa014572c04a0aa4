"""The texts of a ruleset's layers -> what they mean, or what is wrong with them, but for warnings that a line waives."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from caylus import shipped, syntax, syntax as s
from caylus.cache import object_shelf
from caylus.diagnostics import Note, split_lines
from caylus.diagnostics.diagnostic import Diagnostic, RulesetError, apply_fixes, warning
from caylus.diagnostics.render import join_words, with_article
from caylus.layers.parse_faults import clearer
from caylus.layers.parts import History, Layer
from caylus.layers.resolution import SourceLayer, layers_before, layers_required_by
from caylus.limits import MOST_MENDINGS, MOST_NAMED
from caylus.panels import read_panels
from caylus.parser.parse import explain, parse, put_own_names
from caylus.syntax import File

from .checked_cache import Source, Texts
from .manifest import apply_severities, find_manifest, names_shown, read, read_layers, shipped_manifests, short_titles

if TYPE_CHECKING:
    from caylus.check.symbols import Meant
    from caylus.model import Model

_BEGINS = re.compile(r"--\s*fine\s*:", re.IGNORECASE)
_WAIVER = re.compile(r"--\s*fine:\s*(W\d{4}(?:\s*,\s*W\d{4})*)\s+because\s+\S")
_OF_OTHER_CHECKS = re.compile(r"W1[1-9]")
"""Codes that a check of the text alone never finds."""


class _Waiver(NamedTuple):
    """Some warnings that an author wants at a line."""

    codes: tuple[str, ...]
    file: str
    line: int
    comment: s.Comment

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Return whether a diagnostic is one of those warnings."""
        span = diagnostic.span
        is_here = span is not None and span.file == self.file and span.line == self.line
        return is_here and not diagnostic.is_error and diagnostic.code in self.codes


def apply_waivers(diagnostics: Sequence[Diagnostic], files: Iterable[s.File], own: Collection[str]) -> list[Diagnostic]:
    """The diagnostics without the warnings that are waived; and those of waivers in the files `own` that serve nothing.

    Where there are errors nothing is said about waivers: the warnings that they waive may not have been looked for.
    """
    waivers: list[_Waiver] = []
    left: list[Diagnostic] = []
    for file in files:
        for comment in file.comments:
            if _BEGINS.match(comment.text):
                waiver = _read(comment, file)
                if waiver is not None:
                    waivers.append(waiver)
                elif file.path in own:
                    message = "a waiver says which warnings it waives, and why"
                    help = "write `-- fine: W1004 because …`"
                    left.append(warning("W1045", comment.span, message, "not read", help=help))
    used = {id(waiver) for waiver in waivers for diagnostic in diagnostics if waiver.covers(diagnostic)}
    left += (diagnostic for diagnostic in diagnostics if not any(waiver.covers(diagnostic) for waiver in waivers))
    if not any(diagnostic.is_error for diagnostic in diagnostics):
        left += _needless(waiver for waiver in waivers if id(waiver) not in used and waiver.file in own)
    return left


def _read(comment: s.Comment, file: s.File) -> _Waiver | None:
    """A waiver for its own line, or for the next one where it has a line for itself."""
    read = _WAIVER.match(comment.text)
    if read is None:
        return None
    span = comment.span
    is_alone = not file.text.split("\n")[span.line - 1][: span.column - 1].strip()
    return _Waiver(tuple(re.split(r"\s*,\s*", read[1])), span.file, span.line + is_alone, comment)


def _needless(waivers: Iterable[_Waiver]) -> Iterator[Diagnostic]:
    for waiver in waivers:
        if not any(_OF_OTHER_CHECKS.match(code) for code in waiver.codes):
            codes = " or ".join(waiver.codes)
            message, help = f"this waiver serves nothing: there is no {codes} here", "leave it out"
            yield warning("W1045", waiver.comment.span, message, "of no use", help=help)


class Resolved(NamedTuple):
    """The model, None where there is an error; what was found, errors first; the texts that spans point into.

    `files` are the definitions as the layers leave them, `history` tells how each part came about. `layers` are the texts of each
    layer by themselves, and `names` the meaning of each name in them, by its place.
    """

    model: Model | None
    diagnostics: tuple[Diagnostic, ...]
    sources: dict[str, str]
    files: tuple[syntax.File, ...]
    history: History
    layers: tuple[Layer, ...]
    names: dict[syntax.Span, Meant]


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

_PARSED = object_shelf("parsed")


@lru_cache(maxsize=64)
def _parse_base(text: str, path: str) -> tuple[syntax.File, tuple[Diagnostic, ...]]:
    """Parse a file that others stand on, and keep it where it is sound: it changes seldom and is read often."""
    file_kept: syntax.File | None = _PARSED.get(path, text)
    if file_kept is not None:
        return file_kept, ()
    file, faults = parse(text, path)
    if not faults:
        _PARSED.keep(file, path, text)
    return file, faults


def resolve_layers(
    layers: Sequence[SourceLayer], naming: Naming, *, warns: bool = True, proceed: Callable[[], object] = bool
) -> Resolved:
    """Look into everything, as far as the texts can be read and the layers fit each other. `warns` and `proceed`: see `check`."""
    sources: dict[str, str] = {}
    diagnostics: list[Diagnostic] = []
    parsed_layers: list[Layer] = []
    for layer in layers:
        files = []
        for rule, text in layer.texts.items():
            file, faults = (_parse if layer is layers[-1] else _parse_base)(text, naming(layer, rule))
            sources[file.path] = text
            files.append(file)
            diagnostics += faults
        is_shipped = any(file.is_relative_to(shipped.folder("rulesets")) for file in layer.files)
        above, before = layers_required_by(layer, layers), layers_before(layer, layers)
        parsed_layers.append(Layer(layer.name, tuple(files), above, before, is_shipped))
    all_files = [file for layer in parsed_layers for file in layer.files]
    diagnostics = list(clearer(diagnostics, all_files))
    manifests = {layer.manifest.path: layer.manifest.text for layer in layers}
    if _wrong(diagnostics) and not any(file.definitions or file.paragraphs for file in parsed_layers[-1].files):
        # nothing of it can be read, so there is nothing to check
        faults = _sort_faults(put_own_names(explain(diagnostics, sources), all_files, sources), sources)
        return Resolved(None, faults, {**manifests, **sources}, parsed_layers[-1].files, {}, tuple(parsed_layers[-1:]), {})
    from caylus.check import check  # it takes long to import
    from caylus.check.lint.unused import warn_of_unseen_things
    from caylus.layers.conflicts import order_matters, warn_of_crowded_deals
    from caylus.layers.merge import explain_removals, merge, place_warnings, trace
    from caylus.layers.stale_texts import stale_paragraphs, stale_questions

    from .manifest_names import find_counted_twice, misfits

    merged_layers = merge(parsed_layers)
    diagnostics += merged_layers.faults
    shown_names = {name for layer in layers for name in names_shown(layer.manifest.value)}
    names: dict[syntax.Span, Meant] = {}
    model, more = check(merged_layers.files, shown_names, names=names, warns=warns, proceed=proceed)
    if warns:
        check_below = partial(_check_base, shown_names=frozenset(shown_names))
        more = tuple(place_warnings(more, merged_layers, parsed_layers, shown_names, lambda files: check_below(tuple(files))))
    diagnostics += _news(trace(explain_removals(more, merged_layers, parsed_layers), merged_layers), diagnostics)
    if model is not None and not _wrong(diagnostics):
        if warns:
            diagnostics += stale_paragraphs(merged_layers, parsed_layers)
            titles = [short_titles(layer.manifest) for layer in layers]
            diagnostics += stale_questions(merged_layers, parsed_layers, titles)
            diagnostics += find_counted_twice(layers[-1].manifest, model)
            diagnostics += warn_of_crowded_deals(parsed_layers, model) if len(parsed_layers) > 1 else ()
        diagnostics += order_matters(parsed_layers, merged_layers.files, model)
        diagnostics += misfits([layer.manifest for layer in layers], model)
        if warns and not _wrong(diagnostics):
            panels = [panel for layer in layers for panel in read_panels(layer.manifest.value)]
            own_files = {file.path for file in parsed_layers[-1].files}
            diagnostics += warn_of_unseen_things(model, merged_layers.files, own_files, panels, shown_names)
    if warns:
        diagnostics = apply_waivers(
            diagnostics,
            all_files,
            {file.path for file in parsed_layers[-1].files},
        )
        severities = {naming(layer, rule): layer.manifest.value.get("severity", {}) for layer in layers for rule in layer.texts}
        diagnostics = apply_severities(diagnostics, severities)
    faults = _sort_faults(put_own_names(explain(diagnostics, sources), all_files, sources), sources)
    sound, texts = None if _wrong(faults) else model, {**manifests, **sources}
    return Resolved(sound, faults, texts, merged_layers.files, merged_layers.history, tuple(parsed_layers), names)


@lru_cache(maxsize=4)
def _check_base(files: tuple[syntax.File, ...], shown_names: frozenset[str]) -> tuple[Diagnostic, ...]:
    """The diagnostics of what a layer stands on: the same while somebody works on that layer."""
    from caylus.check import check

    return tuple(check(files, shown_names)[1])


def resolve_alone(text: str, path: str, *, warns: bool = True) -> Resolved:
    """A whole ruleset in one text. Without `warns` only errors are looked for."""
    from caylus.check import check
    from caylus.layers.merge import merge

    file, parse_faults = _parse(text, path)
    layer = Layer(path, (file,))
    merged_layers = merge([layer])
    all_faults = [*clearer(parse_faults, [file]), *merged_layers.faults]
    names: dict[syntax.Span, Meant] = {}
    model, more = check(merged_layers.files, names=names, warns=warns)
    all_faults = apply_waivers([*all_faults, *_news(more, all_faults)], [file], (path,))
    faults = _sort_faults(explain(all_faults, {path: text}), (path,))
    sound = None if _wrong(faults) else model
    return Resolved(sound, faults, {path: text}, merged_layers.files, merged_layers.history, (layer,), names)


def _wrong(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.is_error for diagnostic in diagnostics)


def _news(more: Iterable[Diagnostic], diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The further diagnostics: where there are errors, no warnings, and nothing of a line that has one already."""
    if not _wrong(diagnostics):
        return list(more)
    lines = {(fault.span.file, fault.span.line) for fault in diagnostics if fault.is_error and fault.span is not None}
    return [
        f
        for f in more
        if f.is_error and (f.code not in _OF_THE_WHOLE if f.span is None else (f.span.file, f.span.line) not in lines)
    ]


def _sort_faults(diagnostics: Iterable[Diagnostic], paths: Iterable[str]) -> tuple[Diagnostic, ...]:
    """Errors first, each in the order of the files and of their lines."""
    number = {path: number for number, path in enumerate(paths)}

    def place(diagnostic: Diagnostic) -> tuple[bool, int, int, int]:
        span = diagnostic.span
        where = (number.get(span.file, -1), span.line, span.column) if span is not None else (-1, 0, 0)
        return not diagnostic.is_error, *where

    return tuple(sorted(diagnostics, key=place))


def mend_layers(layers: Sequence[SourceLayer], sources: Sequence[Source]) -> dict[Path, tuple[str, str]]:
    """The files that could be mended, each with its text as it is and as it should be.

    Only those of what somebody has brought, by a path or as texts: what lies below, or comes along, is not theirs.
    """
    layers = list(layers)
    paths = [source for source in sources if not isinstance(source, Texts)]
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


def advise_layers(layers: Sequence[SourceLayer], diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics of the last of some layers, with the whole of what is meant where a draft of it is sound."""
    own = layers[-1]
    texts = {display_path(own, rule): text for rule, text in own.texts.items()}
    below = [_parse_base(text, display_path(layer, rule))[0] for layer in layers[:-1] for rule, text in layer.texts.items()]

    def resolve(path: str, text: str) -> Resolved:
        new = {rule: text if display_path(own, rule) == path else old for rule, old in own.texts.items()}
        return resolve_layers([*layers[:-1], replace(own, texts=new)], display_path, warns=False)

    return _advise(diagnostics, texts, below, resolve)


def advise_text(text: str, path: str, diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics of a whole ruleset in one text, with the whole of what is meant where a draft of it is sound."""
    return _advise(diagnostics, {path: text}, (), lambda path, text: resolve_alone(text, path, warns=False))


def _advise(
    diagnostics: Sequence[Diagnostic], texts: dict[str, str], below: Sequence[File], resolve: Callable[[str, str], Resolved]
) -> tuple[Diagnostic, ...]:
    from .advice import advise
    from .game_names import Names

    names = Names([*below, *(_parse(text, path)[0] for path, text in texts.items())])
    return advise(
        diagnostics, texts, names, lambda path, text: [fault for fault in resolve(path, text).diagnostics if fault.is_error]
    )


def mend_text(text: str, path: str) -> str:
    """A whole ruleset in one text as it should be, as far as there is one answer; spans call it `path`."""
    return _mend_texts({path: text}, lambda texts: resolve_alone(texts[path], path).diagnostics)[path]


def _mend_texts(texts: Mapping[str, str], check: Callable[[Mapping[str, str]], Iterable[Diagnostic]]) -> Mapping[str, str]:
    for _ in range(MOST_MENDINGS):
        fixes = [diagnostic.fix for diagnostic in check(texts) if diagnostic.fix is not None]
        new = {path: apply_fixes(text, path, fixes) for path, text in texts.items()}
        if new == texts:
            break
        texts = new
    return texts


def with_hints(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], layers: Iterable[str]) -> Iterator[Diagnostic]:
    """The diagnostics; one of a name that is unknown, with nothing alike, says where there is such a thing."""
    others = {name: file.parent for name, file in shipped_manifests().items()}
    stood_on = [others.pop(name) for name in layers if name in others]
    room = MOST_NAMED if stood_on else 0
    for diagnostic in diagnostics:
        span = diagnostic.span
        if _is_unknown_name(diagnostic) and room and span is not None and span.file in sources:
            room -= 1
            name = split_lines(sources[span.file])[span.line - 1][span.column - 1 : span.end_column - 1]
            diagnostic = replace(diagnostic, notes=(*diagnostic.notes, *_notes(name, others)))
        yield diagnostic


def _is_unknown_name(diagnostic: Diagnostic) -> bool:
    """Return whether a name is unknown and nothing is like it."""
    if diagnostic.code != "E0204" or diagnostic.fix is not None:
        return False
    from caylus.check.symbols import LISTED

    return diagnostic.help == "" or diagnostic.help.startswith(LISTED)


def _notes(name: str, others: Mapping[str, Path]) -> Iterator[Note]:
    definition = re.compile(rf"^(kind|resource) {re.escape(name)}\b", re.MULTILINE)
    having: dict[str, list[str]] = {}
    for other, folder in sorted(others.items()):
        texts = [file.read_text(encoding="utf-8") for file in folder.glob("*.rules")]
        for word in sorted({match[1] for text in texts for match in definition.finditer(text)}):
            having.setdefault(word, []).append(f"`{other}`")
    for word, rulesets in having.items():
        ruleset_names = join_words(rulesets) if len(rulesets) <= MOST_NAMED else ", ".join([*rulesets[:MOST_NAMED], "…"])
        yield Note(f"there is {with_article(word)} of that name in {ruleset_names}; what stands on such a ruleset can use it")


def clashing(source: Source, variants: Sequence[Source]) -> dict[tuple[str, str], Diagnostic]:
    """The pairs of variants, by name, with the first fault of each."""
    from caylus.layers.merge import merge

    names = [read(variant).name for variant in variants]
    parsed_files: dict[tuple[str, str], tuple[File, ...]] = {}
    clashes = {}
    for (one, first), (other, second) in combinations(zip(names, variants, strict=True), 2):
        try:
            fault = _first(merge(_parse_layers(read_layers(source, (first, second)), parsed_files)).faults)
        except RulesetError as error:
            fault = error.diagnostics[0]
        if fault is not None:
            clashes[one, other] = fault
    return clashes


def _parse_layers(layers: Sequence[SourceLayer], parsed_files: dict[tuple[str, str], tuple[File, ...]]) -> list[Layer]:
    """The layers, each text parsed once: `parsed_files` are the files of those that were."""
    parsed_layers = []
    for layer in layers:
        which = layer.manifest.path, layer.name
        if which not in parsed_files:
            parsed_files[which] = tuple(parse(text, display_path(layer, rule))[0] for rule, text in layer.texts.items())
        parsed_layers.append(
            Layer(layer.name, parsed_files[which], layers_required_by(layer, layers), layers_before(layer, layers))
        )
    return parsed_layers


def _first(faults: Iterable[Diagnostic]) -> Diagnostic | None:
    return next((fault for fault in faults if fault.is_error), None)
