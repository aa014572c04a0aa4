"""`caylus lsp`: the language server, which editors start by themselves."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace

from caylus_tools.common.errors import CLEAN, UsageError

from .. import arguments

EXTRAS = {"": "lsp"}

DESCRIPTION = "Speaks the language server protocol over standard input and output. Editors start it by themselves."


def add_arguments(parser: ArgumentParser) -> None:
    arguments.add_experts(parser).add_argument("--stdio", action="store_true", help="use standard input and output, as always")


def run(args: Namespace) -> int:
    if not args.stdio and sys.stdin.isatty():
        raise UsageError(
            "an editor starts this by itself, and nobody types into it; tools/editors/README.md says how for each editor"
        )
    from caylus_tools.language_server.server import make_server

    with open(os.dup(sys.stdin.fileno()), "rb") as input_stream, open(os.dup(sys.stdout.fileno()), "wb") as output_stream:
        sys.stdout = sys.stderr  # the stream is the protocol's alone
        make_server().start_io(input_stream, output_stream)
    return CLEAN
