"""Scores, settlement, shuffles and random seats of Indian rummy, sentence by sentence, on deals laid out by hand."""

from collections import Counter

import numpy as np
import pytest
from declare_deals import LOSER_31, LOSER_44, READY, REST, block, events, game, layout, lines, play_script, two
from declare_referee import check

from meldlab.sim.common.errors import RunError
from meldlab.sim.common.notation import format_card, parse_cards
from meldlab.sim.games.declare.play.match import DeclareMatch
from meldlab.sim.games.declare.play.observation import DISCARD, FROM_STOCK, PACK, Ends
from meldlab.sim.games.declare.play.plain import Greedy, RandomLegal
from meldlab.sim.games.declare.play.python_seats import Action, OneByOne
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.matches import Matches

THREE = layout([READY, LOSER_31, LOSER_44], upcard="3S", stock=REST, wild_card="7C")

# id, decks that the hand needs, wild rank, hand, points by the seed, points by the points rules: the worked examples
WORKED = [
    ("W01", 1, "7", "4H5H6H 8S9STSJS 2C2D2S KCKDKH", 0, 0),
    ("W02", 1, "7", "4H5H6H 8S JK TSJS 2C2D2S KCKDKH", 0, 0),
    ("W03", 1, "7", "4H JK 6H 8S JK TSJS 2C2D2S KCKDKH", 36, None),
    ("W04", 1, "7", "4H5H6H 9S TC JK 8D 2C2D2S KCKDKH", 63, 78),
    ("W05", 1, "J", "4H5H6H7H 2C2D2S KCKDKH 9C9D9S", 63, 80),
    ("W06", 1, "4", "QSKSAS AH2H3H 5D6D7D8D 9C9H9S", 0, 0),
    ("W07", 1, "Q", "KSAS2S 5D6D7D 8C9CTC 4H4S4C JD", 32, 32),
    ("W08", 1, "7", "6D7D8D 2C3C4C JHQHKH 5S5H5C TS", 10, 10),
    ("W09", 1, "7", "6D7S8D 2C3C4C JHQHKH 5S5H5C 7C", 0, 0),
    ("W10", 2, "8", "5H5H5D 4S5S6S 9CTCJCQC 2D2H2H", 0, 21),
    ("W11", 3, "8", "5H5H5H 9CTCJCQC 2D2H2S KCKDKH", 0, None),
    ("W12", 2, "8", "5H5H JK 9CTCJCQC 2D3D4D KCKDKS", 0, 10),
    ("W13", 1, "9", "AS KH QD JC TS 9H 8D 7C 6S 5H 4D 3C 2S", 73, 80),
    ("W14", 1, "2", "AS AH KD KC QS QH JD JC TS TH 9D 8C 7S", 124, 80),
    ("W15", 1, "7", "3H4H5H JK 9S 9D KC QC 2S 6D 8C TS 7C", 25, 25),
    ("W16", 1, "6", "2C3C4C 9STSJS KCKDKH 5D5S 7H 8D", 25, 25),
    ("W17", 1, "J", "4C JD 6C 9H JK QH 2S 3D 7S QC KD AH TC", 41, 80),
    ("W18", 1, "7", "2C3C4C 5H JK JK 7S KCKDKS QCQDQH", 0, 0),
]
SEATS_OF_DECKS = {1: 2, 2: 4, 3: 6}


def left_of(hand, wild_rank, *, decks, jokers):
    """Return a cut card of the wild rank and the cards of the pack without it and the hand."""
    pack = Counter({format_card(card): decks for card in range(52)} | {"JK": decks * jokers})
    pack -= Counter(format_card(card) for card in parse_cards(hand))
    cut = next(wild_rank + suit for suit in "SHDC" if pack[wild_rank + suit])
    pack[cut] -= 1
    return cut, list(pack.elements())


@pytest.mark.parametrize(
    ("decks", "wild", "hand", "seed", "points"), [row[1:] for row in WORKED], ids=[row[0] for row in WORKED]
)
def test_a_loser_adds_up_the_cards_that_are_in_no_group(decks, wild, hand, seed, points):
    """Nobody declares: every seat draws a card and throws it again."""
    for name, expected, jokers in (("indian-rummy", seed, 2), ("indian-rummy-points", points, 1)):
        if expected is None:  # the worked example says nothing of these rules
            continue
        players = SEATS_OF_DECKS[decks]
        decks_here = decks if name == "indian-rummy" else 2
        cut, rest = left_of(hand, wild, decks=decks_here, jokers=jokers)
        fillers = ["".join(rest[13 * seat : 13 * seat + 13]) for seat in range(players - 1)]
        stock = rest[-players:]
        deal = layout([hand, *fillers], upcard=rest[-players - 1], stock="".join(stock), wild_card=cut)
        line, _ = play_script(deal, *(f"stock {card}" for card in stock), name=name, rules={"play.max_turns": 1})
        assert line["result"]["reason"] == "stalled"
        assert line["result"]["points"][0] == expected


def test_by_the_points_rules_no_first_turn_is_halved():
    deal = layout([READY, LOSER_31, LOSER_44], upcard="3S", stock=REST, wild_card="7C")
    line, _ = play_script(deal, "stock declare AD", name="indian-rummy-points")
    assert line["result"]["points"][0] == 0
    whole = line["result"]["points"]
    halved, _ = play_script(
        deal, "stock declare AD", name="indian-rummy-points", rules={"play.first_turn_halving": True}
    )
    assert halved["result"]["points"] == [0, whole[1] / 2, whole[2] / 2]


def test_by_the_points_rules_dropped_cards_are_out_of_play_in_both_cases():
    line, _ = play_script(THREE, "pack", "stock AD", "stock 5S", "pack", name="indian-rummy-points")
    assert line["result"]["points"] == [20, 40, 0]
    assert [sorted(event) for event in events(line, "pack")] == [["act", "points", "seat", "when"]] * 2


def test_the_price_of_a_wrong_show_is_a_rule():
    line, _ = play_script(two(LOSER_44, stock=READY + REST), "stock show JD", rules={"play.wrong_show_points": 55})
    check(line)
    assert line["result"]["points"] == [55, 0]


def test_without_settlement_points_are_all_there_is():
    deal = layout([LOSER_31, LOSER_44, READY], upcard="3S", stock="ADAD5S", wild_card="7C")
    words, rules = ("pack", "stock show JD"), {"play.settlement": "none"}
    line, _ = play_script(deal, *words, name="indian-rummy-points", rules=rules)
    assert line["result"]["points"] == [20, 80, 0]
    assert "settlement" not in line["result"]


def test_who_has_packed_cannot_have_the_lowest_hand():
    deal = layout([LOSER_31, READY, LOSER_44], upcard="3S", stock="AD5S", wild_card="7C")
    rules = {"play.stock_exhaustion": "lowest_wins", "play.pack_later_cards": "out", "play.pack_first_cards": "out"}
    line, _ = play_script(deal, "stock AD", "pack", "stock 5S", rules=rules)
    assert line["result"]["reason"] == "exhausted"
    assert line["result"]["status"] == ["winner", "packed-first", "loser"]
    assert line["result"]["points"] == [0, 20, 44]


def test_max_turns_are_counted_for_each_player():
    line, _ = play_script(THREE, "pack", "stock AD", "stock 5S", "stock QH", "stock QS", rules={"play.max_turns": 2})
    assert (line["result"]["reason"], line["result"]["turns"]) == ("stalled", 5)


def test_after_drawing_packing_is_no_action_any_more():
    class Late:
        def act(self, seen, actions):
            return Action("draw", source="stock") if seen.drawn is None else Action("pack")

    with pytest.raises(RunError, match="was not offered"):
        lines("indian-rummy", [OneByOne(Late(), name="late")] * 2, deals=1, layouts=[two(READY)])


def test_cards_that_left_the_game_are_known_to_be_held_by_nobody():
    class Watcher:
        """Seat 0 takes the up-card and packs in its second turn; the others throw what they draw."""

        def __init__(self):
            self.taken = []

        def act(self, seen, actions):
            self.taken.append(seen.taken[0])
            if seen.drawn is None:
                takes = seen.turn == 0
                return Action("pack") if seen.turn == 3 else Action("draw", source="discard" if takes else "stock")
            return Action("discard", card="KH" if seen.turn == 0 else seen.drawn)

    watcher = Watcher()
    seats = [OneByOne(watcher, name="watcher")] * 3
    lines("indian-rummy", seats, deals=1, layouts=[THREE], rules={"play.max_turns": 2})
    assert watcher.taken[:2] == [(), ("3S",)]
    assert watcher.taken[-5] == ("3S",)  # as it packs
    assert watcher.taken[-4:] == [()] * 4


@pytest.mark.parametrize("deals", [1, 10])
def test_a_match_has_as_many_deals_as_the_rules_say_and_the_lowest_total_wins(deals):
    match = DeclareMatch(load_ruleset("indian-rummy", set={"play.match_deals": deals}), players=2)
    played = match.play(Matches(seed=4, first_match=0, matches=2, strategies=(Greedy(), RandomLegal()), log=True))
    for lines_of, sheet in zip(played.deals, played.games, strict=True):
        assert len(lines_of) == len(sheet["deals"]) == deals
        assert [row["dealer"] for row in sheet["deals"]] == [(1 + number) % 2 for number in range(deals)]
        totals = sheet["result"]["totals"]
        assert sheet["result"]["winners"] == [player for player in range(2) if totals[player] == min(totals)]


class Again:
    """Plays the same turns at every table."""

    name = "again"

    def __init__(self, *turns):
        self.turns = [turn.split() for turn in turns]

    def choose_start(self, seen):
        starts = {"pack": PACK, "stock": FROM_STOCK}
        return np.array([starts[self.turns[turn][0]] for turn in seen.turns.tolist()])

    def choose_end(self, seen):
        cards = [parse_cards(self.turns[turn][1])[0] for turn in seen.turns.tolist()]
        return Ends(np.full(len(cards), DISCARD), np.array(cards))


def shuffled(deal, *turns, field):
    """Return what is shuffled in 400 deals that are laid out and played alike, card by card."""
    asked = block([Again(*turns)] * len(deal.hands), deals=400, layouts=[deal] * 400, log=True)
    played = game("indian-rummy", len(deal.hands)).play(asked)
    return [next(event[field] for event in line["events"] if field in event) for line in played.logs]


def each_card_anywhere(orders):
    """Return whether every card lies at every place about equally often, by chi-square; 5 standard errors are free."""
    places = Counter((card, place) for order in orders for place, card in enumerate(order))
    size = len(orders[0])
    assert len(places) == size * size
    expected = len(orders) / size
    chi_square = sum((count - expected) ** 2 / expected for count in places.values())
    freedom = (size - 1) ** 2
    return chi_square < freedom + 5 * (2 * freedom) ** 0.5


def test_packed_cards_are_shuffled_among_themselves_before_they_go_under_the_stock():
    assert each_card_anywhere(shuffled(two(READY), "pack", field="under"))


def test_the_discards_are_shuffled_into_a_new_stock():
    stock = [REST[place : place + 2] for place in range(0, 20, 2)]
    turns = [*(f"stock {card}" for card in stock), "stock 4H", "pack"]
    deal = two(READY, stock="".join(stock))
    assert each_card_anywhere(shuffled(deal, *turns, field="stock"))


def test_the_top_discard_that_stays_is_shuffled_the_next_time():
    words = ("stock AD", "stock 5S", "stock 3S", "stock AD", "stock 5S", "pack")
    deal = layout([READY, LOSER_44], upcard="3S", stock="AD5S", wild_card="7C", shuffles=["3SAD", "5S3S"])
    line, _ = play_script(deal, *words)
    first, second = (sorted(event["stock"]) for event in events(line, "reshuffle"))
    assert (first, second) == (["3S", "AD"], ["3S", "5S"])


def test_random_seats_take_each_open_kind_of_act_as_likely_and_then_each_of_its_choices():
    deals, rules = 3000, {"play.wrong_show_points": 80, "play.max_turns": 1}
    asked = block([RandomLegal()] * 2, deals=deals, layouts=[two(READY)] * deals, log=True)
    played = game("indian-rummy", 2, rules).play(asked)
    first = [line["events"][:2] for line in played.logs]
    starts = Counter((events[0]["act"], events[0].get("from")) for events in first)
    close_to(starts[("pack", None)], deals, 1 / 2)
    close_to(starts[("draw", "stock")], deals, 1 / 4)
    close_to(starts[("draw", "discard")], deals, 1 / 4)
    drew = [events for events in first if events[0]["act"] == "draw"]
    ends = Counter(end["act"] for _, end in drew)
    drawn = sum(ends.values())
    for act in ("discard", "declare", "wrong-show"):
        close_to(ends[act], drawn, 1 / 3)
    thrown = Counter(end["card"] for draw, end in drew if end["act"] == "discard" and draw["card"] == "3S")
    assert len(thrown) == 14
    for count in thrown.values():
        close_to(count, sum(thrown.values()), 1 / 14)


def close_to(count, tries, share):
    assert abs(count - tries * share) < 5 * (tries * share * (1 - share)) ** 0.5
