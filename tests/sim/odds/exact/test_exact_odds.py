"""Exact odds against enumeration on shrunken packs, and against exact and published figures of whole packs."""

import json
import random
import tracemalloc
from fractions import Fraction

import pytest
from odds_brute import probability
from odds_estimates import exact_probability
from odds_questions import random_asked, random_runs
from places import CASES

from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.hand_rules import HandRules
from meldlab.sim.automata.machine import NotCountableError, TooManyStatesError
from meldlab.sim.hand.setting import Setting
from meldlab.sim.odds.exact.exact_odds import exact_joint
from meldlab.sim.odds.features.traits import trait_of
from meldlab.sim.odds.features.vocabulary_of import vocabulary_of
from meldlab.sim.query.parse import parse
from meldlab.sim.query.query import Feature
from meldlab.sim.rules import load_ruleset

EXACT = json.loads((CASES / "exact.json").read_text())

PINACLE = {
    "natural_set_3plus": "natural_set >= 3",
    "natural_set_or_run_3plus": "natural_set >= 3 or natural_run >= 3",
    "suit_7plus_cards": "most_in_suit >= 7",
    "suit_7plus_distinct_ranks": "ranks_in_suit >= 7",
    "six_aces_with_wild": "aces6w",
    "six_figures_with_wild": "figures6w",
    "any_legal_meld": "has_meld",
    "pinaculo_de_mano": "pinaculo",
    "aces_exactly": "naturals(A) == {}",
    "aces_at_least": "naturals(A) >= {}",
    "some_figure_rank_at_least": "most_of(JQK) >= {}",
    "some_natural_rank_at_least": "most_of(any) >= {}",
    "natural_run_at_least": "natural_run >= {}",
    "wildcards_exactly": "wilds == {}",
}
INDIAN = {
    "p_pure": ("natural_run >= 3", {}),
    "p_pure_or_three_identical": ("pure_sequence", {}),
    "p_natural_trio_seed": ("trio", {}),
    "p_natural_set_distinct_suits": ("natural_set >= 3", {"set.distinct_suits": True}),
}


def asked(text, game, **conditions):
    """Return the exact probability of a query."""
    deal = Deal.of(Setting.of(game, **conditions))
    vocabulary = vocabulary_of(deal.ruleset, decks=deal.situation.decks, cards=deal.cards)
    return exact_probability(parse(text, vocabulary), deal)


def compare(seeds):
    """Compare random questions with enumeration and return how many could be; every seed is one question."""
    compared = 0
    for seed in seeds:
        question = random_asked(random.Random(seed))
        query = parse(question.text, question.vocabulary)
        assert parse(str(query), question.vocabulary) == query, question.text
        try:
            exact = exact_probability(query, question.deal)
        except NotCountableError:
            continue
        wanted = probability(question.question, question.deal.ruleset, **question.wanted)
        assert exact == wanted, f"seed {seed}: {question}"
        compared += 1
    return compared


def test_random_questions_on_shrunken_packs_are_answered_as_by_enumeration():
    assert compare(range(50)) >= 40


@pytest.mark.full
@pytest.mark.parametrize("start", range(0, 4000, 400))
def test_thousands_of_random_questions_are_answered_as_by_enumeration(start):
    assert compare(range(start, start + 400)) >= 300


def pinacle_query(event):
    if event in PINACLE:
        return PINACLE[event]
    name, number = event.rsplit("_", 1)
    return PINACLE[name].format(number)


@pytest.mark.parametrize("event", EXACT["pinacle"]["events"])
def test_pinacle_figures(event):
    assert asked(pinacle_query(event), "pinacle") == Fraction(*map(int, EXACT["pinacle"]["events"][event]))


def indian_cases():
    for entry in EXACT["indian-rummy"]:
        for pack in ("full_pack", "after_wild_cut"):
            for event in INDIAN:
                # The cut makes 13 questions of one: in the default run for two decks only.
                long = pack == "after_wild_cut" and entry["decks"] != 2
                yield pytest.param(entry, pack, event, marks=[pytest.mark.full] if long else [])


@pytest.mark.parametrize(("entry", "pack", "event"), list(indian_cases()))
def test_indian_figures(entry, pack, event):
    query, rules = INDIAN[event]
    rules = rules | {"pack.printed_jokers": entry["printed_per_deck"]}
    if pack == "full_pack":
        rules |= {"pack.wild": "none"}
    assert asked(query, "indian-rummy", decks=entry["decks"], set=rules) == Fraction(entry[pack][event])


@pytest.mark.parametrize("entry", EXACT["continental"], ids=lambda entry: f"{entry['contract']}-{entry['cards']}")
def test_continental_figures(entry):
    of_deal = {"contract": entry["contract"], "cards": entry["cards"]}
    assert asked("can_go_down", "continental", **of_deal) == Fraction(*map(int, entry["p_can_go_down"]))
    if "p_can_close" in entry:
        assert asked("can_close", "continental", **of_deal) == Fraction(*map(int, entry["p_can_close"]))
    if "distance_distribution" in entry:
        deal = Deal.of(Setting.of("continental", **of_deal))
        vocabulary = vocabulary_of(deal.ruleset, decks=2, cards=deal.cards)
        queries = [parse(f"distance == {number}", vocabulary) for number in entry["distance_distribution"]]
        joint = exact_joint(queries, deal)
        shares = [sum(share for said, share in joint.items() if said[place]) for place in range(len(queries))]
        assert shares == [Fraction(*map(int, share)) for share in entry["distance_distribution"].values()]


@pytest.mark.parametrize(
    ("query", "conditions", "share"),
    [
        ("pinaculo", {}, 1 / 1.3068e11),
        ("naturals(A) >= 8", {}, 1 / 2.1335e9),
        ("natural_run >= 7", {}, 1 / 33992),
        ("naturals(A) >= 7", {}, 1 / 1.0941e07),
        ("wilds == 0", {}, 0.2556299),  # field case D-40: cards are drawn without replacement
        ("jokers == 3", {"known": "JK JK 3S 4S 5D 6D 8H 9C TC QC KH", "draws": 1}, 2 / 97),  # field case D-55
    ],
)
def test_published_figures_of_pinacle(query, conditions, share):
    assert float(asked(query, "pinacle", **conditions)) == pytest.approx(share, rel=1e-4)


@pytest.mark.parametrize(("ace", "share"), [("low", 0.2065219), ("either", 0.1925592), ("circular", 0.1817746)])
def test_published_chance_of_no_set_and_no_run_depends_on_the_ace(ace, share):
    """Field case D-12: one pack, fourteen cards."""
    rules = {"run.ace": ace, "pack.printed_jokers": 0, "pack.wild": "none", "set.max": 4}
    found = asked("natural_run <= 2 and natural_set == 0", "indian-rummy-points", set=rules, decks=1, cards=14)
    assert float(found) == pytest.approx(share, abs=5e-8)


def test_a_suit_of_thirteen_with_an_ace_at_either_end_is_a_run_of_thirteen():
    ring = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    for ace in ("low", "high", "either", "circular"):
        assert asked("natural_run == 13", "continental", set={"run.ace": ace}, known=ring, draws=1) == 1


@pytest.mark.parametrize("query", ["most_in_suit == 0", "natural_run <= 0", "full_clean == 0", "identical_three == 0"])
def test_a_hand_of_jokers_has_nothing_natural(query):
    assert asked(query, "pinacle", known="JK JK", draws=0) == 1


def test_three_identical_twos_are_not_natural_where_twos_are_wild():
    rules = HandRules(load_ruleset("pinacle"), None, 3)
    machine = trait_of(Feature("identical_three"), rules.ruleset).machine(rules, (1,))
    assert machine.ranks == frozenset(range(13)) - {1}


def test_specials_that_the_rules_make_impossible_are_never_held():
    assert asked("pinaculo", "pinacle", set={"meld.max_wilds": 2}) == 0
    assert asked("has_meld", "pinacle", set={"meld.min_naturals": 11, "run.max": 10}) == 0


def test_a_special_may_ask_for_more_than_a_small_hand_can_hold():
    assert asked("trio", "indian-rummy", cards=2) == 0


def test_cards_to_draw_for_sets_must_be_in_the_pack():
    """Eight twos and no joker: two sets are there, the third of another rank is missing two cards, not one."""
    conditions = {"contract": "TTT", "known": "2S 2S 2H 2H 2D 2D 2C 2C 5S 7H", "draws": 0}
    assert asked("distance == 1", "continental", **conditions) == 1
    assert asked("distance == 2", "continental", set={"pack.printed_jokers": 0}, **conditions) == 1


def test_the_distance_is_not_counted_where_dead_cards_make_ranks_unlike():
    rules = {"pack.printed_jokers": 0}
    with pytest.raises(NotCountableError):
        asked("distance == 2", "continental", contract="TTT", set=rules, dead="KS KS KH KH", cards=10)


def test_of_a_cut_that_is_known_by_rank_every_unseen_card_is_as_likely():
    """One seven of spades is dead and one held: three sevens of hearts, diamonds and clubs a deck may have been cut."""
    conditions = {"decks": 2, "wild": "7", "known": "7S", "dead": "7S 7H", "draws": 1}
    found = asked("naturals(7) == 2", "indian-rummy", **conditions)
    assert found == Fraction(5 - 1, 108 - 3 - 1)


def test_a_query_with_too_many_states_is_given_up_before_memory_runs_out():
    text = "ranks_in_suit >= 8 and most_in_suit >= 9 and natural_run >= 6 and most_of(any) >= 4"
    deal = Deal.of(Setting.of("pinacle", cards=23))
    query = parse(text, vocabulary_of(deal.ruleset, decks=2, cards=23))
    with pytest.raises(TooManyStatesError):
        exact_probability(query, deal, most_states=2_000)


@pytest.mark.full
def test_the_limit_of_states_keeps_memory_below_three_gigabytes():
    deal = Deal.of(Setting.of("pinacle", cards=23))
    text = "ranks_in_suit >= 8 and most_in_suit >= 9 and natural_run >= 6 and most_of(any) >= 4"
    query = parse(text, vocabulary_of(deal.ruleset, decks=2, cards=23))
    tracemalloc.start()
    try:
        with pytest.raises(TooManyStatesError):
            exact_probability(query, deal)
        assert tracemalloc.get_traced_memory()[1] < 3e9
    finally:
        tracemalloc.stop()


def test_what_several_questions_say_together_adds_up():
    deal = Deal.of(Setting.of("pinacle", known="AS AS", cards=11))
    vocabulary = vocabulary_of(deal.ruleset, decks=2, cards=11)
    queries = [parse(text, vocabulary) for text in ("naturals(A) >= 4", "natural_run >= 3", "not wilds == 0")]
    joint = exact_joint(queries, deal)
    assert sum(joint.values()) == 1
    for place, query in enumerate(queries):
        assert sum(share for said, share in joint.items() if said[place]) == exact_probability(query, deal)


def compare_runs(seeds):
    """Compare contracts of runs, by any rules, with enumeration."""
    for seed in seeds:
        deal, wanted = random_runs(random.Random(seed))
        vocabulary = vocabulary_of(deal.ruleset, decks=deal.situation.decks, cards=deal.cards)
        exact = exact_probability(parse("can_go_down", vocabulary), deal)
        question = ("between", 1, "can_go_down", "", 1)
        assert exact == probability(question, deal.ruleset, **wanted), f"seed {seed}: {deal.ruleset.run} {wanted}"


def test_contracts_of_runs_by_any_rules_are_counted_as_by_enumeration():
    compare_runs(range(1, 11))


@pytest.mark.full
def test_hundreds_of_contracts_of_runs_are_counted_as_by_enumeration():
    compare_runs(range(300))
