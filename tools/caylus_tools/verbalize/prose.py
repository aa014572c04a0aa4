"""Running text about rules: words, with the names in it that stand for something, and steps made of such text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Union

from caylus import model as m

from .amounts import title

_RULING = re.compile(r"\b(may|must|only|never|always|at most|at least)\b")


@dataclass(frozen=True, slots=True)
class Ref:
    """A definition, or a part of one, called by `text`; `name` is its anchor."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of an amount, and the number."""

    of: m.Resource | m.Group
    number: int = 1


@dataclass(frozen=True, slots=True)
class Var:
    """A name that a rule gives to something for its own use."""

    text: str


@dataclass(frozen=True, slots=True)
class Quote:
    """Words the game says to people."""

    parts: Prose


@dataclass(frozen=True, slots=True)
class Strong:
    """Words to stress."""

    parts: Prose


Piece = Union[str, Ref, Unit, Var, Quote, Strong]
Prose = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happens or holds, and what belongs below it."""

    prose: Prose
    below: tuple[Step, ...] = ()


Steps = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a layer, by its title: it has added a definition, changed it, or attached to it from elsewhere."""

    done: str
    layer: str


def line(*parts: Piece | Prose) -> Prose:
    """Pieces and prose put together, neighbouring words as one piece."""
    joined: list[Piece] = []
    for part in parts:
        for piece in part if isinstance(part, tuple) else (part,):
            if isinstance(piece, str) and joined and isinstance(joined[-1], str):
                joined[-1] += piece
            elif piece != "":
                joined.append(piece)
    return tuple(joined)


def join_list(prose: Iterable[Prose], between: str = ", ", last: str = "") -> Prose:
    """A list in words, `last` standing before its last member if it is given."""
    parts = list(prose)
    made: list[Piece | Prose] = []
    for number, part in enumerate(parts):
        if number:
            made.append(last if last and number == len(parts) - 1 else between)
        made.append(part)
    return line(*made)


def plain(prose: Prose) -> str:
    """The words alone."""
    return "".join(map(_plain, prose))


def lower_title(title: str) -> str:
    """A title in running text: without its capital, but for one that is a name, such as `Old Nick`, and `The Fox`: `the Fox`."""
    if title.startswith("The "):
        return title[:1].lower() + title[1:]
    first, *rest = title.split(" ")
    is_name = any(word[:1].isupper() for word in rest) or any(letter.isupper() for letter in first[1:])
    return title if is_name else title[:1].lower() + title[1:]


def drop_article(prose: Prose) -> Prose:
    """The prose without `the` at its beginning."""
    match prose:
        case (str(text), *rest):
            return (*filter(None, [text.removeprefix("the ")]), *rest)
    return prose


def _plain(piece: Piece) -> str:
    match piece:
        case Ref(text=text) | Var(text=text):
            return text
        case Unit(of=of, number=number):
            return title(of, number)
        case Quote(parts=parts):
            return f"“{plain(parts)}”"
        case Strong(parts=parts):
            return plain(parts)
    return piece


def join_steps(steps: Sequence[Step]) -> Prose:
    """Steps as one sentence, what is below them in brackets."""
    return join_list((line(step.prose, " (", join_steps(step.below), ")") if step.below else step.prose for step in steps), "; ")


def make_sentences(prose: Iterable[Prose]) -> str:
    """Each as a sentence of its own, a stop behind those that have none."""
    return " ".join(plain(full_stop(one)) for one in prose)


def full_stop(prose: Prose) -> Prose:
    """The prose as a sentence of its own: a capital at its beginning, a stop behind it if it has none."""
    told = sentence(prose)
    return told if plain(told).endswith((".", "!", "?", ":")) else line(told, ".")


def render_words(words: m.Words, called: Callable[[m.Expr], Prose]) -> Prose:
    """Words for people, and what they name; in braces, as in the rules, what has to be worked out."""
    made: list[Prose] = []
    for part in words:
        if isinstance(part, str):
            made.append((part,))
        elif isinstance(part, (m.Local, m.Const, m.ConstPayment)) or part.type.kind is not None:
            made.append(called(part))
        else:
            made.append(line("{", drop_article(called(part)), "}"))
    return line(*made)


def is_ruling(told: Prose) -> bool:
    """Return whether a reason says what the rule is, and not only how things are."""
    return _RULING.search(plain(told)) is not None


def make_step(head: Prose, steps: Steps, colon: str = ":") -> Step:
    """A step with others below it, or after it if there is only one, and a plain one."""
    if len(steps) == 1 and not steps[0].below:
        return Step(line(head, f"{colon} ", steps[0].prose))
    return Step(line(head, colon), steps) if steps else Step(head)


def sentence(prose: Prose) -> Prose:
    """The prose with a capital at its beginning, whichever piece it begins with."""
    match prose:
        case (str(text), *rest):
            return (text[:1].upper() + text[1:], *rest)
        case (Ref(text=text) as ref, *rest):
            return (replace(ref, text=text[:1].upper() + text[1:]), *rest)
    return prose
