"""Melds on the table of a Pinacle game: sections 4 to 8 of the rules, and questions that cannot be read."""

import json

import pytest

from meldlab.sim.analyze.batch import answer_lines


def ask(meld, **overrides):
    question = {"ruleset": "pinacle", "ask": "exposed", "meld": meld, "set": overrides}
    return next(answer_lines([json.dumps(question)]))


def run(cards, start, suit="H", **fields):
    return {"type": "run", "suit": suit, "start": start, "cards": cards.split(), **fields}


def of_rank(cards, rank, **fields):
    return {"type": "set", "rank": rank, "cards": cards.split(), **fields}


EIGHT_FIVES = "5C 5C 5D 5D 5H 5H 5S 5S JK 2C 2D"


def test_the_table_examples_of_section_12():
    assert ask(run("5H 6H 7H 8H JK", "5"))["value"] == 55  # g1, moved
    assert ask(run("5H 6H 7H 8H", "5", rescued=["JK"]))["value"] == 55  # g1, rescued
    assert ask(run("5H JK 7H", "5"))["blocked"] == [1]  # g2
    assert ask(run("5H 6H 2C 8H", "5")) | {"rescuable": [], "blocked": [2]} == ask(run("5H 6H 2C 8H", "5"))  # g3
    assert ask(run("5H 6H 7H JK 2S TH", "5"))["value"] == 85  # g4
    assert ask(of_rank("AC AD AH AS AC JK", "A"))["value"] == 180  # g7
    assert ask(of_rank("AC AD AH AS AC AD", "A", rescued=["JK"]))["value"] == 330
    assert ask(of_rank("AC AC AD AD AH AH AS AS", "A", rescued=["JK", "2C", "2D"]))["value"] == 1090  # g9


def test_a_wild_beside_another_at_an_end_is_rescuable_unless_the_rules_block_it():
    """7.4: if two wildcards stand side by side at an end, either may be replaced (end_block_rescue)."""
    block = run("2C JK 5H 6H 7H", "3")
    assert ask(block)["rescuable"] == [0, 1]
    answer = ask(block, **{"play.end_block_rescue": False})
    assert (answer["rescuable"], answer["blocked"]) == ([0], [1])


def test_a_pinaculo_is_worth_3000_as_dealt_and_is_put_down_whole():
    assert [ask(of_rank(EIGHT_FIVES, "5", **how))["value"] for how in ({"dealt": True}, {"one_hand": True}, {})] == [
        3000,
        1500,
        40 + 30 + 10 + 10,
    ]


def test_wilds_in_place_count_as_the_rules_say_and_rescued_ones_by_the_table():
    """4.2: as_rescued, substituted, hand_value; 8.1: rescued wildcards score by the table of section 4."""
    meld = run("QS KS 2C", "Q", suit="S", rescued=["2D"])
    values = [ask(meld, **{"table.wild_in_place": way})["value"] for way in ("as_rescued", "substituted", "hand_value")]
    assert values == [20 + 30 + 30, 20 + 15 + 30, 20 + 20 + 30]


@pytest.mark.parametrize(
    "meld",
    [
        run("QH KH AH JK", "Q"),
        run("5H 6H 8H", "5"),
        run("5H 6S 7H", "5"),
        run("5H JK 2C 2D", "5"),
        run("5H 6H", "5"),
        run("5H 6H 7H", "5", rescued=["8H"]),
        run("5H 6H 7H", "5", rescued=["JK"] * 5),
        of_rank("5H 5H 5S 2C 2D JK", "5"),
        of_rank("5H JK 2C", "5"),
    ],
    ids=lambda meld: " ".join(meld["cards"]),
)
def test_what_is_no_meld_has_no_value(meld):
    nothing = {"legal": False, "value": None, "class": None, "blocked": [], "rescuable": []}
    assert {name: value for name, value in ask(meld).items() if name in nothing} == nothing


@pytest.mark.parametrize(
    ("meld", "message"),
    [
        (None, "meld"),
        ({"type": "pair", "cards": ["5H"]}, "meld.type"),
        ({"type": "set", "rank": "5", "cards": []}, "no cards"),
        ({"type": "set", "rank": "2", "cards": ["5H"]}, "meld.rank"),
        ({"type": "run", "suit": "X", "start": "5", "cards": ["5H"]}, "meld.suit"),
        ({"type": "run", "suit": "H", "cards": ["5H"]}, "meld.start"),
        ({"type": "set", "rank": "5", "cards": ["5X"]}, "5X"),
        ({"type": "set", "rank": "5", "cards": 5}, "meld.cards"),
        ({"type": "set", "rank": "5", "cards": ["5H"], "dealt": 1}, "meld.dealt"),
    ],
)
def test_a_question_that_cannot_be_read_names_the_field(meld, message):
    assert message in ask(meld)["error"]


def test_only_games_of_value_have_values_on_the_table():
    question = {"ruleset": "continental", "ask": "exposed", "meld": run("5H 6H 7H", "5")}
    assert "no value in a contract game" in next(answer_lines([json.dumps(question)]))["error"]
