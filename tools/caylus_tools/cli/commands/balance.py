"""`caylus balance`: what house rules do to a game, from many games with and without them."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import caylus

from caylus_tools.common.english import full_title, join_words, player_range
from caylus_tools.common.errors import CLEAN, INTERRUPTED, UsageError
from caylus_tools.common.files import check_overwriting, write_text
from caylus_tools.common.games import usual_number
from caylus_tools.common.output import Progress, json_text, tell

from .. import arguments
from ..arguments import set_completion, variants

if TYPE_CHECKING:
    from caylus import Ruleset

    from caylus_tools.balance.report import Report
    from caylus_tools.balance.sample import Study

EXTRAS = {"": "report"}

DESCRIPTION = """\
Plays many games of a ruleset, and of each variant on it, in pairs from the same chance, and tells what the variants change:
scores, who wins, how long a game is, what is chosen, where points come from, what is gained and spent, each with how sure the
number is. The conclusions are printed; with plots and tables they stand in a page of HTML that needs nothing else.
"""

_SIMPLE = "greedy", "random"
"""The bots of a ruleset that no bot has learned: two kinds, since neither plays well."""

EPILOG = """\
Without a variant, the report is on the ruleset alone. The games end as soon as the verdicts are sure: for each variant, a change
of who wins is found, or every change of a share of wins by more than --within is ruled out. The chance of any false alarm in the
report, looks before the end included, is 5 %. The same arguments give the same report, byte for byte, whatever --jobs says.
Ctrl-C ends the games; the report is then on those before it, and the command ends with 130.
The usual bots are `normal:50`, which play well, where bots have learned the ruleset and play it as machine code. Elsewhere they
are `greedy` and `random`, which play badly.
"""

FORMATTER = RawDescriptionHelpFormatter


def add_arguments(parser: ArgumentParser) -> None:
    arguments.add_base(parser, "BASE")
    compare_action = parser.add_argument(
        "compared", metavar="VARIANT", nargs="*", default=[], help="a variant to compare with the base, each on its own"
    )
    set_completion(variants, compare_action)
    arguments.add_variants(parser)
    parser.add_argument(
        "--games", metavar="N", type=arguments.positive, default=1000, help="of each ruleset, at most (default 1000)"
    )
    arguments.add_players(parser)
    arguments.add_seed(parser)
    help_ = "for all seats, or one for each; may be repeated, to see what holds whoever plays (default: see below)"
    arguments.add_bots(parser, help_, action="append")
    experts = arguments.add_experts(parser)
    experts.add_argument(
        "--within",
        metavar="P",
        type=_precision,
        default=0.2,
        help="stop before all games when larger changes than this are found or ruled out (default 20%%)",
    )
    parser.add_argument("--habits", action="store_true", help="tell which habit beats each ruleset's `normal` bots most often")
    experts.add_argument("--all", action="store_true", help="play all games, however sure the verdicts are before")
    arguments.add_jobs(parser)
    experts.add_argument(
        "--precision", metavar="P", type=_precision, default=0.01, help="say how many games it takes to be so sure (default 1%%)"
    )
    arguments.add_out(parser, "where to write the page (default balance.html)")
    parser.add_argument("--json", action="store_true", help="print the numbers as one JSON object; the page only with --out")


def run(args: Namespace) -> int:
    from caylus_tools.balance.report import figures, report, text
    from caylus_tools.balance.verdicts import FEW
    from caylus_tools.bots import USUAL

    if args.games < FEW:
        raise UsageError(f"fewer than {FEW} games say nothing about a ruleset, and --games asks for {args.games}")
    out = args.out or (None if args.json else Path("balance.html"))
    if out:
        from caylus_tools.balance.report import SIGNED

        if out.suffix not in (".html", ".htm"):
            raise UsageError(f"the report is a page of HTML, and {out} would not be opened as one: call it {out.stem}.html")
        folder = out.absolute().parent
        if not folder.is_dir():
            raise UsageError(f"{out} cannot be written: there is no folder {out.parent}")
        if out.is_dir():
            raise UsageError(f"{out} cannot be written: it is a folder")
        if not os.access(folder, os.W_OK):
            raise UsageError(f"{out} cannot be written: nothing may be written to the folder {out.parent}")
        check_overwriting(out, SIGNED)
    studies = _play(args)
    games, planned_games = studies[0].games, studies[0].planned
    if games < FEW:
        print(f"caylus balance: stopped after {games} games, too few to say anything", file=sys.stderr)
        return INTERRUPTED
    balance_report = report(studies, args.precision, 0.0 if args.all else args.within)
    habits = _find_habits(args, studies[0].players) if args.habits else {}
    if args.json:
        print(json_text(figures(balance_report) | ({"habits": habits} if args.habits else {}), indent=None))
    else:
        tell(*text(balance_report).rstrip().split("\n"))
    if out:
        _write_page(balance_report, out, is_said=not args.json)
    if habits and not args.json:
        tell("", f"Habits that beat {USUAL} bots", *(f"  {title}: {habit}" for title, habit in habits.items()))
    if games < planned_games and not studies[0].is_sure:
        print(f"caylus balance: stopped after {games} of {planned_games} games", file=sys.stderr)
        return INTERRUPTED
    return CLEAN


def _find_habits(args: Namespace, players: int) -> dict[str, str]:
    """The strongest habit of each ruleset, by its title: where one wins far more than its share, a rule is too good."""
    from caylus_tools.bots import USUAL
    from caylus_tools.training.habits import describe_exploit, measure_habits

    return {
        full_title(rules): describe_exploit(exploit)
        for rules in _rulesets(args)
        for exploit in measure_habits(rules, players, USUAL, args.games, args.seed, args.jobs)[:1]
    }


def _write_page(balance_report: Report, out: Path, *, is_said: bool) -> None:
    from caylus_tools.balance.page import html

    write_text(out, html(balance_report))
    if is_said:
        tell("", f"The whole report: {out}")


def _play(args: Namespace) -> list[Study]:
    """All games, or as many as it takes to be sure, or as there is time for before a Ctrl-C: a study for each policy."""
    from caylus_tools.balance.report import is_sure, looks
    from caylus_tools.balance.sample import Study, observe_all
    from caylus_tools.bots.in_machine import choose_engine
    from caylus_tools.common import interrupts
    from caylus_tools.simulation.executor import run as run_all
    from caylus_tools.simulation.playing import Plan

    rulesets = _rulesets(args)
    players = _number_of_players(rulesets, args.players)
    fewest = min(rulesets, key=lambda rules: len(rules.automata))
    policies = [arguments.bots_of_seats(bots, fewest, players) for bots in args.bots or usual_bots(rulesets, players)]
    if len(set(policies)) < len(policies):
        raise UsageError(f"--bots names {join_words(list(args.bots))}, which are not all different")
    early = () if args.all else looks(args.games)[:-1]
    shares = len(policies) * (len(early) + 1)
    studies = [Study(rulesets, players, args.seed, policy, args.games, shares) for policy in policies]
    plans = [
        [
            Plan(rules, players, args.seed, policy[: players - len(rules.automata)], engine=choose_engine(policy, args.games))
            for rules in rulesets
        ]
        for policy in policies
    ]
    observations = run_all(partial(observe_all, plans), range(args.games), jobs=args.jobs)
    with Progress("games of each ruleset at most", args.games) as progress, closing(observations):
        try:
            for number, games in enumerate(observations, 1):
                with interrupts.defer_interrupts():
                    for study, of_policy in zip(studies, games, strict=True):
                        study.add(of_policy)
                    progress.advance()
                if number in early and is_sure(studies, args.within):
                    for study in studies:
                        study.is_sure = True
                    break
        except KeyboardInterrupt:
            pass
    return studies


def usual_bots(rulesets: Sequence[Ruleset], players: int) -> Sequence[str]:
    """The bots that play well, where they have learned all the rulesets and play them fast."""
    from caylus_tools.bots import QUICK, trained
    from caylus_tools.bots.in_machine import reason_against

    are_fit = all(trained.find(rules, players) and not reason_against(rules, players, [QUICK]) for rules in rulesets)
    return (QUICK,) if are_fit else _SIMPLE


def _rulesets(args: Namespace) -> list[Ruleset]:
    """The base, and the base with each variant. Raises `UsageError` for a variant that adds nothing new."""
    rulesets = [caylus.load(args.ruleset, variants=args.variants)]
    for variant in args.compared:
        rules = caylus.load(args.ruleset, variants=[*args.variants, variant])
        if any(rules.sources == other.sources for other in rulesets):
            raise UsageError(f"{variant} is in the comparison already")
        rulesets.append(rules)
    return rulesets


def _number_of_players(rulesets: Sequence[Ruleset], requested_players: int | None) -> int:
    """As many as were asked for, or as are usual where all rulesets allow it. Raises `UsageError` for one that does not."""
    base, *variants = rulesets
    fewest, most = max(rules.fewest_players for rules in rulesets), min(rules.most_players for rules in rulesets)
    players = arguments.number_of_players(base, requested_players or usual_number(fewest, most))
    for rules in variants:
        if not rules.fewest_players <= players <= rules.most_players:
            allowed = player_range(rules.fewest_players, rules.most_players, rules.automata.values())
            raise UsageError(f"{full_title(rules)} is for {allowed}, and cannot be compared in games of {players}")
    return players


def _precision(text: str) -> float:
    """A part of a hundred, for argparse: `1%` or `0.5`."""
    number = text.removesuffix("%")
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    if not 0.001 <= value <= 50:
        raise ArgumentTypeError(f"{arguments.shorten(text)} is not a precision from 0.001% to 50%")
    return value / 100
