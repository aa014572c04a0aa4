"""Steps of sequences begun by themselves: with what the sequence does before and after each of them."""

from __future__ import annotations

from collections.abc import Iterator

from caylus import model as m


def named_steps(model: m.Model) -> Iterator[tuple[str, m.Action]]:
    """The names of steps that a sequence does something around, each with so much of the sequence.

    It holds the very statements of the sequence, so whatever is known of them holds here as well.
    """
    for sequence in model.actions.values():
        before, after = sequence.around
        for at, statement in enumerate(sequence.body if before or after else ()):
            if isinstance(statement, m.Do) and statement.site.rule == sequence.name:
                body = sequence.body[at - before : at + 1 + after]
                yield statement.action.name, m.Action(sequence.name, (), body, False, [], sequence.site)
