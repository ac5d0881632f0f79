"""Hands for the solver of `value` games: random ones, and the nasty kinds that break shortcuts."""

TWOS = (1, 14, 27, 40)
JOKER = 52
PACK = list(range(52)) * 2 + [JOKER] * 4
KINDS = ("random", "wild", "one rank", "two ranks", "near full run", "one suit", "two suits")

#: Every rule that bears on a hand, changed.
PARAMETERS = [
    {},
    {"pack.printed_jokers": 4},
    {"run.min": 5},
    {"run.max": 4},
    {"run.max": 11},
    {"set.min": 4},
    {"set.max": 5},
    {"set.max_per_rank": 0},
    {"set.max_per_rank": 2},
    {"meld.max_wilds": 1},
    {"meld.max_wilds": "none"},
    {"meld.naturals_majority": False},
    {"meld.naturals_majority": False, "meld.max_wilds": "none"},
    {"meld.min_naturals": 4},
    {"points.A": 30, "points.3": 9, "points.joker": 7},
    {"points.two": 35},
    {"table.joker": 5, "table.two_in_run": 90, "table.two_in_set_factor": 0},
    {"table.wild_in_place": "substituted"},
    {"table.wild_in_place": "hand_value"},
    {"special.extra": "none"},
    {"special.six_with_wild": "naturals"},
    {"special.six_with_wild": "naturals", "special.melds.aces6w.value": 900, "special.extra": "none"},
    {"special.melds.aces6w.value": 700, "special.melds.aces7.value": 2},
    {"special.melds.figures6.ranks": "A3"},
    {"special.melds.figures8.naturals": 4},
    {"full_run.clean": 10, "full_run.semi": [0, 900], "full_run.dirty": 30},
    {"pinaculo.play": 1, "pinaculo.dealt": 0},
]


def value_hand(rng, size, kind):
    """Return a hand of `size` cards that the pack of 108 holds."""
    wilds = [card for card in PACK if card == JOKER or card in TWOS]
    naturals = [card for card in PACK if card != JOKER and card not in TWOS]
    if kind == "random":
        return sorted(map(int, rng.permutation(PACK)[:size]))
    ranks = rng.permutation([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    suits = rng.permutation(4)
    pool = {
        "wild": naturals,
        "one rank": [card for card in naturals if card % 13 == ranks[0]],
        "two ranks": [card for card in naturals if card % 13 in ranks[:2]],
        "near full run": [13 * int(suits[0]) + rank for rank in ranks],
        "one suit": [card for card in naturals if card // 13 == suits[0]],
        "two suits": [card for card in naturals if card // 13 in suits[:2]],
    }[kind]
    most_wilds = min(12, size - 2) if kind == "wild" else min(4, size)
    hand = [int(card) for card in rng.permutation(wilds)[: int(rng.integers(0, most_wilds + 1))]]
    spare = int(rng.integers(0, 3))
    hand += [int(card) for card in rng.permutation(pool)[: max(0, size - len(hand) - spare)]]
    rest = list(PACK)
    for card in hand:
        rest.remove(card)
    hand += [int(card) for card in rng.permutation(rest)[: size - len(hand)]]
    assert len(hand) == size
    return sorted(hand)
