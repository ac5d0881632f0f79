"""Strategies of users: the documented example, files, numbers, objects, and every way in which they fail."""

import re
import sys
from dataclasses import replace

import pytest
from places import ROOT

import meldlab
from meldlab.sim.common.errors import ArgumentError, MeldlabError, RunError
from meldlab.sim.play.log import deal_log
from meldlab.sim.table.strategies import StrategyError

PAGE = ROOT / "docs" / "strategies.md"

FIRST = """
class First:
    def act(self, seen, actions):
        return next(each for each in actions if each.act not in ("pack", "wrong-show", "give-up", "move"))

class Late:
    def __init__(self, turn, often=1):
        self.turn = turn

    def act(self, seen, actions):
        if seen.turn >= self.turn:
            raise KeyError("lost")
        return First.act(self, seen, actions)

class Stubborn:
    def act(self, seen, actions):
        return "draw"

class Mute:
    pass

class Broken:
    def __init__(self, limit=3):
        raise OSError("no disk")

def function():
    pass
"""


class First:
    """One of this module's own, given to Python as it is."""

    def act(self, seen, actions):
        return next(each for each in actions if each.act not in ("pack", "wrong-show", "give-up", "move"))


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FIRST)
    return path


@pytest.fixture
def careful(tmp_path):
    (example,) = [text for text in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL) if "Careful" in text]
    path = tmp_path / "careful.py"
    path.write_text(example)
    return path


def play(*strategies, game="indian-rummy", deals=3, seed=1, **more):
    return meldlab.play(game, list(strategies), deals=deals, seed=seed, engine="serial", **more)


def test_the_example_of_the_page_plays_better_than_random_play(careful):
    pair = play("random", f"{careful}:Careful", deals=20).pairs().row(0, named=True)
    assert pair["better"] == "careful.py:Careful(limit=75)"
    assert pair["low"] > 0


def test_numbers_reach_the_class_and_the_name(careful):
    result = play(f"{careful}:Careful(limit=1)", "greedy", deals=10)
    assert result.task.strategies == ("careful.py:Careful(limit=1)", "greedy")
    packed = result.players().filter(outcome="packed_first", player=0)
    assert packed["mean"].item() == pytest.approx(1, abs=0.2)


@pytest.mark.parametrize(
    ("game", "options"), [("continental", {"contract": "TT", "players": 2}), ("pinacle", {}), ("gin", {})]
)
def test_one_class_plays_every_game(game, options, mine):
    assert play(f"{mine}:First", game=game, deals=1, **options).deals == 1


def test_a_replayed_deal_is_that_of_the_log(careful):
    log = deal_log("indian-rummy", ["greedy", f"{careful}:Careful"], seed=5)
    whole = list(log.lines(6, rotation=1))
    assert whole[4] == next(log.lines(1, first_deal=4, rotation=1))
    assert whole[4]["strategies"] == ["careful.py:Careful(limit=75)", "greedy"]


def test_workers_and_order_change_nothing(careful):
    strategies = ["greedy", f"{careful}:Careful"]
    one = meldlab.play("indian-rummy", strategies, deals=8, seed=5, workers=1)
    assert meldlab.play("indian-rummy", strategies, deals=8, seed=5, workers=2).counts == one.counts


def test_classes_and_objects_are_given_in_python(mine):
    results = [
        play("random", given, "random", given, game="pinacle", deals=1) for given in (f"{mine}:First", First, First())
    ]
    assert results[0].counts == results[1].counts == results[2].counts
    names = [result.task.strategies[1] for result in results]
    assert names == ["mine.py:First", "First", "First"]


def test_the_search_path_of_modules_stays_as_it_is(mine):
    before = list(sys.path)
    play(f"{mine}:First", deals=1)
    assert sys.path == before
    assert not list(mine.parent.glob("__pycache__"))


def test_a_changed_file_is_not_resumed(mine, tmp_path):
    folder = tmp_path / "run"
    play("greedy", f"{mine}:First", out=folder)
    assert play("greedy", f"{mine}:First", out=folder).dealt == 0
    mine.write_text(FIRST + "\n# changed\n")
    with pytest.raises(RunError, match=r"mine\.py:First has another text now"):
        play("greedy", f"{mine}:First", out=folder)


def test_a_strategy_that_fails_in_its_first_deals_leaves_no_folder(mine, tmp_path):
    with pytest.raises(StrategyError, match="KeyError"):
        play(f"{mine}:Late(turn=1)", out=tmp_path / "runs" / "one")
    assert not (tmp_path / "runs").exists()
    (tmp_path / "own").mkdir()
    with pytest.raises(StrategyError, match="KeyError"):
        play(f"{mine}:Late(turn=1)", out=tmp_path / "own")
    assert (tmp_path / "own").exists(), "the user made it"


def test_an_object_in_another_state_is_not_resumed(tmp_path):
    class Counted(First):
        def __init__(self, limit):
            self.limit = limit

    play("greedy", Counted(1), out=tmp_path)
    assert play("greedy", Counted(1), out=tmp_path).dealt == 0
    with pytest.raises(RunError, match="Counted"):
        play("greedy", Counted(2), out=tmp_path)


def test_what_has_no_text_is_not_kept_in_a_folder(tmp_path):
    space = {}
    exec(FIRST, space)
    assert play("greedy", space["First"]).deals == 3
    with pytest.raises(RunError, match="text cannot be read"):
        play("greedy", space["First"], out=tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{mine}:Nobody", r"there is no class Nobody \(allowed: First, Late, Stubborn\)"),
        ("{mine}:function", "there is no class function"),
        ("{mine}", "names no class"),
        ("{mine}x.py:First", "No such file"),
        ("{mine}:First(limit=3)", "'limit=3' is no number of First"),
        ("{mine}:Late(turn=1, turn=2)", "comes twice"),
        ("{mine}:Late", "cannot be made: TypeError"),
        ("{mine}:Mute", "has no method `act`"),
        ("{mine}:Broken", "cannot be made: OSError: no disk"),
        ("{mine}:Late(turn=4)", r"deal 0, seat 0, turn 5: mine\.py:Late\(turn=4, often=1\) raises KeyError: 'lost'"),
        ("{mine}:Stubborn", "deal 0, seat 0, turn 1: .* answers 'draw', which was not offered"),
    ],
)
def test_what_goes_wrong_is_named(text, words, mine):
    with pytest.raises(StrategyError, match=words):
        play(text.format(mine=mine))


@pytest.mark.parametrize("content", ["class First(:", "import nowhere_at_all", "1 / 0"])
def test_a_file_that_cannot_be_run_is_named(content, tmp_path):
    (tmp_path / "bad.py").write_text(content)
    with pytest.raises(StrategyError, match=r"bad\.py cannot be run: \w+Error") as error:
        play(f"{tmp_path / 'bad.py'}:First")
    assert error.value.__cause__ is not None


def test_the_deal_of_a_failure_is_named_behind_the_first_slice(tmp_path):
    path = tmp_path / "rare.py"
    path.write_text(FIRST.replace("seen.turn >= self.turn", '"JK" in seen.hand'))
    lines = list(deal_log("indian-rummy", ["greedy"], seed=2, players=2).lines(10))
    first = next(line["deal"] for line in lines if "JK" in line["hands"][0])
    assert first > 0
    with pytest.raises(StrategyError, match=f"deal {first}, seat 0, turn 1, rotation 0: "):
        play(f"{path}:Late(turn=1)", "greedy", seed=2, deals=10)


class Second(First):
    """Plays as `First` in the first seat, and gives the second one's answers in the other."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, seen, actions):
        return super().act(seen, actions) if seen.seat == 0 else self.answer(actions)


def lost(actions):
    raise KeyError("lost")


def foreign_meld(actions):
    """Where melds can be laid, one that is not in the hand."""
    lays = [each for each in actions if each.act == "expose"]
    return replace(lays[0], cards=("AS",) * 9, stands_for=("AS",) * 9) if lays else actions[-1]


@pytest.mark.parametrize(
    ("game", "answer", "words"),
    [
        ("indian-rummy", lost, r"deal 0, seat 1, turn 2, rotation 1: Second raises KeyError"),
        ("indian-rummy", lambda actions: "draw", r"deal 0, seat 1, turn 2, rotation 1: Second answers 'draw'"),
        ("gin", lambda actions: None, r"deal 0, seat 1, turn \d+, rotation 1: Second answers None"),
        ("pinacle", foreign_meld, r"deal \d+, .*rotation 1: "),
    ],
)
def test_the_rotation_of_a_failure_is_named(game, answer, words):
    with pytest.raises(MeldlabError, match=words):
        play(Second(answer), *["greedy"] * (3 if game == "pinacle" else 1), game=game, deals=20)


def test_the_rotation_of_a_failure_in_a_match_is_named():
    with pytest.raises(MeldlabError, match=r"deal \d+, seat 1, turn 2, rotation \d: Second raises KeyError"):
        play(Second(lost), "greedy", deals=2, match=True)


def test_the_rotation_of_a_failure_in_a_replay_is_named():
    log = deal_log("indian-rummy", [Second(lost), "greedy"], seed=2)
    with pytest.raises(MeldlabError, match="deal 4, seat 1, turn 2, rotation 1: "):
        next(log.lines(1, first_deal=4, rotation=1))


SECOND = """
class Second:
    asked = 0

    def act(self, seen, actions):
        self.asked += 1
        if self.asked == 2:
            raise KeyError("lost")
        return actions[-1]
"""


@pytest.mark.parametrize("game", ["indian-rummy", "continental", "pinacle"])
def test_the_deal_of_a_failure_in_a_match_is_named(game, tmp_path):
    (tmp_path / "second.py").write_text(SECOND)
    # the first table that is asked about is that of match 0, the second one that of match 1
    with pytest.raises(StrategyError, match=r"deal 64, seat 0, turn 1: .*KeyError"):
        play(f"{tmp_path / 'second.py'}:Second", game=game, deals=2, players=4, match=True)


def test_an_answer_of_its_own_that_no_table_can_read_is_named(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(
        "from dataclasses import replace\n\n\nclass Own:\n    def act(self, seen, actions):\n"
        "        lays = [each for each in actions if each.act == 'expose']\n"
        "        return replace(lays[0], cards=('?', '??')) if lays else actions[-1]\n"
    )
    with pytest.raises(
        StrategyError, match=r"deal \d+, seat \d, turn \d+: own.py:Own gives an answer that cannot be read"
    ):
        play(f"{path}:Own", game="pinacle", deals=20)


def test_an_object_that_cannot_be_copied_is_named():
    class Locked(First):
        def __deepcopy__(self, memo):
            raise TypeError("a lock")

    with pytest.raises(StrategyError, match="Locked: cannot be copied: TypeError: a lock"):
        play("greedy", Locked())


def test_two_files_of_one_name_are_refused(mine, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.py").write_text(FIRST + "\n")
    with pytest.raises(StrategyError, match="two different strategies"):
        play(f"{mine}:First", f"{tmp_path / 'other' / 'mine.py'}:First")


@pytest.mark.parametrize("given", ["greedy", [3, "greedy"], [object()], None])
def test_what_is_no_list_of_strategies_is_refused(given):
    with pytest.raises(ArgumentError, match="strategies"):
        meldlab.play("indian-rummy", given)


@pytest.mark.parametrize("thrown", ["SystemExit(7)", "GeneratorExit", "ValueError('no')"])
@pytest.mark.parametrize("place", ["file", "making", "act"])
def test_no_strategy_ends_the_program(tmp_path, thrown, place):
    lines = {where: f"raise {thrown}" if where == place else "pass" for where in ("file", "making", "act")}
    (tmp_path / "mine.py").write_text(
        f"{lines['file']}\nclass Quits:\n    def __init__(self):\n        {lines['making']}\n"
        f"    def act(self, seen, actions):\n        {lines['act']}\n        return actions[0]\n",
        encoding="utf-8",
    )
    with pytest.raises(StrategyError, match=thrown.partition("(")[0]):
        play(f"{tmp_path}/mine.py:Quits", "random", game="gin")
