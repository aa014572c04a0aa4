"""Drafts of edits: what a variant may mean to change in its base, with the whole of what is written anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from caylus import syntax as s
from caylus.parser.lalr import keywords

from .forms import draft_forms
from .game_names import Draft, Names, Piece, cut, split_words, stem, stems

_FILLER = split_words("= : . { to is now as equals becomes be are of the a an costs only at with")


def draft_rows(text: str, names: Names) -> Iterator[Draft]:
    """A scale or a row of a table of which one number or one cell is changed: the whole of it, as it is written anew."""
    if match := re.match(
        r"(?:change\s+)?(?:scale\s+|set\s+)?(\w+)\s*[\[.(]\s*(\d+)\s*[\])]?\s*(?:=|to|is|becomes|:)+\s*(-?\d+)\s*$", text
    ):
        scale = names.definitions.get(match[1])
        if isinstance(scale, s.Scale):
            values, place = [names.source(value) for value in scale.values], int(match[2]) - scale.start
            if 0 <= place < len(values):
                values[place] = match[3]
                yield Draft(f"change scale {match[1]} = [{', '.join(values)}]")
    rows = {row.name.text: (name, row) for name, x in names.definitions.items() if isinstance(x, s.Table) for row in x.rows}
    for row_name, (table, row) in rows.items():
        cells = [", ".join(names.source(one) for one in cell.statements) for cell in row.cells]
        if match := re.search(rf"\b{row_name}\b\s*[\[.(,]?\s*(\d+)\s*[\])]?\s*(?:=|to|is|becomes|:|\|)+\s*([^\n}}]+)", text):
            place = int(match[1]) - 1
            if 0 <= place < len(cells):
                cells[place] = match[2].strip().rstrip("}").strip()
                yield Draft(f"change table {table} {{\n  {row_name} | {' | '.join(cells)}\n}}")
        elif match := re.search(rf"\b{row_name}\s*\|([^\n}}]*)", text):
            new = [cell.strip() for cell in match[1].split("|")]
            if len(new) == len(cells) and not all(new):
                cells = [one or other for one, other in zip(new, cells, strict=True)]
                yield Draft(f"change table {table} {{\n  {row_name} | {' | '.join(cells)}\n}}")


def draft_edits(text: str, names: Names) -> Iterator[Draft]:
    """Edits of the objects and constants that a text names, to the values that it names behind them."""
    pieces = [piece for piece in cut(text) if piece.type not in ("_NL", "RBRACE")]
    head = [piece.text for piece in pieces[:3]]
    if text.startswith(("{", "[")):
        yield from draft_edits(re.sub(r'["{}\[\]]', " ", text).strip(), names)
        return
    if head and head[0] in keywords() - {"change", "replace", "set", "add", "for", "each", "row", "list", "state"}:
        return
    yield from draft_forms("players", text, names)
    texts = [piece.text.strip("\"'“”") for piece in pieces]
    objects: list[str] = []
    constants: dict[str, int] = {}
    for size in (4, 3, 2, 1):
        for number in range(len(texts) - size + 1):
            words = " ".join(texts[number : number + size])
            name = names.find(words)
            if name is not None and names.is_object(name) and name not in objects:
                objects.append(name)
            if name is not None and isinstance(names.definitions[name], s.Constant) and name not in constants:
                constants[name] = number + size
    if only := re.match(r"(\w+)\s*(?::|=|to|is|becomes)+\s*(\d+)\s*;?$", text.strip()):
        alike = [
            name for name, x in names.definitions.items() if isinstance(x, s.Constant) and {*stems(only[1])} <= {*stems(name)}
        ]
        constants |= dict.fromkeys(alike if len(alike) == 1 else (), 1)
    for name, behind in constants.items():
        new_settings = next((piece.text for piece in pieces[behind : behind + 4] if piece.type == "NUMBER"), None)
        constant = names.definitions[name]
        step = re.search(r"([+-])\s*=|\b(?:(raise|increase|more)|(lower|decrease|reduce|less|fewer))\b", text)
        if new_settings is not None and step is not None and isinstance(constant, s.Constant):
            old_number = names.source(constant.value)
            sign = 1 if step[1] == "+" or step[2] else -1
            new_settings = str(int(old_number) + sign * int(new_settings)) if old_number.isdigit() else None
        if new_settings is not None:
            yield Draft(f"change constant {name} = {new_settings}")
    is_of_all = re.match(r"(change|for|all|every|each)\b", text, re.IGNORECASE) is not None and not objects
    if is_of_all or re.search(r"\bwhere\b", text, re.IGNORECASE):
        yield from _edit_each(text, pieces, names)
    for name in objects:
        kind = names.find_kind(name)
        if re.match(r"(delete|remove|drop|without|no more|take out|there is no)\b", text, re.IGNORECASE):
            yield Draft(f"remove {kind} {name}")
        settings = [f"{member} {value}" for member, value in _settings(pieces, names, kind).items()]
        if settings:
            yield Draft(f"change {kind} {name} {{ {', '.join(settings)} }}")


def _amount(pieces: Sequence[Piece], names: Names) -> str:
    """The amount or number that stands at the beginning of some tokens."""
    parts: list[str] = []
    number = 0
    while number < len(pieces) and pieces[number].text.lower() in _FILLER:
        number += 1
    if number + 2 < len(pieces) and pieces[number + 1].text in "=:" and pieces[number + 2].type == "NUMBER":
        name = names.find(pieces[number].text)
        return f"{pieces[number + 2].text} {name}" if name is not None and not names.is_object(name) else ""
    while number < len(pieces):
        piece = pieces[number]
        following = pieces[number + 1] if number + 1 < len(pieces) else None
        if (
            piece.type == "NUMBER"
            and following is not None
            and (name := names.find(following.text))
            and not names.is_object(name)
        ):
            parts.append(f"{piece.text} {name}")
            number += 2
        elif piece.type == "NUMBER" and not parts:
            return piece.text
        else:
            break
        if number < len(pieces) and pieces[number].text in ("and", "+", "&", ","):
            number += 1
    return " + ".join(parts)


def _edit_each(text: str, pieces: Sequence[Piece], names: Names) -> Iterator[Draft]:
    """An edit of all objects of a kind that have some value: one line for each of them."""
    kinds = [kind for piece in pieces if (kind := names.find(piece.text)) in names.kinds]
    match = re.search(r"\b(?:where|with|whose|that (?:cost|are)|if|when)\b(.*)", text, re.IGNORECASE | re.DOTALL)
    if not kinds or kinds[0] is None:
        return
    condition, rest = (match[1], text[: match.start()]) if match is not None else ("", text)
    old_settings, new_settings = _settings(cut(condition), names, kinds[0]), _settings(cut(rest), names, kinds[0])
    if match is not None and not old_settings:
        return
    matches = [x for x in names.definitions.values() if isinstance(x, s.Object) and names.is_below(x.kind.text, kinds[0])]
    lines = []
    for thing in matches:
        own = {setting.name.text: names.source(setting.values[0]) for setting in thing.settings}
        if new_settings and all(own.get(name) == value for name, value in old_settings.items()):
            settings = ", ".join(f"{name} {value}" for name, value in new_settings.items())
            lines.append(f"change {thing.kind.text} {thing.name.text} {{ {settings} }}")
    if lines:
        yield Draft("\n".join(lines), "things are changed one by one")


def _settings(pieces: Sequence[Piece], names: Names, kind: str) -> dict[str, str]:
    """The properties of a kind that words name, with the values behind them."""
    settings = {}
    for member, what in names.fields(kind).items():
        for number, piece in enumerate(pieces):
            if isinstance(what, s.Property) and stem(piece.text) == stem(member) and member not in settings:
                value = _amount(pieces[number + 1 :], names)
                if value:
                    settings[member] = value
    return settings


def draft_members(text: str, names: Names) -> Iterator[Draft]:
    """A member of a sequence, a group or an action, put in or left out by words that are not those of the language."""
    yield from draft_forms("members", text, names)
    match = re.match(
        r"(?:change|replace|set|modify)?\s*(?:sequence\s+|group\s+)?(\w+)\s*(?:=|to|:|is|becomes)+\s*\[?([\w\s,]+?)\]?\s*$", text
    )
    if match and "," in match[2] and isinstance(home := names.definitions.get(match[1]), s.Sequence):
        new, old = [word.strip() for word in match[2].split(",")], [member.text for member in home.members]
        more, less = [word for word in new if word not in old], [word for word in old if word not in new]
        edits = [f"remove {word} from {match[1]}" for word in less]
        if [word for word in new if word in old] == [word for word in old if word in new]:
            for word in more:
                place = new.index(word)
                where = f"after {new[place - 1]}" if place else f"before {new[1]}"
                edits.append(f"add {word} to {match[1]} {where}")
            yield Draft("\n".join(edits))
        yield Draft(f"replace sequence {match[1]} = {', '.join(new)}")
    verbs = r"(?:swap|exchange|switch|move|put|place|do|play|shift)"
    if match := re.match(rf"{verbs}\s+(?:phase\s+)?(\w+)\s+(?:to\s+)?(and|with|before|after)\s+(?:phase\s+)?(\w+)", text):
        yield from _move_member(match[1], match[2], match[3], names)
    if match := re.match(r"change\s+(\w+)\s+(\w+)\s*\{\s*([^{}]+?)\s+becomes\s+([^{}]+?)\s*\}\s*$", text):
        thing = names.definitions.get(match[2])
        for part in (*thing.settings, *thing.behaviours) if isinstance(thing, s.Object) else ():
            source = names.source(part)
            if re.search(rf"(?<!\w){re.escape(match[3])}(?!\w)", source):
                is_whole = source == f"{part.name.text} {match[3]}"
                replacement = match[4] if is_whole else f"{{ {match[3]} becomes {match[4]} }}"
                yield Draft(f"change {match[1]} {match[2]} {{ {part.name.text} {replacement} }}")


def _move_member(member: str, how: str, other: str, names: Names) -> Iterator[Draft]:
    """A member of the sequence of phases before or after another, or in its place."""
    if names.turn is not None and {member, other} <= {*names.phases}:
        order = names.phases
        if how in ("before", "after"):
            order.remove(member)
            order.insert(order.index(other) + (how == "after"), member)
        else:
            partner = {member: other, other: member}
            order = [partner.get(phase, phase) for phase in order]
        yield Draft(f"replace sequence {names.turn.name.text} = {', '.join(order)}")
