"""Continental: what parameters of play bar and allow, shuffles, what is never offered; on deals laid out by hand."""

from collections import Counter

import numpy as np
import pytest
from contract_deals import acts, block, events, game, layout, lines, script, told

from meldlab.sim.common.errors import RunError
from meldlab.sim.games.contract.play.plain import RandomLegal
from meldlab.sim.games.contract.play.python_seats import OneByOne

pytestmark = pytest.mark.coverage

READY = "5H 5D 5C 9S 9H 9D KS"  # two sets and a king
LOOSE = "2S 4H 6D 8C TS QH KD"
OTHER = "2H 4S 6C 8D TH QS KH"
DOWN = "down T:5H 5D 5C; T:9S 9H 9D"
ONE = {"play.max_turns": 1}
# EE: a run that can spare the joker at its left end, another of the same owner
SPARING = "JK 5H 6H 7H 8S 9S TS JS 8H"
SPARED = "down E:JK 5H 6H 7H 8H; E:8S 9S TS JS"
SECOND = "2D 3D 4D 5D 2C 3C 4C 5C KH AC"
TWO_MORE = {"deal.extra": 2, "play.max_turns": 2}
NOTHING = "2H 4S 6C 8D TH QS KH AC AD"


def kinds(seat):
    """Return the kinds of act that a scripted seat was offered, one set for each question."""
    return [{action.act for action in actions} for _, actions in seat._player.offered]


def refuses(hands, scripts, **more):
    with pytest.raises(RunError, match="was not offered"):
        told(hands, scripts, upcard="3C", **more)


# 8: jokers on the table


def test_8_2_a4_with_joker_move_off_no_joker_is_moved():
    words = (SPARED, "move 0.0 left 0.1 right")
    assert events(told([SPARING, NOTHING], [words, ()], upcard="3C", stock="AC", contract="EE", rules=ONE), "move")
    rules = {"play.joker_move": False, **ONE}
    line = told([SPARING, NOTHING], [words, ()], upcard="3C", stock="AC", contract="EE", rules=rules)
    assert not events(line, "move")


@pytest.mark.parametrize(("mode", "made"), [("any_down", 1), ("owner", 0)])
def test_8_4_any_player_who_is_down_moves_jokers_of_anybody_s_runs_unless_only_the_owner_may(mode, made):
    rules = TWO_MORE | ({} if mode == "any_down" else {"play.joker_move_by": mode})
    scripts = [(SPARED, "throw KC"), ("down E:2D 3D 4D 5D; E:2C 3C 4C 5C", "move 0.0 left 0.1 right")]
    line = told([f"{SPARING} QD", SECOND], scripts, upcard="3C", stock="KC AC", contract="EE", rules=rules)
    moved = [(event["seat"], event["meld"], event["to"], event["as"]) for event in events(line, "move")]
    assert moved == [(1, "0.0", "0.1", "QS")] * made


def test_8_2_a4_a_joker_moves_to_runs_of_the_same_owner_only():
    scripts = [(SPARED, "throw KC"), ("down E:2D 3D 4D 5D; E:2C 3C 4C 5C", "move 0.0 left 1.0 right")]
    refuses([f"{SPARING} QD", SECOND], scripts, stock="KC AC", contract="EE", rules=TWO_MORE)


def test_8_2_a4_a_joker_is_not_moved_to_where_it_lies():
    refuses([SPARING, NOTHING], [(SPARED, "move 0.0 left 0.0 left"), ()], stock="AC", contract="EE")


def test_8_2_a4_only_a_joker_at_an_end_is_free():
    hand, words = "4H 5H JK 7H 8H 8S 9S TS JS", ("down E:4H 5H JK 7H 8H; E:8S 9S TS JS", "move 0.0 left 0.1 right")
    line = told([hand, NOTHING], [words, ()], upcard="3C", stock="AC", contract="EE", rules=ONE)
    assert not events(line, "move")


def test_8_2_a4_never_two_jokers_together():
    hand = "JK 5H 6H 7H 8S 9S TS JK 8H"
    words = ("down E:JK 5H 6H 7H 8H; E:8S 9S TS JK", "move 0.0 left 0.1 right")
    refuses([hand, NOTHING], [words, ()], stock="AC", contract="EE")
    words = ("down E:JK 5H 6H 7H 8H; E:8S 9S TS JK", "move 0.0 left 0.1 left")
    line = told([hand, NOTHING], [words, ()], upcard="3C", stock="AC", contract="EE", rules=ONE)
    assert [event["as"] for event in events(line, "move")] == ["7S"]


def test_8_5_a_freed_joker_never_enters_a_hand():
    hand, words = "7S 7D 7C 4H JK 6H 7H KC", ("down T:7S 7D 7C; E:4H JK 6H 7H", "swap 5H 0.1 1")
    refuses([hand, NOTHING[:-3]], [words, ()], stock="5H", contract="TE")


def test_8_6_a_swap_lays_a_card_and_counts_towards_the_limit():
    hand = "7S 7D 7C 4H JK 6H 7H 7H"
    words = ("down T:7S 7D 7C; E:4H JK 6H 7H", "swap 5H 0.1 1 0.1 right", "layoff 7H 0.0")
    line = told([hand, NOTHING[:-3]], [words, ()], upcard="3C", stock="5H", contract="TE")
    assert acts(line, seat=0) == ["draw", "down", "swap", "layoff", "close"]
    hand = "7S 7D 7C 4H JK 6H 7H 7H 9C"
    rules = {"play.layoff_limit": 1, "deal.extra": 2, **ONE}
    line = told([hand, NOTHING], [words, ()], upcard="3C", stock="5H", contract="TE", rules=rules)
    assert acts(line, seat=0) == ["draw", "down", "swap", "discard"]


@pytest.mark.parametrize("contract", ["TE", "EE"])
def test_random_seats_lay_off_swap_and_move_jokers(contract):
    done = game(contract, 3).play(block([RandomLegal()] * 3, deals=12)).columns
    assert min(int(done[name].sum()) for name in ("laid_off", "swaps", "moves", "contras", "taken")) > 0


# 7: going down


def test_7_3_what_lies_on_the_table_is_never_taken_back():
    seat = script(DOWN, "throw KS", "throw AC")
    laid = layout([READY, OTHER], upcard="3C", stock="AC 2C 4C")
    lines("TT", [seat, script()], layouts=[laid], rules={"play.max_turns": 3})
    assert set().union(*kinds(seat)[3:]) <= {"draw", "contra", "decline", "layoff", "swap", "move", "stop", "discard"}


def test_7_5_who_is_down_does_not_go_down_again_whatever_he_holds():
    hand, other = f"{READY} KH KD QS QH QD", "2S 4H 6D 8C TS TH 2H 4S 6C 8D JC JD"
    words = (DOWN, "throw AC", "down T:KS KH KD; T:QS QH QD", "throw AD")
    rules = {"deal.extra": 6, "play.max_turns": 3}
    line = told([hand, other], [words, ()], upcard="3C", stock="AC 3D AD", rules=rules)
    assert acts(line, seat=0) == ["draw", "down", "discard", "draw", "discard"]


def test_9_1_with_a_discard_needed_to_close_nobody_goes_down_with_all_his_cards():
    hand, words = "5H 5D 5C 5S 9S 9H 9D", ("down T:5H 5D 5C 5S; T:9S 9H 9D 9C",)
    line = told([hand, OTHER], [words, ()], upcard="3C", stock="9C")
    assert line["events"][-1] == {"seat": 0, "act": "close", "card": None}
    with pytest.raises(RunError, match="forbid"):
        told([hand, OTHER], [words, ()], upcard="3C", stock="9C", rules={"play.close_needs_discard": True})


# 9: closing, the end of the stock


@pytest.mark.parametrize(("rules", "points"), [({}, 0), ({"play.close_later": -5}, -5)])
def test_9_3_what_a_later_close_is_worth_is_a_number_of_the_rules(rules, points):
    scripts = [(DOWN, "throw KS", "layoff 9C 0.1"), ("throw KH",)]
    line = told([READY, OTHER], scripts, upcard="3C", stock="AC 2C 9C", rules=rules)
    assert (line["result"]["reason"], line["result"]["points"][0]) == ("close", points)


def test_9_7_the_available_card_stays_available_when_the_rest_is_shuffled():
    # seat 1 refuses the card that lies on the pile, the stock is made anew, and seat 0 takes that very card de contra
    rules = {"play.max_turns": 97}
    waiting = LateContra()
    laid = layout([LOOSE, OTHER], upcard="3C")
    (line,) = lines("TT", [waiting.seat(), script()], layouts=[laid], rules=rules)
    place = acts(line).index("reshuffle")
    (taken,) = events(line, "contra")
    assert line["events"].index(taken) == place + 2
    assert taken["card"] == line["events"][place - 1]["card"]


class LateContra:
    """Takes a card de contra as soon as the stock has been made anew."""

    def __init__(self):
        self.stock = 1000

    def seat(self):
        return OneByOne(self, name="late")

    def act(self, seen, actions):
        grown, self.stock = seen.stock > self.stock, seen.stock
        words = [action.act for action in actions]
        if "contra" in words:
            return actions[words.index("contra" if grown else "decline")]
        return actions[1] if "draw" in words else actions[0]


def test_9_7_the_cards_are_shuffled():
    laid = layout([LOOSE, OTHER], upcard="3C")
    asked = block([script(), script()], deals=60, layouts=[laid] * 60, log=True)
    played = game("TT", 2, {"play.max_turns": 96}).play(asked)
    stocks = [event["stock"] for line in played.logs for event in line["events"] if event["act"] == "reshuffle"]
    assert len({tuple(stock) for stock in stocks}) == len(stocks) == 60
    assert all(Counter(stock) == Counter(stocks[0]) for stock in stocks)
    # the first card thrown lies anywhere: its mean place is the middle
    (first,) = {line["events"][1]["card"] for line in played.logs}
    places = [place for stock in stocks for place, card in enumerate(stock) if card == first]
    middle = (len(stocks[0]) - 1) / 2
    assert abs(np.mean(places) - middle) < 5 * len(stocks[0]) / 12**0.5 / len(places) ** 0.5


# 6: contra


def test_6_5_a_limit_of_no_contras_is_no_contra_at_all():
    rules = {"play.contra_limit": 0, **ONE}
    assert not events(told([LOOSE, OTHER], [(), ("contra",)], upcard="3C", rules=rules), "contra")


def test_6_3_a_card_taken_de_contra_is_gone_for_the_others():
    hands = [LOOSE, OTHER, "3H 7S 7D JC AC AD AH"]
    seats = [script(), script("contra"), script("contra")]
    (line,) = lines("TT", seats, layouts=[layout(hands, upcard="3C")], rules=ONE)
    assert len(events(line, "contra")) == 1
    assert kinds(seats[2]) == []


def test_6_1_nobody_is_asked_when_the_player_in_turn_takes_the_card():
    seats = [script("pile"), script("contra")]
    lines("TT", seats, layouts=[layout([LOOSE, OTHER], upcard="3C")], rules=ONE)
    assert kinds(seats[1]) == []


# 5.3 and 5.6: what may be thrown


def test_5_3_where_every_card_is_barred_any_may_be_thrown():
    # down with two jokers left: both are barred, one must go
    hand, words = "5H 5D 5C 9S 9H 9D JK", (DOWN, "throw JK")
    rules = {"play.joker_discard": False, **ONE}
    line = told([hand, OTHER], [words, ()], upcard="3C", stock="JK", rules=rules)
    assert events(line, "discard")[0]["card"] == "JK"


def test_5_6_where_the_only_other_card_is_barred_too_the_card_taken_may_go_back():
    hand, words = "5H 5D 5C 9S 9H 9D JK", ("pile", DOWN, "throw 3C")
    rules = {"play.joker_discard": False, "play.no_return_discard": True, **ONE}
    line = told([hand, OTHER], [words, ()], upcard="3C", rules=rules)
    assert events(line, "discard")[0]["card"] == "3C"
