"""Odds by enumeration: every hand that may come is looked at, every feature by a slow reading of its sentence.

Nothing here shares code with the machines: a hand is a tuple of copies per kind, a question is a nested tuple that
its writer (not the parser) made, and the chances of the cut are added up card by card.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from math import comb

from contract_brute import Rules as ContractRules
from contract_brute import distance, left_over
from value_brute import Rules as ValueRules
from value_specials_brute import Specials

RANKS = "A23456789TJQK"
JOKER = 52


def hands(known, unseen, draws):
    """Yield every hand that may come, as copies per kind, with the number of ways it can."""

    def choose(kinds, left, held, ways):
        if left == 0:
            yield tuple(held), ways
            return
        if not kinds or sum(unseen[kind] for kind in kinds) < left:
            return
        first, *others = kinds
        for copies in range(min(unseen[first], left) + 1):
            held[first] += copies
            yield from choose(others, left - copies, held, ways * comb(unseen[first], copies))
            held[first] -= copies

    yield from choose([kind for kind in range(53) if unseen[kind]], draws, list(known), 1)


@dataclass(frozen=True)
class Cut:
    """What is known of the cut: a game without one, the rank, the card, or nothing."""

    rank: int | None = None
    card: int | None = None


def cuts(ruleset, unseen, cut):
    """Yield each way the cut may go: its chance, the wild rank, what may still come."""
    if ruleset.pack.wild != "cut":
        yield Fraction(1), None, tuple(unseen)
        return
    ways = []
    for card in range(53):
        rank = 0 if card == JOKER else card % 13
        if card == JOKER and ruleset.pack.cut_joker != "aces":
            continue  # it is put back, and the cut is repeated
        if (cut.card is not None and card != cut.card) or (cut.rank is not None and rank != cut.rank):
            continue
        for _ in range(unseen[card]):
            left = list(unseen)
            if not ruleset.pack.cut_card_in_play:
                left[card] -= 1
            ways.append((rank, tuple(left)))
    for (rank, left), number in Counter(ways).items():
        yield Fraction(number, len(ways)), rank, left


class Definitions:
    """Every feature of a ruleset's hands by its sentence."""

    def __init__(self, ruleset, *, pack):
        self.r, self.pack = ruleset, pack
        self.never = {1} if ruleset.pack.wild == "twos" else set()
        if ruleset.objective == "value":
            self.value, self.specials = ValueRules(ruleset), Specials(ruleset)
            self.value_meld = cache(self._value_meld)
        if ruleset.objective == "contract":
            self.contract = contract_rules(ruleset)
            self.lefts = cache(self._lefts)
            self.distance = cache(self._lacking)

    def feature(self, hand, wild_rank, name, argument=""):
        """Return the number that the feature is, for a hand of copies per kind."""
        if name in ("wilds", "naturals", "most_of", "cards"):
            return getattr(self, f"_{name}")(hand, wild_rank, argument)
        if hasattr(self, f"_{name}"):
            return int(getattr(self, f"_{name}")(hand))
        if self.r.objective == "value":
            return int(self.specials.held(Counter(dict(enumerate(hand))), name))
        return int(bool(self.lefts(hand, name)))

    # numbers of cards

    def _natural_cards(self, hand):
        return [card for card in range(52) for _ in range(hand[card]) if card % 13 not in self.never]

    def _jokers(self, hand):
        return hand[JOKER]

    def _wilds(self, hand, wild_rank, _):
        rank = 1 if self.r.pack.wild == "twos" else wild_rank
        return hand[JOKER] + sum(hand[card] for card in range(52) if card % 13 == rank)

    def _naturals(self, hand, _wild, ranks):
        return sum(RANKS[card % 13] in ranks for card in self._natural_cards(hand))

    def _most_of(self, hand, _wild, ranks):
        return max(self._naturals(hand, None, rank) for rank in (RANKS if ranks == "any" else ranks))

    def _cards(self, hand, _wild, suit):
        return sum("SHDC"[card // 13] == suit for card in self._natural_cards(hand))

    def _most_in_suit(self, hand):
        return max(self._cards(hand, None, suit) for suit in "SHDC")

    def _ranks_in_suit(self, hand):
        return max(len({card for card in self._natural_cards(hand) if card // 13 == suit}) for suit in range(4))

    def _identical_three(self, hand):
        return any(copies >= 3 for copies in Counter(self._natural_cards(hand)).values())

    # melds without a wild

    def _natural_run(self, hand):
        cards = set(self._natural_cards(hand))
        ace = self.r.run.ace
        first, last = {"low": (0, 12), "high": (1, 13), "either": (0, 13), "circular": (0, 99)}[ace]
        for length in range(13, 0, -1):
            for start in range(first, 14):
                if start + length - 1 <= last and any(
                    all(13 * suit + place % 13 in cards for place in range(start, start + length)) for suit in range(4)
                ):
                    return length
        return 0

    def _natural_set(self, hand):
        sets, limit = self.r.set, 99 if self.r.set.max == "none" else self.r.set.max
        least = max(sets.min, sets.min_naturals, self.r.meld.min_naturals)
        best = 0
        for rank in set(range(13)) - self.never:
            for taken in product(*(range(hand[13 * suit + rank] + 1) for suit in range(4))):
                if not least <= sum(taken) <= limit:
                    continue
                if sets.distinct_suits and max(taken) > 1:
                    continue
                if self.r.run.identical_three and sum(taken) == max(taken) == 3:
                    continue
                best = max(best, sum(taken))
        return best

    def _has_pure(self, hand):
        longest = self._natural_run(hand)
        return longest >= self.r.run.min or (self.r.run.identical_three and self._identical_three(hand))

    # melds with wilds

    def _has_meld(self, hand):
        """Try the cards of each rank with wilds, then those of each suit; no other group can be a meld."""
        wilds = [JOKER] * (self._wilds(hand, None, "") - sum(hand[13 * suit + 1] for suit in range(4)))
        wilds += [13 * suit + 1 for suit in range(4) for _ in range(hand[13 * suit + 1])]
        for rank in range(13):
            held = [13 * suit + rank for suit in range(4) for _ in range(hand[13 * suit + rank])]
            if rank != 1 and self.value_meld(tuple([13 + rank] * len(held)), len(wilds)):
                return True
        for suit in range(4):
            held = tuple(card % 13 for card in range(13 * suit, 13 * suit + 13) if hand[card] and card % 13 != 1)
            if self.value_meld(held, len(wilds)):
                return True
        return False

    def _value_meld(self, naturals, wilds):
        for size in range(1, len(naturals) + 1):
            for taken in set(combinations(naturals, size)):
                for beside in range(wilds + 1):
                    cards = [*taken, *[JOKER] * beside]
                    if self.value.set_rank(cards) is not None or self.value.run_starts(cards):
                        return True
        return False

    # contracts

    def _lefts(self, hand, contract):
        cards = [card for card in range(53) for _ in range(hand[card])]
        return left_over(cards, contract.count("T"), contract.count("E"), self.contract)

    def _can_go_down(self, hand):
        return bool(self.lefts(hand, self.r.contract.hands[0]))

    def _can_close(self, hand):
        return any(len(left) <= 1 for left in self.lefts(hand, self.r.contract.hands[0]))

    def _distance(self, hand):
        return self.distance(hand)

    def _lacking(self, hand):
        import numpy as np

        cards = [card for card in range(53) for _ in range(hand[card])]
        contract = self.r.contract.hands[0]
        there = np.array(self.pack, dtype=np.int16)
        least = distance(cards, there, contract.count("T"), contract.count("E"), self.contract)
        return 999 if least is None else least

    def _trio_of_jokers(self, hand):
        return hand[JOKER] >= 3


def contract_rules(ruleset):
    """Return the rules of melds as the brute force of contracts reads them."""

    def limit(value):
        return 99 if value == "none" else value

    run, sets = ruleset.run, ruleset.set
    return ContractRules(
        run_min=run.min,
        run_max=limit(run.max),
        ace=run.ace,
        run_max_wilds=limit(run.max_wilds),
        run_min_naturals=run.min_naturals,
        adjacent=run.adjacent_wilds,
        set_min=sets.min,
        set_max=limit(sets.max),
        set_max_wilds=limit(sets.max_wilds),
        set_min_naturals=sets.min_naturals,
        all_wild=sets.all_wild,
        distinct=sets.distinct_suits,
        further=not ruleset.contract.exact,
    )


def probability(question, ruleset, *, known, unseen, draws, cut):
    """Return the chance of a question: a tuple of `and`, `or`, `not` and comparisons, each with its operands."""
    pack = [held + may_come for held, may_come in zip(known, unseen, strict=True)]
    total = Fraction(0)
    for chance, wild_rank, left in cuts(ruleset, unseen, cut):
        definitions = Definitions(ruleset, pack=pack)
        hits = every = 0
        for hand, ways in hands(known, left, draws):
            every += ways
            if is_true(question, partial(definitions.feature, hand, wild_rank)):
                hits += ways
        total += chance * Fraction(hits, every)
    return total


def is_true(question, number):
    """Return what a question says of a hand whose features `number` tells."""
    kind, *parts = question
    if kind == "and":
        return all(is_true(part, number) for part in parts)
    if kind == "or":
        return any(is_true(part, number) for part in parts)
    if kind == "not":
        return not is_true(parts[0], number)
    low, name, argument, high = parts
    return low <= number(name, argument) <= high
