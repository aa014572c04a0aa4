"""Find the statements that let somebody learn something hidden: nobody takes back what came before them."""

from __future__ import annotations

from typing import get_args

from caylus import model as m
from caylus.model.access import Named, access, rule_parts
from caylus.model.walk import children

from .hidden import has, hidden_things

_STATEMENTS = get_args(m.Statement)


class Openings:
    """Of one model. What is drawn, and what others have chosen, is known without it."""

    def __init__(self, model: m.Model) -> None:
        self._rows = [row for row in model.rows.values() if row.audience.is_secret]
        guards = [thing.audience for thing in (*hidden_things(model), *self._rows)]
        self._holders = {guard.holder for guard in guards if guard.holder is not None}
        self._known: dict[Named, bool] = {}

    def is_opening(self, statement: m.Statement) -> bool:
        """Return whether something may come to light by it, apart from what the statements inside it do."""
        does = access(statement)
        shows = any(thing in self._holders for write in does.writes for thing in write.held)
        moves = isinstance(statement, m.Put) and self._widens(statement.source, statement.target)
        return does.reveals is not None or shows or moves or self._reveals(statement)

    def _widens(self, source: m.Read | m.ListMembers, target: m.Read | m.ListMembers) -> bool:
        """Return whether somebody may see what lies in one place and not in the other one that it comes from."""
        seen, sees = self._audience(source), self._audience(target)
        same = seen == sees and (source.object == target.object or set(seen) == {m.FACE_DOWN})
        return bool(seen) and not same and m.FACE_DOWN not in sees

    def _audience(self, place: m.Read | m.ListMembers) -> list[m.Audience]:
        """Those that a place is hidden but for, for itself or for where it may stand."""
        thing: m.Thing = place.state if isinstance(place, m.Read) else place.list
        audiences = [thing.audience, *(row.audience for row in self._rows if has(row, thing))]
        return [audience for audience in audiences if not audience.is_public]

    def _reveals(self, node: object) -> bool:
        """Return whether it says `reveal` itself, or in a value or a condition that it calls."""
        for part in children(node):
            if isinstance(part, _STATEMENTS):
                continue
            asks = access(part)
            if asks.reveals is not None or self._reveals(part) or any(self._is_revealing(call.named) for call in asks.calls):
                return True
        return False

    def _is_revealing(self, called: Named) -> bool:
        if called not in self._known:
            self._known[called] = self._reveals(rule_parts(called))
        return self._known[called]
