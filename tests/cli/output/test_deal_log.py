"""`--log FILE`: whole under its name, or a part under another; only what can be a log."""

import json
import os
import signal
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.cli.output.deal_log import write_log
from meldlab.cli.terminal.interruption import Interruption
from meldlab.sim.play import play as driver
from meldlab.sim.play import task

WORDS = ("-g", "indian-rummy", "--players", "2", "--strategy", "greedy", "-n", "80", "--seed", "3", "--workers", "1")


def play(*words):
    return CliRunner().invoke(app, ["play", *words])


@pytest.fixture
def killed_early(monkeypatch):
    """The first run gets a signal once deals are counted."""
    monkeypatch.setattr(task, "CHUNK_DEALS", 16)
    usual = driver.iter_play

    def killed(*arguments, **options):
        sent = False
        for step in usual(*arguments, **options):
            yield step
            if step.deals and not sent:
                sent = True
                os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(driver, "iter_play", killed)
    yield
    monkeypatch.undo()


def test_an_interrupted_log_is_a_part_and_the_resumed_run_writes_the_whole(killed_early, tmp_path, monkeypatch):
    log, folder = tmp_path / "deals.jsonl", tmp_path / "run"
    cut = play(*WORDS, "-o", str(folder), "--log", str(log))
    assert cut.exit_code == 130
    assert not log.exists()
    part = (tmp_path / "deals.part.jsonl").read_text()
    lines = part.splitlines()
    assert 16 <= len(lines) < 80
    told = " ".join(cut.stderr.split())
    assert f"What is done is kept in {folder}" in told
    assert f"Of the log the first {len(lines)} lines went to {tmp_path / 'deals.part.jsonl'};" in told
    assert "Done" not in told

    monkeypatch.undo()
    monkeypatch.setattr(task, "CHUNK_DEALS", 16)
    assert play(*WORDS, "-o", str(folder), "--log", str(log)).exit_code == 0
    never = tmp_path / "never.jsonl"
    assert play(*WORDS, "--log", str(never)).exit_code == 0
    assert log.read_text() == never.read_text()
    assert log.read_text().startswith(part)
    assert len(log.read_text().splitlines()) == 80
    json.loads(lines[-1])


def _signalled(number, *, after, before=False):
    """A log whose writing gets signals, and the interruption that hears them."""
    interruption = Interruption()

    def lines():
        for line in range(10):
            if line in after:
                os.kill(os.getpid(), number)
            yield f"{line}\n"

    with interruption.watched():
        if before:
            os.kill(os.getpid(), number)
        yield interruption, lines()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_writing_and_keeps_what_is_written(number, tmp_path):
    log = tmp_path / "deals.jsonl"
    for interruption, lines in _signalled(number, after=(4,)):
        written = write_log(log, lines, interruption, whole=True)
    assert (written.lines, written.whole) == (5, False)
    assert not log.exists()
    assert written.path.read_text() == "0\n1\n2\n3\n4\n"


def test_after_an_interrupted_run_the_next_signal_ends_the_writing(tmp_path):
    log = tmp_path / "deals.jsonl"
    for interruption, lines in _signalled(signal.SIGINT, after=(), before=True):
        assert write_log(log, lines, interruption, whole=False).lines == 10
    for interruption, lines in _signalled(signal.SIGINT, after=(3,), before=True):
        written = write_log(log, lines, interruption, whole=False)
    assert (written.lines, written.path.name) == (3, "deals.part.jsonl")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deals.part.jsonl"]


def test_a_log_without_a_line_is_no_file(tmp_path):
    written = write_log(tmp_path / "deals.jsonl", (), Interruption(), whole=False)
    assert "No log was written" in written.told(tmp_path / "deals.jsonl")
    assert not list(tmp_path.iterdir())


def test_a_log_that_is_written_through_a_link_stays_there(tmp_path):
    (tmp_path / "real.jsonl").touch()
    link = tmp_path / "deals.jsonl"
    link.symlink_to(tmp_path / "real.jsonl")
    assert write_log(link, ["1\n"], Interruption(), whole=False).path == link
    assert link.read_text() == "1\n"


@pytest.mark.parametrize("name", ["deals.parquet", "deals.csv", "deals.json", "deals", "deals.jsonl.gz"])
def test_an_ending_that_is_none_of_a_log_is_refused(name, tmp_path):
    refused = play(*WORDS, "-o", str(tmp_path / "run"), "--log", str(tmp_path / name))
    assert refused.exit_code == 2
    assert f"--log {tmp_path / name}: " in refused.stderr
    assert "(allowed: .jsonl, .ndjson)" in refused.stderr
    assert not list(tmp_path.iterdir())


def test_a_log_goes_to_a_device_whatever_its_name():
    assert play(*WORDS, "--log", os.devnull).exit_code == 0


def test_a_log_is_whole_though_nobody_reads_the_table(tmp_path):
    log = tmp_path / "deals.jsonl"
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        command = [sys.executable, "-m", "meldlab.cli", "play", *WORDS, "--log", str(log)]
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 0
    assert len(log.read_text().splitlines()) == 80


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_log_that_cannot_be_written_takes_no_figures_with_it():
    played = play(*WORDS, "--log", "/dev/full")
    assert played.exit_code == 2
    assert "No space left" in played.stderr
    assert "How deals end" in played.stdout
