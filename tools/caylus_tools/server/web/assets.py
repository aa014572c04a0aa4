"""The files of the page, read and packed once; what they are together is their version, which stands in their addresses."""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

import brotli
import caylus
from caylus import cache
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from caylus_tools import common
from caylus_tools.server import Refused

from .problems import Problem, json_bytes


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
    return {font: cache.key(repr(font), repr(_LETTERS), *made_of, is_of_library=False) for font in _FONTS}


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
    buffer = BytesIO()
    cut.save(buffer)
    return buffer.getvalue()


_IMPORT = re.compile(r'^import (?:\* as (?P<whole>\w+)|\{(?P<names>[^}]*)\}) from "(?P<path>\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_OWN_ADDRESS = "import.meta.url"


def bundle_scripts(scripts: Mapping[str, str], first: str) -> dict[str, str]:
    """The bundle of a script, and one for each script that it imports later, by the paths of these scripts.

    Raises ValueError if modules import each other in a circle, or in a way that this module does not know.
    """
    shared = _closure(scripts, first)
    later = [_resolve(first, path) for path in _LATER.findall(scripts[first])]
    keeping = ["export const modules = {};", *(_module(scripts, name, first) for name in shared)]
    return {first: "\n".join(keeping)} | {entry: _bundle(scripts, entry, first, shared) for entry in later}


def _bundle(scripts: Mapping[str, str], entry: str, first: str, shared: list[str]) -> str:
    above = _relative(entry, first)
    exports = ", ".join(_EXPORT.findall(scripts[entry]))
    own = (name for name in _closure(scripts, entry) if name not in shared)
    return "\n".join(
        [
            f'import {{ modules as shared }} from "{above}";',
            "const modules = { ...shared };",
            *(_module(scripts, name, entry) for name in own),
            f"export const {{ {exports} }} = modules[{json.dumps(entry)}];",
        ]
    )


def _closure(scripts: Mapping[str, str], entry: str) -> list[str]:
    """Names of the modules that a script needs and its own, each after those that it needs."""
    needs: dict[str, list[str]] = {}
    open_ = [entry]
    while open_:
        name = open_.pop()
        if name not in needs:
            needs[name] = [_resolve(name, match["path"]) for match in _IMPORT.finditer(scripts[name])]
            open_ += needs[name]
    try:
        return list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        raise ValueError(f"modules of the page import each other: {', '.join(error.args[1])}") from None


def _module(scripts: Mapping[str, str], name: str, bundle: str) -> str:
    """The statement that runs a module and keeps its exports."""
    exports = _EXPORT.findall(scripts[name])
    text = _EXPORT.sub("", _IMPORT.sub(lambda found: _binding(name, found), scripts[name]))
    if left := _LEFT.search(text):
        raise ValueError(f"{name}: {left[0]}")
    text = text.replace(_OWN_ADDRESS, f'new URL("{_relative(bundle, name)}", {_OWN_ADDRESS})')
    return f"modules[{json.dumps(name)}] = (() => {{\n{text}return {{ {', '.join(exports)} }};\n}})();"


def _binding(name: str, match: re.Match[str]) -> str:
    names = match["whole"] or "{" + match["names"].replace(" as ", ": ") + "}"
    return f"const {names} = modules[{json.dumps(_resolve(name, match['path']))}];\n"


def _resolve(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _relative(name: str, other: str) -> str:
    path = posixpath.relpath(other, posixpath.dirname(name) or ".")
    return path if path.startswith(".") else f"./{path}"


FOLDER = Path(__file__).parents[1] / "page"
SPRITE = Path(common.__file__).with_name("icons.svg")
"""What the rulebook page and this one draw alike; for a browser it is one of the page's files."""
_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_FOR_EVER = "public, max-age=31536000, immutable"
SHELL = "index.html"
FIRST_SCRIPT = "app.js"
STYLES = "base.css"
TOP_FILES = {
    "/favicon.ico": ("favicon.svg", "public, max-age=86400"),
    "/notifier.js": ("notifier.js", "no-cache"),
    "/app.webmanifest": ("app.webmanifest", "no-cache"),
}
"""Files and how long they are kept, by their addresses."""


_CODINGS: Mapping[str, Callable[[bytes], bytes]] = {"br": brotli.compress, "gzip": partial(gzip.compress, mtime=0)}
"""Ways to pack, the one that packs best first, which takes its time; browsers take it only where nobody reads the connection."""
_QUICK = ("gzip",)


class Packed:
    """A file for browsers as it is, or packed in a way that the browser can unpack; packed when it is first asked for."""

    def __init__(self, plain: bytes, type_: str, codings: Sequence[str] = _QUICK) -> None:
        self._plain = plain
        self._type = type_
        self._codings = codings
        self._tag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
        self._packed: dict[str, bytes] = {}

    def answer(self, request: Request, cache: str) -> Response:
        headers = {"ETag": self._tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
        if self._tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        encodings = [part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")]
        coding = next((name for name in self._codings if name in encodings), None)
        if coding is None:
            return Response(self._plain, headers=headers, media_type=self._type)
        if coding not in self._packed:
            self._packed[coding] = _CODINGS[coding](self._plain)
        return Response(self._packed[coding], headers={**headers, "Content-Encoding": coding}, media_type=self._type)


class Assets:
    """The files of a folder by their paths in it; `path` is what the server lies below."""

    def __init__(self, path: str = "", folder: Path = FOLDER) -> None:
        self._path = path
        self._folder = folder
        self._keys = find_fonts()
        self._fonts = {font.name: lru_cache(1)(partial(_pack_font, font, key)) for font, key in self._keys.items()}

    def begin(self) -> None:
        """Cut the fonts in a thread: what else the page needs is there at once."""
        Thread(target=lambda: [font() for font in self._fonts.values()], name="fonts", daemon=True).start()

    @property
    def font_rules(self) -> str:
        """The rules of a style sheet for the fonts, for pages that have none of the page's own."""
        return write_rules(self._keys, f"{self._path}/static/{self.version}/")

    @cached_property
    def version(self) -> str:
        digest = hashlib.sha256(repr([*self._keys.values()]).encode())
        for name, data in sorted(self._read.items()):
            digest.update(f"{name} {len(data)}\n".encode() + data)
        return digest.hexdigest()[:12]

    @cached_property
    def _read(self) -> dict[str, bytes]:
        files = (path for path in self._folder.rglob("*") if path.suffix in _TYPES and path.is_file())
        own = {path.relative_to(self._folder).as_posix(): path.read_bytes() for path in files}
        own[STYLES] += write_rules(self._keys).encode()
        return {SPRITE.name: SPRITE.read_bytes(), **own}

    @cached_property
    def _pack_all(self) -> dict[str, Packed]:
        scripts = {name: data.decode() for name, data in self._read.items() if name.endswith(".js")}
        bundles = {name: text.encode() for name, text in bundle_scripts(scripts, FIRST_SCRIPT).items()}
        shell = self._read[SHELL].replace(b"{VERSION}", self.version.encode()).replace(b"{PATH}", self._path.encode())
        return {
            name: Packed(data, _TYPES[Path(name).suffix], [*_CODINGS])
            for name, data in {**self._read, **bundles, SHELL: shell}.items()
        }

    async def file(self, request: Request) -> Response:
        """A file under the version that the page was made with; another server's version is not to be had here."""
        if request.path_params["version"] != self.version:
            raise Problem(404, "not_found", "This page is of another version of the server; load it again.")
        path = request.path_params["path"]
        if path in self._fonts:
            font = await run_in_threadpool(self._fonts[path])  # which may be cut only now
            return font.answer(request, _FOR_EVER)
        return await run_in_threadpool(self._answer, request, path, _FOR_EVER)  # to pack it takes time at first

    async def shell(self, request: Request) -> Response:
        """The one page; what it shows is its own affair."""
        return self._answer(request, SHELL, "no-cache")

    async def top(self, request: Request) -> Response:
        """A file that has to lie at the top, such as the script that shows messages while no page is open."""
        return self._answer(request, *TOP_FILES[request.scope["route"].path])

    def _answer(self, request: Request, name: str, cache: str) -> Response:
        if name not in self._pack_all:
            raise Problem(404, "not_found", "There is nothing at this address.")
        return self._pack_all[name].answer(request, cache)


def _pack_font(font: Font, key: str) -> Packed:
    return Packed(load_font(font, key), _TYPES[Path(font.name).suffix])


_MOST_PICTURES = 64
"""That are kept, some tens of kilobytes each."""


class Pictures:
    def __init__(self, rules: Callable[[str, int], caylus.Ruleset]) -> None:
        self._rules = rules
        self.picture = lru_cache(_MOST_PICTURES)(self._picture)

    def _picture(self, hash: str, players: int) -> Packed:
        """Of rules that some table is played by. Raises `Refused`."""
        from caylus_tools.server.picture import make_picture

        try:
            return Packed(json_bytes(make_picture(self._rules(hash, players), players)), "application/json")
        except ValueError:
            raise Refused("bad", "these rules are not for so many players") from None
