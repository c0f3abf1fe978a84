"""Coming in, and who is known: sessions, guests, people, tokens, chips at the cage."""

import logging

from fastapi import APIRouter, Request, Response

from houseway.house.offices import Forbidden, NotThere, Office, Person
from houseway.house.people import NotLetIn, known_as
from houseway.web.letting_in import (
    Door,
    TheHouse,
    ThePerson,
    TooMany,
    address,
    must_be,
    must_be_ours,
)
from houseway.web.models import (
    ChangedPerson,
    Credentials,
    GivenChips,
    KnownTokenModel,
    Me,
    NewPerson,
    NewToken,
    PersonModel,
    Token,
    WalletMoveModel,
)
from houseway.web.problems import PROBLEMS

log = logging.getLogger("houseway.people")
router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)


def _me(house: TheHouse, person: Person) -> Me:
    return Me(name=person.name, office=person.office, chips=house.wallets.balance(person.name))


def _is(name: str, person: Person) -> bool:
    """Whether a name is this person's, however it is spelled."""
    return known_as(name) == known_as(person.name)


def _patient(request: Request) -> None:
    """Passwords and guests are asked for slowly."""
    must_be_ours(request)
    if not request.app.state.at_the_door.allows(address(request)):
        raise TooMany("Too many attempts from here. Wait a moment.")


@router.post("/me/chips")
def more_practice_chips(person: ThePerson, house: TheHouse) -> Me:
    """More chips of no value, for a guest who has none left at the cage."""
    house.more_chips(person)
    return _me(house, person)


@router.post("/session")
def log_in(credentials: Credentials, request: Request, response: Response, house: TheHouse) -> Me:
    """Lets somebody in by name and password; the answer carries the cookie."""
    _patient(request)
    try:
        found = house.people.let_in(credentials.name, credentials.password)
    except NotLetIn:
        # The name as it was typed may be a password in the wrong place: only a known one is told.
        known = house.people.find(credentials.name)
        fact = {"address": address(request), "name": known.person.name if known else None}
        log.warning("somebody was not let in", extra={"fact": fact})
        raise
    door: Door = request.app.state.door
    door.give_cookie(response, found)
    return _me(house, found.person)


@router.delete("/session", status_code=204)
def log_out(request: Request, response: Response, house: TheHouse) -> None:
    """Takes the cookie back; a copy of it lets nobody in either."""
    must_be_ours(request)
    door: Door = request.app.state.door
    door.end_session(house, dict(request.cookies))
    door.take_cookie(response)


@router.post("/guest", status_code=201)
def come_in_as_guest(request: Request, response: Response, house: TheHouse) -> Me:
    """In a practice house anybody may come in from the street, with chips of no value."""
    _patient(request)
    person = house.guest()
    found = house.people.find(person.name)
    assert found is not None
    door: Door = request.app.state.door
    door.give_cookie(response, found)
    return _me(house, person)


@router.get("/me")
def who_am_i(person: ThePerson, house: TheHouse) -> Me:
    """Who was let in, and what they have at the cage."""
    return _me(house, person)


@router.get("/me/chips")
def my_chips(person: ThePerson, house: TheHouse) -> list[WalletMoveModel]:
    """The latest moves of one's own chips at the cage, newest first."""
    return [WalletMoveModel(**move.__dict__) for move in house.wallets.moves(person.name)]


@router.post("/me/tokens", status_code=201)
def new_token(wanted: NewToken, person: ThePerson, house: TheHouse) -> Token:
    """A token for a program. It is told once."""
    return Token(token=house.people.new_token(person, wanted.label, wanted.days))


@router.get("/me/tokens")
def my_tokens(person: ThePerson, house: TheHouse) -> list[KnownTokenModel]:
    """One's own tokens that still let in, the newest first; never what lets in itself."""
    return [KnownTokenModel(**vars(one)) for one in house.people.tokens_of(person)]


@router.delete("/me/tokens/{mark}", status_code=204)
def end_token(mark: str, person: ThePerson, house: TheHouse) -> None:
    """One token of one's own is over."""
    house.people.end_token(person, mark)


@router.delete("/me/tokens", status_code=204)
def end_tokens(person: ThePerson, house: TheHouse) -> None:
    """Every token of one's own is over."""
    house.people.end_tokens(person)


@router.get("/people")
def everybody(person: ThePerson, house: TheHouse) -> list[PersonModel]:
    """Who is known to the house."""
    must_be(person, Office.ADMINISTRATOR, Office.SUPERVISOR)
    return [PersonModel(name=one.name, office=one.office) for one in house.people.everybody()]


@router.post("/people", status_code=201)
def add_person(wanted: NewPerson, person: ThePerson, house: TheHouse) -> PersonModel:
    """Makes somebody known to the house."""
    must_be(person, Office.ADMINISTRATOR)
    added = house.people.add(str(person), wanted.name, wanted.office, wanted.password)
    return PersonModel(name=added.name, office=added.office)


@router.patch("/people/{name}")
def change_person(
    name: str, wanted: ChangedPerson, person: ThePerson, house: TheHouse
) -> PersonModel:
    """Another office or password; sessions and tokens from before are over.

    Who changes their own password says the old one, so that a session left open is not enough.
    """
    own = _is(name, person)
    if not own or wanted.office is not None:
        must_be(person, Office.ADMINISTRATOR)
    if person.office is Office.GUEST:
        raise Forbidden("A guest has no password.")
    if own and wanted.password is not None:
        house.people.let_in(name, wanted.current_password or "")
    changed = house.people.change(str(person), name, wanted.office, wanted.password)
    return PersonModel(name=changed.name, office=changed.office)


@router.delete("/people/{name}", status_code=204)
def close_person(name: str, person: ThePerson, house: TheHouse) -> None:
    """Somebody who comes no more: nothing lets them in, and what they did stays on record."""
    must_be(person, Office.ADMINISTRATOR)
    if _is(name, person):
        raise Forbidden("Nobody shows themselves out for good. Ask another administrator.")
    house.people.close(str(person), name)


@router.post("/people/{name}/chips")
def give_chips(name: str, wanted: GivenChips, person: ThePerson, house: TheHouse) -> Me:
    """The cage gives chips to somebody, or takes them back."""
    must_be(person, Office.ADMINISTRATOR, Office.SUPERVISOR)
    found = house.people.find(name)
    if found is None:
        raise NotThere(f"There is nobody called {name}.")
    if found.person.name == person.name:
        raise Forbidden("Nobody gives chips to themselves. Ask another supervisor.")
    house.wallets.give(str(person), found.person.name, wanted.cents, wanted.reason)
    return _me(house, found.person)
