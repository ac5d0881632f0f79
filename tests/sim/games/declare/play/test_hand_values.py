"""What strategies are told about hands, against the search; and the deal: cut, hands, stock."""

import numpy as np
import pytest
from declare_deals import block, game, tables

from meldlab.kernels.cards.cards import JOKER, counts_from_cards
from meldlab.kernels.cards.packs import shuffle_packs
from meldlab.kernels.declare.rules import NO_CAP, ONE_LIFE_LOOSE
from meldlab.sim.games.declare.hand_solver import HandSolver
from meldlab.sim.games.declare.play.hand_values import Judge
from meldlab.sim.games.declare.play.next_draw import draw_gains, shortlist
from meldlab.sim.games.declare.play.plain import Greedy

PRESETS = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")
HANDS = 150


def hands_of(cards, *, decks, near=0.5, seed=4):
    """Return hands of so many cards, half of them of few suits and ranks, and their wild ranks."""
    random = np.random.default_rng(seed)
    packs = shuffle_packs(seed, 0, HANDS, decks=decks, printed_jokers=2)
    for hand in range(int(HANDS * near)):
        # cards of two suits, or of five ranks, come first: hands that hold many melds
        kept = packs[hand] % 13 < 5 if hand % 2 else packs[hand] < 26
        packs[hand] = np.concatenate([packs[hand][kept], packs[hand][~kept]])
    return counts_from_cards(packs[:, :cards]), random.integers(0, 13, HANDS)


def guide(rules):
    """Return the rules of loose points: every sequence counts, no cap."""
    return rules._replace(
        points_cap=NO_CAP, impure_requires_pure=0, no_pure_counts_all=0, one_life_counts=ONE_LIFE_LOOSE
    )


def figures(rules, hand, wild_rank):
    return HandSolver(rules, wild_rank=int(wild_rank)).figures(hand[np.newaxis])[0]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_the_best_throw_is_the_best_of_all(preset, decks):
    shared = tables(preset)
    judge = Judge(shared, decks=decks)
    hands, wild_ranks = hands_of(14, decks=decks)
    barred = np.array([np.flatnonzero(hand)[0] if number % 3 == 0 else -1 for number, hand in enumerate(hands)])
    throws = judge.throws(hands, wild_ranks, barred)
    last = judge.last_cards(hands, wild_ranks)
    for number, hand in enumerate(hands):
        left = {}
        for card in np.flatnonzero(hand):
            rest = hand.copy()
            rest[card] -= 1
            left[int(card)] = figures(guide(shared.rules), rest, wild_ranks[number])
        declares = {card for card, found in left.items() if found.can_declare}
        assert set(np.flatnonzero(last[number]).tolist()) == declares
        card = int(throws.cards[number])
        assert bool(throws.declares[number]) == bool(declares)
        if declares:
            assert card in declares
        else:
            assert card != barred[number]
            allowed = [found.points for other, found in left.items() if other != barred[number]]
            assert left[card].points == throws.points[number] == min(allowed)


def test_some_of_these_hands_can_be_declared():
    hands, wild_ranks = hands_of(14, decks=2)
    assert Judge(tables("indian-rummy-points"), decks=2).last_cards(hands, wild_ranks).any(axis=1).sum() > 5


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("cards", [13, 14])
def test_loose_points_are_the_least_points_with_every_sequence_counted(preset, cards):
    shared = tables(preset)
    hands, wild_ranks = hands_of(cards, decks=2)
    found = Judge(shared, decks=2).loose_points(hands, wild_ranks)
    for hand, wild_rank, points in zip(hands, wild_ranks, found, strict=True):
        assert points == figures(guide(shared.rules), hand, wild_rank).points


def test_fourteen_cards_of_one_suit_are_beyond_the_tables_and_still_thrown_well():
    shared = tables("indian-rummy")
    judge = Judge(shared, decks=2)
    hand = np.zeros((1, 53), dtype=np.uint8)
    hand[0, :13] = 1
    hand[0, 9:10] = 2
    wild_ranks, free = np.array([3]), np.array([-1])
    assert judge.loose_points(hand, wild_ranks)[0] == 0
    assert judge.throws(hand, wild_ranks, free).declares[0]


@pytest.mark.parametrize("preset", PRESETS)
def test_figures_of_a_loser_are_those_of_the_rules(preset):
    shared = tables(preset)
    hands, wild_ranks = hands_of(13, decks=2)
    found = Judge(shared, decks=2).figures(hands, wild_ranks)
    for number, hand in enumerate(hands):
        answer = figures(shared.rules, hand, wild_ranks[number])
        assert (found.points[number], found.can_declare[number]) == (answer.points, answer.can_declare)


def test_the_shortlist_holds_the_throws_that_leave_least():
    judge = Judge(tables("indian-rummy"), decks=2)
    hands, wild_ranks = hands_of(14, decks=2)
    barred = np.full(HANDS, -1)
    best = judge.throws(hands, wild_ranks, barred)
    listed = shortlist(judge, hands, wild_ranks, barred, 3)
    for number in range(HANDS):
        mine = listed.hands == number
        assert 1 <= mine.sum() <= 3
        if best.declares[number]:
            assert listed.declares[mine].tolist() == [True]
        else:
            assert listed.points[mine].min() == best.points[number]


def test_gains_are_means_over_the_cards_that_may_come():
    judge = Judge(tables("indian-rummy"), decks=1)
    hands, wild_ranks = hands_of(13, decks=1)
    hands, wild_ranks = hands[:5], wild_ranks[:5]
    pools = (1 - np.minimum(hands, 1)).astype(np.uint8)
    pools[:, JOKER] = 2
    points = judge.loose_points(hands, wild_ranks)
    gains = draw_gains(judge, hands, wild_ranks, pools, points)
    for number, hand in enumerate(hands):
        total = 0
        for card in range(53):
            grown = hand.copy()
            grown[card] += 1
            worth = judge.worth(np.array([card]), wild_ranks[number])[0]
            after = figures(guide(judge.rules), grown, wild_ranks[number]).points
            total += int(pools[number, card]) * (points[number] + worth - after)
        assert gains[number] == pytest.approx(total / pools[number].sum())


@pytest.mark.parametrize("preset", PRESETS)
def test_a_card_that_may_not_help_improves_no_hand(preset):
    judge = Judge(tables(preset), decks=2)
    hands, wild_ranks = hands_of(13, decks=2)
    chosen, cards = np.nonzero(hands < 2)
    points, after = judge.loose_points(hands, wild_ranks), judge.grown_points(hands, wild_ranks, chosen, cards)
    useless = ~judge.may_help(hands, wild_ranks, chosen, cards)
    assert useless.sum() > 500
    worth = judge.worth(cards, wild_ranks[chosen])
    assert np.array_equal(after[useless], (points[chosen] + worth)[useless])


def dealt(preset, players, deals, **rules):
    """Return the logs of deals, one turn each."""
    named = {key.replace("__", "."): value for key, value in rules.items()}
    table = game(preset, players, {"play.max_turns": 1} | named)
    return table.play(block([Greedy()] * players, deals=deals, log=True)).logs


@pytest.mark.parametrize(
    ("preset", "stocks"),
    [
        ("indian-rummy", {2: 26, 3: 13, 4: 54, 5: 41, 6: 82}),
        ("indian-rummy-points", {2: 78, 3: 65, 4: 52, 5: 39, 6: 26}),
    ],
)
def test_after_wild_card_hands_and_up_card_the_stock_is_left(preset, stocks):
    for players, stock in stocks.items():
        for line in dealt(preset, players, 3):
            assert len(line["stock"]) == stock
            assert [len(hand) for hand in line["hands"]] == [13] * players
            assert line["upcard"] is not None


def test_a_printed_joker_is_put_back_and_the_cut_repeated():
    cuts = [line["wild_card"] for line in dealt("indian-rummy", 2, 1500)]
    assert "JK" not in cuts
    seen = {card: cuts.count(card) for card in set(cuts)}
    assert len(seen) == 52
    # chi-square with 51 degrees of freedom: beyond 100 once in 20,000 tries
    assert sum((count - 1500 / 52) ** 2 / (1500 / 52) for count in seen.values()) < 100


def test_a_printed_joker_that_is_cut_makes_aces_wild_and_is_out_of_play():
    lines = dealt("indian-rummy-points", 2, 1500)
    jokers = [line for line in lines if line["wild_card"] == "JK"]
    assert 10 <= len(jokers) <= 60  # 2 of 106 cards: 28 expected
    for line in jokers:
        assert line["wild_rank"] == "A"
        cards = [card for hand in line["hands"] for card in hand] + line["stock"] + [line["upcard"]]
        assert cards.count("JK") == 1


def test_a_cut_card_in_play_goes_back_into_the_pack():
    for line in dealt("indian-rummy", 2, 20, pack__cut_card_in_play=True):
        assert len(line["stock"]) == 27


def test_without_an_up_card_the_first_seat_draws_from_the_stock():
    for line in dealt("indian-rummy", 2, 20, deal__upcard=False):
        assert line["upcard"] is None
        assert line["events"][0]["from"] == "stock"


def test_where_the_cut_card_lay_tells_nothing_about_the_first_hand():
    """Each card but the cut one is in the first hand equally often."""
    lines = dealt("indian-rummy", 2, 3000)
    held = np.zeros(52)
    for line in lines:
        for card in line["hands"][0]:
            if card != "JK":
                held["SHDC".index(card[1]) * 13 + "A23456789TJQK".index(card[0])] += 1
    expected = 3000 * 13 / 53 * 51 / 52
    assert ((held - expected) ** 2 / (expected * (1 - 13 / 53))).sum() < 100
