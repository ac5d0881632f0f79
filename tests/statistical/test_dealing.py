"""What is dealt, in distribution: single cards, pairs, positions and joint statistics against exact values.

Seeds are fixed, so a run that passes once passes always.  Thresholds come from the sample size: a sum of so many
independent hands is normal, and a limit of z standard errors is chosen for the number of figures compared.
"""

import json
from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from places import CASES
from scipy import stats

from meldlab.kernels.cards import features
from meldlab.kernels.cards.cards import JOKER, KINDS, NATURALS, cards_from_planes, counts_from_planes, empty_planes
from meldlab.kernels.cards.deal import LANES, HandStream
from meldlab.kernels.cards.deal_rules import Cut, deal_rules
from meldlab.kernels.cards.deal_scalar import scalar_dealer
from meldlab.kernels.cards.features import FeatureRules
from meldlab.kernels.cards.packs import shuffle_packs
from meldlab.kernels.cards.run_rules import ACE_EITHER
from meldlab.kernels.cards.stream import Stream, lane_states

EXACT = json.loads((CASES / "exact.json").read_text(encoding="utf-8"))
BLOCK = 64 * LANES
SEED_RULES = FeatureRules(3, ACE_EITHER, 1, 3, 3, 0)
DISTINCT_SUITS = FeatureRules(3, ACE_EITHER, 0, 3, 4, 1)
PACKS = [(1, 2), (2, 2), (3, 1)]
CUTS = {"full_pack": Cut.NONE, "after_wild_cut": Cut.REDRAW}


class ScalarStream:
    """The scalar dealer behind the interface of `HandStream`."""

    def __init__(self, seed, chunk, rules):
        self.state = lane_states(seed, Stream.HANDS, chunk, 1)
        self.rules = rules

    def take(self, hands, out=None):
        planes = empty_planes(hands) if out is None else out
        scalar_dealer(self.rules.decks)(self.state, self.rules, planes)
        return planes


DEALERS = pytest.mark.parametrize("dealer", [HandStream, ScalarStream])


def blocks(dealer, rules, hands, seed=20):
    """Yield planes of `BLOCK` hands, always in the same arrays."""
    stream = dealer(seed, 0, rules)
    planes = empty_planes(BLOCK)
    for _ in range(hands // BLOCK):
        yield stream.take(BLOCK, planes)


# --- single cards, pairs, positions --------------------------------------------------------------------------


def pack_of(rules):
    """Return the copies of each kind that may be dealt."""
    copies = np.full(KINDS, rules.decks)
    copies[JOKER] = rules.decks * rules.printed_jokers
    if rules.cut_out_of_play:
        copies[rules.cut_first] -= 1
    return copies


FIXED_PACKS = [
    deal_rules(decks=1, printed_jokers=0, hand_size=10),
    deal_rules(decks=1, printed_jokers=2),
    deal_rules(decks=1, printed_jokers=1, cut=Cut.ACES, wild_card=JOKER),
    deal_rules(decks=1, printed_jokers=2, hand_size=26, cut=Cut.REDRAW, wild_card=0),
    deal_rules(decks=2, printed_jokers=2),
    deal_rules(decks=2, printed_jokers=1, cut=Cut.REDRAW, wild_card=51),
    deal_rules(decks=3, printed_jokers=4, hand_size=14, cut=Cut.ACES, wild_card=JOKER),
    deal_rules(decks=3, printed_jokers=1, cut=Cut.REDRAW, wild_card=20),
    deal_rules(decks=3, printed_jokers=2, hand_size=5),
]


@DEALERS
@pytest.mark.parametrize("rules", FIXED_PACKS, ids=str)
def test_every_kind_and_every_pair_of_kinds_comes_as_often_as_it_must(dealer, rules):
    hands = 10 * BLOCK
    copies = pack_of(rules)
    pack = copies.sum()
    drawn = rules.hand_size
    singles = np.zeros(KINDS)
    pairs = np.zeros((KINDS, KINDS))
    squares = np.zeros((KINDS, KINDS))
    for planes in blocks(dealer, rules, hands):
        counts = counts_from_planes(planes).astype(np.float32)
        singles += counts.sum(axis=0)
        pairs += counts.T @ counts
        squares += (counts**2).T @ counts**2
    held = copies > 0
    assert singles[~held].sum() == 0

    # Kinds: multivariate hypergeometric, so the sum below is chi-square with (kinds - 1) degrees of freedom.
    expected = hands * drawn * copies[held] / pack
    chi_square = ((singles[held] - expected) ** 2 / expected).sum() * (pack - 1) / (pack - drawn)
    assert stats.chi2.sf(chi_square, held.sum() - 1) > 1e-4

    # Pairs: E[X_i X_j] = n (n - 1) / (N (N - 1)) c_i c_j for different kinds; the same kind adds its own mean.
    together = drawn * (drawn - 1) / (pack * (pack - 1)) * np.outer(copies, copies)
    own = copies * drawn / pack * (1 + (copies - 1) * (drawn - 1) / (pack - 1))
    mean = np.where(np.eye(KINDS, dtype=bool), own, together)
    error = np.sqrt(np.maximum(squares / hands - mean**2, 1e-12) / hands)
    z = ((pairs / hands - mean) / error)[np.ix_(held, held)]
    figures = held.sum() * (held.sum() + 1) / 2
    assert np.abs(z).max() < stats.norm.isf(1e-4 / figures)
    # And not only the largest: the squares of all of them average one.
    assert abs((z[np.triu_indices(len(z))] ** 2).mean() - 1) < 6 * sqrt(2 / figures)


@DEALERS
def test_the_whole_hand_is_a_uniform_subset(dealer):
    # Two cards of 52: all 1,326 hands must come equally often.
    rules = deal_rules(decks=1, printed_jokers=0, hand_size=2)
    tally = np.zeros(52 * 52)
    for planes in blocks(dealer, rules, 20 * BLOCK):
        cards = cards_from_planes(planes, 2).astype(np.int64)
        tally += np.bincount(52 * cards[:, 0] + cards[:, 1], minlength=52 * 52)
    assert (tally > 0).sum() == comb(52, 2)
    assert stats.chisquare(tally[tally > 0]).pvalue > 1e-4


@pytest.mark.parametrize(("decks", "printed"), [(1, 2), (2, 2), (3, 1)])
def test_every_position_of_a_pack_holds_every_kind_as_often_as_it_must(decks, printed):
    deals = 20_000
    packs = shuffle_packs(8, 0, deals, decks=decks, printed_jokers=printed)
    size = packs.shape[1]
    tally = np.stack([np.bincount(packs[:, place], minlength=KINDS) for place in range(size)])
    share = np.where(np.arange(KINDS) == JOKER, decks * printed, decks) / size
    chi_squares = ((tally - deals * share) ** 2 / (deals * share)).sum(axis=1)
    assert stats.chi2.sf(chi_squares, KINDS - 1).min() > 1e-4 / size
    assert stats.chi2.sf(chi_squares.sum() * (size - 1) / size, (KINDS - 1) * (size - 1)) > 1e-4


def test_neighbouring_cards_of_a_pack_are_independent():
    packs = shuffle_packs(9, 0, 30_000, decks=1, printed_jokers=0).astype(np.int64)
    for gap in (1, 2, 26):
        pairs = np.bincount((52 * packs[:, :-gap] + packs[:, gap:]).ravel(), minlength=52 * 52).reshape(52, 52)
        assert pairs.trace() == 0
        assert stats.chisquare(pairs[~np.eye(52, dtype=bool)]).pvalue > 1e-4


# --- the cut -------------------------------------------------------------------------------------------------


@DEALERS
@pytest.mark.parametrize("decks", [1, 2, 3])
@pytest.mark.parametrize("printed", [1, 2])
@pytest.mark.parametrize("cut", [Cut.REDRAW, Cut.ACES])
def test_wild_ranks_and_the_cards_left_of_them(dealer, decks, printed, cut):
    hands = 30 * BLOCK
    rules = deal_rules(decks=decks, printed_jokers=printed, cut=cut)
    deals = np.zeros(13)
    held = np.zeros((13, 14))  # by wild rank: cards of each rank, then printed jokers
    for planes in blocks(dealer, rules, hands):
        counts = counts_from_planes(planes).astype(np.int64)
        ranks = np.column_stack([counts[:, rank:NATURALS:13].sum(axis=1) for rank in range(13)] + [counts[:, JOKER]])
        wild = planes.wild_ranks.astype(np.int64)
        deals += np.bincount(wild, minlength=13)
        for column in range(14):
            held[:, column] += np.bincount(wild, weights=ranks[:, column], minlength=13)
    jokers_cut = printed if cut == Cut.ACES else 0
    share = np.array([4.0 + (jokers_cut if rank == 0 else 0) for rank in range(13)]) / (52 + jokers_cut)
    assert stats.chisquare(deals, hands * share).pvalue > 1e-4

    copies = np.tile(np.append(np.full(13, 4.0 * decks), printed * decks), (13, 1))
    for rank in range(13):
        by_joker = jokers_cut / (4 + jokers_cut) if rank == 0 else 0
        copies[rank, rank] -= 1 - by_joker
        copies[rank, 13] -= by_joker
    left = rules.pack_size - 1
    mean = 13 * copies / left
    error = np.sqrt(mean * (1 - copies / left) * (left - 13) / (left - 1) / deals[:, None])
    z = (held / deals[:, None] - mean) / error
    assert np.abs(z).max() < stats.norm.isf(1e-4 / z.size / 2)


# --- joint statistics against exact values -------------------------------------------------------------------


def measured(dealer, rules, hands, seed=20):
    """Return how many of `hands` hands have each statistic."""
    found = dict.fromkeys(
        ("p_pure", "p_pure_or_three_identical", "p_natural_trio_seed", "p_natural_set_distinct_suits"), 0
    )
    jokers = np.zeros(NATURALS, np.int64)
    run, column = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint8)
    for planes in blocks(dealer, rules, hands, seed):
        features.fill_natural_run(planes.once, SEED_RULES, run)
        found["p_pure"] += int((run >= 3).sum())
        features.fill_has_pure(run, planes.thrice, SEED_RULES, column)
        found["p_pure_or_three_identical"] += int(column.sum())
        for name, set_rules in (("p_natural_trio_seed", SEED_RULES), ("p_natural_set_distinct_suits", DISTINCT_SUITS)):
            features.fill_natural_set(planes.once, planes.twice, planes.thrice, set_rules, column)
            found[name] += int((column >= 3).sum())
        jokers += np.bincount(planes.jokers.astype(np.int64), minlength=NATURALS)
    return found, jokers


def compare_with_exact(dealer, decks, printed, mode, hands):
    rules = deal_rules(decks=decks, printed_jokers=printed, cut=CUTS[mode])
    entry = next(
        entry for entry in EXACT["indian-rummy"] if (entry["decks"], entry["printed_per_deck"]) == (decks, printed)
    )
    found, jokers = measured(dealer, rules, hands)
    assert sum(jokers) == hands
    assert set(found) == set(entry[mode])
    for name, hits in found.items():
        exact = float(Fraction(entry[mode][name]))
        assert abs(hits / hands - exact) < 4 * sqrt(exact * (1 - exact) / hands), name

    cards = rules.pack_size - rules.cut_out_of_play
    printed_in_pack = decks * printed
    for number in range(printed_in_pack + 1):
        exact = comb(printed_in_pack, number) * comb(cards - printed_in_pack, 13 - number) / comb(cards, 13)
        assert abs(jokers[number] / hands - exact) < 4 * sqrt(exact * (1 - exact) / hands) + 1 / hands, number
    share = printed_in_pack / cards
    error = sqrt(13 * share * (1 - share) * (cards - 13) / (cards - 1) / hands)
    assert abs((jokers * np.arange(len(jokers))).sum() / hands - 13 * share) < 4 * error


@DEALERS
@pytest.mark.parametrize("mode", CUTS)
@pytest.mark.parametrize(("decks", "printed"), PACKS)
def test_natural_runs_sets_and_jokers_come_as_often_as_exactly_computed(dealer, decks, printed, mode):
    compare_with_exact(dealer, decks, printed, mode, 2**21)


@pytest.mark.full
@pytest.mark.parametrize("mode", CUTS)
@pytest.mark.parametrize(("decks", "printed"), PACKS)
def test_natural_runs_sets_and_jokers_over_two_hundred_million_hands(decks, printed, mode):
    compare_with_exact(HandStream, decks, printed, mode, 200_000_000 // BLOCK * BLOCK)


@pytest.mark.parametrize("cut", list(Cut))
@pytest.mark.parametrize("decks", [1, 2, 3])
def test_scalar_and_vector_dealer_agree_in_distribution(decks, cut):
    rules = deal_rules(decks=decks, printed_jokers=2, cut=cut)
    tallies = []
    for dealer in (HandStream, ScalarStream):
        run, group = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint8)
        wilds = np.empty(BLOCK, np.uint8)
        tally = np.zeros((14, 14, 14), np.int64)
        for planes in blocks(dealer, rules, 16 * BLOCK, seed=77):
            features.fill_natural_run(planes.once, SEED_RULES, run)
            features.fill_natural_set(planes.once, planes.twice, planes.thrice, SEED_RULES, group)
            features.fill_wilds(*planes, wilds)
            np.add.at(tally, (run, group, wilds), 1)
        tallies.append(tally.ravel())
    table = np.array(tallies)
    common = table.sum(axis=0) >= 20
    table = np.column_stack([table[:, common], table[:, ~common].sum(axis=1) + 1])
    assert stats.chi2_contingency(table).pvalue > 1e-4


def test_what_must_be_certain_is_certain():
    # One card alone: no run, no set, and no joker from a pack without jokers.
    one_card = deal_rules(decks=1, printed_jokers=0, hand_size=1)
    found, jokers = measured(HandStream, one_card, BLOCK)
    assert found == dict.fromkeys(found, 0)
    assert jokers[0] == BLOCK
