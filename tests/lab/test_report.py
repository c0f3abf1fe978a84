"""The math report: its figures counted again in other ways, its digest, its pages."""

import json
import math
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest

from houseway.games import GAMES, all_clauses
from houseway.lab.reports.pages import to_html, to_pdf
from houseway.lab.reports.plots import draw_all
from houseway.lab.reports.report import Report, Wager, as_data, build_report, digest_of
from houseway.rulebook import Malformed

FIVE = {
    "royal_flush": 4,
    "straight_flush": 36,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
}
THREE = {
    "royal_flush": 4,
    "straight_flush": 44,
    "three_of_a_kind": 52,
    "straight": 720,
    "flush": 1_096,
    "pair": 3_744,
}
SEVEN = {
    "royal_flush": 4_324,
    "straight_flush": 37_260,
    "four_of_a_kind": 224_848,
    "full_house": 3_473_184,
    "flush": 4_047_644,
    "straight": 6_180_020,
    "three_of_a_kind": 6_461_620,
}
PROGRESSIVE = {
    "table": {"royal_flush": {"meter_percent": 100}, "flush": {"cents": 2_000}},
    "meter_cents": 1_000_000,
    "cards": "hole_and_flop",
}


@cache
def report(game: str, config: str = "{}", tie: int = 0) -> Report:
    options = GAMES[game].read_options(json.loads(config))
    return build_report(GAMES[game], options, date="2026-01-31", bets={"tie": Fraction(tie)})


CROWDED = json.dumps({"cover_all": True, "trips_rows": {"flush": 9}, "progressive": PROGRESSIVE})
REPORTS = {"pikit": ("pikit",), "hilo": ("hilo", "{}", 1), "uth": ("uth", CROWDED)}
"""Three reports with much in them, as `report` takes them."""


def wager(report: Report, wager_id: str) -> Wager:
    return next(wager for wager in report.wagers if wager.id == wager_id)


def counts(wager: Wager) -> dict[str, int]:
    return {row.outcome.key: row.outcome.count for row in wager.rows}


def test_combinations_are_the_known_ones() -> None:
    pikit, uth = report("pikit"), report("uth")
    for number in (1, 2):
        combinations = counts(wager(pikit, f"five_card_bonus_{number}"))
        assert combinations.pop("nothing") == 2_598_960 - sum(combinations.values())
        assert combinations == {key: FIVE[key] for key in combinations}
        assert len(combinations) == 8
    for number in (1, 2, 3):
        combinations = counts(wager(pikit, f"three_card_bonus_{number}"))
        assert combinations.pop("nothing") == 22_100 - sum(combinations.values())
        assert combinations == THREE
    for letter in "ABCD":
        combinations = counts(wager(uth, f"trips_{letter}"))
        assert sum(combinations.values()) == math.comb(52, 2) * math.comb(50, 5)
        del combinations["nothing"]
        assert {key: count / 21 for key, count in combinations.items()} == SEVEN
    pairs = counts(wager(report("hilo"), "poker_bonus_2"))["pair"]
    assert pairs == 9 * FIVE["pair"] // 13  # sixes to aces


PRINTED = {
    "pikit": {
        "five_card_bonus_1": ("pikit.39.11.b", "Pay Table 1"),
        "five_card_bonus_2": ("pikit.39.11.b", "Pay Table 2"),
        "three_card_bonus_1": ("pikit.39.11.c", "Pay Table 1"),
        "three_card_bonus_2": ("pikit.39.11.c", "Pay Table 2"),
        "three_card_bonus_3": ("pikit.39.11.c", "Pay Table 3"),
    },
    "uth": {
        **{f"trips_{letter}": ("uth.11.d", f"PayTable {letter}") for letter in "ABCD"},
        **{f"cover_all_{hands}": ("uth.13.k", str(hands)) for hands in range(2, 8)},
        "blind": ("uth.11.c", "Blind"),
    },
    "hilo": {
        "tie": ("hilo.40.11.c", "Tie"),
        "poker_bonus_1": ("hilo.40.11.d", "Pay Table 1"),
        "poker_bonus_2": ("hilo.40.11.d", "Pay Table 2"),
        "ante_bonus": ("hilo.40.11.e", "Ante bonus"),
    },
}


@pytest.mark.parametrize("game", list(PRINTED))
def test_rows_pay_what_the_clause_prints(game: str) -> None:
    for wager_id, (clause, table) in PRINTED[game].items():
        odds = all_clauses()[clause].odds[table].values()
        printed = sorted(words for words in odds if re.fullmatch(r"\d+ to \d+", words))
        printed_wager = wager(report(game), wager_id)
        assert sorted(row.pays for row in printed_wager.rows if row.outcome.net > 0) == printed, (
            wager_id
        )
        assert clause in printed_wager.named.clauses


@pytest.mark.parametrize("game", REPORTS)
def test_rows_add_up_to_the_figures_of_the_wager(game: str) -> None:
    sheet = report(*REPORTS[game])
    for wager in sheet.wagers:
        assert sum(row.outcome.count for row in wager.rows) == wager.total
        assert sum(row.probability for row in wager.rows) == 1
        assert sum(row.contribution for row in wager.rows) == wager.ev
        square = sum(row.outcome.net**2 * row.probability for row in wager.rows)
        assert square - wager.ev**2 == wager.variance
        assert sum(row.probability for row in wager.rows if row.outcome.net > 0) == wager.hit
        for row in wager.rows:
            assert row.probability == 1 / (1 + row.against)
        assert all(clause in all_clauses() for clause in wager.named.clauses)


def test_parts_and_lines_agree_with_each_other() -> None:
    """Pik-it as a whole is its main game and its bonus; a tie bet adds what it is worth."""
    pikit, hilo = report("pikit"), report("hilo", tie=1)
    bonus = wager(pikit, "five_card_bonus_1").ev
    assert wager(pikit, "compulsory").ev == wager(pikit, "main").ev + bonus
    assert wager(hilo, "compulsory").ev == wager(hilo, "main").ev + wager(hilo, "tie").ev
    aces = counts(wager(report("hilo"), "ante_bonus"))
    dealers = math.comb(47, 5)
    assert aces["four_aces_and_a_two"] == 4 * dealers
    assert aces["four_aces"] == 44 * dealers
    assert aces["three_aces"] == 4 * math.comb(48, 2) * dealers


def test_the_blind_is_what_wins_lose_and_push_leave_of_it() -> None:
    uth = report("uth")
    combinations = counts(wager(uth, "blind"))
    actions = uth.analysis.main.actions
    assert Fraction(combinations["fold"], uth.analysis.deals) == actions["fold"]
    # Only a tie nets nothing, and only a win nets more.
    nets = uth.analysis.main.nets
    won, tied = sum(count for net, count in nets.items() if net > 0), nets[Fraction(0)]
    lost = uth.analysis.deals - combinations["fold"] - won - tied
    paid = (
        sum(combinations.values())
        - combinations["push"]
        - combinations["lose"]
        - combinations["fold"]
    )
    assert (combinations["push"], combinations["lose"]) == (tied + won - paid, lost)
    # A royal flush wins unless it lies on the board and ties; a board has ten flops.
    holes = 21 * SEVEN["royal_flush"] - 4 * math.comb(47, 2)
    assert combinations["royal_flush"] == holes * 10 * math.comb(45, 2)


def test_bands_are_those_of_the_normal_curve() -> None:
    bonus = wager(report("pikit"), "five_card_bonus_1")
    bands = {(band.rounds, band.percent): band for band in bonus.bands()}
    assert len(bands) == 12
    for level, z in ((90, 1.6448536), (95, 1.9599640), (99, 2.5758293)):
        band = bands[10_000, level]
        half = z * math.sqrt(float(bonus.variance)) / 100
        assert band.high - band.low == pytest.approx(2 * half, rel=1e-6)
        assert (band.high + band.low) / 2 == pytest.approx(-float(bonus.ev))
    assert bonus.volatility_index == pytest.approx(1.6448536 * bonus.sd)


def test_only_what_is_offered_is_in_force() -> None:
    def in_force(sheet: Report) -> set[str]:
        return {wager.id for wager in sheet.wagers if wager.named.status == "in force"}

    pikit = {"main", "compulsory", "five_card_bonus_1", "three_card_bonus_1"}
    assert in_force(report("pikit")) == pikit
    assert in_force(report("uth")) == {"main", "trips_A"}
    assert in_force(report("hilo")) == {"main", "tie", "poker_bonus_1"}
    offered = {"main", "trips", "progressive", *(f"cover_all_{n}" for n in range(2, 8))}
    assert in_force(report("uth", CROWDED)) == offered


def test_a_bettered_table_stands_beside_the_printed_one() -> None:
    sheet = report("pikit", '{"five_card_rows": {"flush": 9}}')
    better, printed = (
        wager(sheet, "five_card_bonus_1"),
        wager(sheet, "five_card_bonus_1_as_printed"),
    )
    assert better.ev - printed.ev == Fraction(FIVE["flush"], 2_598_960)
    assert (better.named.status, printed.named.status) == ("in force", "printed, not in force")
    assert printed.ev == wager(report("pikit"), "five_card_bonus_1").ev


def test_a_wager_that_favours_the_players_is_called_so() -> None:
    assert not report("pikit").warnings
    (warning,) = report("uth", '{"trips_rows": {"flush": 9}}').warnings
    assert "favours the players, by 5.15% of the trips wager" in warning
    assert any(
        "by 14.87% of the ante" in warning
        for warning in report("pikit", '{"play_5_multiple": 2}').warnings
    )


def every_text(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            yield from every_text(part)


@pytest.mark.parametrize("game", REPORTS)
def test_what_is_exact_has_reduced_fractions_and_no_float(game: str) -> None:
    sheet = report(*REPORTS[game])
    text = json.dumps(sheet.exact())
    assert json.loads(text, parse_float=pytest.fail) == sheet.exact()
    fractions = [text for text in every_text(sheet.exact()) if re.fullmatch(r"-?\d+/\d+", text)]
    assert len(fractions) > 100
    for text in fractions:
        top, bottom = map(int, text.split("/"))
        assert math.gcd(top, bottom) == 1
        assert bottom > 0


DIGESTS = {
    "uth": "5d20bef8a158da43e06f55729060b72c575ef847c6841f4eb6db0957084dded2",
    "pikit": "dfd71a2974e3024c5b2e1e30b4fb8c29e731f7060bf8e0be1cdf7b8e62ac8a66",
    "hilo": "84df6c88cd8616a5d243aa0cca9f470b7c41477fd93287143c00cdc59905f919",
}


@pytest.mark.parametrize("game", DIGESTS)
def test_digests_of_printed_reports_still_hold(game: str) -> None:
    assert report(game).digest == DIGESTS[game]


def test_the_digest_is_stable_and_sees_every_option() -> None:
    sheet = report("hilo")
    again = build_report(GAMES["hilo"], GAMES["hilo"].read_options({}), date="2031-12-01")
    assert again.digest == sheet.digest
    assert replace(sheet, version="9.9").digest == sheet.digest
    others = [
        report("hilo", '{"poker_bonus_table": 2}'),
        report("hilo", '{"licensee": "The Boardwalk"}'),
        report("hilo", tie=1),
    ]
    assert len({other.digest for other in (sheet, *others)}) == 4
    written = json.loads(json.dumps(as_data(sheet)))
    assert written["digest"] == digest_of(written["exact"]) == sheet.digest


def test_a_tie_bet_is_one_of_hilo() -> None:
    for game, tie in (("uth", 1), ("pikit", 1), ("hilo", -1)):
        with pytest.raises(Malformed):
            report(game, tie=tie)


class Page(HTMLParser):
    """Notes what a page would run or fetch, and whether its tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "link", "iframe", "img", "object", "image", "use"}:
            self.fetched.append(tag)
        names = {"src", "href", "xlink:href", "action", "data", "srcset"}
        self.fetched += [f"{tag} {name}" for name, _ in attrs if name in names]
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("game", REPORTS)
def test_the_page_needs_nothing_but_itself(game: str) -> None:
    sheet = report(*REPORTS[game])
    page = Page()
    html = to_html(sheet)
    page.feed(html)
    assert not page.fetched
    assert not page.open
    assert not re.search(r"url\(|@import", html)
    assert sheet.digest in page.text
    for wager in sheet.wagers:
        assert f"{wager.named.title} " in page.text
        assert f"{wager.total:,}" in page.text
        for row in wager.rows:
            assert f"{row.outcome.count:,}" in page.text


def test_words_of_a_licensee_are_words_and_no_markup() -> None:
    name = "<b>Ace & Co</b>"
    sheet = report("hilo", json.dumps({"licensee": name}))
    page = Page()
    page.feed(to_html(sheet))
    assert name in page.text
    assert to_pdf(sheet).startswith(b"%PDF")


def test_a_progressive_that_pays_nothing_yet_can_be_reported() -> None:
    prize = {"royal_flush": {"meter_percent": 100}}
    unpaid = {"table": prize, "meter_cents": 0, "stake_returned": False, "contribution_cents": 100}
    sheet = report("uth", json.dumps({"progressive": unpaid}))
    html = to_html(sheet)
    assert "stake_returned false" in html
    assert "sensitivity_progressive" not in {plot.name for plot in draw_all(sheet)}
    assert "Break-even meter" in html


def test_the_pdf_has_pages() -> None:
    pdf = to_pdf(report("hilo"))
    assert pdf.startswith(b"%PDF")
    assert len(re.findall(rb"/Type */Page\b", pdf)) >= 2


def test_plots_show_what_they_should() -> None:
    drawn = {plot.name: plot for plot in draw_all(report("uth"))}
    assert drawn.keys() == {
        "distribution", "starting_hands", "sensitivity_blind", "sensitivity_trips_A"
    }  # fmt: skip
    assert drawn["distribution"].svg.count(">+501<") == 1
    for text in ("AKs", "72o", "+3.601", "−0.926"):
        assert f">{text}<" in drawn["starting_hands"].svg
    # One more on the flush lowers the edge by its probability, in percent.
    often = 100 * SEVEN["flush"] / 133_784_560
    assert f">{often:.6f}<" in drawn["sensitivity_trips_A"].svg


@pytest.mark.parametrize(
    ("lacking", "write", "words"),
    [
        ("altair", to_pdf, "need the extra part report"),
        ("vl_convert", to_html, "need the extra part report"),
        ("jinja2", to_html, "needs the extra part report"),
        ("typst", to_pdf, "needs the extra part pdf"),
    ],
)
def test_a_missing_part_is_named(
    monkeypatch: pytest.MonkeyPatch, lacking: str, write: Callable[[Report], object], words: str
) -> None:
    monkeypatch.setitem(sys.modules, lacking, None)
    with pytest.raises(Malformed, match=words):
        write(report("hilo"))
