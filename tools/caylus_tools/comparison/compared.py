"""Two rulesets -> the differences between them, chapter by chapter, each in the order of the first ruleset's text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from caylus.lang import syntax as s

from .difference import Change, Difference
from .edition import Edition, Entry
from .lines import Line
from .order import moves
from .things import things

if TYPE_CHECKING:
    from caylus import Ruleset


def differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """Everything the second ruleset says otherwise than the first; citations, comments and layout do not count."""
    old, new = Edition(first), Edition(second)
    return [difference for section in _sections(old, new) for difference in _section(section, old, new)]


def _sections(old: Edition, new: Edition) -> list[str]:
    """The chapters of both, those of things in the order of their kinds."""
    kinds = [section for section in dict.fromkeys([*old.kinds(), *new.kinds()])]
    return ["Game", "Numbers", "Resources", "Groups", "Table", "Kinds", *kinds, "Phases", "Rules", "Actions", "Tables", "Values"]


def _section(section: str, old: Edition, new: Edition) -> Iterator[Difference]:
    ours, theirs = old.entries.get(section, {}), new.entries.get(section, {})
    for name in [*ours, *(name for name in theirs if name not in ours)]:
        a, b = ours.get(name), theirs.get(name)
        if a is None:
            assert b is not None
            yield Difference(section, name, b.title, "", "added", "", new.summary(b), None, b.span)
        elif b is None:
            where = old.moved(a, new)
            if where is None:
                yield Difference(section, name, a.title, "", "removed", "", "", a.span, new.removed(name))
        else:
            yield from _changes(section, a, b, old, new)


def _changes(section: str, a: Entry, b: Entry, old: Edition, new: Edition) -> Iterator[Difference]:
    """What differs between two definitions of one name."""
    if a.title != b.title:
        yield _difference(section, a, b, "title", f'"{a.title}"', f'"{b.title}"')
    match a.definition, b.definition:
        case s.Object(), s.Object():
            yield from things(section, a, b, old, new)
            yield from _parts(section, a, b, "", _attachments(a, old), _attachments(b, new))
