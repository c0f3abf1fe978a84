"""Messages between processes: each is read back as it was sent."""

import json
from dataclasses import replace
from typing import get_args

import pytest

from houseway.house.approvals import PendingApproval, SeeCards, SettledApproval
from houseway.house.messages import (
    MOST_REASON,
    ApprovalDropped,
    ApprovalOpened,
    ApprovalSettled,
    AskToSee,
    Confirm,
    EndTable,
    Forwarded,
    Hello,
    HouseChanged,
    LayCoupon,
    Message,
    PersonChanged,
    Rejection,
    Reply,
    ReplyOutcome,
    SayReady,
    SubmitCommand,
    TableMoved,
    TableRequest,
    TurnDown,
    decode,
    encode,
)
from houseway.house.offices import Office, Person
from houseway.house.table_service import Answer
from houseway.rulebook import Malformed, Refusal
from houseway.table.commands import Actor, EmptyBox, Leave, Role, Sit

FLO = Person("Flo", Office.FLOORPERSON)
FLOOR = Actor(Role.FLOORPERSON, "Flo")
NOW = 1_800_000_000_000_000
APPROVAL = PendingApproval(
    3,
    "t",
    FLO,
    EmptyBox(FLOOR, "drop", 5),
    "x",
    frozenset({Office.DEALER, Office.SUPERVISOR}),
    5,
    0,
)
REQUESTS: list[TableRequest] = [
    SubmitCommand("t", FLO, Leave(FLOOR, 1), "1"),
    SubmitCommand("t", FLO, Sit(FLOOR, 1), "2"),
    LayCoupon("t", FLO, 1, "GOLD-1", "3"),
    AskToSee("t", Person("Aud", Office.AUDITOR), "A complaint", "4"),
    SayReady("t", FLO),
    Confirm("t", FLO, 3),
    TurnDown("t", FLO, 3),
    EndTable("t", FLO),
]
OUTCOMES: list[ReplyOutcome | None] = [
    Answer("t", "1", 2, 3, again=True),
    APPROVAL,
    Rejection("Refused", "", (Refusal(("a.1",), "A bet", "it is late", "Wait."),)),
    Rejection("Fault", "KeyError"),
    None,
]
MESSAGES: list[Message] = [
    Hello(),
    HouseChanged(),
    TableMoved("t", ((("bets",), 400), (("decide", "1", "2", "flop"), 0)), ("Ann",)),
    ApprovalOpened(APPROVAL),
    ApprovalOpened(replace(APPROVAL, command=SeeCards(3, "A complaint"))),
    ApprovalSettled(SettledApproval(APPROVAL, FLO, "confirmed", NOW, (1, 2))),
    ApprovalDropped(3),
    PersonChanged("Ann"),
    *[Forwarded("n-1", request) for request in REQUESTS],
    *[Reply("n-1", outcome) for outcome in OUTCOMES],
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_every_message_is_read_back_as_it_was_sent(message: Message) -> None:
    assert decode(encode(message)) == message


def test_every_kind_of_message_and_request_is_tried() -> None:
    assert {type(message) for message in MESSAGES} == set(get_args(Message))
    assert {type(request) for request in REQUESTS} == set(get_args(TableRequest))


def test_a_long_reason_is_cut() -> None:
    settled = SettledApproval(APPROVAL, FLO, "refused", 4, because="x" * 5_000)
    message = decode(encode(ApprovalSettled(settled)))
    assert isinstance(message, ApprovalSettled)
    assert message.settled.because == "x" * MOST_REASON


def test_an_unknown_message_is_refused() -> None:
    for data in ({"type": "nonsense"}, {"type": "hello", "more": 1}, [1]):
        with pytest.raises(Malformed):
            decode(json.dumps(data))
