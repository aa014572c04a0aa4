"""The report's numbers as JSON data."""

from __future__ import annotations

from typing import Any

from .estimates import Difference, Estimate
from .part import Part
from .report import Report


def figures(report: Report) -> dict[str, Any]:
    """Everything that the page shows (schemas/balance), base first; rates lie between 0 and 1."""
    study = report.study
    return {
        "format": 2,
        "rulesets": [
            {
                "title": sample.title,
                "ruleset": sample.rules.name,
                "version": sample.rules.version,
                "variants": list(sample.rules.variants),
            }
            for sample in study.samples
        ],
        "players": study.players,
        "games": study.games,
        "planned": study.planned,
        "seed": study.seed,
        "unplayed": list(report.untested_player_counts),
        "verdicts": [{"title": v.title, "kind": v.kind, "sentences": list(v.sentences)} for v in report.verdicts],
        "parts": [_part(part) for part in report.parts],
    }


def _part(part: Part) -> dict[str, Any]:
    """The figures of bots of one sort."""
    return {
        "policy": list(part.study.policy),
        "alike": list(part.study.alike),
        "verdicts": [
            {
                "title": verdict.title,
                "kind": verdict.kind,
                "claims": [
                    {"topic": claim.topic, "key": list(claim.key), "side": claim.side, "text": claim.text}
                    for claim in verdict.claims
                ],
            }
            for verdict in part.verdicts
        ],
        "findings": {section.name: list(section.sentences) for section in part.sections},
        "numbers": {
            name: [
                {
                    "key": list(row.key),
                    "label": row.label,
                    "unit": row.unit.name,
                    "estimates": [_estimate(found) for found in row.estimates],
                    "changes": [
                        None if found is None else {**_interval(found), "p": found.p, "stands": stands}
                        for found, stands in zip(row.changes, row.stands, strict=True)
                    ],
                }
                for row in group.rows
            ]
            for name, group in part.groups.items()
        },
        "needed": [
            {
                "key": list(one.row.key),
                "label": one.row.label,
                "wanted": one.wanted,
                "margins": list(one.margins),
                "games": list(one.games),
            }
            for one in part.needed
        ],
    }


def _estimate(found: Estimate | None) -> dict[str, float] | None:
    return None if found is None else _interval(found)


def _interval(found: Estimate | Difference) -> dict[str, float]:
    return {"value": found.value, "low": found.low, "high": found.high}
