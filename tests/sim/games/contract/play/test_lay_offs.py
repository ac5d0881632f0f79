"""Lay-offs, swaps and moves that the tables allow, gone through to the end, against every case written down."""

import json

import numpy as np
import pytest
from contract_referee import House, least_left
from places import CASES

from meldlab.kernels.contract.rules import JOKER, KINDS
from meldlab.kernels.contract.table import state
from meldlab.kernels.contract.table.lay_offs import plan_lay_offs
from meldlab.kernels.contract.table.moves import change_melds
from meldlab.kernels.contract.table.random import find_move
from meldlab.sim.common.notation import format_card, parse_cards
from meldlab.sim.games.contract.hand_solver import Contract
from meldlab.sim.games.contract.lower import lower_contract
from meldlab.sim.games.contract.play.game import ContractGame
from meldlab.sim.games.contract.turn.laydowns import lay_downs
from meldlab.sim.games.contract.turn.table import MeldLimits, RunMeld, parse_table
from meldlab.sim.rules import load_ruleset

CASES = [json.loads(line) for line in (CASES / "continental-layoff.jsonl").read_text("utf-8").splitlines()]
SEATS = 5


def meld_row(meld, cards):
    row = np.zeros(state.MELD_FIELDS, dtype=np.int64)
    if isinstance(meld, RunMeld):
        row[: state.NATURALS] = state.RUN, meld.suit, meld.place, meld.length, meld.jokers
        return row
    row[: state.NATURALS] = state.SET, meld.rank, 0, meld.size, meld.jokers
    for card in cards:
        if card != JOKER:
            row[state.NATURALS + card // 13] += 1
    return row


def table_of(ruleset, texts, per_seat):
    """Return rows of melds, `per_seat` for each seat."""
    rows = np.zeros((SEATS * per_seat, state.MELD_FIELDS), dtype=np.int64)
    used = [0] * SEATS
    for one in parse_table(texts, MeldLimits.of(ruleset), seats=SEATS):
        rows[one.owner * per_seat + used[one.owner]] = meld_row(one.meld, one.cards)
        used[one.owner] += 1
    return rows


def successors(hand, melds, rules, laid):
    counts, move = np.frombuffer(hand, dtype=np.uint8), np.zeros(state.MOVE_FIELDS, dtype=np.int64)
    table = np.frombuffer(melds, dtype=np.int64).reshape(-1, state.MELD_FIELDS).copy()
    size = int(counts.sum())
    for act in (state.LAY_OFF, state.SWAP, state.SHIFT):
        for wanted in range(find_move(act, -1, counts, size, table, 0, laid, rules, move)):
            find_move(act, wanted, counts, size, table, 0, laid, rules, move)
            after, left = table.copy(), counts.copy()
            change_melds(move, after, rules)
            if act != state.SHIFT:
                left[move[state.CARD]] -= 1
            if act == state.SWAP and move[state.TO] == state.NONE:
                left[JOKER] += 1
            yield left.tobytes(), after.tobytes(), laid + int(act != state.SHIFT)


def least_by_moves(starts, rules, points):
    limited = rules.lay_off_limit < 100
    seen, waiting = set(starts), list(starts)
    while waiting:
        hand, melds, laid = waiting.pop()
        for left, table, more in successors(hand, melds, rules, laid):
            after = (left, table, more if limited else 0)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    hands = [np.frombuffer(hand, dtype=np.uint8) for hand, _, _ in seen]
    return min(int(hand @ points) for hand in hands), min(int(hand.sum()) for hand in hands)


def counts_of(cards):
    return np.bincount(cards, minlength=KINDS).astype(np.uint8)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_moves_a_table_allows_lead_to_the_least_points_and_cards_of_the_case(case):
    ruleset = load_ruleset(case["ruleset"], set=case.get("set") or {})
    contract = case.get("contract")
    course = ContractGame(ruleset, players=4, contract=contract or "TE").course
    rules = course.table_rules._replace(melds_a_seat=4)
    cards, table = np.array(parse_cards(case["hand"])), table_of(ruleset, case["table"], 4)
    if contract is None:
        starts = [(counts_of(cards).tobytes(), table.tobytes(), 0)]
    else:
        starts = []
        wanted = Contract.of(contract)
        for laid in lay_downs(counts_of(cards).astype(np.int64), *wanted, lower_contract(ruleset)):
            rows = table.copy()
            own = [meld_row(meld, part) for meld, part in zip(laid.sets, laid.set_cards, strict=True)]
            own += [meld_row(run, ()) for run in laid.runs]
            rows[: len(own)] = own
            starts.append((np.array(laid.hand, dtype=np.uint8).tobytes(), rows.tobytes(), 0))
    expect = case["expect"]
    if expect["min_points_left"] is None:
        assert not starts
        return
    least = least_by_moves(starts, rules, course.points)
    assert least == (expect["min_points_left"], expect["min_cards_left"])


def random_table(rng):
    """Return a hand and melds with jokers, as text."""
    melds = []
    for _ in range(rng.integers(1, 4)):
        suit, start, length = "SHDC"[rng.integers(4)], rng.integers(13), rng.integers(4, 7)
        cells = ["A23456789TJQK"[(start + cell) % 13] + suit for cell in range(length)]
        for cell in rng.permutation(length)[: rng.integers(0, 3)]:
            if all(cells[near] != "JK" for near in (cell - 1, cell + 1) if 0 <= near < length):
                cells[cell] = "JK"
        melds.append(f"{rng.integers(0, 3)}:E:{' '.join(cells)}")
    return [format_card(int(card)) for card in rng.choice(53, rng.integers(2, 6))], melds


@pytest.mark.parametrize("seed", range(25))
def test_swaps_and_moves_of_the_tables_are_those_of_the_independent_referee(seed):
    rng = np.random.default_rng(seed)
    hand, melds = random_table(rng)
    ruleset = load_ruleset("continental")
    course = ContractGame(ruleset, players=4, contract="TE").course
    rules = course.table_rules._replace(melds_a_seat=4)
    value = {format_card(card): int(course.points[card]) for card in range(KINDS)}
    start = (counts_of(parse_cards(hand)).tobytes(), table_of(ruleset, melds, 4).tobytes(), 0)
    assert least_by_moves([start], rules, course.points) == least_left(hand, melds, value, House())


@pytest.mark.parametrize("seed", range(25))
def test_plain_lay_offs_are_legal_and_leave_nothing_that_fits(seed):
    rng = np.random.default_rng(100 + seed)
    hand, melds = random_table(rng)
    ruleset = load_ruleset("continental")
    course = ContractGame(ruleset, players=4, contract="TE").course
    rules = course.table_rules._replace(melds_a_seat=4)
    table, counts = table_of(ruleset, melds, 4), counts_of(parse_cards(hand))
    moves = np.zeros((40, state.MOVE_FIELDS), dtype=np.int64)
    left = counts.astype(np.int64)
    planned = table.copy()
    made = plan_lay_offs(left, planned, 0, len(table), 0, rules, course.points, moves)
    reached = {(counts.tobytes(), table.tobytes())}
    for _ in range(made):
        reached = {(hand, table) for state_ in reached for hand, table, _ in successors(*state_, rules, 0)}
    assert (left.astype(np.uint8).tobytes(), planned.tobytes()) in reached
    lay_offs = find_move(state.LAY_OFF, -1, left.astype(np.uint8), int(left.sum()), planned, 0, 0, rules, moves[0])
    assert lay_offs == 0
