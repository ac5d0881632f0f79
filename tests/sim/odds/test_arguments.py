"""`odds`, `odds_by` and `odds_sheet` in Python: wrong types and impossible numbers are told by the argument's name."""

import pytest

import meldlab
from meldlab import ArgumentError, MeldlabError, odds, odds_by, odds_sheet

WRONG = {
    "cards": ["11", 1.5, True],
    "draws": ["2", 1.5],
    "decks": ["2"],
    "players": [2.0],
    "wild": [7],
    "contract": [7],
    "known": [3, None],
    "dead": [3, None],
    "set": ["run.ace=high", [1]],
    "method": [None, 1, "guess"],
    "seed": ["1", 0.5],
    "target_rel": ["0.1"],
    "max_deals": ["10M", 1.5],
    "max_seconds": ["1"],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_an_argument_of_a_wrong_type_is_told_by_its_name(name, value):
    for ask in (
        lambda **options: odds("aces6", "pinacle", **options),
        lambda **options: odds_by("wilds", "aces6", "pinacle", **options),
        lambda **options: odds_sheet("pinacle", **options),
    ):
        with pytest.raises(ArgumentError, match=rf"^{name}: "):
            ask(**{name: value})


@pytest.mark.parametrize("wrong", [None, 3, b"wilds", ["wilds"]])
def test_what_is_asked_and_of_which_game_is_text(wrong):
    with pytest.raises(ArgumentError, match=r"^query: "):
        odds(wrong, "pinacle")
    with pytest.raises(ArgumentError, match=r"^feature: "):
        odds_by(wrong, None, "pinacle")
    for ask in (lambda: odds("aces6", wrong), lambda: odds_by("wilds", None, wrong), lambda: odds_sheet(wrong)):
        with pytest.raises(ArgumentError, match=r"^game: "):
            ask()
    if wrong is not None:
        with pytest.raises(ArgumentError, match=r"^query: "):
            odds_by("wilds", wrong, "pinacle")


def test_a_game_that_was_given_as_the_query_is_missed_by_its_name():
    with pytest.raises(ArgumentError, match=r"^game: .* odds_by.feature, query, game. has it third"):
        odds_by("wilds", "pinacle")


def test_an_entry_of_several_cards_is_named():
    with pytest.raises(MeldlabError, match=r"known, card 2: 'AS KS' are 2 cards .allowed: one card an entry"):
        odds("aces6", "pinacle", known=["2S", "AS KS"])
    with pytest.raises(MeldlabError, match=r"dead, card 1: 'ASKS' are 2 cards"):
        odds("aces6", "pinacle", dead=["ASKS"])


def test_a_number_of_cards_is_told_with_what_is_allowed():
    with pytest.raises(MeldlabError, match=r"^draws: -3 is too few .allowed: whole numbers from 0 to 58"):
        odds("aces6", "pinacle", known="AS KS", draws=-3)
    for cards in (0, 2, 60):
        assert odds("jokers >= 0", "pinacle", cards=cards).fraction == 1


def test_a_table_takes_no_target_whether_it_is_counted_or_dealt():
    for feature, game in (("wilds", "pinacle"), ("points", "indian-rummy")):
        with pytest.raises(MeldlabError, match=r"^target_rel: a table has no target"):
            odds_by(feature, None, game, target_rel=0.1)


def test_every_error_of_the_package_can_be_caught_by_a_name_of_the_package():
    for name in ("ArgumentError", "NotationError", "QueryError", "RulesError", "RunError"):
        assert name in meldlab.__all__
        assert issubclass(getattr(meldlab, name), meldlab.MeldlabError)
    with pytest.raises(meldlab.QueryError):
        odds("acess6", "pinacle")
