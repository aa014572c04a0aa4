"""Generate the lines of Python that record what seats learn from each statement (see `caylus.knowledge`).

If it changes only `perhaps`, others do not know whether.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from caylus import model as m
from caylus.knowledge.variable_sources import Openings, Origins
from caylus.limits import NUMBER_BOUND
from caylus.model.access import Touch, access, find_state
from caylus.model.walk import free_variables, parts

from .expressions import Expressions, Names


def _emit_viewers(x: Expressions, audience: m.Audience, owner: str) -> str:
    match audience.seen_by, audience.holder:
        case "all", _:
            return "-1"
        case "owner", _:
            return f"one_seat({owner})"
        case _, m.State() as holder:
            return f"one_seat(s[{x.layout.states[holder]} + {owner}])"
    return "0"


Lines = list[str]
Between = tuple[str, str]
"""Code of the lowest and of the highest number."""

UNKNOWN = ("1", "0")
ENDLESS = str(NUMBER_BOUND)
"""How high it goes where nothing says so."""
WIDEST = 1000  # How far apart what a formula can come to may lie for that to be worth knowing.


_LEARNERS = {"set": "was_set", "raise": "raise_limits", "lower": "lower_limits"}
"""The functions that take note of a change of a number."""


class Limits:
    """Lines of Python. None for what is hidden from nobody."""

    def __init__(self, expressions: Expressions, origins: Origins) -> None:
        self.x = expressions
        self.layout = expressions.layout
        self.origins = origins

    def emit_change(self, change: Touch, target: m.Read | m.Holding, names: Names, perhaps: bool) -> Lines:
        """Behind a hidden number was given a value, or something was added to it or taken from it."""
        if isinstance(target, m.Holding) and not self.origins.is_public((target.player, *filter(None, [target.which]))):
            return self.emit_loss(target.resources)  # nobody knows which of them
        slots = self._slots(target, names)
        if slots is None:
            return self.emit_loss(target.resources) if isinstance(target, m.Holding) else []
        bounds = (self.x.least(target, names), ENDLESS) if isinstance(target, m.Holding) else self.x.bounds(target, names)
        clamps = [_emit_clamp(slots, bounds)] if bounds is not None else []
        assert change.value is not None
        return [_call(_LEARNERS[change.how], slots, self._range(change.value, names), perhaps), *clamps]

    def emit_loss(self, things: Iterable[m.Resource | m.State]) -> Lines:
        """Nobody knows any more what these are."""
        limited_things = (thing for thing in things if thing in self.layout.limits)
        return [f"unknown(s, {self.layout.limits[thing]}, {self.layout.span(thing)})" for thing in limited_things]

    def emit_reveal(self, target: m.Read | m.Holding, names: Names) -> Lines:
        """Behind a hidden number was shown to all."""
        slots = self._slots(target, names)
        value = self.x.write(target, names)
        return [f"s[{slots[0]}] = s[{slots[1]}] = {value}"] if slots else []

    def emit_transfer(self, t: m.Transfer, player: str, names: Names, perhaps: bool) -> Lines:
        """Before somebody gains, pays or loses something, as far as that reaches."""
        resources = [r for r in self.layout.components.resources if not {r, r.supply}.isdisjoint(self.layout.limits)]
        match self.x.simplify(t.payment):
            case _ if not resources:
                return []
            case m.ConstPayment(alternatives=(way,)):
                amounts = dict(way)
                amounts_found = [(r, (str(amounts[r.index]),) * 2) for r in resources if r.index in amounts]
                return [
                    line for r, between in amounts_found for line in self._emit_resource_transfer(t, player, r, between, perhaps)
                ]
            case m.Quantity(amount=amount, resources=(resource,), which=None):
                return (
                    self._emit_resource_transfer(t, player, resource, self._range(amount, names), perhaps)
                    if resource in resources
                    else []
                )
            case payment if not can_say(payment, names) or not self.origins.is_public(_payment_things(payment)):
                return self.emit_loss(resources)
            case payment:
                lines = [f"ways = {self.x.write(payment, names)}"]
        for resource in resources:
            lines.append(f"amounts = [count_resources((way,), ({resource.index},)) for way in ways]")
            lines += self._emit_resource_transfer(t, player, resource, ("min(amounts)", "max(amounts)"), perhaps)
        return lines

    def _emit_resource_transfer(self, t: m.Transfer, player: str, resource: m.Resource, between: Between, perhaps: bool) -> Lines:
        giver, taker = (resource.supply, resource) if t.is_gain else (resource, resource.supply)
        low, high = (f"max({end}, 0)" for end in between)
        lines: Lines = []
        if taker is not None and taker in self.layout.limits:
            least, most = low, high
            if giver is not None and t.verb != "pay":
                has = self._holding_limits(giver, player)
                least, most = f"min({low}, s[{has[0]}])", f"min({high}, s[{has[1]}])"
                if t.verb == "lose" and giver.least:
                    least, most = _far(low, high, has, giver.least)
            lines.append(_call("raise_limits", self._holding_limits(taker, player), (least, most), perhaps))
        if giver is not None and giver in self.layout.limits:
            slots = self._holding_limits(giver, player)
            lines += [_call("lower_limits", slots, (low, high), perhaps), _emit_clamp(slots, (str(giver.least), ENDLESS))]
        return lines

    def _holding_limits(self, resource: m.Resource, player: str) -> Between:
        """The slots of the limits of what a player holds; of what all know, its own slot twice."""
        if resource not in self.layout.limits:
            return (f"{self.layout.resources[resource]} + {player}",) * 2
        base = self.layout.limits[resource]
        return f"{base} + {player}", f"{base + self.layout.players} + {player}"

    def _slots(self, target: m.Read | m.Holding, names: Names) -> Between | None:
        """The slots of the limits of a number; None if it is hidden from nobody, or no number."""
        if isinstance(target, m.Holding) and target.which is not None:
            return self._limits_of_chosen(target, target.which, names)
        if isinstance(target, m.Holding):
            resource, *others = target.resources
            if others or resource not in self.layout.limits:
                return None
            return self._holding_limits(resource, self.x.write(target.player, names))
        if target.state not in self.layout.limits:
            return None
        beside = self.layout.limits[target.state] - self.layout.states[target.state]
        slot = self.x.slot(target, names)
        return f"{slot} + {beside}", f"{slot} + {beside + self.layout.span(target.state)}"

    def _limits_of_chosen(self, target: m.Holding, which: m.Expr, names: Names) -> Between | None:
        """The slots of the limits of that one of some resources; None if not all of them are hidden."""
        limits = [self.layout.limits.get(resource, -1) for resource in self.layout.components.resources]
        if any(limits[resource.index] < 0 for resource in target.resources):
            return None
        first = f"{self.x.constant(tuple(limits), 'LIMITS')}[{self.x.write(which, names)}]"
        player = self.x.write(target.player, names)
        return f"{first} + {player}", f"{first} + {self.layout.players} + {player}"

    def _range(self, expr: m.Expr, names: Names) -> Between:
        """Between what numbers others know a formula to come to."""
        expr = self.x.simplify(expr)
        is_sayable = can_say(expr, names)
        if is_sayable and self.origins.is_public(expr):
            code = self.x.emit_stored(expr, names)
            return code, code
        match expr:
            case m.Read() | m.Holding(which=None) if is_sayable and (slots := self._slots(expr, names)):
                return f"s[{slots[0]}]", f"s[{slots[1]}]"
            case m.Arithmetic(op="+" | "-" | "min" | "max" as op, left=left, right=right):
                (a, b), (c, d) = self._range(left, names), self._range(right, names)
                if UNKNOWN in ((a, b), (c, d)):
                    return UNKNOWN
                if op == "+":
                    return f"({a} + {c})", f"({b} + {d})"
                return (f"({a} - {d})", f"({b} - {c})") if op == "-" else (f"{op}({a}, {c})", f"{op}({b}, {d})")
            case m.Local():
                source = self.origins.picked_source(expr)
                if isinstance(source, m.Numbers):
                    return self._range(source.low, names)[0], self._range(source.high, names)[1]
        low, high = (0, 1) if expr.type == m.FLAG else self.x.evaluator.compute_range(expr)
        return (str(low), str(high)) if high - low <= WIDEST else UNKNOWN


def _payment_things(payment: m.Expr) -> tuple[m.Expr, ...]:
    """The things that a payment is of, where that is asked in play."""
    return tuple(part.which for part in parts(payment) if isinstance(part, m.Quantity) and part.which is not None)


def _call(verb: str, slots: Between, between: Between, perhaps: bool) -> str:
    return f"{verb}(s, {slots[0]}, {slots[1]}, {between[0]}, {between[1]}, {perhaps})"


def _emit_clamp(slots: Between, bounds: Between) -> str:
    """Behind a change of what goes no further."""
    return f"clamp_limits(s, {', '.join((*slots, *bounds))})"


def _far(low: str, high: str, has: Between, least: int) -> Between:
    """Return how much a player loses who holds something between these, and can go below 0."""
    is_known = f"s[{has[0]}] <= s[{has[1]}]"
    least_, most = (f"min({end}, s[{slot}] + {-least})" for end, slot in zip((low, high), has, strict=True))
    return f"({least_} if {is_known} else 1)", f"({most} if {is_known} else 0)"


def can_say(expr: m.Expr, names: Names) -> bool:
    """Return whether all that an expression speaks of is bound here."""
    return all(variable in names for variable in free_variables(expr))


Place = m.Read | m.ListMembers


class KnowledgeUpdates:
    """Lines of Python, to stand before or behind what a statement does."""

    def __init__(self, expressions: Expressions, origins: Origins, openings: Openings) -> None:
        self.x = expressions
        self.layout = expressions.layout
        self.origins = origins
        self.openings = openings
        self.limits = Limits(expressions, origins)

    def emit_opening(self, statement: m.Statement) -> Lines:
        """Before a statement by which something may come to light: that nobody can take back what was before."""
        return ["m.opened += 1"] if self.openings.is_opening(statement) else []

    # ---- cards

    def emit_draw(self, draw: str, source: m.Expr, names: Names) -> str:
        """A draw from a list, of which nobody sees what it was before it lands somewhere."""
        kind, whole = source.type.kind, source.source if isinstance(source, m.Query) else source
        if not self._matters(kind) or (isinstance(whole, m.ListMembers) and not self.origins.is_public(whole)):
            return draw
        if not all(self.origins.is_public(m.Local(variable)) for variable in free_variables(source)):
            source = whole  # not everybody knows which of them were drawn from
        holding = tuple((slot, candidates) for _, _, slot, candidates in self.layout.candidate_slots(kind))
        holders = self.x.constant(holding, "HELD")
        return f"learn_lots(s, {self._region(kind)}, {holders}, {self.x.list(source, names)}, {draw})"

    def emit_removal(self, source: Place, names: Names) -> Lines:
        """Before something is put out of a place: what it held."""
        if not self._matters(_kind(source)) and not self._is_alike(_kind(source)):
            return []
        where = self.x.place(source, names)
        if isinstance(source, m.ListMembers):
            return [f"held = members(s, {where})"]
        return [f"held = [i for i in [s[{where}]] if i >= 0]"]

    def put(self, put: m.Put, source: Place, target: Place, names: Names) -> Lines:
        """Behind a `put`, which has `moved` something out of what was `held`."""
        is_public = put.member is not None and self.origins.is_public(put.member)
        self._is_picked(source, put.member)
        if self._is_alike(_kind(source)):
            return self._alike_put(_kind(source), source, target, is_public, "len(held)", "moved", names)
        learnt = self._emit_move(source, "-1" if is_public else self._seers(target, names), put.member, "moved", names)
        return [*learnt, *self._possible(target, "0", names)]

    def emit_list_change(self, change: m.AddTo | m.RemoveFrom | m.Rearrange, names: Names) -> tuple[Lines, Lines]:
        """Before and behind a change of a list."""
        target, kind = change.target, change.target.list.kind
        if self._is_alike(kind):
            return self._emit_alike_list_change(change, names)
        if not self._matters(kind):
            return [], []
        match change:
            case m.AddTo(member=member):
                seers = "-1" if self.origins.is_public(member) else self._seers(target, names)
                code = self._emit_seen(kind, seers, f"[{self.x.write(member, names)}]")
                return [], [*self._emit_choosing(member, seers, names), *code]
            case m.RemoveFrom(member=member):
                moved_members = f"[i for i in held if i == {self.x.write(member, names)}]"
                landing = "-1" if self.origins.is_public(member) else "0"
                return self.emit_removal(target, names), self._emit_move(target, landing, member, moved_members, names)
            case m.Rearrange(verb=verb):
                match verb:
                    case "shuffle" | "sort" | "begin":  # the order follows from lots, or from what the members are
                        return [], self.emit_mixing(target, names)
                    case "clear" | "reverse":
                        return [], []
                assert_never(verb)
        assert_never(change)

    def emit_mixing(self, target: m.ListMembers, names: Names) -> Lines:
        """Behind members were put into an order that only those know who see the list."""
        if not self._matters(target.list.kind):
            return []
        now = f"members(s, {self.x.place(target, names)})"
        return [f"learn_mixed(s, {self._region(target.list.kind)}, {self._seers(target, names)}, {now})"]

    def _emit_choosing(self, member: m.Expr, seers: str, names: Names) -> Lines:
        """Behind something was added that others than these seats know only to have been one of several."""
        source = self.origins.chosen_source(member)
        if seers == "-1" or source is None or not can_say(source, names):
            return []
        return [f"learn_mixed(s, {self._region(source.type.kind)}, {seers}, {self.x.list(source, names)})"]

    def _emit_move(self, source: Place, landing: str, member: m.Expr | None, moved_members: str, names: Names) -> Lines:
        kind = _kind(source)
        if not self._matters(kind):
            return []
        is_picked = self._is_picked(source, member)
        return [
            f"learn_put(s, {self._region(kind)}, {self._seers(source, names)}, {landing}, held, {moved_members}, {is_picked})"
        ]

    def _is_picked(self, source: Place, member: m.Expr | None) -> bool:
        """Return whether what is taken out of a place is chosen by what it is: then the place is a hand."""
        is_picked = member is not None and not self.origins.is_chosen_by_place(member)
        if is_picked and isinstance(source, m.ListMembers) and source.list not in self.layout.hands:
            self.layout.hands.append(source.list)
        return is_picked

    def _emit_seen(self, kind: m.Kind | None, seers: str, members: str) -> Lines:
        return [f"learn_seen(s, {self._region(kind)}, {seers}, {members})"] if self._matters(kind) and seers != "0" else []

    # ---- cards of which several are alike

    def _emit_alike_list_change(self, change: m.AddTo | m.RemoveFrom | m.Rearrange, names: Names) -> tuple[Lines, Lines]:
        """Before and behind a change of a list; in what order they lie nobody knows."""
        target, kind = change.target, change.target.list.kind
        if isinstance(change, m.RemoveFrom):
            self._is_picked(target, change.member)
        before = self.emit_removal(target, names)
        now = f"members(s, {self.x.place(target, names)})"
        match change:
            case m.AddTo(member=member):
                moved_members = f"[{self.x.write(member, names)}] if len({now}) > len(held) else []"
                return before, self._alike_put(kind, None, target, self.origins.is_public(member), "0", moved_members, names)
            case m.RemoveFrom(member=member):
                moved_members = f"[{self.x.write(member, names)}] if len({now}) < len(held) else []"
                return before, self._alike_put(
                    kind, target, None, self.origins.is_public(member), "len(held)", moved_members, names
                )
            case m.Rearrange(verb=verb):
                match verb:
                    case "clear":
                        return before, self._alike_put(kind, target, None, False, "len(held)", "held", names)
                    case "reverse" | "shuffle" | "sort" | "begin":
                        return [], []
                assert_never(verb)
        assert_never(change)

    def _alike_put(
        self,
        kind: m.Kind | None,
        source: Place | None,
        target: Place | None,
        is_public: bool,
        old_size: str,
        moved_members: str,
        names: Names,
    ) -> Lines:
        where = [self.x.place(place, names) if isinstance(place, m.ListMembers) else "-1" for place in (source, target)]
        viewers = [self._seers(place, names) if place is not None else "0" for place in (source, target)]
        sees = f"({', '.join(viewers)}, {-1 if is_public else 0})"
        return [f"learn_alike_put(s, {self._region_alike(kind)}, {', '.join(where)}, {sees}, {old_size}, {moved_members})"]

    def _is_alike(self, kind: m.Kind | None) -> bool:
        return kind is not None and kind.root in self.layout.pools

    def _region_alike(self, kind: m.Kind | None) -> str:
        assert kind is not None
        region = (self.layout.pools[kind.root], self.layout.players + 1, self.layout.lists_with(kind))
        return self.x.constant(region, f"ALIKE_{kind.root.name.upper()}")

    # ---- values

    def emit_change(self, change: Touch, target: m.Read | m.Holding, names: Names, site: m.Site) -> Lines:
        """Behind a change of a value; `target` is where it lies."""
        if self.origins.is_concealed(site):
            return []
        if isinstance(target, m.Read) and not self.origins.is_public(tuple(filter(None, (target.object, *target.indices)))):
            return self.limits.emit_loss([target.state])  # nobody knows which of them
        if target.type.base != "object":
            return self.limits.emit_change(change, target, names, perhaps=False)
        assert isinstance(target, m.Read)
        value = change.value
        assert value is not None
        slot = self.x.slot(target, names)
        candidates = f"one_seat(s[{slot}])" if self.origins.is_public(value) else self._candidates(value, names)
        dealt = candidates == "0"  # and not chosen from what lies elsewhere, where it stays
        code = self._emit_seen(target.type.kind, self._seers(target, names), f"[s[{slot}]]") if dealt else []
        return [*code, *self._possible(target, candidates, names), *self._emit_new_viewer(target, names)]

    def _emit_new_viewer(self, target: m.Read, names: Names) -> Lines:
        """Behind somebody else has been named to whom things are shown."""
        lines: Lines = []
        for state in self.layout.candidates:
            if state.audience.holder is target.state and target.object is not None and not state.indices:
                read = m.Read(state, target.object, (), state.type)
                lines += self._emit_seen(state.type.kind, self._seers(read, names), f"[s[{self.x.slot(read, names)}]]")
        return lines

    def emit_transfer(self, t: m.Transfer, player: str, names: Names) -> Lines:
        """Before somebody gains, pays or loses something."""
        return [] if self.origins.is_concealed(t.site) else self.limits.emit_transfer(t, player, names, perhaps=False)

    # ---- what others do not know to be done

    def emit_choice(self, choose: m.Choose, names: Names) -> Lines:
        """Before an option is carried out, if others do not know which: whatever it may come to."""
        several = choose.may or len(choose.options) > 1
        parts = [part for option in choose.options for part in (*option.head, *option.body)]
        return self._whatever(parts, names, several) if self._is_first_secret(choose) else []

    def emit_branch(self, branch: m.Statement, names: Names) -> Lines:
        """Before bodies are carried out, if others do not know which, or how often: whatever they may come to."""
        statements_done = (*branch.then, *branch.otherwise) if isinstance(branch, m.If) else (branch,)
        return self._whatever(statements_done, names, perhaps=True) if self._is_first_secret(branch) else []

    def _is_first_secret(self, statement: m.Statement) -> bool:
        """Return whether others do not know what is done of it; what comes of it inside another is noted before that one."""
        return self.origins.is_secret(statement) and not self.origins.is_concealed(statement.site)

    def _whatever(self, parts: Iterable[m.Statement | m.Require], names: Names, perhaps: bool) -> Lines:
        lines: Lines = []
        for part in parts:
            match part:
                case m.Transfer(player=player) if can_say(player, names):
                    lines += self.limits.emit_transfer(part, self.x.write(player, names), names, perhaps)
                case m.Assign(target=target) | m.Adjust(target=target) if can_say(target, names):
                    if isinstance(part, m.Assign) and isinstance(target, m.Read) and target.type.base == "object":
                        lines += self._possible(target, "0" if perhaps else self._candidates(part.value, names), names)
                    else:
                        (change,) = access(part).writes
                        lines += self.limits.emit_change(change, target, names, perhaps)
                case m.If(then=then, otherwise=otherwise):
                    lines += self._whatever((*then, *otherwise), names, perhaps=True)
                case m.Effect() | m.Block() | m.Call():
                    lines += self.limits.emit_loss(self.origins.changed_things(part))
                case m.Require() | m.Jump() | m.Let():
                    pass
                case _:
                    assert_never(part)
        return lines

    def emit_reveal(self, target: m.Read | m.Holding | m.ListMembers, to: str | None, names: Names) -> Lines:
        """Behind something was shown, to a player or to all."""
        seers = "-1" if to is None else f"one_seat({to})"
        if isinstance(target, m.ListMembers) and self._is_alike(target.list.kind):
            region, where = self._region_alike(target.list.kind), self.x.place(target, names)
            into = self._seers(target, names)
            return [f"learn_alike_shown(s, {region}, {where}, {into}, {seers}, members(s, {where}))"]
        if isinstance(target, m.ListMembers):
            return self._emit_seen(target.list.kind, seers, f"members(s, {self.x.place(target, names)})")
        if not isinstance(target, m.Read) or target.type.base != "object":
            return self.limits.emit_reveal(target, names) if to is None else []
        slot = self.x.slot(target, names)
        code = self._possible(target, f"one_seat(s[{slot}])", names) if to is None else []
        dealt = f"[s[{slot}]]"
        if target.state in self.layout.candidates:
            dealt += f" if not s[{self._emit_belief_slot(target, names)}] else []"
        return [*self._emit_seen(target.type.kind, seers, dealt), *code]

    def _possible(self, target: Place, candidates: str, names: Names) -> Lines:
        """The possible content of a hidden state."""
        if not isinstance(target, m.Read) or target.state not in self.layout.candidates:
            return []
        return [f"s[{self._emit_belief_slot(target, names)}] = {candidates}"]

    def _emit_belief_slot(self, read: m.Read, names: Names) -> str:
        return f"{self.x.slot(read, names)} + {self.layout.candidates[read.state] - self.layout.states[read.state]}"

    def _candidates(self, value: m.Expr, names: Names) -> str:
        """The candidates for the hidden value of a state, as `Layout.candidates` has them."""
        value = self.x.simplify(value)
        if isinstance(value, m.Read) and value.state in self.layout.candidates:
            return f"s[{self._emit_belief_slot(value, names)}]"
        source = self.origins.picked_source(value)
        if source is None or not can_say(source, names):
            return "0"
        if self.origins.is_public(source):
            return f"card_set({self.x.list(source, names)})"
        return f"-({self.x.place(source, names)})" if isinstance(source, m.ListMembers) else "0"

    # ---- what code says of these

    def _matters(self, kind: m.Kind | None) -> bool:
        """Return whether objects of a kind lie in hidden places."""
        return kind is not None and kind.root in self.layout.cards

    def _region(self, kind: m.Kind | None) -> str:
        assert kind is not None
        region = (self.layout.knowledge, self.layout.players + 1, self.layout.cards[kind.root])
        return self.x.constant(region, f"KNOWN_{kind.root.name.upper()}")

    def _seers(self, place: Place, names: Names) -> str:
        x = self.x
        thing = find_state(place)
        owner = x.write(place.object, names) if place.object is not None else "-1"
        viewers = _emit_viewers(x, thing.audience, owner)
        kind = place.object.type.kind if place.object is not None else None
        for row in x.layout.components.rows.values():
            if row.audience.is_secret and kind is not None and row.kind.root is kind.root:
                viewers = (
                    f"({_emit_viewers(x, row.audience, owner)} if {row.first} <= {owner} < {row.first + row.size} else {viewers})"
                )
        if isinstance(place, m.Read) and place.state in x.layout.face_up:
            viewers = f"(-1 if s[{x.face_up(place, names)}] else {viewers})"
        return viewers


def _kind(place: Place) -> m.Kind | None:
    """Of what lies there."""
    return place.list.kind if isinstance(place, m.ListMembers) else place.type.kind
