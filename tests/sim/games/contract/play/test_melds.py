"""A test for each sentence of the Continental rules about going down, laying off, matches (sections 2, 3, 7, 8, 10)."""

from itertools import pairwise

import numpy as np
import pytest
from contract_deals import acts, events, game, told

from meldlab.sim.common.errors import RunError
from meldlab.sim.games.contract.play.match import ContractMatch, decide
from meldlab.sim.games.contract.play.plain import Greedy, RandomLegal
from meldlab.sim.games.contract.play.strategies import Gatherer
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.matches import Matches

pytestmark = pytest.mark.coverage

READY = "5H 5D 5C 9S 9H 9D KS"
OTHER = "2H 4S 6C 8D TH QS KH"
DOWN = "down T:5H 5D 5C; T:9S 9H 9D"
RUNNER = "7S 7D 7C 4H 5H 6H 7H KC"  # TE: a set and a run
ELSE = "2H 4S 6C 8D TH QS KH AC"
ONE = {"play.max_turns": 1}
RUN_DOWN = "down T:7S 7D 7C; E:4H 5H 6H 7H"


def refuses(hands, scripts, *, match="forbid", **more):
    with pytest.raises(RunError, match=match):
        told(hands, scripts, upcard="3C", **more)


@pytest.mark.parametrize(
    ("contract", "cards"), [("TT", 7), ("TE", 8), ("EE", 9), ("TTT", 10), ("TTE", 11), ("TEE", 12), ("EEE", 13)]
)
def test_3_one_card_more_than_the_contract_needs_is_dealt(contract, cards):
    assert game(contract).course.cards == cards
    assert game(contract, rules={"deal.extra": 0}).course.cards == cards - 1


def test_7_1_a_player_who_holds_the_contract_may_lay_it_and_need_not():
    limit = {"play.max_turns": 1}
    assert "down" in acts(told([READY, OTHER], [(DOWN,), ()], upcard="3C", stock="AC", rules=limit))
    assert "down" not in acts(told([READY, OTHER], [("wait",), ()], upcard="3C", stock="AC", rules=limit))


@pytest.mark.parametrize(
    "laid",
    [
        "T:5H 5D 5C",  # one set too few
        "T:5H 5D 5C; T:9S 9H 9D; T:2S 2H 2C",  # one too many
        "T:5H 5D 9S; T:5C 9H 9D",  # no sets
        "T:5H 5D; T:9S 9H 9D",  # too short
        "T:5H 5D 5S; T:9S 9H 9D",  # a card it does not hold
        "E:4S 5S 6S 7S; T:9S 9H 9D",  # a run
    ],
)
def test_7_2_nothing_but_the_contract_is_laid(laid):
    refuses([READY, OTHER], [(f"down {laid}",), ()], stock="AC", match=r"forbid|too many")


def test_7_2_with_exact_off_a_further_meld_may_be_laid():
    hand, stock = "5H 5D 5C 9S 9H 9D KS", "KC"
    rules = {"contract.exact": False, "deal.extra": 4}
    longer = f"{hand} KH KD 2C"
    words = ("down T:5H 5D 5C; T:9S 9H 9D; T:KS KH KC", "throw KD")
    line = told([longer, "2H 4S 6C 8D TH QS 3D AC AH 7D"], [words, ()], upcard="3C", stock=stock, rules=rules)
    assert len(events(line, "down")[0]["melds"]) == 3


def test_7_2_each_meld_is_as_long_as_the_player_likes_unless_the_rules_say_no():
    hand, words = "5H 5D 5C 9S 9H 9D 9C", ("down T:5H 5D 5C; T:9S 9H 9D 9C",)
    line = told([hand, OTHER], [words, ()], upcard="3C", stock="AC")
    assert line["result"]["points"][0] == -10
    refuses([hand, OTHER], [words, ()], stock="AC", rules={"contract.longer_melds": False})


def test_7_5_one_lay_down_a_player_and_hand():
    scripts = [(DOWN, "throw KS", DOWN, "throw AC"), ()]
    line = told([READY, OTHER], scripts, upcard="3C", stock="AC 2C 3C", rules={"play.max_turns": 3})
    assert acts(line, seat=0).count("down") == 1


def test_8_only_a_player_who_is_down_lays_off():
    scripts = [(DOWN, "throw KS"), ("layoff 9C 0.1", "throw 9C")]
    line = told([READY, "9C 4S 6C 8D TH QS KH"], scripts, upcard="3C", stock="AC", rules={"play.max_turns": 2})
    assert not events(line, "layoff")


def test_8_lay_offs_in_the_turn_of_going_down_unless_the_rules_say_no():
    scripts = [(DOWN, "layoff 9C 0.1"), ()]
    assert events(told([READY, OTHER], scripts, upcard="3C", stock="9C"), "layoff")
    rules = {"play.layoff_same_turn": False, "play.max_turns": 1}
    assert not events(told([READY, OTHER], scripts, upcard="3C", stock="9C", rules=rules), "layoff")


def test_8_1_on_any_meld_on_the_table_own_or_not():
    second = "7H 7D 7C QS QH QD 9C"
    scripts = [(DOWN, "throw KS"), ("down T:7H 7D 7C; T:QS QH QD", "layoff 9C 0.1")]
    line = told([READY, second], scripts, upcard="3C", stock="AC 2C")
    assert events(line, "layoff")[0]["meld"] == "0.1"
    assert line["result"]["points"] == [20, -10]


def test_8_2_a1_a_set_takes_its_rank_and_jokers():
    line = told([READY, OTHER], [(DOWN, "layoff JK 0.0"), ()], upcard="3C", stock="JK")
    assert events(line, "layoff") == [{"seat": 0, "act": "layoff", "card": "JK", "meld": "0.0"}]


def test_8_2_a1_a_set_of_jokers_takes_any_natural_which_fixes_its_rank():
    hand = "JK JK JK 9S 9H 9D KS"
    rules = {"play.max_turns": 3}
    words = ("down T:JK JK JK; T:9S 9H 9D", "throw KS", "layoff 4C 0.0", "throw AC")
    told([hand, OTHER], [words, ()], upcard="3C", stock="AC 2C 4C", rules=rules)
    words = ("down T:JK JK JK; T:9S 9H 9D", "layoff KS 0.0", "layoff AC 0.0")
    line = told([hand, OTHER], [words, ()], upcard="3C", stock="AC")
    assert len(events(line, "layoff")) == 1


def test_8_2_a2_a_run_takes_the_next_card_at_either_end():
    words = (RUN_DOWN, "layoff 3H 0.1 left", "layoff 8H 0.1 right")
    hand = "7S 7D 7C 4H 5H 6H 7H 8H"
    line = told([hand, ELSE], [words, ()], upcard="3C", stock="3H", contract="TE")
    assert [(event["end"], event["as"]) for event in events(line, "layoff")] == [("left", "3H"), ("right", "8H")]
    assert line["events"][-1]["card"] is None


def test_2_3_runs_go_round_the_corner():
    hand, words = "7S 7D 7C QS KS AS 2S KC", ("down T:7S 7D 7C; E:QS KS AS 2S", "layoff 3S 0.1 right")
    line = told([hand, ELSE], [words, ()], upcard="3C", stock="3S", contract="TE")
    assert line["result"]["points"][0] == -10
    line = told([hand, ELSE], [words, ()], upcard="3C", stock="3S", contract="TE", rules={"run.ace": "high", **ONE})
    assert "down" not in acts(line)


def test_2_4_no_two_consecutive_jokers_in_a_run():
    hand, words = "7S 7D 7C 4H 5H 6H JK JK", ("down T:7S 7D 7C; E:4H 5H 6H JK", "layoff JK 0.1 left")
    line = told([hand, ELSE], [words, ()], upcard="3C", stock="KC", contract="TE")
    assert events(line, "layoff")[0]["as"] == "3H"
    refuses([hand, ELSE], [("down T:7S 7D 7C; E:4H 5H JK JK",), ()], stock="KC", contract="TE")
    words = ("down T:7S 7D 7C; E:4H 5H 6H JK", "layoff JK 0.1 right")
    refuses([hand, ELSE], [words, ()], stock="KC", contract="TE", match="was not offered")


def test_8_2_a3_a_natural_takes_the_joker_s_place_and_the_joker_goes_to_an_end_of_a_run_of_that_owner():
    hand, words = "7S 7D 7C 4H JK 6H 7H KC", ("down T:7S 7D 7C; E:4H JK 6H 7H", "swap 5H 0.1 1 0.1 right")
    line = told([hand, ELSE], [words, ()], upcard="3C", stock="5H", contract="TE")
    assert events(line, "swap") == [
        {"seat": 0, "act": "swap", "card": "5H", "meld": "0.1", "cell": 1, "to": "0.1", "end": "right", "as": "8H"}
    ]


def test_8_3_jokers_of_sets_never_move():
    hand, words = "5H 5D JK 9S 9H 9D KS", ("down T:5H 5D JK; T:9S 9H 9D", "swap 5C 0.0 2 0.0 right")
    line = told([hand, OTHER], [words, ()], upcard="3C", stock="5C", rules={"play.max_turns": 1})
    assert not events(line, "swap")


def test_8_2_a4_a_free_joker_moves_to_the_other_end_of_its_run():
    hand = "7S 7D 7C JK 5H 6H 7H KC"
    words = ("down T:7S 7D 7C; E:JK 5H 6H 7H", "move 0.1 left 0.1 right", "layoff 4H 0.1 left")
    line = told([hand, ELSE], [words, ()], upcard="3C", stock="4H", contract="TE")
    assert events(line, "move")[0] == {
        "seat": 0,
        "act": "move",
        "meld": "0.1",
        "from_end": "left",
        "to": "0.1",
        "end": "right",
        "as": "8H",
    }


def test_8_2_a4_a_joker_leaves_a_run_only_if_four_cards_stay():
    others = "2H 4S 6C 8D TH QS KH AC AD"
    words = ("down E:JK 5H 6H 7H; E:8S 9S TS JS", "move 0.0 left 0.1 right")
    hands = ["JK 5H 6H 7H 8S 9S TS JS KC", others]
    refuses(hands, [words, ()], stock="AC", contract="EE", match="was not offered")
    words = ("down E:JK 5H 6H 7H 8H; E:8S 9S TS JS", "move 0.0 left 0.1 right")
    hands = ["JK 5H 6H 7H 8S 9S TS JS 8H", others]
    line = told(hands, [words, ()], upcard="3C", stock="AC", contract="EE", rules=ONE)
    assert [(event["to"], event["as"]) for event in events(line, "move")] == [("0.1", "QS")]


@pytest.mark.parametrize(("mode", "made"), [("any_down", 1), ("owner", 0)])
def test_8_4_any_player_who_is_down_swaps_on_anybody_s_runs_unless_only_the_owner_may(mode, made):
    hand, other = "7S 7D 7C 4H JK 6H 7H KC", "8S 8D 8C TS JS QS KS 5H"
    rules = {"play.max_turns": 2} | ({} if mode == "any_down" else {"play.joker_move_by": mode})
    scripts = [
        ("down T:7S 7D 7C; E:4H JK 6H 7H", "throw KC"),
        ("down T:8S 8D 8C; E:TS JS QS KS", "swap 5H 0.1 1 0.1 left"),
    ]
    line = told([hand, other], scripts, upcard="3C", stock="AC AD", contract="TE", rules=rules)
    assert len(events(line, "swap")) == made


@pytest.mark.parametrize(
    ("mode", "word", "made"),
    [
        ("same_owner", "swap 5H 0.1 1 1.1 left", 0),
        ("any_run", "swap 5H 0.1 1 1.1 left", 1),
        ("to_hand", "swap 5H 0.1 1", 1),
        ("off", "swap 5H 0.1 1 0.1 left", 0),
    ],
)
def test_8_4_where_a_freed_joker_goes_is_a_rule(mode, word, made):
    hand, other = "7S 7D 7C 4H JK 6H 7H KC", "8S 8D 8C TS JS QS KS 5H"
    rules = {"play.max_turns": 2} | ({} if mode == "same_owner" else {"play.joker_swap": mode})
    scripts = [("down T:7S 7D 7C; E:4H JK 6H 7H", "throw KC"), ("down T:8S 8D 8C; E:TS JS QS KS", word)]
    if mode == "same_owner":
        refuses([hand, other], scripts, stock="AC AD", contract="TE", rules=rules, match="was not offered")
        return
    line = told([hand, other], scripts, upcard="3C", stock="AC AD", contract="TE", rules=rules)
    assert len(events(line, "swap")) == made


def test_8_6_layoff_limit_bounds_the_lay_offs_of_a_turn():
    hand, words = "5H 5D 5C 9S 9H 9D 9C", (DOWN, "layoff 9C 0.1", "layoff 5S 0.0")
    rules = {"play.layoff_limit": 1}
    line = told([hand, OTHER], [words, ()], upcard="3C", stock="5S", rules=rules)
    assert len(events(line, "layoff")) == 1


def test_u02_lays_off_both_cards_and_closes_with_the_palm():
    melds = "down T:KH KD KC; T:2S 2H 2D"
    first, second = "5H 5D 5C 9S 9H 9D AC", "KH KD KC 2S 2H 2D AD"
    scripts = [("stock", "wait", "throw AC", DOWN, "layoff KS 1.0", "layoff 2C 1.1"), (melds, "throw AD")]
    line = told([first, second], scripts, upcard="3C", stock="KS AH 2C")
    assert line["events"][-1] == {"seat": 0, "act": "close", "card": None}
    assert line["result"]["points"] == [-10, 20]


def test_4_3_the_deal_passes_to_the_next_player_after_each_hand():
    match = ContractMatch(load_ruleset("continental"), players=3)
    (game_line,) = match.play(Matches(3, 0, 1, (Greedy(), Gatherer(), RandomLegal()), log=True)).games
    assert [row["dealer"] for row in game_line["deals"]] == [0, 1, 2, 0, 1, 2, 0]
    assert [row["contract"] for row in game_line["deals"]] == ["TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE"]
    assert all(one["deal"] + 1 == other["deal"] for one, other in pairwise(game_line["deals"]))


def test_10_1_the_lowest_total_wins():
    won, ties = decide([[5, 3, 9]], [[2, 2, 2]])
    assert won.tolist() == [[False, True, False]]
    assert ties.tolist() == [0]


def test_10_2_of_tied_players_the_one_who_most_recently_closed_a_hand_wins():
    won, ties = decide([[137, 137, 200]], [[0, 1, 0, 1, -1, 0, 2]])
    assert won.tolist() == [[True, False, False]]
    assert ties.tolist() == [1]


def test_10_2_if_none_of_them_closed_any_hand_the_win_is_shared():
    won, ties = decide([[50, 50, 200]], [[2, -1, 2]])
    assert won.tolist() == [[True, True, False]]
    assert ties.tolist() == [2]


def test_match_totals_are_those_of_the_players_whatever_seat_they_have():
    match = ContractMatch(load_ruleset("continental"), players=2)
    played = match.play(Matches(7, 2, 4, (Greedy(), Gatherer()), log=True))
    for number, (deals, line) in enumerate(zip(played.deals, played.games, strict=True)):
        totals = np.zeros(2, dtype=int)
        for deal, row in zip(deals, line["deals"], strict=True):
            by_player = [deal["result"]["points"][deal["order"].index(player)] for player in range(2)]
            assert by_player == row["points"]
            totals += by_player
            assert row["totals"] == totals.tolist()
            closer = deal["result"]["winner"]
            assert row["closer"] == (None if closer is None else deal["order"][closer])
            assert deal["order"] == [(row["dealer"] + 1 + seat) % 2 for seat in range(2)]
        assert played.columns["total"][number].tolist() == line["result"]["totals"] == totals.tolist()
