"""How deals of Indian rummy end and what they cost: examples X1 to X9, exhaustion, stalled deals, settlement."""

import pytest
from declare_deals import LOSER_31, LOSER_44, READY, REST, events, layout, play_script, two
from declare_referee import check

THREE = layout([READY, LOSER_31, LOSER_44], upcard="3S", stock=REST, wild_card="7C")

# the hand-made line of the deal-log format
EXAMPLE = layout(
    ["3C4C5C8H9H7DAS3S6D9DQCQSKH", "2S5SKSAH3HTHQH3D5DJDAC8CJC", "4H5H6H8S9SJKJS2C2D7SKCKDQD"],
    upcard="6C",
    stock="TD4S6STS2H7HJHAD4D8D9CTCJK",
    wild_card="7C",
    shuffles=["QH5SJDAC3HKS8CTH2S3DJCAH5D"],
)


def test_the_example_of_the_log_format_is_played_as_it_is_written():
    line, _ = play_script(EXAMPLE, "stock KH", "pack", "pile declare QD")
    check(line)
    assert line["events"][:-1] == [
        {"seat": 0, "act": "draw", "from": "stock", "card": "TD"},
        {"seat": 0, "act": "discard", "card": "KH"},
        {
            "seat": 1,
            "act": "pack",
            "when": "first",
            "points": 20,
            "under": ["QH", "5S", "JD", "AC", "3H", "KS", "8C", "TH", "2S", "3D", "JC", "AH", "5D"],
        },
        {"seat": 2, "act": "draw", "from": "discard", "card": "KH"},
    ]
    assert line["result"] == {
        "reason": "declare",
        "winner": 2,
        "points": [55, 20, 0],
        "turns": 3,
        "status": ["loser", "packed-first", "winner"],
    }


def test_x1_a_declaration_in_the_first_turn_of_the_deal_halves_the_losers_points_exactly():
    line, _ = play_script(THREE, "stock declare AD")
    check(line)
    assert line["result"]["points"] == [0, 15.5, 22]


def test_without_halving_the_losers_pay_all():
    line, _ = play_script(THREE, "stock declare AD", rules={"play.first_turn_halving": False})
    check(line)
    assert line["result"]["points"] == [0, 31, 44]


def test_x2_no_halving_once_seat_0_has_packed():
    deal = layout([LOSER_31, READY, LOSER_44], upcard="3S", stock=REST, wild_card="7C")
    line, _ = play_script(deal, "pack", "stock declare AD")
    check(line)
    assert line["result"]["points"] == [20, 0, 44]


def test_x3_with_two_players_packing_ends_the_deal_at_once():
    line, _ = play_script(two(READY), "pack")
    check(line)
    assert line["result"] == {
        "reason": "last-active",
        "winner": 1,
        "points": [20, 0],
        "turns": 1,
        "status": ["packed-first", "winner"],
    }


def test_x4_a_later_pack_of_the_other_seat():
    line, _ = play_script(two(READY), "stock 4S", "stock AH", "stock 2H", "stock 3H", "stock 9H", "pack")
    check(line)
    assert line["result"]["points"] == [0, 40]
    assert line["result"]["status"] == ["winner", "packed-later"]


def test_x5_two_packs_in_first_turns_put_26_cards_under_the_stock():
    other = "AS2S3S4S5S6S7S8S9STSJSQSKS"
    deal = layout([READY, LOSER_31, LOSER_44, other], upcard="3S", stock=REST, wild_card="7C")
    line, _ = play_script(deal, "pack", "pack", "stock 4S", "stock 5S", "pack")
    assert [len(event.get("under", ())) for event in events(line, "pack")] == [13, 13, 0]
    assert line["result"]["points"] == [20, 20, 40, 0]


def test_x6_with_the_stock_used_up_the_discards_are_shuffled_and_the_top_one_stays():
    thrown = ["3S", "AD", "5S", "QH", "QS", "TD", "9C", "7H", "4C", "4D", "QD", "QC", "5D", "JH"]
    order = "".join(reversed(thrown[:-1]))
    deal = layout([READY, LOSER_31, LOSER_44], upcard="3S", stock=REST, wild_card="7C", shuffles=[order])
    line, _ = play_script(deal, *(f"stock {card}" for card in thrown[1:]), "stock 5D", "pile 5D", "pack", "pack")
    check(line)
    (new,) = events(line, "reshuffle")
    assert "".join(new["stock"]) == order
    place = line["events"].index(new)
    assert line["events"][place + 1] == {"seat": 1, "act": "draw", "from": "stock", "card": "5D"}


def test_with_nothing_below_the_top_discard_the_player_has_to_take_it_whatever_it_is():
    rules = {"play.discard_joker_pickup": "never"}
    deal = two(READY, upcard="3S", stock="7H")
    line, player = play_script(deal, "pile KH", "stock 7H", "stock declare 3S", rules=rules)
    assert player.offered == [(True, True), (True, True), (True, False)]
    deal = two(READY, upcard="7H", stock="")
    line, player = play_script(deal, "pile 7H", "pile 7H", "pack", rules=rules)
    assert player.offered == [(False, True)] * 3
    assert line["result"]["status"] == ["packed-later", "winner"]


def test_if_neither_pile_has_a_card_the_deal_ends_and_everyone_still_in_scores():
    deal = layout([LOSER_44, LOSER_31, READY], upcard="3S", stock="", wild_card="7C")
    line, _ = play_script(deal, "pile show 3S", rules={"play.wrong_show_points": 80})
    assert line["result"]["reason"] == "stalled"
    assert line["result"]["winner"] is None
    assert line["result"]["points"] == [80, 31, 0]


def test_max_turns_a_player_end_a_stalled_deal_without_a_winner():
    line, _ = play_script(two(READY), "stock 4S", "stock AH", "stock 2H", "stock 3H", rules={"play.max_turns": 2})
    check(line)
    assert line["result"] == {
        "reason": "stalled",
        "winner": None,
        "points": [0, 31],
        "turns": 4,
        "status": ["loser", "loser"],
    }


def test_x9_a_hand_without_points_does_not_win_by_that():
    w18 = "2C3C4C 5H JK JK 7S KCKDKS QCQDQH"
    deal = layout([w18, "8S9STSJS 4H6H8H 2D3D6D 9C5SAS"], upcard="3S", stock="4S2H", wild_card="7C")
    line, _ = play_script(deal, "stock 4S", "stock 2H", rules={"play.max_turns": 1})
    assert line["result"]["winner"] is None
    assert line["result"]["points"][0] == 0


def test_lowest_wins_ends_the_deal_when_the_stock_is_used_up():
    rules = {"play.stock_exhaustion": "lowest_wins"}
    deal = layout([READY, LOSER_31, LOSER_44], upcard="3S", stock="AD", wild_card="7C")
    line, _ = play_script(deal, "stock KH", rules=rules)
    assert line["result"]["reason"] == "exhausted"
    # two pure runs and a set; two kings and an ace are loose
    assert line["result"]["winner"] == 0
    assert line["result"]["points"] == [0, 31, 44]


def test_lowest_wins_has_no_winner_on_a_tie():
    rules = {"play.stock_exhaustion": "lowest_wins"}
    other = "4C5C6C 8D9DTDJD 3C3D3H QSQHQD"
    deal = layout([READY, other], upcard="3S", stock="AD", wild_card="7C")
    line, _ = play_script(deal, "stock AD", rules=rules)
    assert line["result"]["winner"] is None
    assert line["result"]["points"] == [0, 0]


def test_x7_a_wrong_show_costs_80_and_with_two_players_the_opponent_wins():
    deal = two(LOSER_44, stock=READY + REST)
    line, _ = play_script(deal, "stock show JD", name="indian-rummy-points")
    assert line["result"]["points"] == [80, 0]
    assert line["result"]["status"] == ["wrong-show", "winner"]
    assert line["result"]["settlement"] == [-80, 80]


def test_after_a_wrong_show_the_others_play_on_and_its_cards_are_gone():
    deal = layout([LOSER_44, LOSER_31, READY], upcard="3S", stock="ADAD5S", wild_card="7C")
    line, _ = play_script(deal, "stock show JD", "stock AD", "stock declare 5S", name="indian-rummy-points")
    assert line["result"]["status"] == ["wrong-show", "loser", "winner"]


def test_x8_the_winner_receives_the_sum_of_the_others_points():
    hand = "AS5S6HQH2D3D6D7D8DJD6CJCJK"
    deal = layout([LOSER_44, hand, READY], upcard="3S", stock="ADAD5S", wild_card="7C")
    line, _ = play_script(deal, "pack", "stock AD", "stock declare AD", name="indian-rummy-points")
    assert line["result"]["points"] == [20, 57, 0]
    assert line["result"]["settlement"] == [-20, -57, 77]


def test_the_example_of_the_points_rules():
    deal = layout([LOSER_31, LOSER_44, READY], upcard="3S", stock="ADAD5S", wild_card="7C")
    line, _ = play_script(deal, "pack", "stock show JD", name="indian-rummy-points")
    assert line["result"] == {
        "reason": "last-active",
        "winner": 2,
        "points": [20, 80, 0],
        "turns": 2,
        "status": ["packed-first", "wrong-show", "winner"],
        "settlement": [-20, -80, 100],
    }


def test_the_fee_is_kept_back_from_the_winner_and_a_point_has_its_value():
    rules = {"play.fee": 0.1, "play.point_value": 2}
    deal = layout([LOSER_31, LOSER_44, READY], upcard="3S", stock="ADAD5S", wild_card="7C")
    line, _ = play_script(deal, "pack", "stock show JD", name="indian-rummy-points", rules=rules)
    assert line["result"]["settlement"] == [-40, -160, 180]


def test_without_a_winner_nobody_is_paid():
    deal = layout([LOSER_31, READY], upcard="3S", stock="ADAD5S", wild_card="7C")
    line, _ = play_script(deal, "stock AD", "stock AD", name="indian-rummy-points", rules={"play.max_turns": 1})
    assert line["result"]["settlement"] == [0, 0]


@pytest.mark.parametrize("name", ["indian-rummy", "indian-rummy-strict"])
def test_a_loser_scores_the_least_points_over_all_arrangements(name):
    w16 = "2C3C4C 9STSJS KCKDKH 5D5S 7H 8D"
    ready = "4H5H6H 8H9HTHJH 2S2D2H QCQDQH"
    deal = layout([ready, w16], upcard="3S", stock="3H6S3D", wild_card="6C")
    line, _ = play_script(deal, "stock 3H", "stock 6S", "stock declare 3D", name=name)
    assert line["result"]["points"] == [0, 25]
