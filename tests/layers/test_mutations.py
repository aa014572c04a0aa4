"""A variant notices, before anybody plays, when anything of its base that it depends on goes away or gets another name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from caylus import syntax as s
from caylus.check import check
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.layers.merge import merge
from caylus.layers.parts import Layer
from caylus.loading import library
from caylus.parser.parse import parse

pytestmark = pytest.mark.slow

RULESETS = Path(__file__).parents[2] / "rulesets"
VARIANTS = [found for found in library.list_rulesets() if found.extends is not None]
NAME = re.compile(r'"(?:\\.|[^"\\\n])*"|--[^\n]*|[A-Za-z_][A-Za-z0-9_]*')


@cache
def texts(folder: Path) -> dict[str, str]:
    """The rules in a folder, by path."""
    manifest = (folder / "ruleset.yaml").read_text(encoding="utf-8")
    return {
        f"{folder.name}/{file}": (folder / file).read_text(encoding="utf-8") for file in re.findall(r"[\w-]+\.rules", manifest)
    }


@cache
def read(path: str, text: str) -> s.File:
    return parse(text, path)[0]


def faults(base: dict[str, str], variant: dict[str, str]) -> list[Diagnostic]:
    """The errors in a variant on a base."""
    files = [tuple(read(path, text) for path, text in layer.items()) for layer in (base, variant)]
    merged = merge([Layer("base", files[0]), Layer("variant", files[1], frozenset({"base"}))])
    found = [d for d in merged.faults if d.is_error]
    return found or [d for d in check(merged.files)[1] if d.is_error]


def nodes(node: object) -> Iterator[s.Node]:
    """A piece of syntax and everything in it."""
    if isinstance(node, s.Node):
        yield node
        for field in fields(node):
            yield from nodes(getattr(node, field.name))
    elif isinstance(node, tuple):
        for item in node:
            yield from nodes(item)


def names_given(base: dict[str, str]) -> set[str]:
    """Every name that a base gives: to definitions, to what kinds have, and to options."""
    given: set[str] = set()
    for path, text in base.items():
        for node in nodes(read(path, text).definitions):
            if isinstance(node, (s.ResourceItem, s.Property, s.State, s.MemberAction)):
                given.add(node.name.text)
            elif isinstance(node, (s.Definition, s.Option)) and isinstance(name := getattr(node, "name", None), s.Name):  # type: ignore[arg-type]
                given.add(name.text)
            if isinstance(node, s.Kind) and node.plural is not None:
                given.add(node.plural.text)
    return given - {"player", "players"}


def names_bound(definition: s.Definition) -> set[str]:
    """The names that a definition gives to its own variables. A parameter without a type also needs the kind of its name."""
    bound: set[str] = set()
    for node in nodes(definition):
        match node:
            case s.Binder(name=name) | s.Let(name=name):
                bound.add(name.text)
            case s.Param(name=name, type=type_) if type_ is not None:
                bound.add(name.text)
            case s.Target(params=params):
                bound |= {param.text for param in params}
    return bound


def names_needed(variant: dict[str, str], given: set[str]) -> set[str]:
    """The names of the base that a variant cannot do without."""
    needed: set[str] = set()
    own = names_given(variant)
    for path, text in variant.items():
        for definition in read(path, text).definitions:
            bound = names_bound(definition)
            edits = isinstance(definition, s.Edit)
            for node in nodes(definition):
                match node:
                    case s.Member(name=s.Name(text=name)):
                        needed.add(name)
                    case s.Reference(name=name) | s.TypeName(name=name) if name not in bound:
                        needed.add(name)
                    case s.Quantity(unit=s.Name(text=name)) | s.Target(name=s.Name(text=name)):
                        needed.add(name)
                    case s.AroundEach(sequence=s.Name(text=name)) | s.Param(name=s.Name(text=name), type=None):
                        needed.add(name)
                    case (
                        s.Setting(name=s.Name(text=name))
                        | s.Behaviour(name=s.Name(text=name))
                        | s.TableRow(name=s.Name(text=name))
                    ):
                        needed.add(name)
                    case s.OptionEdit(verb="replace" | "remove", name=s.Name(text=name)):
                        needed.add(name)
                    case s.Object(kind=s.Name(text=name)) | s.ChangeObject(kind=s.Name(text=name)):
                        needed.add(name)
                    case s.Insert(anchor=anchor, sequence=sequence):
                        needed |= {anchor.text, sequence.text}
            if edits and (name_ := getattr(definition, "name", None)) is not None:
                needed.add(name_.text)
    return (needed & given) - (own - edited_names(variant))


def edited_names(variant: dict[str, str]) -> set[str]:
    """The names that a variant's edits are about."""
    definitions = (d for path, text in variant.items() for d in read(path, text).definitions)
    return {d.name.text for d in definitions if isinstance(d, s.Edit) and getattr(d, "name", None) is not None}


def rename_everywhere(base: dict[str, str], name: str) -> dict[str, str]:
    """The base with one name exchanged everywhere for another."""
    word = re.compile(rf"(?<!\w){name}(?!\w)")

    def exchange(found: re.Match[str]) -> str:
        if found[0].startswith('"'):
            return re.sub(r"\{[^}]*\}", lambda part: word.sub(f"{name}_no_more", part[0]), found[0])
        return f"{name}_no_more" if found[0] == name else found[0]

    return {path: NAME.sub(exchange, text) for path, text in base.items()}


def remove_definition(base: dict[str, str], name: str) -> dict[str, str]:
    """The base without the definition of that name, if it has one of its own."""
    files = {}
    for path, text in base.items():
        lines = text.splitlines()
        for definition in read(path, text).definitions:
            own = getattr(definition, "name", None)
            if isinstance(own, s.Name) and own.text == name:
                for number in range(definition.span.line - 1, definition.span.end_line):
                    lines[number] = ""
        files[path] = "\n".join(lines) + "\n"
    return files


def points_into(variant: dict[str, str], found: list[Diagnostic]) -> bool:
    """Whether any of the faults points into the variant."""
    spans = [span for d in found for span in (d.span, *(note.span for note in d.notes))]
    return any(span is not None and span.file in variant for span in spans)


@pytest.mark.parametrize("found", VARIANTS[::3], ids=lambda found: found.name)
def test_a_name_that_the_base_changes_breaks_every_variant_that_needs_it(found: library.Found) -> None:
    base, variant = texts(RULESETS / str(found.extends)), texts(found.path)
    needed = names_needed(variant, names_given(base))
    assert needed
    kept = [name for name in sorted(needed) if not points_into(variant, faults(rename_everywhere(base, name), variant))]
    assert kept == []


@pytest.mark.parametrize("found", VARIANTS[::3], ids=lambda found: found.name)
def test_a_definition_that_the_base_loses_breaks_every_variant_that_needs_it(found: library.Found) -> None:
    base, variant = texts(RULESETS / str(found.extends)), texts(found.path)
    needed = names_needed(variant, names_given(base))
    smaller = {name: remove_definition(base, name) for name in sorted(needed)}
    broken = {name: faults(rest, variant) for name, rest in smaller.items() if rest != base}
    assert [name for name, told in broken.items() if not told] == []
    alone = [name for name in broken if not faults(smaller[name], {})]
    assert [name for name in alone if not points_into(variant, broken[name])] == []


@pytest.mark.parametrize("extended", sorted({str(found.extends) for found in VARIANTS}))
def test_a_base_with_another_name_for_something_is_as_sound_as_before(extended: str) -> None:
    base = texts(RULESETS / extended)
    for name in sorted(names_given(base) - {"score"})[::20]:  # which every game has to have
        assert faults(rename_everywhere(base, name), {}) == [], name
