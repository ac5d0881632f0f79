"""Outcomes of a solver that are counted exactly where nothing else is asked: contracts of runs, deadwood of gin."""

import json
import os
import tempfile
from collections.abc import Collection, Mapping
from contextlib import suppress
from fractions import Fraction
from math import comb
from pathlib import Path

from meldlab.kernels.jit import cache_folder, kernel_version
from meldlab.sim.automata.deal import Deal
from meldlab.sim.automata.machine import NotCountedError
from meldlab.sim.games.contract.lower import lower_contract
from meldlab.sim.games.contract.odds.runs import hands_with_runs
from meldlab.sim.games.contract.odds.sets import GO_DOWN
from meldlab.sim.games.deadwood.count import count_hands
from meldlab.sim.query.feature_names import CONTRACT
from meldlab.sim.query.query import Feature
from meldlab.sim.rules import Ruleset

_DEADWOOD = "deadwood"
_RUN = "E"


class NotCountableError(NotCountedError):
    """A question that cannot be answered exactly; says why."""


def is_counted_alone(feature: Feature, deal: Deal) -> bool:
    """Return whether hands are counted by this feature and by nothing beside it."""
    return feature.name == _DEADWOOD or _runs(feature, deal) is not None


def distribution_alone(features: Collection[Feature], deal: Deal) -> dict[int, Fraction]:
    """Return the probability of each value of the one feature asked for.

    Raises
    ------
    NotCountableError
        Something else is asked for as well, or cards are known that the count knows nothing of.
    TooManyStatesError
    """
    feature = next(each for each in features if is_counted_alone(each, deal))
    if feature.name == _DEADWOOD:
        _need_alone(features, {feature})
        return _deadwood(deal)
    runs = _runs(feature, deal)
    _need_alone(features, {each for each in features if _runs(each, deal) == runs})
    share = Fraction(0)
    rules = lower_contract(deal.ruleset)
    for case in deal.cases():
        hits = hands_with_runs(case.pool, len(runs or ""), rules)
        share += case.chance * Fraction(hits, case.pool.hands)
    return {0: 1 - share, 1: share}


def _runs(feature: Feature, deal: Deal) -> str | None:
    """Return the contract of runs only that a feature asks for, None if it asks for something else."""
    if deal.ruleset.objective != "contract" or feature.name not in (GO_DOWN, CONTRACT):
        return None
    contract = feature.argument or deal.ruleset.contract.hands[0]
    return contract if set(contract) == {_RUN} else None


def _need_alone(features: Collection[Feature], counted: Collection[Feature]) -> None:
    others = [str(each) for each in features if each not in counted]
    if others:
        name = str(next(iter(counted)))
        raise NotCountableError(f"{name} is counted exactly only by itself, not together with {', '.join(others)}")


def _deadwood(deal: Deal) -> dict[int, Fraction]:
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
    counted = count_hands(ruleset, cards=cards).histogram
    with suppress(OSError):  # not to be kept is no harm
        _keep(path, json.dumps(counted))
    return counted


def _keep(path: Path, text: str) -> None:
    """Write a file whole or not at all: other programs may read it at any time."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(text)
    Path(name).replace(path)
