"""Odds of deadwood games: what may be asked of their hands, and the solver that answers."""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from math import comb
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from meldlab.kernels.deadwood.tables import DeadwoodTables, build_deadwood_tables
from meldlab.kernels.jit import cache_folder, kernel_version
from meldlab.sim.automata.block import Block, OutcomeSolver
from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.machine import NotCountableError
from meldlab.sim.common.steps import last_result
from meldlab.sim.games.deadwood.count import iter_count
from meldlab.sim.games.deadwood.lower import lower_deadwood
from meldlab.sim.games.deadwood.workload import least_deadwood
from meldlab.sim.games.family import Alone, FamilyOdds, Refusal
from meldlab.sim.query import sentences
from meldlab.sim.query.query import Between, Feature
from meldlab.sim.query.vocabulary import Entry
from meldlab.sim.rules import Ruleset


class DeadwoodOutcomes:
    """Deadwood of gin hands."""

    def __init__(self, deal: Deal) -> None:
        ODDS.refuse_unsolvable("deadwood", deal)
        self._deal = deal

    @cached_property
    def _tables(self) -> DeadwoodTables:
        return build_deadwood_tables(lower_deadwood(self._deal.ruleset))

    def column(self, feature: Feature, hands: Block) -> NDArray[Any]:
        """Return ``deadwood``."""
        return least_deadwood(hands.planes, self._tables)


def _distribution(deal: Deal) -> Mapping[int, Fraction]:
    situation, pack = deal.situation, deal.ruleset.pack
    if situation.decks != 1 or pack.printed_jokers or pack.wild != "none":
        raise NotCountableError("deadwood is counted exactly only for a single pack without wild cards")
    if deal.known.any() or situation.dead:
        raise NotCountableError("deadwood is counted exactly only where no card is known or dead")
    if not 1 <= deal.cards <= situation.size:
        raise NotCountableError(f"deadwood is counted exactly only for hands of 1 to {situation.size} cards")
    histogram = _histogram(deal.ruleset, deal.cards)
    return {value: Fraction(hands, comb(52, deal.cards)) for value, hands in histogram.items()}


def _histogram(ruleset: Ruleset, cards: int) -> Mapping[int, int]:
    """Return the hands of each deadwood; counting takes seconds, so it is done once a version and kept."""
    path = cache_folder() / f"deadwood-{ruleset.sha256[:16]}-{cards}-{kernel_version()}.json"
    with suppress(OSError, ValueError, AttributeError):
        kept = {int(value): int(hands) for value, hands in json.loads(path.read_text(encoding="utf-8")).items()}
        if sum(kept.values()) == comb(52, cards):
            return kept
    counted = last_result(iter_count(ruleset, cards=cards)).histogram
    with suppress(OSError):  # not to be kept is no harm
        _keep(path, json.dumps(counted))
    return counted


def _keep(path: Path, text: str) -> None:
    """Write a file whole or not at all: other programs may read it at any time."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(text)
    Path(name).replace(path)


class _Odds(FamilyOdds):
    """What `odds` asks of deadwood games."""

    score = "deadwood"
    judged_after_best_discard = True

    def entries(self, ruleset: Ruleset, cards: int) -> list[Entry]:
        rest, knock_at = sentences.after_best_discard(ruleset, cards=cards), ruleset.play.knock_at
        deadwood = Feature("deadwood")
        gin, can_knock = Between(deadwood, 0, 0), Between(deadwood, None, knock_at)
        return [
            Entry("deadwood", f"least deadwood of the hand{rest}", maximum=cards * max(ruleset.points.by_rank)),
            Entry("gin", f"the hand{rest} has no deadwood", meaning=gin, special=True),
            Entry("can_knock", f"at most {knock_at} deadwood{rest}", meaning=can_knock, special=True),
        ]

    def solver(self, deal: Deal) -> OutcomeSolver:
        return DeadwoodOutcomes(deal)

    def unsolvable(self, name: str, ruleset: Ruleset, *, decks: int, cards: int) -> Refusal | None:
        if name == "deadwood" and decks != 1:
            return Refusal(f"deadwood of hands of {decks} decks is not known", "hands of 1 deck")
        return None

    def counted_alone(self, feature: Feature, deal: Deal) -> Alone | None:
        return Alone(feature, lambda: _distribution(deal)) if feature.name == "deadwood" else None


ODDS = _Odds()
