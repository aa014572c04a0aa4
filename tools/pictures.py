"""Draws the pictures of README: a screen of a game and some pieces of its rulebook, both as the program makes them.

.venv/bin/python tools/pictures.py        writes pictures/screen.svg and pictures/rulebook.svg
"""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from pathlib import Path

import caylus
from caylus_tools.bots.registry import bot_named
from caylus_tools.doc.faces import WIDTH, Faces, Icons
from caylus_tools.screen.compose import compose
from caylus_tools.screen.marked import Line, Span, line_width
from caylus_tools.screen.scene import Scene
from caylus_tools.verbalize.objects import Objects

FOLDER = Path(__file__).parents[1] / "pictures"
RULES, SEED, ROUND = "classic", 12, 6
ACROSS, DOWN = 100, 40
LETTER, HIGH = 8.4, 18
PAPER, INK, DIM, CHOICE, GOOD = "#1b1916", "#f1ebdf", "#a59c8a", "#bba4f5", "#8bd6a5"
SEATS = ("#ee6a80", "#35b597", "#f3bc4f", "#7aa9f2", "#d6d0c4")
_STYLES = re.compile(r"^(?::root \{.*?^\}|\.(?:tint|face|f[a-z]|il)\b[^\n]*|svg text[^\n]*)$", re.MULTILINE | re.DOTALL)
"""What of the page's style its faces need."""
PIECES = (("peddler", "mason", "bank", "tailor"), ("park", "church", "architect", "hotel"))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, drawn in (("screen.svg", screen()), ("rulebook.svg", rulebook())):
        (FOLDER / name).write_text(drawn, encoding="utf-8")
        print(f"{FOLDER.name}/{name}: {len(drawn) // 1024} KB")


# ---- the terminal


def screen() -> str:
    """The first choice of many in a round of a game between bots, as a person in that seat would see it."""
    rules = caylus.load(RULES)
    game = rules.new_game(players=4, seed=SEED)
    bots = {seat: bot_named("greedy", number) for number, seat in enumerate(game.players)}
    since = 0
    while (decision := game.decision) is not None:
        if (game.view()["round"] or 0) >= ROUND and 8 <= len(decision.options) <= 14:
            break
        since = game.events[-1].number if game.events else 0
        game.choose(decision.options[bots[decision.player](game)])
    assert decision is not None
    made = compose(Scene(game, game.decision_for(decision.player), since), ACROSS, DOWN)
    gap = ACROSS - line_width(made.prompt) - line_width(made.keys)
    lines = [*made.lines, (*made.prompt, Span(" " * max(1, gap)), *made.keys)]
    text = "".join(_line(number, line) for number, line in enumerate(lines))
    across, down = ACROSS * LETTER + 32, len(lines) * HIGH + 28
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across:g} {down}" width="{across:g}" height="{down}" '
        'role="img" aria-label="A choice in a game at a terminal">'
        f'<rect width="{across:g}" height="{down}" rx="10" fill="{PAPER}"/>'
        f'<g font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">{text}</g></svg>\n'
    )


def _line(number: int, line: Line) -> str:
    """Each piece at its column, so that no font moves it."""
    drawn, column = [], 0
    for span in line:
        text = span.text.strip()
        before = line_width(span.text) - line_width(span.text.lstrip())
        if text or "reverse" in span.style:
            drawn.append(_span(text, span.style.split(), 16 + (column + before) * LETTER, 14 + number * HIGH))
        column += line_width(span.text)
    return "".join(drawn)


def _span(text: str, styles: list[str], x: float, y: float) -> str:
    seat = next((SEATS[int(style.removeprefix("seat-")) % len(SEATS)] for style in styles if style.startswith("seat-")), "")
    colour = seat or (
        DIM if "dim" in styles else CHOICE if {"may", "marked"} & {*styles} else GOOD if "heading" in styles else INK
    )
    weight = ' font-weight="700"' if {"bold", "heading", "may", "marked"} & {*styles} else ""
    wide = line_width(text) * LETTER
    ground = ""
    if "reverse" in styles:
        ground, colour = f'<rect x="{x:.1f}" y="{y:g}" width="{wide:.1f}" height="{HIGH}" fill="{colour}"/>', PAPER
    shown = escape(text.replace(" ", "\N{NO-BREAK SPACE}"))  # of several blanks one would be left
    return f'{ground}<text x="{x:.1f}" y="{y + 14:g}" textLength="{wide:.1f}" fill="{colour}"{weight}>{shown}</text>'


# ---- the rulebook


def rulebook() -> str:
    """Some faces, in light and dark as whoever looks has it."""
    rules = caylus.load(RULES)
    objects = Objects(rules)
    icons = Icons(rules.model, rules.manifest["icons"])
    faces = Faces(objects, icons, rules.manifest["tints"])
    drawn, down = "", 16
    for row in PIECES:
        things = [thing for name in row if (thing := objects.get(name)) is not None]
        shown = [faces.draw(thing) for thing in things]
        for column, face in enumerate(shown):
            drawn += face.replace("<svg ", f'<svg x="{16 + column * (WIDTH + 16)}" y="{down}" ', 1)
        down += max(int(float(re.findall(r'height="([0-9.]+)"', face)[0])) for face in shown) + 16
    across = 16 + max(map(len, PIECES)) * (WIDTH + 16)
    style = (files("caylus_tools.doc") / "page.css").read_text(encoding="utf-8")
    used = "".join(_STYLES.findall(style))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" height="{down}" '
        f'role="img" aria-label="Pieces as the rulebook shows them"><style>{used}</style><defs>{"".join(icons.symbols())}</defs>'
        f'<rect width="{across}" height="{down}" rx="10" fill="var(--paper)"/>{drawn}</svg>\n'
    )


if __name__ == "__main__":
    main()
