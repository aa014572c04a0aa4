"""Labels: all the secrets that something rests on, each with the way it came.

A label is a set of atoms; the empty one says that everybody may know. An atom is a secret, or something of which it is found
out later on what it rests: what an action is given, what somebody chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from caylus import model as m
from caylus.diagnostics.diagnostic import Span
from caylus.limits import MOST_SECRETS, MOST_STEPS_SHOWN

Hidden = m.Thing | m.Row


class Step(NamedTuple):
    """A step of a secret's way: a place, and what happens to it there. `asks` where only what is done depends on it."""

    span: Span
    words: str
    asks: bool = False


Trail = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Secret:
    """The content of `thing`. `reader` is the only player who knows it; None where nobody does who could be named.

    `members`: the reader is each member of that list in turn, so that nobody knows all of it.
    """

    thing: Hidden
    reader: m.Expr | None
    members: m.ListExpr | None = None

    @property
    def is_counted(self) -> bool:
        """Return whether everybody knows it all the same, though it is not shown."""
        return self.thing.audience.counted


@dataclass(eq=False, slots=True)
class Unknown:
    """A part of a label that is found out later: an argument, the condition of a call, a choice or a draw."""

    name: str
    is_lot: bool = False
    is_choice: bool = False


Atom = Secret | Unknown
Label = Mapping[Atom, Trail]
PUBLIC: Label = {}


class Labels(NamedTuple):
    """`whole`: of what it comes to. `facet`: of whether it is anything at all, or for a list of how many it has."""

    whole: Label = PUBLIC
    facet: Label = PUBLIC


NOTHING = Labels()


def join(*labels: Label) -> Label:
    """The union of labels; of two ways of the same secret, the shorter."""
    some = [label for label in labels if label]
    if len(some) < 2:
        return some[0] if some else PUBLIC
    found: dict[Atom, Trail] = {}
    for label in some:
        for atom, trail in label.items():
            if atom not in found or len(trail) < len(found[atom]):
                found[atom] = trail
    return found if len(found) <= MOST_SECRETS else _widen_label(found)


def _widen_label(label: Label) -> Label:
    if sum(isinstance(atom, Secret) for atom in label) <= MOST_SECRETS:
        return label
    found = {atom: trail for atom, trail in label.items() if isinstance(atom, Unknown)}
    things: dict[Atom, Trail] = {}
    for atom, trail in sorted(label.items(), key=lambda item: isinstance(item[0], Secret) and item[0].is_counted):
        if isinstance(atom, Secret) and len(things) < MOST_SECRETS:
            things.setdefault(Secret(atom.thing, None), trail)
    return found | things


def both(*labels: Labels) -> Labels:
    """The union of labels, for wholes and facets."""
    return Labels(join(*(one.whole for one in labels)), join(*(one.facet for one in labels)))


def along(label: Label, *steps: Step) -> Label:
    """The label with steps at the end of each way."""
    return {atom: join_trails(trail, steps) for atom, trail in label.items()} if label else label


def join_trails(*trails: Iterable[Step]) -> Trail:
    """One way behind the other, as far as they are shown."""
    whole = tuple(dict.fromkeys(step for trail in trails for step in trail))
    return whole[: MOST_STEPS_SHOWN - 1] + whole[-1:] if len(whole) > MOST_STEPS_SHOWN else whole


def later(label: Label) -> Label:
    """The rest of a label after all was reported that could be."""
    return {atom: trail for atom, trail in label.items() if isinstance(atom, Unknown)}


def without_picks(label: Label) -> Label:
    """The label without what is chosen or drawn."""
    return {a: trail for a, trail in label.items() if not (isinstance(a, Unknown) and (a.is_lot or a.is_choice))}


def map_secrets(label: Label, change: Callable[[Secret], Atom | None]) -> Label:
    """The label with each secret as another one; None where it is none any more."""
    found: dict[Atom, Trail] = {}
    for atom, trail in label.items():
        new = change(atom) if isinstance(atom, Secret) else atom
        if new is not None:
            found.setdefault(new, trail)
    return found
