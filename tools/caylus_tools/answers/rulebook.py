"""The paragraphs of the rulebook in plain text, lessons for a first game, and warnings of choices."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from caylus import UnknownThing

from caylus_tools.common.english import capitalize
from caylus_tools.doc.markdown import markdown
from caylus_tools.doc.reference import reference
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.names import Glossary, title_of
from caylus_tools.verbalize.objects import Text, join_texts

if TYPE_CHECKING:
    from caylus import Decision, Game, Option, Ruleset


GAME = "game"
"""The name of the lesson that says what a game is about."""


class Lesson(NamedTuple):
    """A text that is told once, under a title; `name` is the rule that it is about."""

    name: str
    title: str
    lines: tuple[str, ...]


class Warning(NamedTuple):
    """A fact that speaks against a choice; `name` is the value that has found it."""

    name: str
    text: str


class Lessons:
    """The lessons and warnings of one ruleset.

    Where a ruleset has no lessons, the first lines of the paragraphs about its game and its phases take their place.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        paragraphs = Definitions(rules).paragraphs
        names = [*rules.model.lessons] or [GAME, *(name for name, action in rules.model.actions.items() if action.is_phase)]
        lesson_texts = {name: paragraphs.lesson(name) or paragraphs.texts(name)[:1] for name in names}
        self._all = {name: self._lesson(name, texts) for name, texts in lesson_texts.items() if texts}
        self._warnings = [(value, option) for value, option in rules.manifest.get("warnings", {}).items() if value in self._all]

    def _lesson(self, name: str, texts: tuple[Text, ...]) -> Lesson:
        title = self._rules.title if name == GAME else title_of(name, self._rules.model)
        return Lesson(name, capitalize(title), tuple(join_texts(texts)))

    def find(self, name: str) -> Lesson | None:
        return self._all.get(name)

    def to_json(self) -> dict[str, dict[str, Any]]:
        """The lessons by the rules that they are about, without those that are warnings."""
        warnings = {value for value, _ in self._warnings}
        return {x.name: {"title": x.title, "lines": [*x.lines]} for x in self._all.values() if x.name not in warnings}

    def due(self, game: Game, decision: Decision, told_names: Collection[str]) -> tuple[Lesson, ...]:
        """The lessons for a decision that have not been told: of the rules that ask, else of a phase that went by unasked."""
        asking = [rule["name"] for rule in decision.rules]
        now = [self._all[name] for name in (GAME, *asking) if name in self._all and name not in told_names]
        return tuple(dict.fromkeys(now)) or tuple(self._missed(game, asking, told_names))[:1]

    def current(self, decision: Decision) -> tuple[Lesson, ...]:
        """The lessons of the rules that ask, told already or not."""
        return tuple(self._all[rule["name"]] for rule in decision.rules if rule["name"] in self._all and rule["name"] != GAME)

    def _missed(self, game: Game, asking: Collection[str], told_names: Collection[str]) -> Iterator[Lesson]:
        phases = [phase["name"] for phase in game.view(game.players[game.seat])["phases"]] if game.rounds > 1 else []
        yield from (self._all[name] for name in phases if name in self._all and name not in told_names and name not in asking)

    def warnings(self, game: Game, option: Option, known: dict[tuple[str, ...], bool] | None = None) -> list[Warning]:
        """The sentences that speak against an option, as far as the one who decides may know it. Values that are `known` for
        another option of the same decision are not worked out again."""
        return [
            Warning(value, " ".join(self._all[value].lines))
            for value, option_name in self._warnings
            if option.data["option"] == option_name and self._is_true(game, value, option, {} if known is None else known)
        ]

    def _is_true(self, game: Game, value: str, option: Option, known: dict[tuple[str, ...], bool]) -> bool:
        choices = [str(choice) for choice in option.data["choices"].values()]
        arguments = [option.player, *choices][: len(self._rules.model.values[value].params)]
        key = (value, *arguments)
        if key not in known:
            try:
                known[key] = game.value(value, arguments, option.player) is True
            except UnknownThing:  # a variant has this option choose something else
                known[key] = False
        return known[key]


@lru_cache(maxsize=64)
def load_lessons(rules: Ruleset) -> Lessons:
    return Lessons(rules)


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
        paragraphs = self._find(words)
        if not paragraphs:
            yield f"the rulebook says nothing of `{words}`; `rules` lists its chapters"
        elif len(paragraphs) <= _MOST:
            yield from (line for one in paragraphs for line in one.plain())
        else:
            yield f"`{words}` is told under several titles; `rules TITLE` shows one:"
            yield from (f"  {one.title}" for one in paragraphs)

    def _find(self, words: str) -> list[Paragraph]:
        """By its title, then by what is called so, then by what it says."""
        query = words.casefold()
        names = {term.name for term in self._glossary.find_terms(words)}
        ways = (
            [one for one in self._paragraphs if one.title.casefold() == query],
            [one for one in self._paragraphs if names & one.names],
            [one for one in self._paragraphs if query in one.title.casefold()],
            [one for one in self._paragraphs if any(query in line.casefold() for line in one.lines)],
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
            if (clean_line := _plain(line)) and not _RULED.fullmatch(line.strip()):
                lines.append(clean_line)
    if lines:
        yield Paragraph(title, depth, frozenset(names), tuple(lines))


def _plain(line: str) -> str:
    text = _LINK.sub(r"\1", _ANCHOR.sub("", line)).replace("**", "").strip()
    return " · ".join(cell.strip() for cell in text.strip("|").split("|") if cell.strip()) if text.startswith("|") else text
