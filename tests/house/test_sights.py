"""An auditor sees face-down cards after the round, or during it if a second person agrees."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.house.approvals import SeeCards
from houseway.house.offices import Forbidden, NotFound, Office, Person
from houseway.house.table_service import TableService
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed, Refused
from houseway.testing.observation import cards_in, public_cards
from tests.house.helpers import Stand, build_stand, open_table
from tests.ledger.helpers import without_waiting

AUD, EVE = Person("Aud", Office.AUDITOR), Person("Eve", Office.AUDITOR)
SUE, FLO = Person("Sue", Office.SUPERVISOR), Person("Flo", Office.FLOORPERSON)
REASON = "A player complains of the deal"


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with without_waiting(Ledger(str(tmp_path / "house.db"))) as opened:
        yield opened


@pytest.fixture
def stand(ledger: Ledger) -> Stand:
    """Two tables, each with a round in play."""
    stand = build_stand(ledger)
    for name in ("t", "other"):
        table = open_table(stand, "uth", name)
        stand.seated(name, f"{name}-A", f"{name}-B")
        stand.play_round(table, Random(3))
        begin_round(stand, table)
    return stand


def begin_round(stand: Stand, table: TableService) -> None:
    stand.bet_all(table)
    for name in set(table.state.seats.values()):
        table.say_ready(name)
    assert table.state.round is not None


def hidden_cards_seen(stand: Stand, person: Person, table: str = "t") -> set[str]:
    """The cards that a person sees live, and that do not lie face up."""
    update = stand.house.look(table).current()
    named = cards_in([update.view(person), update.news(person)])
    return set(named) - set(map(str, public_cards(update.state)))


def facts(ledger: Ledger, *kinds: str) -> list[dict[str, Any]]:
    bodies = [json.loads(record.body) for record in ledger.records("@house")]
    return [body for body in bodies if body["type"] in kinds]


def test_an_auditor_sees_no_hidden_card_of_a_round_in_play(stand: Stand) -> None:
    assert hidden_cards_seen(stand, AUD) == set()


def test_a_confirmed_request_opens_one_round_to_one_auditor(stand: Stand) -> None:
    table = stand.house.table("t")
    request = stand.house.ask_to_see(AUD, "t", REASON, "1")
    assert hidden_cards_seen(stand, AUD) == set()
    stand.house.confirm(SUE, request.number)
    assert hidden_cards_seen(stand, AUD)
    for person in (EVE, SUE, FLO):
        assert hidden_cards_seen(stand, person) == set()
    assert hidden_cards_seen(stand, AUD, "other") == set()
    stand.decide_all(table, Random(4))
    begin_round(stand, table)
    assert hidden_cards_seen(stand, AUD) == set()


def test_the_request_and_its_confirmation_are_on_record(stand: Stand, ledger: Ledger) -> None:
    request = stand.house.ask_to_see(AUD, "t", REASON, "1")
    stand.house.confirm(SUE, request.number)
    common = {"table": "t", "round": 2, "reason": REASON, "command": "1"}
    common |= {"asked_by": "auditor:Aud"}
    recorded = facts(ledger, "cards_asked", "cards_opened")
    assert [{key: fact[key] for key in fact if key != "v"} for fact in recorded] == [
        {"type": "cards_asked", "by": "auditor:Aud", **common},
        {"type": "cards_opened", "by": "supervisor:Sue", "auditor": "Aud", **common},
    ]


def test_a_request_that_is_sent_again_is_recorded_once(stand: Stand, ledger: Ledger) -> None:
    first = stand.house.ask_to_see(AUD, "t", REASON, "1")
    assert stand.house.ask_to_see(AUD, "t", REASON, "1") == first
    assert len(facts(ledger, "cards_asked")) == 1


def test_nobody_but_a_supervisor_confirms(stand: Stand) -> None:
    request = stand.house.ask_to_see(AUD, "t", REASON, "1")
    for person in (AUD, EVE, FLO, Person("Dan", Office.DEALER)):
        with pytest.raises(Forbidden):
            stand.house.confirm(person, request.number)
    assert hidden_cards_seen(stand, AUD) == set()


def test_a_request_that_is_turned_down_opens_nothing(stand: Stand, ledger: Ledger) -> None:
    request = stand.house.ask_to_see(AUD, "t", REASON, "1")
    stand.house.turn_down(SUE, request.number)
    with pytest.raises(NotFound):
        stand.house.confirm(SUE, request.number)
    assert hidden_cards_seen(stand, AUD) == set()
    (turned_down,) = facts(ledger, "turned_down")
    assert (turned_down["by"], turned_down["reason"]) == ("supervisor:Sue", REASON)


def test_a_confirmation_after_the_round_opens_no_later_round(stand: Stand) -> None:
    table = stand.house.table("t")
    request = stand.house.ask_to_see(AUD, "t", REASON, "1")
    stand.decide_all(table, Random(4))
    begin_round(stand, table)
    with pytest.raises(Refused, match="its round is closed"):
        stand.house.confirm(SUE, request.number)
    assert hidden_cards_seen(stand, AUD) == set()


def test_only_an_auditor_asks_and_only_for_a_round_in_play(stand: Stand) -> None:
    for person in (SUE, FLO, Person("t-A", Office.PLAYER), Person("Adm", Office.ADMINISTRATOR)):
        with pytest.raises(Forbidden):
            stand.house.ask_to_see(person, "t", REASON, "1")
    for reason in ("", "  ", "x" * 201, "a\nb"):
        with pytest.raises(Malformed, match="reason"):
            stand.house.ask_to_see(AUD, "t", reason, "1")
    stand.decide_all(stand.house.table("t"), Random(4))
    with pytest.raises(Refused, match="no round is in play"):
        stand.house.ask_to_see(AUD, "t", REASON, "1")
    assert stand.house.approvals.pending() == []


def test_what_was_opened_stays_open_after_a_restart(stand: Stand, ledger: Ledger) -> None:
    request = stand.house.ask_to_see(AUD, "t", REASON, "1")
    assert request.command == SeeCards(2, REASON)
    stand.house.confirm(SUE, request.number)
    again = build_stand(ledger)
    again.house.recover()
    assert hidden_cards_seen(again, AUD)
    assert hidden_cards_seen(again, EVE) == set()
    assert hidden_cards_seen(again, AUD, "other") == set()


def test_whoever_is_no_auditor_any_more_sees_nothing(stand: Stand) -> None:
    request = stand.house.ask_to_see(AUD, "t", REASON, "1")
    stand.house.confirm(SUE, request.number)
    assert hidden_cards_seen(stand, Person("Aud", Office.DEALER)) == set()
