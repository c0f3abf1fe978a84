"""The commitment and the round's proof: known answers, what holds, and what stays shut."""

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import NEW_DECK, parse_card, parse_cards
from houseway.fairness import (
    Commitment,
    Deal,
    FairnessError,
    Opening,
    RoundFacts,
    SealedDeck,
    after_cuts,
    auditor_proof,
    commit,
    player_proof,
)
from houseway.fairness.commitment import leaf, merkle_path, merkle_root, node, root_by_path

COUNTING = bytes(range(32))

# Worked out once from the written form by a separate program: root, last salt, last path.
KNOWN = [
    (
        COUNTING,
        "uth-1",
        1,
        "bc4b8cbe44518bc222cb41248abcd82b99713012a42ce20edb424df03641f136",
        "bfa229eae90c021f525dc7671726eeb9",
        "8659699e2144bdab4e1242c1d18d51ea7040121275d7b39649d345a7ead85525",
        "246cb80cbcb8bb9c78d5e27ea228bf3ba3a5776fe4cfd7374d48a57c1a175aca",
    ),
    (
        b"\xff" * 32,
        "Tisch Nº 7",
        17,
        "c6c2b0fd73836814451d3766748f518624df3a6cf8814831f339efdaed0c5b01",
        "4de97726e989325884c086e0408caeb6",
        "1fcb34fda2bd820e2abdf8c80a89761d3fb51d75d011709854df821383341c48",
        "146f9068100f9176921ec976873b147e7005c20f43c8c9ca515cdc62f51e916f",
    ),
    (
        bytes(32),
        "",
        123456789,
        "72a0d0573567ed71406a7982d7cc0de51f9e292673c1ed02a21911a2af10faaf",
        "1744e4a84d35658077e296643ef0ef7b",
        "fcb10ef33543cee421bdde161d5f3d965829b4b0c65362e55e7b5efdb24da95c",
        "6cdbb986e8c166b90d592ec69f70ea7f7c562dd28658cbc3c3043e5708642e2e",
    ),
]


@pytest.mark.parametrize("known", KNOWN)
def test_known_answers(known: tuple[bytes, str, int, str, str, str, str]) -> None:
    seed, table, number, root, salt, beside, paths = known
    sealed = commit(table, number, seed)
    assert sealed.commitment == Commitment(table, number, root)
    openings = [sealed.opening(index) for index in range(52)]
    assert openings[51].salt.hex() == salt
    assert openings[51].path[0].hex() == beside
    written = json.dumps([[step.hex() for step in opening.path] for opening in openings])
    assert hashlib.sha256(written.encode()).hexdigest() == paths


@given(st.binary(min_size=32, max_size=32), st.integers(0, 51))
def test_every_card_opens_and_nothing_else_does(seed: bytes, index: int) -> None:
    sealed = commit("t", 3, seed)
    opening = sealed.opening(index)
    holds = sealed.commitment.holds
    assert opening.card == sealed.order[index]
    assert holds(opening)
    other = sealed.order[index - 1]
    assert not holds(replace(opening, card=other))
    assert not holds(replace(opening, index=(index + 1) % 52))
    assert not holds(replace(opening, salt=bytes(16)))
    assert not holds(replace(opening, path=opening.path[:-1]))
    assert not holds(replace(opening, path=(*opening.path, bytes(32))))
    assert not holds(replace(opening, path=opening.path[::-1]))
    assert not replace(sealed.commitment, shuffle=4).holds(opening)
    assert not replace(sealed.commitment, table="u").holds(opening)


def test_an_opening_of_the_wrong_shape_does_not_hold() -> None:
    sealed = commit("t", 3, COUNTING)
    opening = sealed.opening(0)
    for wrong in (
        replace(opening, index=-1),
        replace(opening, index=52),
        replace(opening, salt=b""),
        replace(opening, path=()),
        replace(opening, path=(b"", *opening.path[1:])),
    ):
        assert not sealed.commitment.holds(wrong)


@pytest.mark.parametrize("size", range(1, 65))
def test_the_tree_has_the_shape_it_should_at_every_size(size: int) -> None:
    leaves = [hashlib.sha256(bytes((n,))).digest() for n in range(size)]
    # The same tree from the leaves upward: a last one without a neighbour moves up as it is.
    level = leaves
    while len(level) > 1:
        joined = [node(*level[n : n + 2]) for n in range(0, len(level) - 1, 2)]
        level = joined + level[len(joined) * 2 :]
    root = merkle_root(leaves)
    assert root == level[0]
    for index, start in enumerate(leaves):
        assert root_by_path(start, index, merkle_path(leaves, index), size) == root


def test_a_leaf_can_never_be_taken_for_a_node() -> None:
    """They begin with different bytes, as the form says."""
    context, salt = bytes(32), bytes(16)
    card = parse_card("As")
    expected = hashlib.sha256(b"\0" + context + b"\7" + b"As" + salt).digest()
    assert leaf(context, 7, card, salt) == expected
    assert node(context, context) == hashlib.sha256(b"\1" + context * 2).digest()


def test_without_a_seed_every_deck_is_fresh() -> None:
    first, second = commit("t", 1), commit("t", 1)
    assert first.seed != second.seed
    assert first.commitment.root != second.commitment.root
    assert commit("t", 1, first.seed) == first


def test_nothing_secret_is_ever_shown_by_accident() -> None:
    sealed = commit("t", 1)
    some = facts(seed=sealed.seed, table="t", visible=frozenset())
    shown = f"{sealed!r} {sealed} {sealed.opening(3)!r} {some!r}"
    assert isinstance(sealed, SealedDeck)
    assert isinstance(sealed.opening(3), Opening)
    assert sealed.seed.hex() not in shown
    assert repr(sealed.seed) not in shown
    assert "Card(" not in shown
    assert sealed.opening(3).salt.hex() not in shown


# --- the round's proof

PLACES = ("1", "3", "dealer", "1", "3", "dealer", "burned", "community")


DEAL = Deal(hand_size=2, streets=(3, 2), most_seats=21, completes_late=True)


def facts(**changes: Any) -> RoundFacts:
    return RoundFacts(
        **{
            "game": "uth",
            "deal": DEAL,
            "table": "uth-1",
            "round": 17,
            "shuffle": 1,
            "method": "hand",
            "cuts": (23, 40),
            "seats": (1, 3),
            "leaving": PLACES,
            "visible": frozenset({0, 3, 7}),
            "seed": COUNTING,
            **changes,
        }
    )


def proof_text(document: dict[str, Any]) -> str:
    """The document as JSON, on one line."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def digest_of(document: dict[str, Any]) -> str:
    return hashlib.sha256(proof_text(document).encode()).hexdigest()


def test_known_documents() -> None:
    """Byte for byte, key order and all, as a separate program wrote them once."""
    assert (
        digest_of(player_proof(facts()))
        == "4ef13b26be950129726bc33e5dbb8411eaacc59ddc04ea927efb74192197ef69"
    )
    assert (
        digest_of(auditor_proof(facts()))
        == "cf734e279ee9f3947457057b6d6bf4cdd69d524a843c97b22e2278046d0f7901"
    )


def test_a_player_learns_only_what_that_player_may_see() -> None:
    text = proof_text(player_proof(facts()))
    document = json.loads(text)
    sealed = commit("uth-1", 1, COUNTING)
    opened = [k for k, entry in enumerate(document["leaving"]) if "card" in entry]
    assert opened == [0, 3, 7]
    assert [entry["place"] for entry in document["leaving"]] == list(PLACES)
    assert all(entry.keys() == {"place"} for entry in document["leaving"] if "card" not in entry)
    assert "seed" not in document
    assert COUNTING.hex() not in text
    shown = {str(sealed.order[(k + 63) % 52]) for k in opened}
    assert not [
        str(card) for card in sealed.order if f'"{card}"' in text and str(card) not in shown
    ]
    hidden = [sealed.opening((k + 63) % 52).salt.hex() for k in range(52) if k not in opened]
    assert not [salt for salt in hidden if salt in text]


def test_an_auditor_learns_everything() -> None:
    document = auditor_proof(facts(visible=frozenset()))
    assert bytes.fromhex(document["seed"]) == COUNTING
    lying = after_cuts(commit("uth-1", 1, COUNTING).order, (23, 40))
    assert [entry["card"] for entry in document["leaving"]] == [str(c) for c in lying[:8]]


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.integers(10, 51), max_size=3),
    st.integers(0, 52),
    st.data(),
)
def test_every_opened_card_holds_against_the_commitment(
    seed: bytes, cuts: list[int], count: int, data: st.DataObject
) -> None:
    visible = data.draw(st.frozensets(st.integers(0, count - 1)) if count else st.just(frozenset()))
    places = ("dealer",) * count
    document = player_proof(
        facts(seed=seed, cuts=tuple(cuts), leaving=places, visible=visible, shuffle=9)
    )
    commitment = Commitment("uth-1", 9, document["commitment"])
    for k, entry in enumerate(document["leaving"]):
        assert ("card" in entry) == (k in visible)
        if "card" in entry:
            path = tuple(bytes.fromhex(beside) for beside in entry["path"])
            index = (k + sum(cuts)) % 52
            card, salt = parse_card(entry["card"]), bytes.fromhex(entry["salt"])
            assert commitment.holds(Opening(index, card, salt, path))


def test_cuts_take_from_the_top_and_put_below() -> None:
    assert after_cuts(range(52), ()) == list(range(52))
    assert after_cuts(range(52), (10,))[:2] == [10, 11]
    assert after_cuts(range(52), (10, 42)) == list(range(52))


def test_the_dealers_stack_is_written_where_it_exists() -> None:
    deferred = facts(game="pikit", method="automated_shoe", dealer_stack="deferred", cuts=())
    assert player_proof(deferred)["dealer_stack"] == "deferred"
    assert "dealer_stack" not in player_proof(facts())


def test_cards_on_record_must_be_those_of_the_seed() -> None:
    lying = after_cuts(commit("uth-1", 1, COUNTING).order, (23, 40))
    assert player_proof(facts(dealt=tuple(lying[:8]))) == player_proof(facts())
    swapped = (lying[1], lying[0], *lying[2:8])
    with pytest.raises(FairnessError, match="Card 1 that left"):
        player_proof(facts(dealt=swapped))


@pytest.mark.parametrize(
    "change",
    [
        {"game": "A game"},
        {"deal": replace(DEAL, hand_size=0)},
        {"deal": replace(DEAL, streets=(53,))},
        {"method": "magic"},
        {"dealer_stack": "deferred"},
        {"dealer_stack": "later", "game": "pikit", "method": "automated_shoe"},
        {"round": 0},
        {"shuffle": 0},
        {"table": "a\0b"},
        {"cuts": (9,)},
        {"cuts": (52,)},
        {"seats": (1, 1)},
        {"seats": (0,)},
        {"void": 1},
        {"irregular": None},
        {"leaving": ("01",)},
        {"leaving": ("nowhere",)},
        {"leaving": ("dealer",) * 53},
        {"visible": frozenset({8})},
        {"visible": frozenset({-1})},
        {"dealt": parse_cards(["As"])},
        {"seed": b"short"},
    ],
    ids=str,
)
def test_impossible_facts_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(FairnessError):
        facts(**change)


def test_the_deck_is_the_whole_deck() -> None:
    assert set(commit("t", 1).order) == set(NEW_DECK)
