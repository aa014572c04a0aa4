"""Forbid what no file may make the library do: reach the network or another program, or a file that is none of its own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]
_FORBIDDEN = (
    "socket.connect", "socket.bind", "socket.getaddrinfo", "urllib.Request", "subprocess.Popen", "os.system", "os.exec", "os.fork",
    "os.posix_spawn", "pickle.find_class", "ctypes.dlopen", "webbrowser.open",
)  # fmt: skip


class Reached(Exception):
    """Something was reached for that lies outside."""


def confine(folder: Path) -> None:
    """From here on, whoever reaches beyond `folder`, to write, or beyond it, Python and this project, to read, gets a `Reached`."""
    sys.dont_write_bytecode = True
    inside = os.path.realpath(folder)
    writable = (inside, os.path.realpath("/proc/self"))
    readable = (*writable, *map(os.path.realpath, (PROJECT, sys.prefix, sys.base_prefix, *filter(None, sys.path))))

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event in _FORBIDDEN and not (event == "pickle.find_class" and str(arguments[0]).startswith("caylus.")):
            raise Reached(event)
        if event == "open" and isinstance(arguments[0], str | bytes):
            name, mode, flags = os.fsdecode(arguments[0]), *arguments[1:]
            if mode is None and not os.path.isabs(name):
                return  # from a folder that is open already
            writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if name != os.devnull and not os.path.realpath(name).startswith(writable if writes else readable):
                raise Reached(f"{mode} {name}")

    sys.addaudithook(hook)
