"""Messages for variants that try to change what cannot be changed so."""

from __future__ import annotations

from functools import cache

from caylus.diagnostics.diagnostic import Diagnostic

from .lalr import Recognizer, beginnings, keywords, spellings
from .tokens import Token

_VERBS = {"CHANGE": "changed", "REPLACE": "replaced", "REMOVE": "removed"}
_HELP = {
    "EACH": "write `change kind player { … }`",
    "OPTION": "an option is changed in what it stands in: `change action … { replace option … }`, or `change phase`",
    "SEQUENCE": "write `replace sequence …`, or `insert … before … in …` to put a member into it",
}
"""What to write instead, where it is not another verb with the same word."""


def edit_error(before: Token | None, token: Token, recognizer: Recognizer, path: str) -> Diagnostic | None:
    """The fault of a token that a verb, or what stands in a block of edits, does not go with; `before` stands on its line."""
    if token.text not in keywords():
        return None
    if before is not None and before.type in _VERBS and recognizer.admits("RULE"):
        return _not_so(before, token, path)
    if token.type in ("REMOVE", "REPLACE") and recognizer.admits("ADD") and recognizer.admits("STATE"):
        return _member(token, path)
    if token.type in _statements() and _is_swap(before, recognizer):
        message = f"`{token.text}` begins a statement, and only formulas can be put in the place of others"
        if token.type == "REQUIRE":
            help_ = "leave it out, and write the formulas alone"
        else:
            help_ = "to do more, write a rule, `rule name { after evening() { … } }`; to do something else, `replace` the whole"
        return Diagnostic("E0101", message, token.span(path), help=help_)
    return None


def _not_so(verb: Token, token: Token, path: str) -> Diagnostic | None:
    """A verb does not go with the word of a definition."""
    help_ = _HELP.get(token.type)
    if help_ is None:
        other = next(
            (other for other in _VERBS if token.type in beginnings() and _recognizer_after(other).admits(token.type)), None
        )
        if other is None:
            return None
        help_ = f"write `{spellings()[other]} {token.text} …`"
    message = f"what `{token.text}` defines cannot be {_VERBS[verb.type]}"
    return Diagnostic("E0101", message, token.span(path), help=help_)


def _member(token: Token, path: str) -> Diagnostic:
    """A kind keeps its members."""
    if token.type == "REPLACE":
        return Diagnostic("E0101", "what a kind has is said anew without `replace`", token.span(path), help="leave it out")
    help_ = "say it anew, with a value that leaves it without effect"
    return Diagnostic("E0101", "what a kind has cannot be removed from it", token.span(path), help=help_)


def _is_swap(before: Token | None, recognizer: Recognizer) -> bool:
    """Return whether one of the two formulas of a swap can stand here."""
    if not recognizer.admits("SHUFFLED"):
        return False
    named = recognizer.copy()
    return (before is not None and before.type == "BECOMES") or (named.feed("NAME") and named.admits("BECOMES"))


def _recognizer_after(*kinds: str) -> Recognizer:
    recognizer = Recognizer()
    for kind in kinds:
        recognizer.feed(kind)
    return recognizer


@cache
def _statements() -> frozenset[str]:
    """The types of token that a statement begins with and a formula does not."""
    block = _recognizer_after("PHASE", "NAME", "LBRACE").accepted_types()
    return block - _recognizer_after("CONSTANT", "NAME", "EQUAL").accepted_types() - {"RBRACE"}
