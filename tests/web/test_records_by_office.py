"""Rounds by office: players find their own, dealers those they dealt, staff all."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from fastapi import FastAPI

from houseway.house.clocks import DEALER, RunSettings
from houseway.house.offices import Office, Person
from houseway.house.table_service import TableService
from houseway.ledger.replay import cards_leaving, round_moments
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed
from houseway.table import Phase, due
from houseway.table.events import HandRevealed
from houseway.table.trials import at_random
from tests.house.helpers import PASSWORD, Stand, build_stand, open_table
from tests.ledger.helpers import without_waiting
from tests.web.visitors import Visitor, application, cards_named, visitor

OFFICES = {
    "Dana": Office.DEALER,
    "Dan": Office.DEALER,
    "Da%a": Office.DEALER,
    "Flo": Office.FLOORPERSON,
    "Sue": Office.SUPERVISOR,
    "Aud": Office.AUDITOR,
    "Adm": Office.ADMINISTRATOR,
}
ALL = {"/rounds/h/1", "/rounds/h/2", "/rounds/auto/1"}


@dataclass(frozen=True)
class Place:
    stand: Stand
    app: FastAPI
    guest: str

    @property
    def ledger(self) -> Ledger:
        return self.stand.house.ledger

    def visitor(self, name: str) -> Visitor:
        office = Office.GUEST if name == self.guest else OFFICES.get(name, Office.PLAYER)
        return visitor(self.app, name, office)


def deal_round(stand: Stand, table: TableService, dealer: Person, chance: Random) -> None:
    """A round dealt by a person, each step by the person whose step it is."""
    people = {"dealer": dealer, "floorperson": Person("Flo", Office.FLOORPERSON)}
    before, robot = table.state.rounds, at_random(chance)
    while table.state.rounds == before:
        state = table.state
        if state.phase is Phase.BETTING and not state.bets:
            stand.bet_all(table)
            stand.tell(dealer, table.name, type="do", act="no_more_bets")
        task = due(table.state)[0]
        seated = Person(next(iter(state.seats.values())), Office.PLAYER)
        by = people.get(task.by.value, seated)
        if task.act == "decide":
            assert state.round is not None
            player = Person(state.round.hands[task.seat or 0].player, Office.PLAYER)
            choice = robot(state, task)
            stand.tell(player, table.name, type="choose", seat=task.seat, choice=choice)
            continue
        data = {"cut": 20}.get(task.act)
        more = {"seat": task.seat, "wager": task.wager, "data": data}
        arguments = {key: value for key, value in more.items() if value is not None}
        stand.tell(by, table.name, type="do", act=task.act, **arguments)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Dana deals Ann and Ben a round, Dan another; a guest plays at a table that deals itself."""
    file = tmp_path_factory.mktemp("offices") / "house.db"
    with without_waiting(Ledger(str(file))) as ledger:
        stand, chance = build_stand(ledger), Random(5)
        boss = Person("Boss", Office.ADMINISTRATOR)
        human = stand.house.open_table(boss, "h", "uth", {}, RunSettings(dealer="human"))
        stand.seated("h", "Ann", "Ben")
        for dealer in ("Dana", "Dan"):
            deal_round(stand, human, Person(dealer, Office.DEALER), chance)
        guest = stand.house.guest()
        automated = open_table(stand, "hilo", "auto")
        stand.tell(guest, "auto", type="sit", seat=2)
        stand.tell(guest, "auto", type="buy_in", cents=50_000)
        stand.play_round(automated, chance)
        yield Place(stand, application(stand.house), guest.name)


def listed(person: Visitor, query: str = "") -> set[str]:
    page = person.open(f"/rounds{query}")
    assert page.status_code == 200
    return set(re.findall(r'<th scope="row"[^>]*>\s*<a href="(/rounds/[^"]+)"', page.text))


@pytest.mark.parametrize(
    ("name", "finds"),
    [
        ("Dana", {"/rounds/h/1"}),
        ("Dan", {"/rounds/h/2"}),
        ("Da%a", set()),  # a name is no pattern
        ("Ann", {"/rounds/h/1", "/rounds/h/2"}),
        ("Cem", set()),
        ("Flo", ALL),
        ("Sue", ALL),
        ("Aud", ALL),
        ("Adm", ALL),
    ],
)
def test_each_person_finds_and_opens_their_own_rounds_only(
    place: Place, name: str, finds: set[str]
) -> None:
    person = place.visitor(name)
    assert listed(person) == finds
    for path in ALL:
        assert person.open(path).status_code == (200 if path in finds else 404), path
        steps = person.open(f"/api{path}/steps")
        assert steps.status_code == (200 if path in finds else 404), path


def test_a_guest_finds_the_rounds_of_this_visit_alone(place: Place) -> None:
    assert listed(place.visitor(place.guest)) == {"/rounds/auto/1"}
    assert listed(visitor(place.app, place.stand.house.guest().name)) == set()


def test_a_dealer_looks_for_a_player_among_the_rounds_dealt(place: Place) -> None:
    dana = place.visitor("Dana")
    assert listed(dana, "?player=Ann") == {"/rounds/h/1"}
    assert listed(dana, f"?player={place.guest}") == set()
    assert listed(dana, "?game=hilo") == set()


def test_a_dealer_sees_no_card_that_was_never_turned_up(place: Place) -> None:
    moments = round_moments(place.ledger, "h", 1)
    last = moments[-1].before.round
    assert last is not None
    dana = place.visitor("Dana")
    steps = dana.open("/api/rounds/h/1/steps").json()["steps"]
    page = dana.open(f"/rounds/h/1?step={len(steps)}").text
    named = cards_named(json.dumps(steps, ensure_ascii=False) + page)
    turned = set(map(str, last.community)) | set(map(str, last.dealer))
    for moment in moments:
        if isinstance(moment.event, HandRevealed) and moment.event.seat is not None:
            turned |= set(map(str, last.hands[moment.event.seat].cards))
    assert named
    assert named <= turned, named - turned
    assert {str(card) for _, card in cards_leaving(moments)} > turned


def test_a_dealer_gets_neither_the_proof_nor_the_evidence(place: Place) -> None:
    for path in ("/rounds/h/1/proof.json", "/rounds/h/1/evidence"):
        assert place.visitor("Dana").open(path).status_code == 403
    assert "proof.json" not in place.visitor("Dana").open("/rounds/h/1").text
    assert place.visitor("Ann").open("/rounds/h/1/proof.json").status_code == 200


def test_nobody_takes_the_name_of_the_automated_dealer(place: Place) -> None:
    dealers = {moment.event.by for moment in round_moments(place.ledger, "auto", 1)}
    assert f"dealer:{DEALER.name}" in dealers
    for name in (DEALER.name, DEALER.name.upper()):
        with pytest.raises(Malformed, match="the house itself"):
            place.stand.house.people.add("test", name, Office.DEALER, PASSWORD)
