"""Files, `extends` and overrides: what is taken from where, and every problem named at once."""

from pathlib import Path

import numpy as np
import pytest

from meldlab.sim.common.errors import MeldlabError, RulesError
from meldlab.sim.rules import load_ruleset, parse_assignment
from meldlab.sim.rules.describe import origin_of


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def problems_of(source: Path | str, **overrides: object) -> dict[str, str]:
    with pytest.raises(RulesError) as caught:
        load_ruleset(source, set={key.replace("__", "."): value for key, value in overrides.items()})
    return {problem.key: str(problem) for problem in caught.value.problems}


def test_extends_is_relative_to_the_file_and_may_go_on(tmp_path: Path) -> None:
    write(tmp_path, "base/club.toml", 'extends = "continental"\npoints.A = 30\npoints.joker = 25')
    file = write(tmp_path, "house.toml", 'extends = "base/club.toml"\npoints.joker = 30')
    ruleset = load_ruleset(file)
    assert (ruleset.name, ruleset.points.rank_ace, ruleset.points.joker) == ("house", 30, 30)
    assert origin_of(ruleset, "points.A").startswith("decision: base")
    assert origin_of(ruleset, "run.adjacent_wilds").startswith("seed: ")


def test_none_lifts_a_limit_that_the_base_sets() -> None:
    assert load_ruleset("indian-rummy-points", set={"points.cap": "none"}).points.cap == "none"
    assert load_ruleset("indian-rummy", set={"set.max_sets": "none"}).set.max_sets == "none"
    assert load_ruleset("pinacle", set={"set.max_per_rank": 0}).set.max_per_rank == "none"


def test_an_override_says_that_it_is_one() -> None:
    ruleset = load_ruleset("indian-rummy", set={"run.ace": "high"})
    assert origin_of(ruleset, "run.ace") == "decision: --set"


def test_all_problems_of_a_file_are_reported_at_once(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        "bad.toml",
        """
        extends = "indian-rummy"
        hand_sise = 12
        [pack]
        decks = 9
        [run]
        ace = "wrap"
        mni = 3
        [set]
        min = 4
        [play]
        fee = "x"
        """,
    )
    found = problems_of(file)
    assert set(found) == {"hand_sise", "pack.decks", "run.ace", "run.mni", "set.min", "play.fee"}
    assert found["hand_sise"] == "hand_sise: unknown key, did you mean deal.cards?"
    assert found["pack.decks"].startswith("pack.decks: 9 is not allowed (allowed: a whole number 1 to 3 or a table")
    assert found["run.ace"] == 'run.ace: "wrap" is not allowed (allowed: "low", "high", "either", "circular")'
    assert "did you mean run.min?" in found["run.mni"]
    assert "4 is more than set.max, which is 3" in found["set.min"]
    assert '"x" is not allowed (allowed: a number 0 to 1)' in found["play.fee"]


@pytest.mark.parametrize(
    ("game", "key", "meant"),
    [
        ("gin", "play.knock", "play.knock_at"),
        ("pinacle", "play.knock", None),
        ("indian-rummy", "play.pool_limi", "play.pool_limit"),
        ("gin", "play.pool_limi", None),
        ("gin", "play.contra_pric", None),
        ("indian-rummy", "trio_gate", "declare.set_gate"),
        ("gin", "special.melds.aces6.valu", None),
    ],
)
def test_only_rules_of_the_game_are_suggested(game, key, meant):
    with pytest.raises(RulesError) as error:
        load_ruleset(game, set={key: 3})
    told = [problem.what for problem in error.value.problems]
    if meant is None:
        assert not any("did you mean" in each for each in told)
    else:
        assert told == [f"unknown key, did you mean {meant}?"]


@pytest.mark.parametrize(
    ("source", "key", "value", "fragment"),
    [
        ("indian-rummy", "pack.decks", 4, "a whole number 1 to 3"),
        ("indian-rummy", "pack.wild", "twos", 'allowed: "none", "cut"'),
        ("indian-rummy", "deal.cards", 10, "allowed: 13"),
        ("indian-rummy", "points.joker", 10, "allowed: 0"),
        ("indian-rummy", "points.A", 51, "above the maximum 50"),
        ("indian-rummy", "contract.hands", ["TT"], "a declare game does not read it"),
        ("indian-rummy", "set.min_naturals", 0, "1 to 13"),
        ("continental", "play.layoff_on", "own", 'allowed: "any"'),
        ("continental", "play.trio_joker_swap", True, "allowed: false"),
        ("continental", "deal.rotation", "clockwise", 'allowed: "counter-clockwise"'),
        ("continental", "pack.wild", "twos", 'allowed: "none"'),
        ("pinacle", "pack.decks", 3, "allowed: 2"),
        ("pinacle", "deal.players", [4, 6], "allowed: [4]"),
        ("pinacle", "deal.sides", 3, "allowed: 2"),
        ("pinacle", "pack.wild", "none", 'allowed: "twos"'),
        ("pinacle", "play.opening_min", 50, "allowed: 0"),
        ("pinacle", "play.freeze_pozo", True, "allowed: false"),
        ("pinacle", "play.close_requires", "full_clean", 'allowed: "none"'),
        ("pinacle", "play.tie", "shared", 'allowed: "play_on"'),
        ("gin", "pack.printed_jokers", 2, "allowed: 0"),
        ("gin", "run.ace", "either", 'allowed: "low"'),
    ],
)
def test_a_value_its_document_does_not_describe_is_refused(source: str, key: str, value: object, fragment: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_ruleset(source, set={key: value})
    (problem,) = caught.value.problems
    assert problem.key == key
    assert fragment in str(problem)


# Every value that the documents describe must be accepted, one at a time.
DESCRIBED: dict[str, dict[str, list[object]]] = {
    "indian-rummy": {
        "pack.decks": [1, 2, 3],
        "pack.printed_jokers": [0, 1, 2, 3, 4],
        "pack.wild": ["none", "cut"],
        "pack.cut_joker": ["redraw", "aces"],
        "pack.cut_card_in_play": [True, False],
        "deal.upcard": [True, False],
        "run.ace": ["low", "high", "either", "circular"],
        "run.max_wilds": ["none", 0, 1, 2],
        "run.min_naturals": [1, 2, 3],
        "set.max": [3, 4, "none"],
        "set.max_sets": ["none", 0, 1, 2, 3],
        "declare.lives_max_cards": ["none", 6, 7, 8],
        "declare.set_gate": ["two_lives", "pure_and_impure", "any_impure", "none"],
        "declare.one_life_counts": ["loose", "all", "all_but_pure"],
        "points.cap": ["none", 80],
        "play.discard_joker_pickup": ["allowed", "initial_only", "never"],
        "play.stock_exhaustion": ["reshuffle", "lowest_wins"],
        "play.wrong_show_points": ["none", 80],
        "play.settlement": ["none", "winner_takes_sum"],
        "play.pool_limit": ["none", 101, 201],
    },
    "continental": {
        "pack.decks": [2, 3],
        "pack.printed_jokers": [2, 3],
        "run.ace": ["circular", "either", "high", "low"],
        "run.max": [0, "none", 13],
        "run.min": [3, 4],
        "run.adjacent_wilds": [True, False],
        "set.all_wild": [True, False],
        "set.distinct_suits": [True, False],
        "contract.longer_melds": [True, False],
        "play.joker_swap": ["same_owner", "any_run", "to_hand", "off"],
        "play.joker_move_by": ["any_down", "owner"],
        "play.contra_timing": ["after_draw", "before_draw"],
    },
    "pinacle": {
        "meld.max_wilds": [1, 3],
        "meld.naturals_majority": [True, False],
        "set.max_per_rank": [0, 1, "none"],
        "special.extra": ["add", "none"],
        "special.six_with_wild": ["total", "naturals"],
        "table.wild_in_place": ["as_rescued", "substituted", "hand_value"],
        "play.close_discard": ["optional", "required"],
        "play.stock_end": ["pozo_or_end", "end", "reshuffle"],
    },
    "gin": {"play.knock_at": [0, 5, 10]},
}


@pytest.mark.parametrize(
    ("source", "key", "value"),
    [(source, key, value) for source, keys in DESCRIBED.items() for key, values in keys.items() for value in values],
)
def test_a_value_its_document_describes_is_accepted(source: str, key: str, value: object) -> None:
    load_ruleset(source, set={key: value})


@pytest.mark.parametrize(
    ("source", "changes", "key", "fragment"),
    [
        ("indian-rummy", {"run.min": 5, "run.max": 4}, "run.min", "5 is more than run.max, which is 4"),
        ("indian-rummy", {"declare.min_pure": 3}, "declare.min_pure", "more than declare.min_sequences, which is 2"),
        ("indian-rummy", {"declare.lives_min_cards": 8, "declare.lives_max_cards": 7}, "declare.lives_min_cards", "8"),
        (
            "indian-rummy",
            {"run.min": 4, "declare.min_sequences": 4},
            "declare.min_sequences",
            "fit into 13 (deal.cards)",
        ),
        ("indian-rummy", {"run.min": 4, "declare.lives_max_cards": 7}, "declare.lives_max_cards", "two sequences of 4"),
        ("indian-rummy", {"pack.decks": 1, "deal.default_players": 5}, "deal.players", "need 67 cards (13 each)"),
        ("indian-rummy", {"deal.players": [2, 7]}, "pack.decks", "no entry for 7 players"),
        ("indian-rummy", {"deal.players": [2, 3]}, "deal.default_players", "4 is not one of deal.players"),
        ("indian-rummy", {"deal.players": []}, "deal.players", "the list is empty"),
        ("continental", {"deal.default_players": 5, "pack.decks": 1}, "deal.players", "5 players need 66 cards"),
        ("continental", {"deal.cards": 10}, "deal.cards", "10 cards are fewer than the 11 that TEE needs"),
        ("continental", {"deal.cards": 12, "run.min_naturals": 5}, "deal.cards", "the 13 that TEE needs"),
        ("continental", {"deal.cards": [7, 8]}, "deal.cards", "2 entries for 7 contracts"),
        ("continental", {"contract.hands": []}, "contract.hands", "the list is empty"),
        ("continental", {"contract.hands": ["TX"]}, "contract.hands", "TX is not"),
    ],
)
def test_fields_must_fit_together(source: str, changes: dict[str, object], key: str, fragment: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_ruleset(source, set=changes)
    assert fragment in " ".join(str(each) for each in caught.value.problems if each.key == key)


@pytest.mark.parametrize("decks", ["9", "4", '"two"', "{ two = 1 }", "{ 2 = 9 }"])
def test_the_decks_allowed_are_those_of_the_game_whatever_is_wrong(tmp_path: Path, decks: str) -> None:
    found = problems_of(write(tmp_path, "house.toml", f'extends = "indian-rummy"\npack.decks = {decks}'))
    assert "(allowed: a whole number 1 to 3 or a table, each a whole number 1 to 3)" in found["pack.decks"]
    assert "'" not in found["pack.decks"]


def test_only_the_cause_is_reported() -> None:
    for changes in ({"run.min": 9, "run.max": 4}, {"run.min": 9}, {"run.min": 5, "declare.lives_max_cards": 7}):
        with pytest.raises(RulesError) as caught:
            load_ruleset("indian-rummy", set=changes)
        (problem,) = caught.value.problems
        assert "run.m" in str(problem)


@pytest.mark.parametrize("text", ["", "\n", "# only a remark\n", "\ufeff"])
def test_an_empty_file_is_told_as_such(tmp_path: Path, text: str) -> None:
    file = write(tmp_path, "empty.toml", text)
    with pytest.raises(RulesError, match=r"empty\.toml: 1 problem\n  the file is empty: it sets no rule"):
        load_ruleset(file)
    with pytest.raises(RulesError, match=r"^/dev/null: 1 problem\n  the file is empty"):
        load_ruleset("/dev/null")


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    file = write(tmp_path, "house.toml", '\ufeffextends = "gin"\n')
    assert load_ruleset(file).sha256 == load_ruleset("gin").sha256


def test_a_missing_base_is_told_with_file_and_key(tmp_path: Path) -> None:
    file = write(tmp_path, "house.toml", 'extends = "indian-rumy"')
    with pytest.raises(RulesError) as caught:
        load_ruleset(file)
    assert str(caught.value).startswith(
        f"{file}: 1 problem\n  extends: there is no preset called 'indian-rumy'. Did you mean indian-rummy? (allowed: "
    )
    file = write(tmp_path, "house.toml", 'extends = "nowhere.toml"')
    with pytest.raises(RulesError, match=r"\n  extends: nowhere\.toml cannot be read: No such file"):
        load_ruleset(file)


def test_a_broken_base_is_blamed_itself(tmp_path: Path) -> None:
    write(tmp_path, "base.toml", 'extends = "gin"\nrun.ace = "wrap"')
    file = write(tmp_path, "house.toml", 'extends = "base.toml"')
    with pytest.raises(RulesError, match=r"^base\.toml, which .*house\.toml extends: 1 problem\n  run\.ace"):
        load_ruleset(file)


def test_files_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "a.toml", 'extends = "b.toml"')
    write(tmp_path, "b.toml", 'extends = "a.toml"')
    assert "leads back" in problems_of(tmp_path / "a.toml")["extends"]


@pytest.mark.parametrize("text", ['extends = "nowhere"', 'extends = "nowhere.toml"', "extends = 3"])
def test_a_missing_base_is_a_problem_of_the_file(tmp_path: Path, text: str) -> None:
    assert "extends" in problems_of(write(tmp_path, "a.toml", text))


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("run.ace=high", "run.ace", "high"),
        ("run.ace='high'", "run.ace", "high"),
        (" points.cap = 80 ", "points.cap", 80),
        ("points.2=3", "points.2", 3),
        ("set.distinct_suits=true", "set.distinct_suits", True),
        ("play.fee=0.05", "play.fee", 0.05),
        ("deal.players=[2, 3]", "deal.players", [2, 3]),
        ("pack.decks={2 = 1}", "pack.decks", {"2": 1}),
        ("declare.lives_max_cards=none", "declare.lives_max_cards", "none"),
    ],
)
def test_an_assignment_is_toml_and_bare_words_are_text(text: str, key: str, value: object) -> None:
    assert parse_assignment(text) == (key, value)


@pytest.mark.parametrize("text", ["", "run.ace", "=3", "run.ace=", "run..ace=3", "run.ace=[1", "a=1\nb=2", "a='"])
def test_what_is_no_assignment_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match="--set"):
        parse_assignment(text)


@pytest.mark.parametrize(
    ("content", "fragment"),
    [
        (b"run = ", "is not TOML"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"x = " + b"[" * 5000, "is not TOML"),
        (b"#" * ((1 << 20) + 1), "is larger than"),
        (b"points.A = " + b"1" * 5000, "is not TOML"),
    ],
)
def test_a_file_that_cannot_be_read_is_no_list_of_problems(tmp_path: Path, content: bytes, fragment: str) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes(content)
    with pytest.raises(RulesError, match=fragment) as caught:
        load_ruleset(file)
    assert caught.value.problems == ()


def test_decks_and_players_outside_the_rules_are_refused_with_what_is_allowed() -> None:
    ruleset = load_ruleset("indian-rummy")
    with pytest.raises(RulesError, match=r"7 players cannot play indian-rummy \(allowed: 2, 3, 4, 5, 6\)"):
        ruleset.decks_for(players=7)
    with pytest.raises(RulesError, match=r"not played with 4 decks .*1 to 3"):
        ruleset.decks_for(decks=4)
    with pytest.raises(RulesError, match=r"6 players need 80 cards \(13 each\), the pack has 54"):
        load_ruleset("indian-rummy", set={"pack.decks": 1}).decks_for(players=6)


def test_errors_keep_their_parts_across_processes() -> None:
    import pickle

    error = RulesError("what", where="where", allowed="a", remedy="r")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, MeldlabError)
    assert str(again) == "where: what (allowed: a). r"


def test_overrides_that_are_wrong_name_the_argument_they_came_in() -> None:
    with pytest.raises(RulesError, match=r"^set: 1 problem\n  run\.min: 2 is below"):
        load_ruleset("indian-rummy", set={"run.min": np.int64(2)})
    with pytest.raises(RulesError, match=r"^set: run\.min and a key above it are both given"):
        load_ruleset("indian-rummy", set={"run": 3, "run.min": 3})


def test_a_number_of_numpy_is_a_number() -> None:
    assert load_ruleset("gin", set={"run.min": np.uint8(4)}) == load_ruleset("gin", set={"run.min": 4})
