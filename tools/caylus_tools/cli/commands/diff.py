"""`caylus diff`: what two rulesets say otherwise, as rules and not as text."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from caylus_tools.common.errors import CLEAN, FINDINGS
from caylus_tools.common.output import json_text, tell


def add_to(commands: _SubParsersAction[ArgumentParser]) -> None:
    parser = commands.add_parser(
        "diff",
        help="list how two rulesets differ",
        description="Lists what the second ruleset says otherwise than the first. Exits with 1 if there is anything.",
    )
    for name, which in (("a", "first"), ("b", "second")):
        parser.add_argument(name, metavar=name.upper(), help=f"the {which} ruleset, a shipped name or a path")
        parser.add_argument(
            f"--with-{name}", metavar="VARIANT", action="append", default=[], help=f"a variant on the {which}; may be repeated"
        )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(chosen: Namespace) -> int:
    import caylus

    from caylus_tools.diff import differences, to_json, to_text

    first = caylus.load(chosen.a, variants=chosen.with_a)
    second = caylus.load(chosen.b, variants=chosen.with_b)
    found = differences(first, second)
    if chosen.json:
        print(json_text(to_json(found, first, second)))
    else:
        tell(*to_text(found, first, second).split("\n"))
    return FINDINGS if found else CLEAN
