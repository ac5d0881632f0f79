"""The best throw without valuing every throw, and what is remembered of hands, against the solver asked each time."""

import numpy as np
import pytest
from declare_deals import tables

from meldlab.kernels.cards.cards import JOKER, KINDS, NATURALS, NO_WILD, RANKS, counts_from_cards, planes_from_counts
from meldlab.kernels.cards.packs import shuffle_packs
from meldlab.sim.games.declare.block_solver import DeclareSolver
from meldlab.sim.games.declare.play.hand_values import Judge

PRESETS = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")
HANDS = 400


def plain(shared, hands, wild_ranks):
    """Return points and declarations of hands as the solver has them, every sequence counted."""
    wild = np.where(wild_ranks < 0, NO_WILD, wild_ranks).astype(np.uint64)
    return DeclareSolver(shared.guide).solve(planes_from_counts(hands, wild))


def packs_in(order, decks, seed):
    """Return packs whose cards come in the order of a drawn number, those marked first."""
    packs = shuffle_packs(seed, 0, HANDS, decks=decks, printed_jokers=4)
    return np.take_along_axis(packs, np.argsort(~order(packs), axis=1, kind="stable"), axis=1)


def hands_of(kind, cards, *, decks, wild_ranks, seed=11):
    """Return hands of so many cards: any, or such as hold many melds."""
    marks = {
        "any": lambda packs: np.zeros(packs.shape, dtype=bool),
        "two suits": lambda packs: packs < 26,
        "one suit": lambda packs: packs < RANKS,
        "few ranks": lambda packs: packs % RANKS < 4,
        "court cards": lambda packs: packs % RANKS > 8,
        "many wild cards": lambda packs: (packs == JOKER) | (packs % RANKS == wild_ranks[:, np.newaxis]),
    }
    chosen = packs_in(marks[kind], decks, seed)
    if kind == "many wild cards":  # six of them at most, the rest of two suits
        chosen = np.concatenate([chosen[:, :6], packs_in(marks["two suits"], decks, seed)[:, : cards - 6]], axis=1)
        copies = counts_from_cards(chosen)
        fits = (copies[:, :NATURALS].max(axis=1) <= decks) & (copies.sum(axis=1) == cards)
        return copies[fits], wild_ranks[fits]
    return counts_from_cards(chosen[:, :cards]), wild_ranks


def preference(card, points, wild_rank, values):
    """Return by what throws are told apart: fewer points first, then the dearer card."""
    return points, 0 if card == JOKER or card % RANKS == wild_rank else -int(values[card % RANKS])


def check_throws(judge, shared, hands, wild_ranks, barred):
    """Compare each best throw with all throws of the hand, every one of them valued alone."""
    found = judge.throws(hands, wild_ranks, barred)
    hand_of, card_of = np.nonzero(hands)
    rests = hands[hand_of]
    rests[np.arange(len(rests)), card_of] -= 1
    solved = plain(shared, rests, wild_ranks[hand_of])
    values = shared.rules.points
    for hand in range(len(hands)):
        mine = np.flatnonzero(hand_of == hand)
        last = [int(card_of[throw]) for throw in mine if solved.can_declare[throw]]
        card = int(found.cards[hand])
        assert bool(found.declares[hand]) == bool(last)
        if last:
            assert card == min(last, key=lambda each: (*preference(each, 0, wild_ranks[hand], values), each))
            continue
        allowed = {int(card_of[throw]): int(solved.points[throw]) for throw in mine if card_of[throw] != barred[hand]}
        assert found.points[hand] == allowed[card]
        least = min(preference(*each, wild_ranks[hand], values) for each in allowed.items())
        assert preference(card, allowed[card], wild_ranks[hand], values) == least


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind", ["any", "two suits", "one suit", "few ranks", "court cards", "many wild cards"])
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_the_best_throw_is_that_of_all_throws_valued_one_by_one(preset, kind, decks):
    shared = tables(preset)
    wild_ranks = np.arange(HANDS) % (RANKS + 1) - 1  # every wild rank, and none
    hands, wild_ranks = hands_of(kind, 14, decks=decks, wild_ranks=wild_ranks)
    assert len(hands) > 50
    barred = np.array(
        [np.flatnonzero(hand)[-1 - number % 3] if number % 2 else -1 for number, hand in enumerate(hands)]
    )
    check_throws(Judge(shared, decks=decks), shared, hands, wild_ranks, barred)


def test_hands_of_fewer_cards_are_thrown_from_as_well():
    shared = tables("indian-rummy")
    wild_ranks = np.arange(HANDS) % RANKS
    for cards in (1, 2, 4, 7, 11):
        hands, _ = hands_of("two suits", cards, decks=2, wild_ranks=wild_ranks)
        check_throws(Judge(shared, decks=2), shared, hands, wild_ranks, np.full(HANDS, -1))


def test_a_hand_of_one_card_that_may_not_be_thrown_has_no_throw():
    hand = np.zeros((1, KINDS), dtype=np.uint8)
    hand[0, 5] = 1
    found = Judge(tables("indian-rummy"), decks=2).throws(hand, np.array([3]), np.array([5]))
    assert found.cards.tolist() == [-1]
    assert found.declares.tolist() == [False]


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_remembered_is_what_solving_again_gives(preset):
    shared = tables(preset)
    judge = Judge(shared, decks=2)
    wild_ranks = np.arange(HANDS) % RANKS
    nothing = np.full(HANDS, -1)
    for kind in ("two suits", "any", "two suits"):
        hands, _ = hands_of(kind, 14, decks=2, wild_ranks=wild_ranks)
        for barred in (nothing, hands.argmax(axis=1), nothing):
            found = judge.throws(hands, wild_ranks, barred)
            fresh = Judge(shared, decks=2).throws(hands, wild_ranks, barred)
            assert all(np.array_equal(*both) for both in zip(found, fresh, strict=True))
            rests = hands.copy()
            rests[np.arange(HANDS), found.cards] -= 1
            assert np.array_equal(judge.loose_points(rests, wild_ranks), plain(shared, rests, wild_ranks).points)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind", ["any", "two suits", "many wild cards"])
def test_a_card_is_useful_when_a_group_gains_by_it_and_the_hand_is_better_after_a_throw(preset, kind):
    shared = tables(preset)
    judge = Judge(shared, decks=2)
    hands, wild_ranks = hands_of(kind, 13, decks=2, wild_ranks=np.arange(HANDS) % RANKS)
    cards = np.array([int(np.flatnonzero(hand < 2)[number % 20]) for number, hand in enumerate(hands)])
    nothing = np.full(len(hands), -1)
    whole = hands.copy()
    whole[np.arange(len(hands)), cards] += 1
    before, after = plain(shared, hands, wild_ranks).points, plain(shared, whole, wild_ranks).points
    worths = judge.worth(cards, wild_ranks)
    throws = Judge(shared, decks=2).throws(whole, wild_ranks, nothing)
    useful = ((after < before + worths) | (worths == 0)) & (throws.declares | (throws.points < before))
    assert 0 < useful.sum() < len(hands)
    assert np.array_equal(judge.useful(hands, wild_ranks, cards, nothing), useful)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind", ["any", "few ranks", "many wild cards"])
def test_points_are_exact_below_a_limit_and_else_not_below_it(preset, kind):
    shared = tables(preset)
    hands, wild_ranks = hands_of(kind, 13, decks=2, wild_ranks=np.arange(HANDS) % RANKS)
    planes = planes_from_counts(hands, wild_ranks.astype(np.uint64))
    exact = DeclareSolver(shared.guide).solve(planes)
    for limit in (1, 10, 40):
        limits = np.full(len(hands), limit)
        found = DeclareSolver(shared.guide).solve(planes, limits)
        below = exact.points < limit
        assert np.array_equal(found.points[below], exact.points[below])
        assert (found.points[~below] >= limit).all()
        assert np.array_equal(found.can_declare, exact.can_declare)
        assert np.array_equal(found.has_lives, exact.has_lives)
