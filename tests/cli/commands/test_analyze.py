"""``meldlab analyze``: hands in many ways, every format, the view, batches, and what is refused."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import polars
import pytest
from places import CASES
from typer.testing import CliRunner, Result

from meldlab.cli.app import app

HAND = "4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH"
LOSER = "4H JK 6H 8S JK TS JS 2C 2D 2S KC KD KH"
GAME = ("-g", "indian-rummy", "--wild", "7")


def run(*words: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["analyze", *words], input=stdin)


def answer(*words: str, stdin: str | None = None) -> object:
    result = run(*words, "--json", stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_one_hand_in_one_argument_or_in_many_is_the_same_hand() -> None:
    expected = answer(HAND, *GAME)
    assert isinstance(expected, dict)
    assert expected["points"] == 0
    assert expected["hand"] == HAND.split()
    assert answer(*HAND.split(), *GAME) == expected
    assert answer(HAND.replace(" ", ""), *GAME) == expected
    assert answer("4H5H6H", "8S,JK,TS,JS", "2C2D2S", "KC KD KH", *GAME) == expected


def test_several_whole_hands_are_several_answers() -> None:
    answers = answer(HAND, LOSER, *GAME)
    assert isinstance(answers, list)
    assert [each["points"] for each in answers] == [0, 36]


def test_stdin_holds_hands_or_json_a_line() -> None:
    question = json.dumps({"hand": LOSER, "set": {"run.max_wilds": 0}})
    answers = answer("-", *GAME, stdin=f"{HAND}\n\n{LOSER}\n{question}\n")
    assert isinstance(answers, list)
    assert [each["points"] for each in answers] == [0, 36, 74]


def test_the_view_shows_melds_wilds_loose_cards_and_reasons() -> None:
    text = run(LOSER, *GAME).stdout
    for part in ("36 points, cannot be declared", "impure sequence", "JK = 5♥", "10+10+10+2+2+2", "no pure sequence"):
        assert part in text
    assert "Can be declared" in run(HAND, *GAME).stdout


def test_the_view_of_a_wild_in_a_set_names_the_rank() -> None:
    assert "JK = a K" in run("4H 5H 6H 8S 9S TS JS 2C 2D 2S KC KD JK", *GAME).stdout


def test_the_view_of_fourteen_cards_names_the_best_discard() -> None:
    text = run(f"{LOSER} 9H", *GAME).stdout
    assert "Throw K♥: 35 points, cannot be declared" in text
    assert "After throwing" in text
    assert "Put Q♣ face down and declare" in run(f"{HAND} QC", *GAME).stdout


def test_ascii_is_ascii() -> None:
    assert run(LOSER, *GAME, "--ascii").stdout.isascii()
    assert run(f"{HAND} QC", *GAME, "--ascii", "--all").stdout.isascii()


def test_all_lists_every_arrangement() -> None:
    hand = "4H5H6H7H8H9HTH KCKDKS QC 2S3D"
    found = answer(hand, "-g", "indian-rummy", "--all")
    assert isinstance(found, dict)
    assert len(found["arrangements"]) == 2
    assert "Arrangement 2 of 2" in run(hand, "-g", "indian-rummy", "--all").stdout


@pytest.mark.parametrize("suffix", ["json", "jsonl", "csv", "md", "parquet", "txt"])
def test_every_format_goes_to_a_file(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"out.{suffix}"
    result = run(HAND, LOSER, *GAME, "-o", str(target))
    assert (result.exit_code, result.stdout) == (0, "")
    if suffix == "parquet":
        assert polars.read_parquet(target)["points"].to_list() == [0, 36]
    else:
        assert "36" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize("suffix", ["csv", "md", "parquet"])
def test_flat_formats_have_readable_cells(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"out.{suffix}"
    assert run(f"{LOSER} 9H", f"{HAND} QC", *GAME, "--all", "-o", str(target)).exit_code == 0
    if suffix == "parquet":
        rows = polars.read_parquet(target).to_dicts()
    elif suffix == "csv":
        rows = list(csv.DictReader(target.read_text(encoding="utf-8").splitlines()))
    else:
        head, _, *lines = ([cell.strip() for cell in line.split("|")[1:-1]] for line in target.read_text().splitlines())
        rows = [dict(zip(head, cells, strict=True)) for cells in lines]
    assert [str(row["points"]) for row in rows] == ["35", "0"]
    assert [row["can_declare"] for row in rows] == ([False, True] if suffix == "parquet" else ["no", "yes"])
    assert rows[1]["best_discard"] == "QC"
    assert rows[1]["after_discard"].startswith("QC 0 declare, ")
    assert "8S JK=9S TS JS (impure sequence)" in rows[1]["melds"]
    assert rows[1]["arrangements"].split(" // ")[0].count("(") == 4
    assert not any(sign in str(cell) for row in rows for cell in row.values() for sign in '{}[]"')


def test_json_says_what_it_belongs_to() -> None:
    found = answer(HAND, "-g", "indian-rummy", "--wild", "7d", "--decks", "3")
    assert isinstance(found, dict)
    expected = {"ruleset": "indian-rummy", "decks": 3, "wild": "7D"}
    assert {name: found[name] for name in expected} == expected
    assert len(found["rules_sha256"]) == 64


def test_unknown_fields_of_a_batch_are_told_in_one_remark() -> None:
    lines = [{"hand": HAND, "comment": 1}, {"hand": HAND, "comment": 2, "note": "x"}, {"hand": HAND}]
    result = run("--batch", "-", *GAME, stdin="\n".join(map(json.dumps, lines)))
    assert result.exit_code == 0
    assert result.stderr.count("'comment' in 2 lines") == 1
    assert "note" not in result.stderr
    bad = run("--batch", "-", *GAME, stdin=json.dumps({"hand": HAND, "wlid": "7"}))
    assert bad.exit_code == 2
    assert "did you mean wild?" in bad.stdout


def test_a_list_of_arrangements_that_stops_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meldlab.sim.games.declare.hand_solver.MOST_ARRANGEMENTS", 1)
    shown = run("4H5H6H7H8H9HTH KCKDKS QC 2S3D", "-g", "indian-rummy", "--all").stdout
    assert "The list stops here, at 1: there may be more arrangements." in shown


def test_batch_answers_the_cases(tmp_path: Path) -> None:
    target = tmp_path / "answers.jsonl"
    result = run("--batch", str(CASES / "indian-rummy.jsonl"), "-o", str(target))
    assert result.exit_code == 0, result.stderr
    questions = [json.loads(line) for line in (CASES / "indian-rummy.jsonl").read_text().splitlines()]
    answers = [json.loads(line) for line in target.read_text().splitlines()]
    assert [each["id"] for each in answers] == [each["id"] for each in questions]
    for question, each in zip(questions, answers, strict=True):
        for figure in ("points", "can_declare", "after_discard"):
            assert each.get(figure) == question["expect"].get(figure)


def test_a_bad_batch_line_ends_with_2_and_the_rest_are_answered() -> None:
    lines = [json.dumps({"id": "x", "hand": "4H"}), json.dumps({"id": "y", "hand": HAND}), "{"]
    result = run("--batch", "-", *GAME, stdin="\n".join(lines))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [("error" in each, each["id"]) for each in answers] == [(True, "x"), (False, "y"), (True, None)]
    assert "2 lines could not be answered" in result.stderr


def test_batch_bytes_that_are_no_text_spoil_their_line_only() -> None:
    lines = b'\xef\xbb\xbf{"id": 1, "hand": "\xff\xfe"}\n' + json.dumps({"id": 2, "hand": HAND}).encode()
    result = run("--batch", "-", *GAME, stdin=lines)
    assert [json.loads(line).get("points") for line in result.stdout.splitlines()] == [None, 0]


REFUSED: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    ((HAND,), ("-g", "the game is missing")),
    (GAME, ("there is no hand",)),
    (("", *GAME), ("no card in it",)),
    (("4H 5H", *GAME), ("2 cards are no hand of indian-rummy", "13 cards, or 14")),
    ((HAND.replace("4H", "4X"), *GAME), ("card 1", "'4X' is no card", "rank A 2-9 T or 10")),
    ((HAND.replace("KH", "6\u0441"), *GAME), ("card 13", "U+0441")),
    ((HAND, f"{LOSER} 1H", *GAME), ("'1H' is no card",)),
    ((HAND, HAND.replace("4H 5H 6H", "4H 4H 4H"), *GAME), ("hand 2", "a 3rd 4H")),
    ((HAND.replace("4H 5H 6H", "KH KH 6H"), *GAME), ("card 13", "a 3rd KH", "2 decks")),
    ((HAND, "-g", "indian-rumy"), ("no preset called", "Did you mean indian-rummy?")),
    ((HAND, "-g", "indian-rummy", "--wild", "11"), ("wild '11'", "is no rank and no card")),
    ((HAND, "-g", "indian-rummy", "--wild", "JK"), ("a printed joker fixes no rank",)),
    ((HAND, "-g", "indian-rummy", "--wild", "KD", "--decks", "1"), ("a 1st KD", "the cut card")),
    ((HAND.replace("2S", "2H 2S")[:-3], "-g", "indian-rummy", "--wild", "2", "--decks", "1"), ("none is left",)),
    ((HAND, *GAME, "--set", "pack.wild=none"), ("these rules have no wild rank",)),
    ((HAND, *GAME, "--decks", "0"), ("not played with 0 decks", "allowed")),
    ((HAND, *GAME, "--decks", "two"), ("--decks: 'two' is not a whole number",)),
    ((HAND, *GAME, "--players", "1"), ("1 player cannot play", "2, 3, 4, 5, 6")),
    ((HAND, *GAME, "--set", "run.ace=wrap"), ("run.ace", '"wrap" is not allowed')),
    ((HAND, *GAME, "--dead", "4H 4H"), ("a 1st 4H", "2 lie elsewhere")),
    ((HAND, *GAME, "--dead", "4H 4H 4H"), ("--dead: 3 4H lie elsewhere", "2 of 4H")),
    ((HAND, *GAME, "--dead", "4H 4H 4H"), ("4H",)),
    ((HAND, *GAME, "-f", "parquet"), ("Parquet goes to a file only",)),
    ((HAND, *GAME, "-o", "no/such/folder/a.json"), ("no/such/folder/a.json", "cannot be written")),
    (("-", HAND, *GAME), ("- stands alone",)),
    (("-", *GAME), ("stdin holds no hand",)),
    (("--batch", "no/such/file.jsonl"), ("no/such/file.jsonl", "cannot be read")),
    (("--batch", "."), ("cannot be read",)),
    (("--batch", "-", "-f", "csv"), ("--batch answers in JSON Lines",)),
    (("--batch", "-", "--json"), ("--batch answers in JSON Lines",)),
    (("--batch", "-", "--all"), ("do not go together",)),
    ((HAND, "--batch", "-"), ("do not go together",)),
]


@pytest.mark.parametrize(("words", "parts"), REFUSED, ids=[" ".join(words) for words, _ in REFUSED])
def test_what_is_refused_with_its_message_and_2(
    words: tuple[str, ...], parts: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*words, stdin="")
    assert result.exit_code == 2, (result.stdout, result.stderr)
    for part in parts:
        assert part in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_closed_pipe_ends_quietly_with_0() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "meldlab.cli", "analyze", HAND, *GAME, "-q"]
    with os.fdopen(writer, "w") as pipe:
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_analysis_loads_no_polars() -> None:
    program = (
        "import sys\nfrom meldlab.cli.app import app\n"
        f"try: app({['analyze', HAND, *GAME, '-q']!r})\nexcept SystemExit as stop: assert stop.code in (0, None)\n"
        "print('polars' in sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == "False\n"
