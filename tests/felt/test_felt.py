"""Layouts and signs: everything the texts demand, legible, and in its proper place."""

import dataclasses
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from houseway.felt import Layout, check_layout, check_posting, compose, compose_sign, to_svg
from houseway.felt.shapes import Form, Shape, Words
from houseway.games import GAMES
from houseway.games.printed import AreaKind, Notice, Printed

SVG = "{http://www.w3.org/2000/svg}"
PROGRESSIVE = {"table": {"royal_flush": {"meter_percent": 100}, "flush": {"cents": 5000}}}
CONFIGS: list[tuple[str, dict[str, Any]]] = [
    ("pikit", {}),
    ("pikit", {"dealer_must_qualify": True, "five_card_table": 2, "licensee": "The Boardwalk"}),
    ("uth", {}),
    ("uth", {"cover_all": True, "progressive": {**PROGRESSIVE, "meter_cents": 1}}),
    ("hilo", {"poker_bonus_table": 2}),
    ("hilo", {"licensee": "WWWWWWWWWW MMMMMMMMMM 大西洋賭場酒店 WWWWWWWWWW"}),
]
MOST = {"pikit": 9, "uth": 21, "hilo": 7}
POST_ODDS = {"pikit": "pikit.layout.c", "uth": "uth.11.a", "hilo": "hilo.layout.b.3"}
WORD_ODDS = {"pikit": ("pikit.layout.c",), "uth": ("uth.11.a",), "hilo": ("hilo.40.11.a",)}
BEAR_NAME = {"pikit": ("pikit.layout.b.4",), "uth": (), "hilo": ("hilo.layout.b.5",)}


def seats_of(game: str, config: dict[str, Any]) -> range:
    """Every number of seats; Cover All ends at six."""
    return range(1, (6 if config.get("cover_all") else MOST[game]) + 1)


def printed(game: str, **config: Any) -> Printed:
    return GAMES[game].printed(GAMES[game].read_options(config))


def layout(game: str, **config: Any) -> Layout:
    return compose(printed(game, **config))


def axes(corners: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(b[1] - a[1], a[0] - b[0]) for a, b in pairwise((*corners, corners[0]))]


def overlap(left: Words, right: Words) -> bool:
    """Whether two turned rectangles share any room: no line can be drawn between them."""
    first, second = left.corners(), right.corners()
    for x, y in axes(first) + axes(second):
        mine = [x * px + y * py for px, py in first]
        theirs = [x * px + y * py for px, py in second]
        if max(mine) <= min(theirs) or max(theirs) <= min(mine):
            return False
    return True


def corners(shape: Shape) -> tuple[tuple[float, float], ...]:
    """The outermost points of a shape: the ends of a diamond, the corners of the rest."""
    w, h = shape.width / 2, shape.height / 2
    square = [(-w, -h), (w, -h), (w, h), (-w, h)]
    ends = [(0.0, -h), (w, 0.0), (0.0, h), (-w, 0.0)]
    points = ends if shape.form is Form.DIAMOND else square
    return tuple(shape.frame.point(shape.x + dx, shape.y + dy) for dx, dy in points)


@pytest.mark.parametrize(("game", "config"), CONFIGS)
def test_no_two_texts_overlap_at_any_number_of_seats(game: str, config: dict[str, Any]) -> None:
    for seats in (n for n in seats_of(game, config) if n <= 9 or n == 21):
        drawn = layout(game, **{**config, "seats": seats})
        for left, right in combinations(drawn.all_words(), 2):
            assert not overlap(left, right), (seats, left.text, right.text)


@pytest.mark.parametrize(("game", "config"), CONFIGS)
def test_everything_lies_on_the_table(game: str, config: dict[str, Any]) -> None:
    for seats in seats_of(game, config):
        drawn = layout(game, **{**config, "seats": seats})
        (cx, cy), radius = drawn.arc_centre, drawn.arc_radius
        placed = [(words.text, words.corners()) for words in drawn.all_words()]
        placed += [(d.area.id, corners(shape)) for d in drawn.areas for shape in d.shapes]
        placed += [("box", corners(shape)) for shape in drawn.boxes]
        for name, points in placed:
            for x, y in points:
                assert 0 < y < drawn.height, (seats, name)
                assert (x - cx) ** 2 + (y - cy) ** 2 < radius**2 or y < cy, (seats, name)
                assert abs(x - cx) < drawn.half_width, (seats, name)


@pytest.mark.clause("pikit.layout.a", "hilo.layout.a")
@pytest.mark.parametrize("game", GAMES)
def test_players_sit_opposite_the_dealer_seat_1_at_his_left(game: str) -> None:
    """The dealer is at the top of the picture and faces down, so his left is on the right."""
    for seats in range(1, MOST[game] + 1):
        drawn = layout(game, seats=seats)
        numbers = [words for words in drawn.words if words.style == "seat"]
        assert [words.text for words in numbers] == [str(n) for n in range(1, seats + 1)]
        across = [words.frame.x for words in numbers]
        assert across == sorted(across, reverse=True)
        dealer = [
            words.frame.point(words.x, words.y)[1] for d in drawn.of("dealer") for words in d.words
        ]
        assert all(max(dealer) < words.frame.point(0, words.y)[1] for words in numbers)
        # The layout is symmetrical about the dealer.
        middle = drawn.width / 2
        for left, right in zip(across, reversed(across), strict=True):
            assert left - middle == pytest.approx(middle - right)


AREAS = {
    "pikit": {
        "ante": "pikit.layout.b.1.i",
        "five_card_bonus": "pikit.layout.b.1.ii",
        "three_card_bonus": "pikit.layout.b.1.iii",
        "play_3": "pikit.layout.b.1.iv",
        "play_5": "pikit.layout.b.1.v",
        "cards": "pikit.layout.b.1.vi",
    },
    "hilo": {
        "ante": "hilo.layout.b.2.i",
        "play": "hilo.layout.b.2.ii",
        "tie": "hilo.layout.b.2.iii",
        "poker_bonus": "hilo.layout.b.2.iv",
        "high": "hilo.layout.b.2.v",
        "low": "hilo.layout.b.2.vi",
    },
}


@pytest.mark.clause("pikit.layout.b", "pikit.layout.b.1", "hilo.layout.b", "hilo.layout.b.2")
@pytest.mark.clause("pikit.layout.b.1.i", "pikit.layout.b.1.ii", "pikit.layout.b.1.iii")
@pytest.mark.clause("pikit.layout.b.1.iv", "pikit.layout.b.1.v", "pikit.layout.b.1.vi")
@pytest.mark.clause("hilo.layout.b.2.i", "hilo.layout.b.2.ii", "hilo.layout.b.2.iii")
@pytest.mark.clause("hilo.layout.b.2.iv", "hilo.layout.b.2.v", "hilo.layout.b.2.vi")
@pytest.mark.parametrize(("game", "area"), [(g, a) for g, areas in AREAS.items() for a in areas])
def test_each_position_has_each_area_labelled_and_a_layout_without_it_is_refused(
    game: str, area: str
) -> None:
    drawn = layout(game, seats=6)
    assert not list(check_layout(GAMES[game].rulebook, drawn))
    for seat in range(1, 7):
        areas = drawn.of(f"seat-{seat}")
        assert len(areas) == 6
        (mine,) = [entry for entry in areas if entry.area.id == area]
        if mine.area.kind is AreaKind.WAGER:
            assert GAMES[game].wagering.wager(area) is not None
        else:
            assert mine.area.cards == {"cards": 5, "high": 3, "low": 2}[area]
            assert len(mine.shapes) == 1 + mine.area.cards
        assert " ".join(words.text for words in mine.words) == mine.area.label
    without = dataclasses.replace(
        drawn,
        areas=tuple(e for e in drawn.areas if (e.owner, e.area.id) != ("seat-3", area)),
    )
    (refusal,) = check_layout(GAMES[game].rulebook, without)
    assert refusal.clauses == (AREAS[game][area],)
    assert "seat 3" in refusal.tried


@pytest.mark.clause("pikit.layout.b", "hilo.layout.b")
@pytest.mark.parametrize("game", ["pikit", "hilo"])
def test_a_layout_without_odds_or_name_is_refused(game: str) -> None:
    """Items 3 and 4 (5 at Hi-Lo) of the list: odds somewhere, and a name on the felt."""
    table = printed(game)
    nowhere = compose_sign(table, odds_on_sign=False)
    assert list(check_posting(table, compose(table, odds_on_layout=False), nowhere))
    nameless = dataclasses.replace(table, licensee="")
    assert list(check_posting(nameless, compose(nameless), compose_sign(nameless)))


@pytest.mark.clause("pikit.layout.b.2")
def test_the_dealer_has_an_area_for_five_cards_and_it_is_demanded() -> None:
    drawn = layout("pikit")
    (dealer,) = drawn.of("dealer")
    assert (dealer.area.kind, dealer.area.cards) == (AreaKind.CARDS, 5)
    without = dataclasses.replace(drawn, areas=drawn.areas[1:])
    assert [refusal.clauses for refusal in check_layout(GAMES["pikit"].rulebook, without)] == [
        ("pikit.layout.b.2",)
    ]


@pytest.mark.clause("hilo.layout.b.1", "pikit.layout.b.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_layout_has_as_many_positions_as_the_table_has_seats(game: str) -> None:
    for seats in (1, 6, 7, MOST[game]):
        owners = {drawn.owner for drawn in layout(game, seats=seats).areas}
        assert owners == {"dealer", *(f"seat-{n}" for n in range(1, seats + 1))}


def test_a_small_cover_all_table_shows_only_the_columns_it_can_have() -> None:
    texts = [words.text for words in layout("uth", cover_all=True, seats=2).all_words()]
    assert "3 hands" in texts
    assert "4 hands" not in texts


def test_uth_has_a_spot_for_every_wager_it_offers_and_a_board() -> None:
    plain = {area.area.id for area in layout("uth").of("seat-1")}
    assert plain == {"ante", "blind", "play", "trips", "cards"}
    full = layout("uth", cover_all=True, progressive={**PROGRESSIVE, "meter_cents": 1})
    assert {a.area.id for a in full.of("seat-1")} == plain | {"cover_all", "progressive"}
    assert [area.area.id for area in full.of("dealer")] == ["dealer", "community"]


@pytest.mark.parametrize("game", GAMES)
def test_drop_box_and_tip_box_are_on_either_side_of_the_dealer(game: str) -> None:
    drawn = layout(game)
    tray, drop, tips = drawn.boxes
    assert drawn.box_names[1:] == ("Drop box", "Tip box")
    assert drop.x < tray.x < tips.x
    assert drop.y == tips.y < min(words.y for area in drawn.of("dealer") for words in area.words)


# --- odds, notices and names


@pytest.mark.clause("pikit.layout.b.3", "hilo.layout.b.3")
@pytest.mark.parametrize(
    ("game", "config", "lines"),
    [
        ("pikit", {}, ["Ante, play 3 and play 5 pay 1 to 1", "1000 to 1", "200 to 1", "3 to 1"]),
        ("pikit", {"five_card_table": 2, "three_card_table": 3}, ["750 to 1", "80 to 1"]),
        ("pikit", {"five_card_rows": {"flush": "17 to 2"}}, ["17 to 2"]),
        ("hilo", {}, ["20 to 1", "250 to 1", "Pair of sevens or better", "100 to 1"]),
        ("hilo", {"poker_bonus_table": 2}, ["500 to 1", "Pair of sixes or better"]),
        ("uth", {"cover_all": True}, ["3 to 2", "125 to 1", "5 hands", "9 to 1"]),
    ],
)
def test_the_odds_in_force_are_inscribed(game: str, config: Any, lines: list[str]) -> None:
    inscribed = [words.text for words in layout(game, **config).all_words()]
    assert set(lines) <= set(inscribed)


@pytest.mark.clause("uth.11.a", "hilo.40.11.a")
@pytest.mark.parametrize(("game", "config"), CONFIGS)
def test_odds_are_stated_with_to_and_never_with_for(game: str, config: dict[str, Any]) -> None:
    for posted in printed(game, **config).odds:
        for _, odds in posted.lines():
            assert " to " in odds
    everything = " ".join(printed(game, **config).words())
    assert " for " not in everything.replace("paid once, for the highest", "")
    wrong = dataclasses.replace(printed(game, **config), extra_sign="Tie 4 for 1")
    refusals = list(check_posting(wrong, compose(wrong), compose_sign(wrong)))
    assert any(refusal.clauses == WORD_ODDS[game] for refusal in refusals)


@pytest.mark.clause("pikit.layout.c", "hilo.layout.c")
@pytest.mark.parametrize("game", GAMES)
def test_odds_are_on_the_layout_or_on_the_sign(game: str) -> None:
    table = printed(game)
    for on_layout, on_sign in ((True, True), (True, False), (False, True)):
        felt = compose(table, odds_on_layout=on_layout)
        sign = compose_sign(table, odds_on_sign=on_sign)
        assert not list(check_posting(table, felt, sign))
    hidden = check_posting(
        table, compose(table, odds_on_layout=False), compose_sign(table, odds_on_sign=False)
    )
    refused = {clause for refusal in hidden for clause in refusal.clauses}
    assert POST_ODDS[game] in refused
    assert len(compose(table, odds_on_layout=False).words) < len(compose(table).words)


def notices(game: str, **config: Any) -> str:
    return " ".join(notice.words for notice in printed(game, **config).notices)


@pytest.mark.clause("pikit.layout.d", "pikit.layout.d.1")
def test_the_size_of_play_wagers_is_posted() -> None:
    words = notices("pikit", play_3_multiple=2)
    assert "play 3 wager is two times the ante" in words
    assert "play 5 wager is equal to the ante" in words


@pytest.mark.clause("pikit.layout.d", "pikit.layout.d.2", "pikit.layout.d.2.i")
@pytest.mark.clause("pikit.layout.d.2.ii")
def test_the_qualifier_notices_are_posted_exactly_when_it_applies() -> None:
    words = notices("pikit", dealer_must_qualify=True)
    assert "ace, king, four, three and two" in words
    assert "no bearing on a play 3 wager" in words
    assert "ace, king" not in notices("pikit")
    assert "no bearing" not in notices("pikit")


@pytest.mark.clause("hilo.layout.c", "hilo.layout.c.1", "hilo.layout.c.2", "hilo.layout.c.3")
@pytest.mark.clause("hilo.layout.c.4", "hilo.layout.c.5")
def test_the_five_statements_are_always_on_the_sign_of_hi_lo() -> None:
    table = printed("hilo")
    shown = {notice.clauses[0]: notice.words for notice in compose_sign(table).notices}
    assert "except that with four aces" in shown["hilo.layout.c.1"]
    assert "more points" in shown["hilo.layout.c.2"]
    assert "fewer points" in shown["hilo.layout.c.2"]
    assert "1 to 1" in shown["hilo.layout.c.3"]
    assert "Ante and tie bets are forfeited" in shown["hilo.layout.c.4"]
    assert "whatever the outcome" in shown["hilo.layout.c.5"]
    sign = compose_sign(table)
    without = dataclasses.replace(sign, notices=sign.notices[1:])
    (refusal,) = check_posting(table, compose(table), without)
    assert "hilo.layout.c.1" in refusal.clauses


@pytest.mark.clause("uth.13.e", "uth.14.a")
def test_uth_posts_its_cover_all_and_progressive() -> None:
    words = notices("uth", cover_all=True, progressive={**PROGRESSIVE, "meter_cents": 1})
    assert "highest hand at the table" in words
    assert "royal flush wins 100 percent of the meter, flush wins $50" in words
    assert "Cover All" not in notices("uth")


@pytest.mark.clause("pikit.layout.b.4", "hilo.layout.b.5")
@pytest.mark.parametrize("game", GAMES)
def test_the_licensees_name_is_on_the_felt(game: str) -> None:
    texts = [words.text for words in layout(game, licensee="The Boardwalk").words]
    assert "THE BOARDWALK" in texts
    nameless = dataclasses.replace(printed(game), licensee=" ")
    refusals = list(check_posting(nameless, compose(nameless), compose_sign(nameless)))
    assert any(refusal.clauses == BEAR_NAME[game] for refusal in refusals)


def test_words_of_a_sign_include_what_the_licensee_adds() -> None:
    sign = compose_sign(printed("uth", sign="Good luck."))
    assert sign.extra == "Good luck."
    assert sign.as_data()["extra"] == "Good luck."
    assert "Good luck." in list(printed("uth", sign="Good luck.").words())
    assert Notice("Dealer opens with a pair or better", ("x",)).words in list(
        printed("uth").words()
    )


# --- the drawing


@pytest.mark.parametrize(("game", "config"), CONFIGS)
def test_the_drawing_is_well_formed_and_names_every_area(game: str, config: Any) -> None:
    drawn = layout(game, **config)
    root = ET.fromstring(to_svg(drawn))
    ids = [group.get("id") for group in root.iter(f"{SVG}g")]
    assert ids == [f"{area.owner}-{area.area.id}" for area in drawn.areas]
    assert len(ids) == len(set(ids))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert sorted(filter(None, texts)) == sorted(words.text for words in drawn.all_words())
    assert "http" not in to_svg(drawn).replace("http://www.w3.org/2000/svg", "")


def test_the_drawing_is_the_same_every_time() -> None:
    assert to_svg(layout("uth")) == to_svg(layout("uth"))


def test_a_name_is_written_safely() -> None:
    svg = to_svg(layout("uth", licensee="<Tom & 'Jerry'>"))
    assert "&lt;TOM &amp; 'JERRY'&gt;" in svg
