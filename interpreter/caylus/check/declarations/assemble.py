"""The game itself, and the model put together from all that has a name."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from caylus import model as m
from caylus import syntax as s
from caylus.check.scope import Scope, Standing
from caylus.check.statements.statements import block
from caylus.check.symbols import Symbols
from caylus.check.types import describe, is_unknown, object_type
from caylus.diagnostics.diagnostic import Diagnostic, Note
from caylus.limits import MOST_PLAYERS
from caylus.syntax.rules import PLAYERS, RESOURCES

T = TypeVar("T")


_KNOWN: dict[str, tuple[str, tuple[str, ...]]] = {
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


def game(symbols: Symbols) -> tuple[Start | None, tuple[Diagnostic, ...]]:
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
    unnamed: list[m.Action],
    start: Start | None,
    abouts: dict[s.Span, m.Words],
) -> tuple[m.Model | None, tuple[Diagnostic, ...]]:
    """The model; None where there is no game or no score."""
    top = Scope.top(symbols)
    known = {
        name: _find_player_value(name, top) for name in _KNOWN if name in ("score", "outlook") or _is_asked_for(name, symbols)
    }
    score, outlook = known["score"], known["outlook"]
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
        unnamed=unnamed,
        start=start.action,
        automata=list(_all(symbols, m.Automaton).values()),
        score=score,
        tie_break=known.get("tie_break"),
        team=known.get("team"),
        may_win=known.get("may_win"),
        outlook=outlook,
        abouts=abouts,
    )
    return model, top.collector.diagnostics


def _all(symbols: Symbols, class_: type[T]) -> dict[str, T]:
    return {name: entry.meaning for name, entry in symbols.entries.items() if isinstance(entry.meaning, class_)}


def _is_asked_for(name: str, symbols: Symbols) -> bool:
    """Return whether a name is given to what can be asked; things may be called so too, and mean nothing to the language."""
    return name in symbols.entries and symbols.entries[name].what in ("value", "condition")


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
    wanted, sorts = _KNOWN[name]
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
