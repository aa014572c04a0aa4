"""Check seats that rules play: each may use only what the player of that seat may know."""

from __future__ import annotations

from caylus import model as m
from caylus.model.walk import automaton_choices, formulas, list_actions, statements

from . import sinks
from .formulas import Formulas
from .labels import join
from .ledger import Ledger
from .readers import Binding, Context


def private_takes(model: m.Model, asked: Formulas, ledger: Ledger) -> set[m.Takes]:
    """Those that rest on something hidden; reports where it is hidden from the player as well.

    What there is to choose from is looked into already.
    """
    found: set[m.Takes] = set()
    decisions = [(action, x) for action in list_actions(model) for x in statements(action.body) if isinstance(x, m.Choose)]
    for automaton in model.automata:
        seat = m.SeatOf(automaton, automaton.player.type)
        asked.places.bind(automaton.player, Binding(alias=seat))
        for action, choose in decisions:
            for takes, meant in automaton_choices(automaton, action, choose):
                for number in meant:
                    where, by = formulas(takes, choose, number)
                    label = join(asked.whole(where, Context()), asked.whole(by, asked.knowing(where, Context())))
                    if label:
                        found.add(takes)
                    ledger.tell(label, seat, sinks.sink_of_automaton(takes.site, automaton))
    return found
