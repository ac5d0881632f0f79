"""Records that contradict themselves, each other or the rules are refused by line and field."""

import pytest

from meldlab import RunError, audit

LINE = {
    "format": "meldlab-deal/1",
    "game": "indian-rummy",
    "players": 4,
    "hands": [["AS"], ["2S"], ["3S"], ["4S"]],
    "wild_card": "7H",
    "wild_rank": "7",
}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"players": 7}, "line 1, players: 7, but the line has 4 hands (allowed: as many players as hands)"),
        ({"players": 3}, "line 1, players: 3, but the line has 4 hands"),
        ({"players": "4"}, "line 1, players: '4' is no number of players"),
        ({"players": True}, "line 1, players: 'True' is no number of players"),
        ({"wild_rank": "8"}, "line 1, wild_rank: 8, but the wild card is 7"),
        ({"wild_card": "JK"}, "line 1, wild_rank: 7, but the wild card is JK (allowed: A)"),
        ({"wild_rank": "7H"}, "line 1, wild_rank: '7H' is no rank (allowed: a rank: A 2-9 T J Q K)"),
        ({"wild_rank": 7}, "line 1, wild_rank: '7' is no rank"),
    ],
)
def test_a_deal_line_that_contradicts_itself_is_refused(fields, words):
    with pytest.raises(RunError) as caught:
        audit([LINE | fields])
    assert words in str(caught.value).replace("♥", "H")


def test_a_rank_without_its_card_is_read():
    assert audit([LINE | {"wild_card": None}])["hand sizes"].finding
    assert audit([LINE | {"wild_card": "TH", "wild_rank": "10"}])["hand sizes"].finding


def log_of(tmp_path, text):
    path = tmp_path / "log.txt"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    ("text", "game", "players", "words"),
    [
        ("deal,seat,cards\n1,0,AS\n1,1,2S\n1,2,3S\n1,3,4S\n", "indian-rummy", 2, "line 2: 4 hands (seats 0, 1, 2, 3)"),
        ("deal,seat,cards\n1,0,AS\n2,0,2S\n2,1,3S\n2,2,4S\n", "gin", None, "line 3: 3 hands (seats 0, 1, 2)"),
        ("deal,seat,cards,Cards\n1,0,AS,2S\n", "gin", None, "line 1: there are 2 columns cards"),
        (
            "deal,seat,cards\n1,0,5H, 6H\n",
            "gin",
            None,
            "the row has 4 columns, the header 3. Put text that holds commas",
        ),
        ('{"deal":1,"seat":0,"cards":"5H","cards":"6H"}\n', "gin", None, "line 1: the field 'cards' stands twice"),
    ],
)
def test_rows_that_contradict_each_other_or_the_players_are_refused(tmp_path, text, game, players, words):
    with pytest.raises(RunError) as caught:
        audit(log_of(tmp_path, text), game, players=players)
    assert words in str(caught.value)


def test_more_hands_than_players_that_were_told_are_refused_in_a_deal_log_too():
    with pytest.raises(RunError, match=r"line 1: 4 hands .*one for each of up to 2 players"):
        audit([LINE], players=2)


def test_a_printed_joker_that_was_cut_makes_the_aces_wild_or_is_found():
    row = {"deal": 1, "seat": 0, "cards": "AS 2S 3S", "wild": "JK"}
    assert not audit([row], "indian-rummy-points")["cut card"].finding
    redrawn = audit([row], "indian-rummy")["cut card"]
    assert (redrawn.finding, redrawn.found) == (True, "JK in 1 deal; the rules let it fix no wild rank")
