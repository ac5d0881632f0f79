"""The turn, the pozo, closing, exhaustion and scoring of Pinacle, sentence by sentence, on hand-made deals."""

import pytest
from play.value_deals import (
    add,
    close,
    draw,
    events_of,
    line_of,
    melds,
    move,
    moved,
    passes,
    play,
    rescue,
    run,
    same,
    same_cards,
    take,
    throw,
)

from meldlab.sim.errors import RulesError, RunError
from meldlab.sim.play.value_table import ValueGame
from meldlab.sim.rules import load_ruleset

ONE_TURN = {"play.max_turns": 1}
FIVE_TURNS = {"play.max_turns": 5}
# seats 1, 2, 3 hold fillers and throw what they draw
OTHERS = ["", "", ""]


def refused(message, *arguments, **options):
    with pytest.raises(RunError, match=message):
        play(*arguments, **options)


# 1 and 9.1 to 9.3: the turn


def test_the_player_on_the_dealers_left_plays_first_and_play_runs_clockwise():
    line = play([], [], rules={"play.max_turns": 6})
    assert line["dealer"] == 3
    assert [event["seat"] for event in events_of(line, "draw")] == [0, 1, 2, 3, 0, 1]


def test_a_turn_draws_the_top_stock_card():
    line = play([], [], stock="9S 8H", rules={"play.max_turns": 2})
    assert [event["card"] for event in events_of(line, "draw")] == ["9S", "8H"]


def test_a_player_may_take_the_whole_pozo_even_if_only_its_top_card_is_wanted():
    line = play(["3C 4D", "4C"], [draw(), throw("3C"), take(), throw("4C")], upcard="9S", rules={"play.max_turns": 2})
    assert events_of(line, "take-pile")[0]["cards"] == ["9S", "3C"]


def test_there_is_no_condition_on_taking_the_pozo():
    line = play(["3C"], [take(), throw("3C")], upcard="9S", rules=ONE_TURN)
    assert [event["act"] for event in line["events"]] == ["take-pile", "discard"]


def test_the_pozo_may_require_a_meld():
    rules = {"play.pozo_requires_meld": True, **ONE_TURN}
    hand = ["3C 4D 6H 7S 9C TD QH KS AC 5S 8S"]
    refused("no such draw|no card could be laid|where a turn begins", hand, [take()], upcard="JH", rules=rules)
    hand = ["9C 9D 6H 7S 3C TD QH KS AC 5S JS"]
    refused("must be laid", hand, [take(), throw("3C")], upcard="9S", rules=rules)
    line = play(hand, [take(), same("9C 9D 9S"), throw("3C")], upcard="9S", rules=rules)
    assert melds(line) == [("set", 30, "9S 9D 9C", "")]


def test_melds_are_exposed_and_added_to_any_number_of_times():
    acts = [draw(), run("5H 6H 7H"), same("9C 9D 9S"), add("0.0", "8H"), add("0.1", "9H"), throw("3C")]
    line = play(["5H 6H 7H 8H 9C 9D 9S 9H 3C"], acts, rules=ONE_TURN)
    assert melds(line) == [("run", 25, "5H 6H 7H 8H", ""), ("set", 40, "9S 9H 9D 9C", "")]


def test_partners_combine_their_cards_on_the_melds_of_their_side():
    acts = [draw(), run("5H 6H 7H"), throw("3C"), *passes("KC"), draw(), add("0.0", "8H"), throw("3D")]
    line = play(["5H 6H 7H 3C", "KC", "8H 3D"], acts, rules={"play.max_turns": 3})
    assert melds(line) == [("run", 25, "5H 6H 7H 8H", "")]


def test_cards_are_added_only_to_melds_of_ones_own_side():
    acts = [draw(), run("5H 6H 7H"), throw("3C"), draw(), add("0.0", "8H")]
    refused("no meld of side 1", ["5H 6H 7H 3C", "8H"], acts)


def test_the_turn_ends_by_discarding_a_card_from_the_hand():
    refused("not in the hand", ["5H 6H 7H 3C"], [draw(), run("5H 6H 7H"), throw("5H")])


def test_the_card_just_drawn_may_be_discarded():
    line = play([], [draw(), throw("9S")], stock="9S", rules=ONE_TURN)
    assert events_of(line, "discard")[0]["card"] == "9S"


def test_the_card_just_drawn_may_be_barred():
    rules = {"play.discard_drawn": False, **ONE_TURN}
    refused("may not be thrown", ["3C"], [draw(), throw("9S")], stock="9S", rules=rules)
    refused("may not be thrown", ["3C"], [take(), throw("9S")], upcard="9S", rules=rules)
    line = play(["9S 3C"], [draw(), throw("9S")], stock="9S", rules=rules)
    assert events_of(line, "discard")[0]["card"] == "9S"


def test_wildcards_may_be_discarded_and_do_not_freeze_the_pile():
    line = play(["JK"], [draw(), throw("JK"), take(), throw("JK")], upcard="9S", rules={"play.max_turns": 2})
    assert events_of(line, "take-pile")[0]["cards"] == ["9S", "JK"]


def test_wild_discards_may_be_forbidden():
    refused("may not be thrown", ["JK"], [draw(), throw("JK")], rules={"play.wild_discard": False})
    refused("may not be thrown", ["2H"], [draw(), throw("2H")], rules={"play.wild_discard": False})


def test_where_only_wildcards_are_left_one_may_be_thrown_whatever_the_rules():
    acts = [draw(), run("3H 4H 5H 6H 7H 8H 9H TH JH QH"), throw("JK")]
    line = play(["3H 4H 5H 6H 7H 8H 9H TH JH QH JK"], acts, stock="2S", rules={"play.wild_discard": False, **ONE_TURN})
    assert events_of(line, "discard")[0]["card"] == "JK"


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


def test_a_side_may_have_several_runs_of_one_suit_and_they_are_never_joined():  # g6
    acts = [draw(), run("3H 4H 5H 6H 7H"), run("9H TH JH"), add("0.0", "8H"), add("0.0", "9H"), throw("3C")]
    line = play(["3H 4H 5H 6H 7H 8H 9H TH JH 9H 3C"], acts, rules=ONE_TURN)
    assert [row[2] for row in melds(line)] == ["3H 4H 5H 6H 7H 8H 9H", "9H TH JH"]


# 5 and 6: specials made in play


def dealt_pinaculo(**rules):
    acts = [draw(), same("5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"), close("9S")]
    return play(["5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"], acts, stock="9S", rules={**ONE_TURN, **rules})


def test_the_pinaculo_of_the_eleven_dealt_cards_is_worth_3000():
    assert melds(dealt_pinaculo())[0][:2] == ("pinaculo", 3000)


def test_the_pinaculo_completed_during_play_is_worth_1500():
    acts = [draw(), same("5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"), close("9S")]
    line = play(["5C 5C 5D 5D 5H 5H 5S 5S JK 2C 9S"], acts, stock="2D", rules=ONE_TURN)
    assert melds(line)[0][:2] == ("pinaculo", 1500)


def test_a_pinaculo_is_put_down_together():
    acts = [draw(), same("5C 5C 5D 5D 5H 5H 5S 5S"), add("0.0", "JK 2C 2D", "5 5 5"), close("9S")]
    line = play(["5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"], acts, stock="9S", rules=ONE_TURN)
    assert melds(line)[0][:2] == ("set", 40 + 30 + 10 + 10)


def test_eight_aces_and_three_wildcards_of_both_partners_are_no_pinaculo():  # g9
    acts = [draw(), same("AC AC AD AD AH AH AS"), throw("3C"), *passes("4C")]
    acts += [draw(), add("0.0", "AS JK JK JK", "AS A A A"), throw("3D")]
    line = play(["AC AC AD AD AH AH AS 3C", "4C", "AS JK JK JK 3D"], acts, rules={"play.max_turns": 3})
    assert melds(line)[0][:2] == ("aces8", 1090)


FULL = "3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


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


def test_an_end_wildcard_shifts_outward_when_its_natural_is_added():  # g1
    acts = [add("0.0", "8H", moves=[move("JK", "8H", "9H")])]
    line = side_turn([EIGHT], "5H 6H 7H JK 8H", acts, before="9S")
    assert melds(line) == [("run", 55, "5H 6H 7H 8H JK", "")]


def test_an_end_wildcard_is_rescued_by_its_natural_and_lies_crossed():  # g1
    line = side_turn([EIGHT], "5H 6H 7H JK 8H", [rescue("0.0", "8H", "JK")], before="9S")
    assert melds(line) == [("run", 55, "5H 6H 7H 8H", "JK")]


def test_interior_wildcards_are_blocked():  # g2
    first = run("5H JK 7H", "5H 6H 7H")
    refused("not be rescued", *blocked([first], "5H JK 7H 6H", rescue("0.0", "6H", "JK")))
    refused("may not move", *blocked([first], "5H JK 7H 6H", moved("0.0", move("JK", "6H", "8H"))))
    refused("no free place", *blocked([first], "5H JK 7H 6H", add("0.0", "6H")))


def blocked(first, hand, act, before="QS"):
    events = [draw(), *first, throw(before), *passes("KC", "KD", "KC"), draw(), act, throw("KS")]
    return [f"{hand} {before} KS", "KC", "KD", "KC"], events


def test_an_end_wildcard_is_blocked_once_a_natural_lies_beyond_it():  # g3
    first = [run("5H 6H 2C", "5H 6H 7H"), add("0.0", "8H")]
    line = side_turn(first, "5H 6H 2C 8H 7H", [], before="9S")
    assert melds(line) == [("run", 50, "5H 6H 2C 8H", "")]
    refused("not be rescued", *blocked(first, "5H 6H 2C 8H 7H", rescue("0.0", "7H", "2C")))


def test_a_natural_outside_the_span_needs_every_position_between_filled():  # g4
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


def test_rescued_wildcards_never_change_the_class_of_a_full_run():  # g5
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


def test_rescuing_the_sixth_ace_makes_six_natural_aces():  # g7
    first = same("AC AC AD AD AH JK")
    line = side_turn([first], "AC AC AD AD AH JK AS", [rescue("0.0", "AS", "JK")], before="3S")
    assert melds(line)[0][:2] == ("aces6", 330)
    line = side_turn([first], "AC AC AD AD AH JK AS", [add("0.0", "AS")], before="3S")
    assert melds(line)[0][:2] == ("aces6", 330)


def test_five_kings_with_a_two_in_place_and_a_rescued_two():  # g8
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


# 9.5 to 9.8: closing, score, the end of the stock


def test_the_deal_closes_by_discarding_the_last_card():
    acts = [draw(), run(FULL), close("9S")]
    line = play([FULL], acts, stock="9S")
    assert line["result"]["reason"] == "close"
    assert line["events"][-1] == {"seat": 0, "act": "close", "card": "9S"}


def test_the_deal_closes_by_exposing_all_cards():
    line = play([FULL], [draw(), run(f"{FULL} AH"), close()], stock="AH")
    assert line["events"][-1] == {"seat": 0, "act": "close", "card": None}
    assert line["result"]["sides"][0]["bonus"] == 100


def test_closing_may_require_a_discard():
    rules = {"play.close_discard": "required"}
    refused("must be kept", [FULL], [draw(), run(f"{FULL} AH"), close()], stock="AH", rules=rules)
    line = play([FULL], [draw(), run(FULL), close("AH")], stock="AH", rules=rules)
    assert line["result"]["sides"][0]["melds"][0]["value"] == 85


def test_the_score_is_melds_less_cards_of_both_partners_plus_the_bonus():  # g11
    hands = [FULL, "", "KD 3C 3C 3D 3D 4C 4C 4D 4D 5C 5C"]
    side = play(hands, [draw(), run(FULL), close("9S")], stock="9S")["result"]["sides"][0]
    assert (side["hand"], side["bonus"], side["total"]) == (10 + 50, 100, 85 - 60 + 100)


def test_the_other_side_has_no_bonus_and_pays_for_both_its_hands():  # g10
    hands = [FULL, "QH 2S 5C 3C 3C 3D 3D 4C 4C 4D 4D", "", "KD KD KC KC QD QD QC QC JD JD JC"]
    side = play(hands, [draw(), run(FULL), close("9S")], stock="9S")["result"]["sides"][1]
    assert (side["hand"], side["bonus"]) == (10 + 20 + 9 * 5 + 11 * 10, 0)


def test_the_bonus_is_a_parameter():
    line = play([FULL], [draw(), run(FULL), close("9S")], stock="9S", rules={"play.close_bonus": 0})
    assert line["result"]["sides"][0]["bonus"] == 0


EMPTY = {"play.max_turns": 400}


def test_stock_exhausted_the_deal_ends_unless_the_pozo_is_taken_and_a_card_exposed():  # g12
    line = play([], [])
    assert line["result"]["reason"] == "stock-end"
    assert line["result"]["turns"] == 63
    assert [side["bonus"] for side in line["result"]["sides"]] == [0, 0]


def test_with_an_empty_stock_the_pozo_may_be_taken_by_a_player_who_exposes():
    class Taker:
        def act(self, seen, actions):
            words = [action.act for action in actions]
            if "take-pile" in words and seen.stock_left == 0:
                self.taken = seen.turn
                return actions[words.index("take-pile")]
            if "draw" in words:
                return actions[words.index("draw")]
            ends = [action for action in actions if action.act in ("discard", "close")]
            return ends[0] if ends else actions[0]

    from play.value_referee import check

    from meldlab.sim.play.block import Block
    from meldlab.sim.play.value_python import OneByOne

    taker = Taker()
    block = Block(seed=1, first_deal=0, deals=1, strategies=(OneByOne(taker, name="taker"),) * 4, log=True)
    played = ValueGame(load_ruleset("pinacle")).play(block)
    line = line_of(played, {}, ["taker"] * 4, seed=1)
    check(line)
    assert taker.taken >= 63
    takes = [number for number, event in enumerate(line["events"]) if event["act"] == "take-pile"]
    assert takes
    assert all(line["events"][number + 1]["act"] in ("expose", "add", "rescue") for number in takes)


def test_stock_end_may_stop_as_soon_as_the_stock_is_empty():
    line = play([], [], rules={"play.stock_end": "end"})
    assert (line["result"]["reason"], line["result"]["turns"]) == ("stock-end", 63)


def test_stock_end_may_turn_the_pozo_over():
    line = play([], [], rules={"play.stock_end": "reshuffle", "play.max_turns": 70})
    assert (line["result"]["reason"], line["result"]["turns"]) == ("max-turns", 70)
    (event,) = events_of(line, "reshuffle")
    thrown = [event["card"] for event in events_of(line, "discard")][:63]
    assert event["stock"] == [line["upcard"], *thrown[:-1]]


def test_max_turns_ends_the_deal_without_bonus():
    line = play([], [], rules={"play.max_turns": 7})
    assert (line["result"]["reason"], line["result"]["turns"]) == ("max-turns", 7)


# 9.9: the signal


SEVEN = "3H 5H 6H 7H 9H JH KH"


def test_the_signal_needs_seven_different_natural_ranks_of_the_suit_before_the_exposure():
    line = play([f"{SEVEN} 9S"], [draw(), run("5H 6H 7H", signal=True), throw("9S")], rules=ONE_TURN)
    assert events_of(line, "expose")[0]["signal"] is True
    six = "3H 5H 6H 7H 9H JH JH 9S"
    refused("signal", [six], [draw(), run("5H 6H 7H", signal=True)], stock="9C")
    refused("signal", [f"{SEVEN} 9S"], [draw(), run("5H 6H 7H", signal=True)], rules={"play.signal_min": 8})
    refused("signal", [f"{SEVEN} 9S"], [draw(), run("5H 6H 7H", signal=True)], rules={"play.signal_allowed": False})


def test_upcard_false_begins_with_an_empty_pozo():
    game = ValueGame(load_ruleset("pinacle", set={"deal.upcard": False}))
    from meldlab.sim.play.block import Block
    from meldlab.sim.play.value_strategies import RandomPlay

    played = game.play(Block(seed=4, first_deal=0, deals=1, strategies=(RandomPlay(),) * 4, log=True))
    assert played.logs[0]["upcard"] is None
    assert len(played.logs[0]["stock"]) == 64
    assert played.logs[0]["events"][0]["act"] == "draw"


def test_four_players_play_and_no_others():
    with pytest.raises(RulesError, match="players"):
        ValueGame(load_ruleset("pinacle"), players=3)


def test_hands_grow_when_the_pozo_is_taken():
    acts = [*passes("3C", "3C", "3D", "3D"), take(), throw("3C")]
    line = play(["3C 9S", "3C", "3D", "3D"], acts, upcard="KS", rules=FIVE_TURNS)
    left = line["result"]["sides"][0]["left"][0]
    assert len(left) == 11 + 5 - 1
    assert same_cards(events_of(line, "take-pile")[0]["cards"], ["KS", "3C", "3C", "3D", "3D"])
