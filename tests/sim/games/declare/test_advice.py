"""Advice on Indian rummy hands (rules, 3.5 and 3.6; cli: analyze --advise)."""

import json
from fractions import Fraction
from itertools import combinations

import pytest

from meldlab.sim.analyze.analyze import analyze
from meldlab.sim.analyze.batch import answer_lines
from meldlab.sim.hand.advice import Candidate, hit_chance, rank_discards

WAITING = "2C 3C 4C 7S 8S 9S TS KC KD KH 5D 6D JH"  # for a third diamond, or a joker in its place
SITUATION = {"wild": "QH", "decks": 2}


def advised(hand: str, **given: object) -> dict[str, object]:
    return analyze(hand, "indian-rummy", advise=True, **{**SITUATION, **given}).to_dict()


def test_the_chance_of_a_hit_is_counted_exactly() -> None:
    for unseen, outs, draws in ((7, 2, 3), (6, 0, 2), (5, 5, 1), (4, 1, 6)):
        hits = [min(drawn) < outs for drawn in combinations(range(unseen), min(draws, unseen))]
        assert hit_chance(outs, unseen, draws) == Fraction(sum(hits), len(hits))
    assert hit_chance(0, 0, 1) == 0


def test_outs_are_counted_in_copies_that_are_left() -> None:
    answer = advised(WAITING)
    assert answer["distance"] == 1
    assert answer["outs"] == {"4D": 2, "7D": 2, "QS": 2, "QH": 1, "QD": 2, "QC": 2, "JK": 4}
    assert (answer["out_kinds"], answer["out_copies"]) == (7, 15)
    assert answer["hit_next"] == pytest.approx(15 / 94)
    within = answer["hit_within"]
    assert isinstance(within, dict)
    assert within["2"] == pytest.approx(1 - (79 * 78) / (94 * 93))


def test_a_cut_card_of_unknown_suit_stays_in_the_pool() -> None:
    assert advised(WAITING, wild="Q")["outs"]["QH"] == 2  # type: ignore[index]


def test_dead_cards_are_no_outs() -> None:
    answer = advised(WAITING, dead="4D 4D 7D JK")
    assert answer["outs"] == {"7D": 1, "QS": 2, "QH": 1, "QD": 2, "QC": 2, "JK": 3}
    assert answer["hit_next"] == pytest.approx(11 / 90)


def test_at_distance_0_there_is_nothing_to_wait_for() -> None:
    answer = advised(WAITING.replace("JH", "7D"))
    assert (answer["distance"], answer["outs"], answer["out_copies"], answer["hit_next"]) == (0, {}, 0, 1.0)
    assert set(answer["hit_within"].values()) == {1.0}  # type: ignore[attr-defined]


def test_farther_hands_have_no_outs_and_name_cards_that_would_do() -> None:
    answer = advised("2C 3C 4C 7S 8S 9S TS KC KD 3H 5D 6D JH")
    assert (answer["distance"], answer["outs"], answer["hit_next"]) == (2, {}, 0.0)
    assert len(answer["wanted"]) == 2  # type: ignore[arg-type]


def test_a_card_improves_a_farther_hand_when_the_right_discard_leaves_it_closer() -> None:
    hand = "2C 3C 4C 7S 8S 9S TS KC KD 3H 5D 6D JH"
    improving = advised(hand)["improving"]
    assert isinstance(improving, dict)
    assert sum(improving.values()) == 21
    for card in ("4D", "QD", "JK", "JS", "5C", "8D", "6S"):
        after = advised(f"{hand} {card}")["distance"]
        assert (after == 1) == (card in improving), card
    assert "improving" not in advised(WAITING)


def test_fourteen_cards_have_the_least_distance_of_their_discards_and_each_its_own() -> None:
    answer = advised(f"{WAITING} AS")
    discards = answer["discards"]
    assert isinstance(discards, list)
    assert answer["distance"] == min(discard["distance"] for discard in discards) == 1
    for discard in discards:
        rest = f"{WAITING} AS".split()
        rest.remove(discard["card"])
        # the card thrown lies on the table: it is dead for the hand that is left
        alone = advised(" ".join(rest), dead=discard["card"])
        assert [alone[name] for name in ("points", "can_declare", "distance", "out_copies")] == [
            discard[name] for name in ("points", "can_declare", "distance", "out_copies")
        ]
        assert discard["reason"]
    keys = [(each["distance"], -each["out_copies"], each["points"]) for each in discards]
    assert keys == sorted(keys)
    assert answer["outs"] == advised(WAITING, dead="AS")["outs"] if discards[0]["card"] == "AS" else True


def test_a_declaration_is_the_best_discard() -> None:
    answer = advised(f"{WAITING} 7D")
    first = answer["discards"][0]  # type: ignore[index]
    assert (answer["distance"], first["card"], first["can_declare"]) == (0, "JH", True)
    assert first["reason"] == "the rest can be declared, 0 points left"


def test_batch_lines_ask_for_advice() -> None:
    line = {"id": 7, "ruleset": "indian-rummy", "hand": WAITING, "advise": True, **SITUATION}
    (answer,) = answer_lines([json.dumps(line)])
    assert answer == {"id": 7, **advised(WAITING)}
    (plain,) = answer_lines([json.dumps(line | {"advise": False})])
    assert "distance" not in plain


def test_discards_are_ranked_by_distance_then_outs_then_the_games_own_order() -> None:
    def candidate(card: int, distance: int | None, outs: int, points: int) -> Candidate:
        return Candidate(card, {"points": points}, distance, outs, (points,), f"{points} points left", "done")

    ranked = rank_discards(
        [candidate(0, None, 0, 0), candidate(1, 2, 0, 5), candidate(2, 1, 3, 9), candidate(3, 1, 8, 9)]
    )
    assert [discard.card for discard in ranked] == [3, 2, 1, 0]
    assert [discard.reason for discard in ranked] == [
        "8 cards finish, 9 points left",
        "3 cards finish, 5 fewer than best, 9 points left",
        "2 cards away, 1 farther than best, 5 points left",
        "no card can help any more, 0 points left",
    ]


@pytest.mark.parametrize("dead", ["", "4D 4D 7D", "4D 4D 7D QS QS QH QD QD QC QC JK JK JK JK"])
def test_the_card_thrown_is_not_among_the_cards_still_to_come(dead: str) -> None:
    hand = f"{WAITING} 7D"
    answer = advised(hand, dead=dead)
    rows = answer["discards"]
    assert isinstance(rows, list)
    assert answer["hit_after"] == rows[0]["card"]
    for row in rows:
        kept = hand.split()
        kept.remove(row["card"])
        alone = advised(" ".join(kept), dead=f"{dead} {row['card']}")
        assert (row["distance"], row["out_copies"]) == (alone["distance"], alone["out_copies"])
