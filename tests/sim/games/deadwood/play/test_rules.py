"""Gin, sentence by sentence: the card turned up, knocking, the show, the stock's end; on deals laid out by hand."""

import numpy as np
import pytest

from meldlab.sim.common.notation import parse_cards
from meldlab.sim.games.deadwood.play.game import DeadwoodGame
from meldlab.sim.games.deadwood.play.strategies import STRATEGIES
from meldlab.sim.rules.load import ruleset_of
from meldlab.sim.table.block import Block, Layout
from meldlab.sim.table.strategies import make_strategy

KNOCK, GIN, UNDERCUT, STOCK, STALLED = range(5)


def dealt(own, other, upcard, stock=""):
    """Return a deal of the whole pack; the rest of it lies under the given beginning of the stock."""
    used = [parse_cards(own), parse_cards(other), parse_cards(upcard), parse_cards(stock) if stock else ()]
    gone = {card for part in used for card in part}
    rest = tuple(card for card in range(52) if card not in gone)
    return Layout((used[0], used[1]), used[2][0], (*used[3], *rest))


def play(layout, *texts, deals=1, rules=None):
    """Return the outcomes of deals laid out alike: a strategy a seat."""
    seats = tuple(make_strategy(text, STRATEGIES) for text in texts)
    game = DeadwoodGame(ruleset_of("gin", set=rules or {}))
    block = Block(seed=1, first_deal=0, deals=deals, strategies=seats, layouts=(layout,) * deals)
    return game.play(block).columns


def one(layout, *texts, rules=None):
    return {name: values[0].tolist() for name, values in play(layout, *texts, rules=rules).items()}


LOW = "AS 2S 3S 4H 5H 6H 9C KD KS KC"  # nine points loose
HIGH = "2C 4D 6S 8D TH QD AC JC 5C 7H"


def test_after_both_have_passed_seat_0_draws_from_the_stock():
    # random seats take the card turned up by a coin: half the time seat 0, else half the time seat 1, else nobody
    taken = play(dealt(LOW, HIGH, "QC"), "random", "random", deals=4000, rules={"play.max_turns": 1})["taken"]
    by_seat = taken.sum(axis=0)
    assert (taken.sum(axis=1) <= 1).all()
    for count, share in ((by_seat[0], 1 / 2), (by_seat[1], 1 / 4)):
        assert abs(count - 4000 * share) < 5 * (4000 * share * (1 - share)) ** 0.5


def test_afterwards_the_top_discard_may_be_taken():
    # seat 0 has no use for the card turned up and throws the dearest card, which makes a set of seat 1's pair
    own = "AS 3H 5S 7D 9H 8S 2C 4D 6H QC"
    other = "QS QH 2D 4S 6C 8D TH AC 3C 5D"
    found = one(dealt(own, other, "KD", "8C"), "greedy", "greedy", rules={"play.max_turns": 2})
    assert found["taken"] == [0, 1]


def test_a_knock_is_made_after_drawing_with_the_deadwood_that_a_throw_leaves():
    # before the draw seat 0 has 9 loose and may not knock; the deal ends in its first turn, after one draw
    found = one(dealt(LOW, HIGH, "QH", "TD"), "greedy", "greedy")
    assert (found["turns"], found["reason"]) == (1, KNOCK)


@pytest.mark.parametrize(("limit", "reason"), [(9, KNOCK), (8, STALLED)])
def test_knock_at_is_the_most_deadwood_of_a_knock(limit, reason):
    rules = {"play.knock_at": limit, "play.max_turns": 1}
    assert one(dealt(LOW, HIGH, "QH", "TD"), "greedy", "greedy", rules=rules)["reason"] == reason


def test_with_knock_at_0_only_gin_ends_a_deal():
    own = "AS 2S 3S 4H 5H 6H 7C 8C 9C KD"
    found = one(dealt(own, HIGH.replace("4D", "KH"), "TC"), "greedy", "greedy", rules={"play.knock_at": 0})
    assert (found["turns"], found["reason"]) == (1, GIN)


def test_the_winner_scores_the_difference_in_deadwood():
    found = one(dealt(LOW, HIGH, "QH", "TD"), "greedy", "greedy")
    loose = 2 + 4 + 6 + 8 + 10 + 10 + 1 + 10 + 5  # the 7H is laid off on the run of hearts
    assert found["points"] == [loose - 9, 0]


def test_the_other_player_lays_off_at_both_ends_of_runs_and_the_fourth_card_of_a_set():
    off = "KH 3H 7H 4S 2C 6C 8D TD QS JC"
    found = one(dealt(LOW, off, "QH", "TH"), "greedy", "greedy")
    assert found["points"] == [2 + 6 + 8 + 10 + 10 + 10 - 9, 0]


def test_the_other_player_lays_his_own_melds_first_where_that_leaves_less():
    # 7H would go on the knocker's run; in a set of sevens it saves two more
    other = "7H 7S 7D 2C 4D TH QD AC JC 5C"
    found = one(dealt(LOW, other, "QH", "TC"), "greedy", "greedy")
    assert found["points"] == [2 + 4 + 10 + 10 + 1 + 10 + 5 - 9, 0]


def test_nothing_is_laid_off_on_gin():
    own = "AS 2S 3S 4H 5H 6H 7C 8C 9C KD"
    found = one(dealt(own, "4S 7H 6C 8D QD 2D 3D TH JH KH", "TC"), "greedy", "greedy")
    assert (found["reason"], found["points"]) == (GIN, [4 + 7 + 6 + 8 + 10 + 2 + 3 + 10 + 10 + 10 + 25, 0])


@pytest.mark.parametrize(
    ("rest", "reason", "points"),
    [("4C 5D", UNDERCUT, [0, 25]), ("3C 5D", UNDERCUT, [0, 26]), ("5C 5D", KNOCK, [1, 0])],
    ids=["as much", "less", "more"],
)
def test_not_more_than_the_knocker_s_left_over_is_an_undercut(rest, reason, points):
    # two sets, 4S and 7H for the knocker's runs, and two loose cards
    found = one(dealt(LOW, f"2C 2D 2H TC TD TH 4S 7H {rest}", "QH", "JD"), "greedy", "greedy")
    assert (found["reason"], found["points"]) == (reason, points)


@pytest.mark.parametrize("bonus", [0, 10, 25])
def test_the_bonuses_of_gin_and_of_an_undercut_are_numbers_of_the_rules(bonus):
    own = "AS 2S 3S 4H 5H 6H 7C 8C 9C KD"
    other = "4S 7H 6C 8D QD 2D 3D TH JH KH"
    gin = one(dealt(own, other, "TC"), "greedy", "greedy", rules={"play.gin_bonus": bonus})
    assert gin["points"] == [70 + bonus, 0]
    melded = "2C 2D 2H TC TD TH 4S 7H 3C 5D"
    under = one(dealt(LOW, melded, "QH", "JD"), "greedy", "greedy", rules={"play.undercut_bonus": bonus})
    assert under["points"] == [0, 1 + bonus]


@pytest.mark.parametrize("left", [2, 29, 30])
def test_stock_left_cards_in_the_stock_end_the_deal_without_score(left):
    own, other = "AS 3H 5S 7D 9H JS 2C 4D 6H QC", "QS KH 2D 4S 6C 8D TH AC 3C 5D"
    found = one(dealt(own, other, "KD"), "greedy(knock_at=0)", "greedy(knock_at=0)", rules={"play.stock_left": left})
    drawn = found["turns"] - sum(found["taken"])
    assert (found["reason"], found["points"], drawn) == (STOCK, [0, 0], 31 - left)


def test_max_turns_stop_a_stalled_deal_without_score():
    own, other = "AS 3H 5S 7D 9H JS 2C 4D 6H QC", "QS KH 2D 4S 6C 8D TH AC 3C 5D"
    found = one(dealt(own, other, "KD"), "greedy(knock_at=0)", "greedy(knock_at=0)", rules={"play.max_turns": 3})
    assert (found["turns"], found["reason"], found["winner"], found["points"]) == (3, STALLED, -1, [0, 0])


def test_random_seats_knock_by_a_coin_where_they_may():
    # with the king or the ten thrown ten are left, with any other card more
    own = "AS 2S 3S 4H 5H 6H 7C 8C 9C TD"
    found = play(dealt(own, HIGH, "KH", "KS"), "random", "random", deals=4000, rules={"play.max_turns": 1})
    stock = found["taken"].sum(axis=1) == 0
    ended = np.isin(found["reason"][stock], (KNOCK, GIN, UNDERCUT))
    assert abs(ended.mean() - 1 / 2) < 5 * 0.5 / stock.sum() ** 0.5
