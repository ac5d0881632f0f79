"""``meldlab analyze`` of contract hands: options, view, JSON, and what is refused."""

import json

import pytest
from typer.testing import CliRunner, Result

from meldlab.cli.app import app

GAME = ("-g", "continental")


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["analyze", *words], env={"COLUMNS": "200"})


def test_a_hand_that_goes_down_shows_melds_what_jokers_stand_for_and_what_is_left() -> None:
    text = run("5H 6H JK JK 9S 9D 9C KD", *GAME, "--contract", "TE").stdout
    for part in ("Can close this turn", "9♠ 9♦ 9♣", "JK 5♥ 6♥ JK", "4♥, 7♥", "K♦ (10 points)", "-10 points"):
        assert part in text


def test_advice_names_outs_chances_and_discards() -> None:
    text = run("7S 7D 7C 5H 8H JK JK 3D KD", *GAME, "--contract", "TE", "--advise").stdout
    for part in ("1 card away", "What to throw", "12 fewer than best"):
        assert part in text
    for part in ("to go down after throwing K♦", "20 of 101 unseen cards do it", "the next draw 19.8%"):
        assert part in text
    assert "What to throw" not in run("7S 7D 7C 5H 8H JK JK 3D KD", *GAME, "--contract", "TE").stdout


def test_flat_formats_name_the_outs_after_the_best_discard() -> None:
    text = run("7S 7D 7C 5H 8H JK JK 3D KD", *GAME, "--contract", "TE", "--advise", "-f", "csv").stdout
    assert "distance 1; outs 3H 2, 4H 2, 6H 2" in text
    assert "out_copies 20" in text


def test_nothing_to_throw_is_shown_where_every_card_is_laid() -> None:
    assert "What to throw" not in run("JK JK JK AS 3S KS", *GAME, "--contract", "E", "--advise").stdout


def test_a_turn_on_a_table_shows_its_moves_in_order() -> None:
    table = ("--table", "1:E:5H JK 7H 8H", "--table", "0:T:KH KD KC")
    text = run("6H KS 2C", *GAME, *table).stdout
    for part in (
        "already down",
        "1.0 (player 1)",
        "0.0 (you)",
        "swap for the joker of 1.0",
        "lay on 0.0",
        "left in hand",
    ):
        assert part in text
    answer = json.loads(run("6H KS 2C", *GAME, *table, "--json").stdout)
    assert answer["min_cards_left"] == 1
    assert {move["act"] for move in answer["moves"]} == {"swap", "layoff"}


def test_a_table_can_ask_for_a_joker_to_be_moved() -> None:
    table = ("--table", "1:E:JK 6H 7H 8H 9H", "--table", "1:E:9C TC JC QC")
    text = run("5H 8C", *GAME, *table).stdout
    assert "left in hand" in text
    assert "nothing" in run("5H 7C", *GAME, *table).stdout


def test_a_missing_contract_is_told_with_those_of_the_rules() -> None:
    result = run("5H 6H", *GAME)
    assert result.exit_code == 2
    assert "the contract is missing" in result.stderr
    assert "TT, TE, EE" in result.stderr


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("KS", "--table", "1:T:KS KS KS"), ("table meld 1, card 2", "a 2nd KS")),
        (
            ("KS", *("--table", "1:T:JK JK JK") * 2, "--table", "2:T:KD JK KH"),
            ("table meld 3, card 2", "JK", "6 lie elsewhere"),
        ),
        (("KS", "--table", "9:E:AS 2S 3S 4S"), ("table meld 1", "player 9 has no seat", "owners 0 to 4")),
        (("KS", "--table", "5:E:AS 2S 3S 4S"), ("table meld 1", "player 5 has no seat", "owners 0 to 4")),
    ],
)
def test_what_is_wrong_with_the_table_is_told_of_its_meld(words: tuple[str, ...], parts: tuple[str, ...]) -> None:
    result = run(*words, *GAME)
    assert result.exit_code == 2
    for part in parts:
        assert part in result.stderr.replace("\n", " ")


def test_one_meld_is_no_melds() -> None:
    assert ", 1 meld on the table" in run("KS", *GAME, "--table", "4:E:AS 2S 3S 4S").stdout


def test_jokers_stand_for_an_ace_or_an_eight_and_for_a_ten_as_it_is_written_on_the_cards() -> None:
    for hand, words in {"AS AH JK": "an A", "8S 8H JK": "an 8", "TS TH JK": "a T", "9S 9H JK": "a 9"}.items():
        assert f" {words} " in run(hand, *GAME, "--contract", "T").stdout
