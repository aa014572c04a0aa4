"""Everything in a ruleset that has a name, and what people mean by words for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caylus.diagnostics import as_words

if TYPE_CHECKING:
    from caylus import Ruleset
    from caylus import model as m

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Term:
    """`name` is what the rules call it, what belongs to a kind or the players behind that and a dot; `sort` says what it is."""

    name: str
    title: str
    sort: str
    see: str | None = None


class Glossary:
    """Of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.terms = tuple(_terms(rules.model))
        self._named = {term.name: term for term in reversed(self.terms)}

    def get(self, name: str) -> Term | None:
        return self._named.get(name)

    def find_terms(self, words: str) -> list[Term]:
        """The terms that the rules call so, by title, or by the beginnings of words of it; the first of these that there is.

        What belongs to a kind may be called without saying to which.
        """
        said = _words(words)
        ways = (
            lambda term: term.name == words,
            lambda term: term.name.rpartition(".")[2] == words,
            lambda term: bool(said) and _words(term.title) == said,
            lambda term: len(said) == len(_words(term.title)) and _begin(said, _words(term.title)),
            lambda term: _begin(said, _words(term.title)),
            lambda term: bool(said) and all(_begin([one], _words(term.title)) for one in said),
        )
        return next((found for way in ways if (found := [term for term in self.terms if way(term)])), [])


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(as_words(text).casefold()) if word not in ("the", "a", "an", "s")]


def _begin(said: list[str], words: list[str]) -> bool:
    """Return whether these are the beginnings of words, one after the other."""
    left = iter(words)
    return bool(said) and all(any(word.startswith(one) for word in left) for one in said)


def _terms(model: m.Model) -> Iterator[Term]:
    for kind in model.kinds.values():
        if kind.parent is None:
            yield from (Term(x.name, x.title, as_words(x.kind.name), x.see) for x in kind.objects if x.is_named)
    yield from (Term(x.name, x.title, "resource") for x in model.resources if x.object.kind.is_builtin)
    for group in model.groups.values():
        yield Term(group.name, group.title, "group")
    for action in model.actions.values():
        sort = "table" if action.table is not None else "phase" if action.is_phase else "action"
        yield Term(action.name, action.site.title, sort, action.site.see)
    asked = [(x.name, x.site) for x in model.values.values()] + [(x.name, x.site) for x in model.conditions.values()]
    yield from (Term(name, site.title, "what the rules ask", site.see) for name, site in asked)
    for name, site in model.rules.items():
        yield Term(name, site.title, "rule", site.see)
    for row in model.rows.values():
        yield Term(row.name, row.title, "row")
    yield from (Term(x.name, x.title, "on the table") for x in model.lists.values())
    yield from (Term(x.name, x.title, "on the table") for x in model.states.values())
    for kind in model.kinds.values():
        whose = "of each player" if kind.is_player else f"of each {as_words(kind.name)}"
        fields = {name: x.title for name, x in kind.states.items()} | {name: x.title for name, x in kind.lists.items()}
        fields |= {name: x.title for name, x in kind.rows.items()} | {name: x.title for name, x in kind.properties.items()}
        yield from (Term(f"{kind.name}.{name}", title, whose) for name, title in fields.items())
        if not kind.is_builtin:
            yield Term(kind.name, as_words(kind.plural), "kind")
