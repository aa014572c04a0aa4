"""Words that messages are made of: joined names, the word somebody probably meant, and characters that are shown as escapes.

Texts of rules, documents and people hold nothing that cannot be seen: what a reader reads is what is there. File names,
arguments and what other programs say cannot be refused; they are made visible where they are written out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from caylus.limits import MOST_NAMED


def with_article(word: str) -> str:
    return f"{'an' if word[0].lower() in 'aeiou' else 'a'} {word}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Such as `a, b and c`."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def having(names: Sequence[str]) -> str:
    """The things there are, for a message about one that is not; empty where there is nothing."""
    shown = [f"`{name}`" for name in names[:MOST_NAMED]]
    return f"it has {join_words(shown) if len(names) <= MOST_NAMED else ', '.join([*shown, '…'])}" if names else ""


def as_words(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate a few typing slips away from `word`, or None where nothing is near enough to be worth saying.

    A slip is a letter added, left out, changed, or swapped with its neighbour. Fewer than half of the letters may
    be slips; among equally near candidates one of the same length is taken, then the first in the alphabet.
    """
    folded = _fold_case(word)
    best, fewest = None, (len(folded) + 1) // 2
    for candidate in sorted(set(candidates) - {word}, key=lambda c: (abs(len(c) - len(word)), c)):
        slips = _slips(folded, _fold_case(candidate), fewest)
        if slips < fewest:
            best, fewest = candidate, slips
    return best


def is_slip(word: str, meant: str) -> bool:
    """Return whether one is the other with a single slip; words that differ by a last `s` are two words."""
    return word.removesuffix("s") != meant.removesuffix("s") and _slips(_fold_case(word), _fold_case(meant), 2) < 2


def _fold_case(word: str) -> str:
    return word.lower().replace("_", "")


def _slips(a: str, b: str, limit: int) -> int:
    """The fewest slips that turn `a` into `b`, or `limit` if there are as many or more."""
    if abs(len(a) - len(b)) >= limit:
        return limit
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            slips = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                slips = min(slips, earlier[j - 2] + 1)
            row.append(slips)
        if min(row) >= limit:
            return limit
    return min(row[-1], limit)


_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_FORMATS = (
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_OTHERS = "\u2028\u2029\ud800-\udfff\ufffe\uffff"
"""Line and paragraph separators, halves of letters, and what is no letter at all."""
_HIDDEN = re.compile(f"[{_CONTROLS}{_FORMATS}{_OTHERS}]|\r(?!\n)")
_SPACES = re.compile("[\t\n\r]")
_COMMAND = re.compile(r"^(\s*):(?=:)|#(?=#\[)")
"""What a build service could take for an order to itself: `::` at the start of a line, `##[` anywhere."""


def first_hidden(text: str) -> re.Match[str] | None:
    """The first letter that cannot be seen: controls but tabs and line ends, format and separator letters, half a letter."""
    return _HIDDEN.search(text)


def is_line(text: str) -> bool:
    """Return whether a text is one line of letters that can be seen, and blanks."""
    return not (_HIDDEN.search(text) or _SPACES.search(text))


def escape_invisible(text: str) -> str:
    """The text with what cannot be seen spelled out, as in `\\x1b`; tabs and line ends stay."""
    return _HIDDEN.sub(_letter, text)


def visible(text: str) -> str:
    """The text as one line that does nothing to a terminal or a log: tabs and line ends are spelled out, too."""
    text = _SPACES.sub(_letter, escape_invisible(text))
    return _COMMAND.sub(lambda found: f"{found[1] or ''}\\x{ord(found[0][-1]):02x}", text)


def _letter(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()
