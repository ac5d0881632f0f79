"""What the compiled Pinacle seats do in single situations."""

import pytest
from value_deals import Script, draw, events_of, layout, line_of, run, throw
from value_referee import check

from meldlab.sim.games.value.play.acts import Action
from meldlab.sim.games.value.play.game import ValueGame
from meldlab.sim.games.value.play.python_seats import OneByOne
from meldlab.sim.games.value.play.strategies import STRATEGIES
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.block import Block


def scripted(*events):
    return OneByOne(Script(events), name="script")


def play(strategies, hands, *, upcard, stock="", turns=1, rules=()):
    """Return the line of a deal of so many turns."""
    game = ValueGame(load_ruleset("pinacle", set={"play.max_turns": turns, **dict(rules)}))
    deal = layout(hands, upcard, stock)
    block = Block(seed=0, first_deal=0, deals=1, strategies=strategies, log=True, layouts=(deal,))
    line = line_of(game.play(block), {"play.max_turns": turns, **dict(rules)}, ["any"] * 4)
    check(line)
    return line


def alone(name, hand, *, upcard="KD", stock="", **numbers):
    """Return the acts of a seat in the first turn."""
    seats = (STRATEGIES[name](**numbers), scripted(), scripted(), scripted())
    return play(seats, [hand], upcard=upcard, stock=stock)["events"]


LOOSE = "3H 5C 8S JS AS 9D QD 7D TC KC 4S"


def test_greedy_exposes_and_adds_all_it_can():
    events = alone("greedy", "5H 6H 7H 9C 9D 9S JK 3C QD KS JC", upcard="AH", stock="8H")
    laid = [card for event in events if event["act"] in ("expose", "add") for card in event["cards"]]
    assert sorted(laid) == sorted(["5H", "6H", "7H", "8H", "9C", "9D", "9S", "JK"])


def test_greedy_throws_the_costliest_useless_card():
    (event,) = [
        event for event in alone("greedy", "3H 5C 8S JS AS 9D QD 7D TC 4S 4D", stock="KH") if "discard" in event["act"]
    ]
    assert event["card"] == "AS"


@pytest.mark.parametrize(("upcard", "taken"), [("9S", True), ("2H", True), ("KH", False)])
def test_greedy_takes_the_pozo_for_its_top_card_alone(upcard, taken):
    events = alone("greedy", "9C 9D 3H 5C JS AS QD 7D TC 4S 8H", upcard=upcard, stock="6D")
    assert (events[0]["act"] == "take-pile") == taken


@pytest.mark.parametrize("name", ["closer", "builder"])
def test_thoughtful_seats_take_the_pozo_when_its_cards_are_worth_it(name):
    seats = (STRATEGIES[name](), scripted(), scripted(), scripted())
    rich = play(seats, ["AC AD QH QS 3H 5C JS 9S 7D TC 4S"], upcard="AS", stock="6D")
    assert rich["events"][0]["act"] == "take-pile"
    seats = (STRATEGIES[name](), scripted(), scripted(), scripted())
    poor = play(seats, [LOOSE], upcard="KH", stock="6D")
    assert poor["events"][0]["act"] == "draw"


def test_a_wild_card_is_kept_when_it_completes_nothing_but_laid_when_an_opponent_is_about_to_close():
    hand = "5H 6H 7H JK 3C TC 9S KS QD 8D AH"
    kept = alone("closer", hand, upcard="4S", stock="4D")
    assert not any("JK" in event.get("cards", ()) for event in kept)
    laid = alone("closer", hand, upcard="4S", stock="4D", alarm=11)
    assert any("JK" in event.get("cards", ()) for event in laid)


def test_wild_cards_are_thrown_after_everything_else():
    events = alone("closer", "3H 4H 5H 6H 7H 8H 9H TH JH JK KD", stock="3S", upcard="4S", wild_price=1000, alarm=0)
    (event,) = [event for event in events if event["act"] == "discard"]
    assert event["card"] != "JK"


def test_a_card_that_the_opponents_can_lay_is_not_thrown():
    first = [draw(), run("9S TS JS"), throw("3C")]
    hands = ["9S TS JS 3C", "8S 8D 4H 6C AH KC QD JD TC AD 7C"]
    thrown = {}
    for danger in (0, 500):
        seats = (scripted(*first), STRATEGIES["closer"](danger=danger, pair=0, near=0), scripted(), scripted())
        line = play(seats, hands, upcard="3D", stock="5S 5D", turns=2)
        thrown[danger] = events_of(line, "discard")[1]["card"]
    assert thrown[500] != "8S"


def test_the_partners_signal_keeps_cards_of_its_suit():
    hands = ["3H 5H 6H 7H 9H JH KH 6S", "", LOOSE.replace("4S", "KS").replace("7D", "AD")]
    thrown = {}
    for signal in (True, False):
        seats = (
            scripted(draw(), run("5H 6H 7H", signal=signal), throw("6S")),
            scripted(draw(), throw("6D")),
            STRATEGIES["builder"](),
            scripted(),
        )
        hands[1] = "6D"
        line = play(seats, hands, upcard="3D", stock="4D 4C 9C", turns=3)
        thrown[signal] = events_of(line, "discard")[2]["card"]
    assert thrown[False] == "3H"
    assert thrown[True] != "3H"


def test_a_seat_gives_the_signal_when_it_may_and_wants_to():
    hand = "3H 5H 6H 7H 9H JH KH 8S QD AC TC"
    assert any(event.get("signal") for event in alone("builder", hand, stock="4D"))
    assert not any(event.get("signal") for event in alone("greedy", hand, stock="4D"))


def test_a_patient_seat_does_not_close_while_its_partner_has_many_cards():
    hand = "3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    assert alone("builder", hand, stock="9S", patience=5)[-1]["act"] == "discard"
    assert alone("builder", hand, stock="9S", patience=0)[-1]["act"] == "close"
    assert alone("builder", hand, stock="9S", patience=5, alarm=11)[-1]["act"] == "close"


def test_with_a_duty_to_lay_something_is_laid():
    for name in STRATEGIES:
        seats = (STRATEGIES[name](),) * 4
        game = ValueGame(load_ruleset("pinacle", set={"play.pozo_requires_meld": True}))
        played = game.play(Block(seed=17, first_deal=0, deals=40, strategies=seats))
        assert played.columns["pozos"].sum() > 0


def test_an_action_says_the_same_as_the_event_it_came_from():
    event = {"act": "rescue", "meld": "0.0", "card": "8H", "wild": "JK"}
    assert Action.of_event(event) == Action("rescue", meld="0.0", card="8H", wild="JK")


def test_random_seats_take_each_open_kind_of_act_as_likely():
    game = ValueGame(load_ruleset("pinacle", set={"play.max_turns": 1}))
    deals = 4000
    strategies = (STRATEGIES["random"](),) * 4
    played = game.play(Block(seed=23, first_deal=0, deals=deals, strategies=strategies, log=True))
    taken = played.columns["pozos"][:, 0].mean()
    assert abs(taken - 0.5) < 4 * 0.5 / deals**0.5
    # nothing lies on the table: the first act after the draw is an exposure, where one is open, or the end of the turn
    exposes = [log["events"][1]["act"] == "expose" for log in played.logs]
    could = [True for log in played.logs if _could_expose(log)]
    assert abs(sum(exposes) / len(could) - 0.5) < 4 * 0.5 / len(could) ** 0.5


def _could_expose(log):
    """Return whether the first seat's hand after its draw holds a legal meld, by three cards."""
    first = log["events"][0]
    hand = log["hands"][0] + (first["cards"] if first["act"] == "take-pile" else [first["card"]])
    wilds = sum(card == "JK" or card[0] == "2" for card in hand)
    naturals = {card for card in hand if card != "JK" and card[0] != "2"}
    by_rank = [sum(card[0] == rank for card in hand if card != "JK") for rank in "3456789TJQKA"]
    if max(by_rank) + min(wilds, 1) >= 3:
        return True
    for suit in "SHDC":
        for first_place in range(10):
            held = sum(rank + suit in naturals for rank in "3456789TJQKA"[first_place : first_place + 3])
            if held + min(wilds, 1) >= 3:
                return True
    return False
