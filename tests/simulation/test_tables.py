"""`--out`: tables that say the same in both formats, and go on where they have ended."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from support.running import Caylus

from .helpers import NOUGHTS, lines

pytestmark = pytest.mark.slow

PLAN = ("simulate", "classic", "--players", "2", "--bots", "random,greedy", "--json")
GAMES = {"game": "int64", "seed": "int64", "rounds": "int64", "decisions": "int64", "winners": "string", "digest": "string"}
PLAYERS = {
    "game": "int64", "seat": "int64", "name": "string", "policy": "string", "team": "int64", "score": "int64", "won": "bool",
}  # fmt: skip
DECISIONS = {
    "game": "int64", "decision": "int64", "round": "int64", "seat": "int64", "name": "string", "rule": "string", "option": "string",
}  # fmt: skip
POINTS = {"game": "int64", "seat": "int64", "name": "string", "source": "string", "points": "int64"}
TABLES = ("games", "games.players", "games.decisions", "games.points")
GOODS = ("food", "wood", "stone", "cloth", "gold", "denier", "prestige", "favour")


def rows(file: Path) -> list[dict[str, Any]]:
    """The rows of a table, all values as the texts that CSV has for them."""
    if file.suffix == ".csv":
        with file.open(encoding="utf-8", newline="") as text:
            return list(csv.DictReader(text))
    found = parquet.read_table(file).to_pylist()
    return [{name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in row.items()} for row in found]


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@pytest.mark.nightly
def test_both_formats_tell_the_same_of_every_game_and_every_player(caylus_: Caylus, folder: Path) -> None:
    for suffix in ("csv", "parquet"):
        caylus_(*PLAN, "--games", "5", "--out", f"games.{suffix}")
    for table in TABLES:
        assert rows(folder / f"{table}.csv") == rows(folder / f"{table}.parquet")
    games, players = rows(folder / "games.csv"), rows(folder / "games.players.csv")
    assert [row["game"] for row in games] == list("01234")
    assert [(row["game"], row["seat"]) for row in players] == [(game, seat) for game in "01234" for seat in "12"]
    assert [(row["name"], row["policy"]) for row in players[:2]] == [("Red", "random"), ("Green", "greedy")]
    for game in games:
        winners = [row["name"] for row in players if row["game"] == game["game"] and row["won"] == "true"]
        assert game["winners"] == ", ".join(winners)
    assert all(row["score"] == row["final_prestige"] for row in players)


def test_columns_have_the_types_and_names_that_the_help_tells(caylus_: Caylus, folder: Path) -> None:
    caylus_(*PLAN, "--games", "1", "--out", "games.parquet")
    types = {table: parquet.read_schema(folder / f"{table}.parquet") for table in ("games", "games.players")}
    assert dict(zip(types["games"].names, map(str, types["games"].types), strict=True)) == GAMES
    resources = {f"final_{good}": "int64" for good in GOODS}
    assert dict(zip(types["games.players"].names, map(str, types["games.players"].types), strict=True)) == PLAYERS | resources
    for name, columns in (("decisions", DECISIONS), ("points", POINTS)):
        schema = parquet.read_schema(folder / f"games.{name}.parquet")
        assert dict(zip(schema.names, map(str, schema.types), strict=True)) == columns
    help_ = caylus_("simulate", "--help").out
    assert all(f"\n  {column} " in help_ for column in (*GAMES, *PLAYERS, *DECISIONS, *POINTS, "final_…"))


def test_every_decision_is_told_with_who_made_it_and_what_they_chose(caylus_: Caylus, folder: Path) -> None:
    caylus_(*PLAN, "--games", "2", "--out", "games.csv")
    decisions = rows(folder / "games.decisions.csv")
    for game in rows(folder / "games.csv"):
        of_game = [row for row in decisions if row["game"] == game["game"]]
        assert [row["decision"] for row in of_game] == [str(number + 1) for number in range(int(game["decisions"]))]
        assert of_game[-1]["round"] == game["rounds"]
    assert {row["option"].split()[0] for row in decisions if row["rule"] == "place_or_pass"} == {"place", "pass"}


def test_points_by_their_sources_add_up_to_the_scores(caylus_: Caylus, folder: Path) -> None:
    caylus_(*PLAN, "--games", "3", "--out", "games.csv")
    points = rows(folder / "games.points.csv")
    for player in rows(folder / "games.players.csv"):
        own = [int(row["points"]) for row in points if (row["game"], row["seat"]) == (player["game"], player["seat"])]
        assert sum(own) == int(player["score"])


def test_brief_tables_leave_out_decisions_and_points_and_stay_as_they_are(caylus_: Caylus, folder: Path) -> None:
    caylus_(*PLAN, "--games", "1", "--out", "games.csv", "--brief")
    assert sorted(files(folder)) == ["games.csv", "games.csv.journal", "games.players.csv"]
    done = caylus_(*PLAN, "--games", "2", "--out", "games.csv")
    assert done.code == 2
    assert "tables games,players, not games,players,decisions,points" in done.err
    assert caylus_(*PLAN, "--brief").err == "caylus simulate: --brief goes with --out\n"


@pytest.mark.nightly
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_table_goes_on_after_the_games_it_has(caylus_: Caylus, folder: Path, suffix: str) -> None:
    (folder / "once").mkdir()
    (folder / "twice").mkdir()
    whole = caylus_(*PLAN, "--games", "6", "--out", f"once/games.{suffix}")
    caylus_(*PLAN, "--games", "2", "--out", f"twice/games.{suffix}")
    rest = caylus_(*PLAN, "--games", "6", "--out", f"twice/games.{suffix}", "--jobs", "2")
    assert rest.out.split('"hash"')[1] == whole.out.split('"hash"')[1]
    assert rest.out.split('"rounds"')[1] == whole.out.split('"rounds"')[1]
    for table in TABLES:
        assert rows(folder / "once" / f"{table}.{suffix}") == rows(folder / "twice" / f"{table}.{suffix}")
    before = files(folder / "twice")
    again = caylus_(*PLAN, "--games", "6", "--out", f"twice/games.{suffix}")
    assert again.out.split('"rounds"')[1] == whole.out.split('"rounds"')[1]
    assert files(folder / "twice") == before


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--seed", "2"), "seed 1, not 2"),
        (("--first", "3"), "first 0, not 3"),
        (("--bots", "greedy"), "policy random,greedy, not greedy,greedy"),
        (("--with", "richer-start"), "variants none, not richer-start"),
        (("--games", "1"), "2 games already"),
    ],
    ids=lambda words: words if isinstance(words, str) else " ".join(words),
)
def test_a_table_of_other_games_is_left_as_it_is(caylus_: Caylus, folder: Path, words: tuple[str, ...], told: str) -> None:
    caylus_(*PLAN, "--games", "2", "--out", "games.csv")
    before = files(folder)
    done = caylus_(*PLAN, "--games", "2", "--out", "games.csv", *words)
    assert done.code == 2
    assert told in done.err
    assert files(folder) == before


@pytest.mark.parametrize("name", ["games.csv", "games.players.csv", "games.csv.journal"])
def test_a_file_that_was_not_written_by_the_command_is_left_as_it_is(caylus_: Caylus, folder: Path, name: str) -> None:
    (folder / name).write_text("mine\n", encoding="utf-8")
    done = caylus_(*PLAN, "--games", "1", "--out", "games.csv")
    assert done.code == 2
    assert name in done.err
    assert files(folder) == {name: b"mine\n"}


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize(
    ("table", "damage"),
    [
        *((table, damage) for table in ("games", "games.players") for damage in ("cut", "emptied", "replaced")),
        ("games.players", "removed"),
    ],
)
def test_a_table_that_has_been_damaged_is_told_and_left_as_it_is(
    caylus_: Caylus, folder: Path, suffix: str, table: str, damage: str
) -> None:
    caylus_("simulate", NOUGHTS, "--games", "5", "--out", f"games.{suffix}")
    file = folder / f"{table}.{suffix}"
    whole = file.read_bytes()
    if damage == "removed":
        file.unlink()
    else:
        file.write_bytes({"cut": whole[: len(whole) - 70], "emptied": b"", "replaced": b"a,b\n1,2\n"}[damage])
    before = files(folder)
    done = caylus_("simulate", NOUGHTS, "--games", "7", "--out", f"games.{suffix}")
    assert done.code == 2, done.err
    assert "changed or damaged" in done.err
    assert files(folder) == before


@pytest.mark.parametrize("line", ["{}", "[]", "[[1],[]]", "null", '"x"', "[" * 5000, "9" * 5000])
def test_a_journal_that_has_been_damaged_is_told(caylus_: Caylus, folder: Path, line: str) -> None:
    caylus_("simulate", NOUGHTS, "--games", "5", "--out", "games.csv")
    with (folder / "games.csv.journal").open("a", encoding="utf-8") as journal:
        journal.write(f"{line}\n")
    before = files(folder)
    done = caylus_("simulate", NOUGHTS, "--games", "7", "--out", "games.csv")
    assert done.code == 2, done.err
    assert "changed or damaged" in done.err
    assert files(folder) == before


@pytest.mark.nightly
def test_a_table_of_many_games_is_written_in_parts_and_read_again(caylus_: Caylus, folder: Path) -> None:
    caylus_("simulate", NOUGHTS, "--games", "5050", "--out", "games.parquet")
    assert parquet.ParquetFile(folder / "games.players.parquet").num_row_groups == 2
    done = caylus_("simulate", NOUGHTS, "--games", "5051", "--out", "games.parquet")
    assert "5051 games" in done.out
    assert parquet.read_table(folder / "games.parquet")["game"].to_pylist() == list(range(5051))
    assert lines(folder / "games.parquet.journal") == 1
