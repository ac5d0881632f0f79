"""What the audit takes for fair: means, covariances and tails, each against counting or dealing by another way."""

from itertools import combinations

import audit_logs as logs
import numpy as np
import pytest
from scipy.stats import binom, chi2, hypergeom, nbinom, norm, poisson

from meldlab import load_ruleset
from meldlab.kernels.cards.cards import JOKER, KINDS
from meldlab.sim.audit.checks.drift import _moments, _positions, _worths
from meldlab.sim.audit.checks.neighbours import Neighbours
from meldlab.sim.audit.checks.pairs_in_hand import PairsInHand
from meldlab.sim.audit.checks.repeats import _evidence, _hand_again, _hands_again, _stretch_again
from meldlab.sim.audit.checks.shapes import Shapes
from meldlab.sim.audit.log.deals import Deals, ReadDeal
from meldlab.sim.audit.statistics.evidence import Evidence, nothing_to_see, together
from meldlab.sim.audit.statistics.expected import _points_held, of_feature, of_points
from meldlab.sim.audit.statistics.pack import CUT_UNKNOWN, NOTHING_CUT, RANK_KNOWN, Pack
from meldlab.sim.audit.statistics.sketch import Sketch, mixed
from meldlab.sim.audit.statistics.tails import chance_as_far, chance_of_more, quadratic, shift_of_chi_seen, shift_seen
from meldlab.sim.games.registry import family_of

INDIAN = load_ruleset("indian-rummy")
SIX = 5  # 6S


@pytest.mark.parametrize(("cut", "case"), [("6S", SIX), ("6", RANK_KNOWN + 5), ("", CUT_UNKNOWN), (None, NOTHING_CUT)])
def test_means_and_covariances_of_places_are_those_of_all_deals_counted(cut, case):
    """Every way to cut a card of two decks and to lay two cards at two places is counted, one by one."""
    pack = Pack.of(INDIAN, decks=2)
    cards = np.repeat(np.arange(KINDS), pack.copies)
    if cut is None:
        taken, pack = [None], Pack.of(load_ruleset("pinacle"), decks=2)
    elif cut == "6S":
        taken = [int(np.flatnonzero(cards == SIX)[0])]
    elif cut == "6":
        taken = [int(place) for place in np.flatnonzero((cards % 13 == 5) & (cards != JOKER))]
    else:
        taken = [int(place) for place in np.flatnonzero(cards != JOKER)]
    pairs, single = np.zeros((KINDS, KINDS)), np.zeros(KINDS)
    for gone in taken:
        left = cards if gone is None else np.delete(cards, gone)
        counts = np.bincount(left, minlength=KINDS).astype(float)
        single += counts / len(left) / len(taken)
        pairs += (np.outer(counts, counts) - np.diag(counts)) / (len(left) * (len(left) - 1)) / len(taken)
    assert pack.means[case] == pytest.approx(single)
    assert pack.pairs(case) == pytest.approx(pairs)
    same, both = pack.spread(case)
    size = 13  # one place of 13 cards: the hypergeometric variance of a card, the cut averaged over
    variance = np.diag(size * same + size * size * both)
    if cut is None or cut == "6S":
        exact = [hypergeom(len(cards) - (cut is not None), int(k), size).var() for k in counts]
        assert variance == pytest.approx(exact)


def test_a_hand_of_one_card_never_holds_two():
    pack = Pack.of(load_ruleset("gin"), decks=1)
    assert np.diag(pack.pairs(NOTHING_CUT)) == pytest.approx(0)


def test_a_cut_joker_makes_the_aces_wild_and_may_be_the_card_out_of_play():
    pack = Pack.of(load_ruleset("indian-rummy", set={"pack.cut_joker": "aces"}), decks=1)
    assert pack.removed[RANK_KNOWN, JOKER] == pytest.approx(2 / 6)
    assert pack.removed[RANK_KNOWN + 1, JOKER] == 0
    assert pack.case_of(JOKER, 0) == JOKER
    stays = Pack.of(load_ruleset("indian-rummy", set={"pack.cut_card_in_play": True}), decks=1)
    assert (stays.left, stays.case_of(3, 3)) == (54, NOTHING_CUT)


def test_tails_are_those_of_the_distribution_with_this_mean_and_variance():
    counts = np.array([0, 3, 40, 55, 80])
    assert chance_of_more(counts, 40.0, 30.0) == pytest.approx(binom(160, 0.25).sf(counts - 1))
    assert chance_of_more(counts, 40.0, 50.0) == pytest.approx(nbinom(160, 0.8).sf(counts - 1))
    exact = hypergeom(10_800, 200, 1_300)
    assert chance_of_more(45, exact.mean(), exact.var()) == pytest.approx(exact.sf(44), rel=0.02)
    assert chance_as_far(10, 40.0, 30.0) == pytest.approx(2 * binom(160, 0.25).cdf(10), rel=0.05)
    assert chance_as_far(0, 0.0, 0.0) == 1
    assert chance_as_far(1, 0.0, 0.0) == 0


def test_quadratic_forms_count_the_directions_in_which_there_is_freedom():
    covariance = 4 * (np.eye(3) - 1 / 3)
    chi = quadratic(np.array([2.0, -2.0, 0.0]), covariance)
    assert (chi.freedom, chi.statistic) == (2, pytest.approx(2.0))
    assert chi.p == pytest.approx(chi2(2).sf(2.0))


def test_the_smallest_shift_is_seen_nine_times_in_ten():
    shift = shift_seen(0.001)
    assert norm.sf(norm.isf(0.0005) - shift) == pytest.approx(0.9, abs=1e-3)
    rng = np.random.default_rng(5)
    values = rng.standard_normal((200_000, 4))
    values[:, 0] += shift_of_chi_seen(0.001, 4)
    assert ((values**2).sum(axis=1) > chi2(4).isf(0.001)).mean() == pytest.approx(0.9, abs=0.005)


def test_holm_with_weights_rejects_step_by_step():
    def one(p, weight=1.0):
        return Evidence(str(p), "", p, "", "exact", nothing_to_see(""), weight=weight)

    plain = together([one(0.01), one(0.04), one(0.03)], alpha=0.05)
    assert [test.p_adjusted for test in plain] == pytest.approx([0.03, 0.06, 0.06])
    assert [test.finding for test in plain] == [True, False, False]
    weighted = together([one(0.02, 2.0), one(0.02)], alpha=0.05)
    assert [test.p_adjusted for test in weighted] == pytest.approx([0.03, 0.03])


def test_the_distributions_of_figures_are_exact_and_whole():
    wilds = of_feature("wilds", INDIAN, 2, 13)
    assert wilds.dealt is None
    assert wilds.chances == pytest.approx(hypergeom(107, 11, 13).pmf(wilds.edges), abs=1e-12)
    assert wilds.chances.sum() == pytest.approx(1)


def test_points_held_are_those_of_cards_drawn_without_replacement():
    ruleset = load_ruleset("continental")
    worth = family_of(ruleset).odds.card_points(ruleset)
    assert worth is not None
    values, chances = _points_held(worth, ruleset, 2, 7)
    mean = values @ chances
    assert (values - mean) ** 2 @ chances == pytest.approx(_variance_of_points(), rel=1e-9)
    held = of_points(load_ruleset("continental"), 2, 7, 1, 0)
    assert held.chances.sum() == pytest.approx(1)
    assert held.chances.max() < 0.2


def _variance_of_points():
    pack = logs.sorted_pack("continental")
    worth = np.array([20, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10] * 4 + [50])[pack].astype(float)
    return 7 * worth.var() * (110 - 7) / (110 - 1)


def test_pairs_in_one_hand_have_the_mean_and_variance_of_dealt_hands():
    pack = Pack.of(load_ruleset("gin"), decks=1)
    mean, square = (table[-1] for table in PairsInHand(pack)._moments((10, 10)))
    rng = np.random.default_rng(3)
    packs = logs.fair_packs("gin", 40_000, rng)
    pairs = np.zeros(len(packs))
    for hand in (packs[:, :10], packs[:, 10:20]):
        pairs += (hand == 0).any(axis=1) & (hand == 1).any(axis=1)
    assert pairs.mean() == pytest.approx(mean[0, 1], rel=0.05)
    assert pairs.mean() == pytest.approx(2 * 10 * 9 / (52 * 51), rel=0.05)
    assert pairs.var() == pytest.approx((square - mean * mean)[0, 1], rel=0.05)


def test_equal_hands_are_as_likely_as_all_hands_counted():
    copies = np.array([2, 1, 2])
    hands = [tuple(sorted(hand)) for hand in combinations([0, 0, 1, 2, 2], 2)]
    chances = [hands.count(hand) / len(hands) for hand in set(hands)]
    assert _hand_again(copies, 2) == pytest.approx(sum(chance * chance for chance in chances))
    assert _hands_again((1,) * 6, 2, 2) == pytest.approx(1 / (15 * 6))
    assert _stretch_again(np.ones(52, dtype=int)) == pytest.approx(1 / np.prod(np.arange(41.0, 53.0)))


def test_the_sum_of_steps_has_its_variance_in_hands_and_stock():
    """Rises of fair deals, whole packs in order: the standard scores have variance 1."""
    pack = Pack.of(INDIAN, decks=2)
    rng = np.random.default_rng(11)
    texts = logs.NAMES[logs.fair_packs("indian-rummy", 1000, rng)]
    scores = []
    for start in range(0, 1000, 10):
        deals = [
            ReadDeal(1, ((0, " ".join(row[1:14])), (1, " ".join(row[14:27]))), "", " ".join(row[27:]), SIX, 5)
            for row in texts[start : start + 10].tolist()
        ]
        counted = Neighbours(pack)
        counted.add(Deals.of(deals, pack, [-1] * len(deals)))
        rises = next(test for test in counted.evidence(hands_in_order=True) if test.name == "rises")
        scores.append(rises.statistic)
    # The largest of eight, often alike: its square is around 2 to 3, never far from it.
    assert 1.5 < np.square(scores).mean() < 4


def test_shapes_count_deals_by_size_and_cut():
    pack = Pack.of(INDIAN, decks=2)
    shapes = Shapes()
    shapes.add(
        Deals.of([ReadDeal(1, ((0, "5H6H"), (3, "JK")), "KD", None, SIX, 5), ReadDeal(2, ((0, "5H"),))], pack, [-1, -1])
    )
    found = dict(shapes)
    assert sum(int(counts.sum()) for counts in found.values()) == shapes.deals == 2
    assert (shapes.seats, shapes.hands) == ([0, 3], 3)
    assert sorted(shape.seen for shape in found) == [1, 4]


def test_a_sketch_counts_all_repetitions_up_to_its_capacity_and_an_even_sample_beyond():
    rng = np.random.default_rng(1)
    things = rng.integers(0, 1 << 63, 4000, dtype=np.uint64)
    whole = Sketch()
    for place, part in ((0, things), (4000, things[:100]), (4100, things[:50])):
        whole.add(mixed(part), place + np.arange(len(part)))
    assert (whole.seen, whole.share, whole.repeats()) == (4150, 1.0, (50 * 3 + 50, 150))
    small = Sketch(capacity=600)
    for part in np.split(np.concatenate([things, things]), 16):
        small.add(mixed(part), np.zeros(len(part), dtype=np.int64))
    pairs, again = small.repeats()
    assert small.share == 0.125
    assert pairs == again == pytest.approx(4000 / 8, rel=0.2)


def test_few_repetitions_are_a_finding_where_chance_gives_none_and_none_where_it_gives_as_many():
    things = mixed(np.arange(1000, dtype=np.uint64))
    sketch = Sketch()
    sketch.add(things, np.arange(len(things)))
    sketch.add(things[:7], np.arange(7) + 5000)
    rare, usual = (_evidence([(sketch, mean)], "", "", "deal") for mean in (0.001, 5.0))
    assert rare.p < 1e-20
    assert usual.p == pytest.approx(poisson(5).sf(6))
    assert rare.smallest(1e-4).words == "2 repeated deals"
    assert usual.smallest(1e-4).size == pytest.approx(poisson(5).isf(1e-4) + 1 - 5 + 1.28 * 5**0.5, abs=1)
    assert usual.found == "7 of 1,007 deals are repetitions, 5 expected, first in lines 0 and 5000"


def test_weighed_counts_have_the_mean_and_variance_of_dealt_packs():
    """Curves over pack and deal, two decks with the cut card known: sums over 4,000 deals dealt by numpy."""
    pack = Pack.of(INDIAN, decks=2)
    rng = np.random.default_rng(7)
    left = np.delete(logs.sorted_pack("indian-rummy"), SIX)
    packs = rng.permuted(np.broadcast_to(left, (4000, len(left))), axis=1)
    shapes = Shapes()
    names = logs.NAMES[packs[:1]].tolist()[0]
    hands = tuple((seat, " ".join(names[13 * seat : 13 * seat + 13])) for seat in range(4))
    shapes.add(Deals.of([ReadDeal(1, hands, names[52], " ".join(names[53:]), SIX, 5)], pack, [-1]))
    worths = list(_worths(pack))
    for scores in _positions(shapes, pack.size + 3, hands_in_order=True):
        along = np.concatenate([scores.hands[seat, :13] for seat in range(4)] + [[0.0], scores.stock[:54]])
        for worth in worths[::4]:
            sums = worth.cards[packs] @ along
            mean, variance = _moments(pack, shapes, scores, worth.cards)
            assert sums.mean() == pytest.approx(mean, abs=4 * (variance / 4000) ** 0.5)
            assert sums.var() == pytest.approx(variance, rel=0.12)
