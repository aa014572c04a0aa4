"""Rulesets that go to the bounds of engines, by number: endless loops, deep frames, large numbers, long lists, large supplies.

Some are cut off at last, or lose their bytes.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

from .inputs import Input
from .spoiling import spoilt, spoilt_bytes

PRODUCTIONS = Path(__file__).with_name("extremes.txt")
MANIFEST = "name: made\ntitle: Made\nversion: 1.0.0\nlanguage: 1\nseats: [Ann, Ben, Cem]\nrules: [made.rules]\n"
SPOILT = 0.2
"""How often the text goes wrong in the end."""


@cache
def read_productions() -> dict[str, list[str]]:
    """The ways to write each sort of thing."""
    sections = re.split(r"^== (\w+)\n", PRODUCTIONS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {sort: text.strip().split("\n") for sort, text in zip(sections[::2], sections[1::2], strict=True)}


class Writer:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._names = 0

    def write(self, sort: str, depth: int) -> str:
        """A thing of a sort. Where there is no room for others inside it, it is one that has none, or the first."""
        ways = read_productions()[sort]
        way = self._random.choice(ways if depth > 0 else [one for one in ways if "{" not in one] or ways[:1])
        self._names += 1
        text = way.replace("@", str(self._names))
        return re.sub(r"{(\w+)}", lambda hole: self.write(hole[1], depth - 1), text)


def extreme(number: int) -> Input:
    """The ruleset of that number."""
    random = Random(number)
    text = Writer(random).write("ruleset", random.choice((4, 5, 6)))
    text = text.translate({ord("«"): "{", ord("»"): "}", ord(";"): "\n"})
    data = text.encode()
    if random.random() < SPOILT:
        words = re.findall(r"\w+|\S", text)
        data = spoilt(random, text, words, (text,)).encode("utf-8", "surrogatepass")
        data = spoilt_bytes(random, text) if random.random() < 0.5 else data
    return Input(number, "extremes", "made", None, {"made/ruleset.yaml": MANIFEST.encode(), "made/made.rules": data})
