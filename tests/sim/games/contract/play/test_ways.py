"""Ways to go down, against the exact solver; strategies in Python; deals played again from their logs."""

import random

import numpy as np
import pytest
from contract_deal_referee import check
from contract_deals import block, game, lines
from contract_hands import dealt, planted, rich

from meldlab.kernels.contract.rules import KINDS
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.lay_offs import plan_lay_offs
from meldlab.kernels.contract.table.melds import add_cards, is_legal
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import parse_cards
from meldlab.sim.games.contract.hand_solver import ContractSolver
from meldlab.sim.games.contract.play.hand_values import ContractJudge
from meldlab.sim.games.contract.play.plain import Greedy, RandomLegal
from meldlab.sim.games.contract.play.python_seats import OneByOne
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.block import Layout

CONTRACTS = ("TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE")


def hands_that_go_down(contract, seed, *, number=40):
    """Return hands of many kinds, as counts, that can go down."""
    rng, course = np.random.default_rng(seed), game(contract).course
    size, sets, runs = course.cards + 1, contract.count("T"), contract.count("E")
    judge, found = ContractJudge(game(contract)._workload, course), []
    while len(found) < number:
        kind = rng.integers(3)
        if kind == 0:
            hand = planted(rng, sets, runs, 3)
        elif kind == 1:
            hand = rich(rng, size, int(rng.integers(1, 6)))
        else:
            hand = dealt(rng, size + int(rng.integers(0, 8)))
        counts = np.bincount(hand, minlength=KINDS).astype(np.uint8)
        if counts[:52].max() <= 2 and counts[52] <= 6 and judge.can_go_down(counts[np.newaxis])[0]:
            found.append(counts)
    return np.array(found)


def left_after(counts, laid, course):
    """Return the points left after going down and plain lay-offs on an otherwise empty table."""
    hand = counts.astype(np.int64)
    for row in laid:
        add_cards(row, hand, -1)
    assert hand.min() >= 0
    rows, moves = laid.copy(), np.zeros((60, state.MOVE_FIELDS), dtype=np.int64)
    plan_lay_offs(hand, rows, 0, len(rows), 0, course.table_rules, course.points, moves)
    return int(hand @ course.points)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_hand_that_can_go_down_does_so_and_nearly_always_as_well_as_can_be(contract):
    asked, hands = game(contract), hands_that_go_down(contract, 5)
    judge, solver = ContractJudge(asked._workload, asked.course), ContractSolver(load_ruleset("continental"), decks=2)
    public, _ = state.new_tables(len(hands), seats=2, cards=110, melds_a_seat=len(contract), events=0)
    best = 0
    for longest in (False, True):
        laid, found = judge.ways(np.arange(len(hands)), hands, public, 0, longest=longest)
        assert found.all()
        for counts, rows in zip(hands, laid, strict=True):
            assert all(is_legal(row, asked.course.down_rules) for row in rows)
            assert [row[state.KIND] for row in rows] == sorted(row[state.KIND] for row in rows)
            cards = np.repeat(np.arange(KINDS), counts).tolist()
            least = solver.figures(cards, asked.contract).min_points_left
            left = left_after(counts, rows, asked.course)
            assert left >= least
            best += left == least
    assert best >= 0.9 * 2 * len(hands)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_random_ways_are_legal_and_of_many_kinds(contract):
    asked, hands = game(contract), hands_that_go_down(contract, 6, number=10)
    judge = ContractJudge(asked._workload, asked.course)
    public, _ = state.new_tables(len(hands), seats=2, cards=110, melds_a_seat=len(contract), events=0)
    states = block([RandomLegal()] * 2, deals=len(hands)).seat_states()[:, :, 0].T.copy()
    seen = set()
    for _ in range(12):
        laid, found = judge.ways(np.arange(len(hands)), hands, public, 0, states=states)
        assert found.all()
        for counts, rows in zip(hands, laid, strict=True):
            left_after(counts, rows, asked.course)
            assert all(is_legal(row, asked.course.down_rules) for row in rows)
        seen.add(laid.tobytes())
    assert len(seen) > 1


def test_random_moves_are_uniform_over_kinds_and_then_over_their_choices():
    """A swap, lay-offs of three cards, moves and stopping: each kind of act as often, and each lay-off."""
    tables, course = 20_000, game("TE").course
    public, _ = state.new_tables(tables, seats=2, cards=110, melds_a_seat=2, events=0)
    public.melds[:, 0, : state.NATURALS] = state.SET, 8, 0, 3, 3  # nines, their jokers fixed
    public.melds[:, 1, : state.NATURALS] = state.RUN, 1, 3, 5, 1 << 0 | 1 << 2  # JK 5H JK 7H 8H
    hand = np.bincount(parse_cards("9S 9D 6H 9H KC"), minlength=KINDS).astype(np.uint8)
    public.sizes[:] = hand.sum()
    states = block([RandomLegal()] * 2, deals=tables).seat_states()[:, :, 0].T.copy()
    judge = ContractJudge(game("TE")._workload, course)
    rows, hands = np.arange(tables), np.tile(hand, (tables, 1))
    first = judge.random_moves(rows, hands, public, np.zeros(tables, dtype=np.int64), 0, states)[:, 0]
    acts = np.bincount(first[:, state.ACT], minlength=4)
    lay_offs = first[first[:, state.ACT] == state.LAY_OFF]
    # 9S 9D 9H on the set, 9H at the right end of the run
    kinds = np.unique(lay_offs[:, [state.CARD, state.MELD]], axis=0, return_counts=True)[1]
    for counts, number in ((acts, 4), (kinds, 4)):
        assert len(counts) == number
        expected = counts.sum() / number
        assert np.abs(counts - expected).max() < 5 * expected**0.5


class Coin:
    """Any legal action."""

    def __init__(self, seed):
        self.chance, self.acts = random.Random(seed), set()

    def act(self, seen, actions):
        chosen = self.chance.choice(actions)
        self.acts.add(chosen.act)
        assert seen.hand
        assert len(seen.sizes) == len(seen.down) == len(seen.taken) == seen.players
        assert seen.sizes[seen.seat] == len(seen.hand)
        return chosen


@pytest.mark.parametrize(
    "rules", [{}, {"play.joker_swap": "to_hand"}, {"play.joker_swap": "any_run", "run.ace": "either"}]
)
def test_a_strategy_in_python_plays_with_the_legal_actions_it_is_offered(rules):
    coins = [Coin(seed) for seed in range(3)]
    for line in lines("TE", [OneByOne(coin, name="coin") for coin in coins], deals=4, rules=rules):
        check(line)
    done = set().union(*(coin.acts for coin in coins))
    assert done >= {"draw", "contra", "decline", "down", "wait", "layoff", "swap", "move", "stop", "discard"}


class Stubborn:
    """Asks for nothing, and answers what was not offered when it has to throw."""

    def act(self, seen, actions):
        if actions[0].act == "discard":
            return type(actions[0])("discard", card="AS" if "AS" not in seen.hand else "AH")
        return actions[-1]


def test_an_answer_that_was_not_offered_is_refused():
    with pytest.raises(RunError, match="was not offered"):
        lines("TE", [OneByOne(Stubborn(), name="stubborn")] * 2, deals=3)


def as_layout(line, *, shuffles=False):
    orders = [tuple(parse_cards(event["stock"])) for event in line["events"] if event["act"] == "reshuffle"]
    return Layout(
        tuple(parse_cards(hand) for hand in line["hands"]),
        parse_cards(line["upcard"])[0],
        parse_cards(line["stock"]),
        shuffles=tuple(orders) if shuffles else (),
    )


def test_a_deal_laid_out_from_its_line_plays_as_before():
    for line in lines("EE", [RandomLegal()] * 3, deals=4):
        (again,) = lines("EE", [RandomLegal()] * 3, layouts=[as_layout(line)], first_deal=line["deal"])
        assert again == line


def test_with_its_shuffles_given_a_deal_plays_as_before_whatever_the_seed():
    throwers = [Greedy(contra=9), Greedy(), Greedy(contra=2), Greedy(), Greedy(contra=9)]
    found = [line for line in lines("EEE", throwers, deals=60) if any(e["act"] == "reshuffle" for e in line["events"])]
    assert found
    for line in found[:4]:
        (again,) = lines("EEE", throwers, layouts=[as_layout(line, shuffles=True)], seed=1, first_deal=line["deal"])
        assert again["events"] == line["events"]
        assert again["result"] == line["result"]
