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
from .game_names import (
    CLOSERS,
    OPENERS,
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

_VERBS = split_words(
    "gain lose pay set raise lower put add remove clear reverse shuffle sort for repeat stop if choose may do let say reveal"
)
_SUBJECT_VERBS = split_words("gains loses pays chooses may begins")
_TIMES = split_words(
    "when whenever on after before at if every each once upon during while instead as always then next whoever in"
)
_CHANGES = split_words("reaches reach becomes is gets hits exceeds passes enters arrives has comes equals falls drops")


def is_statement(words: Sequence[str]) -> bool:
    """Return whether words begin as a statement does."""
    if not words:
        return False
    if words[0] == "each" or words[0] == "every":
        return len(words) > 2 and words[1] in (PLAYER, "players")
    return words[0] in _VERBS or any(word in _SUBJECT_VERBS for word in words[1:6])


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
        for draft_forms in (_set_up, draft_members, _frame, _draft_object, draft_rows, _count):
            yield from draft_forms(text, names)
        for rewrite in (_choose, _write_cases, _keep_until):
            yield from rewrite(text, names)
        yield from _draft_cases(text)
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
    behind = text[pieces[closing(pieces, brace)].end :].strip() if brace is not None else ""
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
    if first in ("change", "modify", "extend", "replace", "override", "augment") and brace is not None:
        event = next((word for word in words[1:brace] if word in names.events), None)
        if inner := re.fullmatch(r"\s*(?:add|append|also|and)\s*:?\s*\{?(.*?)\}?\s*", body, re.DOTALL):
            body = inner[1]
        if event and is_statement([piece.text for piece in cut(body) if piece.type != "_NL"]):
            yield Draft(
                write_rule(names, f"after {names.call(event)} {{ {one_line(body)} }}", f"{event}_too"),
                f"to do this in place of the old, write `replace {_word(names, event)} {{ {one_line(body)} }}`",
            )
        return
    if first in ("add", "insert", "append") and brace is not None:
        event = next((name for word in reversed(cut(behind)) if (name := names.find(word.text)) in names.events), None)
        if event is not None:
            when = "before" if "before" in behind.split() else "after"
            yield Draft(write_rule(names, f"{when} {names.call(event)} {{ {one_line(body)} }}", f"{event}_too"))
        return
    if first in ("if", "when", "where", "for", "with", "unless") and "change" in words:
        condition = head.split(None, 1)[1] if len(head.split()) > 1 else ""
        edits = re.findall(r"change\s+(?:constant|value)\s+(\w+(?:\([^)]*\))?)\s*(?:=|to|becomes|is)\s*([^\n,}]+)", text)
        if edits and condition:
            parts = [f"{name} is {new.strip()} where {condition}" for name, new in edits]
            yield Draft(write_rule(names, ", ".join(parts), re.match(r"\w+", edits[0][0])[0] + "_then"))  # type: ignore[index]
        return
    if first in keywords() - _VERBS - _TIMES - {"forbid", "never"} or first in names.kinds:
        return
    if brace is not None and brace <= 3 and first not in _TIMES | _VERBS and names.find_event(head)[2] and not names.find(head):
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


def _word(names: Names, event: str) -> str:
    definition = names.definitions[event]
    return f"phase {event}" if isinstance(definition, s.Action) and definition.is_phase else f"action {names.call(event)}"


def _attachment(part: str, names: Names) -> Iterator[Draft]:
    """The attachment that a part of a rule may be meant as: a time with what is done at it, or a statement at no time."""
    pieces = [piece for piece in cut(part) if piece.type != "_NL"]
    words = [piece.text.lower() for piece in pieces]
    if not words:
        return
    if (draft := _draft_rule_part(part, names)) is not None:
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
        if brace is not None and brace < colon and not _VERBS.intersection(words[1:brace]):
            time, deeds = part[: pieces[brace].start], part[pieces[brace].end : pieces[closing(pieces, brace)].start]
        else:
            cut_at = next((i for i, piece in enumerate(pieces) if piece.type in ("COLON", "COMMA") or piece.text == "then"), None)
            if cut_at is None:
                cut_at = next(
                    (i for i in range(1, len(pieces)) if words[i] in _VERBS - {"if", "for"} or words[i - 1] == ")"), None
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


_BENT = re.compile(
    r"(?:if|when|where)\s+(.*?)\s*(?:\bthen\b|,|:|\{)\s*(\w+)\s*(?:\([^()]*\))?\s+(?:is|becomes|=|costs)\s+([^{}]*?)\s*\}?$"
)


def _draft_rule_part(part: str, names: Names) -> Draft | None:
    """A part of a rule that bends a value, leaves an action out or forbids something, in other words."""
    if forbidden := re.match(r'(forbid\b[^"]*?\bwhere\b[^"]*)$', part):
        return Draft(f'{forbidden[1].strip()} "not now"', "the text tells players why")
    if (bent := _BENT.match(part)) and isinstance(value := names.definitions.get(bent[2]), s.Value | s.Constant):
        call = names.call(bent[2]) if isinstance(value, s.Value) else bent[2]
        return Draft(f"{call} is {bent[3]} where {bent[1]}")
    omission = re.match(r"(?:skip|omit|cancel|leave\s+out|do\s+nothing\s+instead\s+of)\s+(?:the\s+)?(?:phase\s+)?(\w+)\s*$", part)
    if omission is not None and omission[1] in names.events:
        return Draft(f"instead of {names.call(omission[1])} {{ }}")
    multiple = re.match(r"(\w+\([^()]*\))\s+is\s+(doubled|tripled|halved)\b(.*)$", part, re.DOTALL)
    if multiple is not None:
        sign = {"doubled": "* 2", "tripled": "* 3", "halved": "/ 2"}[multiple[2]]
        return Draft(f"{multiple[1]} is {multiple[1]} {sign}{multiple[3]}")
    return None


_ORDINALS = {"second": 2, "other": 2, "third": 3, "fourth": 4, "fifth": 5, "2": 2, "3": 3, "4": 4, "5": 5}


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
    if turns := re.match(r"(?:(?:in|on|at)\s+)?(?:every|each)\s+(\w+)\s+(?:round|turn|day|income)s?\b", time):
        nth = _ORDINALS.get(turns[1].lower())
        if nth is not None and names.phases:
            first, state = names.phases[0], names.new_name("rounds")
            count = f"before {first}() {{ raise {state} by 1 }}"
            yield Draft(f"{count}, after {first}() where {state} % {nth} is 0 {{ {deeds} }}", f"state {state} number")
        return
    event, when, is_said = names.find_event(time)
    head = f"{when if words[0].lower() != 'instead' else 'instead of'} {names.call(event)}"
    if words[0].lower() == "if":
        condition = time.split(None, 1)[1]
    note = "" if is_said else names.others(event)
    yield Draft(f"{head}{f' where {condition}' if condition else ''} {{ {deeds} }}", note)


def _set_up(text: str, names: Names) -> Iterator[Draft]:
    """A resource or a list with a value at the start, which an action of the setup gives."""
    event = names.setup
    after = f"after {names.call(event)}" if event else ""
    if not event:
        return
    if match := re.match(r'resource\s+(\w+)(\s+"[^"]*")?\s*(?:=|:|starts?|starting|initial(?:ly)?)\s*(?:at|with)?\s*(\d+)', text):
        name, title, number = match[1], match[2] or "", match[3]
        rule = write_rule(names, f"{after} {{ for each player in players {{ gain {number} {name} }} }}", f"first_{name}")
        yield Draft(f"resource {name}{title}\n{rule}{text[match.end() :]}")
    if match := re.match(r'(list\s+(\w+)(?:\s+"[^"]*")?\s+of\s+(\w+)[^=\n]*?)\s*=\s*(.+)', text):
        head, name, kind, members = match[1], match[2], match[3], match[4].strip()
        if inner := re.fullmatch(r"[\[({](.*)[\])}]", members):
            deeds = ", ".join(f"add {member.strip()} to {name}" for member in inner[1].split(",") if member.strip())
        else:
            deeds = f"for each {kind} in {members} {{ add {kind} to {name} }}"
        yield Draft(f"{head}\n{write_rule(names, f'{after} {{ {deeds} }}', f'fill_{name}')}{text[match.end() :]}")


_ASKED = re.compile(
    r'(?:let\s+)?(\w+)\s*=\s*(?:ask|input|prompt|choose|query)\b\s*\(?\s*([\w.\[\]]+?)?\s*,?\s*("[^"]*")?\s*\)?'
    r"(?:\s*(?:from|in|between)\s+(.+?)\s+(?:to|and)\s+([^\n,}]+))?(?=[\n,}]|$)"
)


def _choose(text: str, _: Names) -> Iterator[Draft]:
    """A number that is asked for by a formula, as a choice whose option does what follows."""
    for match in _ASKED.finditer(text):
        name, who, prompt, low, high = match.groups()
        pieces = cut(text)
        depth, end = 0, len(text)
        for piece in pieces:
            if piece.start >= match.end():
                depth += (piece.type in OPENERS) - (piece.type in CLOSERS)
                if depth < 0:
                    end = piece.start
                    break
        rest = one_line(text[match.end() : end].strip().lstrip(","))
        asks = "choose" if who in (None, PLAYER) else f"{who} chooses"
        if not rest:
            continue
        option = f'option {name}({name} in {low or 0} to {high or 3}) "{{{name}}}" {{ {rest} }}'
        yield Draft(f"{text[: match.start()]}{asks}{f' {prompt}' if prompt else ''} {{ {option} }} {text[end:]}")


def _write_cases(text: str, _: Names) -> Iterator[Draft]:
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


def _keep_until(text: str, names: Names) -> Iterator[Draft]:
    """A number of the player that keeps what is gained next turn, and a rule that gives it then."""
    match = re.search(
        r"(?:at\s+(?:the\s+)?(?:start|beginning)\s+of\s+)?(?:the\s+)?next\s+(?:turn|round|income)\s*[:,]?\s*(gain|lose)\s+(\d+)\s+(\w+)",
        text,
    )
    match = match or re.search(
        r"(gain|lose)\s+(\d+)\s+(\w+)\s+(?:at\s+(?:the\s+)?(?:start\s+of\s+)?)?(?:in\s+)?(?:the\s+)?next\s+(?:turn|round|income)",
        text,
    )
    if match is None or not names.phases:
        return
    verb, number, name = match.groups()
    state = names.new_name("next", name)
    loop = f"for each player in players {{ {verb} player.{state} {name}, set player.{state} to 0 }}"
    new = f"{text[: match.start()]}raise player.{state} by {number}{text[match.end() :]}"
    rule = write_rule(names, f"after {names.phases[0]}() {{ {loop} }}", f"{state}_comes")
    yield Draft(f'each player has {{ {state} "{state.replace("_", " ")}" number }}\n{new}\n{rule}')


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
    if match := re.search(
        r"^(\w+)\s+(\w+)([^{\n]*)\{(.*?),?\s*\b(?:copies|count|amount|number|quantity)\s+(\d+)\b,?", text, re.DOTALL
    ):
        yield Draft(f"{match[5]} {match[1]} {match[2]}{match[3]}{{{match[4]}{text[match.end() :]}")
    if fault.code == "E0205" and (head := re.match(r"(?:change\s+)?(\w+)\s+\w+[^{]*\{", text)) and head[1] in names.kinds:
        for member in names.fields(head[1]):
            if not re.search(rf"\b{member}\b", text) and not isinstance(names.fields(head[1])[member], s.State):
                yield Draft(text[:start] + member + text[end:])
    if fault.code == "E0205" and any(names.is_object(piece.text) for piece in pieces):
        states = {name for kind in names.kinds for name, x in names.fields(kind).items() if isinstance(x, s.State)}
        for state in sorted(states - {word}):
            yield Draft(text[:start] + state + text[end:])
    if fault.code == "E0321" and (match := re.match(r"(\d+)\s+([^{]*)\{", text)):
        yield Draft(f"{match[2]}{{ copies {match[1]}, {text[match.end() :].lstrip()}")
    if fault.code == "E0404":
        new = re.sub(
            r"\bpay\s+([^,{}\n]+?)\s*[,\n]\s*((?:gain|lose|raise|set|do)\s+[^,{}\n]+?)\s*(?=[}\n])", r"may pay \1 to \2 ", text
        )
        yield Draft(new)
        note = "`lose` takes without asking; what a player need not pay is a price in an `option`, or `may pay … to …`"
        yield Draft(f"{text[:start]}lose{text[start + 3 :]}" if text[start : start + 3] == "pay" else text, note)
    if fault.code == "E0405" and (
        requirement := re.match(r'require\s+([^{}"\n]+?)\s*("[^"]*")?\s*[,\n]([^{}]*)\}', text[start:])
    ):
        block = f"if {requirement[1]} {{ {one_line(requirement[3].strip())} }}"
        refusal = f" else {{ say {requirement[2]} }}" if requirement[2] else ""
        yield Draft(f"{text[:start]}{block}{refusal} }}{text[start + requirement.end() :]}")
    if fault.code == "E0401":
        yield from _copy_formula(text, names)
    if fault.code == "E0508" and names.final:
        match = re.search(
            r"(?:score\s*\(player\)\s+is\s+more\s+by|score\s*\(player\)\s*=\s*player\.(\w+)\s*\+)\s*([^\n}]+)", text
        )
        score = names.definitions.get("score")
        resource = re.match(r"player\.(\w+)", names.source(score.cases[0].value)) if isinstance(score, s.Value) else None
        if match and resource:
            head = re.match(r'rule\s+\w+(?:\s+"[^"]*")?', text)
            loop = f"for each player in players {{ gain ({match[2].strip()}) {resource[1]} }}"
            deeds = f"after {names.call(names.final)} {{ {loop} }}"
            yield Draft(f"{head[0]} {{ {deeds} }}" if head else write_rule(names, deeds, "score_too"))
    if fault.code == "E0206" and (match := re.search(r"forbid\s+(\w+)\s*\([^)]*\)(.*)", text)):
        for option, (action, choices) in names.options.items():
            new_settings = f"({', '.join(choices)})" if choices else ""
            if match[1] in (option, action, *names.effects.get(option, ())):
                yield Draft(f"{text[: match.start()]}forbid {option}{new_settings} in {action}{match[2]}{text[match.end() :]}")
        condition = re.match(r'\s*where\s+(.*?)\s*("[^"]*")\s*$', match[2])
        if condition and not any(match[1] in actions for actions in names.effects.values()):
            deeds = f"instead of {names.call(match[1])} where {condition[1]} {{ say {condition[2]} }}"
            yield Draft(f"{text[: match.start()]}{deeds}{text[match.end() :]}")
    if (fault.code == "E0407" or word == PLAYER) and "chooses" not in text and "for each player in players" not in text:
        at = span.line - 1
        part = lines[at].strip().rstrip(",")
        if match := re.search(r"\{\s*((?:gain|lose|raise|set|may)\b[^{}]*?)\s*\}", lines[at]):
            new = f"{{ for each player in players {{ {match[1]} }} }}"
            yield Draft("\n".join([*lines[:at], lines[at].replace(match[0], new), *lines[at + 1 :]]))
        inner = r"((?:after|before)\s+\w+\(\)(?:\s+where\s+[^{]*)?\s*\{)(.*)\}(\s*\}\s*)$"
        if body := re.search(inner, text, re.DOTALL):
            loop = f"for each player in players {{ {one_line(body[2])} }}"
            yield Draft(f"{text[: body.start()]}{body[1]} {loop} }}{body[3]}")
        if "{" not in part and "}" not in part:
            new = f"for each player in players {{ {part} }}"
            yield Draft("\n".join([*lines[:at], new, *lines[at + 1 :]]))


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


_CHOICES = (
    (re.compile(r"=\s*([^?\n]+?)\s*\?\s*([^:\n]+?)\s*:\s*([^\n}]+?)\s*$"), (1, 2, 3)),
    (re.compile(r"=\s*(?:[iI]?[iI][fF])\s*\(\s*([^,;\n]+?)\s*[,;]\s*([^,;\n]+?)\s*[,;]\s*([^\n]+?)\s*\)\s*$"), (1, 2, 3)),
    (re.compile(r"=\s*if\s+(.+?)\s+then\s+(.+?)\s+else\s+(.+?)\s*(?:end)?\s*$"), (1, 2, 3)),
    (re.compile(r"=\s*(.+?)\s+if\s+(.+?)\s+else\s+(.+?)\s*$"), (2, 1, 3)),
)
"""Formulas of other languages with a condition and two results, and the groups of these."""


def _draft_cases(text: str) -> Iterator[Draft]:
    """A condition with two results, as the cases of a value or as two blocks."""
    first_line, line_end, rest = text.partition("\n")
    for pattern, order in _CHOICES:
        if match := pattern.search(first_line):
            condition, result, other = (match[number] for number in order)
            yield Draft(f"{first_line[: match.start()]}{{ {result} if {condition}, {other} otherwise }}{line_end}{rest}")
    if match := re.search(r"(?<=[{,])\s*([^?{}]+?)\s*\?\s*([^:{}]+?)\s*:\s*([^{}]+?)\s*(?=\})", text):
        blocks = f"if {match[1]} {{ {match[2]} }} else {{ {match[3]} }}"
        yield Draft(f"{text[: match.start()]} {blocks} {text[match.end() :]}")
    verbs = r"(gain|lose|set|raise|lower|do)"
    statement = rf"\b{verbs}\s+([^{{}},\n]+?)\s+if\s+([^{{}},\n]+?)\s+else\s+(?:{verbs}\s+)?([^{{}},\n]+)"
    if match := re.search(statement, text):
        blocks = f"if {match[3]} {{ {match[1]} {match[2]} }} else {{ {match[4] or match[1]} {match[5].strip()} }}"
        yield Draft(f"{text[: match.start()]}{blocks} {text[match.end() :]}")
    if match := re.search(r"\bchoose\s*\{([^{}]*)\}", text):
        parts = split_statements(re.sub(r"\s+or\s+(?=gain|lose|pay|do)", ", ", match[1]))
        if parts and not any(part.startswith("option") for part in parts):
            options = ", ".join(f"option {part}" for part in parts)
            yield Draft(f"{text[: match.start()]}choose {{ {options} }}{text[match.end() :]}")
        if len(parts) == 1 and (two := re.fullmatch(r"(?:gain\s+)?(\d+\s+\w+)\s+or\s+(\d+\s+\w+)", parts[0])):
            yield Draft(f"{text[: match.start()]}gain {two[1]} or {two[2]}{text[match.end() :]}")
    if match := re.search(r"(?<!choose )\{\s*(option\b[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}", text):
        yield Draft(f"{text[: match.start()]}{{ choose {{ {match[1]} }} }}{text[match.end() :]}")


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
