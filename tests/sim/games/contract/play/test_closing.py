"""A test for each sentence of the Continental rules about closing, scores and the stock's end (section 9)."""

import numpy as np
import pytest
from contract_deal_referee import RefereeError, check
from contract_deals import acts, events, game, layout, lines, script, told

from meldlab.kernels.contract.rules import JOKER
from meldlab.kernels.contract.table import state
from meldlab.sim.common.errors import RulesError, RunError
from meldlab.sim.common.notation import parse_cards
from meldlab.sim.games.contract.play.actions import Action
from meldlab.sim.games.contract.play.plain import Greedy
from meldlab.sim.games.contract.play.python_seats import OneByOne

pytestmark = pytest.mark.coverage

READY = "5H 5D 5C 9S 9H 9D KS"  # two sets and a king
LOOSE = "2S 4H 6D 8C TS QH KD"
OTHER = "2H 4S 6C 8D TH QS KH"
DOWN = "down T:5H 5D 5C; T:9S 9H 9D"


def test_9_1_a_player_who_is_down_with_one_card_left_puts_it_down_and_closes():
    line = told([READY, OTHER], [(DOWN, "layoff 9C 0.1"), ()], upcard="3C", stock="9C")
    assert line["events"][-1] == {"seat": 0, "act": "close", "card": "KS"}
    assert line["result"]["reason"] == "close"


def test_9_1_if_the_last_card_can_be_placed_too_he_closes_with_none_left():
    hand = "5H 5D 5C 9S 9H 9D 9C"
    line = told([hand, OTHER], [(DOWN, "layoff 9C 0.1", "layoff 5S 0.0"), ()], upcard="3C", stock="5S")
    assert line["events"][-1] == {"seat": 0, "act": "close", "card": None}


def test_9_1_close_needs_discard_keeps_one_card_for_it():
    hand = "5H 5D 5C 9S 9H 9D 9C"
    rules = {"play.close_needs_discard": True}
    words = (DOWN, "layoff 9C 0.1", "layoff 5S 0.0")
    line = told([hand, OTHER], [words, ()], upcard="3C", stock="5S", rules=rules)
    assert line["events"][-1] == {"seat": 0, "act": "close", "card": "5S"}


def test_9_2_with_more_than_one_card_left_he_throws_one_and_play_goes_on():
    line = told([READY, OTHER], [(DOWN, "throw KS"), ()], upcard="3C", stock="AC", rules={"play.max_turns": 1})
    assert acts(line) == ["draw", "down", "discard"]
    assert line["result"]["reason"] == "void"


def test_9_3_the_closer_scores_minus_10_if_he_went_down_in_the_same_turn():
    line = told([READY, OTHER], [(DOWN, "layoff 9C 0.1"), ()], upcard="3C", stock="9C")
    assert line["result"]["points"][0] == -10


def test_9_3_the_closer_scores_0_if_he_went_down_earlier():
    scripts = [(DOWN, "throw KS", "layoff 9C 0.1"), ("throw KH",)]
    line = told([READY, OTHER], scripts, upcard="3C", stock="AC 2C 9C")
    assert line["result"] == {"reason": "close", "winner": 0, "points": [0, 2 + 4 + 6 + 8 + 10 + 10 + 2], "turns": 3}


def test_9_3_close_same_turn_and_close_later_are_numbers_of_the_rules():
    rules = {"play.close_same_turn": -30, "play.close_later": -5}
    line = told([READY, OTHER], [(DOWN, "layoff 9C 0.1"), ()], upcard="3C", stock="9C", rules=rules)
    assert line["result"]["points"][0] == -30


def test_9_4_the_others_score_every_card_in_hand_melded_or_not():
    hand = "JK AS AH AD 3S KH 7C"
    line = told([READY, hand], [(DOWN, "layoff 9C 0.1"), ()], upcard="3C", stock="9C")
    assert line["result"]["points"][1] == 50 + 60 + 3 + 10 + 7


def test_7_4_laid_cards_never_count_against_a_player():
    second = "7H 7D 7C QS QH QD AC"
    scripts = [(DOWN, "throw KS", "layoff 9C 0.1"), ("down T:7H 7D 7C; T:QS QH QD", "throw AC")]
    line = told([READY, second], scripts, upcard="3C", stock="AC 2C 9C")
    assert line["result"]["points"] == [0, 2]


def test_9_6_with_at_most_one_card_left_closing_is_compulsory():
    line = told([READY, OTHER], [(DOWN, "layoff 9C 0.1", "stop", "throw KS"), ()], upcard="3C", stock="9C")
    assert acts(line)[-1] == "close"


def exhausting(words, rules=None, **more):
    """Play until the stock is used up: two seats that always draw from it and throw what they drew last."""
    return told([LOOSE, OTHER], words, upcard="3C", rules=rules, **more)


def test_9_7_with_the_stock_used_up_all_of_the_pile_but_its_available_card_is_shuffled():
    line = exhausting([(), ()], rules={"play.max_turns": 100})
    (event,) = events(line, "reshuffle")
    place = line["events"].index(event)
    assert sum(one["act"] == "draw" for one in line["events"][:place]) == 95
    assert line["events"][place - 1]["act"] == "discard"
    available = line["events"][place - 1]["card"]
    assert len(event["stock"]) == 110 - 14 - 1
    assert available not in event["stock"] or event["stock"].count(available) == 1
    assert line["events"][place + 1] == {"seat": 1, "act": "draw", "from": "stock", "card": event["stock"][0]}


def test_9_7_a_given_shuffle_is_used_and_must_be_of_these_cards():
    line = exhausting([(), ()], rules={"play.max_turns": 100})
    (event,) = events(line, "reshuffle")
    order = tuple(reversed(parse_cards(event["stock"])))
    again = exhausting([(), ()], rules={"play.max_turns": 100}, shuffles=(order,))
    assert events(again, "reshuffle")[0]["stock"] == event["stock"][::-1]
    with pytest.raises(RunError, match="given shuffle"):
        exhausting([(), ()], rules={"play.max_turns": 100}, shuffles=(order[1:],))


def test_9_7_max_turns_end_a_deal_and_all_score_what_they_hold():
    line = told([LOOSE, OTHER], [(), ()], upcard="3C", rules={"play.max_turns": 7})
    assert line["result"]["reason"] == "void"
    assert line["result"]["winner"] is None
    assert line["result"]["turns"] == 7
    assert min(line["result"]["points"]) > 0


def test_9_7_a_deal_with_nothing_left_to_draw_is_void():
    # contras without penalty cards swallow every discard, until stock and pile are used up
    rules = {"play.contra_penalty": 0}
    line = told([LOOSE, OTHER], [("contra",) * 99, ("contra",) * 99], upcard="3C", rules=rules)
    assert line["result"]["reason"] == "void"
    assert line["result"]["turns"] < 300


def test_no_penalty_card_to_be_had_nobody_is_asked():
    rules = {"play.contra_penalty": 5}
    seats = [("contra",) * 99, ("contra",) * 99]
    line = told([LOOSE, OTHER], seats, upcard="3C", rules=rules)
    last = line["events"][-1]
    assert last["act"] == "discard"  # the last available card was refused and could not be taken de contra


class Cheat:
    """Answers with one illegal action."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, seen, actions):
        return self.answer if self.answer.act in {each.act for each in actions} else actions[-1]


@pytest.mark.parametrize(
    "answer", [Action("discard", card="AS"), Action("draw", source="hand"), Action("down", melds=())]
)
def test_a_strategy_that_breaks_the_rules_is_named(answer):
    laid = layout([READY, OTHER], upcard="3C", stock="9C")
    with pytest.raises(RunError, match=r"cheat|forbid"):
        lines("TT", [OneByOne(Cheat(answer), name="cheat"), script()], layouts=[laid])


def test_layouts_must_be_of_the_pack_and_of_the_seats():
    laid = layout([LOOSE, OTHER], upcard="3C")
    with pytest.raises(RunError, match="hands of"):
        lines("TT", [Greedy()] * 3, layouts=[laid])
    with pytest.raises(RunError, match="not those of the pack"):
        lines("TT", [Greedy()] * 2, layouts=[layout([LOOSE, OTHER], upcard="3C", jokers=2)])


def test_a_contract_is_asked_for_and_players_are_those_of_the_rules():
    with pytest.raises(RulesError):
        game(None, 2)
    with pytest.raises(RulesError):
        game("TT", 6)


def test_the_referee_is_asked_about_every_line():
    line = told([LOOSE, OTHER], [(), ()], upcard="3C", rules={"play.max_turns": 1})
    line["result"]["turns"] = 2
    with pytest.raises(RefereeError):
        check(line)


class Wrong(Greedy):
    """A compiled strategy that goes down and then makes one move that it is told."""

    def __init__(self, **move):
        super().__init__()
        object.__setattr__(self, "move", move)

    def choose_moves(self, seen):
        row = np.zeros((len(seen), 2, state.MOVE_FIELDS), dtype=np.int64)
        row[:, 0, state.CELL] = row[:, 0, state.TO] = state.NONE
        for field, value in self.move.items():
            row[:, 0, getattr(state, field)] = value
        return row


SIX, NINE, KING = parse_cards("6H 9H KC")
HELD = "7S 7D 7C 4H 5H JK 7H KC 9H"  # melds 0 and 1 of the table: the sevens, 4H 5H JK 7H


@pytest.mark.parametrize(
    "move",
    [
        {"ACT": state.LAY_OFF, "CARD": parse_cards("8H")[0], "MELD": 1, "RIGHT": 1},
        {"ACT": state.LAY_OFF, "CARD": KING, "MELD": 1, "RIGHT": 1},
        {"ACT": state.LAY_OFF, "CARD": NINE, "MELD": 9},
        {"ACT": state.LAY_OFF, "CARD": NINE, "MELD": -1},
        {"ACT": state.LAY_OFF, "CARD": 60, "MELD": 0},
        {"ACT": state.SWAP, "CARD": KING, "MELD": 1, "CELL": 2, "TO": 1},
        {"ACT": state.SWAP, "CARD": SIX, "MELD": 1, "CELL": 2, "TO": 1},
        {"ACT": state.SWAP, "CARD": KING, "MELD": 1, "CELL": 9, "TO": 1},
        {"ACT": state.SHIFT, "CARD": JOKER, "MELD": 1, "TO": 1, "RIGHT": 1},
        {"ACT": state.SHIFT, "CARD": JOKER, "MELD": 0, "TO": 1, "RIGHT": 1},
        {"ACT": 7, "CARD": KING, "MELD": 0},
    ],
    ids=str,
)
def test_a_compiled_move_that_the_rules_forbid_is_refused(move):
    laid = layout([HELD, "2H 4S 6C 8D TH QS KH AC 2C"], upcard="3C", stock="KS")
    with pytest.raises(RunError, match=r"turn 1, seat 0: greedy.* forbid"):
        lines("TE", [Wrong(**move), script()], layouts=[laid], rules={"deal.extra": 2})


def test_8_3_a_compiled_swap_on_a_set_is_refused():
    # were the set of threes with its joker read as a run, its first cell would stand for the ace of diamonds
    laid = layout(["3S 3C JK 4H 5H 6H 7H AD KC", "2H 4S 6C 8D TH QS KH AC 2C"], upcard="9C", stock="QS")
    swap = Wrong(ACT=state.SWAP, CARD=parse_cards("AD")[0], MELD=0, CELL=0, TO=1)
    with pytest.raises(RunError, match=r"turn 1, seat 0: greedy.* forbid"):
        lines("TE", [swap, script()], layouts=[laid], rules={"deal.extra": 2})


def test_a_compiled_move_that_the_rules_allow_is_done():
    laid = layout([HELD, "2H 4S 6C 8D TH QS KH AC 2C"], upcard="3C", stock="7C")
    off = Wrong(ACT=state.LAY_OFF, CARD=parse_cards("7C")[0], MELD=0)
    (line,) = lines("TE", [off, script()], layouts=[laid], rules={"deal.extra": 2, "play.max_turns": 1})
    assert [(event["card"], event["meld"]) for event in events(line, "layoff")] == [("7C", "0.0")]
