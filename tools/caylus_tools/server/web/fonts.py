"""Cut down the fonts of the page for browsers, from the packages that carry them: to Western letters, and to the weights in use.

Where these packages are missing there are no fonts, and the page uses those of its reader's system, as it does for other letters.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from io import BytesIO
from threading import Lock
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

    @property
    def name(self) -> str:
        """The name of its file for browsers."""
        return f"{self.package}.woff2"


_FONTS = (
    Font("Inter", "fontpkg-inter", "Inter[opsz,wght].ttf", "400 700", (("opsz", 14), ("wght", (400, 700))), ("kern", "tnum")),
    Font("EB Garamond", "fontpkg-eb-garamond", "EBGaramond[wght].ttf", "600", (("wght", 600),), ("kern", "lnum")),
)
_TOOLS = ("fonttools", "brotli")
_SIGNS = "\u2013\u2019\u201c\u201d\u2026\u2190\u2192\u2194\u2212"
_LETTERS = (*range(0x20, 0x7F), 0xA0, 0xB7, *range(0xC0, 0x100), *map(ord, _SIGNS))
_CUTTING = Lock()


def find_fonts() -> dict[Font, str]:
    """The fonts that can be cut, and by what key each is kept in the cache: another key, another font."""
    try:
        made_of = [f"{name} {version(name)}" for name in (*_TOOLS, *(font.package for font in _FONTS))]
    except PackageNotFoundError:
        return {}
    return {font: cache.key(repr(font), repr(_LETTERS), *made_of) for font in _FONTS}


def load_font(font: Font, key: str) -> bytes:
    """A font as WOFF2. To cut it takes a second of a processor, so it is kept in the cache; who comes meanwhile waits."""
    with _CUTTING:
        data = cache.read(f"{key}.woff2")
        if data is None:
            data = _cut(font)
            cache.write(f"{key}.woff2", data)
        return data


def write_rules(fonts: Iterable[Font], folder: str = "") -> str:
    """The rules of a style sheet for fonts in a folder. Until a font is there, its reader sees the text in another one."""
    return "".join(
        f'@font-face {{ font-family: "{font.family}"; font-weight: {font.weights}; font-display: swap; '
        f'src: url("{folder}{font.name}") format("woff2"); }}\n'
        for font in fonts
    )


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
