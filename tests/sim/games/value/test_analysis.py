"""Pinacle hands through `analyze`: every case, arrangements that add up, and the solver against brute force."""

import json
from collections import Counter

import numpy as np
import pytest
from places import CASES
from value_brute import Rules, figures
from value_hands import KINDS, PARAMETERS, value_hand

from meldlab.sim.analyze.analyze import analyze, analyze_many, meld_kinds
from meldlab.sim.analyze.batch import answer_lines
from meldlab.sim.common.errors import NotationError
from meldlab.sim.common.notation import parse_cards
from meldlab.sim.games.value.hand_solver import ValueSolver
from meldlab.sim.rules import load_ruleset


def solver_of(ruleset):
    return ValueSolver(ruleset)


def check_arrangement(arrangement, hand, value, ruleset, *, dealt=False):
    """Every meld stands before the sentences of the rules with its value; together with the cards left they add up."""
    rules = Rules(ruleset)
    total = -sum(rules.hand_value(card) for card in arrangement.left)
    for meld in arrangement.melds:
        rank, starts = rules.set_rank(meld.cards), rules.run_starts(meld.cards)
        if meld.kind == "set":
            assert meld.value == rules.set_value(list(meld.cards), rank, dealt=dealt)
        else:
            assert meld.value == rules.run_value(list(meld.cards), starts)
            assert list(meld.stands_for) == sorted(meld.stands_for, key=lambda card: "3456789TJQKA".index(card[0]))
        total += meld.value
    assert total == value
    assert sorted([card for meld in arrangement.melds for card in meld.cards] + list(arrangement.left)) == sorted(hand)


@pytest.mark.parametrize("name", ["pinacle", "pinacle-variants", "pinacle-exposed", "field"])
def test_every_case_is_answered_in_every_field(name):
    lines = [line for line in (CASES / f"{name}.jsonl").read_text().splitlines() if '"pinacle"' in line]
    assert lines
    for line, answer in zip(lines, answer_lines(lines), strict=True):
        question = json.loads(line)
        assert {field: answer.get(field) for field in question["expect"]} == question["expect"], question["id"]


@pytest.mark.parametrize("name", ["pinacle", "pinacle-variants"])
def test_the_melds_printed_are_legal_and_add_up_to_the_value(name):
    for line in (CASES / f"{name}.jsonl").read_text().splitlines()[::3]:
        question = json.loads(line)
        ruleset = load_ruleset("pinacle", set=question.get("set", {}))
        answer = analyze(question["hand"], ruleset)
        check_arrangement(answer.best, answer.cards, answer.value, ruleset)


def compare(ruleset, hand, *, dealt):
    solver = solver_of(ruleset)
    counts = solver.counts(hand)
    expected = figures(hand, ruleset, dealt=dealt)
    value = solver.value(counts, dealt=dealt)
    assert (value, solver.deadwood(counts), solver.unmelded(counts)) == (
        expected["value"],
        expected["min_deadwood"],
        expected["min_unmelded"],
    )
    if not dealt:
        assert solver.value_laying_all(counts) == expected["laying_all"]
    check_arrangement(solver.arrange(counts, dealt=dealt), hand, value, ruleset, dealt=dealt)


@pytest.mark.parametrize("overrides", PARAMETERS, ids=lambda overrides: json.dumps(overrides))
def test_every_value_of_every_parameter_is_that_of_brute_force(overrides):
    ruleset = load_ruleset("pinacle", set=overrides)
    rng = np.random.default_rng([5, len(json.dumps(overrides))])
    for kind in KINDS:
        for size in (7, 10):
            compare(ruleset, value_hand(rng, size, kind), dealt=bool(rng.integers(2)))


@pytest.mark.parametrize("kind", KINDS)
def test_hands_of_eleven_and_twelve_cards_are_those_of_brute_force(kind):
    ruleset = load_ruleset("pinacle")
    rng = np.random.default_rng(len(kind))
    for size in (11, 12):
        compare(ruleset, value_hand(rng, size, kind), dealt=size == 11)


@pytest.mark.full
@pytest.mark.parametrize("overrides", PARAMETERS, ids=lambda overrides: json.dumps(overrides))
def test_ten_thousand_hands_are_those_of_brute_force(overrides):
    ruleset = load_ruleset("pinacle", set=overrides)
    rng = np.random.default_rng([6, len(json.dumps(overrides))])
    for turn in range(400):
        compare(ruleset, value_hand(rng, 5 + turn % 8, KINDS[turn % len(KINDS)]), dealt=bool(rng.integers(2)))


def groupings(hand, ruleset):
    """Return the groupings of the best value by trying every way to group a small hand."""
    rules = Rules(ruleset)
    limit = rules.limit(ruleset.set.max_per_rank)
    found = {}

    def lay(rest, melds, value):
        ranks = [cards[0] % 13 for kind, cards in melds if kind == "set"]
        if max(map(ranks.count, ranks), default=0) > limit:
            return
        if not rest:
            found.setdefault(value, set()).add(tuple(sorted(melds)))
            return
        first, others = rest[0], rest[1:]
        lay(others, melds, value - rules.hand_value(first))
        for chosen in range(1 << len(others)):
            cards = [first, *(card for at, card in enumerate(others) if chosen >> at & 1)]
            kept = [card for at, card in enumerate(others) if not chosen >> at & 1]
            naturals = tuple(sorted(card for card in cards if not rules.is_wild(card)))
            rank, starts = rules.set_rank(cards), rules.run_starts(cards)
            if rank:
                lay(kept, [*melds, ("set", naturals)], value + rules.set_value(cards, rank, dealt=False))
            elif starts:
                lay(kept, [*melds, ("run", naturals)], value + rules.run_value(cards, starts))

    lay(hand, [], 0)
    return max(found), found[max(found)]


@pytest.mark.parametrize(
    "overrides", [{}, {"set.max_per_rank": 0}, {"meld.naturals_majority": False, "meld.max_wilds": "none"}], ids=str
)
def test_all_arrangements_are_those_of_every_way_to_group_a_hand(overrides):
    ruleset = load_ruleset("pinacle", set=overrides)
    rng = np.random.default_rng(12)
    hands = [value_hand(rng, 7, kind) for kind in KINDS for _ in range(3)]
    for hand in [*hands, list(parse_cards("5S 5H 5C 6S 7S JK")), list(parse_cards("AC AD AH AS AC AD KS QS"))]:
        value, expected = groupings(hand, ruleset)
        answer = analyze(hand, ruleset, all_arrangements=True)
        assert answer.value == value
        found = [
            tuple(
                sorted((meld.kind, tuple(sorted(c for c in meld.cards if c != 52 and c % 13 != 1))) for meld in melds)
            )
            for melds in (each.melds for each in answer.arrangements)
        ]
        assert len(found) == len(set(found))
        assert set(found) == expected, (hand, value)
        for arrangement in answer.arrangements:
            check_arrangement(arrangement, hand, value, ruleset)


def test_all_arrangements_of_eleven_cards_with_full_runs_near():
    answer = analyze("3H 4H 5H 6H 7H 8H 9H TH JH QH KH 2H", "pinacle", all_arrangements=True)
    assert answer.to_dict()["arrangements"][0]["melds"] == answer.to_dict()["melds"]
    assert answer.arrangements[0].melds[0].name == "full_semi1"


def test_value_does_not_depend_on_the_names_of_the_suits():
    """10.5: V does not change under renaming the suits (twos renamed as well)."""
    solver = solver_of(load_ruleset("pinacle"))
    rng = np.random.default_rng(3)
    for size in (11, 20, 30):
        for kind in KINDS:
            hand = value_hand(rng, size, kind)
            suits = rng.permutation(4)
            renamed = [card if card == 52 else 13 * int(suits[card // 13]) + card % 13 for card in hand]
            assert solver.value(solver.counts(hand)) == solver.value(solver.counts(renamed))


def test_a_card_more_never_costs_more_than_its_hand_value():
    """10.5: V(hand + c) >= V(hand) - hand_value(c); V(dealt) >= V(play)."""
    ruleset = load_ruleset("pinacle")
    solver, rules = solver_of(ruleset), Rules(ruleset)
    rng = np.random.default_rng(4)
    for size in (12, 18, 26):
        for kind in KINDS:
            hand = value_hand(rng, size, kind)
            more, fewer = solver.counts(hand), solver.counts(hand[1:])
            assert solver.value(more) >= solver.value(fewer) - rules.hand_value(hand[0])
            assert solver.value(more, dealt=True) >= solver.value(more)


def test_lifting_a_limit_never_lowers_the_value():
    """10.5: lifting `max_sets_per_rank` or raising `max_wild_per_meld` never lowers V."""
    plain = solver_of(load_ruleset("pinacle"))
    lifted = [
        solver_of(load_ruleset("pinacle", set=overrides))
        for overrides in ({"set.max_per_rank": 0}, {"meld.max_wilds": 4})
    ]
    rng = np.random.default_rng(7)
    for kind in KINDS:
        hand = plain.counts(value_hand(rng, 16, kind))
        assert all(solver.value(hand) >= plain.value(hand) for solver in lifted)


def test_the_thirty_card_hand_of_two_full_runs_of_one_suit_lays_both():
    hand = [13 * 1 + rank for rank in (0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)] * 2
    answer = analyze([*hand, *parse_cards("2H 2H JK JK 2S 2C")], "pinacle")
    assert Counter(meld.name for meld in answer.melds)["full_clean"] == 2
    assert answer.value == 2 * 1000 - 30 * 2 - 20 * 4


FULL_SUIT = [0, *range(2, 13)]
WILDS = [52] * 4 + [1, 14, 27, 40] * 2


def of_suits(ranks, suits=range(4)):
    return [13 * suit + rank for suit in suits for rank in ranks]


@pytest.mark.parametrize(
    ("hand", "overrides", "value", "deadwood"),
    [
        (of_suits(FULL_SUIT, (0, 1)) + [52] * 4 + [1, 14], {}, 1840, 0),
        ([*of_suits(FULL_SUIT, (0, 0)), 1, 1, 14, 14, 27, 27], {}, 1880, 0),
        (of_suits(FULL_SUIT, (0, 1)) + WILDS, {"meld.max_wilds": "none"}, 1720, 0),
        (of_suits(FULL_SUIT, (0, 1)) + WILDS + [52] * 4, {"pack.printed_jokers": 4}, 1600, 0),
        (of_suits((0, 8, 9, 10, 11, 12)) + WILDS[:6], {}, 540, 0),
        (of_suits(range(6, 13)) + WILDS[2:4], {}, 340, 0),
        (of_suits((0, 11, 12)) * 2 + WILDS[:6], {}, 4000, 0),
        (of_suits((2, 3, 4), (0,)) + of_suits((6, 7, 8), (1,)) + WILDS, {}, 0, 160),
    ],
    ids=str,
)
def test_hands_full_of_wild_cards_full_runs_and_sets(hand, overrides, value, deadwood):
    """Hands in which a search without bounds loses itself; the values are those of one that had the time."""
    ruleset = load_ruleset("pinacle", set=overrides)
    solver = solver_of(ruleset)
    counts = solver.counts(hand)
    assert (solver.value(counts), solver.deadwood(counts)) == (value, deadwood)
    check_arrangement(solver.arrange(counts), sorted(hand), value, ruleset)


def test_turn_value_closes_by_laying_every_card_unless_a_discard_is_required():
    """10.3: with close_discard = optional also the best arrangement that lays every card; w08."""
    hand = "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
    free = analyze(hand, "pinacle").to_dict()
    bound = analyze(hand, load_ruleset("pinacle", set={"play.close_discard": "required"})).to_dict()
    assert (free["turn_value"], bound["turn_value"], bound["value_after_discard"]) == (1000, 95, 95)
    assert bound["can_go_out"] is True
    triple = analyze("3H 3S 3C", load_ruleset("pinacle", set={"play.close_discard": "required"}))
    assert (triple.can_lay_all, triple.can_go_out) == (True, False)


def test_reach_names_the_specials_that_lack_few_cards():
    hand = "AC AD AH AS 3C 5D 7S 9H JD QC KH"
    assert any("2 cards short of aces6" in reason for reason in analyze(hand, "pinacle").reasons)
    near = load_ruleset("pinacle", set={"special.reach": 1})
    assert not any("short of aces6," in reason for reason in analyze(hand, near).reasons)


def test_a_special_that_the_rules_allow_nowhere_is_never_in_reach():
    hand = "AC AD AH AS AC AD JK 5H 7S 9C JD"
    limits = {"meld.max_wilds": 1, "run.max": 11}
    missing = analyze(hand, load_ruleset("pinacle", set=limits)).missing
    assert {name for name, number in missing.items() if number is None} == {
        "pinaculo",
        "full_clean",
        "full_semi1",
        "full_semi2",
        "full_dirty",
    }


def test_many_hands_make_a_frame():
    frame = analyze_many(["AC AD AH AS AC AD 3D 5H 7S 9C JD", "3C 4D 6H 7S 9C TD QH KS AC 5H 8S"], "pinacle")
    assert frame["value"].to_list() == [265, -90]
    assert frame["min_unmelded"].to_list() == [5, 11]


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("5H 6H 7H", ("run",)),
        ("5H 2C 7H", ("run",)),
        ("5H 2C JK", ()),
        ("QS KS AS JK", ("run",)),
        ("KH AH 3H", ()),
        ("5H 5H 2C", ("set",)),
        ("5H 5H 5S 2C 2D JK", ()),
        ("3H 3H 4H", ()),
        ("2C 2D 2H", ()),
    ],
)
def test_what_may_be_one_meld(cards, kinds):
    assert meld_kinds(cards, "pinacle") == kinds


def test_what_is_refused():
    with pytest.raises(NotationError, match="3rd 5H"):
        analyze("5H 5H 5H", "pinacle")


def test_the_answer_shows_itself_as_html_and_as_a_frame():
    answer = analyze("AC AD AH AS AC AD JK 5H 7S 9C JD", "pinacle")
    assert "aces6" in answer._repr_html_()
    assert answer.to_polars()["value"].sum() == answer.value


@pytest.mark.coverage
@pytest.mark.parametrize(
    ("hand", "overrides"),
    [
        ("3C 3D 3H 4C 5C 2C JK", {}),
        ("AS AH AD AC AS AH 2C JK", {}),
        ("KS KH KD KC KS KH KD 2C 5H", {"special.six_with_wild": "naturals"}),
        ("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", {}),
        ("3S 4S 5S 6S 2S 8S 9S JK JS QS KS AS", {"meld.naturals_majority": False, "meld.max_wilds": "none"}),
    ],
)
def test_the_kernels_are_plain_python_as_well(hand, overrides):
    compare(load_ruleset("pinacle", set=overrides), list(parse_cards(hand)), dealt=False)


SIX = "AS AH AD AC 2S 2H"


@pytest.mark.parametrize(
    ("hand", "overrides", "sentence"),
    [
        (SIX, {}, f"{SIX} scores as aces6w: 180 replaces the values of its cards (60 for the naturals alone)."),
        (
            SIX,
            {"points.A": 29},
            f"{SIX} scores as aces6w: 180 replaces the values of its cards, even though these are worth 232.",
        ),
        (
            SIX,
            {"points.A": 50},
            f"As one set {SIX} would score as aces6w: 180 would replace the values of its cards, even though "
            "these are worth 400.",
        ),
        (
            f"{SIX} JK 5H",  # no set takes all three wild cards
            {"points.A": 50, "meld.max_wilds": 2},
            f"As one set {SIX} would score as aces6w",
        ),
    ],
)
def test_a_special_replaces_what_its_cards_are_worth_even_where_that_is_more(hand, overrides, sentence):
    assert any(reason.startswith(sentence) for reason in analyze(hand, "pinacle", set=overrides).reasons)


@pytest.mark.parametrize("hand", ["AS AH AD KC 2S", "AS AH AD AC JS QS KS 5H 2C", "AS AH AD 5H 6H 7H 9C TD"])
def test_nothing_is_said_of_specials_that_no_set_would_hold(hand):
    assert not any(reason.startswith("As one set") for reason in analyze(hand, "pinacle").reasons)


def test_where_no_meld_takes_a_wild_card_the_reason_says_so():
    reasons = analyze("AS AH AD JK 5H", "pinacle", set={"meld.max_wilds": 0}).reasons
    assert "JK finds no place that adds anything: no meld takes a wild card." in reasons
