"""The rules for seats that rules play: what each takes where somebody decides."""

from __future__ import annotations

from collections.abc import Iterable

from caylus import model as m

from .walk import substitute


def automaton_choices(automaton: m.Automaton, action: m.Action, choose: m.Choose) -> list[tuple[m.Takes, list[int]]]:
    """The rules of a seat for a decision that an action asks, each with the numbers of the options that it means."""
    found = []
    for takes in automaton.takes:
        if takes.within in (None, action.site):
            meant = [number for number, option in enumerate(choose.options) if _is_meant(takes, option)]
            if choose.may and takes.option == m.DECLINE and not takes.choices:
                meant.append(len(choose.options))
            if meant:
                found.append((takes, meant))
    return found


def _is_meant(takes: m.Takes, option: m.Option) -> bool:
    """Return whether an option has the name, and, if its choices are named, as many of them."""
    return option.name == takes.option and len(takes.choices) in (0, len(option.choices))


def formulas(takes: m.Takes, choose: m.Choose, number: int) -> tuple[m.Expr | None, m.Expr | None]:
    """`where` and `by`, in terms of what is chosen with one of the options that are meant."""
    chosen: Iterable[m.Expr] = choose.options[number].choices if takes.choices else ()
    mapping = dict(zip(takes.choices, chosen, strict=True))
    where, by = (substitute(e, mapping) if e is not None else None for e in (takes.where, takes.by))
    return where, by
