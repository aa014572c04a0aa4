"""Cut down the fonts of the page for browsers, from the packages that carry them: to Western letters, and to the weights in use.

Where these packages are missing there are no fonts, and the page uses those of its reader's system, as it does for other letters.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from io import BytesIO
from typing import NamedTuple

from caylus import cache


class Font(NamedTuple):
    """A font of a package. `axes` is a number where the font is fixed there, or the range that is kept."""

    family: str
    package: str
    file: str
    weights: str
    axes: tuple[tuple[str, float | tuple[float, float]], ...]
    features: tuple[str, ...]


_FONTS = (
    Font("Inter", "fontpkg-inter", "Inter[opsz,wght].ttf", "400 700", (("opsz", 14), ("wght", (400, 700))), ("kern", "tnum")),
    Font("EB Garamond", "fontpkg-eb-garamond", "EBGaramond[wght].ttf", "600", (("wght", 600),), ("kern", "lnum")),
)
_TOOLS = ("fonttools", "brotli")
_SIGNS = "\u2013\u2019\u201c\u201d\u2026\u2190\u2192\u2194\u2212"
_LETTERS = (*range(0x20, 0x7F), 0xA0, 0xB7, *range(0xC0, 0x100), *map(ord, _SIGNS))


@lru_cache(maxsize=1)
def load_fonts() -> dict[Font, bytes]:
    """The fonts as WOFF2. To cut them takes seconds, so they are kept in the cache."""
    try:
        made_of = [f"{name} {version(name)}" for name in (*_TOOLS, *(font.package for font in _FONTS))]
    except PackageNotFoundError:
        return {}
    return {font: _load(font, made_of) for font in _FONTS}


def write_rules(addresses: dict[Font, str]) -> str:
    """The rules of a style sheet that name fonts by their addresses."""
    return "".join(
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weights}; font-display: swap; '
        f'src: url("{address}") format("woff2"); }}\n'
        for font, address in addresses.items()
    )


def _load(font: Font, made_of: list[str]) -> bytes:
    name = f"{cache.key(repr(font), repr(_LETTERS), *made_of)}.woff2"
    data = cache.read(name)
    if data is None:
        data = _cut(font)
        cache.write(name, data)
    return data


def _cut(font: Font) -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    source = files(font.package.replace("-", "_")) / "files" / font.file
    cut = TTFont(BytesIO(source.read_bytes()))
    subsetter = Subsetter(Options(layout_features=[*font.features], hinting=False, name_IDs=[]))
    subsetter.populate(unicodes=_LETTERS)
    subsetter.subset(cut)
    cut = instantiateVariableFont(cut, dict(font.axes))
    cut.flavor = "woff2"
    written = BytesIO()
    cut.save(written)
    return written.getvalue()
