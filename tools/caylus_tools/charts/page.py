"""The beginning of a page with plots, which needs nothing else: one style, and a way past the contents."""

from __future__ import annotations

from html import escape
from importlib.resources import files


def write_head(title: str, mark: str, kind: str, skip: str) -> list[str]:
    """Lines down to the link that skips to `main-part`.

    `mark` is what programs know such a page by, `kind` the class of its body and the package that has its style.
    """
    styles = ("doc/page.css", "charts/charts.css", f"{kind}/page.css")
    style = "".join(files("caylus_tools").joinpath(file).read_text(encoding="utf-8") for file in styles)
    return [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="generator" content="{mark}"><meta name="color-scheme" content="light dark"><title>{escape(title)}</title>',
        f"<style>\n{style}</style></head>",
        f'<body class="{kind} charts">',
        f'<a class="skip" href="#main-part">{skip}</a>',
    ]
