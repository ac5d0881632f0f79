"""Whole deals of gin: by the sentences of the rules, against a slow player, and the same in any block."""

import numpy as np
import pytest
from deadwood_brute import least_deadwood
from deadwood_deals import GIN, game, laid, strategies
from gin_hands import mixed, words
from gin_player import RULES, left_after_lay_off, play_greedily

from meldlab.kernels.cards.packs import shuffle_packs
from meldlab.kernels.deadwood.table import turn
from meldlab.kernels.deadwood.table.showdown import add_runs, best_sets, least_after_lay_off
from meldlab.sim.common.errors import RulesError
from meldlab.sim.games.deadwood.play.game import DeadwoodGame
from meldlab.sim.games.deadwood.play.strategies import STRATEGIES
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.table.block import Block
from meldlab.sim.table.strategies import StrategyError, make_strategy

REASONS = ("knock", "gin", "undercut", "stock", "stalled")


def played(layout, *texts, **rules):
    block = Block(seed=1, first_deal=0, deals=1, strategies=strategies(*texts), layouts=(layout,))
    return {name: values[0].tolist() for name, values in game(**rules).play(block).columns.items()}


def _show_by_kernel(own, other):
    """The knocker's melds and the other's least left-over, by the kernels."""
    table = game().tables
    points, scratch = game().rules.points, turn.make_scratch()
    with np.errstate(over="ignore"):
        knocker, hand = words([own]), words([other])
        sets, left = best_sets(knocker[0], table.suit_points, table.choices, table.set_cards, scratch.melds)
        count = add_runs(left, points, 3, 13, table.suit_points, scratch.melds, sets)
        least = least_after_lay_off(
            hand[0], scratch.melds, count, 13, 4, table.suit_points, table.choices, table.set_cards,
            scratch.ways, scratch.counts,
        )  # fmt: skip
    melds = [frozenset(c for c in range(52) if int(w) >> (16 * (c // 13) + c % 13) & 1) for w in scratch.melds[:count]]
    return melds, int(least)


def _check_shows(seed, deals):
    rng = np.random.default_rng(seed)
    shown = 0
    for own in mixed(rng, deals):
        other = rng.permutation([card for card in range(52) if card not in own])[:10].tolist()
        melds, least = _show_by_kernel(own, other)
        assert frozenset(melds) in least_deadwood(own, RULES)[1], own
        assert least == left_after_lay_off(melds, other), (own, other)
        shown += bool(melds)
    return shown


def test_the_other_player_lays_off_on_the_knockers_melds_so_that_what_is_left_is_least():
    assert _check_shows(5, 60) >= 30


@pytest.mark.full
def test_the_other_player_lays_off_so_that_what_is_left_is_least_in_thousands_of_shows():
    assert _check_shows(6, 3_000) >= 1_500


def _check_deals(seed, deals):
    packs = shuffle_packs(seed, 0, deals, decks=1, printed_jokers=0)
    found = game().play(Block(seed=seed, first_deal=0, deals=deals, strategies=strategies("greedy", "greedy"))).columns
    for number, pack in enumerate(packs.tolist()):
        slow = play_greedily(pack)
        assert found["turns"][number] == slow.turns
        points = found["points"][number]
        assert points.sum() in slow.points
        if slow.reason != "either":
            assert REASONS[found["reason"][number]] == slow.reason
            assert found["winner"][number] == slow.winner
            assert slow.winner < 0 or points[slow.winner] == points.sum()


def test_greedy_deals_are_those_of_a_slow_player():
    _check_deals(3, 6)


@pytest.mark.full
def test_hundreds_of_greedy_deals_are_those_of_a_slow_player():
    _check_deals(4, 300)


def test_zero_deadwood_is_gin_and_scores_the_others_deadwood_and_25():
    layout = laid(GIN, "2H 4D 6D 8D TD QD AC 3C 5C JC", "TC", "2C")
    found = played(layout, "greedy", "greedy")
    assert (found["reason"], found["winner"], found["turns"]) == (1, 0, 1)
    assert found["points"] == [2 + 4 + 6 + 8 + 10 + 10 + 1 + 3 + 5 + 10 + 25, 0]


def test_the_knocker_scores_the_difference_after_the_other_has_laid_off():
    # the knocker keeps 9 with two runs; the other lays 4S and 7H on them
    layout = laid("AS 2S 3S 4H 5H 6H 9C 8D KD KC", "4S 7H 2C 4D 6D 8C TD QD AC JC", "KH", "AD")
    found = played(layout, "greedy(knock_at=98)", "greedy", play__knock_at=20)
    assert found["reason"] == 0
    assert found["winner"] == 0
    kept = 8 + 9  # the three kings are a set, the 8 and the 9 stay; the king turned up was taken
    assert found["points"][0] == 2 + 4 + 6 + 8 + 10 + 10 + 1 + 10 - (kept - 9)


def test_not_more_than_the_knockers_left_over_is_an_undercut():
    layout = laid("AS 2S 3S 4H 5H 6H 9C KD KS KC", "4S 7H 2C 2D 2H 8C 8D 8H 3C 5C", "QH", "TH")
    found = played(layout, "greedy", "greedy")
    assert (found["reason"], found["winner"]) == (2, 1)
    assert found["points"] == [0, 9 - (3 + 5) + 25]


def test_the_upcard_is_offered_to_seat_0_then_to_seat_1_then_seat_0_draws_from_the_stock():
    own, other = "AS 3S 5S 7S 9S JS 2H 4H 6H 8H", "AD 2D 5D 8D TD KD 3C 6C 9C KC"
    wanted_by_0 = played(laid(own, other, "2S", "JC"), "greedy", "greedy", play__max_turns=1)
    assert wanted_by_0["taken"] == [1, 0]
    wanted_by_1 = played(laid(own, other, "KH", "JC"), "greedy", "greedy", play__max_turns=1)
    assert wanted_by_1["taken"] == [0, 1]
    by_none = played(laid(own, other, "QC", "JC"), "greedy", "greedy", play__max_turns=1)
    assert by_none["taken"] == [0, 0]


def test_a_knock_needs_at_most_the_deadwood_of_the_rules():
    layout = laid("AS 2S 3S 4H 5H 6H 9C KD KS KC", "4S 7H 2C 2D 2H 8C 8D 8H 3C 5C", "QH", "TH")
    assert played(layout, "greedy", "greedy", play__max_turns=1)["reason"] == 2
    assert played(layout, "greedy", "greedy", play__max_turns=1, play__knock_at=8)["reason"] == 4
    assert played(layout, "greedy(knock_at=8)", "greedy", play__max_turns=1)["reason"] == 4


@pytest.mark.parametrize("left", [2, 5, 20])
def test_so_many_cards_left_in_the_stock_end_the_deal_without_score(left):
    never = strategies("greedy(knock_at=0)", "greedy(knock_at=0)")
    rules = game(play__stock_left=left)
    found = rules.play(Block(seed=8, first_deal=0, deals=400, strategies=never)).columns
    ended = found["reason"] == REASONS.index("stock")
    assert ended.any()
    assert (found["points"][ended] == 0).all()
    drawn = found["turns"] - found["taken"].sum(axis=1)
    assert (drawn[ended] == 31 - left).all()
    assert (drawn <= 31 - left).all()


@pytest.mark.parametrize("bonus", [0, 20])
def test_bonuses_are_those_of_the_rules(bonus):
    block = Block(seed=2, first_deal=0, deals=3_000, strategies=strategies("greedy", "greedy"))
    usual = game().play(block).columns
    other = game(play__gin_bonus=bonus, play__undercut_bonus=bonus + 1).play(block).columns
    apart = usual["points"].sum(axis=1) - other["points"].sum(axis=1)
    for reason, difference in ((0, 0), (1, 25 - bonus), (2, 24 - bonus), (3, 0)):
        assert (apart[usual["reason"] == reason] == difference).all()


@pytest.mark.parametrize("pair", [("random", "greedy"), ("random", "random"), ("foresight", "random")])
def test_no_deal_depends_on_the_others_of_its_block(pair):
    whole = game().play(Block(seed=9, first_deal=100, deals=40, strategies=strategies(*pair))).columns
    for first, deals in ((100, 1), (101, 7), (108, 32)):
        part = game().play(Block(seed=9, first_deal=first, deals=deals, strategies=strategies(*pair))).columns
        for name, values in part.items():
            np.testing.assert_array_equal(values, whole[name][first - 100 : first - 100 + deals])


def test_a_strategys_own_randomness_never_changes_the_cards():
    packs = shuffle_packs(9, 0, 5, decks=1, printed_jokers=0)
    block = Block(seed=9, first_deal=0, deals=5, strategies=strategies("random", "random"))
    np.testing.assert_array_equal(game()._packs(block), packs)
    assert len({tuple(state) for state in block.seat_states().reshape(4, -1).T}) == 10


def _margin(better, worse, deals):
    """Mean of the paired difference a deal, both having sat on both seats of the same cards, and its error."""
    total = np.zeros(deals)
    for rotation, texts in ((0, (better, worse)), (1, (worse, better))):
        block = Block(seed=77, first_deal=0, deals=deals, strategies=strategies(*texts))
        points = game().play(block).columns["points"]
        total += points[:, rotation] - points[:, 1 - rotation]
    return total.mean() / 2, total.std() / 2 / deals**0.5


@pytest.mark.parametrize(
    ("better", "worse", "deals"),
    [("greedy", "random", 500), ("foresight", "greedy", 2_500), ("watchful", "greedy", 2_500)],
)
def test_thoughtful_beats_greedy_beats_random(better, worse, deals):
    mean, error = _margin(better, worse, deals)
    assert mean - 2.576 * error > 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("clever", "clever is no strategy of this game (allowed: random, greedy, foresight, watchful)"),
        ("greedy(patience=3)", "'patience=3' is no number of greedy (allowed: knock_at=98)"),
        ("greedy(knock_at=1, knock_at=2)", "'knock_at=2' comes twice"),
        ("greedy(knock_at=-1)", "knock_at is a whole number from 0 to 1000, not -1"),
        ("greedy(knock_at=1.5)", "not 1.5"),
        ("random(knock_at=1)", "allowed: no numbers"),
        ("greedy(", "is no strategy"),
        ("", "is no strategy"),
    ],
)
def test_a_wrong_strategy_is_refused_by_name(text, words):
    with pytest.raises(StrategyError) as error:
        make_strategy(text, STRATEGIES)
    assert words in str(error.value)


def test_gin_is_played_by_two():
    with pytest.raises(RulesError, match="played by two"):
        DeadwoodGame(ruleset_of("gin"), players=3)
