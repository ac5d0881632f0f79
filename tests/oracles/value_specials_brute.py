"""Which specials of a `value` game a hand contains, and what it lacks for the others, by adding cards of the pack.

Straight from the sentences (Pinacle rules, 5, 6 and 10.4): concrete cards are put together and held against them.
Which cards are held beyond their number and kind cannot matter, so every question is asked once for each number.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

from value_brute import JOKER, ORDER, RANKS, Rules

OTHER_TWO, OWN_TWO = 14, 1  # hearts and spades: the cards put together are spades


class Specials:
    """The specials of a ruleset."""

    def __init__(self, ruleset):
        self.rules = Rules(ruleset)
        self.lines = dict(ruleset.special.melds)
        self.sets = {"pinaculo": RANKS.replace("2", ""), **{name: line.ranks for name, line in self.lines.items()}}
        self.runs = ("full_clean", "full_semi1", "full_semi2", "full_dirty")
        self.names = (*self.sets, *self.runs)
        self.set_held, self.run_held = cache(self._set_held), cache(self._run_held)

    def held(self, hand, name):
        """Whether the cards, a Counter, contain the special."""
        twos = [hand[13 * suit + 1] for suit in range(4)]
        wilds = sum(twos) + hand[JOKER]
        if name in self.sets:
            counts = (sum(hand[13 * suit + RANKS.index(rank)] for suit in range(4)) for rank in self.sets[name])
            return any(self.set_held(name, naturals, wilds) for naturals in counts)
        for suit in range(4):
            places = sum(hand[13 * suit + RANKS.index(rank)] > 0 for rank in ORDER)
            if self.run_held(name, places, twos[suit], wilds - twos[suit]):
                return True
        return False

    def lacks(self, hand, pool, *, most):
        """Return for each special the fewest cards of the pool to add and all that belong to such a choice.

        None for the distance: more than `most` are needed.
        """
        found = {name: (None, set()) for name in self.names}
        kinds = [card for card, copies in pool.items() if copies]
        for added in range(most + 1):
            open_names = [name for name, (distance, _) in found.items() if distance is None or distance == added]
            for more in combinations_with_replacement(kinds, added):
                wanted = Counter(more)
                if any(copies > pool[card] for card, copies in wanted.items()):
                    continue
                together = hand + wanted
                for name in open_names:
                    if self.held(together, name):
                        found[name] = (added, found[name][1] | set(more))
        return found

    def _set_held(self, name, naturals, wilds):
        """Whether naturals of one rank and wild cards contain a set that is the special, or has its line in it."""
        for n in range(naturals + 1):
            for w in range(wilds + 1):
                cards = [RANKS.index("K") + 13 * (card % 4) for card in range(n)] + [JOKER] * w
                if self.rules.set_rank(cards) is None:
                    continue
                if name == "pinaculo":
                    fits = n == 8 and w == self.rules.r.pinaculo.wilds
                else:
                    line = self.lines[name]
                    fits = any(self.rules.is_line(line, m, v) for m in range(n + 1) for v in range(w + 1))
                if fits:
                    return True
        return False

    def _run_held(self, name, places, own, others):
        """Whether so many places of the spades, their twos and other wild cards contain a full run of the class."""
        for wilds in range(own + others + 1):
            for mine in range(max(0, wilds - others), min(own, wilds) + 1):
                naturals = [RANKS.index(rank) for rank in ORDER[:places]][: 12 - wilds]
                cards = naturals + [OWN_TWO] * mine + [OTHER_TWO] * (wilds - mine)
                if len(cards) != 12 or not self.rules.run_starts(cards):
                    continue
                clean = mine == wilds
                kind = {0: "full_clean", 1: "full_semi1", 2: "full_semi2"}.get(wilds) if clean else None
                if name == (kind or "full_dirty"):
                    return True
        return False
