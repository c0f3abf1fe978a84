"""Views as JSON data: the part that everybody sees is written once for all viewers."""

from functools import lru_cache
from typing import Any

from houseway.codec import to_data
from houseway.table.state import TableState, replace_fast
from houseway.table.views import RECORD_READER, SPECTATOR, IdentityKey, TableView, view


def view_data(state: TableState, role: str, name: str = "") -> dict[str, Any]:
    """`to_data(view(state, role, name))`, faster where many look at one table."""
    personal = view(state, role, name)
    if role == RECORD_READER:
        whole: dict[str, Any] = to_data(personal)
        return whole
    common, data = _common_data(IdentityKey(state))
    own = {
        part: to_data(value)
        for part in ("equipment", "chips", "balances")
        if (value := getattr(personal, part)) is not None
    }
    if personal.due is not common.due:
        tasks = zip(personal.due, common.due, data["due"], strict=True)
        own["due"] = [
            written if task is public else to_data(task) for task, public, written in tasks
        ]
    if personal.round is not common.round:
        own["round"] = {**data["round"], "hands": _hands_data(personal, common, data)}
    return {**data, **own}


def _hands_data(personal: TableView, common: TableView, data: dict[str, Any]) -> dict[str, Any]:
    assert personal.round is not None
    assert common.round is not None
    public, written = common.round.hands, data["round"]["hands"]
    own = {
        str(seat): _part_data(IdentityKey(hand))
        for seat, hand in personal.round.hands.items()
        if hand is not public[seat]
    }
    return {**written, **own}


@lru_cache(maxsize=256)
def _common_data(key: IdentityKey) -> tuple[TableView, dict[str, Any]]:
    """The view that everybody has of a table, and the same as data."""
    common = view(key.thing, SPECTATOR)
    data: dict[str, Any] = to_data(replace_fast(common, round=None, last=None))
    if common.round is not None:
        hands = common.round.hands
        written = {str(seat): _part_data(IdentityKey(hand)) for seat, hand in hands.items()}
        data["round"] = {**to_data(replace_fast(common.round, hands={})), "hands": written}
    if common.last is not None:
        data["last"] = _part_data(IdentityKey(common.last))
    return common, data


@lru_cache(maxsize=8192)
def _part_data(key: IdentityKey) -> Any:
    """A part that stays the same over many events, as data."""
    return to_data(key.thing)
