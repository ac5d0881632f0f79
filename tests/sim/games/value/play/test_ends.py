"""Pinacle: values of what lies and of what is left, the last card, the stock's end, sentence by sentence."""

from dataclasses import replace

import pytest
from value_deals import (
    FIVE_TURNS,
    FULL,
    ONE_TURN,
    Script,
    Unchecked,
    add,
    close,
    draw,
    events_of,
    game,
    layout,
    melds,
    move,
    moved,
    passes,
    play,
    refused,
    rescue,
    run,
    same,
    take,
    throw,
)

from meldlab.sim.common.errors import RunError
from meldlab.sim.games.value.play.acts import Action
from meldlab.sim.table.block import Block

# 4 and 5: what melds are worth


def laid(cards, *, as_run=None, rest="9S"):
    """Return class and value of one meld laid in the first turn."""
    event = same(cards) if as_run is None else run(cards, as_run)
    size = len(cards.split())
    hand, stock = (cards, rest) if size < 12 else (" ".join(cards.split()[:11]), cards.split()[11])
    end = close() if size == 12 else close(rest) if size == 11 else throw(rest)
    line = play([hand], [draw(), event, end], stock=stock, rules=ONE_TURN)
    return melds(line)[0][:2]


@pytest.mark.parametrize(
    ("cards", "name", "value"),
    [
        ("AC AC AD AD AH AH AS AS", "aces8", 1000),
        ("AC AC AD AD AH AH AS", "aces7", 400),
        ("AC AC AD AD AH AH", "aces6", 300),
        ("AC AC AD AD AH JK", "aces6w", 180),
        ("AC AC AD AD JK 2C", "aces6w", 180),
        ("JC JC JD JD JH JH JS JS", "figures8", 750),
        ("QC QC QD QD QH QH QS", "figures7", 300),
        ("KC KC KD KD KH KH", "figures6", 200),
        ("KC KC KD KD KH 2S", "figures6w", 120),
        ("TC TC TD TD TH TH TS TS", "set", 80),
        ("3C 3C 3D 3D 3H 3H", "set", 30),
        ("AC AC AD AD AH AH JK", "aces6", 330),
        ("AC AC AD AD AH JK 2C", "aces6w", 210),
        ("KC KC KD KD KH KH KS 2C", "figures7", 320),
        ("AC AC AD AD AH", "set", 75),
        ("5C 5D 2C", "set", 20),
        ("AC AD 2C", "set", 60),
        ("9C 9D JK", "set", 50),
    ],
)
def test_5_special_sets_replace_the_values_of_their_cards_and_what_is_more_is_added(cards, name, value):
    assert laid(cards) == (name, value)


TWELVE = f"{FULL} AH"


@pytest.mark.parametrize(
    ("cards", "name", "value"),
    [
        (TWELVE, "full_clean", 1000),
        (TWELVE.replace("7H", "2H"), "full_semi1", 800),
        (TWELVE.replace("7H", "2H").replace("JH", "2H"), "full_semi2", 750),
        (TWELVE.replace("7H", "2D"), "full_dirty", 500),
        (TWELVE.replace("7H", "2H").replace("JH", "JK"), "full_dirty", 500),
        (FULL, "run", 85),
        (" ".join(TWELVE.split()[1:]), "run", 95),
    ],
)
def test_6_a_run_of_all_twelve_positions_has_a_value_of_its_own_and_one_of_eleven_has_none(cards, name, value):
    size = len(cards.split())
    places = TWELVE if size == 12 else cards
    assert laid(cards, as_run=places) == (name, value)


@pytest.mark.parametrize(("cards", "value"), [("5H 6H 2C", 40), ("5H 6H JK", 40), ("KS 2S JK AS TS", 95)])
def test_4_a_wild_of_a_run_is_worth_30(cards, value):
    places = {"5H 6H 2C": "5H 6H 7H", "5H 6H JK": "5H 6H 7H", "KS 2S JK AS TS": "TS JS QS KS AS"}[cards]
    order = "TS 2S JK KS AS" if cards.startswith("KS") else cards
    assert laid(order, as_run=places) == ("run", value)


def test_4_cards_left_in_hand_cost_their_hand_values():
    hand = "JK 2C AC KC QC JC TC 9C 8C 7C 3C"
    side = play([hand, "", "4D 4D 5D 5D 6D 6D 7D 7D 3D 3D 4H"], passes("9S"), stock="9S", rules=ONE_TURN)
    told = side["result"]["sides"][0]
    assert told["hand"] == 30 + 20 + 15 + 6 * 10 + 2 * 5 + 11 * 5
    assert told["total"] == -told["hand"]


# 8: rescued wild cards


def test_8_1_a_rescued_wild_card_never_moves_again():
    first = run("5H 6H 7H JK", "5H 6H 7H 8H")
    acts = [rescue("0.0", "8H", "JK"), moved("0.0", move("JK", "8H", "9H"))]
    events = [draw(), first, throw("9S"), *passes("KC", "KD", "KC"), draw(), *acts]
    refused("may not move", ["5H 6H 7H JK 8H 9S KS", "KC", "KD", "KC"], events)


def test_8_3_wild_cards_of_the_other_side_are_not_rescued():
    first = run("5H 6H 7H JK", "5H 6H 7H 8H")
    events = [draw(), first, throw("9S"), draw(), rescue("0.0", "8H", "JK")]
    refused("no meld of side 1", ["5H 6H 7H JK 9S", "8H"], events)


# 9.3 and 9.5: the last card


def nearly_out(*, drawn, upcard="9S", take_pile=False, rules=()):
    """Return a deal in which seat 0 lays all eleven cards and is left with the one it drew or took."""
    acts = [take() if take_pile else draw(), run(FULL), close(upcard if take_pile else drawn)]
    return play([FULL], acts, upcard=upcard, stock=drawn, rules=dict(rules))


@pytest.mark.parametrize("take_pile", [False, True])
@pytest.mark.parametrize("discard_drawn", [True, False])
def test_9_3_who_holds_nothing_but_the_card_just_drawn_closes_with_it(take_pile, discard_drawn):
    """A turn must end: where every card held is barred, any may go, whatever `discard_drawn` says."""
    line = nearly_out(drawn="9C", take_pile=take_pile, rules={"play.discard_drawn": discard_drawn})
    assert line["events"][-1] == {"seat": 0, "act": "close", "card": "9S" if take_pile else "9C"}
    assert line["result"]["sides"][0]["bonus"] == 100


def test_9_3_who_holds_another_card_too_keeps_the_one_just_drawn():
    hand = "3H 4H 5H 6H 7H 8H 9H TH JH QH 4C"
    acts = [draw(), run("3H 4H 5H 6H 7H 8H 9H TH JH QH")]
    rules = {"play.discard_drawn": False, **ONE_TURN}
    refused("may not be thrown", [hand], [*acts, throw("9S")], stock="9S", rules=rules)
    line = play([hand], [*acts, throw("4C")], stock="9S", rules=rules)
    assert events_of(line, "discard")[0]["card"] == "4C"


def test_9_5_where_a_discard_is_required_the_last_card_is_laid_in_no_way():
    rules = {"play.close_discard": "required"}
    eight, nine = "3H 4H 5H 6H 7H 8H 9H TH", "3H 4H 5H 6H 7H 8H 9H TH JH"
    sets = [draw(), run(nine), same("4C 4D 4S")]
    refused("must be kept", [f"{nine} 4C 4D"], sets, stock="4S", rules=rules)
    added = [draw(), run(eight), same("4C 4D 4S"), add("0.1", "4H")]
    refused("must be kept", [f"{eight} 4C 4D 4S"], added, stock="4H", rules=rules)
    rescued = [draw(), run(eight), same("4C 4D JK"), rescue("0.1", "4S", "JK")]
    rules["play.rescue_same_turn"] = True
    refused("must be kept", [f"{eight} 4C 4D JK"], rescued, stock="4S", rules=rules)


def test_9_5_a_player_closes_on_the_melds_of_his_partner():
    acts = [draw(), run("3H 4H 5H"), throw("3C"), *passes("KC"), draw()]
    acts += [add("0.0", "6H 7H 8H 9H TH JH QH KH AH"), add("0.1", "9C 9D"), close("KS")]
    acts[2:2] = [same("9C 9D 9S")]
    hands = ["3H 4H 5H 9C 9D 9S 3C", "KC", "6H 7H 8H 9H TH JH QH KH AH 9C 9D"]
    line = play(hands, acts, stock="4S 4S KS")
    assert line["events"][-1]["act"] == "close"
    assert line["result"]["sides"][0]["bonus"] == 100


# 9.8: the end of the stock


def short(hands, events, *, stock, upcard, rules=()):
    """Return the line of a deal with a stock of these cards alone; the rest of the pack is out of play."""
    full = layout(hands, upcard, stock)
    few = replace(full, stock=full.stock[: len(stock.split())])
    script = Script([])
    script.events = [Action.of_event(event) for event in events]
    strategies = (Unchecked(script, name="script"),) * 4
    asked = Block(seed=0, first_deal=0, deals=1, strategies=strategies, log=True, layouts=(few,))
    return game(tuple(sorted(dict(rules).items()))).play(asked).logs[0]


#: Seat 0 holds two nines; each hand else has nothing to lay.
NINES = "9C 9D 3H 5S 7C TD QH KS AC 4S 6H"
POOR = ["3C 5D 7H TS QC KD AH 4D 6S 8C JH", "3D 5H 7S TC QD KH AS 4C 6D 8S JD", "3S 5C 7D TH QS KC AD 4H 6C 8D JC"]


def test_9_8_with_an_empty_stock_the_pozo_may_be_taken_to_expose_a_card():
    passed = passes("8H", "JS", "JS", "9S")
    acts = [*passed, take(), same("9C 9D 9S"), throw("3H")]
    line = short([NINES, *POOR], acts, stock="8H JS JS 9S", upcard="8H")
    assert [event["act"] for event in line["events"][-3:]] == ["take-pile", "expose", "discard"]
    assert line["result"]["turns"] == 5
    assert line["result"]["reason"] == "stock-end"
    assert [side["bonus"] for side in line["result"]["sides"]] == [0, 0]


def test_9_8_who_takes_the_pozo_then_must_expose_a_card():
    passed = passes("8H", "JS", "JS", "9S")
    with pytest.raises(RunError, match="must be laid"):
        short([NINES, *POOR], [*passed, take(), throw("3H")], stock="8H JS JS 9S", upcard="8H")


def test_9_8_who_could_take_the_pozo_need_not_and_the_deal_ends():
    passed = passes("8H", "JS", "JS", "9S")
    line = short([NINES, *POOR], [*passed, {"act": "give-up"}], stock="8H JS JS 9S", upcard="8H")
    assert (line["result"]["reason"], line["result"]["turns"]) == ("stock-end", 4)


def test_9_8_a_pozo_with_which_nothing_can_be_exposed_may_not_be_taken():
    passed = passes("5D", "JS", "KD", "TH")
    with pytest.raises(RunError, match="may not be taken"):
        short([NINES, *POOR], [*passed, take()], stock="5D JS KD TH", upcard="8H")


@pytest.mark.parametrize(("mode", "turns"), [("end", 4), ("reshuffle", 5)])
def test_9_8_stock_end_may_end_the_deal_at_once_or_turn_the_pozo_over(mode, turns):
    passed = passes("8H", "JS", "JS", "9S")
    acts = [*passed, *passes("8H")] if mode == "reshuffle" else passed
    rules = {"play.stock_end": mode, "play.max_turns": 5}
    line = short([NINES, *POOR], acts, stock="8H JS JS 9S", upcard="8H", rules=rules)
    assert line["result"]["turns"] == turns
    assert line["result"]["reason"] == ("stock-end" if mode == "end" else "max-turns")
    if mode == "reshuffle":
        # turned over, not shuffled: the oldest card comes first, and the top card stays
        assert events_of(line, "reshuffle") == [{"act": "reshuffle", "stock": ["8H", "8H", "JS", "JS"]}]
        assert line["events"][-2]["card"] == "8H"


def test_9_8_with_nothing_to_turn_over_the_deal_ends():
    acts = [take(), same("9C 9D 9S"), throw("3H")]
    line = short([NINES, *POOR], acts, stock="", upcard="9S", rules={"play.stock_end": "reshuffle"})
    assert (line["result"]["reason"], line["result"]["turns"]) == ("stock-end", 1)
    assert not events_of(line, "reshuffle")


def test_pozo_requires_meld_is_fulfilled_by_an_addition_or_a_rescue_but_not_by_a_move():
    rules = {"play.pozo_requires_meld": True, **FIVE_TURNS}
    hands = ["5H 6H 7H JK 8H KS 9S 9C", "KC", "KD", "KC"]
    opening = [draw(), run("5H 6H 7H JK", "5H 6H 7H 8H"), throw("9S"), *passes("KC", "KD", "KC"), take()]
    shift = moved("0.0", move("JK", "8H", "4H"))
    refused("must be laid", hands, [*opening, shift, throw("9C")], rules=rules)
    for act in (rescue("0.0", "8H", "JK"), add("0.0", "8H", moves=[move("JK", "8H", "9H")])):
        line = play(hands, [*opening, act, throw("9C")], rules=rules)
        assert line["result"]["turns"] == 5
