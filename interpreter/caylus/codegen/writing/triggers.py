"""Generate triggers: what a gain sets off is done from one queue, whose frame is right below.

Nothing is done inside of what gained, and nothing is left over: a gain that may set something off is a statement that may have
to wait, and the queue is emptied before it goes on. What is set off meanwhile goes to its end.
"""

from __future__ import annotations

from collections.abc import Sequence

from caylus import model as m
from caylus.model.access import Gaining
from caylus.payments import resource_mask

from .expressions import Expressions
from .frames import Frame, leaving
from .linker import Linker


class Triggers:
    """Writes what a gain does with the queue, and the block that empties it."""

    def __init__(self, triggers: Sequence[m.Trigger], expressions: Expressions) -> None:
        self._triggers = triggers
        self.gaining = Gaining(triggers)
        self._x = expressions
        self._block = -1

    def __len__(self) -> int:
        return len(self._triggers)

    def may_follow(self, statement: object) -> bool:
        """Return whether a statement may set something off."""
        return bool(self.gaining.awaited_resources(statement))

    def follow(self, player: str, way: str) -> str:
        """The line that puts into the queue what waits for a packed amount which a player has gained."""
        awaited = tuple(resource_mask([resource.index for resource in trigger.resources]) for trigger in self._triggers)
        return f"queue_triggers(m.stack, {self._block}, {self._x.constant(awaited, 'AWAITED')}, {player}, {way})"

    def write(self, linker: Linker, traced: bool) -> None:
        """The block of the queue, and all that may be in it."""
        if not self._triggers:
            return
        frame = Frame()
        first, many = self._triggers[0].action, len(self)
        trigger = m.Kind("trigger", "triggers", None, None, first.site.span, size=many, count=many)
        player = first.params[0].type
        queue = frame.new((m.Type("object", trigger), player, m.PAYMENT))
        self._block, w = linker.block(None, frame)
        entries = tuple((entry.block, (0,) * entry.zeros) for entry in (linker.entry(one.action) for one in self._triggers))
        with w.indent(f"if not {queue}:"):
            for line in leaving(traced):
                w(line)
        w(f"trigger, player, given = {queue}[0]")
        w(f"f[1] = {queue}[1:]")
        w(f"block, zeros = {self._x.constant(entries, 'TRIGGERS')}[trigger]")
        w("m.stack.append([block, player, given, *zeros])")
        w("return False")
