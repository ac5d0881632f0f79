"""Melds, specials, exposed runs and rescues of Pinacle, sentence by sentence, on hand-made deals."""

import pytest
from value_deals import (
    FIVE_TURNS,
    FULL,
    ONE_TURN,
    add,
    close,
    draw,
    melds,
    move,
    moved,
    passes,
    play,
    refused,
    rescue,
    run,
    same,
    throw,
)

# 3: melds


@pytest.mark.parametrize(
    ("hand", "act"),
    [
        ("5H 6H", run("5H 6H")),
        ("5H 6H 8H", run("5H 6H 8H")),
        ("5H 6H 7D", run("5H 6H 7D", "5H 6H 7H")),
        ("KH AH 3H", run("KH AH 3H")),
        ("5H JK 2C", run("5H JK 2C", "5H 6H 7H")),
        ("9C 9D", same("9C 9D")),
        ("9C JK 2C", same("9C JK 2C")),
        ("9C 9D 9S JK JK 2C", same("9C 9D 9S JK JK 2C")),
        ("AC AD AS AH JK JK 2C 2D", same("AC AD AS AH JK JK 2C 2D")),
    ],
)
def test_what_is_no_meld_cannot_be_exposed(hand, act):
    refused("no legal meld|no free place|cannot stand for", [hand], [draw(), act])


def test_a_side_has_at_most_one_set_of_each_rank():
    acts = [draw(), same("9C 9D 9S"), same("9C 9H 9S")]
    refused("set of this rank", ["9C 9D 9S 9C 9H 9S 3C"], acts)
    line = play(["9C 9D 9S 9C 9H 9S 3C"], [*acts, throw("3C")], rules={"set.max_per_rank": 2, **ONE_TURN})
    assert len(melds(line)) == 2


def test_two_sides_may_each_have_a_set_of_a_rank():
    acts = [draw(), same("9C 9D 9S"), throw("3C"), draw(), same("9C 9H 9S"), throw("4C")]
    line = play(["9C 9D 9S 3C", "9C 9H 9S 4C"], acts, rules={"play.max_turns": 2})
    assert len(melds(line, 0)) == len(melds(line, 1)) == 1


def test_g6_a_side_may_have_several_runs_of_one_suit_and_they_are_never_joined():
    acts = [draw(), run("3H 4H 5H 6H 7H"), run("9H TH JH"), add("0.0", "8H"), add("0.0", "9H"), throw("3C")]
    line = play(["3H 4H 5H 6H 7H 8H 9H TH JH 9H 3C"], acts, rules=ONE_TURN)
    assert [row[2] for row in melds(line)] == ["3H 4H 5H 6H 7H 8H 9H", "9H TH JH"]


# 5 and 6: specials made in play


def dealt_pinaculo(**rules):
    acts = [draw(), same("5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"), close("9S")]
    return play(["5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"], acts, stock="9S", rules={**ONE_TURN, **rules})


def test_the_pinaculo_of_the_eleven_dealt_cards_is_worth_3000():
    assert melds(dealt_pinaculo())[0][:2] == ("pinaculo", 3000)


def test_a_pinaculo_of_the_dealt_cards_may_wait_for_a_later_turn():
    acts = [*passes("9S", "KC", "KD", "KC"), draw(), same("5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"), close("9C")]
    line = play(["5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"], acts, stock="9S KC KD KC 9C")
    assert melds(line)[0][:2] == ("pinaculo", 3000)


def test_the_pinaculo_completed_during_play_is_worth_1500():
    acts = [draw(), same("5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"), close("9S")]
    line = play(["5C 5C 5D 5D 5H 5H 5S 5S JK 2C 9S"], acts, stock="2D", rules=ONE_TURN)
    assert melds(line)[0][:2] == ("pinaculo", 1500)


def test_a_pinaculo_with_a_drawn_wildcard_in_the_place_of_a_dealt_one_is_worth_1500():
    acts = [draw(), same("5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2H"), close("2D")]
    line = play(["5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"], acts, stock="2H", rules=ONE_TURN)
    assert melds(line)[0][:2] == ("pinaculo", 1500)


def test_a_pinaculo_is_put_down_together():
    acts = [draw(), same("5C 5C 5D 5D 5H 5H 5S 5S"), add("0.0", "JK 2C 2D", "5 5 5"), close("9S")]
    line = play(["5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"], acts, stock="9S", rules=ONE_TURN)
    assert melds(line)[0][:2] == ("set", 40 + 30 + 10 + 10)


def test_a_pinaculo_is_complete():
    acts = [draw(), same("5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"), add("0.0", "2H", "5")]
    hand = "5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"
    refused("added to a pinaculo", [hand], acts, stock="2H", rules={"meld.max_wilds": 4})


def test_g9_eight_aces_and_three_wildcards_of_both_partners_are_no_pinaculo():
    acts = [draw(), same("AC AC AD AD AH AH AS"), throw("3C"), *passes("4C")]
    acts += [draw(), add("0.0", "AS JK JK JK", "AS A A A"), throw("3D")]
    line = play(["AC AC AD AD AH AH AS 3C", "4C", "AS JK JK JK 3D"], acts, rules={"play.max_turns": 3})
    assert melds(line)[0][:2] == ("aces8", 1090)


@pytest.mark.parametrize(
    ("last", "name", "value"),
    [("AH", "full_clean", 1000), ("2H", "full_semi1", 800), ("2S", "full_dirty", 500), ("JK", "full_dirty", 500)],
)
def test_a_run_of_all_twelve_positions_is_a_full_run(last, name, value):
    line = play([FULL], [draw(), run(f"{FULL} {last}", f"{FULL} AH"), close()], stock=last)
    assert melds(line) == [(name, value, f"{FULL} {last}", "")]


# 7: exposed runs; g1 to g5


def side_turn(first, hand, acts, *, before, rules=()):
    """Return the line in which seat 0 does `first`, and in its next turn `acts`."""
    events = [draw(), *first, throw(before), *passes("KC", "KD", "KC"), draw(), *acts, throw("KS")]
    return play([f"{hand} {before} KS", "KC", "KD", "KC"], events, rules={**FIVE_TURNS, **dict(rules)})


EIGHT = run("5H 6H 7H JK", "5H 6H 7H 8H")


def test_g1_an_end_wildcard_shifts_outward_when_its_natural_is_added():
    acts = [add("0.0", "8H", moves=[move("JK", "8H", "9H")])]
    line = side_turn([EIGHT], "5H 6H 7H JK 8H", acts, before="9S")
    assert melds(line) == [("run", 55, "5H 6H 7H 8H JK", "")]


def test_g1_an_end_wildcard_is_rescued_by_its_natural_and_lies_crossed():
    line = side_turn([EIGHT], "5H 6H 7H JK 8H", [rescue("0.0", "8H", "JK")], before="9S")
    assert melds(line) == [("run", 55, "5H 6H 7H 8H", "JK")]


def test_g2_interior_wildcards_are_blocked():
    first = run("5H JK 7H", "5H 6H 7H")
    refused("not be rescued", *blocked([first], "5H JK 7H 6H", rescue("0.0", "6H", "JK")))
    refused("may not move", *blocked([first], "5H JK 7H 6H", moved("0.0", move("JK", "6H", "8H"))))
    refused("no free place", *blocked([first], "5H JK 7H 6H", add("0.0", "6H")))


def blocked(first, hand, act, before="QS"):
    events = [draw(), *first, throw(before), *passes("KC", "KD", "KC"), draw(), act, throw("KS")]
    return [f"{hand} {before} KS", "KC", "KD", "KC"], events


def test_g3_an_end_wildcard_is_blocked_once_a_natural_lies_beyond_it():
    first = [run("5H 6H 2C", "5H 6H 7H"), add("0.0", "8H")]
    line = side_turn(first, "5H 6H 2C 8H 7H", [], before="9S")
    assert melds(line) == [("run", 50, "5H 6H 2C 8H", "")]
    refused("not be rescued", *blocked(first, "5H 6H 2C 8H 7H", rescue("0.0", "7H", "2C")))


def test_g4_a_natural_outside_the_span_needs_every_position_between_filled():
    refused("no legal meld", *blocked([EIGHT], "5H 6H 7H JK TH", add("0.0", "TH")))
    line = side_turn([EIGHT], "5H 6H 7H JK TH 2S", [add("0.0", "2S TH", "9H TH")], before="9S")
    assert melds(line) == [("run", 85, "5H 6H 7H JK 2S TH", "")]


def test_an_end_wildcard_moves_to_the_other_end_or_inward():
    line = side_turn([EIGHT], "5H 6H 7H JK", [moved("0.0", move("JK", "8H", "4H"))], before="9S")
    assert melds(line) == [("run", 45, "JK 5H 6H 7H", "")]
    inward = [moved("0.0", move("JK", "8H", "4H")), add("0.0", "9H", moves=[move("JK", "4H", "8H")])]
    line = side_turn([EIGHT], "5H 6H 7H JK 9H", inward, before="9S")
    assert melds(line) == [("run", 55, "5H 6H 7H JK 9H", "")]


def test_end_wildcards_may_change_places_with_each_other():
    first = run("5H 6H 7H JK 2S", "5H 6H 7H 8H 9H")
    change = moved("0.0", move("JK", "8H", "9H"), move("2S", "9H", "8H"))
    line = side_turn([first], "5H 6H 7H JK 2S", [change], before="9S")
    assert melds(line) == [("run", 75, "5H 6H 7H 2S JK", "")]


def test_g5_rescued_wildcards_never_change_the_class_of_a_full_run():
    middle = "4H 5H 6H 7H 8H 9H TH JH QH"
    first = [run(f"{middle} KH", f"{middle} KH"), add("0.0", "JK 2H", "3H AH")]
    acts = [rescue("0.0", "AH", "2H"), rescue("0.0", "3H", "JK")]
    events = [draw(), *first, close()]
    line = play([f"{middle} KH JK"], events, stock="2H")
    assert melds(line)[0][:2] == ("full_dirty", 500)
    events = [draw(), run("4H 5H 6H 7H 8H 9H TH JH QH"), throw("9S"), *passes("KC")]
    events += [draw(), add("0.0", "KH JK 2H", "KH 3H AH"), throw("9C"), *passes("KD")]
    events += [draw(), throw("9D"), *passes("QC"), draw(), *acts, throw("JC")]
    hands = ["4H 5H 6H 7H 8H 9H TH JH QH 9S 9D", "KC QC", "KH JK 2H 9C AH 3H JC", "KD"]
    line = play(hands, events, rules={"play.max_turns": 7})
    assert melds(line) == [("full_clean", 1060, "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH", "2H JK")]
    one = [*events[: events.index(acts[1])], throw("JC")]
    line = play(hands, one, rules={"play.max_turns": 7})
    assert melds(line)[0][:2] == ("full_dirty", 530)


# 8: rescues


def test_a_wildcard_put_down_this_turn_cannot_be_rescued_in_it():
    acts = [draw(), EIGHT, rescue("0.0", "8H", "JK"), throw("KS")]
    refused("not be rescued", ["5H 6H 7H JK 8H KS"], acts)
    line = play(["5H 6H 7H JK 8H KS"], acts, rules={"play.rescue_same_turn": True, **ONE_TURN})
    assert melds(line) == [("run", 55, "5H 6H 7H 8H", "JK")]


def test_a_wildcard_merely_moved_this_turn_can_be_rescued():
    acts = [moved("0.0", move("JK", "8H", "4H")), rescue("0.0", "4H", "JK")]
    line = side_turn([EIGHT], "5H 6H 7H JK 4H", acts, before="9S")
    assert melds(line) == [("run", 50, "4H 5H 6H 7H", "JK")]


def test_a_fresh_wildcard_stays_fresh_when_it_is_moved():
    acts = [draw(), EIGHT, moved("0.0", move("JK", "8H", "4H")), rescue("0.0", "4H", "JK"), throw("KS")]
    refused("not be rescued", ["5H 6H 7H JK 4H KS"], acts)


def test_in_a_run_only_the_natural_that_it_stands_for_may_replace_a_wildcard():
    refused("not be rescued", *blocked([EIGHT], "5H 6H 7H JK 8D", rescue("0.0", "8D", "JK")))
    refused("not be rescued", *blocked([EIGHT], "5H 6H 7H JK 9H", rescue("0.0", "9H", "JK")))


def test_in_a_set_any_natural_of_the_rank_may_replace_any_wildcard():
    line = side_turn([same("9C 9D JK")], "9C 9D JK 9H", [rescue("0.0", "9H", "JK")], before="3S")
    assert melds(line) == [("set", 60, "9H 9D 9C", "JK")]
    refused("not be rescued", *blocked([same("9C 9D JK")], "9C 9D JK 8H", rescue("0.0", "8H", "JK")))


def test_equal_wilds_of_a_set_are_not_told_apart_the_older_is_taken():
    acts = [add("0.0", "JK", "9"), rescue("0.0", "9S", "JK")]
    line = side_turn([same("9C 9D 9H JK")], "9C 9D 9H JK JK 9S", acts, before="3S")
    assert melds(line)[0][3] == "JK"
    acts += [rescue("0.0", "9S", "JK")]
    hand, events = blocked([same("9C 9D 9H JK")], "9C 9D 9H JK JK 9S 9S", acts[0])
    events[-1:] = [*acts[1:], throw("KS")]
    refused("not be rescued", hand, events)


def test_g7_rescuing_the_sixth_ace_makes_six_natural_aces():
    first = same("AC AC AD AD AH JK")
    line = side_turn([first], "AC AC AD AD AH JK AS", [rescue("0.0", "AS", "JK")], before="3S")
    assert melds(line)[0][:2] == ("aces6", 330)
    line = side_turn([first], "AC AC AD AD AH JK AS", [add("0.0", "AS")], before="3S")
    assert melds(line)[0][:2] == ("aces6", 330)


def test_g8_five_kings_with_a_two_in_place_and_a_rescued_two():
    first = same("KC KC KD KD 2D")
    acts = [rescue("0.0", "KH", "2D"), add("0.0", "2C", "K")]
    events = [draw(), first, throw("3S"), *passes("QC", "QD", "QC"), draw(), *acts, throw("4S")]
    line = play(["KC KC KD KD 2D KH 2C 3S 4S", "QC", "QD", "QC"], events, rules=FIVE_TURNS)
    assert melds(line)[0][:2] == ("figures6w", 140)


def test_of_two_wildcards_side_by_side_at_an_end_either_may_be_replaced():
    first = run("5H 6H 7H JK 2S", "5H 6H 7H 8H 9H")
    line = side_turn([first], "5H 6H 7H JK 2S 8H", [rescue("0.0", "8H", "JK")], before="9S")
    assert melds(line) == [("run", 85, "5H 6H 7H 8H 2S", "JK")]
    hand, events = blocked([first], "5H 6H 7H JK 2S 8H", rescue("0.0", "8H", "JK"))
    refused("not be rescued", hand, events, rules={"play.end_block_rescue": False})
