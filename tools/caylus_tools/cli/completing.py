"""Complete the command line in a shell by argcomplete, for bash, zsh and fish."""

from __future__ import annotations

import os
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from importlib.util import find_spec


def is_completing() -> bool:
    """Return whether a shell asks: argcomplete's script says so by this variable."""
    return "_ARGCOMPLETE" in os.environ and find_spec("argcomplete") is not None


def complete(parser: ArgumentParser) -> None:
    """Answer the shell and end the process, if it is a shell that asks."""
    if is_completing():
        import argcomplete

        argcomplete.autocomplete(parser)


def set_completion(words: Callable[[Namespace], Iterable[str]], action: Action) -> None:
    """Has a word of the command line completed by `words` of those before it; where they have none the shell offers files."""
    action.completer = lambda parsed_args, **_: words(parsed_args)  # type: ignore[attr-defined] # argcomplete looks for it there


def rulesets(_: Namespace) -> Iterable[str]:
    """All that are shipped."""
    from caylus.loading.listing import list_rulesets as list_rulesets

    return [entry.name for entry in list_rulesets()]


def variants(args: Namespace) -> Iterable[str]:
    """Those shipped for the ruleset that stands before, or all."""
    from caylus.loading.listing import list_rulesets as list_rulesets

    all_ = [entry for entry in list_rulesets() if entry.extends]
    fitting = [entry.name for entry in all_ if entry.extends == getattr(args, "ruleset", None)]
    return fitting or [entry.name for entry in all_]


def codes(_: Namespace) -> Iterable[str]:
    """Of the diagnostics that have a page."""
    from caylus.diagnostics.render import codes as known

    return known()
