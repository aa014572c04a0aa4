"""Find claims of words that the rules beside them contradict: patterns of text, and selectors of parts of rules.

`claims.txt` holds the claims and says how one is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from caylus import syntax as s
from caylus.syntax.walk import walk

_STEP = re.compile(r"(\w+)((?:\[[^\]]*\])*)")
_TEST = re.compile(r"\[([\w.]+)(!?)=([^\]]*)\]")
_SHORT = re.compile(r"<([\w .]+)>")
_FIELD = re.compile(r"\{([\w.]+)\}")
_SENTENCE = re.compile(r"[^.;!?\n]+")

Claim = Mapping[str, str]


@cache
def read_claims() -> tuple[Claim, ...]:
    """The claims of `claims.txt`, each as its lines by their keys, with names for patterns replaced."""
    claims: list[Claim] = []
    short_names: dict[str, str] = {}
    for block in files(__package__).joinpath("claims.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith("--")]
        if lines and lines[0].startswith("<"):
            for line in lines:
                name, _, pattern = line.partition(" = ")
                short_names[name.strip("<>")] = _replace_names(pattern, short_names)
        elif lines:
            claims.append({key: _replace_names(text, short_names) for key, _, text in (line.partition(": ") for line in lines)})
    return tuple(claims)


def _replace_names(pattern: str, patterns: Mapping[str, str]) -> str:
    """A pattern with the patterns that its names in angle brackets stand for; a name of none stays."""
    return _SHORT.sub(lambda match: f"(?:{patterns[match[1]]})" if match[1] in patterns else match[0], pattern)


class _Step(NamedTuple):
    """A class of parts, and tests of fields: a path, a sign of negation, and the texts that it may be."""

    class_name: str
    tests: list[tuple[str, str, str]]


@lru_cache(maxsize=512)
def _read_selector(selector: str) -> list[list[_Step]]:
    """The steps of each alternative of a selector."""
    alternatives = (_STEP.findall(alternative) for alternative in selector.split(", "))
    return [[_Step(name, _TEST.findall(tests)) for name, tests in steps] for steps in alternatives if steps]


class Reader:
    """Compares texts with the parts of rules beside them.

    `names` has the words that `@name` stands for, `titles` the titles of what has a name.
    """

    def __init__(self, names: Mapping[str, Collection[str]], titles: Mapping[str, Collection[str]]) -> None:
        self._names = names
        self._titles = titles

    def find_contradictions(
        self, text: str, parts: Sequence[s.Node], holders: Collection[str], text_sort: str = "rule"
    ) -> Iterator[tuple[str, s.Span]]:
        """The messages of claims that the rules contradict, each with the place of the part that does.

        `text_sort` says what the text is: a `title`, the `reason` of a requirement or a ban, or the words beside a `rule`.
        """
        holder = "|".join(holders) or "(?!)"
        contradicting_spans: set[s.Span] = set()
        for claim in read_claims():
            if claim.get("of", "rule") not in (text_sort, "all"):
                continue
            for part in self._select(claim["rule"], parts):
                words = self._find_words(claim, text, self._titles_of_fields(claim, part) | {"holder": holder})
                if words is not None and part.span not in contradicting_spans and self._stands(claim, part, parts):
                    contradicting_spans.add(part.span)
                    yield _fill(claim["say"], part, words), part.span
                    break

    def _stands(self, claim: Claim, part: s.Node, parts: Sequence[s.Node]) -> bool:
        """Return whether rules have what a claim wants besides, and nothing that it does not."""
        with_parts, without, one = (_fill(claim.get(key, ""), part) for key in ("with", "without", "one"))
        has_others = not with_parts or any(self._select(with_parts, parts))
        return has_others and not any(self._select(without, parts)) and (not one or len([*self._select(one, parts)]) == 1)

    def _titles_of_fields(self, claim: Claim, part: s.Node) -> dict[str, str]:
        """The titles of what fields of a part name, which the patterns of a claim want."""
        fields = _SHORT.findall(" ".join(claim.get(key, "") for key in ("words", "sentence", "but")))
        own_names = {name: (name,) for name in self._names.get("@holders", ())}
        titles = {
            field: [x for n in _find_texts(part, field) for x in self._titles.get(n, own_names.get(n, ()))] for field in fields
        }
        return {field: "|".join(map(re.escape, sorted(names))) or "(?!)" for field, names in titles.items()}

    def _find_words(self, claim: Claim, text: str, patterns: Mapping[str, str]) -> str | None:
        """The words that claim something, or None."""
        words, but = (_replace_names(claim.get(key, ""), patterns) for key in ("words", "but"))
        texts = [text]
        if not words:
            words, texts = _replace_names(claim["sentence"], patterns), _SENTENCE.findall(text)
        for piece in texts:
            match = re.search(words, piece, re.IGNORECASE)
            if match is not None and not (but and re.search(but, piece, re.IGNORECASE)):
                return match[0].strip()
        return None

    def _select(self, selector: str, parts: Sequence[s.Node]) -> Iterator[s.Node]:
        """The parts of rules that one of some selectors names."""
        for first, *rest in _read_selector(selector):
            nodes = [part for part in parts if type(part).__name__ == first.class_name and self._fits(part, first)]
            for step in rest:
                inside = (inner for part in nodes for inner in walk(part) if inner is not part)
                nodes = [inner for inner in inside if type(inner).__name__ == step.class_name and self._fits(inner, step)]
            yield from nodes

    def _fits(self, part: s.Node, step: _Step) -> bool:
        """Return whether the fields of a part are as they should be."""
        for path, negation, values in step.tests:
            allowed = {x for value in values.split("|") for x in self._names.get(value, (value,))}
            if allowed.isdisjoint(_find_texts(part, path)) != bool(negation):
                return False
        return True


def _fill(text: str, part: s.Node, words: str = "") -> str:
    """A text in which fields of a part, and words, are written in place of their names in braces."""
    return _FIELD.sub(lambda match: words if match[1] == "words" else min(_find_texts(part, match[1])), text)


def _find_texts(part: s.Node, path: str) -> set[str]:
    """The texts of a field, or of all members of one; a part without a short form is written as its class."""
    values: list[object] = [part]
    for field in path.split("."):
        values = [getattr(value, field, None) for value in values]
        values = [x for value in values for x in (value if isinstance(value, tuple) else (value,))] or [None]
    return {write_briefly(x) or type(x).__name__ if isinstance(x, s.Node) else _PLAIN.get(str(x), str(x)) for x in values}


_PLAIN = {"None": "", "False": "no", "True": "yes"}


def write_briefly(formula: object) -> str:
    """A short formula as it is written; the acting player, where there is none."""
    match formula:
        case None:
            return "player"
        case s.Reference(name=name) | s.Name(text=name) | s.Literal(word=name):
            return name
        case s.Number(value=value):
            return str(value)
        case s.Member(subject=subject, name=name):
            return f"{write_briefly(subject)}.{name.text}"
        case s.SizeOf():
            return "size of"
    return ""
