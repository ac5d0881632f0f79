"""The tables in results/play: page and CSV agree, the command makes them, and the same numbers again."""

import importlib.util
import sys

import pytest
from places import ROOT

spec = importlib.util.spec_from_file_location("play_tables", ROOT / "results" / "play.py")
sys.modules["play_tables"] = tables = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tables)


def texts(folder):
    return {name: (folder / f"{name}.csv").read_text(encoding="utf-8") for name in tables.TABLES}


def test_the_page_holds_every_table_as_its_csv_does():
    page = (tables.FOLDER / "README.md").read_text(encoding="utf-8")
    assert page == tables.as_page(texts(tables.FOLDER))


def test_the_command_makes_tables_of_any_size(tmp_path):
    tables.main(["--deals", "48", "--to", str(tmp_path), "contracts", "pinacle-specials"])
    lines = (tmp_path / "contracts.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(tables.CONTRACTS)
    assert lines[1].startswith("TT,48,")
    assert "## pinacle-specials" in (tmp_path / "README.md").read_text(encoding="utf-8")


@pytest.mark.full
@pytest.mark.parametrize("name", tables.TABLES)
def test_a_table_played_again_is_the_same(name, tmp_path):
    tables.main(["--to", str(tmp_path), name])
    assert (tmp_path / f"{name}.csv").read_text(encoding="utf-8") == texts(tables.FOLDER)[name]
