"""Options: every row of the table of options, typed, defaulted, and refused by clause."""

import dataclasses
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.games.options import as_config
from houseway.rulebook import Malformed, Refused

# The table of options: name, default, other values that the texts allow.
ROWS: dict[str, list[tuple[str, Any, list[Any]]]] = {
    "pikit": [
        ("play_3_multiple", 1, [2]),
        ("play_5_multiple", 1, [2]),
        ("dealer_must_qualify", False, [True]),
        ("nonqualifying_ante", "lose", ["push"]),
        ("three_card_pick", "blind", ["seen"]),
        ("five_card_table", 1, [2]),
        ("three_card_table", 1, [2, 3]),
        ("multi_position", 1, [2, 3]),
        ("seats", 6, [1, 9]),
        ("void_unwinds_settled", True, [False]),
        ("settlement_procedure", 1, [2]),
        ("dealer_stack", "immediate", ["deferred"]),
        ("match_play", False, [True]),
        ("stub_count_interval", 5, [1, 2, 3, 4]),
        ("timeout", "fold", ["supervisor"]),
    ],
    "uth": [
        ("seats", 6, [1, 21]),
        ("void_unwinds_settled", True, [False]),
        ("match_play", False, [True]),
        ("limits", {"main_cents": 5_000_000, "all_bets_cents": 7_500_000}, []),
        ("payout_unit_cents", 1, [25, 100]),
        ("trips_table", "A", ["B", "C", "D"]),
        ("cover_all", False, [True]),
        ("cover_all_low_rows", {}, [{"flush": "1 to 1"}]),
        ("progressive", None, []),
        ("stub_count_interval", 5, [1, 2, 3, 4]),
        ("timeout", "fold", ["supervisor"]),
    ],
    "hilo": [
        ("seats", 7, [1]),
        ("void_unwinds_settled", True, [False]),
        ("match_play", False, [True]),
        ("poker_bonus_table", 1, [2]),
        ("limit_cents", 5_000_000, [0, 10**9]),
        ("max_hands_per_player", 0, [1, 7]),
        ("additional_hand_blind_fold", False, [True]),
        ("exposed_dealer_card", "void", ["continue"]),
        ("stub_count_interval", 5, [1, 2, 3, 4]),
        ("timeout", "fold", ["supervisor"]),
    ],
}
FLAT = [(game, name, default, more) for game, rows in ROWS.items() for name, default, more in rows]


@pytest.mark.parametrize(("game", "name", "default", "others"), FLAT)
def test_an_option_has_its_default_and_takes_its_other_values(
    game: str, name: str, default: Any, others: list[Any]
) -> None:
    rules = GAMES[game]
    assert as_config(rules.read_options({}))[name] == default
    for value in others:
        assert as_config(rules.read_options({name: value}))[name] == value


@pytest.mark.parametrize(
    ("game", "config", "clause"),
    [
        ("pikit", {"play_5_multiple": 3}, "pikit.39.3.b"),
        ("pikit", {"play_3_multiple": 0}, "pikit.39.1.play_3_wager"),
        ("pikit", {"play_3_multiple": True}, "pikit.layout.d.1"),
        ("pikit", {"seats": 10}, "pikit.39.2.a"),
        ("pikit", {"seats": 0}, "pikit.layout.b.1"),
        ("pikit", {"multi_position": 4}, "pikit.39.3.e"),
        ("pikit", {"five_card_table": 3}, "pikit.39.11.b"),
        ("pikit", {"three_card_table": 4}, "pikit.39.11.c"),
        ("pikit", {"settlement_procedure": 3}, "pikit.39.10.e"),
        ("pikit", {"nonqualifying_ante": "win"}, "pikit.39.10.f"),
        ("pikit", {"licensee": "  "}, "pikit.layout.b.4"),
        ("pikit", {"dealer_must_qualify": "yes"}, "pikit.39.1.qualifying_hand"),
        ("pikit", {"minimums": {"play_3": 5}}, "pikit.39.3.a"),
        ("pikit", {"minimums": {"ante": 0.5}}, "pikit.39.3.a"),
        ("pikit", {"minimums": 5}, "pikit.39.3.a"),
        ("pikit", {"five_card_rows": {"pair": 1}}, "pikit.39.11.b"),
        ("pikit", {"five_card_rows": {"flush": "9 for 1"}}, "pikit.39.11.b"),
        ("pikit", {"five_card_rows": 9}, "pikit.39.11.b"),
        ("pikit", {"stub_count_interval": 6}, "pikit.39.7.e"),
        ("uth", {"seats": 22}, "uth.7.d"),
        ("uth", {"trips_table": "a"}, "uth.11.d"),
        ("uth", {"sign": "Flush 8 for 1"}, "uth.11.a"),
        ("uth", {"sign": 5}, "uth.11.a"),
        ("uth", {"limits": {"main_cents": -1}}, "uth.11.e"),
        ("uth", {"limits": {"main": 1}}, "uth.11.e"),
        ("uth", {"cover_all_low_rows": {"pair": 1}}, "uth.13.b"),
        ("hilo", {"seats": 8}, "hilo.layout.b.1"),
        ("hilo", {"licensee": ""}, "hilo.layout.b.5"),
        ("hilo", {"sign": "Tie 4 for 1"}, "hilo.40.11.a"),
        ("hilo", {"exposed_dealer_card": "ignore"}, "hilo.40.10.c"),
        ("hilo", {"limit_cents": 1.5}, "hilo.40.11.f"),
        ("hilo", {"licensee": "x" * 41}, "hilo.layout.b.5"),
        ("hilo", {"licensee": "a\x01b"}, "hilo.layout.b.5"),
        ("hilo", {"licensee": "a\ud800b"}, "hilo.layout.b.5"),
        ("hilo", {"licensee": "The 10 for 1 club"}, "hilo.layout.b.5"),
        ("uth", {"sign": "eight-for-one"}, "uth.11.a"),
        ("uth", {"progressive": {"table": "abc", "meter_cents": 1}}, "uth.14.c"),
        ("uth", {"progressive": {"table": [1], "meter_cents": 1}}, "uth.14.c"),
        ("uth", {"trips_rows": {"flush": "9" * 5000 + " to 1"}}, "uth.11.d"),
        ("uth", {"trips_rows": {"flush": "٩ to 1"}}, "uth.11.d"),
    ],
)
@pytest.mark.clause("pikit.layout.d.1", "pikit.layout.b.4", "hilo.layout.b.1", "hilo.layout.b.5")
@pytest.mark.clause("uth.11.a", "hilo.40.11.a")
def test_a_value_that_the_texts_forbid_is_refused_by_clause(
    game: str, config: dict[str, Any], clause: str
) -> None:
    with pytest.raises(Refused) as refused:
        GAMES[game].read_options(config)
    assert clause in refused.value.clauses
    (name,) = config
    assert f"Option {name}" in str(refused.value)


@pytest.mark.parametrize("game", GAMES)
def test_limits_that_no_wager_can_meet_are_refused(game: str) -> None:
    with pytest.raises(Refused, match="its minimum is \\$10"):
        GAMES[game].read_options({"minimums": {"ante": 1000}, "maximums": {"ante": 999}})


def test_every_bad_value_is_reported_not_only_the_first() -> None:
    with pytest.raises(Refused) as refused:
        GAMES["pikit"].read_options({"seats": 99, "play_5_multiple": 9})
    assert len(refused.value.refusals) == 2


def test_unknown_options_are_named_with_their_neighbours() -> None:
    with pytest.raises(Malformed, match=r"no option 'trips_tabel'.*trips_table"):
        GAMES["uth"].read_options({"trips_tabel": "A"})
    with pytest.raises(Malformed, match="must be an object"):
        GAMES["uth"].read_options([1])


@pytest.mark.parametrize("game", GAMES)
def test_a_configuration_read_back_is_the_same(game: str) -> None:
    rules = GAMES[game]
    options = rules.read_options({})
    assert rules.read_options(as_config(options)) == options


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_options_and_the_options_object_agree(game: str) -> None:
    """One definition: names in the same order, the same defaults, and words for each."""
    rules = GAMES[game]
    fields = [field.name for field in dataclasses.fields(rules.options_type) if field.init]
    assert sorted(fields) == sorted(option.name for option in rules.options)
    defaults = rules.read_options({})
    for option in rules.options:
        assert getattr(defaults, option.name) == option.default, option.name
        assert option.help.endswith("."), option.name
        assert option.allowed, option.name
