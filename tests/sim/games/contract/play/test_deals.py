"""Continental deals by the hundred: refereed logs, any block, hidden cards, and which way of playing wins."""

import numpy as np
import pytest
from contract_deal_referee import check
from contract_deals import block, game, lines

from meldlab.sim.games.contract.play.match import ContractMatch
from meldlab.sim.games.contract.play.observation import ContractSeen
from meldlab.sim.games.contract.play.plain import Greedy, RandomLegal
from meldlab.sim.games.contract.play.strategies import STRATEGIES, Gatherer, Planner
from meldlab.sim.games.contract.play.turns import Tables
from meldlab.sim.rules import load_ruleset
from meldlab.sim.table.matches import Matches
from meldlab.sim.table.strategies import make_strategy

CONTRACTS = ("TT", "TE", "EE", "TTT", "TTE", "TEE", "EEE")
VARIANTS = [
    {"play.contra_penalty": 0},
    {"play.contra_penalty": 2, "play.contra_timing": "before_draw"},
    {"play.contra_timing": "before_draw", "play.contra_first_card": False},
    {"play.contra_limit": 1, "play.contra_discarder": False},
    {"play.contra_after_down": False, "play.joker_swap": "any_run"},
    {"play.joker_swap": "to_hand"},
    {"play.joker_swap": "off", "play.joker_move": False},
    {"play.joker_move_by": "owner"},
    {"play.close_needs_discard": True, "play.layoff_limit": 2},
    {"play.layoff_same_turn": False, "play.close_same_turn": -30, "play.close_later": -5},
    {"contract.exact": False},
    {"contract.longer_melds": False, "play.layoff_same_turn": False},
    {"run.ace": "high", "run.max": 13},
    {"run.ace": "low"},
    {"run.ace": "either", "run.max_wilds": 2},
    {"set.distinct_suits": True},
    {"set.all_wild": False, "set.max_wilds": 1},
    {"run.adjacent_wilds": True, "run.min_naturals": 2},
    {"play.joker_discard": False, "play.no_return_discard": True},
    {"play.contra": False, "play.max_turns": 40},
    {"deal.extra": 0},
    {"points.A": 30, "points.joker": 25, "pack.printed_jokers": 2},
    {"set.max": 4, "run.max": 6},
    {"pack.decks": 3},
]
PLAYERS = (RandomLegal(), Greedy(contra=2), Greedy(longest=1, contra=1))


def check_deals(contract, players, *, deals, rules=None, first_deal=0):
    for strategy in PLAYERS:
        for line in lines(contract, [strategy] * players, deals=deals, rules=rules, first_deal=first_deal):
            check(line)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_deal_of_every_contract_is_legal_to_an_independent_referee(contract, players):
    check_deals(contract, players, deals=5)


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_deals_under_other_rules_are_legal_to_an_independent_referee(rules):
    check_deals("TE", 2, deals=4, rules=rules)
    check_deals("TTE", 4, deals=4, rules=rules)


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_deal_of_every_contract_is_legal_at_full_size(contract, players):
    check_deals(contract, players, deals=240, first_deal=1000)


@pytest.mark.full
@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_deals_under_other_rules_are_legal_at_full_size(rules):
    for contract, players in (("TE", 2), ("EE", 3), ("TTE", 4)):
        check_deals(contract, players, deals=50, rules=rules, first_deal=1000)


def test_lines_of_matches_are_legal_too():
    match = ContractMatch(load_ruleset("continental"), players=3)
    played = match.play(Matches(3, 4, 2, (Greedy(contra=1), RandomLegal(), Gatherer()), log=True))
    head = {"format": "meldlab-deal/1", "game": "continental", "rules": {}, "players": 3, "seed": 3}
    for deals in played.deals:
        for deal in deals:
            check(head | deal)


@pytest.mark.parametrize("strategies", [[RandomLegal()] * 3, [Greedy(contra=3), Planner(tries=3), RandomLegal()]])
def test_a_deal_is_the_same_in_any_block(strategies):
    whole = game("TTE", 3).play(block(strategies, deals=14, log=True))
    for size in (1, 7):
        parts = [
            game("TTE", 3).play(block(strategies, deals=size, first_deal=first, log=True))
            for first in range(0, 14, size)
        ]
        assert [line for part in parts for line in part.logs] == list(whole.logs)
        for name, column in whole.columns.items():
            np.testing.assert_array_equal(np.concatenate([part.columns[name] for part in parts]), column)


def test_a_log_changes_nothing():
    logged, plain = (game("EE", 4).play(block([RandomLegal()] * 4, deals=9, log=log)) for log in (True, False))
    for name, column in plain.columns.items():
        np.testing.assert_array_equal(logged.columns[name], column)


def test_columns_are_those_promised_and_of_the_promised_shape():
    asked = game("TE", 3)
    played = asked.play(block([Greedy()] * 3, deals=6))
    assert [column.name for column in asked.columns] == list(dict.fromkeys(column.name for column in asked.columns))
    assert set(played.columns) == {column.name for column in asked.columns}
    for column in asked.columns:
        assert played.columns[column.name].shape == ((6, 3) if column.of_seat else (6,))
        assert played.columns[column.name].dtype == np.int64


def test_columns_are_counts_of_the_log():
    played = game("TE", 4).play(block([RandomLegal()] * 4, deals=12, log=True))
    counted = {"contras": "contra", "laid_off": "layoff", "swaps": "swap", "moves": "move"}
    for number, line in enumerate(played.logs):
        for name, act in counted.items():
            of_seat = [sum(e["act"] == act and e["seat"] == seat for e in line["events"]) for seat in range(4)]
            assert played.columns[name][number].tolist() == of_seat
        shuffles = sum(event["act"] == "reshuffle" for event in line["events"])
        assert played.columns["reshuffles"][number] == shuffles
        assert played.columns["turns"][number] == line["result"]["turns"]
        assert played.columns["points"][number].tolist() == line["result"]["points"]


def test_a_seat_s_own_randomness_never_changes_the_cards():
    first = lines("TE", [RandomLegal(), Greedy(), Greedy()], deals=3)
    second = lines("TE", [Greedy(), RandomLegal(), RandomLegal()], deals=3)
    for one, other in zip(first, second, strict=True):
        assert all(one[key] == other[key] for key in ("hands", "upcard", "stock"))


class Suspicious:
    """Asks a strategy twice: as things are, and with all cards that its seat has not seen dealt anew."""

    def __init__(self, inner, tables):
        self.inner, self.name, self.tables, self.asked = inner, inner.name, tables, 0

    def __getattr__(self, question):
        def answer(seen):
            tables, before = self.tables[-1], seen.states.copy()
            chosen = getattr(self.inner, question)(seen)
            after, hands, stock = seen.states.copy(), tables.hidden.hands.copy(), tables.hidden.stock.copy()
            for table in seen.rows:
                deal_anew(tables, table, seen.seat)
            seen.states[:] = before
            again = tables._seen(seen.rows, seen.seat, seen.turn, in_turn=question != "choose_contra")
            for one, other in zip(as_arrays(getattr(self.inner, question)(again)), as_arrays(chosen), strict=True):
                np.testing.assert_array_equal(one, other)
            np.testing.assert_array_equal(seen.states, after)
            tables.hidden.hands[:], tables.hidden.stock[:] = hands, stock
            self.asked += len(seen)
            return chosen

        return answer


def deal_anew(tables, table, seat):
    """Deal the unseen cards of the other hands and of the stock of one table again."""
    public, hidden = tables.public, tables.hidden
    size = int(public.stock[table])
    unseen, needed = list(hidden.stock[table, :size]), []
    for other in range(tables.course.players):
        if other != seat:
            secret = hidden.hands[table, other] - public.taken[table, other]
            unseen += np.repeat(np.arange(53), secret).tolist()
            needed.append((other, int(secret.sum())))
    mixed = np.random.default_rng(int(table)).permutation(np.array(unseen, dtype=np.uint8))
    hidden.stock[table, :size], place = mixed[:size], size
    for other, number in needed:
        fresh = np.bincount(mixed[place : place + number], minlength=53).astype(np.uint8)
        hidden.hands[table, other] = public.taken[table, other] + fresh
        place += number


def as_arrays(chosen):
    return [np.asarray(part) for part in chosen] if isinstance(chosen, tuple) else [np.asarray(chosen)]


@pytest.mark.parametrize("name", list(STRATEGIES))
def test_with_other_hidden_cards_a_strategy_makes_the_same_choices(name, monkeypatch):
    made = []

    class Kept(Tables):
        def __post_init__(self):
            super().__post_init__()
            made.append(self)

    monkeypatch.setattr("meldlab.sim.games.contract.play.game.Tables", Kept)
    suspicious = Suspicious(make_strategy(name, STRATEGIES), made)
    game("TTE", 3).play(block([suspicious, RandomLegal(), Greedy(contra=2)], deals=6))
    assert suspicious.asked > 100


def test_seen_holds_public_arrays_and_the_own_hand_only():
    fields = set(ContractSeen.__dataclass_fields__)
    public = {"course", "judge", "public", "rows", "seat", "turn", "hands", "drawn", "from_pile", "laid", "states"}
    assert fields == public


def difference(first, second, *, contract, deals, players=4):
    """Return mean points of the first strategy less those of the second, and its 99 % half width; paired, rotated."""
    asked, found = game(contract, players), np.zeros(deals)
    for turn in range(2):
        seats = [first if (seat + turn) % 2 == 0 else second for seat in range(players)]
        points = asked.play(block(seats, deals=deals)).columns["points"]
        own = np.array([seat is first for seat in seats])
        found += points[:, own].mean(axis=1) - points[:, ~own].mean(axis=1)
    found /= 2
    return found.mean(), 2.576 * found.std() / deals**0.5


@pytest.mark.parametrize("contract", ["TT", "TTE", "EEE"])
def test_thoughtful_beats_greedy_beats_random(contract):
    pairs = [(Greedy(), RandomLegal(), 60), (Gatherer(), Greedy(), 600), (Planner(tries=4), Greedy(), 300)]
    for better, worse, deals in pairs:
        mean, width = difference(better, worse, contract=contract, deals=deals)
        assert mean + width < 0, (better.name, worse.name, mean, width)


def test_counting_outs_beats_throwing_the_dearest_spare_card():
    mean, width = difference(Planner(), Greedy(contra=3), contract="TTE", deals=1500)
    assert mean + width < 0


def test_keeping_cards_that_lie_near_each_other_beats_throwing_the_dearest_spare_card():
    mean, width = difference(Gatherer(), Greedy(contra=3), contract="EE", deals=1500)
    assert mean + width < 0


@pytest.mark.full
def test_random_play_of_100_000_deals_ends_within_the_guards():
    for number, contract in enumerate(CONTRACTS):
        for first in range(0, 14_286, 1_024):
            size = min(1_024, 14_286 - first)
            played = game(contract, 2 + number % 4).play(
                block([RandomLegal()] * (2 + number % 4), deals=size, first_deal=first)
            )
            assert set(np.unique(played.columns["reason"])) <= {1, 2}
            assert played.columns["turns"].max() <= 300
