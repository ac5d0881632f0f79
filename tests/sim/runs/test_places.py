"""What is written where: no command spoils a run, whatever it is told."""

import os

import pytest
from run_folders import CHUNK, contents, gin_run, rewrite
from typer.testing import CliRunner

from meldlab.cli.app import app
from meldlab.sim.archive.combine import combine
from meldlab.sim.archive.rerun import rerun
from meldlab.sim.archive.run import read_run
from meldlab.sim.common.errors import RunError


def meldlab(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def run(tmp_path):
    gin_run(tmp_path / "run", deals=2 * CHUNK)
    return tmp_path / "run"


def test_a_run_is_not_counted_again_into_itself_or_another_run(run, tmp_path):
    gin_run(tmp_path / "other", seed=8, deals=2 * CHUNK)
    both = combine([run, tmp_path / "other"], tmp_path / "both")[0].path
    places = [(run, run), (run, run / "new"), (both, run), (both, both / "seed-7"), (run, tmp_path / "other")]
    for source, out in places:
        before = contents(tmp_path)
        with pytest.raises(RunError, match=r"in each other|holds another run"):
            rerun(source, out=out)
        assert contents(tmp_path) == before


def test_counting_again_goes_on_in_its_own_folder(run, tmp_path):
    rerun(run, check=1, seed=1, out=tmp_path / "again")
    assert len(read_run(tmp_path / "again").parts) == 1
    rerun(run, out=tmp_path / "again")
    assert read_run(tmp_path / "again").total() == read_run(run).total()


@pytest.mark.parametrize("name", ["part-00000001.parquet", "hands-00000009.parquet"])
def test_no_answer_is_written_over_a_part_or_beside_it(run, name):
    before = contents(run)
    for words in (("report", run), ("simulate", "-g", "gin", "-n", 100, "--seed", 1), ("info", run)):
        done = meldlab(*words, "-o", run / name)
        assert done.exit_code == 2
        assert "is the name of a part of a run" in done.stderr
    assert contents(run) == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are POSIX")
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_pipes_and_devices_in_place_of_parts_are_named(run, make):
    make(run / "part-00000002.parquet")
    with pytest.raises(RunError, match=r"part-00000002\.parquet: is no regular file"):
        gin_run(run, deals=5 * CHUNK)


@pytest.mark.parametrize("words", [("simulate", "-g", "gin", "-n", 100), ("combine",)])
def test_a_name_that_is_too_long_is_told(run, words):
    done = meldlab(*words, *([run] if words == ("combine",) else []), "-o", "a" * 300)
    assert done.exit_code == 2
    assert "File name too long" in done.stderr


def test_what_steers_a_terminal_is_written_out(run):
    rewrite(run / "part-00000000.parquet", command="meldlab \x1b[31m\x07")
    told = meldlab("info", run).stdout
    assert r"meldlab \x1b[31m\x07" in told
    assert "\x1b" not in told
    refused = meldlab("simulate", "-g", "gin", "-n", 100, "--seed", 99, "-o", run)
    assert refused.exit_code == 2
    assert "\x1b" not in refused.stderr


def test_a_run_of_damaged_parts_only_fails_the_check(run):
    for path in run.iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    done = meldlab("rerun", run)
    assert done.exit_code == 4
    assert "every part of it is damaged" in done.stderr
