"""Features of dealt hands against the sentences that define them, and outcomes against the solvers of single hands."""

import random

import numpy as np
import pytest
from kernel_calls import search_many
from odds_brute import Definitions

from meldlab.sim.automata.block import Block
from meldlab.sim.automata.deal import Deal
from meldlab.sim.common.errors import QueryError
from meldlab.sim.games.contract.hand_solver import Contract, ContractSolver
from meldlab.sim.games.deadwood.hand_solver import DeadwoodSolver
from meldlab.sim.games.deadwood.lower import lower_deadwood
from meldlab.sim.games.declare.distance import DistanceSolver
from meldlab.sim.games.declare.lower import lower_declare
from meldlab.sim.games.value.hand_solver import ValueSolver
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.features.hand_features import HandFeatures, outcome_solver
from meldlab.sim.query.query import Feature
from meldlab.sim.rules import load_ruleset

COUNTED = [
    "jokers",
    "wilds",
    "naturals(A)",
    "naturals(2JQK)",
    "most_of(any)",
    "most_of(2A)",
    "cards(H)",
    "most_in_suit",
    "ranks_in_suit",
    "natural_run",
    "natural_set",
    "identical_three",
]
FULL_RUNS = ["full_clean", "full_semi1", "full_semi2", "full_dirty"]


def feature(text):
    name, _, argument = text.partition("(")
    return Feature(name, argument.rstrip(")"))


def crowded(rng, *, decks, jokers, hands):
    """Hands of few kinds: many copies, long runs."""
    counts = np.zeros((hands, 53), dtype=np.uint8)
    for hand in counts:
        suit, rank = 13 * rng.randrange(4), rng.randrange(13)
        kinds = [suit + place for place in range(13)] + [13 * other + rank for other in range(4)] + [52, 52]
        for kind in rng.choices(kinds, k=rng.randrange(3, 26)):
            hand[kind] = min(hand[kind] + 1, jokers if kind == 52 else decks)
    return counts


@pytest.mark.parametrize("decks", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("ace", ["low", "high", "either", "circular"])
def test_features_are_what_their_sentences_say(decks, ace):
    rng = random.Random(f"{decks} {ace}")
    rules = {"run.ace": ace, "set.distinct_suits": rng.random() < 0.5, "set.max": rng.choice((3, 4, "none"))}
    if decks <= 3:
        ruleset = load_ruleset("indian-rummy", set=rules | {"run.identical_three": rng.random() < 0.5})
    else:
        ruleset = load_ruleset("continental", set=rules)
    counts = crowded(rng, decks=decks, jokers=2 * decks, hands=60)
    wild_ranks = np.array([rng.randrange(-1, 13) for _ in counts])
    columns = HandFeatures(counts, wild_ranks, ruleset)
    definitions = Definitions(ruleset, pack=None)
    for text in COUNTED:
        asked = feature(text)
        found = columns.column(asked)
        told = [
            definitions.feature(tuple(map(int, hand)), None if rank < 0 else rank, asked.name, asked.argument)
            for hand, rank in zip(counts, wild_ranks.tolist(), strict=True)
        ]
        assert found.tolist() == told, text


def test_pinacle_twos_are_wild_and_full_runs_are_found():
    rng = random.Random(5)
    ruleset = load_ruleset("pinacle")
    counts = crowded(rng, decks=2, jokers=4, hands=300)
    definitions = Definitions(ruleset, pack=None)
    columns = HandFeatures(counts, np.full(len(counts), -1), ruleset)
    for text in [*COUNTED, *FULL_RUNS]:
        asked = feature(text)
        told = [definitions.feature(tuple(map(int, hand)), None, asked.name, asked.argument) for hand in counts]
        assert columns.column(asked).tolist() == told, text
    assert columns.column(Feature("full_dirty")).any()


def solved(deal, counts, text, wild_ranks=None):
    case = next(iter(deal.cases()))
    ranks = np.full(len(counts), -1) if wild_ranks is None else wild_ranks
    return outcome_solver(deal).column(feature(text), Block(counts, ranks, [case.pool], [len(counts)])).tolist()


def dealt(rng, deal, hands):
    case = next(iter(deal.cases()))
    cards = np.repeat(np.arange(53), case.pool.unseen)
    chosen = [rng.permutation(cards)[: deal.cards] for _ in range(hands)]
    return np.array([np.bincount(hand, minlength=53) for hand in chosen], dtype=np.uint8)


@pytest.mark.parametrize(("cards", "decks"), [(13, 2), (16, 2), pytest.param(13, 3, marks=pytest.mark.full)])
def test_points_and_declaration_are_those_of_the_search(cards, decks):
    deal = Deal.of(Setting.of("indian-rummy", cards=cards, decks=decks, wild="7D"))
    counts = dealt(np.random.default_rng(1), deal, 60)
    ranks = np.full(60, 6)
    points, declare, lives = np.zeros(60, np.int64), np.zeros(60, np.uint8), np.zeros(60, np.uint8)
    search_many(counts, ranks, lower_declare(deal.ruleset), points, declare, lives)
    for text, told in (("points", points), ("can_declare", declare), ("has_lives", lives)):
        assert solved(deal, counts, text, ranks) == told.tolist()


def test_the_distance_counts_the_cards_that_may_still_come():
    deal = Deal.of(Setting.of("indian-rummy", wild="7D", dead="5H 5H 6H"))
    counts = dealt(np.random.default_rng(2), deal, 20)
    left = np.full(53, 2, dtype=np.uint8)
    left[[52, 13 + 4, 13 + 5, 26 + 6]] = 2 * deal.ruleset.pack.printed_jokers, 0, 1, 1
    solver = DistanceSolver(lower_declare(deal.ruleset), cards=13, decks=2)
    told = [solver.distance(hand, left - hand, 6) for hand in counts]
    assert solved(deal, counts, "distance", np.full(20, 6)) == told


@pytest.mark.parametrize("decks", [2, 4])
@pytest.mark.parametrize("dead", ["", "5H 5H 6H 7D JK JK"])
def test_contract_outcomes_are_those_of_single_hands(decks, dead):
    deal = Deal.of(Setting.of("continental", contract="TE", dead=dead, decks=decks))
    counts = np.vstack([dealt(np.random.default_rng(3), deal, 12), _near_contract(deal)])
    solver = ContractSolver(deal.ruleset, decks=decks, dead=deal.situation.dead)
    figures = [
        (solver.figures(cards, Contract(1, 1)), solver.distance(cards, Contract(1, 1)), cards)
        for cards in (np.repeat(np.arange(53), hand).tolist() for hand in counts)
    ]
    assert solved(deal, counts, "can_go_down") == [int(each.can_go_down) for each, _, _ in figures]
    assert solved(deal, counts, "can_close") == [int(each.can_close) for each, _, _ in figures]
    assert solved(deal, counts, "distance") == [away for _, away, _ in figures]
    cards_left = [each.min_cards_left if each.can_go_down else len(cards) for each, _, cards in figures]
    assert solved(deal, counts, "min_cards_left") == cards_left
    points = [each.min_points_left if each.can_go_down else sum(map(solver.value, cards)) for each, _, cards in figures]
    assert solved(deal, counts, "min_points_left") == points
    assert any(each.can_go_down for each, _, _ in figures)


def _near_contract(deal):
    hand = np.zeros(53, dtype=np.uint8)
    hand[[0, 13, 26, 1, 2, 3, 4, 30, 44, 50]] = 1
    return np.tile(hand, (2, 1))


def test_deadwood_and_value_are_those_of_single_hands():
    gin = Deal.of(Setting.of("gin"))
    counts = dealt(np.random.default_rng(4), gin, 200)
    told = DeadwoodSolver(lower_deadwood(gin.ruleset)).deadwood([np.flatnonzero(hand).tolist() for hand in counts])
    assert solved(gin, counts, "deadwood") == told.tolist()
    for cards in (11, 20):
        pinacle = Deal.of(Setting.of("pinacle", cards=cards))
        counts = dealt(np.random.default_rng(5), pinacle, 25)
        solver = ValueSolver(pinacle.ruleset)
        assert solved(pinacle, counts, "value") == [solver.value(hand) for hand in counts]


def test_what_a_solver_cannot_do_is_refused_with_its_limit():
    large = Deal.of(Setting.of("indian-rummy", cards=30, decks=2))
    with pytest.raises(QueryError, match="26 cards"):
        solved(large, dealt(np.random.default_rng(6), large, 1), "points")
    with pytest.raises(QueryError, match="hands of 13 cards"):
        solved(large, dealt(np.random.default_rng(6), large, 1), "distance")
