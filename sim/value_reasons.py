"""Why a hand is worth what it is worth: what each special scores, what the cards left cost, what is in reach."""

from collections.abc import Iterator, Mapping

from meldlab.kernels.value_rules import NO_LIMIT, ValueRules
from meldlab.sim.notation import format_cards
from meldlab.sim.value_melds import FULL_RUNS, PINACULO_NAME, PLAIN_NAME, ValueMeld, hand_value, is_wild
from meldlab.sim.value_solver import ValueArrangement

_FULL = {
    "full_clean": "a full run without a wild card",
    "full_semi1": "a full run with one two of its own suit",
    "full_semi2": "a full run with two twos of its own suit",
    "full_dirty": "a full run with a wild card that is no two of its suit",
}


def reasons_for(
    rules: ValueRules, best: ValueArrangement, missing: Mapping[str, int | None], reach: int
) -> tuple[str, ...]:
    """Return sentences that explain the value of one hand, the most important first."""
    return (
        *_melds(best),
        *_specials(rules, best),
        *_left(rules, best),
        *_reach(missing, reach),
    )


def _melds(best: ValueArrangement) -> Iterator[str]:
    if not best.melds:
        yield "No arrangement with a meld is worth more than keeping every card."


def _specials(rules: ValueRules, best: ValueArrangement) -> Iterator[str]:
    for meld in best.melds:
        if meld.name != PLAIN_NAME:
            plain = sum(hand_value(card, rules) for card in meld.cards if not is_wild(card))
            yield f"{_named(meld)}: {meld.value} replaces the values of its cards ({plain} for the naturals alone)."


def _named(meld: ValueMeld) -> str:
    cards = format_cards(meld.cards)
    if meld.name in FULL_RUNS:
        return f"{cards} is {_FULL[meld.name]}"
    if meld.name == PINACULO_NAME:
        return f"{cards} is a pinaculo, laid whole from one hand"
    return f"{cards} scores as {meld.name}"


def _left(rules: ValueRules, best: ValueArrangement) -> Iterator[str]:
    if not best.left:
        yield "Every card is laid."
        return
    laid = sum(meld.value for meld in best.melds)
    lost = sum(hand_value(card, rules) for card in best.left)
    cards = "1 card left costs" if len(best.left) == 1 else f"{len(best.left)} cards left cost"
    yield f"Melds are worth {laid}, {cards} {lost}."
    wilds = [card for card in best.left if is_wild(card)]
    if wilds and best.melds:
        verb = "finds" if len(wilds) == 1 else "find"
        yield f"{format_cards(wilds)} {verb} no place that adds anything: {_wild_limit(rules)}."


def _wild_limit(rules: ValueRules) -> str:
    limits = [f"at least {rules.min_naturals} naturals"]
    if rules.naturals_majority:
        limits.append("fewer wild cards than naturals")
    if rules.max_wilds < NO_LIMIT:
        limits.append(f"at most {rules.max_wilds} wild card{'s' if rules.max_wilds != 1 else ''}")
    return f"a meld has {', '.join(limits)}"


def _reach(missing: Mapping[str, int | None], reach: int) -> Iterator[str]:
    near = [(lacking, name) for name, lacking in missing.items() if lacking is not None and 0 < lacking <= reach]
    for lacking in sorted({lacking for lacking, _ in near}):
        names = ", ".join(name for number, name in near if number == lacking)
        yield f"{lacking} card{'s' if lacking > 1 else ''} short of {names}."
