"""Dealing once more, slowly and in plain Python integers: what the vector dealer must reproduce card for card."""

from collections.abc import Iterator

import numpy as np

from meldlab.kernels.cards.cards import JOKER, KINDS
from meldlab.kernels.cards.deal import LANES
from meldlab.kernels.cards.deal_rules import DealRules
from meldlab.kernels.cards.stream import Stream, lane_states

WORD = 2**64


def xoshiro_words(state: list[int]) -> Iterator[int]:
    """Yield the outputs of xoshiro256++ from `state` on."""

    def rotate(word: int, bits: int) -> int:
        return (word << bits | word >> (64 - bits)) % WORD

    a, b, c, d = state
    while True:
        yield (rotate((a + d) % WORD, 23) + a) % WORD
        shifted = (b << 17) % WORD
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = rotate(d, 45)


def split_half(half: int, bounds: list[int], bits: int = 32) -> list[int] | None:
    """Return draws below each of `bounds` from a random number of so many bits, or None where they would be biased."""
    product = 1
    draws = []
    for bound in bounds:
        product *= bound
        half *= bound
        draws.append(half >> bits)
        half %= 2**bits
    return draws if half >= 2**bits % product else None


def deal_one(words: Iterator[int], rules: DealRules) -> tuple[list[int], int, int]:
    """Return the kinds of a hand, its wild rank and how often it was dealt again."""
    deck = 52 + rules.printed_jokers
    end = deck * rules.decks - rules.cut_out_of_play
    lasts = list(range(end - rules.hand_size, end))
    opening = (rules.hand_size - 1) % 3 + 1
    groups = [lasts[:opening]] + [lasts[i : i + 3] for i in range(opening, len(lasts), 3)]
    for again in range(100):
        word = next(words)
        cut = split_half(word % 2**32, [rules.cut_choices])
        draws = [split_half(word >> 32, [last + 1 for last in groups[0]])]
        for first in range(1, len(groups), 2):
            word = next(words)
            for half, group in zip((word % 2**32, word >> 32), groups[first : first + 2], strict=False):
                draws.append(split_half(half, [last + 1 for last in group]))
        if cut is None or any(draw is None for draw in draws):
            continue
        taken: set[int] = set()
        for last, place in zip(lasts, [place for draw in draws for place in draw or []], strict=True):
            taken.add(last if place in taken else place)
        kind = min(rules.cut_first + rules.cut_step * cut[0], JOKER)
        if rules.cut_out_of_play and kind in taken:
            taken.remove(kind)
            taken.add(end)
        wild_rank = 13 if not rules.has_wild_rank else kind % 13 if kind < JOKER else 0
        return sorted(min(place % deck, JOKER) for place in taken), wild_rank, again
    raise AssertionError("a hundred biased hands in a row")


def deal_chunk(seed: int, chunk: int, rules: DealRules, hands: int) -> tuple[np.ndarray, np.ndarray, int]:
    """Return the counts (hands, 53) and wild ranks of the first hands of a chunk, and how many were dealt again."""
    states = lane_states(seed, Stream.HANDS, chunk, LANES)
    lanes = [xoshiro_words([int(word) for word in states[:, lane]]) for lane in range(LANES)]
    counts = np.zeros((hands, KINDS), dtype=np.uint8)
    wild_ranks = np.zeros(hands, dtype=np.uint64)
    repeats = 0
    for hand in range(hands):
        kinds, wild_ranks[hand], again = deal_one(lanes[hand % LANES], rules)
        counts[hand] = np.bincount(kinds, minlength=KINDS)
        repeats += again
    return counts, wild_ranks, repeats
