"""The characters that a text may hold, and escapes for the others.

Texts of rules, documents and people hold nothing that cannot be seen: what a reader reads is what is there. File names,
arguments and what other programs say cannot be refused; they are made visible where they are written out.
"""

from __future__ import annotations

import re

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
