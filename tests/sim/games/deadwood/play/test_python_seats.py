"""Gin strategies written in Python: what they are shown and offered, and that they play the very deals of the loop."""

from random import Random

import numpy as np
import pytest
from deadwood_deals import GIN, game, laid, strategies

from meldlab.kernels.cards.packs import shuffle_packs
from meldlab.kernels.deadwood.table import turn
from meldlab.kernels.deadwood.table.deal import deal_all, draw_at, end_turns_at
from meldlab.sim.common.errors import RunError
from meldlab.sim.games.deadwood.play.observation import DeadwoodSeen, Ends
from meldlab.sim.games.deadwood.play.python_seats import OneByOne, draws, ends, observe
from meldlab.sim.table.asking import Action
from meldlab.sim.table.block import Block
from meldlab.sim.table.player_errors import PlayerError, naming_deals

RANKS, SUITS = "A23456789TJQK", "SHDC"


def dearest_first(card):
    rank = RANKS.index(card[0])
    return -min(rank + 1, 10), SUITS.index(card[1]), rank


class Greedy:
    """What the compiled `greedy` does, in words."""

    def act(self, seen, actions):
        if seen.drawn is None:
            return actions[1 if seen.after_taking < seen.deadwood else 0]
        least = min(seen.after_discard.values())
        card = min((card for card, left in seen.after_discard.items() if left == least), key=dearest_first)
        knock = Action("knock", card=card)
        return knock if knock in actions else Action("discard", card=card)


class AnyAction:
    """Takes any of the actions."""

    def __init__(self, seed=5):
        self.random = Random(seed)
        self.met = []

    def act(self, seen, actions):
        self.met.append((seen, tuple(actions)))
        return self.random.choice(actions)


def user(player, name="mine"):
    return OneByOne(player, name=name)


def columns(seats, *, deals=200, layouts=(), rules=None):
    block = Block(seed=11, first_deal=300, deals=deals, strategies=tuple(seats), layouts=tuple(layouts))
    return game(**rules or {}).play(block).columns


@pytest.mark.parametrize("rules", [{}, {"play__knock_at": 3, "play__max_turns": 9, "play__stock_left": 12}])
@pytest.mark.parametrize("other", ["greedy", "random"])
def test_greedy_written_in_python_plays_the_deals_of_greedy(other, rules):
    greedy, against = strategies("greedy", other)
    pairs = {
        "seat 0": ((user(Greedy()), against), (greedy, against)),
        "seat 1": ((against, user(Greedy())), (against, greedy)),
        "both": ((user(Greedy()), user(Greedy())), (greedy, greedy)),
    }
    for seats, (asked, compiled) in pairs.items():
        found, expected = columns(asked, rules=rules), columns(compiled, rules=rules)
        for name, values in expected.items():
            np.testing.assert_array_equal(found[name], values, err_msg=f"{name}, {seats}")


def test_the_upcard_is_offered_to_each_seat_once_and_then_seat_0_draws():
    class Passing(AnyAction):
        def act(self, seen, actions):
            self.met.append((seen, tuple(actions)))
            return actions[0]

    player = Passing()
    columns([user(player)] * 2, deals=1, rules={"play__max_turns": 2})
    asked = [(seen.seat, seen.turn, seen.drawn is None) for seen, _ in player.met]
    assert asked == [(0, 0, True), (1, 0, True), (0, 0, False), (1, 1, True), (1, 1, False)]
    offered = [tuple((each.act, each.source) for each in actions) for _, actions in player.met]
    assert offered[:2] == [(("pass", None), ("draw", "discard"))] * 2
    assert offered[3] == (("draw", "stock"), ("draw", "discard"))


def test_an_observation_tells_what_lies_open():
    layout = laid("AS 2S 3S 4H 5H 6H 9C KD KS 7D", "4S 7H 2C 2D 2H 8C 8D 8H 3C 5C", "KH", "AD TD")

    class Taking(AnyAction):
        def act(self, seen, actions):
            self.met.append((seen, tuple(actions)))
            return actions[1] if seen.drawn is None else actions[0]

    player = Taking()
    columns([user(player)] * 2, deals=1, layouts=[layout], rules={"play__max_turns": 2})
    (first, _), (second, thrown), (third, _), (fourth, _) = player.met
    assert " ".join(first.hand) == "AS 2S 3S KS 4H 5H 6H 7D KD 9C"
    assert (first.seat, first.turn, first.drawn, first.discards, first.stock) == (0, 0, None, ("KH",), 31)
    assert (first.deadwood, first.after_discard, first.after_taking) == (7 + 10 + 10 + 9, {}, 7)
    assert (second.seat, second.turn, second.drawn, second.discards) == (0, 0, "KH", ())
    assert second.taken == (("KH",), ())
    assert second.deadwood == 7 + 9
    assert second.after_taking is None
    assert second.after_discard["9C"] == 7
    assert second.after_discard["7D"] == 9
    assert {each.card for each in thrown if each.act == "discard"} == set(second.hand)
    assert {each.card for each in thrown if each.act == "knock"} == {"9C", "7D"}
    assert (third.seat, third.turn, third.discards) == (1, 1, ("AS",))
    assert third.taken == (("KH",), ())
    assert third.thrown == (("AS",), ())
    assert fourth.taken == (("KH",), ("AS",))
    assert fourth.thrown == (("AS",), ())


def _counting(table):
    return table.rules.points, table.tables.suit_points, table.tables.choices, table.tables.set_cards


def _with_hidden_cards_changed(tables, seat, rng):
    """The same tables as that seat sees them: what the other holds unseen and the stock are mixed anew."""
    changed = turn.Tables(*(part.copy() for part in tables))
    for table in range(len(tables.packs)):
        out = tables.marks[table, turn.OUT]
        stock = tables.packs[table, out:]
        hidden = int(tables.hands[table, 1 - seat] & ~tables.taken[table, 1 - seat])
        held = [card for card in range(52) if hidden >> (16 * (card // 13) + card % 13) & 1]
        mixed = rng.permutation([*held, *stock.tolist()]).tolist()
        word = sum(1 << (16 * (card // 13) + card % 13) for card in mixed[: len(held)])
        changed.hands[table, 1 - seat] = np.uint64(word) | tables.taken[table, 1 - seat]
        changed.packs[table, out:] = mixed[len(held) :]
        changed.packs[table, :out] = rng.permutation(tables.packs[table, :out])
    return changed


def test_hidden_cards_do_not_reach_a_strategy():
    table, rng, random = game(), np.random.default_rng(4), Random(4)
    tables = turn.make_tables(shuffle_packs(4, 0, 20, decks=1, printed_jokers=0))
    compared = 0
    with np.errstate(over="ignore"):
        deal_all(table.rounds, tables)
        for _ in range(40):
            for seat in range(2):
                changed = _with_hidden_cards_changed(tables, seat, rng)
                for phase, offers in ((turn.DRAW, draws), (turn.THROW, ends)):
                    rows = turn.waiting(tables, seat, phase)
                    if not rows.size:
                        continue
                    seen, other = (DeadwoodSeen(each, rows, table.tables, 10) for each in (tables, changed))
                    chosen = []
                    for place in range(len(rows)):
                        assert observe(seen, place) == observe(other, place)
                        offered = offers(seen, place)
                        assert offered == offers(other, place)
                        compared += 1
                        chosen.append(random.choice([each for each in offered if each.act != "knock"]))
                    answers = OneByOne(Given(chosen), name="given")
                    if phase == turn.DRAW:
                        draw_at(rows, answers.choose_draw(seen), tables)
                    else:
                        thrown = answers.choose_end(seen)
                        end_turns_at(
                            rows, thrown.cards, thrown.acts, table.rounds, *_counting(table),
                            turn.make_scratch(), tables,
                        )  # fmt: skip
                    break
    assert compared > 1_000


class Given:
    """Answers what it was told to."""

    def __init__(self, answers):
        self.answers = iter(answers)

    def act(self, seen, actions):
        return next(self.answers)


@pytest.mark.parametrize(
    ("answer", "where"),
    [
        (Action("draw", source="stock"), "deal 300, seat 0, turn 1"),
        (Action("knock", card="AS"), "deal 300, seat 0, turn 1"),
        ("pass", "deal 300, seat 0, turn 1"),
        (None, "deal 300, seat 0, turn 1"),
    ],
)
def test_an_action_that_was_not_offered_is_told_by_deal_seat_and_turn(answer, where):
    with pytest.raises(PlayerError, match="was not offered") as error:
        _named(user(Given([answer]), name="mine.py:Given"))
    assert error.value.where == where


def test_a_knock_with_too_much_deadwood_is_not_offered():
    class Knocking:
        def act(self, seen, actions):
            if seen.drawn is None:
                return actions[0]
            worst = max(seen.after_discard, key=seen.after_discard.get)
            return Action("knock", card=worst)

    own, other = "AS 3S 5S 7S 9S JS 2H 4H 6H 8H", "AD 2D 5D 8D TD KD 3C 6C 9C KC"
    with pytest.raises(PlayerError, match=r"knock.*was not offered") as error:
        _named(user(Knocking()), layouts=[laid(own, other, "QC", "JC")])
    assert error.value.where == "deal 300, seat 0, turn 1"


def _named(player, **more):
    with naming_deals([300]):
        columns([player, *strategies("greedy")], deals=1, **more)


def test_a_throw_or_knock_that_the_rules_forbid_ends_the_deal_with_an_error():
    class Cheat:
        """A strategy of meldlab's own that asks nobody what is legal."""

        name = "cheat"

        def __init__(self, card, act):
            self.card, self.act = card, act

        def choose_draw(self, seen):
            return np.full(len(seen), turn.FROM_STOCK)

        def choose_end(self, seen):
            return Ends(np.full(len(seen), self.card), np.full(len(seen), self.act))

    layout = laid(GIN, "2H 4D 6D 8D TD QD AC 3C 5C JC", "2C", "TC")
    for card, act in ((16 * 1 + 1, turn.DISCARD), (-1, turn.DISCARD), (0, turn.KNOCK)):
        with pytest.raises(RunError, match=r"deal 300.*the rules forbid"):
            columns([Cheat(card, act)] * 2, deals=1, layouts=[layout])
    kept = columns([Cheat(16 * 2 + 12, turn.KNOCK)] * 2, deals=1, layouts=[layout])
    assert kept["reason"].tolist() == [turn.GIN]
