"""Put the model together: the game itself, seats that rules play, and one copy of an action for each depth.

Of a circle of actions through which something goes only so deep, each is made once for each depth that it can be at. So nothing
behind this leads back to itself, and whoever wants to know what rules come to need not know of depths. A circle in which nothing
says how deep it goes stays one, and is reported (`analysis.cost_bounds`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import NamedTuple, TypeVar

from caylus import model as m, syntax as s
from caylus.check.expressions import check_expression, operand
from caylus.check.paths import own_action
from caylus.check.scope import Scope, Standing
from caylus.check.statements import block
from caylus.check.symbols import DOES, common, describe, is_unknown, object_type
from caylus.diagnostics.diagnostic import Collector, Diagnostic, Note
from caylus.graph import knots
from caylus.limits import MOST_PLACES, MOST_PLAYERS
from caylus.model.walk import Doer, again, called_action, remade, statements
from caylus.syntax.definitions import PLAYERS, RESOURCES

from .kinds import make_title
from .rules import Attachments
from .symbols import Symbols

Asked = Sequence[tuple[m.Action, m.Choose]]
"""Every decision, and the action that asks it."""


def declare_automata(symbols: Symbols) -> tuple[None, tuple[Diagnostic, ...]]:
    """Gives seats their places; what they take comes later."""
    top = Scope.top(symbols)
    seats = list(symbols.definitions_of(s.Seat))
    for before, (entry, node) in enumerate(seats):
        title = make_title(node)
        see = node.see.text if node.see is not None else None
        player = m.Variable(symbols.player.name, object_type(symbols.player))
        site = top.for_rule(Standing(entry.name, title, see)).site(entry.span)
        entry.meaning = m.Automaton(entry.name, title, see, len(seats) - before, player, [], site)
    for game in symbols.all(s.Game):
        if seats and game.fewest <= len(seats):
            entry, _ = seats[-1]
            message = f"in a game of {game.fewest} nobody would play but the rules"
            notes = [Note(f"it is for {game.fewest} to {game.most} players", game.title.span)]
            help = f"the seats count as players: `for {len(seats) + 1} to {max(game.most, len(seats) + 1)} players`"
            top.wrong("E0424", s.Node(entry.span), message, "rules play this seat", notes=notes, help=help)
    return None, top.collector.diagnostics


def check_automata(symbols: Symbols, actions: Sequence[m.Action]) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Fills in what each seat takes; `actions` are all that may ask somebody. What is only doubtful comes first."""
    top, doubts = Scope.top(symbols), Collector()
    seats = list(symbols.definitions_of(s.Seat))
    asked: Asked = [(action, x) for action in actions if seats for x in statements(action.body) if isinstance(x, m.Choose)]
    for entry, node in seats:
        automaton = entry.meaning
        assert isinstance(automaton, m.Automaton)
        for takes in node.takes:
            made = _takes(takes, automaton, asked, top, doubts)
            if made is not None:
                automaton.takes.append(made)
    return doubts.diagnostics, top.collector.diagnostics


def check_bans(
    symbols: Symbols, attachments: Attachments, actions: Sequence[m.Action]
) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """Looks for the options that rules forbid. What is only doubtful comes first."""
    top, doubts = Scope.top(symbols), Collector()
    used = symbols.used()
    nodes = [a.node for of_target in attachments.values() for a in of_target if isinstance(a.node, s.ForbidOption)]
    for node in nodes:
        within = _resolve_site(node, top)
        if within is not None:
            decisions = [x for a in actions if a.site == within for x in statements(a.body) if isinstance(x, m.Choose)]
            if node.option.text in (option.name for choose in decisions for option in choose.options):
                _types(node, decisions, top)
            else:
                _doubt(node, decisions, top, doubts)
    symbols.use_only(used)  # to forbid something is not to use it
    return doubts.diagnostics, top.collector.diagnostics


def _takes(node: s.Takes, automaton: m.Automaton, choices_by_action: Asked, top: Scope, doubts: Collector) -> m.Takes | None:
    """The options that a seat takes; None where nobody is ever offered them, which is doubtful, or where a fault is reported."""
    scope = top.for_rule(Standing(automaton.name, automaton.title, automaton.see))
    scope.bind_to(s.Name(node.option.span, automaton.player.name), automaton.player)
    within = _resolve_site(node, scope)
    if node.action is not None and within is None:
        return None
    decisions = [choose for action, choose in choices_by_action if within in (None, action.site)]
    if not _is_offered(node.option.text, decisions):
        _doubt(node, decisions, scope, doubts)
        return None
    types = _types(node, decisions, scope)
    if types is None:
        return None
    choices = tuple(scope.bind(name, type_) for name, type_ in zip(node.choices, types, strict=True))
    where = check_expression(node.where, scope, m.FLAG, "`where` needs") if node.where is not None else None
    by = (
        check_expression(node.body, scope, m.NUMBER, f"`{'fewest' if node.fewest else 'most'}` ranks by")
        if node.body is not None
        else None
    )
    return m.Takes(node.option.text, within, choices, where, by, node.fewest, scope.site(node.span))


# ---- which decisions are meant


def _resolve_site(node: s.Takes | s.ForbidOption, scope: Scope) -> m.Site | None:
    """The action whose decisions are meant; None for all, or, and reported, where the text names none."""
    if node.action is None:
        return None
    if node.owner is not None:
        return _own_action(node.owner, node.action, scope)
    entry = scope.resolve(node.action, DOES, "an action")
    return entry.meaning.site if entry is not None and isinstance(entry.meaning, m.Action) else None


def _own_action(owner: s.Name, action: s.Name, scope: Scope) -> m.Site | None:
    """The version of an action that an object has."""
    subject = operand(s.Reference(owner.span, owner.text), scope)
    kind = subject.type.kind
    if is_unknown(subject.type):
        return None
    if not isinstance(subject.expr, m.Const) or kind is None:
        scope.wrong("E0206", owner, f"`{owner.text}` is {describe(subject.type)}, not an object", "whose action?")
        return None
    member = own_action(kind, action, scope)
    if member is None:
        return None
    body = member.bodies[subject.expr.value]
    return body.site if body is not None else m.Site(owner.text, owner.text, None, action.span)  # where nobody is asked


# ---- what is chosen there


def _is_offered(name: str, choices: Sequence[m.Choose]) -> bool:
    options = (option.name for choose in choices for option in choose.options)
    return name in options or (name == m.DECLINE and any(choose.may for choose in choices))


def _doubt(node: s.Takes | s.ForbidOption, choices: Sequence[m.Choose], scope: Scope, doubts: Collector) -> None:
    """Warns of an option that nobody is offered, as where a variant has taken it away."""
    name = node.option.text
    if name not in scope.symbols.unread:
        place = f" in `{node.action.text}`" if node.action is not None else ""
        guess = scope.symbols.did_you_mean(name, {option.name for choose in choices for option in choose.options})
        offering = next(_find_actions_offering(name, scope.symbols), None)
        help = guess or (f"it is offered in `{offering}`" if offering is not None else "")
        label = "it is never taken" if isinstance(node, s.Takes) else "there is nothing to forbid"
        doubts.warning("W1017", node.option.span, f"nobody is offered an option `{name}`{place}", label, help=help)


def _find_actions_offering(option: str, symbols: Symbols) -> Iterator[str]:
    """The names of the actions in whose decisions an option stands."""
    for name, entry in symbols.entries.items():
        if isinstance(entry.meaning, m.Action):
            choices = (x for x in statements(entry.meaning.body) if isinstance(x, m.Choose))
            if any(one.name == option for choose in choices for one in choose.options):
                yield name


def _types(node: s.Takes | s.ForbidOption, choices: Sequence[m.Choose], scope: Scope) -> list[m.Type] | None:
    """The types of the choices to which names are given; None, and reported, where they do not go together."""
    name = node.option.text
    options = [option for choose in choices for option in choose.options if option.name == name]
    if not node.choices:
        return []
    candidates = [option for option in options if len(option.choices) == len(node.choices)]
    if not candidates:
        has = " or ".join(map(str, sorted({len(option.choices) for option in options} or {0})))
        message = f"`{name}` comes with {has} to choose, and has {len(node.choices)} names for it here"
        _disagree(node, options, message, scope)
        return None
    offered_types = ([choice.type for choice in option.choices] for option in candidates)
    joined_types = [reduce(_common, types) for types in zip(*offered_types, strict=True)]
    for choice, type_ in zip(node.choices, joined_types, strict=True):
        if type_ is None:
            message = f"what `{choice.text}` stands for is not the same in all decisions that offer `{name}`"
            _disagree(node, candidates, message, scope)
            return None
    return [type_ for type_ in joined_types if type_ is not None]


def _common(left: m.Type | None, right: m.Type | None) -> m.Type | None:
    return common(left, right) if left is not None and right is not None else None


def _disagree(node: s.Takes | s.ForbidOption, options: Sequence[m.Option], message: str, scope: Scope) -> None:
    notes = [Note("it is offered here", option.site.span) for option in options[:MOST_PLACES]]
    help = "give a name to each of its choices, or to none"
    if len(options) > 1 and node.action is None:
        help = f"say in which decision: `takes {node.option.text}(…) in ACTION`"
    scope.wrong("E0423", node.option, message, "which choices?", notes=notes, help=help)


Doing = m.Do | m.DoMember
_DOING = (m.Do, m.DoMember)

_PASSES = 10
"""How many more times whatever is made here is looked into, before it is a program."""


class Unrolled(NamedTuple):
    """The copies made for more depth; and the definitions that give a depth although nothing recurs."""

    actions: list[m.Action]
    members: list[m.MemberAction]
    useless: list[Doing]


def unroll_depths(symbols: Symbols, actions: Sequence[m.Action], members: Iterable[m.MemberAction]) -> Unrolled:
    """Makes what is needed, and lets the actions themselves do it where they go deeper."""
    bounded = [(action, x) for action in actions for x in statements(action.body) if isinstance(x, _DOING) and x.deep is not None]
    if not bounded:
        return Unrolled([], [], [])
    leads: dict[Doer, list[tuple[Doer, s.Span]]] = {}
    for action in actions:
        leads[action] = [(doer, x.site.span) for x in statements(action.body) if (doer := called_action(x)) is not None]
    for member in members:
        leads[member] = [(body, body.site.span) for body in member.bodies if body is not None]
    depths = _Depths(symbols, knots(leads))
    back = dict.fromkeys(action for action, x in bounded if depths.leads_back(x, action))
    first = {action: remade(action.body, depths.change(action, 0)) for action in back}
    depths.fill()
    for action, body in first.items():
        action.body = body
    return Unrolled(depths.actions, depths.members, [x for action, x in bounded if not depths.leads_back(x, action)])


class _Depths:
    """Makes actions for each depth: how much of what goes only so deep is under way. At 0 they are the actions themselves."""

    def __init__(self, symbols: Symbols, knot: Mapping[Doer, int]) -> None:
        self.actions: list[m.Action] = []
        self.members: list[m.MemberAction] = []
        self._symbols = symbols
        self._knot = knot
        self._made: dict[tuple[Doer, int, int], Doer] = {}  # by depth and circle
        self._waiting: list[tuple[m.Action, m.Action, int]] = []

    def leads_back(self, doing: Doing, action: m.Action) -> bool:
        """Return whether what an action does may lead back to it."""
        doer = called_action(doing)
        return doer is not None and self._knot.get(doer) == self._knot[action]

    def change(self, action: m.Action, depth: int) -> Callable[[object], object]:
        """Change the parts of an action at a depth: calls that lead back to it are made at this depth, or one deeper."""

        def change_part(part: object) -> object:
            if not isinstance(part, _DOING) or not self.leads_back(part, action):
                return part
            if part.deep is not None and depth >= part.deep:
                return m.Say((f"this goes at most {part.deep} deep: nothing happens",), part.site)
            deeper = depth + 1 if part.deep is not None else depth
            if isinstance(part, m.Do):
                return replace(part, action=self._action(part.action, deeper))
            return replace(part, action=self._member(part.action, deeper, action))

        return change_part

    def fill(self) -> None:
        """Makes the bodies of all actions that have been asked for, and of those that these ask for."""
        while self._waiting:
            action, copy, depth = self._waiting.pop()
            self._symbols.spend(_PASSES * sum(1 for _ in statements(action.body)))
            copy.params, copy.body = again(action, self.change(action, depth))

    def _action(self, action: m.Action, depth: int) -> m.Action:
        if depth == 0:
            return action
        key = action, depth, self._knot[action]
        made = self._made.get(key)
        if not isinstance(made, m.Action):
            made = self._made[key] = m.Action(action.name, (), (), action.is_phase, [], action.site)
            self.actions.append(made)
            self._waiting.append((action, made, depth))
        return made

    def _member(self, member: m.MemberAction, depth: int, within: m.Action) -> m.MemberAction:
        """All objects' versions, of which those that lead back are at a depth."""
        if depth == 0:
            return member
        key = member, depth, self._knot[within]
        made = self._made.get(key)
        if not isinstance(made, m.MemberAction):
            self._symbols.spend(len(member.bodies))
            made = self._made[key] = m.MemberAction(member.name, member.kind, member.params, [], member.span)
            self.members.append(made)
            for body in member.bodies:
                leads_back = body is not None and self._knot[body] == self._knot[within]
                made.bodies.append(self._action(body, depth) if body is not None and leads_back else body)
        return made


T = TypeVar("T")


_PLAYER_VALUES: dict[str, tuple[str, tuple[str, ...]]] = {
    "score": ("a number", ("number",)),
    "tie_break": ("a number", ("number",)),
    "team": ("an object or a number", ("object", "number")),
    "may_win": ("a flag", ("flag",)),
    "outlook": ("a number", ("number",)),
}
"""The values of a player that the language knows by their names, each with what it has to be."""


class Start(NamedTuple):
    """The body of the game, and its syntax."""

    node: s.Game
    action: m.Action


def check_game(symbols: Symbols) -> tuple[Start | None, tuple[Diagnostic, ...]]:
    """The body of the game from start to end; None where the ruleset has no game."""
    top = Scope.top(symbols)
    games = list(symbols.all(s.Game))
    if not games:
        if not symbols.unread:
            help = 'write `game "Title" for 2 to 4 players { … }`'
            top.collector.error("E0207", None, "this ruleset has no game", help=help)
        return None, top.collector.diagnostics
    node, *others = games
    for other in others:
        top.wrong("E0201", other.title, "a ruleset has one game", "a second one", notes=[Note("the first", node.title.span)])
    if node.unit.text != PLAYERS:
        top.wrong("E0206", node.unit, "a game is for players", f"write `{PLAYERS}`")
    if not 1 <= node.fewest <= node.most <= MOST_PLAYERS:
        message = f"a game cannot be for {node.fewest} to {node.most} players"
        top.wrong("E0306", node.title, message, f"the fewest first, and at most {MOST_PLAYERS}")
    scope = top.for_rule(Standing("game", node.title.text, node.see.text if node.see is not None else None))
    return Start(node, m.Action("game", (), block(node.body, scope), False, [], scope.site(node.span))), top.collector.diagnostics


def assemble(
    symbols: Symbols,
    resources: list[m.Resource],
    triggers: list[m.Trigger],
    unnamed_actions: list[m.Action],
    start: Start | None,
    abouts: dict[s.Span, m.Words],
) -> tuple[m.Model | None, tuple[Diagnostic, ...]]:
    """The model; None where there is no game or no score."""
    top = Scope.top(symbols)
    player_values = {
        name: _find_player_value(name, top)
        for name in _PLAYER_VALUES
        if name in ("score", "outlook") or (name in symbols.entries and symbols.entries[name].what in ("value", "condition"))
    }
    score, outlook = player_values["score"], player_values["outlook"]
    if outlook is not None:
        _only_for_bots(top)
    if score is None and "score" not in symbols.entries:
        other = next((e for e in symbols.entries.values() if e.name.lower() == "score"), None)
        notes = [Note(f"`{other.name}` is another name: capitals count", other.span)] if other is not None else []
        help = "write `value score(player) = …`: the highest wins"
        top.collector.error("E0207", None, "this ruleset has no score", notes=notes, help=help)
    if score is None or start is None:
        return None, top.collector.diagnostics
    constants = {
        e.name: e.meaning for e, _ in symbols.definitions_of(s.Constant) if isinstance(e.meaning, (m.Const, m.ConstPayment))
    }
    model = m.Model(
        title=start.node.title.text,
        fewest_players=start.node.fewest,
        most_players=start.node.most,
        resources=resources,
        groups=_all(symbols, m.Group),
        kinds=_kinds(symbols),
        rows=_all(symbols, m.Row),
        states=_all(symbols, m.State),
        lists=_all(symbols, m.ListState),
        constants=constants,
        scales=_all(symbols, m.ConstScale),
        values=_all(symbols, m.Value) | symbols.bent,
        conditions=_all(symbols, m.Condition),
        actions=_all(symbols, m.Action),
        rules=_all(symbols, m.Site),
        triggers=triggers,
        unnamed=unnamed_actions,
        start=start.action,
        automata=list(_all(symbols, m.Automaton).values()),
        score=score,
        tie_break=player_values.get("tie_break"),
        team=player_values.get("team"),
        may_win=player_values.get("may_win"),
        outlook=outlook,
        abouts=abouts,
    )
    return model, top.collector.diagnostics


def _all(symbols: Symbols, class_: type[T]) -> dict[str, T]:
    return {name: entry.meaning for name, entry in symbols.entries.items() if isinstance(entry.meaning, class_)}


def _kinds(symbols: Symbols) -> dict[str, m.Kind]:
    """All of them; that of all resources only where the rules speak of resources as things."""
    kinds = _all(symbols, m.Kind)
    spoken_of = (
        symbols.entries[s.RESOURCE].used
        or symbols.entries[RESOURCES].used
        or any(kind.parent is symbols.resource for kind in kinds.values())
    )
    return kinds if spoken_of else {name: kind for name, kind in kinds.items() if kind is not symbols.resource}


def _find_player_value(name: str, scope: Scope) -> m.Value | None:
    """The value `name(player)`, of the sort that it has to be; None where there is none."""
    if name not in scope.symbols.entries:
        return None
    wanted, sorts = _PLAYER_VALUES[name]
    place, help = scope.symbols.entries[name].span, f"write `value {name}(player) = …`"
    entry = scope.resolve(s.Name(place, name), ("value",), "a value", help=help)
    if entry is None or not isinstance(entry.meaning, m.Value):
        return None
    value = entry.meaning
    if [p.type for p in value.params] != [object_type(scope.symbols.player)]:
        scope.wrong("E0207", s.Node(place), f"`{name}` is asked for one player", "takes something else", help=help)
    elif value.type.base not in sorts and not is_unknown(value.type):
        scope.wrong("E0207", s.Node(place), f"`{name}` is {describe(value.type)}, not {wanted}", f"{wanted} is needed")
    return value


def _only_for_bots(scope: Scope) -> None:
    for node in scope.symbols.nodes:
        if isinstance(node, s.Reference) and node.name == "outlook" and scope.symbols.find_visible(s.Name(node.span, node.name)):
            help = "it tells programs that play how a position looks; give the rule a value of its own"
            scope.wrong("E0410", node, "no rule asks for `outlook`", "asked here", help=help)
