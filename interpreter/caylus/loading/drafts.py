"""Draft what an author may have meant by a definition that is no rule: in the frame that it needs, with names of the game.

A draft is only a proposal. `advice` reads and checks each one, and shows the first that holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from caylus import syntax as s
from caylus.diagnostics.diagnostic import Diagnostic
from caylus.parser.lalr import keywords
from caylus.syntax.definitions import PLAYER

from .edit_drafts import draft_edits, draft_members, draft_rows
from .forms import VERBS, draft_forms, is_statement
from .game_names import (
    Draft,
    Names,
    closing,
    cut,
    line_starts,
    one_line,
    split_statements,
    split_words,
    stem,
    stems,
    write_rule,
)

_TIMES = split_words(
    "when whenever on after before at if every each once upon during while instead as always then next whoever in"
)
_EDITS = split_words("modify extend override augment insert append")
_CHANGES = split_words("reaches reach becomes is gets hits exceeds passes enters arrives has comes equals falls drops")


def drafts(text: str, fault: Diagnostic, names: Names) -> Iterator[Draft]:
    """Texts that may be meant by a definition with this fault, the likeliest first. The fault's place is one of the text."""
    if text.startswith("|"):
        if fault.code != "E0412" or "changes:" not in text or '"' in text:
            return
        note = 'that writes the whole paragraph anew; in `changes:`, words are changed by `"some words" becomes "other words"`'
        yield Draft(text.replace("changes:", "of:", 1), note)
        return
    if any(re.search(r"(?::|\bthen|\bdo)\s*(?:--.*)?$", line) for line in text.split("\n")) or "{" not in text:
        yield from _with_braces(text)
    if fault.code == "E0502" and (existing := re.match(r"(\w+)\s+(\w+)\b", text)):
        yield Draft(f"{'change' if names.find_kind(existing[2]) == existing[1] else 'replace'} {text}")
    if fault.code.startswith("E01"):
        yield from draft_forms("starts", text, names)
        for draft in (draft_members, _frame, _draft_object, draft_rows, _count):
            yield from draft(text, names)
        yield from draft_forms("questions", text, names)
        yield from _write_cases(text)
        yield from draft_forms("next turns", text, names)
        yield from draft_forms("cases", text, names)
    else:
        if fault.code in ("E0204", "E0205"):
            yield from _draft_object(text, names)
        yield from _resolve(text, fault, names)
    if fault.code.startswith("E01") or (fault.code == "E0502" and names.find(text.split(None, 1)[0]) is None):
        yield from draft_edits(text, names)


def _with_braces(text: str) -> Iterator[Draft]:
    """A text whose blocks are told by colons and indentation, or by `then` and `end`."""
    lines = [line.rstrip() for line in text.split("\n")]
    result: list[str] = []
    open_: list[int] = []
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        is_closer = re.match(r"\s*(end|fi|done|endif)\b[;.]?$", line) is not None
        while line.strip() and open_ and (indent < open_[-1] or (indent == open_[-1])):
            result.append(" " * open_.pop() + "}")
        if is_closer:
            continue
        deeper = next((len(x) - len(x.lstrip()) for x in lines[number + 1 :] if x.strip()), 0) > indent
        head = r"(.*?)(?:\s*:|\s+then|\s+do)$" if "{" in text else r"(.*?)(?:\s*:|\s+then|\s+do|)$"
        if deeper and (match := re.match(head, line)):
            result.append(f"{match[1]} {{")
            open_.append(indent)
        else:
            result.append(re.sub(r"[;.]$", "", line))
    result += [" " * indent + "}" for indent in reversed(open_)]
    new = "\n".join(result)
    if new != text:
        yield Draft(re.sub(r"^(\s*\w+)\s*:\s+", r"\1 ", new, flags=re.MULTILINE))
        yield Draft(new)


def _frame(text: str, names: Names) -> Iterator[Draft]:
    """Statements and attachments that stand at the margin, right in a rule, or in the edit of an action."""
    pieces = [piece for piece in cut(text) if piece.type != "_NL"]
    if not pieces:
        return
    words = [piece.text for piece in pieces]
    brace = next((i for i, piece in enumerate(pieces) if piece.type == "LBRACE"), None)
    body = text[pieces[brace].end : pieces[closing(pieces, brace)].start] if brace is not None else ""
    head = text[: pieces[brace].start].strip() if brace is not None else text.split("\n")[0]
    first = words[0].lower()
    if first == "rule" and brace is not None:
        parts = split_statements(body)
        new, note = [], ""
        for part in parts:
            draft = next(_attachment(part, names), None)
            new.append(draft.text if draft else one_line(part))
            note = note or (draft.note if draft else "")
        if new != [one_line(part) for part in parts]:
            yield _with_state(f"{head} {{ {', '.join(new)} }}", note)
        return
    yield from draft_forms("edits of actions", text, names)
    if first in (keywords() | _EDITS) - VERBS - _TIMES - {"forbid", "never"} or first in names.kinds or "change" in words:
        return
    if brace is not None and brace <= 3 and first not in _TIMES | VERBS and names.find_event(head)[2] and not names.find(head):
        yield from _frame(f"at {text}", names)
    draft = next(_attachment(text, names), None)
    if draft is not None:
        event = names.find_event(text)[0]
        yield _with_state(write_rule(names, draft.text, f"{event}_too"), draft.note)
    elif re.match(r"(forbid|before|after|instead)\b|\w+\s*\([^()]*\)\s+is\b", text):
        name = words[0] if words[0] in names.definitions else words[1] if len(words) > 1 else ""
        yield Draft(write_rule(names, one_line(text), f"{name}_rule"))


def _with_state(text: str, note: str) -> Draft:
    """A draft, below the state that it needs where its note is one."""
    return Draft(f"{note}\n{text}") if note.startswith("state ") else Draft(text, note)


def _attachment(part: str, names: Names) -> Iterator[Draft]:
    """The attachment that a part of a rule may be meant as: a time with what is done at it, or a statement at no time."""
    pieces = [piece for piece in cut(part) if piece.type != "_NL"]
    words = [piece.text.lower() for piece in pieces]
    if not words:
        return
    if (draft := next(draft_forms("parts of rules", part, names), None)) is not None:
        yield draft
        return
    if words[0] in ("before", "after", "instead", "forbid") and re.match(r"\w+\s+(of\s+|each\s+of\s+)?\w+\s*\(", part):
        return
    if re.match(r"(before|after) each of\b|after \w+ gains\b", part):
        return
    brace = next((i for i, piece in enumerate(pieces) if piece.type == "LBRACE"), None)
    is_timed = words[0] in _TIMES and not is_statement(words[:3] if words[0] != "if" else ["-"])
    if is_timed:
        colon = next((i for i, piece in enumerate(pieces) if piece.type in ("COLON", "COMMA")), len(pieces))
        if brace is not None and brace < colon and not VERBS.intersection(words[1:brace]):
            time, deeds = part[: pieces[brace].start], part[pieces[brace].end : pieces[closing(pieces, brace)].start]
        else:
            cut_at = next((i for i, piece in enumerate(pieces) if piece.type in ("COLON", "COMMA") or piece.text == "then"), None)
            if cut_at is None:
                cut_at = next(
                    (i for i in range(1, len(pieces)) if words[i] in VERBS - {"if", "for"} or words[i - 1] == ")"), None
                )
                if cut_at is None:
                    return
                time, deeds = part[: pieces[cut_at].start], part[pieces[cut_at].start :]
            else:
                time, deeds = part[: pieces[cut_at].start], part[pieces[cut_at].end :]
        yield from _attach(time.strip().rstrip(":,"), deeds, names)
    elif is_statement(words):
        if "{" not in part and (late := re.match(r"(.+?)\s+((?:after|before|when|whenever|each time)\b.+)$", part, re.DOTALL)):
            yield from _attach(late[2], late[1], names)
            return
        event, when, _ = names.find_event("")
        yield Draft(f"{when} {names.call(event)} {{ {one_line(part)} }}", names.others(event))


def _attach(time: str, deeds: str, names: Names) -> Iterator[Draft]:
    """Attachments for deeds at a time in words, which may hold a condition."""
    deeds = one_line(deeds)
    words = time.split()
    if not words:
        return
    condition = ""
    match = re.search(r"\b(?:when|if|where|while|and|with)\b\s+(.*)$", time[len(words[0]) :])
    if match is not None and words[0].lower() not in ("if",):
        time, condition = time[: len(words[0]) + match.start()], match[1]
    for number, word in enumerate(words[1:], 1):
        if word.lower() in _CHANGES and number >= 1:
            subject = re.sub(r"^(the)\s+", "", " ".join(words[1:number]))
            rest = re.sub(r"^(to|at|of|the)\s+", "", " ".join(words[number + 1 :]))
            base = subject.split(".")[-1]
            actions = names.changers(base)
            if actions:
                if (place := re.fullmatch(r"\w+\[(\d+)\]", rest)) and word.lower() in ("reaches", "reach", "passes", "hits"):
                    yield Draft(f"after {names.call(actions[0])} where {subject}.number >= {place[1]} {{ {deeds} }}")
                sign = "is" if not rest[:1].isdigit() else ">="
                for event in actions[:3]:
                    yield Draft(f"after {names.call(event)} where {subject} {sign} {rest} {{ {deeds} }}")
            break
    event, when, is_said = names.find_event(time)
    head = f"{when if words[0].lower() != 'instead' else 'instead of'} {names.call(event)}"
    if words[0].lower() == "if":
        condition = time.split(None, 1)[1]
    note = "" if is_said else names.others(event)
    yield Draft(f"{head}{f' where {condition}' if condition else ''} {{ {deeds} }}", note)


def _write_cases(text: str) -> Iterator[Draft]:
    """A value that is written as statements with `let`, `if` and `return`, as the cases that it has."""
    match = re.match(r"((?:replace\s+)?value\s+\w+\s*\([^{]*?)\{(.*)\}\s*$", text, re.DOTALL)
    if match is None:
        match = re.match(r"(?:def|function|func|fn)\s+(\w+\s*\([^{]*?)\{(.*)\}\s*$", text, re.DOTALL)
    if match is None or "return" not in match[2]:
        return
    head = match[1] if match[1].lstrip().startswith(("value", "replace")) else f"value {match[1]}"
    new_settings: list[tuple[str, str]] = []

    def substitute(formula: str) -> str:
        for name, value in new_settings:
            formula = re.sub(rf"\b{name}\b", value if re.fullmatch(r"[\w.]+", value) else f"({value})", formula)
        return formula

    cases = []
    for part in split_statements(re.sub(r"\}\s*else\b", "}\n else ", match[2])):
        part = re.sub(r";$", "", part)
        if let := re.match(r"(?:let|var|const|int)?\s*(\w+)\s*=\s*(.*)$", part, re.DOTALL):
            new_settings.insert(0, (let[1], substitute(let[2].strip())))
        elif case := re.match(r"(?:else\s+)?(?:if|elif)\s+(.*?)\s*\{\s*return\s+(.*?)\s*;?\s*\}$", part, re.DOTALL):
            cases.append(f"{substitute(case[2])} if {substitute(case[1])}")
        elif last := re.match(r"(?:else\s*)?\{?\s*return\s+(.*?)\s*\}?$", part, re.DOTALL):
            cases.append(f"{substitute(last[1])} otherwise")
            break
    if cases and cases[-1].endswith("otherwise"):
        new = f"= {cases[0].removesuffix(' otherwise')}" if len(cases) == 1 else f"{{ {', '.join(cases)} }}"
        yield Draft(f"{head.strip()} {new}")


def _resolve(text: str, fault: Diagnostic, names: Names) -> Iterator[Draft]:
    """Drafts of a text that can be read, but does not make sense in the game."""
    span = fault.span
    if span is None:
        return
    lines, starts = text.split("\n"), line_starts(text)
    start = starts[min(span.line, len(lines)) - 1] + span.column - 1
    end = min(starts[min(span.end_line, len(lines)) - 1] + span.end_column - 1, len(text))
    word = text[start:end]
    pieces = cut(text)
    if fault.code == "E0205" and (owner := re.search(r"\b(\w+)\.$", text[:start])):
        local_names = re.findall(r"\w+", " ".join(re.findall(r"\(([^()]*)\)", text)))
        for holder in dict.fromkeys(name for name in local_names if name != owner[1] and not name.isdigit()):
            yield Draft(f"{text[: owner.start()]}{holder}.{text[start:]}")
    if fault.code in ("E0204", "E0205", "E0206") and re.fullmatch(r"\w+", word):
        others = [name for name in (names.find(word), names.find(word.replace("_", " "))) if name and name != word]
        others += [x for x in names.definitions if stems(word) == stems(x) and x != word][:4]
        others += [name for title, name in names.titles.items() if stems(word) == stems(title) and name != word][:4]
        if fault.code == "E0204":
            bound = dict.fromkeys(piece.text for piece in pieces if piece.type == "NAME")
            holders = [
                x
                for x in (*bound, *names.kinds, "this", PLAYER)
                if word in names.fields(x) or (x == PLAYER and word in names.player_fields)
            ]
            others = [*(f"{holder}.{word}" for holder in holders), *others]
        for other in dict.fromkeys(others):
            yield Draft(text[:start] + other + text[end:])
    if fault.code == "E0204" and word in names.effects:
        for action in names.effects[word]:
            yield Draft(re.sub(rf"\b{word}\s*(\([^)]*\))?", names.call(action), text, count=1))
    yield from draft_forms("copies", text, names)
    if fault.code == "E0205" and (head := re.match(r"(?:change\s+)?(\w+)\s+\w+[^{]*\{", text)) and head[1] in names.kinds:
        for member in names.fields(head[1]):
            if not re.search(rf"\b{member}\b", text) and not isinstance(names.fields(head[1])[member], s.State):
                yield Draft(text[:start] + member + text[end:])
    if fault.code == "E0205" and any(names.is_object(piece.text) for piece in pieces):
        states = {name for kind in names.kinds for name, x in names.fields(kind).items() if isinstance(x, s.State)}
        for state in sorted(states - {word}):
            yield Draft(text[:start] + state + text[end:])
    if fault.code == "E0206" and (match := re.search(r"forbid\s+(\w+)\s*\([^)]*\)(.*)", text)):
        for option, (action, choices) in names.options.items():
            new_settings = f"({', '.join(choices)})" if choices else ""
            if match[1] in (option, action, *names.effects.get(option, ())):
                yield Draft(f"{text[: match.start()]}forbid {option}{new_settings} in {action}{match[2]}{text[match.end() :]}")
    yield from draft_forms(fault.code, text, names)
    if fault.code == "E0404":
        note = "`lose` takes without asking; what a player need not pay is a price in an `option`, or `may pay … to …`"
        yield Draft(f"{text[:start]}lose{text[start + 3 :]}" if text[start : start + 3] == "pay" else text, note)
    if fault.code == "E0401":
        yield from _copy_formula(text, names)
    if (fault.code == "E0407" or word == PLAYER) and "chooses" not in text and "for each player in players" not in text:
        yield from draft_forms("each player", text, names)


def _copy_formula(text: str, names: Names) -> Iterator[Draft]:
    """A value that a rule makes of its own result: of a copy of its formula under another name."""
    for match in re.finditer(r"(\w+)\s*\(([^()]*)\)\s+is\s+(?!more|less|never)([^\n}]+)", text):
        value = names.definitions.get(match[1])
        if not isinstance(value, s.Value) or not re.search(rf"\b{match[1]}\s*\(", match[3]):
            continue
        name = names.new_name(match[1], "before")
        formula = re.sub(rf"\b{match[1]}(?=\s*\()", name, match[3])
        cases = [
            f"{names.source(case.value)} {f'if {names.source(case.condition)}' if case.condition else 'otherwise'}"
            for case in value.cases
        ]
        body = f"{{ {', '.join(cases)} }}" if len(cases) > 1 else f"= {names.source(value.cases[0].value)}"
        params = ", ".join(names.source(param) for param in value.params)
        new = f"{text[: match.start(3)]}{formula}{text[match.end(3) :]}"
        yield Draft(f"value {name}({params}) {body}\n{new}", f"`{name}` is the formula as it was")


def _draft_object(text: str, names: Names) -> Iterator[Draft]:
    """Statements and times in the braces of an object, in an action of it."""
    match = re.match(r"(?:\d+\s+)?(?:change\s+)?(\w+)\s+\w+[^{]*\{", text)
    if match is None or match[1] not in names.kinds or not text.rstrip().endswith("}"):
        return
    members = names.fields(match[1])
    actions = [name for name, member in members.items() if isinstance(member, s.MemberAction)]
    parts, new, note = split_statements(text[match.end() : text.rstrip().rindex("}")]), [], ""
    for part in parts:
        words = [piece.text for piece in cut(part)]
        own = next((name for name in actions if any(word.startswith(name) for word in words[:3])), "")
        deeds = re.sub(r"^.*?[:{]\s*|\s*\}$", "", part, flags=re.DOTALL) if re.search(r"[:{]", part) else ""
        if (own and words[0] == own and words[1:2] == ["("] and "{" in part) or (words[0].lower() in _TIMES and own and deeds):
            new.append(f"{own} {{ {one_line(deeds)} }}")
        elif words[0] == own and "{" not in part and is_statement(words[1:]):
            new.append(f"{own} {{ {one_line(part[len(own) :])} }}")
        elif words[0].lower() in _TIMES and names.find_event(part)[2] and (draft := next(_attachment(part, names), None)):
            new.append(draft.text)
            note = draft.note
        elif actions and is_statement(words) and words[0] not in members:
            new.append(f"{actions[0]} {{ {one_line(part)} }}")
        else:
            new.append(one_line(part))
    if new != [one_line(part) for part in parts]:
        yield _with_state(f"{text[: match.end()]} {', '.join(new)} }}", note)


_FOR_EACH = re.compile(r"\b(gain|lose)s?\s+(\d+)\s+(\w+)\s+(?:for\s+(?:each|every|all)|per|each|times)\s+([^{},\n]+)")
_OWNED = re.compile(r"\b(you|your|own|owned|owns|player|his|her|their|has|have|of)\b")


def _count(text: str, names: Names) -> Iterator[Draft]:
    """An amount for each of some things, as a product with the number of them."""
    for match in _FOR_EACH.finditer(text):
        verb, number, resource, words = match.groups()
        for count in find_counts(words.split(), _OWNED.search(words) is not None, names):
            amount = f"({count})" if number == "1" else f"({number} * ({count}))"
            yield Draft(f"{text[: match.start()]}{verb} {amount} {resource} {text[match.end() :]}")


def find_counts(words: Sequence[str], is_owned: bool, names: Names) -> Iterator[str]:
    """Numbers of the things that words name."""
    kinds = {kind.plural.text: name for name, kind in names.kinds.items() if kind.plural is not None}
    kinds |= {name: name for name in names.kinds}
    rows = {
        name: kinds[x.kind.text]
        for name, x in names.definitions.items()
        if isinstance(x, s.Row | s.ListState) and x.kind is not None and x.kind.text in kinds
    }
    for word in words:
        thing = kinds.get(word) or names.find(word.strip(".")) or word
        if isinstance(names.definitions.get(thing), s.Resources) or thing in names.player_fields:
            yield f"player.{thing}"
        for row in [name for name in rows if name in words] or sorted(rows, key=names.count_mentions, reverse=True):
            for member in (rows[row], "x"):
                yield from _count_in_row(row, rows[row], member, word, thing, is_owned, names)


def _count_in_row(row: str, kind: str, member: str, word: str, thing: str, is_owned: bool, names: Names) -> Iterator[str]:
    """Numbers of the places of a row that have a thing, or one of a kind."""
    states = {name: x.type.name for name, x in names.fields(kind).items() if isinstance(x, s.State)}
    owner = next((name for name, kind_name in states.items() if kind_name == PLAYER), "")
    condition = f" and {member}.{owner} is player" if is_owned and owner else ""
    for state, kind_name in states.items():
        place = f"count of {member} in {row} where {member}.{state}"
        if names.is_object(thing) and names.is_below(names.find_kind(thing), kind_name):
            yield f"{place} is {thing}{condition}"
        elif thing in names.kinds and names.is_below(thing, kind_name):
            plural = names.kinds[thing].plural
            yield f"{place} {'is not none' if thing == kind_name or plural is None else f'is in {plural.text}'}{condition}"
        elif stem(state) == stem(word) and kind_name == PLAYER:
            yield f"{place} is {'player' if is_owned else 'not none'}"
