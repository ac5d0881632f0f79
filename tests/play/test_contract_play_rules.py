"""A test for each sentence of the Continental rules about turns, contra and the end of a deal (sections 4-6, 9)."""

import pytest
from play.contract_deal_referee import RefereeError, check
from play.contract_deals import SEED, acts, events, game, layout, lines, script, told

from meldlab.kernels.packs import shuffle_packs
from meldlab.sim.errors import RulesError, RunError
from meldlab.sim.notation import format_card, parse_cards
from meldlab.sim.play.contract_actions import Action
from meldlab.sim.play.contract_plain import Greedy, RandomLegal
from meldlab.sim.play.contract_python import OneByOne

READY = "5H 5D 5C 9S 9H 9D KS"  # two sets and a king
LOOSE = "2S 4H 6D 8C TS QH KD"
OTHER = "2H 4S 6C 8D TH QS KH"
DOWN = "down T:5H 5D 5C; T:9S 9H 9D"


def test_4_1_cards_are_dealt_one_at_a_time_then_one_is_turned_up_and_the_rest_is_the_stock():
    (line,) = lines("TT", [RandomLegal()] * 3, deals=1, first_deal=5)
    (pack,) = shuffle_packs(SEED, 0, 1, decks=2, printed_jokers=3, first_deal=5)
    cards = [format_card(int(card)) for card in pack]
    assert line["hands"] == [cards[0:21:3], cards[1:21:3], cards[2:21:3]]
    assert (line["upcard"], line["stock"]) == (cards[21], cards[22:])


def test_4_2_seat_0_the_one_after_the_dealer_has_the_first_turn():
    line = told([LOOSE, OTHER], [(), ()], upcard="3C", rules={"play.max_turns": 2})
    assert line["dealer"] == 1
    assert [event["seat"] for event in events(line, "draw")] == [0, 1]


def test_4_4_a_joker_turned_up_stays_as_an_ordinary_discard():
    line = told([LOOSE, OTHER], [("pile",), ()], upcard="JK", rules={"play.max_turns": 1})
    assert events(line, "draw")[0] == {"seat": 0, "act": "draw", "from": "discard", "card": "JK"}


def test_5_1_a_turn_begins_with_the_top_of_the_pile_or_of_the_stock_and_exactly_one():
    line = told([LOOSE, OTHER], [("pile",), ("stock",)], upcard="3C", stock="7H", rules={"play.max_turns": 2})
    assert [(event["from"], event["card"]) for event in events(line, "draw")] == [("discard", "3C"), ("stock", "7H")]
    assert acts(line) == ["draw", "discard", "draw", "discard"]


def test_5_3_a_discard_ends_the_turn_and_is_the_available_card_now():
    line = told([LOOSE, OTHER], [("throw KD",), ("pile",)], upcard="3C", rules={"play.max_turns": 2})
    assert events(line, "draw")[1]["card"] == "KD"


def test_5_3_a_joker_may_be_thrown():
    hand = "JK 4H 6D 8C TS QH KD"
    line = told([hand, OTHER], [("throw JK",), ("pile",)], upcard="3C", rules={"play.max_turns": 2})
    assert events(line, "draw")[1]["card"] == "JK"


def test_5_3_with_joker_discard_off_a_joker_is_not_thrown():
    rules = {"play.joker_discard": False, "play.max_turns": 1}
    hand = "JK 4H 6D 8C TS QH KD"
    with pytest.raises(RunError, match="no legal action"):
        told([hand, OTHER], [("throw JK",), ()], upcard="3C", rules=rules)


def test_5_4_a_covered_card_is_out_of_play_even_when_the_card_above_it_is_taken():
    words = [("throw KD",), ("stock", "throw KH"), ("pile", "throw 2S"), ("stock",)]
    line = told(
        [LOOSE, OTHER],
        [words[0] + words[2], words[1] + words[3]],
        upcard="3C",
        rules={"play.max_turns": 4},
    )
    taken = [event["card"] for event in events(line, "draw") if event["from"] == "discard"]
    assert taken == ["KH"]  # KD lies under it, dead


def test_5_4_after_the_available_card_is_taken_nothing_is_available_until_the_next_discard():
    line = told([LOOSE, OTHER, READY], [("pile",), ("contra",), ("contra",)], upcard="3C", rules={"play.max_turns": 1})
    assert acts(line) == ["draw", "discard"]


def test_5_5_only_the_top_of_the_pile_and_the_sizes_of_hands_are_seen():
    seat = script("stock", "throw KD")
    laid = layout([LOOSE, OTHER], upcard="3C")
    lines("TT", [seat, script()], layouts=[laid], rules={"play.max_turns": 1})
    seen, _ = seat._player.offered[0]
    assert (seen.available, seen.sizes, seen.covered, seen.stock) == ("3C", (7, 7), (), 110 - 15)
    assert not hasattr(seen, "hands")


def test_5_6_a_card_taken_from_the_pile_may_be_thrown_again():
    line = told([LOOSE, OTHER], [("pile", "throw 3C"), ()], upcard="3C", rules={"play.max_turns": 1})
    assert events(line, "discard")[0]["card"] == "3C"


def test_5_6_with_no_return_discard_it_may_not_unless_another_copy_is_held():
    rules = {"play.no_return_discard": True, "play.max_turns": 1}
    with pytest.raises(RunError, match="no legal action"):
        told([LOOSE, OTHER], [("pile", "throw 3C"), ()], upcard="3C", rules=rules)
    line = told([LOOSE, OTHER], [("pile", "throw KD"), ()], upcard="KD", rules=rules)
    assert events(line, "discard")[0]["card"] == "KD"


def test_6_1_any_other_player_may_take_the_refused_card_the_one_who_threw_it_included():
    hands = [LOOSE, OTHER, "3H 7S 7D JC AC AD AH"]
    scripts = [("stock", "throw KD", "contra"), ("decline", "stock"), ("decline", "decline")]
    line = told(hands, scripts, upcard="3C", rules={"play.max_turns": 2})
    assert events(line, "contra") == [
        {"seat": 0, "act": "contra", "card": "KD", "penalty": [line["stock"][2]], "declined": [2]}
    ]


def test_6_1_with_contra_off_nobody_is_asked():
    line = told([LOOSE, OTHER], [(), ("contra",)], upcard="3C", rules={"play.contra": False, "play.max_turns": 1})
    assert acts(line) == ["draw", "discard"]


def test_6_1_with_contra_discarder_off_the_one_who_threw_it_is_not_asked():
    rules = {"play.contra_discarder": False, "play.max_turns": 2}
    line = told([LOOSE, OTHER], [("throw KD", "contra"), ("stock",)], upcard="3C", rules=rules)
    assert not events(line, "contra")


def test_6_2_a_contra_takes_the_card_and_the_top_of_the_stock_and_throws_nothing():
    line = told([LOOSE, OTHER], [(), ("contra",)], upcard="3C", stock="7H 8H 9C", rules={"play.max_turns": 2})
    assert acts(line) == ["draw", "contra", "discard", "draw", "discard"]
    assert events(line, "contra")[0]["penalty"] == ["8H"]
    assert line["result"]["points"][1] == sum((2, 4, 6, 8, 10, 10, 10)) + 3 + 8 + 9 - 4


@pytest.mark.parametrize("penalty", [0, 2, 3])
def test_6_2_contra_penalty_says_how_many_stock_cards_come_along(penalty):
    rules = {"play.contra_penalty": penalty, "play.max_turns": 1}
    line = told([LOOSE, OTHER], [(), ("contra",)], upcard="3C", rules=rules)
    assert events(line, "contra")[0]["penalty"] == line["stock"][1 : 1 + penalty]


def test_6_3_of_several_the_one_whose_turn_comes_sooner_gets_it():
    hands = [LOOSE, OTHER, "3H 7S 7D JC AC AD AH"]
    line = told(hands, [(), ("contra",), ("contra",)], upcard="3C", rules={"play.max_turns": 1})
    assert [event["seat"] for event in events(line, "contra")] == [1]
    line = told(hands, [(), ("decline",), ("contra",)], upcard="3C", rules={"play.max_turns": 1})
    assert [(event["seat"], event["declined"]) for event in events(line, "contra")] == [(2, [1])]


def test_6_4_it_happens_after_the_draw_of_the_player_in_turn_and_before_the_discard():
    line = told([LOOSE, OTHER], [(), ("contra",)], upcard="3C", stock="7H 8H", rules={"play.max_turns": 1})
    assert acts(line) == ["draw", "contra", "discard"]
    assert events(line, "draw")[0]["card"] == "7H"


def test_6_4_before_draw_swaps_the_two_stock_cards():
    rules = {"play.contra_timing": "before_draw", "play.max_turns": 1}
    line = told([LOOSE, OTHER], [(), ("contra",)], upcard="3C", stock="7H 8H", rules=rules)
    assert acts(line) == ["contra", "draw", "discard"]
    assert events(line, "contra")[0]["penalty"] == ["7H"]
    assert events(line, "draw")[0]["card"] == "8H"


def test_6_5_there_is_no_limit_of_contras_unless_the_rules_set_one():
    scripts = [("throw KD", "throw QH"), ("contra", "stock", "contra", "contra")]
    line = told([LOOSE, OTHER], scripts, upcard="3C", rules={"play.max_turns": 5})
    assert len(events(line, "contra")) >= 2
    scripts = [("throw KD", "throw QH"), ("contra", "stock", "contra", "contra")]
    line = told([LOOSE, OTHER], scripts, upcard="3C", rules={"play.max_turns": 5, "play.contra_limit": 1})
    assert len(events(line, "contra")) == 1


@pytest.mark.parametrize(("after_down", "taken"), [(True, 1), (False, 0)])
def test_6_5_players_who_are_down_may_take_de_contra_too_unless_the_rules_say_no(after_down, taken):
    rules = {"play.max_turns": 2} | ({} if after_down else {"play.contra_after_down": False})
    line = told([READY, OTHER], [(DOWN, "throw KS", "contra"), ("stock",)], upcard="3C", stock="AC", rules=rules)
    assert acts(line, seat=0)[1] == "down"
    assert len(events(line, "contra")) == taken


def test_6_6_the_first_up_card_can_be_taken_de_contra_unless_the_rules_say_no():
    assert events(told([LOOSE, OTHER], [(), ("contra",)], upcard="3C", rules={"play.max_turns": 1}), "contra")
    rules = {"play.contra_first_card": False, "play.max_turns": 1}
    assert not events(told([LOOSE, OTHER], [(), ("contra",)], upcard="3C", rules=rules), "contra")


def test_6_7_a_contra_is_not_a_turn_nobody_goes_down_by_it():
    ready = "5H 5D 9S 9H 9D KS AC"
    line = told([LOOSE, ready], [(), ("contra", DOWN)], upcard="5C", rules={"play.max_turns": 2})
    assert acts(line, seat=1) == ["contra", "draw", "down", "discard"]
    assert [event["seat"] for event in line["events"][:3]] == [0, 1, 0]


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
    scripts = [
        (DOWN, "throw KS", "layoff 9C 0.1"),
        ("down T:7H 7D 7C; T:QS QH QD", "throw AC"),
    ]
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
