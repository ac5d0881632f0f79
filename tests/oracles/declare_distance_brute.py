"""The distance by its definition (Indian rules, 3.6): every multiset of k pool cards is added, and the hand must then
be declarable with exactly k cards over.

Shares nothing with the solver.  A plain recursion takes the first card left and leaves it over or puts it into every
group that the sentences allow; jokers stand in cells one by one.
"""

import numba
import numpy as np

LOW, HIGH, EITHER, CIRCULAR = 0, 1, 2, 3
JOKER = 52
NAMES = (
    "run_min",
    "run_max",
    "run_ace",
    "run_max_wilds",
    "run_min_naturals",
    "run_adjacent_wilds",
    "identical_three",
    "set_min",
    "set_max",
    "set_max_wilds",
    "set_min_naturals",
    "set_distinct_suits",
    "max_sets",
    "min_sequences",
    "min_pure",
    "lives_min_cards",
    "lives_max_cards",
)
# Fields of the rules, which go down the recursion as an array.
(
    RUN_MIN,
    RUN_MAX,
    RUN_ACE,
    RUN_MAX_WILDS,
    RUN_MIN_NATURALS,
    RUN_ADJACENT_WILDS,
    IDENTICAL_THREE,
    SET_MIN,
    SET_MAX,
    SET_MAX_WILDS,
    SET_MIN_NATURALS,
    SET_DISTINCT_SUITS,
    MAX_SETS,
    MIN_SEQUENCES,
    MIN_PURE,
    LIVES_MIN_CARDS,
    LIVES_MAX_CARDS,
) = range(17)


def numbers_of(rules):
    """Return what `rules` (a DeclareRules) say about declaring, int64, in the order of NAMES."""
    return np.array([getattr(rules, name) for name in NAMES], dtype=np.int64)


@numba.njit  # no cache: machine code of a recursion that is kept crashes when it is read back
def lives(lengths, pure, sequences, rules):
    """Return whether the sequences satisfy D2 and D3."""
    if sequences < rules[MIN_SEQUENCES] or pure[:sequences].sum() < rules[MIN_PURE]:
        return False
    for first in range(sequences):
        for second in range(sequences):
            together = lengths[first] + lengths[second]
            if first != second and pure[first] and rules[LIVES_MIN_CARDS] <= together <= rules[LIVES_MAX_CARDS]:
                return True
    return False


@numba.njit  # no cache: machine code of a recursion that is kept crashes when it is read back
def covers(left, jokers, spare, lengths, pure, sequences, sets, rules):
    """Return whether all cards but exactly `spare` can be grouped; wild-rank cards in `left` are natural."""
    card = 0
    while card < JOKER and left[card] == 0:
        card += 1
    if card == JOKER:
        return jokers == spare and lives(lengths, pure, sequences, rules)
    suit, rank = card // 13, card % 13
    if spare > 0:
        left[card] -= 1
        found = covers(left, jokers, spare - 1, lengths, pure, sequences, sets, rules)
        left[card] += 1
        if found:
            return True
    if rules[IDENTICAL_THREE] and left[card] >= 3 and sequences < 4:
        left[card] -= 3
        lengths[sequences], pure[sequences] = 3, 1
        found = covers(left, jokers, spare, lengths, pure, sequences + 1, sets, rules)
        left[card] += 3
        if found:
            return True
    if sequences < 4:
        first = 1 if rules[RUN_ACE] == HIGH else 0
        beyond = 13 if rules[RUN_ACE] == LOW or rules[RUN_ACE] == CIRCULAR else 14
        for size in range(rules[RUN_MIN], min(rules[RUN_MAX], 13) + 1):
            for start in range(first, beyond if rules[RUN_ACE] == CIRCULAR else beyond - size + 1):
                own, held = 0, 0
                for cell in range(size):
                    if (start + cell) % 13 == rank:
                        own |= 1 << cell
                    elif left[suit * 13 + (start + cell) % 13] > 0:
                        held |= 1 << cell
                if own == 0:
                    continue
                chosen = held
                while True:
                    cells = chosen | own
                    naturals, meeting = 0, False
                    for cell in range(size):
                        if cells >> cell & 1:
                            naturals += 1
                        elif cell > 0 and not cells >> (cell - 1) & 1:
                            meeting = True
                    wilds = size - naturals
                    legal = wilds == 0 or (
                        wilds <= rules[RUN_MAX_WILDS]
                        and naturals >= rules[RUN_MIN_NATURALS]
                        and (rules[RUN_ADJACENT_WILDS] or not meeting)
                    )
                    if legal and wilds <= jokers:
                        for cell in range(size):
                            if cells >> cell & 1:
                                left[suit * 13 + (start + cell) % 13] -= 1
                        lengths[sequences], pure[sequences] = size, 1 if wilds == 0 else 0
                        found = covers(left, jokers - wilds, spare, lengths, pure, sequences + 1, sets, rules)
                        for cell in range(size):
                            if cells >> cell & 1:
                                left[suit * 13 + (start + cell) % 13] += 1
                        if found:
                            return True
                    if chosen == 0:
                        break
                    chosen = (chosen - 1) & held
    if sets < rules[MAX_SETS]:
        most = 1 if rules[SET_DISTINCT_SUITS] else 12
        for a in range(1, min(most, left[card]) + 1):
            for b in range(min(most, left[13 + rank]) + 1 if suit < 1 else 1):
                for c in range(min(most, left[26 + rank]) + 1 if suit < 2 else 1):
                    for d in range(min(most, left[39 + rank]) + 1 if suit < 3 else 1):
                        naturals = a + b + c + d
                        if naturals < rules[SET_MIN_NATURALS]:
                            continue
                        for wilds in range(min(rules[SET_MAX_WILDS], jokers) + 1):
                            size = naturals + wilds
                            if size < rules[SET_MIN] or size > rules[SET_MAX]:
                                continue
                            if rules[IDENTICAL_THREE] and wilds == 0 and size == 3 and a == 3:
                                continue
                            left[card] -= a
                            left[13 + rank] -= b
                            left[26 + rank] -= c
                            left[39 + rank] -= d
                            found = covers(left, jokers - wilds, spare, lengths, pure, sequences, sets + 1, rules)
                            left[card] += a
                            left[13 + rank] += b
                            left[26 + rank] += c
                            left[39 + rank] += d
                            if found:
                                return True
    return False


@numba.njit  # no cache: machine code of a recursion that is kept crashes when it is read back
def declarable(counts, spare, wild_rank, rules):
    """Return whether the hand can be declared with exactly `spare` cards over, wild-rank cards tried both ways."""
    left = counts[:JOKER].copy()
    lengths, pure = np.zeros(8, np.int64), np.zeros(8, np.int64)
    jokers = counts[JOKER]
    copies = np.zeros(4, np.int64)
    none = np.int64(0)  # a bare 0 would make numba compile the recursion once more
    ways = 1
    if wild_rank >= 0:
        for suit in range(4):
            copies[suit] = counts[suit * 13 + wild_rank]
            jokers += copies[suit]
            ways *= 1 + copies[suit]
    for way in range(ways):
        own = 0
        code = way
        for suit in range(4):
            if wild_rank >= 0:
                left[suit * 13 + wild_rank] = code % (copies[suit] + 1)
                own += code % (copies[suit] + 1)
                code //= copies[suit] + 1
        if covers(left, jokers - own, spare, lengths, pure, none, none, rules):
            return True
    return False


@numba.njit  # no cache: machine code of a recursion that is kept crashes when it is read back
def some_exchange(counts, pool, exchanged, wild_rank, rules):
    """Return whether some `exchanged` cards of the pool make the hand declarable with as many cards over."""
    grown = counts.copy()
    if exchanged == 0:
        return declarable(grown, exchanged, wild_rank, rules)
    chosen = np.zeros(exchanged, np.int64)
    while True:
        fits = True
        for card in chosen:
            grown[card] += 1
        for card in chosen:
            fits = fits and grown[card] <= counts[card] + pool[card]
        if fits and declarable(grown, exchanged, wild_rank, rules):
            return True
        for card in chosen:
            grown[card] -= 1
        place = exchanged - 1
        while place >= 0 and chosen[place] == JOKER:
            place -= 1
        if place < 0:
            return False
        chosen[place:] = chosen[place] + 1
