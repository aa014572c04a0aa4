"""Two rulesets -> the differences between them, chapter by chapter, each in the order of the first ruleset's text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from .difference import Change, Difference
from .edition import FIRST, LAST, Edition, Entry
from .lines import WIDTH, Line

if TYPE_CHECKING:
    from caylus import Ruleset


def differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """Everything the second ruleset says otherwise than the first; citations, comments and layout do not count."""
    old, new = Edition(first), Edition(second)
    things = [chapter for chapter in dict.fromkeys([*old.chapters, *new.chapters]) if chapter not in (*FIRST, *LAST)]
    return [difference for chapter in (*FIRST, *things, *LAST) for difference in _chapter(chapter, old, new)]


def _chapter(chapter: str, old: Edition, new: Edition) -> Iterator[Difference]:
    ours, theirs = old.chapters.get(chapter, {}), new.chapters.get(chapter, {})
    for name in dict.fromkeys([*ours, *theirs]):
        a, b = ours.get(name), theirs.get(name)
        if a is not None and b is not None:
            yield from _parts(chapter, a, b, new)
            yield from _members(chapter, a, b)
        elif b is not None:
            yield Difference(chapter, name, b.label, "", "added", "", new.summary(chapter, b), None, b.span)
        elif a is not None:
            yield Difference(chapter, name, a.label, "", "removed", "", "", a.span, new.find_alteration(name))


def _parts(chapter: str, a: Entry, b: Entry, edition: Edition) -> Iterator[Difference]:
    if a.title != b.title:
        yield Difference(chapter, a.name, a.label, "title", "changed", a.title, b.title, a.span, b.span)
    for part in dict.fromkeys([*a.parts, *b.parts]):
        old, new = a.parts.get(part, []), b.parts.get(part, [])
        if _texts(old) == _texts(new):
            continue
        if (not old and new[0].span == b.span) or (not new and old[0].span == a.span):
            continue  # a property that the kind settles for all: that is told of the kind
        verb = "changed" if old and new else "added" if new else "removed"
        before, after = old[0].span if old else a.span, new[0].span if new else b.span
        if before == after:
            after = edition.find_alteration(b.name, part) or after
        texts = [lines[0].text if lines else "" for lines in (old, new)]
        if len(old) <= 1 and len(new) <= 1 and sum(map(len, texts)) <= WIDTH:
            yield Difference(chapter, a.name, b.label, part, verb, texts[0], texts[1], before, after)
        else:
            yield Difference(chapter, a.name, b.label, part, verb, "", "", before, after, tuple(_changes(old, new)))


def _changes(old: Sequence[Line], new: Sequence[Line]) -> Iterator[Change]:
    """The lines that only one side has, those of the first before those of the second where they differ."""
    for tag, i, j, k, n in SequenceMatcher(None, _texts(old), _texts(new), autojunk=False).get_opcodes():
        if tag != "equal":
            for sign, lines in (("-", old[i:j]), ("+", new[k:n])):
                yield from (Change(sign, line.text, line.span) for line in lines if line.text.strip() != "}")


def _texts(lines: Sequence[Line]) -> list[str]:
    return [line.text for line in lines]


# ---- sequences


def _members(chapter: str, a: Entry, b: Entry) -> Iterator[Difference]:
    """Members of a sequence that came, went, or have another place among those that both have."""
    old, new = [member.text for member in a.members], [member.text for member in b.members]
    shared = [name for name in old if name in new]
    reordered = [name for name in new if name in old]
    blocks = SequenceMatcher(None, shared, reordered, autojunk=False).get_matching_blocks()
    unmoved = {shared[block.a + i] for block in blocks for i in range(block.size)}
    for name in dict.fromkeys([*old, *new]):
        if name in unmoved:
            continue
        verb = "moved" if name in shared else "removed" if name in old else "added"
        before = a.members[old.index(name)].span if name in old else a.span
        after = b.members[new.index(name)].span if name in new else b.span
        yield Difference(chapter, a.name, b.label, name, verb, _place(old, name), _place(new, name), before, after)


def _place(members: Sequence[str], name: str) -> str:
    """The place of a member in a sequence, in words; empty for one that is not in it."""
    if name not in members:
        return ""
    at = members.index(name)
    return f"after {members[at - 1]}" if at else "first"
