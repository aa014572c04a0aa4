"""Faults sown into the shipped rulesets, and what a check finds of them."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from typing import NamedTuple

from caylus import Diagnostic
from caylus.loading import library
from caylus.parser.lalr import keywords
from caylus.parser.lexer import scan
from caylus.parser.parse import parse
from caylus.parser.tokens import Token

RULESETS = Path(__file__).parents[2] / "rulesets"
SIGNS = "{}()[]=<>+-*/|.,:;!?"
UNKNOWN_NAME = ("E0204", "E0205")


class Seed(NamedTuple):
    """A change to one file: `text` instead of what stands from `start` to `end`; `name` is the one misspelt, if it is one."""

    path: str
    definition: int
    line: int
    start: int
    end: int
    text: str
    name: str = ""


@dataclass
class Tally:
    """`exact` and `near` count the seeds found in their line, and at most one line off; `spurious` what no seed explains.

    Of the `names` misspelt, `mended` were guessed.
    """

    seeds: int = 0
    exact: int = 0
    near: int = 0
    reports: int = 0
    spurious: int = 0
    names: int = 0
    mended: int = 0


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
            return seed(after + len(following[0].text), following[0].text + (text[end:after] or " ") + token.text)
        case _:
            return seed(end, mistype_word(rng, token.text))


def mistype_word(rng: random.Random, word: str) -> str:
    if word[0] == '"':
        return word[:-1]
    if not word.isidentifier():
        return rng.choice(SIGNS)
    i = rng.randrange(len(word))
    letter = rng.choice(ascii_lowercase)
    return rng.choice((word[:i] + word[i + 1 :], word[:i] + letter + word[i:], word[:i] + letter + word[i + 1 :]))


def misnomer(rng: random.Random, path: str, text: str, nonsense: bool = False) -> Seed | None:
    """A name with one letter wrong, or another word altogether, which is no name then."""
    tokens, starts, heads = words(text)
    token = rng.choice([token for token in tokens if token.type == "NAME"])
    word = "".join(rng.choices(ascii_lowercase, k=rng.randint(3, 12))) if nonsense else mistype_word(rng, token.text)
    if not word.isidentifier() or word in keywords():
        return None
    start = starts[token.line - 1] + token.column - 1
    return Seed(path, bisect_right(heads, token.line), token.line, start, start + len(token.text), word, token.text)


def nonsense(rng: random.Random, path: str, text: str) -> Seed | None:
    return misnomer(rng, path, text, nonsense=True)


Sower = Callable[[random.Random, str, str], Seed | None]
Apart = Callable[[Seed, Seed], bool]


def sown(rng: random.Random, texts: dict[str, str], count: int, is_apart: Apart, sowers: Sequence[Sower] = (slip,)) -> list[Seed]:
    """So many seeds, each of which is a fault by itself."""
    seeds: list[Seed] = []
    while len(seeds) < count:
        path = rng.choices(list(texts), [len(text) for text in texts.values()])[0]
        seed = rng.choice(sowers)(rng, path, texts[path])
        if seed is None or not all(is_apart(seed, other) for other in seeds if other.path == path):
            continue
        if find_report(seed, find_faults(texts, [seed])) if seed.name else parse(with_seeds(texts[path], [seed]), path)[1]:
            seeds.append(seed)
    return seeds


def find_faults(texts: dict[str, str], seeds: list[Seed]) -> list[Diagnostic]:
    """The errors that a check finds in a copy of a ruleset with seeds sown."""
    with TemporaryDirectory() as folder:
        for path, text in texts.items():
            Path(folder, Path(path).name).write_text(with_seeds(text, [seed for seed in seeds if seed.path == path]))
        Path(folder, "ruleset.yaml").write_text(Path(path).with_name("ruleset.yaml").read_text())
        return [fault for fault in library.check_path(folder).diagnostics if fault.is_error]


def find_report(seed: Seed, faults: list[Diagnostic]) -> Diagnostic | None:
    """The fault that tells of a misspelt name where it stands."""
    return next(
        (f for f in faults if f.code in UNKNOWN_NAME and _is_reported_at(f, seed) and f"`{seed.text}`" in f.message), None
    )


def _is_reported_at(fault: Diagnostic, seed: Seed) -> bool:
    return fault.span is not None and (Path(fault.span.file).name, fault.span.line) == (Path(seed.path).name, seed.line)


def with_seeds(text: str, seeds: list[Seed]) -> str:
    for seed in sorted(seeds, key=lambda seed: seed.start, reverse=True):
        text = text[: seed.start] + seed.text + text[seed.end :]
    return text


def are_in_two_definitions(one: Seed, other: Seed) -> bool:
    return one.definition != other.definition


def are_on_two_lines(one: Seed, other: Seed) -> bool:
    return one.line != other.line


def trial(copies: int, is_apart: Apart, sowers: Sequence[Sower] = (slip,), random_seed: int = 1) -> Tally:
    """Sows twelve faults into each copy of a ruleset, and compares them with what a check reports."""
    rng = random.Random(random_seed)
    tally = Tally()
    for _ in range(copies):
        texts = ruleset(rng.choice(("classic", "1303")))
        seeds = sown(rng, texts, 12, is_apart, sowers)
        faults = find_faults(texts, seeds)
        for file in {Path(path).name for path in texts} | {Path(f.span.file).name for f in faults if f.span}:
            mine = [seed.line for seed in seeds if Path(seed.path).name == file]
            compare(tally, mine, [f.span.line for f in faults if f.span and Path(f.span.file).name == file])
        for seed in (seed for seed in seeds if seed.name):
            told = find_report(seed, faults)
            tally.names += 1
            tally.mended += told is not None and told.help == f"did you mean `{seed.name}`?"
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


def guesses_at_nonsense(count: int, random_seed: int = 1) -> int:
    """For how many of so many names that nobody could have meant a check has a guess."""
    rng = random.Random(random_seed)
    texts = ruleset("classic")
    seeds = (sown(rng, texts, 1, are_on_two_lines, (nonsense,)) for _ in range(count))
    told = (find_report(seed, find_faults(texts, [seed])) for (seed,) in seeds)
    return sum(fault is not None and "did you mean" in fault.help for fault in told)


if __name__ == "__main__":
    for is_apart in (are_in_two_definitions, are_on_two_lines):
        for sowers in ((slip,), (misnomer,), (slip, misnomer)):
            print(is_apart.__name__, *(sower.__name__ for sower in sowers), trial(50, is_apart, sowers))
    print("guesses at 300 random words:", guesses_at_nonsense(300))
