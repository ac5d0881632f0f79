"""The exact sheets in results/odds: page and CSV agree, the code counts the same, known fractions are there."""

import csv
import importlib.util
import json
import sys
from fractions import Fraction

import pytest
from places import ROOT

EXACT = json.loads((ROOT / "tests" / "cases" / "exact.json").read_text(encoding="utf-8"))

spec = importlib.util.spec_from_file_location("odds_sheets", ROOT / "results" / "odds.py")
sys.modules["odds_sheets"] = sheets = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sheets)
#: Lines that are counted again each time: some from each sheet, none that takes long.
SAMPLES = {
    "pinacle": [(0, "pinaculo"), (0, "natural_run >= 4"), (0, "ranks_in_suit >= 7"), (1, "aces6w"), (2, "full_clean")],
    "indian-rummy": [(0, "wilds == 2"), (1, "trio"), (2, "jokers == 0")],
    "continental": [(0, "can_close"), (1, "distance == 2"), (2, "jokers == 1"), (2, "can_go_down")],
    "gin": [(0, "natural_run >= 5"), (0, "natural_set == 4")],
}
each_game = pytest.mark.parametrize("game", sheets.SHEETS)


def lines_of(game):
    head, *lines = csv.reader((sheets.FOLDER / f"{game}.csv").read_text(encoding="utf-8").splitlines())
    assert tuple(head) == sheets.COLUMNS
    return [tuple(line) for line in lines]


@each_game
def test_a_sheet_has_every_question_and_its_page_and_csv_say_the_same(game):
    lines = lines_of(game)
    assert [line[:2] for line in lines] == [
        (part.hand, query) for part in sheets.SHEETS[game] for query in part.queries
    ]
    assert (sheets.FOLDER / f"{game}.csv").read_text(encoding="utf-8") == sheets.as_csv(lines)
    assert (sheets.FOLDER / f"{game}.md").read_text(encoding="utf-8") == sheets.as_markdown(game, lines)


def test_no_sheet_is_left_over():
    assert {path.name for path in sheets.FOLDER.iterdir()} == {
        f"{game}.{suffix}" for game in sheets.SHEETS for suffix in ("md", "csv")
    }


@each_game
def test_some_lines_are_counted_again(game):
    lines = lines_of(game)
    for number, query in SAMPLES[game]:
        assert sheets.row(game, sheets.SHEETS[game][number], query) in lines


@pytest.mark.full
@each_game
def test_every_line_is_counted_again(game):
    assert list(sheets.rows(game)) == lines_of(game)


def test_known_fractions_stand_in_the_sheets():
    pinacle = {line[1]: Fraction(line[2]) for line in lines_of("pinacle") if line[0].startswith("11 cards")}
    events = {name: Fraction(*map(int, pair)) for name, pair in EXACT["pinacle"]["events"].items()}
    assert pinacle["naturals(A) >= 8"] == events["aces_at_least_8"]
    assert pinacle["natural_set >= 3 or natural_run >= 3"] == events["natural_set_or_run_3plus"]
    assert pinacle["has_meld"] == events["any_legal_meld"]
    gin = {line[1]: Fraction(line[2]) for line in lines_of("gin")}
    assert gin["gin"] == Fraction(EXACT["gin"]["deadwood_0"], EXACT["gin"]["hands"])
    assert gin["can_knock"] == Fraction(EXACT["gin"]["deadwood_at_most_10"], EXACT["gin"]["hands"])
    continental = {line[:2]: Fraction(line[2]) for line in lines_of("continental")}
    for entry in EXACT["continental"]:
        hand = f"{entry['contract']}: {entry['cards']} cards of 2 decks"
        assert continental[hand, "can_go_down"] == Fraction(*map(int, entry["p_can_go_down"]))
        for distance, pair in entry.get("distance_distribution", {}).items():
            assert continental[hand, f"distance == {distance}"] == Fraction(*map(int, pair))
