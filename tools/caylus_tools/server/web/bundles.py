"""Join the modules of the page: a browser then asks for two scripts a page and not for sixty.

A bundle is a module. In it, each module is a function that returns its exports, in the order in which they need each other. The
bundle of the page's first script keeps its modules for the bundles of the scripts that it imports later.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

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
            needs[name] = [_resolve(name, found["path"]) for found in _IMPORT.finditer(scripts[name])]
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


def _binding(name: str, found: re.Match[str]) -> str:
    names = found["whole"] or "{" + found["names"].replace(" as ", ": ") + "}"
    return f"const {names} = modules[{json.dumps(_resolve(name, found['path']))}];\n"


def _resolve(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _relative(name: str, other: str) -> str:
    path = posixpath.relpath(other, posixpath.dirname(name) or ".")
    return path if path.startswith(".") else f"./{path}"
