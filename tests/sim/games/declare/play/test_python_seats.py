"""Strategies of Indian rummy written in Python: what they are shown and offered, and that it is all legal."""

from random import Random

import pytest
from declare_deals import LOSER_31, block, game, layout, lines, two
from declare_referee import check

from meldlab.sim.common.errors import RunError
from meldlab.sim.games.declare.play.plain import Greedy
from meldlab.sim.games.declare.play.python_seats import OneByOne
from meldlab.sim.table.asking import Action

PRESETS = ("indian-rummy", "indian-rummy-points", "indian-rummy-strict")


class AnyAction:
    """Takes any of the actions; packs and shows wrongly now and then only."""

    def __init__(self):
        self.random = Random(5)
        self.seen = []

    def act(self, seen, actions):
        self.seen.append((seen, tuple(actions)))
        rare = [action for action in actions if action.act in ("pack", "wrong-show")]
        often = [action for action in actions if action not in rare]
        return self.random.choice(rare if rare and self.random.random() < 0.02 else often)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 4])
def test_every_action_offered_is_legal(preset, players):
    rules = {"play.may_return_upcard": False}
    strategies = [OneByOne(AnyAction(), name="any")] + [Greedy()] * (players - 1)
    for line in lines(preset, strategies, deals=12, rules=rules):
        check(line)


def test_an_observation_tells_what_lies_open():
    player = AnyAction()
    hand = "4H5H6H 8S9STSJS 2C2D2S KCKDKH"
    game("indian-rummy", 2, {"play.max_turns": 1}).play(block([OneByOne(player, name="any")] * 2, layouts=[two(hand)]))
    (first, offered), (second, ends) = player.seen[:2]
    assert (first.seat, first.players, first.turn, first.own_turn) == (0, 2, 0, 0)
    assert " ".join(first.hand) == "2S 8S 9S TS JS 4H 5H 6H KH 2D KD 2C KC"
    assert first.drawn is None
    assert first.discards == ("3S",)
    assert first.stock == 26
    assert (first.wild_card, first.wild_rank) == ("7C", "7")
    assert first.status == ("in", "in")
    assert first.points == 0
    assert offered == (Action("pack"), Action("draw", source="stock"), Action("draw", source="discard"))
    assert second.drawn in ("3S", "4S")
    assert len(second.hand) == 14
    assert Action("declare", card=second.drawn) in ends
    assert {action.act for action in ends} == {"discard", "declare"}


def test_seats_are_named_as_they_sit_whoever_looks():
    player = AnyAction()
    strategies = [OneByOne(player, name="any")] * 3
    game("indian-rummy", 3, {"play.max_turns": 3}).play(block(strategies, deals=8))
    for seen, _ in player.seen:
        assert len(seen.status) == len(seen.taken) == len(seen.thrown) == 3
        assert seen.status[seen.seat] == "in"
        assert set(seen.taken[seen.seat]) <= set(seen.hand)
        assert len(seen.thrown[seen.seat]) == seen.own_turn


def test_an_action_that_was_not_offered_is_refused():
    class Stubborn:
        def act(self, seen, actions):
            return Action("declare", card=seen.hand[0])

    with pytest.raises(RunError, match="was not offered"):
        game("indian-rummy", 2).play(
            block(
                [OneByOne(Stubborn(), name="mine.py:Stubborn")] * 2,
                layouts=[two("AH2S3C4D5H6D8S9CTDJHQSQCKD", stock="2C")],
            )
        )


def test_layouts_that_do_not_fit_the_rules_are_refused():
    table = game("indian-rummy", 2)
    hand = "AH2S3C4D5H6S8C9DTHJSQCKDAC"
    for deal in (
        layout([hand], upcard="3S", wild_card="7C"),
        layout([hand, LOSER_31[2:]], upcard="3S", wild_card="7C"),
        layout([hand, "4SAH2H3H9H3D6D7D8DJD3C5CJC"], upcard="3S", wild_card="7C"),
        layout([hand, "4S2C2H3H9H3D6D7D8DJD4C5CJC"], wild_card="7C"),
        layout([hand, "4S2C2H3H9H3D6D7D8DJD4C5CJC"], upcard="3S"),
    ):
        with pytest.raises(RunError, match="layout"):
            table.play(block([Greedy()] * 2, layouts=[deal]))
