"""``meldlab simulate``: what it prints, its exit codes, and what bad command lines are told."""

import json
import os
import pty
import signal
import subprocess
import sys
import time

import polars as pl
import pytest
from fake_workload import FakeFactory
from places import HELPERS
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.cli.commands.simulate import answer
from meldlab.cli.options.numbers import parse_count
from meldlab.cli.options.options import Format
from meldlab.cli.output.output import make_sink
from meldlab.sim.common.errors import RunError
from meldlab.sim.simulate.simulate import simulate

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HELPERS)}
DEALS = 70_000
# With a pause of 0.1 s a slice this takes half a minute: long enough to be interrupted on a busy machine.
LONG_DEALS = 20_000_000


def ask(capsys, *, by=None, quiet=False, format=None, output=None, ascii=False, **request):
    whole = {"game": "indian-rummy", "deals": DEALS, "seed": 1, "out": None, **request}
    sink = make_sink(format=format, output=output, ascii=ascii)
    code = answer(whole, by=by, sink=sink, quiet=quiet, workload=FakeFactory())
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def command(pause, *, format=None, **request):
    rest = [format] if format else []
    return [sys.executable, str(HELPERS / "fake_command.py"), str(pause), json.dumps(request), *rest]


def test_the_table_shows_features_intervals_score_and_histogram(capsys):
    code, out, err = ask(capsys)
    assert code == 0
    for text in (
        "70,000 deals, seed 1",
        "natural_run >= 3",
        "95 % interval",
        " to ",
        "one in",
        "points: mean 40",
        "80",
    ):
        assert text in out
    assert out.count(" %") > 10
    assert err == "Done, seed 1.\n"


def test_ascii_and_quiet(capsys):
    code, out, err = ask(capsys, ascii=True, quiet=True)
    assert (code, err) == (0, "")
    assert out.isascii()
    assert "####" in out


def test_json_is_the_result_and_nothing_else(capsys):
    _, out, _ = ask(capsys, format=Format.JSON, features=["points <= 10"])
    whole = json.loads(out)
    expected = simulate("indian-rummy", deals=DEALS, seed=1, workload=FakeFactory())
    assert whole["tally_sha256"] == expected.tally.digest()
    assert (whole["deals"], whole["seed"], whole["stopped_by"]) == (DEALS, 1, "deals")
    assert list(whole["features"]) == ["points <= 10"]
    assert sum(whole["histogram"].values()) == DEALS


def test_by_gives_a_second_table(capsys):
    _, out, _ = ask(capsys, by="wilds")
    assert "probability (95 %)" in out
    _, out, _ = ask(capsys, by="wilds", format=Format.JSON)
    assert [row["wilds"] for row in json.loads(out)["by"]["wilds"]] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("suffix", [".json", ".csv", ".md", ".jsonl", ".parquet"])
def test_a_file_gets_the_result_in_the_format_of_its_suffix(capsys, tmp_path, suffix):
    path = tmp_path / f"answer{suffix}"
    _, out, _ = ask(capsys, output=path)
    assert out == ""
    if suffix == ".parquet":
        assert pl.read_parquet(path)["feature"].to_list() == ["wilds >= 1", "natural_run >= 3", "can_declare"]
    else:
        assert "natural_run >= 3" in path.read_text(encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_zero_hits_are_shown_as_an_upper_bound(capsys):
    _, out, _ = ask(capsys, features=["natural_run >= 13"])
    assert "0 of 70,000, below 5.3e-05 at 95 %" in out


def test_a_missed_target_still_prints_and_exits_3(capsys):
    code, out, err = ask(capsys, target="can_declare", target_rel=0.001)
    assert code == 3
    assert "can_declare" in out
    assert "The target was not reached: can_declare known to 0.001 of it at 95 %" in err


def test_a_cluster_of_processes_prints_what_threads_print(capfd):
    asked = ["simulate", "-g", "gin", "-n", "40000", "--seed", "3", "--json"]
    found = [
        json.loads(CliRunner().invoke(app, [*asked, *more]).stdout)
        for more in ([], ["--engine", "dask", "--workers", "1"])
    ]
    assert found[0]["tally_sha256"] == found[1]["tally_sha256"]
    assert capfd.readouterr().err == ""


def test_a_finished_run_says_so(capsys, tmp_path):
    ask(capsys, out=tmp_path)
    code, out, err = ask(capsys, out=tmp_path, seed=None)
    assert code == 0
    assert "70,000 deals, seed 1" in out
    assert f"Nothing left to deal: {tmp_path} holds these deals already (seed 1)." in err


def test_ctrl_c_prints_what_is_done_exits_130_and_the_same_command_goes_on(tmp_path):
    whole = {"deals": LONG_DEALS, "seed": 3, "out": str(tmp_path / "run"), "workers": 2}
    with subprocess.Popen(
        command(0.1, format="json", **whole), env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        deadline = time.monotonic() + 60
        # Deals count from the first chunk on, and on a busy machine the second may be done before it.
        while not list(tmp_path.glob("run/part-00000000*")) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert time.monotonic() - begun < 30
    partial = json.loads(out)
    assert partial["stopped_by"] == "interrupt"
    assert 0 < partial["deals"] < LONG_DEALS
    assert "Interrupted, seed 3. What is done is kept in" in err
    assert "Traceback" not in err
    last = subprocess.run(
        command(0, format="json", **{**whole, "seed": None}),
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    expected = simulate("indian-rummy", deals=LONG_DEALS, seed=3, workload=FakeFactory())
    assert json.loads(last.stdout)["tally_sha256"] == expected.tally.digest()


def test_progress_is_drawn_on_a_terminal_only():
    quiet = subprocess.run(command(0.01, deals=3 * 10**6, seed=1), env=ENVIRONMENT, capture_output=True, check=True)
    assert b"hands/s" not in quiet.stderr
    terminal, side = pty.openpty()
    drawn = b""
    with subprocess.Popen(
        command(0.01, deals=3 * 10**6, seed=1),
        env={**ENVIRONMENT, "TERM": "xterm", "COLUMNS": "120"},
        stdout=subprocess.DEVNULL,
        stderr=side,
    ) as process:
        os.close(side)
        while True:
            try:
                piece = os.read(terminal, 4096)
            except OSError:  # Linux reports the closed terminal as an error
                break
            if not piece:
                break
            drawn += piece
    os.close(terminal)
    assert process.returncode == 0
    assert b"of 3,000,000" in drawn
    assert b"hands/s" in drawn
    assert b"left" in drawn


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("250000", 250_000),
        ("20_000_000", 20_000_000),
        ("20,000,000", 20_000_000),
        ("10M", 10**7),
        ("10m", 10**7),
        ("1.5k", 1500),
        ("2B", 2 * 10**9),
        ("1e6", 10**6),
        ("2.5E+3", 2500),
    ],
)
def test_numbers_of_deals_are_read_as_people_type_them(text, number):
    assert parse_count(text, where="-n") == number


@pytest.mark.parametrize("text", ["", "ten", "0", "-5", "1.5", "1e-3", "1e", "M", "10MM", "0x10", "1 000"])
def test_other_numbers_of_deals_are_refused(text):
    with pytest.raises(RunError, match="is not a number of deals"):
        parse_count(text, where="-n")


RUMMY = ["-g", "indian-rummy"]
BAD_LINES = [
    (["-n", "10"], ["--game"]),
    (["-g", "rummikub", "-n", "10"], ["rummikub"]),
    (["-g", "continental", "-n", "10"], ["the contract is missing", "TT, TE, EE"]),
    (
        ["-g", "continental", "-n", "10", "--contract", "EEEEEEE"],
        ["--contract", "--players", "4 players need 117 cards", "the pack has 110"],
    ),
    (["-g", "continental", "-n", "10", "--contract", "EEEEEEEE"], ["--contract", "4 players need 133 cards"]),
    (["-g", "continental", "-n", "10", "--contract", "TE", "--decks", "4"], ["--decks", "1 to 3"]),
    (["-g", "carioca", "-n", "10", "--contract", "EEEE"], ["--contract", "12 cards are fewer than the 16"]),
    (
        ["-g", "continental", "-n", "10", "--contract", "EEEEEEE", "--set", "pack.decks=3"],
        ["--contract", "29 cards", "at most 26"],
    ),
    ([*RUMMY, "-n", "ten"], ["-n: 'ten' is not a number of deals", "20_000_000"]),
    ([*RUMMY, "-n", "0"], ["-n: '0'"]),
    ([*RUMMY, "-n", "1e16"], ["deals", "1 to 1,000,000,000,000,000"]),
    ([*RUMMY, "--players", "40"], ["players"]),
    ([*RUMMY, "--decks", "0"], ["decks"]),
    ([*RUMMY, "--wild", "X"], ["wild 'X'", "is no rank and no card"]),
    ([*RUMMY, "--set", "run.ase=high"], ["run.ase"]),
    ([*RUMMY, "--set", "run.ace"], ["KEY=VALUE"]),
    ([*RUMMY, "--seed", "-1"], ["seed", "whole numbers from 0"]),
    ([*RUMMY, "--seed", "x"], ["--seed"]),
    ([*RUMMY, "--workers", "0"], ["workers", "1 or more"]),
    ([*RUMMY, "--engine", "fast"], ["serial", "threads", "dask"]),
    ([*RUMMY, "--engine", "serial", "--workers", "2"], ["serial engine has one worker"]),
    ([*RUMMY, "--max-seconds", "0"], ["max-seconds", "above 0"]),
    ([*RUMMY, "--target-rel", "0"], ["target-rel", "above 0"]),
    ([*RUMMY, "--target-abs", "nan"], ["target-abs"]),
    ([*RUMMY, "--target-rel", "0.1", "--target-abs", "1"], ["not both"]),
    ([*RUMMY, "--target", "can_declare"], ["needs a precision"]),
    ([*RUMMY, "--keep-hands"], ["output folder"]),
    ([*RUMMY, "--json", "-f", "csv"], ["contradict"]),
    ([*RUMMY, "-f", "parquet"], ["Parquet"]),
    ([*RUMMY, "--nonsense"], ["--nonsense"]),
]


@pytest.mark.parametrize(("line", "parts"), BAD_LINES, ids=[" ".join(line) or "nothing" for line, _ in BAD_LINES])
def test_a_bad_command_line_is_told_what_is_wrong_and_writes_nothing(line, parts, tmp_path):
    where = [] if {"--keep-hands", "--json", "-f"} & set(line) else ["-o", str(tmp_path / "run")]
    result = CliRunner().invoke(app, ["simulate", *line, *where], env={"COLUMNS": "200"})
    assert result.exit_code == 2, result.output
    for part in parts:
        assert part in result.stderr
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("request_", "by", "part"),
    [
        ({"features": ["natural_rum >= 3"]}, None, "Did you mean 'natural_run'"),
        ({"features": ["natural_run => 3"]}, None, "position 13"),
        ({"target": "points << 3", "target_rel": 0.1}, None, "position 8: expected a comparison sign, found '<<'"),
        ({}, "wild", "Did you mean 'wilds'"),
    ],
)
def test_a_bad_feature_is_refused_before_anything_is_written(capsys, tmp_path, request_, by, part):
    from meldlab.sim.common.errors import QueryError

    with pytest.raises(QueryError, match=part):
        ask(capsys, by=by, out=tmp_path / "run", **request_)
    assert list(tmp_path.iterdir()) == []


def test_a_run_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    result = CliRunner().invoke(app, ["simulate", *RUMMY, "-n", "10", "-o", str(tmp_path / "file")])
    assert result.exit_code == 2
    assert f"{tmp_path / 'file'}: is a file, not a folder" in result.stderr
