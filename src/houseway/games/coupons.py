"""Match play coupons (P29, U41, H35): a coupon beside the ante, settled with it.

On a win it is paid its face once and taken; on a loss it is taken; on a push or
a void it stays with the player.
"""

from collections.abc import Mapping, Sequence

from houseway.games.results import Outcome, WagerResult
from houseway.rulebook import Citation

_KEPT_OR_TAKEN = {
    Outcome.WIN: Outcome.WIN,
    Outcome.PUSH: Outcome.PUSH,
    Outcome.VOID: Outcome.VOID,
    Outcome.LOSE: Outcome.CONSUMED,
    Outcome.FORFEIT: Outcome.CONSUMED,
}


def with_coupon(
    results: Sequence[WagerResult], coupons: Mapping[str, int], clauses: Citation
) -> list[WagerResult]:
    """The results with the coupon's right after the ante's, if there is a coupon."""
    settled = list(results)
    if "ante" in coupons:
        place = next(n for n, result in enumerate(settled) if result.wager == "ante")
        outcome, face = _KEPT_OR_TAKEN[settled[place].outcome], coupons["ante"]
        net = face if outcome is Outcome.WIN else 0
        settled.insert(place + 1, WagerResult("match_play", face, net, outcome, clauses))
    return settled
