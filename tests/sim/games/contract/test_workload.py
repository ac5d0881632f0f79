"""Contract hands by the million: columns against the solver of single hands, frequencies against exact ones."""

import json
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

import pytest
from places import CASES

from meldlab.sim.analyze.analyze import analyze
from meldlab.sim.common.errors import RulesError
from meldlab.sim.games.contract.workload import ContractWorkload
from meldlab.sim.rules import load_ruleset
from meldlab.sim.simulate.simulate import simulate

EXACT = json.loads((CASES / "exact.json").read_text(encoding="utf-8"))["continental"]
DEALS = 150_000


@pytest.mark.parametrize("contract", ["TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE"])
def test_columns_say_what_the_analysis_of_each_hand_says(contract: str) -> None:
    ruleset = load_ruleset("continental", set={"deal.extra": 8}).for_deal(contract)
    outcomes, hands = ContractWorkload(ruleset, decks=2, seed=3).stream(0).take_with_hands(60)
    down = 0
    for place, hand in enumerate(hands):
        cards = hand[:-1].tolist()
        assert len(cards) == ruleset.least_cards(contract) + 8
        answer = analyze(cards, ruleset, contract=contract, advise=True).to_dict()
        found = {name: int(column[place]) for name, column in outcomes.items()}
        assert found["distance"] == answer["distance"]
        assert bool(found["can_go_down"]) == answer["can_go_down"]
        assert bool(found["can_close"]) == answer["can_close"]
        if answer["can_go_down"]:
            down += 1
            assert found["min_points_left"] == answer["min_points_left"]
            assert found["min_cards_left"] == answer["min_cards_left"]
        else:
            points = [*ruleset.points.by_rank * 4, 50]
            assert found["min_points_left"] == sum(points[card] for card in cards)
            assert found["min_cards_left"] == len(cards)
    assert down


@pytest.mark.parametrize(
    ("changes", "least"),
    [
        ({"run.min_naturals": 5}, {"TTT": 9, "TTE": 11, "EEE": 15}),
        ({"set.min_naturals": 4}, {"TTT": 12, "TTE": 12, "EEE": 12}),
        ({"run.min_naturals": 3, "set.min_naturals": 2}, {"TTT": 9, "TTE": 10, "EEE": 12}),
        ({"run.max_wilds": 0, "set.max_wilds": 0}, {"TTT": 9, "TTE": 10, "EEE": 12}),
    ],
)
def test_a_player_is_dealt_the_least_that_the_melds_need_and_the_extra_cards(
    changes: dict[str, object], least: dict[str, int]
) -> None:
    ruleset = load_ruleset("continental", set=changes)
    for contract, cards in least.items():
        assert ruleset.cards_dealt(contract) == cards + ruleset.deal.extra
        outcomes = ContractWorkload(ruleset.for_deal(contract), decks=2, seed=3).stream(0)
        _, hands = outcomes.take_with_hands(1)
        assert hands.shape[1] == cards + ruleset.deal.extra + 1  # the last column is the wild rank


def events() -> Iterator[tuple[str, int, str, Fraction]]:
    for row in EXACT:
        for name, text in (("p_can_go_down", "can_go_down"), ("p_can_close", "can_close")):
            if name in row:
                yield row["contract"], row["cards"], text, Fraction(*map(int, row[name]))
        for away, share in row.get("distance_distribution", {}).items():
            yield row["contract"], row["cards"], f"distance == {away}", Fraction(*map(int, share))


def check_frequencies(contract: str, cards: int, deals: int) -> int:
    wanted = [(text, share) for found, size, text, share in events() if (found, size) == (contract, cards)]
    least = load_ruleset("continental").least_cards(contract)
    result = simulate(
        "continental",
        contract=contract,
        set={"deal.extra": cards - least},
        deals=deals,
        seed=8,
        features=[text for text, _ in wanted],
    )
    checked = 0
    for row, (text, share) in zip(result.table().iter_rows(named=True), wanted, strict=True):
        assert row["feature"] == text
        if deals * share >= 25:
            error = sqrt(share * (1 - share) / deals)
            assert abs(row["probability"] - float(share)) <= 4 * error, text
            checked += 1
    return checked


@pytest.mark.parametrize(("contract", "cards"), [("TT", 7), ("TT", 8), ("EE", 9), ("EE", 10)])
def test_frequencies_are_those_of_the_exact_table(contract: str, cards: int) -> None:
    assert check_frequencies(contract, cards, DEALS)


@pytest.mark.full
@pytest.mark.parametrize(("contract", "cards"), [("TT", 7), ("TT", 8), ("EE", 9), ("EE", 10)])
def test_frequencies_of_many_deals(contract: str, cards: int) -> None:
    assert check_frequencies(contract, cards, 20_000_000)


MEANS = {"TT": 2.1153, "TE": 2.18, "EE": 3.06, "TTT": 2.7040, "TTE": 2.59, "TEE": 3.09, "EEE": 4.11}


@pytest.mark.parametrize("contract", MEANS)
def test_mean_distances_are_those_of_the_rules_document(contract: str) -> None:
    counts = simulate("continental", contract=contract, set={"deal.extra": 2}, deals=20_000, seed=5).to_polars()
    mean = (counts["distance"] * counts["count"]).sum() / counts["count"].sum()
    assert abs(mean - MEANS[contract]) < 0.06


def test_the_contract_decides_what_is_dealt_and_is_part_of_the_rules() -> None:
    ruleset = load_ruleset("continental")
    one = ruleset.for_deal("ete")
    assert one.contract.hands == ("TEE",)
    assert one.cards_dealt() == 12
    assert one.sha256 != ruleset.sha256
    assert one.for_deal(None) == one
    with pytest.raises(RulesError, match="contract is missing"):
        ruleset.for_deal(None)
    with pytest.raises(RulesError, match="no contracts"):
        load_ruleset("gin").for_deal("TT")
    with pytest.raises(RulesError, match="one to eight letters"):
        ruleset.for_deal("TX")


def test_a_contract_beyond_the_pack_is_refused() -> None:
    overrides = {"run.max_wilds": 0, "set.max_wilds": 0, "set.all_wild": False, "set.min": 5, "deal.extra": 0}
    ruleset = load_ruleset("continental", set=overrides | {"contract.hands": ["T"]})
    with pytest.raises(RulesError, match="does not hold"):
        ContractWorkload(ruleset, decks=1, seed=1).prepare()
