"""Advice on contract hands that have a card to throw: what is still to be drawn, and whose chances are told."""

from collections import Counter
from fractions import Fraction
from typing import Any

import contract_brute as brute
import numpy as np
import pytest
from contract_hands import pack

from meldlab.sim.analyze.analyze import analyze
from meldlab.sim.common.notation import parse_cards
from meldlab.sim.hand.advice import hit_chance
from meldlab.sim.rules import load_ruleset

RULES = load_ruleset("continental")
README = "7S 7D 7C 5H 8H JK JK 3D KD"


def advised(hand: str | list[int], contract: str, **more: Any) -> dict[str, Any]:
    return analyze(hand, RULES, contract=contract, advise=True, **more).to_dict()


def row_of(answer: dict[str, Any], card: str) -> dict[str, Any]:
    return next(each for each in answer["discards"] if each["card"] == card)


def test_the_card_thrown_lies_on_the_pile_it_is_neither_held_nor_to_be_drawn() -> None:
    row = row_of(advised("3S 5H JK JK 6H 7D 9C KD KC", "TE"), "JK")
    assert (row["distance"], row["out_copies"]) == (2, 18)


def test_a_distance_never_rests_on_the_card_just_thrown() -> None:
    hand = parse_cards("5S 5H 9S 9C 9D KH 2D 3C")
    dead = Counter(pack().tolist()) - Counter([*hand, *parse_cards("5S")])  # one 5S is all that may come
    answer = advised(list(hand), "TT", dead=list(dead.elements()))
    assert row_of(answer, "KH")["distance"] == 1
    assert row_of(answer, "5S")["distance"] is None


def _case(rng: np.random.Generator, contract: str) -> tuple[list[int], list[int]]:
    """Return a hand with a card to throw, and cards seen elsewhere: few, or nearly all the rest of the pack."""
    cards = rng.permutation(pack())
    size = 3 * contract.count("T") + 4 * contract.count("E") + 2
    rest = cards[size:]
    dead = int(rng.choice([0, 10, 60, len(rest) - 12, len(rest) - 5, len(rest) - 2]))
    return [int(card) for card in cards[:size]], [int(card) for card in rest[:dead]]


def _outs(kept: list[int], there: np.ndarray, sets: int, runs: int, away: int | None) -> int:
    if not away:
        return 0
    pool = there - np.bincount(kept, minlength=53)
    return sum(
        int(pool[card])
        for card in np.flatnonzero(pool).tolist()
        if brute.distance([*kept, card], there, sets, runs, brute.Rules()) == away - 1
    )


def _check_rows_by_hand(seed: int, hands: int, *contracts: str) -> None:
    rng = np.random.default_rng(seed)
    whole = np.bincount(pack(), minlength=53)
    seen: Counter[object] = Counter()
    for number in range(hands):
        contract = contracts[number % len(contracts)]
        sets, runs = contract.count("T"), contract.count("E")
        hand, dead = _case(rng, contract)
        answer = advised(hand, contract, dead=dead)
        for row in answer.get("discards", []):
            (card,) = parse_cards(row["card"])
            kept = list(hand)
            kept.remove(card)
            there = whole - np.bincount([*dead, card], minlength=53)
            away = brute.distance(kept, there, sets, runs, brute.Rules())
            assert row["distance"] == away, (hand, dead, row)
            if len(contract) == 1:
                assert row["out_copies"] == _outs(kept, there, sets, runs, away), (hand, dead, row)
            else:  # too many hands for brute force: as a hand asked about alone, with the card seen elsewhere
                assert row["out_copies"] == advised(kept, contract, dead=[*dead, card])["out_copies"]
            seen[away] += 1
        if "after_best_discard" in answer:
            first, after = answer["discards"][0], answer["after_best_discard"]
            assert (first["card"], first["distance"], first["out_copies"]) == (
                answer["hit_after"],
                after["distance"],
                after["out_copies"],
            )
            unseen = 110 - len(hand) - len(dead)
            assert answer["hit_next"] == after["hit_next"] == float(hit_chance(first["out_copies"], unseen, 1))
    assert {None, 1, 2} <= set(seen)


def test_rows_are_those_of_brute_force_with_the_pool_less_the_card_thrown() -> None:
    _check_rows_by_hand(1, 5, "T", "T", "E")


@pytest.mark.full
def test_rows_of_three_hundred_hands_are_those_of_brute_force() -> None:
    _check_rows_by_hand(2, 300, "T", "T", "T", "T", "E", "TT")


def test_chances_are_those_after_the_best_discard_and_the_answer_names_it() -> None:
    answer = advised(README, "TE")
    assert (answer["distance"], answer["out_copies"]) == (1, 24)  # of all cards in hand
    assert answer["hit_after"] == answer["discards"][0]["card"] == "KD"
    assert answer["after_best_discard"]["out_copies"] == 20
    assert answer["hit_next"] == answer["after_best_discard"]["hit_next"] == 20 / 101
    advice = analyze(README, RULES, contract="TE", advise=True).advice  # type: ignore[attr-defined]
    assert advice is not None
    assert advice.hit_within(1) == Fraction(20, 101)
    assert advice.kept.thrown == parse_cards("KD")[0]


def test_chances_of_a_hand_of_the_dealt_size_are_its_own() -> None:
    answer = advised(README[:-3], "TE")
    assert answer["hit_next"] == answer["out_copies"] / 102
    assert not {"hit_after", "after_best_discard", "discards"} & set(answer)


def test_a_hand_that_goes_down_waits_for_nothing() -> None:
    answer = advised("7S 7D 7C 5H 6H 7H 8H 3D KD", "TE")
    assert (answer["distance"], answer["hit_next"]) == (0, 1.0)
    assert answer["discards"]


def test_a_hand_without_a_card_left_to_throw_has_no_discards() -> None:
    assert "discards" not in advised("JK JK JK AS 3S KS", "E")
    bound = load_ruleset("continental", set={"play.close_needs_discard": True})
    assert analyze("JK JK JK AS 3S KS", bound, contract="E", advise=True).to_dict()["discards"]


def test_figures_of_an_indian_rummy_hand_and_of_gin_name_their_discard() -> None:
    hand = "4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD QH AC"
    answer = analyze(hand, "indian-rummy", wild="7", advise=True).to_dict()
    first: Any = answer["discards"]
    assert answer["hit_after"] == first[0]["card"] == "QH"
    assert answer["out_copies"] == first[0]["out_copies"]
    gin = analyze("7S 8S 9S 9H 9D 4C 4D 4H 3H 2H QS", "gin", advise=True).to_dict()
    assert gin["hit_after"] == "QS"
