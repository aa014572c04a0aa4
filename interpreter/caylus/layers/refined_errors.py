"""Faults of texts that could not be read, looked at again by who knows what names mean.

The parser knows words, and no names. Where it has to ask what sort of thing a name is, the definitions that could be read,
of all layers, mostly have the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.diagnostics.english import with_article
from caylus.diagnostics.fix import Edit, Fix
from caylus.diagnostics.lines import split_lines
from caylus.parser.lexer import scan
from caylus.parser.tokens import Token

from .naming import definition_names, word_for

_TARGETS = ("MODIFY", "RESTRICT", "BEFORE", "AFTER", "OF")
_ADJUSTED = re.compile(r"(raise|lower) (\w+)\.(\w+) by (\w+)")
_WITH_MEMBERS = (s.Row, s.ListState, s.Scale)


def clearer(faults: Iterable[Diagnostic], files: Sequence[s.File]) -> Iterator[Diagnostic]:
    """The faults of these files, said more clearly where a name makes them clear."""
    faults = list(faults)
    if not any(fault.code == "E0101" for fault in faults):
        yield from faults
        return
    names = {name: definition for file in files for definition in file.definitions for name in definition_names(definition)}
    lines = {file.path: split_lines(file.text) for file in files}
    for fault in faults:
        span = fault.span
        if fault.code != "E0101" or span is None or span.line > len(lines[span.file]):
            yield fault
            continue
        text = lines[span.file][span.line - 1]
        tokens = [token._replace(line=span.line) for token in scan(text, span.file).tokens]
        at = next((number for number, token in enumerate(tokens) if token.column == span.column), None)
        yield (at is not None and _clearer(fault, tokens, at, names)) or fault


def _clearer(fault: Diagnostic, tokens: Sequence[Token], at: int, names: Mapping[str, s.Definition]) -> Diagnostic | None:
    token, before = tokens[at], tokens[at - 1].type if at else ""
    known = names.get(token.text)
    assert fault.span is not None
    if fault.fix is not None:
        return _suggest_gain(fault, fault.fix, names)
    if known is None or token.type != "NAME":
        return None
    behind = tokens[at + 1].type if at + 1 < len(tokens) else ""
    if at == 1 and before in ("CHANGE", "REPLACE", "REMOVE") and behind in ("LBRACE", "EQUAL", ""):
        word = word_for(known)
        fix = Fix(f"write `{tokens[0].text} {word} {token.text}`", (_put(token, fault.span.file, f"{word} "),))
        return replace(fault, message=f"`{token.text}` is {with_article(word)}", help="that stands before its name", fix=fix)
    if at == 1 and before == "INSERT" and behind == "IN" and isinstance(names.get(tokens[-1].text), s.Kind):
        whole = s.Span(fault.span.file, fault.span.line, 1, fault.span.line + 1, 1)
        message, help = (
            f"`{token.text}` is one of the {tokens[-1].text} already",
            "an object is one of its kind where it is defined",
        )
        return replace(fault, message=message, help=help, fix=Fix("leave this line out", (Edit(whole, ""),)))
    if before in _TARGETS and behind != "LPAR" and isinstance(known, (s.Value, s.Condition, s.Action, s.Table, s.Sequence)):
        params = () if isinstance(known, s.Sequence) else known.params
        given = f"({', '.join(param.name.text for param in params)})"
        end = token._replace(column=token.column + len(token.text))
        fix = Fix(f"write `{token.text}{given}`", (_put(end, fault.span.file, given),))
        return replace(fault, message=f"what `{token.text}` is given stands in parentheses", help="", fix=fix)
    if behind == "NUMBER" and isinstance(known, _WITH_MEMBERS):
        new = f"{token.text}[{tokens[at + 1].text}]"
        message = f"the number of a member of `{token.text}` stands in brackets"
        return replace(fault, message=message, help="", fix=Fix(f"write `{new}`", (Edit(fault.span, new),)))
    return None


def _suggest_gain(fault: Diagnostic, fix: Fix, names: Mapping[str, s.Definition]) -> Diagnostic | None:
    """A better message where somebody raises or lowers what a player holds: it is gained and lost."""
    (first, *others), found = fix.edits, _ADJUSTED.fullmatch(fix.edits[0].text)
    if others or found is None or not isinstance(names.get(found[3]), s.Resources):
        return None
    new = f"{found[2]} {'gains' if found[1] == 'raise' else 'loses'} {found[4]} {found[3]}"
    return replace(
        fault, help="what a player holds is gained, lost and paid", fix=Fix(f"write `{new}`", (replace(first, text=new),))
    )


def _put(token: Token, file: str, text: str) -> Edit:
    return Edit(s.Span(file, token.line, token.column, token.line, token.column), text)
