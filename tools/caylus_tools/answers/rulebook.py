"""Answers to `rules`: the paragraphs of the rulebook, as `caylus doc` has them, in plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from caylus_tools.doc.markdown import markdown
from caylus_tools.doc.reference import reference
from caylus_tools.verbalize.names import Glossary

if TYPE_CHECKING:
    from caylus import Ruleset

_ANCHOR = re.compile(r'<a id="([^"]*)"></a>')
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_HEADING = re.compile(r"(#+) (.*)")
_RULED = re.compile(r"\|( -+ \|)+")
_ITEM = 9
"""The depth of an item of a list that tells a definition of its own."""
_MOST = 3
"""Of more paragraphs that words may mean, only the titles are told."""


class Paragraph(NamedTuple):
    """A heading of the rulebook with the text below it; `names` are the definitions that it tells, `depth` 2 is a chapter."""

    title: str
    depth: int
    names: frozenset[str]
    lines: tuple[str, ...]

    def plain(self) -> Iterator[str]:
        yield self.title
        yield from (f"  {line}" for line in self.lines)


class Rulebook:
    """Of one ruleset; without examples."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules

    @cached_property
    def _glossary(self) -> Glossary:
        return Glossary(self._rules)

    @cached_property
    def _paragraphs(self) -> list[Paragraph]:
        return list(_split(markdown(reference(self._rules, {}))))

    def tell(self, words: str) -> Iterator[str]:
        """The paragraph about some words, the titles where several are meant, and without words the contents."""
        if not words:
            yield from (f"  {one.title}" for one in self._paragraphs if one.depth == 2)
            yield "rules WORD shows what the rulebook says of it"
            return
        found = self._find(words)
        if not found:
            yield f"the rulebook says nothing of `{words}`; `rules` lists its chapters"
        elif len(found) <= _MOST:
            yield from (line for one in found for line in one.plain())
        else:
            yield f"`{words}` is told under several titles; `rules TITLE` shows one:"
            yield from (f"  {one.title}" for one in found)

    def _find(self, words: str) -> list[Paragraph]:
        """By its title, then by what is called so, then by what it says."""
        said = words.casefold()
        names = {term.name for term in self._glossary.find_terms(words)}
        ways = (
            [one for one in self._paragraphs if one.title.casefold() == said],
            [one for one in self._paragraphs if names & one.names],
            [one for one in self._paragraphs if said in one.title.casefold()],
            [one for one in self._paragraphs if any(said in line.casefold() for line in one.lines)],
        )
        return next(filter(None, ways), [])


def _split(text: str) -> Iterator[Paragraph]:
    title, depth, names, lines = "", 0, set[str](), list[str]()
    for line in text.split("\n"):
        heading = _HEADING.fullmatch(line)
        if heading is not None:
            if depth > 1 and lines:
                yield Paragraph(title, depth, frozenset(names), tuple(lines))
            title, depth, names, lines = _plain(heading[2]), len(heading[1]), set(_ANCHOR.findall(line)), []
        elif line.startswith("- ") and (own := _ANCHOR.findall(line)):
            yield Paragraph(_plain(line[2:]), _ITEM, frozenset(own), ())
            lines.append(_plain(line))
        else:
            names |= {*_ANCHOR.findall(line)}
            if (told := _plain(line)) and not _RULED.fullmatch(line.strip()):
                lines.append(told)
    if lines:
        yield Paragraph(title, depth, frozenset(names), tuple(lines))


def _plain(line: str) -> str:
    told = _LINK.sub(r"\1", _ANCHOR.sub("", line)).replace("**", "").strip()
    return " · ".join(cell.strip() for cell in told.strip("|").split("|") if cell.strip()) if told.startswith("|") else told
