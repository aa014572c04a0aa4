"""`caylus completion`: what a shell has to be told so that the tabulator completes command lines."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter

from caylus_tools.common.errors import CLEAN

EXTRAS = {"": "play"}
_SHELLS = ("bash", "zsh", "fish")
EPILOG = """\
For bash, in ~/.bashrc:                    eval "$(caylus completion bash)"
For zsh, in ~/.zshrc, behind `compinit`:   eval "$(caylus completion zsh)"
For fish, once:                            caylus completion fish > ~/.config/fish/completions/caylus.fish
"""

DESCRIPTION = "Prints what has your shell complete commands, options, rulesets and variants."
FORMATTER = RawDescriptionHelpFormatter


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=_SHELLS, help="bash, zsh or fish")


def run(args: Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["caylus"], shell=args.shell))
    return CLEAN
