"""How rules are laid out."""

from __future__ import annotations

import pytest
from caylus.formatter import format_text

STYLE = {
    "words stand one blank apart, and nothing stands around dots and inside brackets": (
        "constant  a=1+2*( 3-4 )\nvalue\tscore( player ,x:number )=player . coin [ 1 ]+size  of  huts\n",
        "constant a = 1 + 2 * (3 - 4)\nvalue score(player, x: number) = player.coin[1] + size of huts\n",
    ),
    "a sign stands before its number, and a minus between two": (
        "value a(x: number) = - 1 - -x\naction b() { for each i in -  3 to - x { stop } }\n",
        "value a(x: number) = -1 - -x\naction b() { for each i in -3 to -x { stop } }\n",
    ),
    "what follows the name of a property is its value, and no call": (
        "hut barn { cost(2 + 1) coin, worth -1, wages[1, 2] }\n",
        "hut barn { cost (2 + 1) coin, worth -1, wages [1, 2] }\n",
    ),
    "blocks are indented by two, and commas at the ends of lines go": (
        "action a(player) {\ngain 1 coin,\n      if x { stop }\n  else {\nclear hand,\nstop } }\n",
        "action a(player) {\n  gain 1 coin\n  if x { stop } else {\n    clear hand\n    stop\n  }\n}\n",
    ),
    "what stands beside each other stays there": (
        "hut barn {\n  cost 1 coin,worth 2\n  wages [1]\n}\n",
        "hut barn {\n  cost 1 coin, worth 2\n  wages [1]\n}\n",
    ),
    "a line that goes on below is indented further": (
        "value a(player) =\nplayer.coin\n+ 1\naction b(player) {\ndo c(\nplayer,\n1\n)\n}\n",
        "value a(player) =\n  player.coin\n  + 1\naction b(player) {\n  do c(\n    player,\n    1\n  )\n}\n",
    ),
    "one empty line is kept of several, and none at the ends of a block": (
        "\n\nresource coin\n\n\n\naction a() {\n\n  stop\n\n  stop\n\n}\n\n",
        "resource coin\n\naction a() {\n  stop\n\n  stop\n}\n",
    ),
    "an empty block needs one line": ("action a() {\n\n}\n", "action a() { }\n"),
    "tabs go and the line ends of other systems stay": ("action a() {\r\n\tstop\r\n}\r\n", "action a() {\r\n  stop\r\n}\r\n"),
    "titles behind the names of states stand in a column of their own": (
        'each player has {\n  left "goes left" number = 6\n  ripe[fruit] flag\n  farm "the farm" row of 3 plots\n}\n',
        'each player has {\n  left        "goes left" number = 6\n  ripe[fruit]             flag\n'
        '  farm        "the farm"  row of 3 plots\n}\n',
    ),
    "nothing stays nothing": ("\n  \n", ""),
    "comments on lines of their own are indented as what follows them": (
        "   -- one\naction a() {\n-- two\n      stop\n -- three\n}\n--------\n",
        "-- one\naction a() {\n  -- two\n  stop\n  -- three\n}\n--------\n",
    ),
    "comments behind lines stand in a column": (
        "state a number -- one\nstate bbb number        -- two\n",
        "state a number                       -- one\nstate bbb number                     -- two\n",
    ),
    "the column gives way to long lines": (
        "constant a_rather_long_name = another_long_name -- one\nconstant b = 1 -- two\n",
        "constant a_rather_long_name = another_long_name  -- one\nconstant b = 1                                   -- two\n",
    ),
    "a comment may go on below, in its column": (
        "action a() {\n  stop  -- one\n        -- two\n  stop\n}\n",
        "action a() {\n  stop                               -- one\n                                     -- two\n  stop\n}\n",
    ),
    "a comment may stand behind a brace and in the middle of things": (
        "action a() { -- one\nstop } -- two\nvalue b() = 1\n  -- three\n  + 2\n",
        "action a() {                         -- one\n  stop\n}                                    -- two\n"
        "value b() = 1\n  -- three\n  + 2\n",
    ),
    "fields stand in columns": (
        "kind hut {\n  cost payment = nothing\n  met[judge] flag\n  state owner player\n  state x number\n  action use()\n}\n",
        "kind hut {\n  cost       payment = nothing\n  met[judge] flag\n"
        "  state owner player\n  state x     number\n  action use()\n}\n",
    ),
    "cases stand in columns": (
        "value a(player) {\n  1 if player.coin > 1\n  player.coin + 2 otherwise\n}\n",
        "value a(player) {\n  1                if player.coin > 1\n  player.coin + 2  otherwise\n}\n",
    ),
    "reasons stand in a column": (
        'condition a(player) {\n  require x "one"\n  require player.coin > 1\n     "two"\n  require y\n}\n',
        'condition a(player) {\n  require x                "one"\n  require player.coin > 1  "two"\n  require y\n}\n',
    ),
    "the cells of a table stand in columns": (
        "table a(player) by line, column {\n  top | nothing | gain 1 coin\n  bottom | gain 2 coin | nothing\n}\n",
        "table a(player) by line, column {\n  top    | nothing     | gain 1 coin\n  bottom | gain 2 coin | nothing\n}\n",
    ),
    "objects on one line stand in columns": (
        'hut barn "Barn" { cost 10, worth 1 }\n-- the other\nhut a see "3" { cost 1, worth 12 }\nhut c { use { } }\n',
        'hut barn "Barn"         { cost 10, worth 1 }\n-- the other\n'
        'hut a           see "3" { cost 1,  worth 12 }\nhut c { use { } }\n',
    ),
    "kinds on one line stand in columns": (
        "kind hut plural huts\nkind barn plural barns is hut\nkind shed is hut\n",
        "kind hut  plural huts\nkind barn plural barns is hut\nkind shed              is hut\n",
    ),
    "an empty line ends columns": (
        "value a() {\n  1 if x\n\n  1000 otherwise\n}\n",
        "value a() {\n  1  if x\n\n  1000  otherwise\n}\n",
    ),
}


@pytest.mark.parametrize(("text", "expected"), STYLE.values(), ids=STYLE)
def test_style(text: str, expected: str) -> None:
    assert format_text(text, "x.rules") == expected
    assert format_text(expected, "x.rules") == expected


def test_a_block_on_one_line_stays_there_while_it_fits() -> None:
    short = "action a(player) { if player.coin > 1 { lose 1 coin } else { gain 1 coin } }\n"
    assert format_text(short, "x.rules") == short


def test_a_block_that_does_not_fit_on_its_line_is_opened_from_outside() -> None:
    inner = f"if player.{'x' * 40} > 1 {{ lose 1 coin }} else {{ gain 1 coin }}"
    text = f"action {'a' * 40}(player) {{ {inner}, stop }}\n"
    assert format_text(text, "x.rules") == f"action {'a' * 40}(player) {{\n  {inner}\n  stop\n}}\n"


def test_statements_that_do_not_fit_beside_each_other_stand_below_each_other() -> None:
    long = f"set {'x' * 60} to {'y' * 60}"
    assert format_text(f"action a() {{\n  {long}, stop\n}}\n", "x.rules") == f"action a() {{\n  {long}\n  stop\n}}\n"


def test_a_reason_that_does_not_fit_beside_its_condition_stands_below_it_in_the_column_of_the_others() -> None:
    long = f"require {'x' * 60} is {'y' * 60}"
    text = f'condition a() {{\n  {long} "one"\n  require player.coin > 1 "two"\n}}\n'
    below = " " * len("  require player.coin > 1  ") + '"one"'
    assert format_text(text, "x.rules") == f'condition a() {{\n  {long}\n{below}\n  require player.coin > 1  "two"\n}}\n'


def test_a_row_of_a_table_that_is_too_long_does_not_widen_the_columns() -> None:
    long = f"top | nothing | {'x' * 60}.use | do {'y' * 60}()"
    text = f"table a() by line, column {{\n  {long}\n  bottom | stop | nothing | nothing\n}}\n".replace(
        f"{'x' * 60}.use", f"do {'x' * 60}()"
    )
    first, second = format_text(text, "x.rules").splitlines()[1:3]
    assert first.startswith("  top    | nothing | do xxx")
    assert second == "  bottom | stop | nothing | nothing"
