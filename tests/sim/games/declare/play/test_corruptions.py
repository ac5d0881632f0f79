"""The referee is worth something: every kind of damage to a logged deal is found."""

from copy import deepcopy

import pytest
from declare_deals import LOSER_31, LOSER_44, READY, REST, layout, lines, play_script
from declare_referee import check
from declare_referee_rules import RefereeError

from meldlab.sim.games.declare.play.plain import RandomLegal


def declared():
    """A deal with a pack, draws from both piles, a declaration with runs, sets and jokers in both."""
    deal = layout(
        ["3C4C5C8H9H7DAS3S6D9DQCQSKH", "2S5SKSAH3HTHQH3D5DJDAC8CJC", "4H5H6H8S9SJKJS2C2D7SKCKDQD"],
        upcard="6C",
        stock="TD4S6STS2H7HJHAD4D8D9CTCJK",
        wild_card="7C",
        shuffles=["QH5SJDAC3HKS8CTH2S3DJCAH5D"],
    )
    return play_script(deal, "stock KH", "pack", "pile declare QD")[0]


def reshuffled():
    """A deal in which the stock was used up."""
    deal = layout([READY, LOSER_31, LOSER_44], upcard="3S", stock=REST, wild_card="7C")
    thrown = [REST[place : place + 2] for place in range(0, len(REST), 2)]
    first = "3S" + REST[:-2]
    deal = layout([READY, LOSER_31, LOSER_44], upcard="3S", stock=REST, wild_card="7C", shuffles=[first])
    return play_script(deal, *(f"stock {card}" for card in thrown), "stock 3S", "pack", "pack")[0]


def shown():
    """A deal of the points rules with a wrong show and a settlement."""
    strategies = [RandomLegal(pack=0, wrong_show=1000)] * 4
    return lines("indian-rummy-points", strategies, deals=1)[0]


def first(line, act):
    return next(event for event in line["events"] if event["act"] == act)


def swap_stock(line):
    line["stock"][0], line["stock"][1] = line["stock"][1], line["stock"][0]


def set_event(found, **fields):
    def damage(line):
        first(line, found).update(fields)

    return damage


def set_top(**fields):
    return lambda line: line.update(fields)


def set_result(**fields):
    return lambda line: line["result"].update(fields)


def set_meld(number, **fields):
    def damage(line):
        first(line, "declare")["melds"][number].update(fields)

    return damage


def drop_event(act):
    return lambda line: line["events"].remove(first(line, act))


def add_event(**event):
    return lambda line: line["events"].append(event)


def swap_melds(line):
    one, other = first(line, "declare")["melds"][:2]
    one["cards"], other["cards"] = other["cards"], one["cards"]


def join_melds(line):
    melds = first(line, "declare")["melds"]
    melds[:2] = [{key: melds[0][key] + melds[1][key] for key in ("cards", "as")} | {"kind": "set"}]


def all_sets(line):
    """Without its pure sequence: K K K as a pure sequence of something."""
    for meld in first(line, "declare")["melds"]:
        if meld["kind"] == "pure-sequence":
            meld["kind"] = "impure-sequence"


DECLARED = {
    "other format": set_top(format="meldlab-deal/2"),
    "unknown field": set_top(note="x"),
    "missing field": lambda line: line.pop("seed"),
    "unknown rule": lambda line: line["rules"].update({"play.colour": 1}),
    "other number of players": set_top(players=4),
    "a strategy too few": set_top(strategies=["hand"]),
    "wild rank of another card": set_top(wild_rank="8"),
    "a joker cut where it is put back": set_top(wild_card="JK", wild_rank="A"),
    "a card twice": lambda line: line["hands"][0].__setitem__(0, line["hands"][0][1]),
    "a card gone": lambda line: line["stock"].pop(),
    "fourteen cards dealt": lambda line: line["hands"][0].append(line["stock"].pop()),
    "no up-card": set_top(upcard=None),
    "stock in another order": swap_stock,
    "draw of another card": set_event("draw", card="4S"),
    "draw from nowhere": set_event("draw", **{"from": "table"}),
    "draw from the other pile": set_event("draw", **{"from": "discard"}),
    "another seat draws": set_event("draw", seat=1),
    "a throw not in hand": set_event("discard", card="JK"),
    "another throw": set_event("discard", card="QC"),
    "another seat throws": set_event("discard", seat=2),
    "no throw": drop_event("discard"),
    "no draw": drop_event("draw"),
    "pack in a later turn": set_event("pack", when="later"),
    "pack for other points": set_event("pack", points=40),
    "pack with no cards under the stock": lambda line: first(line, "pack").pop("under"),
    "other cards under the stock": lambda line: first(line, "pack")["under"].__setitem__(0, "2C"),
    "pack of another seat": set_event("pack", seat=2),
    "unknown act": set_event("pack", act="fold"),
    "field of another act": set_event("pack", card="2S"),
    "other last card": set_event("declare", finish="KH"),
    "last card not in hand": set_event("declare", finish="2H"),
    "melds with cards exchanged": swap_melds,
    "two melds joined": join_melds,
    "no pure sequence": all_sets,
    "impure called pure": set_meld(1, kind="pure-sequence"),
    "unknown kind": set_meld(0, kind="run"),
    "a place of another suit": set_meld(1, **{"as": ["8S", "9S", "TH", "JS"]}),
    "a meld without what it stands for": lambda line: first(line, "declare")["melds"][0].pop("as"),
    "an event after the end": add_event(seat=0, act="draw", **{"from": "stock", "card": "4S"}),
    "no declaration": drop_event("declare"),
    "other reason": set_result(reason="last-active"),
    "other winner": set_result(winner=0),
    "other points": set_result(points=[54, 20, 0]),
    "halved points": set_result(points=[27.5, 20, 0]),
    "other turns": set_result(turns=2),
    "other status": set_result(status=["loser", "packed-later", "winner"]),
    "a settlement where there is none": set_result(settlement=[0, 0, 0]),
}

RESHUFFLED = {
    "no reshuffle": drop_event("reshuffle"),
    "another new stock": lambda line: first(line, "reshuffle")["stock"].__setitem__(0, "JH"),
    "the top discard too": lambda line: first(line, "reshuffle")["stock"].append("JH"),
    "a card of the new stock gone": lambda line: first(line, "reshuffle")["stock"].pop(),
    "reshuffle too early": lambda line: line["events"].insert(0, {"act": "reshuffle", "stock": ["3S"]}),
    "reshuffle before a pack": lambda line: line["events"].insert(
        len(line["events"]) - 1, {"act": "reshuffle", "stock": ["3S"]}
    ),
    "reshuffle with a seat": set_event("reshuffle", seat=0),
}

SHOWN = {
    "other points of a wrong show": set_event("wrong-show", points=40),
    "wrong show where it is no action": lambda line: line["rules"].update({"play.wrong_show_points": None}),
    "wrong show with a card not in hand": set_event("wrong-show", finish="XX"),
    "other settlement": lambda line: line["result"]["settlement"].__setitem__(0, 1),
    "no settlement": lambda line: line["result"].pop("settlement"),
    "a false winner": set_result(winner=None),
}

CASES = [
    *((declared, name, damage) for name, damage in DECLARED.items()),
    *((reshuffled, name, damage) for name, damage in RESHUFFLED.items()),
    *((shown, name, damage) for name, damage in SHOWN.items()),
]


@pytest.mark.parametrize(("deal", "damage"), [case[::2] for case in CASES], ids=[case[1] for case in CASES])
def test_the_referee_finds(deal, damage):
    line = deal()
    check(line)
    broken = deepcopy(line)
    damage(broken)
    assert broken != line
    with pytest.raises(RefereeError):
        check(broken)
