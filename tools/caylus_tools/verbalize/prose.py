"""Running text about rules: words, the names in it that stand for something, steps made of it, payments, and who may see what."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import comb
from typing import Union

from caylus import model as m
from caylus.diagnostics import as_words
from caylus.records import Record

from caylus_tools.common.english import capitalize


class Amount(Record):
    """So much of a resource, or of any mix of a group's; `different`: no two alike."""

    number: int
    of: m.Resource | m.Group
    different: bool = False


Way = tuple[Amount, ...]

MANY = 2
"""As many as it takes to speak of several."""


def title(of: m.Resource | m.Group, number: int = 1) -> str:
    """The title of so much of it."""
    return of.title if number == 1 else of.plural


def groups(model: m.Model) -> tuple[m.Group, ...]:
    """Every group; the name of a kind of resources is one of all its own."""
    kinds = [kind for kind in model.kinds.values() if kind.is_of_resources and not kind.is_builtin]
    members = {kind: tuple(r for r in model.resources if r.object.kind.is_subkind_of(kind)) for kind in kinds}
    of_kinds = (m.Group(k.name, as_words(k.name), as_words(k.plural), members[k], k.span) for k in kinds)
    return (*model.groups.values(), *of_kinds)


def find_group(resources: Collection[m.Resource], model: m.Model) -> m.Group | None:
    """The group of exactly these resources, if the ruleset has a name for them."""
    return next((group for group in groups(model) if set(group.members) == set(resources)), None)


def ways(alternatives: m.Alternatives, model: m.Model) -> tuple[Way, ...]:
    """The ways of paying; those that differ only in what they take of a group are one. `nothing` is a way without amounts."""
    each = [dict(way) for way in alternatives]
    if len(each) > 1:
        common = {r: min(way.get(r, 0) for way in each) for r in each[0]}
        rests = [{r: n - common.get(r, 0) for r, n in way.items() if n > common.get(r, 0)} for way in each]
        mix = _mix(rests, model)
        if mix is not None:
            return ((*_amounts(common, model), mix),)
    return tuple(_amounts(way, model) for way in each)


def _mix(rests: list[dict[int, int]], model: m.Model) -> Amount | None:
    """The part that ways have besides what they share, if that is any mix of a group."""
    sizes = {sum(rest.values()) for rest in rests}
    group = find_group([model.resources[r] for r in set().union(*rests)], model)
    if group is None or len(sizes) > 1:
        return None
    (size,) = sizes
    if len(rests) == comb(len(group.members) + size - 1, size):
        return Amount(size, group)
    if len(rests) == comb(len(group.members), size) and all(n == 1 for n in _numbers(rests)):
        return Amount(size, group, different=True)
    return None


def _numbers(rests: Iterable[Mapping[int, int]]) -> Iterable[int]:
    return (n for rest in rests for n in rest.values())


def _amounts(way: Mapping[int, int], model: m.Model) -> Way:
    return tuple(Amount(n, model.resources[r]) for r, n in way.items() if n)


_RULING = re.compile(r"\b(may|must|only|never|always|at most|at least)\b")


class Ref(Record):
    """A definition, or a part of one, called by `text`; `name` is its anchor."""

    name: str
    text: str


class Unit(Record):
    """The unit of an amount, and the number."""

    of: m.Resource | m.Group
    number: int = 1


class Var(Record):
    """A name that a rule gives to something for its own use."""

    text: str


class Quote(Record):
    """Words the game says to people."""

    parts: Prose


class Strong(Record):
    """Words to stress."""

    parts: Prose


Piece = Union[str, Ref, Unit, Var, Quote, Strong]
Prose = tuple[Piece, ...]


class Step(Record):
    """Something that happens or holds, and what belongs below it."""

    prose: Prose
    below: tuple[Step, ...] = ()


Steps = tuple[Step, ...]


class Mark(Record):
    """The mark of a layer, by its title: it has added a definition, changed it, or attached to it from elsewhere."""

    done: str
    layer: str


def line(*parts: Piece | Prose) -> Prose:
    """Pieces and prose put together, neighbouring words as one piece."""
    output: list[Piece] = []
    for part in parts:
        for piece in part if isinstance(part, tuple) else (part,):
            if isinstance(piece, str) and output and isinstance(output[-1], str):
                output[-1] += piece
            elif piece != "":
                output.append(piece)
    return tuple(output)


def join_list(prose: Iterable[Prose], between: str = ", ", last: str = "") -> Prose:
    """A list in words, `last` standing before its last member if it is given."""
    parts = list(prose)
    output: list[Piece | Prose] = []
    for number, part in enumerate(parts):
        if number:
            output.append(last if last and number == len(parts) - 1 else between)
        output.append(part)
    return line(*output)


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
    text = sentence(prose)
    return text if plain(text).endswith((".", "!", "?", ":")) else line(text, ".")


def render_words(words: m.Words, describe: Callable[[m.Expr], Prose]) -> Prose:
    """Words for people, and what they name or have to work out, in words."""
    return line(*((part,) if isinstance(part, str) else describe(part) for part in words))


def is_ruling(prose: Prose) -> bool:
    """Return whether a reason says what the rule is, and not only how things are."""
    return _RULING.search(plain(prose)) is not None


def make_step(head: Prose, steps: Steps) -> Step:
    """A step with others below it, or after it if there is only one, and a plain one."""
    if len(steps) == 1 and not steps[0].below:
        return Step(line(head, ": ", steps[0].prose))
    return Step(line(head, ":"), steps) if steps else Step(head)


def sentence(prose: Prose) -> Prose:
    """The prose with a capital at its beginning, whichever piece it begins with."""
    match prose:
        case (str(text), *rest):
            return (capitalize(text), *rest)
        case (Ref(text=text) as ref, *rest):
            return (replace(ref, text=capitalize(text)), *rest)
    return prose


_ARTICLES = ("the ", "a ", "an ", "any ", "your ")


def elide(prose: Prose, earlier_prose: Prose) -> Prose:
    """The prose without the words that it begins with as `earlier_prose` does, and without units if both have the same."""
    pieces, before = _split(prose), _split(earlier_prose)
    shared = 0
    while shared < min(len(pieces), len(before)) - 1 and pieces[shared] == before[shared]:
        shared += 1
    while shared and (pieces[shared - 1] in _ARTICLES or _is_number(pieces[shared - 1])):  # they stay with what they belong to
        shared -= 1
    left = line(*pieces[shared:])
    if plain(left).count("(") != plain(left).count(")"):
        return prose
    units = list_units(pieces[shared:])
    return drop_units(left) if units and units == list_units(before[shared:]) and any(map(_is_number, pieces[shared:])) else left


def _split(prose: Prose) -> list[Piece]:
    """The prose with its words one by one, each with the blank behind it."""
    return [part for piece in prose for part in (re.findall(r"\S*\s|\S+", piece) if isinstance(piece, str) else [piece])]


def _is_number(piece: Piece) -> bool:
    return isinstance(piece, str) and piece.strip().isdecimal()


def list_units(pieces: Iterable[Piece]) -> list[object]:
    """The resources and groups that pieces tell amounts of."""
    return [piece.of for piece in pieces if isinstance(piece, Unit)]


def drop_units(prose: Prose) -> Prose:
    """Prose with nothing left of its amounts but the numbers."""
    kept_pieces: list[Piece] = []
    for piece in prose:
        if not isinstance(piece, Unit):
            kept_pieces.append(piece)
        elif kept_pieces and isinstance(kept_pieces[-1], str):
            kept_pieces[-1] = kept_pieces[-1].removesuffix(" ")
    return line(*kept_pieces)


_HIDDEN = {
    "all": "", "owner": "hidden from the other players", "nobody": "hidden from all", "holder": "hidden from all but its holder",
}  # fmt: skip


OPEN: Prose = ("open, without limit",)
"""Of a resource of which there is nothing else to tell."""


def describe_audience(audience: m.Audience) -> str:
    """From whom something is hidden; nothing of what all may see."""
    return _HIDDEN[audience.seen_by] + (", though each change is seen" if audience.counted else "")


def terms(resource: m.Resource) -> Prose:
    """From whom a resource is hidden, what it is taken from, how low it can go; of one that lies open, without limit, nothing."""
    supply = line("taken from ", Unit(resource.supply), " and returned to it") if resource.supply else ()
    below = f"down to {resource.least}" if resource.least else ""
    return join_list([line(part) for part in (describe_audience(resource.audience), supply, below) if part], "; ")
