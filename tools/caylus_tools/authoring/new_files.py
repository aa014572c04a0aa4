"""The files that a new game or a new variant begins with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files

import caylus
from caylus import model as m, syntax as s
from caylus.diagnostics import split_lines

from caylus_tools.diff.differences import Layout

_TEXTS = files(__package__).joinpath("new_game")
"""The texts of a new game."""


def game_skeleton(name: str, title: str) -> dict[str, str]:
    """The texts of a game of its own, by their paths in its folder."""
    quoted = json.dumps(title, ensure_ascii=False)
    manifest, rules, scenario = (_TEXTS.joinpath(f"{text}.txt").read_text("utf-8") for text in ("manifest", "rules", "scenario"))
    return {
        "ruleset.yaml": manifest.format(name=json.dumps(name), title=quoted, file=name),
        f"{name}.rules": rules.replace("TITLE", quoted),
        f"scenarios/{name}.yaml": scenario,
    }


def variant_skeleton(name: str, title: str, base: caylus.Ruleset) -> dict[str, str]:
    """The texts of a variant of `base`, by their paths in its folder."""
    return {
        "ruleset.yaml": _manifest(name, title, base),
        f"{name}.rules": _rules(title, base),
        f"scenarios/{name}.yaml": scenario_skeleton(base, f"The game begins as {base.title} does"),
    }


def _manifest(name: str, title: str, base: caylus.Ruleset) -> str:
    return f"""\
name: {json.dumps(name)}
title: {json.dumps(title, ensure_ascii=False)}
version: 0.1.0
language: 1
# about: What it is for, in a sentence or two, for lists and the rulebook.
extends: {{ name: {json.dumps(base.name)}, version: {json.dumps(base.version.split(".")[0])} }}
# requires: [another-variant]      variants that this one stands on
# after: [another-variant]         variants that it comes after where they are played too
# before: [another-variant]        variants that it comes before where they are played too
# conflicts: [another-variant]     variants that it cannot be played with
rules: [{name}.rules]
"""


# ---- rules


def _rules(title: str, base: caylus.Ruleset) -> str:
    lines = [f"-- {title}: what it plays otherwise than {base.title}. Take away the dashes of a line below to try it."]
    for why, example in list_examples(base):
        lines += ["", f"-- {why}", *(f"-- {line}" for line in split_lines(example))]
    return "\n".join(lines) + "\n"


def list_examples(base: caylus.Ruleset) -> Iterator[tuple[str, str]]:
    """The effect of each verb, and a use of it that fits the base."""
    definitions = [definition for file in base.files for definition in file.definitions]
    constants = ((name, value) for name, value in base.model.constants.items() if value.type == m.NUMBER)
    for name, value in list(constants)[:1]:
        assert isinstance(value, m.Const)
        yield "Another number:", f"change constant {name} = {value.value + 1}"
    things = [d for d in definitions if isinstance(d, s.Object) and d.settings]
    layout = Layout(base.sources, base.history)
    for thing in [d for d in things if layout.text(d.settings[0].span)[-1:].isdigit()][:1]:
        words, _, number = layout.text(thing.settings[0].span).rpartition(" ")
        setting = f"{words} {int(number) + 1}"
        yield "Named parts of a thing, the others stay:", f"change {thing.kind.text} {thing.name.text} {{ {setting} }}"
    for thing in things[-1:]:
        yield "Something left in the box:", f"remove {thing.kind.text} {thing.name.text}"
    values = [v for v in base.model.values.values() if v.type == m.NUMBER and v.params and v is not base.model.score]
    for value_ in values[:1]:
        target = f"{value_.name}({', '.join(param.name for param in value_.params)})"
        yield "A rule that bends a number wherever it is asked for:", f'rule my_price "My price" {{\n  {target} is more by 1\n}}'
    for phase in [d for d in definitions if isinstance(d, s.Action) and not d.params][-1:]:
        body = f'  after {phase.name.text}() {{ say "my rule was here" }}'
        yield "A rule that adds something before, after or instead of what happens:", f'rule my_rule "My rule" {{\n{body}\n}}'
    yield "Something new is defined as in the base:", "constant my_number = 3"


# ---- a scenario


def scenario_skeleton(rules: caylus.Ruleset, name: str) -> str:
    """A scenario of the game's beginning: what everyone holds at the first decision, and who makes it."""
    game = rules.position(None, {}, rules.fewest_players)
    changes = []
    for player in game.view()["players"]:
        amounts = ", ".join(f"{resource}: {amount}" for resource, amount in player["resources"].items() if amount)
        changes += [f"      {_word(player['name'])}: {{{amounts}}}"] if amounts else []
    lines = [
        "# Examples of what the rules do. Each begins with `given`, and goes on as `when` chooses.",
        f"players: [{', '.join(map(_word, game.players))}]",
        "",
        "scenarios:",
        f"  - name: {name}",
        *(["    changes:", *changes] if changes else []),
        *([f"    asks: {_word(game.decision.player)}"] if game.decision is not None else []),
    ]
    return "\n".join(lines) + "\n"


def _word(text: str) -> str:
    """A name as YAML."""
    return text if text.isascii() and text.isalpha() and text.istitle() else json.dumps(text, ensure_ascii=False)
