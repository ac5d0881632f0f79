"""The identity of a ruleset is the hash of its rules: not of names, prose, order or spelling."""

import copy
import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from meldlab.sim.rules import Ruleset, list_presets, load_ruleset
from meldlab.sim.rules.describe import differences, json_schema
from meldlab.sim.rules.template import template


def load_text(folder: Path, text: str) -> Ruleset:
    file = folder / "house.toml"
    file.write_text(text, encoding="utf-8")
    return load_ruleset(file)


def test_presets_have_ten_different_identities() -> None:
    assert len({load_ruleset(name).sha256 for name in list_presets()}) == len(list_presets())


@pytest.mark.parametrize(
    ("base", "text"),
    [
        (
            "indian-rummy",
            'about = "Another sentence"\n[origin]\n"run.min" = "public: a site"\n[named]\nmine = "points <= 3"',
        ),
        ("indian-rummy", "[run]\nmin = 3"),
        ("indian-rummy", "[pack]\ndecks = { 6 = 3, 5 = 2, 4 = 2, 3 = 1, 2 = 1 }"),
        ("indian-rummy", "run.max = 0"),
        ("indian-rummy-points", "[pack]\ndecks = { 2 = 2, 3 = 2, 4 = 2, 5 = 2, 6 = 2 }"),
        ("indian-rummy-points", "play.point_value = 1.0\nplay.fee = 0.0"),
        ("continental", 'contract.hands = ["TT", "ET", "EE", "TTT", "TET", "ete", "EEE"]'),
        ("continental", 'set.min_naturals = "none"\ndeal.players = [5, 4, 3, 2, 2]'),
        ("pinacle", 'special.melds.figures6.ranks = "KQJ"\nset.max = "none"'),
    ],
)
def test_the_same_rules_written_differently_have_the_same_hash(tmp_path: Path, base: str, text: str) -> None:
    written = load_text(tmp_path, f'name = "mine"\nextends = "{base}"\n{text}')
    assert written.name == "mine"
    assert written.sha256 == load_ruleset(base).sha256
    assert differences(load_ruleset(base), written) == []


@pytest.mark.parametrize("name", list_presets())
def test_a_new_file_from_a_preset_is_the_preset(tmp_path: Path, name: str) -> None:
    ruleset = load_ruleset(name)
    assert load_text(tmp_path, template(ruleset, base=name, name="x")).sha256 == ruleset.sha256


def test_a_new_file_with_overrides_holds_them(tmp_path: Path) -> None:
    changes = {"special.melds.aces6.value": 350, "points.A": 20, "full_run.semi": [700, 600]}
    ruleset = load_ruleset("pinacle", set=changes)
    again = load_text(tmp_path, template(ruleset, base="pinacle", name="x"))
    assert again.sha256 == ruleset.sha256 != load_ruleset("pinacle").sha256


def test_the_hashed_text_is_canonical_and_names_no_prose() -> None:
    ruleset = load_ruleset("indian-rummy")
    table = json.loads(ruleset.canonical_json())
    assert list(table) == sorted(table)
    assert table["run.ace"] == "either"
    assert table["run.adjacent_wilds"] is True  # a default, not in the file
    assert not {"name", "about", "named", "origin", "contract.hands"} & set(table)


NUMBERS = st.sampled_from(
    ["points.A", "points.3", "play.pack_first_points", "declare.lives_max_cards", "run.max_wilds"]
)


@given(st.dictionaries(NUMBERS, st.integers(6, 13), min_size=1))
def test_another_value_is_another_identity_and_the_old_value_the_old_one(changes: dict[str, int]) -> None:
    plain = load_ruleset("indian-rummy")
    changed = load_ruleset("indian-rummy", set=changes)
    before = json.loads(plain.canonical_json())
    assert (changed.sha256 == plain.sha256) == all(before[key] == value for key, value in changes.items())
    assert load_ruleset("indian-rummy", set={key: before[key] for key in changes}).sha256 == plain.sha256


def test_rulesets_are_frozen_hashable_and_survive_copies() -> None:
    ruleset = load_ruleset("pinacle")
    with pytest.raises(ValidationError):
        ruleset.run.min = 4  # type: ignore[misc]
    assert hash(ruleset) == hash(load_ruleset("pinacle"))
    assert pickle.loads(pickle.dumps(ruleset)) == ruleset
    assert copy.deepcopy(ruleset).sha256 == ruleset.sha256


def test_the_json_schema_names_every_table_with_sentences_and_bounds() -> None:
    schema = json_schema()
    assert {"extends", "name", "run", "special", "play"} <= set(schema["properties"])
    field = schema["$defs"]["Run"]["properties"]["min"]
    assert (field["minimum"], field["maximum"], field["x-unit"]) == (3, 13, "cards")
    assert field["description"] == "Fewest cards of a run."
    assert "2" in schema["$defs"]["Points"]["properties"]
