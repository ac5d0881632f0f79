"""Logs from strangers: three formats, any size, every fault named by line, nothing executed, nothing else read."""

import contextlib
import io
import json
import random
import tracemalloc

import audit_logs as logs
import numpy as np
import polars as pl
import pytest

from meldlab import MeldlabError, RunError, audit
from meldlab.sim.audit.log import bounded_lines as audit_lines
from meldlab.sim.audit.log.source import Source

HEAD = "deal,seat,cards\n"
ROW = "1,0,AS 2S 3S 4S 5S 6S 7S 8S 9S TS\n1,1,AH 2H 3H 4H 5H 6H 7H 8H 9H TH\n"
LINE = {"format": "meldlab-deal/1", "game": "gin", "rules": {}, "players": 2, "seed": 1, "deal": 0}
HANDS = [["AS", "2S"], ["AH", "2H"]]


def audited(tmp_path, text, game="gin", **options):
    path = tmp_path / "log.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return audit(path, game, **options)


def line(**fields):
    return json.dumps({**LINE, "hands": HANDS, "stock": ["KS"], "upcard": "KD", **fields}) + "\n"


def test_three_formats_and_rows_of_python_say_the_same(tmp_path):
    packs = logs.fair_packs("pinacle", 60, np.random.default_rng(1))
    csv = logs.csv_text("pinacle", packs)
    names = csv.splitlines()[0].split(",")
    rows = [dict(zip(names, text.split(","), strict=True)) for text in csv.splitlines()[1:]]
    json_lines = "".join(
        json.dumps({**row, "seat": int(row["seat"]), "cards": row["cards"].split()}) + "\n" for row in rows
    )
    answers = [audited(tmp_path, text, "pinacle").to_dict() for text in (csv, json_lines)]
    answers.append(audit(rows, "pinacle").to_dict())
    assert [answer.pop("log") for answer in answers] == ["CSV", "JSON Lines", "JSON Lines"]
    assert answers[0] == answers[1] == answers[2]
    assert (answers[0]["deals"], answers[0]["hands"], answers[0]["seats"]) == (60, 240, [0, 1, 2, 3])


def test_card_text_is_read_in_every_spelling(tmp_path):
    plain = audited(tmp_path, HEAD + ROW)
    spelt = ROW.replace("TS", "10s").replace("AH", "a♥").replace(" 2S 3S", "2S, 3S").replace("1,0,", '1,0,"')
    spelt = spelt.replace("10s\n", '10s"\n')
    assert audited(tmp_path, HEAD + spelt).tests == plain.tests
    assert audited(tmp_path, b"\xef\xbb\xbf" + (HEAD + ROW).replace("\n", "\r\n\r\n").encode()).tests == plain.tests


def test_a_deal_log_tells_its_game_and_rules(tmp_path):
    text = logs.deal_log_text("pinacle", logs.fair_packs("pinacle", 30, np.random.default_rng(2)))
    answer = audited(tmp_path, text, None)
    assert (answer.log, answer.ruleset, answer.decks, answer.deals) == ("deal log", "pinacle", 2, 30)


def test_rotations_of_a_deal_are_one_deal_and_more_of_them_than_seats_are_not(tmp_path):
    deals = logs.deal_log_text("gin", logs.fair_packs("gin", 20, np.random.default_rng(2))).splitlines(keepends=True)
    twice = audited(tmp_path, "".join(each * 2 for each in deals), None)
    assert (twice.deals, twice["repeated deals"].finding) == (20, False)
    assert any("the same cards): 20 lines;" in remark for remark in twice.remarks)
    assert audited(tmp_path, "".join(each * 3 for each in deals), None)["repeated deals"].finding


def test_lines_about_matches_are_passed_over(tmp_path):
    text = logs.deal_log_text("gin", logs.fair_packs("gin", 5, np.random.default_rng(2)))
    match = json.dumps({"format": "meldlab-game/1", "game": "gin", "result": {}}) + "\n"
    assert audited(tmp_path, text + match, None).deals == 5


@pytest.mark.parametrize(
    ("given", "decks"), [({}, 2), ({"players": 6}, 3), ({"decks": 3}, 3), ({"players": 6, "decks": 2}, 2)]
)
def test_the_pack_follows_players_decks_or_the_seats_of_the_first_deal(given, decks):
    csv = logs.csv_text("indian-rummy", logs.fair_packs("indian-rummy", 2, np.random.default_rng(2)))
    told = {"players": None, "decks": None, **given}
    source = Source.of(enumerate(csv.splitlines(), start=1), "indian-rummy", set=None, **told)
    assert (source.decks, source.pack.size) == (decks, 54 * decks)
    assert ("seats in the first deal" in source.pack_words()) is (not given)


def test_a_pack_taken_from_too_few_seats_is_told(tmp_path):
    csv = logs.csv_text("indian-rummy", logs.fair_packs("indian-rummy", 10, np.random.default_rng(2)), wild=False)
    two = "".join(each for each in csv.splitlines(keepends=True) if each.split(",")[1] in "seat01")
    answer = audited(tmp_path, two, "indian-rummy")
    assert (answer.decks, answer["the pack"].finding) == (1, True)
    assert any("--players or --decks" in remark for remark in answer.remarks)
    assert not audited(tmp_path, two, "indian-rummy", players=4)["the pack"].finding


def test_a_later_deal_with_more_seats_than_the_pack_was_taken_from_is_refused(tmp_path):
    three = "1,0,AS\n1,1,2S\n1,2,3S\n"
    four = "".join(f"2,{seat},KS\n" for seat in range(4))
    with pytest.raises(RunError, match="line 5: 4 hands, but the first deal has 3"):
        audited(tmp_path, HEAD + three + four, "indian-rummy")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ("there is nothing in it",)),
        ("\n \n", ("there is nothing in it",)),
        (HEAD, ("there is no deal",)),
        ("deal,seat\n1,0\n", ("line 1", "no column cards", "deal, seat, cards")),
        (HEAD + "1,0\n", ("line 2", "2 columns")),
        (HEAD + ROW + "2,x,AS\n", ("line 4, seat", "'x' is no seat", "0 to 9")),
        (HEAD + ROW + "2,10,AS\n", ("line 4, seat", "'10'")),
        (HEAD + ROW + "2,-1,AS\n", ("line 4, seat",)),
        (HEAD + ROW + "2,0,AS 1H\n", ("line 4, card 2", "'1H' is no card", "rank A 2-9")),
        (HEAD + ROW + "2,0,\n", ("line 4", "no card in it")),
        (HEAD + ROW + "1,1,AS\n", ("line 4", "seat 1 has a second hand in deal '1'")),
        (HEAD + f"1,0,{'AS ' * 80}\n", ("line 2", "a hand of 80 cards", "pack of 52")),
        (HEAD + '1,0,"AS\n', ("line 2",)),
        ("deal,seat,cards,wild\n1,0,AS,7\n1,1,AH,8\n", ("line 3", "'8', but '7'")),
        ("deal,seat,cards,wild\n1,0,AS,77\n", ("line 2, wild '77'", "no rank and no card")),
        ("deal,seat,cards,upcard\n1,0,AS,KD KS\n", ("line 2", "more than one card")),
        (HEAD + "x" * (1 << 20) + "x", ("line 2", "too long", "1,048,576 bytes")),
        (HEAD.encode() + b"1,0,\xff\n", ("line 2", "byte 5 is 0xff", "UTF-8")),
        ('{"deal": 1, "seat": 0}\n', ("line 1", "the field cards is missing")),
        ('{"deal": 1, "seat": 0, "cards": 5}\n', ("line 1, cards", "5 are no cards")),
        ('{"deal": 1, "seat": 0, "cards": ["AS", 5]}\n', ("line 1, cards",)),
        ('{"deal": [], "seat": 0, "cards": "AS"}\n', ("line 1, deal",)),
        ('{"deal": 1, "seat": true, "cards": "AS"}\n', ("line 1, seat",)),
        ('{"deal": 1, "seat": 0, "cards": "AS", "wild": 7}\n', ("line 1, wild", "7 is no text")),
        ('{"deal": 1\n', ("line 1", "no JSON")),
        ("{" + '"a":[' * 100_000, ("line 1", "no JSON")),
        ('{"deal": ' + "9" * 5000 + "}", ("line 1", "no JSON")),
        ('{"deal": 1, "seat": 0, "cards": "AS"}\n[1]\n', ("line 2", "is no object")),
    ],
)
def test_a_bad_log_is_refused_by_line_and_token(tmp_path, text, words):
    with pytest.raises(RunError) as caught:
        audited(tmp_path, text)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "/etc/passwd"}, ("line 1, game", "is no game", "indian-rummy")),
        ({"game": "house.toml"}, ("line 1, game", "is no game")),
        ({"game": 3}, ("line 1, game",)),
        ({"rules": []}, ("line 1, rules",)),
        ({"rules": {"run.mni": 3}}, ("line 1, rules", "run.min")),
        ({"rules": {"name": "../x", "extends": "/etc/passwd"}}, ("line 1, rules",)),
        ({"format": "meldlab-deal/2"}, ("line 1", "no format")),
        ({"hands": "AS"}, ("line 1, hands",)),
        ({"hands": [["AS"]] * 11}, ("line 1, hands", "1 to 10")),
        ({"hands": [["AS"], [1]]}, ("line 1, hands[1]",)),
        ({"stock": 7}, ("line 1, stock",)),
        ({"stock": ["KS"] * 99}, ("line 1", "a stock of 99")),
        ({"upcard": ["KS", "KD"]}, ("line 1", "more than one card")),
        ({"wild_card": "7"}, ("line 1, wild_card",)),
        ({"wild_card": "7S"}, ("line 1, gin", "no card is cut")),
        ({"players": 7}, ("line 1, players: 7, but the line has 2 hands", "as many players as hands")),
    ],
)
def test_a_bad_line_of_a_deal_log_is_refused(tmp_path, fields, words):
    with pytest.raises(MeldlabError) as caught:
        audited(tmp_path, line(**fields), None)
    for word in words:
        assert word in str(caught.value)


def test_deals_of_another_game_or_other_rules_are_refused(tmp_path):
    for other in ({"game": "pinacle"}, {"rules": {"play.knock_at": 5}}):
        with pytest.raises(RunError, match="line 2, "):
            audited(tmp_path, line() + line(**other), None)


def test_only_deal_logs_go_without_a_game(tmp_path):
    with pytest.raises(MeldlabError, match="the game is missing"):
        audited(tmp_path, HEAD + ROW, None)


@pytest.mark.parametrize("options", [{"alpha": 2}, {"alpha": "x"}, {"order": "up"}, {"seed": -1}, {"players": "4"}])
def test_bad_arguments_are_named(tmp_path, options):
    with pytest.raises(MeldlabError, match=next(iter(options))):
        audited(tmp_path, HEAD + ROW, **options)


def test_a_missing_file_and_no_log_at_all_are_told(tmp_path):
    with pytest.raises(RunError, match="No such file"):
        audit(tmp_path / "none.csv", "gin")
    with pytest.raises(MeldlabError, match="log"):
        audit(7, "gin")


def test_any_bytes_are_read_or_refused(tmp_path):
    """Logs with bytes changed, cut or doubled at random: an answer or one of our errors, never another."""
    deals = logs.fair_packs("gin", 3, np.random.default_rng(2))
    seeds = [logs.csv_text("gin", deals).encode(), logs.deal_log_text("gin", deals).encode()]
    chance = random.Random(4)
    for number in range(120):
        data = bytearray(seeds[number % 2])
        for _ in range(chance.randint(1, 5)):
            at = chance.randrange(len(data))
            piece = chance.choice(
                [b"", b"\x00", b'"', b"\n", b"{", b"9" * 40, bytes([chance.randrange(256)]), data[:at]]
            )
            data[at : at + chance.randint(0, 3)] = piece
        with contextlib.suppress(MeldlabError):
            audited(tmp_path, bytes(data), "gin")


def test_memory_does_not_grow_with_the_log():
    """A reader that makes its lines as they are asked for: four times the lines, the same memory."""
    packs = logs.fair_packs("gin", 300, np.random.default_rng(2))
    text = logs.csv_text("gin", packs).encode()
    rows = text[text.index(b"\n") + 1 :]

    class Endless(io.RawIOBase):
        def __init__(self, times):
            self.left = [text[: text.index(b"\n") + 1]] + [rows] * times

        def readable(self):
            return True

        def readinto(self, buffer):
            if not self.left:
                return 0
            data = self.left[0][: len(buffer)]
            self.left[0] = self.left[0][len(data) :]
            if not self.left[0]:
                self.left.pop(0)
            buffer[: len(data)] = data
            return len(data)

    def peak(times):
        tracemalloc.start()
        stream = io.BufferedReader(Endless(times))
        count = sum(1 for _ in audit_lines.lines_of(stream))
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return count, found

    few, many = peak(10), peak(40)
    assert many[0] == 24_001
    assert many[1] < few[1] + 200_000


ROWS = [{"deal": 1, "seat": seat, "cards": cards} for seat, cards in enumerate(("AS 2S 3S", "AH 2H 3H"))]


@pytest.mark.parametrize(
    "rows",
    [
        [{"deal": np.int64(1), "seat": np.int8(row["seat"]), "cards": np.str_(row["cards"])} for row in ROWS],
        [{**row, "cards": np.array(row["cards"].split())} for row in ROWS],
        [{**row, "cards": np.arange(3, dtype=np.uint8) + 13 * row["seat"]} for row in ROWS],
        pl.DataFrame(ROWS),
        pl.DataFrame(ROWS).rename({"deal": "Deal", "seat": "SEAT"}),
        pl.DataFrame(ROWS).with_columns(pl.col("cards").str.split(" ")),
    ],
    ids=["numpy scalars", "arrays of text", "arrays of cards", "Polars", "Polars in capitals", "Polars with lists"],
)
def test_rows_of_numpy_and_polars_are_read_as_those_of_python(rows):
    assert audit(rows, "gin").tests == audit(ROWS, "gin").tests


def test_a_frame_with_one_name_twice_is_refused():
    with pytest.raises(RunError, match="two columns deal"):
        audit(pl.DataFrame(ROWS).with_columns(Deal=pl.col("deal")), "gin")


def test_a_name_of_numpy_is_the_name_of_python():
    with pytest.raises(RunError, match="deal 1 comes back"):
        audit([*ROWS, {**ROWS[0], "deal": 2}, {**ROWS[0], "deal": np.int64(1)}], "gin")


@pytest.mark.parametrize("log", [[(1, 0, "AS")], [5], ["deal"], [{"deal": True, "seat": 0, "cards": "AS"}]])
def test_what_is_no_row_is_refused_by_its_place(log):
    with pytest.raises(RunError, match="line 1"):
        audit(log, "gin")


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_columns_may_be_parted_by_semicolons_or_tabs_and_named_in_capitals(tmp_path, delimiter):
    text = (HEAD + ROW).replace(",", delimiter).replace("deal", "Deal").replace("cards", '"CARDS"')
    assert audited(tmp_path, text.replace("AS 2S", "AS, 2S")).tests == audited(tmp_path, HEAD + ROW).tests


def test_other_delimiters_and_other_spellings_of_fields_are_told(tmp_path):
    with pytest.raises(RunError, match=r"read, parted by commas: \['deal\|seat\|cards'\].*semicolons, tabs"):
        audited(tmp_path, (HEAD + ROW).replace(",", "|"))
    with pytest.raises(RunError, match=r"the field deal is missing .*Write deal, not 'Deal'"):
        audited(tmp_path, '{"Deal": 1, "seat": 0, "cards": "AS"}\n')
