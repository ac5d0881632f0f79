"""A test for each sentence of the Continental rules about dealing, turns and contra (sections 4 to 6)."""

import pytest
from contract_deals import SEED, acts, events, layout, lines, script, told

from meldlab.kernels.cards.packs import shuffle_packs
from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import format_card
from meldlab.sim.games.contract.play.plain import RandomLegal

pytestmark = pytest.mark.coverage

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
    with pytest.raises(RunError, match="was not offered"):
        told([hand, OTHER], [("throw JK",), ()], upcard="3C", rules=rules)


def test_5_4_a_covered_card_is_out_of_play_even_when_the_card_above_it_is_taken():
    words = [("throw KD",), ("stock", "throw KH"), ("pile", "throw 2S"), ("stock",)]
    line = told([LOOSE, OTHER], [words[0] + words[2], words[1] + words[3]], upcard="3C", rules={"play.max_turns": 4})
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
    with pytest.raises(RunError, match="was not offered"):
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
