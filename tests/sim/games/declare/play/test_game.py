"""Blocks of deals of Indian rummy: what they must not depend on, what seats must not know, who plays better."""

import numpy as np
import pytest
from declare_deals import block, game, tables

from meldlab.kernels.cards.cards import JOKER, KINDS
from meldlab.sim.games.declare.play import turns as declare_deals
from meldlab.sim.games.declare.play.game import DeclareGame
from meldlab.sim.games.declare.play.next_draw import NEIGHBOURS
from meldlab.sim.games.declare.play.plain import Greedy, RandomLegal
from meldlab.sim.games.declare.play.strategies import STRATEGIES, Cautious, Expert, Finisher
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.strategies import StrategyError, make_strategy

PRESETS = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")
ALL = (RandomLegal(pack=0, wrong_show=0), Greedy(), Cautious(), Finisher(), Expert())


@pytest.mark.parametrize("preset", PRESETS)
def test_a_deal_is_the_same_in_blocks_of_one_of_seven_and_of_all(preset):
    table = game(preset, 5)
    whole = table.play(block(ALL, deals=21, first_deal=100)).columns
    for size in (1, 7):
        for first in range(0, 21, size):
            part = table.play(block(ALL, deals=size, first_deal=100 + first)).columns
            for name, column in whole.items():
                assert np.array_equal(part[name], column[first : first + size]), name


def test_writing_deals_down_changes_nothing():
    table = game("indian-rummy", 5)
    plain, logged = (table.play(block(ALL, deals=10, log=log)) for log in (False, True))
    for name, column in plain.columns.items():
        assert np.array_equal(logged.columns[name], column), name
    assert [line["result"]["turns"] for line in logged.logs] == plain.columns["turns"].tolist()


def test_every_column_is_there_and_of_its_shape():
    for preset in PRESETS:
        table = game(preset, 3)
        columns = table.play(block([Greedy()] * 3, deals=4)).columns
        assert list(columns) == [column.name for column in table.columns]
        for column in table.columns:
            assert columns[column.name].shape == ((4, 3) if column.of_seat else (4,))
            assert columns[column.name].dtype == np.int64


def test_the_distance_of_dealt_hands_is_an_outcome_when_asked_for():
    table = DeclareGame(load_ruleset("indian-rummy"), players=3, tables=tables("indian-rummy"), distances=True)
    columns = table.play(block([Greedy()] * 3, deals=30)).columns
    assert list(columns) == [column.name for column in table.columns]
    at_once = columns["dealt_distance"] <= 1
    assert columns["dealt_distance"].min() >= 0
    assert columns["dealt_points"][at_once].mean() < columns["dealt_points"][~at_once].mean()


def test_other_strategies_get_the_same_cards():
    table = game("indian-rummy", 4)
    dealt = [table.play(block([each] * 4, deals=20, log=True)) for each in (Greedy(), RandomLegal())]
    for one, other in zip(dealt[0].logs, dealt[1].logs, strict=True):
        for field in ("hands", "upcard", "stock", "wild_card"):
            assert one[field] == other[field]


class Watched:
    """Decides like another strategy, and asks it again after all hidden cards have been exchanged."""

    def __init__(self, inner, hide):
        self.inner, self.hide = inner, hide
        self.name = inner.name
        self.asked = 0

    def choose_start(self, seen):
        return self._twice(seen, self.inner.choose_start)

    def choose_end(self, seen):
        return self._twice(seen, self.inner.choose_end)

    def _twice(self, seen, choose):
        self.asked += 1
        states = seen._states.copy()
        with self.hide():
            blind = choose(seen)
        seen._states[:] = states
        chosen = choose(seen)
        assert np.array_equal(np.array(blind), np.array(chosen))
        return chosen


@pytest.mark.parametrize("strategy", ALL, ids=lambda strategy: strategy.name)
def test_a_strategy_sees_only_what_its_seat_may_see(strategy, monkeypatch):
    """While it decides, all cards in hands and in the stock are others."""
    made = []
    make = declare_deals.make_covered_cards

    def keep(*arguments, **named):
        made.append(make(*arguments, **named))
        return made[-1]

    monkeypatch.setattr(declare_deals, "make_covered_cards", keep)

    class Hidden:
        def __enter__(self):
            covered = made[-1]
            self.kept = [array.copy() for array in covered]
            covered.hands[:] = 0
            covered.hands[:, :, JOKER] = 13
            covered.stocks[:] = JOKER
            covered.drawn[:] = JOKER

        def __exit__(self, *_):
            for array, kept in zip(made[-1], self.kept, strict=True):
                array[:] = kept

    watched = Watched(strategy, Hidden)
    played = game("indian-rummy", 3).play(block([watched] * 3, deals=20))
    assert watched.asked > 4
    plain = game("indian-rummy", 3).play(block([strategy] * 3, deals=20))
    assert np.array_equal(played.columns["points_x2"], plain.columns["points_x2"])


def paired(preset, better, worse, *, deals, players=2):
    """Return the mean difference of points a deal and its 99 % margin, seats exchanged over the same cards."""
    table = game(preset, players)
    differences = np.zeros(deals)
    for first in range(players):
        strategies = [better if (seat - first) % players % 2 == 0 else worse for seat in range(players)]
        points = table.play(block(strategies, deals=deals, seed=99)).columns["points_x2"] / 2
        mine = np.array([strategy is better for strategy in strategies])
        differences += points[:, mine].mean(axis=1) - points[:, ~mine].mean(axis=1)
    differences /= players
    return differences.mean(), 2.576 * differences.std() / np.sqrt(deals)


@pytest.mark.parametrize(
    ("preset", "players", "better", "worse", "deals"),
    [
        ("indian-rummy", 2, Greedy(), RandomLegal(), 400),
        ("indian-rummy", 2, Greedy(), RandomLegal(pack=0, wrong_show=0), 200),
        ("indian-rummy", 2, Cautious(), Greedy(), 2500),
        ("indian-rummy", 2, Finisher(), Greedy(), 800),
        ("indian-rummy", 4, Cautious(), Greedy(), 400),
        ("indian-rummy-points", 2, Greedy(), RandomLegal(pack=0, wrong_show=0), 200),
        ("indian-rummy-points", 4, Cautious(), Greedy(), 400),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_thoughtful_beats_greedy_beats_random(preset, players, better, worse, deals):
    mean, margin = paired(preset, better, worse, deals=deals, players=players)
    assert mean + margin < 0


@pytest.mark.full
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_order_of_strategies_holds_in_every_ruleset(preset, players):
    for better, worse, deals in (
        (Greedy(), RandomLegal(), 1000),
        (Cautious(), Greedy(), 6000),
        (Finisher(), Greedy(), 6000),
        (Expert(), Cautious(), 6000),
    ):
        mean, margin = paired(preset, better, worse, deals=deals, players=players)
        assert mean + margin < 0, (better.name, worse.name)


@pytest.mark.full
@pytest.mark.parametrize("preset", PRESETS)
def test_random_play_ends_without_a_stall_beyond_the_guard(preset):
    for players in (2, 3, 4, 5, 6):
        table = game(preset, players)
        for first in range(0, 20_000, 2_000):
            columns = table.play(block([RandomLegal()] * players, deals=2_000, first_deal=first)).columns
            assert (columns["turns"] <= 200 * players).all()


def test_strategies_are_made_from_text_and_write_their_numbers():
    assert make_strategy("cautious(pack_above=55)", STRATEGIES) == Cautious(55)
    for text in ("greedy", "cautious", "finisher(width=3, care=0)", "expert(pack_above=70)", "random(pack=2)"):
        strategy = make_strategy(text, STRATEGIES)
        assert make_strategy(strategy.name, STRATEGIES) == strategy
    for wrong in ("finisher(width=0)", "cautious(pack_above=-1)", "random(pack=1.5)", "expert(depth=2)"):
        with pytest.raises(StrategyError):
            make_strategy(wrong, STRATEGIES)


def test_neighbours_are_what_a_run_or_a_set_needs():
    assert NEIGHBOURS.shape == (KINDS, KINDS)
    assert np.array_equal(NEIGHBOURS, NEIGHBOURS.T)
    assert NEIGHBOURS[0, 12] == NEIGHBOURS[0, 1] == 1
    assert NEIGHBOURS[0, 2] == NEIGHBOURS[0, 13] == NEIGHBOURS[0, 0] == 0.5
    assert NEIGHBOURS[0, 3] == NEIGHBOURS[0, JOKER] == 0


@pytest.mark.coverage
def test_deals_are_the_same_by_search_alone_whatever_the_block():
    """With runs of four no tables are built; small enough for kernels that are not compiled."""
    rules = {"run.min": 4, "play.max_turns": 3, "play.wrong_show_points": 80, "play.pack_later_cards": "stock_bottom"}
    table = DeclareGame(load_ruleset("indian-rummy", set=rules), players=3)
    strategies = (Greedy(), RandomLegal(pack=0, wrong_show=0), RandomLegal(pack=1))
    whole = table.play(block(strategies, deals=4, log=True))
    for number in range(4):
        one = table.play(block(strategies, first_deal=number, log=True))
        assert one.logs[0] == whole.logs[number]
        assert one.columns["points_x2"][0].tolist() == whole.columns["points_x2"][number].tolist()
    assert {line["result"]["reason"] for line in whole.logs} <= {"declare", "last-active", "stalled"}


@pytest.mark.coverage
def test_a_deal_of_thinking_seats_by_search_alone():
    rules = {"run.min": 4, "play.max_turns": 1}
    table = DeclareGame(load_ruleset("indian-rummy", set=rules), players=2)
    columns = table.play(block([Expert(width=2), Cautious(pack_above=200)])).columns
    assert columns["turns"][0] in (1, 2)
