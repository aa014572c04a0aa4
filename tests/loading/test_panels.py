"""What a manifest says of how a game is shown has to fit its rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.loading import library
from support.coins import MANIFEST, RULES
from support.texts import read_rules


def check(folder: Path) -> tuple[Diagnostic, ...]:
    return library.check_path(folder).diagnostics


SHOWN = read_rules(__file__, "panels_shown")
SHOWING = """\
header: [order]
pieces: {on: disc}
project: turn_over
rounds: last
notices: [is_late]
sources: {climbing: the stair}
path: {through: [stair, order]}
upon: {copper: order}
icons: {coin: coin, copper: [block, bed]}
tints: {token: blue}
short: {coin: c, copper: a copper, turn_over: turn, turns: t}
table:
  - {row: stair, key: s, show: [on], markers: {marker: M}, dim: behind, closed_by: marker, margin: ahead, reach: open, movers: {pushes: sweep}, marks: {objects: token, at: worth, until: taken}, says: "up to {marker}", queue: {of: order, by: join}}
  - list: [order]
  - {objects: token, show: [worth, taken]}
  - {objects: token, as: {taken: "{worth} gone", otherwise: "{worth}"}, filled: {of: worth, by: found}, current: next_token}
  - {grid: prize, marker: reached, open: open}
  - {stock: [line], left: many, in: heap}
  - players: [coin, turns, step.on]
"""


@pytest.fixture
def richer(folder: Path) -> Path:
    """A ruleset with something to show."""
    (folder / "coins.rules").write_text(
        RULES.replace("    add player to order\n", "    add player to order, do turn_over()\n") + SHOWN
    )
    return folder


def test_panels_that_fit_the_rules_are_taken(richer: Path) -> None:
    (richer / "ruleset.yaml").write_text(MANIFEST + SHOWING)
    assert [fault for fault in check(richer) if fault.is_error or "behind`" in fault.message] == []


@pytest.mark.parametrize(
    ("written", "instead", "message"),
    [
        ("[order]\npieces", "[ordr]\npieces", "`ordr` is not a list or a state of the table"),
        ("{on: disc}", "{onn: disc}", "`onn` is not a state of this ruleset"),
        ("{coin: coin", "{cion: coin", "`cion` is not a resource, a group, an object, an action or a state of this ruleset"),
        ("turns: t}", "turn: t}", "`turn` is not a resource, a group, an object or an action of this ruleset"),
        ("{token: blue}", "{tokn: blue}", "`tokn` is not a kind of this ruleset"),
        ("project: turn_over", "project: trun_over", "`trun_over` is not an action or a value of this ruleset"),
        ("project: turn_over", "project: behind", "`behind` is a value that cannot be shown here"),
        ("project: turn_over", "project: prize", "`prize` is an action that takes something"),
        ("{marker: M}", "{markr: M}", "`markr` is not a state of the table"),
        ("dim: behind", "dim: behnd", "`behnd` is not a value of this ruleset"),
        ("dim: behind", "dim: behind_both", "`behind_both` is a value that cannot be shown here"),
        ("dim: behind", "dim: open", "`open` is a value that cannot be shown here"),
        ("closed_by: marker", "closed_by: turns", "`turns` is not one of the markers of `stair`"),
        ("margin: ahead", "margin: behind", "`behind` is a value that cannot be shown here"),
        ("reach: open", "reach: ahead", "`ahead` is a value that cannot be shown here"),
        ("pushes: sweep", "ahead: sweep", "`ahead` is a value that cannot be shown here"),
        ("pushes: sweep", "pushes: turn_over", "`turn_over` is not a phase of this ruleset"),
        ("objects: token, at", "objects: tokn, at", "`tokn` is not a kind of this ruleset"),
        ("at: worth", "at: wort", "`wort` is not a number that `token` has"),
        ("until: taken", "until: worth", "`worth` is not a flag that `token` has"),
        ("of: worth", "of: taken", "`taken` is not a number that `token` has"),
        ("by: found", "by: turns", "`turns` is not a number that players have for each `token`"),
        ("{marker}", "{markr}", "`markr` is not a state of the table"),
        ("of: order", "of: marker", "`marker` is not a list of the table"),
        ("by: join", "by: joni", "`joni` is not an option of this ruleset"),
        ("[stair, order]", "[stairs, order]", "`stairs` is not a row or a list of the table"),
        ("{copper: order}", "{coper: order}", "`coper` is not an object of this ruleset"),
        ("{copper: order}", "{copper: ordr}", "`ordr` is not a list or a state of the table"),
        ("{worth} gone", "{wort} gone", "`wort` is not a property or a state of `token`"),
        ("{taken: ", "{worth: ", "`worth` is not a flag that `token` has"),
        ("grid: prize", "grid: prise", "`prise` is not a table of this ruleset"),
        ("marker: reached", "marker: reachd", "`reachd` is not a state of the players"),
        ("current: next_token", "current: behind", "`behind` is a value that cannot be shown here"),
        ("open: open", "open: behind", "`behind` is a value that cannot be shown here"),
        ("stock: [line]", "stock: [lines]", "`lines` is not a kind of this ruleset"),
        ("left: many", "left: much", "`much` is not a number that each of these kinds has as a state"),
        ("in: heap", "in: heaps", "`heaps` is not a list of the table"),
        ("rounds: last", "rounds: worth", "`worth` is not a constant of this ruleset that is a number"),
        ("{climbing: the", "{climbin: the", "`climbin` is not a name of this ruleset"),
        ("[is_late]", "[is_lat]", "`is_lat` is not a value of this ruleset"),
        ("[is_late]", "[behind]", "`behind` is a value that cannot be shown here"),
        ("step.on", "step.off", "`step.off` is not a resource or a group of them, or a player's state, list or row"),
    ],
)
def test_whatever_is_shown_has_to_be_there_and_of_the_right_sort(richer: Path, written: str, instead: str, message: str) -> None:
    assert SHOWING.count(written) == 1
    (richer / "ruleset.yaml").write_text(MANIFEST + SHOWING.replace(written, instead))
    (fault,) = [fault for fault in check(richer) if fault.is_error]
    assert (fault.code, fault.message) == ("E0625", message)
