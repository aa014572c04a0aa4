"""Faults sown into the shipped rulesets, and how many of them a parse finds."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from string import ascii_lowercase
from typing import NamedTuple

from caylus.lang.parse import parse
from caylus.lang.tokens import Token, scan

RULESETS = Path(__file__).parents[2] / "rulesets"
SIGNS = "{}()[]=<>+-*/|.,:;!?"


class Seed(NamedTuple):
    """A change to one file: `text` instead of what stands from `start` to `end`."""

    path: str
    definition: int
    line: int
    start: int
    end: int
    text: str


@dataclass
class Tally:
    """`exact` and `near` count the seeds found in their line, and at most one line off; `spurious` what no seed explains."""

    seeds: int = 0
    exact: int = 0
    near: int = 0
    reports: int = 0
    spurious: int = 0


@cache
def ruleset(name: str) -> dict[str, str]:
    """The texts of a shipped ruleset, by path."""
    return {str(path): path.read_text(encoding="utf-8") for path in sorted((RULESETS / name).glob("*.rules"))}


@cache
def words(text: str) -> tuple[tuple[Token, ...], tuple[int, ...], tuple[int, ...]]:
    """The tokens of a text, the offset of each of its lines, and the lines where definitions begin."""
    tokens = tuple(token for token in scan(text, "").tokens if token.type != "_NL")
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    heads = tuple(token.line for token in tokens if token.column == 1 and token.type != "RBRACE")
    return tokens, tuple(starts), heads


def slip(rng: random.Random, path: str, text: str) -> Seed | None:
    """A token left out, doubled, swapped with the next, or with one letter wrong."""
    tokens, starts, heads = words(text)
    number = rng.randrange(len(tokens))
    token = tokens[number]
    start = starts[token.line - 1] + token.column - 1
    end = start + len(token.text)
    seed = partial(Seed, path, bisect_right(heads, token.line), token.line, start)
    match rng.choice(("leave out", "double", "swap", "mistype")):
        case "leave out":
            return seed(end, "")
        case "double":
            return seed(end, f"{token.text} {token.text}")
        case "swap":
            following = tokens[number + 1 : number + 2]
            if not following or following[0].line != token.line:
                return None
            after = starts[token.line - 1] + following[0].column - 1
            return seed(after + len(following[0].text), following[0].text + text[end:after] + token.text)
        case _:
            return seed(end, mistyped(rng, token.text))


def mistyped(rng: random.Random, word: str) -> str:
    if word[0] == '"':
        return word[:-1]
    if not word.isidentifier():
        return rng.choice(SIGNS)
    i = rng.randrange(len(word))
    letter = rng.choice(ascii_lowercase)
    return rng.choice((word[:i] + word[i + 1 :], word[:i] + letter + word[i:], word[:i] + letter + word[i + 1 :]))


def sown(rng: random.Random, texts: dict[str, str], count: int, is_apart: Callable[[Seed, Seed], bool]) -> list[Seed]:
    """That many slips, each of which is a fault by itself."""
    seeds: list[Seed] = []
    while len(seeds) < count:
        path = rng.choices(list(texts), [len(text) for text in texts.values()])[0]
        seed = slip(rng, path, texts[path])
        if seed is None or not all(is_apart(seed, other) for other in seeds if other.path == path):
            continue
        if parse(with_seeds(texts[path], [seed]), path)[1]:
            seeds.append(seed)
    return seeds


def with_seeds(text: str, seeds: list[Seed]) -> str:
    for seed in sorted(seeds, key=lambda seed: seed.start, reverse=True):
        text = text[: seed.start] + seed.text + text[seed.end :]
    return text


def in_another_definition(one: Seed, other: Seed) -> bool:
    return one.definition != other.definition


def in_another_line(one: Seed, other: Seed) -> bool:
    return one.line != other.line


def trial(copies: int, is_apart: Callable[[Seed, Seed], bool], random_seed: int = 1) -> Tally:
    """Sows twelve faults into each copy of a ruleset, and compares them with what is reported."""
    rng = random.Random(random_seed)
    tally = Tally()
    for _ in range(copies):
        texts = ruleset(rng.choice(("classic", "1303")))
        seeds = sown(rng, texts, 12, is_apart)
        for path, text in texts.items():
            mine = [seed for seed in seeds if seed.path == path]
            _, faults = parse(with_seeds(text, mine), path)
            compare(tally, [seed.line for seed in mine], [fault.span.line for fault in faults if fault.span])
    return tally


def compare(tally: Tally, sown_lines: list[int], told_lines: list[int]) -> None:
    """Each report explains one seed; the nearest first."""
    tally.seeds += len(sown_lines)
    tally.reports += len(told_lines)
    for off in (0, 1):
        for line in list(sown_lines):
            if told := next((told for told in told_lines if abs(told - line) == off), None):
                sown_lines.remove(line)
                told_lines.remove(told)
                tally.exact += off == 0
                tally.near += 1
    tally.spurious += len(told_lines)


if __name__ == "__main__":
    for rule in (in_another_definition, in_another_line):
        print(rule.__name__, trial(50, rule))
