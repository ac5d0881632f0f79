"""`odds` from Python: conditions, methods, tables, what an answer says about itself."""

import json
from fractions import Fraction
from math import comb

import pytest

import meldlab
from meldlab.sim.common.errors import ArgumentError, NotationError, QueryError, RulesError, RunError

SIX_ACES = "AS AS AH AH AD AD"


@pytest.mark.parametrize("hand", [{"draws": 5}, {"cards": 11}])
def test_six_aces_known_and_one_dead_leave_one_ace_among_101_unseen_cards(hand):
    answer = meldlab.odds("naturals(A) >= 7", "pinacle", known=SIX_ACES, dead="AC", **hand)
    assert answer.fraction == Fraction(5, 101) == 1 - Fraction(comb(100, 5), comb(101, 5))
    assert (answer.cards, answer.method, answer.one_in) == (11, "exact", 20.2)


def test_an_exact_answer_is_a_fraction_of_texts_and_an_identity():
    answer = meldlab.odds("NATURALS(a)>=8", "pinacle").to_dict()
    assert (
        json.loads(json.dumps(answer))
        == answer
        == {
            "query": "naturals(A) >= 8",
            "ruleset": "pinacle",
            "cards": 11,
            "method": "exact",
            "probability": 55 / 117341876457,
            "one_in": pytest.approx(2.1335e9, rel=1e-4),
            "numerator": "55",
            "denominator": "117341876457",
            "decks": 2,
            "rules_sha256": meldlab.load_ruleset("pinacle").sha256,
            "version": meldlab.__version__,
        }
    )


def test_what_was_given_is_in_the_answer():
    answer = meldlab.odds("trio", "indian-rummy", wild="7D", known=["5H", "JK"], dead="2S", draws=3)
    said = answer.to_dict()
    assert [said[name] for name in ("wild", "known", "dead", "draws", "cards")] == ["7D", ["5H", "JK"], ["2S"], 3, 5]
    assert meldlab.odds("TT", "continental", contract="TT").to_dict()["contract"] == "TT"


def test_the_rare_pinaculo_is_one_in_130_thousand_million():
    assert meldlab.odds("pinaculo", "pinacle").one_in == pytest.approx(1.3068e11, rel=1e-4)


def test_what_needs_a_solver_is_sampled_and_says_why():
    answer = meldlab.odds("points <= 10 or can_declare", "indian-rummy", seed=1, max_deals=8_000)
    said = answer.to_dict()
    assert (answer.fraction, answer.method in ("sampled", "stratified")) == (None, True)
    assert "solving it" in said["why_not_exact"]
    assert said["seed"] == 1
    assert said["ci95"][0] < answer.probability < said["ci95"][1]
    assert {"deals", "hits", "interval", "stopped_by", "effective_deals", "one_in"} <= set(said)
    assert "target_reached" not in said
    again = meldlab.odds("points <= 10 or can_declare", "indian-rummy", seed=1, max_deals=8_000)
    assert again == answer


def test_sampling_can_be_insisted_on_and_covers_the_exact_value():
    exact = meldlab.odds("natural_run >= 3", "indian-rummy", wild="7")
    dealt = meldlab.odds("natural_run >= 3", "indian-rummy", wild="7", method="sampled", seed=2, max_deals=50_000)
    assert (dealt.method, dealt.why_not_exact, dealt.estimate.deals) == ("sampled", None, 50_000)
    assert dealt.ci95[0] < exact.probability < dealt.ci95[1]
    assert exact.ci95 == (exact.probability, exact.probability)


def test_a_target_out_of_reach_is_said_to_be_missed():
    answer = meldlab.odds("can_declare", "indian-rummy", seed=1, max_deals=5000, target_rel=0.001)
    assert (answer.target_reached, answer.to_dict()["target_reached"]) == (False, False)
    easy = meldlab.odds("wilds >= 1", "indian-rummy", method="sampled", seed=1, max_deals=10**6, target_rel=0.1)
    assert (easy.target_reached, easy.to_dict()["stopped_by"]) == (True, "target")


def test_an_exact_answer_insisted_on_is_refused_where_there_is_none():
    with pytest.raises(QueryError, match=r"no exact answer: points .* solving it.*`method` auto"):
        meldlab.odds("points <= 10", "indian-rummy", method="exact")
    with pytest.raises(QueryError, match="counted exactly only by itself, not together with jokers"):
        meldlab.odds("can_go_down and jokers == 0", "continental", contract="EE", method="exact")


@pytest.mark.parametrize("query", ["can_go_down", "EE", "not not EE", "can_go_down and EE"])
def test_contracts_of_runs_alone_are_counted(query):
    answer = meldlab.odds(query, "continental", contract="EE", cards=9)
    assert answer.fraction == Fraction(102363232, 178589629185)


def test_gin_deadwood_is_counted_by_all_hands_and_small_hands_likewise():
    none = meldlab.odds("deadwood == 0", "gin", cards=3)
    assert none.fraction == Fraction(13 * 4 + 4 * 11, comb(52, 3))
    assert meldlab.odds("not gin", "gin", cards=3).fraction == 1 - none.fraction
    with pytest.raises(QueryError, match="no card is known or dead"):
        meldlab.odds("gin", "gin", known="AS", cards=8, method="exact")


@pytest.mark.full
def test_all_gin_hands_of_ten_have_the_known_share_of_gin():
    assert meldlab.odds("gin", "gin").fraction == Fraction(136694, comb(52, 10))
    assert meldlab.odds("can_knock", "gin").fraction == Fraction(10212276, comb(52, 10))


def test_a_table_by_a_feature_adds_up_to_the_query():
    table = meldlab.odds_by("wilds", "aces6w", "pinacle")
    assert sum(row.chance.fraction for row in table.rows) == 1
    within = sum(row.chance.fraction * row.within.fraction for row in table.rows)
    assert within == meldlab.odds("aces6w", "pinacle").fraction
    for row in table.rows[:3]:
        assert row.chance.fraction == meldlab.odds(f"wilds == {row.value}", "pinacle").fraction
    assert [row["value"] for row in table.to_dict()["values"]] == list(range(12))


def test_a_special_has_two_values():
    table = meldlab.odds_by("pure_sequence", None, "indian-rummy", wild="7")
    assert [(row.value, row.within) for row in table.rows] == [(0, None), (1, None)]
    assert table.rows[1].chance.fraction == meldlab.odds("pure_sequence", "indian-rummy", wild="7").fraction


def test_values_are_exact_where_only_the_query_needs_dealing_and_rows_come_from_the_same_hands():
    table = meldlab.odds_by("wilds", "has_lives", "indian-rummy", seed=1, max_deals=8_000, wild="7")
    assert table.rows[0].chance.fraction == meldlab.odds("wilds == 0", "indian-rummy", wild="7").fraction
    seen = [row for row in table.rows if row.within.estimate.deals]
    assert sum(row.within.estimate.deals for row in seen) == 8_000
    assert table.rows[0].within.estimate.hits < table.rows[2].within.estimate.hits
    dealt = meldlab.odds_by("points", "has_lives", "indian-rummy", seed=1, max_deals=8_000, wild="7")
    assert sum(row.chance.estimate.hits for row in dealt.rows) == 8_000
    assert dealt.rows[-1].within.probability == 0
    assert dealt.rows[0].within.probability > 0.9


def test_a_sheet_has_every_special_of_the_game():
    sheet = meldlab.odds_sheet("pinacle", cards=13)
    specials = meldlab.load_ruleset("pinacle").special.melds
    assert {answer.query for answer in sheet} >= {"pinaculo", "full_clean", "full_dirty", *specials}
    assert all(answer.method == "exact" for answer in sheet)
    small = meldlab.odds_sheet("gin", cards=4)
    assert [answer.query for answer in small] == ["gin", "can_knock"]


def test_a_sheet_of_a_contract_game_asks_each_contract_about_its_own_hand():
    sheet = meldlab.odds_sheet("continental", seed=1, max_deals=2000)
    contracts = {answer.query: answer.cards for answer in sheet if answer.query != "trio_of_jokers"}
    assert contracts == {"TT": 7, "TE": 8, "EE": 9, "TTT": 10, "TTE": 11, "TEE": 12, "EEE": 13}
    one_size = meldlab.odds_sheet("continental", cards=9, seed=1, max_deals=2000)
    assert [answer.query for answer in one_size] == [*contracts, "trio_of_jokers"]
    assert {answer.cards for answer in one_size} == {9}


@pytest.mark.parametrize(
    ("error", "part", "options"),
    [
        (NotationError, "known, card 3: a 3rd AS", {"known": "AS AS AS"}),
        (NotationError, "1 lies elsewhere", {"known": "AS AS", "dead": "AS"}),
        (RulesError, "cards: 2 is too few .* The 3 of `known` are among them", {"known": "AS AH AD", "cards": 2}),
        (NotationError, "known: 12 cards are known, more than the 11", {"known": "3S4S5S6S7S8S9STSJSQSKSAS"}),
        (NotationError, "dead: the pack has fewer copies of AS", {"dead": "AS AS AS"}),
        (NotationError, "dead, card 1: '5X' is no card", {"dead": "5X"}),
        (RulesError, "draws: `cards` and `draws` both", {"cards": 11, "draws": 3}),
        (RulesError, "cards: 61 is too many, more than 60 in all", {"cards": 61}),
        (RulesError, "draws: -1 is too few", {"draws": -1}),
        (RulesError, "contract: pinacle has no contracts", {"contract": "TT"}),
        (RunError, "seed", {"seed": -1}),
        (RunError, "max_deals", {"max_deals": 0}),
        (RunError, "target_rel", {"target_rel": 0}),
        (RunError, "max_seconds", {"max_seconds": float("inf")}),
        (ArgumentError, "method", {"method": "guess"}),
        (ArgumentError, "draws", {"draws": 2.5}),
        (ArgumentError, "known", {"known": 3}),
        (ArgumentError, "set", {"set": ["run.min"]}),
    ],
)
def test_an_impossible_condition_is_refused_by_name(error, part, options):
    with pytest.raises(error, match=part):
        meldlab.odds("aces6", "pinacle", **options)


def test_more_cards_than_are_left_cannot_come():
    with pytest.raises(RulesError, match="draws: 50 is too many, more than the 49 unseen ones"):
        meldlab.odds("gin", "gin", dead="AS 2S 3S", draws=50)
    with pytest.raises(NotationError, match="the cut card"):
        meldlab.odds("trio", "indian-rummy", wild="7D", known="7D 7D")


def test_a_contract_is_missing_where_it_matters():
    with pytest.raises(RulesError, match="contract is missing: it decides how many"):
        meldlab.odds("jokers == 0", "continental")
    with pytest.raises(RulesError, match="contract is missing: can_close depends"):
        meldlab.odds("can_close", "continental", cards=9)
    assert meldlab.odds("TT", "continental", cards=8).fraction == Fraction(88867097, 2865074265)
    assert meldlab.odds("TTTT", "continental", contract="TTTT", cards=12).probability > 0


def test_tables_refuse_what_they_cannot_show():
    with pytest.raises(QueryError, match="too many for a table"):
        meldlab.odds_by("value", None, "pinacle")
    with pytest.raises(RunError, match="no target"):
        meldlab.odds_by("points", None, "indian-rummy", target_rel=0.1)
    with pytest.raises(QueryError, match=r"position 1.*Did you mean 'wilds'"):
        meldlab.odds_by("wild", None, "pinacle")
    with pytest.raises(TypeError, match="no option 'speed'"):
        meldlab.odds_by("wilds", None, "pinacle", speed=3)
