"""Card text: every way of writing a card, exact errors, and hands that no pack holds."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meldlab.sim.common.errors import NotationError
from meldlab.sim.common.notation import check_against_pack, format_card, format_cards, parse_cards, parse_wild

CARD = st.integers(0, 52)


@given(st.lists(CARD, min_size=1, max_size=26), st.sampled_from([" ", ",", ", ", ""]), st.booleans())
def test_text_and_cards_are_the_same_thing(cards: list[int], separator: str, symbols: bool) -> None:
    text = separator.join(format_card(card, symbols=symbols) for card in cards)
    assert parse_cards(text) == parse_cards(text.lower()) == tuple(cards)
    assert parse_cards([format_card(card) for card in cards]) == parse_cards(cards) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("10H TH 10h th", "TH TH TH TH"),
        ("5\u2665 5\u2665\ufe0f 5\u2661", "5H 5H 5H"),
        ("JK jk * JKJK", "JK JK JK JK JK"),
        ("JHKH", "JH KH"),
        ("JK KD", "JK KD"),
        ("  4H,5H , 6H\t7H\n8H ", "4H 5H 6H 7H 8H"),
        ("AS10DJK2C", "AS TD JK 2C"),
    ],
)
def test_cards_may_be_written_in_many_ways(text: str, cards: str) -> None:
    assert format_cards(parse_cards(text)) == cards


@pytest.mark.parametrize(
    ("text", "position", "parts"),
    [
        ("5H 1H", 2, ("'1H'",)),
        ("5H6H7", 3, ("'7'", "'5H6H7'")),
        ("6\u0441", 1, ("U+0441",)),
        ("\u0410H", 1, ("U+0410",)),
        ("6\u039a", 1, ("U+039A",)),
        ("nothing", 1, ("'no'", "'nothing'")),
        ("(none)", 1, ("'(n'",)),
        ("JKD", 2, ("'D'",)),
        ("10", 1, ("'10'",)),
        ("H5", 1, ("'H5'",)),
        ("5H;6H", 2, ("';6'",)),
        ("\u00df", 1, ("U+00DF",)),
        ("X" * 100, 1, ("...",)),
    ],
)
def test_a_bad_token_is_named_with_its_position(text: str, position: int, parts: tuple[str, ...]) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    assert caught.value.where == f"card {position}"
    assert "rank A 2-9 T or 10" in str(caught.value.allowed)
    for part in parts:
        assert part in caught.value.what


@pytest.mark.parametrize("text", ["", "  ", ",", []])
def test_no_card_is_an_error(text: str | list[str]) -> None:
    with pytest.raises(NotationError, match="no card in it"):
        parse_cards(text)


@pytest.mark.parametrize("item", ["5H 6H", "", 53, -1, True, 2.0, None])
def test_an_item_of_a_list_is_one_card(item: object) -> None:
    with pytest.raises(NotationError, match="card 2"):
        parse_cards(["4H", item])  # type: ignore[list-item]


def test_a_wild_is_a_rank_or_the_cut_card() -> None:
    assert parse_wild("7") == (6, None)
    assert parse_wild("10") == parse_wild("t") == (9, None)
    assert parse_wild("7d") == (6, 32)
    assert parse_wild("A\u2660") == (0, 0)


@pytest.mark.parametrize("text", ["", "11", "7DD", "7D 8D", "JK", "*", "H", "\u0410"])
def test_anything_else_is_no_wild(text: str) -> None:
    with pytest.raises(NotationError, match="wild"):
        parse_wild(text)


def _check(text: str, **pack: object) -> None:
    settings = {"decks": 2, "printed_jokers": 4} | pack
    check_against_pack(parse_cards(text), **settings)  # type: ignore[arg-type]


def test_a_third_copy_is_refused_from_two_decks() -> None:
    _check("5H 5H 6H")
    _check("5H 5H 5H", decks=3)
    with pytest.raises(NotationError, match="card 4: a 3rd 5H, but the pack of 2 decks holds 2 of it"):
        _check("5H 5H 6H 5H")


def test_a_fifth_joker_is_refused_from_four() -> None:
    _check("JK JK JK JK")
    with pytest.raises(NotationError, match="a 5th JK"):
        _check("JK JK JK JK JK")
    with pytest.raises(NotationError, match="holds none"):
        _check("JK", printed_jokers=0)


def test_the_cut_card_is_out_of_the_pack() -> None:
    _check("7D 7H", wild_card=32)
    with pytest.raises(NotationError, match=r"a 2nd 7D, but .* 1 lies elsewhere .the cut card."):
        _check("7D 7D", wild_card=32)
    with pytest.raises(NotationError, match="a 1st 7D"):
        _check("7D", decks=1, wild_card=32)


def test_a_rank_of_which_no_card_is_left_cannot_be_cut() -> None:
    _check("7S 7H 7D", decks=1, wild_rank=6)
    with pytest.raises(NotationError, match="none is left to be the cut card"):
        _check("7S 7H 7D 7C", decks=1, wild_rank=6)


def test_dead_cards_are_out_of_the_pack() -> None:
    _check("5H", dead=parse_cards("5H"))
    with pytest.raises(NotationError, match=r"a 2nd 5H, but .* 1 lies elsewhere"):
        _check("5H 5H", dead=parse_cards("5H"))
    with pytest.raises(NotationError, match="3 5H lie elsewhere"):
        _check("6H", dead=parse_cards("5H 5H 5H"))


@pytest.mark.parametrize(
    ("item", "shown"),
    [(np.uint8(60), "60"), (np.float64(0.5), "0.5"), (np.array(60), "60"), (60, "60"), (True, "True"), (None, "None")],
)
def test_a_number_that_is_no_card_is_named_as_a_number(item: object, shown: str) -> None:
    with pytest.raises(NotationError, match=rf"^card 2: {shown} is no card \(allowed: numbers 0\.\.52, or "):
        parse_cards([0, item])  # type: ignore[list-item]
