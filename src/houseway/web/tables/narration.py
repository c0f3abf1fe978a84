"""What happened, in words, for the live region that is read aloud and for the history."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.table.narration import narrate_aloud
from houseway.web.cards import speak_cards


def say(news: Sequence[Mapping[str, Any]]) -> list[str]:
    """One sentence for each event that is worth hearing."""
    return [speak_cards(words) for event in news if (words := narrate_aloud(event))]
