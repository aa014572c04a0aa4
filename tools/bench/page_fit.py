"""Check that a page shows what its options name: `python tools/bench/page_fit.py classic 1303` plays games and reads in Chromium.

At every fifth decision, on a screen and on a phone: the text, price and gain of each option, and of each thing that an option
names the effect, the worth and the price. Each has to be readable in the box of the option (its button, its place on the board),
or after one press: a pointer or a finger that rests, a click, the list unfolded. Words that are cut off do not count, words that
can be scrolled to do.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "interpreter"), str(ROOT / "tools"), str(ROOT / "tests")]

import caylus  # noqa: E402
from caylus_tools.bots import bot_named  # noqa: E402
from caylus_tools.server.picture import make_picture  # noqa: E402
from caylus_tools.server.storage.store import Store  # noqa: E402
from caylus_tools.server.tables.message import render_options  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402
from support.browsing import chromium  # noqa: E402
from support.serving.process import Server  # noqa: E402

READS = Path(__file__).with_suffix(".js")
POST = """async ([path, bodies]) => {
  const headers = { "Content-Type": "application/json", "X-Caylus": "1" };
  let told = null;
  for (const body of bodies) {
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    told = await answer.json();
    if (!answer.ok) throw new Error(`refused with ${answer.status}: ${JSON.stringify(told)}`);
  }
  return told;
}"""
UNLIMITED = [
    f"--limit={name}=1000"
    for name in ("requests_per_second", "choices_per_second", "tables_per_hour", "public_tables_per_hour", "seats_per_hour")
]
AT_ONCE, ONE_PRESS, NOT = range(3)
FAULTS = {
    "cut": "words cut off in choices",
    "burst": "choices that do not hold their words",
    "covered": "choices that a press does not reach",
    "sideways": "boxes that scroll sideways",
    "small": "targets under 44 px",
}
FIRST = 10
"""So many of what cannot be read are listed."""

Ways = list[list[str]]
"""Ways to say something: each is texts that all have to be there."""


class Named(NamedTuple):
    """Something that an option tells or names, and what has to be read of it: each in one of several ways."""

    name: str
    parts: Mapping[str, Ways]


@dataclass
class Count:
    """The findings of one size of the screen."""

    decisions: int = 0
    options: int = 0
    levels: dict[str, Counter[int]] = field(default_factory=lambda: {"options' own words": Counter(), "things named": Counter()})
    unread: list[str] = field(default_factory=list)
    faults: dict[str, Counter[str]] = field(default_factory=lambda: {fault: Counter() for fault in FAULTS})
    where: dict[str, str] = field(default_factory=dict)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5], help="numbers of players, in turn")
    parser.add_argument("--every", type=int, default=5)
    parser.add_argument("--bots", default="greedy", help="the bot that plays every seat")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder, Server(Path(folder), None, *UNLIMITED) as server, chromium() as browser:
        for name in arguments.rulesets:
            rules = caylus.load(name)
            counts = {size: Count() for size in ("1300x900", "390x844")}
            for number in range(arguments.games):
                players = arguments.players[number % len(arguments.players)]
                with _open_table(browser, server, name, players) as table:
                    _play(rules, players, number, arguments, counts, table)
            for size, count in counts.items():
                _print(name, size, count)


def _play(
    rules: caylus.Ruleset, players: int, number: int, arguments: argparse.Namespace, counts: Mapping[str, Count], table: _Table
) -> None:
    """Plays a game at a table of the server, and reads both pages of whoever decides."""
    picture = make_picture(rules, players)
    game = rules.new_game(players, table.seed)
    bots = [bot_named(arguments.bots, number + seat) for seat in range(players)]
    made: list[dict[str, Any]] = []
    asked = 0
    while game.decision is not None:
        if game.decision.usual is not None:  # the table takes it unasked
            game.choose(game.decision.usual.id)
            continue
        asked += 1
        if asked % arguments.every == 1 % arguments.every:
            table.screen.evaluate(POST, [f"/api/tables/{table.name}/choose", made])
            made.clear()
            options = render_options(game, game.decision)
            when = f"game {number} (of {players}, seed {table.seed}), choice {len(game.chosen)}"
            for count, page in zip(counts.values(), (table.screen, table.phone), strict=True):
                _read(page, options, picture, game.view(game.decision.player), count, when)
        option = game.decision.options[bots[game.seat](game)].id
        at = len(game.chosen)
        made.append({"seat": game.decision.player, "revision": at, "option": option, "key": f"choice{at}"})
        game.choose(option)


class _Table(NamedTuple):
    """A table with its two pages, on a screen and on a phone, and the seed of its game."""

    name: str
    seed: int
    screen: Page
    phone: Page


@contextmanager
def _open_table(browser: Browser, server: Server, base: str, players: int) -> Iterator[_Table]:
    """A table of a visitor who has every seat."""
    screen = browser.new_context(base_url=server.address, viewport={"width": 1300, "height": 900}, reduced_motion="reduce")
    phone = browser.new_context(
        base_url=server.address, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    try:
        pages = screen.new_page(), phone.new_page()
        pages[0].goto("/")
        seat = {"kind": "person", "label": "", "policy": None, "mine": True}
        order = {"base": base, "variants": [], "seats": [seat] * players, "public": False, "spectators": False}
        name = str(pages[0].evaluate(POST, ["/api/tables", [order]])["table"])
        phone.add_cookies(screen.cookies())  # type: ignore[arg-type]  # what it gives is what it takes
        for page in pages:
            page.add_init_script(path=READS)
            page.goto(f"/table/{name}")
        with closing(Store(server.database)) as store:
            seed = store.seed(name)
        yield _Table(name, seed, *pages)
    finally:
        screen.close()
        phone.close()


def _read(
    page: Page, options: list[dict[str, Any]], picture: Mapping[str, Any], view: Mapping[str, Any], count: Count, when: str
) -> None:
    """Reads each option without a press, and what is then left after one."""
    places = dict(_places(picture, view))
    page_data = page.evaluate("options => pageFit.look(options)", options)
    wanted = [[_own_words(option, picture, places), *_things(option, picture, places)] for option in options]
    left = [
        number
        for number, told in enumerate(page_data["told"])
        if any(_missing(named, [told["text"]]) for named in wanted[number])
    ]
    presses = page.evaluate("options => pageFit.press(options)", [options[number] for number in left])
    pressed = dict(zip(left, presses["made"], strict=True))
    count.decisions += 1
    count.options += len(options)
    for number, option in enumerate(options):
        told = page_data["told"][number]
        for at, named in enumerate(wanted[number]):
            level, missing = _level(named, told["text"], pressed.get(number, []))
            count.levels["things named" if at else "options' own words"][level] += 1
            if level == NOT:
                count.unread.append(f"{when}: {option['text']!r}, {named.name}: {', '.join(missing)}")
        for fault in ("cut", "covered", "burst"):
            _note(count, fault, [f"{option['name']}: {what}" for what in told[fault]], when)
    _note(count, "small", sorted({*page_data["small"], *presses["small"]}), when)
    _note(count, "sideways", page_data["sideways"], when)


def _note(count: Count, fault: str, examples: list[str], when: str) -> None:
    for what in examples:
        count.faults[fault][what] += 1
        count.where.setdefault(f"{fault} {what}", when)


def _level(definition: Named, text: str, presses: list[str]) -> tuple[int, list[str]]:
    """How many presses it takes until all of something is read, and what is missing then."""
    missing = _missing(definition, [text])
    if not missing:
        return AT_ONCE, []
    least = min((_missing(definition, [text, more]) for more in presses), key=len, default=missing)
    return (NOT, least) if least else (ONE_PRESS, [])


def _missing(named_words: Named, texts: list[str]) -> list[str]:
    """The parts of something that no text of a page says, in any of the ways."""
    told = "|".join(texts).casefold()
    return [part for part, ways in named_words.parts.items() if not any(all(_bare(one) in told for one in way) for way in ways)]


def _bare(text: str) -> str:
    return "".join(text.split()).casefold()


# ---- what has to be read


def _places(picture: Mapping[str, Any], view: Mapping[str, Any]) -> Iterator[tuple[str, tuple[dict[str, Any], str | None]]]:
    """The places of the rows that a view shows, each with the thing that lies there."""
    rows = {**view["rows"]}
    for player in view["players"]:
        rows |= {f"{player['name']} {name}": row for name, row in player.get("rows", {}).items()}
    for name, row in picture["rows"].items():
        for space, now in zip(row["spaces"], rows.get(name, ()), strict=False):
            yield space["name"], (space, now.get(row["head"]) if row["head"] else None)


def _own_words(option: Mapping[str, Any], picture: Mapping[str, Any], places: Mapping[str, Any]) -> Named:
    """The text of an option, or the title of what it names; its price, its gain, and what keeps its player from it."""
    names = [thing for thing, _ in _named(option, picture, places)]
    titles = [[picture["things"][name]["title"]] for name in names]
    spaces = [[places[cell][0]["title"] if cell in places else picture["words"].get(cell, cell)] for cell in option["cells"]]
    numbers = [[word] for word in option["text"].rstrip(")").split() if word.isdigit()]
    parts: dict[str, Ways] = {"text": [[option["text"]], *titles, *spaces, *numbers]}
    if option["pays"]:
        parts["price"] = [_amounts(picture, option["pays"])]
    if option["gains"]:
        parts["gain"] = [_amounts(picture, option["gains"])]
    if option["obstacle"]:
        parts["obstacle"] = [[option["obstacle"]]]
    return Named("itself", parts)


def _things(option: Mapping[str, Any], picture: Mapping[str, Any], places: Mapping[str, Any]) -> Iterator[Named]:
    """The things that an option names, each with its effect, its worth, and its price as long as that is to be paid."""
    for name, place in _named(option, picture, places):
        thing = picture["things"][name]
        sides = [side["face"] for side in thing["sides"]]
        faces = [[_line(line) for line in face] for face in ([thing["face"], *sides] if thing["whole"] else [])]
        parts: dict[str, Ways] = {}
        if thing["does"]:
            parts["effect"] = [thing["does"], *faces]
        for fact in thing["facts"]:
            if fact["price"] and (option["pays"] or place is not None):
                continue  # what has to be paid is a word of the option; what lies on the table is paid for
            amounts = [_amounts(picture, way) for way in fact["ways"] if len(fact["ways"]) == 1]
            parts["price" if fact["price"] else f"{fact['of']}"] = [[fact["text"]], *amounts]
        if parts:
            yield Named(thing["title"], parts)


def _named(option: Mapping[str, Any], picture: Mapping[str, Any], places: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """The things that an option names, or that lie on the places that it names, each once and with the place."""
    seen = set()
    values = [one for value in option["choices"].values() for one in (value if isinstance(value, list) else [value])]
    for name in [*values, *option["cells"]]:
        place = name if name in places else None
        thing = places[name][1] if place else name
        if isinstance(thing, str) and thing in picture["things"] and thing not in seen:
            seen.add(thing)
            yield thing, place


def _amounts(picture: Mapping[str, Any], many: Mapping[str, int]) -> list[str]:
    """Amounts as a page says them: the number and the name of the icon after it."""
    counted = {one["name"]: one for one in [*picture["resources"], *picture["groups"]]}
    titles = ((counted.get(name, {"title": name}), number) for name, number in many.items())
    return [f"{number}{of['title'] if number == 1 else of.get('plural') or of['title']}" for of, number in titles]


def _line(line: list[dict[str, Any]]) -> str:
    return "".join("→" if "arrow" in part else part.get("n") or part.get("label") or part.get("word", "") for part in line)


# ---- what was found


def _print(name: str, size: str, count: Count) -> None:
    print(f"{name}, {size}: {count.decisions} decisions, {count.options} options")
    for what, levels in count.levels.items():
        told = f"{levels[AT_ONCE]} at once, {levels[ONE_PRESS]} after one press, {levels[NOT]} not"
        print(f"  {what}: {levels.total()}, readable {told}")
    for line in count.unread[:FIRST]:
        print(f"    not: {line}")
    for fault, examples in count.faults.items():
        print(f"  {FAULTS[fault]}: {examples.total()}")
        for what, times in examples.most_common(FIRST):
            print(f"    {times} times {what} ({count.where[f'{fault} {what}']})")


if __name__ == "__main__":
    main()
