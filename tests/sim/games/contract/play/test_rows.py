"""The worked lay-offs L01 to L28 and turns U03, U04 of the Continental rules, played in deals laid out by hand."""

import json
from collections import Counter

import pytest
from contract_deals import events, told
from places import CASES

from meldlab.sim.common.errors import RunError

pytestmark = pytest.mark.coverage

CASES = [json.loads(line) for line in (CASES / "continental-layoff.jsonl").read_text("utf-8").splitlines()]
ROWS = {case["note"].split()[0]: case for case in CASES if case["note"][:2] in ("L0", "L1", "L2", "U0")}

# what each seat lays besides the melds of a row: none of it takes a card of any row
SETS = {0: "KD KH KD", 1: "QD QD QH", 2: "JD JD JH"}
RUNS = {0: ["TC JC QC KC"] * 2, 1: ["7D 8D 9D TD"], 2: ["6S 7S 8S 9S", "7D 8D 9D TD"]}

# the moves of seat 0, and those that the rules refuse; melds are SEAT.NUMBER, sets before runs
PLAYED = {
    "L01": (["layoff 9H 1.1 right"], []),
    "L04": (["layoff AS 1.1 right", "layoff 2S 1.1 right"], ["layoff 2S 1.1 right"]),
    "L05": (["swap 6H 1.1 1 1.1 left"], ["layoff 6H 1.1 right"]),
    "L10": (["swap 5H 1.1 0 1.1 left", "layoff JK 2.1 left"], ["layoff JK 1.1 left", "swap 5H 1.1 0 2.1 left"]),
    "L14": (["layoff TH 1.1 right"], ["layoff TH 1.1 left"]),
    "L15": (["layoff 4H 1.1 left"], ["swap 4H 1.1 0 1.1 left"]),
    "L18": (["layoff 4D 1.0", "layoff 4H 1.0"], []),
    "L19": ([], ["layoff 5D 1.0", "swap 9D 1.0 2 1.1 left"]),
    "L21": (["swap 6H 1.1 1 1.1 left"], ["swap 6H 1.1 1 1.1 right"]),
    "L22": ([], ["swap 6H 1.1 2 1.1 left", "swap 6H 1.1 2 1.1 right"]),
    "L23": (["swap 6H 1.0 2 1.1 left"], ["swap 6H 1.0 2 1.0 left", "swap 6H 1.0 2 2.0 left"]),
    "L24": ([], ["swap 6H 1.1 2 2.1 left", "swap 6H 1.1 2 2.1 right"]),
    "L25": (["swap 4H 1.1 0 1.1 right"], ["layoff 4H 1.1 left"]),
    "L26": (["layoff 7H 0.1 right", "layoff 8H 0.1 right", "layoff JK 0.1 right"], ["layoff 8H 0.1 right"]),
    "L27": (["layoff AS 1.1 right"], []),
    "L28": (["layoff AS 1.1 left", "layoff AS 1.1 right", "layoff 2S 1.1 right"], []),
}
# rows of the rules that the case file leaves out: hand, table, points and cards left
MORE = {
    "L07": {"hand": ["JK"], "table": ["1:E:JK 6H 7H JK"], "expect": {"min_points_left": 50, "min_cards_left": 1}},
    "L11": {
        "hand": ["JK", "JK", "JK", "5H"],
        "table": ["1:E:JK 6H 7H JK", "2:E:2C 3C 4C 5C"],
        "expect": {"min_points_left": 50, "min_cards_left": 1},
    },
}
PLAYED["L07"] = ([], ["layoff JK 1.1 left", "layoff JK 1.1 right"])
PLAYED["L11"] = (["swap 5H 1.1 0 1.1 left", "layoff JK 2.1 left", "layoff JK 2.1 right"], ["swap 5H 1.1 0 2.1 left"])
#: Most cards that `deal.extra` allows.
MOST_EXTRA = 8
VALUES = {"JK": 50, "A": 20, "K": 10, "Q": 10, "J": 10, "T": 10}


def value(card):
    return VALUES.get(card, VALUES.get(card[0])) or int(card[0])


def table_of(row):
    """Return the contract and the melds of each seat, those of the row filled up to the contract."""
    laid = {seat: {"T": [], "E": []} for seat in range(3)}
    for text in row["table"]:
        owner, kind, cards = text.split(":")
        laid[int(owner)][kind].append(cards)
    runs = max(len(melds["E"]) for melds in laid.values())
    contract = "EE" if runs == 2 else "TE"
    for seat, melds in laid.items():
        if contract == "TE" and not melds["T"]:
            melds["T"].append(SETS[seat])
        melds["E"] += RUNS[seat][: len(contract.strip("T")) - len(melds["E"])]
    return contract, laid


def spoken(melds):
    return "down " + "; ".join(f"{kind}:{cards}" for kind in "TE" for cards in melds[kind])


def dealt(row, moves):
    """Return the line of a deal: the others go down in their first turn, seat 0 in its second and makes the moves."""
    contract, melds = table_of(row)
    held = [[card for kind in "TE" for cards in melds[seat][kind] for card in cards.split()] for seat in range(3)]
    held[0] += row["hand"]
    needed = 7 if contract == "TE" else 8
    size = min(needed + MOST_EXTRA, 1 + max(map(len, held)))
    # cards without use: they are held, or drawn and thrown
    spare = Counter({rank + suit: 2 for suit in "DCHS" for rank in "2345678"})
    spare.subtract(Counter(card for cards in held for card in cards))
    loose = iter((+spare).elements())
    for cards in held:
        cards += [next(loose) for _ in range(size - len(cards))]
    stock = [next(loose) for _ in range(4)]
    # with too many melds for a hand seat 1 takes the up-card de contra, and a card of the stock along
    contra = ["contra"] if len(held[1]) >= size else []
    scripts = [
        ("wait", f"throw {stock[0]}", spoken(melds[0]), *moves, f"throw {stock[3]}"),
        (*contra, spoken(melds[1]), f"throw {stock[1]}"),
        (spoken(melds[2]), f"throw {stock[2]}"),
    ]
    stock[1:1] = [next(loose) for _ in contra]
    rules = {"deal.extra": size - needed, "play.max_turns": 4}
    hands = [" ".join(cards) for cards in held]
    return told(hands, scripts, upcard="TS", stock=" ".join(stock), contract=contract, rules=rules)


def possible(row, move):
    """Return whether seat 0 may make the move; where none of its kind is offered the script goes on without it."""
    try:
        return bool(events(dealt(row, [move]), move.split()[0]))
    except RunError as error:
        if "was not offered" not in str(error):
            raise
        return False


@pytest.mark.parametrize("name", sorted(PLAYED))
def test_8_the_worked_lay_offs_leave_what_the_rules_say(name):
    row = ROWS.get(name) or MORE[name]
    moves, _ = PLAYED[name]
    line = dealt(row, moves)
    assert [event["act"] for event in line["events"] if event["act"] in ("layoff", "swap")] == [
        move.split()[0] for move in moves
    ]
    kept = Counter(row["hand"]) - Counter(event["card"] for kind in ("layoff", "swap") for event in events(line, kind))
    assert sum(kept.values()) == row["expect"]["min_cards_left"]
    assert sum(map(value, kept.elements())) == row["expect"]["min_points_left"]
    # whatever seat 0 holds in the end is what the row leaves, and spare cards
    assert line["result"]["reason"] == "void"
    spare = Counter(line["hands"][0]) + Counter(event["card"] for event in events(line, "draw") if event["seat"] == 0)
    spare -= Counter(card for event in events(line, "down")[2:] for meld in event["melds"] for card in meld["cards"])
    spare -= Counter(event["card"] for event in events(line, "discard") if event["seat"] == 0) + Counter(row["hand"])
    assert line["result"]["points"][0] == sum(map(value, (spare + kept).elements()))


@pytest.mark.parametrize(
    ("name", "refused"), [(name, move) for name, (_, refused) in sorted(PLAYED.items()) for move in refused]
)
def test_8_what_the_worked_lay_offs_rule_out_is_refused(name, refused):
    assert not possible(ROWS.get(name) or MORE[name], refused)


def test_u03_on_an_empty_table_a_king_and_an_eight_are_left():
    row = ROWS["U03"]
    hand = "5H 5D 5C 9S 9H 9D KS"
    assert Counter(row["hand"]) == Counter([*hand.split(), "8C"])
    down = "down T:5H 5D 5C; T:9S 9H 9D"
    other = "2H 4S 6C 8D TH QS KH"
    for refused in ("layoff KS 0.0", "layoff 8C 0.1", "layoff 8C 0.0"):
        with pytest.raises(RunError, match="was not offered"):
            told([hand, other], [(down, refused), ()], upcard="3C", stock="8C")
    line = told([hand, other], [(down, "throw KS"), ()], upcard="3C", stock="8C", rules={"play.max_turns": 1})
    assert line["result"]["points"][0] == row["expect"]["min_points_left"] - 10


def test_u04_the_own_run_and_another_s_set_take_the_last_two_cards():
    row = ROWS["U04"]
    hand = "QS KS AS 2S 7H 7D 7C 3S"
    assert Counter(row["hand"]) == Counter([*hand.split(), "8D"])
    other = "8H 8S JK TD JD QD KD 5C"
    words = ("wait", "throw 6C", "down T:7H 7D 7C; E:QS KS AS 2S", "layoff 3S 0.1 right", "layoff 8D 1.0")
    line = told(
        [hand, other],
        [words, ("down T:8H 8S JK; E:TD JD QD KD", "throw 5C")],
        upcard="3C",
        stock="6C 4C 8D",
        contract="TE",
    )
    assert line["events"][-1] == {"seat": 0, "act": "close", "card": None}
    assert line["result"]["points"] == [-10, 4]
