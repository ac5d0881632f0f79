"""Benchmarks: turns are fair, hands are what they are said to be, figures are compared with the right bar."""

import json
from types import SimpleNamespace

import numpy as np
import pytest

from meldlab.kernels.cards.cards import counts_from_planes
from meldlab.kernels.cards.deal_rules import Cut, deal_rules
from meldlab.sim.bench.actions import Measure, Sizes
from meldlab.sim.bench.declare.hands import near_complete_hands
from meldlab.sim.bench.measures import BARS, PACKS, Bar, Effort, Figure, Pack, PackBench, chosen_packs
from meldlab.sim.bench.report import HEADINGS, cells, document, markdown
from meldlab.sim.bench.turns import take_turns
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.games.declare.block_solver import DeclareSolver, DeclareTables
from meldlab.sim.games.declare.lower import lower_declare
from meldlab.sim.rules import load_ruleset

GOING_DOWN = (Measure.DEAL_AND_CAN_GO_DOWN, Measure.DEAL_AND_POINTS_LEFT)
OF_CONTRACTS = (*GOING_DOWN, Measure.DISTANCE)
TINY = Effort(
    Sizes(blocks=1, near_complete=64, pipeline=3000, searched=16), rounds=1, thread_deals=3000, thread_rounds=1
)


def test_actions_take_turns_and_the_median_is_returned():
    now = 0.0
    called = []
    waits = {"a": iter([99, 1, 5, 2]), "b": iter([99, 10, 10, 40])}

    def action(name):
        def call():
            nonlocal now
            called.append(name)
            now += next(waits[name])

        return call

    assert take_turns({"a": action("a"), "b": action("b")}, rounds=3, clock=lambda: now) == {"a": 2, "b": 10}
    assert called == ["a", "b"] * 4


@pytest.fixture(scope="module")
def points_rummy():
    return DeclareTables(lower_declare(load_ruleset("indian-rummy-points")), cards=13)


def test_near_complete_hands_come_from_the_pack_and_often_still_declare(points_rummy):
    solver, deal = DeclareSolver(points_rummy), deal_rules(decks=2, printed_jokers=1, cut=Cut.ACES)
    hands = near_complete_hands(solver, deal, hands=1000, seed=7)
    counts = counts_from_planes(hands)
    assert (counts.sum(axis=1) == 13).all()
    assert counts.max() <= 2
    assert set(hands.wild_ranks.tolist()) == set(range(13))
    share = solver.solve(hands).can_declare.mean()
    assert 0.25 < share < 0.7  # a quarter keeps all its cards, and some exchanges do no harm
    again = near_complete_hands(solver, deal, hands=1000, seed=7)
    assert all(np.array_equal(one, other) for one, other in zip(hands, again, strict=True))


def test_rules_that_no_such_hand_declares_are_told():
    never = SimpleNamespace(solve=lambda hands: SimpleNamespace(can_declare=np.zeros(len(hands.once), dtype=np.uint8)))
    with pytest.raises(ValueError, match="can be declared under these rules"):
        near_complete_hands(never, deal_rules(decks=2, printed_jokers=1, cut=Cut.ACES), hands=1, seed=1)


@pytest.fixture(scope="module")
def strict_bench():
    return PackBench(Pack("indian-rummy-strict", 2), TINY)


def test_every_measure_of_a_pack_has_hands_time_and_ratio(strict_bench):
    figures = strict_bench.measure()
    others = {Measure.TWO_THREADS, Measure.DEADWOOD, Measure.DEAL_AND_DEADWOOD, Measure.DEAL_AND_VALUE, *GOING_DOWN}
    assert {figure.measure for figure in figures} == {*Measure} - others
    assert all(figure.hands > 0 and figure.ns_per_hand > 0 for figure in figures)
    scalar = figures[0].ns_per_hand
    assert all(figure.scalar_deals == pytest.approx(figure.ns_per_hand / scalar) for figure in figures)
    assert all(figure.held is None for figure in figures)  # no bar was set for the strict reading


def test_one_measure_alone_and_two_threads(strict_bench):
    (vector,) = strict_bench.measure(Measure.VECTOR_DEAL)
    assert vector.speedup == pytest.approx(1 / vector.scalar_deals)
    threads = strict_bench.measure_threads()
    assert (threads.measure, threads.hands, threads.scalar_deals) == (Measure.TWO_THREADS, 3000, None)
    assert threads.speedup > 0


def test_gin_is_measured_in_vector_deals_too():
    figures = {figure.measure: figure for figure in PackBench(Pack("gin", 1), TINY).measure()}
    assert list(figures) == [
        Measure.SCALAR_DEAL,
        Measure.VECTOR_DEAL,
        Measure.DEADWOOD,
        Measure.DEAL_AND_DEADWOOD,
        Measure.PIPELINE,
    ]
    vector, whole = figures[Measure.VECTOR_DEAL], figures[Measure.DEAL_AND_DEADWOOD]
    assert whole.vector_deals == pytest.approx(whole.ns_per_hand / vector.ns_per_hand)
    assert str(whole.bar) == "<= 2.2 vector deals"
    assert whole.held is (whole.vector_deals <= 2.2)


def test_contracts_are_measured_going_down_and_by_what_stays():
    figures = {figure.measure: figure for figure in PackBench(Pack("continental", 2, "TE"), TINY).measure()}
    assert list(figures) == [Measure.SCALAR_DEAL, Measure.VECTOR_DEAL, *OF_CONTRACTS, Measure.PIPELINE]
    assert [str(figures[measure].bar) for measure in OF_CONTRACTS] == [
        "<= 25 scalar deals",
        "<= 60 scalar deals",
        "None",
    ]


def test_can_declare_is_left_out_where_0_points_imply_it():
    assert Measure.CAN_DECLARE not in PackBench(Pack("indian-rummy-points", 2), TINY).actions


@pytest.mark.parametrize(
    ("bar", "ratio", "held"),
    [
        (Bar("scalar_deals", 5), 5.0, True),
        (Bar("scalar_deals", 5), 5.1, False),
        (Bar("vector_deals", 2.2), 2.3, False),
        (Bar("speedup", 1.8), 1.8, True),
        (Bar("speedup", 1.8), 1.7, False),
    ],
)
def test_a_ratio_is_on_one_side_of_its_bar(bar, ratio, held):
    assert bar.holds(ratio) is held


def test_bars_belong_to_packs_and_measures_that_are_made():
    assert {pack for pack, _ in BARS} == {*PACKS[:4], *PACKS[5:]}
    assert [pack for pack, measure in BARS if measure is Measure.CAN_DECLARE] == list(PACKS[:3])
    assert [(pack.decks, bar.limit) for (pack, measure), bar in BARS.items() if measure is Measure.DEAL_AND_POINTS] == [
        (2, 5),
        (3, 6),
        (2, 6),
    ]


@pytest.mark.parametrize(("game", "decks", "number"), [(None, 3, 1), ("indian-rummy", None, 3), ("continental", 2, 7)])
def test_packs_are_chosen_by_game_and_decks(game, decks, number):
    assert len(chosen_packs(game=game, decks=decks)) == number


def test_a_pack_names_its_contract():
    assert str(Pack("continental", 2, "TE")) == "continental TE, 2 decks"
    assert Figure(Pack("continental", 2, "TE"), Measure.SCALAR_DEAL, 1, 1.0, 1.0).record()["contract"] == "TE"


def test_a_pack_that_is_not_measured_is_refused():
    with pytest.raises(MeldlabError, match=r"no benchmark of gin with 4 decks.*indian-rummy-strict, 2 decks"):
        chosen_packs(game="gin", decks=4)


FIGURES = [
    Figure(PACKS[1], Measure.SCALAR_DEAL, 100, 20.0, 1.0),
    Figure(PACKS[1], Measure.DEAL_AND_POINTS, 100, 120.0, 6.0, vector_deals=24.0),
    Figure(PACKS[1], Measure.TWO_THREADS, 100, 1234.5, None, speedup=1.9),
]


def test_lines_of_the_table():
    assert [cells(figure) for figure in FIGURES] == [
        ("deal, one by one", "20", "1", "", "", "", ""),
        ("deal + exact points", "120", "6", "24", "", "<= 5 scalar deals", "no"),
        ("whole pipeline, two threads", "1,234", "", "", "1.9", ">= 1.8 times as fast", "yes"),
    ]
    assert len(HEADINGS) == len(cells(FIGURES[0]))


def test_the_record_describes_the_machine_and_names_no_place():
    whole = document(FIGURES, command="meldlab bench")
    described = {"date", "meldlab", "kernels", "cores", "os", "cpu", "python", "numba", "numpy", "polars"}
    assert set(whole["machine"]) == described
    assert json.loads(json.dumps(whole))["figures"][1]["scalar_deals"] == 6.0
    page = markdown(FIGURES, command="meldlab bench")
    assert "## indian-rummy, 2 decks" in page
    assert "| deal + exact points | 120 | 6 | 24 |  | <= 5 scalar deals | no |" in page
    assert f"- cpu: {whole['machine']['cpu']}" in page
