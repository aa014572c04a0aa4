"""The paragraphs of the rulebook in plain text, lessons for a first game, and warnings of choices."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import takewhile, zip_longest
from typing import Any, NamedTuple

from caylus import Decision, Event, Game, Option, RuleFault, Ruleset, UnknownThing
from caylus.diagnostics import as_words

from caylus_tools.common.english import capitalize
from caylus_tools.doc.markdown import markdown
from caylus_tools.doc.reference import reference
from caylus_tools.verbalize.definitions import Definitions
from caylus_tools.verbalize.names import Glossary, title_of
from caylus_tools.verbalize.objects import join_texts

GAME = "game"
"""The name of the lesson that says what a game is about."""


MOST_WORDS = 50
"""A longer lesson is told in parts."""
_SENTENCE = re.compile(r".+?[.!?][*)”\"]*(?= |$)|.+$")


class Lesson(NamedTuple):
    """A text that is told once, under a title; `rule` is what it is about, `name` its own: that of the rule, or with a number."""

    name: str
    rule: str
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
        self._phases = [name for name, action in rules.model.actions.items() if action.is_phase]
        names = [*rules.model.lessons] or [GAME, *self._phases]
        lesson_texts = {name: paragraphs.lesson(name) or paragraphs.texts(name)[:1] for name in names}
        texts_by_rule = {name: join_texts(texts) for name, texts in lesson_texts.items() if texts}
        named = rules.manifest.get("warnings", {}).items()
        self._warnings = [(value, option, " ".join(texts_by_rule[value])) for value, option in named if value in texts_by_rule]
        warning_names = {value for value, *_ in self._warnings}
        self._lessons = {name: self._divide(name, lines) for name, lines in texts_by_rule.items() if name not in warning_names}

    def _divide(self, rule: str, lines: Iterable[str]) -> list[Lesson]:
        """The lesson on a rule in parts of few words, cut between sentences."""
        title = capitalize(self._rules.title if rule == GAME else title_of(rule, self._rules.model))
        parts: list[list[str]] = []
        for line in lines:
            for number, sentence in enumerate(match[0].strip() for match in _SENTENCE.finditer(line)):
                if not parts or len(" ".join([*parts[-1], sentence]).split()) > MOST_WORDS:
                    parts.append([sentence])
                elif number == 0:
                    parts[-1].append(sentence)
                else:
                    parts[-1][-1] += f" {sentence}"
        names = [rule, *(f"{rule} {number}" for number in range(2, len(parts) + 1))]
        return [Lesson(name, rule, title, tuple(part)) for name, part in zip(names, parts, strict=True)]

    def find(self, rule: str) -> list[Lesson]:
        return self._lessons.get(rule, [])

    def to_json(self) -> dict[str, dict[str, Any]]:
        """The lessons, each with the rule that it is about."""
        lessons = [lesson for parts in self._lessons.values() for lesson in parts]
        return {x.name: {"rule": x.rule, "title": x.title, "lines": [*x.lines]} for x in lessons}

    def due(self, decision: Decision, told_names: Collection[str], with_game: bool = True) -> list[Lesson]:
        """The lessons on the game and on the rules that ask, without those that have been told."""
        rules = [rule["name"] for rule in decision.rules if rule["name"] != GAME]
        names = [GAME, *rules] if with_game else rules
        return [lesson for rule in names for lesson in self.find(rule) if lesson.name not in told_names]

    def before(self, game: Game, move: int, player: str, told_names: Collection[str]) -> list[Lesson]:
        """The lessons on the phases in which a move does something to a player, or to the table by itself, before the player is
        asked there."""
        if all(lesson.name in told_names for phase in self._phases for lesson in self.find(phase)):
            return []
        trial = game.copy(events=True)
        question = trial.decision
        asked_phase = question.phase if question is not None and question.player == player else None
        number = len(trial.events)
        try:
            trial.play(move)
        except RuleFault:
            return []
        asked_name = asked_phase["name"] if asked_phase is not None else ""
        whose_phases = phases_by_player(trial.events[number:])
        phases = dict.fromkeys(name for whose, name in whose_phases if whose in (player, None) and name not in ("", asked_name))
        return [lesson for phase in phases for lesson in self.find(phase) if lesson.name not in told_names]

    def warnings(self, game: Game, option: Option, truths: dict[tuple[str, ...], bool] | None = None) -> list[Warning]:
        """The sentences that speak against an option, as far as the one who decides may know it. Values in `truths`,
        of other options of the same decision, are not worked out again."""
        return [
            Warning(value, text)
            for value, option_name, text in self._warnings
            if option.data["option"] == option_name and self._is_true(game, value, option, {} if truths is None else truths)
        ]

    def _is_true(self, game: Game, value: str, option: Option, truths: dict[tuple[str, ...], bool]) -> bool:
        choices = [str(choice) for choice in option.data["choices"].values()]
        arguments = [option.player, *choices][: len(self._rules.model.values[value].params)]
        key = (value, *arguments)
        if key not in truths:
            try:
                truths[key] = game.value(value, arguments, option.player) is True
            except UnknownThing:  # a variant has this option choose something else
                truths[key] = False
        return truths[key]


def phases_by_player(events: Sequence[Event]) -> dict[tuple[str | None, str], None]:
    """The players to whom the events of one choice do something, each with the phase; for None a later phase sets the table."""
    names = [event.phase["name"] if event.phase else "" for event in events]
    pairs = [*zip(events, names, strict=True)]
    sets = [name != names[0] and event.kind == "set" and event.data.get("object", "") is None for event, name in pairs]
    whose = zip(pairs, sets, strict=True)
    return dict.fromkeys((event.player, name) for (event, name), is_set in whose if event.player is not None or is_set)


load_lessons = lru_cache(maxsize=64)(Lessons)


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
        return [*_add_contents([*_split(markdown(reference(self._rules, {})))])]

    def tell(self, words: str) -> Iterator[str]:
        """The paragraph about some words, the titles where several are meant, and without words the contents."""
        if not words:
            yield from (f"  {one.title}" for one in self._paragraphs if one.depth == 2)
            yield "rules WORD shows what the rulebook says of it"
            if section := next((term.see for term in self._glossary.terms if term.see), None):
                yield f"({section.split('; ')[0]}) and the like name a section of the printed rules; WORD may be one"
            return
        paragraphs = self.find(words)
        if not paragraphs:
            yield f"the rulebook says nothing of `{words}`; `rules` lists its chapters"
        elif len(paragraphs) <= _MOST:
            yield from (line for one in paragraphs for line in one.plain())
        else:
            yield f"`{words}` is told under several titles; `rules TITLE` shows one:"
            yield from (f"  {one.title}" for one in paragraphs)

    def find(self, words: str) -> list[Paragraph]:
        """By its title, then by what is called so, then by what it says."""
        query = as_words(words).casefold()
        names = {term.name for term in self._glossary.find_terms(words)}
        cited_names = {term.name for term in self._glossary.terms if query in (term.see or "").casefold().split("; ")}
        ways = (
            [one for one in self._paragraphs if one.title.casefold() == query],
            [one for one in self._paragraphs if cited_names & one.names],
            [one for one in self._paragraphs if names & one.names],
            [one for one in self._paragraphs if query in one.title.casefold()],
            [one for one in self._paragraphs if any(query in line.casefold() for line in one.lines)],
        )
        return next(filter(None, ways), [])


def _split(text: str) -> Iterator[Paragraph]:
    title, depth, names, lines, rows = "", 0, set[str](), list[str](), list[str]()
    for line in text.split("\n"):
        if line.startswith("|"):
            rows += [] if _RULED.fullmatch(line.strip()) else [line]
            names |= {*_ANCHOR.findall(line)}
            continue
        lines += _align(rows)
        rows = []
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
            if clean_line := _plain(line):
                lines.append(clean_line)
    lines += _align(rows)
    if lines:
        yield Paragraph(title, depth, frozenset(names), tuple(lines))


def _plain(line: str) -> str:
    return _LINK.sub(r"\1", _ANCHOR.sub("", line)).replace("**", "").replace("*(", "(").replace(")*", ")").strip()


def _align(rows: Sequence[str]) -> Iterator[str]:
    """The rows of a table with their cells below each other."""
    cells_by_row = [[cell.strip() for cell in _plain(row).strip("|").split("|")] for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*cells_by_row, fillvalue="")]
    for cells in cells_by_row:
        yield "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=False)).rstrip()


def _add_contents(paragraphs: Sequence[Paragraph]) -> Iterator[Paragraph]:
    """Each paragraph with the titles of those right below it: a chapter may have no more to say."""
    for number, one in enumerate(paragraphs):
        below = takewhile(lambda other, depth=one.depth: other.depth > depth, paragraphs[number + 1 :])  # type: ignore[misc]
        titles = [f"- {other.title}" for other in below if other.depth == one.depth + 1]
        yield one._replace(lines=(*one.lines, *titles))
