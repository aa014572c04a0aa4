"""Draft what texts in the forms of other languages mean: classes, loops, calls, containers, tables, and words of English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from caylus import syntax as s
from caylus.parser.lalr import keywords
from caylus.syntax.definitions import PLAYER

from .game_names import Draft, Names, write_rule
from .sentences import Reading, read_sentence

_NEW_THING = re.compile(r"""\s*-?\s*(\w+)\s+["']?(\w+)["']?\s*("[^"\n]*")?\s*[:{]\s*\{?\s*\n(.*)""", re.DOTALL)
_INNER = re.compile(r'\s*rule\s+\w+(?:\s+"[^"\n]*")?\s*\{\s*((?:\d+\s+)?(\w+)\s+(\w+)[^{}\n]*\{.*\})\s*\}\s*$', re.DOTALL)
_FUNCTION = re.compile(
    r"\s*(?:function|def|fn|func)\s+(\w+)\s*\(([^()]*)\)[^{]*\{\s*return\s+"
    r"([^;{}]+?)\s*\?\s*([^;{}]+?)\s*:\s*([^;{}]+?)\s*;?\s*\}\s*$"
)


def is_new_thing(text: str, names: Names) -> bool:
    """Return whether a text begins with a kind and a name that nothing has yet."""
    match = re.match(r"(?:-\s*)?(\w+)\s+(\w+)\b", text)
    return match is not None and match[1] in names.kinds and match[2] not in names.definitions and match[2] not in keywords()


def draft_foreign_forms(text: str, names: Names) -> Iterator[Draft]:
    """Drafts of a text that has the form of another language."""
    if (match := _NEW_THING.match(text)) and match[1] in names.kinds and match[2] not in names.definitions:
        yield from _draft_thing(match, names)
    if (match := _INNER.match(text)) and (match[2] in names.kinds or match[2] in ("resource", "constant", "value", "state")):
        yield Draft(match[1], "a definition stands outside of rules")
    if (hook := _HOOK.match(text)) and (phase := names.find(hook[1])) in names.events and phase is not None:
        when = "before" if hook[2] == "onBegin" else "after"
        yield Draft(write_rule(names, f"{when} {names.call(phase)} {hook[3]}", f"{phase}_too"))
    new = _translate(text, names)
    if new != text:
        yield Draft(new)
    yield from _rewrite_parts(text)
    if match := re.match(r"\s*(?:let|var|int|number)\s+(\w+)\s*(?::\s*\w+)?\s*=\s*(-?\d+)\s*;?\s*$", text):
        yield Draft(f"state {match[1]} number{f' = {match[2]}' if match[2] != '0' else ''}")
    if match := re.match(r"\s*change\s+(\w+)\s+of\s+(?:the\s+)?(?:(\w+)\s+)?(\w+)\s+(?:to|=|becomes)\s+([^\n{}]+?)\s*$", text):
        name = names.find(match[3])
        kind = names.find_kind(name) if name is not None else ""
        if name is not None and match[1] in names.fields(kind):
            yield Draft(f"change {kind} {name} {{ {match[1]} {match[4]} }}")
    if match := _FUNCTION.match(text):
        condition, result, other = (_write_formula(match[number]) for number in (3, 4, 5))
        is_old = isinstance(names.definitions.get(match[1]), s.Value)
        params = ", ".join(part.split(":")[0].strip() for part in match[2].split(","))
        head = f"{'replace ' if is_old else ''}value {match[1]}({params})"
        yield Draft(f"{head} {{ {result} if {condition}, {other} otherwise }}")


_GAINS, _LOSES = "gain|add|give|get|receive|earn", "lose|remove|pay|spend|subtract|take"
_CALLED = r"""["']?(\w+)["']?\s*,\s*["']?(\w+)["']?\s*\)"""
_CHANGES = (
    re.compile(rf"\b([\w.]+)\.(?:(?P<more>{_GAINS})|{_LOSES})(?:[A-Z_]\w*)?\(\s*{_CALLED}"),
    re.compile(rf"\b(?:(?P<more>{_GAINS})|{_LOSES})(?:[A-Z_]\w*)?\(\s*(\w+)\s*,\s*{_CALLED}"),
    re.compile(r"\b(\w+)\.(\w+)\s*(?:(?P<more>\+)|-)=\s*(\d+)\b"),
    re.compile(r"\b(?:(?P<more>gain)|lose)s?\s+(?!\d)([\w.]+)\s+(\d+)\s+(\w+)"),
)
"""Words of other languages that give something to a player or take it, as `player.gain("coin", 2)` and `player.coin += 2`."""
_HEAD = re.compile(
    r"^\s*(?:export\s+)?class\s+(\w+)\s*(?:\(\s*(\w+)\s*\)|(?:extends|implements|:|<)\s*(\w+))(?=\s*[:{\n])", re.MULTILINE
)
_PLAIN = (
    (re.compile(r";(?=\s*(?:\}|$))", re.MULTILINE), ""),
    (re.compile(r"\$(?=[A-Za-z_])"), ""),
    (re.compile(r"\bup to (\d+) times?\s*\{"), r"repeat \1 times {"),
    (re.compile(r"\b([\w.]+) (?:takes?|steals?) (\d+ \w+) from ([\w.]+)"), r"\3 loses \2, \1 gains \2"),
    (re.compile(r"\bwhere\s+([^{}\"\n]+?)\s+unless\s+([^{}\"\n]+?)(?=\s*(?:\"|\{|$))", re.MULTILINE), r"where \1 and not (\2)"),
    (re.compile(r"^(\s*)\(((?:gain|lose|set|raise|lower|pay|say)\b[^()]*)\)$", re.MULTILINE), r"\1\2"),
    (re.compile(r"\[\s*(\d+ \w+)\s*,\s*(\d+ \w+)\s*\]"), r"\1 + \2"),
    (re.compile(r"\b(?:G|game|state|ctx|this|self)\.(?=players\b)"), ""),
    (re.compile(r"\bfor\s*each\s*\(?\s*([\w.]+)\s+as\s+(?:\w+\s*=>\s*)?(\w+)\s*\)?"), r"for each \2 in \1"),
    (re.compile(r"\bforeach\s*\(?\s*(?:var\s+|\w+\s+)?(\w+)\s+in\s+([\w.]+)\s*\)?"), r"for each \1 in \2"),
    (re.compile(r"\b(for each \w+ in \w+)\s+do\b([^{}]*?)\bend\b"), r"\1 {\2}"),
)
"""Parts of other languages, and of English, and what they are here."""


_MEMBER = re.compile(
    r"""^(\s*)(?:["']?(\w+)["']?\s*[:=]\s*["']?([^"'\n;{}]*?)["']?\s*[,;]?$"""
    r"""|(?:(?:def|function|public|void)\s+)*(\w+)\s*\([^()]*\)\s*(?=[:{]))""",
    re.MULTILINE,
)
"""A line with a property and its value, or the head of a method."""


def _translate(text: str, names: Names) -> str:
    """A text with what other languages, and English, have in it written as this one has it."""
    for pattern, plain in _PLAIN:
        text = pattern.sub(plain, text)
    for step in (_translate_words, _translate_classes, _translate_changes, _translate_members, _translate_table_edits):
        text = step(text, names)
    return text


def _translate_words(text: str, names: Names) -> str:
    """Players and goods that are told by words: `the first player gains`, `2 dried fish`, `lose all coins`, `gain 1 turns`."""
    lists = [name for name, x in names.definitions.items() if isinstance(x, s.ListState) and x.kind.text == PLAYER]
    if lists:
        order = max(lists, key=names.count_loops)
        text = re.sub(r"\bthe (?:first|start|starting) player (?=gains|loses)", f"{order}[1] ", text)
        text = re.sub(r"\bthe last player (?=gains|loses)", f"{order}[size of {order}] ", text)
    resources = {name for name, x in names.definitions.items() if isinstance(x, s.Resources)}
    for title, name in names.titles.items():
        if " " in title and name in resources:
            text = re.sub(rf"(?i)\b(\d+) {re.escape(title)}\b", rf"\1 {name}", text)

    def write_all(match: re.Match[str]) -> str:
        return f"{match[1]} player.{match[2]} {match[2]}" if match[2] in resources else match[0]

    def write_number(match: re.Match[str]) -> str:
        is_number = match[3] in names.player_fields and match[3] not in names.definitions
        return f"{'raise' if match[1] else 'lower'} player.{match[3]} by {match[2]}" if is_number else match[0]

    text = re.sub(r"\b(lose|pay)s?\s+all\s+(?:(?:of\s+)?(?:his|her|their|the|your|its)\s+)?(\w+)", write_all, text)
    return re.sub(r"\b(?:(gain)|lose)s?\s+(\d+)\s+(\w+)", write_number, text)


def _translate_classes(text: str, names: Names) -> str:
    """The heads of classes, as heads of things."""

    def write_head(match: re.Match[str]) -> str:
        kind = names.find(match[2] or match[3]) or ""
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", match[1]).lower()
        words = name.replace("_", " ")
        head = f"change {kind} {name}" if names.is_object(name) else f'{kind} {name} "{words[0].upper()}{words[1:]}"'
        return head if kind in names.kinds else match[0]

    return _HEAD.sub(write_head, text)


def _translate_changes(text: str, names: Names) -> str:
    """Calls and assignments that give a player something or take it."""

    def write_change(match: re.Match[str]) -> str:
        who, *arguments = [group for group in match.groups() if group not in (None, match["more"])]
        number, name = sorted(arguments, key=lambda argument: not argument.isdigit())
        resource = names.find(name) or ""
        if not number.isdigit() or not isinstance(names.definitions.get(resource), s.Resources):
            return match[0]
        verb = "gain" if match["more"] else "lose"
        return f"{verb} {number} {resource}" if who == PLAYER else f"{who} {verb}s {number} {resource}"

    for pattern in _CHANGES:
        text = pattern.sub(write_change, text)
    return text


def _translate_members(text: str, names: Names) -> str:
    """Properties with quotes or signs, and methods, as members of things."""
    members = {name: member for kind in names.kinds for name, member in names.fields(kind).items()}

    def write_member(match: re.Match[str]) -> str:
        member = members.get(match[2] or match[4])
        if isinstance(member, s.Property) and match[3]:
            return f"{match[1]}{match[2]} {match[3]}"
        return f"{match[1]}{match[4] or match[2]} " if isinstance(member, s.MemberAction) else match[0]

    return _MEMBER.sub(write_member, text)


def _translate_table_edits(text: str, names: Names) -> str:
    """The statement of SQL that changes, adds or removes a thing, as an edit."""
    value = r"""\s*=\s*["']?(\w+)["']?"""
    match = re.match(rf"(?i)\s*update\s+(\w+)\s+set\s+(.+?)\s+where\s+\w+{value}\s*;?\s*$", text, re.DOTALL)
    if match is not None and (name := names.find(match[3])) is not None:
        settings = re.findall(r"""(\w+)\s*=\s*(?:["']([^"']*)["']|(\w+))""", match[2])
        if names.find_kind(name):
            parts = ", ".join(f"{member} {text_value or word}" for member, text_value, word in settings)
            return f"change {names.find_kind(name)} {name} {{ {parts} }}"
        return f"change constant {name} = {settings[0][1] or settings[0][2]}" if len(settings) == 1 else text
    match = re.match(rf"(?i)\s*delete\s+from\s+(\w+)\s+where\s+\w+{value}\s*;?\s*$", text)
    if match is not None and (name := names.find(match[2])) is not None and names.is_object(name):
        return f"remove {names.find_kind(name)} {name}"
    match = re.match(r"(?i)\s*insert\s+into\s+(\w+)\s*\(([^()]*)\)\s*values\s*\(([^()]*)\)\s*;?\s*$", text)
    if match is None or match[1] not in names.kinds:
        return text
    columns = [column.strip() for column in match[2].split(",")]
    cells = [cell.strip(" '\"\n") for cell in match[3].split(",")]
    row = dict(zip(columns, cells, strict=False))
    title = row.pop("title", row.pop("label", ""))
    name = row.pop("name", row.pop("id", title))
    own = re.sub(r"\W+", "_", name).lower()
    parts = ", ".join(f"{member} {cell}" for member, cell in row.items())
    return f'{match[1]} {own} "{title or name}" {{ {parts} }}'


def _write_formula(text: str) -> str:
    """A formula of JavaScript, as this language has it."""
    text = re.sub(r"\s*!==?\s*", " is not ", text)
    text = re.sub(r"\s*===?\s*", " is ", text)
    text = re.sub(r"\s*&&\s*", " and ", re.sub(r"\s*\|\|\s*", " or ", text))
    return re.sub(r"\b([\w.]+)\.(?:length|size)\b(?:\(\))?", r"size of \1", text).strip()


def _rewrite_parts(text: str) -> Iterator[Draft]:
    """A text with an exchange or a block of another language written as this one has it."""
    amount = r"(\d+ \w+(?: ?\+ ?\d+ \w+)*)"
    new = re.sub(rf"\bmay (?:gain|get|buy|take|receive) {amount} (?:for|by paying) {amount}", r"may pay \2 to gain \1", text)
    new = re.sub(rf"\bmay (?:sell|exchange|trade) {amount} for {amount}", r"may pay \1 to gain \2", new)
    if new != text:
        yield Draft(new)
    block = r"\bif\s+([^{}\n]+?)\s+then\s+([^{}]+?)"
    new = re.sub(rf"{block}\s+else\s+(?!if\b)([^{{}}]+?)\s+end\b", r"if \1 { \2 } else { \3 }", text)
    new = re.sub(rf"{block}\s+end\b", r"if \1 { \2 }", new)
    if new != text:
        yield Draft(new)


def _draft_thing(match: re.Match[str], names: Names) -> Iterator[Draft]:
    """A new thing whose parts are told on lines with colons, in braces."""
    kind, name, title, body = match.groups()
    fields = names.fields(kind)
    parts = []
    for line in body.split("\n"):
        setting = re.match(r"""\s*["']?(\w+)["']?\s*[:=]?\s*["']?(.*?)["']?\s*[,;]?\s*$""", line)
        if setting is None or not setting[1]:
            continue
        key, value = setting.groups()
        if key in ("title", "name", "label", "display") and key not in fields:
            title = f'"{value}"'
        elif isinstance(fields.get(key), s.MemberAction):
            parts.append(f"{key} {{ {value.strip('{} ')} }}")
        elif key in fields:
            parts.append(f"{key} {value}")
        else:
            return
    words = name.replace("_", " ")
    yield Draft(f"{kind} {name} {title or f'{chr(34)}{words[0].upper()}{words[1:]}{chr(34)}'} {{ {', '.join(parts)} }}")


_HOOK = re.compile(
    r"\s*phases\s*:\s*\{\s*(\w+)\s*:\s*\{\s*(onBegin|onEnd)\s*:\s*(?:\([^()]*\)|\w+)\s*=>\s*(\{.*\})[\s,]*\}[\s,]*\}[\s,]*$",
    re.DOTALL,
)
"""What boardgame.io does at the beginning or the end of a phase."""
_CHANGED = re.compile(r"\.(\w+)\s*(\+=|-=)\s*(\d+)|\.(\w+)(\+\+|--)")


def read_container(text: str, names: Names) -> Reading | None:
    """Meanings of a container of another language at the top of a file: what it is, and the form of what is in it."""
    if start := re.match(r"\s*\(\s*start\b(.*)", text, re.DOTALL):
        form = "this is a form of Ludii; what is done at the start is `rule name { after ACTION() { … } }`"
        gains = re.findall(r'\(\s*(?:set|gain|add)\s+"?(\w+)"?\s+(?:Each\s+)?(?:count:)?(\d+)\s*\)', start[1])
        if len(gains) == 1 and start[1].count("(") == 1:
            noun = "points" if gains[0][0] == "Score" else gains[0][0]
            reading = read_sentence(f"Each player starts with {gains[0][1]} {noun}", names)
            return Reading(reading.drafts if reading is not None else (), form)
        return Reading((), form)
    if re.match(r"\s*\(\s*[a-z]\w*\b", text):
        return Reading((), "this is a form of Ludii; what happens is a `rule`, players choose an `option` in an `action`")
    if _HOOK.match(text):
        return None
    if moves := re.match(r"\s*(moves|phases|turn|setup|endIf|onBegin|onEnd)\s*:\s*(?:\{|\()(.*)", text, re.DOTALL):
        form = f"`{moves[1]}:` is a form of boardgame.io; players choose an `option` in an `action`, what follows is a `rule`"
        changes = [(x[0] or x[3], x[1] or x[4], x[2] or "1") for x in _CHANGED.findall(moves[2])]
        move = re.match(r"\s*(\w+)\s*(?::|\()", moves[2])
        if moves[1] == "moves" and move is not None and changes and len(re.findall(r"=>|\bfunction\b", moves[2])) == 1:
            price = [f"{number} {name}" for name, sign, number in changes if sign[0] == "-"]
            goods = [f"{number} {name}" for name, sign, number in changes if sign[0] == "+"]
            deeds = [f"gain {' + '.join(goods)}"] if goods else []
            if move[1] in names.options:
                deeds += [f"lose {' + '.join(price)}"] if price else []
                actions = [x for x in names.effects.get(move[1], ()) if len(names.effects.get(move[1], ())) == 1]
                rules = [write_rule(names, f"after {names.call(x)} {{ {', '.join(deeds)} }}", f"{x}_too") for x in actions]
                return Reading(tuple(Draft(rule) for rule in rules), form)
            deed = f"may pay {' + '.join(price)} to gain {' + '.join(goods)}" if price and goods else ", ".join(deeds)
            if deed:
                phases = ", ".join(f"`{phase}()`" for phase in names.phases[:3])
                loop = f"for each player in players {{ {deed} }}"
                form = f"`moves:` is a form of boardgame.io; this is `{deed}`, at a time of your choice: "
                form += f"`rule name {{ after ACTION {{ {loop} }} }}`"
                return Reading((), f"{form}; actions here are {phases}" if phases else form)
        return Reading((), form)
    if re.match(r"\s*\{", text) and re.search(r'"\w+"\s*:', text):
        form = "rules are no JSON: a number is changed by `change constant name = …`, a thing by `change KIND name { … }`"
        pairs = re.findall(r'"(\w+)"\s*:\s*("[^"]*"|-?\d+)', text)
        if pairs and all(isinstance(names.definitions.get(name), s.Constant) for name, _ in pairs):
            lines = [f"change constant {name} = {value.strip(chr(34))}" for name, value in pairs]
            return Reading((Draft("\n".join(lines)),), form)
        return Reading((), form)
    return None
