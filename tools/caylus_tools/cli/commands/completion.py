"""`caylus completion`: what a shell has to be told so that the tabulator completes command lines."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction

from caylus_tools.common.errors import CLEAN

EXTRAS = {"": "play"}
_SHELLS = ("bash", "zsh", "fish")
_EPILOG = """\
For bash, in ~/.bashrc:                    eval "$(caylus completion bash)"
For zsh, in ~/.zshrc, behind `compinit`:   eval "$(caylus completion zsh)"
For fish, once:                            caylus completion fish > ~/.config/fish/completions/caylus.fish
"""


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "completion",
        help="have your shell complete command lines",
        description="Prints what has your shell complete commands, options, rulesets and variants.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("shell", metavar="SHELL", choices=_SHELLS, help="bash, zsh or fish")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["caylus"], shell=args.shell))
    return CLEAN
