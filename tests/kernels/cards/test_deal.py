"""The vector dealer, card for card, against plain Python, and the promises about cuts and order (`kernels/deal.py`)."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import numpy as np
import pytest
from dealing_reference import deal_chunk, split_half
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import config

from meldlab.kernels.cards.cards import JOKER, NATURALS, NO_WILD, Planes, counts_from_planes, empty_planes
from meldlab.kernels.cards.deal import LANES, HandStream, deal_hands, dealer
from meldlab.kernels.cards.deal_lanes import BIASED, bias_mark, draw_below
from meldlab.kernels.cards.deal_rules import Cut, deal_rules
from meldlab.kernels.cards.deal_scalar import scalar_dealer
from meldlab.kernels.cards.stream import Stream, lane_states

SEVEN_OF_DIAMONDS = 2 * 13 + 6


def deal(rules, hands=20 * LANES, seed=1):
    return HandStream(seed, 0, rules).take(hands)


def deal_scalar(rules, hands=20 * LANES, seed=1):
    planes = empty_planes(hands)
    with np.errstate(over="ignore"):
        scalar_dealer(rules.decks)(lane_states(seed, Stream.HANDS, 0, 1), rules, planes)
    return planes


DEALERS = pytest.mark.parametrize("dealt_by", [deal, deal_scalar])


# --- draws ---------------------------------------------------------------------------------------------------


@pytest.mark.coverage
@pytest.mark.parametrize("bounds", [[1], [3], [8], [2, 3], [5, 4, 3], [7, 7], [1, 6, 1], [13, 12]])
@pytest.mark.parametrize("bits", [8, 9, 12])
def test_draws_from_one_half_word_are_exactly_uniform_and_independent(bounds, bits):
    seen = Counter(tuple(draws) for half in range(2**bits) if (draws := split_half(half, bounds, bits)))
    combinations = list(product(*(range(bound) for bound in bounds)))
    assert set(seen) == set(combinations)
    assert len(set(seen.values())) == 1
    assert seen[combinations[0]] == 2**bits // len(combinations)


@pytest.mark.coverage
@pytest.mark.parametrize("bounds", [[1], [52], [4], [106], [93, 94, 95], [166, 167, 168], [2, 128, 3], [55, 1, 1]])
def test_the_kernel_draws_and_rejects_as_the_exhaustive_model(bounds):
    combinations = int(np.prod(bounds))
    rng = np.random.default_rng(5)
    # The halves next to the point where a combination begins are those in danger of bias.
    begins = [-(-number * 2**32 // combinations) for number in rng.integers(0, combinations, 100).tolist()]
    halves = [(begin + step) % 2**32 for begin in begins for step in (-1, 0, 1)] + [0, 1, 2**32 - 1]
    rejected = 0
    for half in halves:
        rest = np.uint64(half)
        draws = []
        with np.errstate(over="ignore"):
            for bound in bounds:
                draw, rest = draw_below(np.uint64(rest), np.uint64(bound))
                draws.append(int(draw))
            marked = bias_mark(np.uint64(rest), np.uint64(combinations))
        expected = split_half(half, bounds)
        assert marked == (0 if expected else BIASED)
        assert expected is None or draws == expected
        rejected += expected is None
    assert rejected > 0 or combinations & (combinations - 1) == 0 or combinations < 100


# --- hands ---------------------------------------------------------------------------------------------------

SOME_RULES = [
    deal_rules(decks=1, printed_jokers=0, hand_size=10),
    deal_rules(decks=1, printed_jokers=2, cut=Cut.REDRAW),
    deal_rules(decks=1, printed_jokers=1, hand_size=14, cut=Cut.ACES),
    deal_rules(decks=1, printed_jokers=4, hand_size=3, cut=Cut.REDRAW, cut_in_play=True),
    deal_rules(decks=2, printed_jokers=2, cut=Cut.REDRAW),
    deal_rules(decks=2, printed_jokers=1, hand_size=1, cut=Cut.ACES),
    deal_rules(decks=2, printed_jokers=2, hand_size=11),
    deal_rules(decks=2, printed_jokers=4, hand_size=12, cut=Cut.ACES, wild_rank=0),
    deal_rules(decks=3, printed_jokers=1, cut=Cut.REDRAW, wild_card=51),
    deal_rules(decks=3, printed_jokers=3, hand_size=2, cut=Cut.REDRAW, wild_rank=9),
    deal_rules(decks=3, printed_jokers=4, hand_size=26, cut=Cut.ACES),
]


@pytest.mark.coverage
@pytest.mark.parametrize("rules", SOME_RULES, ids=str)
def test_every_hand_equals_the_one_dealt_in_plain_python(rules):
    hands = 700
    planes = HandStream(2**100 + 17, 5, rules).take(hands)
    counts, wild_ranks, _ = deal_chunk(2**100 + 17, 5, rules, hands)
    assert (counts_from_planes(planes) == counts).all()
    assert (planes.wild_ranks == wild_ranks).all()


def test_a_hand_with_biased_draws_is_dealt_again_from_its_own_lane():
    rules = deal_rules(decks=3, printed_jokers=4, hand_size=26, cut=Cut.ACES)
    hands = 3000
    counts, wild_ranks, repeats = deal_chunk(3, 0, rules, hands)
    assert repeats > 3
    planes = HandStream(3, 0, rules).take(hands)
    assert (counts_from_planes(planes) == counts).all()
    assert (planes.wild_ranks == wild_ranks).all()


@DEALERS
@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("printed", [0, 1, 4])
def test_every_hand_has_its_size_and_no_card_more_often_than_the_pack(dealt_by, decks, printed):
    for size in (1, 2, 3, 4, 6, 7, 13, 14, 26):
        rules = deal_rules(decks=decks, printed_jokers=printed, hand_size=size, cut=Cut.REDRAW)
        planes = dealt_by(rules, 4 * LANES)
        counts = counts_from_planes(planes)
        assert (counts.sum(axis=1) == size).all()
        assert counts[:, :NATURALS].max() <= decks
        assert counts[:, JOKER].max() <= decks * printed
        assert (planes.twice & ~planes.once == 0).all()
        assert (planes.thrice & ~planes.twice == 0).all()
        assert planes.wild_ranks.max() <= 12


@pytest.mark.coverage
@DEALERS
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_the_card_open_in_the_middle_is_out_of_play(dealt_by, decks):
    rules = deal_rules(decks=decks, printed_jokers=1, hand_size=26, cut=Cut.REDRAW, wild_card=SEVEN_OF_DIAMONDS)
    planes = dealt_by(rules, 6 * LANES)
    assert (planes.wild_ranks == 6).all()
    counts = counts_from_planes(planes)
    assert counts[:, SEVEN_OF_DIAMONDS].max() == decks - 1
    assert counts[:, SEVEN_OF_DIAMONDS - 13].max() == decks


@DEALERS
def test_a_cut_card_left_in_play_may_be_dealt(dealt_by):
    rules = deal_rules(
        decks=1, printed_jokers=1, hand_size=26, cut=Cut.REDRAW, wild_card=SEVEN_OF_DIAMONDS, cut_in_play=True
    )
    share = counts_from_planes(dealt_by(rules))[:, SEVEN_OF_DIAMONDS].mean()
    assert abs(share - 26 / 53) < 5 * np.sqrt(0.25 / (20 * LANES))


@DEALERS
def test_without_a_cut_there_is_no_wild_rank_and_the_whole_pack_is_dealt_from(dealt_by):
    planes = dealt_by(deal_rules(decks=1, printed_jokers=1, hand_size=26))
    assert (planes.wild_ranks == NO_WILD).all()
    assert (counts_from_planes(planes).max(axis=0) == 1).all()


@DEALERS
def test_a_printed_joker_as_cut_card_makes_aces_wild_and_is_out_of_play(dealt_by):
    rules = deal_rules(decks=1, printed_jokers=1, hand_size=26, cut=Cut.ACES, wild_card=JOKER)
    planes = dealt_by(rules)
    assert (planes.wild_ranks == 0).all()
    assert (planes.jokers == 0).all()
    assert (counts_from_planes(planes)[:, :NATURALS].max(axis=0) == 1).all()


@DEALERS
def test_with_redraw_no_printed_joker_is_ever_the_cut_card(dealt_by):
    # One deck, one printed joker: were it cut, every joker would be missing from that deal.
    planes = dealt_by(deal_rules(decks=1, printed_jokers=1, hand_size=26, cut=Cut.REDRAW), 200 * LANES)
    expected = 26 / 52
    assert abs(planes.jokers.mean() - expected) < 5 * np.sqrt(0.25 / (200 * LANES))


@DEALERS
def test_a_wild_rank_chosen_by_the_user_takes_each_suit_out_of_play_equally_often(dealt_by):
    rules = deal_rules(decks=1, printed_jokers=0, hand_size=26, cut=Cut.REDRAW, wild_rank=6)
    hands = 100 * LANES
    planes = dealt_by(rules, hands)
    assert (planes.wild_ranks == 6).all()
    counts = counts_from_planes(planes)
    assert counts[:, 6:NATURALS:13].sum(axis=1).max() == 3
    for suit in range(4):
        share = counts[:, 13 * suit + 6].mean()
        assert abs(share - 3 / 4 * 26 / 51) < 5 * np.sqrt(0.25 / hands)


@DEALERS
def test_keeping_to_wild_aces_counts_the_deals_in_which_a_joker_was_cut(dealt_by):
    # 4 aces and 2 printed jokers can make the aces wild: in a third of the deals a joker is out of play.
    rules = deal_rules(decks=1, printed_jokers=2, hand_size=26, cut=Cut.ACES, wild_rank=0)
    hands = 100 * LANES
    planes = dealt_by(rules, hands)
    assert (planes.wild_ranks == 0).all()
    assert abs(planes.jokers.mean() - (2 - 1 / 3) * 26 / 53) < 5 * np.sqrt(1 / hands)


# --- order ---------------------------------------------------------------------------------------------------


@pytest.mark.coverage
@given(st.lists(st.integers(0, 3 * LANES), min_size=1, max_size=6))
@settings(deadline=None, max_examples=8 if config.DISABLE_JIT else 40)
def test_taking_in_parts_gives_what_taking_at_once_gives(parts):
    rules = deal_rules(decks=2, printed_jokers=2, cut=Cut.REDRAW)
    hands = HandStream(9, 4, rules)
    taken = [hands.take(part) for part in parts]
    at_once = HandStream(9, 4, rules).take(sum(parts))
    for number, plane in enumerate(at_once):
        assert (np.concatenate([part[number] for part in taken]) == plane).all()


def test_taking_fills_the_planes_that_are_passed_in():
    rules = deal_rules(decks=1, printed_jokers=2)
    room = empty_planes(LANES)
    assert HandStream(1, 0, rules).take(LANES, room) is room
    assert (room.once == deal(rules, LANES).once).all()


def test_seeds_and_chunks_deal_different_hands():
    rules = deal_rules(decks=2, printed_jokers=2)
    firsts = [HandStream(seed, chunk, rules).take(LANES).once for seed in (1, 2, 2**127) for chunk in (0, 1, 2**40)]
    assert len(np.unique(np.concatenate(firsts))) == 9 * LANES


def test_threads_that_deal_at_the_same_time_do_not_disturb_each_other():
    rules = deal_rules(decks=2, printed_jokers=2, cut=Cut.REDRAW)

    def chunk(number):
        return HandStream(6, number, rules).take(100 * LANES).once

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(chunk, range(8)))
    assert all((chunk(number) == hands).all() for number, hands in enumerate(together))


@pytest.mark.coverage
def test_a_dealer_refuses_part_of_a_round_and_the_rules_of_another_pack():
    rules = deal_rules(decks=2, printed_jokers=2)
    state = lane_states(1, Stream.HANDS, 0, LANES)
    with pytest.raises(ValueError, match="whole rounds"):
        deal_hands(state, rules, empty_planes(LANES + 1))
    with pytest.raises(ValueError, match="another number of decks"):
        dealer(1)(state, rules, empty_planes(LANES))


@pytest.mark.coverage
@pytest.mark.parametrize("hands", [-1, LANES])
def test_a_stream_refuses_a_negative_number_and_planes_of_another_length(hands):
    with pytest.raises(ValueError, match="hands"):
        HandStream(1, 0, deal_rules(decks=1, printed_jokers=2)).take(hands, empty_planes(7))


def test_no_hands_are_no_work():
    assert [len(plane) for plane in deal(deal_rules(decks=1, printed_jokers=2), 0)] == [0] * len(Planes._fields)


# --- rules ---------------------------------------------------------------------------------------------------


@pytest.mark.coverage
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"decks": 0}, "decks must be 1 to 3, not 0"),
        ({"decks": 4}, "decks must be 1 to 3, not 4"),
        ({"printed_jokers": 5}, "printed_jokers must be 0 to 4"),
        ({"printed_jokers": -1}, "printed_jokers must be 0 to 4"),
        ({"hand_size": 0}, "hand_size must be 1 to 26"),
        ({"hand_size": 27}, "hand_size must be 1 to 26"),
        ({"wild_rank": 3}, "without a cut"),
        ({"wild_card": 3}, "without a cut"),
        ({"cut": Cut.REDRAW, "wild_rank": 13}, "wild_rank must be 0 to 12"),
        ({"cut": Cut.REDRAW, "wild_card": JOKER}, "wild_card must be 0 to 51"),
        ({"cut": Cut.ACES, "wild_card": JOKER, "printed_jokers": 0}, "wild_card must be 0 to 51"),
        ({"cut": Cut.ACES, "wild_card": 53}, "wild_card must be 0 to 52"),
        ({"cut": Cut.ACES, "wild_card": 1, "wild_rank": 1}, "not to both"),
    ],
)
def test_rules_that_cannot_be_dealt_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        deal_rules(**({"decks": 2, "printed_jokers": 2} | arguments))


def test_the_pack_counts_every_deck_and_printed_joker():
    sizes = [deal_rules(decks=decks, printed_jokers=2).pack_size for decks in (1, 2, 3)]
    assert sizes == [54, 108, 162]
