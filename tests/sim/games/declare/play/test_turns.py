"""The turn, packing, declaring and shows of Indian rummy, sentence by sentence, on deals laid out by hand."""

import pytest
from declare_deals import LOSER_31, LOSER_44, READY, REST, events, layout, play_script, two
from declare_referee import check

from meldlab.sim.common.errors import RunError


def test_a_seat_takes_the_top_card_of_the_stock_or_of_the_discards_then_throws_one():
    line, _ = play_script(two(READY), "pile KH", "stock 4S", "stock KC", "pack")
    check(line)
    drawn = [(event["from"], event["card"]) for event in events(line, "draw")]
    assert drawn == [("discard", "3S"), ("stock", "4S"), ("stock", "AH")]
    assert [event["card"] for event in events(line, "discard")] == ["KH", "4S", "KC"]


def test_the_card_just_drawn_may_be_thrown_again():
    line, _ = play_script(two(READY), "pile 3S", "pile 3S", "pile declare 3S")
    check(line)
    assert [event["card"] for event in events(line, "discard")] == ["3S", "3S"]


def test_without_return_the_card_taken_from_the_discards_may_not_be_thrown():
    with pytest.raises(RunError, match="discard"):
        play_script(two(READY), "pile 3S", rules={"play.may_return_upcard": False})


def test_without_return_neither_may_its_copy():
    deal = layout(["3S" + READY[2:], LOSER_31, LOSER_44, REST], upcard="3S", stock="4H", wild_card="7C")
    with pytest.raises(RunError, match="discard"):
        play_script(deal, "pile 3S", rules={"play.may_return_upcard": False})


def test_without_return_it_may_still_be_the_last_card_of_a_declaration():
    line, _ = play_script(two(READY), "pile declare 3S", rules={"play.may_return_upcard": False})
    check(line)


def test_without_return_a_card_from_the_stock_may_be_thrown():
    line, _ = play_script(two(READY), "stock 4S", "pack", rules={"play.may_return_upcard": False})
    check(line)


def test_the_last_card_of_a_declaration_goes_face_down_and_not_onto_the_discards():
    line, _ = play_script(two(READY), "stock declare 4S")
    check(line)
    assert events(line, "discard") == []
    assert line["events"][-1]["finish"] == "4S"


def test_any_card_may_be_the_last_one_a_joker_too():
    deal = layout([READY, LOSER_31.replace("JK", "", 1) + "3S", LOSER_44], upcard="JK", stock=REST, wild_card="7C")
    line, _ = play_script(deal, "pile declare JK")
    check(line)
    assert line["events"][-1]["finish"] == "JK"


def test_a_hand_that_is_not_declarable_may_not_be_declared():
    with pytest.raises(RunError, match="declare"):
        play_script(two(READY), "stock declare KH")


def test_in_the_seed_there_is_no_wrong_show():
    with pytest.raises(RunError, match="wrong show"):
        play_script(two(READY), "stock show KH")


def test_a_declarable_hand_may_not_be_shown_wrongly():
    with pytest.raises(RunError, match="wrong show"):
        play_script(two(READY), "stock show 4S", rules={"play.wrong_show_points": 80})


def test_a_card_that_is_not_in_hand_may_not_be_thrown():
    with pytest.raises(RunError, match=r"deal 0, seat 0, turn 1"):
        play_script(two(READY), "stock JK")


def test_wild_cards_may_be_taken_from_the_discards_in_the_seed():
    line, player = play_script(two(READY), "pile 3S", "stock 7S", "pile declare 7S")
    check(line)
    assert player.offered == [(True, True)] * 3


def test_initially_only_the_first_player_may_take_a_wild_up_card():
    rules = {"play.discard_joker_pickup": "initial_only"}
    stock = LOSER_44 + REST.replace("7H", "3S")
    line, player = play_script(two(READY, upcard="7H", stock=stock), "pile declare 7H", rules=rules)
    check(line)
    assert player.offered == [(True, True)]


def test_once_seat_0_has_packed_nobody_may_take_a_wild_up_card():
    rules = {"play.discard_joker_pickup": "initial_only"}
    deal = layout([LOSER_44, LOSER_31, READY], upcard="7H", stock=REST.replace("7H", "3S"), wild_card="7C")
    line, player = play_script(deal, "pack", "stock 7S", "stock declare 5S", rules=rules)
    check(line)
    assert player.offered[1:] == [(True, False)] * 2


def test_once_seat_0_has_passed_it_over_nobody_may_take_a_wild_discard():
    rules = {"play.discard_joker_pickup": "initial_only"}
    deal = layout([LOSER_44, LOSER_31, READY], upcard="7H", stock=REST.replace("7H", "3S"), wild_card="7C")
    line, player = play_script(deal, "stock 4S", "stock 7S", "stock declare QH", rules=rules)
    check(line)
    assert player.offered == [(True, True), (True, True), (True, False)]


def test_never_means_that_no_wild_card_is_taken_from_the_discards():
    rules = {"play.discard_joker_pickup": "never"}
    with pytest.raises(RunError, match="draw from the discards"):
        play_script(two(READY, upcard="7H", stock=LOSER_44 + REST.replace("7H", "3S")), "pile 7H", rules=rules)


@pytest.mark.parametrize(("upcard", "open_"), [("JK", False), ("7H", False), ("3S", True)])
def test_wild_cards_of_the_discards_are_printed_jokers_and_the_wild_rank(upcard, open_):
    rules = {"play.discard_joker_pickup": "never"}
    deal = layout([READY, LOSER_44], upcard=upcard, stock="AD5SQHQSTD", wild_card="7C")
    _, player = play_script(deal, "pack", rules=rules)
    assert player.offered == [(True, open_)]


def test_a_seat_may_pack_at_the_beginning_of_its_turn_only():
    line, _ = play_script(two(READY), "stock 4S", "stock AH", "pack")
    check(line)
    assert line["events"][-1] == {"seat": 0, "act": "pack", "when": "later", "points": 40}


def test_packing_in_the_first_turn_costs_20_and_the_cards_go_under_the_stock():
    order = "KHKDKC2S2D2CJSTS9S8S6H5H4H"
    deal = layout([READY, LOSER_31, LOSER_44], upcard="3S", stock=REST, wild_card="7C", shuffles=[order])
    line, _ = play_script(deal, "pack", "pack")
    check(line)
    assert line["events"][0]["points"] == 20
    assert "".join(line["events"][0]["under"]) == order


def test_the_cards_under_the_stock_come_after_all_that_lay_there():
    order = "KHKDKC2S2D2CJSTS9S8S6H5H4H"
    deal = layout([READY, LOSER_31, LOSER_44], upcard="3S", stock="AD5S", wild_card="7C", shuffles=[order])
    line, _ = play_script(deal, "pack", "stock AD", "stock 5S", "stock KH", "pack")
    assert [event["card"] for event in events(line, "draw")] == ["AD", "5S", "KH"]


def test_packing_in_a_later_turn_costs_40_and_the_cards_never_come_back():
    order = "5SADQH3S"
    deal = layout([READY, LOSER_31, LOSER_44], upcard="3S", stock="AD5SQHQS", wild_card="7C", shuffles=[order])
    line, _ = play_script(deal, "stock AD", "stock 5S", "stock QH", "pack", "stock QS", "stock 5S", "pack")
    (new,) = events(line, "reshuffle")
    assert "".join(new["stock"]) == order
    assert line["result"]["points"] == [40, 40, 0]


@pytest.mark.parametrize(("when", "place"), [("first", "out"), ("later", "stock_bottom")])
def test_where_packed_cards_go_is_a_rule_of_its_own_for_each_turn(when, place):
    turns = ["pack"] if when == "first" else ["stock 4S", "stock AH", "pack"]
    line, _ = play_script(two(READY), *turns, rules={f"play.pack_{when}_cards": place})
    check(line)
    assert ("under" in line["events"][-1]) == (place == "stock_bottom")


def test_the_points_of_packing_are_rules():
    line, _ = play_script(two(READY), "pack", rules={"play.pack_first_points": 25, "play.pack_later_points": 50})
    check(line)
    assert line["result"]["points"] == [25, 0]
