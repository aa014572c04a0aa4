"""Tables in processes of their own: whatever a process comes to, its tables go on, and nobody else waits."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import caylus
import pytest
from caylus_tools.common import process_pool
from caylus_tools.common.process_pool import Bounds
from caylus_tools.server import Refused
from caylus_tools.server.rules import Rulesets
from caylus_tools.server.storage.store import Store
from caylus_tools.server.tables import Answer, Audience, LiveTable, Message, SeatOrder, TableOrder
from caylus_tools.server.workers import TableDirectory, directory, worker
from support import tiny
from support.serving import harmful_rules

pytestmark = pytest.mark.slow

OWNER = "owner"
DEADLINE = 0.5
"""Seconds of computing after which a process ends here."""

COUNTING = """
state told number
action main() {
  for each player in players {
    repeat at most 9 times {
      choose { option small { raise told by 1 }, option large { raise told by 5 } }
    }
  }
}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's own rules."""
    folder = tmp_path_factory.mktemp("rulesets")
    (folder / "tiny").mkdir()
    tiny.write(folder / "tiny", COUNTING)
    return folder


@contextmanager
def make_directory(rulesets: Path, home: Path) -> Iterator[TableDirectory]:
    with (
        closing(Store(f"sqlite:///{home / 'tables.sqlite'}")) as store,
        closing(Rulesets(rulesets, store.rules, store, processes=1)) as rules,
        closing(TableDirectory(store, rules, own=1)) as tables,
    ):
        yield tables


@pytest.fixture(scope="module")
def tables(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableDirectory]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(directory, "FOREIGN", directory.FOREIGN._replace(answering=Bounds(30, DEADLINE, 200 * 1024 * 1024)))
        with make_directory(folder, tmp_path_factory.mktemp("tables")) as tables:
            yield tables


@pytest.fixture
def own(folder: Path) -> caylus.Ruleset:
    return caylus.load(folder / "tiny")


class Table(NamedTuple):
    """A table of a directory."""

    tables: TableDirectory
    id: str

    def about(self) -> dict[str, Any]:
        return self.tables.ask(self.id, LiveTable.about_table, OWNER)

    def choose(self, seat: str, revision: int, option: str, key: str) -> Answer:
        return self.tables.ask(self.id, LiveTable.choose, seat, revision, option, key, OWNER)


def open_table(tables: TableDirectory, rules: caylus.Ruleset, people: int = 1) -> Table:
    order = TableOrder(rules, [SeatOrder(mine=True)] * max(people, rules.fewest_players))
    return Table(tables, tables.open(order, OWNER).table)


def state(table: Table) -> dict[str, Any]:
    """What the seat that decides is told; the first one where nobody does."""
    for seat in [row["name"] for row in table.about()["seats"]]:
        [message] = table.tables.ask(table.id, LiveTable.messages_for, [(seat, OWNER, "", "", 0, "")])
        assert isinstance(message, Message)
        told: dict[str, Any] = json.loads(message.data)
        if seat in told["decides"] or not told["decides"]:
            return told
    raise AssertionError("nobody decides")


def choose(table: Table, number: int = 0) -> int:
    """Has whoever decides choose the option of a number; the revision that it stands at."""
    told = state(table)
    option = told["options"][number]["id"]
    return table.choose(told["seat"], told["revision"], option, f"key {told['revision']}").revision


def harm(table: Table) -> None:
    """Says 37 as often as it takes. Raises Refused."""
    for _ in range(3):
        choose(table, 36)


def test_a_table_goes_on_in_another_worker_when_its_own_is_killed(tables: TableDirectory, own: caylus.Ruleset) -> None:
    table = open_table(tables, own)
    for number in range(1, 4):
        assert choose(table) == number
        before = tables.pids["own"]
        os.kill(before[0], signal.SIGKILL)
        assert state(table)["revision"] == number
        assert tables.pids["own"] != before


def test_what_was_sent_while_a_worker_died_is_there_once(tables: TableDirectory, own: caylus.Ruleset) -> None:
    table = open_table(tables, own)
    told = state(table)
    append, killed = tables._store.append, []

    def append_and_kill(*arguments: Any, **named: Any) -> Any:
        result = append(*arguments, **named)
        if not killed:
            killed.append(tables.pids["own"][0])
            os.kill(killed[0], signal.SIGKILL)
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables._store, "append", append_and_kill)
        answer = table.choose(told["seat"], 0, told["options"][0]["id"], "key")
    assert killed
    assert (answer.revision, answer.again) == (1, True)
    assert state(table)["revision"] == 1


def test_rules_of_others_share_no_worker_with_the_servers_own(tables: TableDirectory, own: caylus.Ruleset) -> None:
    for rules, group in ((own, "own"), (tiny.rules(harmful_rules.BREAKS), "foreign")):
        table = open_table(tables, rules)
        assert tables.is_foreign(table.id) is (group == "foreign")
        before = tables.pids[group]
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        other = "own" if group == "foreign" else "foreign"
        kept = tables.pids[other]
        assert state(table)["revision"] == 0  # by a new worker of its group
        assert tables.pids[other] == kept
        assert tables.pids[group]


@pytest.mark.nightly
def test_rules_that_only_call_themselves_like_the_servers_own_are_others(tables: TableDirectory) -> None:
    table = open_table(tables, tiny.rules(COUNTING.replace("told by 5", "told by 6")))
    assert tables.is_foreign(table.id)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(harmful_rules.STALLS, id="stalls", marks=pytest.mark.nightly),
        pytest.param(harmful_rules.GROWS, id="grows", marks=pytest.mark.nightly),
        pytest.param(harmful_rules.BREAKS, id="breaks"),
    ],
)
def test_a_choice_that_takes_too_much_ends_and_the_table_says_so_and_can_be_taken_back(
    tables: TableDirectory, rules: str
) -> None:
    table = open_table(tables, tiny.rules(rules))
    with pytest.raises(Refused):
        harm(table)
    told = state(table)
    assert (told["status"], told["revision"]) == ("broken", 2)
    assert told["broken"]["text"]
    tables.ask(table.id, LiveTable.undo, told["seat"], told["undo"]["to"], told["revision"], "undo", OWNER)
    assert state(table)["status"] == "playing"
    choose(table)
    assert state(table)["status"] == "playing"


@pytest.mark.nightly
def test_a_table_that_keeps_ending_workers_is_left_alone_for_a_while(tables: TableDirectory) -> None:
    table = open_table(tables, tiny.rules(harmful_rules.STALLS))
    choose(table, 36)
    choose(table, 36)
    for _ in range(3):
        with pytest.raises(Refused):
            choose(table, 36)
    with pytest.raises(Refused, match="rests"):
        table.about()


def test_a_list_of_tables_asks_no_worker(tables: TableDirectory, own: caylus.Ruleset) -> None:
    table = open_table(tables, own)
    seat = state(table)["seat"]
    for pid in tables.pids["own"]:
        os.kill(pid, signal.SIGKILL)
    while tables.pids["own"]:
        time.sleep(0.01)
    row = next(row for row in tables.list_tables(OWNER)["mine"] if row["table"] == table.id)
    assert [one["name"] for one in row["seats"] if one["to_move"]] == [seat]
    assert tables.pids["own"] == []


def test_whoever_waits_for_a_worker_is_told_when_the_server_ends(folder: Path, tmp_path: Path) -> None:
    with make_directory(folder, tmp_path) as ending:
        table = open_table(ending, caylus.load(folder / "tiny"))
        ending.close()
        with pytest.raises(Refused) as refused:
            table.about()
        assert refused.value.code == "busy"


def test_nobodys_choice_waits_for_what_is_worked_out(tables: TableDirectory, own: caylus.Ruleset) -> None:
    table, spectator = open_table(tables, own), Audience(None, OWNER)

    def count_steps() -> int:
        return len(tables.ask(table.id, LiveTable.history, spectator)["steps"])

    assert count_steps() == 1
    [answering] = tables.pids["answering"]
    os.kill(answering, signal.SIGSTOP)
    try:
        assert [choose(table) for _ in range(3)] == [1, 2, 3]
    finally:
        os.kill(answering, signal.SIGCONT)
    assert count_steps() == 4, "it has read what was chosen meanwhile"
    os.kill(answering, signal.SIGKILL)
    assert count_steps() == 4, "the next one has read all"


def test_a_question_ends_when_its_asker_leaves_and_the_table_answers_the_next(
    tables: TableDirectory, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(tables, tiny.rules(harmful_rules.STALLS))
    spectator = Audience(None, OWNER)
    choose(table, 36)
    choose(table, 36)
    seat = Audience(state(table)["seat"], OWNER)
    steps = tables.ask(table.id, LiveTable.history, spectator)
    before = tables.pids["answering"]
    asked = iter([True])
    for place in (worker, directory):
        monkeypatch.setattr(place, "is_wanted", lambda: next(asked, False))
    answering = tables._answering[1]
    monkeypatch.setattr(answering, "_is_wanted", lambda: False)
    monkeypatch.setattr(process_pool, "GLANCE", 0.001)
    with pytest.raises(Refused):
        tables.ask(table.id, LiveTable.hint, seat)
    monkeypatch.undo()
    assert tables.ask(table.id, LiveTable.history, spectator) == steps
    assert tables.pids["answering"] == before
    assert not tables._overruns.is_shut(table.id)
