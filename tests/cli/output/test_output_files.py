"""What ``-o`` does with what is there already: permissions kept, read-only files, inputs and folders refused."""

import os
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from meldlab.cli.app import app

HAND = "4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH"


def meldlab(*words: str | Path, stdin: str = "") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_a_replaced_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "list.json"
    file.write_text("old", encoding="utf-8")
    file.chmod(mode)
    assert meldlab("rules", "list", "-o", file).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == mode
    assert file.read_text(encoding="utf-8") != "old"


def test_a_file_with_two_names_keeps_both(tmp_path: Path) -> None:
    file, other = tmp_path / "list.json", tmp_path / "other.json"
    file.write_text("old", encoding="utf-8")
    os.link(file, other)
    assert meldlab("rules", "list", "-o", file).exit_code == 0
    assert other.read_text(encoding="utf-8") == file.read_text(encoding="utf-8") != "old"


def test_a_read_only_file_is_named_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "list.json"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o444)
    result = meldlab("rules", "list", "-o", file)
    assert (result.exit_code, file.read_text(encoding="utf-8")) == (2, "old")
    assert f"-o {file}: is read-only" in result.stderr


def test_an_input_is_never_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines, rules = Path("hands.jsonl"), Path("house.toml")
    lines.write_text(f'{{"ruleset": "indian-rummy", "hand": "{HAND}"}}\n', encoding="utf-8")
    rules.write_text('extends = "indian-rummy"\n', encoding="utf-8")
    Path("same.jsonl").symlink_to(lines)
    before = lines.read_bytes(), rules.read_bytes()
    for source, target, words in (
        ("hands.jsonl", "hands.jsonl", ("analyze", "--batch", "hands.jsonl")),
        ("hands.jsonl", "same.jsonl", ("analyze", "--batch", "hands.jsonl")),
        ("house.toml", "house.toml", ("analyze", HAND, "-g", "house.toml", "-f", "json")),
        ("house.toml", "house.toml", ("rules", "show", "house.toml", "-f", "json")),
        ("house.toml", "house.toml", ("rules", "check", "gin", "house.toml", "-f", "json")),
        ("house.toml", "house.toml", ("rules", "diff", "gin", "house.toml", "-f", "json")),
    ):
        result = meldlab(*words, "-o", target)
        assert result.exit_code == 2, words
        assert f"-o {target}: is the same file as the input {source}" in result.stderr
    assert (lines.read_bytes(), rules.read_bytes()) == before


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    for words in (("rules", "list"), ("analyze", HAND, "-g", "indian-rummy"), ("info",), ("rules", "schema")):
        result = meldlab(*words, "-o", tmp_path)
        assert result.exit_code == 2
        assert f"-o {tmp_path}: is a folder" in result.stderr


@pytest.mark.parametrize("command", ["simulate", "bench"])
def test_a_suffix_of_no_data_format_is_neither_file_nor_folder(tmp_path: Path, command: str) -> None:
    result = meldlab(command, "-g", "indian-rummy", "-o", tmp_path / "answer.xyz")
    assert result.exit_code == 2
    for part in ("'.xyz' names no format", ".parquet", "a folder's name without a suffix"):
        assert part in result.stderr
    assert list(tmp_path.iterdir()) == []
