"""README keeps its word: .ci/run runs its test command, and its examples print what it says they print."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def examples(block: str) -> list[tuple[str, str]]:
    """Return (command, expected output) pairs; commands begin with ``$ `` and go on after a backslash."""
    parts = re.split(r"^\$ ((?:.*\\\n)*.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def pattern(expected: str) -> re.Pattern[str]:
    """Return what output must match: ``...`` alone on a line stands for any lines, within a line for any text."""
    lines = [line.rstrip() for line in expected.rstrip().splitlines()]
    text = "\n".join("<any lines>" if line.strip() == "..." else re.escape(line) for line in lines)
    text = (
        text.replace(re.escape("..."), ".*?").replace("<any lines>\n", r"(?s:.*?)").replace("\n<any lines>", r"(?s:.*)")
    )
    return re.compile(text + r"\s*")


def test_ci_runs_the_test_command_of_the_readme_letter_by_letter() -> None:
    simulate, test = (block.strip() for block in blocks("sh")[:2])
    assert simulate.startswith("python3 -m venv ")
    assert " simulate -g indian-rummy " in simulate
    assert f"{test} || exit" in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.splitlines()[0])
def test_an_example_prints_what_the_readme_shows(block: str, tmp_path: Path) -> None:
    shell = shutil.which("bash")
    if shell is None:
        pytest.skip("the examples are written for a shell")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    script = ""
    # One shell for the whole block, so that `$?` and files of an earlier line are there in a later one.
    for command, _ in examples(block):
        script += f"{command}\nlast=$?; printf '\\036'; (exit $last)\n"
    done = subprocess.run(
        [shell], input=script, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False
    )
    printed = done.stdout.split("\x1e")
    for (command, expected), actual in zip(examples(block), printed, strict=False):
        tidy = "\n".join(line.rstrip() for line in actual.strip("\n").splitlines())
        assert pattern(expected).fullmatch(tidy), f"$ {command}\n{tidy}\n{done.stderr}"
