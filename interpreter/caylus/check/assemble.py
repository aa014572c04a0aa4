"""The game itself, and the model put together from all that has a name."""

from __future__ import annotations

from typing import TypeVar

from caylus.lang import syntax as s
from caylus.lang.diagnostics import Diagnostic, Note

from . import model as m
from .names import Names
from .order import references
from .report import Report
from .scope import Scope, Standing
from .statements import block
from .values import of_player

T = TypeVar("T")


def game(names: Names) -> tuple[tuple[s.Game, m.Action] | None, tuple[Diagnostic, ...]]:
    """What the game does from start to end."""
    report = Report()
    games = list(names.all(s.Game))
    if not games:
        report.error("E0207", None, "this ruleset has no game", help='write `game "Title" for 2 to 4 players { … }`')
        return None, report.found
    node = games[0]
    for extra in games[1:]:
        report.error(
            "E0201",
            extra.title.span,
            "a ruleset has one game",
            label="a second one",
            notes=[Note("the first is here", node.title.span)],
        )
    if node.unit.text != "players":
        report.error("E0206", node.unit.span, "a game is for players", label="write `players`")
    if not 1 <= node.fewest <= node.most <= 20:
        report.error(
            "E0306", node.span, f"a game cannot be for {node.fewest} to {node.most} players", label="from 1 to 20, fewest first"
        )
    rule = Standing("game", node.title.text, node.see.text if node.see else None)
    body = block(node.body, Scope(names, report, rule, {}))
    return (node, m.Action("game", (), body, False, [], rule.at(node.span))), report.found


def assemble(
    names: Names, resources: list[m.Resource], game: tuple[s.Game, m.Action] | None
) -> tuple[m.Model | None, tuple[Diagnostic, ...]]:
    """The model; None where there is no game or no score."""
    report = Report()
    score = of_player("score", names, report)
    outlook = of_player("outlook", names, report)
    if outlook is not None:
        _only_for_bots(names, report)
    if score is None and names.entries.get("score") is None:
        report.error("E0207", None, "this ruleset has no score", help="write `value score(player) = …`: the highest wins")
    elif score is None and names.entries["score"].what != "value":
        report.error(
            "E0207",
            names.entries["score"].span,
            f"{names.entries['score'].said()}, and the score has to be a value",
            help="write `value score(player) = …`",
        )
    if score is None or game is None:
        return None, report.found
    node, start = game
    constants = {e.name: e.meaning for e, _ in names.defined(s.Constant) if isinstance(e.meaning, (m.Const, m.ConstPayment))}
    return m.Model(
        title=node.title.text,
        fewest_players=node.fewest,
        most_players=node.most,
        resources=resources,
        groups=_all(names, m.Group),
        kinds=_all(names, m.Kind),
        rows=_all(names, m.Row),
        states=_all(names, m.State),
        lists=_all(names, m.ListState),
        constants=constants,
        scales=_all(names, m.ConstScale),
        values=_all(names, m.Value),
        conditions=_all(names, m.Condition),
        actions=_all(names, m.Action),
        start=start,
        score=score,
        outlook=outlook,
    ), report.found


def _all(names: Names, class_: type[T]) -> dict[str, T]:
    return {name: entry.meaning for name, entry in names.entries.items() if isinstance(entry.meaning, class_)}


def _only_for_bots(names: Names, report: Report) -> None:
    for file in names.files:
        for definition in file.definitions:
            for reference in references(definition):
                if reference.name == "outlook":
                    report.error(
                        "E0410",
                        reference.span,
                        "no rule asks for `outlook`: it says how a position looks, for players that are programs",
                        label="asked here",
                        help="give the rule a value of its own",
                    )
