"""The people whom a house knows: the last administrator, locked names, tokens that end."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from houseway.house.house import House
from houseway.house.login_tries import LOCKED_FOR, TRIES_A_LOCK
from houseway.house.offices import NotFound, Office
from houseway.house.people import NotAuthenticated
from houseway.ledger.store import Ledger
from houseway.rulebook import Malformed

PASSWORD = "a password of some length"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with Ledger(str(tmp_path / "house.db")) as ledger:
        house = House(ledger)
        house.people.add("setup", "Boss", Office.ADMINISTRATOR, PASSWORD)
        yield house


def facts(house: House) -> list[dict[str, Any]]:
    return [json.loads(record.body) for record in house.log.records()]


def test_the_last_administrator_stays_one(house: House) -> None:
    before = len(facts(house))
    with pytest.raises(Malformed, match="only administrator"):
        house.people.change("administrator:Boss", "Boss", office=Office.PLAYER)
    assert len(facts(house)) == before  # a refused change is not on record
    house.people.add("Boss", "Chief", Office.ADMINISTRATOR, PASSWORD)
    assert house.people.change("Boss", "Boss", office=Office.PLAYER).office is Office.PLAYER
    # Another password is always possible.
    house.people.change("Chief", "Chief", password=PASSWORD + "!")
    with pytest.raises(Malformed, match="only administrator"):
        house.people.change("Chief", "Chief", office=Office.DEALER)


def test_of_two_administrators_who_demote_each_other_at_once_one_stays(house: House) -> None:
    house.people.add("Boss", "Chief", Office.ADMINISTRATOR, PASSWORD)
    other = House(house.ledger)  # a second house on the store: only the record is between them
    looks = threading.Barrier(2, timeout=10)
    for each_house in (house, other):
        look, looked = each_house.people._keep_an_administrator, list[str]()

        def look_together(
            name: str, office: Office, look: Any = look, looked: Any = looked
        ) -> None:
            look(name, office)
            if not looked:
                looked.append(name)
                looks.wait()  # both have looked before either writes

        each_house.people._keep_an_administrator = look_together  # type: ignore[method-assign]

    def demote(from_house: House, name: str) -> bool:
        try:
            from_house.people.change("each other", name, office=Office.PLAYER)
        except Malformed:
            return False
        return True

    with ThreadPoolExecutor(2) as pool:
        demoted = list(pool.map(demote, (house, other), ("Boss", "Chief")))
    assert sum(demoted) == 1, demoted
    assert house.people.has_administrator()


def test_a_locked_name_is_refused_in_the_same_words_as_any_other(house: House) -> None:
    people, messages = house.people, set()
    for name, password in [("Boss", "wrong")] * TRIES_A_LOCK + [("Boss", PASSWORD), ("Who", "x")]:
        with pytest.raises(NotAuthenticated) as refusal:
            people.authenticate(name, password)
        messages.add(str(refusal.value))
    assert len(messages) == 1  # nobody learns that a name is known by locking it
    clock = people.clock
    people.clock = lambda: clock() + LOCKED_FOR
    assert people.authenticate("Boss", PASSWORD).person.name == "Boss"


def test_a_change_and_its_record_are_written_together_or_not_at_all(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = house.people.add("Boss", "Ann", Office.PLAYER, PASSWORD)
    token = house.people.new_token(ann, "robot")

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the power went")

    with monkeypatch.context() as patch:
        patch.setattr(house.ledger.writer, "_is_one_statement", fail)
        with pytest.raises(RuntimeError):
            house.people.change("Boss", "Ann", office=Office.DEALER)
    with Ledger(str(house.ledger.engine.url.database), read_only=True) as ledger:
        reopened = House(ledger)
        assert reopened.people.by_token(token).person.office is Office.PLAYER
        assert facts(reopened)[-1]["type"] == "token_made"


def test_watchers_learn_of_tokens_that_end(house: House) -> None:
    ann = house.people.add("Boss", "Ann", Office.PLAYER, PASSWORD)
    changed: list[str] = []
    token = house.people.new_token(ann, "robot")
    house.people.watchers.append(changed.append)
    house.people.end_tokens(ann)
    assert changed == ["Ann"]
    with pytest.raises(NotAuthenticated):
        house.people.by_token(token)


def test_one_token_ends_and_the_others_stay(house: House) -> None:
    ann = house.people.add("Boss", "Ann", Office.PLAYER, PASSWORD)
    ben = house.people.add("Boss", "Ben", Office.PLAYER, PASSWORD)
    kept_secret, lost_secret = (
        house.people.new_token(ann, label) for label in ("robot", "old phone")
    )
    secret_of_ben = house.people.new_token(ben, "his own")
    changed: list[str] = []
    house.people.watchers.append(changed.append)
    tokens = {token.label: token for token in house.people.tokens_of(ann)}
    assert set(tokens) == {"robot", "old phone"}
    assert not any(
        token.mark in secret for token in tokens.values() for secret in (kept_secret, lost_secret)
    )
    mark = tokens["old phone"].mark
    for wrong in ("", "%", mark[:-1], "none", house.people.tokens_of(ben)[0].mark):
        with pytest.raises(NotFound, match="No token of yours"):
            house.people.end_token(ann, wrong)
    house.people.end_token(ann, mark)
    assert changed == ["Ann"]
    with pytest.raises(NotAuthenticated):
        house.people.by_token(lost_secret)
    assert house.people.by_token(kept_secret).person == ann
    assert house.people.by_token(secret_of_ben).person == ben
    assert [token.label for token in house.people.tokens_of(ann)] == ["robot"]
    assert facts(house)[-1].items() >= {"type": "token_ended", "label": "old phone"}.items()


def test_an_ended_session_is_no_token(house: House) -> None:
    """They share a table of the store; neither list nor label may confuse them."""
    ann = house.people.add("Boss", "Ann", Office.PLAYER, PASSWORD)
    house.people.end_session(ann, "a session of hers")
    assert house.people.tokens_of(ann) == []
    with pytest.raises(Malformed, match="cannot be called"):
        house.people.new_token(ann, "a session that was ended")


@pytest.mark.parametrize("password", [" " * 10, "  short   ", "ninechars", "x" * 1_001])
def test_a_password_is_long_enough_without_its_spaces(house: House, password: str) -> None:
    with pytest.raises(Malformed, match="at least 10 letters"):
        house.people.add("Boss", "Ann", Office.PLAYER, password)
