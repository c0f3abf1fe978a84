"""What a search finds is what a plain reading of the replayed rounds finds."""

import os
from collections.abc import Iterator
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.ledger.export import export_lines, import_lines
from houseway.ledger.replay import moments
from houseway.ledger.search import Query, search
from houseway.ledger.store import Ledger
from houseway.table.events import BetsClosed, RoundClosed
from houseway.table.trials import random_round
from tests.ledger.helpers import Restless, random_opening
from tests.ledger.stopping import LONG

SEED = int.from_bytes(os.urandom(4), "big")
QUERIES = 3000 if LONG else 400
Rounds = list[dict[str, Any]]


def read_rounds(ledger: Ledger) -> Rounds:
    """Every closed round as plain data, from the events alone."""
    rounds = []
    for name in ledger.tables():
        began = 0
        for moment in moments(ledger.records(name)):
            if isinstance(moment.event, BetsClosed):
                began = moment.record.at
            elif isinstance(moment.event, RoundClosed):
                rounds.append(_read_round(name, began, moment))
    return rounds


def _read_round(name: str, began: int, moment: Any) -> dict[str, Any]:
    played = moment.after.last_round
    wagers = [
        {
            "seat": hand.seat,
            "player": played.hands[hand.seat].player,
            "wager": result.wager,
            "outcome": result.outcome.value,
            "clauses": set(result.clauses),
            "stake": result.stake,
            "net": result.net,
        }
        for hand in played.settlement.hands
        for result in hand.results
    ]
    wrong = played.irregularity.everything() if played.irregularity else ()
    nets: dict[str, int] = {}
    for wager in wagers:
        nets[wager["player"]] = nets.get(wager["player"], 0) + wager["net"]
    return {
        "table": name,
        "round": moment.event.round,
        "game": moment.after.setup.game.id,
        "began": began,
        "ended": moment.record.at,
        "void": all(wager["outcome"] == "void" for wager in wagers),
        "irregularities": tuple(sorted({irregularity.kind.value for irregularity in wrong})),
        "nets": nets,
        "wagers": wagers,
    }


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Ledger, Rounds]]:
    """Three tables, one a game, in one ledger."""
    print(f"seed {SEED}")
    url = str(tmp_path_factory.mktemp("search") / "house.db")
    for game in GAMES:
        chance = Random(f"{SEED} {game}")
        house = Restless(url, f"{game} 1", random_opening(game, chance), chance)
        trial = house.trial(4)
        for _ in range(12):
            random_round(trial)
        house.ledger.close()
    with Ledger(url) as ledger:
        yield ledger, read_rounds(ledger)


def matches(query: Query, round_: dict[str, Any]) -> bool:
    for name in ("table", "game", "void"):
        value = getattr(query, name)
        if value is not None and round_[name] != value:
            return False
    if query.since is not None and round_["ended"] < query.since:
        return False
    if query.until is not None and round_["began"] > query.until:
        return False
    if query.irregularity == "any" and not round_["irregularities"]:
        return False
    if query.irregularity not in {None, "any", *round_["irregularities"]}:
        return False
    has_condition = any(
        getattr(query, name) is not None
        for name in ("seat", "player", "wager", "outcome", "clause", "least_stake", "least_win")
    )
    return not has_condition or any(_matches_wager(query, wager) for wager in round_["wagers"])


def _matches_wager(query: Query, wager: dict[str, Any]) -> bool:
    same = all(
        getattr(query, name) in {None, wager[name]}
        for name in ("seat", "player", "wager", "outcome")
    )
    return (
        same
        and (query.clause is None or query.clause in wager["clauses"])
        and (query.least_stake is None or wager["stake"] >= query.least_stake)
        and (query.least_win is None or wager["net"] >= query.least_win)
    )


def random_query(chance: Random, known: Rounds) -> Query:
    """A few conditions, most of them true of some round, some of them of none."""
    round_ = chance.choice(known)
    wager = chance.choice(round_["wagers"])
    clause = chance.choice(sorted(wager["clauses"]) or ["none"])
    kinds = [*round_["irregularities"], "any", "stub_count", "face_up_cards"]
    choices: dict[str, list[Any]] = {
        "table": [round_["table"], "nobody", "%"],
        "game": [round_["game"]],
        "since": [round_["began"], round_["ended"], round_["ended"] + 1],
        "until": [round_["began"], round_["ended"], round_["began"] - 1],
        "seat": [wager["seat"], 99],
        "player": [wager["player"], wager["player"].lower(), "P_"],
        "wager": [wager["wager"]],
        "outcome": [wager["outcome"], "win"],
        "clause": [clause, clause[:-1], clause.upper(), "%", clause.replace(".", "_")],
        "least_stake": [wager["stake"], wager["stake"] + 1],
        "least_win": [wager["net"], wager["net"] + 1, 0, 1],
        "irregularity": [*kinds, "%", kinds[0].upper(), kinds[0].replace("_", "x")],
        "void": [True, False],
    }
    conditions = chance.sample(sorted(choices), chance.randint(0, 4))
    limit = chance.choice([1, 3, 50, 50])
    return Query(limit=limit, **{name: chance.choice(choices[name]) for name in conditions})


def check_search(ledger: Ledger, known: Rounds, query: Query) -> int:
    matching = [round_ for round_ in known if matches(query, round_)]
    matching.sort(key=lambda round_: (-round_["ended"], round_["table"], -round_["round"]))
    summaries = search(ledger, query)
    names = [field.name for field in fields(summaries[0])] if summaries else []
    described = [{name: getattr(summary, name) for name in names} for summary in summaries]
    expected = [{name: round_[name] for name in names} for round_ in matching[: query.limit]]
    assert described == expected, query
    return len(summaries)


def test_random_queries_find_the_rounds_that_match(recorded: tuple[Ledger, Rounds]) -> None:
    print(f"seed {SEED}")
    ledger, known = recorded
    chance = Random(SEED)
    counts = [check_search(ledger, known, random_query(chance, known)) for _ in range(QUERIES)]
    assert sum(number > 0 for number in counts) > QUERIES / 5


def test_random_queries_on_a_server_find_the_rounds_that_match(
    recorded: tuple[Ledger, Rounds], postgres: str
) -> None:
    print(f"seed {SEED}")
    ledger, known = recorded
    with Ledger(postgres) as other:
        for name in ledger.tables():
            import_lines(other, export_lines(ledger, name))
        chance = Random(SEED)
        for _ in range(QUERIES // 4):
            check_search(other, known, random_query(chance, known))


def test_a_query_without_conditions_finds_the_newest_rounds(
    recorded: tuple[Ledger, Rounds],
) -> None:
    ledger, known = recorded
    summaries = search(ledger, Query(limit=5))
    newest = sorted((round_["ended"] for round_ in known), reverse=True)[:5]
    assert [summary.ended for summary in summaries] == newest
    assert search(ledger, replace(Query(), table="nobody")) == []
