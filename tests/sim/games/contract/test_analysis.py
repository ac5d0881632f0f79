"""Hands and turns of contract games: all cases, melds that can be checked by hand, moves that can be played."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest
from contract_hands import JOKER, dealt, pack, planted, rich
from contract_referee import House, least_left, play
from places import CASES

from meldlab.sim.analyze.analyze import analyze, analyze_many, meld_kinds
from meldlab.sim.analyze.batch import answer_lines
from meldlab.sim.common.errors import MeldlabError
from meldlab.sim.common.notation import format_card, parse_cards
from meldlab.sim.games.contract.turn.table import MeldLimits
from meldlab.sim.rules import load_ruleset

RULES = load_ruleset("continental")
CONTRACTS = ["TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE"]
VALUE = {"JK": 50, **{r + s: v for r, v in zip("A23456789TJQK", RULES.points.by_rank, strict=True) for s in "SHDC"}}


def rows(name: str) -> list[dict[str, Any]]:
    lines = (CASES / name).read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["ruleset"] == "continental"]


@pytest.mark.parametrize(
    "name", ["continental.jsonl", "continental-variants.jsonl", "continental-layoff.jsonl", "field.jsonl"]
)
def test_every_field_of_every_case(name: str) -> None:
    cases = rows(name)
    answers = list(answer_lines(map(json.dumps, cases)))
    for case, answer in zip(cases, answers, strict=True):
        assert answer["id"] == case["id"]
        if "outs" in answer:
            answer["out_cards"] = sorted(answer["outs"])  # type: ignore[call-overload]
        assert {field: answer.get(field) for field in case["expect"]} == case["expect"], case
        check_arrangement(case["hand"], case.get("contract"), answer) if "melds" in answer else check_moves(
            case, answer
        )


def check_arrangement(hand: list[str], contract: str, answer: dict[str, Any]) -> None:
    """The melds are the contract's, each legal, and with the rest they are the hand; the rest costs what is said."""
    cards = [card for meld in answer["melds"] for card in meld["cards"]]
    assert Counter(cards) + Counter(answer["left"]) == Counter(hand)
    if not answer["can_go_down"]:
        assert answer["melds"] == []
        return
    kinds = "".join("T" if meld["kind"] == "set" else "E" for meld in answer["melds"])
    assert sorted(kinds) == sorted(contract)
    for meld in answer["melds"]:
        for card, place in zip(meld["cards"], meld["as"], strict=True):
            assert card in (place, "JK")


def check_moves(case: dict[str, Any], answer: dict[str, Any]) -> None:
    left = play(case["hand"], case["table"], answer["moves"], case.get("contract"))
    assert left == sorted(answer["left"])
    assert sum(VALUE[card] for card in left) == answer["min_points_left"]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_melds_are_legal_and_leave_what_is_said(contract: str) -> None:
    rng = np.random.default_rng(len(contract))
    limits = MeldLimits.of(RULES)
    down = 0
    for number in range(25):
        sets, runs = contract.count("T"), contract.count("E")
        hand = planted(rng, sets, runs, 3) if number % 2 else rich(rng, 15, int(rng.integers(3, 7)), suits=3, ranks=8)
        found = analyze(hand, RULES, contract=contract)
        answer = found.to_dict()
        check_arrangement([format_card(card) for card in hand], contract, answer)
        if answer["can_go_down"]:
            down += 1
            for meld in found.melds:  # type: ignore[attr-defined]
                assert (limits.set_of if meld.kind == "set" else limits.run_of)(meld.cards) is not None
            assert sum(VALUE[card] for card in answer["left"]) == answer["min_points_left"]  # type: ignore[attr-defined]
    assert down > 5


def test_thirty_cards_and_contracts_beyond_the_seven() -> None:
    rng = np.random.default_rng(2)
    for contract in ("EEE", "TEE", "TTTT", "TTTE", "EEEE", "TTEE"):
        hand = dealt(rng, 30)
        answer = analyze(hand, RULES, contract=contract, advise=True).to_dict()
        check_arrangement([format_card(card) for card in hand], contract, answer)
        assert (answer["distance"] == 0) == answer["can_go_down"]


def test_dead_cards_lower_the_copies_left_and_may_shut_the_way() -> None:
    hand = "5H 5D 9S 9C KH 2D 3C"
    free = analyze(hand, RULES, contract="TT", advise=True).to_dict()
    assert free["distance"] == 2
    assert free["outs"]["5S"] == 2  # type: ignore[index]
    seen = analyze(hand, RULES, contract="TT", advise=True, dead="5S").to_dict()
    assert seen["outs"]["5S"] == 1  # type: ignore[index]
    everything = Counter(pack().tolist()) - Counter(parse_cards(hand))
    shut = analyze(hand, RULES, contract="TT", advise=True, dead=list(everything.elements())).to_dict()
    assert shut["distance"] is None
    assert shut["outs"] == {}


def test_advice_counts_copies_and_chances_and_ranks_every_discard() -> None:
    hand = ["7S", "7D", "7C", "5H", "8H", "JK", "JK", "3D", "KD"]  # one drawn
    answer: dict[str, Any] = analyze(hand, RULES, contract="TE", advise=True).to_dict()
    assert answer["out_copies"] == sum(answer["outs"].values())
    assert answer["out_kinds"] == len(answer["outs"])
    assert answer["hit_next"] == answer["discards"][0]["out_copies"] / (110 - len(hand))
    assert {each["card"] for each in answer["discards"]} == set(hand)
    for each in answer["discards"]:
        kept = list(hand)
        kept.remove(each["card"])
        after: dict[str, Any] = analyze(kept, RULES, contract="TE", advise=True, dead=each["card"]).to_dict()
        assert (each["distance"], each["out_copies"]) == (after["distance"], after["out_copies"])
        assert each["min_points_left"] == after["min_points_left"]
        assert "discards" not in after
    order = [(each["distance"], -each["out_copies"], each["points_at_risk"]) for each in answer["discards"]]
    assert order == sorted(order)
    assert answer["discards"][0]["card"] == "KD"


@pytest.mark.parametrize(("cards", "throws"), [(8, False), (9, True), (10, False), (11, True), (7, False)])
def test_a_hand_throws_after_a_draw_and_a_contra_adds_two(cards: int, throws: bool) -> None:
    hand = dealt(np.random.default_rng(1), cards)
    answer = analyze(hand, RULES, contract="TE", advise=True).to_dict()
    assert ("discards" in answer) is throws


def _table(rng: np.random.Generator) -> tuple[list[str], list[int]]:
    """Return a random table of two to four melds, and the cards it leaves in the pack."""
    stock = Counter(pack().tolist())
    melds = []
    while len(melds) < int(rng.integers(2, 5)):
        owner, cards = int(rng.integers(3)), []
        if rng.random() < 0.3:
            rank = int(rng.integers(13))
            cards = [int(13 * suit + rank) for suit in rng.integers(0, 4, 3)]
            cards = [JOKER if rng.random() < 0.4 else card for card in cards]
        else:
            suit, place, length = int(rng.integers(4)), int(rng.integers(13)), int(rng.integers(4, 7))
            for cell in range(length):
                joker = rng.random() < 0.4 and not (cards and cards[-1] == JOKER)
                cards.append(JOKER if joker else 13 * suit + (place + cell) % 13)
        if not Counter(cards) - stock and any(card != JOKER for card in cards):
            stock -= Counter(cards)
            kind = "T" if len({card % 13 for card in cards if card != JOKER}) == 1 else "E"
            melds.append(f"{owner}:{kind}:" + " ".join(map(format_card, cards)))
    return melds, sorted(stock.elements())


HOUSES = {
    "standard": ({}, House()),
    "joker_swap=any_run": ({"play.joker_swap": "any_run"}, House(joker_swap="any_run")),
    "joker_swap=to_hand": ({"play.joker_swap": "to_hand"}, House(joker_swap="to_hand")),
    "joker_swap=off": ({"play.joker_swap": "off"}, House(joker_swap="off")),
    "joker_move=false": ({"play.joker_move": False}, House(joker_move=False)),
    "joker_move_by=owner": ({"play.joker_move_by": "owner"}, House(own_only=True)),
    "layoff_limit=2": ({"play.layoff_limit": 2}, House(limit=2)),
    "close_needs_discard=true": ({"play.close_needs_discard": True}, House(keep=1)),
}


@pytest.mark.parametrize("name", HOUSES)
def test_lay_offs_against_every_sequence_of_moves(name: str) -> None:
    overrides, house = HOUSES[name]
    ruleset = load_ruleset("continental", set=overrides)
    rng = np.random.default_rng(4)
    laid = 0
    for _ in range(80):
        melds, stock = _table(rng)
        near = [card for card in stock if card == JOKER or rng.random() < 0.5]
        hand = [format_card(int(card)) for card in rng.choice(near, 4, replace=False)]
        answer = analyze(hand, ruleset, table=melds).to_dict()
        expected = least_left(hand, melds, VALUE, house)
        assert (answer["min_points_left"], answer["min_cards_left"]) == expected, (hand, melds)
        laid += expected[1] < 4
        if name in ("standard", "joker_move=false", "joker_swap=off", "joker_move_by=owner"):
            left = play(hand, melds, answer["moves"])  # type: ignore[arg-type]
            assert sum(VALUE[card] for card in left) == expected[0]
    assert laid > 16


@pytest.mark.parametrize("contract", CONTRACTS[:6])
def test_going_down_on_an_empty_table_leaves_what_the_hand_alone_leaves(contract: str) -> None:
    rng = np.random.default_rng(6)
    down = 0
    for _ in range(8):
        hand = planted(rng, contract.count("T"), contract.count("E"), 2)
        alone = analyze(hand, RULES, contract=contract).to_dict()
        turn = analyze(hand, RULES, contract=contract, table=[]).to_dict()
        assert turn["min_points_left"] == alone["min_points_left"]
        assert turn["min_cards_left"] == alone["min_cards_left"]
        down += bool(alone["can_go_down"])
        if alone["can_go_down"]:
            cards = [format_card(card) for card in hand]
            assert sum(VALUE[card] for card in play(cards, [], turn["moves"], contract)) == turn["min_points_left"]  # type: ignore[arg-type]
    assert down


def test_no_lay_offs_in_the_turn_of_going_down_where_the_rules_forbid_them() -> None:
    hand, table = "5H 5D 5C 9S 9H 9D KS 8C", ["1:T:KH KD KC", "2:E:4C 5C 6C 7C"]
    assert analyze(hand, RULES, contract="TT", table=table).to_dict()["min_points_left"] == 0
    carioca = load_ruleset("continental", set={"play.layoff_same_turn": False})
    answer = analyze(hand, carioca, contract="TT", table=table).to_dict()
    assert answer["min_points_left"] == 18
    assert [move["act"] for move in answer["moves"]] == ["down"]  # type: ignore[attr-defined]


def test_a_limit_of_lay_offs_does_not_shorten_the_melds_of_going_down() -> None:
    ruleset = load_ruleset("continental", set={"play.layoff_limit": 1})
    hand = "5H 5D 5C 5S 9S 9H 9D 9C KS KH"
    answer = analyze(hand, ruleset, contract="TT", table=["1:T:KD KC JK"]).to_dict()
    assert (answer["min_points_left"], answer["min_cards_left"]) == (10, 1)


def test_the_shortest_melds_only_where_longer_ones_may_not_be_laid() -> None:
    ruleset = load_ruleset("continental", set={"contract.longer_melds": False})
    answer = analyze("5H 5D 5C 5S 9S 9H 9D KS", ruleset, contract="TT").to_dict()
    assert (answer["min_points_left"], answer["min_cards_left"]) == (15, 2)


@pytest.mark.parametrize("table", [None, []])
@pytest.mark.parametrize(("exact", "left"), [(True, 6), (False, 0)])
def test_further_melds_are_laid_only_where_the_rules_allow_them(
    exact: bool, left: int, table: list[str] | None
) -> None:
    rules = load_ruleset("continental", set={"contract.exact": exact})
    answer = analyze("KS KH KD 2C 2D 2H 3S 3H 3D", rules, contract="TT", table=table)  # W34
    assert (answer.min_points_left, len(answer.left)) == (left, left // 2)
    alone = load_ruleset("continental", set={"contract.exact": exact, "play.layoff_same_turn": False})
    assert analyze("KS KH KD 2C 2D 2H 3S 3H 3D", alone, contract="TT", table=[]).min_points_left == left


def test_frames_and_meld_kinds() -> None:
    frame = analyze_many(["5H 5D 5C 9S 9H 9D KS", "AH 3D 5C 7S 9H JD KS"], RULES, contract="TT")
    assert frame["can_go_down"].to_list() == [True, False]
    assert frame["distance"].to_list() == [0, 4]
    assert meld_kinds("QS KS AS 2S", RULES) == ("run",)
    assert meld_kinds("JK JK JK", RULES) == ("set",)
    assert meld_kinds("5 JK JK 8".replace("5", "5H").replace("8", "8H"), RULES) == ()


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"hand": "5H 5D 5C"}, "the contract is missing"),
        ({"hand": "5H 5D 5C", "contract": "TX"}, "one to eight letters T (set) and E (run)"),
        ({"hand": "5H 5H 5H", "contract": "T"}, "3rd 5H"),
        ({"hand": "5H", "table": ["1:E:5H 6H 7H"]}, "is no run"),
        ({"hand": "5H", "table": ["1:E:5H 6H 8H 9H"]}, "is no run"),
        ({"hand": "5H", "table": ["1:T:5H 6H 8H"]}, "is no set"),
        ({"hand": "5H", "table": ["E:5H 6H 7H 8H"]}, "is no table meld"),
        ({"hand": "5H", "table": ["١:E:5H 6H 7H 8H"]}, "is no table meld"),
        ({"hand": "5H", "table": ["1:T:5H 5H 5D"]}, "5H"),
        ({"hand": "5H", "table": "1:T:5H 5H 5D"}, "no list of melds"),
    ],
)
def test_what_is_wrong_is_named(question: dict[str, Any], words: str) -> None:
    (answer,) = answer_lines([json.dumps({"ruleset": "continental", **question})])
    assert words in str(answer["error"])


def test_a_game_without_the_objective_is_refused() -> None:
    from meldlab.sim.games.contract.lower import lower_contract

    with pytest.raises(MeldlabError, match="declare game"):
        lower_contract(load_ruleset("indian-rummy"))
