"""Things in few words: the lines of a face, with amounts, arrows and pictures, or one line: `nut → 4 coins`.

Whoever draws faces goes by these lines: they say what is on them, not what it looks like.

The manifest has short forms for names of the rules under `short`: of resources and groups what amounts of them are called, of
things and actions what they do.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, assert_never

import caylus
from caylus import model as m
from caylus.diagnostics import as_words
from caylus.records import Record

from caylus_tools.common.english import shortest_beginnings

from .expressions import Expressions, is_player
from .objects import Objects
from .phrases import Phrases, exchange
from .prose import Prose, Ref, Unit, Way, join_list, line, plain, sentence, title, ways
from .statements import UNNAMED

TINTS = ("sand", "blue", "rose", "green", "brown", "grey", "yellow", "violet")


class Number(Record):
    of: int


class Picture(Record):
    """The picture of a resource or a group, or one that the manifest names."""

    of: m.Resource | m.Group | str


class Label(Record):
    """A word or a sign between amounts."""

    text: str


class Arrow(Record):
    """Between what is given and what is got."""


MAY = Label("may")
"""Before what somebody may have, without having to pay for it."""

Part = Number | Picture | Label | Arrow
Line = tuple[Part, ...]


class Words(Record):
    """The words for an object where no line can tell it; a heading names one of several actions."""

    text: str
    is_about: bool = False
    is_heading: bool = False


class Face:
    """Of the objects of one ruleset; `pictures` are the manifest's `icons`."""

    def __init__(self, objects: Objects, pictures: Mapping[str, str | Sequence[str]]) -> None:
        self._objects = objects
        self._model = objects.model
        self._pictures = {name: (of,) if isinstance(of, str) else tuple(of) for name, of in pictures.items()}

    def render_face(self, thing: m.Object, down: Container[str] = ()) -> Iterator[Line | Words]:
        """Of what has pictures of its own no words are needed. `down` are actions that it does not do where it lies."""
        own = tuple(Picture(name) for name in self._pictures.get(thing.name, ()))
        if own:
            yield own
            yield from (picture for picture in self._does(thing, down) if not isinstance(picture, Words))
        else:
            lines = [*self._does(thing, down)]
            yield from lines
            paragraph = [*map(plain, self._objects.paragraphs.sentences(thing.name))]
            untold = paragraph[:1] if paragraph and not lines else [] if paragraph else map(plain, self._objects.bends(thing))
            texts = [thing.about] if thing.about else untold
            yield from (Words(words, is_about=True) for words in texts)

    def body(self, body: m.Body, this: m.Object | None = None) -> Iterator[Line | Words]:
        """The lines for a few statements."""
        phrases = Phrases(Expressions(self._model, this, is_player))
        for statement in body:
            yield from self._statement(statement, phrases)

    def payment(self, alternatives: m.Alternatives) -> Line:
        """Amounts, and what may be paid instead."""
        parts: list[Part] = []
        for place, way in enumerate(ways(alternatives, self._model)):
            parts += [Label("or")] if place else []
            for amount in way:
                parts += [*([Label("≠")] if amount.different else []), Number(amount.number), Picture(amount.of)]
        return tuple(parts)

    def _does(self, thing: m.Object, down: Container[str]) -> Iterator[Line | Words]:
        every = list(self._objects.own_actions(thing))
        own = [(action, body) for action, body in every if action.name not in down] or every  # what is up may do as another does
        for action, body in own:
            if len(own) > 1:
                yield Words(as_words(action.name), is_heading=True)
            yield from self.body(body.body, thing)

    def _statement(self, statement: m.Statement, phrases: Phrases) -> Iterator[Line | Words]:
        match statement:
            case m.Transfer(payment=m.ConstPayment(alternatives=alternatives), verb=verb):
                yield (*([Label("lose")] if verb == "lose" else []), *self.payment(alternatives))
            case m.Choose(options=options, may=may):
                for option in options:
                    amounts = self._exchange(option)
                    is_gift = may and not any(isinstance(part, m.Transfer) for part in option.head)
                    if amounts:
                        yield (*([MAY] if is_gift else []), *amounts)
                    else:
                        yield Words(f"{'may ' if may else ''}{plain(phrases.offer(option))}")
            case m.Do(action=action, arguments=arguments):
                yield Words(plain(sentence(phrases.errand(action, arguments, is_priced=False).render())))
                parts: list[Part] = []
                for param, argument in zip(action.params, arguments, strict=True):
                    if isinstance(argument, m.ConstPayment) and argument.alternatives != ((),):
                        parts += [Label(as_words(param.name)), *self.payment(argument.alternatives)]
                if parts:
                    yield tuple(parts)
            case m.Effect() | m.Block() | m.Call() | m.Jump() | m.Let():
                if phrase := phrases.describe_body((statement,)):
                    yield Words(plain(sentence(phrase)))
            case _:
                assert_never(statement)

    def _exchange(self, option: m.Option) -> Line:
        """The payment and what is got for it, if the option is nothing but that."""
        pays, gains = ([part for amounts in side for part in self.payment(amounts)] for side in exchange(option))
        return (*pays, *([Arrow()] if pays and gains else []), *gains)


def tints(objects: Objects, named_tints: Mapping[str, str]) -> dict[m.Kind, str]:
    """A colour for each kind of which there are objects with names: as given by name for it or one above it, or by its place."""
    tints_by_kind: dict[m.Kind, str] = {}
    for thing in objects.all():
        if thing.is_named and thing.kind not in tints_by_kind:
            named = next((named_tints[kind.name] for kind in thing.kind.lineage if kind.name in named_tints), "")
            tints_by_kind[thing.kind] = named or TINTS[len(tints_by_kind) % len(TINTS)]
    return tints_by_kind


NOTHING = "–"


class Short:
    """Of one ruleset."""

    def __init__(self, rules: caylus.Ruleset, objects: Objects | None = None) -> None:
        self._model = rules.model
        self._objects = objects or Objects(rules)
        self._given: Mapping[str, str] = rules.manifest.get("short", {})

    # ---- resources

    @cached_property
    def resources(self) -> dict[str, str]:
        """A short word for each resource, by its name: as given, or so much of its title as tells it from the others."""
        beginnings = shortest_beginnings([resource.title for resource in self._model.resources])
        return {r.name: self._given.get(r.name, beginnings[r.title]) for r in self._model.resources}

    def head(self, name: str) -> str:
        """The head of a column that shows a resource, a group, or a state or a list of the players."""
        player = self._model.kinds["player"]
        definition = self._model.groups.get(name) or player.states.get(name) or player.lists.get(name)
        return (
            self.resources.get(name) or self._given.get(name) or (definition.title if definition is not None else as_words(name))
        )

    def words(self, prose: Prose) -> str:
        """Prose with the short forms that are given; anything else that there is an amount of is called in full."""
        return "".join(
            self._given.get(piece.of.name, title(piece.of, piece.number)) if isinstance(piece, Unit) else plain((piece,))
            for piece in prose
        )

    # ---- what things do

    def effect(self, name: str, view: Mapping[str, Any] | None = None) -> str:
        """The effect of a thing; of a space of a `view`, that of the side that is up of the thing on it. Empty for nothing."""
        return self.words(self.prose(name, view))

    def prose(self, name: str, view: Mapping[str, Any] | None = None) -> Prose:
        """The same, its amounts still to be named or drawn."""
        stands = self._objects.stands_on(name, view) if view is not None else name
        thing = self._objects.get(stands)
        if thing is None or (thing.row is not None and stands == name):
            return ()
        if stands in self._given:
            return (Ref(stands, self._given[stands]),)
        down = self._objects.sides_down(name, view) if view is not None else ()
        phrases = Phrases(Expressions(self._model, thing, is_player))
        effects = dict.fromkeys(self._body(body, phrases) for _, body in self._objects.bodies(thing, down))
        parts = [does for does in effects if does]
        parts = parts or [(sentence,) for sentence in [self._objects.paragraphs.first_sentence(thing.name)] if sentence]
        parts = parts or ([(thing.about,)] if thing.about else list(self._objects.bends(thing, bans=False)))
        return join_list(parts or list(self._objects.has(thing, is_built=True)), ", ")

    def cell(self, body: m.Body) -> str:
        """The effect of a cell of a table of the rules; a dash for nothing."""
        return self.words(self.cell_prose(body)) or NOTHING

    def cell_prose(self, body: m.Body) -> Prose:
        """The same, its amounts still to be named or drawn; empty for nothing."""
        return self._body(body, Phrases(Expressions(self._model, None, is_player)))

    def _body(self, body: m.Body, phrases: Phrases) -> Prose:
        return join_list(dict.fromkeys(phrase for statement in body for phrase in self._statement(statement, phrases)), ", ")

    def _statement(self, statement: m.Statement, phrases: Phrases) -> Iterator[Prose]:
        match statement:
            case m.Transfer(payment=m.ConstPayment(alternatives=alternatives), verb="gain", player=player) if is_player(player):
                yield self._amounts(alternatives)
            case m.Choose(options=options):
                yield from self._options([option for option in options if option.head or option.body], phrases)
            case m.DoMember(action=action, object=m.Const() as of) if phrases.expressions.is_this(of):
                own = action.bodies[of.value]
                yield self._body(own.body if own else (), phrases)
            case m.Do(action=action) if action.name in self._given:
                yield (Ref(action.name, self._given[action.name]),)
            case m.Effect() | m.Block() | m.Call() | m.Jump() | m.Let():
                if phrase := phrases.describe_body((statement,)):
                    yield phrase
            case _:
                assert_never(statement)

    def _options(self, options: Iterable[m.Option], phrases: Phrases) -> Iterator[Prose]:
        yield from (self._exchange(option) or phrases.offer(option) for option in options)

    def _exchange(self, option: m.Option) -> Prose:
        """The payment and what is got for it, if an option without a name is nothing but that."""
        if option.name not in UNNAMED or option.choices:
            return ()
        pays, gains = (join_list(map(self._amounts, side), " + ") for side in exchange(option))
        return line(pays, " → " if pays and gains else "", gains)

    def _amounts(self, alternatives: m.Alternatives) -> Prose:
        return join_list(map(_way, ways(alternatives, self._model)), " or ")


def _way(way: Way) -> Prose:
    parts: list[Prose] = []
    for amount in way:
        number = f"{amount.number} " if amount.number > 1 else ""
        parts.append(line(number, "different " if amount.different else "", Unit(amount.of, amount.number)))
    return join_list(parts, " + ")
