"""Find the places that together always hold as many pieces, and the single statements that break this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from caylus import model as m
from caylus.analysis.facts import Facts

from .piece_flows import Change, PieceFlows, Place, Row, place_of


class Invariant(NamedTuple):
    """Places that together always hold as many pieces, of each object of `kind` among `members`.

    `amount` is how many, if that is known. `kept_by` are the rows that move pieces between the places.
    """

    places: tuple[Place, ...]
    kind: m.Kind
    members: int
    amount: int | None
    kept_by: tuple[Row, ...]


class Breach(NamedTuple):
    """A statement that breaks what everything else conserves, how many pieces there are more then, and the rows that do so."""

    statement: m.Statement
    invariant: Invariant
    change: int
    rows: tuple[Row, ...]


def find_invariants(model: m.Model) -> list[Invariant]:
    """All that a ruleset conserves."""
    return Conservation(Facts(model)).invariants()


class Conservation:
    """The conserved amounts of a ruleset: `invariants`, and `breaches` of what would be conserved but for one statement."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._flows = PieceFlows(facts)

    # ---- what is conserved

    def _classes(self, root: m.Kind) -> Iterator[tuple[m.Kind, int]]:
        """The kinds that have objects of their own, and those objects."""
        if root.is_player:
            yield root, self._facts.all_of(root)
            return
        for kind in self._facts.model.kinds.values():
            own = [thing.id for thing in kind.objects if thing.kind is kind]
            if kind.root is root and own:
                members = 0
                for i in own:
                    members |= 1 << (i + 1)
                yield kind, members

    def invariants(self) -> list[Invariant]:
        """All that is conserved, of each kind of pieces; of kinds that are alike in it, once."""
        found: dict[tuple[Place, ...], Invariant] = {}
        for root, rows in self._flows.again.items():
            for kind, members in self._classes(root):
                for one in self._conserved(kind, members, [row for row in rows.values() if row.members & members]):
                    known = found.get(one.places)
                    if known is not None:
                        amount = one.amount if one.amount == known.amount else None
                        one = known._replace(members=known.members | members, amount=amount)
                    found[one.places] = one
        return list(found.values())

    def _conserved(self, kind: m.Kind, members: int, rows: list[Row]) -> list[Invariant]:
        """The sets of places that all rows keep: those that any row moves pieces between."""
        places = {place for row in rows for place in row.total} - self._flows.lost
        while struck := set[Place]().union(*(_struck(row, places) for row in rows)):
            places -= struck
        found = []
        while places:
            group = {next(place for place in self._flows.places if place in places)}
            while True:
                wider = group.union(*(row.total.keys() & places for row in rows if row.total.keys() & group))
                if wider == group:
                    break
                group = wider
            places -= group
            ordered = tuple(place for place in self._flows.places if place in group)
            if len(group) > 1 and all(_sum(row.total, group) == 0 for row in rows):
                kept_by = tuple(row for row in rows if row.total.keys() & group)
                found.append(Invariant(ordered, kind, members, self._amount(group, kind, members), kept_by))
        return found

    def _amount(self, places: set[Place], kind: m.Kind, members: int) -> int | None:
        """The number of pieces of each colour, if the setup leaves it at what they begin with."""
        rows = self._flows.once.get(kind.root, {}).values()
        if any(row.members & members and _sum(row.total, places) for row in rows):
            return None
        numbers = {0}
        for place in places:
            if isinstance(place, m.State) and place.type == m.NUMBER:
                own = (
                    place.initial
                    if len(place.initial) == 1
                    else [n for i, n in enumerate(place.initial) if members >> (i + 1) & 1]
                )
                numbers = {a + b for a in numbers for b in own}
            elif isinstance(place, m.State) and set(place.initial) != {-1}:
                return None
        return numbers.pop() if len(numbers) == 1 else None

    # ---- what breaks it

    def breaches(self) -> list[Breach]:
        """The statements that alone break what everything else conserves, with the invariant that each of them breaks."""
        found: dict[int, Breach] = {}
        told: set[int] = set()
        for root, every in self._flows.again.items():
            for kind, members in self._classes(root):
                rows = [row for row in every.values() if row.members & members]
                led_by: dict[int, dict[int, Row]] = {}
                for number, row in enumerate(rows):
                    for change in row.changes:
                        for one in change.chain:
                            led_by.setdefault(id(one), {})[number] = row
                for statement in self._suspects(rows):
                    through = [*led_by[id(statement)].values()]
                    breach = self._breach(statement, kind, members, rows, through)
                    if breach is not None and not told.issuperset(map(id, breach.rows)):
                        told.update(map(id, breach.rows))
                        found.setdefault(id(breach.statement), breach)
        wider = [(set(one.invariant.places), {id(row) for row in one.invariant.kept_by}) for one in found.values()]
        return [  # without those that keep what is conserved of more places
            one
            for one in found.values()
            if not any(places > {*one.invariant.places} and kept.issuperset(map(id, one.rows)) for places, kept in wider)
        ]

    @staticmethod
    def _suspects(rows: Iterable[Row]) -> list[m.Statement]:
        """The statements through which all changes of a row come: those farthest in first, numbers before what holds pieces."""
        found: dict[int, tuple[int, bool, m.Statement]] = {}
        for row in rows:
            chains = [change.chain for change in row.changes]
            common = [at for at in zip(*chains, strict=False) if all(one is at[0] for one in at)]
            for depth, statement in [
                *((n, at[0]) for n, at in enumerate(common)),
                *((len(chain), chain[-1]) for chain in chains),
            ]:
                is_number = isinstance(statement, m.Adjust)
                if found.get(id(statement), (-1,))[0] < depth:
                    found[id(statement)] = depth, is_number, statement
        return [statement for _, _, statement in sorted(found.values(), key=lambda one: (-one[0], not one[1]))]

    def _breach(self, statement: m.Statement, kind: m.Kind, members: int, rows: list[Row], through: list[Row]) -> Breach | None:
        """The sums that a statement breaks and that all rows but those `through` it conserve."""
        rest = [row for row in rows if not any(row is one for one in through)]
        for one in self._conserved(kind, members, rest):
            places = set(one.places)
            touched = [row for row in through if row.total.keys() & places]
            broken = [row for row in touched if _sum(row.total, places)]
            halves = {half for row in broken for half in _halves(row, statement, places)}
            is_half = any(
                not halves.isdisjoint(_halves(row, statement, places)) for row in touched if not _sum(row.total, places)
            )
            if not broken or is_half or any(_sum(row.of_all, places) == 0 for row in broken):
                continue
            if any(not _halves(row, statement, places) for row in broken):
                continue
            changed = {place: n for row in broken for place, n in row.total.items() if place in places}
            is_one_way = min(changed.values()) > 0 or max(changed.values()) < 0
            is_plain = changed.keys() <= self._flows.stocks and is_one_way and not any(_comes_from(row, places) for row in broken)
            stocks = self._flows.stocks & places
            is_sink = max(changed.values()) < 0
            ways = {  # pieces may leave the game, but not where they come back in several ways otherwise
                tuple(sorted(id(change.chain[-1]) for change in row.changes))
                for row in one.kept_by
                if any(row.total.get(place, 0) > 0 if is_sink else place in row.total for place in stocks)
            }
            is_unsure = any(not change.is_sure for row in broken for change in row.changes)
            if is_plain or is_unsure or len(ways) < (2 if is_sink else 1):
                continue
            return Breach(statement, one, _sum(broken[0].total, places), tuple(broken))
        return None


def _halves(row: Row, statement: m.Statement, places: set[Place]) -> set[tuple[int, Place, bool]]:
    """The changes of a row through a statement: where each change is, of which place, and whether it becomes more."""
    found = (change for change in row.changes if change.place in places and _leads_through(change, statement))
    return {(id(change.chain[-1]), change.place, change.factor > 0) for change in found}


def _comes_from(row: Row, places: set[Place]) -> bool:
    """Return whether the pieces are those that one of the places holds, as where a player gets back what stays there too."""
    formula = row.changes[0].color.formula
    return isinstance(formula, (m.Read, m.ListMembers)) and place_of(formula) in places


def _leads_through(change: Change, statement: m.Statement) -> bool:
    return any(one is statement for one in change.chain)


def _struck(row: Row, places: Iterable[Place]) -> set[Place]:
    """The places that a row only fills, or only empties."""
    inside = {place: n for place, n in row.total.items() if place in places}
    return {*inside} if inside and (min(inside.values()) > 0 or max(inside.values()) < 0) else set()


def _sum(total: Mapping[Place, int], places: Iterable[Place]) -> int:
    return sum(total.get(place, 0) for place in places)
