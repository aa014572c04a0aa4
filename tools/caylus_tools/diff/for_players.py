"""Two games side by side, as a player who knows one of them wants to read it: what is told otherwise, like beside like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from textwrap import shorten, wrap

import caylus
from caylus import model as m
from caylus.diagnostics import as_words

from caylus_tools.common.english import capitalize, join_words
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.objects import kind_chain
from caylus_tools.verbalize.prose import make_sentences, plain

_WIDTH = 116
_LONGEST = 100
"""The letters of a rule that is told; whole sentences, one at least."""
_LIKE = 0.16
"""The share of their words that two paragraphs have in common at least that tell the same part of a game."""
_WORD = re.compile(r"[a-z]{4,}")


def are_two_games(first: caylus.Ruleset, second: caylus.Ruleset) -> bool:
    """Return whether neither ruleset stands on the other, and both tell their rules in paragraphs."""
    bases = {rules.layers[0]["manifest"]["name"] for rules in (first, second)}
    return len(bases) == 2 and all(rules.manifest.get("rulebook", {}).get("chapters") for rules in (first, second))


def compare_games(first: caylus.Ruleset, second: caylus.Ruleset) -> str:
    """A sheet: the rules in the order of the first game, then the pieces, then what only one of them has."""
    return "\n".join(_Comparison(first, second).lines())


class _Side:
    """One of the games: the rules that its paragraphs tell, in the order of its rulebook, and its pieces."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        self.title = rules.title
        self.model = rules.model
        self.definitions = Definitions(rules)
        names = [name for chapter in rules.manifest["rulebook"]["chapters"] for name in chapter["rules"]]
        self.told = {name: text for name in dict.fromkeys(names) if (text := self._text(name))}
        self.words = {name: frozenset(_WORD.findall(self._whole(name).lower())) for name in self.told}

    def _text(self, name: str) -> str:
        """The first block of a paragraph, with its list if it is nothing but the head of one."""
        texts = self.definitions.paragraphs.texts(name)
        end = next((at for at, text in enumerate(texts) if at and not text.is_item), len(texts))
        return " ".join(plain(text.prose) for text in texts[: end if len(texts) > 1 and texts[1].is_item else 1])

    def _whole(self, name: str) -> str:
        """The heading and all of a paragraph: its first block alone has too few words to be known by."""
        return " ".join([self.heading(name), *(plain(text.prose) for text in self.definitions.paragraphs.texts(name))])

    def heading(self, name: str) -> str:
        paragraph = self.model.paragraphs.get(name)
        title = (paragraph.heading if paragraph is not None else "") or self.definitions.title(name)
        return capitalize(title)

    def pieces(self) -> dict[str, list[m.Object]]:
        """The pieces that do something or are worth something, by the words for their kinds."""
        things_by_kind: dict[str, list[m.Object]] = {}
        for thing in self.definitions.things.values():
            if not thing.kind.is_builtin and any(kind.actions or kind.properties for kind in kind_chain(thing)):
                things_by_kind.setdefault(as_words(thing.kind.plural), []).append(thing)
        return things_by_kind

    def sentences(self, thing: m.Object) -> list[str]:
        return [make_sentences([prose]) for prose in self.definitions.objects.sentences(thing)]


class _Comparison:
    def __init__(self, first: caylus.Ruleset, second: caylus.Ruleset) -> None:
        self.old, self.new = _Side(first), _Side(second)

    def lines(self) -> Iterator[str]:
        old, new = self.old, self.new
        yield f"{old.title} (-) and {new.title} (+): what is otherwise for a player"
        yield from ("", "Resources", *self._names([r.title for r in old.model.resources], [r.title for r in new.model.resources]))
        pairs = self._pairs()
        yield from ("", "Rules")
        for a, b in pairs.items():
            if old.told[a] != new.told[b]:
                yield from self._pair(a, b)
        for side, sign, paired_names in ((old, "-", set(pairs)), (new, "+", set(pairs.values()))):
            only = [name for name in side.told if name not in paired_names]
            if only:
                yield from ("", f"Only in {side.title}")
                entries = (f"{sign} {side.heading(name)}: {_shorten(side.told[name], 1)}" for name in only)
                yield from (f"  {shorten(line, _WIDTH - 2, placeholder=' …')}" for line in entries)
        yield from self._pieces()

    def _pairs(self) -> Mapping[str, str]:
        """The rules of the second game by those of the first that they are like: of one name, one title, or like words."""
        old, new = self.old, self.new
        pairs = {name: name for name in old.told if name in new.told}
        titles = {new.heading(name): name for name in new.told if name not in pairs.values()}
        pairs |= {name: titles[title] for name in old.told if name not in pairs and (title := old.heading(name)) in titles}
        shares = sorted(
            ((_share(old.words[a], new.words[b]), a, b) for a in old.told for b in new.told), key=lambda share: -share[0]
        )
        for share, a, b in shares:
            if share >= _LIKE and a not in pairs and b not in pairs.values():
                pairs[a] = b
        return {name: pairs[name] for name in old.told if name in pairs}

    def _pair(self, a: str, b: str) -> Iterator[str]:
        titles = dict.fromkeys([self.old.heading(a), self.new.heading(b)])
        yield f"  {' / '.join(titles)}"
        yield from _wrap(f"    - {_shorten(self.old.told[a])}", 6)
        yield from _wrap(f"    + {_shorten(self.new.told[b])}", 6)

    def _pieces(self) -> Iterator[str]:
        ours, theirs = self.old.pieces(), self.new.pieces()
        yield from ("", "Pieces")
        for kind in dict.fromkeys([*ours, *theirs]):
            a, b = ours.get(kind, []), theirs.get(kind, [])
            if not a or not b:
                side, sign = (self.old, "-") if a else (self.new, "+")
                titles = join_words(list(dict.fromkeys(thing.title for thing in a or b)))
                yield from _wrap(f"  {sign} {capitalize(kind)}, only in {side.title}: {titles}", 6)
                continue
            yield f"  {capitalize(kind)}"
            alike = {thing.title: thing for thing in b}
            for thing in a:
                other = alike.get(thing.title)
                if other is not None:
                    was, now = self.old.sentences(thing), self.new.sentences(other)
                    removals, additions = [x for x in was if x not in now], [x for x in now if x not in was]
                    if removals or additions:
                        change = f"{' '.join(removals) or 'Nothing'} -> {' '.join(additions) or 'nothing'}"
                        yield from _wrap(f"    {self.old.definitions.label(thing)}: {change}", 8)
            yield from (f"  {line}" for line in self._names([thing.title for thing in a], [thing.title for thing in b]))

    def _names(self, old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
        for sign, some, others in (("-", old, new), ("+", new, old)):
            only = [title for title in dict.fromkeys(some) if title not in others]
            if only:
                yield from _wrap(f"  {sign} {join_words(only)}", 6)


def _shorten(text: str, most: int = _LONGEST) -> str:
    """The first sentences of a text, as many as fit into so many letters; the first one always."""
    sentences = re.split(r"(?<=[.!?]) ", text)
    excerpt = sentences[0]
    for sentence in sentences[1:]:
        if len(excerpt) + len(sentence) > most:
            break
        excerpt += f" {sentence}"
    return excerpt


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, len(one | other))


def _wrap(text: str, indent: int) -> list[str]:
    return wrap(text, _WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
