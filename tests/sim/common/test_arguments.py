"""The Python functions at the door: a wrong type is told with the argument, the value and what is allowed."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import meldlab
from meldlab.sim.analyze.analyze import meld_kinds
from meldlab.sim.common.errors import ArgumentError, MeldlabError

HAND = "4H 5H 6H 8S JK TS JS 2C 2D 2S KC KD KH"
GAME = "indian-rummy"

HANDS: dict[Callable[..., Any], object] = {meldlab.analyze: HAND, meldlab.analyze_many: [HAND], meld_kinds: "4H 5H 6H"}
SITUATION: list[tuple[str, object]] = [
    ("game", None),
    ("game", 5),
    ("game", b"indian-rummy"),
    ("wild", 7),
    ("wild", 7.0),
    ("wild", ["7"]),
    ("decks", 2.5),
    ("decks", 2.0),
    ("decks", "2"),
    ("decks", True),
    ("players", "4"),
    ("set", "run.ace=high"),
    ("set", ["run.ace"]),
    ("set", {1: "high"}),
    ("dead", 5),
    ("dead", b"5H"),
]


def refused(call: Callable[[], object], argument: str) -> str:
    with pytest.raises(MeldlabError) as caught:
        call()
    text = str(caught.value)
    assert text.startswith(f"{argument}: ")
    assert "(allowed: " in text
    assert "\n" not in text
    return text


@pytest.mark.parametrize(("argument", "value"), SITUATION, ids=repr)
@pytest.mark.parametrize("function", HANDS)
def test_everything_about_hands_refuses_wrong_types(function: Callable[..., Any], argument: str, value: object) -> None:
    refused(lambda: function(HANDS[function], **{"game": GAME, argument: value}), argument)


@pytest.mark.parametrize("hand", [5, None, b"4H", {"4H": 1}, np.zeros((2, 13), dtype=np.uint8), np.int64(3)])
def test_a_hand_is_text_or_a_row_of_cards(hand: object) -> None:
    refused(lambda: meldlab.analyze(hand, GAME), "hand")


@pytest.mark.parametrize("hands", [5, None, HAND, b"4H", np.arange(13), np.zeros((1, 1, 13))])
def test_many_hands_are_rows(hands: object) -> None:
    assert "(hands, cards)" in refused(lambda: meldlab.analyze_many(hands, GAME), "hands")


def test_one_of_many_hands_that_is_none_is_named() -> None:
    with pytest.raises(ArgumentError, match="hand 2, hand: 5 is not allowed"):
        meldlab.analyze_many([HAND, 5], GAME)


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        *(case for case in SITUATION if case[0] != "dead"),
        ("deals", "1M"),
        ("deals", 1e3),
        ("deals", True),
        ("seed", 1.5),
        ("seed", True),
        ("seed", "1"),
        ("features", "natural_run >= 3"),
        ("features", [3]),
        ("target", 3),
        ("target_rel", "0.01"),
        ("target_abs", True),
        ("max_seconds", "5"),
        ("workers", "2"),
        ("workers", 1.5),
        ("engine", 3),
        ("engine", None),
        ("out", 5),
        ("keep_hands", 1),
        ("keep_hands", "yes"),
        ("stop", True),
    ],
    ids=repr,
)
@pytest.mark.parametrize("function", [meldlab.simulate, meldlab.iter_simulate], ids=["simulate", "iter_simulate"])
def test_simulations_refuse_wrong_types(function: Callable[..., Any], argument: str, value: object) -> None:
    refused(lambda: function(**{"game": GAME, argument: value}), argument)


@pytest.mark.parametrize(("argument", "value"), [("game", None), ("game", 5), ("set", "a"), ("set", {1: 2})], ids=repr)
def test_rules_refuse_wrong_types(argument: str, value: object) -> None:
    refused(lambda: meldlab.load_ruleset(**{"game": GAME, argument: value}), argument)


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    answer = meldlab.analyze(HAND, GAME, decks=np.int64(2), wild="7")  # type: ignore[arg-type]
    assert type(answer.decks) is int


@pytest.mark.parametrize("name", ["analyze", "analyze_many", "simulate", "iter_simulate", "load_ruleset"])
def test_an_unknown_keyword_is_blamed_on_the_function_that_was_called(name: str) -> None:
    with pytest.raises(TypeError, match=rf"^{name}\(\) .*'deasl'"):
        getattr(meldlab, name)(*{"analyze": (HAND, GAME), "analyze_many": ([], GAME)}.get(name, (GAME,)), deasl=1)


def test_the_game_is_called_game_and_its_changes_set_everywhere() -> None:
    for name in ("analyze", "analyze_many", "simulate", "iter_simulate", "load_ruleset", "play", "compare_sweep"):
        parameters = inspect.signature(getattr(meldlab, name)).parameters
        assert {"game", "set"} <= set(parameters), name


def test_rules_are_overridden_in_an_analysis_too() -> None:
    changes = {"run.max_wilds": 0}
    answer = meldlab.analyze(HAND, GAME, wild="7", set=changes)
    assert not answer.can_declare
    assert answer.rules_sha256 == meldlab.load_ruleset(GAME, set=changes).sha256
    assert meldlab.analyze_many([HAND], GAME, wild="7", set=changes)["points"].to_list() == [answer.points]
    with pytest.raises(MeldlabError, match="loaded ruleset"):
        meldlab.analyze(HAND, meldlab.load_ruleset(GAME), set=changes)
