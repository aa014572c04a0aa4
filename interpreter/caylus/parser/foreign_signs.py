"""Signs that other languages have and this one has not: what to say of each, and what it was meant to be."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix
from caylus.limits import LONGEST_NAME

from .tokens import Token

_LOOKS_LIKE = dict(zip("аАВСсеЕНһіІјЈКкМоОрРѕЅТуУхХΑΒΕΖΗΙΚΜΝΟοΡΤΥΧν", "aABCceEHhiIjJKkMoOpPsSTyYxXABEZHIKMNOoPTYXv", strict=True))
"""Letters of other scripts, with the letter of ours that looks the same."""
_QUOTES = "a text stands in double quotes"


class _Sign(NamedTuple):
    help: str
    meant: str = ""


_SIGNS = {
    "!=": _Sign("to say that things differ, write `is not`", "is not"),
    "!": _Sign("to deny something, write `not`", "not "),
    "&&": _Sign("to join conditions, write `and`", "and"),
    "&": _Sign("to join conditions, write `and`", "and"),
    ";": _Sign("statements are separated by a line end or a comma"),
    "'": _Sign(f'{_QUOTES}: `"like this"`'),
}


def read_sign(token: Token, behind: str, path: str) -> tuple[Diagnostic, list[Token]]:
    """The message about a sign, and the tokens to go on with; `behind` is what follows it on its line."""
    if token.type == "REMARK":
        return _remark(token, path), []
    if token.type == "QUOTED":
        return _fix_quote(token, path)
    if token.text[0] == ";" and not token.text.strip(";"):
        return _semicolon(token, behind, path)
    if token.text.isalpha():
        return _letters(token, path), []
    sign = _SIGNS.get(token.text) or _Sign(_SIGNS[token.text[0]].help if token.text[0] in _SIGNS else "")
    fix = _make_fix(token, path, sign.meant) if sign.meant else None
    return _fault(token, path, sign.help, fix), list(_words(sign.meant, token))


def _letters(token: Token, path: str) -> Diagnostic:
    """The message about letters that no name may have."""
    ours = "".join(_LOOKS_LIKE.get(letter, "") or _bare(letter) for letter in token.text)
    fix = _make_fix(token, path, ours) if len(ours) == len(token.text) else None
    script = unicodedata.name(token.text[0], "").partition(" ")[0].capitalize()
    if script == "Latin":
        return _fault(token, path, "names consist of the letters a to z, digits and `_`", fix)
    is_alike = fix is not None and all(letter in _LOOKS_LIKE for letter in token.text)
    shown, is_one = token.text[:LONGEST_NAME], len(token.text) == 1
    what = f"`{shown}` is a {script} letter" if is_one else f"`{shown}` are {script} letters"
    alike = f"it looks like `{ours}`, but is another letter" if is_one else f"they look like `{ours}`, but are other letters"
    help = alike if is_alike else "names consist of the letters a to z, digits and `_`"
    return Diagnostic("E0105", what, token.span(path), help=help, fix=fix)


def _bare(letter: str) -> str:
    """The letter without its accent; nothing if it is another one all the same."""
    bare = unicodedata.normalize("NFKD", letter)[0]
    return bare if bare.isascii() else ""


def _remark(token: Token, path: str) -> Diagnostic:
    mark = "#" if token.text[0] == "#" else token.text[:2]
    begin = token._replace(text=mark)
    edits = [Edit(begin.span(path), "--")]
    is_whole = mark != "/*"
    if mark == "/*" and token.text.rstrip().endswith("*/") and len(token.text) > len("/**/"):
        end = token._replace(text="*/", column=token.column + len(token.text.rstrip()) - 2)
        edits.append(Edit(end.span(path), ""))
        is_whole = True
    fix = Fix("write `--`", tuple(edits)) if is_whole else None
    return _fault(begin, path, "a comment begins with `--` and ends with its line", fix)


def _fix_quote(token: Token, path: str) -> tuple[Diagnostic, list[Token]]:
    inside = token.text[1:-1].replace("\\", "\\\\").replace('"', '\\"')
    meant = token._replace(type="STRING", text=f'"{inside}"')
    fix = _make_fix(token, path, meant.text)
    return _fault(token._replace(text=token.text[0]), path, _QUOTES, fix), [meant]


def _semicolon(token: Token, behind: str, path: str) -> tuple[Diagnostic, list[Token]]:
    separates = bool(behind.strip()) and behind.strip()[0] not in "}-"
    fix = Fix("write `,`", (Edit(token.span(path), ","),)) if separates else Fix("delete it", (Edit(token.span(path), ""),))
    return _fault(token, path, _SIGNS[";"].help, fix), [token._replace(type="COMMA", text=",")] if separates else []


def _words(meant: str, token: Token) -> Iterator[Token]:
    yield from (token._replace(type=word.upper(), text=word) for word in meant.split())


def _make_fix(token: Token, path: str, text: str) -> Fix:
    return Fix(f"write `{text.strip()}`", (Edit(token.span(path), text),))


def _fault(token: Token, path: str, help: str, fix: Fix | None) -> Diagnostic:
    return Diagnostic("E0105", f"the language has no `{token.text[:LONGEST_NAME]}`", token.span(path), help=help, fix=fix)
