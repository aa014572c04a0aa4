"""Which statements let somebody learn something hidden, so that nobody takes back what came before them."""

from __future__ import annotations

from typing import get_args

from caylus import model as m
from caylus.model.walk import children

from .hidden import has, hidden_things

_STATEMENTS = get_args(m.Statement)


class Openings:
    """Of one model. What is drawn, and what others have chosen, is known without it."""

    def __init__(self, model: m.Model) -> None:
        self._rows = [row for row in model.rows.values() if row.audience.is_secret]
        guards = [thing.audience for thing in (*hidden_things(model), *self._rows)]
        self._holders = {guard.holder for guard in guards if guard.holder is not None}
        self._known: dict[m.Value | m.Condition, bool] = {}

    def at(self, statement: m.Statement) -> bool:
        """Whether something may come to light by it, apart from what the statements inside it do."""
        match statement:
            case m.Reveal():
                return True
            case m.Put(source=source, target=target):
                return self._shows(source) or self._shows(target) or self._widens(source, target)
            case m.Assign(target=target) if self._shows(target):
                return True
        return self._reveals(statement)

    def _shows(self, place: m.Read | m.ListMembers | m.Holding) -> bool:
        """Whether it says to whom something is shown."""
        return isinstance(place, m.Read) and place.state in self._holders

    def _widens(self, source: m.Read | m.ListMembers, target: m.Read | m.ListMembers) -> bool:
        """Whether somebody may see what lies in one place and not in the other one that it comes from."""
        seen, sees = self._audience(source), self._audience(target)
        same = seen == sees and (source.object == target.object or set(seen) == {m.FACE_DOWN})
        return bool(seen) and not same and m.FACE_DOWN not in sees

    def _audience(self, place: m.Read | m.ListMembers) -> list[m.Audience]:
        """Those that a place is hidden but for, for itself or for where it may stand."""
        thing: m.Thing = place.state if isinstance(place, m.Read) else place.list
        audiences = [thing.audience, *(row.audience for row in self._rows if has(row, thing))]
        return [audience for audience in audiences if not audience.is_public]

    def _reveals(self, node: object) -> bool:
        """Whether it says `reveal` itself, or in a value or a condition that it calls."""
        return any(
            isinstance(part, m.Revealed)
            or self._reveals(part)
            or (isinstance(part, (m.CallValue, m.CallCondition)) and self._is_revealing(part))
            for part in children(node)
            if not isinstance(part, _STATEMENTS)
        )

    def _is_revealing(self, call: m.CallValue | m.CallCondition) -> bool:
        called = call.value if isinstance(call, m.CallValue) else call.condition
        if called not in self._known:
            formulas = (*called.cases, *called.modifiers) if isinstance(called, m.Value) else tuple(called.requires)
            self._known[called] = self._reveals(formulas)
        return self._known[called]
