"""Closed streams, strange widths, and Ctrl-C while the program is still being loaded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

MELDLAB = f"{sys.executable} -m meldlab.cli"
HAND = "'4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH' -g indian-rummy"


def shell(line: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("analyze - -g indian-rummy <&-", "meldlab: stdin: is closed"),
        ("analyze --batch - <&-", "meldlab: stdin: is closed"),
        (f"analyze {HAND} >&-", "meldlab: stdout: is closed"),
        ("rules show gin >&-", "meldlab: stdout: is closed"),
        ("--help >&-", "meldlab: stdout: is closed"),
        ("--version >&-", "meldlab: stdout: is closed"),
        ("info -f json >&-", "meldlab: stdout: is closed"),
    ],
)
def test_a_closed_stream_that_is_needed_is_one_clear_error(line: str, told: str) -> None:
    done = shell(f"{MELDLAB} {line}")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(told)
    assert done.stderr.count("\n") == 1


def test_a_closed_stdout_does_not_matter_to_a_file(tmp_path: Path) -> None:
    done = shell(f"{MELDLAB} rules list -o {tmp_path / 'list.csv'} >&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert "indian-rummy" in (tmp_path / "list.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("words", ["rules list", "info", "rules check gin"])
def test_a_closed_stderr_is_silence_and_the_answer_is_whole(words: str) -> None:
    whole = shell(f"{MELDLAB} {words}")
    silent = shell(f"{MELDLAB} {words} 2>&-")
    assert (silent.returncode, silent.stdout) == (whole.returncode, whole.stdout)
    assert shell(f"{MELDLAB} rules show nothing 2>&-").returncode == 2


@pytest.mark.parametrize("columns", ["0", "-5", "wide", "999999999999", ""])
def test_a_width_that_no_terminal_has_is_forgotten(columns: str) -> None:
    usual = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    for words in ("rules list", "-h"):
        command = [*MELDLAB.split(), *words.split()]
        expected = subprocess.run(command, capture_output=True, check=True, env=usual).stdout
        strange = subprocess.run(command, capture_output=True, check=True, env={**usual, "COLUMNS": columns}).stdout
        assert strange == expected != b""


@pytest.mark.parametrize("module", ["typer", "meldlab.sim.rules", "meldlab.sim.rules.load"])
def test_ctrl_c_while_modules_are_loaded_ends_with_130_and_no_traceback(module: str) -> None:
    program = (
        "import builtins, os, signal, sys\n"
        "usual = builtins.__import__\n"
        "def load(name, *rest):\n"
        f"    if name == {module!r} and not sys.modules.get(name):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return usual(name, *rest)\n"
        "from meldlab.cli.__main__ import main\n"
        "builtins.__import__ = load\n"
        "sys.argv = ['meldlab', 'rules', 'list']\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.startswith("meldlab: interrupted")
    assert "Traceback" not in done.stderr
