"""The texts of the options of a decision, what choosing them may lead to, and how things with one title are told apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import lru_cache

import caylus
from caylus import model as m
from caylus.diagnostics import as_words
from caylus.english import Offer
from caylus.model.access import Gaining, access
from caylus.model.walk import bodies, every_statement

from .expressions import Expressions, is_player
from .names import english
from .phrases import Phrases, join_deeds
from .prose import plain
from .source_text import rows

Place = tuple[str, str, int]
"""Of a statement: its rule, its file and its line."""


class Consequences:
    """Of the options of one ruleset."""

    def __init__(self, model: m.Model) -> None:
        self._gaining = Gaining(model.triggers)
        self._options: dict[tuple[str, str, int, str], list[m.Option]] = {}
        for statement in every_statement(model):
            if isinstance(statement, m.Choose):
                for option in statement.options:
                    self._options.setdefault((*make_place(statement.site), option.name), []).append(option)
        self._reached: dict[tuple[str, str, int, str], frozenset[Place]] = {}
        self._written_states = {
            (thing.name, make_place(statement.site))
            for statement in every_statement(model)
            for touch in access(statement).writes
            for thing in touch.held
            if isinstance(thing, m.State)
        }

    def consequences_of_choice(self, choice: caylus.Event) -> frozenset[Place]:
        """The places where a choice may go on; none if the reader is not told what was chosen."""
        return self._consequences((*place(choice), choice.data.get("name", "")))

    def writes(self, decision: caylus.Decision, states: Container[str]) -> bool:
        """Return whether an option of a decision may set one of some states of the table."""
        places = [self.consequences_of_option(decision, option) for option in decision.options]
        return any(state in states and place_ in reach for reach in places for state, place_ in self._written_states)

    def consequences_of_option(self, decision: caylus.Decision, option: caylus.Option) -> frozenset[Place]:
        """The places where an option of a decision may go on; none if it does nothing."""
        return self._consequences((decision.rule, decision.file, decision.line, option.data["option"]))

    def _consequences(self, choice_place: tuple[str, str, int, str]) -> frozenset[Place]:
        if choice_place not in self._reached:
            self._reached[choice_place] = frozenset(self._collect_places(self._options.get(choice_place, [])))
        return self._reached[choice_place]

    def _collect_places(self, options: Sequence[m.Option]) -> set[Place]:
        places = {make_place(part.site) for option in options for part in option.head}
        waiting = [option.body for option in options]
        seen_ids: set[int] = set()
        while waiting:
            body = waiting.pop()
            if id(body) not in seen_ids:
                seen_ids.add(id(body))
                places |= {make_place(statement.site) for statement in body}
                waiting += [inner for statement in body for inner in (*bodies(statement), *self._called_bodies(statement))]
        return places

    def _called_bodies(self, statement: m.Statement) -> list[m.Body]:
        """The bodies of the actions that a statement carries out or sets off."""
        return [action.body for action in (*access(statement).actions(), *self._gaining.triggered_actions(statement))]


@lru_cache(maxsize=64)
def make_consequences(rules: caylus.Ruleset) -> Consequences:
    return Consequences(rules.model)


def place(event: caylus.Event) -> Place:
    """The place in the rules of the statement that an event tells of."""
    return event.rule, event.file, event.line


def make_place(site: m.Site) -> Place:
    """The place of a statement."""
    return site.rule, site.span.file, site.span.line


NOTHING = "nothing"


class Cells:
    """Of one ruleset."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        phrases = Phrases(Expressions(rules.model, None, is_player))
        self._calls: dict[tuple[str, str, int, str], m.Do] = {}
        self._cells: dict[str, dict[str, list[str]]] = {}
        for statement in every_statement(rules.model):
            for option in statement.options if isinstance(statement, m.Choose) else ():
                match option.body:
                    case (m.Do(action=action) as call,) if action.table is not None:
                        self._calls[(*make_place(statement.site), option.name)] = call
        for name, action in rules.model.actions.items():
            if action.table is not None:
                pairs = ((of.name, [_describe(cell, phrases) for cell in cells]) for of, cells in rows(action))
                self._cells[name] = dict(pairs)

    def effects(self, decision: caylus.Decision) -> list[str]:
        """List the effect of the cell that each option of a decision carries out; empty for options that carry out none."""
        return [self._effect(decision, option) for option in decision.options]

    def _effect(self, decision: caylus.Decision, option: caylus.Option) -> str:
        call = self._calls.get((decision.rule, decision.file, decision.line, option.data["option"]))
        if call is None:
            return ""
        _, row, column = _values(call.arguments, {**decision.about, **option.data["choices"]})
        cells = self._cells[call.action.name].get(str(row), [])
        return cells[column - 1] if isinstance(column, int) and 0 < column <= len(cells) else ""


def _describe(cell: m.Body, phrases: Phrases) -> str:
    """The gains of a cell for whoever chooses it, who may leave it as well."""
    match phrases.deeds(cell):
        case []:
            return NOTHING
        case [deed]:
            return plain(deed.prose)
        case deeds:
            return plain(join_deeds(deeds))


def _values(arguments: Sequence[m.Expr], bindings: Mapping[str, object]) -> list[object]:
    """The names and numbers that are known of the arguments of a table."""
    return [bindings.get(argument.variable.name) if isinstance(argument, m.Local) else None for argument in arguments[-3:]]


load_cells = lru_cache(maxsize=64)(Cells)


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
    descriptions = {thing: way(thing) for thing in things}
    often = Counter(descriptions.values())
    alike = [
        thing for thing in things if others and (often[descriptions[thing]] > 1 or not 0 < len(descriptions[thing]) <= _LONGEST)
    ]
    yield from ((thing, descriptions[thing]) for thing in things if thing not in alike)
    if alike:
        yield from _distinguish(alike, others)


def _deed(thing: m.Object, model: m.Model) -> str:
    """The first thing that a thing does, without the verb that most begin with."""
    phrases = Phrases(Expressions(model, thing, is_player))
    for kind in thing.kind.lineage:
        for action in kind.actions.values():
            body = action.bodies[thing.id]
            if body is not None and (text := plain(phrases.describe_body(body.body))):
                return text.removeprefix("you may ").removeprefix("gain ")
    return ""


class OptionTexts:
    """Of one ruleset. Things of one title are told apart by what they do, not by what the rules call them."""

    def __init__(self, rules: caylus.Ruleset) -> None:
        self._english = english(rules)
        self._marks = marks(rules.model)
        self._cells = load_cells(rules)

    def texts(self, decision: caylus.Decision) -> list[str]:
        """The text of each option, without its price, and with what a cell of a table gives."""
        effects = self._cells.effects(decision)
        offers = (self._mark(_unpriced(option.offer)) for option in decision.options)
        offer_texts = (self._english.render(self._english.bare_option(offer)) for offer in offers)
        return [f"{text}: {effect}" if effect else text for text, effect in zip(offer_texts, effects, strict=True)]

    def distinct_texts(self, decision: caylus.Decision) -> list[str]:
        """The same, with the prices of options that would otherwise be alike."""
        texts = self.texts(decision)
        often, prices = Counter(texts), (option.data["pays"] for option in decision.options)
        return [
            f"{text} for {self._english.amounts(pays)}" if often[text] > 1 and pays else text
            for text, pays in zip(texts, prices, strict=True)
        ]

    def _mark(self, offer: Offer) -> Offer:
        return {**offer, "apart": [{**one, "title": self._marks.get(one["name"] or "", one["title"])} for one in offer["apart"]]}


def _unpriced(offer: Offer) -> Offer:
    """An offer without the payment that is its price, where it has more to say."""
    rest = [effect for effect in offer["effects"] if effect["verb"] != "pay"]
    return {**offer, "effects": rest} if offer["pays"] and (rest or offer["words"]) else offer


load_option_texts = lru_cache(maxsize=64)(OptionTexts)
