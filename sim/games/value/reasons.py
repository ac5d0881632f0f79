"""Why a hand is worth what it is worth: what each special scores, what the cards left cost, what is in reach."""

from collections.abc import Iterator, Mapping, Sequence

from meldlab.kernels.value.rules import NO_LIMIT, ValueRules, place_of
from meldlab.sim.common.notation import PRINTED_JOKER, format_cards
from meldlab.sim.games.value.hand_solver import ValueArrangement
from meldlab.sim.games.value.melds import (
    FULL_RUNS,
    PINACULO_NAME,
    PLAIN_NAME,
    MeldValues,
    ValueMeld,
    hand_value,
    is_wild,
)

_FULL = {
    "full_clean": "a full run without a wild card",
    "full_semi1": "a full run with one two of its own suit",
    "full_semi2": "a full run with two twos of its own suit",
    "full_dirty": "a full run with a wild card that is no two of its suit",
}


def reasons_for(
    values: MeldValues, best: ValueArrangement, missing: Mapping[str, int | None], reach: int
) -> tuple[str, ...]:
    """Return sentences that explain the value of one hand, the most important first."""
    return (
        *_melds(best),
        *_specials(values, best),
        *_avoided(values, best),
        *_left(values.rules, best),
        *_reach(missing, reach),
    )


def _melds(best: ValueArrangement) -> Iterator[str]:
    if not best.melds:
        yield "No arrangement with a meld is worth more than keeping every card."


def _specials(values: MeldValues, best: ValueArrangement) -> Iterator[str]:
    for meld in best.melds:
        if meld.name == PLAIN_NAME:
            continue
        worth = _worth_of_set(values, meld.cards) if _is_line(meld.name) else 0
        if worth > meld.value:
            yield f"{_named(meld)}: {meld.value} replaces the values of its cards, even though these are worth {worth}."
        else:
            plain = sum(hand_value(card, values.rules) for card in meld.cards if not is_wild(card))
            yield f"{_named(meld)}: {meld.value} replaces the values of its cards ({plain} for the naturals alone)."


def _avoided(values: MeldValues, best: ValueArrangement) -> Iterator[str]:
    """Say of which cards, kept apart, one set would have to score as a special that is worth less than they are."""
    sets: dict[int, list[int]] = {}
    for meld in best.melds:
        if meld.kind == "set" and meld.name == PLAIN_NAME:
            sets.setdefault(_place_of_set(meld.cards), []).extend(meld.cards)
    for place, laid in sets.items():
        naturals = [card for card in best.left if not is_wild(card) and place_of(card % 13) == place]
        wilds = [card for card in best.left if is_wild(card)]
        for most in range(len(wilds), -1, -1):  # the rules may not let all of the wild cards in
            cards = sorted([*laid, *naturals, *wilds[:most]], key=lambda card: (is_wild(card), card))
            found = _value_of_set(values, cards)
            if found is None:
                continue
            worth = _worth_of_set(values, cards)
            if _is_line(found[1]) and found[0] < worth:
                yield (
                    f"As one set {format_cards(cards)} would score as {found[1]}: {found[0]} would replace the values "
                    f"of its cards, even though these are worth {worth}."
                )
            break


def _is_line(name: str) -> bool:
    """Return whether a set's class is a special of the ruleset."""
    return name not in (PLAIN_NAME, PINACULO_NAME, *FULL_RUNS)


def _place_of_set(cards: Sequence[int]) -> int:
    return next(place_of(card % 13) for card in cards if not is_wild(card))


def _value_of_set(values: MeldValues, cards: Sequence[int]) -> tuple[int, str] | None:
    naturals, jokers = sum(not is_wild(card) for card in cards), cards.count(PRINTED_JOKER)
    twos = len(cards) - naturals - jokers
    return values.set_value(_place_of_set(cards), naturals, jokers, twos, one_hand=True, dealt=False)


def _worth_of_set(values: MeldValues, cards: Sequence[int]) -> int:
    """Return what the cards of a set are worth on the table when it is no special."""
    place = _place_of_set(cards)
    return sum(values.rescued_value(card, place) if is_wild(card) else hand_value(card, values.rules) for card in cards)


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
    if not rules.max_wilds:
        return "no meld takes a wild card"
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
