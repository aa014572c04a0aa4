"""Texts spoilt by chance: letters, words, lines and whole passages lost, doubled, moved, exchanged, or made monstrous."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from .originals import WORD

MOST = 600_000
"""Letters after which a text grows no further: more than any file may have."""

NUMBERS = ("0", "-1", "1.5", "1e9", "007", "1000000", "1000001", "2147483648", "9" * 30, "9" * 5000, "-" * 50 + "1")
ODD = (
    "\0", "\x07", "\x1b[31m", "\x7f", "\u00ad", "\u200b", "\u202e", "\u2028", "\ufeff", "\ufffe", "\udc80", "\udcff", "\U0010ffff",
    "é", "ß", "日本", "א", "𝕏", "e\u0301", "\r", "\r\n", "\t", "\x85", "\\", '"', "'", "`", "{}", "%", "{player", "\\N{DASH}", "’",
)  # fmt: skip
BRACKETS = ("()", "[]", "{}", "<>", '""', "''")
TRAPS = (
    "&a ", "*a ", "<<: *a\n", "!!python/object/apply:os.system [x] ", "!!binary ", "! ", "---\n", "...\n", "%YAML 1.1\n---\n",
    "? ", "- ", "| \n", ">-\n", "@", "a: &a [*a]\n", "no", "1:30", "0x1F", "2024-01-01", "~", "null", "{a: b, a: c}", "$ref: 'file:///etc/passwd'\n",
)  # fmt: skip


def spoilt(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    """The text after one to eight accidents, mostly few. `words` and passages of `others` get into it."""
    for _ in range(random.choice((1, 1, 1, 1, 2, 2, 3, 8))):
        text = random.choice(_ACCIDENTS)(random, text, words, others)[:MOST]
    return text


def spoilt_bytes(random: Random, text: str) -> bytes:
    """A text as bytes, some of which have gone wrong."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    match random.randrange(6):
        case 0:
            return text.encode(random.choice(("utf-16", "utf-32-be", "utf-8-sig")), "surrogatepass")
        case 1:
            return bytes(data[: random.randint(0, len(data))])
        case _:
            for _ in range(random.choice((1, 1, 2, 10, 200))):
                if data:
                    data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(data)


# ---- accidents


def _a_letter(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    place = random.randint(0, len(text))
    return text[:place] + random.choice(("", "", random.choice(ODD), text[place : place + 1] * 2)) + text[place + 1 :]


def _a_word(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    """A word left out, doubled, or another in its place."""
    found = list(WORD.finditer(text)) if text else []
    if not found:
        return random.choice(words)
    word = random.choice(found)
    instead = random.choice(("", f"{word[0]} {word[0]}", random.choice(words), random.choice(words), word[0][::-1]))
    return text[: word.start()] + instead + text[word.end() :]


def _two_words(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    """Two words in each other's place, neighbours or not."""
    found = list(WORD.finditer(text))
    if len(found) < 2:
        return text
    first = random.randrange(len(found) - 1)
    one, other = found[first], found[random.choice((first + 1, random.randrange(first + 1, len(found))))]
    return text[: one.start()] + other[0] + text[one.end() : other.start()] + one[0] + text[other.end() :]


def _a_number(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    found = [word for word in WORD.finditer(text) if word[0].isdigit()]
    if not found:
        return text + random.choice(NUMBERS)
    number = random.choice(found)
    instead = random.choice((*NUMBERS, str(random.randint(0, 9)), str(random.randint(0, 9))))
    return text[: number.start()] + instead + text[number.end() :]


def _a_line(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    """A line left out, doubled, moved, indented or one from elsewhere."""
    lines = text.split("\n")
    place = random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            del lines[place]
        case 1:
            lines.insert(random.randint(0, len(lines)), lines[place])
        case 2:
            lines.insert(random.randint(0, len(lines) - 1), lines.pop(place))
        case 3:
            lines[place] = random.choice(("  ", "\t", " " * 70)) + lines[place]
        case 4:
            lines[place] = lines[place].strip()
        case _:
            lines.insert(place, random.choice(random.choice(others).split("\n")))
    return "\n".join(lines)


def _a_passage(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    """A passage left out, doubled, in another place, or one of another text."""
    start, end = sorted(random.randint(0, len(text)) for _ in range(2))
    end = min(end, start + random.choice((20, 200, 2000, 20000)))
    other = random.choice(others)
    from_ = random.randint(0, len(other))
    passages = ("", text[start:end] * 2, other[from_ : from_ + random.choice((20, 200, 2000))])
    return text[:start] + random.choice(passages) + text[end:]


def _an_end(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    return text[: random.randint(0, len(text))]


def _brackets(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    """Brackets around a passage, or left open, very many of them or few."""
    opening, closing = random.choice(BRACKETS)
    depth = random.choice((1, 1, 3, 33, 65, 300, 5000, 100_000))
    start, end = sorted(random.randint(0, len(text)) for _ in range(2))
    inside = text[start : min(end, start + 300)]
    around = (opening * depth + inside + closing * depth, opening * depth + inside, inside + closing * depth)
    return text[:start] + random.choice(around) + text[start + len(inside) :]


def _very_often(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    """A word or a line over and over."""
    times = random.choice((3, 30, 300, 3000, 30_000))
    lines = text.split("\n")
    place = random.randrange(len(lines))
    if random.random() < 0.5:
        lines[place] = "\n".join([lines[place]] * min(times, 1 + MOST // (len(lines[place]) + 1)))
    else:
        found = WORD.findall(lines[place]) or [random.choice(words)]
        lines[place] += random.choice(("", " ", " + ", ", ", " and ", ".")).join([random.choice(found)] * times)
    return "\n".join(lines)


def _a_trap(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    """A word between others that YAML makes something else of."""
    found = [0, *(word.start() for word in WORD.finditer(text))]
    place = random.choice(found)
    return text[:place] + random.choice(TRAPS) + text[place:]


def _a_long_word(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    return _put(random, text, random.choice("xX_9\"'é-# ") * random.choice((65, 301, 5000, 300_000)))


def _an_odd_word(random: Random, text: str, words: Sequence[str], others: Sequence[str]) -> str:
    return _put(random, text, random.choice(ODD))


def _put(random: Random, text: str, word: str) -> str:
    place = random.randint(0, len(text))
    return text[:place] + word + text[place:]


Accident = Callable[[Random, str, Sequence[str], Sequence[str]], str]
_ACCIDENTS: tuple[Accident, ...] = (
    *[_a_word] * 4, *[_two_words] * 3, *[_a_number] * 4, *[_a_line] * 4, _a_letter, _a_passage, _a_passage, _an_end,
    _brackets, _very_often, _a_trap, _a_long_word, _an_odd_word,
)  # fmt: skip
