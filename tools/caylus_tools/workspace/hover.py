"""Hover and signature help: what a name is, what it does in a sentence, and the parameters of what is called."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from caylus import Ruleset, model as m
from caylus.diagnostics import Span, as_words, split_lines, with_article
from caylus.loading.analysis import Analysis, Meant
from caylus.parser.following import find_following

from caylus_tools.authoring.words import BUILT_IN, explain
from caylus_tools.common.english import capitalize
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.objects import join_texts
from caylus_tools.verbalize.prose import Step, join_steps, make_sentences, plain

from .names import OPTION, word_at
from .workspace import Workspace
from .yaml_files import explain_key

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
    changes = list(_changes(analysis, entity)) if analysis is not None else []
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


def _changes(analysis: Analysis, entity: Meant) -> Iterator[str]:
    """What layers above have done to a definition, and what is attached to it, each with its layer and its place."""
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
