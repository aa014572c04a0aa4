"""Faults of the parser, said more clearly where a name that is defined makes them clear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic, Edit, Fix, split_lines
from caylus.diagnostics.render import with_article
from caylus.parser.lexer import scan
from caylus.parser.tokens import Token
from caylus.syntax.walk import walk

from .parts import definition_names, word_for

_TARGETS = ("FORBID", "BEFORE", "AFTER", "OF")
_ADJUSTED = re.compile(r"(raise|lower) (?:(\w+)\.)?(\w+) by (\w+)")
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
        is_of_kind = at is None and bool(tokens) and tokens[0].type == "ADD"
        places = (1,) if is_of_kind else (at, at - 1) if at else () if at is None else (at,)
        clear = next((clear for place in places if (clear := _clearer(fault, tokens, place, names))), fault)
        yield _name_beginning(clear, tokens[0], names, text) if tokens else clear


def _name_beginning(fault: Diagnostic, first: Token, names: Mapping[str, s.Definition], text: str) -> Diagnostic:
    """A fault of a definition that begins with a word that begins none: that word, instead of what could come after it."""
    is_kind = isinstance(names.get(first.text), s.Kind)
    if fault.span is None or first.type != "NAME" or first.column > 1 or is_kind or not fault.message.startswith("expected "):
        return fault
    help = "a definition begins with its sort, as `resource`, `constant`, `kind`, `value`, `action`, `rule`, or with a kind"
    if isinstance(names.get(first.text), s.Value):
        help = f"what changes a value stands in a rule: `rule name_of_it {{ {text.strip()} }}`"
    return replace(fault, span=first.span(fault.span.file), message=f"no definition begins with `{first.text}`", help=help)


def _find_action_with_option(name: str, names: Mapping[str, s.Definition]) -> str | None:
    """The only action that offers an option of this name."""
    actions = {
        definition.name.text
        for definition in names.values()
        if isinstance(definition, s.Action)
        for node in walk(definition)
        if isinstance(node, s.Option) and node.name is not None and node.name.text == name
    }
    return actions.pop() if len(actions) == 1 else None


def _clearer(fault: Diagnostic, tokens: Sequence[Token], at: int, names: Mapping[str, s.Definition]) -> Diagnostic | None:
    token, before = tokens[at], tokens[at - 1].type if at else ""
    definition = names.get(token.text)
    assert fault.span is not None
    if fault.fix is not None:
        return _suggest_gain(fault, fault.fix, names)
    behind = tokens[at + 1].type if at + 1 < len(tokens) else ""
    if token.type != "NAME":
        return None
    if before == "FORBID" and behind != "LPAR" and (asking := _find_action_with_option(token.text, names)) is not None:
        end = token._replace(column=token.column + len(token.text))
        fix = Fix(f"write `forbid {token.text} in {asking} where …`", (_put(end, fault.span.file, f" in {asking}"),))
        message = f"`{token.text}` is an option: it is forbidden in the action that offers it"
        return replace(fault, message=message, help="", fix=fix)
    if definition is None:
        return None
    if at == 1 and before in ("CHANGE", "REPLACE", "REMOVE") and behind in ("LBRACE", "EQUAL", ""):
        word = word_for(definition)
        fix = Fix(f"write `{tokens[0].text} {word} {token.text}`", (_put(token, fault.span.file, f"{word} "),))
        return replace(fault, message=f"`{token.text}` is {with_article(word)}", help="that stands before its name", fix=fix)
    if at == 1 and before == "ADD" and behind == "TO" and isinstance(names.get(tokens[-1].text), s.Kind):
        whole = s.Span(fault.span.file, fault.span.line, 1, fault.span.line + 1, 1)
        message = f"`{token.text}` is one of the {tokens[-1].text} already"
        help = "an object is one of its kind where it is defined"
        return replace(fault, message=message, help=help, fix=Fix("leave this line out", (Edit(whole, ""),)))
    if before in _TARGETS and behind != "LPAR" and isinstance(definition, (s.Value, s.Condition, s.Action, s.Table, s.Sequence)):
        params = () if isinstance(definition, s.Sequence) else definition.params
        parentheses = f"({', '.join(param.name.text for param in params)})"
        end = token._replace(column=token.column + len(token.text))
        fix = Fix(f"write `{token.text}{parentheses}`", (_put(end, fault.span.file, parentheses),))
        return replace(fault, message=f"what `{token.text}` is given stands in parentheses", help="", fix=fix)
    if behind == "NUMBER" and isinstance(definition, _WITH_MEMBERS):
        new = f"{token.text}[{tokens[at + 1].text}]"
        message = f"the number of a member of `{token.text}` stands in brackets"
        whole = token.span(fault.span.file).to(tokens[at + 1].span(fault.span.file))
        return replace(fault, message=message, help="", fix=Fix(f"write `{new}`", (Edit(whole, new),)))
    return None


def _suggest_gain(fault: Diagnostic, fix: Fix, names: Mapping[str, s.Definition]) -> Diagnostic | None:
    """A better message where somebody raises or lowers what a player holds: it is gained and lost."""
    (first, *others), match = fix.edits, _ADJUSTED.fullmatch(fix.edits[0].text)
    if others or match is None or not isinstance(names.get(match[3]), s.Resources):
        return None
    verb = "gain" if match[1] == "raise" else "lose"
    new = f"{match[2]} {verb}s {match[4]} {match[3]}" if match[2] else f"{verb} {match[4]} {match[3]}"
    return replace(
        fault, help="what a player holds is gained, lost and paid", fix=Fix(f"write `{new}`", (replace(first, text=new),))
    )


def _put(token: Token, file: str, text: str) -> Edit:
    return Edit(s.Span(file, token.line, token.column, token.line, token.column), text)
