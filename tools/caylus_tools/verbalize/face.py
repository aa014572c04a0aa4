"""The face of an object: lines of amounts, arrows and pictures, and words for what no amounts can say.

Whoever draws faces goes by these lines: they say what is on them, not what it looks like.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from caylus import model as m
from caylus.diagnostics import as_words

from .amounts import ways
from .expressions import Expressions, is_player
from .objects import Objects
from .phrases import Phrases
from .prose import plain, sentence

TINTS = ("sand", "blue", "rose", "green", "brown", "grey", "yellow", "violet")


@dataclass(frozen=True, slots=True)
class Number:
    of: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a resource or a group, or one that the manifest names."""

    of: m.Resource | m.Group | str


@dataclass(frozen=True, slots=True)
class Label:
    """A word or a sign between amounts."""

    text: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """Between what is given and what is got."""


MAY = Label("may")
"""Before what somebody may have, without having to pay for it."""

Part = Number | Picture | Label | Arrow
Line = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Words:
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
            yield from (made for made in self._does(thing, down) if not isinstance(made, Words))
        else:
            lines = [*self._does(thing, down)]
            yield from lines
            paragraph = [*map(plain, self._objects.paragraphs.sentences(thing.name))]
            untold = paragraph[:1] if paragraph and not lines else [] if paragraph else map(plain, self._objects.bends(thing))
            told = [thing.about] if thing.about else untold
            yield from (Words(words, is_about=True) for words in told)

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
                    exchange = self._exchange(option)
                    is_gift = may and not any(isinstance(part, m.Transfer) for part in option.head)
                    if exchange:
                        yield (*([MAY] if is_gift else []), *exchange)
                    else:
                        yield Words(f"{'may ' if may else ''}{plain(phrases.offer(option))}")
            case m.Do(action=action, arguments=arguments):
                yield Words(plain(sentence(phrases.errand(action, arguments, is_priced=False).render())))
                yield from self._given_amounts(action, arguments)
            case (
                m.Transfer()
                | m.Assign()
                | m.Adjust()
                | m.AddTo()
                | m.RemoveFrom()
                | m.Put()
                | m.Reveal()
                | m.Rearrange()
                | m.ForEach()
                | m.Repeat()
                | m.Stop()
                | m.EndGame()
                | m.If()
                | m.DoMember()
                | m.Let()
                | m.Say()
            ):
                if told := phrases.describe_body((statement,)):
                    yield Words(plain(sentence(told)))
            case _:
                assert_never(statement)

    def _given_amounts(self, action: m.Action, arguments: Sequence[m.Expr]) -> Iterator[Line]:
        """The amounts that an action is given."""
        given: list[Part] = []
        for param, argument in zip(action.params, arguments, strict=True):
            if isinstance(argument, m.ConstPayment) and argument.alternatives != ((),):
                given += [Label(as_words(param.name)), *self.payment(argument.alternatives)]
        if given:
            yield tuple(given)

    def _exchange(self, option: m.Option) -> Line:
        """The payment and what is got for it, if the option is nothing but that."""
        sides: dict[bool, list[Part]] = {True: [], False: []}
        for transfer in (*option.head, *option.body):
            if not isinstance(transfer, m.Transfer) or not isinstance(transfer.payment, m.ConstPayment):
                return ()
            sides[transfer.verb == "gain"] += self.payment(transfer.payment.alternatives)
        return (*sides[False], *([Arrow()] if sides[False] and sides[True] else []), *sides[True])


def tints(objects: Objects, given: Mapping[str, str]) -> dict[m.Kind, str]:
    """A colour for each kind of which there are objects with names: as given by name for it or one above it, or by its place."""
    made: dict[m.Kind, str] = {}
    for thing in objects.all():
        if thing.is_named and thing.kind not in made:
            named = next((given[kind.name] for kind in upwards(thing.kind) if kind.name in given), "")
            made[thing.kind] = named or TINTS[len(made) % len(TINTS)]
    return made


def upwards(kind: m.Kind) -> Iterator[m.Kind]:
    """A kind and those above it."""
    above: m.Kind | None = kind
    while above is not None:
        yield above
        above = above.parent
