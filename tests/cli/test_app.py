"""The front door: help and version are quick and light, errors become messages, a closed pipe is no error."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
import typer
import typer.main
from typer.core import TyperGroup
from typer.testing import CliRunner

from meldlab import __version__
from meldlab.cli.app import app
from meldlab.cli.commands import info
from meldlab.cli.output.output import make_sink
from meldlab.sim.common.errors import MeldlabError

MELDLAB = [sys.executable, "-m", "meldlab.cli"]


def commands() -> Iterator[tuple[str, ...]]:
    def below(group: TyperGroup, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        for name, command in group.commands.items():
            yield (*path, name)
            if isinstance(command, TyperGroup):
                yield from below(command, (*path, name))

    root = typer.main.get_command(app)
    assert isinstance(root, TyperGroup)
    return below(root, ())


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_every_command_has_help_and_an_example(words: tuple[str, ...]) -> None:
    text = CliRunner().invoke(app, [*words, "-h"]).stdout
    assert "--help" in text
    if words != ("rules",):
        assert "Example" in text
        assert f"meldlab {' '.join(words)}" in text


@pytest.mark.parametrize("words", [(), *commands()], ids=" ".join)
def test_help_is_as_wide_as_the_terminal_and_tells_types_only_of_what_takes_a_value(words: tuple[str, ...]) -> None:
    text = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "400"}).stdout
    assert "<bool>" not in text
    paragraphs = text.partition("Usage:")[2].partition("╭")[0].strip().split("\n")[1:]
    # Between the usage and the first frame each paragraph is one line, whatever its docstring looks like.
    assert all(not (line.strip() and after.strip()) for line, after in pairwise(paragraphs))


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_on_a_narrow_terminal_help_names_every_option_whole(words: tuple[str, ...]) -> None:
    wide, narrow = (CliRunner().invoke(app, [*words, "-h"], env={"COLUMNS": width}).stdout for width in ("200", "40"))
    names = set(re.findall(r"│[ *]*(--[a-z-]+)", wide))
    assert {"--help"} <= names <= set(re.findall(r"--[a-z-]+", narrow))
    # What the choices of --format are cannot be broken.
    assert max(len(line) for line in narrow.splitlines() if "|" not in line) <= 40


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["analyze", "-h"], ["simulate", "-h"], ["rules", "list"]])
def test_help_version_and_rules_load_no_numerical_library(words: list[str]) -> None:
    program = (
        "import sys\nfrom meldlab.cli.app import app\n"
        f"try: app({words!r})\nexcept SystemExit as stop: assert stop.code in (0, None), stop.code\n"
        "print(sorted({'numba', 'numpy', 'polars', 'scipy'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"


def test_version_names_the_program() -> None:
    assert CliRunner().invoke(app, ["--version"]).stdout == f"meldlab {__version__}\n"


@pytest.mark.parametrize("words", [["rules", "show", "pinacle"], ["--help"], ["rules", "list", "--json"]])
def test_a_closed_pipe_ends_quietly_with_0(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        done = subprocess.run([*MELDLAB, *words], stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("form", ["table", "json", "csv"])
def test_a_closed_pipe_takes_no_finding_away(form: str, tmp_path: Path) -> None:
    log = tmp_path / "hands.csv"
    log.write_text("deal,seat,cards\n1,0,5H 6H\n")
    words = ["audit", str(log), "-g", "gin", "-f", form]
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe:
        done = subprocess.run([*MELDLAB, *words], stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 4
    assert "Broken pipe" not in done.stderr
    assert "bug" not in done.stderr


def test_nothing_given_shows_help_and_ends_with_2() -> None:
    result = CliRunner().invoke(app, [])
    assert result.exit_code == 2
    assert "analyze" in result.stdout + result.stderr


def test_ctrl_c_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(info, "sink_for", interrupted)
    assert CliRunner().invoke(app, ["info"]).exit_code == 130


def test_a_bug_is_one_line_and_a_traceback_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*options: object) -> None:
        raise ZeroDivisionError("of our own making")

    monkeypatch.setattr(info, "sink_for", broken)
    result = CliRunner().invoke(app, ["info"])
    assert result.exit_code == 1
    assert result.stderr == "meldlab: a bug, ZeroDivisionError: of our own making (meldlab -v ... shows where)\n"
    for words in (["-v", "info"], ["info", "-v"], ["info", "--verbose", "-q"], ["info", "-qv"]):
        assert "Traceback" in CliRunner().invoke(app, words).stderr


def test_no_colour_in_a_pipe_and_none_with_no_color() -> None:
    environment = {**os.environ, "NO_COLOR": "1", "FORCE_COLOR": "1"}
    for extra in ({}, environment):
        done = subprocess.run([*MELDLAB, "rules", "list"], capture_output=True, env={**os.environ, **extra}, check=True)
        assert b"\x1b[3" not in done.stdout


def test_an_ascii_stdout_gets_ascii() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*MELDLAB, "rules", "list"], capture_output=True, env=environment, check=True)
    assert done.stdout.isascii()


def test_a_file_that_cannot_be_finished_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "answer.json"
    file.write_text("before", encoding="utf-8")

    def broken() -> Iterator[dict[str, object]]:
        yield {"a": 1}
        raise OSError(28, "No space left on device")

    with pytest.raises(MeldlabError, match=r"answer\.json: cannot be written: No space left on device"):
        make_sink(format=None, output=file.with_suffix(".jsonl").with_name("answer.json")).lines(broken())
    assert file.read_text(encoding="utf-8") == "before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["answer.json"]


def test_a_full_disk_names_the_path() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs /dev/full")
    with full.open("w") as stream:
        done = subprocess.run(
            [*MELDLAB, "rules", "list"], stdout=stream, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_device_a_pipe_or_a_link_is_written_into_and_never_replaced(tmp_path: Path) -> None:
    target = tmp_path / "real.json"
    target.write_text("old")
    link = tmp_path / "link.json"
    link.symlink_to(target)
    for path in (link, Path("/dev/null"), Path("/dev/full")):
        before = path.lstat().st_mode
        code = subprocess.run(
            [*MELDLAB, "rules", "list", "-f", "json", "-o", str(path)], capture_output=True, check=False
        ).returncode
        assert path.lstat().st_mode == before
        assert code == (2 if path.name == "full" else 0)
    assert json.loads(target.read_text())
