"""Answers to `info`: what a choice, a space, or anything else with a name is, as a rulebook says it, and how it stands now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from caylus_tools.authoring.show import ResolvedText
from caylus_tools.common.english import join_words
from caylus_tools.common.errors import UsageError
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.names import Glossary, Term, Ways
from caylus_tools.verbalize.objects import join_texts
from caylus_tools.verbalize.prose import OPEN, Step, make_sentences, plain

from .current_state import Standing, find_player

if TYPE_CHECKING:
    from caylus import Option, Ruleset

SOURCE = "--source "
_MOST_MEANT = 8
"""Of more things that words may mean, these are named."""


class Info:
    """Speaks of the things of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._definitions = Definitions(rules)
        self._objects = self._definitions.objects
        self._glossary = Glossary(rules)
        self._standing = Standing(rules)
        self._resolved = ResolvedText(rules)
        self._ways = Ways(rules.model)

    def tell(self, name: str, chosen: Option | None, view: Mapping[str, Any]) -> Iterator[str]:
        """`name` may be a space and whatever has a name, or be the key of a choice. Raises `UsageError` for others.

        Behind `--source` it is shown as it is written.
        """
        if not name:
            raise UsageError("what about? a choice's key, a space or a thing has to follow")
        if name.startswith(SOURCE):
            yield self._source(name.removeprefix(SOURCE).strip(), view)
        elif chosen:
            things = [choice for choice in map(str, chosen.data["choices"].values()) if self._objects.get(choice)]
            for thing in things:
                yield from self._thing(thing, view)
            if not things:
                yield "The rules say no more of this choice."
        elif player := find_player(name, view):
            yield from self._standing.describe_player(player, view)
        elif (space := self._objects.get(name)) is not None and space.row is not None:
            yield from self._thing(name, view)
        else:
            yield from self._find_names(name, view)

    def _find_names(self, words: str, view: Mapping[str, Any]) -> Iterator[str]:
        meant = self._glossary.find_terms(words)
        if not meant:
            raise UsageError(f"nothing is called `{words}` in {self._rules.title}{self._resolved.suggest_name(words)}")
        titles = {term.title.casefold(): term.title for term in meant}
        if len(titles) > 1:
            names = [*titles.values()][:_MOST_MEANT]
            yield f"`{words}` may be {join_words(names, 'or')}{' …' if len(titles) > _MOST_MEANT else ''}."
            return
        for term in meant:
            yield from self._thing(term.name, view) if self._objects.get(term.name) else self._term(term, view)

    def _source(self, words: str, view: Mapping[str, Any]) -> str:
        """The source text of a definition."""
        meant = self._glossary.find_terms(words)
        name = meant[0].name.rpartition(".")[2] if len(meant) == 1 else self._objects.stands_on(words, view)
        return self._resolved.one(name)

    # ---- things

    def _thing(self, name: str, view: Mapping[str, Any]) -> Iterator[str]:
        """A thing; of a space what stands on it, and how it is with both."""
        stands = self._objects.get(self._objects.stands_on(name, view))
        if stands is None or stands.row is not None:
            yield f"{self._standing.value(name)}: nothing is there."
            yield from self._standing.describe(name, view)
            return
        term = self._glossary.get(stands.name)
        if term is not None:
            yield _head(term)
        yield f"  {make_sentences(self._objects.sentences(stands)) or 'It does nothing of its own.'}"
        now = [*self._standing.describe(name, view)]
        yield from (f"  {line}" for line in now)
        if name == stands.name and not any(" is on " in line for line in now):
            yield from (f"  {make_sentences([way])}" for way in self._ways.to(stands))

    # ---- everything else

    def _term(self, term: Term, view: Mapping[str, Any]) -> Iterator[str]:
        kind = self._rules.model.kinds.get(term.name)
        yield _head(term)
        site = self._definitions.site(term.name)
        if texts := self._definitions.paragraphs.texts(term.name):
            yield from (f"  {line}" for line in join_texts(texts))
        elif site is not None and (about := self._definitions.about(site)):
            yield f"  {make_sentences([about])}"
        elif kind is not None and kind.objects:
            for thing in kind.objects:
                told = self._objects.hint(thing.name, view)
                if told:
                    stands = self._objects.stands_on(thing.name, view)
                    changed = self._standing.describe_changes(thing.name, view, but=stands)
                    there = f" ({self._standing.value(stands)})" if stands != thing.name else ""
                    yield f"  {thing.title}{there}: {told}{f' Now: {changed}.' if changed else ''}"
        elif "." in term.name:
            yield f"  {make_sentences([(self._definitions.field(term.name),)])}"
        else:
            yield from _lines([step for step in self._definitions.describe(term.name) if step.prose != OPEN], "  ")
        told_elsewhere = self._definitions.paragraphs.told
        yield from _lines(self._definitions.attachments.describe_attachments(term.name, told_elsewhere), "  ")
        yield from (f"  {line}" for line in self._standing.describe(term.name, view))


def _head(term: Term) -> str:
    """The title of a thing, its kind, and its page of the rulebook."""
    title = term.title[:1].upper() + term.title[1:]
    return " · ".join(filter(None, (title, term.sort, term.see)))


def _lines(steps: Sequence[Step], indent: str) -> Iterator[str]:
    for step in steps:
        told = plain(step.prose)
        yield indent + told[:1].upper() + told[1:]
        yield from _lines(step.below, indent + "  ")
