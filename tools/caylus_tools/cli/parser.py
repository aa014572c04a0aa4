"""Command lines read by argparse, and what is wrong with one said with the word that is wrong."""

from __future__ import annotations

from argparse import Action, ArgumentError, ArgumentParser
from collections.abc import Iterable
from typing import Any, NoReturn

from caylus_tools.common.english import did_you_mean, join_words

from .commands.arguments import shorten


class Parser(ArgumentParser):
    """Words that are no command line may hold anything, and are made visible where they are repeated."""

    def error(self, message: str) -> NoReturn:
        from caylus.diagnostics import visible

        super().error(visible(message))

    def _check_value(self, action: Action, value: Any) -> None:
        """Called by argparse for every value; what it would say of a wrong one is a list of all others."""
        if action.choices is None or value in action.choices:
            return
        known = list(map(str, action.choices))
        wrong = shorten(str(value))
        if action.option_strings:
            raise ArgumentError(action, f"there is no {wrong}{did_you_mean(value, known, f'there are {join_words(known)}')}")
        help_ = f"`{self.prog} --help` lists them"
        raise ArgumentError(None, f"there is no {str(action.metavar).lower()} {wrong}{did_you_mean(value, known, help_)}")


class Command(Parser):
    """A command's options may stand between its other words."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.parse_known_args = super().parse_known_args  # type: ignore[method-assign] # what intermixed parsing is made of
        chosen, unknown = self.parse_known_intermixed_args(args, namespace)
        if unknown:
            self.error(_unknown(unknown[0], self._option_string_actions))
        return chosen, []


def _unknown(word: str, options: Iterable[str]) -> str:
    if word.startswith("-") and word != "-":
        option = word.partition("=")[0]
        return f"there is no option {shorten(option)}{did_you_mean(option, options)}"
    return f"{shorten(word)} is one word too many"
