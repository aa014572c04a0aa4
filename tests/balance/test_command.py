"""`caylus balance` as people run it: on house rules that are broken or harmless, its page, its numbers, and when it stops."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import caylus
import pexpect
import pytest
from caylus_tools.balance.report import is_sure, looks
from caylus_tools.balance.sample import Sample, Study, observe_all
from caylus_tools.cli.commands.balance import usual_bots
from caylus_tools.simulation.playing import Plan
from caylus_tools.training import habits
from simulation.helpers import MAY_BREAK
from support import tiny
from support.running import Caylus, Run
from support.village import write_game, write_variant

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
VOID = {"meta", "link", "br", "hr", "img", "input"}


class Page(HTMLParser):
    """Reads a page and finds what is not closed, what has an id twice, and what would have to be fetched."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.pictures: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if tag == "a" else []
        self.fetched += [tag] if tag in ("script", "link", "img", "iframe", "image") or "src" in given else []
        self.pictures += [given.get("aria-label") or ""] if tag == "svg" else []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the command runs and its page goes."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def twist(village: Path, tmp_path: Path) -> Path:
    """A variant of the small game in which the mill gives a lot."""
    return write_variant(tmp_path, "change hut mill { use { gain 9 coin } }")


@pytest.mark.nightly
def test_a_tile_that_gives_thirty_points_and_a_change_of_nothing_are_told_apart(caylus_: Caylus, folder: Path) -> None:
    broken, harmless = HERE / "thirty_points", HERE / "changes_nothing"
    done = caylus_("balance", "classic", broken, harmless, "--games", 40, "--players", 2, "--bots", "greedy")
    assert done.code == 0, done.err
    first, second = (caylus.load("classic", variants=[str(v)]).layers[-1]["manifest"]["title"] for v in (broken, harmless))
    told = " ".join(done.out.split())
    assert f"{first} This variant changes who wins. Quarry (quarry) stands out: “build Quarry (quarry)” is chosen in " in told
    found = re.search(
        r"whoever chooses it wins (\d+) % ± \d+ \(fair share 50 %\) and it gives (\d+) % of all points instead of (\S+) %", told
    )
    assert found is not None
    wins, points, points_before = map(float, found.groups())
    assert wins > 75
    assert points > 5 * points_before
    assert f"{second} No effect found: all 40 games go exactly as without it, so it bears on 9 % of games at most." in told
    page = (folder / "balance.html").read_text(encoding="utf-8")
    assert page.index("changes who wins</span>") < page.index("no effect found</span>")


def test_the_page_is_whole_and_needs_nothing_else(caylus_: Caylus, folder: Path, village: Path, twist: Path) -> None:
    caylus_("balance", village, twist, "--games", 60, "--bots", "random", "--out", "report.html")
    text = (folder / "report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert {link for link in page.links if link.startswith("#")} == set(page.links) <= {f"#{id_}" for id_ in page.ids}
    assert page.fetched == []
    assert not re.search(r"url\((?!#)|@import|http://(?!www\.w3\.org)|https://", text)
    assert len(page.pictures) >= 10
    assert all(page.pictures)


def test_titles_are_words_whatever_letters_they_have(caylus_: Caylus, folder: Path, village: Path, tmp_path: Path) -> None:
    title = "$mill_1$ <b>& more"
    odd = write_variant(tmp_path, f'change hut mill "{title}" {{ use {{ gain 9 coin }} }}')
    (odd / "ruleset.yaml").write_text(
        (odd / "ruleset.yaml").read_text(encoding="utf-8").replace("title: Twist", f"title: '{title}'")
    )
    rules = (village / "rules.rules").read_text(encoding="utf-8")
    (village / "rules.rules").write_text(rules.replace('"Mill"', f'"{title}"'), encoding="utf-8")
    done = caylus_("balance", village, odd, "--games", 30, "--bots", "random")
    assert f"\n{title}\n" in done.out
    assert Page((folder / "balance.html").read_text(encoding="utf-8")).open == []


@pytest.mark.nightly
def test_the_same_call_writes_the_same_bytes_whatever_the_jobs_and_the_hash_seed(
    run: Run, folder: Path, village: Path, twist: Path
) -> None:
    reports = []
    for jobs in ("1", "2"):
        words = ("--games", "40", "--bots", "random", "--jobs", jobs, "--out", "report.html")
        done = run("balance", village, twist, *words, PYTHONHASHSEED=jobs, CAYLUS_CACHE="")
        assert done.returncode == 0, done.stderr
        reports.append((done.stdout, (folder / "report.html").read_bytes()))
    assert reports[0] == reports[1]


def test_the_numbers_come_as_json_and_the_page_only_if_it_is_asked_for(
    caylus_: Caylus, folder: Path, village: Path, twist: Path
) -> None:
    done = caylus_("balance", village, twist, "--games", 50, "--bots", "random", "--json")
    found = json.loads(done.out)
    assert ([ruleset["title"] for ruleset in found["rulesets"]], found["games"], found["players"]) == (
        ["Village", "Twist"],
        50,
        3,
    )
    (part,) = found["parts"]
    mean = part["numbers"]["scores"][0]
    base, other = (estimate["value"] for estimate in mean["estimates"])
    assert mean["changes"][0]["value"] == pytest.approx(other - base)
    assert mean["changes"][0]["low"] < other - base < mean["changes"][0]["high"]
    assert mean["changes"][0]["stands"] is True
    seats = [row["estimates"][0]["value"] for row in part["numbers"]["winners"] if row["key"][0] == "seat"]
    assert sum(seats) == pytest.approx(1)
    assert not (folder / "balance.html").exists()


def test_bots_play_that_have_learned_all_the_rulesets(village: Path) -> None:
    assert usual_bots([caylus.load("classic"), caylus.load("classic", variants=["short-castle"])], 2) == ("normal:50",)
    assert usual_bots([caylus.load(village)], 2) == ("greedy", "random")


@pytest.mark.nightly
def test_a_ruleset_alone_is_looked_at_too(caylus_: Caylus, village: Path) -> None:
    done = caylus_("balance", village, "--games", 30, "--bots", "random", "--players", 2)
    told = " ".join(done.out.split())
    assert told.startswith(
        "The balance of Village 30 games of 2 players · by random bots · seed 1 · games of 1 or 3 were not played, and"
    )


@pytest.mark.nightly
def test_the_strongest_habit_of_each_ruleset_is_told(
    caylus_: Caylus, village: Path, twist: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(habits, "_WATCHED", 2)
    monkeypatch.setattr(habits, "_STAGES", ((1, 1),))
    done = caylus_("balance", village, twist, "--games", 30, "--bots", "random", "--json", "--habits")
    assert list(json.loads(done.out)["habits"]) == ["Village", "Village with Twist"]


def test_who_plays_alone_wins_nothing(caylus_: Caylus, village: Path, twist: Path) -> None:
    done = caylus_("balance", village, twist, "--games", 30, "--bots", "random", "--players", 1)
    assert done.code == 0
    assert "Twist\n  This variant changes the game.\n" in done.out
    assert " wins " not in done.out


def test_variants_below_stand_under_both_sides(caylus_: Caylus, tmp_path: Path, village: Path, twist: Path) -> None:
    more = write_variant(tmp_path, "change constant wage = 9", "wages")
    done = caylus_("balance", village, more, "--with", twist, "--games", 30, "--bots", "random", "--json")
    assert json.loads(done.out)["rulesets"][0]["title"] == "Village with Twist"


def test_the_games_end_when_the_verdicts_are_sure_unless_all_are_asked_for(caylus_: Caylus, village: Path, twist: Path) -> None:
    words = ("balance", village, twist, "--games", "90", "--bots", "random", "--json", "--within", "40%")
    early, whole = (json.loads(caylus_(*words, *more).out) for more in ((), ("--all",)))
    assert (early["games"], early["planned"], early["sure"]) == (60, 90, True)
    assert (whole["games"], whole["sure"]) == (90, False)


def test_a_precision_of_a_half_takes_four_times_the_games(caylus_: Caylus, village: Path) -> None:
    one, half = (
        json.loads(caylus_("balance", village, "--games", 30, "--bots", "random", "--json", "--precision", p).out)["parts"][0][
            "needed"
        ][0]
        for p in ("1%", "0.5")
    )
    assert one["label"] == half["label"] == "mean score"
    assert half["games"][0] == pytest.approx(4 * one["games"][0], rel=0.01)


@pytest.mark.nightly
def test_ctrl_c_reports_on_the_games_before_it(environment: dict[str, str], folder: Path, village: Path, twist: Path) -> None:
    words = ["balance", str(village), str(twist), "--games", "1000000", "--all", "--bots", "random"]
    process = pexpect.spawn(
        sys.executable, ["-m", "caylus_tools", *words], env=environment, cwd=str(folder), encoding="utf-8", timeout=60
    )
    process.expect(r"\d{3,}/1000000 games")
    process.sendintr()
    process.expect(r"The balance of Village.*ended early, 1,000,000 were planned")
    process.expect(r"caylus balance: stopped after \d+ of 1000000 games")
    process.expect(pexpect.EOF)
    process.wait()
    assert process.exitstatus == 130
    assert (folder / "balance.html").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "29"], "fewer than 30 games say nothing about a ruleset, and --games asks for 29"),
        (["--players", "7"], "Village is for 1 to 3 players, not 7"),
        (["--bots", "wizard"], "there is no bot `wizard`"),
        (["--out", "missing/report.html"], "missing/report.html cannot be written: there is no folder missing"),
        (["--out", "report.pdf"], "the report is a page of HTML, and report.pdf would not be opened as one: call it report.html"),
        (["--out", "folder.html"], "folder.html cannot be written: it is a folder"),
        (["--precision", "0%"], "'0%' is not a precision from 0.001% to 50%"),
        (["--precision", "nan"], "'nan' is not a precision"),
        (["--precision", "much"], "'much' is not a precision"),
        (["twist", "twist"], "twist is in the comparison already"),
        (["nowhere"], "there is no ruleset or variant `nowhere`"),
    ],
)
def test_what_is_asked_wrongly_is_said_before_any_game(
    caylus_: Caylus, folder: Path, village: Path, twist: Path, words: list[str], told: str
) -> None:
    (folder / "folder.html").mkdir()
    done = caylus_("balance", village, *[twist if word == "twist" else word for word in words])
    assert done.code == 2
    assert told in done.err.replace(f"{twist}", "twist")


def test_a_variant_for_other_numbers_of_players_is_named(caylus_: Caylus, village: Path, tmp_path: Path) -> None:
    alone = write_variant(tmp_path, 'change game "Village" for 1 to 1 players', "alone")
    done = caylus_("balance", village, alone, "--games", 30, "--players", 2)
    assert done.code == 2
    assert done.err == "caylus balance: Village with Twist is for 1 player, and cannot be compared in games of 2\n"
    together = caylus_("balance", village, alone, "--games", 30, "--bots", "random", "--json")
    assert json.loads(together.out)["players"] == 1


def test_the_sentences_are_not_lost_where_the_page_cannot_be_written(
    caylus_: Caylus, monkeypatch: pytest.MonkeyPatch, village: Path
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    done = caylus_("balance", village, "--games", 30, "--bots", "random", "--out", "report.html")
    assert done.code == 2
    assert done.out.startswith("The balance of Village\n")
    assert "report.html cannot be written: " in done.err


def test_a_rule_that_breaks_in_play_is_told_with_its_line(caylus_: Caylus, tmp_path: Path) -> None:
    done = caylus_("balance", write_game(tmp_path, rules=MAY_BREAK.replace("n > 10", "n > 0")), "--games", 30)
    assert done.code == 1
    assert re.search(r"--> village/rules\.rules:\d+", done.err)
    assert not (tmp_path / "balance.html").exists()


def test_every_colour_that_the_page_uses_is_defined_in_it(caylus_: Caylus, folder: Path, village: Path) -> None:
    caylus_("balance", village, "--games", "40", "--bots", "random")
    text = (folder / "balance.html").read_text(encoding="utf-8")
    drawn = "".join(re.findall(r"<svg.*?</svg>|^\.(?:balance|verdict|numbers|plot)[ ,{].*$", text, re.DOTALL | re.MULTILINE))
    assert set(re.findall(r"var\((--[a-z0-9-]+)", drawn)) <= set(re.findall(r"(--[a-z0-9-]+):", text))


DICE = """
resource coin
action main() {
  for each player in players { let eyes = random 1 to SIDES, choose { option take { gain eyes coin }, option leave { nothing } } }
  MORE
}
value score(player) = player.coin
"""
FAVOUR = "for each player in players { if player.number is 1 { gain 9 coin } }"


def played(games: int, sides: int, more: str = "nothing") -> Study:
    """A study of dice with four sides and nothing more, beside other dice."""
    rulesets = [
        tiny.rules(DICE.replace("SIDES", str(sides)).replace("MORE", more)) for sides, more in ((4, "nothing"), (sides, more))
    ]
    plans = [Plan(rules, 2, 1, ("random",) * 2) for rules in rulesets]
    study = Study(rulesets[:1], 2, 1, plans[0].policy, 1000)
    study.samples.append(Sample("Other dice", rulesets[1], 2))
    study.alike.append(0)
    for number in range(games):
        study.add(observe_all([plans], number)[0])
    return study


def test_looks_come_seldomer_and_the_last_is_at_all_games() -> None:
    assert looks(300) == [60, 90, 135, 202, 300]
    assert looks(60) == [60]
    assert looks(40) == [40]


@pytest.mark.parametrize(
    ("games", "sides", "more", "within", "sure"),
    [
        (60, 4, "nothing", 0.15, True),  # nothing changes
        (60, 4, FAVOUR, 0.01, True),  # a seat wins always
        (60, 9, "nothing", 0.15, False),  # who knows
        (60, 9, "nothing", 0.5, True),  # hardly so much
    ],
)
def test_a_verdict_is_sure_where_a_change_of_who_wins_is_found_or_ruled_out(
    games: int, sides: int, more: str, within: float, sure: bool
) -> None:
    assert is_sure([played(games, sides, more)], within) is sure
