"""What a Pinacle deal may depend on: its cards, the rules, what seats see; and which seats play better."""

import copy
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from value_deals import line_of
from value_referee import check

from meldlab.kernels.value.table.laying import lay
from meldlab.kernels.value.table.state import COLUMNS, MOST_MELDS
from meldlab.sim.common.errors import RunError
from meldlab.sim.games.value.play import game as value_table
from meldlab.sim.games.value.play.acts import Action
from meldlab.sim.games.value.play.game import ValueGame
from meldlab.sim.games.value.play.python_seats import OneByOne, observe
from meldlab.sim.games.value.play.strategies import STRATEGIES
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.block import Block
from meldlab.sim.table.strategies import StrategyError, make_strategy

MIXED = ("random", "closer", "builder", "greedy")


@pytest.fixture(scope="module")
def game():
    return ValueGame(load_ruleset("pinacle"))


def seats(names):
    return tuple(STRATEGIES[name]() for name in names)


def block(names, *, deals, first_deal=0, seed=1, log=False):
    return Block(seed=seed, first_deal=first_deal, deals=deals, strategies=seats(names), log=log)


@pytest.mark.parametrize("size", [1, 7])
def test_a_deal_is_the_same_whatever_block_it_is_in(game, size):
    whole = game.play(block(MIXED, deals=512)).columns
    for first in (0, 100, 512 - size):
        part = game.play(block(MIXED, deals=size, first_deal=first)).columns
        for name, values in part.items():
            assert np.array_equal(values, whole[name][first : first + size]), name


def test_every_column_is_there_with_its_shape(game):
    played = game.play(block(MIXED, deals=5)).columns
    assert set(played) == {column.name for column in game.columns}
    for column in game.columns:
        assert played[column.name].shape == ((5, 4) if column.of_seat else (5,))
        assert played[column.name].dtype == np.int64


def test_points_are_those_of_the_side_on_both_its_seats(game):
    played = game.play(block(MIXED, deals=200)).columns
    assert np.array_equal(played["points"][:, :2], played["points"][:, 2:])
    points = played["points"]
    assert np.array_equal(points, played["laid"] - played["left"] + played["bonus"])
    winner = np.where(points[:, 0] > points[:, 1], 0, np.where(points[:, 0] < points[:, 1], 1, -1))
    assert np.array_equal(played["winner"], winner)
    assert np.array_equal(played["closed"].sum(axis=1), played["reason"] == 1)


def test_strategies_do_not_change_the_cards(game):
    logs = [game.play(block((name,) * 4, deals=10, log=True)).logs for name in ("random", "closer")]
    for first, second in zip(*logs, strict=True):
        assert all(first[key] == second[key] for key in ("hands", "upcard", "stock"))


def test_rounds_of_the_same_seed_have_other_random_choices_for_other_seats(game):
    states = block(MIXED, deals=50).seat_states()
    assert len(np.unique(states.reshape(4, -1), axis=1).T) == 50 * 4


class Spy:
    """Asks a strategy twice, with other hidden cards the second time."""

    name = "spy"

    def __init__(self, inner, hidden):
        self.inner, self.hidden, self.asked = inner, hidden, 0

    def twice(self, seen, ask):
        for held in self.hidden:
            for array in held[0]:
                assert not any(np.shares_memory(array, shown) for shown in (seen.hands, *seen.public))
        states = seen.states.copy()
        first = ask()
        after = seen.states.copy()
        kept = [array.copy() for array in self.hidden[-1][0]]
        hands, _, stock, _ = self.hidden[-1][0]
        others = [seat for seat in range(4) if seat != seen.seat]
        hands[:, others] = hands[:, others][:, ::-1, ::-1]
        stock[:] = stock[:, ::-1]
        seen.states[:] = states
        second = ask()
        assert np.array_equal(first, second)
        assert np.array_equal(seen.states, after)
        for array, before in zip(self.hidden[-1][0], kept, strict=True):
            array[:] = before
        self.asked += 1
        return first

    def draw(self, seen, open_draws):
        return self.twice(seen, lambda: self.inner.draw(seen, open_draws))

    def lay(self, seen):
        return self.twice(seen, lambda: self.inner.lay(seen))

    def throw(self, seen):
        return self.twice(seen, lambda: self.inner.throw(seen))


@pytest.mark.coverage
@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_sees_only_what_its_seat_may_see(game, monkeypatch, name):
    hidden = []
    deal = value_table.dealt_block

    def watched(*arguments):
        dealt = deal(*arguments)
        hidden.append((dealt.hidden,))
        return dealt

    monkeypatch.setattr(value_table, "dealt_block", watched)
    spy = Spy(STRATEGIES[name](), hidden)
    plain = game.play(block((name,) * 4, deals=12)).columns
    watched_play = game.play(Block(seed=1, first_deal=0, deals=12, strategies=(spy,) * 4)).columns
    assert spy.asked > 12
    assert all(np.array_equal(plain[key], watched_play[key]) for key in plain)


def test_an_observation_tells_the_hand_and_what_lies_open_and_nothing_else(game):
    seen = []

    class Watcher:
        name = "watcher"

        def __init__(self):
            self.inner = STRATEGIES["greedy"]()

        def draw(self, table, open_draws):
            seen.append(observe(table, 0))
            return self.inner.draw(table, open_draws)

        def lay(self, table):
            return self.inner.lay(table)

        def throw(self, table):
            return self.inner.throw(table)

    strategies = (Watcher(), *seats(("greedy",) * 3))
    (log,) = game.play(Block(seed=3, first_deal=0, deals=1, strategies=strategies, log=True)).logs
    first = seen[0]
    assert (first.seat, first.turn, first.stock_left, first.hand_sizes) == (0, 0, 63, (11, 11, 11, 11))
    assert sorted(first.hand) == sorted(log["hands"][0])
    assert first.pozo == (log["upcard"],)
    assert first.melds == ((), ())
    assert [observation.turn for observation in seen] == list(range(0, 4 * len(seen), 4))


class AnyOf:
    """Takes any of the legal actions."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.acts = set()

    def act(self, seen, actions):
        words = sorted({action.act for action in actions})
        word = words[self.random.integers(len(words))]
        fitting = [action for action in actions if action.act == word]
        self.acts.add(word)
        return fitting[self.random.integers(len(fitting))]


def test_every_action_offered_to_a_python_strategy_is_legal(game):
    chooser = AnyOf(5)
    strategies = (OneByOne(chooser, name="any"),) * 4
    logs = game.play(Block(seed=6, first_deal=0, deals=12, strategies=strategies, log=True))
    for number in range(12):
        check(line_of(logs, {}, ["any"] * 4, seed=6, deal=number, number=number))
    assert chooser.acts >= {"draw", "take-pile", "expose", "add", "move", "rescue", "discard", "close"}


@pytest.mark.parametrize(
    ("first", "message"), [(Action("discard", card="3S"), "was not offered"), (Action("pass"), "was not offered")]
)
def test_an_answer_that_is_no_action_is_refused(game, first, message):
    class Wrong:
        def act(self, seen, actions):
            return first

    with pytest.raises(RunError, match=message):
        game.play(Block(seed=6, first_deal=0, deals=1, strategies=(OneByOne(Wrong(), name="wrong"),) * 4))


def test_a_compiled_answer_that_the_rules_forbid_is_refused_with_deal_turn_and_seat(game):
    class Wrong:
        name = "wrong"

        def __init__(self):
            self.inner = STRATEGIES["greedy"]()

        def draw(self, seen, open_draws):
            return self.inner.draw(seen, open_draws)

        def lay(self, seen):
            actions = self.inner.lay(seen)
            actions[:, 0] = 4
            actions[:, 1] = 50
            return actions

        def throw(self, seen):
            return self.inner.throw(seen)

    with pytest.raises(RunError, match=r"deal 8, turn 1, seat 0: wrong: there is no such meld"):
        game.play(Block(seed=6, first_deal=8, deals=2, strategies=(Wrong(),) * 4))


def test_strategies_are_made_of_text_with_their_numbers():
    assert make_strategy("greedy", STRATEGIES).name == "greedy"
    assert "wild_price=30" in make_strategy("closer(wild_price=30)", STRATEGIES).name
    with pytest.raises(StrategyError, match="whole"):
        make_strategy("closer(wild_price=0.5)", STRATEGIES)


def difference(game, first, second, *, deals, seed):
    """Return the mean and half the width of its 99 % interval: points of `first` less those of `second`."""
    here = game.play(block((first, second) * 2, deals=deals, seed=seed)).columns["points"]
    there = game.play(block((second, first) * 2, deals=deals, seed=seed)).columns["points"]
    paired = (here[:, 0] - here[:, 1] + there[:, 1] - there[:, 0]) / 2
    return paired.mean(), 2.576 * paired.std(ddof=1) / deals**0.5


@pytest.mark.parametrize(
    ("better", "worse"), [("closer", "greedy"), ("builder", "greedy"), ("greedy", "random"), ("closer", "random")]
)
def test_thoughtful_beats_greedy_beats_random(game, better, worse):
    mean, half = difference(game, better, worse, deals=1500, seed=99)
    assert mean - half > 0


@pytest.mark.full
def test_random_play_of_a_hundred_thousand_deals_ends_without_a_stall(game):
    for first in range(0, 100_000, 4096):
        deals = min(4096, 100_000 - first)
        columns = game.play(block(("random",) * 4, deals=deals, first_deal=first, seed=13)).columns
        assert (columns["reason"] > 0).all()
        assert columns["turns"].max() < 400


class Mutant:
    """Changes numbers of legal acts at random; what the loop lets pass is played, what it refuses changes nothing."""

    name = "mutant"

    def __init__(self, seed, hidden):
        self.inner, self.hidden = STRATEGIES["random"](), hidden
        self.random = np.random.default_rng(seed)
        self.passed = self.refused = 0

    def draw(self, seen, open_draws):
        return self.inner.draw(seen, open_draws)

    def throw(self, seen):
        return self.inner.throw(seen)

    def lay(self, seen):
        actions = self.inner.lay(seen)
        for row in range(len(seen.rows)):
            changed = actions[row : row + 1].copy()
            for _ in range(self.random.integers(1, 4)):
                changed[0, self.random.integers(COLUMNS)] = self.random.choice(
                    [-1, 0, 1, 2, 3, 4, 5, 6, 17, 18, 22, 33]
                )
            hidden = self.hidden[-1]
            public, held = copy.deepcopy(seen.public), copy.deepcopy(hidden)
            wrong = np.zeros(1, dtype=np.int64)
            lay(seen.rows[row : row + 1], seen.seat, changed, seen.rules, seen.play, public, held, wrong)
            if wrong[0] == 0:
                actions[row] = changed
                self.passed += 1
            else:
                self.refused += 1
                same = [*zip(public, seen.public, strict=True), *zip(held, hidden, strict=True)]
                slots = seen.public.melds[seen.rows[row], seen.seat % 2]
                for after, before in same:
                    if after.ndim >= 3 and after.shape[2] == MOST_MELDS:
                        after, before = after[:, :, :slots], before[:, :, :slots]
                    assert np.array_equal(after, before)
        return actions


def test_whatever_numbers_a_strategy_answers_only_legal_acts_are_carried_out(game, monkeypatch):
    hidden = []
    deal = value_table.dealt_block

    def watched(*arguments):
        dealt = deal(*arguments)
        hidden.append(dealt.hidden)
        return dealt

    monkeypatch.setattr(value_table, "dealt_block", watched)
    mutant = Mutant(7, hidden)
    played = game.play(Block(seed=8, first_deal=0, deals=24, strategies=(mutant,) * 4, log=True))
    for number in range(24):
        check(line_of(played, {}, ["mutant"] * 4, seed=8, deal=number, number=number))
    assert mutant.passed > 100
    assert mutant.refused > 1000


def test_one_strategy_may_be_asked_by_several_threads_at_once(game):
    strategies = (*(STRATEGIES[name]() for name in MIXED[:3]), OneByOne(AnyOf(1), name="any"))
    compiled = tuple(STRATEGIES[name]() for name in MIXED)

    def points(first_deal):
        return game.play(Block(seed=5, first_deal=first_deal, deals=64, strategies=compiled)).columns["points"]

    alone = [points(64 * number) for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(points, range(0, 512, 64)))
        mixed = pool.map(lambda deal: game.play(Block(5, deal, 4, strategies)).columns["reason"], range(0, 16, 4))
    assert all(np.array_equal(first, second) for first, second in zip(alone, together, strict=True))
    assert all((reason > 0).all() for reason in mixed)
