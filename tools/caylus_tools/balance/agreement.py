"""Compare the verdicts of several kinds of bots: where they agree, and where they contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from caylus_tools.common.english import join_words

from .verdicts import Claim, Verdict
from .wording import capital

_MOST = 3
"""Claims of one topic: what is told first is what most agree on, and what each holds for the clearest."""

Told = tuple[str, Claim]
"""A claim, and the bots between which it holds."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A verdict of all bots on a ruleset; its `kind` is theirs, or `mixed`."""

    title: str
    kind: str
    sentences: tuple[str, ...]


def joint(bots: Sequence[str], verdicts: Sequence[Verdict]) -> Joint:
    """Of verdicts on one ruleset, one for each sort of bots, which are called such as `greedy bots`."""
    claims = [(who, claim) for who, verdict in zip(bots, verdicts, strict=True) for claim in verdict.claims]
    topics = dict.fromkeys(claim.topic for _, claim in claims)
    kinds = {verdict.kind for verdict in verdicts}
    sentences = [f"{capital(text)}." for topic in topics for text in _on(topic, bots, claims)]
    return Joint(verdicts[0].title, kinds.pop() if len(kinds) == 1 else "mixed", tuple(sentences))


def _on(topic: str, bots: Sequence[str], claims: Sequence[Told]) -> list[str]:
    """The claims on a topic; that nothing is known of it is told only where nobody knows anything."""
    about = [told for told in claims if told[1].topic == topic]
    keys = dict.fromkeys(claim.key for _, claim in about if claim.side)
    if not keys:
        return [_describe_disagreement(bots, about)]
    by_key = [[told for told in about if told[1].key == key] for key in keys]
    by_key.sort(key=len, reverse=True)
    return [_describe_agreement(bots, same) for same in by_key[:_MOST]]


def _describe_disagreement(bots: Sequence[str], about: Sequence[Told]) -> str:
    (who, first), *others = about
    if len(bots) == 1:
        return first.text
    if len(about) == len(bots) and all(claim.text == first.text for _, claim in others):
        return f"{first.text}, among {join_words(bots)}"
    return "; ".join([f"{first.text} among {who}", *(f"{claim.briefly} among {other}" for other, claim in others)])


def _describe_agreement(bots: Sequence[str], same: Sequence[Told]) -> str:
    (who, first), *others = same
    if len(bots) == 1:
        return first.text
    rest = "; ".join(_add_to_claim(first, other, claim) for other, claim in others)
    if any(claim.side != first.side for _, claim in others):
        return f"{join_words([who for who, _ in same])} contradict each other: {first.text} among {who}; {rest}"
    if len(same) < len(bots):
        return f"among {join_words([who for who, _ in same])} only: {first.text}{'; ' if rest else ''}{rest}"
    return f"{join_words(bots)} agree: {first.text}{'; ' if rest else ''}{rest}"


def _add_to_claim(first: Claim, who: str, claim: Claim) -> str:
    """Add another claim of the same key to the first."""
    if claim.side != first.side:
        return f"{claim.text} among {who}"
    return "" if claim.briefly == first.briefly else f"{claim.briefly} among {who}"
