"""`meldlab rules` and `meldlab info`: what they print, where, and with which exit code."""

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from meldlab.cli.app import app
from meldlab.sim.rules import list_presets, load_ruleset


def meldlab(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def test_list_names_every_preset_with_its_hash() -> None:
    result = meldlab("rules", "list", "--json")
    assert result.exit_code == 0
    rows = json.loads(result.stdout)
    assert [row["name"] for row in rows] == list(list_presets())
    assert rows[5]["rules_sha256"] == load_ruleset("indian-rummy").sha256
    assert "carioca" in meldlab("rules", "list").stdout


def test_show_prints_value_sentence_bounds_default_and_origin() -> None:
    text = meldlab("rules", "show", "indian-rummy", "--set", "run.ace=high").stdout
    assert 'run.ace = "high"\n' in text
    assert "decision: --set\n" in text
    assert "run.max_wilds = 2 cards\n  Most wild cards in one run.\n" in text
    assert 'allowed: a whole number 0 to 13 or "none"; default "none"\n' in text
    assert "seed: using 1-2 jokers for the missing cards\n" in text


def test_show_as_json_holds_every_rule() -> None:
    answer = json.loads(meldlab("rules", "show", "pinacle", "--json").stdout)
    assert answer["rules_sha256"] == load_ruleset("pinacle").sha256
    keys = [rule["key"] for rule in answer["rules"]]
    assert {"objective", "special.melds.aces6w", "full_run.semi", "play.signal_min"} <= set(keys)
    assert "declare.min_pure" not in keys


def test_show_hash_prints_the_hash_and_the_text_that_was_hashed() -> None:
    import hashlib

    digest, text = meldlab("rules", "show", "gin", "--hash").stdout.splitlines()
    assert digest == hashlib.sha256(text.encode()).hexdigest() == load_ruleset("gin").sha256


def test_new_writes_a_commented_file_that_checks_and_does_not_overwrite(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    made = meldlab("rules", "new", file, "--from", "continental", "--set", "points.A=30")
    assert made.exit_code == 0
    assert made.stdout == ""
    text = file.read_text(encoding="utf-8")
    assert "\nA = 30\n" in text
    assert "# Two wild cards may stand side by side in a run.\n#   allowed: true, false; seed: " in text
    assert meldlab("rules", "check", file).stdout == f"{file}: no problems\n"
    again = meldlab("rules", "new", file)
    assert again.exit_code == 2
    assert "is not overwritten" in again.stderr
    assert file.read_text(encoding="utf-8") == text


def test_check_lists_all_problems_and_ends_with_4(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('extends = "gin"\nplay.knock_at = 999\nhand_size = 3\n', encoding="utf-8")
    result = meldlab("rules", "check", file)
    assert result.exit_code == 4
    assert result.stdout == (
        f"{file}: 2 problems\n"
        "  play.knock_at: 999 is above the maximum 98 (allowed: a whole number 0 to 98)\n"
        "  hand_size: unknown key, did you mean deal.cards?\n"
    )
    record = json.loads(meldlab("rules", "check", file, "gin", "--json").stdout)
    assert [each["ok"] for each in record] == [False, True]


def test_diff_names_each_rule_that_differs() -> None:
    rows = json.loads(meldlab("rules", "diff", "continental", "continental-mexico", "--json").stdout)
    assert [row["key"] for row in rows] == ["deal.extra", "contract.hands"]
    assert rows[0] == {"key": "deal.extra", "left": "1", "right": "0"}
    assert meldlab("rules", "diff", "gin", "gin").stdout == "the same rules\n"
    across = json.loads(meldlab("rules", "diff", "gin", "pinacle", "--json").stdout)
    assert {"key": "play.knock_at", "left": "10", "right": None} in across


def test_schema_is_json_and_goes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rules.schema.json"
    assert meldlab("rules", "schema", "-o", file).exit_code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["title"] == "meldlab rules file"


def test_info_gives_what_a_bug_report_needs() -> None:
    answer = json.loads(meldlab("info", "--json").stdout)
    assert {"meldlab", "kernels", "python", "system", "cores", "packages", "kernel_cache", "presets"} <= set(answer)
    assert "numba" in answer["packages"]
    assert "kernel_cache" in meldlab("info").stdout


@pytest.mark.parametrize("suffix", ["json", "jsonl", "csv", "md", "parquet", "txt"])
def test_the_suffix_of_the_output_file_decides_the_format(tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"presets.{suffix}"
    result = meldlab("rules", "list", "-o", file)
    assert (result.exit_code, result.stdout) == (0, "")
    names = list(list_presets())
    if suffix == "parquet":
        import polars

        assert polars.read_parquet(file)["name"].to_list() == names
        return
    text = file.read_text(encoding="utf-8")
    if suffix == "json":
        assert [row["name"] for row in json.loads(text)] == names
    elif suffix == "jsonl":
        assert [json.loads(line)["name"] for line in text.splitlines()] == names
    elif suffix == "csv":
        assert [row["name"] for row in csv.DictReader(text.splitlines())] == names
    elif suffix == "md":
        assert text.splitlines()[1] == "| --- | --- | --- | --- |"
        assert len(text.splitlines()) == 2 + len(names)
    else:
        assert all(name in text for name in names)
    assert [entry.name for entry in tmp_path.iterdir()] == [file.name]


def test_ascii_output_has_ascii_only() -> None:
    assert meldlab("rules", "list", "--ascii").stdout.isascii()
    assert not meldlab("rules", "list").stdout.isascii()


@pytest.mark.parametrize(
    ("line", "example"),
    [('contract.hands = ["XX"]', '["TT", "TE", "EEE"]'), ('contract.hands = [""]', '["TT", "TE", "EEE"]')],
)
def test_a_contract_that_is_none_is_told_with_an_example(tmp_path: Path, line: str, example: str) -> None:
    house = tmp_path / "house.toml"
    house.write_text(f'extends = "continental"\n{line}\n', encoding="utf-8")
    text = " ".join(meldlab("rules", "check", house).stdout.split())
    assert "one to eight letters T (set) and E (run)" in text
    assert example in text
