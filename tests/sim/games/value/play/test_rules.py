"""The turn, the pozo, closing, the signal and the end of Pinacle, sentence by sentence, on hand-made deals."""

import pytest
from value_deals import (
    FIVE_TURNS,
    FULL,
    ONE_TURN,
    add,
    close,
    draw,
    events_of,
    line_of,
    melds,
    passes,
    play,
    refused,
    run,
    same,
    same_cards,
    take,
    throw,
)
from value_referee import check

from meldlab.kernels.cards.packs import shuffle_packs
from meldlab.sim.common.errors import RulesError
from meldlab.sim.common.notation import format_card
from meldlab.sim.games.value.play.game import ValueGame
from meldlab.sim.games.value.play.python_seats import OneByOne
from meldlab.sim.games.value.play.strategies import RandomPlay
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.block import Block

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
    refused("no such draw|no card could be laid", hand, [take()], upcard="JH", rules=rules)
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


def test_g10_g11_the_score_is_melds_less_cards_of_both_partners_plus_the_bonus_of_the_closing_side():
    """Side 0 has melds of 210, the closer's partner a king; side 1 has 335, its partners a queen, a two and a five."""
    hands = [
        FULL,
        "KC KC KD KS KS KH JC JD JS JH QH",
        "AC AC AD AD AS QC QC QD QD QS KD",
        "AH AH AS 6C 7C 8C 9C TC JC 2S 5C",
    ]
    acts = [*passes("3D"), draw(), same("KC KC KD KS KS KH"), same("JC JD JS JH"), throw("3C")]
    acts += [draw(), same("AC AC AD AD AS"), same("QC QC QD QD QS"), throw("3S")]
    acts += [draw(), same("AH AH AS"), run("6C 7C 8C 9C TC JC"), throw("4D")]
    acts += [draw(), run(FULL), close("9S")]
    own, other = play(hands, acts, stock="3D 3C 3S 4D 9S")["result"]["sides"]
    assert [sum(meld["value"] for meld in side["melds"]) for side in (own, other)] == [210, 335]
    assert (own["left"], own["hand"], own["bonus"], own["total"]) == ([[], ["KD"]], 10, 100, 300)
    assert (other["left"], other["hand"], other["bonus"], other["total"]) == ([["QH"], ["2S", "5C"]], 35, 0, 300)


def test_the_bonus_is_a_parameter():
    line = play([FULL], [draw(), run(FULL), close("9S")], stock="9S", rules={"play.close_bonus": 0})
    assert line["result"]["sides"][0]["bonus"] == 0


def test_g12_stock_exhausted_the_deal_ends_unless_the_pozo_is_taken_and_a_card_exposed():
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


def test_a_set_gives_no_signal():
    event = {**same("3C 3D 3S"), "signal": True}
    refused("signal", ["3C 3D 3S"], [draw(), event], rules={"play.signal_min": 1})


def test_upcard_false_begins_with_an_empty_pozo():
    game = ValueGame(load_ruleset("pinacle", set={"deal.upcard": False}))
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


def test_1_4_cards_are_dealt_one_at_a_time_then_one_is_turned_up_and_the_rest_is_the_stock():
    (pack,) = shuffle_packs(6, 0, 1, decks=2, printed_jokers=2, first_deal=3)
    cards = [format_card(int(card)) for card in pack]
    asked = Block(seed=6, first_deal=3, deals=1, strategies=(RandomPlay(),) * 4, log=True)
    (line,) = ValueGame(load_ruleset("pinacle")).play(asked).logs
    assert [sorted(hand) for hand in line["hands"]] == [sorted(cards[seat:44:4]) for seat in range(4)]
    assert (line["upcard"], line["stock"]) == (cards[44], cards[45:])
