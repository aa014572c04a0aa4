"""Hover, definition and references of a name, its renaming everywhere, and the actions at a place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from caylus import Ruleset, model as m
from caylus.diagnostics import Diagnostic, Edit, Span, apply_fixes, as_words, split_lines, with_article
from caylus.loading.analysis import FILE, Analysis, Meant
from caylus.parser.following import find_following, soft_words

from caylus_tools.authoring.new_files import variant_skeleton
from caylus_tools.authoring.words import BUILT_IN, EXPLAINED, explain
from caylus_tools.common.english import capitalize
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.objects import join_texts
from caylus_tools.verbalize.prose import Step, join_steps, make_sentences, plain

from .complete import explain_key, places_in_yaml, schema_name
from .names import OPTION, WORD, Names, Symbol, symbol_of, word_at
from .workspace import Workspace

Place = tuple[Path, Span]
"""A file, and a place in it."""


def meaning_at(workspace: Workspace, file: Path, line: int, column: int) -> Meant | None:
    """The meaning of the name at a place."""
    _, word = word_at(workspace.line(file, line), column)
    names = workspace.names(file)
    if not word or names is None:
        return None
    if schema_name(file) is not None:
        entity = next(
            (candidate for span, candidate in places_in_yaml(workspace, file, names) if _covers(span, line, column)), None
        )
        return entity or names.by_word(word)
    found_at = names.at(file, line, column, word)
    return found_at[1] if found_at is not None else None


def _covers(span: Span, line: int, column: int) -> bool:
    return span.line == line and span.column <= column <= span.end_column


def definition(workspace: Workspace, file: Path, line: int, column: int) -> list[Place]:
    """The places that define a name, and where layers above say it anew: the definition that holds comes first."""
    entity = meaning_at(workspace, file, line, column)
    analysis = workspace.latest(file)
    if entity is None or analysis is None or not entity.definition.file:
        return []
    spans = [entity.definition]
    if not entity.owner and entity.what not in ("variable", OPTION):
        spans += [step.span for step in analysis.history.get(entity.name, ()) if step.verb in ("define", "replace", "change")]
    places = [(workspace.path_of(span.file, analysis), span) for span in spans]
    return list({(path, span.line): (path, span) for path, span in reversed(places)}.values())[::-1]


def references(workspace: Workspace, file: Path, line: int, column: int) -> list[Place]:
    """All places of a name in the rulesets of the workspace that have it from the same file: rules, manifests and scenarios."""
    entity = meaning_at(workspace, file, line, column)
    analysis = workspace.latest(file)
    if entity is None or analysis is None:
        return []
    symbol = symbol_of(entity)
    home = _home(workspace, file, symbol)
    places: dict[tuple[Path, int, int], Place] = {}
    for ruleset in _related(workspace, file, home, symbol):
        for path, span in _places(workspace, ruleset, symbol):
            places.setdefault((path, span.line, span.column), (path, span))
    return sorted(places.values(), key=lambda place: (str(place[0]), place[1].line, place[1].column))


def _home(workspace: Workspace, file: Path, symbol: Symbol) -> Path | None:
    """The file in which a symbol stands first, in the lowest layer."""
    names, analysis = workspace.names(file), workspace.latest(file)
    spans = names.of(symbol) if names is not None else []
    return workspace.path_of(spans[0].file, analysis) if spans else None


def _related(workspace: Workspace, file: Path, home: Path | None, symbol: Symbol) -> Iterator[Path]:
    """The ruleset of a file, and the others of the workspace that write the name and have the file in which it is at home."""
    own = workspace.ruleset_of(file)
    assert own is not None
    yield own
    for ruleset in workspace.rulesets() if symbol.sort != "variable" else ():
        is_written = ruleset != own and any(_has_word(workspace, path, symbol.name) for path in workspace.files_of(ruleset))
        analysis = workspace.latest(ruleset / "ruleset.yaml") if is_written else None
        if analysis is not None and home in analysis.paths.values():
            yield ruleset


def _places(workspace: Workspace, ruleset: Path, symbol: Symbol) -> Iterator[Place]:
    manifest = ruleset / "ruleset.yaml" if ruleset.is_dir() else ruleset
    names, analysis = workspace.names(manifest), workspace.latest(manifest)
    if names is None or analysis is None:
        return
    for span in names.of(symbol):
        yield workspace.path_of(span.file, analysis), span
    if symbol.sort != "variable" and ruleset.is_dir():
        manifests = [path for path in analysis.paths.values() if path.suffix == ".yaml"]
        for path in (
            path for path in [*manifests, *workspace.scenario_files(ruleset)] if _has_word(workspace, path, symbol.name)
        ):
            yield from ((path, span) for span, entity in places_in_yaml(workspace, path, names) if symbol_of(entity) == symbol)


def _has_word(workspace: Workspace, file: Path, word: str) -> bool:
    return re.search(rf"\b{word}\b", workspace.text(file)) is not None


def highlights(workspace: Workspace, file: Path, line: int, column: int) -> list[Span]:
    """The places of a name in its own file."""
    entity, names = meaning_at(workspace, file, line, column), workspace.names(file)
    if entity is None or names is None:
        return []
    symbol = symbol_of(entity)
    return [span for span, other in _in_file(workspace, file, names) if symbol_of(other) == symbol]


def _in_file(workspace: Workspace, file: Path, names: Names) -> list[tuple[Span, Meant]]:
    return list(places_in_yaml(workspace, file, names)) if schema_name(file) is not None else names.in_file(file)


class Change(NamedTuple):
    """A place of a file, and the text to write there."""

    file: Path
    span: Span
    text: str


class Refused(Exception):
    """A rename that would leave the rules broken or other than they were; the text says why."""


def find_renamed(workspace: Workspace, file: Path, line: int, column: int) -> tuple[Span, str]:
    """The place and the text of the name that would be renamed. Raises `Refused`."""
    start, word = word_at(workspace.line(file, line), column)
    workspace.analysis(file)
    entity = meaning_at(workspace, file, line, column)
    if entity is None or not entity.definition.file:
        raise Refused(f"`{word}` is no name that these rules give" if word else "there is no name here")
    for path, _ in references(workspace, file, line, column):
        if not workspace.is_own(path):
            raise Refused(f"`{word}` is named in {path.name} of `{path.parent.name}`, which is no folder of this workspace")
    return Span(file.as_posix(), line, start, line, start + len(word)), word


def rename(workspace: Workspace, file: Path, line: int, column: int, new: str) -> list[Change]:
    """The changes that give a name another one. Raises `Refused`."""
    _, old = find_renamed(workspace, file, line, column)
    entity, names = meaning_at(workspace, file, line, column), workspace.names(file)
    assert entity is not None
    assert names is not None
    if not WORD.fullmatch(new):
        raise Refused(f"`{new}` is no name: write letters, digits and `_`, the first of them no digit")
    if (new in EXPLAINED and new not in soft_words()) or new in BUILT_IN:
        raise Refused(f"`{new}` is a word of the language; choose another name")
    symbol = symbol_of(entity)
    used_names = names.options if symbol.sort == OPTION else names.tops
    if new != old and (new in used_names or _is_member(names.members, symbol, new)):
        raise Refused(f"`{new}` is there already; choose another name")
    changes = [Change(path, span, new) for path, span in references(workspace, file, line, column)]
    _try(workspace, file, changes)
    return changes


def _is_member(members: object, symbol: Symbol, new: str) -> bool:
    of = members.get(symbol.owner, {}) if symbol.sort == "member" and hasattr(members, "get") else {}
    return new in of


def apply_changes(text: str, changes: list[Change]) -> str:
    """The text of a file with its changes written in."""
    lines = split_lines(text)
    ends = ["\r" if line.endswith("\r") else "" for line in text.split("\n")]
    for change in sorted(changes, key=lambda one: (one.span.line, one.span.column), reverse=True):
        line = lines[change.span.line - 1]
        lines[change.span.line - 1] = line[: change.span.column - 1] + change.text + line[change.span.end_column - 1 :]
    return "\n".join(line + end for line, end in zip(lines, ends, strict=True))


def _try(workspace: Workspace, file: Path, changes: list[Change]) -> None:
    """Raise `Refused` where the ruleset would have an error that it has not now."""
    old_errors = _errors(workspace, file)
    trial = Workspace(workspace.folders)  # what is found out about its texts is of no use for those that are there
    trial.buffers.update(workspace.buffers)
    for path in {change.file for change in changes}:
        trial.write(path, apply_changes(workspace.text(path), [one for one in changes if one.file == path]))
    new = _errors(trial, file)
    if len(new) > len(old_errors):
        raise Refused(f"the rules would be broken: {next((text for text in new if text not in old_errors), new[0])}")


def _errors(workspace: Workspace, file: Path) -> list[str]:
    report = workspace.check(file, warns=False)
    return [f"{fault.message} [{fault.code}]" for faults in report.faults.values() for fault in faults if fault.is_error]


class Action(NamedTuple):
    """Something that an editor offers. `fault` is what it mends; files of `new` are written where there are none.

    `command` is what the server does for it with `arguments`: `show`.
    """

    title: str
    sort: str
    changes: tuple[Change, ...]
    fault: Diagnostic | None = None
    new: tuple[tuple[Path, str], ...] = ()
    command: str = ""
    arguments: tuple[str, ...] = ()


def actions(workspace: Workspace, file: Path, first: int, last: int, column: int = 1) -> list[Action]:
    """The actions for lines of a file, mends first."""
    faults = [*workspace.check(file, warns=False).faults.get(file, ()), *workspace.latest_faults(file)]
    own = {(fault.code, fault.span, fault.message): fault for fault in faults}
    code_actions = [
        Action(capitalize(fix.title), "quickfix", _changes(workspace, file, fix.edits), fault)
        for fault in own.values()
        if (fix := fault.fix or fault.guess) is not None and fault.span is not None
        if fault.span.line <= last and fault.span.end_line >= first
    ]
    fixes = [fault.fix for fault in own.values() if fault.fix is not None]
    if len(fixes) > 1:
        text = workspace.text(file)
        file_name = next((fix.edits[0].span.file for fix in fixes if fix.edits), file.as_posix())
        code_actions.append(
            Action(
                "Mend all that has one right answer",
                "source.fixAll",
                (_whole(workspace, file, apply_fixes(text, file_name, fixes)),),
            )
        )
    return [*code_actions, *_refactorings(workspace, file, first, column)]


def _changes(workspace: Workspace, file: Path, edits: tuple[Edit, ...]) -> tuple[Change, ...]:
    analysis = workspace.latest(file)
    return tuple(Change(workspace.path_of(edit.span.file, analysis), edit.span, edit.text) for edit in edits)


def _whole(workspace: Workspace, file: Path, text: str) -> Change:
    lines = workspace.text(file).split("\n")
    return Change(file, Span(file.as_posix(), 1, 1, len(lines), len(lines[-1]) + 1), text)


def _refactorings(workspace: Workspace, file: Path, line: int, column: int) -> Iterator[Action]:
    analysis, entity = workspace.latest(file), meaning_at(workspace, file, line, column)
    ruleset = workspace.ruleset_of(file)
    if analysis is None or entity is None or ruleset is None or symbol_of(entity).sort != "definition" or not ruleset.is_dir():
        return
    if analysis.ruleset is not None and file.suffix == ".rules":
        yield _scenario(workspace, ruleset, entity)
        yield Action(f"Show `{entity.name}` on the table", "", (), command="show", arguments=(file.as_posix(), entity.name))
    if (change := _in_variant(workspace, analysis, file, entity)) is not None:
        yield change


def _scenario(workspace: Workspace, ruleset: Path, entity: Meant) -> Action:
    """A scenario that begins with what the name means, at the end of a file of its own."""
    analysis = workspace.latest(ruleset / FILE)
    assert analysis is not None
    assert analysis.ruleset is not None
    rules = analysis.ruleset
    file = ruleset / "scenarios" / f"{entity.name}.yaml"
    players = rules.seats[: max(rules.fewest_players, 2)]
    begin = f"    begin: {entity.name}\n" if isinstance(entity.meaning, m.Action) and not entity.meaning.params else ""
    name = capitalize(entity.name.replace("_", " "))
    some = f"\n      {players[0]}: {{}}\n"
    scenario = f"  - name: {name} does what it should\n{begin}    given:{some}    changes:{some}"
    title = f"Write a scenario for `{entity.name}`"
    text = workspace.text(file)
    if text:
        end = len(text.split("\n"))
        at = Span(file.as_posix(), end, 1, end, 1)
        return Action(title, "refactor", (Change(file, at, ("" if text.endswith("\n") else "\n") + scenario),))
    head = f"players: [{', '.join(players)}]\n\nscenarios:\n"
    return Action(title, "refactor", (), None, ((file, head + scenario),))


_REPLACED = (
    "value", "condition", "action", "phase", "table", "sequence", "group", "scale", "row", "list", "state", "rule", "constant",
)  # fmt: skip


def _in_variant(workspace: Workspace, analysis: Analysis, file: Path, entity: Meant) -> Action | None:
    """`replace …` of a definition of a layer below, with the text that it has there, at the end of the own rules."""
    ruleset = workspace.ruleset_of(file)
    definition = next(
        (
            d
            for f in analysis.files
            for d in f.definitions
            if getattr(getattr(d, "name", None), "span", None) == entity.definition
        ),
        None,
    )
    is_object = isinstance(entity.meaning, m.Object)
    if definition is None or ruleset is None or not (is_object or entity.what in _REPLACED):
        return None
    source = analysis.sources[definition.span.file].split("\n")[definition.span.line - 1 : definition.span.end_line]
    if source:
        source[-1] = source[-1][: definition.span.end_column - 1]
    text = "\nreplace " + "\n".join(source) + "\n"
    home = workspace.path_of(definition.span.file, analysis)
    layer = analysis.layers[-1]
    if home.parent == ruleset:
        # a new variant beside a game, which says a definition of it anew
        rules = analysis.ruleset
        if rules is None or len(analysis.layers) > 1:
            return None
        name = f"other-{entity.name.replace('_', '-')}"
        folder = ruleset.parent / name
        if (folder / FILE).exists():
            return None
        texts = variant_skeleton(name, f"Another {entity.name.replace('_', ' ')}", rules)
        files = ((folder / FILE, texts[FILE]), (folder / f"{name}.rules", text.lstrip("\n")))
        return Action(f"Make `{entity.name}` a variant", "refactor", (), None, files)
    target = next((workspace.path_of(f.path, analysis) for f in reversed(layer.files)), None)
    if target is None:
        return None
    lines = workspace.text(target).split("\n")
    at = Span(target.as_posix(), len(lines), len(lines[-1]) + 1, len(lines), len(lines[-1]) + 1)
    return Action(
        f"Copy `{entity.name}` of `{home.parent.name}` into mine, to change it", "refactor", (Change(target, at, text),)
    )


_MOST_STEPS = 6
_MOST_CHANGES = 8
_MOST_OBJECTS = 12


class Hover(NamedTuple):
    """`lines` are sentences in Markdown, the title first; `code` is the line of its definition; `span` is the word hovered."""

    span: Span
    lines: tuple[str, ...]
    code: str

    @property
    def markdown(self) -> str:
        code = f"```rules\n{self.code}\n```" if self.code else ""
        return "\n\n".join(filter(None, (self.lines[0], code, *self.lines[1:])))


def hover(workspace: Workspace, file: Path, line: int, column: int) -> Hover | None:
    """What is at a place; None where that is no word that means anything."""
    text = workspace.line(file, line)
    start, word = word_at(text, column)
    span = Span(file.as_posix(), line, start, line, start + len(word))
    if file.suffix == ".yaml":
        explanation = explain_key(workspace, file, line, column)
        if explanation is not None:
            return Hover(span, explanation, "")
    if not word:
        return None
    names = workspace.names(file)
    is_comment = "--" in text[: start - 1] and text[: start - 1].count('"') % 2 == 0
    occurrence = names.at(file, line, column, word) if names is not None and not is_comment else None
    if occurrence is None or (occurrence[1].what in ("kind", "plural") and word in BUILT_IN):
        keyword_help = "" if is_comment else explain(word, names.resources if names is not None else ())
        return Hover(span, (f"**{word}**", keyword_help), "") if keyword_help else None
    return Hover(span, *describe(workspace, file, occurrence[1]))


def describe(workspace: Workspace, file: Path, entity: Meant) -> tuple[tuple[str, ...], str]:
    """The sentences about a name, and the line of its definition."""
    analysis = workspace.latest(file)
    sound = workspace.sound(file)
    code = _first_line(analysis, entity.definition) if analysis is not None else ""
    if entity.what == "variable":
        assert isinstance(entity.meaning, m.Variable)
        return (f"**{entity.name}** · {describe_type(entity.meaning.type)}",), code
    if entity.what == OPTION:
        return (f"**{as_words(entity.name)}** · option",), code
    prose = list(_prose(definitions_of(sound.ruleset), entity)) if sound is not None and sound.ruleset is not None else []
    head, rest = (prose[0], prose[1:]) if prose else (_bare_head(entity), [])
    changes = list(_describe_changes(analysis, entity)) if analysis is not None else []
    return (head, *rest, *changes), code


def definitions_of(rules: Ruleset) -> Definitions:
    """The words of a ruleset, made once for each."""
    definitions: Definitions | None = getattr(rules, "_told_by", None)
    if definitions is None:
        definitions = Definitions(rules)
        rules._told_by = definitions  # type: ignore[attr-defined]  # kept with the ruleset that it tells
    return definitions


def _bare_head(entity: Meant) -> str:
    of = f" of each {as_words(entity.owner)}" if entity.owner else ""
    return f"**{as_words(entity.name)}** · {as_words(entity.what)}{of}"


def _prose(definitions: Definitions, entity: Meant) -> Iterator[str]:
    """The title with the sort and the citation, then what it does in sentences."""
    path = f"{entity.owner}.{entity.name}" if entity.owner else entity.name
    thing = definitions.objects.get(entity.name) if not entity.owner else None
    if thing is not None:
        yield _head(thing.title, as_words(thing.kind.name), thing.see)
        yield make_sentences(definitions.objects.sentences(thing)) or "It does nothing of its own."
        return
    if entity.owner:
        yield _head(definitions.title(path), f"{entity.what} of each {as_words(entity.owner)}", None)
        if entity.owner in definitions.model.kinds and (field := definitions.field(path)):
            yield make_sentences([field])
    else:
        name = definitions.model.kinds.get(entity.name)
        plural = next((kind for kind in definitions.model.kinds.values() if kind.plural == entity.name), None)
        kind = name or plural
        if kind is not None:
            yield _head(as_words(kind.plural), "kind", None)
            objects = [thing.title for thing in kind.objects if thing.is_named]
            if objects:
                more = " …" if len(objects) > _MOST_OBJECTS else ""
                yield f"{len(kind.objects)} {as_words(kind.plural)}: {', '.join(objects[:_MOST_OBJECTS])}{more}."
            return
        site = definitions.site(entity.name)
        yield _head(definitions.title(entity.name), as_words(entity.what), site.see if site is not None else None)
        steps = definitions.describe(entity.name)
        if site is not None and (about := definitions.about(site)):
            yield make_sentences([about])
        elif steps:
            yield _sentences(steps)
    if texts := definitions.paragraphs.texts(path):
        yield " ".join(join_texts(texts))


def _sentences(steps: tuple[Step, ...]) -> str:
    lines = [f"- {plain(join_steps([step]))}" for step in steps[:_MOST_STEPS]]
    return (
        "\n".join([*lines, *(["- …"] if len(steps) > _MOST_STEPS else [])])
        if len(steps) > 1
        else make_sentences([join_steps(steps)])
    )


def _head(title: str, sort: str, see: str | None) -> str:
    return " · ".join(filter(None, (f"**{capitalize(title)}**", sort, see)))


def _describe_changes(analysis: Analysis, entity: Meant) -> Iterator[str]:
    """The changes of a definition by layers above, and what is attached to it, each with its layer and its place."""
    name = entity.name
    lines = [
        f"- {step.verb} by {step.layer}: `{_first_line(analysis, step.span)}` ({_short(step.span)})"
        for part, steps in analysis.history.items()
        if part == name or part.startswith(f"{name}.")
        for step in (steps[1:] if part == name else steps)
    ]
    rules = analysis.ruleset
    if rules is not None and not entity.owner:
        lines += [
            f"- {site.title} ({layer_of(analysis, site.span)}): `{_first_line(analysis, site.span)}` ({_short(site.span)})"
            for site in definitions_of(rules).attachments.find_sites(name)
        ]
    if lines:
        more = ["- …"] if len(lines) > _MOST_CHANGES else []
        yield "\n".join(["Changed by:", *dict.fromkeys(lines[:_MOST_CHANGES]), *more])


def _short(span: Span) -> str:
    return f"{Path(span.file).name}:{span.line}"


def layer_of(analysis: Analysis, span: Span) -> str:
    """The name of the layer that a place belongs to."""
    return next((layer.name for layer in analysis.layers if any(file.path == span.file for file in layer.files)), "")


def describe_type(type_: m.Type) -> str:
    """A type in words."""
    if type_.base == "list":
        return f"a list of {as_words(type_.kind.plural)}" if type_.kind is not None else "a list of numbers"
    if type_.kind is not None:
        return with_article(as_words(type_.kind.name))
    type_names = {"number": "a number", "flag": "yes or no", "payment": "a payment", "scale": "a row of numbers"}
    return type_names.get(type_.base, "of no known type yet")


def _first_line(analysis: Analysis, span: Span) -> str:
    text = analysis.sources.get(span.file)
    lines = split_lines(text) if text is not None else []
    return lines[span.line - 1].strip() if 0 < span.line <= len(lines) else ""


class Signature(NamedTuple):
    """`params` are texts such as `space: a space`; `active` is the number of the one that is being written, from 0."""

    name: str
    title: str
    params: tuple[str, ...]
    active: int


def signature(workspace: Workspace, file: Path, line: int, column: int) -> Signature | None:
    """The call that a place is in the parentheses of."""
    if file.suffix != ".rules":
        return None
    lines = workspace.lines(file)
    before = "\n".join([*lines[: line - 1], (lines[line - 1] if line <= len(lines) else "")[: column - 1]])
    tokens = find_following(before).tokens
    depth = active = 0
    for at in range(len(tokens) - 1, 0, -1):
        kind = tokens[at].type
        if kind in ("RPAR", "RSQB", "RBRACE"):
            depth += 1
        elif kind in ("LSQB", "LBRACE") or (kind == "LPAR" and depth):
            if not depth:
                return None
            depth -= 1
        elif kind == "COMMA" and not depth:
            active += 1
        elif kind == "LPAR":
            return _of(workspace, file, tokens[at - 1].text, active) if tokens[at - 1].type == "NAME" else None
    return None


def _of(workspace: Workspace, file: Path, name: str, active: int) -> Signature | None:
    names = workspace.names(file)
    entity = names.by_word(name) if names is not None else None
    meaning = entity.meaning if entity is not None else None
    if not isinstance(meaning, (m.Value, m.Condition, m.Action, m.MemberAction)):
        return None
    params = tuple(f"{f'{p.label} ' if p.label else ''}{p.name}: {describe_type(p.type)}" for p in meaning.params)
    site = getattr(meaning, "site", None)
    return Signature(name, site.title if site is not None else "", params, min(active, max(len(params) - 1, 0)))
