"""Things with one title, told apart by what they do, by what they are, or by what the rules call them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence

from caylus import model as m
from caylus.diagnostics import as_words

from .expressions import Expressions, is_player
from .phrases import Phrases
from .prose import plain

_LONGEST = 40
"""What takes more letters to tell does not tell things apart at a glance."""


def marks(model: m.Model) -> dict[str, str]:
    """For each thing whose title others have too, by its name, some words that none of them has."""
    of_title: defaultdict[str, list[m.Object]] = defaultdict(list)
    for kind in model.kinds.values():
        if kind.parent is None:
            for thing in kind.objects:
                if thing.is_named:
                    of_title[thing.title].append(thing)
    ways: tuple[Callable[[m.Object], str], ...] = (
        lambda thing: _deed(thing, model),
        lambda thing: as_words(thing.kind.name),
        lambda thing: as_words(thing.name),
    )
    return {thing.name: words for things in of_title.values() if len(things) > 1 for thing, words in _distinguish(things, ways)}


def _distinguish(things: Sequence[m.Object], ways: Sequence[Callable[[m.Object], str]]) -> Iterator[tuple[m.Object, str]]:
    """Each thing with the first words about it that are about no other."""
    (way, *others) = ways
    told = {thing: way(thing) for thing in things}
    often = Counter(told.values())
    alike = [thing for thing in things if others and (often[told[thing]] > 1 or not 0 < len(told[thing]) <= _LONGEST)]
    yield from ((thing, told[thing]) for thing in things if thing not in alike)
    if alike:
        yield from _distinguish(alike, others)


def _deed(thing: m.Object, model: m.Model) -> str:
    """The first thing that a thing does, without the verb that most begin with."""
    phrases = Phrases(Expressions(model, thing, is_player))
    for kind in _kinds(thing):
        for action in kind.actions.values():
            body = action.bodies[thing.id]
            if body is not None and (told := plain(phrases.describe_body(body.body))):
                return told.removeprefix("you may ").removeprefix("gain ")
    return ""


def _kinds(thing: m.Object) -> Iterator[m.Kind]:
    kind: m.Kind | None = thing.kind
    while kind is not None:
        yield kind
        kind = kind.parent
