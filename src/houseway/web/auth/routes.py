"""People: logging in and out, guests, accounts, tokens, and chips at the cage."""

import logging
import re
from dataclasses import asdict

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from houseway.house.approvals import PendingApproval
from houseway.house.offices import Forbidden, Office, Person
from houseway.house.passwords import LEAST_PASSWORD
from houseway.house.people import Identity, NotAuthenticated, known_as
from houseway.web.api.models import (
    AnswerModel,
    ChangedPerson,
    ChangedPersonModel,
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
from houseway.web.api.problems import PROBLEMS
from houseway.web.auth.access import TheHouse, ThePerson, refuse_foreign_origin, require_office
from houseway.web.auth.rate_limits import RateLimiter, TooManyRequests, client_address
from houseway.web.rendering import render
from houseway.web.services import services_of
from houseway.web.tables.routes import answer_model

log = logging.getLogger("houseway.people")
router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)
pages = APIRouter(include_in_schema=False)


@pages.get("/login")
def login(request: Request, house: TheHouse, to: str = "/") -> HTMLResponse:
    """The login page; it leads on to a path of this house and to no other site."""
    path = to if re.fullmatch(r"/(?![/\\])[^\x00-\x1f]*", to) else "/"
    return render(request, "auth/login.html", practice=house.rules.practice, to=path)


def _me(house: TheHouse, person: Person) -> Me:
    return Me(name=person.name, office=person.office, chips=house.wallets.balance(person.name))


def _is(name: str, person: Person) -> bool:
    """Whether a name is this person's, however it is spelled."""
    return known_as(name) == known_as(person.name)


def _limit_attempts(request: Request, limiter: RateLimiter) -> None:
    """Passwords and guests are rate limited, each by themselves."""
    refuse_foreign_origin(request)
    if not limiter.allows(client_address(request)):
        raise TooManyRequests("Too many attempts from here. Wait a moment.")


def _authenticate(request: Request, name: str, password: str) -> Identity:
    """The owner of a name and a password that come from this address, or a known device."""
    services = services_of(request)
    origin = services.devices.origin_of(request, name)
    return services.house.people.authenticate(name, password, origin.place, known=origin.known)


def _name_for_log(house: TheHouse, name: str) -> str:
    """The name that was tried. An unknown one may be a password, typed into the wrong field.

    No password is as short as that; of a longer word only the beginning is logged.
    """
    identity = house.people.find(name)
    if identity is not None:
        return identity.person.name
    return name if len(name) < LEAST_PASSWORD else f"{name[:3]}…"


@router.post("/me/chips")
def more_practice_chips(person: ThePerson, house: TheHouse) -> Me:
    """More chips of no value, for a guest who has none left at the cage."""
    house.more_chips(person)
    return _me(house, person)


@router.post("/session")
def log_in(credentials: Credentials, request: Request, response: Response, house: TheHouse) -> Me:
    """Logs a person in by name and password; the response sets the cookie."""
    _limit_attempts(request, services_of(request).limits.logins)
    try:
        identity = _authenticate(request, credentials.name, credentials.password)
    except NotAuthenticated as error:
        fields = {
            "name": _name_for_log(house, credentials.name),
            "address": client_address(request),
            "reason": error.reason,
        }
        log.warning("login failed", extra={"fields": fields})
        raise
    services_of(request).cookies.give_cookie(response, identity)
    services_of(request).devices.give_cookie(request, response, identity.person.name)
    return _me(house, identity.person)


@router.delete("/session", status_code=204)
def log_out(request: Request, response: Response, house: TheHouse) -> None:
    """Ends the session; a copy of the cookie is of no use either."""
    refuse_foreign_origin(request)
    cookies = services_of(request).cookies
    cookies.end_session(house, dict(request.cookies))
    cookies.take_cookie(response)


@router.post("/guest", status_code=201)
def come_in_as_guest(request: Request, response: Response, house: TheHouse) -> Me:
    """In a practice house anybody may come in from the street, with chips of no value."""
    _limit_attempts(request, services_of(request).limits.guests)
    person = house.guest(client_address(request))
    identity = house.people.find(person.name)
    assert identity is not None
    services_of(request).cookies.give_cookie(response, identity)
    return _me(house, person)


@router.get("/me")
def who_am_i(person: ThePerson, house: TheHouse) -> Me:
    """The authenticated person, and their chips at the cage."""
    return _me(house, person)


@router.get("/me/chips")
def my_chips(person: ThePerson, house: TheHouse) -> list[WalletMoveModel]:
    """The latest moves of one's own chips at the cage, newest first."""
    return [WalletMoveModel(**asdict(move)) for move in house.wallets.moves(person.name)]


@router.post("/me/tokens", status_code=201)
def new_token(form: NewToken, person: ThePerson, house: TheHouse) -> Token:
    """A token for a program. It is shown once."""
    return Token(token=house.people.new_token(person, form.label, form.days))


@router.get("/me/tokens")
def my_tokens(person: ThePerson, house: TheHouse) -> list[KnownTokenModel]:
    """One's own valid tokens, the newest first; never the secret itself."""
    return [KnownTokenModel(**asdict(token)) for token in house.people.tokens_of(person)]


@router.delete("/me/tokens/{mark}", status_code=204)
def end_token(mark: str, person: ThePerson, house: TheHouse) -> None:
    """Revokes one of one's own tokens."""
    house.people.end_token(person, mark)


@router.delete("/me/tokens", status_code=204)
def end_tokens(person: ThePerson, house: TheHouse) -> None:
    """Revokes all of one's own tokens."""
    house.people.end_tokens(person)


@router.get("/people")
def everybody(person: ThePerson, house: TheHouse) -> list[PersonModel]:
    """The people of the house."""
    require_office(person, Office.ADMINISTRATOR, Office.SUPERVISOR)
    return [PersonModel(**asdict(member)) for member in house.people.everybody()]


@router.post("/people", status_code=201)
def add_person(form: NewPerson, person: ThePerson, house: TheHouse) -> ChangedPersonModel:
    """Adds a person to the house; a person of power is a player until a second one confirms."""
    require_office(person, Office.ADMINISTRATOR)
    added, approval = house.office.add_person(person, form.name, form.office, form.password)
    return _changed(added, approval)


@router.patch("/people/{name}")
def change_person(
    name: str, form: ChangedPerson, request: Request, person: ThePerson, house: TheHouse
) -> ChangedPersonModel:
    """Changes an office or a password; earlier sessions and tokens end.

    People who change their own password give the old one, so that an open session is not enough.
    """
    is_own = _is(name, person)
    if not is_own or form.office is not None:
        require_office(person, Office.ADMINISTRATOR)
    if person.office is Office.GUEST:
        raise Forbidden("A guest has no password.")
    if is_own and form.password is not None:
        _limit_attempts(request, services_of(request).limits.logins)
        _authenticate(request, name, form.current_password or "")
    changed, approval = house.office.change_person(person, name, form.office, form.password)
    return _changed(changed, approval)


def _changed(person: Person, approval: PendingApproval | None) -> ChangedPersonModel:
    number = None if approval is None else approval.number
    return ChangedPersonModel(name=person.name, office=person.office, request=number)


@router.delete("/people/{name}", status_code=204)
def close_person(name: str, person: ThePerson, house: TheHouse) -> None:
    """Closes an account: nobody can log in with it, and its record stays."""
    require_office(person, Office.ADMINISTRATOR)
    if _is(name, person):
        raise Forbidden("You cannot close your own account. Ask another administrator.")
    house.people.close(str(person), name)


@router.post("/people/{name}/chips", responses={202: {"model": AnswerModel}})
def give_chips(
    name: str, form: GivenChips, person: ThePerson, house: TheHouse, response: Response
) -> Me | AnswerModel:
    """The cage gives chips to somebody, or takes them back; above a small sum a second confirms."""
    require_office(person, Office.ADMINISTRATOR, Office.SUPERVISOR)
    outcome = house.office.give_chips(person, name, form.cents, form.reason, form.id)
    if isinstance(outcome, PendingApproval):
        response.status_code = 202
        return answer_model(outcome)
    identity = house.people.find(name)
    assert identity is not None, "the chips are theirs"
    return _me(house, identity.person)
